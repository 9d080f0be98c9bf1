"""Vectors by their unit vectors, as rows, columns and multiples (COL-31 to COL-34)."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import formula
from gradespec.fuzz.model import ANSWER, Kind, Mistake, NotAsked, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable

Vector = tuple[int, int, int]

_UNITS: Final = (r"\mathbf{%s}", r"\hat{%s}", r"\vec{%s}", r"\boldsymbol{%s}")


def _draw(choices: Choices) -> Vector:
    """A vector in space: without its last coordinate it could as well be one in the plane."""
    first, second = (0 if choices.chance(5) else choices.small() for _ in range(2))
    if first == second == 0:
        raise NotAsked("a multiple of one unit vector")
    return first, second, choices.small()


def _combination(vector: Vector, pen: Pen) -> str:
    if not pen.latex:
        raise Unwritable("upright letters need LaTeX")
    unit, text = pen.choices.pick(_UNITS), ""
    for coefficient, letter in zip(vector, "ijk", strict=True):
        if coefficient:
            sign = pen.sign("minus" if coefficient < 0 else "plus") if text else "-" if coefficient < 0 else ""
            text += sign + (str(abs(coefficient)) if abs(coefficient) > 1 else "") + unit % letter
    return text


def _row(vector: Vector, pen: Pen) -> str:
    return pen.sign("tuple", pen.listed([pen.write(one) for one in vector]))


def _column(vector: Vector, pen: Pen) -> str:
    return pen.sign("matrix", pen.sign("row").join(pen.write(one) for one in vector))


def _multiple(vector: Vector, pen: Pen) -> str:
    """The column with a common factor, or a common denominator, in front."""
    divisor = gcd(*vector)
    factor = Fraction(divisor if divisor > 1 else Fraction(1, pen.choices.between(2, 5)))
    inside = [formula(Fraction(one) / factor) for one in vector]
    return pen.write(factor) + pen.sign("matrix", pen.sign("row").join(map(pen.write, inside)))


def _at(place: int, vector: Vector, number: int) -> Vector:
    made = [*vector]
    made[place] = number
    return made[0], made[1], made[2]


def _sign(vector: Vector, choices: Choices) -> Vector:
    place = choices.below(3)
    return _at(place, vector, -vector[place])


def _off(vector: Vector, choices: Choices) -> Vector:
    place = choices.below(3)
    return _at(place, vector, vector[place] + choices.pick((1, -1)))


def _absent_dropped(vector: Vector, pen: Pen) -> str:
    """The coefficients that are seen, as a shorter tuple."""
    if 0 not in vector:
        raise Unwritable("none is absent")
    return pen.sign("tuple", pen.listed([pen.write(one) for one in vector if one]))


def _length(vector: Vector, pen: Pen) -> str:
    return pen.write(sum(one * one for one in vector))


KINDS: Final = (
    Kind(
        "vector",
        "math",
        _draw,
        (
            Way("unit vectors", "COL-33", _combination),
            Way("row", "COL-32", _row),
            Way("column", "COL-32", _column),
            Way("multiple", "COL-34", _multiple, ANSWER),
        ),
        (
            Mistake("sign of a coordinate", "COL-33", _sign),
            Mistake("coordinate off by one", "COL-33", _off),
            Mistake("turned round", "COL-32", lambda vector, choices: vector[::-1]),
            Mistake("opposite", "COL-34", lambda vector, choices: tuple(-one for one in vector)),
        ),
        (
            Slip("absent coordinate dropped", "COL-33", _absent_dropped),
            Slip("square of the length", "COL-32", _length),
        ),
        lambda one, other: one != other and other[2] != 0,
    ),
)
