"""What grading returns: a verdict with its reason, and the steps that led to it (TERM)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CORRECT: Final = "correct"
INCORRECT: Final = "incorrect"
UNGRADABLE: Final = "ungradable"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way to a verdict: the clause that it applies and what it found."""

    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is ``correct``, ``incorrect`` or ``ungradable`` (the gold cannot be understood)."""

    kind: str
    reason: str
    trace: tuple[Step, ...] = ()

    @property
    def correct(self) -> bool:
        """Whether the response gives the gold answer."""
        return self.kind == CORRECT

    def __bool__(self) -> bool:
        return self.correct


@dataclass(frozen=True, slots=True)
class Extraction:
    """The final answer found in a response: its text, its span there (code points) and the EXT clause that found it."""

    text: str
    start: int
    end: int
    rule: str
