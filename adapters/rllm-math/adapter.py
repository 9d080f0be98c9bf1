# /// script
# requires-python = ">=3.10"
# dependencies = ["pylatexenc==2.10", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "874daa4"
# summary = "rLLM's math reward (DeepScaleR): the last box behind the thoughts, the PRM800K grader"
# license = "MIT"
# homepage = "https://github.com/agentica-project/rllm"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/agentica-project/rllm"
# commit = "874daa4acb7f451dc2a4b2b6e8ce28f5aa88d1f5"
# files = [
#     "rllm/__init__.py",
#     "rllm/globals.py",
#     "rllm/rewards/__init__.py",
#     "rllm/rewards/math_reward.py",
#     "rllm/rewards/math_utils/__init__.py",
#     "rllm/rewards/math_utils/utils.py",
#     "rllm/rewards/reward_types.py",
#     "rllm/system_prompts.py",
# ]
# ///
"""rLLM's `rllm_reward_fn_math(data_source, llm_solution, ground_truth)`, the reward that DeepScaleR was trained with.

It looks behind ``</think>`` only, where its models have their answers: a response that has no thoughts is put behind
empty ones. A stand-in takes the place of the module that calls the judging models, which it asks only if told to.
"""

import importlib
import os
import sys
from unittest.mock import MagicMock

from gradespec_sdk import boxed, serve

sys.modules["rllm.utils"] = MagicMock()
sys.path.insert(0, os.environ["GRADESPEC_SOURCE"])
reward = importlib.import_module("rllm.rewards.math_reward").rllm_reward_fn_math


def grade(gold: str, response: str, options: dict[str, object]) -> float:
    """The reward, 1.0 or 0.0."""
    thoughts = "" if "think>" in response else "<think></think>"
    return float(reward("", thoughts + response, gold))


serve(
    name="rllm-math",
    version="874daa4",
    backend="upstream",
    verify=boxed(grade),
    grade=grade,
    packages=["sympy", "pylatexenc"],
)
