"""Ranges of integers, said to be of integers: ``2 <= n <= 4, n ∈ ℤ`` is the set of 2, 3 and 4 (COL-30)."""

from __future__ import annotations

from typing import TypeGuard

from refgrader.compare.finding import Context
from refgrader.limits import Unreadable
from refgrader.meaning.conditions import WHOLE
from refgrader.meaning.names import INTEGERS
from refgrader.meaning.sets import whole_numbers
from refgrader.meaning.values import Conditional, Named, Reals, Value, unnamed
from refgrader.reading.tree import Chain, Sym


def says_whole(value: Value) -> TypeGuard[Conditional]:
    """Whether a value is bounds of a name of which nothing else is said than that it is whole."""
    if not isinstance(value, Conditional) or not isinstance(value.value, Reals) or len(value.conditions) != 1:
        return False
    name = Sym(value.value.variable)
    return value.conditions[0] in [Chain(("∈",), (name, domain)) for domain in WHOLE]


def as_whole_numbers(gold: Value, answer: Value, context: Context) -> tuple[Value, Value] | None:
    """A gold and an answer, one of which says it: the numbers in the range beside numbers, the bounds beside bounds.

    None where the other is a set of reals, of which the numbers between are, too: all but bounds of an n or its like.
    """
    bounds, other = (gold, answer) if says_whole(gold) else (answer, gold)
    assert isinstance(bounds, Conditional)
    assert isinstance(bounds.value, Reals)
    if isinstance(unnamed(other), Reals):
        whole: Value = bounds.value
        if not isinstance(other, Reals) or other.variable not in INTEGERS:
            return None
    else:
        natural = bounds.conditions[0] == Chain(("∈",), (Sym(bounds.value.variable), Sym("ℕ")))
        try:
            numbers = whole_numbers(bounds.value.members, natural, context.budget)
        except Unreadable:
            return None
        whole = Named(bounds.value.variable, (), numbers)
    return (whole, other) if bounds is gold else (other, whole)
