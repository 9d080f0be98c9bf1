"""Random expressions whose value is known: trees of our own, their LaTeX, rewritings that keep the value.

Nothing here comes from the reference: a formula's value is Python's, at a few points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Final

from hypothesis import strategies as st

POINTS: Final = (
    {"x": 0.7310, "y": 1.2910},
    {"x": 2.3170, "y": 0.4190},
    {"x": 3.1930, "y": 2.7790},
)


@dataclass(frozen=True)
class Number:
    """A rational; written as a decimal where `decimal` says so and it ends."""

    value: Fraction
    decimal: bool = False


@dataclass(frozen=True)
class Name:
    """A variable, or the constant ``\\pi``."""

    name: str


@dataclass(frozen=True)
class Sum:
    """Terms added up."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Product:
    """Factors multiplied."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Power:
    """A small whole power."""

    base: Formula
    exponent: int


@dataclass(frozen=True)
class Quotient:
    """A fraction; what stands below is never zero at a real point."""

    top: Formula
    bottom: Formula


@dataclass(frozen=True)
class Function:
    """A function of one argument, defined at every real one."""

    name: str
    argument: Formula


Formula = Number | Name | Sum | Product | Power | Quotient | Function
FUNCTIONS: Final[Mapping[str, Callable[[float], float]]] = {
    "sin": math.sin,
    "cos": math.cos,
    "arctan": math.atan,
}


# --- value -------------------------------------------------------------------------------------------------


def value(formula: Formula, point: Mapping[str, float]) -> float:
    """The value at a point."""
    if isinstance(formula, Number):
        return float(formula.value)
    if isinstance(formula, Name):
        return math.pi if formula.name == r"\pi" else point[formula.name]
    if isinstance(formula, Sum):
        return math.fsum(value(part, point) for part in formula.parts)
    if isinstance(formula, Product):
        return math.prod(value(part, point) for part in formula.parts)
    if isinstance(formula, Power):
        return value(formula.base, point) ** formula.exponent
    if isinstance(formula, Quotient):
        return value(formula.top, point) / value(formula.bottom, point)
    return FUNCTIONS[formula.name](value(formula.argument, point))


def far_apart(one: Formula, other: Formula) -> bool:
    """Whether the values differ by more than any rounding, by more than a percent somewhere."""
    pairs = [(value(one, point), value(other, point)) for point in POINTS]
    return any(abs(left - right) > 0.01 * max(abs(left), abs(right)) + 1e-6 for left, right in pairs)


def close(one: Formula, other: Formula) -> bool:
    """Whether the values agree as far as floats can tell."""
    pairs = [(value(one, point), value(other, point)) for point in POINTS]
    return all(math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-6) for left, right in pairs)


# --- LaTeX -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """A way to write the same formula."""

    times: str = r" \cdot "
    fraction: str = r"\frac"
    left: str = "("
    right: str = ")"
    plus: str = " + "


STYLES: Final = (
    Style(),
    Style(times="*", plus="+"),
    Style(times=r" \times ", fraction=r"\dfrac", left=r"\left(", right=r"\right)"),
    Style(fraction="/", times=r"\cdot "),
)


def latex(formula: Formula, style: Style = STYLES[0]) -> str:
    """The formula in LaTeX, every bracket written that is needed."""
    if isinstance(formula, Number):
        return _numeral(formula, style)
    if isinstance(formula, Name):
        return formula.name
    if isinstance(formula, Sum):
        return style.plus.join(_part(part, style, k > 0) for k, part in enumerate(formula.parts))
    if isinstance(formula, Product):
        return style.times.join(_factor(part, style) for part in formula.parts)
    if isinstance(formula, Power):
        return f"{_bracketed(formula.base, style)}^{{{formula.exponent}}}"
    if isinstance(formula, Quotient):
        return _fraction(latex(formula.top, style), latex(formula.bottom, style), style)
    return rf"\{formula.name}{style.left}{latex(formula.argument, style)}{style.right}"


def _numeral(number: Number, style: Style) -> str:
    sign, size = ("-" if number.value < 0 else ""), abs(number.value)
    if number.decimal and 10**6 % size.denominator == 0:
        return sign + f"{float(size):.6f}".rstrip("0").rstrip(".")
    if size.denominator == 1:
        return f"{sign}{size}"
    return sign + _fraction(str(size.numerator), str(size.denominator), style)


def _fraction(top: str, bottom: str, style: Style) -> str:
    if style.fraction == "/":
        return f"({top})/({bottom})"
    return f"{style.fraction}{{{top}}}{{{bottom}}}"


def _part(part: Formula, style: Style, follows: bool) -> str:
    signed = follows and latex(part, style).startswith("-")
    return _in_brackets(part, style) if signed or isinstance(part, Sum) else latex(part, style)


def _factor(part: Formula, style: Style) -> str:
    if isinstance(part, (Name, Power, Function)) or (isinstance(part, Number) and latex(part, style).isdecimal()):
        return latex(part, style)
    return _in_brackets(part, style)


def _bracketed(base: Formula, style: Style) -> str:
    return latex(base, style) if isinstance(base, Name) else _in_brackets(base, style)


def _in_brackets(formula: Formula, style: Style) -> str:
    return f"{style.left}{latex(formula, style)}{style.right}"


# --- random formulas ---------------------------------------------------------------------------------------

_RATIONALS: Final = st.builds(Fraction, st.integers(-12, 12).filter(bool), st.sampled_from([1, 1, 1, 2, 3, 4, 5, 8]))
_LEAVES: Final = st.one_of(
    st.builds(Number, _RATIONALS), st.sampled_from([Name("x"), Name("x"), Name("y"), Name(r"\pi")])
)


def _larger(smaller: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(smaller, min_size=2, max_size=3).map(tuple)
    never_zero = st.one_of(
        st.integers(1, 9).map(lambda k: Number(Fraction(k))),
        st.builds(lambda base, k: Sum((Power(base, 2), Number(Fraction(k)))), smaller, st.integers(1, 9)),
    )
    return st.one_of(
        st.builds(Sum, several),
        st.builds(Product, several),
        st.builds(Power, smaller, st.integers(2, 3)),
        st.builds(Quotient, smaller, never_zero),
        st.builds(Function, st.sampled_from(sorted(FUNCTIONS)), smaller),
    )


FORMULAS: Final = st.recursive(_LEAVES, _larger, max_leaves=8)


# --- rewriting ---------------------------------------------------------------------------------------------


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly below."""
    if isinstance(formula, (Sum, Product)):
        return formula.parts
    if isinstance(formula, Power):
        return (formula.base,)
    if isinstance(formula, Quotient):
        return formula.top, formula.bottom
    return (formula.argument,) if isinstance(formula, Function) else ()


def with_parts(formula: Formula, new: tuple[Formula, ...]) -> Formula:
    """The formula with other formulas directly below."""
    if isinstance(formula, (Sum, Product)):
        return replace(formula, parts=new)
    if isinstance(formula, Power):
        return replace(formula, base=new[0])
    if isinstance(formula, Quotient):
        return Quotient(*new)
    return replace(formula, argument=new[0]) if isinstance(formula, Function) else formula


def rewritten(formula: Formula, random: Random) -> Formula:
    """Another formula of the same value: every node, from the leaves up, may be rewritten."""
    formula = with_parts(formula, tuple(rewritten(part, random) for part in parts(formula)))
    rule = random.choice(_RULES)
    return rule(formula, random)


def _as_it_is(formula: Formula, _random: Random) -> Formula:
    return formula


def _commuted(formula: Formula, random: Random) -> Formula:
    if not isinstance(formula, (Sum, Product)):
        return formula
    return replace(formula, parts=tuple(random.sample(formula.parts, len(formula.parts))))


def _distributed(formula: Formula, _random: Random) -> Formula:
    if not isinstance(formula, Product):
        return formula
    for k, part in enumerate(formula.parts):
        if isinstance(part, Sum):
            rest = formula.parts[:k] + formula.parts[k + 1 :]
            return Sum(tuple(Product((term, *rest)) for term in part.parts))
    return formula


def _times_one(formula: Formula, random: Random) -> Formula:
    k = Number(Fraction(random.randint(2, 9)))
    return random.choice((Product((Number(Fraction(1)), formula)), Product((formula, Quotient(k, k)))))


def _plus_nothing(formula: Formula, random: Random) -> Formula:
    k = Fraction(random.randint(1, 9))
    return random.choice(
        (Sum((formula, Number(Fraction(0)))), Sum((Number(k), formula, Number(-k)))),
    )


def _multiplied_out(formula: Formula, _random: Random) -> Formula:
    return Product((formula.base,) * formula.exponent) if isinstance(formula, Power) else formula


def _other_numeral(formula: Formula, _random: Random) -> Formula:
    return replace(formula, decimal=not formula.decimal) if isinstance(formula, Number) else formula


def _twice_negated(formula: Formula, _random: Random) -> Formula:
    minus = Number(Fraction(-1))
    return Product((minus, Product((minus, formula))))


def _by_the_reciprocal(formula: Formula, _random: Random) -> Formula:
    if not isinstance(formula, Quotient):
        return formula
    return Product((formula.top, Quotient(Number(Fraction(1)), formula.bottom)))


_RULES: Final[tuple[Callable[[Formula, Random], Formula], ...]] = (
    _as_it_is,
    _commuted,
    _distributed,
    _times_one,
    _plus_nothing,
    _multiplied_out,
    _other_numeral,
    _twice_negated,
    _by_the_reciprocal,
)


def perturbed(formula: Formula, random: Random) -> Formula:
    """The formula with one leaf, exponent or function changed: the size of the mistakes that models make."""
    below = parts(formula)
    if isinstance(formula, Number):
        changes = (formula.value + 1, -formula.value, formula.value * 10, 1 / formula.value)
        return Number(random.choice(changes), formula.decimal)
    if isinstance(formula, Name):
        return Name(random.choice([name for name in ("x", "y", r"\pi") if name != formula.name]))
    if isinstance(formula, Power) and random.random() < 0.3:
        return replace(formula, exponent=formula.exponent + 1)
    if isinstance(formula, Function) and random.random() < 0.3:
        return replace(formula, name="cos" if formula.name != "cos" else "sin")
    k = random.randrange(len(below))
    return with_parts(formula, (*below[:k], perturbed(below[k], random), *below[k + 1 :]))
