"""Functions that are given by cases, compared condition by condition (EXPR-20)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.numbers.same import surely_same
from refgrader.reading.notation import CONDITIONS
from refgrader.reading.tree import (
    MODULAR,
    App,
    Chain,
    Given,
    Node,
    Num,
    Text,
    applies,
    children,
    is_decided,
    is_otherwise,
    within,
)

_PARITY: Final = ("mod", Num(fmpq(2)))
_SILENT: Final = CONDITIONS | {"is", "are", "a", "an", "the", ",", ".", "="}


def by_condition(gold: Node, answer: Node) -> bool:
    """Whether conditions are words, which no values decide, or have a modulus: few integers show none but parity."""
    conditions = [piece.condition for piece in (*_given(gold), *_given(answer))]
    moduli = (part for each in conditions for part in within(each) if isinstance(part, App) and part.head in MODULAR)
    return not all(map(is_decided, conditions)) or any((each.head, each.args[1]) != _PARITY for each in moduli)


def same_pieces(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two functions have the same conditions, as they are written, and under each the same value."""
    ours, theirs = _pieces(gold), _pieces(answer)
    has_all = ours.keys() == theirs.keys() and len(ours) == len(children(gold)) == len(children(answer))
    return has_all and all(surely_same(ours[each], theirs[each], context.budget) for each in ours)


def _pieces(node: Node) -> dict[Node, Node]:
    """The value under each condition."""
    return {_said(piece.condition): piece.body for piece in _given(node)}


def _given(node: Node) -> list[Given]:
    return [piece for piece in children(node) if isinstance(piece, Given)] if applies(node, "cases") else []


def _said(condition: Node) -> Node:
    """A condition in one spelling: of words those that say which, and ``n \\equiv 1 (mod 3)`` as ``n mod 3 = 1``."""
    if is_otherwise(condition):
        return Text("otherwise")
    if isinstance(condition, Text):
        return Text(" ".join(word for word in condition.words.split() if word.lower() not in _SILENT))
    last = condition.items[-1] if isinstance(condition, Chain) and condition.signs in (("≡",), ("=",)) else None
    if isinstance(condition, Chain) and isinstance(last, App) and last.head in MODULAR:
        residue, modulus = last.args
        return Chain(("=",), (App("mod", (condition.items[0], modulus)), residue))
    return condition
