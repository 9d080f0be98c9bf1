"""Functions by cases whose conditions are no inequalities: compared condition by condition (EXPR-20)."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from typing import Final, NamedTuple, TypeGuard

from refgrader.compare.finding import Context
from refgrader.compare.sets import Line, ends_of
from refgrader.compare.substitution import substituted
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Interval, Named, Reals, Scalar
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same, surely_same
from refgrader.reading.notation import CONDITIONS
from refgrader.reading.tree import (
    MODULAR,
    App,
    Chain,
    Given,
    Node,
    Sym,
    Text,
    children,
    is_decided,
    is_otherwise,
    spelled,
    vocabulary,
    within,
)

_OTHERWISE: Final = "otherwise"
_SILENT: Final = CONDITIONS | {"is", "are", "a", "an", "the", ",", ".", "="}


class _Class(NamedTuple):
    """The numbers that a modulus leaves a residue of: the condition ``n ≡ 5 (mod 3)``."""

    symbol: Sym
    residue: int
    modulus: int


def by_condition(gold: Node, answer: Node) -> bool:
    """Whether two functions are compared condition by condition, since points would not tell them apart.

    Words cannot be evaluated, and no few integers show a modulus. Parity shows at any, so that a formula without
    cases may be compared with it.
    """
    sides = [node for node in (gold, answer) if _has_cases(node)]
    conditions = [piece.condition for node in sides for piece in node.args if isinstance(piece, Given)]
    if not all(map(is_decided, conditions)):
        return True
    moduli = [condition for condition in conditions if not MODULAR.isdisjoint(vocabulary(condition))]
    parities = [key for key in map(_key, moduli) if isinstance(key, _Class) and key.modulus == 2]
    return bool(moduli) and (len(sides) == 2 or len(parities) < len(moduli))


def contradicts_itself(node: Node, context: Context) -> bool:
    """Whether a function has two values at one place: ``1 if x < 2, 3 if x > 1``. Only "otherwise" gives way."""
    for part in filter(_has_cases, within(node)):
        pieces = [piece for piece in children(part) if isinstance(piece, Given)]
        rows = [(where, piece.body) for piece in pieces if (where := _range(piece.condition, context))]
        if any(_differ(*pair, context) for pair in combinations(rows, 2)):
            return True
    return False


def _range(condition: Node, context: Context) -> Reals | None:
    """Where an inequality in one symbol holds."""
    try:
        found = interpret(condition, context.budget)
    except Unreadable:
        return None
    if isinstance(found, Named) and isinstance(found.value, Scalar):  # x = 0
        found = Reals(Interval(found.value.node, found.value.node, True, True), found.name)
    return found if isinstance(found, Reals) and found.variable else None


def _differ(one: tuple[Reals, Node], other: tuple[Reals, Node], context: Context) -> bool:
    (ours, body), (theirs, again) = one, other
    if ours.variable != theirs.variable:
        return False
    try:
        line = Line((*ends_of(ours.members), *ends_of(theirs.members)), {}, context)
        for end in line.common(ours.members, theirs.members):
            at = {} if end is None else {ours.variable: end}
            if not same(substituted(body, at), substituted(again, at), context.budget.begin()):
                return True
    except Undefined:
        return False
    return False


def _has_cases(node: Node) -> TypeGuard[App]:
    return isinstance(node, App) and node.head == "cases"


def same_pieces(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two functions have the same conditions, and under each the same value."""
    ours, theirs = _by_condition(gold), _by_condition(answer)
    return (
        bool(ours)
        and ours.keys() == theirs.keys()
        and all(ours[key] == theirs[key] or surely_same(ours[key], theirs[key], context.budget) for key in ours)
    )


def _by_condition(node: Node) -> dict[Hashable, Node]:
    """The value under each condition; empty where there is one without a condition, or two under the same."""
    pieces = [piece for piece in children(node) if isinstance(piece, Given)] if _has_cases(node) else []
    conditions = _completed([_key(piece.condition) for piece in pieces])
    found = {condition: piece.body for condition, piece in zip(conditions, pieces, strict=True)}
    return found if len(found) == len(children(node)) else {}


def _completed(conditions: list[Hashable]) -> list[Hashable]:
    """The conditions, with the one class that all the others of a modulus leave over for "otherwise"."""
    classes = [condition for condition in conditions if isinstance(condition, _Class)]
    if conditions[len(classes) :] != [_OTHERWISE] or not classes or len(classes) != classes[0].modulus - 1:
        return conditions
    left = {classes[0]._replace(residue=residue) for residue in range(classes[0].modulus)}.difference(classes)
    return [*classes, *left] if len(left) == 1 else conditions


def _key(condition: Node) -> Hashable:
    """What is the same for conditions that are: a class, the words that say which, or else what is written."""
    if is_otherwise(condition):
        return _OTHERWISE
    if isinstance(condition, Text):
        return " ".join(word for word in condition.words.split() if word.lower() not in _SILENT)
    return _class(condition) or condition


def _class(condition: Node) -> _Class | None:
    """The class that a condition names: ``n ≡ 5 (mod 3)``, ``n mod 3 = 2``."""
    if not isinstance(condition, Chain) or condition.signs not in (("≡",), ("=",)):
        return None
    left, right = condition.items
    is_remainder = isinstance(left, App) and left.head == "mod"
    if isinstance(left, App) and is_remainder:
        symbol, residue, modulus = left.args[0], _whole(right), _whole(left.args[1])
    elif isinstance(right, App) and right.head in MODULAR:
        symbol, residue, modulus = left, _whole(right.args[0]), _whole(right.args[1])
    else:
        return None
    if not isinstance(symbol, Sym) or residue is None or modulus is None or modulus < 2:
        return None
    return None if is_remainder and not 0 <= residue < modulus else _Class(symbol, residue % modulus, modulus)


def _whole(node: Node) -> int | None:
    text = spelled(node)
    return int(text) if text.removeprefix("-").isdecimal() else None
