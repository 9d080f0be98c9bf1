"""A reward function for TRL's trainers (GRPO, RLOO …), which takes the place of `trl.rewards.accuracy_reward`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from refgrader.golds import Gold
from refgrader.grade import grade
from refgrader.options import Options
from refgrader.rewards.completion import text
from refgrader.score import score
from refgrader.verdict import UNGRADABLE

Log = Callable[[str, list[Any]], None]
LogMetric = Callable[[str, float], None]


def accuracy_reward(
    completions: Sequence[Any],
    solution: Sequence[Gold],
    log_extra: Log | None = None,
    log_metric: LogMetric | None = None,
    **columns: Any,
) -> list[float | None]:
    """1.0 for each completion that gives the answer of its `solution`, 0.0 for others, None for an ungradable gold.

    TRL leaves a completion without a reward out of its group's baseline and gives it no advantage. `completions` are
    texts or chat messages; the other columns of the dataset are not looked at. Where TRL asks for it, the table of
    completions shows answer and verdict, and the share of ungradable golds is a metric.
    """
    return make_accuracy_reward()(completions, log_extra, log_metric, solution=solution, **columns)


def make_accuracy_reward(
    gold: str = "solution",
    options: Options | Mapping[str, Any] | str | None = None,
    ungradable: float | Literal["raise"] | None = None,
) -> Callable[..., list[float | None]]:
    """An `accuracy_reward` with golds from another column, under options, or with another score for ungradable golds.

    Raises `OptionError` for unknown options; the reward raises `ValueError` where the dataset has no such column.
    """
    chosen = Options.of(options)

    def accuracy_reward(
        completions: Sequence[Any], log_extra: Log | None = None, log_metric: LogMetric | None = None, **columns: Any
    ) -> list[float | None]:
        if gold not in columns:
            raise ValueError(f"the dataset has no column {gold!r} for golds, but {', '.join(sorted(columns))}")
        pairs = zip(columns[gold], map(text, completions), strict=True)
        verdicts = [grade(given, response, chosen) for given, response in pairs]
        if log_extra:
            log_extra("answer", [verdict.answer or "" for verdict in verdicts])
            log_extra("verdict", [verdict.kind for verdict in verdicts])
        if log_metric and verdicts:
            log_metric("ungradable_golds", sum(verdict.kind == UNGRADABLE for verdict in verdicts) / len(verdicts))
        return [score(verdict, ungradable) for verdict in verdicts]

    return accuracy_reward
