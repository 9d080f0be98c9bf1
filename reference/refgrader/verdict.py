"""What grading returns: a verdict with its reason, and the steps that led to it (TERM)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

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


class UngradableGold(ValueError):
    """A number was asked of a verdict that has none: its gold cannot be understood. The message says why."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is ``correct``, ``incorrect`` or ``ungradable`` (the gold cannot be understood).

    `clause` is the one that decided. `trace` works the steps out when it is read. `answer` is the text that was
    judged: None where a response gives no definite answer, and where lists from `parse` were compared.
    ``float(verdict)`` is 1.0 or 0.0, and raises `UngradableGold` where there is none; see `refgrader.score`.
    """

    kind: str
    reason: str
    clause: str = ""
    _steps: Callable[[], tuple[Step, ...]] = field(default=_no_steps, repr=False, compare=False)
    answer: str | None = field(default=None, compare=False)

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

    def __float__(self) -> float:
        if self.kind == UNGRADABLE:
            raise UngradableGold(f"the gold cannot be graded: {self.reason}")
        return 1.0 if self.correct else 0.0

    def to_dict(self) -> dict[str, Any]:
        """``verdict``, ``reason``, ``clause`` and ``answer`` as plain values, for a log; the trace is left out."""
        return {"verdict": self.kind, "reason": self.reason, "clause": self.clause, "answer": self.answer}

    def __reduce__(self) -> tuple[type[Verdict], tuple[Any, ...]]:
        # Callers send verdicts between processes by the million, and dataclasses with slots are slow to restore.
        return Verdict, (self.kind, self.reason, self.clause, self._steps, self.answer)


@dataclass(frozen=True, slots=True)
class Extraction:
    """The final answer in a response: its text, its span (code points) and the EXT clause that found it."""

    text: str
    start: int
    end: int
    rule: str
