"""Rewards for verifiers and prime-rl: of a rubric (verifiers 0.1), and of a task's configuration (since 0.4)."""

from __future__ import annotations

from typing import Any

from refgrader.golds import Gold
from refgrader.grade import grade
from refgrader.rewards.completion import text


def correct_answer(completion: Any, answer: Gold, **others: Any) -> float:
    """For `Rubric(funcs=[correct_answer])`: 1.0 where the completion gives the answer of its row, else 0.0.

    Raises `UngradableGold`, of which a rubric of verifiers 0.1 logs an error and makes a 0: drop such rows before.
    """
    return float(grade(answer, text(completion)))


async def correct_reply(task: Any, trace: Any) -> float:
    """For the `rewards` of a task's configuration: 1.0 where the last reply gives the `answer` of the task, else 0.0.

    Raises `UngradableGold`, which verifiers takes for an error of the rollout, and not for a reward.
    """
    return float(grade(task.answer, trace.last_reply))
