"""Units: how they are written, and whether two amounts are one (UNIT).

The names are a table of their own, so that reading an answer needs no units library; `pint` is loaded the first time
that two *different* units meet, with the definitions below and exact rational factors.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from refgrader.lexicon.nouns import singular

#: A unit as written: factors (name, power), e.g. (("kilometer", 1), ("hour", -1)).
Unit = tuple[tuple[str, int], ...]

#: name | definition in pint's language | spellings. An empty definition opens a dimension of its own.
_ROWS: Final = """
meter | [length] | m meters metre metres mtr 米
kilometer | 1000 meter | km kms kilometers kilometre kilometres 千米 公里
decimeter | 1/10 meter | dm decimeters decimetre decimetres
centimeter | 1/100 meter | cm cms centimeters centimetre centimetres 厘米
millimeter | 1/1000 meter | mm millimeters millimetre millimetres 毫米
micrometer | 1/1000000 meter | μm um micrometers micrometre micrometres micron microns
nanometer | 1/1000000000 meter | nm nanometers nanometre nanometres
inch | 254/10000 meter | in inches ins
foot | 12 inch | ft feet
yard | 36 inch | yd yds yards
mile | 5280 foot | mi miles
nautical_mile | 1852 meter | nmi nautical_miles
light_year | 9460730472580800 meter | ly lightyear lightyears light_years
hectare | 10000 meter**2 | ha hectares
acre | 4840 yard**2 | acres
second | [time] | s sec secs seconds 秒
millisecond | 1/1000 second | ms milliseconds
microsecond | 1/1000000 second | μs us microseconds
nanosecond | 1/1000000000 second | ns nanoseconds
minute | 60 second | min mins minutes 分钟
hour | 3600 second | h hr hrs hours 小时
day | 24 hour | days d 天
week | 7 day | weeks wk wks
month | [month] | months
year | 12 month | years yr yrs 年 岁
decade | 10 year | decades
century | 100 year | centuries
gram | [mass] | g gm gms grams gramme grammes 克
kilogram | 1000 gram | kg kgs kilograms kilogramme kilo kilos 千克 公斤
milligram | 1/1000 gram | mg milligrams
microgram | 1/1000000 gram | μg mcg micrograms
tonne | 1000000 gram | t tonnes metric_ton metric_tons
lb | 45359237/100000 gram | lbs
pound | lb | pounds
ounce | 1/16 lb | oz ounces
ton | 2000 lb | tons
liter | 1/1000 meter**3 | l L liters litre litres lt ltr
milliliter | 1/1000 liter | ml mL milliliters millilitre millilitres cc
deciliter | 1/10 liter | dl dL deciliters decilitre decilitres
centiliter | 1/100 liter | cl cL centiliters centilitre centilitres
gallon | 231 inch**3 | gal gallons
quart | 1/4 gallon | qt quarts
pint | 1/8 gallon | pints pt
cup | 1/16 gallon | cups
fluid_ounce | 1/128 gallon | floz
tablespoon | 1/256 gallon | tbsp tablespoons
teaspoon | 1/768 gallon | tsp teaspoons
ampere | [current] | A amp amps amperes
kelvin | [temperature] | K kelvins
celsius | kelvin; offset: 5463/20 | degC
fahrenheit | 5/9 * kelvin; offset: 45967/180 | degF
mole | [substance] | mol moles
millimole | 1/1000 mole | mmol millimoles
molar | 1000 mole / meter**3 | M
newton | kilogram * meter / second**2 | N newtons
newton_meter | newton * meter | Nm
kilonewton | 1000 newton | kN kilonewtons
joule | newton * meter | J joules
kilojoule | 1000 joule | kJ kilojoules
megajoule | 1000000 joule | MJ megajoules
calorie | 4184/1000 joule | cal calories
kilocalorie | 1000 calorie | kcal kilocalories
electronvolt | 1602176634/10000000000000000000000000000 joule | eV electronvolts electron_volt electron_volts
kiloelectronvolt | 1000 electronvolt | keV
megaelectronvolt | 1000000 electronvolt | MeV
gigaelectronvolt | 1000000000 electronvolt | GeV
watt | joule / second | W watts
kilowatt | 1000 watt | kW kilowatts
megawatt | 1000000 watt | MW megawatts
gigawatt | 1000000000 watt | GW gigawatts
kilowatt_hour | 3600000 joule | kWh
pascal | newton / meter**2 | Pa pascals
kilopascal | 1000 pascal | kPa kilopascals
atmosphere | 101325 pascal | atm atmospheres
bar | 100000 pascal | bars
hertz | 1 / second | Hz
kilohertz | 1000 hertz | kHz
megahertz | 1000000 hertz | MHz
gigahertz | 1000000000 hertz | GHz gigahertz
coulomb | ampere * second | C coulombs
millicoulomb | 1/1000 coulomb | mC millicoulombs
microcoulomb | 1/1000000 coulomb | μC microcoulombs
nanocoulomb | 1/1000000000 coulomb | nC nanocoulombs
volt | watt / ampere | V volts
millivolt | 1/1000 volt | mV
kilovolt | 1000 volt | kV kilovolts
milliampere | 1/1000 ampere | mA
microampere | 1/1000000 ampere | μA microamps microamperes
ohm | volt / ampere | Ω ohms Omega
kiloohm | 1000 ohm | kΩ kiloohms kilohm kilohms
megaohm | 1000000 ohm | MΩ megaohms megohm megohms
farad | coulomb / volt | F farads
microfarad | 1/1000000 farad | μF microfarads
nanofarad | 1/1000000000 farad | nF nanofarads
picofarad | 1/1000000000000 farad | pF picofarads
tesla | newton / ampere / meter | T teslas
millitesla | 1/1000 tesla | mT milliteslas
weber | tesla * meter**2 | Wb
henry | weber / ampere | henries
degree | [angle] | degrees deg degs 度
arcminute | 1/60 degree | arcminutes
arcsecond | 1/3600 degree | arcseconds
revolution | 360 degree | revolutions rev revs
radian | [radian] | rad rads radians
steradian | [steradian] | sr steradians
mph | mile / hour | mph
kph | kilometer / hour | kph kmh kmph
mpg | mile / gallon | mpg
knot | 1852 meter / hour | knots
byte | [information] | bytes B
bit | 1/8 byte | bits
kilobyte | 1000 byte | kB KB kilobytes
megabyte | 1000000 byte | MB megabytes
gigabyte | 1000000000 byte | GB gigabytes
dollar | [dollar] | dollars usd USD bucks buck
cent | 1/100 dollar | cents ¢
nickel | 5 cent | nickels
euro | [euro] | euros eur EUR €
pound_sterling | [sterling] | gbp GBP £
pence | 1/100 pound_sterling | pennies p
yen | [yen] | jpy JPY ¥
yuan | [yuan] | rmb RMB CNY 元
rupee | [rupee] | rupees Rs rs INR ₹
milliwatt | 1/1000 watt | mW milliwatts
square_unit | unit**2 | squnits
unit | [unit] | units
person | [person] | people persons
beat | [beat] | beats
bpm | beat / minute | bpm
decibel | [decibel] | dB decibels
angstrom | 1/10 nanometer | Å angstroms
torr | 101325/760 pascal | torrs Torr mmHg
rpm | revolution / minute | RPM
"""
#: unit | its sign | the prefixes that it has beside those of the rows above
_SCALED: Final = """
pascal | Pa | m M G
joule | J | p n μ m G
newton | N | n μ m M
watt | W | p n μ
volt | V | n μ M
ampere | A | p n k
coulomb | C | p
farad | F | m
tesla | T | n μ
henry | H | n μ m
second | s | f p
gram | g | p n
meter | m | f
hertz | Hz | T
ohm | Ω | μ m G
electronvolt | eV | m
mole | mol | p n μ k
molar | M | n μ m
liter | L | n
kelvin | K | m
bar | bar | m
weber | Wb | m
"""
_PREFIXES: Final = {
    "f": ("femto", "1/1000000000000000"), "p": ("pico", "1/1000000000000"), "n": ("nano", "1/1000000000"),
    "μ": ("micro", "1/1000000"), "m": ("milli", "1/1000"), "k": ("kilo", "1000"), "M": ("mega", "1000000"),
    "G": ("giga", "1000000000"), "T": ("tera", "1000000000000"),
}  # fmt: skip

DEFINITIONS: Final[dict[str, str]] = {}
SPELLINGS: Final[dict[str, str]] = {}
for _row in _ROWS.strip().splitlines():
    _name, _definition, _spellings = (part.strip() for part in _row.split("|"))
    DEFINITIONS[_name] = _definition
    for _spelling in (_name, *_spellings.split()):
        SPELLINGS[_spelling] = _name
_SHORT_SCALED: Final[list[str]] = []
for _row in _SCALED.strip().splitlines():
    _name, _sign, _prefixes = (part.strip() for part in _row.split("|"))
    for _prefix in _prefixes.split():
        _word, _factor = _PREFIXES[_prefix]
        DEFINITIONS[_word + _name] = f"{_factor} {_name}"
        SPELLINGS.update(dict.fromkeys((_prefix + _sign, _word + _name, f"{_word}{_name}s"), _word + _name))
        _SHORT_SCALED.append(_prefix + _sign)

#: Spellings that are also ordinary variable names when they stand bare.
LETTERS: Final = frozenset(spelling for spelling in SPELLINGS if len(spelling) == 1)

#: Short spellings that are also products of common symbols: upright they are units, bare only after a spaced number.
AMBIGUOUS: Final = frozenset(
    (
        "mg gm hr ms mn nm at ha ns lt cl dl cc pt um us ls in cal bar atm eV mA mV Pa Wb "
        "Nm GW mC nC kV nF pF mT mpg bpm dB"
    ).split()
).union(_SHORT_SCALED)

#: Units that say what is counted, not how much of a quantity there is; written or not, they change nothing.
CURRENCIES: Final = {"$": "dollar", "€": "euro", "£": "pound_sterling", "¥": "yen", "₹": "rupee"}


def canonical(word: str) -> str:
    """The name of the unit that `word` spells; an unknown noun is a unit of its own, in the singular."""
    mega = len(word) == 2 and word[0] == "M"  # Mm is not mm, while Cm and KM can be nothing else
    known = SPELLINGS.get(word) or (None if mega else SPELLINGS.get(word.lower()))
    return known or (word if mega else singular(word.lower()))


def is_known(word: str) -> bool:
    """Whether `word` spells a unit of the table."""
    return word in SPELLINGS or (len(word) > 2 and word.lower() in SPELLINGS)


#: Begins the name of a factor that is no unit, but a remark on the amount: ``5 m/s east``, ``3 years older``.
REMARK: Final = ", "


def remarked(unit: Unit) -> Unit:
    """The factors that are remarks on the amount."""
    return tuple(factor for factor in unit if factor[0].startswith(REMARK))


def measured(unit: Unit) -> Unit:
    """The unit without the remarks behind it."""
    return tuple(factor for factor in unit if not factor[0].startswith(REMARK))


def behind_money(factor: tuple[str, int]) -> tuple[str, int]:
    """A noun behind a price is a remark: ``\\$3 each``; what the price is for, and a unit, stay what they are."""
    name, power = factor
    return (REMARK + name, 1) if power > 0 and name not in DEFINITIONS and not name.startswith(REMARK) else factor


def simplified(unit: Unit) -> Unit:
    """The same unit with like factors merged, in a fixed order, and its nouns in the singular."""
    powers: dict[str, int] = {}
    for name, power in unit:
        name = name if name in DEFINITIONS else _in_singular(name)
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


@lru_cache(maxsize=1024)
def _in_singular(words: str) -> str:
    """``red apples`` as ``red apple``: the same noun in whatever number."""
    start, words = (REMARK, words.removeprefix(REMARK)) if words.startswith(REMARK) else ("", words)
    return start + " ".join(map(canonical, words.split(" ")))


def convertible(unit: Unit) -> bool:
    """Whether every factor is a unit of the table, or a remark on one, not a noun that is counted."""
    return all(name in DEFINITIONS for name, _ in measured(unit))


class Conversion(NamedTuple):
    """An amount in one unit, times `factor` and plus `offset`, is the amount in another."""

    factor: Fraction
    offset: Fraction

    def inverse(self) -> Conversion:
        """From the other unit to the one."""
        return Conversion(1 / self.factor, -self.offset / self.factor)


def conversion(source: Unit, target: Unit) -> Conversion | None:
    """How an amount in `source` becomes one in `target`; None where they measure different things (UNIT)."""
    source, target = simplified(measured(source)), simplified(measured(target))
    if source == target:
        return Conversion(Fraction(1), Fraction(0))
    if not convertible(source + target):
        return None
    return _convert(source, target)


_LOCK: Final = threading.Lock()


@lru_cache(maxsize=512)
def _convert(source: Unit, target: Unit) -> Conversion | None:
    if any("offset" in DEFINITIONS[name] for name, _ in source + target):
        return _on_a_scale(source, target)
    factor, dimensions = Fraction(1), Counter[str]()
    for unit, side in ((source, 1), (target, -1)):
        for name, power in unit:
            size, base = _in_base_units(name)
            factor *= size ** (side * power)
            for dimension, exponent in base:
                dimensions[dimension] += side * power * exponent
    return None if any(dimensions.values()) else Conversion(factor, Fraction(0))


@lru_cache(maxsize=512)
def _in_base_units(name: str) -> tuple[Fraction, tuple[tuple[str, int], ...]]:
    """How many of its base units a unit is, and the powers of these."""
    with _LOCK:
        registry = _registry()
        _define(registry, name)
        quantity = registry.Quantity(Fraction(1), _spell(((name, 1),))).to_root_units()
        return Fraction(quantity.magnitude), tuple((str(base), int(power)) for base, power in quantity.unit_items())


def _on_a_scale(source: Unit, target: Unit) -> Conversion | None:
    """Temperatures, whose scales have zeros of their own (UNIT-6)."""
    import pint

    with _LOCK:
        registry = _registry()
        for name, _ in source + target:
            _define(registry, name)
        try:
            one, nought = (registry.convert(Fraction(k), _spell(source), _spell(target)) for k in (1, 0))
        except (pint.DimensionalityError, pint.OffsetUnitCalculusError):
            return None
    return Conversion(Fraction(one - nought), Fraction(nought))


def _spell(unit: Unit) -> Any:
    from pint.util import UnitsContainer

    return UnitsContainer({name: Fraction(power) for name, power in unit}, non_int_type=Fraction)


@lru_cache(maxsize=1)
def _registry() -> Any:
    """A registry that knows no unit yet: the whole table would take longer than most verdicts."""
    import pint

    return pint.UnitRegistry(None, non_int_type=Fraction, cache_folder=None)


def _define(registry: Any, name: str) -> None:
    """Make a unit of the table known, after those that define it."""
    if name in registry._units:
        return
    for word in re.findall(r"(?<!\[)\b[a-z_]+", DEFINITIONS[name]):
        if word in DEFINITIONS:
            _define(registry, word)
    registry.define(f"{name} = {DEFINITIONS[name]}")
