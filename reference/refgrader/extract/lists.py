"""Lists of items, a line each, and sentences that list a number of each thing: one answer, or none (EXT-32, EXT-43)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.extract import bare, cues, mathenv, trust
from refgrader.extract.piece import EXPR, Piece, Span
from refgrader.extract.sentences import Closing
from refgrader.late import late

_MARKER: Final = late(
    r"\s*[*_]{0,3}(?:([-–*•·+])|\(?(?:(\d{1,2})|[ivx]{1,4}|[a-z])[.)]|part\s[a-z\d][.):])[*_]{0,3}\s+(?=\S)", re.I
)
#: A value with the name that it is given to; a step of a calculation has an operator or a number left of the sign.
_GIVEN: Final = late(r"(?!\d)[^-+*/^=\n]+=[^=\n]+")
#: With this an item goes on behind its value.
_REMARK: Final = late(r",\s|\s(?:\((?=[a-z]{2})|(?:as|because|since|which|works)\b)", re.I)
#: A number of each of several things that are named: "Mandy is 15 years old and Jason is 20 years old".
_NAMED: Final = (
    r"([Tt]he(?:\s[a-z]{1,20}){1,3}|[A-Z][a-z]{1,20})\s(?:is|are|was|were)\s(?:\d[^=\n]{0,40}=\s)?"
    r"([-−]?\$?\d+(?:[.,/]\d+)*(?:\s(?!and\b)[a-z]{1,12}){0,2})"
)
_ONE: Final = late(_NAMED)
_EACH: Final = late(rf"(?:(?:[Ss]o|[Tt]hus|[Tt]herefore|[Hh]ence)\b,?\s)?{_NAMED}(?:(?:,|,?\sand)\s{_NAMED}){{1,4}}")


def told_each(text: str, start: int, end: int) -> Piece | None:
    """What a sentence tells that is nothing but a number of each of several things."""
    if not _EACH.fullmatch(text, start, end) or cues.said("total", text, start, end):
        return None
    each = _ONE.findall(text, start, end)
    said = ", ".join(f"{name} is {number}" for name, number in each)
    return Piece(said, start, end, "EXT-32", EXPR) if len(dict(each)) == len(each) else None


def items(close: Closing, index: int, step: int) -> list[Span]:
    """The items, without their marks, of the list that begins with a line, or with `step` -1 ends with it."""
    found: list[Span] = []
    kind: object = None
    while 0 <= index < len(close.sentences):
        start, end = close.sentences[index]
        index += step
        marker = _MARKER.match(close.text, start, end)
        if marker is None or (found and _kind(marker) != kind):
            break
        kind = _kind(marker)
        found.append(bare.undecorated(close.text, marker.end(), end))
    return found if len(found) > 1 else []


def _kind(marker: re.Match[str]) -> object:
    """The bullet, or whether the items are numbered by digits."""
    return marker[1] or marker[2] is not None


def closes(close: Closing, index: int) -> bool:
    """Whether a list ends with a line whose items are all values, and no steps: several answers."""
    found = items(close, index, -1)
    given = [span for span in found if trust.has_value(close.text, *span)]
    return len(given) > 1 and all(_is_value(close, _without_remark(close.text, span)) for span in found)


def _without_remark(text: str, span: Span) -> Span:
    """The item, up to where it says more than its value: "x = 2 (from the first factor)"."""
    remark = _REMARK.search(text, *span)
    return bare.undecorated(text, span[0], remark.start()) if remark else span


def _is_value(close: Closing, span: Span) -> bool:
    """Whether an item is a value, alone or given to a name, and no step of a calculation."""
    said = close.text[slice(*mathenv.inside(close.maths, span))]
    given = _GIVEN.fullmatch(said) and not bare.is_calculation(said.partition("=")[0])
    return bare.is_bare(said) and "?" not in said and ("=" not in said or bool(given))
