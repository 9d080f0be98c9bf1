"""Expressions of any shape: rewritten, or gone wrong, at some of their nodes (EXPR-1, EXPR-2, EXPR-12, EXPR-15).

Every rewriting holds wherever both sides are defined. A mistake is asked where a point proves that it is one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeVar

from gradespec.fuzz.choices import Choices, NotAsked
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
    parts,
    plus,
    power,
    rebuilt,
    sin,
    sqrt,
    symbols,
    times,
)
from gradespec.fuzz.model import Kind, Mistake, Right, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import agree, defined, differ, value

ALPHABETS: Final = (("x",), ("x", "y"), ("a", "b"), ("t",), ("x", "y", "z"))
DEPTH: Final = 3

Change = Callable[[Formula], Formula | None]


# --- drawing -----------------------------------------------------------------------------------------------


def _draw(choices: Choices) -> Formula:
    names = choices.pick(ALPHABETS)
    found = _tree(choices, names, choices.between(1, DEPTH))
    if not symbols(found) or not defined(found):
        raise NotAsked("a constant, or nowhere defined")
    if any(_is_huge(node) for node in nodes(found) if not symbols(node)):
        raise NotAsked("beside it nothing else is seen to the digits that values are compared to (LIM-2)")
    return found


def _is_huge(node: Formula) -> bool:
    return defined(node) and abs(value(node)) > 10**100


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


F = TypeVar("F", bound=Formula)


def where(sort: type[F], change: Callable[[F], Formula | None]) -> Change:
    """The change where the node is of that sort."""
    return lambda node: change(node) if isinstance(node, sort) else None


def where_called(change: Callable[[Call], Formula], *functions: str) -> Change:
    """The change where one of the functions is applied."""
    return where(Call, lambda node: change(node) if node.by in functions else None)


def _distributed(node: Formula, terms: int | None = None) -> Formula | None:
    """Factors multiplied into the first `terms` of a sum behind them, rightly into all."""
    if not isinstance(node, Product) or not isinstance(node.inside[-1], Sum):
        return None
    *factors, last = node.inside
    return plus(*(times(*factors, term) for term in parts(last)[:terms]), *(parts(last)[terms:] if terms else ()))


def _split(node: Quotient) -> Formula:
    return plus(*(Quotient(term, node.bottom) for term in parts(node.top)))


def _expanded(node: Quotient, factor: int) -> Formula:
    return Quotient(times(factor, node.top), times(factor, node.bottom))


def _power_split(node: Power) -> Formula | None:
    if not isinstance(node.exponent, Number) or node.exponent.value not in (3, 4):
        return None
    return times(node.base, power(node.base, int(node.exponent.value) - 1))


def _mirrored(node: Call) -> Formula:
    """Even and odd functions of the opposite."""
    mirrored = Call(node.by, times(-1, node.inside))
    return times(-1, mirrored) if node.by == "sin" else mirrored


#: name, clause, what it makes of a node, or None.
_REWRITINGS: Final[tuple[tuple[str, str, Change], ...]] = (
    ("terms reversed", "EXPR-12", where(Sum, lambda node: Sum(node.inside[::-1]))),
    ("factors reversed", "EXPR-12", where(Product, lambda node: Product(node.inside[::-1]))),
    ("distributed", "EXPR-1", _distributed),
    ("fraction split", "EXPR-1", where(Quotient, lambda node: _split(node) if isinstance(node.top, Sum) else None)),
    ("negative power", "EXPR-15", where(Quotient, lambda node: times(node.top, power(node.bottom, -1)))),
    ("fraction expanded", "EXPR-1", where(Quotient, lambda node: _expanded(node, 3))),
    ("signs of a fraction", "EXPR-1", where(Quotient, lambda node: _expanded(node, -1))),
    (
        "square spelt out",
        "EXPR-15",
        where(Power, lambda node: Product((node.base, node.base)) if node.exponent == formula(2) else None),
    ),
    ("power split", "EXPR-15", where(Power, _power_split)),
    ("root as a power", "EXPR-15", where(Root, lambda node: node.inside ** Fraction(1, node.by))),
    ("odd or even function", "EXPR-17", where_called(_mirrored, "sin", "cos", "abs")),
    ("exponent below the bar", "EXPR-15", where_called(lambda node: 1 / exp(times(-1, node.inside)), "exp")),
    ("logarithm of the reciprocal", "EXPR-15", where_called(lambda node: times(-1, ln(1 / node.inside)), "ln")),
    (
        "difference turned",
        "EXPR-1",
        where(Sum, lambda node: times(-1, plus(*(times(-1, term) for term in node.inside)))),
    ),
    ("symbol as half its double", "EXPR-1", where(Name, lambda node: plus(node, node) / 2)),
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


def _rewritten(change: Change) -> Callable[[Formula, Pen], str | None]:
    """The formula rewritten at a node, and at times in other ways at others."""

    def write(one: Formula, pen: Pen) -> str | None:
        found = changed_at(one, change, pen.choices)
        if found is None:
            return None
        for _ in range(pen.choices.below(3)):
            found = changed_at(found, pen.choices.pick(_REWRITINGS)[2], pen.choices) or found
        return pen.write(found) if agree(one, found) else None  # they may be nowhere defined together

    return write


# --- mistakes ----------------------------------------------------------------------------------------------


def _by_terms(node: Formula) -> Formula | None:
    """A power, root or function of a sum taken term by term."""
    inside = node.base if isinstance(node, Power) else node.inside if isinstance(node, Root | Call) else None
    if not isinstance(inside, Sum):
        return None
    return plus(*(rebuilt(node, lambda part, term=term: term if part == inside else part) for term in inside.inside))  # type: ignore[misc]


def number_off(*but: int) -> Change:
    """One more than a number, but for these."""
    return where(Number, lambda node: formula(node.value + 1) if node.value not in but else None)


def _last_lost(node: Formula) -> Formula | None:
    if isinstance(node, Sum):
        return plus(*node.inside[:-1])
    return times(*node.inside[:-1]) if isinstance(node, Product) else None


_CHANGES: Final[tuple[tuple[str, str, Change], ...]] = (
    ("number off by one", "EXPR-2", number_off(-1, 0)),
    ("sign of a term", "EXPR-2", where(Sum, lambda node: Sum((*node.inside[:-1], times(-1, node.inside[-1]))))),
    ("term or factor lost", "EXPR-2", _last_lost),
    ("fraction turned over", "EXPR-2", where(Quotient, lambda node: Quotient(node.bottom, node.top))),
    ("taken term by term", "EXPR-15", _by_terms),
    ("function lost", "EXPR-2", lambda node: node.inside if isinstance(node, Root | Call) else None),
    ("power lost", "EXPR-2", where(Power, lambda node: node.base)),
    ("bracket dropped", "READ-22", lambda node: _distributed(node, 1)),
)


def somewhere(change: Change) -> Callable[[Formula, Choices], Formula | None]:
    """The mistake at one of the nodes where there is something to change."""
    return lambda one, choices: changed_at(one, change, choices)


KINDS: Final = (
    Kind(
        "expression",
        "math",
        _draw,
        (
            Way("as it is", "EXPR-1", lambda one, pen: pen.write(one)),
            *(Right(name, clause, _rewritten(change)) for name, clause, change in _REWRITINGS),
        ),
        tuple(Mistake(name, clause, somewhere(change)) for name, clause, change in _CHANGES),
        (),
        differ,
    ),
)
