"""Quantities: units, money, temperatures, angles, times and dates (chapter 4 of the spec, and TXT-17)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import PI, over, times
from gradespec.fuzz.kinds.numbers import decimal, ended, places
from gradespec.fuzz.model import Answer, Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.signs import UNICODE

# --- units -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its sign, its names for one and for several, what it measures and how many of the base unit it is."""

    sign: str
    one: str
    many: str
    measures: str
    factor: Fraction


#: Sign, name, plural, what it measures, how many of the base unit.
_ROWS: Final = """
m      meter                meters                length  1
cm     centimeter           centimeters           length  1/100
mm     millimeter           millimeters           length  1/1000
km     kilometer            kilometers            length  1000
in     inch                 inches                length  0.0254
ft     foot                 feet                  length  0.3048
kg     kilogram             kilograms             mass    1
g      gram                 grams                 mass    1/1000
mg     milligram            milligrams            mass    1/1000000
s      second               seconds               time    1
min    minute               minutes               time    60
h      hour                 hours                 time    3600
L      liter                liters                volume  1
mL     milliliter           milliliters           volume  1/1000
m^2    square meter         square meters         area    1
cm^2   square centimeter    square centimeters    area    1/10000
km^2   square kilometer     square kilometers     area    1000000
km/h   kilometer per hour   kilometers per hour   speed   5/18
m/s    meter per second     meters per second     speed   1
J      joule                joules                energy  1
kJ     kilojoule            kilojoules            energy  1000
W      watt                 watts                 power   1
kW     kilowatt             kilowatts             power   1000
"""
UNITS: Final = tuple(
    Unit(sign, one, many, measures, Fraction(factor))
    for sign, one, many, measures, factor in (re.split(r"  +", row) for row in _ROWS.strip().splitlines())
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """So many of a unit."""

    number: Fraction
    unit: Unit

    @property
    def base(self) -> Fraction:
        """The number of base units."""
        return self.number * self.unit.factor


def _draw(choices: Choices) -> Quantity:
    return Quantity(Fraction(choices.between(1, 200), choices.pick((1, 1, 2, 4, 10))), choices.pick(UNITS))


def _number(number: Fraction, pen: Pen) -> str:
    try:
        return ended(number, pen)
    except Unwritable:
        return pen.write(number)


def _by_sign(one: Quantity, pen: Pen) -> str:
    """The upright sign; beside it a lone letter would be a symbol (UNIT-11)."""
    base, power, exponent = one.unit.sign.partition("^")
    return pen.sign("unit", _number(one.number, pen), base) + power + exponent


def _by_bare_sign(one: Quantity, pen: Pen) -> str | None:
    if pen.latex:
        return None
    sign = one.unit.sign.replace("^2", "²") if pen.dialect == UNICODE else one.unit.sign
    return pen.sign("unit in words", _number(one.number, pen), sign)


def _by_name(one: Quantity, pen: Pen) -> str:
    return pen.sign("unit in words", _number(one.number, pen), one.unit.one if one.number == 1 else one.unit.many)


def _converted(one: Quantity, pen: Pen) -> str | None:
    others = [unit for unit in UNITS if unit.measures == one.unit.measures and unit != one.unit]
    if not others:
        return None
    unit = pen.choices.pick(others)
    number = one.base / unit.factor
    if not Fraction(1, 1000) <= number < 10**7:
        return None
    places(number)  # a decimal that ends
    return (_by_sign if pen.has("unit") and pen.choices.chance(2) else _by_name)(Quantity(number, unit), pen)


def _other_unit(*, alike: bool) -> Callable[[Quantity, Choices], Quantity]:
    """Another unit, of what the right one measures or of something else."""

    def change(one: Quantity, choices: Choices) -> Quantity:
        units = [unit for unit in UNITS if (unit.measures == one.unit.measures) == alike]
        return replace(one, unit=choices.pick(units))

    return change


def _differ(one: Quantity, other: Quantity) -> bool:
    return one.unit.measures != other.unit.measures or abs(one.base - other.base) * 100 > max(one.base, other.base)


_QUANTITY: Final = Kind(
    "quantity",
    "scalar",
    _draw,
    (
        Way("sign of the unit", "UNIT-3", _by_sign),
        Way("name of the unit", "UNIT-3", _by_name),
        Answer("bare sign of the unit", "UNIT-11", _by_bare_sign),
        Answer("converted", "UNIT-2", _converted),
        Right("without a unit", "UNIT-1", lambda one, pen: _number(one.number, pen)),
    ),
    (
        Mistake("unit of another size", "UNIT-2", _other_unit(alike=True)),
        Mistake("unit of another kind", "UNIT-2", _other_unit(alike=False)),
        Mistake("number changed", "UNIT-2", lambda one, choices: replace(one, number=one.number + 1)),
        Mistake("power of ten", "UNIT-2", lambda one, choices: replace(one, number=one.number * 10)),
        Mistake("doubled", "UNIT-2", lambda one, choices: replace(one, number=one.number * 2)),
    ),
    (Slip("wrong number, no unit", "UNIT-1", lambda one, pen: _number(one.number * 100, pen)),),
    _differ,
)


# --- money -------------------------------------------------------------------------------------------------


def _amount(count: Fraction) -> str:
    return decimal(count, 2 if count.denominator > 1 else 0)


def _dollars(count: Fraction, pen: Pen) -> str:
    return pen.sign("dollars", decimal(count, 2 if count.denominator > 1 or pen.choices.chance(2) else 0))


def _in_currency(*names: str) -> Callable[[Fraction, Pen], str]:
    return lambda count, pen: pen.choices.pick(names) % _amount(count)


_MONEY: Final = Kind(
    "money",
    "words",
    lambda choices: Fraction(choices.between(1, 400), choices.pick((1, 1, 4, 20))) + 1,
    (
        Way("dollar sign", "UNIT-7", _dollars),
        Way(
            "dollars in words",
            "UNIT-7",
            lambda n, pen: pen.beside(_amount(n), "dollars") if n != 1 else None,
        ),
        Answer("cents", "UNIT-7", lambda count, pen: f"{int(count * 100)} cents"),
        Right("bare dollar sign", "UNIT-7", lambda count, pen: None if pen.latex else "$" + _amount(count)),
        Right("without a sign", "UNIT-1", lambda count, pen: _amount(count)),
    ),
    (
        Mistake("amount changed", "UNIT-7", lambda count, choices: count + 1),
        Mistake("power of ten", "UNIT-7", lambda count, choices: count * choices.pick((10, 100))),
    ),
    (
        Slip("other currency", "UNIT-7", _in_currency("€%s", "£%s", "%s euros", "%s yen")),
        Slip("cents for dollars", "UNIT-7", _in_currency("%s cents", "%s¢")),
    ),
)


# --- temperatures ------------------------------------------------------------------------------------------


def _in_scale(letter: str, of: Callable[[Fraction], Fraction]) -> Callable[[Fraction, Pen], str]:
    def write(celsius: Fraction, pen: Pen) -> str:
        text = ended(of(celsius), pen)
        return rf"{text}^\circ \text{{{letter}}}" if pen.latex else f"{text} °{letter}"

    return write


def _kelvin(celsius: Fraction, pen: Pen) -> str:
    return pen.sign("unit" if pen.has("unit") else "unit in words", ended(celsius + Fraction("273.15"), pen), "K")


_TEMPERATURE: Final = Kind(
    "temperature",
    "scalar",
    lambda choices: Fraction(5 * choices.between(-20, 60)),
    (
        Way("Celsius", "UNIT-6", _in_scale("C", lambda celsius: celsius)),
        Way("Fahrenheit", "UNIT-6", _in_scale("F", lambda celsius: celsius * 9 / 5 + 32)),
        Answer("kelvins", "UNIT-6", _kelvin),
    ),
    (
        Mistake("temperature changed", "UNIT-6", lambda celsius, choices: celsius + choices.pick((5, 10, -5, -10))),
        Mistake("sign", "UNIT-6", lambda celsius, choices: -celsius),
    ),
    (
        Slip("without the 32", "UNIT-6", _in_scale("F", lambda celsius: celsius * 9 / 5)),
        Slip("a length", "UNIT-2", lambda c, pen: pen.sign("unit in words", str(abs(int(c)) + 1), "centimeters")),
    ),
)


# --- angles ------------------------------------------------------------------------------------------------


def _degrees(angle: Fraction, pen: Pen) -> str:
    return pen.sign("degrees", str(int(angle)))


def _radians(angle: Fraction, pen: Pen) -> str:
    turn = angle / 180
    return pen.write(over(times(turn.numerator, PI), turn.denominator))


_ANGLE_MISTAKES: Final = (
    Mistake("complement", "NUM-20", lambda angle, choices: 90 - angle if angle < 90 else None),
    Mistake("supplement", "NUM-20", lambda angle, choices: 180 - angle if angle < 180 else None),
    Mistake("doubled", "NUM-20", lambda angle, choices: angle * choices.pick((Fraction(2), Fraction(1, 2)))),
)


def _draw_angle(choices: Choices) -> Fraction:
    return Fraction(choices.pick((5, 6, 15)) * choices.between(1, 24))


def _whole_degrees(one: Fraction, other: Fraction) -> bool:
    return one != other and other.denominator == 1 and other > 0


_ANGLES: Final = (
    Kind(
        "angle in degrees",
        "scalar",
        _draw_angle,
        (
            Way("degree sign", "NUM-20", _degrees),
            Answer("degrees in words", "UNIT-9", lambda angle, pen: pen.beside(str(int(angle)), "degrees")),
            Right("without a sign", "UNIT-9", lambda angle, pen: str(int(angle))),
            Answer("radians", "NUM-20", _radians),
        ),
        _ANGLE_MISTAKES,
        (),
        _whole_degrees,
    ),
    Kind(
        "angle in radians",
        "scalar",
        _draw_angle,
        (Way("radians", "NUM-20", _radians), Answer("degree sign", "NUM-20", _degrees)),
        _ANGLE_MISTAKES,
        (Slip("number of degrees", "NUM-20", lambda angle, pen: str(int(angle))),),
        _whole_degrees,
    ),
)


# --- times and dates ---------------------------------------------------------------------------------------


def _twelve_hours(minutes: int, pen: Pen) -> str:
    hour, minute = divmod(minutes, 60)
    half = pen.choices.pick(("AM", "a.m.", "am") if hour < 12 else ("PM", "p.m.", "pm"))
    return pen.beside(f"{hour % 12 or 12}:{minute:02}", half)


def _twenty_four_hours(minutes: int, pen: Pen) -> str | None:
    """A time that cannot be one of twelve hours."""
    return f"{minutes // 60}:{minutes % 60:02}" if minutes >= 13 * 60 else None


def _off(*by: int) -> Callable[[int, Choices], int]:
    return lambda minutes, choices: (minutes + choices.pick(by)) % 1440


_TIME: Final = Kind(
    "time of day",
    "words",
    lambda choices: choices.below(24) * 60 + choices.pick((0, 5, 15, 30, 42, 59)),
    (
        Way("twelve hours", "NUM-16", _twelve_hours),
        Answer("twenty-four hours", "NUM-16", _twenty_four_hours),
    ),
    (
        Mistake("other half of the day", "NUM-16", lambda minutes, choices: (minutes + 720) % 1440),
        Mistake("an hour off", "NUM-16", _off(60, -60)),
        Mistake("a minute off", "NUM-16", _off(1, 10, -1)),
    ),
)

_MONTHS: Final = ("January February March April May June July August September October November December").split()


def _date(template: str) -> Callable[[tuple[int, int], Pen], str]:
    def write(date: tuple[int, int], pen: Pen) -> str:
        return template.format(month=_MONTHS[date[0]], day=date[1], th=ending(date[1]))

    return write


def ending(number: int) -> str:
    """The letters that make a numeral an ordinal."""
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


_DATE: Final = Kind(
    "date",
    "words",
    lambda choices: (choices.below(12), choices.between(1, 28)),
    (
        Way("month first", "TXT-17", _date("{month} {day}")),
        Answer("day first", "TXT-17", _date("{day} {month}")),
        Answer("month of three letters", "TXT-17", _date("{month:.3} {day}")),
        Answer("ordinal day", "TXT-17", _date("{month} {day}{th}")),
    ),
    (
        Mistake("other month", "TXT-17", lambda date, choices: ((date[0] + choices.between(1, 11)) % 12, date[1])),
        Mistake("other day", "TXT-17", lambda date, choices: (date[0], date[1] % 28 + 1)),
    ),
)

KINDS: Final = (_QUANTITY, _MONEY, _TEMPERATURE, *_ANGLES, _TIME, _DATE)
