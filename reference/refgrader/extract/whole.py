"""A scope that is nothing but the answer (EXT-40), or an answer element with one line in it (EXT-4)."""

from __future__ import annotations

from typing import Final

from refgrader.extract import bare, lines, mathenv, phrases
from refgrader.extract.piece import EXPR, HOLE, STRING, Piece, Span
from refgrader.extract.value import value, written

_LONGEST: Final = 300
_MOST_WORDS: Final = 4


def short(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is mathematics, a choice, or a few words that make no sentence."""
    line = _definite_line(text, start, end)
    if line is None:
        return None
    said = text[slice(*line)]
    if bare.is_label(said):
        return Piece(said, *line, "EXT-40", STRING)
    if bare.is_bare(said):
        return value(text, *mathenv.tidy(text, *line), "EXT-40", written(said))
    rest = text[start - 1 : start].isalnum()  # Of a sentence that retracted.
    wordy = rest or any(mark.isdigit() or mark in "\\${}?" for mark in said) or phrases.SENTENCE.search(said)
    return None if wordy or len(said.split()) > _MOST_WORDS else Piece(said, *line, "EXT-40", EXPR)


def content(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is one line."""
    line = _definite_line(text, start, end)
    return None if line is None else Piece(text[slice(*line)], *line, "EXT-4", EXPR)


def _definite_line(text: str, start: int, end: int) -> Span | None:
    """The stretch without its decoration, where it is one line that neither hedges nor lists nor asks."""
    first, last = lines.undecorated(text, start, end)
    said = text[first:last]
    if not bare.says_something(said) or "\n" in said or len(said) > _LONGEST or text.startswith("#", start):
        return None
    doubts = (phrases.HEDGE, phrases.REFUSAL, phrases.GRADER_TALK, phrases.CODE)
    if HOLE in said or said.endswith("?") or bare.lists_choices(said) or any(x.search(said) for x in doubts):
        return None
    return first, last
