"""Expressions with something else in the place of their symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flint import fmpq

from refgrader.late import late
from refgrader.operations import BINDERS
from refgrader.reading.tree import App, Node, Num, Sym, mapped, minus

#: What may be an index in a name: ``n`` of ``a_n+1``.
_RUN: Final = late(r"#?[^\W_]+")
#: Two letters in an index.
_TWO: Final = late(r"(?<=_)[a-zA-Z]{2}\Z")
_OWN: Final = BINDERS | {"derivative"}


def substituted(node: Node, values: Mapping[str, Node]) -> Node:
    """The expression with values in the place of symbols; ``k`` in a sum over k is another symbol."""
    if isinstance(node, Sym):
        return values.get(node.name, node)
    if isinstance(node, App) and node.head in _OWN and isinstance(node.args[0], Sym) and node.args[0].name in values:
        values = {name: value for name, value in values.items() if name != node.args[0].name}
    return mapped(node, lambda child: substituted(child, values))


def linear_parts(node: Node, name: str) -> tuple[Node, Node]:
    """A and B of an expression that is ``A + B x``."""
    alone, once = (substituted(node, {name: Num(fmpq(k))}) for k in (0, 1))
    return alone, minus(once, alone)


def replaced(node: Node, parts: Mapping[Node, Node]) -> Node:
    """The expression with other ones in the place of some of its operations."""
    if isinstance(node, App) and node in parts:
        return parts[node]
    return mapped(node, lambda child: replaced(child, parts))


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The expression with its symbols renamed, those that are bound in it too."""
    if isinstance(node, Sym):
        return Sym(names.get(node.name, node.name))
    return mapped(node, lambda child: renamed(child, names))


def with_own_indices(node: Node, depth: int = 0) -> Node:
    """The expression with one name for each of its bound symbols, in subscripts too: ``#0`` for the outermost."""
    if isinstance(node, App) and node.head in BINDERS and isinstance(node.args[0], Sym):
        index, own = node.args[0].name, f"#{depth}"
        args = (with_own_indices(with_index(arg, index, own), depth + 1) for arg in node.args)
        return node._replace(args=tuple(args))
    return mapped(node, lambda child: with_own_indices(child, depth))


def with_index(node: Node, index: str, other: str) -> Node:
    """The expression with something else for an index, in subscripts too: ``a_{n+1}``."""
    if isinstance(node, Sym):
        return Sym(name_at(node.name, index, other))
    return mapped(node, lambda child: with_index(child, index, other))


def name_at(name: str, index: str, other: str) -> str:
    """A name with something else for an index, of two side by side, too: ``a_{pj}`` of ``a_{ij}``."""
    name = _RUN.sub(lambda run: other if run[0] == index else run[0], name)
    return name if _TWO.search(name) is None else _TWO.sub(lambda two: two[0].replace(index, other), name)
