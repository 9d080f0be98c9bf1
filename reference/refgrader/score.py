"""Verdict → score: what a trainer or a benchmark is told, and what it is told where there is no verdict."""

from __future__ import annotations

from typing import Literal, overload

from refgrader.verdict import UNGRADABLE, Verdict


@overload
def score(verdict: Verdict, ungradable: None = None) -> float | None: ...


@overload
def score(verdict: Verdict, ungradable: float | Literal["raise"]) -> float: ...


@overload
def score(verdict: Verdict, ungradable: float | Literal["raise"] | None) -> float | None: ...


def score(verdict: Verdict, ungradable: float | Literal["raise"] | None = None) -> float | None:
    """1.0 for a correct answer, 0.0 for an incorrect one or none, and `ungradable` where nobody can tell.

    A response that is empty, that is cut off before its answer or that gives no definite one is incorrect, and the
    `answer` of its verdict is None. A gold that cannot be understood is the dataset's fault, for which no response
    deserves a 0: by default there is no score, None. A number is the score instead; with ``"raise"``, `UngradableGold`
    is raised. Raises `ValueError` for another text.
    """
    if isinstance(ungradable, str) and ungradable != "raise":
        raise ValueError(f'ungradable is None, a number or "raise", not {ungradable!r}')
    if verdict.kind != UNGRADABLE or ungradable == "raise":
        return float(verdict)
    return None if ungradable is None else float(ungradable)
