"""What stands between brackets: tuples, intervals, sets and set-builders (COL)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.limits import MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.meaning import signs
from refgrader.meaning.conditions import integer_symbols
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import (
    LISTS,
    Combined,
    Conditional,
    Family,
    Interval,
    Items,
    Named,
    Reals,
    RealSet,
    Scalar,
    Value,
)
from refgrader.numbers.budget import Budget
from refgrader.reading.tree import App, Builder, Chain, Group, Listing, Node, Num, Sym, Text


@reads(Group)
def _group(node: Group, budget: Budget) -> Value:
    if node.opening == "{":
        return _braced(node, budget)
    interval = _interval(node)
    if interval is not None:
        return Reals(interval)
    kind = {"(": "(", "[": "[", r"\langle": "<"}.get(node.opening)
    if kind is None:
        raise Unreadable("brackets that mean nothing")
    if any(signs.count(item) for item in node.items):
        return Items(",", tuple(interpret(choice, budget) for choice in signs.expand(node)))
    items = tuple(interpret(item, budget) for item in node.items)
    if len(items) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return Items(kind, items)


def _interval(node: Group) -> Interval | None:
    """An interval that cannot be a tuple: one end open, an infinite end, or brackets turned outwards."""
    if len(node.items) != 2 or any(isinstance(item, (Chain, Group, Text, Listing)) for item in node.items):
        return None
    low, high = node.items
    mixed = (node.opening, node.closing) not in (("(", ")"), ("[", "]"), (r"\langle", r"\rangle"))
    if not mixed and not is_infinite(low) and not is_infinite(high):
        return None
    return Interval(low, high, node.opening == "[", node.closing == "]")


def _braced(node: Group, budget: Budget) -> Value:
    if not node.items:
        return Reals(None)
    if len(node.items) == 1 and isinstance(node.items[0], Builder):
        return _built(node.items[0], budget)
    if isinstance(node.items[0], Builder):
        first = node.items[0]
        return _built(Builder(first.element, Listing("and", (first.condition, *node.items[1:]))), budget)
    return Items("{", _flat(node.items, budget))


def _flat(nodes: tuple[Node, ...], budget: Budget) -> tuple[Value, ...]:
    """The items, with the values of ``±`` among them side by side."""
    values: list[Value] = []
    for node in nodes:
        value = interpret(node, budget)
        if isinstance(value, Items) and value.kind in LISTS:
            values.extend(value.items)
        else:
            values.append(value)
    if len(values) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return tuple(values)


def _built(node: Builder, budget: Budget) -> Value:
    """``{x | condition}``: the set that its condition describes (REL-22, COL-29, COL-30)."""
    element, condition = node.element, node.condition
    if isinstance(element, Chain) and element.signs == ("∈",) and isinstance(element.items[0], Sym):
        domain = element.items[1]
        element = element.items[0]
        if domain in (Sym("ℤ"), Sym("ℕ"), Sym("ℚ"), Sym("ℂ")) or domain != Sym("ℝ"):
            condition = Listing("and", (Chain(("∈",), (element, domain)), condition))
    if isinstance(element, Sym):
        given = interpret(condition, budget)
        found = _bound_integers(element, condition, budget)
        if found is not None:
            return found
        if isinstance(given, Named) and given.name == element.name:
            given = given.value
            return given if isinstance(given, (Reals, Items, Family)) else Items("{", (given,))
        if isinstance(given, Reals) and given.variable == element.name:
            return given._replace(variable="")
        if isinstance(given, Conditional) and isinstance(given.value, Reals):
            return given.value._replace(variable="")
        return Items("{|", (Scalar(element), given))
    integers = integer_symbols((condition,))
    if len(integers) == 1:
        (symbol,) = integers
        return Family(signs.expand(element), symbol)
    return Items("{|", (interpret(element, budget), interpret(condition, budget)))


def _bound_integers(element: Sym, condition: Node, budget: Budget) -> Value | None:
    """``{n | n in Z, 1 <= n <= 3}`` is the finite set that it describes."""
    parts = condition.items if isinstance(condition, Listing) else (condition,)
    whole = [
        part
        for part in parts
        if part == Chain(("∈",), (element, Sym("ℤ"))) or part == Chain(("∈",), (element, Sym("ℕ")))
    ]
    rest = [part for part in parts if part not in whole]
    if not whole:
        return None
    if not rest:
        return Scalar(whole[0].items[1])
    given = interpret(rest[0] if len(rest) == 1 else Listing("and", tuple(rest)), budget)
    bounds = _finite_bounds(given.members) if isinstance(given, Reals) and given.variable == element.name else None
    if bounds is None:
        raise Unreadable("a set of integers without an end")
    low, high = bounds
    if high - low >= MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    if whole[0].items[1] == Sym("ℕ"):
        low = max(low, 0)
    return Items("{", tuple(Scalar(Num(fmpq(k))) for k in range(low, high + 1)))


def _finite_bounds(members: RealSet) -> tuple[int, int] | None:
    """The first and last integer of an interval whose ends are written as numbers."""
    if isinstance(members, Combined) and members.operation == "intersect":
        left, right = _ends(members.left), _ends(members.right)
        ends = (
            [max(pair) if k == 0 else min(pair) for k, pair in enumerate(zip(left, right, strict=True))]
            if left and right
            else None
        )
    else:
        ends = list(_ends(members) or ())
    if not ends or None in ends or abs(ends[0]) == _FAR or abs(ends[1]) == _FAR:
        return None
    return int(ends[0]), int(ends[1])


_FAR: Final = 10**12


def _ends(members: RealSet) -> tuple[int, int] | None:
    if not isinstance(members, Interval):
        return None
    low, high = (_plain_integer(end) for end in (members.low, members.high))
    if low is None or high is None:
        return None
    return low + (not members.low_closed and low != -_FAR), high - (not members.high_closed and high != _FAR)


def _plain_integer(node: Node) -> int | None:
    if is_infinite(node):
        return -_FAR if isinstance(node, App) else _FAR
    if isinstance(node, App) and node.head == "neg":
        inner = _plain_integer(node.args[0])
        return None if inner is None else -inner
    return int(node.value.p) if isinstance(node, Num) and node.value.q == 1 and node.value < _FAR else None


@reads(Builder)
def _outside_braces(_node: Builder, _budget: Budget) -> Value:
    raise Unreadable("a condition outside a set")
