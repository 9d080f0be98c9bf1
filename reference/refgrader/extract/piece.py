"""What the rooms hand to each other: a stretch of the response that may be the answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader.late import late

LATEX: Final = frozenset({"latex"})
EXPR: Final = frozenset({"expr"})
BOTH: Final = LATEX | EXPR
STRING: Final = frozenset({"string"})
ALL: Final = BOTH | STRING

#: What stands in the text in place of a box that does not count (EXT-15): no answer can hold it.
HOLE: Final = "\ufffc"
#: Words that an answer in words has at most, where nothing marks where it ends.
MOST_WORDS: Final = 4

_DIGIT: Final = late(r"\d")

Span = tuple[int, int]


class Piece(NamedTuple):
    """Text that may be the answer, the stretch of the response that it was taken from (code points), the
    clause that took it, and the targets under which it counts (EXT-50)."""

    text: str
    start: int
    end: int
    rule: str
    targets: frozenset[str] = BOTH


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space at either end."""
    said = text[start:end]
    if said and not (said[0].isspace() or said[-1].isspace()):
        return start, start + len(said)
    start += len(said) - len(said.lstrip())
    return start, max(start, start + len(said.strip()))


def has_digit(text: str, start: int, end: int) -> bool:
    """Whether there is a digit in the stretch."""
    return _DIGIT.search(text, start, end) is not None
