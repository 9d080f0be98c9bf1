"""Numbers, quantities, vectors and matrices, and what arithmetic makes of them (NUM, UNIT, COL-31 to COL-35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import MAX_ENTRIES, LimitReached, Unreadable
from refgrader.meaning import signs
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.relations import residues
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY, real_set
from refgrader.meaning.values import (
    LISTS,
    Combined,
    Interval,
    Items,
    Named,
    Reals,
    Scalar,
    Table,
    Value,
    Words,
)
from refgrader.numbers.budget import Budget
from refgrader.reading.notation import NAMES_OF_COLLECTIONS
from refgrader.reading.tree import App, Group, Matrix, Node, Num, Quantity, Sym, Text

_DEGREES: Final = (("degree", 1),)
_SYMBOLS: Final = {"∅": Reals(None), "ℝ": Reals(ALL)}
_HALVES: Final = {
    "ℝ+": Interval(Num(fmpq(0)), INFINITY, False, False),
    "ℝ-": Interval(MINUS_INFINITY, Num(fmpq(0)), False, False),
    "ℝ≥0": Interval(Num(fmpq(0)), INFINITY, True, False),
}


@reads(Num)
def _number(node: Node, _budget: Budget) -> Value:
    return Scalar(node)


@reads(Sym)
def _symbol(node: Sym, _budget: Budget) -> Value:
    if node.name in _HALVES:
        return Reals(_HALVES[node.name])
    return _SYMBOLS.get(node.name) or Scalar(node)


@reads(Quantity)
def _quantity(node: Quantity, budget: Budget) -> Value:
    inner = interpret(node.value, budget)
    unit = tuple(factor for factor in units.simplified(node.unit) if factor[0] != "unit")  # "units" name none
    if isinstance(inner, Items) and inner.kind in (*LISTS, "("):
        return Items(inner.kind, tuple(_with_unit(item, unit) for item in inner.items))
    return _with_unit(inner, unit)


def _with_unit(value: Value, unit: units.Unit) -> Value:
    if isinstance(value, Scalar):
        return Scalar(value.node, units.simplified(value.unit + unit))
    return value


@reads(App)
def _application(node: App, budget: Budget) -> Value:
    special = _HEADS.get(node.head)
    if special is not None:
        found = special(node, budget)
        if found is not None:
            return found
    if signs.count(node):
        values = signs.expand(node)
        return Items(",", tuple(interpret(value, budget) for value in values))
    return Scalar(node)


def _set_operation(node: App, budget: Budget) -> Value | None:
    left, right = (real_set(interpret(arg, budget)) for arg in node.args)
    if left is None or right is None:
        return None
    return Reals(Combined(node.head, left.members, right.members))


def _sum(node: App, budget: Budget) -> Value | None:
    parts = [interpret(arg, budget) for arg in node.args] if _composite(node) else []
    if isinstance(node.args[0], Sym) or any(isinstance(part, Reals) for part in parts):
        difference = _difference_of_sets(node, budget)
        if difference is not None:
            return difference
    if parts and all(isinstance(part, (Table, Items)) for part in parts):
        return _add_vectors(parts)
    scalars = [part for part in parts if isinstance(part, Scalar)]
    return _sum_of_amounts(scalars) if len(scalars) == len(parts) else None


def _sum_of_amounts(scalars: list[Scalar]) -> Scalar | None:
    """Amounts in one unit or in several; None where no unit is added up."""
    measured = [scalar for scalar in scalars if scalar.unit]
    nouns = [scalar for scalar in measured if not units.convertible(scalar.unit)]
    if not measured:
        return None
    if 0 < len(nouns) < len(scalars):
        return Scalar(App("add", tuple(_noun_as_symbol(scalar) for scalar in scalars)))  # 2 cost + 5: a name, no unit
    if {scalar.unit for scalar in measured} == {_DEGREES} and any(_composite(scalar.node) for scalar in scalars):
        return None  # 30° + 360° k: an angle, compared in radians
    if measured == scalars[-1:]:  # 2 + 3√2 cm
        return Scalar(App("add", tuple(scalar.node for scalar in scalars)), scalars[-1].unit)
    return sum_of_quantities(scalars)


def _difference_of_sets(node: App, budget: Budget) -> Value | None:
    """``R - {0}``: a set less what a set or braces hold."""
    first = interpret(node.args[0], budget)
    if not isinstance(first, Reals) or len(node.args) != 2:
        return None
    rest = node.args[1]
    if not (isinstance(rest, App) and rest.head == "neg" and isinstance(rest.args[0], (Group, App, Sym))):
        return None
    removed = real_set(interpret(rest.args[0], budget))
    return None if removed is None else Reals(Combined("minus", first.members, removed.members))


def _noun_as_symbol(part: Scalar) -> Node:
    if not part.unit:
        return part.node
    return App("mul", (part.node, *(Text(name) for name, _ in part.unit)))


def sum_of_quantities(scalars: list[Scalar]) -> Scalar:
    remarks = {remark for scalar in scalars if (remark := units.remarked(scalar.unit))}
    if len(remarks) > 1:
        raise Unreadable("a sum of amounts with different remarks")
    unit = units.measured(scalars[0].unit) + (remarks.pop() if remarks else ())
    terms: list[Node] = []
    for scalar in scalars:
        found = units.conversion(scalar.unit, unit)
        if found is None or found.offset:
            raise Unreadable("a sum of units that do not agree")
        factor = Num(found.factor)
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
    items: tuple[Value, ...] = ()
    if isinstance(value, Items):
        items = value.items
    elif isinstance(value, Table):
        items = tuple(cell for row in value.rows for cell in row)
    if not all(isinstance(item, Scalar) for item in items):
        raise Unreadable("arithmetic on what is no vector")
    return tuple(item.node for item in items if isinstance(item, Scalar))


def _reshaped(like: Value, entries: tuple[Value, ...]) -> Value:
    if isinstance(like, Items):
        return Items(like.kind, entries)
    assert isinstance(like, Table)
    width = len(like.rows[0])
    return Table(tuple(entries[k : k + width] for k in range(0, len(entries), width)))


def _product(node: App, budget: Budget) -> Value | None:
    if not _composite(node):
        return None
    named = _named_collection(node, budget)
    if named is not None:
        return named
    parts = [interpret(arg, budget) for arg in node.args]
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


def _named_collection(node: App, budget: Budget) -> Named | None:
    """``A(1,2)``, "the point (1,2)": a collection behind what it is called (COL-14, COL-15)."""
    if node.head != "mul" or len(node.args) != 2 or not isinstance(node.args[1], Group):
        return None
    name, group = node.args
    if isinstance(name, Text):
        if not set(name.words.lower().split()) <= NAMES_OF_COLLECTIONS:
            raise Unreadable("words before a collection")
        return Named("", (), interpret(group, budget))
    if isinstance(name, Sym) and name.name[:1].isupper():
        value = interpret(group, budget)
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


def _negated(node: App, budget: Budget) -> Value | None:
    inner = node.args[0]
    if not isinstance(inner, (Matrix, Group, Quantity)) and not _composite(inner):
        return None
    value = interpret(inner, budget)
    if isinstance(value, (Table, Items)):
        return _reshaped(value, tuple(Scalar(App("neg", (entry,))) for entry in _entries(value)))
    if isinstance(value, Scalar) and value.unit:
        return Scalar(App("neg", (value.node,)), value.unit)
    return None


def _transposed(node: App, budget: Budget) -> Value | None:
    base, exponent = node.args
    if isinstance(base, (Matrix, Group)) and exponent in (Sym("T"), Sym("top"), Text("T")):
        value = interpret(base, budget)
        if isinstance(value, Table):
            return Table(tuple(zip(*value.rows, strict=True)))
        return value
    return None


@reads(Matrix)
def _matrix(node: Matrix, budget: Budget) -> Value:
    if node.kind == "vmatrix":
        return Scalar(node)
    if sum(len(row) for row in node.rows) > MAX_ENTRIES:
        raise LimitReached("entries", MAX_ENTRIES)
    return Table(tuple(tuple(interpret(cell, budget) for cell in row) for row in node.rows))


@reads(Text)
def _text(node: Text, _budget: Budget) -> Value:
    return Words(node.words)


def _residue(node: App, budget: Budget) -> Value:
    """``2 (mod 5)``: a class of numbers and none of them (REL-23)."""
    value = interpret(node.args[0], budget)
    if isinstance(value, Items) and all(isinstance(item, Scalar) for item in value.items):
        classes = (App("residue", (item.node, node.args[1])) for item in value.items if isinstance(item, Scalar))
        return Items(value.kind, tuple(residues(None, each) for each in classes))
    if not isinstance(value, Scalar) or value.unit:
        raise Unreadable("a modulus behind what is no number")
    return residues(None, node)


_HEADS: Final[dict[str, Callable[[App, Budget], Value | None]]] = {
    **dict.fromkeys(("union", "intersect", "minus"), _set_operation),
    "add": _sum,
    "mul": _product,
    "div": _product,
    "neg": _negated,
    "pow": _transposed,
    "residue": _residue,
}
