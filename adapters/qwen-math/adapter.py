# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "antlr4-python3-runtime==4.11.1",
#     "numpy>=1.26",
#     "regex>=2023.10.3",
#     "sympy==1.12",
#     "word2number==1.1",
# ]
#
# [tool.gradespec]
# version = "a45202b"
# summary = "Qwen2.5-Math's math_equal: numbers within 0.0001 or by a hundred, then three parsers and SymPy"
# license = "MIT"
# homepage = "https://github.com/QwenLM/Qwen2.5-Math"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/QwenLM/Qwen2.5-Math"
# commit = "a45202bd16f1ec06f433442dc1152d0074773465"
# files = [
#     "evaluation/examples.py",
#     "evaluation/grader.py",
#     "evaluation/latex2sympy/asciimath_printer.py",
#     "evaluation/latex2sympy/gen/PSLexer.py",
#     "evaluation/latex2sympy/gen/PSListener.py",
#     "evaluation/latex2sympy/gen/PSParser.py",
#     "evaluation/latex2sympy/gen/__init__.py",
#     "evaluation/latex2sympy/latex2sympy2.py",
#     "evaluation/parser.py",
#     "evaluation/utils.py",
# ]
# ///
"""Qwen2.5-Math's `math_equal(prediction, reference)` over its parser, as math_eval.py calls them for MATH.

The gold goes the way of that data set: out of the box of a solution, by the same extraction. Its process pool, which
gives an answer 3 seconds, is left out: the harness has limits of its own. So is its second look at responses to
questions of multiple choice, of which MATH has none.
"""

import importlib
import os
import sys

from gradespec_sdk import boxed, serve

EVALUATION = os.path.join(os.environ["GRADESPEC_SOURCE"], "evaluation")
sys.path[:0] = [EVALUATION, os.path.join(EVALUATION, "latex2sympy")]
math_equal = importlib.import_module("grader").math_equal
parser = importlib.import_module("parser")


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """Whether what it extracts from the response is what it extracts from a solution with the gold in a box."""
    prediction, _ = parser.run_execute(None, response, "qwen25-math-cot", "math")
    _, reference = parser.parse_ground_truth({"solution": f"\\boxed{{{gold}}}"}, "math")
    return bool(math_equal(prediction, reference))


serve(
    name="qwen-math",
    version="a45202b",
    backend="upstream",
    verify=boxed(grade),
    grade=grade,
    packages=["sympy", "antlr4-python3-runtime"],
)
