"""Closed forms: radicals, logarithms, values of functions, complex numbers (NUM-17 to NUM-28)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import (
    PI,
    Binomial,
    E,
    Formula,
    I,
    Log,
    Product,
    Quotient,
    Root,
    cos,
    exp,
    fact,
    formula,
    ln,
    over,
    plus,
    power,
    sin,
    sqrt,
    tan,
    times,
)
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import distant, value

# --- radicals ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Radical:
    """``(a + b sqrt(c)) / d``: c has no square in it, b and d are not 0."""

    a: int
    b: int
    c: int
    d: int

    @property
    def formula(self) -> Formula:
        """As it is said."""
        root = formula(1) if self.c == 1 else sqrt(self.c)
        return over(plus(self.a, times(self.b, root)), self.d)


def _draw_radical(choices: Choices) -> Radical:
    a = choices.small() if choices.chance(2) else 0
    return Radical(a, choices.small(), choices.pick((2, 3, 5, 6, 7, 10, 11, 15)), choices.between(1, 9))


def _with_root(root: Callable[[Radical], Formula], *, root_first: bool = False) -> Callable[[Radical, Pen], str]:
    """The radical with its root written so."""

    def write(one: Radical, pen: Pen) -> str:
        terms = (one.a, times(one.b, root(one)))
        return pen.write(over(plus(*(terms[::-1] if root_first else terms)), one.d))

    return write


def _split(one: Radical, pen: Pen) -> str:
    root = times(Fraction(one.b, one.d), sqrt(one.c))
    return pen.write(plus(Fraction(one.a, one.d), root))


def _under_the_root(one: Radical, pen: Pen) -> str:
    """The factor under the root: 2 sqrt(3) is sqrt(12)."""
    root = times(1 if one.b > 0 else -1, sqrt(one.b**2 * one.c))
    return pen.write(over(plus(one.a, root), one.d))


def _irrational_below(one: Radical, pen: Pen) -> str:
    """The fraction before it was rationalised."""
    if one.a:
        norm = one.a**2 - one.b**2 * one.c
        return pen.write(Quotient(formula(norm), times(one.d, plus(one.a, times(-one.b, sqrt(one.c))))))
    return pen.write(Quotient(formula(one.b * one.c), times(one.d, sqrt(one.c))))


_RADICAL: Final = Kind(
    "radical",
    "scalar",
    _draw_radical,
    (
        Way("radical", "NUM-17", lambda one, pen: pen.write(one.formula)),
        Way("split", "NUM-17", _split),
        Way("root first", "EXPR-12", _with_root(lambda one: sqrt(one.c), root_first=True)),
        Answer("factor under the root", "NUM-17", _under_the_root),
        Answer("root as a power", "NUM-17", _with_root(lambda one: formula(one.c) ** Fraction(1, 2))),
        Answer("not rationalised", "NUM-17", _irrational_below),
    ),
    (
        Mistake("sign of the root", "NUM-17", lambda one, choices: replace(one, b=-one.b)),
        Mistake("sign of the number", "NUM-17", lambda one, choices: replace(one, a=-one.a)),
        Mistake("coefficient", "NUM-17", lambda one, choices: replace(one, b=one.b + 1 or 2)),
        Mistake("radicand", "NUM-17", lambda one, choices: replace(one, c=one.c + 1)),
        Mistake("root dropped", "NUM-17", lambda one, choices: replace(one, b=one.b * one.c, c=1)),
        Mistake("denominator", "NUM-5", lambda one, choices: replace(one, d=one.d + 1)),
        Mistake("denominator lost", "NUM-5", lambda one, choices: replace(one, d=1)),
    ),
    (Slip("index", "NUM-17", _with_root(lambda one: Root(3, formula(one.c)))),),
    lambda one, other: distant(value(one.formula), value(other.formula)),
)


# --- values of functions -----------------------------------------------------------------------------------

Forms = tuple[Formula, ...]

_TRIGONOMETRIC: Final[tuple[Forms, ...]] = (
    (formula(Fraction(1, 2)), sin(PI / 6), cos(PI / 3)),
    (over(sqrt(3), 2), sin(PI / 3), cos(PI / 6)),
    (over(sqrt(2), 2), sin(PI / 4), over(1, sqrt(2))),
    (formula(1), tan(PI / 4), sin(PI / 2)),
    (sqrt(3), tan(PI / 3), over(3, sqrt(3))),
    (formula(-1), cos(PI), times(-1, sin(PI / 2))),
)


def _logarithm(choices: Choices) -> Forms:
    base, exponent = choices.pick((2, 3, 5)), choices.between(2, 4)
    return (Log(base, formula(base**exponent)), formula(exponent), times(exponent, Log(base, formula(base))))


def _natural_logarithm(choices: Choices) -> Forms:
    a, b = choices.pick((2, 3, 5)), choices.pick((7, 11, 3))
    return (ln(a * b), ln(a) + ln(b), ln(a * b * b) - ln(b))


def _power_of_e(choices: Choices) -> Forms:
    a, b = choices.between(1, 3), choices.between(1, 3)
    return (E ** (a + b), times(power(E, a), power(E, b)), exp(formula(a + b)))


def _logarithm_of_e(choices: Choices) -> Forms:
    count = choices.between(2, 9)
    return (formula(count), ln(E**count), exp(ln(count)))


def _count(choices: Choices) -> Forms:
    n, k = choices.between(4, 12), choices.between(1, 3)
    found = Binomial(formula(n), formula(k))
    quotient = over(fact(n), times(fact(k), fact(n - k)))
    return (found, Binomial(formula(n), formula(n - k)), formula(value(found)), quotient)


def _multiple_of_pi(choices: Choices) -> Forms:
    count, below = choices.small(), choices.between(2, 9)
    return (over(times(count, PI), below), times(Fraction(count, below), PI), over(times(2 * count, PI), 2 * below))


def _approximated(choices: Choices) -> Forms:
    """A multiple of pi, and the fraction that 22/7 makes of it."""
    count, below = choices.small(), choices.between(2, 9)
    return (over(times(count, PI), below), formula(Fraction(22 * count, 7 * below)))


def _root_of_power(choices: Choices) -> Forms:
    base, index = choices.between(2, 9), choices.pick((3, 4))
    return (Root(index, formula(base)), formula(base) ** Fraction(1, index), Root(2 * index, formula(base**2)))


#: Each draws equal forms of one number.
_VALUES: Final[tuple[tuple[str, str, Callable[[Choices], Forms]], ...]] = (
    ("logarithm", "NUM-18", _logarithm),
    ("natural logarithm", "NUM-18", _natural_logarithm),
    ("power of e", "NUM-21", _power_of_e),
    ("logarithm of e", "NUM-18", _logarithm_of_e),
    ("trigonometric value", "NUM-19", lambda choices: choices.pick(_TRIGONOMETRIC)),
    ("count", "NUM-22", _count),
    ("multiple of pi", "NUM-21", _multiple_of_pi),
    ("root of an index", "NUM-17", _root_of_power),
)


def _any_form(forms: Forms, pen: Pen) -> str:
    return pen.write(pen.choices.pick(forms))


_VALUE: Final = Kind(
    "closed form",
    "math",
    lambda choices: choices.pick(_VALUES)[2](choices),
    (
        Way("as it is", "NUM-3", lambda forms, pen: pen.write(forms[0])),
        *(Answer(name, clause, _any_form, draw) for name, clause, draw in _VALUES),
    ),
    (
        Mistake("sign", "NUM-1", lambda forms, choices: (-forms[0],)),
        Mistake("doubled", "NUM-3", lambda forms, choices: (times(2, forms[0]),)),
        Mistake("one more", "NUM-9", lambda forms, choices: (plus(forms[0], 1),)),
        Mistake("reciprocal", "NUM-5", lambda forms, choices: (over(1, forms[0]),)),
        Mistake("squared", "NUM-17", lambda forms, choices: (forms[0] ** 2,)),
    ),
    (Slip("22/7 for pi", "NUM-21", lambda forms, pen: pen.write(forms[1]), _approximated),),
    lambda one, other: distant(value(one[0]), value(other[0])),
)


# --- complex numbers ---------------------------------------------------------------------------------------

Complex = tuple[Fraction, Fraction]


def _draw_complex(choices: Choices) -> Complex:
    real = Fraction(choices.small() if not choices.chance(5) else 0, choices.pick((1, 1, 1, 2, 3)))
    return real, Fraction(choices.small(), choices.pick((1, 1, 1, 2, 3)))


def rectangular(real: Fraction, imaginary: Fraction) -> Formula:
    """Real part, then imaginary part."""
    return plus(real, times(imaginary, I))


def _as_quotient(one: Complex, pen: Pen) -> str:
    """The number times 1 + i over 1 + i."""
    real, imaginary = one
    return pen.write(over(rectangular(real - imaginary, real + imaginary), plus(1, I)))


def _times_i(one: Complex, pen: Pen) -> str | None:
    real, imaginary = one
    return pen.write(Product((I, rectangular(imaginary, -real)))) if real else None


_COMPLEX: Final = Kind(
    "complex number",
    "math",
    _draw_complex,
    (
        Way("rectangular", "NUM-24", lambda one, pen: pen.write(rectangular(*one))),
        Way("imaginary part first", "NUM-24", lambda one, pen: pen.write(plus(times(one[1], I), one[0]))),
        Answer("quotient", "NUM-24", _as_quotient),
        Answer("product with i", "NUM-24", _times_i),
    ),
    (
        Mistake("conjugate", "NUM-24", lambda one, choices: (one[0], -one[1])),
        Mistake("parts exchanged", "NUM-24", lambda one, choices: one[::-1] if one[0] else None),
        Mistake("sign of the real part", "NUM-24", lambda one, choices: (-one[0], one[1])),
        Mistake("imaginary part", "NUM-24", lambda one, choices: (one[0], one[1] + choices.pick((1, -1)))),
    ),
    (
        Slip("modulus", "NUM-24", lambda one, pen: pen.write(sqrt(one[0] ** 2 + one[1] ** 2))),
        Slip("real part alone", "NUM-24", lambda one, pen: pen.write(one[0])),
        Slip("i lost", "NUM-24", lambda one, pen: pen.write(plus(*one))),
    ),
)

KINDS: Final = (_RADICAL, _VALUE, _COMPLEX)
