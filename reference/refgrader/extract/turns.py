"""Where a response may have run on into a turn that is not its own: the places to end it at (EXT-55)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

#: Tokens that end a turn or begin the next one.
_MARKS: Final = (
    "<|im_end|>",
    "<|im_start|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "<|end|>",
    "<|user|>",
    "<end_of_turn>",
    "<start_of_turn>",
    "<eos>",
    "[INST]",
)
_ASKERS: Final = "Q|Question|Problem|Human|User|问题|问|题目|用户"
#: A line that begins a new question, and what of it must occur for there to be one.
_KEYS: Final = ("Q", "Problem", "Human", "User", "问", "题目", "用户", "Instruction")
_LINE: Final = re.compile(
    rf"\n[ \t]*(?:[#*_>]+[ \t]*)?(?:(?:{_ASKERS})[*_]*[ \t]*[:：]|#+[ \t]*(?:Instruction|Question)s?\b)"
)
_MARK: Final = re.compile("|".join(map(re.escape, _MARKS)))
#: More places than these are tried by nobody; each costs one more reading.
_MOST: Final = 4


def ends(text: str) -> Iterator[int]:
    """The first places in `text` where another turn or question may begin, in order."""
    marks = any(mark in text for mark in ("<|", "<e", "<s", "[INST]")) and _MARK.search(text)
    asks = any(f"\n{lead}{key}" in text for key in _KEYS for lead in ("", " ", "#", "*", ">", "\t"))
    if not (marks or asks):
        return
    places = {found.start() for pattern in (_MARK, _LINE) for found in islice(pattern.finditer(text), _MOST)}
    yield from sorted(places)[:_MOST]
