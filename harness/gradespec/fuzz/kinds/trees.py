"""Expressions of any shape: rewritten, or gone wrong, at some of their nodes (EXPR-1, EXPR-2, EXPR-12, EXPR-15).

Every rewriting holds wherever both sides are defined. A mistake is asked where a point proves that it is one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import (
    Call,
    Formula,
    Name,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    absolute,
    cos,
    exp,
    formula,
    ln,
    nodes,
    plus,
    power,
    rebuilt,
    sin,
    sqrt,
    symbols,
    times,
)
from gradespec.fuzz.model import RIGHT, Kind, Mistake, NotAsked, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.values import agree, defined, differ

ALPHABETS: Final = (("x",), ("x", "y"), ("a", "b"), ("t",), ("x", "y", "z"))
DEPTH: Final = 3

Change = Callable[[Formula], Formula | None]


# --- drawing -----------------------------------------------------------------------------------------------


def _draw(choices: Choices) -> Formula:
    names = choices.pick(ALPHABETS)
    found = _tree(choices, names, choices.between(1, DEPTH))
    if not symbols(found) or not defined(found):
        raise NotAsked("a constant, or nowhere defined")
    return found


def _tree(choices: Choices, names: tuple[str, ...], depth: int) -> Formula:
    if depth == 0:
        return Name(choices.pick(names)) if not choices.chance(3) else formula(choices.between(1, 9))
    return choices.pick(_SHAPES)(choices, lambda: _tree(choices, names, depth - 1))


_SHAPES: Final[tuple[Callable[[Choices, Callable[[], Formula]], Formula], ...]] = (
    lambda choices, part: plus(part(), times(choices.small(), part())),
    lambda choices, part: times(choices.small(), part(), part()),
    lambda choices, part: plus(part(), part(), choices.small()),
    lambda choices, part: Quotient(part(), plus(part(), choices.between(1, 5))),
    lambda choices, part: power(part(), choices.between(2, 4)),
    lambda choices, part: sqrt(plus(power(part(), 2), choices.between(1, 9))),
    lambda choices, part: choices.pick((sin, cos, exp, absolute))(part()),
    lambda choices, part: ln(plus(power(part(), 2), choices.between(1, 9))),
    lambda choices, part: part() - part(),
)


# --- rewritings --------------------------------------------------------------------------------------------


def _reversed_sum(node: Formula) -> Formula | None:
    return Sum(node.terms[::-1]) if isinstance(node, Sum) else None


def _reversed_product(node: Formula) -> Formula | None:
    return Product(node.factors[::-1]) if isinstance(node, Product) else None


def _distributed(node: Formula) -> Formula | None:
    if not isinstance(node, Product) or not isinstance(node.factors[-1], Sum):
        return None
    return plus(*(times(*node.factors[:-1], term) for term in node.factors[-1].terms))


def _split_fraction(node: Formula) -> Formula | None:
    if not isinstance(node, Quotient) or not isinstance(node.top, Sum):
        return None
    return plus(*(Quotient(term, node.bottom) for term in node.top.terms))


def _over_by_power(node: Formula) -> Formula | None:
    return times(node.top, power(node.bottom, -1)) if isinstance(node, Quotient) else None


def _expanded_fraction(node: Formula) -> Formula | None:
    return Quotient(times(3, node.top), times(3, node.bottom)) if isinstance(node, Quotient) else None


def _negated_fraction(node: Formula) -> Formula | None:
    return Quotient(times(-1, node.top), times(-1, node.bottom)) if isinstance(node, Quotient) else None


def _power_spelt_out(node: Formula) -> Formula | None:
    if isinstance(node, Power) and node.exponent == formula(2):
        return Product((node.base, node.base))
    return None


def _power_split(node: Formula) -> Formula | None:
    if isinstance(node, Power) and node.exponent in (formula(3), formula(4)):
        return times(node.base, power(node.base, int(node.exponent.value) - 1))  # type: ignore[attr-defined]
    return None


def _root_as_power(node: Formula) -> Formula | None:
    return node.inside ** Fraction(1, node.index) if isinstance(node, Root) else None


def _mirrored(node: Formula) -> Formula | None:
    """Even and odd functions of the opposite."""
    if not isinstance(node, Call) or node.function not in ("sin", "cos", "abs"):
        return None
    mirrored = Call(node.function, times(-1, node.inside))
    return times(-1, mirrored) if node.function == "sin" else mirrored


def _negated_exponent(node: Formula) -> Formula | None:
    return Quotient(formula(1), exp(times(-1, node.inside))) if _is_call(node, "exp") else None  # type: ignore[attr-defined]


def _reciprocal_logarithm(node: Formula) -> Formula | None:
    return times(-1, ln(Quotient(formula(1), node.inside))) if _is_call(node, "ln") else None  # type: ignore[attr-defined]


def _difference_turned(node: Formula) -> Formula | None:
    return times(-1, plus(*(times(-1, term) for term in node.terms))) if isinstance(node, Sum) else None


def _doubled(node: Formula) -> Formula | None:
    return Quotient(plus(node, node), formula(2)) if isinstance(node, Name) else None


def _is_call(node: Formula, function: str) -> bool:
    return isinstance(node, Call) and node.function == function


#: name, clause, what it makes of a node, or None.
_REWRITINGS: Final[tuple[tuple[str, str, Change], ...]] = (
    ("terms reversed", "EXPR-12", _reversed_sum),
    ("factors reversed", "EXPR-12", _reversed_product),
    ("distributed", "EXPR-1", _distributed),
    ("fraction split", "EXPR-1", _split_fraction),
    ("negative power", "EXPR-15", _over_by_power),
    ("fraction expanded", "EXPR-1", _expanded_fraction),
    ("signs of a fraction", "EXPR-1", _negated_fraction),
    ("square spelt out", "EXPR-15", _power_spelt_out),
    ("power split", "EXPR-15", _power_split),
    ("root as a power", "EXPR-15", _root_as_power),
    ("odd or even function", "EXPR-17", _mirrored),
    ("exponent below the bar", "EXPR-15", _negated_exponent),
    ("logarithm of the reciprocal", "EXPR-15", _reciprocal_logarithm),
    ("difference turned", "EXPR-1", _difference_turned),
    ("symbol as half its double", "EXPR-1", _doubled),
)


def changed_at(one: Formula, change: Change, choices: Choices) -> Formula | None:
    """The formula with one of its nodes changed: one of those that `change` has something else for."""
    count = sum(change(node) is not None for node in nodes(one))
    if not count:
        return None
    turns = iter((False,) * choices.below(count) + (True,))

    def walk(node: Formula) -> Formula:
        made = change(node)
        return made if made is not None and next(turns, False) else rebuilt(node, walk)

    return walk(one)


def _rewritten(change: Change) -> Callable[[Formula, Pen], str]:
    """The formula rewritten at a node, and at times in other ways at others."""

    def write(one: Formula, pen: Pen) -> str:
        found = changed_at(one, change, pen.choices)
        if found is None:
            raise Unwritable("nothing to rewrite")
        for _ in range(pen.choices.below(3)):
            found = changed_at(found, pen.choices.pick(_REWRITINGS)[2], pen.choices) or found
        if not agree(one, found):
            raise NotAsked("they are nowhere defined together")
        return pen.write(found)

    return write


# --- mistakes ----------------------------------------------------------------------------------------------


def _number_off(node: Formula) -> Formula | None:
    return formula(node.value + 1) if isinstance(node, Number) and node.value not in (-1, 0) else None


def _sign_of_last(node: Formula) -> Formula | None:
    return Sum((*node.terms[:-1], times(-1, node.terms[-1]))) if isinstance(node, Sum) else None


def _last_lost(node: Formula) -> Formula | None:
    if isinstance(node, Sum):
        return plus(*node.terms[:-1])
    return times(*node.factors[:-1]) if isinstance(node, Product) else None


def _turned_over(node: Formula) -> Formula | None:
    return Quotient(node.bottom, node.top) if isinstance(node, Quotient) else None


def _by_terms(node: Formula) -> Formula | None:
    """A power, root or function of a sum taken term by term."""
    inside = node.base if isinstance(node, Power) else node.inside if isinstance(node, Root | Call) else None
    if not isinstance(inside, Sum):
        return None
    return plus(*(rebuilt(node, lambda part, term=term: term if part == inside else part) for term in inside.terms))  # type: ignore[misc]


def _function_lost(node: Formula) -> Formula | None:
    return node.inside if isinstance(node, Root | Call) else None


def _power_lost(node: Formula) -> Formula | None:
    return node.base if isinstance(node, Power) else None


def _bracket_lost(node: Formula) -> Formula | None:
    """The factor multiplies the first term alone."""
    if not isinstance(node, Product) or not isinstance(node.factors[-1], Sum):
        return None
    first, *rest = node.factors[-1].terms
    return plus(times(*node.factors[:-1], first), *rest)


_CHANGES: Final[tuple[tuple[str, str, Change], ...]] = (
    ("number off by one", "EXPR-2", _number_off),
    ("sign of a term", "EXPR-2", _sign_of_last),
    ("term or factor lost", "EXPR-2", _last_lost),
    ("fraction turned over", "EXPR-2", _turned_over),
    ("taken term by term", "EXPR-15", _by_terms),
    ("function lost", "EXPR-2", _function_lost),
    ("power lost", "EXPR-2", _power_lost),
    ("bracket dropped", "READ-22", _bracket_lost),
)


def _mistaken(change: Change) -> Callable[[Formula, Choices], Formula | None]:
    return lambda one, choices: changed_at(one, change, choices)


KINDS: Final = (
    Kind(
        "expression",
        "math",
        _draw,
        (
            Way("as it is", "EXPR-1", lambda one, pen: pen.write(one)),
            *(Way(name, clause, _rewritten(change), RIGHT) for name, clause, change in _REWRITINGS),
        ),
        tuple(Mistake(name, clause, _mistaken(change)) for name, clause, change in _CHANGES),
        (),
        differ,
    ),
)
