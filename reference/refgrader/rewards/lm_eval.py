"""For lm-evaluation-harness: `process_results` of a task, and a filter that leaves the final answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from refgrader.grade import extract, grade
from refgrader.options import Options
from refgrader.rewards.completion import text
from refgrader.score import score
from refgrader.verdict import UNGRADABLE


def process_results(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
    """`accuracy` of the responses to a row, whose gold is in its field `answer`, and whether that is `ungradable`.

    A row with an ungradable gold has no `accuracy`: the mean is that of the others.
    """
    return make_process_results()(doc, results)


def make_process_results(
    gold: str = "answer",
    options: Options | Mapping[str, Any] | str | None = None,
    ungradable: float | Literal["raise"] | None = None,
) -> Callable[[Mapping[str, Any], Sequence[Any]], dict[str, float]]:
    """A `process_results` with golds from another field, under options, or with a score for ungradable golds.

    Raises `OptionError` for unknown options; the function raises `KeyError` where a row has no such field.
    """
    chosen = Options.of(options)

    def process_results(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
        responses = results[0] if isinstance(results[0], list) else results
        verdicts = [grade(doc[gold], text(response), chosen) for response in responses]
        scores = [one for one in (score(verdict, ungradable) for verdict in verdicts) if one is not None]
        share = sum(verdict.kind == UNGRADABLE for verdict in verdicts) / len(verdicts)
        return {**({"accuracy": sum(scores) / len(scores)} if scores else {}), "ungradable": share}

    return process_results


class FinalAnswer:
    """A filter: of each response the final answer, or ``[invalid]``, as the harness has it, where there is none."""

    def __init__(self, options: Mapping[str, Any] | str | None = None) -> None:
        self._options = Options.of(options)

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[Mapping[str, Any]]) -> list[list[str]]:
        """The final answers in the responses to each row, in their order."""
        return [[self._answer(response) for response in responses] for responses in resps]

    def _answer(self, response: str) -> str:
        found = extract(response, self._options)
        return "[invalid]" if found is None else found.text
