"""Whether two expressions are the same number, or the same function of the same symbols (NUM-3, EXPR-1 to EXPR-5).

*Different* is proved: exact rationals differ, or two enclosures do not meet. *Equal* is agreement of exact rationals at
points that neither text could foresee, or of enclosures to hundreds of digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, tee
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.limits import MAX_NAMES, PRECISION, LimitReached
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import LOG_BASE, OutsideCases, Point, evaluate
from refgrader.numbers.features import Features, features
from refgrader.numbers.functions import Number, Undecided, Undefined, ball
from refgrader.numbers.points import Points, Signs, signs_of
from refgrader.numbers.precision import precision
from refgrader.reading.tree import Node, Sym

_FIRST_BITS: Final = 128
#: For an integral or a limit: the precision to compute with, and the bits in which it must agree.
_ROUGH_BITS: Final = 160
_ROUGH_AGREEMENT: Final = 50
#: Guard bits beyond the ones that are compared, then beyond those.
_SECOND_BITS: Final = (PRECISION + 192, 3 * PRECISION)

#: Drawn points at which rational functions agree exactly to be the same.
_ENOUGH_EXACT: Final = 3
#: Those at which others are looked at whose identities hold everywhere if they hold in one place.
_IN_ONE_PIECE: Final = 4
#: Those at which they must have been compared, of each combination of signs where they were compared at all.
_ENOUGH: Final = 2


def log_base(gold: Features, answer: Features) -> Point:
    """The base of ``\\log`` without a base, where the other side tells it (EXPR-16)."""
    for one, other in ((gold, answer), (answer, gold)):
        if "" in one.logarithms and "" not in other.logarithms:
            for base in ("e", "10"):
                if base in other.logarithms and len(other.logarithms) == 1:
                    with precision(_SECOND_BITS[1]):
                        return {LOG_BASE: fmpq(10) if base == "10" else _euler()}
    return {}


def _euler() -> Number:
    return evaluate(Sym("e"), {}, Budget())


def same(gold: Node, answer: Node, budget: Budget) -> bool:
    """Whether the two expressions are equal wherever both are defined.

    Raises `Undefined` where one of them is defined nowhere, `LimitReached` past a bound.
    """
    budget.begin()
    one, other = features(gold), features(answer)
    base = log_base(one, other)
    budget.free = names = one.names | other.names
    if not names:
        return same_number(gold, answer, base, budget, one.rough or other.rough)
    if len(names) > MAX_NAMES:
        raise LimitReached("names", MAX_NAMES)
    points = Points(gold, answer, one, other)
    if one.rational and other.rational:
        return _same_rational(gold, answer, points, budget)
    smooth = one.smooth and other.smooth and not (one.integers or other.integers)
    telling: Iterable[Point] = () if smooth else points.telling()
    if one.kinked or other.kinked:
        telling = chain(telling, points.kinks())
    return _same_function(gold, answer, points, telling, base, budget, _kind(one, other))


class _Kind(NamedTuple):
    """How two functions are looked at: at points of all signs or not, to how many bits, and whether that is all."""

    branched: bool
    bits: int
    rough: bool


def _kind(one: Features, other: Features) -> _Kind:
    rough, kinked = one.rough or other.rough, one.kinked or other.kinked
    # Steps and kinks may be as low as they are far away: no two points are enough to compare to all digits.
    bits = _ROUGH_BITS if rough else _SECOND_BITS[0] if kinked else _FIRST_BITS
    return _Kind(one.branched or other.branched, bits, rough)


def surely_same(gold: Node, answer: Node, budget: Budget) -> bool:
    """Whether the two are `same`; not where one of them is defined nowhere. Raises `LimitReached` past a bound."""
    try:
        return same(gold, answer, budget)
    except Undefined:
        return False


# --- comparisons -------------------------------------------------------------------------------------------


def same_number(
    gold: Node,
    answer: Node,
    point: Point,
    budget: Budget,
    rough: bool = False,
    precisions: tuple[int, ...] = (_FIRST_BITS, *_SECOND_BITS),
) -> bool:
    """Whether two expressions without symbols have one value. Raises `Undefined` where one has none.

    `rough`: an integral or a limit is among them, and agreement to the digits that are known of it is enough.
    `precisions`: the bits to compute with, one after the other until they tell.
    """
    for bits in (_ROUGH_BITS,) if rough else precisions:
        budget.exacting = bits > _FIRST_BITS and not rough
        with precision(bits):
            try:
                left, right = evaluate(gold, point, budget), evaluate(answer, point, budget)
            except Undecided:
                continue
            finally:
                budget.exacting = False
            if isinstance(left, fmpq) and isinstance(right, fmpq):
                return bool(left == right)
            difference = ball(left) - ball(right)
            if not difference.contains(0):
                return False
            if rough:
                agree = _agree(left, right, _ROUGH_AGREEMENT, near_zero=True)
            else:
                agree = bits > _FIRST_BITS and _agree(left, right, PRECISION, near_zero=bits == _SECOND_BITS[-1])
            if agree:
                return True
    raise Undefined


def _agree(left: Number, right: Number, bits: int, near_zero: bool) -> bool:
    """Whether two enclosures that meet are so small that they agree to that many bits.

    Zero has no first digit: where `near_zero`, of values below one so many bits after the point are enough.
    """
    difference = abs(ball(left) - ball(right)).abs_upper()
    size = max(abs(ball(left)).abs_upper(), abs(ball(right)).abs_upper())
    return bool(difference < size / 2**bits or (near_zero and size < 1 and difference < fmpq(1, 2**bits)))


def _same_rational(gold: Node, answer: Node, points: Points, budget: Budget) -> bool:
    agreed = 0
    for point in chain(points.drawn(), points.around()):
        try:
            with precision(_FIRST_BITS):
                left, right = evaluate(gold, point, budget), evaluate(answer, point, budget)
        except (Undefined, Undecided):
            continue
        if isinstance(left, fmpq) and isinstance(right, fmpq):
            if left != right:
                return False
        elif not same_number(gold, answer, point, budget):
            return False
        agreed += 1
        if agreed == _ENOUGH_EXACT:
            return True
    raise Undefined


def _same_function(
    gold: Node, answer: Node, points: Points, telling: Iterable[Point], base: Point, budget: Budget, kind: _Kind
) -> bool:
    """Agreement as real functions wherever both are defined; of complex ones where they are real nowhere (EXPR-4).

    What counts are the points that were compared, with each combination of the symbols' signs where any was: `_ENOUGH`
    of them, or nothing is decided.
    """
    for budget.real, drawn, told in zip((True, False), tee(points.drawn()), tee(telling), strict=True):
        look = _Look(gold, answer, base, budget, kind.branched)
        with precision(kind.bits):
            if not look.agrees(drawn, None if kind.branched else _IN_ONE_PIECE):
                return False
            if not look.agreed and look.limit is None and not look.agrees(points.around()):
                return False
            lonely = [found[0] for found in look.agreed.values() if len(found) < _ENOUGH]
            if not all(look.agrees(points.beside(point)) for point in lonely) or not look.agrees(told, count=False):
                return False
        if look.agreed:
            if any(len(found) < _ENOUGH for found in look.agreed.values()):
                raise look.limit or Undefined
            return kind.rough or all(
                same_number(gold, answer, {**base, **found[0]}, budget, precisions=_SECOND_BITS)
                for found in look.agreed.values()
            )
        if look.limit is not None:
            raise look.limit
    raise Undefined


class _Look:
    """What was seen at the points so far: those where both are defined and agree, by their signs, and a limit met."""

    def __init__(self, gold: Node, answer: Node, base: Point, budget: Budget, by_signs: bool) -> None:
        self._sides = gold, answer
        self._base, self._budget, self._by_signs = base, budget, by_signs
        self.agreed: dict[Signs, list[Point]] = {}
        self.limit: LimitReached | None = None

    def agrees(self, points: Iterable[Point], enough: int | None = None, count: bool = True) -> bool:
        """Whether the two differ at none of the points, or of `enough` of them; these are counted if `count`."""
        seen = 0
        for point in points:
            try:
                found = _agree_at(*self._sides, {**self._base, **point}, self._budget)
            except LimitReached as limit:
                if limit.name in ("steps", "work"):
                    raise
                self.limit = limit
                continue
            if found is False:
                return False
            if found and count:
                self.agreed.setdefault(signs_of(point) if self._by_signs else (), []).append(point)
                seen += 1
                if seen == enough:
                    break
        return True


def _agree_at(gold: Node, answer: Node, point: Point, budget: Budget) -> bool | None:
    """Whether the values at a point agree as far as the precision tells; None where one of them has none."""
    left, right = _value_at(gold, point, budget), _value_at(answer, point, budget)
    if left is None or right is None:
        return None
    if left is _OUTSIDE or right is _OUTSIDE:
        return None if left is right else False
    return bool((ball(left) - ball(right)).contains(0))


_OUTSIDE: Final = fmpq(0, 1) + 0


def _value_at(node: Node, point: Point, budget: Budget) -> Number | None:
    """The value at a point; None where there is none, `_OUTSIDE` where no case of the function holds."""
    try:
        return evaluate(node, point, budget)
    except OutsideCases:
        return _OUTSIDE
    except (Undefined, Undecided):
        return None
