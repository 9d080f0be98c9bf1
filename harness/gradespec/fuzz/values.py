"""The values of formulas at a point: exact where they are rational, else at 40 digits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import comb, factorial, prod
from typing import Any, Final, TypeVar

from mpmath.ctx_mp import MPContext

from gradespec.fuzz import formulas as f
from gradespec.fuzz.choices import NotAsked

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


class Undefined(NotAsked):
    """There is no real value at the point, or none that is certain."""


def value(one: f.Formula, point: Mapping[str, Fraction] | None = None) -> Any:
    """The value at a point: a `Fraction` where there is no root and no function, else of mpmath. Raises `Undefined`."""
    try:
        return _value(one, point or {})
    except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
        raise Undefined(str(error)) from error


def _value(one: f.Formula, point: Mapping[str, Fraction]) -> Any:
    match one:
        case f.Number(number):
            return number
        case f.Name(name):
            return point[name]
        case f.Constant(name):
            return _CONSTANTS[name]
        case f.Sum(terms):
            return _folded(MP.fsum, sum, terms, point)
        case f.Product(factors):
            return _folded(MP.fprod, prod, factors, point)
        case f.Quotient(top, bottom):
            above, below = _alike(_value(top, point), _value(bottom, point))
            return above / below
        case f.Power(base, exponent):
            return _power(_value(base, point), _value(exponent, point))
        case f.Root(index, inside):
            return _root(index, _value(inside, point))
        case f.Call("abs", inside):
            return abs(_value(inside, point))
        case f.Call("factorial", inside):
            return Fraction(factorial(_count(_value(inside, point))))
        case f.Call(function, inside):
            return _real(FUNCTIONS[function](_inexact(_value(inside, point))))
        case f.Log(base, inside):
            return _real(MP.log(_inexact(_value(inside, point)), base))
        case f.Binomial(n, k):
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


def _told_apart(one: f.Formula, other: f.Formula) -> Iterator[bool]:
    """Whether the values differ, at each of the points where both formulas have one."""
    for point in points(f.symbols(one) | f.symbols(other)):
        try:
            found = apart(value(one, point), value(other, point))
        except Undefined:
            continue
        yield found


def differ(one: f.Formula, other: f.Formula) -> bool:
    """Whether two formulas have different values at some point where both have one: that they differ is then proved."""
    return any(_told_apart(one, other))


def agree(one: f.Formula, other: f.Formula) -> bool:
    """Whether no point of a few tells them apart where both are defined: construction checked by numbers."""
    found = [*islice(_told_apart(one, other), ENOUGH)]
    return bool(found) and not any(found)


def defined(one: f.Formula) -> bool:
    """Whether there is a point at which the formula has a value."""
    return any(True for _ in _told_apart(one, one))
