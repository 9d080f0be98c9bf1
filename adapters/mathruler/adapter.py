# /// script
# requires-python = ">=3.10"
# dependencies = ["mathruler==0.1.0", "sympy==1.14.0", "pylatexenc==2.11", "tqdm"]
#
# [tool.gradespec]
# version = "0.1.0"
# package = "mathruler"
# summary = "MathRuler, the reward of EasyR1: the PRM800K grader with its SymPy stage on"
# license = "Apache-2.0"
# homepage = "https://github.com/hiyouga/MathRuler"
# capabilities = ["extract", "verify", "grade"]
# ///
"""MathRuler's `grade_answer` over its `extract_boxed_content`, as EasyR1's math reward calls them."""

from importlib.metadata import version

from gradespec_sdk import serve
from mathruler.grader import extract_boxed_content, grade_answer


def extract(response: str, options: dict[str, object]) -> str | None:
    """The last box; its word for a response without one is the text "None"."""
    content = extract_boxed_content(response)
    return None if content == "None" else content


serve(
    name="mathruler",
    version=version("mathruler"),
    extract=extract,
    verify=lambda gold, answer, options: grade_answer(answer, gold),
    grade=lambda gold, response, options: grade_answer(extract_boxed_content(response), gold),
    packages=["sympy", "pylatexenc"],
)
