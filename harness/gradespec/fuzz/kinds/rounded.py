"""Decimals that stand for exact values, and those that do not (NUM-6 to NUM-9); percents, ratios, base-n numerals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Any, Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import PI, E, Formula, formula, ln, over, sqrt, times
from gradespec.fuzz.kinds.numbers import MISTAKES, decimal, exact, far, percent, signed
from gradespec.fuzz.kinds.rows import at_one
from gradespec.fuzz.model import Answer, Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.signs import UNICODE
from gradespec.fuzz.values import MP, distant, value

# --- roundings of exact values -----------------------------------------------------------------------------


_IRRATIONALS: Final[tuple[Callable[[Choices, int], Formula], ...]] = (
    lambda choices, count: formula(Fraction(count, choices.pick((3, 7, 11, 13, 17)))),
    lambda choices, count: sqrt(choices.pick((2, 3, 5, 6, 7, 10, 11, 13, 15, 17))),
    lambda choices, count: over(times(count, PI), choices.between(1, 7)),
    lambda choices, count: ln(count),
    lambda choices, count: E ** choices.between(1, 4),
    lambda choices, count: times(choices.between(2, 9), sqrt(choices.pick((2, 3, 5, 7)))),
)


def _draw_irrational(choices: Choices) -> Formula:
    """A number that no decimal is."""
    count = choices.between(2, 30)
    found = choices.pick(_IRRATIONALS)(choices, count)
    exact = value(found)
    if isinstance(exact, Fraction) and 10**9 % exact.denominator == 0:
        raise NotAsked("a decimal that ends")
    return times(-1, found) if choices.chance(4) else found


@dataclass(frozen=True, slots=True)
class Digits:
    """The first significant digits of a value: those `shown`, and the `rest` as a part of the last, from 0 to 1.

    `point` is how many of the digits stand behind the decimal point.
    """

    shown: int
    rest: Any
    point: int
    negative: bool

    @classmethod
    def of(cls, one: Formula, count: int) -> Digits:
        """The first `count` digits. Raises `NotAsked` where the rest is so near a half or nothing that it may be it."""
        exact = value(one)
        number = MP.mpf(exact.numerator) / exact.denominator if isinstance(exact, Fraction) else exact
        point = count - 1 - int(MP.floor(MP.log10(abs(number))))
        scaled = abs(number) * MP.mpf(10) ** point
        rest = scaled - MP.floor(scaled)
        if min(abs(rest - 0.5), rest, 1 - rest) < 0.001 or point < 1:
            raise NotAsked("too near a tie, or an integer")
        return cls(int(MP.floor(scaled)), rest, point, bool(number < 0))

    @property
    def rounded(self) -> int:
        """The digits rounded to the nearest. Raises `NotAsked` where that makes one digit more."""
        rounded = self.shown + int(self.rest > 0.5)
        if len(str(rounded)) > len(str(self.shown)):
            raise NotAsked("nines all through")
        return rounded

    def text(self, pen: Pen, off: int = 0) -> str:
        """The rounded digits with the point and the sign; `off` is added to the last."""
        return self.signed(pen, self.rounded + off)

    def signed(self, pen: Pen, digits: int) -> str:
        """These digits with the point and the sign."""
        number = Fraction(digits, 10**self.point)
        return signed(pen, Fraction(-1 if self.negative else 1), decimal(number, self.point))


def _cut_off(one: Formula, pen: Pen) -> str | None:
    found = Digits.of(one, pen.choices.between(4, 10))
    return found.signed(pen, found.shown) if found.rounded != found.shown else None


def _zero_added(one: Formula, pen: Pen) -> str | None:
    found = Digits.of(one, 3)
    if Digits.of(one, 4).rounded == found.rounded * 10:  # the zero is right
        return None
    return found.text(pen) + "0"


def _in_product(one: Formula, pen: Pen) -> str | None:
    """A rounded factor of pi, which is exact in a product (NUM-8)."""
    return Digits.of(over(one, PI), pen.choices.between(4, 8)).text(pen) + r"\pi" if pen.latex else None


def _draw_third_of_pi(choices: Choices) -> Formula:
    return over(times(choices.between(1, 20), PI), choices.pick((3, 7, 9, 11)))


_EXACT: Final = Kind(
    "irrational",
    "scalar",
    _draw_irrational,
    (
        Way("exact", "NUM-17", lambda one, pen: pen.write(one)),
        Right("rounding", "NUM-6", lambda one, pen: Digits.of(one, pen.choices.between(4, 10)).text(pen)),
    ),
    (
        Mistake("sign", "NUM-1", lambda one, choices: -one),
        Mistake("doubled", "NUM-3", lambda one, choices: times(2, one)),
        Mistake("halved", "NUM-3", lambda one, choices: over(one, 2)),
    ),
    (
        Slip("rounded too short", "NUM-6", lambda one, pen: Digits.of(one, pen.choices.pick((3, 2, 1))).text(pen)),
        Slip("cut off", "NUM-6", _cut_off),
        Slip("last digit off", "NUM-9", lambda one, pen: _off(Digits.of(one, pen.choices.between(4, 8)), pen)),
        Slip("zero for a digit", "NUM-6", _zero_added),
        Slip("rounded factor", "NUM-8", _in_product, _draw_third_of_pi),
    ),
    lambda one, other: distant(value(one), value(other)),
)


# --- exact values for rounded golds ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rounded:
    """An exact value and the number of digits that its gold shows."""

    exact: Formula
    count: int


def _more_digits(one: Rounded, pen: Pen) -> str | None:
    more = pen.choices.between(1, 4)
    found, short = Digits.of(one.exact, one.count + more), Digits.of(one.exact, one.count)
    if abs(found.rounded - short.rounded * 10**more) * 2 >= 10**more:  # they would round to other digits
        return None
    return found.text(pen)


def _fewer_digits(one: Rounded, pen: Pen) -> str | None:
    found = Digits.of(one.exact, one.count - 1)
    if Digits.of(one.exact, one.count).rounded == found.rounded * 10:  # the digit is 0
        return None
    return found.text(pen)


def _off(found: Digits, pen: Pen) -> str:
    return found.text(pen, pen.choices.pick((1, -1)))


_ROUNDED: Final = Kind(
    "rounded gold",
    "scalar",
    lambda choices: Rounded(_draw_irrational(choices), choices.between(3, 6)),
    (
        Way("decimal", "NUM-8", lambda one, pen: Digits.of(one.exact, one.count).text(pen)),
        Right("exact value", "NUM-7", lambda one, pen: pen.write(one.exact)),
        Right("more digits", "NUM-7", _more_digits),
    ),
    (),
    (
        Slip("digit short", "NUM-8", _fewer_digits),
        Slip("last digit off", "NUM-9", lambda one, pen: _off(Digits.of(one.exact, one.count), pen)),
        Slip("other sign", "NUM-1", lambda one, pen: pen.write(-one.exact)),
        Slip("doubled", "NUM-7", lambda one, pen: pen.write(times(2, one.exact))),
    ),
)


# --- percents ----------------------------------------------------------------------------------------------


_PERCENT: Final = Kind(
    "percent",
    "scalar",
    lambda choices: Fraction(choices.between(1, 400), choices.pick((1, 1, 2, 10))),
    (
        Way("percent sign", "NUM-11", percent),
        Answer("decimal", "NUM-11", lambda number, pen: exact(number / 100)),
        Answer("fraction", "NUM-11", lambda number, pen: pen.write(number / 100)),
        Right("number before the sign", "NUM-11", lambda number, pen: exact(number)),
    ),
    tuple(replace(mistake, clause="NUM-11") for mistake in MISTAKES if mistake.name not in ("sign", "complement")),
    (
        Slip("hundredth of a percent", "NUM-11", lambda number, pen: percent(number / 100, pen)),
        Slip("tenth", "NUM-11", lambda number, pen: percent(number / 10, pen)),
    ),
    far,
)


# --- ratios ------------------------------------------------------------------------------------------------

Ratio = tuple[int, ...]


def _draw_ratio(choices: Choices) -> Ratio:
    terms = tuple(choices.between(1, 60) for _ in range(choices.between(2, 3)))
    lowest = tuple(term // gcd(*terms) for term in terms)
    if len(set(lowest)) < 2 or _may_be_a_time(lowest):
        raise NotAsked("no ratio to look at")
    return lowest


def _may_be_a_time(terms: Ratio) -> bool:
    return len(terms) == 2 and terms[0] < 24 and 10 <= terms[1] < 60


def _multiplied(terms: Ratio, pen: Pen) -> str | None:
    factor = pen.choices.between(2, 5)
    made = tuple(term * factor for term in terms)
    return None if _may_be_a_time(made) else ":".join(map(str, made))


def _ratio(terms: Ratio, pen: Pen) -> str:
    text = pen.sign("ratio", str(terms[0]), str(terms[1]))
    return text if len(terms) == 2 else ":".join(map(str, terms))


def _ratios_differ(one: Ratio, other: Ratio) -> bool:
    if _may_be_a_time(other):
        return False
    return len(one) != len(other) or any(a * other[0] != b * one[0] for a, b in zip(one, other, strict=True))


_RATIO: Final = Kind(
    "ratio",
    "math",
    _draw_ratio,
    (
        Way("ratio", "NUM-12", _ratio),
        Answer("multiplied", "NUM-12", _multiplied),
        Right("fraction", "NUM-12", lambda terms, pen: pen.write(Fraction(*terms)) if len(terms) == 2 else None),
    ),
    (
        Mistake("term changed", "NUM-12", at_one(lambda term, choices: term + 1)),
        Mistake("turned round", "NUM-12", lambda terms, choices: terms[::-1]),
        Mistake("term lost", "NUM-12", lambda terms, choices: terms[:-1] if len(terms) > 2 else None),
    ),
    (),
    _ratios_differ,
)


# --- numerals with a base ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Based:
    """A number to be written in a base below ten."""

    number: int
    base: int

    @property
    def digits(self) -> str:
        """Its digits."""
        digits, left = "", self.number
        while left:
            left, digit = divmod(left, self.base)
            digits = str(digit) + digits
        return digits


def _based(one: Based, pen: Pen) -> str:
    if pen.dialect == UNICODE:
        return pen.subscripted(one.digits, str(one.base))
    return pen.sign("base", one.digits, str(one.base))


_WORDS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def _base_in_words(one: Based, pen: Pen) -> str | None:
    return rf"{one.digits}_{{\text{{{_WORDS[one.base]}}}}}" if pen.latex else None


def _other_base(one: Based, pen: Pen) -> str:
    return rf"{one.digits}_{{{one.base + 1}}}" if pen.latex else f"{one.digits}_{one.base + 1}"


_BASED: Final = Kind(
    "numeral with a base",
    "math",
    lambda choices: Based(choices.between(10, 500), choices.between(2, 8)),
    (
        Way("base as a subscript", "NUM-14", _based),
        Way("base in words", "NUM-14", _base_in_words),
        Right("base left out", "NUM-14", lambda one, pen: one.digits),
    ),
    (
        Mistake("number changed", "NUM-14", lambda one, choices: replace(one, number=one.number + 1)),
        Mistake("doubled", "NUM-14", lambda one, choices: replace(one, number=one.number * one.base)),
    ),
    (
        Slip("other base", "NUM-14", _other_base),
        Slip("value in base ten", "NUM-14", lambda one, pen: rf"{one.number}_{{10}}" if pen.latex else str(one.number)),
    ),
)

KINDS: Final = (_EXACT, _ROUNDED, _PERCENT, _RATIO, _BASED)
