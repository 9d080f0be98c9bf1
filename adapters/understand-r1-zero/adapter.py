# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "latex2sympy2_extended==1.11.0",
#     "math-verify[antlr4_13_2]==0.9.0",
#     "pylatexenc==2.10",
#     "sympy==1.14.0",
# ]
#
# [tool.gradespec]
# version = "dfca49d"
# summary = "Dr. GRPO's boxed_reward_fn: the last box, the PRM800K grader, else Math-Verify"
# license = "MIT"
# homepage = "https://github.com/sail-sg/understand-r1-zero"
# capabilities = ["extract", "verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/sail-sg/understand-r1-zero"
# commit = "dfca49dd460ee7cc8e4a5a162c876a7fd6993b87"
# files = ["understand_r1_zero/math_grader.py"]
# ///
"""Dr. GRPO's `boxed_reward_fn(model_response, gt_answer, fast=False)`, as its evaluate_model.py calls it.

Math-Verify, its last stage, is ended by a signal after a second of the clock: on a busy machine it accepts less.
"""

import importlib
import os
import sys

from gradespec_sdk import boxed, serve

sys.path.insert(0, os.path.join(os.environ["GRADESPEC_SOURCE"], "understand_r1_zero"))
grader = importlib.import_module("math_grader")


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """The reward, 1.0 or 0.0, behind what it says of the form."""
    return float(grader.boxed_reward_fn(response, gold, fast=False)[1])


serve(
    name="understand-r1-zero",
    version="dfca49d",
    backend="upstream",
    extract=lambda response, options: grader.extract_answer(response),
    verify=boxed(grade),
    grade=grade,
    packages=["math-verify", "latex2sympy2_extended", "sympy"],
)
