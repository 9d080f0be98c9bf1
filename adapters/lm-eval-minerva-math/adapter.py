# /// script
# requires-python = ">=3.10"
# dependencies = ["math-verify[antlr4_11_0]==0.9.0", "sympy==1.14.0"]
#
# [tool.gradespec]
# version = "0.4.13"
# package = "lm-eval"
# no-deps = ["lm-eval==0.4.13"]
# summary = "lm-evaluation-harness, task minerva_math: Minerva's normalisation, then SymPy's difference"
# license = "MIT"
# homepage = "https://github.com/EleutherAI/lm-evaluation-harness"
# capabilities = ["verify", "grade"]
# ///
"""The exact match of lm-evaluation-harness's minerva_math task, in the steps of its `process_results`.

The task's second figure, math_verify, is left out: that grader has an adapter of its own. An answer is put
to it in the sentence that the task's examples teach a model; a response without that sentence has no answer.
"""

import runpy
from importlib.metadata import distribution

from gradespec_sdk import serve

LM_EVAL = distribution("lm-eval")
task = runpy.run_path(str(LM_EVAL.locate_file("lm_eval/tasks/minerva_math/utils.py")))


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """Its exact match."""
    normal = task["normalize_final_answer"]
    return bool(task["is_equiv"](normal(task["get_unnormalized_answer"](response)), normal(gold)))


def verify(gold: str, answer: str, options: dict[str, object]) -> bool:
    """The answer in the sentence that it is looked for in."""
    return grade(gold, f"Final Answer: The final answer is ${answer}$. I hope it is correct.", options)


serve(
    name="lm-eval-minerva-math",
    version=LM_EVAL.version,
    verify=verify,
    grade=grade,
    packages=["sympy", "antlr4-python3-runtime"],
)
