"""What makes an answer of a gold, as texts: the same but for spaces, another sign, a power of ten away …"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isclose, log10
from typing import Final

from gradespec.spelling import same_answer

NO_ANSWER: Final = "no answer was found"
_MARKS: Final = re.compile(r"[\s,;$€£¥%°\\{}]|\\text|\\left|\\right|\\mathrm")
_SIGN: Final = re.compile(r"^[-−–+]")
_NUMBER: Final = re.compile(r"[-+]?\d[\d,]*\.?\d*|[-+]?\.\d+")
#: A sign, and of two ways to write each of two whole numbers one.
_FRACTION: Final = re.compile(
    r"[\s$]*(-?)\s*(?:\\[dt]?frac\s*(?:\{\s*(-?\d{1,15})\s*\}|(\d))\s*(?:\{\s*(\d{1,15})\s*\}|(\d))"
    r"|(\d{1,15})\s*/\s*(\d{1,15}))[\s$]*"
)
_LIST: Final = re.compile(r"[,;]\s")
_NEAR: Final = 0.02  # of the gold: what rounding or a tolerance makes of a number


def transformation(golds: Sequence[str], answer: str | None) -> str:
    """In a few words, how `answer` differs from the nearest of `golds`."""
    if answer is None:
        return NO_ANSWER
    return next(name for name, is_so in _TRANSFORMATIONS if any(is_so(gold, answer) for gold in golds))


def _bare(text: str) -> str:
    return _MARKS.sub("", text)


def _unsigned(text: str) -> str:
    return _SIGN.sub("", _bare(text))


def _numbers(test: Callable[[float, float], bool]) -> Callable[[str, str], bool]:
    """A test of both texts as numbers, false where one is none."""

    def tested(gold: str, answer: str) -> bool:
        one, other = _number(gold), _number(answer)
        return one is not None and other is not None and test(one, other)

    return tested


def _number(text: str) -> float | None:
    """A number, or a fraction of two whole ones."""
    if fraction := _FRACTION.fullmatch(text):
        sign, *parts = fraction.groups()
        above, below = (float(part) for part in parts if part)
        return above / below * (-1 if sign else 1) if below else None
    found = None if _LIST.search(text) else _NUMBER.fullmatch(_bare(text))
    return float(found[0].replace(",", "")) if found else None


def _power_of_ten(one: float, other: float) -> bool:
    if one == 0 or other == 0:
        return False
    exponent = log10(abs(other / one))
    return isclose(exponent, round(exponent), abs_tol=1e-9)


def _pieces(text: str) -> list[str]:
    return sorted(filter(None, re.split(r"[\s,;()\[\]{}]+", text)))


_TRANSFORMATIONS: Final[tuple[tuple[str, Callable[[str, str], bool]], ...]] = (
    ("the same text", lambda gold, answer: gold == answer),
    ("the same text but for spaces and delimiters", same_answer),
    ("the same text but for letter case", lambda gold, answer: gold.lower() == answer.lower()),
    ("the same text but for commas, spaces and signs of units", lambda gold, answer: _bare(gold) == _bare(answer)),
    ("the same text but for the sign", lambda gold, answer: _unsigned(gold) == _unsigned(answer)),
    ("the same pieces in another order", lambda gold, answer: _pieces(gold) == _pieces(answer)),
    ("the same number, written otherwise", _numbers(lambda one, other: one == other)),
    ("a power of ten apart", _numbers(_power_of_ten)),
    ("a number near it", _numbers(lambda one, other: abs(one - other) <= _NEAR * abs(one))),
    ("another number", _numbers(lambda one, other: True)),
    ("more text around the gold", lambda gold, answer: bool(_bare(gold)) and _bare(gold) in _bare(answer)),
    ("a part of the gold", lambda gold, answer: bool(_bare(answer)) and _bare(answer) in _bare(gold)),
    ("another text", lambda gold, answer: True),
)
