# /// script
# requires-python = ">=3.10"
# dependencies = ["antlr4-python3-runtime==4.11.0", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "e6c3044"
# summary = "Open Instruct's MathVerifier (Tülu, OLMo): a box or Minerva's sentence, SymPy's difference or MATH's texts"
# license = "Apache-2.0"
# homepage = "https://github.com/allenai/open-instruct"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/allenai/open-instruct"
# commit = "e6c3044aa6201c8bfa4573c1b03142af599e730d"
# files = [
#     "open_instruct/__init__.py",
#     "open_instruct/ground_truth_utils.py",
#     "open_instruct/logger_utils.py",
#     "open_instruct/math_utils.py",
# ]
# ///
"""Open Instruct's `MathVerifier()(tokenized_prediction, prediction, label)`, the ground-truth reward of its GRPO.

Stand-ins take the place of the modules that its other verifiers want. It ends a comparison by a signal after five
seconds of the clock.
"""

import importlib
import os
import sys
from unittest.mock import MagicMock

from gradespec_sdk import boxed, serve

for name in (
    *("numpy", "requests", "open_instruct.context_window_checker", "open_instruct.if_functions"),
    *("open_instruct.IFEvalG", "open_instruct.judge_utils", "open_instruct.rubrics"),
    *("open_instruct.rubrics.prompts", "open_instruct.rubrics.run_utils", "open_instruct.utils"),
):
    sys.modules[name] = MagicMock()
sys.path.insert(0, os.environ["GRADESPEC_SOURCE"])
verifier = importlib.import_module("open_instruct.ground_truth_utils").MathVerifier()


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """Its score, 1.0 or 0.0; it does not look at the tokens."""
    return float(verifier([], response, gold).score)


serve(
    name="open-instruct",
    version="e6c3044",
    backend="upstream",
    verify=boxed(grade),
    grade=grade,
    packages=["sympy", "antlr4-python3-runtime"],
)
