"""A row, what became of one that is none, and what graders say of it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple

from gradespec.judge import BROKEN, UNSUPPORTED

#: Verdicts that are none: the grader did not come to one.
MISSING = frozenset((*BROKEN, UNSUPPORTED))


class Place(NamedTuple):
    """Where a row stands: its file, and there its line (in Parquet, Arrow and arrays its number), from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Broken(NamedTuple):
    """Why there is no value."""

    why: str


class Record(NamedTuple):
    """A value as a file has it, or `why` there is none at its place. A field of it may be `Broken`."""

    place: Place
    value: object
    why: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row to grade: its `id` if it has one, and golds of which any will do.

    `reward` is whether a recorded reward says correct, `recorded` an answer that somebody else extracted, `question`
    and `group` (what ``--by`` names) are texts; each is empty where nobody asked for it.
    """

    place: Place
    id: str
    golds: tuple[str, ...]
    response: str
    reward: bool | None = None
    recorded: str | None = None
    question: str = ""
    group: str = ""

    def __reduce__(self) -> tuple[type[Row], tuple[Any, ...]]:
        """As a copy is made in another process: in less than half of the time that it takes field by field."""
        return Row, _values(self)

    @property
    def gold(self) -> str:
        """The golds as they are shown."""
        return " or ".join(self.golds)


_values: Final = attrgetter(*Row.__slots__)


@dataclass(frozen=True, slots=True)
class BadRow:
    """What stands at a place and is no row, and why."""

    place: Place
    why: str
    id: str = ""


class Decision(NamedTuple):
    """What one grader says of one row.

    `verdict` is ``correct``, ``incorrect``, ``ungradable``, or why there is none: ``timeout``, ``error`` …
    `answer` is the answer that was found in the response, None where none was or the grader does not tell.
    """

    verdict: str
    answer: str | None = None
    reason: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """A row and what each grader says of it, in the order of the graders; nothing of what is no row."""

    row: Row | BadRow
    decisions: tuple[Decision, ...] = ()
