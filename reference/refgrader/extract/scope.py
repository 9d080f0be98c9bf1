"""Where in a response the answer may stand (EXT-2 to EXT-6), and where another turn begins (EXT-55).

Whatever may not hold the answer is overwritten with spaces, so that positions in the scope are positions
in the response and no later room has to know about tags or code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import merge
from typing import Final

from refgrader import lexicon
from refgrader.extract.piece import Span

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
PROGRAMS: Final = lexicon.words("programming language")

_REASONING_TAG: Final = re.compile(
    rf"<(?:(/?)({'|'.join(REASONING)})>|\|(begin|end)_of_thought\|>|\|channel\|>(analysis|final)<\|message\|>)",
    re.I,
)
#: A calculator's note in GSM8K, with the currency before it: "$<<3*5=15>>15".
_CALCULATION: Final = re.compile(r"\$?<<[^<>\n]{1,80}>>")
_CALCULATION_MAX: Final = 85
#: What Markdown strikes out was taken back.
_STRUCK: Final = re.compile(r"~~(?=\S)[^~\n]{1,80}~~")
_FENCE: Final = re.compile(r"```")
_LABEL: Final = re.compile(r"[ \t]*([\w+#-]*)")
#: Without a box, the answer stands in this many characters at the end of the scope (EXT-8).
WINDOW: Final = 20_000
#: A box begins so, or, in a text that has none of these, with a name that lost its backslash (EXT-14).
_BOX: Final = re.compile(r"\\(?:boxed|fbox|framebox)(?![a-zA-Z])")
_BARE_BOX: Final = "boxed{"
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

    Before `since` there is no box, and nothing that is near enough to the end for another answer: what may not hold
    an answer is left there as it was. `tagged`: the scope is the content of an answer element. `cut`: there is but
    half of one (EXT-5).
    """

    text: str
    start: int
    end: int
    since: int
    tagged: bool = False
    cut: bool = False


def find(response: str, tags: tuple[str, ...]) -> Scope | None:
    """The scope of `response`; none where the model was still thinking when it stopped (EXT-3)."""
    text = response
    start, end, tagged, cut = 0, len(response), False, False
    if "<" in response:
        hidden, unfinished = thoughts(response)
        if unfinished:
            return None
        text = blank(response, hidden)
        start, end, tagged, cut = _element(text, tags)
    last = _strip_end_marks(text, start, end)
    box = _first_box(text, start, last)
    since = max(start, min(box, last - WINDOW))
    visible = _visible(text, start, end, since)
    if visible is not text:
        last = _strip_end_marks(visible, start, end)
    if since > max(start, last - WINDOW) or not visible.startswith(text[box : box + 1], box):
        since = start  # What was hidden stood at the end, and the closing part begins earlier; or it was the box.
        visible = _visible(text, start, end, since)
        last = _strip_end_marks(visible, start, end)
    return Scope(visible, start, last, since, tagged, cut)


def _visible(text: str, start: int, end: int, since: int) -> str:
    """The text without calculator's notes and programs, from `since` on."""
    if "<" in text and "<<" in text:
        notes = _CALCULATION.finditer(text, max(0, since - _CALCULATION_MAX))
        text = blank(text, (note.span() for note in notes))
    if "~~" in text:
        text = blank(text, (struck.span() for struck in _STRUCK.finditer(text, max(0, since - _CALCULATION_MAX))))
    if "```" in text:
        text = blank(text, _programs(text, start, end, since))
    return text


def thoughts(response: str) -> tuple[list[tuple[int, int]], bool]:
    """The closed reasoning elements, tags included, and whether the last one never closes."""
    hidden: list[tuple[int, int]] = []
    thinking, since = None, 0
    for tag in _REASONING_TAG.finditer(response):
        name, closes = _kind(tag)
        if not closes:
            if thinking is None:
                thinking, since = name, tag.start()
        elif thinking is None:  # The opening tag was in the prompt: all up to here was thinking.
            hidden = [(0, tag.end())]
        elif thinking == name:
            hidden.append((since, tag.end()))
            thinking = None
    return hidden, thinking is not None


def _kind(tag: re.Match[str]) -> tuple[str, bool]:
    """The name of the reasoning element that a tag belongs to, and whether the tag closes it."""
    if tag[2] is not None:
        return tag[2].lower(), bool(tag[1])
    if tag[3] is not None:
        return "thought", tag[3].lower() == "end"
    return "channel", tag[4].lower() == "final"


def _element(text: str, tags: tuple[str, ...]) -> tuple[int, int, bool, bool]:
    """The content of the last complete answer element, else all; and whether half of one is all there is."""
    opened, half = -1, False
    found: tuple[int, int] | None = None
    for tag in _answer_tag(tags).finditer(text):
        if not tag[1]:
            opened = tag.end()
        elif opened >= 0:
            found, opened = (opened, tag.start()), -1
        else:
            half = True
    if found is not None:
        return *found, True, False
    return 0, len(text), False, half or opened >= 0


@lru_cache(maxsize=32)
def _answer_tag(tags: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"<(/?)(?:{'|'.join(map(re.escape, tags))})>", re.I)


def _first_box(text: str, start: int, end: int) -> int:
    """Where the first box of a long text is, or its end; a short one is not searched for it."""
    if end - start <= WINDOW:
        return end
    found = _BOX.search(text, start, end)
    bare = -1 if found else text.find(_BARE_BOX, start, end)
    return found.start() if found else bare if bare >= 0 else end


def _programs(text: str, start: int, end: int, since: int) -> Iterable[tuple[int, int]]:
    """The fenced programs that end after `since`; one that never closes goes on to the end (EXT-6)."""
    fences = [fence.start() for fence in _FENCE.finditer(text, start, end)]
    for opened, closed in zip(fences[::2], [*fences[1::2], end], strict=False):
        if closed >= since and _label(text, opened, end) in PROGRAMS:
            yield opened, min(closed + len("```"), end)


def _label(text: str, fence: int, end: int) -> str:
    found = _LABEL.match(text, fence + len("```"), end)
    return found[1].lower() if found else ""


def blank(text: str, stretches: Iterable[tuple[int, int]], fill: str = " ") -> str:
    """The text with stretches (in order) overwritten, so that all positions stay what they were."""
    parts, at = [], 0
    for start, end in stretches:
        if end <= at:
            continue
        start = max(start, at)
        parts += [text[at:start], fill * (end - start)]
        at = end
    return "".join([*parts, text[at:]]) if parts else text


def _strip_end_marks(text: str, start: int, end: int) -> int:
    end = _strip(text, start, end)
    while text.endswith(_END_MARKS, start, end):
        mark = next(mark for mark in _END_MARKS if text.endswith(mark, start, end))
        end = _strip(text, start, end - len(mark))
    return end


def _strip(text: str, start: int, end: int) -> int:
    """The end of a stretch without white space there; a long text is not copied for it."""
    while end > start:
        tail = text[max(start, end - 256) : end]
        kept = len(tail.rstrip())
        end -= len(tail) - kept
        if kept:
            break
    return end


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


def turns(text: str) -> Iterator[tuple[int, bool]]:
    """The first places where another turn begins, but for those within what is thought.

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
        stretches = thoughts(text)[0] if stretches is None else stretches
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
