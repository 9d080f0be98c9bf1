# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "0.4.13"
# package = "lm-eval"
# no-deps = ["lm-eval==0.4.13"]
# summary = "lm-evaluation-harness, task hendrycks_math: what stands between dollar signs, normalised"
# license = "MIT"
# homepage = "https://github.com/EleutherAI/lm-evaluation-harness"
# capabilities = ["verify", "grade"]
# ///
"""The `process_results` of lm-evaluation-harness's hendrycks_math task: the one file that it lies in."""

import runpy
import sys
from importlib.metadata import distribution
from types import ModuleType

from gradespec_sdk import serve

LM_EVAL = distribution("lm-eval")

# The file names this class in an annotation, and uses nothing of the library.
sys.modules["datasets"] = ModuleType("datasets")
sys.modules["datasets"].Dataset = object  # type: ignore[attr-defined]
task = runpy.run_path(str(LM_EVAL.locate_file("lm_eval/tasks/hendrycks_math/utils.py")))


def grade(gold: str, response: str, options: dict[str, object]) -> int:
    """Its exact match, 1 or 0, on a document whose solution is the gold in a box."""
    return int(task["process_results"]({"solution": f"\\boxed{{{gold}}}"}, [response])["exact_match"])


serve(
    name="lm-eval-hendrycks-math",
    version=LM_EVAL.version,
    verify=lambda gold, answer, options: grade(gold, f"${answer}$", options),
    grade=grade,
)
