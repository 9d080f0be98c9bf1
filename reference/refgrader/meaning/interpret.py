"""Tree → value: which kind of answer a text gives (chapters 4 to 8)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from flint import fmpq

from refgrader import units
from refgrader.limits import MAX_ELEMENTS, MAX_ENTRIES, LimitReached, Unreadable
from refgrader.meaning import signs
from refgrader.meaning.values import (
    LISTS,
    Combined,
    Conditional,
    Either,
    Family,
    Interval,
    Items,
    Named,
    Reals,
    RealSet,
    Relation,
    Residue,
    Scalar,
    Table,
    Value,
    Words,
)
from refgrader.numbers.same import features
from refgrader.reading.notation import NAMES_OF_COLLECTIONS
from refgrader.reading.tree import (
    App,
    Builder,
    Chain,
    Given,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
)

INFINITY: Final = Sym("∞")
MINUS_INFINITY: Final = App("neg", (INFINITY,))
ALL: Final = Interval(MINUS_INFINITY, INFINITY, False, False)
ELLIPSIS: Final = Scalar(Sym("…"))

_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_SYMBOLS: Final = {"∅": Reals(None), "ℝ": Reals(ALL)}
_POSITIVE: Final = {"ℝ+": Interval(Num(fmpq(0)), INFINITY, False, False), "ℝ-": Interval(MINUS_INFINITY, Num(fmpq(0)), False, False)}
INTEGER_SETS: Final = frozenset({"ℤ", "ℕ", "Z", "N"})


def interpret(node: Node) -> Value:
    """The value that a tree gives. Raises `Unreadable` where it gives none."""
    return _KINDS[type(node)](node)


# --- numbers, functions, vectors ------------------------------------------------------------------------------


def _number(node: Node) -> Value:
    return Scalar(node)


def _symbol(node: Sym) -> Value:
    if node.name in _POSITIVE:
        return Reals(_POSITIVE[node.name])
    return _SYMBOLS.get(node.name) or Scalar(node)


def _quantity(node: Quantity) -> Value:
    inner = interpret(node.value)
    unit = units.simplified(node.unit)
    if isinstance(inner, Items) and inner.kind in (*LISTS, "("):
        return Items(inner.kind, tuple(_with_unit(item, unit) for item in inner.items))
    return _with_unit(inner, unit)


def _with_unit(value: Value, unit: units.Unit) -> Value:
    if isinstance(value, Scalar):
        return Scalar(value.node, units.simplified(value.unit + unit))
    return value


def _application(node: App) -> Value:
    special = _HEADS.get(node.head)
    if special is not None:
        found = special(node)
        if found is not None:
            return found
    if signs.count(node):
        values = signs.expand(node)
        return Items(",", tuple(interpret(value) for value in values))
    return Scalar(node)


def _set_operation(node: App) -> Value | None:
    left, right = (real_set(interpret(arg)) for arg in node.args)
    if left is None or right is None:
        return None
    return Reals(Combined(node.head, left.members, right.members))


def _sum(node: App) -> Value | None:
    parts = [interpret(arg) for arg in node.args] if _composite(node) else []
    if isinstance(node.args[0], Sym) or any(isinstance(part, Reals) for part in parts):
        difference = _difference_of_sets(node)
        if difference is not None:
            return difference
    if parts and all(isinstance(part, (Table, Items)) for part in parts):
        return _add_vectors(parts)
    if not any(isinstance(part, Scalar) and part.unit for part in parts):
        return None
    scalars = [part for part in parts if isinstance(part, Scalar)]
    if len(scalars) != len(parts):
        return None
    if any(unknown := [part for part in scalars if part.unit and not units.convertible(part.unit)]) and len(unknown) < len(scalars):
        return Scalar(App("add", tuple(_noun_as_symbol(part) for part in scalars)))  # 2 cost + 5: a name, not a unit
    unit = scalars[-1].unit
    if all(part.unit in ((), (("degree", 1),)) for part in scalars) and any(_composite(part.node) for part in scalars):
        return None  # 30° + 360° k: an angle, compared in radians
    if all(not part.unit for part in scalars[:-1]):  # 2 + 3√2 cm
        return Scalar(App("add", tuple(part.node for part in scalars)), unit)
    return _sum_of_quantities(scalars)


def _difference_of_sets(node: App) -> Value | None:
    """``R - {0}``: a set less what a set or braces hold."""
    first = interpret(node.args[0])
    if not isinstance(first, Reals) or len(node.args) != 2:
        return None
    rest = node.args[1]
    if not (isinstance(rest, App) and rest.head == "neg" and isinstance(rest.args[0], (Group, App, Sym))):
        return None
    removed = real_set(interpret(rest.args[0]))
    return None if removed is None else Reals(Combined("minus", first.members, removed.members))


def _noun_as_symbol(part: Scalar) -> Node:
    if not part.unit:
        return part.node
    return App("mul", (part.node, *(Text(name) for name, _ in part.unit)))


def _sum_of_quantities(scalars: list[Scalar]) -> Scalar:
    unit = scalars[0].unit
    terms: list[Node] = []
    for scalar in scalars:
        found = units.conversion(scalar.unit, unit)
        if found is None or found[1]:
            raise Unreadable("a sum of units that do not agree")
        factor = Num(fmpq(found[0].numerator, found[0].denominator))
        terms.append(App("mul", (factor, _plain(scalar.node))))
    return Scalar(App("add", tuple(terms)), unit)


def _plain(node: Node) -> Node:
    return node.value if isinstance(node, Quantity) else node


def _composite(node: Node) -> bool:
    """Whether a vector, a matrix or a unit stands among the operands."""
    return isinstance(node, App) and any(
        isinstance(arg, (Quantity, Matrix, Group))
        or (isinstance(arg, App) and arg.head in ("neg", "mul", "div", "pow") and _composite(arg))
        for arg in node.args
    )


def _add_vectors(parts: list[Value]) -> Value | None:
    columns = [_entries(part) for part in parts]
    if len({len(column) for column in columns}) != 1 or len({type(part) for part in parts}) != 1:
        return None
    sums = tuple(Scalar(App("add", entry)) for entry in zip(*columns, strict=True))
    return _reshaped(parts[0], sums)


def _entries(value: Value) -> tuple[Node, ...]:
    items = value.items if isinstance(value, Items) else tuple(cell for row in value.rows for cell in row)  # type: ignore[union-attr]
    if not all(isinstance(item, Scalar) for item in items):
        raise Unreadable("arithmetic on what is no vector")
    return tuple(item.node for item in items if isinstance(item, Scalar))


def _reshaped(like: Value, entries: tuple[Value, ...]) -> Value:
    if isinstance(like, Items):
        return Items(like.kind, entries)
    assert isinstance(like, Table)
    width = len(like.rows[0])
    return Table(tuple(entries[k : k + width] for k in range(0, len(entries), width)))


def _product(node: App) -> Value | None:
    if not _composite(node):
        return None
    named = _named_collection(node)
    if named is not None:
        return named
    parts = [interpret(arg) for arg in node.args]
    vectors = [part for part in parts if isinstance(part, (Table, Items))]
    if len(vectors) == 1 and all(isinstance(part, (Scalar, Table, Items)) for part in parts):
        factor = tuple(part.node for part in parts if isinstance(part, Scalar))
        if node.head == "div":
            if parts[0] is not vectors[0]:
                return None
            return _reshaped(vectors[0], tuple(Scalar(App("div", (entry, *factor))) for entry in _entries(vectors[0])))
        return _reshaped(vectors[0], tuple(Scalar(App("mul", (*factor, entry))) for entry in _entries(vectors[0])))
    if any(isinstance(part, Scalar) and part.unit for part in parts):
        return _product_of_quantities(node, parts)
    return None


def _named_collection(node: App) -> Named | None:
    """``A(1,2)``, "the point (1,2)": a collection behind what it is called (COL-14, COL-15)."""
    if node.head != "mul" or len(node.args) != 2 or not isinstance(node.args[1], Group):
        return None
    name, group = node.args
    if isinstance(name, Text):
        if not set(name.words.lower().split()) <= NAMES_OF_COLLECTIONS:
            raise Unreadable("words before a collection")
        return Named("", (), interpret(group))
    if isinstance(name, Sym) and name.name[:1].isupper():
        value = interpret(group)
        return Named(name.name, (), value) if isinstance(value, (Items, Reals)) else None
    return None


def _product_of_quantities(node: App, parts: list[Value]) -> Value | None:
    unit: units.Unit = ()
    nodes: list[Node] = []
    for place, part in enumerate(parts):
        if not isinstance(part, Scalar):
            return None
        sign = -1 if node.head == "div" and place == 1 else 1
        unit += tuple((name, sign * power) for name, power in part.unit)
        nodes.append(_plain(part.node))
    if all(name == "degree" for name, _ in unit):
        return None
    return Scalar(App(node.head, tuple(nodes)), units.simplified(unit))


def _negated(node: App) -> Value | None:
    inner = node.args[0]
    if not isinstance(inner, (Matrix, Group, Quantity)) and not _composite(inner):
        return None
    value = interpret(inner)
    if isinstance(value, (Table, Items)):
        return _reshaped(value, tuple(Scalar(App("neg", (entry,))) for entry in _entries(value)))
    if isinstance(value, Scalar) and value.unit:
        return Scalar(App("neg", (value.node,)), value.unit)
    return None


def _transposed(node: App) -> Value | None:
    base, exponent = node.args
    if isinstance(base, (Matrix, Group)) and exponent in (Sym("T"), Sym("top"), Text("T")):
        value = interpret(base)
        if isinstance(value, Table):
            return Table(tuple(zip(*value.rows, strict=True)))
        return value
    return None


def _matrix(node: Matrix) -> Value:
    if node.kind == "vmatrix":
        return Scalar(node)
    if sum(len(row) for row in node.rows) > MAX_ENTRIES:
        raise LimitReached("entries", MAX_ENTRIES)
    return Table(tuple(tuple(interpret(cell) for cell in row) for row in node.rows))


# --- collections ----------------------------------------------------------------------------------------------


def _group(node: Group) -> Value:
    if node.opening == "{":
        return _braced(node)
    interval = _interval(node)
    if interval is not None:
        return Reals(interval)
    kind = {"(": "(", "[": "[", r"\langle": "<"}.get(node.opening)
    if kind is None:
        raise Unreadable("brackets that mean nothing")
    if any(signs.count(item) for item in node.items):
        return Items(",", tuple(interpret(choice) for choice in signs.expand(node)))
    items = tuple(interpret(item) for item in node.items)
    if len(items) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return Items(kind, items)


def _interval(node: Group) -> Interval | None:
    """An interval that cannot be a tuple: one end open, an infinite end, or brackets turned outwards."""
    if len(node.items) != 2 or any(isinstance(item, (Chain, Group, Text, Listing)) for item in node.items):
        return None
    low, high = node.items
    mixed = (node.opening, node.closing) not in (("(", ")"), ("[", "]"), (r"\langle", r"\rangle"))
    if not mixed and not _infinite(low) and not _infinite(high):
        return None
    return Interval(low, high, node.opening == "[", node.closing == "]")


def _infinite(node: Node) -> bool:
    return node == INFINITY or (isinstance(node, App) and node.head == "neg" and node.args[0] == INFINITY)


def _braced(node: Group) -> Value:
    if not node.items:
        return Reals(None)
    if len(node.items) == 1 and isinstance(node.items[0], Builder):
        return _built(node.items[0])
    if len(node.items) > 1 and isinstance(node.items[0], Builder):
        first = node.items[0]
        return _built(Builder(first.element, Listing("and", (first.condition, *node.items[1:]))))
    return Items("{", _flat(node.items))


def _flat(nodes: tuple[Node, ...]) -> tuple[Value, ...]:
    """The items, with the values of ``±`` among them side by side."""
    values: list[Value] = []
    for node in nodes:
        value = interpret(node)
        if isinstance(value, Items) and value.kind in LISTS:
            values.extend(value.items)
        else:
            values.append(value)
    if len(values) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return tuple(values)


def _built(node: Builder) -> Value:
    """``{x | condition}``: the set that its condition describes (REL-22, COL-29, COL-30)."""
    element, condition = node.element, node.condition
    if isinstance(element, Chain) and element.signs == ("∈",) and isinstance(element.items[0], Sym):
        domain = element.items[1]
        element = element.items[0]
        if domain in (Sym("ℤ"), Sym("ℕ"), Sym("ℚ"), Sym("ℂ")):
            condition = Listing("and", (Chain(("∈",), (element, domain)), condition))
        elif domain != Sym("ℝ"):
            condition = Listing("and", (Chain(("∈",), (element, domain)), condition))
    if isinstance(element, Sym):
        given = interpret(condition)
        found = _bound_integers(element, condition)
        if found is not None:
            return found
        if isinstance(given, Named) and given.name == element.name:
            given = given.value
            return given if isinstance(given, (Reals, Items)) else Items("{", (given,))
        if isinstance(given, Reals) and given.variable == element.name:
            return Reals(given.members)
        if isinstance(given, Conditional) and isinstance(given.value, Reals):
            return Reals(given.value.members)
        raise Unreadable("a set whose condition is not solved")
    integers = _integer_symbols((condition,))
    if len(integers) == 1:
        (symbol,) = integers
        return Family(signs.expand(element), symbol)
    raise Unreadable("a set whose condition is not solved")


def _bound_integers(element: Sym, condition: Node) -> Value | None:
    """``{n | n in Z, 1 <= n <= 3}`` is the finite set that it describes."""
    parts = condition.items if isinstance(condition, Listing) else (condition,)
    whole = [part for part in parts if part == Chain(("∈",), (element, Sym("ℤ"))) or part == Chain(("∈",), (element, Sym("ℕ")))]
    rest = [part for part in parts if part not in whole]
    if not whole:
        return None
    if not rest:
        return Scalar(whole[0].items[1])  # type: ignore[union-attr]
    given = interpret(rest[0] if len(rest) == 1 else Listing("and", tuple(rest)))
    bounds = _finite_bounds(given.members) if isinstance(given, Reals) and given.variable == element.name else None
    if bounds is None:
        raise Unreadable("a set of integers without an end")
    low, high = bounds
    if high - low >= MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    if whole[0].items[1] == Sym("ℕ"):  # type: ignore[union-attr]
        low = max(low, 0)
    return Items("{", tuple(Scalar(Num(fmpq(k))) for k in range(low, high + 1)))


def _finite_bounds(members: RealSet) -> tuple[int, int] | None:
    """The first and last integer of an interval whose ends are written as numbers."""
    if isinstance(members, Combined) and members.operation == "intersect":
        left, right = _ends(members.left), _ends(members.right)
        ends = [max(pair) if k == 0 else min(pair) for k, pair in enumerate(zip(left, right, strict=True))] if left and right else None
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
    if _infinite(node):
        return -_FAR if isinstance(node, App) else _FAR
    if isinstance(node, App) and node.head == "neg":
        inner = _plain_integer(node.args[0])
        return None if inner is None else -inner
    return int(node.value.p) if isinstance(node, Num) and node.value.q == 1 and node.value < _FAR else None


def _listing(node: Listing) -> Value:
    items = node.items
    body, conditions = _split_conditions(items)
    if conditions:
        return _conditional(body, conditions)
    values = _same_variable([interpret(item) for item in items])
    if all(isinstance(value, Reals) and value.variable for value in values):
        return _joined_inequalities(node.joiner, values)
    if node.joiner == "or" and all(isinstance(value, Reals) for value in values):
        return _union(values)
    if any(_is_label_group(value) for value in values):
        return Items(",", tuple(_by_name(list(value.items)) if _is_label_group(value) else value for value in values))  # type: ignore[arg-type, union-attr]
    if any(isinstance(value, Named) for value in values):
        return _labelled("or" if node.joiner == "or" else ",", values)
    if all(isinstance(value, Family) for value in values):
        return _family_union(values)
    if len(values) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    if node.joiner == "and" and all(isinstance(value, Scalar) and value.unit for value in values):
        total = _mixed_units([value for value in values if isinstance(value, Scalar)])
        if total is not None:
            return total
    return Items("or" if node.joiner == "or" else ",", _spread(values))


def _same_variable(values: list[Value]) -> list[Value]:
    """``x in R, x != 0``: a set that is given to a name, among inequalities in that name, is one of them."""
    names = {value.variable for value in values if isinstance(value, Reals) and value.variable}
    return [
        Reals(value.value.members, value.name)
        if isinstance(value, Named) and value.name in names and isinstance(value.value, Reals)
        else value
        for value in values
    ]


def _mixed_units(scalars: list[Scalar]) -> Value | None:
    """``1 hour and 30 minutes``: different units of one kind are one amount (UNIT-12)."""
    if len({scalar.unit for scalar in scalars}) < len(scalars):
        return None
    try:
        return _sum_of_quantities(scalars)
    except Unreadable:
        return None


def _is_label_group(value: Value) -> bool:
    """``(x, y) = (1, 2)``, which was read as labels."""
    return isinstance(value, Items) and len(value.items) > 1 and all(isinstance(item, Named) for item in value.items)


def _spread(values: list[Value]) -> tuple[Value, ...]:
    spread: list[Value] = []
    for value in values:
        if isinstance(value, Items) and value.kind in LISTS:
            spread.extend(value.items)
        else:
            spread.append(value)
    return tuple(spread)


def _joined_inequalities(joiner: str, values: list[Any]) -> Value:
    names = {value.variable for value in values}
    if len(names) > 1:
        return Items(",", tuple(values))
    operation = {"or": "union", "and": "intersect"}.get(joiner, "comma")
    members: RealSet = values[0].members
    for value in values[1:]:
        members = Combined(operation, members, value.members)
    return Reals(members, values[0].variable)


def _union(values: list[Any]) -> Value:
    members: RealSet = values[0].members
    for value in values[1:]:
        members = Combined("union", members, value.members)
    return Reals(members, values[0].variable)


def _family_union(values: list[Any]) -> Value:
    names = {value.symbol for value in values}
    if len(names) > 1:
        raise Unreadable("families over several integers")
    return Family(tuple(member for value in values for member in value.members), values[0].symbol)


def _labelled(joiner: str, values: list[Value]) -> Value:
    """Values with names: of one unknown they are a list, of several they are labels (COL-9, COL-13)."""
    if isinstance(values[0], Named) and not any(isinstance(value, Named) for value in values[1:]):
        first = values[0]
        return Named(first.name, first.parameters, Items(",", _spread([first.value, *values[1:]])))
    if not all(isinstance(value, Named) for value in values):
        return Items(joiner, tuple(values))
    named = [value for value in values if isinstance(value, Named)]
    names = [value.name for value in named]
    if _one_unknown(names):
        return Named(_unknown(names[0]), named[0].parameters, Items(",", _spread([value.value for value in named])))
    period = names.index(names[0], 1) if names[0] in names[1:] else len(names)
    if period < len(names) and names == names[:period] * (len(names) // period):
        groups = (named[k : k + period] for k in range(0, len(named), period))
        return Items(",", tuple(_by_name(group) for group in groups))
    return Items(joiner, tuple(values))


def _one_unknown(names: list[str]) -> bool:
    """``x = 1, x = 2`` or ``x_1 = 1, x_2 = 2``: values of one unknown."""
    if len({_unknown(name) for name in names}) > 1:
        return False
    return len(set(names)) == 1 or (len(set(names)) == len(names) and all("_" in name for name in names))


def _by_name(group: list[Named]) -> Items:
    """Labelled values as the tuple in the alphabetical order of their names."""
    return Items("(", tuple(item.value for item in sorted(group, key=lambda item: item.name)))


def _unknown(name: str) -> str:
    """The unknown of which ``x_1`` is a numbered value."""
    base, _, index = name.partition("_")
    return base if index.replace(",", "").isdigit() else name


# --- relations ------------------------------------------------------------------------------------------------


def _chain(node: Chain) -> Value:
    kinds = set(node.signs)
    if kinds <= {"=", "≈"}:
        return _equalities(node)
    if kinds <= {"<", ">", "<=", ">=", "!="} or kinds <= {"<", ">", "<=", ">=", "="}:
        return _inequality(node)
    if len(node.signs) == 1:
        left, right = node.items
        if node.signs[0] == "∈":
            value = interpret(right)
            if isinstance(value, Items) and value.kind in ("(", "["):
                value = real_set(value) or value
            return Named(_name(left) or "", (), value)
        if node.signs[0] == "≡" and isinstance(right, App) and right.head == "mod":
            return Residue(left, right.args[0], right.args[1])
        if node.signs[0] == "≡":
            return _equalities(Chain(("=",), node.items))
    return Relation(" ".join(node.signs), App("tuple", node.items), Num(fmpq(0)))


def _equalities(node: Chain) -> Value:
    left, last = node.items[0], node.items[-1]
    cut = next((k for k, sign in enumerate(node.signs) if sign == "≈"), None)
    if cut is not None and not (cut == 0 and len(node.items) == 2 and _name(left) is not None):
        exact = node.items[: cut + 1]
        values = (interpret(exact[0] if len(exact) == 1 else Chain(("=",) * cut, exact)), interpret(last))
        return Either(tuple(value.value if isinstance(value, Named) else value for value in values))
    name = _name(left)
    if len(node.items) > 2 and all(isinstance(item, Sym) for item in node.items[:-1]) and not features(last).names:
        return Items(",", tuple(Named(item.name, (), interpret(last)) for item in node.items[:-1] if isinstance(item, Sym)))
    if name is None and len(node.items) == 2 and (other := _name(last)) is not None and isinstance(last, Sym):
        return _named(last, other, left)
    if name is not None:
        return _named(left, name, last)
    if len(node.items) == 2 and _bare(left) and not features(last).names:
        return Relation("=", left, last)  # 0 = 0 names nothing and works nothing out
    if len(node.items) > 2 or not (features(left).names or features(last).names):
        return interpret(last)
    return _equation(left, last)


def _bare(node: Node) -> bool:
    return isinstance(node, Num) or (isinstance(node, App) and node.head == "neg" and isinstance(node.args[0], Num))


def _equation(left: Node, right: Node) -> Value:
    if isinstance(left, Group) and isinstance(right, Group) and len(left.items) == len(right.items):
        pairs = zip(left.items, right.items, strict=True)
        if all(isinstance(name, Sym) for name in left.items):
            return Items(",", tuple(Named(name.name, (), interpret(value)) for name, value in pairs))  # type: ignore[union-attr]
    if signs.count(left) + signs.count(right):
        values = signs.expand(App("div", (left, right)))
        return Items(",", tuple(Relation("=", *value.args) for value in values))  # type: ignore[union-attr, arg-type]
    return Relation("=", left, right)


def _named(left: Node, name: str, right: Node) -> Value:
    if isinstance(left, Sym):
        base, _, index = name.partition("_")
        parameter = (index,) if len(index) == 1 and index.isalpha() and index in features(right).names else ()
        return Named(base if parameter else name, parameter, interpret(right))
    if isinstance(left, App) and left.head == "call":
        parameters = tuple(arg.name for arg in left.args[1:] if isinstance(arg, Sym))
        if len(parameters) == len(left.args) - 1:
            if all(name.isupper() and name not in features(right).names for name in parameters):
                return Named(f"{name}({', '.join(parameters)})", (), interpret(right))  # P(A) names a number
            return Named(name, parameters, interpret(right))
    return Named(name, (), interpret(right))


def _name(node: Node) -> str | None:
    """What the left side of an equation calls its right side; None where it is no mere name."""
    if isinstance(node, Sym):
        return None if node.name in ("∞", "∅") else node.name
    if isinstance(node, Text):
        return node.words.lower()
    if isinstance(node, App):
        if node.head == "call" and isinstance(node.args[0], Sym):
            if all(isinstance(arg, Sym) for arg in node.args[1:]):
                return node.args[0].name
            return f"{node.args[0].name}({', '.join(map(repr, node.args[1:]))})"
        if node.head == "pow" and isinstance(node.args[0], Sym) and node.args[0].name in "fgh":
            return f"{node.args[0].name}^{node.args[1]!r}"
        if node.head in ("abs", "overline") and (inner := _name(node.args[0])) is not None:
            return inner
        if node.head == "mul":
            return _letters(node)
        if node.head in ("derivative", "union", "intersect", "minus"):
            return repr(node)
    return None


def _letters(node: App) -> str | None:
    """``AB``, ``\\angle ABC``, ``v(t)``: letters side by side that name one thing."""
    if all(isinstance(arg, Sym) for arg in node.args):
        names = [arg.name for arg in node.args if isinstance(arg, Sym)]
        if names[0] in ("angle", "triangle", "measuredangle") or all(name[:1].isupper() for name in names):
            return "".join(names)
    if isinstance(node.args[0], Sym) and node.args[0].name in ("angle", "measuredangle") and len(node.args) == 2:
        return f"angle {_name(node.args[1]) or ''}"
    return None


def _inequality(node: Chain) -> Value:
    solved = _solved(node)
    if solved is not None:
        return solved
    if len(node.signs) == 1:
        return Relation(node.signs[0], *node.items)
    parts = tuple(Relation(sign, node.items[k], node.items[k + 1]) for k, sign in enumerate(node.signs))
    return Items(",", parts)


def _solved(node: Chain) -> Reals | None:
    """``3 < x <= 4``: the interval, where one symbol alone is compared with numbers (REL-15)."""
    places = [k for k, item in enumerate(node.items) if isinstance(item, Sym) and not _infinite(item)]
    names = {item.name for item in node.items if isinstance(item, Sym) and not _infinite(item)}
    if len(places) != 1 or len(names) != 1:
        return None
    (place,), (name,) = places, names
    if any(features(item).names for k, item in enumerate(node.items) if k != place and not _infinite(item)):
        return None
    members: RealSet = ALL
    for k, sign in enumerate(node.signs):
        if place not in (k, k + 1):
            continue
        other = node.items[k + 1] if place == k else node.items[k]
        part = _half_line(sign if place == k else _FLIPPED[sign], other)
        members = part if members == ALL else Combined("intersect", members, part)
    return Reals(members, name)


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


# --- conditions -----------------------------------------------------------------------------------------------


def _split_conditions(items: tuple[Node, ...]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The items that give values, and those that only say what a symbol in them is."""
    for cut in range(1, len(items)):
        body = items[:cut]
        if all(_is_condition(item, body) for item in items[cut:]):
            return body, items[cut:]
    return items, ()


def _is_condition(item: Node, body: tuple[Node, ...]) -> bool:
    if isinstance(item, Text):
        return False
    if not isinstance(item, Chain) or not set(item.signs) <= {"∈", "<", ">", "<=", ">=", "!=", "=", "∉"}:
        return False
    if set(item.signs) == {"="}:
        return len(item.items) == 2 and isinstance(item.items[1], Listing)
    subject = next((part for part in item.items if isinstance(part, Sym)), None)
    if subject is None:
        return False
    if item.signs[0] in ("∈", "∉") and isinstance(item.items[1], Sym):
        return all(not isinstance(part, Chain) or part.signs[0] not in ("∈", "<", ">", "<=", ">=") for part in body)
    return any(_about(part, subject.name) for part in body)


def _about(part: Node, name: str) -> bool:
    """Whether a value, not itself a solved relation for that symbol, speaks of the symbol."""
    if isinstance(part, Chain):
        return part.signs[0] == "=" and part.items[0] != Sym(name) and any(name in features(item).names for item in part.items)
    return not isinstance(part, (Group, Text)) and name in features(part).names


def _given(node: Given) -> Value:
    condition = node.condition
    conditions = condition.items if isinstance(condition, Listing) and condition.joiner != "or" else (condition,)
    body = node.body.items if isinstance(node.body, Listing) and node.body.joiner == "," else (node.body,)
    values, more = _split_conditions(body)
    return _conditional(values, (*more, *conditions))


def _conditional(body: tuple[Node, ...], conditions: tuple[Node, ...]) -> Value:
    node = body[0] if len(body) == 1 else Listing(",", body)
    integers = _integer_symbols(conditions) & features(node).names
    if len(integers) == 1 and all(_says_integer(condition) for condition in conditions):
        (symbol,) = integers
        family = _as_family(interpret(node), symbol)
        if family is not None:
            return family
    return Conditional(interpret(node), conditions)


def _as_family(value: Value, symbol: str) -> Value | None:
    if isinstance(value, Named) and not value.parameters:
        inner = _as_family(value.value, symbol)
        return None if inner is None else Named(value.name, (), inner)
    if isinstance(value, Scalar) and not value.unit:
        return Family((value.node,), symbol)
    if isinstance(value, Items) and value.kind in (*LISTS, "{"):
        if all(isinstance(item, Scalar) and not item.unit for item in value.items):
            return Family(tuple(item.node for item in value.items if isinstance(item, Scalar)), symbol)
    return None


def _says_integer(condition: Node) -> bool:
    return isinstance(condition, Text) or bool(_integer_symbols((condition,)))


_INTEGER_IN_WORDS: Final = re.compile(r"\bintegers? ([a-zA-Z])$|^([a-zA-Z]) (?:is |= )?(?:an? )?integers?$")


def _integer_symbols(conditions: tuple[Node, ...]) -> frozenset[str]:
    found = set()
    for condition in conditions:
        if isinstance(condition, Text):
            found |= {name for pair in _INTEGER_IN_WORDS.findall(condition.words) for name in pair if name}
        if isinstance(condition, Chain) and condition.signs == ("∈",) and condition.items[1] in (Sym("ℤ"), Sym("Z")):
            subjects = condition.items[0]
            for subject in subjects.items if isinstance(subjects, Listing) else (subjects,):
                if isinstance(subject, Sym):
                    found.add(subject.name)
    return frozenset(found)


# --- sets -----------------------------------------------------------------------------------------------------


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


def _text(node: Text) -> Value:
    return Words(node.words)


def _unsolved(node: Builder) -> Value:
    raise Unreadable("a condition outside a set")


_HEADS: Final[dict[str, Callable[[App], Value | None]]] = {
    **dict.fromkeys(("union", "intersect", "minus"), _set_operation),
    "add": _sum,
    "mul": _product,
    "div": _product,
    "neg": _negated,
    "pow": _transposed,
}
_KINDS: Final[dict[type, Callable[[Any], Value]]] = {
    Num: _number,
    Sym: _symbol,
    App: _application,
    Quantity: _quantity,
    Group: _group,
    Listing: _listing,
    Chain: _chain,
    Builder: _unsolved,
    Matrix: _matrix,
    Given: _given,
    Text: _text,
}
