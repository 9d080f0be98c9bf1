"""Functions by cases whose conditions are no inequalities: compared condition by condition (EXPR-20)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple, TypeGuard

from refgrader.compare.finding import Context
from refgrader.numbers.same import surely_same
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


def _has_cases(node: Node) -> TypeGuard[App]:
    return isinstance(node, App) and node.head == "cases"


def same_pieces(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two functions have the same conditions, and under each the same value."""
    ours, theirs = _by_condition(gold), _by_condition(answer)
    return (
        bool(ours)
        and ours.keys() == theirs.keys()
        and all(surely_same(ours[key], theirs[key], context.budget) for key in ours)
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
