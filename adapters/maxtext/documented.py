r"""MaxText's ``extract_answer``, as documented: the last answer block, and the last box in it.

Written from the description of the change that introduced it and checked against what it really returns; none
of its source is here. Its quirks are kept on purpose: they are what the conformance suite is there to show.
"""

from __future__ import annotations

import re

#: What the extractor returns for a response without an answer; it has no other word for "none".
NO_ANSWER = "-1000000"
BOX = r"\boxed"

#: At least one character in a block: ``<answer></answer>`` is none, and runs on to the next closing tag.
ANSWER_BLOCK = re.compile(r"<answer>(.+?)</answer>", re.DOTALL)
UNBALANCED_BOX = re.compile(r"\\boxed\s*\{?\s*([a-zA-Z0-9.,\-]+)")


def extract_answer(response: str) -> str:
    """The answer that the extractor finds in `response`, or `NO_ANSWER`."""
    blocks = ANSWER_BLOCK.findall(response)
    scope = blocks[-1] if blocks else response
    box = last_closed_box(scope)
    if box is not None:
        return box
    if unbalanced := UNBALANCED_BOX.search(scope):
        return unbalanced[1]
    return scope.strip() if blocks else NO_ANSWER


def last_closed_box(text: str) -> str | None:
    """What stands in the box whose closing brace comes last (so the outer one of two), or None without a box.

    Braces pair up as brackets do; a closing brace without its partner is passed over.
    """
    open_braces: list[int] = []
    box = None
    for brace in re.finditer("[{}]", text):
        if brace[0] == "{":
            open_braces.append(brace.start())
        elif open_braces:
            opened = open_braces.pop()
            if text.endswith(BOX, 0, opened):
                box = text[opened + 1 : brace.start()].strip()
    return box
