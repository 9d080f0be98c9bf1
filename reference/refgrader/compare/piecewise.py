"""Functions by cases whose conditions are no inequalities: compared condition by condition (EXPR-20)."""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeGuard

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.compare.sets import Line, ends_of
from refgrader.compare.substitution import substituted
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Interval, Named, Reals, Scalar
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same, surely_same
from refgrader.reading.notation import CONDITIONS
from refgrader.reading.tree import MODULAR, App, Chain, Given, Node, Num, Sym, Text, children, is_decided, is_otherwise

_OTHERWISE: Final = Text("otherwise")
_SILENT: Final = CONDITIONS | {"is", "are", "a", "an", "the", ",", ".", "="}


def by_condition(gold: Node, answer: Node) -> bool:
    """Whether two functions are compared condition by condition, since points would not tell them apart.

    Words cannot be evaluated, and no few integers show a modulus. Parity shows at any, so that a formula without
    cases may be compared with it.
    """
    sides = [node for node in (gold, answer) if _has_cases(node)]
    if not sides:
        return False
    if not all(_is_evaluated(piece) for node in sides for piece in node.args):
        return True
    conditions = [piece.condition for node in sides for piece in node.args if isinstance(piece, Given)]
    moduli = [condition for condition in conditions if _has_modulus(condition)]
    if not moduli or len(sides) == 2:
        return bool(moduli)
    return not all(map(_is_parity, moduli)) or _has_modulus(answer if sides[0] is gold else gold)


def contradicts_itself(node: Node, context: Context) -> bool:
    """Whether a function has two values at one place: ``1 if x < 2, 3 if x > 1``. Only "otherwise" gives way."""
    if not _has_cases(node):
        return any(contradicts_itself(child, context) for child in children(node))
    rows = [(where, piece.body) for piece in node.args if isinstance(piece, Given)
            and (where := _range(piece.condition, context))]  # fmt: skip
    return any(_differ(*pair, context) for pair in combinations(rows, 2))


def _range(condition: Node, context: Context) -> Reals | None:
    """Where an inequality in one symbol holds."""
    if not isinstance(condition, Chain) or not is_decided(condition):
        return None
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


def _has_modulus(node: Node) -> bool:
    return (isinstance(node, App) and node.head in MODULAR) or any(map(_has_modulus, children(node)))


def _is_parity(condition: Node) -> bool:
    congruence = _congruence(condition)
    return congruence is not None and congruence[2] == 2


def _is_evaluated(piece: Node) -> bool:
    return not isinstance(piece, Given) or is_decided(piece.condition)


def same_pieces(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two functions have the same conditions, and under each the same value."""
    ours, theirs = _by_condition(gold), _by_condition(answer)
    return (
        bool(ours)
        and ours.keys() == theirs.keys()
        and all(ours[key] == theirs[key] or surely_same(ours[key], theirs[key], context.budget) for key in ours)
    )


def _by_condition(node: Node) -> dict[Node, Node]:
    pieces = [piece for piece in node.args if isinstance(piece, Given)] if _has_cases(node) else []
    conditions = [_spelled(piece.condition) for piece in pieces]
    found = {key: piece.body for key, piece in zip(_completed(conditions), pieces, strict=True)}
    whole = _has_cases(node) and len(found) == len(node.args)
    return found if whole else {}  # two values under one condition


def _completed(conditions: list[Node]) -> list[Node]:
    """The conditions, with the one class that all the others of a modulus leave over for "otherwise"."""
    *others, last = conditions or [_OTHERWISE]
    classes = [_congruence(condition) for condition in others]
    if last != _OTHERWISE or not classes or classes[0] is None:
        return conditions
    symbol, _, modulus = classes[0]
    residues = {found[1] for found in classes if found is not None and (found[0], found[2]) == (symbol, modulus)}
    if not len(residues) == len(classes) == modulus - 1:
        return conditions
    left = next(k for k in range(modulus) if k not in residues)
    return [*others, _class(symbol, left, modulus)]


def _congruence(condition: Node) -> tuple[Sym, int, int] | None:
    """The symbol, the least residue and the modulus that a condition names: ``n ≡ 5 (mod 3)``, ``n mod 3 = 2``."""
    if not isinstance(condition, Chain) or condition.signs not in (("≡",), ("=",)):
        return None
    left, right = condition.items
    operation = isinstance(left, App) and left.head == "mod" and condition.signs == ("=",)
    if isinstance(left, App) and operation:
        symbol, residue, modulus = left.args[0], _whole(right), _whole(left.args[1])
    elif isinstance(right, App) and right.head in MODULAR and (right.head == "residue" or condition.signs == ("≡",)):
        symbol, residue, modulus = left, _whole(right.args[0]), _whole(right.args[1])
    else:
        return None
    if not isinstance(symbol, Sym) or residue is None or modulus is None or modulus < 2:
        return None
    return None if operation and not 0 <= residue < modulus else (symbol, residue % modulus, modulus)


def _whole(node: Node) -> int | None:
    if isinstance(node, App) and node.head == "neg":
        value = _whole(node.args[0])
        return None if value is None else -value
    return int(node.value.p) if isinstance(node, Num) and node.value.q == 1 else None


def _class(symbol: Sym, residue: int, modulus: int) -> Node:
    return Chain(("≡",), (symbol, App("residue", (Num(fmpq(residue)), Num(fmpq(modulus))))))


def _spelled(condition: Node) -> Node:
    """A condition without the words that say nothing about which."""
    if is_otherwise(condition):
        return _OTHERWISE
    congruence = _congruence(condition)
    if congruence is not None:
        return _class(*congruence)
    if not isinstance(condition, Text):
        return condition
    return Text(" ".join(word for word in condition.words.split() if word.lower() not in _SILENT))
