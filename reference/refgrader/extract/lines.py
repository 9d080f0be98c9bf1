"""Lines that stand for themselves: without their decoration, and several together (EXT-41 to EXT-44)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.extract import bare
from refgrader.extract.piece import EXPR, Piece, Span

_DECORATION: Final = " \t\n\r*_`#>\"“”'’.。．!,;:"
_BULLET: Final = re.compile(r"\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)")
_ASSIGNMENT: Final = re.compile(r"([A-Za-z](?:_\{?\w+\}?)?)\s*=[^=\n]+")
_CHOICE_LINE: Final = re.compile(r"\s*(?:[-*•]\s*)?[(\[*]*[A-Ja-j][)\].:：、*]+\s*[^\s*]")


def undecorated(text: str, start: int, end: int) -> Span:
    """The stretch without Markdown, quotation marks, a bullet and the punctuation of its end."""
    if bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    while start < end and text[start] in _DECORATION and not _begins(text, start):
        start += 1
    while end > start and text[end - 1] in _DECORATION and not _needed(text, start, end):
        end -= 1
    return start, end


def _begins(text: str, start: int) -> bool:
    """Whether the first mark belongs to the answer: `.5`, `'`."""
    return text[start] == "'" or (text[start] == "." and text[start + 1 : start + 2].isdigit())


def _needed(text: str, start: int, end: int) -> bool:
    r"""Whether the last mark belongs to the answer: `f'`, `\!`."""
    mark, before = text[end - 1], text[end - 2 : end - 1] if end - 2 >= start else ""
    return before == "\\" or (mark in "'!" and before.isalnum() and (mark == "'" or before.isdigit()))


def assignments(text: str, sentences: Sequence[Span], index: int, step: int) -> list[Span]:
    """The lines from number `index` on, in direction `step`, that give a value each to names of their own."""
    found: dict[str, Span] = {}
    while 0 <= index < len(sentences):
        span = undecorated(text, *sentences[index])
        given = _ASSIGNMENT.fullmatch(text, *span)
        if given is None or given[1] in found or not bare.is_bare(text[slice(*span)]):
            break
        found[given[1]] = span
        index += step
    return list(found.values())[::step]


def is_listed(text: str, sentences: Sequence[Span], index: int) -> bool:
    """Whether the line is an item of a list that goes on below it."""
    return all(place < len(sentences) and _BULLET.match(text, *sentences[place]) for place in (index, index + 1))


def listed(text: str, lines: Sequence[Span], rule: str) -> Piece:
    """One piece of several lines."""
    return Piece(", ".join(text[slice(*line)] for line in lines), lines[0][0], lines[-1][1], rule, EXPR)


def several(text: str, sentences: Sequence[Span], index: int) -> bool:
    """Whether the line belongs to a list of choices or of bare answers (EXT-43, EXT-44)."""
    start, end = sentences[index]
    if bare.lists_choices(text[start:end]):
        return True
    if not index:
        return False
    if "\n\n" in text[sentences[index - 1][1] : start] and bare.is_label(text[start:end].strip("*_ ")):
        return False
    both = [text[slice(*undecorated(text, *sentences[at]))] for at in (index - 1, index)]
    if all(_CHOICE_LINE.match(text[slice(*sentences[at])]) for at in (index - 1, index)):
        return True
    separate = "\n" in text[sentences[index - 1][1] : start]
    return separate and all(bare.is_bare(said) and "=" not in said and "$" not in said for said in both)
