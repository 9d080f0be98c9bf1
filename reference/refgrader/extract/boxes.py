r"""Boxes: `\boxed{…}` and its like (EXT-10 to EXT-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from refgrader import lexicon, units
from refgrader.extract import cues
from refgrader.extract.piece import Piece, in_its_unit, trim
from refgrader.extract.scope import FRAMES, first_frame
from refgrader.late import late

#: What every frame holds.
_HINT: Final = "box"
#: A frame with the brace behind it, and its content where that is free of braces and commands; or other braces.
_TOKEN: Final = late(
    rf"(?P<frame>(?:{'|'.join(FRAMES)})\s*)(?P<braced>\{{(?P<plain>[^{{}}\\]*\}})?)?|\\[\\{{}}]"
    r"|(?P<opening>\{+)|(?P<closing>\}+)"
)
_UNBRACED: Final = late(r"\\[^a-zA-Z]|[{}$\s]")

#: What says nothing between two boxes that together are one list, and what joins them.
_SPACING: Final = late(r"[\s$~{}]|\\[()\[\]!,:; ]|\\(?:q?quad\b|text(?=\{))")
_JOINERS: Final = ("and", "or", "alternatively", "和", "或")
_COMMAS: Final = str.maketrans(dict.fromkeys(",;&，、；(/", " "))
_NAME: Final = late(r"(?<![A-Za-z\\])([A-Za-z](?:_\{?\w{1,4}\}?|\([A-Za-z]\))?)\s*=\s*\Z")
_JOIN_MAX: Final = 60
#: Longer lists are read by nobody.
_LIST_MAX: Final = 1_000

#: Boxes that show where an answer would go, not what it is.
_TEMPLATES: Final = frozenset(lexicon.phrases("template"))
_TEMPLATE_WRAP: Final = late(r"\\(?:text(?:bf|it)?|mathrm|mathbf)\b|[\\{}\[\]<>$()]")
_TEMPLATE_MAX: Final = 60
#: Braces and brackets that hold nothing and are an answer.
_EMPTY_SETS: Final = (r"\{\}", r"()", r"\text{()}")

#: Before a box: what denies it.
_DENIES: Final = ("denies in words", "denies by a sign")
#: What denies a box on the spot is its predicate.
_PREDICATE: Final = late(r"[ $]*(?=is\s|was\s|是|不)")
#: Before a box: a sign, a part or the first number of a ratio, by which the value is another than the box holds.
_SIGN: Final = late(r"(?:[=($]\s?[-−]|[½⅓⅔¼¾⅕-⅞√Δ¬±∓]\s?[$*(\\]{0,3}|~\$|[a-z]\s\d{1,3}:(?=\$?\Z)\$?)\s?\Z")


#: Between two boxes, what begins the next item of a list.
_ITEM: Final = late(r"[-*•]|\d{1,2}[.)]")


class Box(NamedTuple):
    """A box from `start` to `end`, its content from `inner` to `close`; `end` is -1 where it never closes."""

    start: int
    end: int
    inner: int
    close: int


def find(text: str, start: int, end: int) -> list[Box]:
    """The outermost boxes in order, unclosed ones only at the end: one before others is a slip (EXT-16)."""
    found: list[_Places] = []
    unclosed: _Places | None = None
    for box in _every(text, start, end):
        if box[1] < 0:
            unclosed = max(unclosed, box) if unclosed else box
            continue
        while found and found[-1][0] > box[0]:
            found.pop()
        found.append(box)
    if unclosed and found[-1:] < [unclosed]:
        found.append(unclosed)
    return list(map(Box._make, found))


#: What a `Box` is made of: in a response of nothing but boxes, most are passed over.
_Places: TypeAlias = tuple[int, int, int, int]


def _every(text: str, start: int, end: int) -> Iterator[_Places]:
    """The boxes, those in others too, in the order of their ends; then those that never close, of their beginnings."""
    opened: list[tuple[int, int, int]] = []  # Of every box that is open: its braces with those around it, two places.
    depth = 0
    tokens = _TOKEN.finditer(text, first_frame(text, start, end), end)
    while token := next(tokens, None):
        begin, at = token.span()
        kind = token.lastgroup
        if kind == "braced":
            if (inner := token.start("plain")) >= 0:
                yield begin, at, inner, at - 1
            else:
                depth += 1
                opened.append((depth, begin, at))
        elif kind == "opening":
            depth += at - begin
        elif kind == "closing":
            rest = depth - (at - begin)
            while opened and opened[-1][0] > rest:
                level, box, inner = opened.pop()
                close = begin + depth - level
                yield box, close + 1, inner, close
            depth = max(rest, 0)
        elif kind == "frame":
            done, closed = _unbraced_end(text, at, end)
            yield begin, done if closed else -1, at, done
            tokens = _TOKEN.finditer(text, done, end)  # what it holds is no box
    for _, box, inner in opened:
        yield box, -1, inner, end


def pieces(text: str, boxes: list[Box], end: int, which: str, truncated: str) -> Iterator[Piece | None]:
    """The boxed answers, the most final first. A None among them says: look no further (EXT-16)."""
    if boxes and boxes[-1].end < 0:
        last = boxes[-1]._replace(end=end)
        if truncated == "none" or not says_something(text, last):
            yield None
        yield _piece(text, [last], "EXT-16")
    groups = _groups_from_the_end(text, boxes)
    if which != "last":
        groups = reversed(list(groups))
    if which == "all" and (every := [box for group in groups for box in group]):
        yield _piece(text, every, "EXT-53")
    for group in groups:
        yield _piece(text, group, "EXT-13" if len(group) > 1 else "EXT-10")


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


def says_something(text: str, box: Box) -> bool:
    """Whether a box holds more than a template, and is not denied on the spot (EXT-15, EXT-17)."""
    if box.close - box.inner <= _TEMPLATE_MAX and not text[box.inner : box.inner + 1].isdecimal():
        said, _, _ = unwrap(text, box.inner, box.close)
        plain = _TEMPLATE_WRAP.sub("", said).strip().lower()
        if (not plain or plain in _TEMPLATES) and "".join(said.split()) not in _EMPTY_SETS:
            return False
    signed = _SIGN.search(text, max(0, box.start - 8), box.start)
    predicate = _PREDICATE.match(text, box.end)
    denied = predicate is not None and cues.opens("undoes", text, predicate.end(), box.end + 60) is not None
    return not (signed or denied or _is_denied(text, box.start))


def _is_denied(text: str, at: int) -> bool:
    """Whether what stands before a box at a place denies what it holds."""
    before = text[max(0, at - cues.REACH) : at]
    if before.isascii() and "\\" not in before and cues.signs(*_DENIES).isdisjoint(cues.letters(before)):
        return False
    return any(cues.near(category, text, 0, at, 4) for category in _DENIES)


def last_group(text: str, boxes: Sequence[Box]) -> list[Box]:
    """The last box that says something, with those that are one list with it (EXT-13)."""
    return next(_groups_from_the_end(text, boxes), [])


def _groups_from_the_end(text: str, boxes: Sequence[Box]) -> Iterator[list[Box]]:
    """The boxes that say something, the last first, with those joined to one list together and in order."""
    group: list[Box] = []
    for box in reversed(boxes):
        if group and (len(group) == _LIST_MAX or not _joined(text, box, group[-1])):
            yield group[::-1]
            group = []
        if box.end >= 0 and says_something(text, box):
            group.append(box)
    if group:
        yield group[::-1]


def _joined(text: str, left: Box, right: Box) -> bool:
    """Whether two boxes are one list: what joins one stands between them, or nothing but the name of the second one."""
    if right.start - left.end > _JOIN_MAX:
        return False
    gap = _SPACING.sub(" ", _NAME.sub("", text[left.end : right.start])).strip()
    named = _name(text, left) and _name(text, right)
    joins = all(word.lower() in _JOINERS or units.is_known(word) for word in gap.translate(_COMMAS).split())
    return _ITEM.fullmatch(gap) is not None or (joins and bool(gap or named))


def _name(text: str, box: Box) -> str:
    name = _NAME.search(text, max(0, box.start - 20), box.start)
    return f"{name[1]} = " if name else ""


def _piece(text: str, group: list[Box], rule: str) -> Piece:
    if len(group) == 1:
        piece = Piece(*unwrap(text, group[0].inner, group[0].close), rule)
        return in_its_unit(text, piece, group[0].start, group[0].end)
    spans = [unwrap(text, box.inner, box.close) for box in group]
    names = [_name(text, box) for box in group]
    if not all(names):
        names = [""] * len(group)
    joined = ", ".join(name + said for name, (said, _, _) in zip(names, spans, strict=True))
    return Piece(joined, group[0].start, group[-1].end, rule)


def unwrap(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The content of a box without inner boxes, math delimiters around all of it, and outer white space."""
    start, end = trim(text, start, end)
    said = text[start:end]
    if "$" not in said and "\\" not in said:
        return (_without_boxes(said) if _HINT in said else said), start, end
    for left, right in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")):
        inner, close = start + len(left), end - len(right)
        wrapped = text.startswith(left, start) and text.endswith(right, start, end)
        if inner < close and wrapped and text.find(left, inner, close) < 0:
            start, end = trim(text, inner, close)
    return _without_boxes(text[start:end]), start, end


@lru_cache(maxsize=1)  # the last box is asked about by who looks behind it, and by who takes it
def _without_boxes(said: str) -> str:
    starts: list[int] = []
    ends: list[int] = []
    for start, end, inner, close in _every(said, 0, len(said)):
        starts.append(start)
        ends.append(inner)
        if end >= 0:
            starts.append(close)
            ends.append(end)
    kept = zip([0, *sorted(ends)], [*sorted(starts), len(said)], strict=True)
    return "".join(said[first:last] for first, last in kept).strip()
