"""Open intervals that touch: together they are all real numbers but their ends, ``x \\ne 2k\\pi`` (EXPR-33)."""

from __future__ import annotations

from flint import fmpq

from refgrader.compare.families import compare_families
from refgrader.compare.finding import Context, Finding, yes
from refgrader.meaning.conditions import integer_symbols
from refgrader.meaning.sets import ALL, real_set
from refgrader.meaning.values import Combined, Conditional, Family, Interval, RealSet
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.numbers.same import surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Node, Num, Sym


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
