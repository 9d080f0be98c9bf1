"""Constants that anybody may name: of integration, and of a differential equation's solution (EXPR-25, EXPR-26)."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Final

from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.substitution import renamed
from refgrader.numbers.features import features
from refgrader.numbers.functions import ball, is_real
from refgrader.numbers.same import same, steady
from refgrader.reading.tree import App, Node, Sym, children

# --- arbitrary constants -----------------------------------------------------------------------------------

_ARBITRARY: Final = re.compile(r"C(?:_\d)?|c_\d")
_ALSO_ARBITRARY: Final = re.compile(r"[CcKkAB](?:_\d)?")
_MAX_CONSTANTS: Final = 3


def _is_angle(node: Node, name: str) -> bool:
    """Whether the symbol stands in a trigonometric function: the angle C of a triangle is no arbitrary constant."""
    if (
        isinstance(node, App)
        and node.head in ("sin", "cos", "tan", "cot", "sec", "csc")
        and name in features(node).names
    ):
        return True
    return any(_is_angle(child, name) for child in children(node))


def same_but_for_constants(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions are one but for the names of arbitrary constants in either (EXPR-26)."""
    return _constants_aside(gold, answer, context) or _constants_aside(answer, gold, context)


def _constants_aside(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions are one up to the names of arbitrary constants, each for one other (EXPR-26)."""
    one, other = features(gold).names, features(answer).names
    if not any(name[0] in "Cc" for name in one):
        return False
    ours = sorted(name for name in one if _ARBITRARY.fullmatch(name) and not _is_angle(gold, name))
    theirs = sorted(name for name in other if _ALSO_ARBITRARY.fullmatch(name) and name not in one - set(ours))
    if not ours or len(ours) != len(theirs) or len(ours) > _MAX_CONSTANTS or one == set(ours):
        return False
    return any(
        same(gold, renamed(answer, dict(zip(theirs, order, strict=True))), context.budget)
        for order in permutations(ours)
    )


# --- the constant of integration ---------------------------------------------------------------------------


def _integration_constant(node: Node, used: frozenset[str] = frozenset()) -> Sym | None:
    """The lone constant that an antiderivative adds: ``C``, ``c``, ``K``, ``k``, with or without a subscript.

    `used` are the names of the gold's function, from which a constant of the answer is told apart.
    """
    if not isinstance(node, App) or node.head != "add":
        return None
    for term in node.args:
        if isinstance(term, Sym) and term.name.partition("_")[0] in ("C", "c", "K", "k"):
            others = frozenset().union(*(features(arg).names for arg in node.args if arg is not term))
            ambiguous = term.name[0].islower() and len(others) > 1 and not others <= used
            if term.name in others or not others or term.name in used or ambiguous:
                continue
            return term
    return None


def compare_up_to_constant(gold: Node, answer: Node, context: Context) -> Finding | None:
    """The finding for a gold with a constant of integration, which an antiderivative may call as it likes (EXPR-25)."""
    constant = _integration_constant(gold)
    if constant is None:
        return None
    found = _up_to_constant(gold, answer, constant, context)
    if found.same or not _constants_aside(gold, answer, context):
        return found
    return yes("EXPR-26", "the same but for the names of arbitrary constants")


def _up_to_constant(gold: Node, answer: Node, constant: Sym, context: Context) -> Finding:
    found = _integration_constant(answer, features(_without(gold, constant)).names)
    if found is None:
        return no("EXPR-25", "the constant of integration is missing")
    one, other = _without(gold, constant), _without(answer, found)
    same_names = features(one).names == features(other).names
    apart = steady(one, other, lambda left, right: ball(left) - ball(right), context.budget) if same_names else None
    same_everywhere = apart is not None and is_real(apart)
    return alike(same_everywhere, "EXPR-25", "the same function up to the constant of integration")


def _without(node: Node, term: Sym) -> Node:
    assert isinstance(node, App)
    rest = tuple(arg for arg in node.args if arg is not term and arg != term)
    return rest[0] if len(rest) == 1 else App("add", rest)
