"""Where a response may have run on into a turn that is not its own (EXT-55)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from refgrader.extract.piece import Span

_TURN: Final = re.compile(
    r"<(?:\|(?:im_end|im_start|endoftext|end_of_text|eot_id|start_header_id|end|user)\||(?:end|start)_of_turn|eos)>"
    r"|\[INST\]"
    r"|\n[ \t]*(?:[#*_>]+[ \t]*)?(?:Q|Question|Problem|Human|User|问题|问|题目|用户)[*_]*[ \t]*[:：]"
    r"|\n[ \t]*#+[ \t]*Instructions?\b"
)
#: What of it must occur for there to be one.
_KEYS: Final = (
    *("<|", "_of_turn>", "<eos>", "[INST]", "Q:", "Q：", "Q*", "Q_", "Q ", "Q\t", "Question", "Problem", "Human"),
    *("User", "Instruction"),
    *("问", "题", "用户"),
)
#: Each place that is tried costs one more reading; a response that has more than these is no conversation.
_MOST: Final = 4


def ends(text: str, hidden: Sequence[Span]) -> Iterator[int]:
    """The first places outside of `hidden` (in order) where another turn begins."""
    if not any(key in text for key in _KEYS):
        return
    stretch, tried = 0, 0
    for turn in _TURN.finditer(text):
        while stretch < len(hidden) and hidden[stretch][1] <= turn.start():
            stretch += 1
        if stretch < len(hidden) and hidden[stretch][0] <= turn.start():
            continue
        yield turn.start()
        tried += 1
        if tried == _MOST:
            return
