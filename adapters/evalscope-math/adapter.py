# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "math-verify[antlr4_13_2]==0.9.0",
#     "latex2sympy2_extended==1.11.0",
#     "sympy==1.14.0",
#     "pydantic==2.12.5",
# ]
#
# [tool.gradespec]
# version = "1.14.1"
# package = "evalscope"
# no-deps = ["evalscope==1.14.1"]
# summary = "EvalScope's numeric accuracy (MATH-500 and its like): Math-Verify in a forked child of its own"
# license = "Apache-2.0"
# homepage = "https://github.com/modelscope/evalscope"
# capabilities = ["extract", "verify", "grade"]
# ///
"""EvalScope's `extract_answer` and `compare_answers`, as its MATH-500 benchmark calls them.

Without the packages around them, which need torch.
"""

import importlib
import sys
from importlib.metadata import distribution
from types import ModuleType

from gradespec_sdk import packages_alone, serve

EVALSCOPE = distribution("evalscope")

packages_alone(EVALSCOPE, "evalscope", "evalscope.api", "evalscope.metrics", "evalscope.metrics.math")
# The base class of its errors, in a package that would bring in the model servers.
sys.modules["evalscope.api.metric"] = ModuleType("evalscope.api.metric")
sys.modules["evalscope.api.metric"].MetricUnavailableError = Exception  # type: ignore[attr-defined]
parser = importlib.import_module("evalscope.metrics.math.parser")
contracts = importlib.import_module("evalscope.metrics.math.contracts")


def verify(gold: str, answer: str, options: dict[str, object]) -> bool | str:
    """Whether the two match; it refuses a reference that it cannot read."""
    try:
        return bool(parser.compare_answers(answer, gold).matched)
    except contracts.InvalidMathReference:
        return "ungradable"


serve(
    name="evalscope-math",
    version=EVALSCOPE.version,
    extract=lambda response, options: parser.extract_answer(response) or None,
    verify=verify,
    grade=lambda gold, response, options: verify(gold, parser.extract_answer(response), options),
    packages=["math-verify", "latex2sympy2_extended", "sympy"],
)
