"""A scorer for Inspect."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from refgrader.grade import grade
from refgrader.options import Options
from refgrader.score import score


def math_answer(options: Mapping[str, Any] | str | None = None, ungradable: float | str | None = None) -> Any:
    """A scorer: whether the model's completion gives the target, or any of several, with accuracy and standard error.

    A sample whose target is ungradable is not scored (its value is NaN), so that metrics leave it out. Imports
    inspect_ai. Raises `OptionError` for unknown options.
    """
    Options.of(options)
    return _scorer()(options=options, ungradable=ungradable)


@cache
def _scorer() -> Any:
    from inspect_ai.scorer import accuracy, scorer, stderr

    return scorer(metrics=[accuracy(), stderr()], name="math_answer")(_judge)


def _judge(options: Any = None, ungradable: Any = None) -> Any:
    from inspect_ai.scorer import Score

    chosen = Options.of(options)

    async def judge(state: Any, target: Any) -> Any:
        verdict = grade(list(target), state.output.completion, chosen)
        found = score(verdict, ungradable)
        value = math.nan if found is None else found
        return Score(value=value, answer=verdict.answer, explanation=verdict.reason, metadata=verdict.to_dict())

    return judge
