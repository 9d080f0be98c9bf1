"""Numbers, quantities, vectors and matrices, and what arithmetic makes of them (NUM, UNIT, COL-31 to COL-35)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import MAX_TERMS, Unreadable
from refgrader.meaning import signs, written_out
from refgrader.meaning.brackets import set_operation
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.names import may_be_arbitrary
from refgrader.meaning.relations import residues
from refgrader.meaning.sets import ALL, ELLIPSIS, INFINITY, MINUS_INFINITY
from refgrader.meaning.tellings import filled
from refgrader.meaning.values import Interval, Items, Named, Reals, RealSet, Scalar, Table, Value, mapped
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.numbers.same import same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import ZERO, App, Group, Matrix, Node, Num, Quantity, Sym, Text, is_transposed, product

_SETS: Final[dict[str, RealSet]] = {
    "∅": None,
    "ℝ": ALL,
    "ℝ+": Interval(ZERO, INFINITY, False, False),
    "ℝ-": Interval(MINUS_INFINITY, ZERO, False, False),
    "ℝ≥0": Interval(ZERO, INFINITY, True, False),
}
#: Brackets around a vector, which sets and lists are not.
_VECTORS: Final = frozenset({"(", "[", "<"})
#: Arithmetic of which the value may be a vector or an amount.
_CARRIED_OUT: Final = frozenset({"add", "neg", "mul", "div", "pow"})


@reads(Sym)
def _symbol(node: Sym, _budget: Budget) -> Value:
    return Reals(_SETS[node.name]) if node.name in _SETS else Scalar(node)


@reads(Matrix)
def _matrix(node: Matrix, budget: Budget) -> Value:
    if node.kind == "vmatrix":
        return Scalar(node)
    return Table(tuple(tuple(interpret(cell, budget) for cell in row) for row in node.rows))


@reads(Quantity)
def _quantity(node: Quantity, budget: Budget) -> Value:
    value = interpret(node.value, budget)
    unit = units.simplified(node.unit)
    if unit not in units.OF_SPACE:  # "units" name none
        unit = tuple(factor for factor in unit if factor[0] != "unit")
    if isinstance(value, Scalar):
        return Scalar(value.node, units.simplified(value.unit + unit))
    of_each = units.measured(unit)
    return _each_in(value, of_each) if of_each and units.convertible(of_each) else value


def _each_in(value: Value, unit: units.Unit) -> Value:
    """``(3, 4) km``: a unit behind a collection is that of each number in it which has none of its own (UNIT-1)."""
    if isinstance(value, Scalar):
        return value if value.unit else value._replace(unit=unit)
    if isinstance(value, Reals):
        return value if value.unit or value.members is None else value._replace(unit=unit)
    if isinstance(value, Items):
        return value._replace(items=tuple(_each_in(item, unit) for item in value.items))
    if isinstance(value, Table):
        return Table(tuple(tuple(_each_in(entry, unit) for entry in row) for row in value.rows))
    return value._replace(value=_each_in(value.value, unit)) if isinstance(value, Named) else value


@reads(App)
def _application(node: App, budget: Budget) -> Value:
    carried_out = _HEADS.get(node.head)
    if carried_out is not None and (found := carried_out(node, budget)) is not None:
        return found
    if signs.standing_in(node):
        return Items(",", tuple(interpret(value, budget) for value in signs.expand(node)))
    if node.head == "add" and ELLIPSIS.node in node.args[2:]:  # 20 + 19 + … + 10
        node = App("add", filled(node.args, MAX_TERMS))
    return Scalar(node)


def _transposed(node: App, budget: Budget) -> Value | None:
    if is_transposed(node):
        value = interpret(node.args[0], budget)
        rows = _rows(value)
        return Table(tuple(zip(*rows, strict=True))) if rows else value
    return None


def _rows(value: Value) -> tuple[tuple[Value, ...], ...]:
    """The rows of a matrix, or of several lists of one length: ``[[1, 2], [3, 5]]``; none of what has none."""
    if isinstance(value, Table):
        return value.rows
    items = value.items if isinstance(value, Items) and value.kind in ("(", "[") else ()
    rows = tuple(item.items for item in items if isinstance(item, Items))
    return rows if len(rows) == len(items) and len(set(map(len, rows))) == 1 else ()


def _arithmetic(node: App, budget: Budget) -> Value | None:
    """What comes of vectors, sets and amounts; None where there are none, or nothing that is known comes of them."""
    if not _composite(node):
        return None
    parts = [interpret(arg, budget) for arg in node.args]
    if node.head == "mul" and len(parts) == 2 and isinstance(node.args[1], Group):
        named = _named_collection(node.args[0], parts[1])
        if named is not None:
            return named
    matrix = next((part for part in parts if isinstance(part, Table)), None)
    if matrix is not None and node.head == "add":  # I - A
        parts = [multiple_of_identity(part, matrix, budget) or part for part in parts]
    if any(isinstance(part, (Table, Items)) for part in parts):
        return _entrywise(node.head, parts)
    scalars = [part for part in parts if isinstance(part, Scalar)]
    if len(scalars) < len(parts):
        return None
    return _sum_of_amounts(scalars) if node.head == "add" else _product_of_amounts(node.head, scalars)


def _multiplied(node: App, budget: Budget) -> Value | None:
    """A matrix before a column of constants that anybody may choose is worked out: it tells a general solution."""
    last = node.args[-1]
    cells = [cell for row in last.rows for cell in row] if isinstance(last, Matrix) else [ZERO]
    if all(isinstance(cell, Sym) and may_be_arbitrary(cell.name) for cell in cells):
        return Table(tuple(tuple(map(Scalar, row)) for row in written_out.entries(node)))
    return _arithmetic(node, budget)


def _composite(node: Node) -> bool:
    """Whether a vector, a matrix, a set or a unit stands among the operands."""
    for arg in node.args if isinstance(node, App) else ():
        if isinstance(arg, (Quantity, Matrix, Group)):
            return True
        if isinstance(arg, App) and arg.head in _CARRIED_OUT and _composite(arg):
            return True
    return False


def _named_collection(name: Node, value: Value) -> Named | None:
    """``A(1,2)``: a collection behind the letter that it is called by (COL-15)."""
    if isinstance(name, Text):
        raise Unreadable("words before a collection")
    is_point = isinstance(value, Items) and value.kind in ("(", "<")  # an interval and a set need an equals sign
    if isinstance(name, Sym) and name.name[:1].isupper() and is_point:
        return Named(name.name, (), value)
    return None


def multiple_of_identity(value: Value, beside: Table, budget: Budget) -> Table | None:
    """What a number times ``I`` or ``I_n`` is beside a square matrix with n rows (COL-34); None for all else."""
    size = len(beside.rows)
    if not isinstance(value, Scalar) or value.unit or size != len(beside.rows[0]):
        return None
    called = features(value.node).names & {"I", f"I_{size}"}
    factor = substituted(value.node, dict.fromkeys(called, Num(fmpq(1))))
    if len(called) != 1 or not same(value.node, App("mul", (factor, Sym(*called))), budget):
        return None
    rows = ((Scalar(factor if row == column else ZERO) for column in range(size)) for row in range(size))
    return Table(tuple(map(tuple, rows)))


def _entrywise(head: str, parts: list[Value]) -> Value | None:
    """The sum of vectors, or one of them times or over numbers; None for any other arithmetic with them."""
    vectors = [part for part in parts if isinstance(part, (Table, Items))]
    if any(isinstance(part, Items) and part.kind not in _VECTORS for part in vectors):  # \{1, 2\} \pm 1
        return None
    scaled = head != "add" and len(vectors) == 1 and (head != "div" or parts[0] is vectors[0])
    added = head == "add" and len(vectors) == len(parts) and len(set(map(type, parts))) == 1
    if not scaled and not added:
        return None
    columns = [repeat(part.node) if isinstance(part, Scalar) else _entries(part) for part in parts]
    if len({len(column) for column in columns if isinstance(column, list)}) > 1:
        return None
    entries = (App(head, entry) for entry in zip(*columns, strict=False))
    found: Value = mapped(vectors[0], lambda _: next(entries))
    return found


def _entries(value: Value) -> list[Node]:
    items = value.items if isinstance(value, Items) else sum(value.rows, ()) if isinstance(value, Table) else ()
    entries = [item.node for item in items if isinstance(item, Scalar) and not item.unit]
    if len(entries) < len(items):
        raise Unreadable("arithmetic on what is no vector")
    return entries


def _sum_of_amounts(scalars: list[Scalar]) -> Scalar | None:
    """Amounts in one unit or in several; None for an angle, which is compared in radians."""
    measured = [scalar for scalar in scalars if scalar.unit]
    nouns = [scalar for scalar in measured if not units.convertible(scalar.unit)]
    if 0 < len(nouns) < len(scalars):
        named = (product((scalar.node, *(Text(name) for name, _ in scalar.unit))) for scalar in scalars)
        return Scalar(App("add", tuple(named)))  # 2 cost + 5: a name, no unit
    if any(_composite(scalar.node) for scalar in scalars):
        return None  # 30° + 360° k
    if measured == scalars[-1:]:  # 2 + 3√2 cm
        return Scalar(App("add", tuple(scalar.node for scalar in scalars)), scalars[-1].unit)
    return sum_of_quantities(scalars)


def sum_of_quantities(scalars: list[Scalar]) -> Scalar:
    """Amounts in units of one kind, in that of the first. Raises `Unreadable` where they are of several kinds."""
    remarks = {remark for scalar in scalars if (remark := units.remarked(scalar.unit))}
    if len(remarks) > 1:
        raise Unreadable("a sum of amounts with different remarks")
    unit = (*units.measured(scalars[0].unit), *next(iter(remarks), ()))
    terms: list[Node] = []
    for scalar in scalars:
        found = units.conversion(scalar.unit, unit)
        if found is None or found.offset:
            raise Unreadable("a sum of units that do not agree")
        terms.append(App("mul", (Num(found.factor), scalar.node)))
    return Scalar(App("add", tuple(terms)), unit)


def _product_of_amounts(head: str, scalars: list[Scalar]) -> Scalar | None:
    """A product or quotient, or the opposite, of amounts; None for an angle, which is compared in radians."""
    below = scalars[1:] if head == "div" else []
    above = scalars[: len(scalars) - len(below)]
    unit = tuple(factor for scalar in above for factor in scalar.unit)
    unit += tuple((name, -power) for scalar in below for name, power in scalar.unit)
    if head != "neg" and all(name == "degree" for name, _ in unit):
        return None
    return Scalar(App(head, tuple(scalar.node for scalar in scalars)), units.simplified(unit))


_HEADS: Final[dict[str, Callable[[App, Budget], Value | None]]] = {
    **dict.fromkeys(("union", "intersect", "minus"), set_operation),
    **dict.fromkeys(("add", "neg", "div"), _arithmetic),
    "mul": _multiplied,
    "pow": _transposed,
    "residue": lambda node, _budget: residues(None, node),
}
