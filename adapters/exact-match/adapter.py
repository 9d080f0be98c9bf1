# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "1.0"
# summary = "Baseline: the last box, and its text compared without white space, case and LaTeX layout"
# license = "Apache-2.0"
# homepage = "https://github.com/gradespec/gradespec"
# capabilities = ["extract", "verify", "grade"]
# ///
"""What any grader should beat: the last box of a response, compared as text."""

import re

from gradespec_sdk import serve

LAYOUT = re.compile(r"\s+|\$|\\(?:left|right)(?![a-zA-Z])|\\[!,;: ]|(?<=\\)[dt](?=frac)")


def normal(text: str) -> str:
    """The text without what changes only how it looks."""
    return LAYOUT.sub("", text).rstrip(".").casefold()


def last_box(text: str) -> str | None:
    r"""What stands in the last ``\boxed{…}``; None where there is none, or where it never closes."""
    _, box, rest = text.rpartition(r"\boxed{")
    depth = 1
    for place, character in enumerate(rest if box else ""):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            return rest[:place]
    return None


serve(
    name="exact-match",
    version="1.0",
    verify=lambda gold, answer, options: normal(gold) == normal(answer),
    extract=lambda response, options: last_box(response),
)
