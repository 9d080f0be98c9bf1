"""Collections that are said in words, as the notation for them: multiples, permutations (COL-30, COL-38)."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Final

_MARKUP: Final = re.compile(r"\\text\s?\{([^{}]*)\}|\\(?:left|right)\b|\$")
_EVERY: Final = r"(?:the set of )?(?:all|any|every|each)(?: of)?(?: the| its| their)?(?: possible| other)?"
_MULTIPLES: Final = re.compile(rf"{_EVERY} (?:integer )?multiples? of (\d{{1,9}})")
_TUPLE: Final = r"((?:\([a-zA-Z, ]+\) ?= ?)?)\(([^()]+)\)"
_PERMUTATIONS: Final = (
    re.compile(rf"{_EVERY} permutations? of ?{_TUPLE}"),
    re.compile(rf"{_TUPLE},? (?:and|with) (?:{_EVERY} |its |their |the )?(?:other )?permutations?(?: thereof| of it)?"),
)
#: Of more than these nobody writes out every order.
_MOST: Final = 4


def spelt(text: str) -> str:
    """`text`, or the notation for what it says in words: every multiple of a number, every order of a tuple."""
    if "multiple" not in text and "permutation" not in text:
        return text
    said = " ".join(_MARKUP.sub(r" \1 ", text).split())
    if multiples := _MULTIPLES.fullmatch(said):
        return rf"\{{{multiples[1]}k : k \in \mathbb{{Z}}\}}"
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _PERMUTATIONS)), None)
    elements = found[2].split(",") if found else []
    if not 2 <= len(elements) <= _MOST:
        return text
    return ", ".join(dict.fromkeys(f"({','.join(order)})" for order in permutations(map(str.strip, elements))))
