# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "latex2sympy2_extended==1.11.0",
#     "math-verify[antlr4_9_3]==0.9.0",
#     "sympy==1.14.0",
# ]
#
# [tool.gradespec]
# version = "0b012df"
# summary = "NeMo-Skills' math_equal: the last box, choices, literal texts, then Math-Verify"
# license = "Apache-2.0"
# homepage = "https://github.com/NVIDIA/NeMo-Skills"
# capabilities = ["extract", "verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/NVIDIA/NeMo-Skills"
# commit = "0b012df8a09cd4730d31b16e90a0d8f13d145fb8"
# files = ["nemo_skills/evaluation/math_grader.py"]
# ///
"""NeMo-Skills' `math_equal(gt_answer, predicted_answer)` over `extract_answer`, as its math evaluator calls them.

The module alone, with that evaluator's defaults; of the packages around it, it wants the name of a log.
"""

import importlib
import os
import sys
from types import ModuleType

from gradespec_sdk import serve

package = sys.modules["nemo_skills"] = ModuleType("nemo_skills")
package.__path__ = [os.path.join(os.environ["GRADESPEC_SOURCE"], "nemo_skills")]
sys.modules["nemo_skills.utils"] = ModuleType("nemo_skills.utils")
sys.modules["nemo_skills.utils"].get_logger_name = str  # type: ignore[attr-defined]
grader = importlib.import_module("nemo_skills.evaluation.math_grader")


def extract(response: str, options: dict[str, object]) -> str | None:
    """What is in the last box."""
    answer: str | None = grader.extract_answer(response, extract_from_boxed=True)
    return answer


def verify(gold: str, answer: str | None, options: dict[str, object]) -> bool:
    """Whether the two are equal, with the evaluator's precision and seconds."""
    return bool(grader.math_equal(gold, answer, numeric_precision=15, timeout_seconds=10))


serve(
    name="nemo-skills",
    version="0b012df",
    backend="upstream",
    extract=extract,
    verify=verify,
    grade=lambda gold, response, options: verify(gold, extract(response, options), options),
    packages=["math-verify", "latex2sympy2_extended", "sympy"],
)
