# /// script
# requires-python = ">=3.10"
# dependencies = ["latex2sympy2_extended[antlr4_13_2]==1.11.0", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "1.11.0"
# package = "latex2sympy2_extended"
# summary = "Baseline: latex2sympy2_extended, then SymPy's simplify, as written in an afternoon"
# license = "MIT"
# homepage = "https://github.com/huggingface/latex2sympy2_extended"
# capabilities = ["extract", "verify", "grade"]
# ///
"""What a user would write in an afternoon: both sides read by latex2sympy, their difference simplified."""

import re
from importlib.metadata import version
from typing import Any

from gradespec_sdk import serve
from latex2sympy2_extended import latex2sympy
from sympy import simplify

BOX = re.compile(r"\\boxed\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")


def read(latex: str) -> Any:
    """The expression that the text stands for, or the text itself where it does not parse."""
    try:
        return latex2sympy(latex.strip().strip("$"))
    except Exception:
        return latex.strip()


def equal(gold: str, answer: str) -> bool:
    """Whether the two are the same expression, or simplify to no difference."""
    left, right = read(gold), read(answer)
    if left == right:
        return True
    try:
        return bool(simplify(left - right) == 0)
    except TypeError:  # a text, a set or a relation: there is no difference to take
        return False


def last_box(response: str) -> str | None:
    """What stands in the last box, up to three braces deep: as much as a regular expression will do."""
    boxes = BOX.findall(response)
    return boxes[-1] if boxes else None


serve(
    name="latex2sympy",
    version=version("latex2sympy2_extended"),
    verify=lambda gold, answer, options: equal(gold, answer),
    extract=lambda response, options: last_box(response),
    packages=["sympy", "antlr4-python3-runtime"],
)
