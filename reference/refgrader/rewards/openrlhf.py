"""For OpenRLHF: `reward_func` of a file of one's own, and the answer of a remote reward server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from refgrader.golds import Gold
from refgrader.grade import grade
from refgrader.options import Options
from refgrader.score import score


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Gold],
    *,
    options: Options | Mapping[str, Any] | str | None = None,
    ungradable: float | Literal["raise"] = "raise",
    **others: Any,
) -> dict[str, Any]:
    """`rewards` and `scores` as tensors: 1.0 for each query whose response gives the answer of its label, else 0.0.

    A query is a prompt and the response to it. OpenRLHF has no place for a row without a score: an ungradable label
    raises `UngradableGold`, unless `ungradable` is the number to take instead. Imports torch.
    """
    import torch

    found = torch.tensor(_scores(queries, prompts, labels, options, ungradable))
    return {"rewards": found, "scores": found, "extra_logs": {"accuracy": found}}


def remote_reward(
    request: Mapping[str, Any],
    options: Options | Mapping[str, Any] | str | None = None,
    ungradable: float | Literal["raise"] = "raise",
) -> dict[str, Any]:
    """What a reward server answers to OpenRLHF's request: an object of `query`, `prompts` and `labels`, as JSON."""
    found = _scores(request["query"], request["prompts"], request["labels"], options, ungradable)
    return {"rewards": found, "scores": found, "extra_logs": {"accuracy": found}}


def _scores(
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Gold],
    options: Options | Mapping[str, Any] | str | None,
    ungradable: float | Literal["raise"],
) -> list[float]:
    chosen = Options.of(options)
    rows = zip(queries, prompts, labels, strict=True)
    return [score(grade(label, _response(query, prompt), chosen), ungradable) for query, prompt, label in rows]


def _response(query: str, prompt: str) -> str:
    """What stands behind the prompt, before which a token of its own may stand.

    Of a prompt that was too long OpenRLHF keeps the end; nothing of it may be taken for the response.
    """
    _, found, response = query.partition(prompt)
    if found:
        return response
    kept = next((start for start in range(len(prompt)) if query.startswith(prompt[start:])), len(prompt))
    return query[len(prompt) - kept :]
