"""One answer that was read: its text, its tree and what that means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from refgrader.conventions import Reading, usual_comma
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Value
from refgrader.numbers.budget import Budget
from refgrader.options import DEFAULT, Options
from refgrader.reading.clean import clean
from refgrader.reading.tree import Node


@dataclass(frozen=True, slots=True)
class Answer:
    """A readable answer: `text` as written, `tree` as parsed. Two answers are compared with `refgrader.verify`."""

    text: str
    tree: Node = field(repr=False)

    def value(self) -> Value:
        """Which kind of answer it is. Raises `Unreadable` where its parts do not fit together."""
        return interpret(self.tree, Budget())

    def to_sympy(self) -> Any:
        """The answer as a SymPy object, built node by node without evaluating text.

        Raises `Unreadable` where SymPy has no counterpart. Imports SymPy.
        """
        from refgrader.sympy_bridge import to_sympy

        return to_sympy(self.tree)

    def __str__(self) -> str:
        return self.text


def read_answer(text: str, options: Options = DEFAULT) -> Answer:
    """Read an answer's text by the default conventions (READ).

    Raises `Unreadable` where the text is not in the grammar, `LimitReached` where it is past a bound.
    """
    cleaned = clean(text)
    if not cleaned:
        raise Unreadable("it is empty")
    return Answer(text, Reading(cleaned, usual_comma(options)).tree())
