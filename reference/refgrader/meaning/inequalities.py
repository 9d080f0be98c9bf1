"""Inequalities: solved ones are sets of reals, the others are relations (REL-15, REL-16)."""

from __future__ import annotations

from typing import Final

from refgrader import units
from refgrader.meaning import signs
from refgrader.meaning.names import UNKNOWNS
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY, is_infinite
from refgrader.meaning.values import Combined, Interval, Items, Reals, RealSet, Relation, Value
from refgrader.numbers.features import features
from refgrader.reading.tree import App, Chain, Node, Quantity, Sym

#: Each relation sign as it reads from the right.
FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def inequality(node: Chain) -> Value:
    bounds, unit = _without_unit(node)
    solved = _solved(bounds) or _absolute(bounds)
    if solved is not None:
        return solved._replace(unit=unit)
    parts = tuple(Relation(sign, node.items[k], node.items[k + 1]) for k, sign in enumerate(node.signs))
    return parts[0] if len(parts) == 1 else Items(",", parts)


def _solved(node: Chain) -> Reals | None:
    """``3 < x <= 4``: the interval, where one symbol alone is compared with numbers (REL-15)."""
    symbols = {k: item.name for k, item in enumerate(node.items) if isinstance(item, Sym) and not is_infinite(item)}
    if len(symbols) > 1:  # x > a: the unknown, and a parameter; x > y is a region
        symbols = {k: name for k, name in symbols.items() if name in UNKNOWNS}
    if len(symbols) != 1:
        return None
    ((place, name),) = symbols.items()
    others = [item for k, item in enumerate(node.items) if k != place and not is_infinite(item)]
    if any(features(item).names & (UNKNOWNS | {name}) for item in others):
        return None
    members: RealSet = ALL
    for k, sign in enumerate(node.signs):
        if place not in (k, k + 1):
            continue
        other = node.items[k + 1] if place == k else node.items[k]
        part = _half_line(sign if place == k else FLIPPED[sign], other)
        members = part if members == ALL else _both(members, part)
    return Reals(members, name)


def _both(left: RealSet, right: RealSet) -> RealSet:
    """``a < x`` and ``x <= b``: the interval, where the one has no upper end and the other no lower end."""
    if isinstance(left, Interval) and isinstance(right, Interval):
        if left.high == INFINITY and right.low == MINUS_INFINITY:
            return Interval(left.low, right.high, left.low_closed, right.high_closed)
        if left.low == MINUS_INFINITY and right.high == INFINITY:
            return Interval(right.low, left.high, right.low_closed, left.high_closed)
    return Combined("intersect", left, right)


def _absolute(node: Chain) -> Reals | None:
    """``|x| < 2`` and its kin, which are as good as solved."""
    if len(node.items) != 2 or node.signs[0] not in ("<", "<=", ">", ">="):
        return None
    (left, right), sign = node.items, node.signs[0]
    if isinstance(right, App) and right.head == "abs":
        left, right, sign = right, left, FLIPPED[sign]
    if not (isinstance(left, App) and left.head == "abs" and isinstance(left.args[0], Sym)) or features(right).names:
        return None
    closed = sign in ("<=", ">=")
    minus = App("neg", (right,))
    if sign[0] == "<":
        return Reals(Interval(minus, right, closed, closed), left.args[0].name)
    outside = (Interval(MINUS_INFINITY, minus, False, closed), Interval(right, INFINITY, closed, False))
    return Reals(Combined("union", *outside), left.args[0].name)


def _half_line(sign: str, end: Node) -> RealSet:
    if sign == "!=":
        members: RealSet = ALL
        for value in signs.expand(end):
            members = Combined("minus", members, Interval(value, value, True, True))
        return members
    if sign == "=":
        return Interval(end, end, True, True)
    if sign in ("<", "<="):
        return Interval(MINUS_INFINITY, end, False, sign == "<=")
    return Interval(end, INFINITY, sign == ">=", False)


def _without_unit(node: Chain) -> tuple[Chain, units.Unit]:
    """``5 < t < 10 seconds``: the inequality without the unit of its bounds, and that unit, () for none (UNIT-1)."""
    found = {units.simplified(item.unit) for item in node.items if isinstance(item, Quantity)}
    if len(found) != 1:
        return node, ()
    if not isinstance(next(item for item in reversed(node.items) if not isinstance(item, Sym)), Quantity):
        return node, ()  # 5 cm < x < 10
    bounds = tuple(item.value if isinstance(item, Quantity) else item for item in node.items)
    return Chain(node.signs, bounds), found.pop()
