"""Whether two expressions are the same number, or the same function of the same symbols (NUM-3, EXPR-1 to EXPR-5).

*Different* is proved: exact rationals differ, or two enclosures do not meet. *Equal* is agreement of exact rationals at
points that neither text could foresee, or of enclosures to hundreds of digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.limits import MAX_NAMES, MAX_POWER, PRECISION, LimitReached
from refgrader.numbers.evaluate import CONSTANTS, LOG_BASE, Budget, OutsideCases, Point, evaluate
from refgrader.numbers.functions import Undecided, Undefined, Value, ball
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Given, Node, Num, Sym, Text, children

_FIRST_BITS: Final = 128
#: Guard bits beyond the ones that are compared, then beyond those.
#: For an integral or a limit: the precision to compute with, and the bits in which it must agree.
_ROUGH_BITS: Final = 160
_ROUGH_AGREEMENT: Final = 50
_SECOND_BITS: Final = (PRECISION + 192, 3 * PRECISION)

#: Intervals from which points are drawn; a function is looked at on each.
_REGIONS: Final = ((0, 1), (1, 4), (-1, 0), (-4, -1), (4, 25), (-25, -4))
_ENOUGH: Final = 3


class Features(NamedTuple):
    """What has to be known of an expression before it is evaluated."""

    names: frozenset[str]
    #: Names that the notation defines for integers only (EXPR-5).
    integers: frozenset[str]
    #: Every operation is +, −, ·, / or a whole power.
    rational: bool
    #: Bases that its logarithms write: ``e``, ``10``, and "" for none.
    logarithms: frozenset[str]
    #: It holds an integral or a limit, whose value is an enclosure of fewer digits.
    rough: bool = False
    #: Numbers at which its cases change.
    breaks: frozenset[fmpq] = frozenset()


_RATIONAL: Final = frozenset({"add", "mul", "div", "neg", "pow", "percent", "based", "ratio"})
_INTEGRAL: Final = frozenset({"fact2", "mod", "gcd", "lcm"})
_BINDERS: Final = frozenset({"sum", "prod", "int", "at", "lim"})
_ROUGH: Final = frozenset({"int", "lim"})
_NO_NAMES: Final = frozenset({"∞", "…", "∅", "ℝ", "ℤ", "ℕ", "ℚ", "ℂ"})


@lru_cache(maxsize=512)
def features(node: Node) -> Features:
    """The symbols and the kind of an expression."""
    if isinstance(node, Sym):
        known = node.name in CONSTANTS or node.name in _NO_NAMES
        return Features(frozenset() if known else frozenset({node.name}), frozenset(), not known, frozenset())
    if isinstance(node, Text):
        return Features(frozenset({node.words}), frozenset(), True, frozenset())
    if not children(node):
        return _PLAIN
    parts = [features(child) for child in children(node)]
    names = frozenset().union(*(part.names for part in parts))
    integers = frozenset().union(*(part.integers for part in parts))
    logarithms = frozenset().union(*(part.logarithms for part in parts))
    rational = all(part.rational for part in parts)
    if isinstance(node, App):
        head, args = node
        rational = rational and head in _RATIONAL and (head != "pow" or _whole_power(args[1], parts[0].names))
        if head in ("ln", "log"):
            logarithms |= {_log_base(node)}
        if head in _BINDERS and isinstance(args[0], Sym):
            bound = {args[0].name}
            if head in ("sum", "prod"):
                integers |= parts[1].names | parts[2].names
            names -= bound
            integers -= bound
        elif head == "pow" and parts[1].names and _negative(args[0]):
            integers |= parts[1].names
        elif head in _INTEGRAL:
            integers |= names
        elif head == "call" and isinstance(args[0], Sym):
            names = names - {args[0].name} | {f"{args[0].name}()"}
    rough = any(part.rough for part in parts) or (isinstance(node, App) and node.head in _ROUGH)
    breaks = frozenset().union(*(part.breaks for part in parts))
    if isinstance(node, Given):
        breaks |= _numbers_in(node.condition)
    return Features(names, integers, rational, logarithms, rough, breaks)


def _numbers_in(node: Node) -> frozenset[fmpq]:
    if isinstance(node, Num):
        return frozenset({node.value})
    if isinstance(node, App) and node.head == "neg" and isinstance(node.args[0], Num):
        return frozenset({-node.args[0].value})
    return frozenset().union(*(_numbers_in(child) for child in children(node)))


_PLAIN: Final = Features(frozenset(), frozenset(), True, frozenset())


def _whole_power(exponent: Node, names: frozenset[str]) -> bool:
    if isinstance(exponent, App) and exponent.head == "neg":
        exponent = exponent.args[0]
    if not isinstance(exponent, Num) or exponent.value.q != 1:
        return False
    if names and exponent.value > MAX_POWER:
        raise LimitReached("power", MAX_POWER)
    return True


def _negative(base: Node) -> bool:
    return isinstance(base, App) and base.head == "neg" and not features(base).names


def _log_base(node: App) -> str:
    if node.head == "ln" or (len(node.args) == 2 and node.args[0] == Sym("e")):
        return "e"
    if len(node.args) == 1:
        return ""
    return "10" if node.args[0] == Num(fmpq(10)) else "other"


def log_base(gold: Features, answer: Features) -> Point:
    """The base of ``\\log`` without a base, where the other side tells it (EXPR-16)."""
    for one, other in ((gold, answer), (answer, gold)):
        if "" in one.logarithms and "" not in other.logarithms:
            for base in ("e", "10"):
                if base in other.logarithms and len(other.logarithms) == 1:
                    with precision(_SECOND_BITS[1]):
                        return {LOG_BASE: fmpq(10) if base == "10" else _euler()}
    return {}


def _euler() -> Value:
    return evaluate(Sym("e"), {}, Budget())


def same(gold: Node, answer: Node, budget: Budget) -> bool:
    """Whether the two expressions are equal wherever both are defined.

    Raises `Undefined` where one of them is defined nowhere, `LimitReached` past a bound.
    """
    one, other = features(gold), features(answer)
    base = log_base(one, other)
    names = one.names | other.names
    if not names:
        return same_number(gold, answer, base, budget, one.rough or other.rough)
    if len(names) > MAX_NAMES:
        raise LimitReached("names", MAX_NAMES)
    points = sample(gold, answer, one, other)
    if one.rational and other.rational:
        return _same_rational(gold, answer, points, budget)
    points += special_points(names, one, other)
    return _same_function(gold, answer, [{**base, **point} for point in points], budget, one.rough or other.rough)


# --- points ------------------------------------------------------------------------------------------------


def sample(gold: Node, answer: Node, one: Features, other: Features) -> list[dict[str, Value]]:
    """Points drawn from a digest of both texts, so that no text can be made to vanish at them; always the same ones."""
    seed = blake2b(repr((gold, answer)).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    numbers = _numbers(int.from_bytes(seed, "big"))
    names = sorted(one.names | other.names)
    whole = one.integers | other.integers
    regions = [[region] * len(names) for region in _REGIONS]
    regions += [[_REGIONS[next(numbers) % len(_REGIONS)] for _ in names] for _ in range(6 if len(names) > 1 else 2)]
    points = [
        {
            name: fmpq(1 + (next(numbers) % 9) + k) if name in whole else _between(*region, next(numbers))
            for name, region in zip(names, chosen, strict=True)
        }
        for k, chosen in enumerate(regions)
    ]
    return [_positive(point) for point in points]


def special_points(names: frozenset[str], one: Features, other: Features) -> list[dict[str, Value]]:
    """Points where functions with steps, cases or narrow domains show: whole numbers, far ones, the ends of cases."""
    whole = one.integers | other.integers
    values = [
        fmpq(0),
        fmpq(1),
        fmpq(2),
        fmpq(-1),
        fmpq(-3),
        fmpq(6),
        fmpq(47, 8),
        fmpq(1234, 7),
        fmpq(-1234, 7),
        fmpq(54321, 10),
    ]
    for number in sorted((one.breaks | other.breaks) - set(values))[:8]:
        values += [number, number + fmpq(1, 2), number - fmpq(1, 2)]
    return [
        {
            name: abs(value.p) % 9 + fmpq(1) if name in whole else value + (k if value.q > 1 else 0)
            for k, name in enumerate(sorted(names))
        }
        for value in values
    ]


#: Symbols of quantities that are never negative: a standard deviation, a constant of nature.
_POSITIVE: Final = frozenset({"sigma", "hbar"})


def _positive(point: dict[str, Value]) -> dict[str, Value]:
    return {name: abs(value) if name.partition("_")[0] in _POSITIVE else value for name, value in point.items()}


def _between(low: int, high: int, number: int) -> fmpq:
    denominator = 1009
    return low + fmpq((high - low) * (1 + number % (denominator - 2)), denominator)


def _numbers(state: int) -> Iterator[int]:
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


# --- comparisons -------------------------------------------------------------------------------------------


def same_number(gold: Node, answer: Node, point: Point, budget: Budget, rough: bool = False) -> bool:
    """Whether two expressions without symbols have one value. Raises `Undefined` where one has none.

    `rough`: an integral or a limit is among them, and agreement to the digits that are known of it is enough.
    """
    for bits in (_ROUGH_BITS,) if rough else (_FIRST_BITS, *_SECOND_BITS):
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
            if (rough and _agree(left, right, _ROUGH_AGREEMENT)) or (
                bits > _FIRST_BITS and _agree(left, right, PRECISION)
            ):
                return True
    raise Undefined


def _agree(left: Value, right: Value, bits: int) -> bool:
    """Whether two enclosures that meet are so small that they agree to that many bits."""
    difference = abs(ball(left) - ball(right)).abs_upper()
    size = max(abs(ball(left)).abs_upper(), abs(ball(right)).abs_upper())
    return bool(difference == 0 or difference < size / 2**bits or (size < 1 and difference < fmpq(1, 2**bits)))


def _same_rational(gold: Node, answer: Node, points: list[dict[str, Value]], budget: Budget) -> bool:
    agreed = 0
    for point in points:
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
        if agreed == _ENOUGH:
            return True
    raise Undefined


def _same_function(gold: Node, answer: Node, points: list[Point], budget: Budget, rough: bool) -> bool:
    """Agreement as real functions wherever both are defined; of complex ones where they are real nowhere (EXPR-4)."""
    for budget.real in (True, False):
        agreed = _agreeing(gold, answer, points, budget, rough)
        if agreed is None:
            return False
        if len(agreed) >= 2:
            return rough or all(same_number(gold, answer, point, budget) for point in _nearest(agreed))
    raise Undefined


def _agreeing(gold: Node, answer: Node, points: list[Point], budget: Budget, rough: bool) -> list[Point] | None:
    """The points where both are defined and agree; None where they differ at one.

    Raises `LimitReached` where bounds leave none of the points that stand for all others.
    """
    agreed: list[Point] = []
    general, met = 0, None
    with precision(_ROUGH_BITS if rough else _FIRST_BITS):
        for k, point in enumerate(points):
            try:
                found = _agree_at(gold, answer, point, budget)
            except LimitReached as limit:
                if limit.name == "steps":
                    raise
                met = limit
                continue
            if found is False:
                return None
            if found:
                agreed.append(point)
                general += k < len(_REGIONS)
    if met is not None and general < 2:
        raise met
    return agreed


def _agree_at(gold: Node, answer: Node, point: Point, budget: Budget) -> bool | None:
    """Whether the values at a point agree as far as the precision tells; None where one of them has none."""
    left, right = _value_at(gold, point, budget), _value_at(answer, point, budget)
    if left is None or right is None:
        return None
    if left is _OUTSIDE or right is _OUTSIDE:
        return None if left is right else False
    return bool((ball(left) - ball(right)).contains(0))


_OUTSIDE: Final = fmpq(0, 1) + 0


def _value_at(node: Node, point: Point, budget: Budget) -> Value | None:
    """The value at a point; None where there is none, `_OUTSIDE` where no case of the function holds."""
    try:
        return evaluate(node, point, budget)
    except OutsideCases:
        return _OUTSIDE
    except (Undefined, Undecided):
        return None


def _nearest(points: list[Point]) -> tuple[Point, ...]:
    """Points to compare to all digits: the first two, which lie near the origin."""
    return points[0], points[1]
