"""Sets of reals: the whole line, and what can be read as a set."""

from __future__ import annotations

from typing import Final

from refgrader.meaning.values import LISTS, Combined, Interval, Items, Named, Reals, RealSet, Scalar, Value
from refgrader.reading.tree import App, Node, Sym

INFINITY: Final = Sym("∞")
MINUS_INFINITY: Final = App("neg", (INFINITY,))
ALL: Final = Interval(MINUS_INFINITY, INFINITY, False, False)
ELLIPSIS: Final = Scalar(Sym("…"))


def is_infinite(node: Node) -> bool:
    """Whether a node is an infinity of either sign."""
    return node == INFINITY or (isinstance(node, App) and node.head == "neg" and node.args[0] == INFINITY)


def real_set(value: Value) -> Reals | None:
    """The value as a set of reals, where it can be one: a pair is an interval, a finite set its points."""
    if isinstance(value, Reals):
        return value
    if isinstance(value, Named):
        return real_set(value.value)
    if isinstance(value, Items) and value.kind in ("(", "[") and len(value.items) == 2:
        low, high = value.items
        if isinstance(low, Scalar) and isinstance(high, Scalar):
            return Reals(Interval(low.node, high.node, value.kind == "[", value.kind == "["))
    if isinstance(value, Items) and (value.kind == "{" or value.kind in LISTS):
        return _points_and_intervals(value)
    return None


def _points_and_intervals(value: Items) -> Reals | None:
    if len({item.variable for item in value.items if isinstance(item, Reals)}) > 1:
        return None  # statements about different unknowns
    ranges = [item for item in value.items if isinstance(item, Reals) and item.variable]
    if ranges and any(isinstance(item, Scalar) for item in value.items):
        return None  # x > 2, 5
    members: RealSet = None
    for item in value.items:
        if isinstance(item, Scalar) and not item.unit and item != ELLIPSIS:
            part: RealSet = Interval(item.node, item.node, True, True)
        elif value.kind == "{":
            return None
        else:
            inner = real_set(item)
            if inner is None:
                return None
            part = inner.members
        members = part if members is None else Combined("union", members, part)
    return Reals(members)
