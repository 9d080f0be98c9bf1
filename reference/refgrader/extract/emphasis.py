"""The one value of a sentence that is marked: by bold type, or by being its only price (EXT-56)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.extract import bare, lines, phrases, quantity
from refgrader.extract.piece import EXPR, STRING, Piece, Span
from refgrader.extract.value import value, written

_BOLD: Final = re.compile(r"(?P<mark>\*\*|__)(?=\S)(?P<said>(?:(?!\*\*|__).){1,120})(?P=mark)")
_MARKS: Final = ("**", "__")
_PRICE: Final = re.compile(r"[-−]?\s?(?:(?:US)?\\?\$|[€£¥₹￥])")
#: After a price, words that make it a rate.
_RATE: Final = re.compile(r"\s?(?:/|per\b|an?\b|each\b|every\b|apiece\b|and\b|or\b|to\b|-)", re.I)
_MOST_WORDS: Final = 4


def bold(text: str, start: int, end: int) -> Piece | None:
    """The value of the stretch in bold type, where it is the only one that is."""
    start -= 2 * text.startswith(_MARKS, max(0, start - 2), start)
    end += 2 * text.startswith(_MARKS, end)
    found = [said for said in _BOLD.finditer(text, start, end) if _is_value(text, start, said)]
    if len(found) != 1:
        return None
    first, last = lines.undecorated(text, *found[0].span("said"))
    said = text[first:last]
    targets = STRING if bare.is_label(said) else written(said)
    if bare.is_bare(said):
        return value(text, first, last, "EXT-56", targets)
    return Piece(said, first, last, "EXT-56", targets)


def _is_value(text: str, start: int, bold: re.Match[str]) -> bool:
    if bold["said"].endswith((":", "：")):
        return False
    first, last = lines.undecorated(text, *bold.span("said"))
    said = text[first:last]
    if bare.is_label(said) or bare.is_bare(said) or quantity.QUANTITY.fullmatch(said):
        return not phrases.MEANS.search(text, max(start, bold.start() - 12), bold.start())
    told = phrases.RESULT.search(text, max(start, bold.start() - 20), bold.start())
    return bool(told) and len(said.split()) <= _MOST_WORDS and not phrases.NO_ANSWER.match(said)


def price(text: str, start: int, amounts: Sequence[Span]) -> Piece | None:
    """The one price among the amounts, where it is neither a condition nor a rate."""
    prices = [span for span in amounts if _PRICE.match(text, *span)]
    if len(prices) != 1 or phrases.IN_DOUBT.search(text, start, prices[0][0]):
        return None
    ((first, last),) = prices
    if phrases.MEANS.search(text, max(start, first - 12), first) or _RATE.match(text, last):
        return None
    return Piece(text[first:last], first, last, "EXT-56", EXPR)
