"""What the rooms hand to each other: a stretch of the response that may be the answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader import lexicon, units
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
COMMAND: Final = late(r"\\[A-Za-z]+")

Span = tuple[int, int]


class Piece(NamedTuple):
    """Text that may be the answer, the stretch of the response that it was taken from (code points), the
    clause that took it, the targets under which it counts (EXT-50), and the statement that has to be right with it,
    where there is more to it (EXT-69)."""

    text: str
    start: int
    end: int
    rule: str
    targets: frozenset[str] = BOTH
    statement: str = ""


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


#: In brackets directly behind a number, or directly before the colon or the verb behind which it stands, its unit.
_UNIT_BEHIND: Final = late(r"[\s$*_)\]\\]{0,6}\(in\s([^()\n]{1,60})\)")
_UNIT_BEFORE: Final = late(r"\(in\s([^()\n]{1,60})\)[*_]{0,2}(?:[:：]|\s(?:is|are|was))[\s*_$]{0,6}(?:\\boxed\{)?\Z")
#: A number, perhaps with the letter whose value it is.
_NUMBER: Final = late(r"(?:\\?[A-Za-z]\w{0,9} ?= ?)?(?:[-−\d.,/ {}()^π]|\\(?:[dt]?frac|sqrt|pi)(?![a-z]))+")
#: Directly behind a number that is set off, its unit.
_UNIT_NEXT: Final = late(
    r"(?:[\s$*_]|\\\)|\\[,;: ]|\\text\{){1,9}((?:(?:square|cubic|degrees?(?=\s(?:Celsius|Fahrenheit)))\s)?"
    r"[A-Za-z°%]{1,20}(?:\}?\^?\{?[23²³](?!\d)\}?)?"
    r"(?:(?:\sper\s|/)(?:square\s)?[A-Za-z]{1,20}(?:\^?[23²³](?!\d))?)?)(?![\w^'’-])"
)
#: These stand in the name of a unit beside others: "square meters".
OF_UNITS: Final = ("square", "cubic", "per")
_POWER: Final = late(r"\^?[23²³]")
_BRACES: Final = late(r"[{}]")
_NO_UNITS: Final = lexicon.words("no unit").union(OF_UNITS, ("am", "pm"))
#: So far before a number its unit is looked for.
_FAR: Final = 80


def in_its_unit(text: str, piece: Piece, start: int, end: int) -> Piece:
    """A number, which stands in a text from `start` to `end`, with its unit directly behind it or in brackets."""
    if _NUMBER.fullmatch(piece.text) is None or ", " in piece.text:
        return piece
    before = max(0, start - _FAR)
    told = _UNIT_BEHIND.match(text, end) if "(in" in text[end : end + 9] else None
    if told is None and text.find("(in ", before, start) >= 0:
        told = _UNIT_BEFORE.search(text, before, start)
    told = told or _UNIT_NEXT.match(text, end)
    if told is None:
        return piece
    if "10^" in told[1]:
        return piece._replace(text=f"{piece.text} (in {told[1]})")
    words = _POWER.sub("", _BRACES.sub("", told[1])).replace("/", " ").split()
    is_unit = all(units.is_known(word) or word in OF_UNITS for word in words) and words[-1] not in _NO_UNITS
    return piece._replace(text=f"{piece.text} {_BRACES.sub('', told[1])}") if is_unit else piece
