"""What grading returns: a verdict with its reason, and the steps that led to it (TERM)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CORRECT: Final = "correct"
INCORRECT: Final = "incorrect"
UNGRADABLE: Final = "ungradable"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way to a verdict: the clause that it applies and what it found."""

    clause: str
    text: str

    def __reduce__(self) -> tuple[type[Step], tuple[str, str]]:
        return Step, (self.clause, self.text)


def _no_steps() -> tuple[Step, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is ``correct``, ``incorrect`` or ``ungradable`` (the gold cannot be understood).

    `clause` is the one that decided. `trace` works the steps out when it is read.
    """

    kind: str
    reason: str
    clause: str = ""
    _steps: Callable[[], tuple[Step, ...]] = field(default=_no_steps, repr=False, compare=False)

    @property
    def correct(self) -> bool:
        """Whether the response gives the gold answer."""
        return self.kind == CORRECT

    @property
    def trace(self) -> tuple[Step, ...]:
        """The steps from the texts to the verdict, each with the clause of the spec that it applies."""
        return self._steps()

    def __bool__(self) -> bool:
        return self.correct

    def __reduce__(self) -> tuple[type[Verdict], tuple[str, str, str, Callable[[], tuple[Step, ...]]]]:
        # Callers send verdicts between processes by the million, and dataclasses with slots are slow to restore.
        return Verdict, (self.kind, self.reason, self.clause, self._steps)


@dataclass(frozen=True, slots=True)
class Extraction:
    """The final answer in a response: its text, its span (code points) and the EXT clause that found it."""

    text: str
    start: int
    end: int
    rule: str
