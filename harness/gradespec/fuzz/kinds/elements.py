"""The numbers that stand in collections and at the ends of intervals, as formulas, and how they go wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import PI, Formula, Number, formula, over, sqrt, times
from gradespec.fuzz.kinds.numbers import ended
from gradespec.fuzz.kinds.rows import at_one, unlike_sets
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import apart, value

Elements = tuple[Formula, ...]

_SURDS: Final = (2, 3, 5, 6, 7, 10, 11, 13)


def element(choices: Choices) -> Formula:
    """A number: mostly an integer or a fraction, at times with a root or with pi."""
    sort = choices.below(8)
    if sort < 4:
        return formula(choices.below(choices.pick((10, 100))) * choices.pick((1, -1)))
    if sort < 6:
        return formula(Fraction(choices.small(), choices.between(2, 9)))
    irrational = sqrt(choices.pick(_SURDS)) if sort == 6 else PI
    return over(times(choices.small(), irrational), choices.between(1, 4))


def elements(choices: Choices, low: int, high: int) -> Elements:
    """Different numbers, from `low` to `high` of them."""
    found = choices.some(choices.between(low, high), lambda: element(choices))
    if len(found) < low or not all_apart(found):
        raise NotAsked("too few different numbers")
    return found


def all_apart(items: Elements) -> bool:
    """Whether no two of the numbers are equal."""
    values = [value(item) for item in items]
    return all(apart(one, other) for place, one in enumerate(values) for other in values[:place])


def size(one: Formula) -> Any:
    """The value, to sort by."""
    found = value(one)
    return found.numerator / found.denominator if isinstance(found, Fraction) else float(found)


def unlike(one: Formula, other: Formula) -> bool:
    """Whether two numbers are different."""
    return apart(value(one), value(other))


def differ_in_order(one: Elements, other: Elements) -> bool:
    """Whether the two are different rows."""
    return len(one) != len(other) or any(map(unlike, one, other))


def differ_as_sets(one: Elements, other: Elements) -> bool:
    """Whether some number is in one of the two and not in the other."""
    return unlike_sets(one, other, unlike)


def changed(one: Formula, choices: Choices) -> Formula:
    """Another number, near in writing."""
    if isinstance(one, Number):
        number = one.value
        reciprocal = 1 / number if number else number + 2
        return formula(choices.pick((number + 1, number - 1, -number, number * 10, reciprocal)))
    return choices.pick((times(2, one), -one, times(Fraction(1, 2), one)))


#: The numbers with another one in place of one of them.
one_changed: Final = at_one(changed)


def written(one: Formula, pen: Pen) -> str:
    """The number, at times as a decimal or unreduced."""
    if isinstance(one, Number) and one.value.denominator in (2, 4, 5, 8) and pen.choices.chance(3):
        return ended(one.value, pen)
    return pen.write(one)


def listed(items: Elements, pen: Pen) -> str:
    """The numbers with commas."""
    return pen.listed([written(item, pen) for item in items])
