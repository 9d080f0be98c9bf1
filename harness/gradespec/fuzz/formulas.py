"""Formulas as trees, and their values at a point: exact where they are rational, else at 40 digits.

They are built with Python's own signs: ``sin(x) ** 2 + 1`` is a `Sum` of a `Power` and a `Number`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import Any, Final, TypeVar

from mpmath.ctx_mp import MPContext

MP: Final = MPContext()  # one of our own: its precision is nobody else's
MP.dps = 40
DIGITS: Final = 25  # in which two values must differ somewhere to be told apart, and agree to be alike

Rational = int | Fraction


class Formula:
    """A node of a tree; the signs of arithmetic build larger ones."""

    def __add__(self, other: Term) -> Sum:
        return Sum((*_terms(self), *_terms(formula(other))))

    def __radd__(self, other: Term) -> Sum:
        return formula(other) + self

    def __sub__(self, other: Term) -> Sum:
        return self + -formula(other)

    def __rsub__(self, other: Term) -> Sum:
        return formula(other) - self

    def __mul__(self, other: Term) -> Product:
        return Product((*_factors(self), *_factors(formula(other))))

    def __rmul__(self, other: Term) -> Product:
        return formula(other) * self

    def __truediv__(self, other: Term) -> Quotient:
        return Quotient(self, formula(other))

    def __rtruediv__(self, other: Term) -> Quotient:
        return formula(other) / self

    def __pow__(self, other: Term) -> Power:
        return Power(self, formula(other))

    def __neg__(self) -> Formula:
        return Product((Number(Fraction(-1)), *_factors(self)))


Term = Formula | int | Fraction


@dataclass(frozen=True, slots=True)
class Number(Formula):
    """A rational number."""

    value: Fraction

    def __neg__(self) -> Number:
        return Number(-self.value)


@dataclass(frozen=True, slots=True)
class Name(Formula):
    """A symbol."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant(Formula):
    """One of ``pi``, ``e``, ``i`` and ``oo``."""

    name: str


@dataclass(frozen=True, slots=True)
class Sum(Formula):
    """Terms added up."""

    terms: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Product(Formula):
    """Factors multiplied."""

    factors: tuple[Formula, ...]

    def __neg__(self) -> Formula:
        first, *rest = self.factors
        if isinstance(first, Number):
            return times(-first.value, *rest)
        return Product((Number(Fraction(-1)), *self.factors))


@dataclass(frozen=True, slots=True)
class Quotient(Formula):
    """A fraction with its bar."""

    top: Formula
    bottom: Formula


@dataclass(frozen=True, slots=True)
class Power(Formula):
    """A base and its exponent."""

    base: Formula
    exponent: Formula


@dataclass(frozen=True, slots=True)
class Root(Formula):
    """The root of that index."""

    index: int
    inside: Formula


@dataclass(frozen=True, slots=True)
class Call(Formula):
    """A function of one argument, by the name that it has in `FUNCTIONS`."""

    function: str
    inside: Formula


@dataclass(frozen=True, slots=True)
class Log(Formula):
    """The logarithm to that base."""

    base: int
    inside: Formula


@dataclass(frozen=True, slots=True)
class Binomial(Formula):
    """n over k."""

    n: Formula
    k: Formula


@dataclass(frozen=True, slots=True)
class Wrapped(Formula):
    """What has brackets around it though it needs none."""

    inside: Formula


PI: Final = Constant("pi")
E: Final = Constant("e")
I: Final = Constant("i")  # noqa: E741 - the imaginary unit has no other name
OO: Final = Constant("oo")

#: The functions of one argument; a value that is not real there is none.
FUNCTIONS: Final[Mapping[str, Callable[[Any], Any]]] = {
    **{name: getattr(MP, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "ln", "exp", "floor")},
    **{f"arc{name}": getattr(MP, f"a{name}") for name in ("sin", "cos", "tan")},
    "abs": abs,
    "ceil": MP.ceil,
    "factorial": MP.factorial,
}


def formula(term: Term) -> Formula:
    """A number as a formula; a formula as it is."""
    return term if isinstance(term, Formula) else Number(Fraction(term))


def names(text: str) -> tuple[Name, ...]:
    """The symbols named in `text`: ``names("x y")``."""
    return tuple(map(Name, text.split()))


def plus(*terms: Term) -> Formula:
    """The sum of the terms that are not 0."""
    kept = tuple(part for term in terms for part in _terms(formula(term)) if part != Number(Fraction(0)))
    return Sum(kept) if len(kept) > 1 else kept[0] if kept else Number(Fraction(0))


def times(*factors: Term) -> Formula:
    """The product of the factors, with their numbers multiplied."""
    parts = [part for factor in factors for part in _factors(formula(factor))]
    number = prod((part.value for part in parts if isinstance(part, Number)), start=Fraction(1))
    others = tuple(part for part in parts if not isinstance(part, Number))
    kept = others if number == 1 and others else (Number(number), *others) if number else (Number(number),)
    return Product(kept) if len(kept) > 1 else kept[0]


def power(base: Term, exponent: int) -> Formula:
    """The power, without an exponent that says nothing."""
    return formula(1) if exponent == 0 else formula(base) if exponent == 1 else Power(formula(base), formula(exponent))


def over(top: Term, bottom: Term) -> Formula:
    """The quotient; what is over 1 alone."""
    return formula(top) if formula(bottom) == Number(Fraction(1)) else Quotient(formula(top), formula(bottom))


def sqrt(inside: Term) -> Root:
    """The square root."""
    return Root(2, formula(inside))


def _function(name: str) -> Callable[[Term], Call]:
    return lambda inside: Call(name, formula(inside))


sin, cos, tan, sinh, cosh, ln, exp = map(_function, ("sin", "cos", "tan", "sinh", "cosh", "ln", "exp"))
arcsin, arccos, arctan = map(_function, ("arcsin", "arccos", "arctan"))
absolute, floor, ceil, fact = map(_function, ("abs", "floor", "ceil", "factorial"))


def _terms(one: Formula) -> tuple[Formula, ...]:
    return one.terms if isinstance(one, Sum) else (one,)


def _factors(one: Formula) -> tuple[Formula, ...]:
    return one.factors if isinstance(one, Product) else (one,)


# --- the tree ----------------------------------------------------------------------------------------------


def parts(one: Formula) -> tuple[Formula, ...]:
    """What the node is made of."""
    match one:
        case Sum(inside) | Product(inside):
            return inside
        case Quotient(a, b) | Power(a, b) | Binomial(a, b):
            return (a, b)
        case Root(_, inside) | Call(_, inside) | Log(_, inside) | Wrapped(inside):
            return (inside,)
        case _:
            return ()


def rebuilt(one: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The node with its parts changed."""
    match one:
        case Sum(terms):
            return Sum(tuple(map(change, terms)))
        case Product(factors):
            return Product(tuple(map(change, factors)))
        case Quotient(a, b) | Power(a, b) | Binomial(a, b):
            return type(one)(change(a), change(b))
        case Root(index, inside):
            return Root(index, change(inside))
        case Call(function, inside):
            return Call(function, change(inside))
        case Log(base, inside):
            return Log(base, change(inside))
        case Wrapped(inside):
            return Wrapped(change(inside))
        case _:
            return one


def symbols(one: Formula) -> frozenset[str]:
    """The names in the formula."""
    if isinstance(one, Name):
        return frozenset({one.name})
    return frozenset[str]().union(*map(symbols, parts(one)))


def renamed(one: Formula, to: Mapping[str, str]) -> Formula:
    """The formula with other names."""
    if isinstance(one, Name):
        return Name(to.get(one.name, one.name))
    return rebuilt(one, lambda part: renamed(part, to))


# --- values ------------------------------------------------------------------------------------------------


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
        case Wrapped(inside):
            return _value(inside, point)
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
_STEPS: Final = (0, 1, 3)


def points(over: frozenset[str]) -> list[dict[str, Fraction]]:
    """Points to compare at: for one symbol every coordinate, for more several combinations of them."""
    if not over:
        return [{}]
    ordered = sorted(over)
    size = len(_COORDINATES)
    shifts = _STEPS if len(ordered) > 1 else (0,)
    return [
        {name: _COORDINATES[(start + place * (shift + 1)) % size] for place, name in enumerate(ordered)}
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
    """Whether no point tells them apart, and they are defined together somewhere: construction checked by numbers."""
    together = 0
    for point in points(symbols(one) | symbols(other)):
        try:
            if apart(value(one, point), value(other, point)):
                return False
        except Undefined:
            continue
        together += 1
    return together > 0
