"""Expressions with something else in the place of their symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from refgrader.numbers.evaluate import CONSTANTS
from refgrader.operations import BINDERS
from refgrader.reading.tree import App, Node, Sym, children, mapped

_OWN: Final = BINDERS | {"derivative"}


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


def renamed_by_position(gold: Node, answer: Node) -> Node:
    """The answer with its own names replaced by the gold's, in the order of their first appearance (OPT-8)."""
    ours, theirs = _appearance(gold), _appearance(answer)
    shared = set(ours) & set(theirs)
    ours, theirs = [n for n in ours if n not in shared], [n for n in theirs if n not in shared]
    if len(ours) != len(theirs):
        return answer
    return renamed(answer, dict(zip(theirs, ours, strict=True)))


def _appearance(node: Node) -> list[str]:
    if isinstance(node, Sym):
        return [] if node.name in CONSTANTS else [node.name]
    names: list[str] = []
    for child in children(node):
        names.extend(name for name in _appearance(child) if name not in names)
    return names
