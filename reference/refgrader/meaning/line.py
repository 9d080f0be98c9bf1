"""The real line cut at the ends of sets: where two sets hold the same numbers, and where they do not (COL-22)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from operator import and_, or_, sub
from typing import Final

from flint import arb, fmpq

from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import Combined, Interval, RealSet
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import Point, real_value
from refgrader.numbers.features import features
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node

_BITS: Final = 1_400


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


class Line:
    """The real line cut at some ends: piece 2k+1 is the k-th end, the pieces before and after it the stretches."""

    def __init__(self, ends: Sequence[Node], point: Point, budget: Budget) -> None:
        """Raises `Undefined` where an end has no real value at that point."""
        self._values: dict[Node, fmpq | arb] = {}
        with precision(_BITS):
            for end in ends:
                if not is_infinite(end) and end not in self._values:
                    value = real_value(end, point, budget)
                    self._values[end] = value if isinstance(value, fmpq) else value.real
            self._places: dict[Node, int] = {}
            place, last = -1, None
            for end in sorted(self._values, key=cmp_to_key(self._order)):
                place += 2 if last is None or self._order(last, end) else 0
                self._places[end], last = place, end
        self._length = place + 2
        #: All that the pieces of any set depend on.
        self.order = tuple(self._places.items())

    def _order(self, left: Node, right: Node) -> int:
        difference = self._values[left] - self._values[right]
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

    def ends_before_it_begins(self, members: RealSet) -> bool:
        """Whether an interval of a set has its ends exchanged, which is none."""
        if isinstance(members, Combined):
            return any(map(self.ends_before_it_begins, (members.left, members.right)))
        return members is not None and self._place(members.low) > self._place(members.high)

    def share(self, parts: Iterable[RealSet]) -> bool:
        """Whether two of several sets have a stretch in common, or one holds nothing that the others lack."""
        seen: frozenset[int] = frozenset()
        for one in sorted(map(self.pieces, parts), key=len, reverse=True):
            if (seen and one <= seen) or any(piece % 2 == 0 for piece in one & seen):
                return True
            seen |= one
        return False

    def difference(self, gold: RealSet, answer: RealSet) -> str:
        """Where only one of two sets holds the line; empty where they are the same."""
        differing = self.pieces(gold) ^ self.pieces(answer)
        return "" if not differing else "at an end" if min(differing) % 2 else "between two ends"

    def _place(self, end: Node) -> int:
        if is_infinite(end):
            return -1 if isinstance(end, App) else self._length
        return self._places[end]


_JOINED: Final[dict[str, Callable[[frozenset[int], frozenset[int]], frozenset[int]]]] = {
    **dict.fromkeys(("union", "or"), or_),
    "intersect": and_,
    "minus": sub,
}
