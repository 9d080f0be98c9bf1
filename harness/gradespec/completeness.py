"""Whether a run says enough to be fine: a gate that nothing came through is not open (CONF-13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gradespec.judge import PASS, UNSUPPORTED, Outcome
from gradespec.known import Gate

LEAST: Final = 0.5  # the share of the checks that must have an answer, unless less is allowed


def lacking(outcomes: Sequence[Outcome], asked: int, gate: Gate, allow_na: bool = False) -> str:
    """Why `outcomes` of `asked` checks open no gate although none of them failed; empty where they do."""
    answered = sum(outcome.kind != UNSUPPORTED for outcome in outcomes)
    if missing := asked - len(outcomes):
        return f"{missing:,} of {asked:,} checks were not asked"
    if answered < LEAST * asked and not allow_na:
        return f"it answers {answered:,} of {asked:,} checks, less than {LEAST:.0%}; --allow-na lets that do"
    if not gate.by_standing["known"] and not any(outcome.kind == PASS for outcome in outcomes):
        return "it passes no check"
    return ""
