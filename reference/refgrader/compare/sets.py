"""Sets of reals: intervals, points, unions, inequalities (COL-22 to COL-29, REL-15 to REL-22).

Two sets are compared on the pieces into which the ends of both cut the line: each end, and each stretch between two.
Ends with symbols in them have no order of their own: ``(a, b)`` and ``(b, a)`` are compared with numbers for a and b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import Combined, Interval, Reals, RealSet
from refgrader.numbers.evaluate import Point, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undecided, Undefined, ball, is_real
from refgrader.numbers.points import Points
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node

_BITS: Final = 1_400
_SHIFTS: Final = 6

_JOIN: Final[dict[str, Callable[[bool, bool], bool]]] = {
    "union": lambda left, right: left or right,
    "intersect": lambda left, right: left and right,
    "minus": lambda left, right: left and not right,
}


def compare_sets(gold: Reals, answer: Reals, context: Context) -> Finding:
    """Whether two sets hold the same numbers, for every value of the symbols in their ends."""
    ends = (*ends_of(gold.members), *ends_of(answer.members))
    if any(features(end).names - {"∞"} for end in ends):
        return _with_symbols(gold.members, answer.members, ends, context)
    line = Line(ends, {}, context)
    where = line.difference(gold.members, answer.members)
    return no("COL-22", f"the sets differ {where}") if where else yes("COL-22", "the same set of numbers")


def _with_symbols(gold: RealSet, answer: RealSet, ends: tuple[Node, ...], context: Context) -> Finding:
    """Sets whose ends have symbols are put in order at points, at each of which they must be the same."""
    told = 0
    node = App("tuple", ends)
    for point in _in_many_orders(Points(node, node, features(node), features(node), context.budget).drawn()):
        try:
            line = Line(ends, point, context)
        except Undefined:
            continue
        where = line.difference(gold, answer)
        if where:
            return no("COL-22", f"the sets differ {where}")
        told += not line.is_empty(gold)
    return yes("COL-22", "the same set of numbers") if told > 2 else no("COL-22", "sets that cannot be put in order")


def _in_many_orders(points: Iterable[Point]) -> Iterator[Point]:
    """Each point, and those where its values change places: which end is the larger is what tells sets apart."""
    for point in points:
        values = list(point.values())
        for shift in range(min(len(values), _SHIFTS)):
            yield dict(zip(point, values[shift:] + values[:shift], strict=True))


def is_empty(value: Reals, context: Context) -> bool:
    """Whether a set holds nothing."""
    return compare_sets(Reals(None), value, context).same


def ends_of(members: RealSet) -> Iterator[Node]:
    """The ends of the intervals of which a set is made."""
    if isinstance(members, Interval):
        yield members.low
        yield members.high
    elif isinstance(members, Combined):
        yield from ends_of(members.left)
        yield from ends_of(members.right)


class Line:
    """The real line cut at some ends: piece 2k+1 is the k-th end, the pieces before and after it the stretches."""

    def __init__(self, ends: Sequence[Node], point: Point, context: Context) -> None:
        """Raises `Undefined` where an end has no real value at that point."""
        self._values: dict[Node, Number] = {}
        with precision(_BITS):
            for end in ends:
                if not is_infinite(end) and end not in self._values:
                    self._values[end] = _real_value(end, point, context)
            finite = sorted(self._values, key=cmp_to_key(self._order))
            self._places: dict[Node, int] = {}
            place = -1
            for k, end in enumerate(finite):
                if k == 0 or self._order(finite[k - 1], end) != 0:
                    place += 1
                self._places[end] = 2 * place + 1
        self._pieces = 2 * (place + 1) + 1

    def _order(self, left: Node, right: Node) -> int:
        one, other = self._values[left], self._values[right]
        if isinstance(one, fmpq) and isinstance(other, fmpq):
            return int(one > other) - int(one < other)
        difference = ball(one).real - ball(other).real
        return 1 if difference > 0 else -1 if difference < 0 else 0

    def difference(self, gold: RealSet, answer: RealSet) -> str:
        """Where only one of two sets holds the line; empty where they are the same."""
        one, other = self._settled(gold), self._settled(answer)
        for piece in range(self._pieces):
            if self._holds(one, piece) != self._holds(other, piece):
                return "at an end" if piece % 2 else "between two ends"
        return ""

    def is_empty(self, members: RealSet) -> bool:
        """Whether a set holds nothing of the line."""
        return not any(self._holds(members, piece) for piece in range(self._pieces))

    def common(self, one: RealSet, other: RealSet) -> Iterator[Node | None]:
        """What two sets share: each end in both, and None for a stretch between two ends."""
        at = {place: end for end, place in self._places.items()}
        for piece in range(self._pieces):
            if self._holds(one, piece) and self._holds(other, piece):
                yield at.get(piece)

    def _holds(self, members: RealSet, piece: int) -> bool:
        """Whether the set holds that piece of the line."""
        if members is None:
            return False
        if isinstance(members, Combined):
            return _JOIN[members.operation](self._holds(members.left, piece), self._holds(members.right, piece))
        low, high = self._place(members.low), self._place(members.high)
        if piece in (low, high):
            closed = (piece != low or members.low_closed) and (piece != high or members.high_closed)
            return closed and low <= high
        return low < piece < high

    def _settled(self, members: RealSet) -> RealSet:
        """The set with its commas decided: conditions that hold together, or else one by one (``x < 1, x > 3``)."""
        if not isinstance(members, Combined):
            return members
        left, right = self._settled(members.left), self._settled(members.right)
        if members.operation != "comma":
            return Combined(members.operation, left, right)
        together = Combined("intersect", left, right)
        return Combined("union", left, right) if self.is_empty(together) else together

    def _place(self, end: Node) -> int:
        if is_infinite(end):
            return -1 if isinstance(end, App) else self._pieces
        return self._places[end]


def _real_value(node: Node, point: Point, context: Context) -> Number:
    try:
        value = evaluate(node, point, context.budget)
    except Undecided:
        raise Undefined from None
    if not is_real(value):
        raise Undefined
    return value
