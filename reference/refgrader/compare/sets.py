"""Sets of reals: intervals, points, unions, inequalities (COL-22 to COL-29, REL-15 to REL-22).

Two sets are compared on the pieces into which the ends of both cut the line: each end, and each stretch between two.
Ends with symbols in them have no order of their own: ``(a, b)`` and ``(b, a)`` are compared with numbers for a and b.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.meaning.line import Line, ends_of, have_symbols
from refgrader.meaning.values import Combined, Reals, RealSet
from refgrader.numbers.evaluate import Point
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.points import Points
from refgrader.reading.tree import App, Node

_SHIFTS: Final = 6
_SEVERAL: Final = no("COL-24", "several sets, one of which holds some of another")


def compare_sets(gold: Reals, answer: Reals, context: Context) -> Finding:
    """Whether two sets hold the same numbers, for every value of the symbols in their ends."""
    ends = (*ends_of(gold.members), *ends_of(answer.members))
    if have_symbols(ends):
        return _with_symbols(gold.members, answer.members, ends, context)
    line = Line(ends, {}, context.budget)
    if isinstance(answer.members, Combined) and line.ends_before_it_begins(answer.members):
        return no("COL-22", "an interval that ends before it begins")
    if line.share({*_alternatives(answer.members)}):
        return _SEVERAL
    where = line.difference(gold.members, answer.members)
    return no("COL-22", f"the sets differ {where}") if where else yes("COL-22", "the same set of numbers")


def _with_symbols(gold: RealSet, answer: RealSet, ends: tuple[Node, ...], context: Context) -> Finding:
    """Sets whose ends have symbols are put in order at points, at each of which they must be the same."""
    told = apart = 0
    alternatives = {*_alternatives(answer)}
    known: dict[tuple[tuple[Node, int], ...], tuple[str, bool, bool]] = {}
    node = App("tuple", ends)
    for point in _in_many_orders(Points(node, node, features(node), features(node), context.budget).drawn()):
        try:
            line = Line(ends, point, context.budget)
        except Undefined:
            continue
        if line.order not in known:
            known[line.order] = line.difference(gold, answer), bool(line.pieces(gold)), not line.share(alternatives)
        where, is_told, is_apart = known[line.order]
        if where:
            return no("COL-22", f"the sets differ {where}")
        told, apart = told + is_told, apart + is_apart
    if told and not apart:
        return _SEVERAL
    return yes("COL-22", "the same set of numbers") if told > 2 else no("COL-22", "sets that cannot be put in order")


def _in_many_orders(points: Iterable[Point]) -> Iterator[Point]:
    """Each point, and those where its values change places: which end is the larger is what tells sets apart."""
    for point in points:
        values = list(point.values())
        for shift in range(min(len(values), _SHIFTS)):
            yield dict(zip(point, values[shift:] + values[:shift], strict=True))


def _alternatives(members: RealSet) -> Iterator[RealSet]:
    """The sets that "or" joins; one alone where it joins none."""
    if isinstance(members, Combined) and members.operation == "or":
        yield from _alternatives(members.left)
        members = members.right
    yield members


def is_empty(value: Reals, context: Context) -> bool:
    """Whether a set holds nothing."""
    return compare_sets(Reals(None), value, context).same


def overlap(parts: Sequence[RealSet], context: Context) -> bool:
    """Whether one of several sets holds some of another, as far as their ends are numbers."""
    ends = [end for part in parts for end in ends_of(part)]
    return not have_symbols(ends) and Line(ends, {}, context.budget).share(parts)
