"""Formulas as trees.

They are built with Python's own signs: ``sin(x) ** 2 + 1`` is a `Sum` of a `Power` and a `Number`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, ClassVar, Final


class Formula:
    """A node of a tree; the signs of arithmetic build larger ones."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

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
class _Several(Formula):
    inside: tuple[Formula, ...]


class Sum(_Several):
    """Terms added up."""


class Product(_Several):
    """Factors multiplied."""

    def __neg__(self) -> Formula:
        first, *rest = self.inside
        if isinstance(first, Number):
            return times(-first.value, *rest)
        return Product((Number(Fraction(-1)), *self.inside))


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
class Binomial(Formula):
    """n over k."""

    n: Formula
    k: Formula


@dataclass(frozen=True, slots=True)
class _Of(Formula):
    by: Any
    inside: Formula


class Root(_Of):
    """The root of the index `by`."""


class Call(_Of):
    """The function of one argument that has the name `by` in `FUNCTIONS`."""


class Log(_Of):
    """The logarithm to the base `by`."""


PI: Final = Constant("pi")
E: Final = Constant("e")
I: Final = Constant("i")  # noqa: E741 - the imaginary unit has no other name
OO: Final = Constant("oo")


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
    return one.inside if isinstance(one, Sum) else (one,)


def _factors(one: Formula) -> tuple[Formula, ...]:
    return one.inside if isinstance(one, Product) else (one,)


# --- the tree ----------------------------------------------------------------------------------------------


def parts(one: Formula) -> tuple[Formula, ...]:
    """What the node is made of."""
    found: list[Formula] = []
    for name in one.__match_args__:
        field = getattr(one, name)
        if isinstance(field, Formula):
            found.append(field)
        elif isinstance(field, tuple):
            found += field
    return tuple(found)


def nodes(one: Formula) -> Iterator[Formula]:
    """The node and all below it, from the top."""
    yield one
    for part in parts(one):
        yield from nodes(part)


def rebuilt(one: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The node with its parts changed."""

    def changed(field: Any) -> Any:
        if isinstance(field, Formula):
            return change(field)
        return tuple(map(change, field)) if isinstance(field, tuple) else field

    return type(one)(*(changed(getattr(one, name)) for name in one.__match_args__))


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
