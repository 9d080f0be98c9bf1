"""Sets of reals: intervals, points, unions, inequalities (COL-22 to COL-29, REL-15 to REL-22).

Two sets are compared on the pieces into which the ends of both cut the line: each end, and each stretch between two.
Ends with symbols in them have no order of their own: ``(a, b)`` and ``(b, a)`` are compared with numbers for a and b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from operator import and_, or_, sub
from typing import Final

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import Combined, Interval, Reals, RealSet
from refgrader.numbers.evaluate import Point, real_value
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undefined, ball
from refgrader.numbers.points import Points
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node, Quantity
from refgrader.units import DEGREES

_BITS: Final = 1_400
_SHIFTS: Final = 6


def compare_sets(gold: Reals, answer: Reals, context: Context) -> Finding:
    """Whether two sets hold the same numbers, for every value of the symbols in their ends."""
    ends = (*ends_of(gold.members), *ends_of(answer.members))
    if have_symbols(ends):
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
        told += bool(line.pieces(gold))
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


def overlap(parts: Sequence[RealSet], context: Context) -> bool:
    """Whether two of several sets have a stretch of numbers in common, as far as their ends are numbers."""
    ends = [end for part in parts for end in ends_of(part)]
    if have_symbols(ends):
        return False
    line = Line(ends, {}, context)
    stretches = [piece for part in parts for piece in line.pieces(part) if piece % 2 == 0]
    return len(stretches) > len(set(stretches))


def have_symbols(ends: Iterable[Node]) -> bool:
    """Whether some end has a symbol in it, and so no place of its own."""
    return any(features(end).names - {"∞"} for end in ends)


def ends_of(members: RealSet) -> Iterator[Node]:
    """The ends of the intervals of which a set is made."""
    if isinstance(members, Interval):
        yield members.low
        yield members.high
    elif isinstance(members, Combined):
        yield from ends_of(members.left)
        yield from ends_of(members.right)


def in_radians(value: Reals) -> Reals:
    """The set whose ends are in degrees, ``0° < x < 90°``, with the ends that these are (NUM-20)."""
    return Reals(_of_degrees(value.members), value.variable)


def _of_degrees(members: RealSet) -> RealSet:
    if isinstance(members, Interval):
        low, high = (end if is_infinite(end) else Quantity(end, DEGREES) for end in (members.low, members.high))
        return members._replace(low=low, high=high)
    if isinstance(members, Combined):
        return members._replace(left=_of_degrees(members.left), right=_of_degrees(members.right))
    return members


class Line:
    """The real line cut at some ends: piece 2k+1 is the k-th end, the pieces before and after it the stretches."""

    def __init__(self, ends: Sequence[Node], point: Point, context: Context) -> None:
        """Raises `Undefined` where an end has no real value at that point."""
        self._values: dict[Node, Number] = {}
        with precision(_BITS):
            for end in ends:
                if not is_infinite(end) and end not in self._values:
                    self._values[end] = real_value(end, point, context.budget)
            self._places: dict[Node, int] = {}
            place, last = -1, None
            for end in sorted(self._values, key=cmp_to_key(self._order)):
                place += 2 if last is None or self._order(last, end) else 0
                self._places[end], last = place, end
        self._length = place + 2

    def _order(self, left: Node, right: Node) -> int:
        difference = ball(self._values[left]).real - ball(self._values[right]).real
        return 1 if difference > 0 else -1 if difference < 0 else 0

    def pieces(self, members: RealSet) -> frozenset[int]:
        """The pieces of the line that a set holds."""
        if members is None:
            return frozenset()
        if isinstance(members, Interval):
            start = self._place(members.low) + (not members.low_closed)
            return frozenset(range(max(start, 0), min(self._place(members.high) + members.high_closed, self._length)))
        left, right = self.pieces(members.left), self.pieces(members.right)
        if members.operation == "comma":  # both, or else one by one: x < 1, x > 3
            return left & right or left | right
        return _JOINED[members.operation](left, right)

    def difference(self, gold: RealSet, answer: RealSet) -> str:
        """Where only one of two sets holds the line; empty where they are the same."""
        differing = self.pieces(gold) ^ self.pieces(answer)
        return "" if not differing else "at an end" if min(differing) % 2 else "between two ends"

    def _place(self, end: Node) -> int:
        if is_infinite(end):
            return -1 if isinstance(end, App) else self._length
        return self._places[end]


_JOINED: Final[dict[str, Callable[[frozenset[int], frozenset[int]], frozenset[int]]]] = {
    "union": or_,
    "intersect": and_,
    "minus": sub,
}
