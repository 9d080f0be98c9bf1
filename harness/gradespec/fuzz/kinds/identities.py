"""Elementary functions: the identities that hold, and what only looks like one (EXPR-3, EXPR-4, EXPR-15 to EXPR-19).

A row of a table says what is equal for all u and v, or what a model takes for equal; u and v are drawn. What is only
taken for equal is asked where a point proves that it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import (
    PI,
    Binomial,
    Call,
    E,
    Formula,
    Log,
    Name,
    Product,
    Sum,
    absolute,
    arcsin,
    arctan,
    cos,
    cosh,
    exp,
    fact,
    formula,
    ln,
    plus,
    sin,
    sinh,
    sqrt,
    tan,
    times,
)
from gradespec.fuzz.kinds.trees import Change, changed_at, number_off, where, where_called
from gradespec.fuzz.model import Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import agree, differ

Forms = tuple[Formula, ...]

N: Final = Name("n")


@dataclass(frozen=True, slots=True)
class Row:
    """Forms of u and v: equal ones in a table of identities; in a table of mistakes the right one and the wrong."""

    name: str
    clause: str
    forms: Callable[[Formula, Formula], Forms]


#: What is equal wherever both sides are defined.
IDENTITIES: Final = (
    Row("double sine", "EXPR-17", lambda u, v: (sin(times(2, u)), 2 * sin(u) * cos(u))),
    Row("double cosine", "EXPR-17", lambda u, v: (cos(times(2, u)), 1 - 2 * sin(u) ** 2, 2 * cos(u) ** 2 - 1)),
    Row("pythagoras", "EXPR-17", lambda u, v: (sin(u) ** 2, 1 - cos(u) ** 2, (1 - cos(times(2, u))) / 2)),
    Row("tangent", "EXPR-17", lambda u, v: (tan(u), sin(u) / cos(u))),
    Row("secant squared", "EXPR-17", lambda u, v: (1 + tan(u) ** 2, 1 / cos(u) ** 2)),
    Row("sine of a sum", "EXPR-17", lambda u, v: (sin(plus(u, v)), sin(u) * cos(v) + cos(u) * sin(v))),
    Row("cosine of a sum", "EXPR-17", lambda u, v: (cos(plus(u, v)), cos(u) * cos(v) - sin(u) * sin(v))),
    Row("shifted sine", "EXPR-17", lambda u, v: (cos(u), sin(plus(u, PI / 2)), -cos(plus(u, PI)))),
    Row("odd and even", "EXPR-17", lambda u, v: (sin(u) + cos(v), cos(times(-1, v)) - sin(times(-1, u)))),
    Row("hyperbolic", "EXPR-17", lambda u, v: (sinh(u), (exp(u) - exp(times(-1, u))) / 2)),
    Row("hyperbolic pythagoras", "EXPR-17", lambda u, v: (cosh(u) ** 2, 1 + sinh(u) ** 2)),
    Row("exponential of a sum", "EXPR-15", lambda u, v: (exp(plus(u, v)), exp(u) * exp(v))),
    Row("negative exponent", "EXPR-15", lambda u, v: (exp(times(-1, u)), 1 / exp(u))),
    Row("power of a power", "EXPR-15", lambda u, v: (exp(times(3, u)), exp(u) ** 3)),
    Row("base two", "EXPR-15", lambda u, v: (formula(2) ** plus(u, 1), 2 * formula(2) ** u)),
    Row("logarithm of a product", "EXPR-15", lambda u, v: (ln(times(6, exp(u))), ln(6) + u, ln(2) + ln(3) + u)),
    Row("logarithm of a quotient", "EXPR-15", lambda u, v: (ln(u) - ln(v), ln(u / v))),
    Row("logarithm of a power", "EXPR-15", lambda u, v: (ln(u**2), 2 * ln(absolute(u)))),
    Row("change of base", "EXPR-15", lambda u, v: (Log(2, u), ln(u) / ln(2))),
    Row("logarithm undone", "EXPR-15", lambda u, v: (plus(u, v), ln(exp(plus(u, v))), ln(exp(u)) + v)),
    Row("root of a square", "EXPR-4", lambda u, v: (sqrt(u**2), absolute(u))),
    Row("root as a power", "EXPR-15", lambda u, v: (sqrt(u), u ** Fraction(1, 2))),
    Row("root of a product", "EXPR-15", lambda u, v: (sqrt(times(4, u)), 2 * sqrt(u))),
    Row("rationalised", "EXPR-1", lambda u, v: (1 / sqrt(u), sqrt(u) / u)),
    Row("conjugate", "EXPR-1", lambda u, v: (sqrt(plus(u, 1)) - sqrt(u), 1 / (sqrt(plus(u, 1)) + sqrt(u)))),
    Row("absolute value of a product", "EXPR-19", lambda u, v: (absolute(times(-2, u)), 2 * absolute(u))),
    Row("absolute value of a square", "EXPR-19", lambda u, v: (absolute(u) ** 2, u**2)),
    Row("binomial of two", "EXPR-18", lambda u, v: (Binomial(N, formula(2)), N * (N - 1) / 2)),
    Row("factorial step", "EXPR-18", lambda u, v: (fact(N + 1), (N + 1) * fact(N))),
    Row("factorials cancelled", "EXPR-18", lambda u, v: (fact(N) / fact(N - 2), N * (N - 1))),
)

#: What models take for equal: right and wrong.
FALSE_FRIENDS: Final = (
    Row("sine by factors", "EXPR-17", lambda u, v: (sin(times(2, u)), 2 * sin(u))),
    Row("sine by terms", "EXPR-17", lambda u, v: (sin(plus(u, v)), sin(u) + sin(v))),
    Row("square inside", "READ-28", lambda u, v: (sin(u) ** 2, sin(u**2))),
    Row("double cosine turned", "EXPR-17", lambda u, v: (cos(times(2, u)), 2 * sin(u) ** 2 - 1)),
    Row("cosine for sine", "EXPR-17", lambda u, v: (sin(u), cos(u))),
    Row("inverse for reciprocal", "READ-28", lambda u, v: (arcsin(u), 1 / sin(u))),
    Row("arctangent by quotient", "NUM-19", lambda u, v: (arctan(u), arcsin(u))),
    Row("sine undone", "EXPR-3", lambda u, v: (arcsin(sin(u)), u)),
    Row("logarithm by terms", "EXPR-15", lambda u, v: (ln(plus(absolute(u), 1)), ln(absolute(u)) + ln(1))),
    Row("product of logarithms", "EXPR-15", lambda u, v: (ln(u**2), ln(absolute(u)) ** 2)),
    Row("quotient of logarithms", "EXPR-15", lambda u, v: (ln(absolute(u)) / ln(3), ln(absolute(u) / 3))),
    Row("other base", "NUM-18", lambda u, v: (Log(2, absolute(u)), ln(absolute(u)))),
    Row("exponential by terms", "EXPR-15", lambda u, v: (exp(plus(u, v)), exp(u) + exp(v))),
    Row("exponents multiplied", "EXPR-15", lambda u, v: (exp(u) * exp(v), exp(u * v))),
    Row("sign of an exponent", "EXPR-15", lambda u, v: (exp(u), exp(times(-1, u)))),
    Row("power of a sum", "EXPR-15", lambda u, v: (plus(u, v) ** 2, u**2 + v**2)),
    Row("root by terms", "EXPR-15", lambda u, v: (sqrt(u**2 + 9), absolute(u) + 3)),
    Row("reciprocal by terms", "EXPR-15", lambda u, v: (1 / plus(u, v), 1 / u + 1 / v)),
    Row("positive only: root", "EXPR-4", lambda u, v: (sqrt(u**2), u)),
    Row("positive only: absolute value", "EXPR-3", lambda u, v: (absolute(u), u)),
    Row("positive only: product", "EXPR-3", lambda u, v: (absolute(u) * absolute(v), u * v)),
    Row("positive only: cube", "EXPR-3", lambda u, v: (absolute(u) ** 3, u**3)),
    Row("integers only", "EXPR-3", lambda u, v: (u, u + sin(times(PI, u)))),
    Row("small only", "EXPR-3", lambda u, v: (sin(u), u)),
    Row("large only", "EXPR-3", lambda u, v: (sqrt(u**2 + 1), absolute(u))),
    Row("permutation for combination", "EXPR-18", lambda u, v: (Binomial(N, formula(2)), N * (N - 1))),
    Row("factorial by factors", "EXPR-18", lambda u, v: (fact(times(2, N)), 2 * fact(N))),
    Row("e for ten", "EXPR-11", lambda u, v: (E**u, formula(10) ** u)),
)


# --- drawing -----------------------------------------------------------------------------------------------


def _inside(choices: Choices, name: str) -> Formula:
    """A symbol, or something of the first degree in it."""
    symbol = Name(name)
    scaled = times(choices.pick((1, 1, 2, 3, 5, -1, -2)), symbol)
    return plus(scaled, choices.pick((0, 0, 1, -1, 2, -3))) if choices.chance(2) else scaled


def _draw_from(row: Row) -> Callable[[Choices], Forms]:
    def draw(choices: Choices) -> Forms:
        two = choices.chance(2)
        first, second = ("x", "y") if two else (choices.pick(("x", "t")),) * 2
        outside = choices.pick((1, 1, 2, 3, -1))
        return tuple(times(outside, form) for form in row.forms(_inside(choices, first), _inside(choices, second)))

    return draw


def _another(forms: Forms, pen: Pen) -> str | None:
    other = pen.choices.pick(forms[1:])
    return pen.write(other) if agree(forms[0], other) else None  # they may be nowhere defined together


def _wrong(forms: Forms, pen: Pen) -> str | None:
    return pen.write(forms[1]) if differ(forms[0], forms[1]) else None  # there may be no point that proves it


def _somewhere(change: Change) -> Callable[[Forms, Choices], Forms | None]:
    """The first form with one of its nodes changed."""

    def changed(forms: Forms, choices: Choices) -> Forms | None:
        made = changed_at(forms[0], change, choices)
        return None if made is None else (made,)

    return changed


_NEIGHBOURS: Final = {"sin": "cos", "cos": "sin", "tan": "sin", "sinh": "cosh", "cosh": "sinh", "ln": "exp"}

_OTHER_FUNCTION: Final = where_called(lambda node: Call(_NEIGHBOURS[node.by], node.inside), *_NEIGHBOURS)
_TERM_NEGATED: Final = where(Sum, lambda node: Sum((*node.inside[:-1], -node.inside[-1])))
_MISTAKES: Final = (
    Mistake("number off by one", "EXPR-2", _somewhere(number_off(-1))),
    Mistake("sign of a term", "EXPR-2", _somewhere(_TERM_NEGATED)),
    Mistake("factor lost", "EXPR-2", _somewhere(where(Product, lambda node: times(*node.inside[1:])))),
    Mistake("other function", "EXPR-17", _somewhere(_OTHER_FUNCTION)),
    Mistake("sign", "EXPR-2", lambda forms, choices: (-forms[0],)),
)

#: Kinds by the clauses of their rows.
_NAMES: Final = {
    "trigonometric function": ("EXPR-17", "READ-28", "NUM-19"),
    "factorial or binomial": ("EXPR-18",),
    "elementary function": ("EXPR-1", "EXPR-3", "EXPR-4", "EXPR-11", "EXPR-15", "EXPR-19", "NUM-18"),
}


def _kind(name: str, clauses: tuple[str, ...]) -> Kind:
    rows = tuple(row for row in IDENTITIES if row.clause in clauses)
    mistakes = _MISTAKES if "EXPR-18" not in clauses else tuple(one for one in _MISTAKES if one.clause == "EXPR-2")
    return Kind(
        name,
        "math",
        lambda choices: _draw_from(choices.pick(rows))(choices),
        (
            Way("as it is", "EXPR-1", lambda forms, pen: pen.write(forms[0])),
            *(Right(row.name, row.clause, _another, _draw_from(row)) for row in rows),
        ),
        mistakes,
        tuple(Slip(row.name, row.clause, _wrong, _draw_from(row)) for row in FALSE_FRIENDS if row.clause in clauses),
        lambda one, other: differ(one[0], other[0]),
    )


KINDS: Final = tuple(_kind(name, clauses) for name, clauses in _NAMES.items())
