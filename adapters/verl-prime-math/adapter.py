# /// script
# requires-python = ">=3.10,<3.13"
# dependencies = ["sympy==1.14.0", "pylatexenc==2.11", "numpy>=2"]
#
# [tool.gradespec]
# version = "0.9.1"
# package = "verl"
# no-deps = ["verl==0.9.1"]
# summary = "verl's prime_math, the reward of PRIME: the PRM800K grader, then numbers, eval and SymPy"
# license = "Apache-2.0"
# homepage = "https://github.com/verl-project/verl"
# capabilities = ["verify", "grade"]
# ///
r"""verl's `prime_math.compute_score(output, ground_truth)`, without the packages around it, which need torch.

As in an installation that follows verl's own requirements, the ANTLR runtime that SymPy's LaTeX parser wants
is not there, and the grader does without that parser. Two things to know of this release: its own SymPy stage
never runs, since it enters `timeout_limit`, a decorator, as a context manager, and takes the TypeError for an
answer; and an answer that holds ``\pi`` goes through `eval`, whatever else it holds.
"""

import importlib
import sys
from importlib.metadata import distribution
from types import ModuleType

from gradespec_sdk import boxed, packages_alone, serve

VERL = distribution("verl")

packages_alone(VERL, "verl", "verl.utils", "verl.utils.reward_score")
# The grader wants one decorator of a module that also imports this name, and with it torch.
sys.modules["verl.utils.metric"] = ModuleType("verl.utils.metric")
sys.modules["verl.utils.metric"].Metric = object  # type: ignore[attr-defined]
compute_score = importlib.import_module("verl.utils.reward_score.prime_math").compute_score


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """The first of its three results, whether the answer is correct; the other two are of no matter here."""
    return bool(compute_score(response, gold)[0])


serve(
    name="verl-prime-math",
    version=VERL.version,
    verify=boxed(grade),
    grade=grade,
    packages=["sympy", "pylatexenc"],
)
