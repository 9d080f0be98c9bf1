# /// script
# requires-python = ">=3.10"
# dependencies = ["pylatexenc==2.11", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "7ecc794"
# summary = "PRM800K's grade_answer: two normal forms of the text, then SymPy's difference"
# license = "MIT"
# homepage = "https://github.com/openai/prm800k"
# capabilities = ["verify"]
#
# [tool.gradespec.source]
# repository = "https://github.com/openai/prm800k"
# commit = "7ecc794703b2877f63226f2477a49b34f9b25163"
# files = ["prm800k/grading/grader.py", "prm800k/grading/math_normalize.py"]
# ///
"""PRM800K's `grade_answer(given_answer, ground_truth)`, with its SymPy stage, asked with the bare answer.

It names no versions of its two packages.
"""

import importlib
import os
import sys

from gradespec_sdk import serve

sys.path.insert(0, os.path.join(os.environ["GRADESPEC_SOURCE"], "prm800k"))
grade_answer = importlib.import_module("grading.grader").grade_answer

serve(
    name="prm800k",
    version="7ecc794",
    backend="upstream",
    verify=lambda gold, answer, options: grade_answer(answer, gold),
    packages=["sympy", "pylatexenc"],
)
