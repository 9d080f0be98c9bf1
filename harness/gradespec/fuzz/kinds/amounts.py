"""Amounts in two units of one kind, from larger to smaller: hours and minutes, feet and inches (UNIT-12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.kinds.numbers import exact
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen


@dataclass(frozen=True, slots=True)
class Scale:
    """Two units: their names for one and for several, and how many of the small are one of the large."""

    large: tuple[str, str]
    small: tuple[str, str]
    ratio: int


SCALES: Final = (
    Scale(("hour", "hours"), ("minute", "minutes"), 60),
    Scale(("minute", "minutes"), ("second", "seconds"), 60),
    Scale(("foot", "feet"), ("inch", "inches"), 12),
    Scale(("kilogram", "kilograms"), ("gram", "grams"), 1000),
    Scale(("meter", "meters"), ("centimeter", "centimeters"), 100),
    Scale(("day", "days"), ("hour", "hours"), 24),
)


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of the small unit, more than one of the large."""

    count: int
    scale: Scale

    @property
    def split(self) -> tuple[int, int]:
        """How many of the large unit, and of the small besides."""
        return divmod(self.count, self.scale.ratio)


def _draw(choices: Choices) -> Amount:
    scale = choices.pick(SCALES)
    found = Amount(scale.ratio * choices.between(1, 9) + choices.between(1, scale.ratio - 1), scale)
    if 0 in found.split:
        raise NotAsked("one unit is enough")
    return found


def _said(count: str, names: tuple[str, str], pen: Pen) -> str:
    return pen.sign("unit in words", count, names[count != "1"])


def _two_units(one: Amount, pen: Pen) -> str:
    large, small = one.split
    return f"{_said(str(large), one.scale.large, pen)} {_said(str(small), one.scale.small, pen)}"


def _large_unit(one: Amount, pen: Pen) -> str:
    return _said(exact(Fraction(one.count, one.scale.ratio)), one.scale.large, pen)


def _read_off(join: str) -> Callable[[Amount, Pen], str | None]:
    """The digits of both side by side, as one number of the large unit, which may happen to be right."""

    def write(one: Amount, pen: Pen) -> str | None:
        text = join.join(map(str, one.split))
        return _said(text, one.scale.large, pen) if Fraction(text) * one.scale.ratio != one.count else None

    return write


def _exchanged(one: Amount, choices: Choices) -> Amount:
    large, small = one.split
    return replace(one, count=small * one.scale.ratio + large)


KINDS: Final = (
    Kind(
        "amount in two units",
        "words",
        _draw,
        (
            Way("two units", "UNIT-12", _two_units),
            Way("small unit", "UNIT-12", lambda one, pen: _said(str(one.count), one.scale.small, pen)),
            Answer("large unit", "UNIT-12", _large_unit),
        ),
        (
            Mistake("small unit off by one", "UNIT-12", lambda one, choices: replace(one, count=one.count + 1)),
            Mistake(
                "large unit off by one", "UNIT-12", lambda one, choices: replace(one, count=one.count + one.scale.ratio)
            ),
            Mistake("numbers exchanged", "UNIT-12", _exchanged),
        ),
        (
            Slip("digits side by side", "UNIT-12", _read_off("")),
            Slip("small unit as decimals", "UNIT-12", _read_off(".")),
            Slip("small unit lost", "UNIT-12", lambda one, pen: _said(str(one.split[0]), one.scale.large, pen)),
        ),
    ),
)
