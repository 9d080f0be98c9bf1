"""Expressions with something else in the place of their symbols."""

from __future__ import annotations

from collections.abc import Mapping

from refgrader.operations import BINDERS
from refgrader.reading.tree import App, Node, Sym, mapped

_OWN = BINDERS | {"derivative"}


def substituted(node: Node, values: Mapping[str, Node]) -> Node:
    """The expression with values in the place of symbols; ``k`` in a sum over k is another symbol."""
    if isinstance(node, Sym):
        return values.get(node.name, node)
    if isinstance(node, App) and node.head in _OWN and isinstance(node.args[0], Sym) and node.args[0].name in values:
        values = {name: value for name, value in values.items() if name != node.args[0].name}
    return mapped(node, lambda child: substituted(child, values))


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The expression with its symbols renamed, those that are bound in it too."""
    if isinstance(node, Sym):
        return Sym(names.get(node.name, node.name))
    return mapped(node, lambda child: renamed(child, names))
