"""A sentence that checks an answer: one that opens as a check, and whose calculations are right (EXT-57)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from refgrader.extract import cues, trust
from refgrader.extract.piece import has_digit
from refgrader.late import late

#: An equation of numbers that is no part of a longer formula.
_AMID: Final = r"[\w)}^.+*/=×÷·−-]"
_EQUATION: Final = late(
    rf"(?<!{_AMID})(?<!{_AMID} )(?=[-−(\d\\])(?:[-\d +*/×÷·−().,^{{}}]|\\[a-z,!]{{1,6}}){{1,60}}"
    r"=[-\d +*/×÷·−().,^{}=]{1,99}(?![A-Za-z(\\^_=])"
)
NUMBERS: Final = late(r"\d+(?:[.,]\d+)*")
#: So many equations of one sentence are worked out.
_MOST: Final = 8
_TICKS: Final = ("✓", "✔", "✅", r"\checkmark")
#: Within so many characters of a check stands its tick.
_NEAR: Final = 4


def is_ticked(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a check with a tick at its end or directly behind it, and no false equation."""
    ticked = text[max(start, end - _NEAR) : end + _NEAR].strip(" \n*_$.()").endswith(_TICKS)
    if not ticked or cues.begins("checks", text, start, end) is None:
        return False
    equations = _equations(text, start, end)
    return bool(equations) and trust.makes_no_other(trust.spoken(text, start, end)) and _are_true(equations)


def holds(text: str, start: int, end: int, answer: str = "") -> bool:
    """Whether a sentence is a check that calculates, with an answer if one is given, and has no false equation."""
    if not cues.begins("checks", text, start, end):
        return False
    *_, last = parts = _EQUATION.split(text[start:end])
    said = " ".join(parts)
    if not trust.makes_no_other(trust.spoken(said, 0, len(said))) or has_digit(last, 0, len(last)):
        return False  # "3 × 12 = 36, and 40 is needed"
    equations = _equations(text, start, end)
    calculates = any(not answer or answer in NUMBERS.findall(equation) for equation in equations)
    return calculates and _are_true(equations)


def _equations(text: str, start: int, end: int) -> list[str]:
    return [found[0] for found in _EQUATION.finditer(text, start, end)]


def _are_true(equations: Sequence[str]) -> bool:
    return len(equations) <= _MOST and all(map(_is_true, equations))


def _is_true(equation: str) -> bool:
    from refgrader.verify import is_same

    equation = equation.rstrip(" ,.\n")
    if equation.count(")") > equation.count("("):  # the check stands in brackets
        equation = equation.removesuffix(")")
    sides = [side.strip(" ,.\n") for side in equation.split("=")]
    # Beside 60, "4 × 15" is a product; by itself it may be a size
    return all(is_same(one, other) or is_same(other, one) for one, other in pairwise(sides))
