"""A metric for lighteval."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from refgrader.grade import grade
from refgrader.options import Options
from refgrader.score import score


def math_answer(
    options: Options | Mapping[str, Any] | str | None = None, ungradable: float | Literal["raise"] | None = None
) -> Any:
    """A metric: the share of a row's responses that give its gold, or any of several; over rows, the mean.

    Rows with ungradable golds are left out of the mean, unless `ungradable` is a number. Imports lighteval. Raises
    `OptionError` for unknown options.
    """
    import numpy
    from lighteval.metrics.utils.metric_utils import SampleLevelMetric
    from lighteval.tasks.requests import SamplingMethod

    return SampleLevelMetric(
        metric_name="math_answer",
        sample_level_fn=_computation()(Options.of(options), ungradable),
        category=SamplingMethod.GENERATIVE,
        corpus_level_fn=numpy.nanmean,
        higher_is_better=True,
    )


@cache
def _computation() -> Any:
    from lighteval.metrics.metrics_sample import SampleLevelComputation

    class MathAnswer(SampleLevelComputation):  # type: ignore[misc]
        """What one row is worth: NaN where its gold is ungradable."""

        def __init__(self, options: Options, ungradable: float | Literal["raise"] | None) -> None:
            self.options, self.ungradable = options, ungradable

        def compute(self, doc: Any, model_response: Any, **others: Any) -> float:
            verdicts = [grade(doc.get_golds(), response, self.options) for response in model_response.final_text]
            scores = [score(verdict, self.ungradable) for verdict in verdicts]
            known = [one for one in scores if one is not None]
            return sum(known) / len(known) if known else float("nan")

    return MathAnswer
