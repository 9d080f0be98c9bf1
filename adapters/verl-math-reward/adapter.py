# /// script
# requires-python = ">=3.10,<3.13"
# dependencies = []
#
# [tool.gradespec]
# version = "0.9.1"
# package = "verl"
# no-deps = ["verl==0.9.1"]
# summary = "verl's math_reward, its default for the MATH data sets: the last box as a normalised text"
# license = "Apache-2.0"
# homepage = "https://github.com/verl-project/verl"
# capabilities = ["verify", "grade"]
# ///
"""verl's `math_reward.compute_score(solution, ground_truth)`: the one file, as importing verl needs torch."""

import runpy
from importlib.metadata import distribution

from gradespec_sdk import boxed, serve

VERL = distribution("verl")
compute_score = runpy.run_path(str(VERL.locate_file("verl/utils/reward_score/math_reward.py")))["compute_score"]


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """The reward, 1.0 or 0.0."""
    return float(compute_score(response, gold))


serve(name="verl-math-reward", version=VERL.version, verify=boxed(grade), grade=grade)
