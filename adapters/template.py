# /// script
# requires-python = ">=3.10"
# dependencies = []  # what your grader needs, pinned: ["my-package==1.2.3"]
#
# [tool.gradespec]
# version = "1.0"
# # package = "my-package"  # lets --grader choose its version: my-grader@1.2.4
# summary = "In one line, what it does"
# license = "Apache-2.0"
# homepage = "https://example.org"
# capabilities = ["extract", "verify", "grade"]
# ///
"""my-grader, as its users ask it."""

import re

from gradespec_sdk import serve


def extract(response: str, options: dict[str, object]) -> str | None:
    """The final answer of a response, or None where it gives none."""
    boxes = re.findall(r"\\boxed\{([^{}]*)\}", response)
    return boxes[-1] if boxes else None


def verify(gold: str, answer: str, options: dict[str, object]) -> bool:
    """Whether the answer is the gold: true or false, a reward, or "correct", "incorrect", "ungradable"."""
    return gold.strip() == answer.strip()


# A whole response is graded by `extract` and `verify`, unless you also give `grade=`.
serve(name="my-grader", version="1.0", extract=extract, verify=verify)
