r"""``\pm`` and ``\mp``: the values that an expression with them stands for (COL-17, COL-18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Final

from refgrader.limits import MAX_SIGNS, LimitReached
from refgrader.reading.tree import App, Group, Node, mapped, vocabulary

_SIGNS: Final = frozenset({"pm", "mp"})


def _inside(node: Node) -> tuple[Node, ...]:
    """Where the signs of an expression are looked for."""
    return node.args if isinstance(node, App) else node.items if isinstance(node, Group) else ()


def count(node: Node) -> int:
    r"""How many ``\pm`` and ``\mp`` stand in the expression."""
    return 0 if _SIGNS.isdisjoint(vocabulary(node)) else _count(node)


def _count(node: Node) -> int:
    own = 1 if isinstance(node, App) and node.head in _SIGNS else 0
    return own + sum(map(_count, _inside(node)))


def expand(node: Node) -> tuple[Node, ...]:
    r"""The values of `node`, one for each choice of signs; all ``\pm`` go together where there is a ``\mp``."""
    total = count(node)
    if total == 0:
        return (node,)
    if _has(node, "mp") and _has(node, "pm"):
        return tuple(_choose(node, iter([sign] * total)) for sign in (1, -1))
    if 2**total > MAX_SIGNS:
        raise LimitReached("signs", MAX_SIGNS)
    return tuple(_choose(node, iter(signs)) for signs in product((1, -1), repeat=total))


def _has(node: Node, head: str) -> bool:
    return (isinstance(node, App) and node.head == head) or any(_has(child, head) for child in _inside(node))


def _choose(node: Node, signs: Iterator[int]) -> Node:
    if not isinstance(node, (App, Group)):
        return node
    if isinstance(node, App) and node.head in ("pm", "mp"):
        positive = (next(signs) == 1) == (node.head == "pm")
        inner = _choose(node.args[0], signs)
        return inner if positive else App("neg", (inner,))
    return mapped(node, partial(_choose, signs=signs))
