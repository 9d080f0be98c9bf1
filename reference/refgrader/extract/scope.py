"""Where in a response the answer may stand (EXT-2 to EXT-6).

Whatever may not hold the answer is overwritten with spaces, so that positions in the scope are positions
in the response and no later room has to know about tags or code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from refgrader.extract.tables import words

#: Elements in which models think aloud; a new one is a row.
REASONING: Final = (
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reason",
    "scratchpad",
    "analysis",
)

#: What a fence must be labelled for its content to be a program, which prints an answer but is not one.
PROGRAMS: Final = words(
    """
    py python python2 python3 sympy sage ipython jupyter c cpp c++ cs csharp java javascript js
    typescript ts go rust rs ruby rb r julia matlab octave mathematica wolfram haskell scala kotlin
    swift php perl lua lean lean4 coq bash sh shell sql html css json yaml xml tool_code code
    """
)

_FENCE: Final = re.compile(r"```")
_LABEL: Final = re.compile(r"[ \t]*([\w+#-]*)")
#: What a serving stack may leave at the end of a response.
_END_MARKS: Final = (
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|end|>",
    "<|return|>",
    "</s>",
    "<eos>",
    "<end_of_turn>",
)


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a response that may hold the answer: `text` is as long as the response, blank elsewhere.

    `tagged`: the scope is the content of an answer tag. `cut`: all that there is of answer tags is half of one (EXT-5).
    """

    text: str
    start: int
    end: int
    tagged: bool = False
    cut: bool = False


def find(response: str, tags: tuple[str, ...]) -> Scope | None:
    """The scope of `response`; none where the model was still thinking when it stopped (EXT-3)."""
    text, open_tag, element, stray = response, -1, None, False
    if "<" in response:
        hidden: list[tuple[int, int]] = []
        thinking: str | None = None
        since = 0
        for tag in _tags(tags).finditer(response):
            name, closing = _kind(tag)
            if name in tags:
                if thinking is None:
                    if not closing:
                        open_tag = tag.end()
                    elif open_tag >= 0:
                        element, open_tag = (open_tag, tag.start()), -1
                    else:
                        stray = True
            elif not closing:
                if thinking is None:
                    thinking, since = name, tag.start()
            elif thinking is None:  # The opening tag was in the prompt: all up to here was thinking.
                hidden, element, open_tag, stray = [(0, tag.end())], None, -1, False
            elif thinking == name:
                hidden.append((since, tag.end()))
                thinking = None
        if thinking is not None:
            return None
        text = blank(response, hidden)
    if element is None:
        start, end = 0, len(text)
    else:
        start, end = element
    if "```" in text:
        text = blank(text, _programs(text, start, end))
    return Scope(
        text,
        start,
        _strip_end_marks(text, start, end),
        element is not None,
        element is None and (stray or open_tag >= 0),
    )


@lru_cache(maxsize=32)
def _tags(tags: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(map(re.escape, (*REASONING, *tags)))
    return re.compile(
        rf"<(?:(/?)({names})>|\|(begin|end)_of_thought\|>|\|channel\|>(analysis|final)<\|message\|>)", re.I
    )


def _kind(tag: re.Match[str]) -> tuple[str, bool]:
    """The name of the element that a tag belongs to, and whether the tag closes it."""
    if tag[2] is not None:
        return tag[2].lower(), bool(tag[1])
    if tag[3] is not None:
        return "begin_of_thought", tag[3].lower() == "end"
    return "channel", tag[4].lower() == "final"


def _programs(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """The fenced programs; one that never closes goes on to the end (EXT-6)."""
    opened, program = -1, False
    for fence in _FENCE.finditer(text, start, end):
        if opened < 0:
            label = _LABEL.match(text, fence.end(), end)
            opened, program = fence.start(), bool(label) and label[1].lower() in PROGRAMS  # type: ignore[index]
        else:
            if program:
                yield opened, fence.end()
            opened = -1
    if opened >= 0 and program:
        yield opened, end


def blank(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    """The text with stretches (in order) overwritten by spaces, so that all positions stay what they were."""
    parts, at = [], 0
    for start, end in stretches:
        parts += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*parts, text[at:]]) if parts else text


def _strip_end_marks(text: str, start: int, end: int) -> int:
    while True:
        while end > start and text[end - 1].isspace():
            end -= 1
        mark = next((mark for mark in _END_MARKS if text.endswith(mark, start, end)), "")
        if not mark:
            return end
        end -= len(mark)
