"""Conditions on the very unknown whose values are given: they take values away, or none (REL-25)."""

from __future__ import annotations

from refgrader.compare.finding import Context
from refgrader.compare.sets import compare_sets
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.sets import points_of
from refgrader.meaning.values import Combined, Conditional, Named, Reals, Scalar, Value, Words, unnamed
from refgrader.reading.tree import Listing


def without_condition(value: Conditional, context: Context) -> Value | None:
    """What a value is without the condition beside it, which takes away none of its numbers, or which they are left.

    ``x > 2 where x < 7`` is the interval between the two; of what is no set of numbers the condition is dropped. None
    where the condition leaves nothing, or is one on words: "stable only if k > 0".
    """
    if isinstance(value.value, Words):
        return None
    given, condition = points_of(unnamed(value.value)), _condition(value, context)
    if given is None or condition is None or _is_of_another(value.value, condition):
        return value.value
    left = Reals(Combined("intersect", given.members, condition.members), given.variable, given.unit)
    if compare_sets(given, left, context).same:
        return value.value
    return left if isinstance(value.value, Reals) else None


def _condition(value: Conditional, context: Context) -> Reals | None:
    """The numbers that a condition allows its symbol; None where it is no condition on one."""
    try:
        condition = interpret(Listing("and", value.conditions), context.budget)
    except Unreadable:
        return None
    name = _symbol(condition)
    allowed = points_of(unnamed(condition)) if name else None
    return allowed and allowed._replace(variable=name)


def _is_of_another(value: Value, condition: Reals) -> bool:
    """Whether a condition is on another symbol than the one whose numbers are given; a bare number is of none."""
    name = _symbol(value)
    return name != condition.variable if name else isinstance(value, Scalar)


def _symbol(value: Value) -> str:
    """What numbers are said to be the values of; nothing where they are bare."""
    return value.variable if isinstance(value, Reals) else value.name if isinstance(value, Named) else ""
