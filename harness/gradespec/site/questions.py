"""Questions that people ask, with the clauses that answer them and checks that show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import yaml
from markupsafe import Markup

from gradespec.corpus import Check
from gradespec.site.board import Board
from gradespec.site.pages import strip, wrong
from gradespec.site.prose import Prose
from gradespec.site.texts import Shown, asked, expectation_looks, shown


@dataclass(frozen=True)
class Example:
    """A check that shows an answer, and what the graders did on it."""

    check: Check
    strip: Markup
    wrong: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def gold(self) -> Shown | None:
        """The gold, where there is one."""
        return shown(self.check.payload["gold"]) if "gold" in self.check.payload else None

    @property
    def asked(self) -> Shown:
        """The answer or the response."""
        return shown(asked(self.check))

    @property
    def expectation(self) -> Markup:
        """What a right grader says."""
        return expectation_looks(self.check)


@dataclass(frozen=True)
class Question:
    """A question under its `topic`, its `answer`, the ids of the clauses behind it, and examples."""

    topic: str
    question: str
    answer: Markup
    plain: str
    clauses: tuple[str, ...]
    examples: tuple[Example, ...]


def questions(board: Board, prose: Prose) -> Iterator[Question]:
    """The questions of ``questions.yaml`` of which this specification has the clauses."""
    listed = yaml.safe_load(files(__package__).joinpath("questions.yaml").read_text(encoding="utf-8"))
    for entry in listed:
        if all(clause in board.spec.clauses for clause in entry["clauses"]):
            found = [board.checks[name] for name in entry.get("checks", ()) if name in board.checks]
            yield Question(
                entry["topic"],
                entry["question"],
                prose.inline(entry["answer"]),
                entry["answer"],
                tuple(entry["clauses"]),
                tuple(_example(check, board) for check in found),
            )


def _example(check: Check, board: Board) -> Example:
    letters = board.strip(check)
    return Example(check, strip(letters), tuple(wrong(board, letters)))
