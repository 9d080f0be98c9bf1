"""What is said in words as notation: multiples, orders, ranges, shares (COL-22, COL-30, COL-38, NUM-15, NUM-34)."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Final

from refgrader import units
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN
from refgrader.reading import chinese_numerals
from refgrader.reading.notation import NUMBER_WORDS, PARTS, SCALES

#: What a part may be of, beside a unit.
_WHOLES: Final = KNOWN.union(SCALES)
#: A count is a number word or an article.
_COUNTS: Final = {**NUMBER_WORDS, "a": 1, "an": 1}
#: ``half a foot``, ``three quarters of a mile``, ``1/4 of an hour``.
_PART_OF_ONE: Final = late(
    r"(?:(?:half(?: of)?|(?:([a-z]+)[ -])?([a-z]+) of)|([0-9]{1,3}/[0-9]{1,3}) of) an? ([a-z]+)((?: .*)?)",
    re.I | re.A,
)
#: A chance or a share: ``1 in 4``; behind no number, and before none, "in" is an inch.
_ONE_IN: Final = late(r"([0-9]{1,9}) in ([0-9]{1,9})")
_ONE_IN_SO_MANY: Final = late(r"one in ([a-z]+(?:-[a-z]+)?)", re.I | re.A)
#: The union of an interval's copies for every integer, which is the interval and what its letter is.
_OF_EVERY_INTEGER: Final = late(
    r"\\bigcup(?:\\limits)? ?_ ?\{ ?([a-zA-Z]) ?"
    r"(?:= ?- ?\\infty ?\} ?\^ ?\{? ?\+? ?\\infty ?\}?|\\in ?\\mathbb ?\{? ?Z ?\}? ?\})"
    r" ?((?:\\left ?)?[(\[].+[)\]])"
)
_MARKUP: Final = late(r"\\text\s?\{([^{}]*)\}|\\(?:left|right)\b|\$")
_EVERY: Final = r"(?:the set of )?(?:all|any|every|each)(?: of)?(?: the| its| their)?(?: possible| other)?"
_MULTIPLES: Final = late(rf"{_EVERY} (?:integer )?multiples? of (\d{{1,9}})")
_ALL_BUT_MULTIPLES: Final = late(
    r"all real(?: number)?s(?: [a-z])? (?:except|excluding|other than) (?:the )?(?:integer )?multiples of "
    r"([\w\\{}]{1,20}(?: ?/ ?\w{1,9})?)",
    re.I,
)
_TUPLE: Final = r"((?:\([a-zA-Z, ]+\) ?= ?)?)\(([^()]+)\)"
_PERMUTATIONS: Final = (
    late(rf"{_EVERY} permutations? of ?{_TUPLE}"),
    late(rf"{_TUPLE},? (?:and|with) (?:{_EVERY} |its |their |the )?(?:other )?permutations?(?: thereof| of it)?"),
)
#: Numbers, signed or not, and what lies between two of them.
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]+)?)"
_BETWEEN: Final = late(rf"(?:strictly )?between {_NUMBER} and {_NUMBER}|在?{_NUMBER} and {_NUMBER} ?之间")
#: Of more than these nobody writes out every order.
_MOST: Final = 4


def spelt(text: str) -> str:
    """`text`, or the notation for what it says in words: every multiple, every order, a range, a share."""
    if chinese_numerals.has_han(text):
        text = chinese_numerals.spelt(text)
    said = " ".join(_MARKUP.sub(r" \1 ", text).split())
    if (union := _OF_EVERY_INTEGER.fullmatch(text)) and r"\cup" not in union[2]:
        return rf"{union[2]}, {union[1]} \in \mathbb{{Z}}"
    if between := _BETWEEN.fullmatch(said):
        low, high = filter(None, between.groups())
        return f"{low} < x < {high}"
    if (share := _ONE_IN.fullmatch(said)) and int(share[1]) <= int(share[2]):
        return rf"\frac{{{share[1]}}}{{{share[2]}}}"
    if (share := _ONE_IN_SO_MANY.fullmatch(said)) and NUMBER_WORDS.keys() >= set(share[1].lower().split("-")):
        return rf"\frac{{1}}{{\text{{{share[1]}}}}}"
    if part := _part_of_unit(said):
        return part
    if multiples := _MULTIPLES.fullmatch(said):
        return rf"\{{{multiples[1]}k : k \in \mathbb{{Z}}\}}"
    if but := _ALL_BUT_MULTIPLES.fullmatch(said):
        return rf"x \ne k({but[1]}), k \in \mathbb{{Z}}"
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _PERMUTATIONS)), None)
    elements = found[2].split(",") if found else []
    if not 2 <= len(elements) <= _MOST:
        return text
    return ", ".join(dict.fromkeys(f"({','.join(order)})" for order in permutations(map(str.strip, elements))))


def _part_of_unit(said: str) -> str:
    """``1/2 foot`` for "half a foot"; empty where no such part is said."""
    if not (found := _PART_OF_ONE.fullmatch(said)):
        return ""
    count, part, fraction, unit, rest = found.groups()
    many, size = _COUNTS.get((count or "a").lower()), PARTS.get((part or "half").lower())
    if many is None or size is None or not (units.is_known(unit) or unit in _WHOLES):
        return ""
    return f"{fraction or f'{many}/{size}'} {unit}{rest}"
