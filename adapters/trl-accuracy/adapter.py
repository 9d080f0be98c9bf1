# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "math-verify[antlr4_13_2]==0.9.0",
#     "latex2sympy2_extended==1.11.0",
#     "sympy==1.14.0",
#     "packaging",
# ]
#
# [tool.gradespec]
# version = "1.16.0"
# package = "trl"
# no-deps = ["trl==1.16.0"]
# summary = "TRL's accuracy_reward: Math-Verify on LaTeX alone, and only the first match"
# license = "Apache-2.0"
# homepage = "https://github.com/huggingface/trl"
# capabilities = ["verify", "grade"]
# ///
"""TRL's `accuracy_reward(completions, solution)`, without the packages around it, which need torch.

The gold stands between dollar signs, as in the data sets that TRL prepares for it.
"""

import importlib
from importlib.metadata import distribution

from gradespec_sdk import boxed, packages_alone, serve

TRL = distribution("trl")

packages_alone(TRL, "trl", "trl.rewards")
accuracy_reward = importlib.import_module("trl.rewards.accuracy_rewards").accuracy_reward


def grade(gold: str, response: str, options: dict[str, object]) -> float | str:
    """The reward; it skips an example whose gold it cannot read."""
    (reward,) = accuracy_reward([[{"role": "assistant", "content": response}]], [f"${gold}$"])
    return "ungradable" if reward is None else reward


serve(
    name="trl-accuracy",
    version=TRL.version,
    verify=boxed(grade),
    grade=grade,
    packages=["math-verify", "latex2sympy2_extended", "sympy"],
)
