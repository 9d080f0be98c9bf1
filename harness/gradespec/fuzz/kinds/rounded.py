"""Decimals that stand for exact values, and those that do not (NUM-6 to NUM-9); percents, ratios, base-n numerals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Any, Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import PI, E, Formula, formula, ln, over, sqrt, times
from gradespec.fuzz.kinds.numbers import MISTAKES, decimal, places, signed
from gradespec.fuzz.model import ANSWER, RIGHT, Kind, Mistake, NotAsked, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.values import MP, distant, value

# --- roundings of exact values -----------------------------------------------------------------------------


def _draw_irrational(choices: Choices) -> Formula:
    """A number that no decimal is."""
    count, sort = choices.between(2, 30), choices.below(6)
    if sort == 0:
        found: Formula = formula(Fraction(count, choices.pick((3, 7, 11, 13, 17))))
    elif sort == 1:
        found = sqrt(choices.pick((2, 3, 5, 6, 7, 10, 11, 13, 15, 17)))
    elif sort == 2:
        found = over(times(count, PI), choices.between(1, 7))
    elif sort == 3:
        found = ln(count)
    elif sort == 4:
        found = E ** choices.between(1, 4)
    else:
        found = times(choices.between(2, 9), sqrt(choices.pick((2, 3, 5, 7))))
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

    def text(self, pen: Pen, digits: int) -> str:
        """These digits in place of the shown ones, with the point and the sign."""
        number = Fraction(digits, 10**self.point)
        return signed(pen, Fraction(-1 if self.negative else 1), decimal(number, self.point))


def _rounding(one: Formula, pen: Pen) -> str:
    found = Digits.of(one, pen.choices.between(4, 10))
    return found.text(pen, found.rounded)


def _too_short(one: Formula, pen: Pen) -> str:
    found = Digits.of(one, pen.choices.pick((3, 2, 1)))
    return found.text(pen, found.rounded)


def _cut_off(one: Formula, pen: Pen) -> str:
    found = Digits.of(one, pen.choices.between(4, 10))
    if found.rounded == found.shown:
        raise NotAsked("cut off is rounded")
    return found.text(pen, found.shown)


def _neighbour(one: Formula, pen: Pen) -> str:
    found = Digits.of(one, pen.choices.between(4, 8))
    return found.text(pen, found.rounded + pen.choices.pick((1, -1)))


def _zero_added(one: Formula, pen: Pen) -> str:
    found = Digits.of(one, 3)
    longer = Digits.of(one, 4)
    if longer.rounded == found.rounded * 10:
        raise NotAsked("the zero is right")
    return found.text(pen, found.rounded) + "0"


def _in_product(one: Formula, pen: Pen) -> str:
    """A rounded factor of pi, which is exact in a product (NUM-8)."""
    if not pen.latex:
        raise Unwritable("written in LaTeX")
    found = Digits.of(over(one, PI), pen.choices.between(4, 8))
    return found.text(pen, found.rounded) + r"\pi"


def _draw_third_of_pi(choices: Choices) -> Formula:
    return over(times(choices.between(1, 20), PI), choices.pick((3, 7, 9, 11)))


_EXACT: Final = Kind(
    "irrational",
    "scalar",
    _draw_irrational,
    (
        Way("exact", "NUM-17", lambda one, pen: pen.write(one)),
        Way("rounding", "NUM-6", _rounding, RIGHT),
    ),
    (
        Mistake("sign", "NUM-1", lambda one, choices: -one),
        Mistake("doubled", "NUM-3", lambda one, choices: times(2, one)),
        Mistake("halved", "NUM-3", lambda one, choices: over(one, 2)),
    ),
    (
        Slip("rounded too short", "NUM-6", _too_short),
        Slip("cut off", "NUM-6", _cut_off),
        Slip("last digit off", "NUM-9", _neighbour),
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


def _draw_rounded(choices: Choices) -> Rounded:
    return Rounded(_draw_irrational(choices), choices.between(3, 6))


def _as_gold(one: Rounded, pen: Pen) -> str:
    found = Digits.of(one.exact, one.count)
    return found.text(pen, found.rounded)


def _more_digits(one: Rounded, pen: Pen) -> str:
    more = pen.choices.between(1, 4)
    found, short = Digits.of(one.exact, one.count + more), Digits.of(one.exact, one.count)
    if abs(found.rounded - short.rounded * 10**more) * 2 >= 10**more:
        raise NotAsked("rounded twice")
    return found.text(pen, found.rounded)


def _fewer_digits(one: Rounded, pen: Pen) -> str:
    found = Digits.of(one.exact, one.count - 1)
    if Digits.of(one.exact, one.count).rounded == found.rounded * 10:
        raise NotAsked("the digit is 0")
    return found.text(pen, found.rounded)


def _last_digit(one: Rounded, pen: Pen) -> str:
    found = Digits.of(one.exact, one.count)
    return found.text(pen, found.rounded + pen.choices.pick((1, -1)))


_ROUNDED: Final = Kind(
    "rounded gold",
    "scalar",
    _draw_rounded,
    (
        Way("decimal", "NUM-8", _as_gold),
        Way("exact value", "NUM-7", lambda one, pen: pen.write(one.exact), RIGHT),
        Way("more digits", "NUM-7", _more_digits, RIGHT),
    ),
    (),
    (
        Slip("digit short", "NUM-8", _fewer_digits),
        Slip("last digit off", "NUM-9", _last_digit),
        Slip("other sign", "NUM-1", lambda one, pen: pen.write(-one.exact)),
        Slip("doubled", "NUM-7", lambda one, pen: pen.write(times(2, one.exact))),
    ),
)


# --- percents ----------------------------------------------------------------------------------------------


def _percent(hundredfold: Fraction, pen: Pen) -> str:
    return signed(pen, hundredfold, pen.sign("percent", decimal(abs(hundredfold), places(hundredfold))))


def _number_before(hundredfold: Fraction, pen: Pen) -> str:
    return decimal(hundredfold, places(hundredfold))


def _percents_differ(one: Fraction, other: Fraction) -> bool:
    return other not in (one, one / 100, one * 100) and abs(one - other) * 500 > one


_PERCENT: Final = Kind(
    "percent",
    "scalar",
    lambda choices: Fraction(choices.between(1, 400), choices.pick((1, 1, 2, 10))),
    (
        Way("percent sign", "NUM-11", _percent),
        Way("decimal", "NUM-11", lambda number, pen: decimal(number / 100, places(number / 100)), ANSWER),
        Way("fraction", "NUM-11", lambda number, pen: pen.write(number / 100), ANSWER),
        Way("number before the sign", "NUM-11", _number_before, RIGHT),
    ),
    tuple(replace(mistake, clause="NUM-11") for mistake in MISTAKES if mistake.name not in ("sign", "complement")),
    (
        Slip("hundredth of a percent", "NUM-11", lambda number, pen: _percent(number / 100, pen)),
        Slip("tenth", "NUM-11", lambda number, pen: _percent(number / 10, pen)),
    ),
    _percents_differ,
)


# --- ratios ------------------------------------------------------------------------------------------------

Ratio = tuple[int, ...]


def _draw_ratio(choices: Choices) -> Ratio:
    terms = tuple(choices.between(1, 60) for _ in range(choices.between(2, 3)))
    divisor = gcd(*terms)
    lowest = tuple(term // divisor for term in terms)
    if len(set(lowest)) < 2 or (len(lowest) == 2 and lowest[0] < 24 and 10 <= lowest[1] < 60):
        raise NotAsked("it may be a time of day")
    return lowest


def _ratio(terms: Ratio, pen: Pen) -> str:
    text = pen.sign("ratio", str(terms[0]), str(terms[1]))
    return text if len(terms) == 2 else ":".join(map(str, terms))


def _multiplied(terms: Ratio, pen: Pen) -> str:
    factor = pen.choices.between(2, 5)
    made = tuple(term * factor for term in terms)
    if len(made) == 2 and made[0] < 24 and 10 <= made[1] < 60:
        raise Unwritable("it may be a time of day")
    return ":".join(map(str, made))


def _as_fraction(terms: Ratio, pen: Pen) -> str:
    if len(terms) > 2:
        raise Unwritable("a ratio of three")
    return pen.write(Fraction(*terms))


def _term_changed(terms: Ratio, choices: Choices) -> Ratio:
    place = choices.below(len(terms))
    return (*terms[:place], terms[place] + 1, *terms[place + 1 :])


def _ratios_differ(one: Ratio, other: Ratio) -> bool:
    if len(other) == 2 and other[0] < 24 and 10 <= other[1] < 60:
        return False
    return len(one) != len(other) or any(a * other[0] != b * one[0] for a, b in zip(one, other, strict=True))


_RATIO: Final = Kind(
    "ratio",
    "math",
    _draw_ratio,
    (
        Way("ratio", "NUM-12", _ratio),
        Way("multiplied", "NUM-12", _multiplied, ANSWER),
        Way("fraction", "NUM-12", _as_fraction, RIGHT),
    ),
    (
        Mistake("term changed", "NUM-12", _term_changed),
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
    if pen.dialect == "unicode":
        return pen.subscripted(one.digits, str(one.base))
    return pen.sign("base", one.digits, str(one.base))


_WORDS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def _base_in_words(one: Based, pen: Pen) -> str:
    if not pen.latex:
        raise Unwritable("written in LaTeX")
    return rf"{one.digits}_{{\text{{{_WORDS[one.base]}}}}}"


def _other_base(one: Based, pen: Pen) -> str:
    other = one.base + 1 if one.base < 9 else 10
    return rf"{one.digits}_{{{other}}}" if pen.latex else f"{one.digits}_{other}"


_BASED: Final = Kind(
    "numeral with a base",
    "math",
    lambda choices: Based(choices.between(10, 500), choices.between(2, 8)),
    (
        Way("base as a subscript", "NUM-14", _based),
        Way("base in words", "NUM-14", _base_in_words),
        Way("base left out", "NUM-14", lambda one, pen: one.digits, RIGHT),
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
