"""Families of solutions: general solutions with constants, periodic ones, initial values (EXPR-26 to EXPR-28)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gradespec.fuzz.formulas import PI, Formula, Name, exp, over, plus, times
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen

X: Final = Name("x")

# --- general solutions -------------------------------------------------------------------------------------

Rates = tuple[int, int]


def _solution(first: str, second: str) -> Callable[[Rates, Pen], str]:
    """The general solution with these names for its constants."""

    def write(rates: Rates, pen: Pen) -> str:
        names = [pen.subscripted(name[0], name[1:]) if name[1:] else name for name in (first, second)]
        return pen.write(plus(*(times(Name(name), exp(times(k, X))) for name, k in zip(names, rates, strict=True))))

    return write


_SOLUTION: Final = Kind(
    "general solution",
    "math",
    lambda choices: choices.pick(((1, -1), (1, 2), (2, -2), (3, -1), (2, 3), (-1, -2))),
    (
        Way("numbered constants", "EXPR-26", _solution("C1", "C2")),
        Answer("constants exchanged", "EXPR-26", _solution("C2", "C1")),
        Answer("lettered constants", "EXPR-26", _solution("A", "B")),
        Answer("small constants", "EXPR-26", _solution("c1", "c2")),
    ),
    (
        Mistake("exponent", "EXPR-26", lambda rates, choices: (rates[0], rates[1] + choices.pick((10, 11)))),
        Mistake("signs of the exponents", "EXPR-26", lambda rates, choices: (-rates[0], -rates[1])),
    ),
    (
        Slip("one constant for two", "EXPR-26", _solution("C1", "C1")),
        Slip("constants lost", "EXPR-26", lambda rates, pen: pen.write(plus(*(exp(times(k, X)) for k in rates)))),
        Slip("one term lost", "EXPR-26", lambda rates, pen: pen.write(times(Name("C_1"), exp(times(rates[0], X))))),
    ),
    lambda one, other: set(one) != set(other),
)


# --- periodic solutions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Family:
    """``offset + k period`` for every integer k, both in multiples of pi."""

    offset: Fraction
    period: Fraction


def _pi(turns: Fraction) -> Formula:
    return over(times(turns.numerator, PI), turns.denominator)


def _family(name: str, sign: int = 1) -> Callable[[Family, Pen], str]:
    def write(one: Family, pen: Pen) -> str:
        term = over(times(sign * one.period.numerator, Name(name), PI), one.period.denominator)
        text = pen.write(plus(_pi(one.offset), term))
        return f"{text}, {name}{pen.sign('element')}{pen.sign('integers')}"

    return write


def _shifted(one: Family, pen: Pen) -> str:
    shift = pen.choices.pick((1, -1, 2)) * one.period
    return _family("k")(replace(one, offset=one.offset + shift), pen)


def _two_families(one: Family, pen: Pen) -> str:
    """Every second value, and those between."""
    twice = replace(one, period=2 * one.period)
    between = replace(twice, offset=one.offset + one.period)
    tail = f", k{pen.sign('element')}{pen.sign('integers')}"
    texts = [_family("k")(part, pen).removesuffix(tail) for part in (twice, between)]
    return pen.sign("or").join(texts) + tail


_FAMILY: Final = Kind(
    "periodic solution",
    "math",
    lambda choices: Family(Fraction(choices.small(), choices.pick((2, 3, 4, 6))), Fraction(choices.pick((1, 2)))),
    (
        Way("family", "EXPR-27", _family("k")),
        Answer("other integer", "EXPR-27", _family("n")),
        Answer("other direction", "EXPR-27", _family("k", -1)),
        Answer("shifted by a period", "EXPR-27", _shifted),
        Answer("two families", "EXPR-28", _two_families),
    ),
    (
        Mistake("period doubled", "EXPR-27", lambda one, choices: replace(one, period=one.period * 2)),
        Mistake("period halved", "EXPR-27", lambda one, choices: replace(one, period=one.period / 2)),
        Mistake("offset", "EXPR-27", lambda one, choices: replace(one, offset=one.offset + Fraction(1, 12))),
        Mistake("sign of the offset", "EXPR-27", lambda one, choices: replace(one, offset=-one.offset)),
    ),
    (Slip("one value", "EXPR-27", lambda one, pen: pen.write(_pi(one.offset))),),
    lambda one, other: one.period != other.period or (one.offset - other.offset) % one.period != 0,
)


# --- initial values ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decay:
    """An initial value times a power of e: ``I(0) e^(-kt)``."""

    name: str
    rate: int

    @property
    def growth(self) -> Formula:
        """The power of e."""
        return exp(times(self.rate, Name("t")))


def _initial(place: str = "0") -> Callable[[Decay, Pen], str]:
    return lambda one, pen: f"{one.name}({place}){pen.write(one.growth)}"


def _as_quotient(one: Decay, pen: Pen) -> str:
    return pen.write(over(Name(f"{one.name}(0)"), exp(times(-one.rate, Name("t")))))


_DECAY: Final = Kind(
    "initial value",
    "math",
    lambda choices: Decay(choices.pick(("I", "Q", "N", "y", "T")), choices.small()),
    (
        Way("value and power", "READ-29", _initial()),
        Answer("power first", "EXPR-12", lambda one, pen: pen.write(one.growth) + pen.sign("times") + f"{one.name}(0)"),
        Answer("quotient", "EXPR-15", _as_quotient),
    ),
    (Mistake("sign of the exponent", "EXPR-2", lambda one, choices: replace(one, rate=-one.rate)),),
    (
        Slip("value at zero read as a product", "READ-29", lambda one, pen: "0"),
        Slip("other value", "READ-29", _initial("1")),
        Slip("initial value lost", "READ-29", lambda one, pen: pen.write(one.growth)),
        Slip("name for its value", "READ-29", lambda one, pen: one.name + pen.sign("times") + pen.write(one.growth)),
    ),
)

KINDS: Final = (_SOLUTION, _FAMILY, _DECAY)
