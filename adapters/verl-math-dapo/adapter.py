# /// script
# requires-python = ">=3.10,<3.13"
# dependencies = []
#
# [tool.gradespec]
# version = "0.9.1"
# package = "verl"
# no-deps = ["verl==0.9.1"]
# summary = "verl's math_dapo, the reward of DAPO: what follows the last 'Answer:', as a normalised text"
# license = "Apache-2.0"
# homepage = "https://github.com/verl-project/verl"
# capabilities = ["verify", "grade"]
# ///
"""verl's `math_dapo.compute_score(solution, ground_truth)`: the one file, as importing verl needs torch.

An answer is put to it in the line that DAPO's prompt asks a model for.
"""

import runpy
from importlib.metadata import distribution

from gradespec_sdk import serve

VERL = distribution("verl")
compute_score = runpy.run_path(str(VERL.locate_file("verl/utils/reward_score/math_dapo.py")))["compute_score"]


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """The reward, 1.0 or -1.0."""
    return float(compute_score(response, gold)["score"])


serve(
    name="verl-math-dapo",
    version=VERL.version,
    verify=lambda gold, answer, options: grade(gold, f"Answer: {answer}", options),
    grade=grade,
)
