r"""``\pm`` and ``\mp``: the values that an expression with them stands for (COL-17, COL-18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product, repeat
from typing import Final

from refgrader.limits import MAX_SIGNS, LimitReached
from refgrader.reading.tree import App, Group, Node, mapped, vocabulary

_SIGNS: Final = frozenset({"pm", "mp"})


def _signs(node: Node) -> list[str]:
    """The signs that stand in an expression, in their order."""
    inside = node.args if isinstance(node, App) else node.items if isinstance(node, Group) else ()
    own = [node.head] if isinstance(node, App) and node.head in _SIGNS else []
    return own + [sign for part in inside for sign in _signs(part)]


def count(node: Node) -> int:
    r"""How many ``\pm`` and ``\mp`` stand in the expression."""
    return 0 if _SIGNS.isdisjoint(vocabulary(node)) else len(_signs(node))


def expand(node: Node) -> tuple[Node, ...]:
    r"""The values of `node`, one for each choice of signs; all ``\pm`` go together where there is a ``\mp``."""
    found = _signs(node)
    if set(found) >= _SIGNS:
        return tuple(_choose(node, repeat(sign)) for sign in (1, -1))
    if 2 ** len(found) > MAX_SIGNS:
        raise LimitReached("signs", MAX_SIGNS)
    return tuple(_choose(node, iter(signs)) for signs in product((1, -1), repeat=len(found)))


def _choose(node: Node, signs: Iterator[int]) -> Node:
    if not isinstance(node, (App, Group)):
        return node
    if isinstance(node, App) and node.head in _SIGNS:
        positive = (next(signs) == 1) == (node.head == "pm")
        inner = _choose(node.args[0], signs)
        return inner if positive else App("neg", (inner,))
    return mapped(node, partial(_choose, signs=signs))
