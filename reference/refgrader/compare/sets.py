"""Sets of reals: intervals, points, unions, inequalities (COL-22 to COL-29, REL-15 to REL-22).

Two sets are compared on the pieces into which the ends of both cut the line: each end, and each stretch between two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.meaning.values import Combined, Interval, Reals, RealSet
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undecided, Undefined, ball, is_real
from refgrader.numbers.precision import precision
from refgrader.numbers.same import surely_same
from refgrader.reading.tree import App, Node, Sym

_INFINITY: Final = Sym("∞")
_BITS: Final = 1_400

_JOIN: Final[dict[str, Callable[[bool, bool], bool]]] = {
    "union": lambda left, right: left or right,
    "intersect": lambda left, right: left and right,
    "minus": lambda left, right: left and not right,
}


def compare_sets(gold: Reals, answer: Reals, context: Context) -> Finding:
    """Whether two sets hold the same numbers."""
    one, other = gold.members, answer.members
    ends = [*_ends(one), *_ends(other)]
    if any(features(end).names - {"∞"} for end in ends):
        return _symbolic(one, other, context)
    line = _Line(ends, context)
    one, other = line.settled(one), line.settled(other)
    for piece in range(line.pieces):
        if line.holds(one, piece) != line.holds(other, piece):
            return no("COL-22", f"the sets differ {line.describe(piece)}")
    return yes("COL-22", "the same set of numbers")


def is_empty(value: Reals, context: Context) -> bool:
    """Whether a set holds nothing."""
    return compare_sets(Reals(None), value, context).same


def _ends(members: RealSet) -> Iterator[Node]:
    if isinstance(members, Interval):
        yield members.low
        yield members.high
    elif isinstance(members, Combined):
        yield from _ends(members.left)
        yield from _ends(members.right)


class _Line:
    """The real line cut at some ends: piece 2k+1 is the k-th end, the pieces before and after it the stretches."""

    def __init__(self, ends: list[Node], context: Context) -> None:
        self.values: dict[Node, Number] = {}
        finite = []
        with precision(_BITS):
            for end in ends:
                if not _is_infinite(end) and end not in self.values:
                    self.values[end] = _real_value(end, context)
                    finite.append(end)
            finite.sort(key=cmp_to_key(self._order))
            self.places: dict[Node, int] = {}
            place = -1
            for k, end in enumerate(finite):
                if k == 0 or self._order(finite[k - 1], end) != 0:
                    place += 1
                self.places[end] = place
        self.pieces = 2 * (place + 1) + 1

    def _order(self, left: Node, right: Node) -> int:
        one, other = self.values[left], self.values[right]
        if isinstance(one, fmpq) and isinstance(other, fmpq):
            return int(one > other) - int(one < other)
        difference = ball(one).real - ball(other).real
        return 1 if difference > 0 else -1 if difference < 0 else 0

    def holds(self, members: RealSet, piece: int) -> bool:
        """Whether the set holds that piece of the line."""
        if members is None:
            return False
        if isinstance(members, Combined):
            return _JOIN[members.operation](self.holds(members.left, piece), self.holds(members.right, piece))
        low, high = self._place(members.low, -1), self._place(members.high, self.pieces)
        if piece in (low, high):
            closed = (piece != low or members.low_closed) and (piece != high or members.high_closed)
            return closed and low <= high
        return low < piece < high

    def settled(self, members: RealSet) -> RealSet:
        """The set with its commas decided: conditions that hold together, or else one by one (``x < 1, x > 3``)."""
        if not isinstance(members, Combined):
            return members
        left, right = self.settled(members.left), self.settled(members.right)
        if members.operation != "comma":
            return Combined(members.operation, left, right)
        together = Combined("intersect", left, right)
        empty = not any(self.holds(together, piece) for piece in range(self.pieces))
        return Combined("union", left, right) if empty else together

    def _place(self, end: Node, _infinite: int) -> int:
        if _is_infinite(end):
            return -1 if isinstance(end, App) else self.pieces
        return 2 * self.places[end] + 1

    def describe(self, piece: int) -> str:
        """Where on the line the piece lies, for the reason of a verdict."""
        return "at an end" if piece % 2 else "between two ends"


def _is_infinite(node: Node) -> bool:
    return node == _INFINITY or (isinstance(node, App) and node.head == "neg" and node.args[0] == _INFINITY)


def _real_value(node: Node, context: Context) -> Number:
    try:
        value = evaluate(node, {}, context.budget)
    except Undecided:
        raise Undefined from None
    if not is_real(value):
        raise Undefined
    return value


def _symbolic(gold: RealSet, answer: RealSet, context: Context) -> Finding:
    """Ends with symbols cannot be put in order: the parts are compared one by one."""
    ours, theirs = list(_parts(gold)), list(_parts(answer))
    if len(ours) != len(theirs):
        return no("COL-22", "sets of different parts")
    for part in ours:
        match = next((k for k, other in enumerate(theirs) if _same_part(part, other, context)), None)
        if match is None:
            return no("COL-22", "an interval without its like")
        theirs.pop(match)
    return yes("COL-22", "the same intervals")


def _parts(members: RealSet) -> Iterator[tuple[str, Interval]]:
    if isinstance(members, Interval):
        yield "union", members
    elif isinstance(members, Combined):
        yield from _parts(members.left)
        for operation, part in _parts(members.right):
            yield members.operation if operation == "union" else operation, part


def _same_part(one: tuple[str, Interval], other: tuple[str, Interval], context: Context) -> bool:
    if one[0] != other[0] or one[1][2:] != other[1][2:]:
        return False
    return all(
        left == right or _same_end(left, right, context) for left, right in zip(one[1][:2], other[1][:2], strict=True)
    )


def _same_end(left: Node, right: Node, context: Context) -> bool:
    return not (_is_infinite(left) or _is_infinite(right)) and surely_same(left, right, context.budget)
