"""Families over the integers, ``π/4 + kπ`` and its kin, as the sets of their values (EXPR-27, EXPR-28, EXPR-33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, product
from typing import Final, NamedTuple

from flint import acb, fmpq

from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.limits import PRECISION
from refgrader.meaning import signs
from refgrader.meaning.conditions import integer_symbols
from refgrader.meaning.sets import ALL, real_set
from refgrader.meaning.values import (
    Combined,
    Conditional,
    Family,
    Interval,
    Items,
    Named,
    RealSet,
    Scalar,
    Value,
    mapped,
    numbers_of,
    unnamed,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same, surely_same
from refgrader.reading.substitution import renamed, substituted
from refgrader.reading.tree import App, Node, Num, Quantity, Sym, Text, vocabulary, within

_BITS: Final = PRECISION + 256
#: How far from the gold's integer an answer's may begin.
_SHIFTS: Final = 2
#: Members of a family that are looked up in the other: more than any period that people write.
_MEMBERS: Final = 24


class _Progression(NamedTuple):
    """The numbers start + step · k for all integers k."""

    start: acb
    step: acb


def compare_families(gold: Family, answer: Family, context: Context) -> Finding:
    """Whether two families have the same values."""
    ours, theirs = (_progressions(family, context) for family in (gold, answer))
    if not ours or not theirs:
        return no("EXPR-27", "a family without values")
    with precision(_BITS):
        return alike(_within(ours, theirs) and _within(theirs, ours), "EXPR-27", "the same values over the integers")


def _progressions(family: Family, context: Context) -> list[_Progression]:
    """The arithmetic progressions that make up a family: one a member, or two where the sign alternates.

    Nothing where one of them is no progression.
    """
    nodes = chain.from_iterable(map(signs.expand, family.members))
    with precision(_BITS), suppress(Undecided, Undefined):
        return [each for node in nodes for each in _progression(node, family.symbol, context)]
    return []


def _progression(node: Node, symbol: str, context: Context) -> Iterator[_Progression]:
    # From below nought, where |k| is seen to be no progression.
    values = [ball(evaluate(node, {symbol: fmpq(k)}, context.budget)) for k in range(-2, 4)]
    for stride in (1, 2):
        steps = [after - before for before, after in zip(values, values[stride:], strict=False)]
        if all((after - before).contains(0) for before, after in zip(steps, steps[stride:], strict=False)):
            yield from map(_Progression, values[:stride], steps[:stride])
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
    other = _angles(answer) if one else None
    names = {side.name for side in (gold, answer) if isinstance(side, Named)}
    if one is None or other is None or len(names) > 1:
        return None
    found = [_progressions(family, context) for family in (one, other)]
    if not all(found):
        return None
    with precision(_BITS):
        starts = [*map(_start, chain.from_iterable(found))]
    members = [node for family in (one, other) for node in family.members]
    if not any(starts):
        again = renamed(other.members[0], {other.symbol: one.symbol})
        same_formula = len(members) == 2 and same(one.members[0], again, context.budget)
        return yes("EXPR-27", "the same multiples under another letter") if same_formula else None
    is_shift = "fraction" in starts and any(isinstance(node, App) and node.head == "add" for node in members)
    return compare_families(one, other, context) if is_shift or one.symbol != other.symbol else None


def _start(progression: _Progression) -> str:
    """Where a progression starts: at a multiple of its step (empty), at one of π, or at a fraction of π."""
    zero = _Progression(acb(0), progression.step)
    if _member(progression.start, zero):
        return ""
    return "multiple" if _member(progression.start, zero._replace(step=acb.pi())) else "fraction"


_TURNS: Final = frozenset({"π", "degree"})
#: Letters that may stand for any integer without it being said.
_INTEGER_LETTERS: Final = frozenset("kmnljtzpqrs")


def family_of(value: Value) -> Family | None:
    """One value or several as the family that they may be: numbers without units, and one letter among them."""
    if isinstance(value, Family):
        return value
    members = numbers_of(value) or ()
    names = names_in(members)
    return Family(members, *names) if len(names) == 1 and names <= _INTEGER_LETTERS else None


def as_formula(value: Value, parameters: Sequence[str]) -> Value:
    """A family whose letter is a parameter of its name as formulas: f(n) = n + 1 for all integers n (EXPR-27).

    Angles may be numbered: ``x_n = nπ`` are the solutions all the same.
    """
    if not isinstance(value, Family) or value.symbol not in parameters or _angles(value):
        return value
    found = tuple(map(Scalar, value.members))
    return found[0] if len(found) == 1 else Items("or", found)


def _angles(value: Value) -> Family | None:
    """The multiples of π or of degrees by one integer letter, added to a number or not."""
    family = family_of(unnamed(value))
    is_family = family and family.symbol in _INTEGERS and all(_turns(node, family.symbol) for node in family.members)
    return family if is_family else None


def is_restricted(value: Value, context: Context) -> bool:
    """Whether multiples of π or of degrees are said to be those of some integers only, or of more than the integers.

    The terms of a sequence, ``λ_n = nπ``, are no family: their condition says where they begin.
    """
    if not isinstance(value, Conditional) or all(map(integer_symbols, value.conditions)):
        return False
    texts = [part.words.split() for each in value.conditions for part in within(each) if isinstance(part, Text)]
    told = frozenset().union(*texts, *(features(condition).names for condition in value.conditions))
    parts = value.value.items if isinstance(value.value, Items) else ()
    return _runs_on(value.value, context) or any(_runs_on(part, context, told) for part in parts)


def _runs_on(value: Value, context: Context, told: frozenset[str] | None = None) -> bool:
    """Whether a value is a family of angles, by one of the letters of which something is told if these are given."""
    family = _angles(value)
    if family is None or (isinstance(value, Named) and family.symbol in value.parameters):
        return False
    return (told is None or family.symbol in told) and bool(_progressions(family, context))


def _turns(node: Node, symbol: str) -> bool:
    """Whether the symbol stands in a product with π or with degrees."""
    if isinstance(node, App) and node.head in ("add", "neg"):
        return any(_turns(term, symbol) for term in node.args)
    is_product = isinstance(node, Quantity) or (isinstance(node, App) and node.head in ("mul", "div"))
    return is_product and symbol in features(node).names and not _TURNS.isdisjoint(vocabulary(node))


def renumbered(value: Conditional) -> Iterator[Value]:
    """A value under its conditions; where it is an interval for every integer, ``(2kπ, 2kπ + π)``, or several, the same
    with these counted from another one on, forwards or backwards (EXPR-33)."""
    yield value.value
    letters = [*integer_symbols(value.conditions[0])]
    if len(letters) == len(value.conditions) == 1 and real_set(value.value):
        letter = Sym(letters[0])
        for counted, start in product((letter, App("neg", (letter,))), range(-_SHIFTS, _SHIFTS + 1)):
            place = {letter.name: App("add", (counted, Num(fmpq(start))))}
            yield mapped(value.value, partial(substituted, values=place))


# --- all real numbers but some ----------------------------------------------------------------------------


def same_but_for_points(gold: Conditional, answer: Conditional, context: Context) -> Finding | None:
    """Whether both are all real numbers but the same ones."""
    ours, theirs = (_left_out(side, context.budget) for side in (gold, answer))
    if ours is None or theirs is None or not compare_families(ours, theirs, context).same:
        return None
    return yes("EXPR-33", "all real numbers but the same ones")


def _left_out(value: Conditional, budget: Budget) -> Family | None:
    """The numbers that are said to be left out, or that are the ends of intervals; None where others are missing."""
    letters = [*integer_symbols(value.conditions[0])]
    found = real_set(value.value) if len(letters) == len(value.conditions) == 1 else None
    point = _point(found.members, letters[0], budget) if found else None
    return Family((point,), letters[0]) if point and features(point).names == {*letters} else None


def _point(members: RealSet, letter: str, budget: Budget) -> Node | None:
    """The one number that a set leaves out, or the first end of an interval that the next one touches."""
    if isinstance(members, Combined):
        left_out = members.right if (members.operation, members.left) == ("minus", ALL) else None
        return left_out.low if isinstance(left_out, Interval) and left_out.low == left_out.high else None
    if members is None or members.low_closed or members.high_closed:
        return None
    following = substituted(members.low, {letter: App("add", (Sym(letter), Num(fmpq(1))))})
    is_next = features(members.high).names == {letter} and surely_same(members.high, following, budget)
    return members.low if is_next else None


# --- progressions ------------------------------------------------------------------------------------------


def _within(ours: list[_Progression], theirs: list[_Progression]) -> bool:
    return all(
        any(_member(progression.start + progression.step * k, other) for other in theirs)
        for progression in ours
        for k in range(_MEMBERS)
    )


def _member(value: acb, progression: _Progression) -> bool:
    place = (value - progression.start) / progression.step
    nearest = (place.real + fmpq(1, 2)).floor().unique_fmpz()
    return nearest is not None and bool((place - nearest).contains(0))
