"""A reward function for verl, which finds it at `pkg://refgrader.rewards.verl` under the name `compute_score`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from refgrader.golds import Gold
from refgrader.grade import grade
from refgrader.options import Options
from refgrader.score import score


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Gold,
    extra_info: Mapping[str, Any] | None = None,
    *,
    options: Options | Mapping[str, Any] | str | None = None,
    ungradable: float | Literal["raise"] = "raise",
    **others: Any,
) -> float:
    """1.0 where the response `solution_str` gives the answer `ground_truth`, else 0.0.

    verl has no place for a row without a score: an ungradable gold raises `UngradableGold`, unless `ungradable` is the
    number to take instead. `options` and `ungradable` are given in verl's `custom_reward_function.reward_kwargs`.
    """
    return score(grade(ground_truth, solution_str, options), ungradable)
