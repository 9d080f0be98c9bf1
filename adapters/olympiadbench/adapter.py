# /// script
# requires-python = ">=3.10"
# dependencies = ["antlr4-python3-runtime==4.11.0", "sympy==1.12"]
#
# [tool.gradespec]
# version = "ba5b26a"
# summary = "OlympiadBench's scoring judge: all boxes, numbers within 1e-8, SymPy's difference or quotient"
# license = "MIT"
# homepage = "https://github.com/OpenBMB/OlympiadBench"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/OpenBMB/OlympiadBench"
# commit = "ba5b26a7e2849940b598a9159c1190daa2b9175f"
# files = ["eval/auto_scoring_judge.py"]
# ///
"""OlympiadBench's `AutoScoringJudge().judge(ground_truth, output)`, with the precision that it has by default.

It looks for the answer itself: in the boxes, in the mathematics of the last line, or the whole text. So it is given
the bare answer, and the whole response.
"""

import importlib
import os
import sys

from gradespec_sdk import serve

sys.path.insert(0, os.path.join(os.environ["GRADESPEC_SOURCE"], "eval"))
AutoScoringJudge = importlib.import_module("auto_scoring_judge").AutoScoringJudge


def judge(gold: str, output: str, options: dict[str, object]) -> bool:
    """Its verdict, by a judge of its own: one keeps the precision of what it judged before."""
    return bool(AutoScoringJudge().judge(gold, output))


serve(
    name="olympiadbench",
    version="ba5b26a",
    backend="upstream",
    verify=judge,
    grade=judge,
    packages=["sympy", "antlr4-python3-runtime"],
)
