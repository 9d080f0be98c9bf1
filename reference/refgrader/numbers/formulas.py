"""The formulas of the table of operations, read as answers are read, and the derivatives that follow from them.

What the calculus says of sums, products and powers stands here, of all else in the table (EXPR-23, NUM-28).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from flint import fmpq

from refgrader.limits import Unreadable
from refgrader.operations import OPERATIONS
from refgrader.reading.parser import parse
from refgrader.reading.tree import ZERO, App, Node, Num, Sym, mapped

#: What the formulas call the arguments.
LETTERS = "uvw"
_ONE: Final = Num(fmpq(1))


@cache
def formula(text: str) -> Node:
    """The tree that a formula writes."""
    return parse(text)


def filled(text: str, args: tuple[Node, ...]) -> Node:
    """The tree of a formula with the arguments in their places."""
    places: dict[str, Node] = dict(zip(LETTERS, args, strict=False))

    def replaced(node: Node) -> Node:
        return places.get(node.name, node) if isinstance(node, Sym) else mapped(node, replaced)

    return replaced(formula(text))


@lru_cache(maxsize=16)
def derivative(node: Node, name: str) -> Node:
    """d(node)/d(name), worked out once for all points. Raises `Unreadable` for what is no elementary function."""
    return _derived(node, name)


def _derived(node: Node, name: str) -> Node:
    if isinstance(node, Sym):
        return _ONE if node.name == name else ZERO
    if isinstance(node, Num):
        return ZERO
    if not isinstance(node, App):
        raise Unreadable("the derivative of what is no function")
    head, args = node
    slopes = [_derived(arg, name) for arg in args]
    row = OPERATIONS.get(head)
    if head == "add":
        return _sum(slopes)
    if head == "mul":
        return _sum([_product(*args[:k], slope, *args[k + 1 :]) for k, slope in enumerate(slopes)])
    if head == "pow" and isinstance(args[1], Num):
        lowered = App("pow", (args[0], Num(args[1].value - 1))) if args[1].value != 1 else _ONE
        return _product(args[1], lowered, slopes[0])
    if row is None or len(args) != row.arity or not (row.derivative or row.definition):
        raise Unreadable(f"the derivative of {head}")
    if not row.derivative:
        return _derived(filled(row.definition, args), name)
    return _sum([_product(filled(by, args), slope) for by, slope in zip(row.derivative, slopes, strict=True)])


def _sum(terms: list[Node]) -> Node:
    terms = [term for term in terms if term != ZERO]
    return App("add", tuple(terms)) if len(terms) > 1 else terms[0] if terms else ZERO


def _product(*factors: Node) -> Node:
    if ZERO in factors:
        return ZERO
    factors = tuple(factor for factor in factors if factor != _ONE)
    return App("mul", factors) if len(factors) > 1 else factors[0] if factors else _ONE
