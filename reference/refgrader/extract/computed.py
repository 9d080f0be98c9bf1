"""The amount of a closing sentence that the computation before it came to (EXT-65).

`15 - 6 = 9`, and then "Tom has 9 apples left after giving 6 to Ann": the 9 is the result, the 6 only stood in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.extract import cues, restated
from refgrader.extract.piece import EXPR, Piece, Span, has_digit
from refgrader.extract.prose import Prose, measures
from refgrader.extract.sentences import Closing
from refgrader.late import late

#: How far before the sentence the computation stands, and how far what led to it.
_NEAR: Final = 3
_FAR: Final = 12
_NUMERAL: Final = late(restated.NUMERAL)
_VALUE: Final = late(rf"=[\s*_~]*\\?\$?({restated.NUMERAL})(?![\d.,]*[%\d\\/^(])([^\d=?]{{0,40}})\Z")
_OPERATION: Final = late(r"\d\D{0,30}?(?:[-+*/×÷·−^x]|\\(?:times|div|cdot|frac|dfrac))\D{0,30}?\d")
_PRODUCT: Final = late(r"[*×·]|\\(?:times|cdot)|\dx?\sx\s\d")
#: A letter that stands for a number: no article, and no sign between two numbers.
_UNKNOWN: Final = late(r"(?<![A-Za-z\\])(?!a\s)(?<!\d\s)[A-Za-z](?![A-Za-z])|\d[a-z](?![a-z])")
_JOINS: Final = frozenset("and or but while whereas than plus".split())
_OTHER: Final = late(r"[\s*]*(?:to|in|on|per|by|over|at|out\sof|for)\s(?:the\s|every\s)?[$*]*\d")
#: The one noun that a sentence opens with, behind which a number is its name: "So angle 4 measures …".
_NAMED: Final = late(r"(?:(?:so|thus|therefore|hence)\b,?\s)?(?:the\s)?[a-z]{3,30}\s", re.I)
_LEAVING: Final = late(r",\s(?:leaving|making|giving|yielding)\b")
_DOUBTS: Final = ("denied in a sentence", "slip", "hedge", "supposes")
_BREAKS: Final = frozenset(";:")


class Computation(NamedTuple):
    """What a computation came to, what stood in it and before it, and whether it only multiplies."""

    result: fmpq
    given: frozenset[fmpq]
    multiplies: bool


def amount(close: Closing, index: int, prose: Prose) -> Piece | None:
    """The one amount that is the result, where all others stood in the computation, and only measure it here."""
    text, start, end = prose.text, prose.start, prose.end
    if len(prose.spans) < 2 or prose.more or prose.denied or cues.said("supposes", text, start, end):
        return None
    computation = _last(close, index)
    if computation is None:
        return None
    sizes = {span: restated.numeral(text, *span) for span in prose.spans}
    results = [span for span, size in sizes.items() if size == computation.result]
    others = [span for span in sizes if span not in results and not _NAMED.fullmatch(text, start, span[0])]
    if len(results) != 1 or cues.words_before(text, start, results[0][0])[-1:] == ["the"]:  # "sells the 9 apples left"
        return None
    if not computation.given.issuperset(sizes[span] for span in others):
        return None
    shared = computation.multiplies and not {"each", "every", "apiece"}.isdisjoint(text[start:end].lower().split())
    if shared or not (_is_left(prose, results[0], others) or _is_measured(prose, results[0], others)):
        return None
    return Piece(text[slice(*results[0])], *results[0], "EXT-65", EXPR)


def _is_left(prose: Prose, result: Span, others: list[Span]) -> bool:
    """Whether the result has the last clause for itself: "…, leaving him with 9"."""
    leaving = [found.end() for found in _LEAVING.finditer(prose.text, prose.start, result[0])]
    return bool(leaving) and all(last <= leaving[-1] for _, last in others) and not _is_changed(prose, result[0])


def _is_measured(prose: Prose, result: Span, others: list[Span]) -> bool:
    """Whether the others only measure the result, each behind a preposition or in a purpose."""
    text = prose.text
    if measures(text, prose.start, result[0]) or _is_changed(prose, result[0]) or _is_paired(prose, result):
        return False
    return all(
        _is_behind(text[result[1] : first]) if first > result[0] else _is_before(prose, (first, last), result[0])
        for first, last in others
    )


def _is_paired(prose: Prose, result: Span) -> bool:
    """Whether the result is one of two that belong together: behind "and" or "from 6 to", or in a ratio ("9 to 6")."""
    text = prose.text
    before = cues.words_before(text, prose.start, result[0])[-1:]
    if _JOINS.intersection(before) or (before == ["to"] and not cues.tells(text, prose.start, result[0])):
        return True
    said = text[slice(*result)]
    return said[:1].isdigit() and said[-1:].isdigit() and _OTHER.match(text, result[1], prose.end) is not None


def _is_changed(prose: Prose, at: int) -> bool:
    return any(cues.near(category, prose.text, prose.start, at, 20) for category in ("changes a number", "bound"))


def _is_behind(gap: str) -> bool:
    """Whether what stands between the result and an amount behind it makes that measure it."""
    words = frozenset(cues.WORDS.findall(gap.rpartition(",")[2].lower()))
    joined = not _JOINS.isdisjoint(cues.WORDS.findall(gap.lower())) or not _BREAKS.isdisjoint(gap)
    return not joined and not words.isdisjoint({*cues.among("measures"), "to"})


def _is_before(prose: Prose, other: Span, at: int) -> bool:
    """Whether an amount before the result only measures it."""
    joined = not _JOINS.isdisjoint(cues.WORDS.findall(prose.text[other[1] : at].lower()))
    return not joined and cues.follows(("measures",), prose.text, prose.start, other[0])


def _last(close: Closing, index: int) -> Computation | None:
    """The last computation before a sentence, if the last equation near it is one."""
    lines = list(_equations(close, index))
    if not lines or lines[0][0] < index - _NEAR:
        return None
    said = lines[0][1]
    at = said.rfind("=")
    value = _VALUE.match(said, at)
    if value is None or not _OPERATION.search(said, 0, at) or _UNKNOWN.search(said, 0, at) or _is_doubted(said):
        return None
    left = said[:at]
    given = {
        restated.number(numeral)
        for _, line in lines
        for numeral in _NUMERAL.findall(line[: line.rfind("=")].replace("-", " "))
    }
    return Computation(restated.number(value[1]), frozenset(given), _PRODUCT.search(left) is not None)


def _equations(close: Closing, index: int) -> Iterator[tuple[int, str]]:
    """The lines before a sentence that hold an equals sign and a number, the last first."""
    for place in range(index - 1, max(index - 1 - _FAR, -1), -1):
        start, end = close.sentences[place]
        if "=" in close.text[start:end] and has_digit(close.text, start, end):
            yield place, close.text[start:end].rstrip(" .$*_\n\\)]")


def _is_doubted(said: str) -> bool:
    return any(cues.said(category, said, 0, len(said)) for category in _DOUBTS)
