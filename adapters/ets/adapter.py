# /// script
# requires-python = ">=3.10"
# dependencies = ["pylatexenc==2.11", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "ac937a7"
# summary = "ETS grade_answer: the PRM800K grader with its SymPy stage switched off"
# license = "none stated"
# homepage = "https://github.com/SqueezeAILab/ETS"
# capabilities = ["verify"]
#
# [tool.gradespec.source]
# repository = "https://github.com/SqueezeAILab/ETS"
# commit = "ac937a72319fae68b2f4e9c439d3a07c85377f1f"
# files = [
#     "evaluate/__init__.py",
#     "evaluate/evaluate_utils/__init__.py",
#     "evaluate/evaluate_utils/grader.py",
#     "evaluate/evaluate_utils/math_normalize.py",
# ]
# ///
"""ETS's `grade_answer(given, ground_truth)`, asked with the bare answer, as its evaluation script does."""

import importlib
import os
import sys
from collections.abc import Callable

from gradespec_sdk import serve


def load(source: str | None) -> tuple[str, Callable[[str, str], bool]]:
    """The backend's name and its grading function: the real one where its source is at hand."""
    if source:
        sys.path.insert(0, source)
        return "upstream", importlib.import_module("evaluate.evaluate_utils.grader").grade_answer
    return "documented", importlib.import_module("documented").grade_answer


backend, grade_answer = load(os.environ.get("GRADESPEC_SOURCE"))

serve(
    name="ets",
    version="ac937a7",
    backend=backend,
    verify=lambda gold, answer, options: grade_answer(answer, gold),
    packages=["pylatexenc", "sympy"],
)
