"""Where a response may have run on into a turn that is not its own (EXT-55)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import merge
from typing import Final

from refgrader.extract.piece import Span

#: How a turn begins, after what must occur in a text for the pattern to be looked for at all. Each pattern has one
#: first character, so that a long text is searched at the speed of that character.
_TURNS: Final = (
    (
        ("<",),
        re.compile(
            r"<(?:\|(?:im_end|im_start|endoftext|end_of_text|eot_id|start_header_id|end|user)\|"
            r"|(?:end|start)_of_turn|eos)>|</s>(?=\s*(?:<s>|\[INST\]))"
        ),
    ),
    (("[INST]",), re.compile(r"\[INST\]")),
    (
        ("Q", "Problem", "Human", "User", "Ex", "问", "题", "户"),
        re.compile(
            r"\n[ \t]*(?:(?P<mark>[#*_>]+)[ \t]*)?(?:"
            r"(?:Q|Question|Problem|Human|User|问题|问|题目|用户)[*_]*[ \t]*[:：]|Q\.[ \t]|"
            r"(?P<part>Question|Problem|Exercise|Example)[ \t]+\d{1,3}[*_]*[ \t]*(?:[:：]|(?(mark)\n|[:：]))|"
            r"Exercise[*_]*[ \t]*[:：])"
        ),
    ),
    (("Instruction",), re.compile(r"\n[ \t]*#+[ \t]*Instructions?\b")),
)
#: A response that begins with a numbered part has parts of its own.
_PART: Final = re.compile(r"[\s#*_>]*(Question|Problem|Exercise|Example)[ \t]+\d")
#: Each place that is tried costs one more reading; a response that has more than these is no conversation.
_MOST: Final = 4
#: In texts from this length on, a single character is found many times faster than a word …
_LONG: Final = 20_000
#: … unless there are more of it than this.
_RARE: Final = 2_000


def ends(text: str, hidden: Callable[[], Sequence[Span]]) -> Iterator[tuple[int, bool]]:
    """The first places where another turn begins, but for those within what `hidden` says (in order) is thought.

    With each, whether it is a turn beyond doubt; a numbered heading is one only after an answer that is marked.
    """
    occurs = text.__contains__ if len(text) < _LONG else partial(_occurs, text)
    series = [pattern.finditer(text) for keys, pattern in _TURNS if any(map(occurs, keys))]
    if not series:
        return
    stretches: Sequence[Span] | None = None
    first = _PART.match(text)
    parts = {first[1]} if first else set()
    at = tried = 0
    for turn in merge(*series, key=re.Match.start):
        stretches = hidden() if stretches is None else stretches
        while at < len(stretches) and stretches[at][1] <= turn.start():
            at += 1
        if at < len(stretches) and stretches[at][0] <= turn.start():
            continue
        part = turn["part"] if turn.re.groups else None
        if part in parts:
            continue
        yield turn.start(), part is None
        parts |= {part} if part else set()
        tried += 1
        if tried == _MOST:
            return


def _occurs(text: str, word: str) -> bool:
    """``word in text``: where the first character is rare, at the speed of finding that."""
    at = -1
    for _ in range(_RARE):
        at = text.find(word[0], at + 1)
        if at < 0 or text.startswith(word, at):
            return at >= 0
    return text.find(word, at) >= 0
