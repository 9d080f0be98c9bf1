"""Families over the integers: ``π/4 + kπ`` and its kin, compared as the sets of their values (EXPR-27, EXPR-28)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import acb, fmpq

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.substitution import renamed
from refgrader.limits import PRECISION
from refgrader.meaning import signs
from refgrader.meaning.values import LISTS, Conditional, Family, Items, Named, Scalar, Value
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undecided, Undefined, ball, is_real
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node, Quantity, Sym, Text, children, vocabulary

_BITS: Final = PRECISION + 256
#: Members of a family that are looked up in the other: more than any period that people write.
_MEMBERS: Final = 24


class _Progression(NamedTuple):
    """The numbers start + step · k for all integers k."""

    start: Number
    step: Number


def compare_families(gold: Family, answer: Family, context: Context) -> Finding:
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
    values = [evaluate(node, {symbol: fmpq(k)}, context.budget) for k in range(-2, 4)]  # |k| is no progression
    if not all(is_real(value) for value in values):
        raise Undefined
    for stride in (1, 2):
        if all(_equal(_minus(values[k + stride], values[k]), _minus(values[k + 2 * stride], values[k + stride]))
               for k in range(6 - 2 * stride)):  # fmt: skip
            for start in range(stride):
                yield _Progression(values[start], _minus(values[start + stride], values[start]))
            return
    raise Undefined


# --- families that do not say so ---------------------------------------------------------------------------

#: Letters that are an integer beside π or degrees, without it being said.
_INTEGERS: Final = frozenset("kmn")


def unsaid_families(gold: Value, answer: Value, context: Context) -> Finding | None:
    """Two families of angles where neither says that its letter is an integer (EXPR-27); None where they are none.

    A formula may have that form as well: `180°(n-2)`, the angles of a polygon, is not `180°n`. So a shift needs a
    sign that the letter counts nothing: two letters, several families, or a start that no count has.
    """
    one = _angles(gold)
    other = _angles(answer) if one is not None else None
    if one is None or other is None or _name(gold) not in ("", _name(answer) or _name(gold)):
        return None
    with precision(_BITS):
        try:
            starts = [_start(part) for family in (one, other) for part in _progressions(family, context)]
        except (Undecided, Undefined):
            return None
    if not any(starts):
        alike = len(one.members) == len(other.members) == 1 and _renamed(one, other, context)
        return yes("EXPR-27", "the same multiples under another letter") if alike else None
    sums = any(len(family.members) > 1 or _is_sum(family.members[0]) for family in (one, other))
    if one.symbol != other.symbol or (sums and "fraction" in starts):
        return compare_families(one, other, context)
    return None


def _renamed(gold: Family, answer: Family, context: Context) -> bool:
    """Whether two formulas are one but for the letter."""
    again = renamed(answer.members[0], {answer.symbol: gold.symbol})
    return gold.symbol != answer.symbol and same(gold.members[0], again, context.budget)


def _name(value: Value) -> str:
    return value.name if isinstance(value, Named) else ""


def _is_sum(node: Node) -> bool:
    return isinstance(node, App) and node.head == "add"


def _start(progression: _Progression) -> str:
    """Where a progression starts: at a multiple of its step (empty), at one of π, or at a fraction of π."""
    zero = _Progression(fmpq(0), progression.step)
    if _member(ball(progression.start), zero):
        return ""
    return "multiple" if _member(ball(progression.start), zero._replace(step=acb.pi())) else "fraction"


_TURNS: Final = frozenset({"π", "degree"})


def _angles(value: Value) -> Family | None:
    """The multiples of π or of degrees by one integer letter, added to a number or not."""
    if isinstance(value, Named):
        if value.parameters or value.name[:1].isupper():
            return None
        value = value.value
    items = value.items if isinstance(value, Items) and value.kind in LISTS else (value,)
    members = tuple(item.node for item in items if isinstance(item, Scalar) and not item.unit)
    if not members or len(members) != len(items) or _TURNS.isdisjoint(vocabulary(*members)):
        return None
    names = features(members[0]).names
    if len(names) != 1 or not names <= _INTEGERS or any(features(node).names != names for node in members):
        return None
    (symbol,) = names
    return Family(members, symbol) if all(_turns(node, symbol) for node in members) else None


def is_restricted(value: Conditional) -> bool:
    """Whether multiples of π or of degrees are said to be those of some integers only: "for odd integers k"."""
    words = [condition.words for condition in value.conditions if isinstance(condition, Text)]
    return any("integer" in each for each in words) and _angles(value.value) is not None


def _turns(node: Node, symbol: str) -> bool:
    """Whether the symbol stands in a product with π or with degrees."""
    if isinstance(node, App) and node.head in ("add", "neg"):
        return any(_turns(term, symbol) for term in node.args)
    product = isinstance(node, (App, Quantity)) and (isinstance(node, Quantity) or node.head in ("mul", "div"))
    return product and symbol in features(node).names and _has_turn(node)


def _has_turn(node: Node) -> bool:
    degrees = isinstance(node, Quantity) and node.unit == (("degree", 1),)
    return degrees or node == Sym("π") or any(_has_turn(child) for child in children(node))


# --- progressions ------------------------------------------------------------------------------------------


def _minus(left: Number, right: Number) -> Number:
    return left - right if isinstance(left, fmpq) and isinstance(right, fmpq) else ball(left) - ball(right)


def _equal(left: Number, right: Number) -> bool:
    return bool(ball(_minus(left, right)).contains(0))


def _within(ours: list[_Progression], theirs: list[_Progression]) -> bool:
    for progression in ours:
        for k in range(_MEMBERS):
            value = ball(progression.start) + ball(progression.step) * k
            if not any(_member(value, other) for other in theirs):
                return False
    return True


def _member(value: Number, progression: _Progression) -> bool:
    step = ball(progression.step)
    if step.contains(0):
        return _equal(value, progression.start)
    place = (ball(value) - ball(progression.start)) / step
    nearest = (place.real + fmpq(1, 2)).floor().unique_fmpz()
    return nearest is not None and bool((place - nearest).contains(0))
