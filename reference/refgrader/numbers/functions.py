"""Arithmetic on numbers, exact where it can be, and what the table of operations is made of (NUM-17 to NUM-26).

A number is an exact rational (`fmpq`) or a complex ball (`acb`). A function that has no value there raises `Undefined`;
one that the present precision cannot settle raises `Undecided`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final, TypeAlias

from flint import acb, arb, fmpq, fmpz

from refgrader.limits import MAX_BITS, MAX_FACTORIAL, MAX_MAGNITUDE, LimitReached

#: What an expression may be worth at a point; `Value` is what a whole answer means (meaning.values).
Number: TypeAlias = "fmpq | acb"


class Undefined(Exception):
    """The expression has no value here: a zero denominator, a logarithm of zero."""


class Undecided(Exception):
    """The present precision does not tell; more of it may."""


ZERO: Final = fmpq(0)
ONE: Final = fmpq(1)


def ball(value: Number) -> acb:
    """The value as a complex ball."""
    return value if isinstance(value, acb) else acb(value)


def checked(value: acb) -> acb:
    """`value`, where it is a number within the bounds."""
    if not value.is_finite():
        raise Undecided
    return value


def is_whole(value: Number) -> bool:
    """Whether the value is exactly an integer."""
    return isinstance(value, fmpq) and value.q == 1


# --- arithmetic --------------------------------------------------------------------------------------------


def multiply(left: Number, right: Number) -> Number:
    """left · right."""
    product = left * right
    if isinstance(product, fmpq) and product.height_bits() > 4 * MAX_BITS:
        return ball(product)
    return product


def divide(left: Number, right: Number) -> Number:
    """left / right. Raises `Undefined` for a divisor that is zero."""
    if isinstance(right, fmpq):
        if right == 0:
            raise Undefined
    elif right.contains(0):
        raise Undefined if right.is_zero() else Undecided
    return left / right


def power(base: Number, exponent: Number) -> Number:
    """base ** exponent; an odd root of a negative real is the real one (NUM-17)."""
    if isinstance(exponent, fmpq):
        if isinstance(base, fmpq):
            return _rational_power(base, exponent)
        if exponent.q == 1:
            return _ball_power(base, exponent)
        if exponent.q % 2 == 1 and is_real(base) and base.real < 0:
            root = checked((-base) ** ball(exponent))
            return root if exponent.p % 2 == 0 else -root
    if isinstance(base, fmpq) and base == 0:
        if sign(exponent) <= 0:
            raise Undefined
        return ZERO
    return _ball_power(ball(base), exponent)


def _rational_power(base: fmpq, exponent: fmpq) -> Number:
    if exponent.q == 1:
        return _whole_power(base, int(exponent.p))
    if base in (0, 1):
        if base == 0 and exponent < 0:
            raise Undefined
        return base
    if base < 0 and exponent.q % 2 == 1:
        root = _rational_power(-base, exponent)
        return root if exponent.p % 2 == 0 else -root
    exact = _exact_root(base, exponent.q) if base > 0 and exponent.q <= 64 else None
    return _ball_power(ball(base), exponent) if exact is None else _whole_power(exact, int(exponent.p))


def _whole_power(base: fmpq, exponent: int) -> Number:
    if exponent <= 0 and base == 0:
        raise Undefined
    if abs(exponent) * base.height_bits() <= 2 * MAX_BITS:
        return base**exponent
    if base in (0, 1, -1):
        return base if exponent % 2 else base * base
    return _ball_power(ball(base), fmpq(exponent))


def _ball_power(base: acb, exponent: Number) -> acb:
    if base.contains(0) and not (isinstance(exponent, fmpq) and exponent.q == 1 and exponent > 0):
        raise Undecided
    _check_magnitude(base, exponent)
    if isinstance(exponent, fmpq) and exponent.q == 1:
        return checked(base ** fmpz(exponent.p))
    return checked(base ** ball(exponent))


def _check_magnitude(base: acb, exponent: Number) -> None:
    size = base.abs_upper()
    if size.is_zero():
        return
    magnitude = abs(size.log()) * ball(exponent).abs_upper()
    if not magnitude.is_finite() or magnitude.abs_upper() > MAX_MAGNITUDE:
        raise LimitReached("magnitude", 10**15)


def vanishes(base: Number, exponent: Number) -> bool:
    """Whether a power of a positive number is smaller than any number that is worked out."""
    size = ball(base)
    return bool(size.imag.is_zero() and size.real > 0 and (size.log() * exponent).real < -MAX_MAGNITUDE)


def _exact_root(value: fmpq, index: fmpz) -> fmpq | None:
    top, bottom = value.p.root(int(index)), value.q.root(int(index))
    return fmpq(top, bottom) if top**index == value.p and bottom**index == value.q else None


# --- real or not -------------------------------------------------------------------------------------------


def is_real(value: Number) -> bool:
    """Whether the value is a real number, as far as the precision tells."""
    return isinstance(value, fmpq) or value.imag.is_zero() or bool(value.imag.contains(0))


def meet(left: Number, right: Number) -> bool:
    """Whether the two may be equal: rationals are, balls overlap."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left == right)
    return bool((ball(left) - ball(right)).contains(0))


def equal(left: Number, right: Number) -> bool:
    """Whether the two are equal. Raises `Undecided` where balls overlap."""
    together = meet(left, right)
    if together and not (isinstance(left, fmpq) and isinstance(right, fmpq)):
        raise Undecided
    return together


def less(left: Number, right: Number) -> bool:
    """Whether left < right. Raises `Undecided` where the balls overlap, `Undefined` for complex values."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left < right)
    if not (is_real(left) and is_real(right)):
        raise Undefined
    difference = ball(right).real - ball(left).real
    if difference > 0:
        return True
    if difference <= 0:
        return False
    raise Undecided


def sign(value: Number) -> fmpq:
    """1, 0 or −1 as the value is positive, zero or negative."""
    return ONE if less(ZERO, value) else -ONE if less(value, ZERO) else ZERO


def absolute(value: Number) -> Number:
    """The distance from zero."""
    return abs(value) if isinstance(value, fmpq) else acb(abs(value))


def floor(value: Number) -> Number:
    """The largest integer that is not above the value."""
    if isinstance(value, fmpq):
        return fmpq(value.p // value.q)
    found = value.real.floor().unique_fmpz()
    if found is None or not is_real(value):
        raise Undecided
    return fmpq(found)


def larger(left: Number, right: Number) -> Number:
    """The larger of two values."""
    return right if less(left, right) else left


# --- what rows are made of ---------------------------------------------------------------------------------


def analytic(method: Callable[[acb], acb], place: int, there: int) -> Callable[[Number], Number]:
    """A function of a ball, which the library encloses, and which is exact at one place: the sine of 0 is 0."""
    exact = fmpq(there)

    def function(value: Number) -> Number:
        if isinstance(value, fmpq) and value == place:
            return exact
        argument = ball(value)
        if argument.real.abs_upper() > MAX_MAGNITUDE or argument.imag.abs_upper() > MAX_MAGNITUDE:
            raise LimitReached("magnitude", 10**15)
        return checked(method(argument))

    return function


def of_complex(of_ball: Callable[[acb], acb], of_rational: Callable[[fmpq], fmpq]) -> Callable[[Number], Number]:
    """A part of a complex number, which is exact of an exact one."""
    return lambda value: of_rational(value) if isinstance(value, fmpq) else of_ball(value)


# Where a function of a ball may be not analytic.


def nowhere(_argument: acb) -> bool:
    """There is no such place."""
    return False


def everywhere(_argument: acb) -> bool:
    """Any place is one: ``|z|`` is analytic nowhere."""
    return True


def off_reals(besides: Callable[[arb], bool]) -> Callable[[acb], bool]:
    """All real numbers are, besides some: a logarithm is cut from −∞ to 0, and analytic at what is positive."""
    return lambda argument: bool(argument.imag.contains(0)) and not besides(argument.real)


def off_imaginaries(besides: Callable[[arb], bool]) -> Callable[[acb], bool]:
    """The same on the imaginary axis."""
    return lambda argument: bool(argument.real.contains(0)) and not besides(argument.imag)


# --- roots and logarithms ----------------------------------------------------------------------------------


def sqrt(value: Number) -> Number:
    """The principal square root; of the square of a rational, that."""
    root = _exact_root(value, 2) if isinstance(value, fmpq) and value >= 0 else None
    return checked(ball(value).sqrt()) if root is None else root


def ln(value: Number) -> Number:
    """The principal natural logarithm."""
    if isinstance(value, fmpq) and value in (0, 1):
        if value == 0:
            raise Undefined
        return ZERO
    argument = ball(value)
    if argument.contains(0):
        raise Undecided
    return checked(argument.log())


def erf(value: Number) -> Number:
    """The error function, up to where it is nearer to 1 than values are told apart."""
    if ball(value).real.abs_upper() > _LARGEST_OF_ERF:
        raise LimitReached("precision", 300)
    return _erf(value)


_erf: Final = analytic(acb.erf, 0, 0)
#: A greater one leaves less than 2^-PRECISION.
_LARGEST_OF_ERF: Final = 26


def log(base: Number, value: Number) -> Number:
    """The logarithm to a base: of a whole power of a whole base, which steps have to know exactly, its exponent."""
    quotient = divide(ln(value), ln(base))
    if isinstance(base, fmpq) and isinstance(value, fmpq) and base > 0 and 1 in (value.p, value.q):
        exponent = (ball(quotient).real + fmpq(1, 2)).floor().unique_fmpz()
        if exponent is not None and abs(exponent) <= MAX_BITS and power(base, fmpq(exponent)) == value:
            return fmpq(exponent)
    return quotient


# --- integers ----------------------------------------------------------------------------------------------


def gamma(value: Number) -> Number:
    """The gamma function, which continues the factorials."""
    argument = ball(value)
    if abs(argument.real).abs_upper() > 100 * MAX_FACTORIAL:
        raise LimitReached("factorial", MAX_FACTORIAL)
    return checked(argument.gamma())


def factorial(value: Number) -> Number:
    """n!, and by way of the gamma function that of what is no integer."""
    if not is_whole(value):
        return gamma(value + ONE)
    return fmpq(fmpz.fac_ui(_small(value, 0)))


def double_factorial(value: Number) -> Number:
    """n!! = n (n − 2) (n − 4) …"""
    product = fmpz(1)
    for factor in range(_small(value, -1), 1, -2):
        product *= factor
    return fmpq(product)


def _small(value: Number, least: int) -> int:
    """An integer from `least` to the bound."""
    if not is_whole(value) or value < least:
        raise Undefined
    if value > MAX_FACTORIAL:
        raise LimitReached("factorial", MAX_FACTORIAL)
    return int(value.p)


def binomial(top: Number, bottom: Number) -> Number:
    """How many ways there are to choose so many of `top` things."""
    if is_whole(bottom) and is_whole(top) and top >= 0:
        return fmpq(fmpz.bin_uiui(_small(top, 0), int(bottom.p))) if 0 <= bottom <= top else ZERO
    if is_whole(bottom) and 0 <= bottom <= 200:
        falling = reduce(multiply, [top - k for k in range(int(bottom.p))], ONE)
        return divide(falling, factorial(bottom))
    return divide(factorial(top), multiply(factorial(bottom), factorial(top - bottom)))


def of_integers(step: Callable[[fmpz, fmpz], fmpz]) -> Callable[..., Number]:
    """One integer of several, by steps: their greatest common divisor."""

    def function(*values: Number) -> Number:
        if not all(map(is_whole, values)):
            raise Undefined
        return fmpq(reduce(step, [value.p for value in values]))

    return function


def argument(value: Number) -> Number:
    """The angle of a complex number with the positive axis."""
    if value == 0:
        raise Undefined
    return acb(ball(value).arg())
