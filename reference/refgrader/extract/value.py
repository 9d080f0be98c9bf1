"""From a stretch of the response to a piece: calculations give way to their results, lists are joined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.extract import bare
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, LATEX, STRING, Piece, trim

_ALIGNMENT: Final = re.compile(r"&(?![A-Za-z])|(?<![A-Za-z])&")
_EMPHASIS: Final = frozenset("*_")
_SYMBOLIC: Final = re.compile(r"[A-Za-z\\]")


def written(said: str) -> frozenset[str]:
    """The targets under which bare text counts: LaTeX outside of delimiters is LaTeX too (EXT-50)."""
    return EXPR | LATEX if "\\" in said else EXPR


def value(text: str, start: int, end: int, rule: str, targets: frozenset[str]) -> Piece | None:
    """The stretch, or the result of the calculation that it shows, as a piece."""
    first, last = bare.result(text, start, end)
    first, last = trim(text, first, last)
    said = text[first:last]
    if not bare.says_something(said) or said.endswith("="):
        return None
    if first and text[first - 1] in _EMPHASIS and text[first - 1] in said:
        said = _unmarked(said, text[first - 1])
    if "&" in said and r"\begin" not in said:  # The alignment marks of a derivation's row.
        said = _ALIGNMENT.sub("", said)
    if targets == EXPR and bare.is_label(said):
        targets = STRING
    return Piece(said, first, last, "EXT-33" if first > start else rule, targets)


def _unmarked(said: str, mark: str) -> str:
    """The value without the Markdown in it, whose first mark stands before it: ``*n* = **14**``."""
    return said.replace(2 * mark, "").replace(mark, "", 1)


def joined(text: str, group: Sequence[Math], rule: str) -> Piece | None:
    """One piece of the maths of a group (EXT-32)."""
    if len(group) == 1:
        return value(text, group[0].inner, group[0].close, rule, targets_of(text, group[0]))
    said = ", ".join(text[math.inner : math.close] for math in group)
    return Piece(said, group[0].start, group[-1].end, "EXT-32", LATEX)


def targets_of(text: str, math: Math) -> frozenset[str]:
    """Mathematics counts as an expression too where it is numeric (EXT-50)."""
    return LATEX if _SYMBOLIC.search(text, math.inner, math.close) else LATEX | EXPR
