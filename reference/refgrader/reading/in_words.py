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
#: What a number goes on in.
_GOES_ON: Final = SCALES.keys() | PARTS.keys()
#: A count is a number word or an article.
_COUNTS: Final = NUMBER_WORDS.keys() | {"a", "an"}
#: ``half a foot``, ``three quarters of a mile``, ``1/4 of an hour``.
_PART_OF_ONE: Final = late(
    r"(?:(?:half(?: of)?|(?:([a-z]+)[ -])?([a-z]+) of)|([0-9]{1,3}/[0-9]{1,3}) of) an? ([a-z]+)((?: .*)?)",
    re.I | re.A,
)
#: ``an hour and a half``, ``two feet and a quarter``.
_AND_A_PART: Final = late(r"([a-z]+) ([a-z]+) and an? ([a-z]+)", re.I | re.A)
#: ``2 dozen and 4``: so many, and what is over.
_DOZENS: Final = late(
    r"(?:([a-z]+)|([0-9]{1,4})) (dozen|score|gross) and (?:([a-z]+)|([0-9]{1,3}))((?: [a-z-]+){0,4})",
    re.I | re.A,
)
#: A chance or a share: ``1 in 4``; behind no number, and before none, "in" is an inch.
_ONE_IN: Final = late(r"([0-9]{1,9}) in ([0-9]{1,9})")
_ONE_IN_SO_MANY: Final = late(r"one in ([0-9]{1,9}|[a-z]+(?:-[a-z]+)?)", re.I | re.A)
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
    if (share := _ONE_IN_SO_MANY.fullmatch(said)) and _are_numbers(share[1].lower()):
        return rf"\frac{{1}}{{\text{{{share[1]}}}}}"
    if part := _part_of_unit(said) or _dozens(said):
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
    """``1/2 foot`` for "half a foot", ``1 1/2 hour`` for "an hour and a half"; empty where no such part is said."""
    if found := _PART_OF_ONE.fullmatch(said):
        count, part, fraction, unit, rest = found.groups()
        part = (part or "half").lower()
        if part in PARTS and _is_count(count or "a"):
            fraction = fraction or f"{_count(count)}/{PARTS[part]}"
            return f"{fraction} {unit}{rest}" if units.is_known(unit) or unit in _WHOLES else ""
    found = _AND_A_PART.fullmatch(said)
    if found and _is_count(found[1]) and units.is_known(found[2]) and found[3].lower() in PARTS:
        return f"{_count(found[1])} 1/{PARTS[found[3].lower()]} {found[2]}"
    return ""


def _dozens(said: str) -> str:
    """``28 eggs`` for "2 dozen and 4 eggs"; empty where more is over than makes one more of them."""
    if not (found := _DOZENS.fullmatch(said)) or not _is_count(found[1] or "a"):
        return ""
    goes_on = found[6].lower().replace("-", " ").split()[:1]
    if not _are_numbers((found[4] or found[5]).lower()) or not _GOES_ON.isdisjoint(goes_on):
        return ""
    size, over = int(SCALES[found[3].lower()]), int(found[5] or _count(found[4]))
    return f"{int(found[2] or _count(found[1])) * size + over}{found[6]}" if over < size else ""


def _is_count(word: str) -> bool:
    return word.lower() in _COUNTS


def _are_numbers(said: str) -> bool:
    """Whether a text is a number in digits, or number words with a hyphen between them."""
    return said.isdecimal() or all(word in NUMBER_WORDS for word in said.split("-"))


def _count(word: str | None) -> int:
    return NUMBER_WORDS.get((word or "").lower(), 1)
