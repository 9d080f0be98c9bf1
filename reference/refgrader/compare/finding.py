"""What a comparison finds, and what it needs to know while it compares."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from refgrader.numbers.budget import Budget
from refgrader.options import Options
from refgrader.verdict import Step

#: What is said of a unit beside a bare number (UNIT-1).
ONE_SIDE_ONLY: Final = "the unit stands on one side only and is dropped"


class Finding(NamedTuple):
    """Whether two values are the same answer, the clause that says so, and why in a few words."""

    same: bool
    clause: str
    why: str


class Context:
    """The options of one verdict, the budget of steps that it may spend, and its trace where somebody reads it."""

    __slots__ = ("budget", "options", "steps")

    def __init__(self, options: Options, steps: list[Step] | None = None) -> None:
        self.options = options
        self.budget = Budget()
        self.steps = steps

    def strictly(self) -> Context:
        """The same context where a sign of percent changes the value."""
        strict = Context(replace(self.options, percent="strict"), self.steps)
        strict.budget = self.budget
        return strict

    def note(self, clause: str, text: str) -> None:
        """Add a step to the trace."""
        if self.steps is not None:
            self.steps.append(Step(clause, text))


def yes(clause: str, why: str) -> Finding:
    """They are the same answer."""
    return Finding(True, clause, why)


def no(clause: str, why: str) -> Finding:
    """They are not the same answer."""
    return Finding(False, clause, why)


def alike(equal: bool, clause: str, why: str) -> Finding:
    """They are the same answer, or not, by the same clause."""
    return yes(clause, why) if equal else no(clause, f"not {why}")
