"""A response that states its answer first and goes on to explain it: "12, because there are 6 bags" (EXT-58)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from refgrader.extract import bare, cues, trust
from refgrader.extract.piece import BOTH, Piece
from refgrader.extract.sentences import Closing
from refgrader.late import late

#: A number that is a line of its own, a sentence, or stands before its reason.
_FIRST: Final = late(
    r"[\s*_]{0,9}\$?(?P<said>[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?)\$?(?:\*\*|__)?"
    r"(?:(?P<because>,?\s(?:because|since)\b)|(?P<stop>\.)[ ]+(?=[A-Z])|\.?[^\S\n]*\n\s*(?=\S))"
)
_EXPLANATION: Final = late(r"[*_#\s]{0,9}(?:reasoning|explanation)\W{0,4}:", re.I)
_COUNTS: Final = (["are"], ["were"])
_NUMERAL: Final = late(r"[-−]?\d[\d,./]*\d|[-−]?\d")


class First(NamedTuple):
    """The number that a response opens with, and whether a reason or an explanation is announced behind it."""

    piece: Piece
    explained: bool


def first(close: Closing) -> First | None:
    """The number that the response states before it goes on in words."""
    text = close.text
    found = _FIRST.match(text, close.start, close.end)
    if found is None or (found["stop"] and found["said"] == "1"):  # "1. First we add": a list begins
        return None
    line = text[found.end() : close.end].partition("\n")[0]
    if not bare.prose(line) or bare.is_bare(line):
        return None
    explained = _EXPLANATION.match(text, found.end(), close.end) is not None
    if found["because"]:
        explained = not _is_about_answer(text, found.end(), found.end() + len(line))
    return First(Piece(found["said"], *found.span("said"), "EXT-58", BOTH), explained)


def settle(close: Closing, told: Sequence[Piece | None]) -> Sequence[Piece | None]:
    """What a response answers whose closing sentences tell something, if it stated a number first: both have to agree,
    or what follows is the reason."""
    stated = first(close)
    last = told[0] if told else None
    if stated is None or (last is not None and _says(last.text, stated.piece.text)):
        return told
    if last is None:
        alone = len(close.sentences) == 1 and stated.explained and not _is_in_doubt(close)
        return [stated.piece] if alone else told
    doubted = _concludes(close, stated.piece, last) or _is_in_doubt(close)
    return [stated.piece if stated.explained and not doubted else None]


def _concludes(close: Closing, stated: Piece, last: Piece) -> bool:
    """Whether a sentence that tells a value may conclude with it, and does not only count what there is."""
    text = close.text
    start, end = close.sentence(last.start)
    opens = cues.begins("concludes", text, start, end) or cues.said("so", text, start, end)
    told = cues.tells(text, start, last.start) and cues.words_before(text, start, last.start)[-1:] not in _COUNTS
    is_reason = start <= stated.start < end
    behind_heading = text.rfind(":", start, last.start) + 1
    return bool(opens or (told and not is_reason) or _is_about_answer(text, max(start, behind_heading), end))


def _is_about_answer(text: str, start: int, end: int) -> bool:
    """Whether a reason denies something, or speaks of the answer itself: "because it must be 12"."""
    words = cues.WORDS.findall(text[start:end].lower())
    about = cues.among("says it of the answer", "about the answer")
    return not about.isdisjoint(words) or cues.said("denied in a sentence", text, start, end) is not None


def _says(said: str, number: str) -> bool:
    return number in _NUMERAL.findall(said)


def _is_in_doubt(close: Closing) -> bool:
    return trust.is_in_doubt(close.text, close.start, close.end) or trust.is_about_grading(
        close.text, close.start, close.end
    )
