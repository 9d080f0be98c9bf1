"""Whether two expressions are the same number, or the same function of the same symbols (NUM-3, EXPR-1 to EXPR-5).

*Different* is proved: exact rationals differ, or two enclosures do not meet. *Equal* is agreement of exact rationals at
points that neither text could foresee, or of enclosures to hundreds of digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from flint import fmpq

from refgrader.limits import MAX_NAMES, PRECISION, LimitReached
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import LOG_BASE, CasesAtOdds, OutsideCases, Point, evaluate
from refgrader.numbers.features import Features, are_complex, features
from refgrader.numbers.functions import Number, Undecided, Undefined, ball, meet
from refgrader.numbers.points import Points, Signs, integers, signs_of
from refgrader.numbers.precision import precision
from refgrader.reading.tree import Node, Num, Sym

_FIRST_BITS: Final = 128
#: For an integral or a limit: the precision to compute with, and the bits in which it must agree.
_ROUGH_BITS: Final = 160
_ROUGH_AGREEMENT: Final = 50
#: Guard bits beyond the ones that are compared, then beyond those.
_GUARD: Final = 192
_SECOND_BITS: Final = (PRECISION + _GUARD, 3 * PRECISION)

#: Drawn points at which functions agree to be the same whose identities hold everywhere if they hold in one place.
_ENOUGH_IN_ONE_PIECE: Final = 3
#: Those at which others must have been compared, of each combination of signs where they were compared at all.
_ENOUGH: Final = 2


def log_base(gold: Features, answer: Features) -> Point:
    """The base of ``\\log`` without a base, where the other side tells it (EXPR-16)."""
    for one, other in ((gold, answer), (answer, gold)):
        if "" in one.logarithms and other.logarithms in _BASES:
            with precision(_SECOND_BITS[1]):
                return {LOG_BASE: evaluate(_BASES[other.logarithms], {}, Budget())}
    return {}


_BASES: Final[dict[frozenset[str], Node]] = {frozenset({"e"}): Sym("e"), frozenset({"10"}): Num(fmpq(10))}


def same(gold: Node, answer: Node, budget: Budget) -> bool:
    """Whether the two expressions are equal wherever both are defined.

    Raises `Undefined` where one of them is defined nowhere, or no function, `LimitReached` past a bound.
    """
    budget.begin()
    if type(gold) is Num and type(answer) is Num:
        return bool(gold.value == answer.value)
    one, other = features(gold), features(answer)
    budget.free = one.names | other.names
    if not budget.free:
        return same_number(gold, answer, log_base(one, other), budget, one.rough or other.rough)
    look = _Look(gold, answer, budget, meet)
    if not look.everywhere():
        return False
    if look.exact or look.rough:
        return True
    firsts = [{**look.base, **points[0]} for points in look.agreed.values()]
    return all(same_number(gold, answer, point, budget, precisions=_SECOND_BITS) for point in firsts)


def steady(gold: Node, answer: Node, combine: Callable[[Number, Number], Number], budget: Budget) -> Number | None:
    """What `combine` makes of the values of the two, if that is one number wherever both are defined; None otherwise.

    Raises `LimitReached` past a bound.
    """
    made: list[Number] = []

    def agree(left: Number, right: Number) -> bool:
        made.append(combine(left, right))
        return meet(made[0], made[-1])

    budget.begin()
    try:
        return made[0] if _Look(gold, answer, budget, agree, _SECOND_BITS[0]).everywhere() else None
    except Undefined:
        return None


def surely_same(gold: Node, answer: Node, budget: Budget) -> bool:
    """Whether the two are one tree or `same`, and defined somewhere. Raises `LimitReached` past a bound."""
    try:
        return gold == answer or same(gold, answer, budget)
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
    for bits in (_ROUGH_BITS,) if rough else _refined(precisions, budget):
        with precision(bits):
            told = _told(gold, answer, point, budget, bits, rough)
        if told is not None:
            return told
    raise Undefined


def _refined(precisions: tuple[int, ...], budget: Budget) -> Iterator[int]:
    """The bits to compute with; more where a value is made of long exact ones: ``\\sqrt{2^{2009}-1}``."""
    yield from precisions
    if budget.longest:  # in twice as many bits they differ, if at all; as many may cancel
        yield 4 * budget.longest + _GUARD


def _told(gold: Node, answer: Node, point: Point, budget: Budget, bits: int, rough: bool) -> bool | None:
    """Whether the two have one value, where so many bits tell."""
    budget.exacting = bits > _FIRST_BITS and not rough
    try:
        left, right = evaluate(gold, point, budget), evaluate(answer, point, budget)
    except Undecided:
        return None
    finally:
        budget.exacting = False
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left == right)
    if not meet(left, right):
        return False
    if rough:
        return _agree(left, right, _ROUGH_AGREEMENT, near_zero=True) or None
    digits = max(PRECISION, 2 * budget.longest)
    return (bits > digits and _agree(left, right, digits, near_zero=bits > _SECOND_BITS[0])) or None


def _agree(left: Number, right: Number, bits: int, near_zero: bool) -> bool:
    """Whether two enclosures that meet are so small that they agree to that many bits.

    Zero has no first digit: where `near_zero`, of values below one so many bits after the point are enough.
    """
    difference = abs(ball(left) - ball(right)).abs_upper()
    size = max(abs(ball(left)).abs_upper(), abs(ball(right)).abs_upper())
    return bool(difference < size / 2**bits or (near_zero and size < 1 and difference < fmpq(1, 2**bits)))


class _Look:
    """Two functions, and the points at which both were seen to be defined and to agree, by their signs."""

    def __init__(
        self, gold: Node, answer: Node, budget: Budget, agree: Callable[[Number, Number], bool], bits: int = _FIRST_BITS
    ) -> None:
        one, other = features(gold), features(answer)
        if len(one.names | other.names) > MAX_NAMES:
            raise LimitReached("names", MAX_NAMES)
        self._sides, self._budget, self._agree = (gold, answer), budget, agree
        self._points = Points(gold, answer, one, other, budget)
        self._branched = one.branched or other.branched
        self._enough = None if self._branched else _ENOUGH_IN_ONE_PIECE
        self._kinked = one.kinked or other.kinked
        self._smooth = one.smooth and other.smooth and not integers(one, other)
        #: The gold says by cases where it has a value, and the answer must have one there (EXPR-20).
        self._whole = "cases" in one.said
        self._in_the_plane = are_complex(one, other)
        self.base = log_base(one, other)
        self.rough = one.rough or other.rough
        # Steps and kinks may be as low as they are far away: no few points are enough to compare to all digits.
        self._bits = _ROUGH_BITS if self.rough else _SECOND_BITS[0] if self._kinked else bits
        self.exact = one.rational and other.rational
        self.agreed: dict[Signs, list[Point]] = {}
        self._limit: LimitReached | None = None

    def everywhere(self) -> bool:
        """Agreement as real functions wherever both are defined; of complex ones where they are real nowhere (EXPR-4).

        What counts are the points that were compared: with each combination of signs where any was, `_ENOUGH` of them.
        Raises `Undefined` where that is too few, `LimitReached` where a bound was in the way.
        """
        try:
            return self._agree_as_functions()
        finally:
            self._budget.real = False  # what is compared next may be complex

    def _agree_as_functions(self) -> bool:
        for self._budget.real in (True, False):
            with precision(self._bits):
                is_defined = self._whole or not self._is_defined_nowhere()
                if is_defined and not (self._agree_at(self._points.drawn(), self._enough) and self._agree_around()):
                    return False
                if is_defined and not (
                    (self._smooth and not self._kinked) or self._agree_at(self._told(), count=False)
                ):
                    return False
            if not is_defined:
                continue
            if self.agreed and all(len(points) >= _ENOUGH for points in self.agreed.values()):
                return not self._in_the_plane or self._agree_in_the_plane()
            if self._limit or self.agreed:
                break
        raise self._limit or Undefined

    def _agree_in_the_plane(self) -> bool:
        """Agreement where letters that are complex numbers are no real ones."""
        self._budget.real = False
        with precision(self._bits):
            return self._agree_at(self._points.in_the_plane(), count=False)

    def _told(self) -> Iterator[Point]:
        if not self._smooth:
            yield from self._points.telling()
        if self._kinked:
            yield from self._points.kinks()

    def _agree_around(self) -> bool:
        """Agreement beside points that are alone with their signs; around the texts' numbers, if there are none."""
        if not (self.agreed or self._limit or self._agree_at(self._points.around())):
            return False
        alone = [points[0] for points in self.agreed.values() if len(points) < _ENOUGH]
        return all(self._agree_at(self._points.beside(point)) for point in alone)

    def _is_defined_nowhere(self) -> bool:
        """Whether a side is a constant without a value, as i has none among the real numbers."""
        try:
            for side in self._sides:
                if not features(side).names:
                    evaluate(side, self.base, self._budget)
        except (Undefined, Undecided):
            return True
        return False

    def _agree_at(self, points: Iterable[Point], enough: int | None = None, count: bool = True) -> bool:
        """Whether the two differ at none of the points, or of `enough` of them; these are counted if `count`."""
        for point in points:
            try:
                agree = self._compared({**self.base, **point} if self.base else point)
            except LimitReached as limit:
                if limit.ends_the_verdict:
                    raise
                self._limit = limit
                continue
            if agree is False:
                return False
            if agree and count:
                seen = self.agreed.setdefault(signs_of(point) if self._branched else (), [])
                if any(point[name] == known[name] for name in self._points.integers for known in seen):
                    continue
                seen.append(point)
                if len(seen) == enough:
                    break
        return True

    def _compared(self, point: Point) -> bool | None:
        """Whether the values at a point agree as far as the precision tells; None where one of them may have none.

        Raises `CasesAtOdds`.
        """
        values: list[Number | None] = []
        for side in self._sides:
            try:
                values.append(evaluate(side, point, self._budget))
            except OutsideCases:
                values.append(None)
            except CasesAtOdds:
                raise
            except Undefined:
                is_missing = self._whole and self._budget.real and bool(values) and values[0] is not None
                return False if is_missing else None
            except Undecided:
                return None
        left, right = values
        if left is None or right is None:
            return None if left is right else False
        self.exact = self.exact and isinstance(left, fmpq) and isinstance(right, fmpq)
        try:
            return self._agree(left, right)
        except (Undefined, Undecided):
            return None
