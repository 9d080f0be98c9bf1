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


def add(left: Number, right: Number) -> Number:
    """left + right."""
    return left + right


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


#: A power that is surely within the bounds, and needs no look at them.
_SHORT_POWER, _SHORT_BASE = 100, 300


def _rational_power(base: fmpq, exponent: fmpq) -> Number:
    if exponent.q == 1 and 0 < (whole := int(exponent.p)) <= _SHORT_POWER and base.height_bits() <= _SHORT_BASE:
        return base**whole
    if base == 0:
        if exponent <= 0:
            raise Undefined
        return ZERO
    if base == 1:
        return ONE
    if exponent.q == 1:
        if abs(exponent) * base.height_bits() <= 2 * MAX_BITS:
            return base ** int(exponent.p)
        if base == -1:
            return ONE if exponent.p % 2 == 0 else -ONE
        return _ball_power(ball(base), exponent)
    if base < 0 and exponent.q % 2 == 1:
        root = _rational_power(-base, exponent)
        return root if exponent.p % 2 == 0 else -root
    exact = _exact_root(base, exponent.q) if base > 0 and exponent.q <= 64 else None
    return _rational_power(exact, fmpq(exponent.p)) if exact is not None else _ball_power(ball(base), exponent)


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


def _exact_root(value: fmpq, index: fmpz) -> fmpq | None:
    top, bottom = value.p.root(int(index)), value.q.root(int(index))
    return fmpq(top, bottom) if top**index == value.p and bottom**index == value.q else None


# --- real or not -------------------------------------------------------------------------------------------


def is_real(value: Number) -> bool:
    """Whether the value is a real number, as far as the precision tells."""
    return isinstance(value, fmpq) or value.imag.is_zero() or bool(value.imag.contains(0))


def equal(left: Number, right: Number) -> bool:
    """Whether the two are equal. Raises `Undecided` where balls overlap."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left == right)
    if (ball(left) - ball(right)).contains(0):
        raise Undecided
    return False


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
    if isinstance(value, acb):
        if not is_real(value):
            raise Undefined
        value = value.real
    if value > 0:
        return ONE
    if value < 0:
        return -ONE
    if value == 0:
        return ZERO
    raise Undecided


def absolute(value: Number) -> Number:
    """The distance from zero."""
    if isinstance(value, fmpq):
        return abs(value)
    if value.imag.is_zero():
        return acb(abs(value.real))
    return acb((value.real**2 + value.imag**2).sqrt())


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

Exact = Callable[..., "fmpq | None"]
Enclosed = Callable[..., Number]


def exact_first(exact: Exact, enclosed: Enclosed) -> Enclosed:
    """The value as `exact` gives it at exact numbers; where it gives none, and elsewhere, as `enclosed` does."""

    def value(*values: Number) -> Number:
        for one in values:
            if not isinstance(one, fmpq):
                return enclosed(*values)
        found = exact(*values)
        return enclosed(*values) if found is None else found

    return value


def undefined(*_values: Number) -> Number:
    """The value of an operation on exact numbers at any others."""
    raise Undefined


def at(place: int, value: int) -> Exact:
    """Exact at one place only: the exponential function is 1 at 0."""
    known = fmpq(value)
    return lambda number: known if number == place else None


def analytic(method: Callable[[acb], acb]) -> Enclosed:
    """A function of a ball, which the library encloses."""

    def function(value: Number) -> Number:
        argument = ball(value)
        if argument.abs_upper() > MAX_MAGNITUDE and max(map(_reach, (argument.real, argument.imag))) > MAX_MAGNITUDE:
            raise LimitReached("magnitude", 10**15)
        return checked(method(argument))

    return function


def _reach(part: arb) -> arb:
    return abs(part).abs_upper()


SINE, COSINE = analytic(acb.sin), analytic(acb.cos)
SINH, COSH = analytic(acb.sinh), analytic(acb.cosh)

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


def exact_sqrt(value: fmpq) -> fmpq | None:
    """The square root of the square of a rational."""
    top, bottom = value.p, value.q
    return fmpq(top.isqrt(), bottom.isqrt()) if top.is_square() and bottom.is_square() else None


def enclosed_sqrt(value: Number) -> Number:
    """The principal square root."""
    return checked(ball(value).sqrt())


def root(index: Number, value: Number) -> Number:
    """The root with that index."""
    return power(value, divide(ONE, index))


def exact_ln(value: fmpq) -> fmpq | None:
    """The logarithm of 1."""
    if value == 0:
        raise Undefined
    return ZERO if value == 1 else None


def enclosed_ln(value: Number) -> Number:
    """The principal natural logarithm."""
    argument = ball(value)
    if argument.contains(0):
        raise Undecided
    return checked(argument.log())


_ln = exact_first(exact_ln, enclosed_ln)


def log(base: Number, value: Number) -> Number:
    """The logarithm of `value` to `base`."""
    return divide(_ln(value), _ln(base))


def enclosed_exp(value: Number) -> Number:
    """The exponential function."""
    argument = ball(value)
    if abs(argument.real).abs_upper() > MAX_MAGNITUDE:
        raise LimitReached("magnitude", 10**15)
    return checked(argument.exp())


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
        return gamma(add(value, ONE))
    return fmpq(fmpz.fac_ui(_small(value, 0)))


def double_factorial(value: fmpq) -> fmpq:
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


def _falling(top: Number, count: int) -> Number:
    product: Number = ONE
    for k in range(count):
        product = multiply(product, add(top, fmpq(-k)))
    return product


def permutations(top: Number, count: Number) -> Number:
    """How many ways there are to put so many of `top` things in a row."""
    if not is_whole(count):
        return divide(factorial(top), factorial(add(top, -count)))
    if count > 1000:
        raise LimitReached("factorial", MAX_FACTORIAL)
    return _falling(top, _small(count, 0))


def binomial(top: Number, bottom: Number) -> Number:
    """How many ways there are to choose so many of `top` things."""
    if is_whole(bottom) and is_whole(top) and top >= 0:
        if top > MAX_FACTORIAL:
            raise LimitReached("factorial", MAX_FACTORIAL)
        return fmpq(fmpz.bin_uiui(int(top.p), int(bottom.p))) if 0 <= bottom <= top else ZERO
    if is_whole(bottom) and 0 <= bottom <= 200:
        return divide(_falling(top, int(bottom.p)), factorial(bottom))
    return divide(factorial(top), multiply(factorial(bottom), factorial(add(top, -bottom))))


def modulo(value: fmpq, modulus: fmpq) -> fmpq:
    """The remainder, of the sign of the modulus."""
    quotient_ = divide(value, modulus)
    return value - modulus * floor(quotient_)


def of_integers(step: Callable[[fmpz, fmpz], fmpz]) -> Exact:
    """One integer of several, by steps: their greatest common divisor."""

    def function(*values: fmpq) -> fmpq:
        if not all(map(is_whole, values)):
            raise Undefined
        return fmpq(reduce(step, [value.p for value in values]))

    return function


def argument(value: Number) -> Number:
    """The angle of a complex number with the positive axis."""
    if value == 0:
        raise Undefined
    return acb(ball(value).arg())
