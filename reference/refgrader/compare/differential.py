"""Differential equations divided by their leading coefficients: ``m v' + b v = f``, ``v' = (f - b v)/m`` (REL-2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from flint import fmpq

from refgrader.compare.equations import compare_relations, linear_parts, nought
from refgrader.compare.finding import Context, Finding, yes
from refgrader.meaning.values import Relation, Value, mapped
from refgrader.numbers.features import features
from refgrader.numbers.same import surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Node, Num, Sym, spelled
from refgrader.reading.tree import mapped as mapped_below

_PRIME: Final = "'"
_DOT: Final = "dot "
#: By these nobody divides an equation: it would lose a place at which they are nought.
_VARIABLES: Final = frozenset({"x", "t"})
_TIME: Final = Sym("t")
_ANYWHERE: Final = Num(fmpq(3, 7))


def divided(gold: Value, answer: Value, context: Context) -> Finding | None:
    """Whether two equations for a derivative are the same but for a factor of letters that are no unknowns."""
    one, other = nought(gold), nought(answer)
    if one is None or other is None:
        return None
    derivatives = [name for name in features(one).names if _order(name)]
    if not derivatives or features(one).names != features(other).names:
        return None
    leading = max(derivatives, key=lambda name: (_order(name), name))
    ours, theirs = (linear_parts(side, leading)[1] for side in (one, other))
    unknowns = {name.partition(_PRIME)[0].rpartition(_DOT)[2] for name in derivatives}.union(derivatives, _VARIABLES)
    if not all(_is_of_letters(side, unknowns, context) for side in (ours, theirs)):
        return None
    same = surely_same(App("mul", (one, theirs)), App("mul", (other, ours)), context.budget)
    return yes("REL-2", "the same differential equation, divided by its leading coefficient") if same else None


def _order(name: str) -> int:
    """How often the function is differentiated that a name with primes or dots is of."""
    return name.count(_PRIME) + (name.partition(_DOT)[0].count("d") + 1 if _DOT in name else 0)


def without_time(gold: Value, answer: Value, context: Context) -> Finding | None:
    """The gold's functions of the time, beside a derivative, as the answer has them: f for f(t) (EXPR-7)."""
    one, other = nought(gold), nought(answer)
    if one is None or other is None or not any(map(_order, features(one).names)):
        return None
    names = features(other).names
    given = {name for name in names - features(one).names if f"{name}()" in features(one).names - names}
    if not given:
        return None
    gold = mapped(gold, lambda node: _without_time(node, given))
    if isinstance(gold, Relation) and isinstance(answer, Relation):
        found = compare_relations(gold, answer, context)
        if found.same:
            return found
    return divided(gold, answer, context)


def _without_time(node: Node, given: Collection[str]) -> Node:
    if isinstance(node, App) and node.head == "call" and node.args[1:] == (_TIME,) and spelled(node.args[0]) in given:
        return node.args[0]
    return mapped_below(node, lambda child: _without_time(child, given))


def _is_of_letters(coefficient: Node, unknowns: Iterable[str], context: Context) -> bool:
    """Whether a coefficient is not nought, and the same whatever the unknowns are."""
    elsewhere = substituted(coefficient, dict.fromkeys(unknowns, _ANYWHERE))
    is_nought = surely_same(coefficient, Num(fmpq(0)), context.budget)
    return not is_nought and surely_same(coefficient, elsewhere, context.budget)
