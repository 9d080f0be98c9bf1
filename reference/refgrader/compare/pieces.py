"""Functions by cases whose conditions are no inequalities: compared condition by condition (EXPR-20)."""

from __future__ import annotations

from typing import Final

from refgrader.compare.finding import Context
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.reading.notation import CONDITIONS
from refgrader.reading.tree import App, Chain, Given, Node, Text, is_otherwise

_EVALUATED: Final = frozenset({"<", ">", "<=", ">=", "=", "!=", "≡"})
_SILENT: Final = CONDITIONS | {"is", "are", "a", "an", "the", ",", ".", "="}


def has_words(node: Node) -> bool:
    """Whether a function by cases has a condition that cannot be evaluated: words, or membership."""
    return isinstance(node, App) and node.head == "cases" and not all(map(_is_evaluated, node.args))


def _is_evaluated(piece: Node) -> bool:
    if not isinstance(piece, Given) or is_otherwise(piece.condition):
        return True
    return isinstance(piece.condition, Chain) and set(piece.condition.signs) <= _EVALUATED


def same_pieces(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two functions have the same conditions, and under each the same value."""
    ours, theirs = _by_condition(gold), _by_condition(answer)
    return bool(ours) and ours.keys() == theirs.keys() and all(_equal(ours[key], theirs[key], context) for key in ours)


def _by_condition(node: Node) -> dict[Node, Node]:
    pieces = node.args if isinstance(node, App) and node.head == "cases" else ()
    found = {_spelled(piece.condition): piece.body for piece in pieces if isinstance(piece, Given)}
    return found if len(found) == len(pieces) else {}  # two values under one condition


def _spelled(condition: Node) -> Node:
    """A condition without the words that say nothing about which."""
    if is_otherwise(condition):
        return Text("otherwise")
    if not isinstance(condition, Text):
        return condition
    return Text(" ".join(word for word in condition.words.split() if word.lower() not in _SILENT))


def _equal(gold: Node, answer: Node, context: Context) -> bool:
    try:
        return gold == answer or same(gold, answer, context.budget)
    except Undefined:
        return False
