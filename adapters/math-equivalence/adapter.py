# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "957190f"
# summary = "context-bench's MathEquivalence: LaTeX rewritten as plain text, then a relative tolerance"
# license = "MIT"
# homepage = "https://github.com/npow/context-bench"
# capabilities = ["verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/npow/context-bench"
# commit = "957190fa7cf7d438f8278d74070ab92cca4582b4"
# files = ["src/context_bench/evaluators/math_equivalence.py"]
# ///
"""context-bench's `MathEquivalence().score(example, output)`, asked with a response or a bare answer."""

import importlib
import os
import sys
from collections.abc import Callable

from gradespec_sdk import serve


def load(source: str | None) -> tuple[str, Callable[[str, str], float]]:
    """The backend's name and its scoring function: the real one where its source is at hand."""
    if not source:
        return "documented", importlib.import_module("documented").score
    # The module alone: its package would import every system that context-bench can benchmark.
    sys.path.insert(0, os.path.join(source, "src", "context_bench", "evaluators"))
    evaluator = importlib.import_module("math_equivalence").MathEquivalence()
    return "upstream", lambda answer, response: evaluator.score({"answer": answer}, {"response": response})[
        "math_equiv"
    ]


backend, score = load(os.environ.get("GRADESPEC_SOURCE"))

serve(
    name="math-equivalence",
    version="957190f",
    backend=backend,
    verify=lambda gold, answer, options: score(gold, answer),
    grade=lambda gold, response, options: score(gold, response),
)
