"""A set of numbers that words describe, with what they leave out: "all real numbers except 3" (EXT-23, EXT-49)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.extract import bare, cues
from refgrader.extract.piece import EXPR, Piece
from refgrader.late import late

_LETTER: Final = r"\$?[a-z]\$?(?!\w)"
_GOES_ON: Final = lexicon.pattern(
    [*lexicon.phrases("leaves out"), *lexicon.phrases("such that"), *lexicon.table("relation"), "between", "from", "in"]
)
#: Perhaps the letter that can be any of them, their kind, and what begins to say which ones they are.
_SET: Final = late(
    rf"(?<![\w\\])(?:{_LETTER} (?:is|can be|could be|may be) )?(?:the set of )?(?:all|any|every|each) "
    rf"(?:[a-z-]{{1,20}} ){{0,3}}?(?:(?:numbers?|integers?|reals|values?)(?:(?: of)? {_LETTER})?|(?:real )?{_LETTER}),?"
    rf" (?:(?:{_GOES_ON})\b|\$|\\|[<>≤≥≠])",
    re.I,
)
#: Before the description: what has been said to be the set, or nothing but a word that concludes.
_IS: Final = late(r"(?:\b(?:is|are)|:)[ *]{1,3}\Z")


def begins(text: str, at: int, end: int, rule: str) -> Piece | None:
    """The description that begins at a place, up to the end of the stretch or the reason for it."""
    if not _SET.match(text, at, end):
        return None
    last = min((found.start() for found in cues.every("because", text, at, end)), default=end)
    first, last = bare.undecorated(text, at, last)
    return Piece(text[first:last], first, last, rule, EXPR)


def described(text: str, start: int, end: int) -> Piece | None:
    """The description that a sentence says to be what is asked for, where nothing denies or supposes it."""
    concludes = cues.begins("concludes", text, start, end)
    found = _SET.search(text, start, end)
    if found is None or any(cues.said(category, text, start, end) for category in ("denies a claim", "supposes")):
        return None
    alone = not text[concludes.end() if concludes else start : found.start()].strip(" ,*_")
    told = alone or _IS.search(text, start, found.start())
    return begins(text, found.start(), end, "EXT-49") if told else None
