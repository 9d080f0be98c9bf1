"""Conditions on one side only: what they may be to be dropped (REL-25)."""

from __future__ import annotations

from typing import Final

from refgrader.compare import sets_in_words
from refgrader.compare.constants import arbitrary_in
from refgrader.compare.finding import Context
from refgrader.compare.sets import compare_sets, is_empty
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.conditions import WHOLE, is_member
from refgrader.meaning.line import ends_of, have_symbols
from refgrader.meaning.names import UNKNOWNS
from refgrader.meaning.sets import points_of
from refgrader.meaning.values import (
    LISTS_AND_SETS,
    Combined,
    Conditional,
    Items,
    Named,
    Reals,
    Relation,
    Residue,
    Scalar,
    Value,
    Words,
    nodes_in,
    unnamed,
)
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.numbers.same import surely_same
from refgrader.reading.notation import FILLERS, NUMBER_WORDS
from refgrader.reading.tree import Chain, Given, Listing, Node, Num, Sym, Text, vocabulary, within

_RATIONALS: Final = (*WHOLE, Sym("ℚ"))
_NUMBER_SETS: Final = (*_RATIONALS, Sym("ℂ"))
#: What holds every number that an answer may be.
_NUMBERS: Final = (Sym("ℝ"), Sym("ℂ"))
_SAYS_REAL: Final = FILLERS | set("a an are is of real reals number numbers value values".split())
_UNEQUAL: Final = frozenset({"<", ">", "≤", "≥", "≠", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq", "<=", ">="})


def without_condition(value: Conditional, context: Context) -> Value | None:
    """A value without the conditions beside it, where these take none of it away; None where they do, or may.

    ``x > 2 where x < 7`` is the interval between the two.
    """
    several = len(value.conditions) > 1
    left = None if several and _is_never(Listing("and", value.conditions), context) else value.value
    for condition in value.conditions:
        left = _under(left, condition, context) if left is not None else None
    return left


def _under(value: Value, condition: Node, context: Context) -> Value | None:
    """What a condition leaves of a value; None where it says something else, or nobody can tell what it leaves."""
    numbers = sets_in_words.said(value.text, context.budget) if isinstance(value, Words) else value
    if numbers is None or (isinstance(value, Words) and value.text.endswith(" only")):
        return value if isinstance(condition, Sym) or is_member(condition, *_NUMBERS, WHOLE[0]) else None
    while isinstance(condition, Given) and isinstance(condition.body, Sym):  # x and y are real
        condition = condition.condition
    texts = [part.words for part in within(condition) if isinstance(part, Text)]
    if texts:
        says = _says_real if _is_bare(unnamed(numbers)) or isinstance(numbers, Residue) else _tells_no_value
        return value if says(condition, " ".join(texts).lower().split()) else None
    if not features(condition).names:
        return None if isinstance(condition, Chain) else value
    if not features(condition).names.isdisjoint(_own(numbers, condition)):
        return _left(numbers, condition, context)
    return None if _is_never(condition, context) or _is_something_else(numbers, condition, context) else value


def _is_never(condition: Node, context: Context) -> bool:
    """Whether no number satisfies a condition, or nobody can say which: ``x > 0∞``."""
    bounds = _bounds(condition, context)
    if bounds is None:
        return isinstance(condition, Chain) and _is_unsolved(condition)
    try:
        return not have_symbols(ends_of(bounds.members)) and is_empty(bounds, context)
    except Undefined:
        return True


def _is_unsolved(condition: Chain) -> bool:
    """Whether a condition in one name is not solved, as ``x^2 < 0``, or compares a thing with itself."""
    told = is_member(condition, *_NUMBER_SETS) or "!=" in condition.signs or {"re", "im"} & vocabulary(condition)
    return len({*condition.items}) < len(condition.items) or (not told and len(features(condition).names) == 1)


def _is_bare(value: Value) -> bool:
    """Whether a value is a set or a list of numbers: a condition is on them, whatever symbol it has."""
    if isinstance(value, Items):
        return value.kind in LISTS_AND_SETS and not any(isinstance(item, Named) for item in value.items)
    return isinstance(value, Reals) or _is_number_set(value)


def _is_number_set(value: Value) -> bool:
    return isinstance(value, Scalar) and value.node in _NUMBER_SETS


def _says_real(condition: Node, words: list[str]) -> bool:
    return isinstance(condition, Text) and all(word in _SAYS_REAL or len(word) == 1 for word in words)


def _tells_no_value(condition: Node, words: list[str]) -> bool:
    """Whether words tell no other value: a number stands behind a sign of inequality only, or is a remainder."""
    if isinstance(condition, Text):
        numbers = [at for at, word in enumerate(words) if word.isdecimal() or word in NUMBER_WORDS]
        return words[:1] == ["remainder"] or all(at and words[at - 1] in _UNEQUAL for at in numbers)
    is_named = isinstance(condition, Chain) and any(isinstance(item, Sym) for item in condition.items)
    return words == ["remainder"] or is_named or not any(isinstance(part, Num) for part in within(condition))


def _own(value: Value, condition: Node) -> frozenset[str]:
    """The symbols of a condition that stand for the value; of bare sets and lists, all that are told no value."""
    if isinstance(value, Named):
        return _own(value.value, condition) | {value.name} if _is_of_numbers(value) else frozenset({value.name})
    if isinstance(value, Residue):
        return features(value.symbol or condition).names
    if isinstance(value, Relation) and len(unknowns := names_in(nodes_in(value)) & UNKNOWNS) > 1:
        return unknowns  # of a curve; one alone may be that of an identity
    if isinstance(value, Reals) and value.variable:
        return frozenset({value.variable})
    if isinstance(value, Items) and (named := [item.name for item in value.items if isinstance(item, Named)]):
        return frozenset(named)
    if _is_bare(value) and not _tells(condition):
        return features(condition).names
    is_pair = not isinstance(value, Scalar) and points_of(value) is not None
    return frozenset("x") if is_pair or _is_bare(value) else frozenset()


def _is_of_numbers(value: Named) -> bool:
    """Whether a named value is a set of numbers, or what is called so in words: the solutions."""
    is_in_words = isinstance(value.value, Items) and len(value.name) > 2 and value.name.isalpha()
    return is_in_words or isinstance(value.value, Reals)


def _tells(condition: Node) -> bool:
    """Whether a condition says what a symbol is: ``x = 5``."""
    return isinstance(condition, Chain) and condition.signs == ("=",) and isinstance(condition.items[0], Sym)


def _left(value: Value, condition: Node, context: Context) -> Value | None:
    """What a condition on the value's own numbers leaves of it; None where that is no set, or nobody knows."""
    if isinstance(value, Items) and (named := [item for item in value.items if isinstance(item, Named)]):
        on = [item for item in named if item.name in features(condition).names]
        return value if all(_left(item, condition, context) == item for item in on) else None
    if is_member(condition, *_NUMBERS, *(WHOLE[:1] if isinstance(value, Residue) else ())):
        return value
    bare = unnamed(value)
    given = None if _is_number_set(bare) else points_of(bare)
    if given is None or given.unit:
        return None
    left = _within_bounds(given, condition, context)
    if left == given:
        return value
    return left if isinstance(value, Reals) else None


def _within_bounds(given: Reals, condition: Node, context: Context) -> Reals | None:
    """What a condition leaves of a set, the set itself where that is all of it; None where nobody knows."""
    bounds = _bounds(condition, context)
    if bounds is None or bounds.unit:
        return None
    left = Reals(Combined("intersect", given.members, bounds.members), given.variable)
    try:
        return given if compare_sets(given, left, context).same else left
    except (Undecided, Undefined):  # of numbers that are not real
        return None


def _bounds(condition: Node, context: Context) -> Reals | None:
    """The numbers that a condition allows its symbol; None where it bounds none, or not by numbers."""
    try:
        value = interpret(condition, context.budget)
    except Unreadable:
        return None
    if isinstance(value, Named):
        allowed = None if _is_number_set(value.value) else points_of(value.value)
        return allowed and allowed._replace(variable=value.name)
    return value if isinstance(value, Reals) and value.variable else None


def _is_something_else(value: Value, condition: Node, context: Context) -> bool:
    """Whether an equation says of a formula that it is something else: ``a + b where a + b = 7``."""
    bare = unnamed(value)
    if not isinstance(bare, Scalar) or not isinstance(condition, Chain) or set(condition.signs) != {"="}:
        return False
    are_same = [surely_same(bare.node, item, context.budget) for item in condition.items]
    return any(are_same) and not all(are_same)


def cuts_constants(gold: Value, answer: Conditional) -> bool:
    """Whether a condition takes members of a general solution away: it gives a value at a point, or is on an arbitrary
    constant and says more than that it is real."""
    if not arbitrary_in(nodes_in(gold), True):
        return False
    constants = arbitrary_in(nodes_in(answer.value), False)
    return any(_mentions(condition, constants) for condition in answer.conditions)


def _mentions(condition: Node, names: list[str]) -> bool:
    if isinstance(condition, Text):
        return not {*names}.isdisjoint(condition.words.replace(" _ ", "_").split())
    if isinstance(condition, Chain) and condition.signs == ("=",) and isinstance(condition.items[1], Num):
        return True
    says_real = isinstance(condition, Chain) and condition.signs == ("∈",) and condition.items[1] in _NUMBERS
    return not says_real and not features(condition).names.isdisjoint(names)
