"""Inequalities: solved ones are sets of reals, the others are relations (REL-15, REL-16)."""

from __future__ import annotations

from functools import partial, reduce
from itertools import pairwise
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import LimitReached, Unreadable
from refgrader.meaning import signs
from refgrader.meaning.names import UNKNOWNS, name_of
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY, common, is_infinite
from refgrader.meaning.values import Combined, Interval, Items, Reals, RealSet, Relation, Scalar, Value
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import holds
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.reading.tree import App, Chain, Node, Num, Quantity, Sym, applies

#: Each relation sign as it reads from the right.
FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}

#: Letters that are complex numbers where one is subtracted from them: ``|z - 1| < 2`` is a disk.
_COMPLEX: Final = frozenset({Sym("z"), Sym("w"), Sym("s")})


def inequality(node: Chain, budget: Budget) -> Value:
    """The set that an inequality bounds; three numbers and more in the order of size as a tuple; else the relations."""
    bounds, unit = _without_unit(node)
    solved = _solved(bounds, budget) or _absolute(bounds)
    if solved is not None:
        return solved._replace(unit=unit)
    if len(node.items) > 2 and {*node.signs} in ({"<"}, {">"}) and not unit and _truth(node, budget):
        return Items("(", tuple(map(Scalar, node.items)))
    parts = tuple(Relation(sign, node.items[k], node.items[k + 1]) for k, sign in enumerate(node.signs))
    return parts[0] if len(parts) == 1 else Items(",", parts)


def _solved(node: Chain, budget: Budget) -> Reals | None:
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
    links = zip(node.signs, pairwise(node.items), strict=True)
    apart = (Chain((sign,), pair) for k, (sign, pair) in enumerate(links) if place not in (k, k + 1))
    bounds: list[RealSet] = [None for link in apart if _truth(link, budget) is False]  # 1 < x < 2 < 1
    if place > 0:
        bounds.append(_half_line(FLIPPED[node.signs[place - 1]], node.items[place - 1]))
    if place < len(node.signs):
        bounds.append(_half_line(node.signs[place], node.items[place + 1]))
    return Reals(reduce(common, bounds), name)


def _truth(chain: Chain, budget: Budget) -> bool | None:
    """Whether numbers are as a chain of relations says; None where symbols stand in it, or nobody can tell."""
    try:
        return holds(chain, {}, budget)
    except LimitReached:
        raise
    except (Undefined, Undecided, Unreadable):
        return None


def _unknown(node: Node) -> str | None:
    return name_of(node) if isinstance(node, Sym) or applies(node, "call") else None


def _absolute(node: Chain) -> Reals | None:
    """``|x| < 2``, ``0 < |x - 1| <= 2``: how far a name is from a number, which is as good as solved (REL-15)."""
    distances = {k: item for k, item in enumerate(node.items) if applies(item, "abs")}
    if len(distances) != 1 or "!=" in node.signs or len(node.items) > 3:
        return None
    ((place, distance),) = distances.items()
    others = [item for item in node.items if item is not distance]
    found = _centre(distance)
    if found is None or any(features(item).names for item in others):
        return None
    name, centre = found
    bounds = [_away(FLIPPED[node.signs[place - 1]], centre, others[0])] if place > 0 else []
    if place < len(node.signs):
        bounds.append(_away(node.signs[place], centre, others[-1]))
    return Reals(reduce(partial(Combined, "intersect"), bounds), name)


def _centre(distance: App) -> tuple[str, Node] | None:
    """The name and the number that are so far apart: x and 1 of ``|x - 1|``; of complex numbers it is a circle."""
    (inner,) = distance.args
    terms = inner.args if applies(inner, "add") else (inner,)
    names = [term for term in terms if features(term).names]
    if len(names) != 1 or names[0] in _COMPLEX:
        return None
    rest = [term for term in terms if term is not names[0]]
    total: Node = App("add", tuple(rest)) if rest else Num(fmpq(0))
    return (names[0].name, App("neg", (total,)) if rest else total) if isinstance(names[0], Sym) else None


def _away(sign: str, centre: Node, radius: Node) -> RealSet:
    """The numbers that are less, or more, than so far from another."""
    closed = sign in ("<=", ">=")
    low, high = (App("add", (centre, end)) for end in (App("neg", (radius,)), radius))
    if sign[0] == "<":
        return Interval(low, high, closed, closed)
    return Combined("union", Interval(MINUS_INFINITY, low, False, closed), Interval(high, INFINITY, closed, False))


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
