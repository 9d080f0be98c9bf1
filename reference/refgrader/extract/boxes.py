r"""Boxes: `\boxed{…}` and its like (EXT-10 to EXT-18)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.extract.amounts import LARGE, SMALL
from refgrader.extract.piece import Piece, trim

_COMMAND: Final = re.compile(r"\\(?:boxed|fbox|framebox)(?![a-zA-Z])\s*")
#: A box; where its content is free of braces and commands, up to its end.
_FRAME: Final = re.compile(rf"{_COMMAND.pattern}(?:\{{[^{{}}\\]*\}})?")
_BARE: Final = re.compile(r"boxed(?=\{)(?<![a-zA-Z]boxed)")
_BRACE: Final = re.compile(r"\\[\\{}]|[{}]")
_FRAMED: Final = re.compile(rf"{_COMMAND.pattern}\{{")
_TOKEN: Final = re.compile(rf"{_COMMAND.pattern}\{{?|{_BRACE.pattern}")
_UNBRACED: Final = re.compile(r"\\[()\[\]]|\\.|[{}$\s]", re.S)

#: What may stand between two boxes that together are one list; the second pattern must occur.
_JOIN: Final = re.compile(
    r"(?:\s|\$|~|\\[()\[\]!,:; ]|\\q?quad\b|\\text\{\s*(?:and|or)\s*\}|[,;&，、；]|\band\b|\bor\b|[和或])*\Z"
)
_JOINER: Final = re.compile(r"[,;&，、；和或]|\band\b|\bor\b|\\text")
#: Between and after two boxes that together are one amount in two units.
_LARGER: Final = re.compile(rf"[\s$~]*(?:\\text\{{\s*)?({LARGE})\b[\s$~}},]*(?:and\b[\s$~]*)?\Z")
_SMALLER: Final = re.compile(rf"[\s$~]*(?:\\text\{{\s*)?({SMALL})\b")
_COUNT: Final = re.compile(r"\s*\d[\d,.]*\s*")
_THIN: Final = re.compile(r"\\[,;]")
_JOIN_MAX: Final = 60
#: Longer lists are read by nobody.
_LIST_MAX: Final = 1_000
_NAME: Final = re.compile(r"(?<![A-Za-z\\])([A-Za-z](?:_\{?\w{1,4}\}?)?)\s*=\s*\Z")

#: How the words that deny a box directly before it end; then the whole phrase is looked at.
_DENIAL_ENDS: Final = ("not", "be", "n't", "n’t", "\\ne", "\\neq", "≠", "{", "is", ":", "：")
_DENIED_BEFORE: Final = re.compile(
    r"(?:\b(?:can)?not(?:\s+be)?|n['’]t(?:\s+be)?|\\neq?|≠|\\(?:(?:x|b)?cancel|h?phantom)\{|"
    r"\b(?:wrong|incorrect)\s+(?:answer|value|result)\s*(?:is|[:：])|\b(?:mistake|error)\s+is)[\s$]*\Z",
    re.I,
)
_DENIED_AFTER: Final = re.compile(
    r"[\s$]*(?:(?:is|was)\s+(?:an?\s+)?(?:wrong|incorrect|not\s+(?:the\b|correct|right))|\((?:wrong|incorrect)\))",
    re.I,
)

#: Boxes that show where an answer would go, not what it is.
_TEMPLATES: Final = frozenset(lexicon.phrases("template"))
_TEMPLATE_WRAP: Final = re.compile(r"\\(?:text(?:bf|it)?|mathrm|mathbf)\b|[\\{}\[\]<>$()]")
_TEMPLATE_MAX: Final = 60


class Box(NamedTuple):
    """A box from `start` to `end`, its content from `inner` to `close`; `end` is -1 where it never closes."""

    start: int
    end: int
    inner: int
    close: int


def find(text: str, start: int, end: int) -> list[Box]:
    """The outermost boxes in order, unclosed ones only at the end: one before others is a slip (EXT-16).

    Each character is looked at a bounded number of times.
    """
    boxes: list[Box] = []
    pattern, done, unclosed = _FRAME, start, -1
    if text.find("boxed{", start, end) >= 0 and not _FRAME.search(text, start, end):
        pattern = _BARE
    pairs: dict[int, int] = {}
    paired = False  # Whether all the braces are in `pairs`: no box searches again for what is not there.
    while frame := pattern.search(text, done, end):
        first, at = frame.span()
        if text[at - 1] == "}":
            boxes.append(Box(first, at, text.index("{", first) + 1, at - 1))
            done = at
        elif at >= end or text[at] != "{":
            done, closed = _unbraced_end(text, at, end)
            boxes.append(Box(first, done if closed else -1, at, done))
        else:
            pairs = pairs if paired else _pairs(text, at, end)
            close = pairs.get(at, -1)
            paired = paired or close < 0
            unclosed, done = (first, at + 1) if close < 0 else (unclosed, close + 1)
            if close >= 0:
                boxes.append(Box(first, close + 1, at + 1, close))
    if unclosed >= 0 and not (boxes and boxes[-1].start > unclosed):
        boxes.append(Box(unclosed, -1, text.index("{", unclosed) + 1, end))
    return boxes


def pieces(text: str, boxes: list[Box], end: int, which: str, truncated: str) -> Iterator[Piece | None]:
    """The boxed answers, the most final first. A None among them says: look no further (EXT-16)."""
    if boxes and boxes[-1].end < 0:
        last = boxes[-1]._replace(end=end)
        if truncated == "none" or not _says_something(text, last):
            yield None
        yield _piece(text, [last], "EXT-16")
    if which == "last":
        if amount := _amount(text, boxes):
            yield amount
        for group in _groups_from_the_end(text, boxes):
            yield _piece(text, group, "EXT-13" if len(group) > 1 else "EXT-10")
        return
    groups = list(_groups_from_the_end(text, boxes))[::-1]
    if which == "all" and groups:
        yield _piece(text, [box for group in groups for box in group], "EXT-53")
    for group in groups if which == "first" else ():
        yield _piece(text, group, "EXT-13" if len(group) > 1 else "EXT-10")


def _pairs(text: str, opening: int, end: int) -> dict[int, int]:
    """Where braces that open close, as far as to the end of the first one's group; else to the end."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for token in _BRACE.finditer(text, opening, end):
        mark = token[0]
        if mark == "{":
            stack.append(token.start())
        elif mark == "}" and stack:
            pairs[stack.pop()] = token.start()
            if not stack:
                break
    return pairs


def _unbraced_end(text: str, at: int, end: int) -> tuple[int, bool]:
    r"""Where the answer of `\boxed 5` ends, and whether its own groups were closed there (EXT-14)."""
    depth = 0
    for token in _UNBRACED.finditer(text, at, end):
        mark = token[0]
        depth += (mark == "{") - (mark == "}")
        if depth < 0 or (not depth and (mark == "$" or mark.isspace() or mark in (r"\)", r"\]"))):
            end, depth = token.start(), 0
            break
    while end > at and text[end - 1] in ".,;:":
        end -= 1
    return end, depth == 0


def _says_something(text: str, box: Box) -> bool:
    if box.close - box.inner <= _TEMPLATE_MAX:
        plain = _TEMPLATE_WRAP.sub("", text[box.inner : box.close]).strip().lower()
        empty = not plain or plain in _TEMPLATES
        if empty and text[box.inner : box.close].strip() not in (r"\{\}", r"()", r"\text{()}"):
            return False
    before = text[max(0, box.start - 40) : box.start]
    if before.rstrip("$ \t\n").lower().endswith(_DENIAL_ENDS) and _DENIED_BEFORE.search(before):
        return False
    return not _DENIED_AFTER.match(text, box.end, box.end + 60)


def _groups_from_the_end(text: str, boxes: Sequence[Box]) -> Iterator[list[Box]]:
    """The boxes that say something, the last first, with those joined to one list together and in order."""
    group: list[Box] = []
    for box in reversed(boxes):
        if box.end < 0 or not _says_something(text, box):
            continue
        if group and (len(group) == _LIST_MAX or not _joined(text, box, group[-1])):
            yield group[::-1]
            group = []
        group.append(box)
    if group:
        yield group[::-1]


def _amount(text: str, boxes: Sequence[Box]) -> Piece | None:
    """The one amount that the last two boxes give in two units: hours in the one and minutes in the other."""
    if len(boxes) < 2:
        return None
    left, right = boxes[-2:]
    large = right.start - left.end <= _JOIN_MAX and _LARGER.match(text, left.end, right.start)
    small = _SMALLER.match(text, right.end, right.end + _JOIN_MAX)
    counts = [text[box.inner : box.close] for box in (left, right)]
    if not (large and small and large[1] != small[1] and all(map(_COUNT.fullmatch, counts))):
        return None
    said = f"{counts[0].strip()} {large[1]} {counts[1].strip()} {small[1]}"
    return Piece(said, left.inner, small.end(1), "EXT-13")


def _joined(text: str, left: Box, right: Box) -> bool:
    if right.start - left.end > _JOIN_MAX:
        return False
    gap = _NAME.sub("", text[left.end : right.start])
    return bool(_JOIN.match(gap)) and bool(_JOINER.search(_THIN.sub("", gap)))


def _name(text: str, box: Box) -> str:
    name = _NAME.search(text, max(0, box.start - 20), box.start)
    return f"{name[1]} = " if name else ""


def _piece(text: str, group: list[Box], rule: str) -> Piece:
    spans = [unwrap(text, box.inner, box.close) for box in group]
    if len(spans) == 1:
        ((said, start, end),) = spans
        return Piece(said, start, end, rule)
    names = [_name(text, box) for box in group]
    if not all(names):
        names = [""] * len(group)
    joined = ", ".join(name + said for name, (said, _, _) in zip(names, spans, strict=True))
    return Piece(joined, group[0].start, group[-1].end, rule)


def unwrap(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The content of a box without inner boxes, math delimiters around all of it, and outer white space."""
    start, end = trim(text, start, end)
    for left, right in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")):
        width = len(left)
        if (
            end - start > 2 * width
            and text.startswith(left, start)
            and text.endswith(right, start, end)
            and text.find(left, start + width, end - width) < 0
        ):
            start, end = trim(text, start + width, end - width)
    said = text[start:end]
    if _COMMAND.search(said):
        said = _without_boxes(said)
    return said, start, end


def _without_boxes(said: str) -> str:
    rest, count = _FRAMED.subn("", said)
    if "{" not in rest and "\\" not in rest and rest.count("}") == count:  # All the braces are of boxes.
        return rest.replace("}", "").strip()
    parts, at = [], 0
    frames: list[bool] = []  # Of every brace that is open, whether it is a box's.
    for token in _TOKEN.finditer(said):
        mark = token[0]
        if mark == "{":
            frames.append(False)
        elif mark == "}":
            if frames and frames.pop():
                parts.append(said[at : token.start()])
                at = token.end()
        elif len(mark) > 2:
            parts.append(said[at : token.start()])
            at = token.end()
            if mark[-1] == "{":
                frames.append(True)
    return "".join([*parts, said[at:]]).strip()
