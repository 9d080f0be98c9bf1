"""Inequalities: solved ones are sets of reals, the others are relations (REL-15, REL-16)."""

from __future__ import annotations

from functools import reduce
from typing import Final

from refgrader import units
from refgrader.meaning import signs
from refgrader.meaning.names import UNKNOWNS, name_of
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY, common, is_infinite
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
    """``3 < x <= 4``, ``3 < f(x) <= 4``: the interval, where one name alone is compared with numbers (REL-15)."""
    symbols = {k: name for k, item in enumerate(node.items) if (name := _unknown(item)) and not is_infinite(item)}
    if len(symbols) > 1:  # x > a: the unknown, and a parameter; x > y is a region
        symbols = {k: name for k, name in symbols.items() if name in UNKNOWNS}
    if len(symbols) != 1:
        return None
    ((place, name),) = symbols.items()
    others = [item for k, item in enumerate(node.items) if k != place and not is_infinite(item)]
    if any(features(item).names & (UNKNOWNS | {name}) for item in others):
        return None
    bounds: list[RealSet] = []
    if place > 0:
        bounds.append(_half_line(FLIPPED[node.signs[place - 1]], node.items[place - 1]))
    if place < len(node.signs):
        bounds.append(_half_line(node.signs[place], node.items[place + 1]))
    return Reals(reduce(common, bounds), name)


def _unknown(node: Node) -> str | None:
    return name_of(node) if isinstance(node, Sym) or (isinstance(node, App) and node.head == "call") else None


def _absolute(node: Chain) -> Reals | None:
    """``|x| < 2`` and its kin, which are as good as solved."""
    if len(node.items) != 2 or node.signs == ("!=",):
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
    if sign in ("<", "<="):
        return Interval(MINUS_INFINITY, end, False, sign == "<=")
    return Interval(end, INFINITY, sign == ">=", False)


def _without_unit(node: Chain) -> tuple[Chain, units.Unit]:
    """``5 < t < 10 seconds``: the inequality without the unit of its bounds, and that unit, () for none (UNIT-1)."""
    found = {units.simplified(item.unit) for item in node.items if isinstance(item, Quantity)}
    if len(found) != 1:
        return node, ()
    bounds = tuple(item.value if isinstance(item, Quantity) else item for item in node.items)
    return Chain(node.signs, bounds), found.pop()
