"""The values of formulas at a point: exact where they are rational, else at 40 digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import Any, Final, TypeVar

from mpmath.ctx_mp import MPContext

from gradespec.fuzz.formulas import (
    Binomial,
    Call,
    Constant,
    Formula,
    Log,
    Name,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    symbols,
)

MP: Final = MPContext()  # one of our own: its precision is nobody else's
MP.dps = 40
DIGITS: Final = 25  # in which two values must differ somewhere to be told apart, and agree to be alike

#: The functions of one argument; a value that is not real there is none.
FUNCTIONS: Final[Mapping[str, Callable[[Any], Any]]] = {
    **{name: getattr(MP, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "ln", "exp", "floor")},
    **{f"arc{name}": getattr(MP, f"a{name}") for name in ("sin", "cos", "tan")},
    "abs": abs,
    "ceil": MP.ceil,
    "factorial": MP.factorial,
}


class Undefined(Exception):
    """There is no real value at the point, or none that is certain."""


def value(one: Formula, point: Mapping[str, Fraction] | None = None) -> Any:
    """The value at a point: a `Fraction` where there is no root and no function, else of mpmath. Raises `Undefined`."""
    try:
        return _value(one, point or {})
    except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
        raise Undefined(str(error)) from error


def _value(one: Formula, point: Mapping[str, Fraction]) -> Any:
    match one:
        case Number(number):
            return number
        case Name(name):
            return point[name]
        case Constant(name):
            return _CONSTANTS[name]
        case Sum(terms):
            return _folded(MP.fsum, sum, terms, point)
        case Product(factors):
            return _folded(MP.fprod, prod, factors, point)
        case Quotient(top, bottom):
            above, below = _alike(_value(top, point), _value(bottom, point))
            return above / below
        case Power(base, exponent):
            return _power(_value(base, point), _value(exponent, point))
        case Root(index, inside):
            return _root(index, _value(inside, point))
        case Call("abs", inside):
            return abs(_value(inside, point))
        case Call("factorial", inside):
            return Fraction(factorial(_count(_value(inside, point))))
        case Call(function, inside):
            return _real(FUNCTIONS[function](_inexact(_value(inside, point))))
        case Log(base, inside):
            return _real(MP.log(_inexact(_value(inside, point)), base))
        case Binomial(n, k):
            return Fraction(comb(_count(_value(n, point)), _count(_value(k, point))))
    raise AssertionError(one)


T = TypeVar("T")


def _folded(inexact: Callable[[Any], T], exact: Callable[[Any], T], inside: Any, point: Mapping[str, Fraction]) -> T:
    values = [_value(part, point) for part in inside]
    if all(isinstance(one, Fraction) for one in values):
        return exact(values)
    return inexact(map(_inexact, values))


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if abs(exponent) > 400:
            raise Undefined("too large to be drawn")
        return base ** int(exponent)
    if not _is_complex(base) and base < 0:
        raise Undefined("a power of a negative number")
    return _inexact(base) ** _inexact(exponent)


def _root(index: int, inside: Any) -> Any:
    if _is_complex(inside) or (inside < 0 and index % 2 == 0):
        raise Undefined("a root of a negative number")
    return -MP.root(-_inexact(inside), index) if inside < 0 else MP.root(_inexact(inside), index)


def _count(number: Any) -> int:
    if not isinstance(number, Fraction) or number.denominator != 1 or not 0 <= number <= 400:
        raise Undefined("no whole number")
    return int(number)


def _alike(one: Any, other: Any) -> tuple[Any, Any]:
    exact = isinstance(one, Fraction) and isinstance(other, Fraction)
    return (one, other) if exact else (_inexact(one), _inexact(other))


def _inexact(number: Any) -> Any:
    return MP.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def _is_complex(number: Any) -> bool:
    return isinstance(number, MP.mpc)


def _real(number: Any) -> Any:
    if _is_complex(number):
        raise Undefined("not real")
    return number


_CONSTANTS: Final = {"pi": +MP.pi, "e": +MP.e, "i": MP.mpc(0, 1), "oo": MP.inf}


def apart(one: Any, other: Any) -> bool:
    """Whether two values differ for certain."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one != other
    one, other = _alike(one, other)
    if MP.isinf(one) or MP.isinf(other):
        return bool(one != other)
    return bool(abs(one - other) > MP.mpf(10) ** -DIGITS * (1 + abs(one) + abs(other)))


def distant(one: Any, other: Any) -> bool:
    """Whether two values differ by a thousandth of their size, so that neither is the other rounded."""
    one, other = _alike(one, other)
    return bool(abs(one - other) * 1000 > max(abs(one), abs(other)))


#: Coordinates of the points at which formulas are compared: signs, sizes and fractions that no formula prefers.
_COORDINATES: Final = tuple(map(Fraction, ("3/7", "-5/3", "19/8", "-2/11", "37/5", "-61/7")))
_WHOLE: Final = tuple(map(Fraction, (3, 5, 2, 8, 11, 4)))
ENOUGH: Final = 3  # points at which equals are compared
_STEPS: Final = (0, 1, 3)


def points(over: frozenset[str]) -> list[dict[str, Fraction]]:
    """Points to compare at: for one symbol every coordinate, for more several combinations; n is a whole number."""
    if not over:
        return [{}]
    ordered = sorted(over)
    size = len(_COORDINATES)
    shifts = _STEPS if len(ordered) > 1 else (0,)
    return [
        {
            name: (_WHOLE if name == "n" else _COORDINATES)[(start + place * (shift + 1)) % size]
            for place, name in enumerate(ordered)
        }
        for start, shift in product(range(size), shifts)
    ]


def differ(one: Formula, other: Formula) -> bool:
    """Whether two formulas have different values at some point where both have one: that they differ is then proved."""
    for point in points(symbols(one) | symbols(other)):
        try:
            if apart(value(one, point), value(other, point)):
                return True
        except Undefined:
            continue
    return False


def agree(one: Formula, other: Formula) -> bool:
    """Whether no point of a few tells them apart where both are defined: construction checked by numbers."""
    together = 0
    for point in points(symbols(one) | symbols(other)):
        try:
            if apart(value(one, point), value(other, point)):
                return False
        except Undefined:
            continue
        together += 1
        if together == ENOUGH:
            break
    return together > 0


def defined(one: Formula) -> bool:
    """Whether there is a point at which the formula has a value."""
    return any(_has_value(one, point) for point in points(symbols(one)))


def _has_value(one: Formula, point: Mapping[str, Fraction]) -> bool:
    try:
        value(one, point)
    except Undefined:
        return False
    return True
