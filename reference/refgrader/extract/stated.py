"""A response that states its answer first and goes on to explain it: what follows has to come to the same (EXT-58)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from refgrader.extract import bare
from refgrader.extract.piece import Piece
from refgrader.extract.sentences import Closing
from refgrader.late import late

#: A number that is a line of its own, a sentence, or stands before its reason.
_FIRST: Final = late(
    r"[\s*_]{0,9}\$?(?P<said>[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?)\$?(?:\*\*|__)?"
    r"(?:,?\s(?:because|since)\b|(?P<stop>\.)[ ]+(?=[A-Z])|\.?[^\S\n]*\n\s*(?=\S))"
)
_NUMERAL: Final = late(r"[-−]?\d[\d,./]*\d|[-−]?\d")


def settle(close: Closing, told: Sequence[Piece | None]) -> Sequence[Piece | None]:
    """What the closing sentences tell; none if the response stated another number first."""
    stated = _first(close)
    last = told[0] if told else None
    disagree = stated is not None and last is not None and stated not in _NUMERAL.findall(last.text)
    return [None] if disagree else told


def _first(close: Closing) -> str | None:
    """The number that the response states before it goes on in words."""
    text = close.text
    found = _FIRST.match(text, close.start, close.end)
    if found is None or (found["stop"] and found["said"] == "1"):  # "1. First we add": a list begins
        return None
    line = text[found.end() : close.end].partition("\n")[0]
    return found["said"] if bare.prose(line) and not bare.is_bare(line) else None
