"""Vectors by their unit vectors, as rows, columns and multiples (COL-31 to COL-34)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.kinds.rows import at_one
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen

Vector = tuple[int, int, int]

_UNITS: Final = (r"\mathbf{%s}", r"\hat{%s}", r"\vec{%s}", r"\boldsymbol{%s}")


def _draw(choices: Choices) -> Vector:
    """A vector in space: without its last coordinate it could as well be one in the plane."""
    first, second = (0 if choices.chance(5) else choices.small() for _ in range(2))
    if first == second == 0:
        raise NotAsked("a multiple of one unit vector")
    return first, second, choices.small()


def _combination(vector: Vector, pen: Pen) -> str | None:
    if not pen.latex:  # upright letters need it
        return None
    unit, text = pen.choices.pick(_UNITS), ""
    for coefficient, letter in zip(vector, "ijk", strict=True):
        if coefficient:
            sign = pen.sign("minus" if coefficient < 0 else "plus") if text else "-" if coefficient < 0 else ""
            text += sign + (str(abs(coefficient)) if abs(coefficient) > 1 else "") + unit % letter
    return text


def _tuple(vector: Iterable[int], pen: Pen) -> str:
    return pen.sign("tuple", pen.listed([pen.write(one) for one in vector]))


def _column(vector: Iterable[int | Fraction], pen: Pen) -> str:
    return pen.sign("matrix", pen.sign("row").join(pen.write(one) for one in vector))


def _multiple(vector: Vector, pen: Pen) -> str:
    """The column with a common factor, or a common denominator, in front."""
    divisor = gcd(*vector)
    factor = Fraction(divisor if divisor > 1 else Fraction(1, pen.choices.between(2, 5)))
    return pen.write(factor) + _column([one / factor for one in vector], pen)


KINDS: Final = (
    Kind(
        "vector",
        "math",
        _draw,
        (
            Way("unit vectors", "COL-33", _combination),
            Way("row", "COL-32", _tuple),
            Way("column", "COL-32", _column),
            Answer("multiple", "COL-34", _multiple),
        ),
        (
            Mistake("sign of a coordinate", "COL-33", at_one(lambda one, choices: -one)),
            Mistake("coordinate off by one", "COL-33", at_one(lambda one, choices: one + choices.pick((1, -1)))),
            Mistake("turned round", "COL-32", lambda vector, choices: vector[::-1]),
            Mistake("opposite", "COL-34", lambda vector, choices: tuple(-one for one in vector)),
        ),
        (
            Slip(
                "absent coordinate dropped",
                "COL-33",
                lambda vector, pen: _tuple(filter(None, vector), pen) if 0 in vector else None,
            ),
            Slip("square of the length", "COL-32", lambda vector, pen: pen.write(sum(one * one for one in vector))),
        ),
        lambda one, other: one != other and other[2] != 0,
    ),
)
