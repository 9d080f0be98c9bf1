"""What comes of vectors, matrices and sets that are written out: their products, a length, a trace (REL-12)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final, TypeAlias

from flint import fmpq

from refgrader.numbers.functions import Undefined
from refgrader.reading.tree import MINUS_ONE, ZERO, App, Group, Matrix, Node, Num, Sym, applies

#: A matrix; a vector is a column, and a number is one by itself.
Rows: TypeAlias = tuple[tuple[Node, ...], ...]
_NOTHING: Final[Rows] = ()
_VECTORS: Final = (("(", ")"), (r"\langle", r"\rangle"))


def is_worked_out(node: Node) -> bool:
    """Whether something is done to a vector, a matrix or a set."""
    return isinstance(node, App) and any(isinstance(arg, (Group, Matrix)) or is_worked_out(arg) for arg in node.args)


def compared(member: Node, last: Node) -> tuple[Rows, Rows]:
    """What a calculation and its result come to; of an inverse, its product with the result, and the identity."""
    if isinstance(member, App) and member.head == "pow" and applies(exponent := member.args[1], "neg"):
        size = range(len(entries(last)))
        identity = tuple(tuple(Num(fmpq(row == column)) for column in size) for row in size)
        return _times(_power((member.args[0], *exponent.args)), entries(last)), identity
    return entries(member), entries(last)


def entries(node: Node) -> Rows:
    """The rows that an expression comes to; none of what is not worked out here."""
    if isinstance(node, Matrix) and node.kind != "vmatrix":
        return node.rows
    if isinstance(node, Group):
        return tuple((item,) for item in node.items) if (node.opening, node.closing) in _VECTORS else _NOTHING
    if not is_worked_out(node):
        return ((node,),)
    carried_out = _CARRIED_OUT.get(node.head) if isinstance(node, App) else None
    return carried_out(node.args) if isinstance(node, App) and carried_out else _NOTHING


def _product(args: tuple[Node, ...]) -> Rows:
    return reduce(_times, map(entries, args))


def _times(left: Rows, right: Rows) -> Rows:
    """A number times a matrix, two matrices, or two vectors, whose product is a number."""
    for number, rows in ((left, right), (right, left)):
        if list(map(len, number)) == [1]:
            return tuple(tuple(App("mul", (number[0][0], entry)) for entry in row) for row in rows)
    if left and right and len(left[0]) == len(right[0]) == 1:
        left = tuple(zip(*left, strict=True))
    if not left or len(left[0]) != len(right):
        return _NOTHING
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(_sum_of_products(row, column) for column in columns) for row in left)


def _sum_of_products(one: tuple[Node, ...], other: tuple[Node, ...]) -> Node:
    return App("add", tuple(App("mul", pair) for pair in zip(one, other, strict=True)))


def _sum(args: tuple[Node, ...]) -> Rows:
    parts = [entries(arg) for arg in args]
    sizes = {(len(rows), len(rows[0])) if rows else (0, 0) for rows in parts}
    if not sizes.isdisjoint({(0, 0), (1, 1)}):
        return _NOTHING
    if len(sizes) > 1:
        raise Undefined
    return tuple(tuple(App("add", entry) for entry in zip(*rows, strict=True)) for rows in zip(*parts, strict=True))


def _cross(args: tuple[Node, ...]) -> Rows:
    ours, theirs = (sum(entries(arg), ()) for arg in args)
    if len(ours) == len(theirs) == 2:  # in the plane a number
        ours, theirs = (*ours, ZERO), (*theirs, ZERO)
        return _cross_of(ours, theirs)[2:]
    if ours and theirs and not len(ours) == len(theirs) == 3:
        raise Undefined
    return _cross_of(ours, theirs) if ours and theirs else _NOTHING


def _cross_of(ours: tuple[Node, ...], theirs: tuple[Node, ...]) -> Rows:
    pairs = ((1, 2), (2, 0), (0, 1))
    return tuple((App("add", (App("mul", (ours[i], theirs[j])), App("neg", (App("mul", (ours[j], theirs[i])),)))),)
                 for i, j in pairs)  # fmt: skip


def _size(args: tuple[Node, ...]) -> Rows:
    """The length of a vector, or how many elements a set has."""
    (of,) = args
    if isinstance(of, Group) and of.opening == "{" and Sym("…") not in of.items:
        return ((Num(fmpq(len(set(of.items)))),),)
    rows = entries(of)
    column = rows if len(rows) > 1 else tuple((entry,) for row in rows for entry in row)
    square = _times(column, column) if column and len(column[0]) == 1 < len(column) else _NOTHING
    return tuple((App("sqrt", row),) for row in square)


def _trace(args: tuple[Node, ...]) -> Rows:
    rows = entries(args[0])
    diagonal = tuple(row[place] for place, row in enumerate(rows) if len(row) == len(rows))
    return ((App("add", diagonal),),) if diagonal else _NOTHING


def _power(args: tuple[Node, ...]) -> Rows:
    """A square matrix times itself."""
    rows, exponent = entries(args[0]), args[1]
    times = int(exponent.value.p) if isinstance(exponent, Num) and exponent.value in range(1, 9) else 0
    return reduce(_times, [rows] * times) if times and rows and len(rows) == len(rows[0]) else _NOTHING


_CARRIED_OUT: Final[dict[str, Callable[[tuple[Node, ...]], Rows]]] = {
    "add": _sum,
    "neg": lambda args: _product((MINUS_ONE, *args)),
    "mul": _product,
    "cross": _cross,
    "abs": _size,
    "trace": _trace,
    "pow": _power,
}
