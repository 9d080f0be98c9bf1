"""Where in a response the answer may stand (EXT-2 to EXT-6), and where another turn begins (EXT-55).

Whatever may not hold the answer is overwritten with spaces, so that positions in the scope are positions
in the response and no later room has to know about tags or code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from itertools import zip_longest
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.extract import cues
from refgrader.extract.piece import Span
from refgrader.late import late

#: Elements in which models think aloud.
REASONING: Final = lexicon.words("reasoning element")
#: What a fence must be labelled for its content to be a program, which prints an answer but is not one.
PROGRAMS: Final = lexicon.words("programming language")

_REASONING_TAG: Final = late(
    rf"<(?:(/?)(?:seed:)?({lexicon.pattern(REASONING)})>|\|(begin_of|end_of|start|end)_th(?:ought|inking)\|>|\|channel\|>(analysis|final)<\|message\|>)",
    re.I,
)
#: How some families write one; both are read as ``<think>``, which is as long.
_OTHER_TAGS: Final = (("◁think▷", "◁/think▷"), ("[THINK]", "[/THINK]"))
#: A tag in square brackets: a long text is searched fast for a sign by itself.
_IN_BRACKETS: Final = late(r"\[(?=(?:/?THINK|INST)\])", re.I)
#: A calculator's note in GSM8K, with the currency before it ("$<<3*5=15>>15"), and what is struck out; the token `<s>`
#: begins a response or a turn.
_NO_TEXT: Final = late(
    r"\$?<<[^<>\n]{1,80}>>|~~(?=\S)[^~]+~~|(?:<(?P<tag>del|strike)(?:\s[^<>]{0,80})?>|(?!\A)<(?P<s>s)>(?!\[INST))[^<>]+"
    r"</(?:(?P=tag)|(?P=s))>|\\(?:sout|st|xout)\s?\{(?:[^{}\n]|\{[^{}\n]{0,80}\}){1,400}\}",
)
_TAGGED_SO: Final = ("<<", "</del>", "</strike>", "</s>")
#: A long text is searched faster for the first sign of a pattern than for a short text.
_COMMAND: Final = late(r"\\(?:sout|st|xout|begin\{comment|iffalse|(?:text)?color\s?\{white)")
#: Where a line may be a comment of TeX: behind a number it is none.
_COMMENT: Final = late(r"%(?<!\S%)")
#: What nobody sees: the comments of HTML and of TeX, which those that are lines or stand behind a sentence may be, too,
#: and text in white.
_UNSEEN: Final = late(
    r"<!--.*?(?:-->|\Z)|\\begin\{comment\}.*?(?:\\end\{comment\}|\Z)|\\iffalse\b.*?(?:\\fi\b|\Z)"
    r"|(?:^[ \t]*|(?<=[.!?]\s))%[^\n]*|\\textcolor\s?\{white\}\s?\{(?:[^{}\n]|\{[^{}\n]{0,80}\}){0,400}\}"
    r"|\\color\s?\{white\}[^\n]*",
    re.S | re.M,
)
#: Likewise: the target of a link, and a comment in Markdown; the attributes of an element, and one that is hidden.
_UNSHOWN: Final = late(
    r"(?<!\S)\[[A-Za-z][A-Za-z' -]{2,60}\](?P<target>\([^()\n]{1,200}\))"
    r"|(?<=\])\((?=[^()\n]{0,40}box)[^()\n]{1,200}\)"
    r"|(?:^\s{0,3}\[[^\]\n]{1,40}\]:\s?(?:#|<>)\s[^\n]*|<(?:input|img|meta|link)\s[^<>]{0,400}>"
    r"|<(?P<tag>[a-z]{1,10})\s[^<>]{0,200}?(?:(?<![\w-])hidden(?![\w-])|display\s?:\s?none|opacity\s?:\s?0(?![.\d])"
    r"|color\s?[:=]\s?[\"']?white\b|size\s?[:=]\s?[\"']?0(?![.\d]))[^<>]{0,200}>[^<]{0,200}(?:</(?P=tag)>|\Z))",
    re.S | re.M | re.I,
)
_CHEERS: Final = "".join(sorted(lexicon.words("picture")))
_PICTURES: Final = late(rf"(?:[{_CHEERS}][\ufe0f\U0001f3fb-\U0001f3ff]?)+")
_TAG: Final = late(r"<(/?)([a-z][a-z_]{1,20})>", re.I)
_ELEMENTS: Final = lexicon.words("element", "reasoning element")
#: Tags that begin another line.
_BREAK: Final = late(r"</?(?:br|p|div)\s?/?>", re.I)
#: A value between tags that say how it is set, or that it is the result.
_SET: Final = late(
    r"<(?:(?P<bold>b|strong)|(?P<name>i|u|em|span|center|big|small|font|mark|final|final_?answer|solution|result|output))>"
    r"(?P<value>[-−\d$\\(\[√π][^<>\n]{0,120})</(?:(?P=bold)|(?P=name))>",
    re.I,
)
#: A heading of an answer as TeX sets it in text.
_HEADS: Final = late(r"(?<![^\n])\\text(?:bf|it)?\{((?:[Ff]inal )?[Aa]nswer:?) ?\}")
#: Shown in the other order than it is written.
_TURNED: Final = ("\u202d", "\u202e")
#: What opens or closes a block, and the label of one that it opens.
_MARK: Final = late("```")  # which a pattern counts faster than a text does
_FENCE: Final = late(r"```[ \t]*([\w+#-]*)")
#: Without a box, the answer stands in this many characters at the end of the scope (EXT-8).
WINDOW: Final = 20_000
#: How a box begins: a command, or its name behind which a brace opens. Each by itself has a sign to be searched for.
FRAMES: Final = (r"\\(?:boxed|fbox|framebox)(?![a-zA-Z])", r"boxed(?<![a-zA-Z]boxed)(?=\{)")
_FRAME, _NAME = map(late, FRAMES)
#: What a serving stack may leave at the end of a response: special tokens, in the form that each family gives them.
_END_MARK: Final = late(
    r"(?:<[|｜][\w▁]{1,40}[|｜]>|</?(?:s|eos|bos|pad|unk|end_of_turn|start_of_turn)>|\[(?:EOS|PAD|SEP|/INST|/?END)\])\Z"
)
_LONGEST_MARK: Final = 48


class Scope(NamedTuple):
    """The part of a response that may hold the answer: `text` is all of the response from `away` on, blank elsewhere.

    Neither a box nor the closing part begins before `start`. `tagged`: the scope is the content of an answer element.
    `cut`: there is but half of one (EXT-5).
    """

    text: str
    start: int
    end: int
    tagged: bool = False
    cut: bool = False
    away: int = 0


def find(response: str, tags: tuple[str, ...], tokens: bool) -> Scope | None:
    """The scope of `response`, which may have `tokens`; none where the model was still thinking at its end (EXT-3)."""
    if not response.isascii() and any(mark in response for mark in _TURNED):
        return None
    has_commands = _COMMAND.search(response) is not None
    has_comments = ("%" in response and _COMMENT.search(response)) or (tokens and "<!--" in response)
    if has_commands or has_comments:
        response = blank(response, (found.span() for found in _UNSEEN.finditer(response)))
    hidden, unfinished = thoughts(response) if tokens or "◁" in response else ([], False)
    if unfinished:
        return None
    text = blank(response, hidden) if hidden else response
    start, end, tagged, cut = 0, len(text), False, False
    if tokens and "<" in text:
        text = _without_strange(text, sorted(_strange(text, tags)))
        start, end, tagged, cut = _element(text, tags)
    if has_commands or _may_hold_no_text(text):
        text = blank(text, (found.span() for found in _NO_TEXT.finditer(text, start, end)))
    end = strip_end_marks(text, start, end)
    if end - start > 2 * WINDOW:
        start = min(end - 2 * WINDOW, first_frame(text, start, end))
    block = _block(text, start)
    away = max(0, block - WINDOW)
    start, end, block = start - away, end - away, block - away
    text = _visible(_without_unshown(text[away:]), start, end, block)
    return Scope(text, start, strip_end_marks(text, start, end), tagged, cut, away)


def _without_unshown(text: str) -> str:
    """The text without targets of links, attributes and elements that are hidden (EXT-6)."""
    if "](" in text or "]:" in text or ("<" in text and "=" in text) or " hidden" in text:
        text = blank(text, (found.span("target" if found["target"] else 0) for found in _UNSHOWN.finditer(text)))
    return text


def _may_hold_no_text(text: str) -> bool:
    """Whether a text has a mark of what is struck out or noted; single signs are found fastest."""
    return ("~" in text and "~~" in text) or ("<" in text and any(mark in text for mark in _TAGGED_SO))


def first_frame(text: str, start: int, end: int) -> int:
    """Where the first box begins; `end` where none does."""
    command = _FRAME.search(text, start, end)
    end = command.start() if command else end
    name = _NAME.search(text, start, end)
    return name.start() if name else end


def _visible(text: str, start: int, end: int, block: int) -> str:
    """The text without programs from `block` on, tags, pictures that cheer (EXT-66), and behind a root how often it
    counts (EXT-32)."""
    said = text[start:end]
    if not said.isascii() and any(map(said.__contains__, _CHEERS)):
        text = blank(text, (found.span() for found in _PICTURES.finditer(text, start, end)))
    if "<" in text:
        text = _BREAK.sub(lambda tag: "\n".ljust(len(tag[0])), text)
        text = _SET.sub(_in_markdown, text)
    if "\\text" in text:
        text = _HEADS.sub(lambda head: f"{head[1].rjust(len(head[0]) - 1)} ", text)
    text = blank(text, _programs(text, block, end)) if "```" in text else text
    if "(" in text:
        text = blank(text, (found.span() for found in cues.HOW_OFTEN.finditer(text, start, end)))
    return text


def _in_markdown(tag: re.Match[str]) -> str:
    """A value between tags of bold type as Markdown has it, and between any others alone, in as many characters."""
    bold = "**" if tag["bold"] else ""
    before, behind = tag.start("value") - tag.start(), tag.end() - tag.end("value")
    return bold.rjust(before) + tag["value"] + bold.ljust(behind)


def thoughts(response: str) -> tuple[list[tuple[int, int]], bool]:
    """The closed reasoning elements, tags included, and whether the last one never closes."""
    hidden: list[tuple[int, int]] = []
    thinking, since = None, 0
    if "◁" in response or _has_brackets(response):
        for opened, closed in _OTHER_TAGS:
            response = response.replace(opened, "<think>").replace(closed, "</think>")
    if "<" not in response:
        return hidden, False
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


def _has_brackets(text: str) -> bool:
    """Whether there is a tag in square brackets."""
    return "[" in text and _IN_BRACKETS.search(text) is not None


def _kind(tag: re.Match[str]) -> tuple[str, bool]:
    """The name of the reasoning element that a tag belongs to, and whether the tag closes it."""
    if tag[2] is not None:
        return tag[2].lower(), bool(tag[1])
    if tag[3] is not None:
        return "thought", tag[3].lower().startswith("end")
    return "channel", tag[4].lower() == "final"


def _element(text: str, tags: tuple[str, ...]) -> tuple[int, int, bool, bool]:
    """The content of the last complete answer element, else all; and whether half of one is all there is."""
    opened, half = -1, False
    found: Span | None = None
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


def _strange(text: str, tags: tuple[str, ...]) -> Iterator[Span]:
    """The elements that are neither one for an answer nor one that only says how its text is set."""
    opened: dict[str, int] = {}
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if name in _ELEMENTS or name in tags:
            continue
        if not tag[1]:
            opened.setdefault(name, tag.start())
        elif name in opened:
            yield opened.pop(name), tag.end()


def _without_strange(text: str, elements: Sequence[Span]) -> str:
    """The text without elements of unknown names; in place of one that it ends in is a sentence that says nobody knows
    what, and so may take the answer back."""
    if not elements:
        return text
    begins, ends = len(text) - len(text.lstrip()), len(text.rstrip())
    last = next((start for start, end in elements if begins < start and ends <= end), len(text))
    kept = blank(text[:last], (span for span in elements if span[0] < last))
    return kept + ("\n" + "x" * len(text[last + 1 :]) if last < len(text) else "")


@lru_cache(maxsize=32)
def _answer_tag(tags: tuple[str, ...]) -> re.Pattern[str]:
    return late(rf"<(/?)(?:{lexicon.pattern(tags)})>", re.I)


def _programs(text: str, start: int, end: int) -> Iterator[Span]:
    """The fenced programs in a stretch that begins outside of any; one that never closes goes on to the end (EXT-6)."""
    fences = list(_FENCE.finditer(text, start, end))
    for opened, closed in zip_longest(fences[::2], fences[1::2]):
        if opened[1].lower() in PROGRAMS:
            yield opened.start(), closed.start() + len("```") if closed else end


def _block(text: str, start: int) -> int:
    """Where the fenced block begins that a place is in; the place where it is in none."""
    return text.rfind("```", 0, start) if len(_MARK.findall(text, 0, start)) % 2 else start


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


def strip_end_marks(text: str, start: int, end: int) -> int:
    """The end of a stretch without white space and marks of its end."""
    while end > start:
        if text[end - 1].isspace():
            near = max(start, end - _LONGEST_MARK)
            end = near + len(text[near:end].rstrip())
        elif text[end - 1] in ">]" and (mark := _END_MARK.search(text, max(start, end - _LONGEST_MARK), end)):
            end = mark.start()
        else:
            break
    return end


#: A token of a chat template; those of thoughts and channels stand within a turn.
_TOKEN: Final = late(
    r"<[|｜](?!channel|message|start[|｜]|end_header|begin_of|end_of_thought|(?:START|END)_THINKING)[A-Za-z][\w▁]{1,39}[|｜]>"
    r"|<(?:(?:end|start)_of_turn|eos)>|</s>|\[INST\]"
)
#: What a line calls that which is asked, and how such a heading ends; both behind its mark, if it has one.
_NOUNS: Final = lexicon.pattern(lexicon.phrases("what is asked"))
_ONE_MORE: Final = lexicon.pattern(lexicon.phrases("one more"))
_ASKED: Final = rf"{_NOUNS}|{_NOUNS.upper()}|(?i:(?:{_ONE_MORE})[ \t](?:{_NOUNS}))"
_HEADED: Final = r"(?:[*_}]*[ \t]*(?:[:：]|\]|(?(mark)\n|(?(number)\n|(?!))))|(?(number)\.(?=[ \t*}])|(?!)))"
#: A line with which a new question or the name of who speaks begins.
_LINE: Final = late(
    r"\n(?=[A-Zua问题用#*_>[\\])(?:(?P<mark>(?:[#*_>[]|\\textbf\{)+)[ \t]*)?(?:"
    r"(?:Q|Question|Problem|Human|User|问题|问|题目|用户)[*_]*[ \t]*[:：]|Q\.[ \t]|(?(mark)Instructions?\b|(?!))|"
    rf"(?P<part>{_ASKED})(?P<number>[ \t]?\d{{1,3}})?{_HEADED}|(?P<speaker>(?i:user|human|assistant))\n)"
)
_FIRST_LINE: Final = 80
#: What the user or the system says, up to where the assistant speaks, or thinks.
_USERS: Final = late(
    rf"(?:^[*_#>\s]{{0,6}}(?:User|Human|用户)[*_]{{0,2}}[:：]|<\|im_start\|>(?!assistant)|<\|start_header_id\|>(?!assistant)|"
    rf"<start_of_turn>user|\[INST\]|<[|｜](?:user|system)[|｜]>).*?(?=<[|｜]assistant[|｜]>|"
    rf"<\|im_start\|>assistant|<\|start_header_id\|>assistant|<start_of_turn>model|"
    rf"\[/INST\]|^[*_#>\s]{{0,6}}(?:Assistant|AI|A|助手)[*_]{{0,2}}[:：]|</?(?:{lexicon.pattern(REASONING)})>|\Z)",
    re.S | re.M | re.I,
)
#: The end of who asks, behind the start of the response, if no mark in square brackets begins what is asked; a long
#: text is searched fast for the colon.
_WHO: Final = "|".join(rf"(?<=(?i:user|uman|..用户){marks}.)" for marks in ("", "[*_]", "[*_][*_]"))
_ASKS: Final = tuple((colon, late(rf"{colon}(?<=[rnRN户*_].)(?:{_WHO})", re.S)) for colon in ":：")
_ASKING: Final = late(r"<(?=\|im_start|\|start_|start_of_turn|[|｜](?:user|system)[|｜]>)", re.I)
#: Each place that is tried costs one more reading; a response that has more than these is no conversation.
_MOST: Final = 4


def may_have_tokens(text: str) -> bool:
    """Whether there is a sign with which a token of a chat template begins."""
    return "<" in text or _has_brackets(text)


def without_users(response: str, tokens: bool) -> str:
    """A response, which may have tokens, in which what the user or the system said is blank."""
    asks = (tokens and (_ASKING.search(response) or _has_brackets(response))) or _USERS.match(response)
    if not (asks or any(colon in response and ends.search(response) for colon, ends in _ASKS)):
        return response
    return blank(response, (found.span() for found in _USERS.finditer(response)))


def turns(text: str, tokens: bool) -> Iterator[tuple[int, bool]]:
    """The first places where another turn begins, but for those within what is thought; `tokens`: it may have some.

    With each, whether it is a turn beyond doubt; other headings are one only after an answer that is marked.
    """
    stretches: Sequence[Span] | None = None
    parts: set[str | None] = set()
    at = tried = 0
    found = _LINE.finditer(text)
    if tokens:
        found = merge(_TOKEN.finditer(text), found, key=re.Match.start)
    for turn in found:
        if stretches is None:
            stretches = thoughts(text)[0]
            first = _LINE.match("\n" + text[:_FIRST_LINE].lstrip())
            parts = {first["part"]} - {None} if first else parts  # its own parts, if it begins with one
        while at < len(stretches) and stretches[at][1] <= turn.start():
            at += 1
        if at < len(stretches) and stretches[at][0] <= turn.start():
            continue
        is_line = turn[0].startswith("\n")
        part = turn["part"] if is_line else None
        if part in parts or (turn[0] == "</s>" and "<s>" in text[max(0, turn.start() - _FIRST_LINE) : turn.start()]):
            continue
        yield turn.start(), not is_line or (part is None and turn["speaker"] is None)
        parts |= {part} - {None}
        tried += 1
        if tried == _MOST:
            return
