r"""``\pm`` and ``\mp``: the values that an expression with them stands for (COL-17, COL-18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product, repeat
from typing import Final

from refgrader.limits import MAX_SIGNS, LimitReached
from refgrader.reading.tree import App, Node, mapped, vocabulary, within

_SIGNS: Final = frozenset({"pm", "mp"})


def standing_in(*nodes: Node) -> list[str]:
    r"""The ``\pm`` and ``\mp`` that stand in some expressions, in their order."""
    if _SIGNS.isdisjoint(vocabulary(*nodes)):
        return []
    return [part.head for node in nodes for part in within(node) if isinstance(part, App) and part.head in _SIGNS]


def expand(node: Node) -> tuple[Node, ...]:
    r"""The values of `node`, one for each choice of signs; all ``\pm`` go together where there is a ``\mp``."""
    found = standing_in(node)
    if set(found) >= _SIGNS:
        return tuple(_choose(node, repeat(sign)) for sign in (1, -1))
    if 2 ** len(found) > MAX_SIGNS:
        raise LimitReached("signs", MAX_SIGNS)
    return tuple(_choose(node, iter(signs)) for signs in product((1, -1), repeat=len(found)))


def _choose(node: Node, signs: Iterator[int]) -> Node:
    if isinstance(node, App) and node.head in _SIGNS:
        positive = (next(signs) == 1) == (node.head == "pm")
        inner = _choose(node.args[0], signs)
        return inner if positive else App("neg", (inner,))
    return mapped(node, partial(_choose, signs=signs))
