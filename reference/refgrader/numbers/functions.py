"""The table of functions: head of an expression → its value, exact where it can be (NUM-17 to NUM-26).

Values are exact rationals (`fmpq`) or complex balls (`acb`). A function that has no value there raises `Undefined`; one
that the present precision cannot settle raises `Undecided`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

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


def bits(value: fmpq) -> int:
    """Binary digits of the larger of numerator and denominator."""
    return int(value.height_bits())


# --- arithmetic --------------------------------------------------------------------------------------------


def add(left: Number, right: Number) -> Number:
    """left + right."""
    return left + right


def multiply(left: Number, right: Number) -> Number:
    """left · right."""
    product = left * right
    if isinstance(product, fmpq) and bits(product) > 4 * MAX_BITS:
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
        if _sign(ball(exponent)) <= 0:
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
        if abs(exponent) * bits(base) <= 2 * MAX_BITS:
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


def _sign(value: acb) -> int:
    real = value.real
    if real > 0:
        return 1
    if real < 0:
        return -1
    if real.is_zero():
        return 0
    raise Undecided


def _absolute(value: Number) -> Number:
    if isinstance(value, fmpq):
        return abs(value)
    if value.imag.is_zero():
        return acb(abs(value.real))
    return acb((value.real**2 + value.imag**2).sqrt())


def _rounded(down: bool) -> Callable[[Number], Number]:
    def round_(value: Number) -> Number:
        if isinstance(value, fmpq):
            return fmpq(value.p // value.q) if down else fmpq(-(-value.p // value.q))
        found = (value.real.floor() if down else value.real.ceil()).unique_fmpz()
        if found is None or not is_real(value):
            raise Undecided
        return fmpq(found)

    return round_


def _signum(value: Number) -> Number:
    if isinstance(value, fmpq):
        return fmpq((value > 0) - (value < 0))
    return fmpq(_sign(value))


# --- elementary functions ----------------------------------------------------------------------------------


def _sqrt(value: Number) -> Number:
    if isinstance(value, fmpq):
        top, bottom = value.p, value.q
        if top.is_square() and bottom.is_square():
            return fmpq(top.isqrt(), bottom.isqrt())
        return acb(value).sqrt()
    return checked(value.sqrt())


def root(index: Number, value: Number) -> Number:
    """The root with that index."""
    if not is_whole(index) or index == 0:
        return power(value, divide(ONE, index))
    return power(value, 1 / fmpq(index)) if isinstance(index, fmpq) else power(value, divide(ONE, index))


def _ln(value: Number) -> Number:
    if isinstance(value, fmpq):
        if value == 0:
            raise Undefined
        if value == 1:
            return ZERO
    argument = ball(value)
    if argument.contains(0):
        raise Undecided
    return checked(argument.log())


def log(base: Number, value: Number) -> Number:
    """The logarithm of `value` to `base`."""
    return divide(_ln(value), _ln(base))


def _exp(value: Number) -> Number:
    if isinstance(value, fmpq) and value == 0:
        return ONE
    argument = ball(value)
    if abs(argument.real).abs_upper() > MAX_MAGNITUDE:
        raise LimitReached("magnitude", 10**15)
    return checked(argument.exp())


def _reach(part: arb) -> arb:
    return abs(part).abs_upper()


def _analytic(name: str) -> Callable[[Number], Number]:
    method = getattr(acb, name)

    def function(value: Number) -> Number:
        argument = ball(value)
        if argument.abs_upper() > MAX_MAGNITUDE and max(map(_reach, (argument.real, argument.imag))) > MAX_MAGNITUDE:
            raise LimitReached("magnitude", 10**15)
        return checked(method(argument))

    return function


_SINE, _COSINE = _analytic("sin"), _analytic("cos")
_SINH, _COSH = _analytic("sinh"), _analytic("cosh")


def _quotient(top: Callable[[Number], Number], bottom: Callable[[Number], Number]) -> Callable[[Number], Number]:
    return lambda value: divide(top(value), bottom(value))


def _inverse_of(function: Callable[[Number], Number]) -> Callable[[Number], Number]:
    return lambda value: function(divide(ONE, value))


def _one(_value: Number) -> Number:
    return ONE


_ATAN = _analytic("atan")


def _acot(value: Number) -> Number:
    return acb.pi() / 2 - ball(_ATAN(value))


# --- integers ----------------------------------------------------------------------------------------------


def _factorial(value: Number) -> Number:
    if is_whole(value):
        if value < 0:
            raise Undefined
        if value <= MAX_FACTORIAL:
            return fmpq(fmpz.fac_ui(int(value.p)))
        raise LimitReached("factorial", MAX_FACTORIAL)
    return _gamma(add(value, ONE))


def _gamma(value: Number) -> Number:
    argument = ball(value)
    if abs(argument.real).abs_upper() > 100 * MAX_FACTORIAL:
        raise LimitReached("factorial", MAX_FACTORIAL)
    return checked(argument.gamma())


def _double_factorial(value: Number) -> Number:
    if not is_whole(value) or value < -1:
        raise Undefined
    if value > MAX_FACTORIAL:
        raise LimitReached("factorial", MAX_FACTORIAL)
    product = fmpz(1)
    for factor in range(int(value.p), 1, -2):
        product *= factor
    return fmpq(product)


def _falling(top: Number, count: int) -> Number:
    product: Number = ONE
    for k in range(count):
        product = multiply(product, add(top, fmpq(-k)))
    return product


def _permutations(top: Number, count: Number) -> Number:
    if is_whole(count) and count < 0:
        raise Undefined
    if is_whole(count) and count <= 1000:
        return _falling(top, int(count.p))
    if is_whole(count):
        raise LimitReached("factorial", MAX_FACTORIAL)
    return divide(_factorial(top), _factorial(add(top, multiply(fmpq(-1), count))))


def _binomial(top: Number, bottom: Number) -> Number:
    if is_whole(top) and is_whole(bottom):
        if top > MAX_FACTORIAL:
            raise LimitReached("factorial", MAX_FACTORIAL)
        if top >= 0:
            return fmpq(fmpz.bin_uiui(int(top.p), int(bottom.p))) if 0 <= bottom <= top else ZERO
    if is_whole(bottom) and 0 <= bottom <= 200:
        return divide(_falling(top, int(bottom.p)), fmpq(fmpz.fac_ui(int(bottom.p))))
    rest = add(top, multiply(fmpq(-1), bottom))
    return divide(_factorial(top), multiply(_factorial(bottom), _factorial(rest)))


def _modulo(value: Number, modulus: Number) -> Number:
    if isinstance(value, fmpq) and isinstance(modulus, fmpq) and modulus != 0:
        return value - modulus * fmpq((value / modulus).p // (value / modulus).q)
    raise Undefined


def _whole(values: tuple[Number, ...]) -> list[fmpz]:
    if not all(is_whole(value) for value in values):
        raise Undefined
    return [fmpz(value.p) for value in values]


def _gcd(*values: Number) -> Number:
    result = fmpz(0)
    for value in _whole(values):
        result = result.gcd(value)
    return fmpq(result)


def _lcm(*values: Number) -> Number:
    result = fmpz(1)
    for value in _whole(values):
        result = result.lcm(value)
    return fmpq(result)


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


def _extreme(largest: bool) -> Callable[..., Number]:
    def choose(*values: Number) -> Number:
        best = values[0]
        for value in values[1:]:
            if less(best, value) == largest:
                best = value
        return best

    return choose


def _part(imaginary: bool) -> Callable[[Number], Number]:
    def part(value: Number) -> Number:
        if isinstance(value, fmpq):
            return ZERO if imaginary else value
        return acb(value.imag if imaginary else value.real)

    return part


def _conjugate(value: Number) -> Number:
    return value if isinstance(value, fmpq) else value.conjugate()


def _argument(value: Number) -> Number:
    return acb(ball(value).arg())


#: Head → function of the values of its arguments. A new function is a row here and in the table of notations.
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "neg": lambda value: -value,
    "percent": lambda value: divide(value, fmpq(100)),
    "div": divide, "pow": power, "root": root, "sqrt": _sqrt,
    "ln": _ln, "log": log, "exp": _exp,
    "sin": _SINE, "cos": _COSINE, "tan": _quotient(_SINE, _COSINE), "cot": _quotient(_COSINE, _SINE),
    "sec": _quotient(_one, _COSINE), "csc": _quotient(_one, _SINE),
    "asin": _analytic("asin"), "acos": _analytic("acos"), "atan": _ATAN, "acot": _acot,
    "asec": _inverse_of(_analytic("acos")), "acsc": _inverse_of(_analytic("asin")),
    "sinh": _SINH, "cosh": _COSH, "tanh": _quotient(_SINH, _COSH), "coth": _quotient(_COSH, _SINH),
    "sech": _quotient(_one, _COSH), "csch": _quotient(_one, _SINH),
    "asinh": _analytic("asinh"), "acosh": _analytic("acosh"), "atanh": _analytic("atanh"),
    "acoth": _inverse_of(_analytic("atanh")), "asech": _inverse_of(_analytic("acosh")),
    "acsch": _inverse_of(_analytic("asinh")), "erf": _analytic("erf"), "gamma": _gamma,
    "abs": _absolute, "sign": _signum, "floor": _rounded(True), "ceil": _rounded(False),
    "re": _part(False), "im": _part(True), "conj": _conjugate, "arg": _argument,
    "fact": _factorial, "fact2": _double_factorial, "binom": _binomial, "perm": _permutations,
    "cis": lambda value: checked((ball(value) * acb(0, 1)).exp()), "mixed": add, "overline": _conjugate,
    "mod": _modulo, "gcd": _gcd, "lcm": _lcm, "max": _extreme(True), "min": _extreme(False),
}  # fmt: skip
