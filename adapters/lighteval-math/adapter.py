# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "antlr4-python3-runtime==4.13.2",
#     "latex2sympy2_extended==1.0.6",
#     "numpy>=2",
#     "packaging>=24",
#     "sympy==1.14.0",
# ]
#
# [tool.gradespec]
# version = "0.13.0"
# package = "lighteval"
# no-deps = ["lighteval==0.13.0"]
# summary = "LightEval's pass_at_k_math (MATH-500): the extraction and comparison that Math-Verify grew out of"
# license = "MIT"
# homepage = "https://github.com/huggingface/lighteval"
# capabilities = ["verify", "grade"]
# ///
"""LightEval's `pass_at_k_math` of one sample, the metric of its MATH-500 task.

Gold and response are what that task makes of them. Stand-ins take the place of what its other metrics need, among it
torch. It ends an extraction and a comparison by a signal after five seconds of the clock.
"""

import importlib
import sys
from importlib.metadata import distribution
from unittest.mock import MagicMock

from gradespec_sdk import boxed, packages_alone, serve

LIGHTEVAL = distribution("lighteval")

packages_alone(LIGHTEVAL, "lighteval", "lighteval.metrics")
for name in (
    *("huggingface_hub", "nltk", "nltk.metrics.distance", "nltk.tokenize", "nltk.tokenize.treebank"),
    *(
        "nltk.translate.bleu_score",
        "pydantic",
        "pytablewriter",
        "sacrebleu",
        "scipy.stats",
        "sklearn",
        "sklearn.metrics",
    ),
    *("torch", "transformers", "lighteval.metrics.imports.bert_scorer", "lighteval.metrics.imports.data_stats_metric"),
    *("lighteval.metrics.imports.summac", "lighteval.metrics.utils.llm_as_judge"),
):
    sys.modules[name] = MagicMock()
metrics = importlib.import_module("lighteval.metrics.dynamic_metrics")
PassAtK = importlib.import_module("lighteval.metrics.metrics_sample").PassAtK
ModelResponse = importlib.import_module("lighteval.models.model_output").ModelResponse
Doc = importlib.import_module("lighteval.tasks.requests").Doc

targets = [metrics.ExprExtractionConfig(), metrics.LatexExtractionConfig()]
pass_at_one = PassAtK(
    k=1,
    n=1,
    strip_strings=True,
    sample_scoring_function=metrics.MultilingualExtractiveMatchMetric(
        language=metrics.Language.ENGLISH,
        gold_extraction_target=targets,
        pred_extraction_target=targets,
        precision=6,
    ),
)


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """Its score of one response, the gold in the box of a solution."""
    document = Doc(query="", choices=[f"ANSWER: \\boxed{{{gold}}}"], gold_index=0)
    return float(pass_at_one.compute(document, ModelResponse(text=[response])))


serve(
    name="lighteval-math",
    version=LIGHTEVAL.version,
    verify=boxed(grade),
    grade=grade,
    packages=["latex2sympy2_extended", "sympy"],
)
