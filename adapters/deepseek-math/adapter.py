# /// script
# requires-python = ">=3.10"
# dependencies = [
#     "antlr4-python3-runtime==4.11.0",
#     "numpy>=1.26",
#     "regex==2023.10.3",
#     "sympy==1.12",
# ]
#
# [tool.gradespec]
# version = "b8b0f8c"
# summary = "DeepSeekMath's evaluation of MATH: all boxes, numbers within 0.001, then SymPy's difference"
# license = "MIT"
# homepage = "https://github.com/deepseek-ai/DeepSeek-Math"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/deepseek-ai/DeepSeek-Math"
# commit = "b8b0f8ce093d80bf8e9a641e44142f06d092c305"
# files = [
#     "evaluation/data_processing/answer_extraction.py",
#     "evaluation/eval/eval_script.py",
#     "evaluation/eval/eval_utils.py",
#     "evaluation/eval/ocwcourses_eval_utils.py",
# ]
# ///
"""DeepSeekMath's `eval_math` over `extract_math_answer`, as its configuration of the MATH test set names them.

The gold goes the way of that data set: out of the box of a solution, by the same extraction. Its process pool, which
gives an item 15 seconds, is left out: the harness has limits of its own.
"""

import importlib
import os
import sys

from gradespec_sdk import boxed, serve

sys.path.insert(0, os.path.join(os.environ["GRADESPEC_SOURCE"], "evaluation"))
eval_math = importlib.import_module("eval.eval_script").eval_math
extract_math_answer = importlib.import_module("data_processing.answer_extraction").extract_math_answer


def answers(reasoning: str) -> list[str]:
    """The answers in a text. The question is none that asks for answers separated by commas."""
    return list(extract_math_answer("", reasoning, task="cot"))


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """Whether the answers of the response are those of a solution with the gold in its box."""
    return bool(eval_math({"prediction": answers(response), "answer": answers(f"\\boxed{{{gold}}}")}))


serve(
    name="deepseek-math",
    version="b8b0f8c",
    backend="upstream",
    verify=boxed(grade),
    grade=grade,
    packages=["sympy", "antlr4-python3-runtime"],
)
