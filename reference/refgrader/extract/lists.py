"""Lists of items, a line each: the values in them are one answer, or none (EXT-41, EXT-43)."""

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
_NUMERAL: Final = r"\$?[-−]?\d+(?:[.,/]\d+)*\$?"
_TOLD: Final = rf"\$?([A-Za-z](?:_\d)?)\$?\s(?:is|equals)\s({_NUMERAL})"
#: A number of each of several things that are named: "Mandy is 15 years old and Jason is 20 years old".
_NAMED: Final = (
    r"([Tt]he(?:\s[a-z]{1,20}){1,3}|[A-Z][a-z]{1,20})\s(?:is|are|was|were)\s(?:\d[^=\n]{0,40}=\s)?"
    r"([-−]?\$?\d+(?:[.,/]\d+)*(?:\s(?!and\b)[a-z]{1,12}){0,2})"
)
_LEAD: Final = r"(?:(?:[Ss]o|[Tt]hus|[Tt]herefore|[Hh]ence)\b,?\s)?"
_FORMS: Final = tuple(
    (late(rf"{_LEAD}{one}(?:(?:,|,?\sand)\s{one}){{1,4}}"), late(one), link)
    for one, link in ((_TOLD, "="), (_NAMED, "is"))
)


def told_each(text: str, start: int, end: int) -> Piece | None:
    """What a sentence tells that is nothing but a value for each of several names."""
    for every, one, link in _FORMS:
        if every.fullmatch(text, start, end) and not cues.said("total", text, start, end):
            each = [(told[1], told[2].rstrip("$")) for told in one.finditer(text, start, end)]
            said = ", ".join(f"{name} {link} {value.lstrip('$') if link == '=' else value}" for name, value in each)
            return Piece(said, start, end, "EXT-32", EXPR) if len(dict(each)) == len(each) else None
    return None


def below(close: Closing, index: int) -> list[Span]:
    """The items of the list that begins with a line, without their marks; none where it is no list."""
    return _items(close, index, 1)


def closed(close: Closing, index: int) -> list[Span]:
    """The items with values in a list that ends with a line, where they are values and no steps: several answers."""
    found = _items(close, index, -1)[::-1]
    given = [span for span in found if trust.has_value(close.text, *span)]
    behind = close.text[slice(*close.sentences[index + 1])] if index + 1 < len(close.sentences) else ""
    if len(given) < 2 or behind.endswith(("...", "…")):  # a last item: there are more
        return []
    return found if all(_is_value(close, span) for span in found) else []


def _items(close: Closing, index: int, step: int) -> list[Span]:
    """The lines from number `index` on, in direction `step`, that are marked in one way."""
    found: list[Span] = []
    kind = None
    while 0 <= index < len(close.sentences):
        start, end = close.sentences[index]
        index += step
        if not _begins_line(close.text, start):
            continue
        marker = _MARKER.match(close.text, start, end)
        if marker is None or (found and _kind(marker) != kind):
            break
        kind = _kind(marker)
        found.append(bare.undecorated(close.text, marker.end(), end))
    return found if len(found) > 1 else []


def _kind(marker: re.Match[str]) -> str:
    """The bullet, or how items are numbered."""
    return marker[1] or ("1" if marker[2] else "a")


def _begins_line(text: str, start: int) -> bool:
    return not text[max(0, start - 9) : start].rpartition("\n")[2].strip()


def _unset(close: Closing, span: Span) -> Span:
    """The item, without the delimiters where all of it is one formula."""
    inside = mathenv.within(close.maths, *span)
    return (inside[0].inner, inside[0].close) if [(math.start, math.end) for math in inside] == [span] else span


def _is_value(close: Closing, span: Span) -> bool:
    """Whether an item is a value, alone or given to a name, and no step of a calculation."""
    said = close.text[slice(*_unset(close, span))]
    return bare.is_bare(said) and "?" not in said and ("=" not in said or _is_given(said))


def _is_given(said: str) -> bool:
    return _GIVEN.fullmatch(said) is not None and not bare.is_calculation(said.partition("=")[0])
