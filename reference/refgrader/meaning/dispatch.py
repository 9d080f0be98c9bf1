"""Tree → value: the table of node types, which the other rooms of this folder fill (READ-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from refgrader.meaning.values import Scalar, Value, Words
from refgrader.numbers.budget import Budget
from refgrader.reading.tree import Node, Num, Text

_KINDS: Final[dict[type, Callable[[Any, Budget], Value]]] = {
    Num: lambda node, _budget: Scalar(node),
    Text: lambda node, _budget: Words(node.words),
}
Reader = TypeVar("Reader", bound=Callable[[Any, Budget], Value])


def interpret(node: Node, budget: Budget) -> Value:
    """The value that a tree gives. Raises `Unreadable` where it gives none, `LimitReached` past a bound."""
    return _KINDS[type(node)](node, budget)


def reads(kind: type) -> Callable[[Reader], Reader]:
    """Register the function below as what reads nodes of that type."""

    def register(function: Reader) -> Reader:
        _KINDS[kind] = function
        return function

    return register
