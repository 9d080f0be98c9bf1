# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "0.5.4"
# package = "opencompass"
# no-deps = ["opencompass==0.5.4"]
# summary = "OpenCompass's MATHEvaluator, version 2: the last box, both sides as normalised texts"
# license = "Apache-2.0"
# homepage = "https://github.com/open-compass/opencompass"
# capabilities = ["verify", "grade"]
# ///
"""OpenCompass's `MATHEvaluator(version='v2')` over `math_postprocess_v2`, as its zero-shot configurations of MATH.

The gold goes the way of that data set: out of the box of a solution. Its module alone, as the package needs torch:
a stand-in takes the place of the registries that its functions are entered in, and of the class of all evaluators.
"""

import importlib
import sys
from importlib.metadata import distribution
from types import SimpleNamespace
from unittest.mock import MagicMock

from gradespec_sdk import boxed, packages_alone, serve

OPENCOMPASS = distribution("opencompass")


class Evaluator:
    """Takes what the class of all evaluators takes."""

    def __init__(self, pred_postprocessor: object = None) -> None:
        pass


registry = SimpleNamespace(register_module=lambda name=None: lambda entered: entered)
registries = dict.fromkeys(("ICL_EVALUATORS", "LOAD_DATASET", "TEXT_POSTPROCESSORS"), registry)
packages_alone(OPENCOMPASS, "opencompass", "opencompass.datasets", "opencompass.openicl")
sys.modules |= {
    "datasets": MagicMock(),
    "opencompass.datasets.base": SimpleNamespace(BaseDataset=object),
    "opencompass.openicl.icl_evaluator": SimpleNamespace(BaseEvaluator=Evaluator),
    "opencompass.registry": SimpleNamespace(**registries),
    "opencompass.utils": MagicMock(),
}  # type: ignore[dict-item]
math = importlib.import_module("opencompass.datasets.math")
evaluator = math.MATHEvaluator(version="v2")


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """Whether its accuracy on this one response is full."""
    reference = math.extract_boxed_answer(f"\\boxed{{{gold}}}")
    return bool(evaluator.score([math.math_postprocess_v2(response)], [reference])["accuracy"])


serve(name="opencompass-math", version=OPENCOMPASS.version, verify=boxed(grade), grade=grade)
