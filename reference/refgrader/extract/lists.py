"""Lists of items, a line each, and sentences that list a number of each thing: one answer, or none (EXT-32, EXT-43)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.compare.strangers import QUANTITIES
from refgrader.extract import amounts, bare, cues, mathenv, rest, trust
from refgrader.extract.piece import EXPR, Piece, Span
from refgrader.extract.sentences import Closing
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural, singular

_MARKER: Final = late(
    r"\s*[*_]{0,3}(?:([-–*•·+])|\(?(?:(\d{1,2})|[ivx]{1,4}|[a-z])[.)]|part\s[a-z\d][.):])[*_]{0,3}\s+(?=\S)", re.I
)
#: A value with the name that it is given to; a step of a calculation has an operator or a number left of the sign.
_GIVEN: Final = late(r"(?!\d)[^-+*/^=\n]+=[^=\n]+")
#: One solution for several letters: ``x = 16, y = 3``.
_GIVEN_EACH: Final = late(r"[a-z] ?= ?[^=,\n]+(?:,(?:\\[ ,;]|\s)*[a-z] ?= ?[^=,\n]+){1,3}")
#: With this an item goes on behind its value.
_REMARK: Final = late(r",\s(?=[A-Za-z]{2})|\s(?:\((?=[a-z]{2})|(?:as|because|since|which|works)\b)", re.I)
#: What a value is called, before it.
_LABEL: Final = late(r"([A-Z][A-Za-z'’]{0,20}(?: [A-Za-z'’]{1,20}){0,3})[*_]{0,3}:[*_]{0,3}\s{1,3}")
#: A number of each of several things that are named: "Mandy is 15 years old and Jason is 20 years old".
_NAMED: Final = (
    r"([Tt]he(?:\s[a-z]{1,20}){1,3}|[A-Z][a-z]{1,20})\s(?:is|are|was|were)\s(?:\d[^=\n]{0,40}=\s)?"
    r"((?:\$(?!\d[\d.,]*\s)[^$\n]{1,60}(?<!\s)\$|[-−]?\$?\d+(?:[.,/]\d+)*)(?:\s(?!and\b)[a-z]{1,12}(?:/[a-z]{1,4})?[²³]?){0,2})"
)
_ONE: Final = late(_NAMED)
#: What the items of a list may be called, and still are answers: "Solutions:", but not "Candidates:".
_NAMES: Final = QUANTITIES | {"pair", "triple"}
#: How an item came about, behind it.
_FROM: Final = late(r" ?\(?(?:from|by|using) (?:the )?[a-z]+(?: [a-z]+){0,3}\)?\.?")
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
        if close.text[max(0, start - 9) : start].rpartition("\n")[2].strip():  # it goes on in the line of an item
            continue
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
    return sum(trust.has_value(close.text, *span) for span in found) > 1 and _values(close, found) is not None


def read(close: Closing, found: list[Span], rule: str, announced: bool = False) -> Piece | None:
    """The list of some items, each a value with a name of its own, or values that are announced or called several."""
    if not found:
        return None
    found, sign = sorted(found), "="
    values = _values(close, found)
    if values is None and (announced or _is_concluded(close.text, found[0][0])):
        values, sign = _labelled(close, found), ":"
    if values is None:
        return None
    names = [value.partition(sign)[0].strip() for value in values if sign in value]
    are_named = len(names) == len(values) == len(set(names))
    if not (are_named or (len(set(names)) < 2 and (announced or _are_several(close.text, found[0][0])))):
        return None
    return Piece(", ".join(values), found[0][0], found[-1][1], rule, EXPR)


def _values(close: Closing, found: list[Span]) -> list[str] | None:
    """What the items of a list are without remarks, if all of them are values."""
    spans = [_without_remark(close.text, span) for span in found]
    if not all(
        _is_value(close, span) and _stands(close, span, end) for span, (_, end) in zip(spans, found, strict=True)
    ):
        return None
    values = [close.text[slice(*mathenv.inside(close.maths, span))] for span in spans]
    return [f"({value})" for value in values] if all(map(_GIVEN_EACH.fullmatch, values)) else values


def _labelled(close: Closing, found: list[Span]) -> list[str] | None:
    """What the items of a list are, if all of them are values behind labels: "Width: 5 m"."""
    values = []
    for span in found:
        label = _LABEL.match(close.text, *span)
        first, last = (label.end(), span[1]) if label else span
        said = close.text[slice(*mathenv.inside(close.maths, (first, last)))]
        said = said.replace("$", "") if said.count("$") == 2 else said  # "$5$ m"
        amount = amounts.QUANTITY.match(said)
        is_amount = amount is not None and said[amount.end() :].replace(" ", "").isalpha()
        is_value = is_amount or (bare.is_bare(said) and ("=" not in said or _GIVEN.fullmatch(said)))
        if label is None or not is_value:
            return None
        values.append(f"{label[1]}: {said}")
    return None if any(cues.said("total", value, 0, len(value)) for value in values) else values


def _is_concluded(text: str, start: int) -> bool:
    """Whether the line above a list begins a conclusion that it ends: "So the dimensions are:"."""
    above = _line_above(text, start)
    return cues.begins("concludes", above, 0, len(above)) is not None


def _line_above(text: str, start: int) -> str:
    """The line above the one that a place stands in, if it ends in a colon, without the marks around it."""
    above = text[: max(0, text.rfind("\n", 0, start))].rstrip(" *_\n").rpartition("\n")[2]
    return above if above.endswith((":", "：")) else ""


def _are_several(text: str, start: int) -> bool:
    """Whether the line above a list calls its items several: "The solutions are:", "Hence the roots:"."""
    above = _line_above(text, start)
    words = cues.words_before(above, 0, len(above) - 1)
    return bool(words) and (words[-1] == "are" or (is_plural(words[-1]) and singular(words[-1]) in _NAMES))


def _without_remark(text: str, span: Span) -> Span:
    """The item, up to where it says more than its value: "x = 2 (from the first factor)"."""
    remark = _REMARK.search(text, *span)
    return bare.undecorated(text, span[0], remark.start()) if remark else span


def _stands(close: Closing, span: Span, end: int) -> bool:
    """Whether the remark behind an item leaves it alone: "(from the first factor)", but not "(rejected)"."""
    remark = close.text[span[1] : end].strip("$*_ ")
    if not remark or (_FROM.fullmatch(remark) and trust.makes_no_other(remark.strip("().").split())):
        return True
    said = Piece(close.text[slice(*mathenv.inside(close.maths, span))], *span, "EXT-41", EXPR)
    return rest.leaves_alone(close, said, end)


def _is_value(close: Closing, span: Span) -> bool:
    """Whether an item is a value, alone or given to a name, and no step of a calculation."""
    said = close.text[slice(*mathenv.inside(close.maths, span))]
    given = _GIVEN_EACH.fullmatch(said) or (_GIVEN.fullmatch(said) and not bare.is_calculation(said.partition("=")[0]))
    return bare.is_bare(said) and "?" not in said and ("=" not in said or bool(given))
