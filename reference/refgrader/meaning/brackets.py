"""What stands between brackets: tuples, intervals, sets and set-builders (COL)."""

from __future__ import annotations

from functools import reduce

from refgrader.limits import MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.meaning import signs
from refgrader.meaning.conditions import WHOLE, conditional, integer_symbols, is_member
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.sets import ELLIPSIS, is_infinite, real_set, whole_numbers
from refgrader.meaning.tellings import filled, put
from refgrader.meaning.values import (
    Combined,
    Conditional,
    Family,
    Interval,
    Items,
    Named,
    Reals,
    Scalar,
    Table,
    Value,
    numbers_of,
    spread,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features, names_in
from refgrader.reading.substitution import renamed
from refgrader.reading.tree import App, Builder, Chain, Group, Listing, Node, Sym


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
    if signs.standing_in(node):
        return Items(",", tuple(interpret(choice, budget) for choice in signs.expand(node)))
    if len(node.items) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return Items(kind, tuple(interpret(item, budget) for item in node.items))


def _interval(node: Group) -> Interval | None:
    """An interval that cannot be a tuple: one end open, an infinite end, or brackets turned outwards."""
    if len(node.items) != 2:
        return None
    mixed = (node.opening, node.closing) not in (("(", ")"), ("[", "]"), (r"\langle", r"\rangle"))
    if not mixed and not any(map(is_infinite, node.items)):
        return None
    return Interval(*node.items, node.opening == "[", node.closing == "]")


def _braced(node: Group, budget: Budget) -> Value:
    if not node.items:
        return Reals(None)
    if isinstance(built := node.items[-1], Builder):  # {a, b : k ∈ ℤ}
        sets = [_built(built._replace(element=item), budget) for item in (*node.items[:-1], built.element)]
        return sets[0] if len(sets) == 1 else reduce(_union_of_families, sets)
    return Items("{", spread(interpret(item, budget) for item in node.items))


def _built(node: Builder, budget: Budget) -> Value:
    """``{x | condition}``: the set that its condition describes (REL-22, COL-29, COL-30)."""
    element, condition = _with_domain(node)
    if isinstance(element, Sym):
        return _numbers(element, condition, budget)
    integers = integer_symbols(condition)
    if len(integers) == 1:
        return Family(signs.expand(element), *integers)
    return at_each(element, condition, budget) or _points(interpret(element, budget), condition, budget)


def _with_domain(node: Builder) -> tuple[Node, Node]:
    """The element alone, and with the condition what it is an element of, where that is not all real ones."""
    element, condition = node.element, node.condition
    if not isinstance(element, Chain) or element.signs != ("∈",):
        return element, condition
    name, domain = element.items
    if isinstance(name, Sym):
        parts = condition.items if isinstance(condition, Listing) and condition.joiner != "or" else (condition,)
        return name, condition if domain == Sym("ℝ") else Listing("and", (element, *parts))
    is_point = isinstance(name, Group) and domain == Sym(f"ℝ^{len(name.items)}")
    return name if is_point else element, condition


def _numbers(element: Sym, condition: Node, budget: Budget) -> Value:
    """The numbers of which a condition on one letter holds."""
    parts = condition.items if isinstance(condition, Listing) else (condition,)
    if isinstance(condition, Listing) and condition.joiner != "or" and sum(_tells(element, part) for part in parts) > 1:
        raise Unreadable("several values for one number")
    for domain in WHOLE:
        if (whole := Chain(("∈",), (element, domain))) in parts:
            return _integers(element, domain, tuple(part for part in parts if part != whole), budget)
    given = interpret(condition, budget)
    if isinstance(given, Named) and given.name == element.name:
        given = given.value
        return given if isinstance(given, (Reals, Items, Family)) else Items("{", (given,))
    if isinstance(given, Reals) and given.variable == element.name:
        return given._replace(variable="")
    inner = given.value if isinstance(given, Conditional) and all(map(integer_symbols, given.conditions)) else None
    if isinstance(given, Conditional) and isinstance(inner, Reals) and inner.variable == element.name:  # x != kπ, k ∈ ℤ
        return given._replace(value=inner._replace(variable=""))
    return Items("{|", (Scalar(element), given))


def _tells(element: Sym, condition: Node) -> bool:
    """Whether a condition gives a letter a value."""
    return isinstance(condition, Chain) and condition.signs == ("=",) and element in condition.items


def at_each(element: Node, condition: Node, budget: Budget) -> Items | None:
    """``{2k : k = 0, 1, 2}``: the values of an expression at each number of a finite set; None for other sets."""
    name, *others = features(element).names or ("",)
    try:
        numbers = _built(Builder(Sym(name), condition), budget) if name and not others else None
    except Unreadable:
        return None
    nodes = numbers_of(numbers) if isinstance(numbers, Items) else None
    places = filled(nodes or ())
    if nodes is None or names_in(nodes) or ELLIPSIS.node in places:
        return None
    values = put((element,), [{name: node} for node in places])
    return Items("{", tuple(interpret(value, budget) for value in values))


def _points(value: Value, condition: Node, budget: Budget) -> Value:
    """A point with letters that are any real numbers, as all the points of a line; else a set under a condition."""
    parts = condition.items if isinstance(condition, Listing) else (condition,)
    is_point = isinstance(value, Table) or (isinstance(value, Items) and value.kind in ("(", "<"))
    if is_point and all(is_member(part, Sym("ℝ")) for part in parts):
        return Conditional(value, parts)
    return Items("{|", (value, interpret(condition, budget)))


def _integers(element: Sym, domain: Sym, bounds: tuple[Node, ...], budget: Budget) -> Value:
    """``{n | n in Z, 1 <= n <= 3}`` is the finite set that it describes."""
    if not bounds:
        return Scalar(domain)
    given = interpret(Listing("and", bounds), budget)
    if not isinstance(given, Reals) or given.variable != element.name:
        raise Unreadable("a set of integers that no bounds describe")
    return whole_numbers(given.members, domain == Sym("ℕ"), budget)


@reads(Builder)
def _outside_braces(_node: Builder, _budget: Budget) -> Value:
    raise Unreadable("a condition outside a set")


def _union_of_families(one: Value, other: Value) -> Family:
    """The values of two families as one. Raises `Unreadable` where one is none, or a member is one number."""
    if isinstance(one, Family) and isinstance(other, Family):
        members = (*one.members, *(renamed(node, {other.symbol: one.symbol}) for node in other.members))
        if all(names_in([node]) == {one.symbol} for node in members):
            return Family(members, one.symbol)
    raise Unreadable("a union of what are no families over the integers")


def set_operation(node: App, budget: Budget) -> Value | None:
    """One set with or without another; all the members of a family are left out of it."""
    values = [interpret(arg, budget) for arg in node.args]
    if node.head == "union" and all(isinstance(value, Family) for value in values):
        return _union_of_families(*values)
    if isinstance(values[1], Family):
        is_whole = Chain(("∈",), (Sym(values[1].symbol), WHOLE[0]))
        return conditional((App(node.head, (node.args[0], Group("{", "}", values[1].members))),), (is_whole,), budget)
    left, right = map(real_set, values)
    if left is None or right is None:
        return None
    unit = left.unit if left.unit == right.unit else ()
    return Reals(Combined(node.head, left.members, right.members), unit=unit)
