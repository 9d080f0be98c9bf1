"""Families over the integers: ``π/4 + kπ`` and its kin, compared as the sets of their values (EXPR-27, EXPR-28)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.limits import PRECISION
from refgrader.meaning import signs
from refgrader.meaning.values import Family
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, Value, ball, is_real
from refgrader.numbers.precision import precision
from refgrader.reading.tree import Node

_BITS: Final = PRECISION + 256
#: Members of a family that are looked up in the other: more than any period that people write.
_MEMBERS: Final = 24


class _Progression(NamedTuple):
    """The numbers start + step · k for all integers k."""

    start: Value
    step: Value


def compare(gold: Family, answer: Family, context: Context) -> Finding:
    """Whether two families have the same values."""
    with precision(_BITS):
        try:
            ours = list(_progressions(gold, context))
            theirs = list(_progressions(answer, context))
        except (Undecided, Undefined):
            return no("EXPR-27", "a family without values")
        if _within(ours, theirs) and _within(theirs, ours):
            return yes("EXPR-27", "the same values over the integers")
    return no("EXPR-27", "other values over the integers")


def _progressions(family: Family, context: Context) -> Iterator[_Progression]:
    """The arithmetic progressions that make up a family: one a member, or two where the sign alternates."""
    for member in family.members:
        for node in signs.expand(member):
            if features(node).names - {family.symbol}:
                raise Undefined
            yield from _progression(node, family.symbol, context)


def _progression(node: Node, symbol: str, context: Context) -> Iterator[_Progression]:
    values = [evaluate(node, {symbol: fmpq(k)}, context.budget) for k in range(6)]
    if not all(is_real(value) for value in values):
        raise Undefined
    for stride in (1, 2):
        if all(_equal(_minus(values[k + stride], values[k]), _minus(values[k + 2 * stride], values[k + stride]))
               for k in range(6 - 2 * stride)):  # fmt: skip
            for start in range(stride):
                yield _Progression(values[start], _minus(values[start + stride], values[start]))
            return
    raise Undefined


def _minus(left: Value, right: Value) -> Value:
    return left - right if isinstance(left, fmpq) and isinstance(right, fmpq) else ball(left) - ball(right)


def _equal(left: Value, right: Value) -> bool:
    return bool(ball(_minus(left, right)).contains(0))


def _within(ours: list[_Progression], theirs: list[_Progression]) -> bool:
    for progression in ours:
        for k in range(_MEMBERS):
            value = ball(progression.start) + ball(progression.step) * k
            if not any(_member(value, other) for other in theirs):
                return False
    return True


def _member(value: Value, progression: _Progression) -> bool:
    step = ball(progression.step)
    if step.contains(0):
        return _equal(value, progression.start)
    place = (ball(value) - ball(progression.start)) / step
    nearest = (place.real + fmpq(1, 2)).floor().unique_fmpz()
    return nearest is not None and bool((place - nearest).contains(0))
