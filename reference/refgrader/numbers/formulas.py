"""The formulas of the table of operations: read as answers are read, the arguments put for their letters."""

from __future__ import annotations

from functools import cache

from refgrader.reading.parser import parse
from refgrader.reading.tree import Node, Sym, mapped

#: What the formulas call the arguments.
LETTERS = "uvw"


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
