"""Conditions on the very unknown whose values are given: they take values away, or none (REL-25)."""

from __future__ import annotations

from refgrader.compare.finding import Context
from refgrader.compare.sets import compare_sets
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.conditions import WHOLE
from refgrader.meaning.line import ends_of, have_symbols
from refgrader.meaning.sets import points_of
from refgrader.meaning.values import Combined, Conditional, Interval, Named, Reals, Scalar, Value, Words, unnamed
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.reading.tree import Chain, Listing, Sym


def without_condition(value: Conditional, context: Context) -> Value | None:
    """A value without the condition beside it, where that takes none of its numbers away, or is on something else.

    ``x > 2 where x < 7`` is the interval between the two. None where the condition leaves nothing of what are no
    intervals (``x = 3 if x > 5``), and behind words that hold under it only: "stable only if k > 0".
    """
    if isinstance(value.value, Words):
        return None if value.value.text.endswith(" only") else value.value
    given, condition = points_of(unnamed(value.value)), _bounds(value, context)
    if given is not None and _leaves_whole_numbers(value, given):
        return None
    if given is None or given.unit or condition is None or _is_of_another(value.value, condition):
        return value.value
    left = Reals(Combined("intersect", given.members, condition.members), given.variable)
    try:
        restricts = not have_symbols(ends_of(given.members)) and not compare_sets(given, left, context).same
    except (Undecided, Undefined):  # of numbers that are not real
        return value.value
    if not restricts:
        return value.value
    return left if isinstance(value.value, Reals) else None


def _leaves_whole_numbers(value: Conditional, given: Reals) -> bool:
    """Whether what lies between two ends is said to be whole, under the name of bare intervals: ``[0, 5], x ∈ ℤ``."""
    said = any(Chain(("∈",), (Sym("x"), domain)) in value.conditions for domain in WHOLE)
    return said and isinstance(given.members, Interval) and given.members.low != given.members.high


def _bounds(value: Conditional, context: Context) -> Reals | None:
    """The numbers that a condition allows its symbol; None where it bounds none, or not by numbers."""
    try:
        condition = interpret(Listing("and", value.conditions), context.budget)
    except Unreadable:
        return None
    if not isinstance(condition, Reals) or not condition.variable or condition.unit:
        return None
    return None if have_symbols(ends_of(condition.members)) else condition


def _is_of_another(value: Value, condition: Reals) -> bool:
    """Whether a condition is on another symbol than the one whose numbers are given; bare intervals are those of x."""
    name = value.variable if isinstance(value, Reals) else value.name if isinstance(value, Named) else ""
    return condition.variable != (name or "x") or (not name and isinstance(value, Scalar))
