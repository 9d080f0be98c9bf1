"""Sets of reals: the whole line, and what can be read as a set."""

from __future__ import annotations

from functools import partial, reduce
from typing import Final

from flint import fmpq, fmpz

from refgrader.limits import MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.meaning.values import (
    LISTS_AND_SETS,
    Combined,
    Interval,
    Items,
    Named,
    Reals,
    RealSet,
    Scalar,
    Value,
    unnamed,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.reading.tree import App, Node, Num, Sym

INFINITY: Final = Sym("∞")
MINUS_INFINITY: Final = App("neg", (INFINITY,))
ALL: Final = Interval(MINUS_INFINITY, INFINITY, False, False)
ELLIPSIS: Final = Scalar(Sym("…"))


def is_infinite(node: Node) -> bool:
    """Whether a node is an infinity of either sign."""
    return node == INFINITY or (isinstance(node, App) and node.head == "neg" and node.args[0] == INFINITY)


def common(left: RealSet, right: RealSet) -> RealSet:
    """What two sets have in common: of ``a < x`` and ``x <= b`` the interval between the two."""
    if isinstance(left, Interval) and isinstance(right, Interval):
        for low, high in ((left, right), (right, left)):
            if low.high == INFINITY and high.low == MINUS_INFINITY:
                return Interval(low.low, high.high, low.low_closed, high.high_closed)
    return Combined("intersect", left, right)


def whole_numbers(members: RealSet, natural: bool, budget: Budget) -> Items:
    """The integers, or the natural numbers, in an interval. Raises `Unreadable` where not both ends are known."""
    if not isinstance(members, Interval):
        raise Unreadable("a set of integers that no bounds describe")
    low, high = (_rational(end, budget) for end in (members.low, members.high))
    first = low.ceil() if members.low_closed else low.floor() + 1
    last = high.floor() if members.high_closed else high.ceil() - 1
    if natural:
        first = max(first, fmpz(0))
    if last - first >= MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return Items("{", tuple(Scalar(Num(fmpq(k))) for k in range(int(first), int(last) + 1)))


def _rational(end: Node, budget: Budget) -> fmpq:
    value = evaluate(end, {}, budget) if features(end).rational and not features(end).names else None
    if not isinstance(value, fmpq):
        raise Unreadable("a set of integers without an end")
    return value


def real_set(value: Value) -> Reals | None:
    """The value as a set of reals, where it can be one: a pair is an interval, a finite set its points."""
    value = unnamed(value)
    if isinstance(value, Reals):
        return value
    if isinstance(value, Items) and value.kind in ("(", "[") and len(value.items) == 2:
        low, high = value.items
        one_unit = len({item.unit for item in value.items if isinstance(item, Scalar) and item.unit}) < 2
        if isinstance(low, Scalar) and isinstance(high, Scalar) and one_unit:
            is_closed = value.kind == "["
            return Reals(Interval(low.node, high.node, is_closed, is_closed), unit=high.unit or low.unit)
    if isinstance(value, Items) and value.kind in LISTS_AND_SETS:
        return _points_and_intervals(value)
    return None


def points_of(value: Value) -> Reals | None:
    """A number as the set of itself, and all else that can be a set of reals as that."""
    if isinstance(value, Scalar) and not value.unit and value != ELLIPSIS:
        if is_infinite(value.node):  # no number
            return None
        return Reals(Interval(value.node, value.node, True, True))
    return real_set(value)


def _points_and_intervals(value: Items) -> Reals | None:
    names = {item.variable for item in value.items if isinstance(item, Reals)}
    if len(names.union(item.name for item in value.items if isinstance(item, Named))) > 1:
        return None  # statements about different unknowns
    ranges = [item for item in value.items if isinstance(item, Reals) and item.variable]
    if ranges and any(isinstance(item, Scalar) for item in value.items):
        return None  # x > 2, 5
    if value.kind == "{" and not all(isinstance(item, Scalar) for item in value.items):
        return None
    parts = [points_of(item) for item in value.items]
    members = [part.members for part in parts if part is not None]
    return Reals(reduce(partial(Combined, "union"), members)) if len(members) == len(parts) else None
