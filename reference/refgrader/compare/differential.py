"""Differential equations divided by their leading coefficients: ``m v' + b v = f``, ``v' = (f - b v)/m`` (REL-2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from flint import fmpq

from refgrader.compare.equations import linear_parts, nought
from refgrader.compare.finding import Context, Finding, yes
from refgrader.meaning.values import Value
from refgrader.numbers.features import features
from refgrader.numbers.same import surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Node, Num

_PRIME: Final = "'"
_DOT: Final = "dot "
#: By these nobody divides an equation: it would lose a place at which they are nought.
_VARIABLES: Final = frozenset({"x", "t"})
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


def _is_of_letters(coefficient: Node, unknowns: Iterable[str], context: Context) -> bool:
    """Whether a coefficient is not nought, and the same whatever the unknowns are."""
    elsewhere = substituted(coefficient, dict.fromkeys(unknowns, _ANYWHERE))
    is_nought = surely_same(coefficient, Num(fmpq(0)), context.budget)
    return not is_nought and surely_same(coefficient, elsewhere, context.budget)
