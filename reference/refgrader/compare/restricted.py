"""Conditions on one side only: what they may be to be dropped (REL-25)."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import chain
from typing import Final

from flint import fmpq

from refgrader import lexicon
from refgrader.compare import sets_in_words
from refgrader.compare.constants import arbitrary_in, constants_of
from refgrader.compare.finding import Context
from refgrader.compare.sets import is_empty
from refgrader.lexicon.nouns import is_plural
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.conditions import WHOLE, is_member
from refgrader.meaning.line import ends_of, have_symbols
from refgrader.meaning.names import UNKNOWNS
from refgrader.meaning.sets import INFINITY, MINUS_INFINITY, points_of
from refgrader.meaning.values import (
    LISTS_AND_SETS,
    Conditional,
    Items,
    Named,
    Reals,
    Relation,
    Residue,
    Scalar,
    Table,
    Value,
    Words,
    nodes_in,
    unnamed,
)
from refgrader.numbers.evaluate import holds
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.numbers.same import same, surely_same
from refgrader.reading.notation import FILLERS
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import (
    ZERO,
    App,
    Chain,
    Given,
    Listing,
    Node,
    Num,
    Sym,
    Text,
    applies,
    children,
    is_otherwise,
    vocabulary,
    within,
)

_NUMBER_SETS: Final = (*WHOLE, Sym("ℚ"), Sym("ℂ"))
#: What holds every number that an answer may be.
_NUMBERS: Final = (Sym("ℝ"), Sym("ℂ"))
_PI: Final = Sym("π")
#: The ends of one turn: ``0 ≤ t ≤ 2π``, ``-π < t ≤ π``.
_TURNS: Final = ({ZERO, App("mul", (Num(fmpq(2)), _PI))}, {App("neg", (_PI,)), _PI})
#: Letters that run along a curve or over a plane.
_PARAMETERS: Final = frozenset({"t", "s", "lambda", "mu"})
_SAYS_REAL: Final = FILLERS | set("a an are is of real reals number numbers value values".split())
#: What numbers are called for which something holds, and the value that a question asks for.
_KINDS: Final = _SAYS_REAL | lexicon.words("kind of number") | set("positive negative rational complex natural".split())
_OF_THE_ANSWER: Final = frozenset("answer answers result solution value".split())


def without_condition(value: Conditional, context: Context) -> Value | None:
    """A value without the conditions beside it; None where one of them may take something of it away.

    ``x > 2 where x < 7`` is the interval between the two.
    """
    if len(value.conditions) > 1 and _is_never(Listing("and", value.conditions), context):
        return None
    return value.value if all(_may_go(value.value, condition, context) for condition in value.conditions) else None


def _may_go(value: Value, condition: Node, context: Context) -> bool:
    """Whether a condition takes nothing of a value away, and says nothing else of it."""
    numbers = sets_in_words.said(value.text, context.budget) if isinstance(value, Words) else value
    if numbers is None or (isinstance(value, Words) and value.text.endswith(" only")):
        return isinstance(condition, Sym) or is_member(condition, *_NUMBERS, WHOLE[0])
    while isinstance(condition, Given) and isinstance(condition.body, Sym):  # x and y are real
        condition = condition.condition
    if is_otherwise(condition):
        return False
    texts = [part.words for part in within(condition) if isinstance(part, Text)]
    if texts:
        return _may_be_said(numbers, condition, " ".join(texts).lower().split())
    if not features(condition).names:
        return not isinstance(condition, Chain)
    if isinstance(condition, App):  # says nothing that could hold
        return False
    if not features(condition).names.isdisjoint(_own(numbers, condition)):
        return (
            _is_any(numbers, condition, context)
            or _is_met(numbers, condition, context)
            or is_member(condition, *_NUMBERS, *(WHOLE[:1] if isinstance(numbers, Residue) else ()))
        )
    return not (_is_never(condition, context) or _is_something_else(numbers, condition, context))


def _may_be_said(numbers: Value, condition: Node, words: list[str]) -> bool:
    """Whether a condition in words takes nothing of some numbers away."""
    if not (_KINDS - _SAYS_REAL).isdisjoint(words) and not _parameters(unnamed(numbers)).isdisjoint(words):
        return False
    if _is_bare(unnamed(numbers)) or isinstance(numbers, Residue):
        return isinstance(condition, Text) and all(word in _SAYS_REAL or len(word) == 1 for word in words)
    return _tells_no_value(condition, words)


def _is_any(value: Value, condition: Node, context: Context) -> bool:
    """Whether a condition allows all that there is: "for all t" of a parameter, ``-\\infty < t < \\infty``."""
    if isinstance(condition, Sym):
        return condition.name in _parameters(unnamed(value))
    bounds = _bounds(condition, context)
    ends = {*ends_of(bounds.members)} if bounds else set()
    return ends == {MINUS_INFINITY, INFINITY} or (ends in _TURNS and all(_goes_round(node) for node in nodes_in(value)))


def _is_met(value: Value, condition: Node, context: Context) -> bool:
    """Whether each number that a name has meets the condition on it: of ``x = 3`` nothing is taken by ``x \\ne 4``."""
    each = value.value if isinstance(value, Named) else value
    numbers = each.items if isinstance(each, Items) and each.kind in LISTS_AND_SETS else (each,)
    nodes = [number.node for number in numbers if isinstance(number, Scalar)]
    if not isinstance(value, Named) or names_in(nodes) or len(nodes) < len(numbers):
        return False
    with suppress(Undefined, Undecided, Unreadable):
        return all(holds(substituted(condition, {value.name: node}), {}, context.budget) for node in nodes)
    return False


def _goes_round(node: Node) -> bool:
    """Whether parameters stand in sines and cosines only, which one turn brings back to where they began."""
    if applies(node, "sin") or applies(node, "cos"):
        return True
    return not (isinstance(node, Sym) and node.name in _PARAMETERS) and all(map(_goes_round, children(node)))


def _is_never(condition: Node, context: Context) -> bool:
    """Whether no number satisfies a condition, or nobody can say which: ``x > 0∞``."""
    try:
        bounds = _bounds(condition, context)
        if bounds is not None:
            return not have_symbols(ends_of(bounds.members)) and is_empty(bounds, context)
    except Undefined:
        return True
    return isinstance(condition, Chain) and _is_unsolved(condition)


def _bounds(condition: Node, context: Context) -> Reals | None:
    """The numbers that a condition allows; None where it bounds none, or not by numbers."""
    try:
        told = unnamed(interpret(condition, context.budget))
    except Unreadable:
        return None
    return None if _is_number_set(told) else points_of(told)


def _is_unsolved(condition: Chain) -> bool:
    """Whether a condition in one name is not solved, as ``x^2 < 0``, or compares a thing with itself."""
    told = is_member(condition, *_NUMBER_SETS) or "!=" in condition.signs or {"re", "im"} & vocabulary(condition)
    return len({*condition.items}) < len(condition.items) or (not told and len(features(condition).names) == 1)


def _is_bare(value: Value) -> bool:
    """Whether a value is a set or a list of numbers (two in brackets may be): a condition is on them, of any symbol."""
    if isinstance(value, Items):
        may_be_set = value.kind in LISTS_AND_SETS or (points_of(value) is not None and not names_in(nodes_in(value)))
        return may_be_set and not any(isinstance(item, Named) for item in value.items)
    return isinstance(value, Reals) or _is_number_set(value)


def _is_number_set(value: Value) -> bool:
    return isinstance(value, Scalar) and value.node in _NUMBER_SETS


def _tells_no_value(condition: Node, words: list[str]) -> bool:
    """Whether words tell no other value: of a letter what it is, for which numbers, or with which remainder."""
    if words[:1] == ["remainder"]:
        return True
    if isinstance(condition, Text):
        letters = [word for word in words if len(word) == 1 and word != "a"]
        of_numbers = all(word in _KINDS or word in letters for word in words)
        if of_numbers and (letters or not words or any(map(is_plural, words))):
            return True
        is_named = letters[:1] == words[:1]
    else:
        is_named = isinstance(condition, Chain) and any(isinstance(item, Sym) for item in condition.items)
    return is_named and _OF_THE_ANSWER.isdisjoint(words)


def _own(value: Value, condition: Node) -> frozenset[str]:
    """The symbols of a condition that stand for the value; of bare sets and lists, all."""
    if isinstance(value, Named):
        of_numbers = isinstance(value.value, (Items, Reals, Table))  # the solutions are 2 and 3
        return _own(value.value, condition) | {value.name} if of_numbers else frozenset({value.name})
    if isinstance(value, Residue):
        return features(value.symbol or condition).names
    if isinstance(value, Relation) and len(unknowns := names_in(nodes_in(value)) & UNKNOWNS) > 1:
        return unknowns  # of a curve; one alone may be that of an identity
    if isinstance(value, Items) and (named := [item.name for item in value.items if isinstance(item, Named)]):
        return _parameters(value).union(named)
    if _is_bare(value):
        return features(condition).names
    is_pair = not isinstance(value, Scalar) and points_of(value) is not None
    return _parameters(value) | {"x"} if is_pair else _parameters(value)


def _parameters(value: Value) -> frozenset[str]:
    """The letters that run along a curve or over a plane: they stand in two of its coordinates."""
    if not isinstance(value, (Items, Table)):
        return frozenset()
    told = Counter(chain.from_iterable(features(node).names for node in nodes_in(value)))
    return frozenset(name for name in _PARAMETERS if told[name] > 1)


def _is_something_else(value: Value, condition: Node, context: Context) -> bool:
    """Whether it says of a formula that it is something else (``a + b where a + b = 7``), or that a number is not."""
    bare = unnamed(value)
    if not isinstance(bare, Scalar) or not isinstance(condition, Chain):
        return False
    if not {"=", "=" if features(bare.node).names else "!="}.issuperset(condition.signs):
        return False
    are_same = [surely_same(bare.node, item, context.budget) for item in condition.items]
    return any(are_same) and not all(are_same)


def cuts_constants(gold: Value, answer: Conditional, context: Context) -> bool:
    """Whether a condition takes members of a general solution away: it gives a value at a point, or is on an arbitrary
    constant and says more than that it is real, or not a number for which there is no member."""
    if not constants_of(nodes_in(gold), nodes_in(answer.value)):
        return False
    constants = arbitrary_in(nodes_in(answer.value), False)
    told = (each for each in answer.conditions if not _has_no_member(nodes_in(answer.value), each, context))
    return any(_mentions(condition, constants) for condition in told)


def _has_no_member(nodes: list[Node], condition: Node, context: Context) -> bool:
    """Whether a constant is said not to be what it cannot be: ``C \\ne 0`` beside ``\\ln|Cx|``."""
    if not (isinstance(condition, Chain) and condition.signs == ("!=",) and isinstance(condition.items[0], Sym)):
        return False
    members = [substituted(node, {condition.items[0].name: condition.items[1]}) for node in nodes]
    with suppress(Undefined):
        return not all(same(node, node, context.budget) for node in members)
    return True


def _mentions(condition: Node, names: list[str]) -> bool:
    if isinstance(condition, Text):
        return not {*names}.isdisjoint(condition.words.replace(" _ ", "_").split())
    if isinstance(condition, Chain) and condition.signs == ("=",) and isinstance(condition.items[1], Num):
        return True
    return not is_member(condition, *_NUMBERS) and not features(condition).names.isdisjoint(names)
