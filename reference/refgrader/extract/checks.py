"""A sentence that checks an answer: one that opens as a check, and whose calculations are right (EXT-57)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from refgrader.extract import cues, trust
from refgrader.extract.piece import COMMAND, has_digit
from refgrader.late import late

#: An equation: a formula that is marked as one, or one of numbers that is no part of a longer one.
_AMID: Final = r"[\w)}^.+*/=×÷·−-]"
_EQUATION: Final = late(
    r"\$[^$\n=]{1,99}=[^$\n]{1,99}\$|"
    rf"(?<!{_AMID})(?<!{_AMID} )(?=[-−(\d\\])(?:[-\d +*/×÷·−().,^{{}}]|\\[a-z,!]{{1,6}}){{1,60}}"
    r"=[-\d +*/×÷·−().,^{}=]{1,99}(?![A-Za-z(\\^_=])"
)
#: What is put in for a letter, and what that comes to.
_PUT_IN: Final = late(
    r"\(?(?:Substituting|Plugging(?:\sin)?)\s\$?[A-Za-z]\s?=\s?(?P<value>[^$,=:]{1,20}?)\$?[,:]?"
    r"(?:\s[a-z]{1,20}){0,9}[,:]?\s(?P<said>\$?(?:[^$\n=A-Za-z\\]|\\[a-z]{2,9}){1,60}=(?:[^$\nA-Za-z\\]|\\[a-z]{2,9}){1,60}\$?)[.\s✓✔✅)*]*\Z"
)
NUMBERS: Final = late(r"\d+(?:[.,]\d+)*")
#: So many equations of one sentence are worked out.
_MOST: Final = 8


def holds(text: str, start: int, end: int, answer: str = "") -> bool:
    """Whether a sentence is a check that calculates, with the answer if that is a number, and has no false equation; or
    puts the answer in and comes to equal numbers: "Substituting $x = 4$ gives $5 = 5$."."""
    if put := _PUT_IN.match(text, start, end):
        is_it = not answer or put["value"].strip() == answer.rpartition("=")[2].strip()
        plain = trust.makes_no_other(trust.spoken(text, put.end("value"), put.start("said")))
        return is_it and plain and all(map(_is_number, _sides(put["said"]))) and _is_true(put["said"])
    calculations = _calculations(text, start, end)
    value = answer.rpartition("=")[2].strip()
    any_will_do = NUMBERS.fullmatch(value) is None
    return any(any_will_do or value in NUMBERS.findall(equation) for equation in calculations)


def is_false(text: str, start: int, end: int) -> bool:
    """Whether a sentence calculates and comes to something else."""
    equations = [found[0] for found in _EQUATION.finditer(text, start, end)]
    whole = [one for one in equations if one.count("(") == one.count(")")]  # of "f(5) = 20" only the end is found
    return len(whole) > _MOST or not all(map(_is_true, whole))


def _calculations(text: str, start: int, end: int) -> list[str]:
    """The calculations of a sentence that opens as a check and has no false equation, and no word that makes another
    value of one; none where a number stands behind the last: "3 × 12 = 36, and 40 is needed"."""
    beside = " ".join(_EQUATION.split(text[start:end]))  # "times" is a word of a formula
    opens = cues.begins("checks", text, start, end) or text[start:end].lstrip("( ").startswith("Indeed")
    if not (opens and trust.makes_no_other(trust.spoken(beside, 0, len(beside)))):
        return []
    equations = list(_EQUATION.finditer(text, start, end))
    if not equations or len(equations) > _MOST or has_digit(text, equations[-1].end(), end):
        return []
    said = [equation[0] for equation in equations]
    if not all(map(_is_true, said)):
        return []
    return [equation for equation in said if _pairs(equation) or _is_identity(equation)]


def _is_true(equation: str) -> bool:
    from refgrader.verify import is_same

    # Beside 60, "4 × 15" is a product; by itself it may be a size
    return all(is_same(one, other) or is_same(other, one) for one, other in _pairs(equation))


def _is_identity(equation: str) -> bool:
    """Whether the sides of an equation in letters are the same: ``(n+2)(n-2) = n^2-4``."""
    from refgrader.verify import is_same

    sides = _sides(equation)
    return len(sides) == 2 and is_same(*sides)


def _pairs(equation: str) -> list[tuple[str, str]]:
    """The sides of an equation beside each other that are both numbers: of "f(2) = 8 + 3 = 11" the last two."""
    return [pair for pair in pairwise(_sides(equation)) if all(map(_is_number, pair))]


def _is_number(side: str) -> bool:
    return has_digit(side, 0, len(side)) and not any(map(str.isalpha, COMMAND.sub("", side)))


def _sides(equation: str) -> list[str]:
    equation = equation.strip("$").rstrip(" ,.\n")
    if equation.count(")") > equation.count("("):  # the check stands in brackets
        equation = equation.removesuffix(")")
    return [side.strip(" ,.\n") for side in equation.split("=")]
