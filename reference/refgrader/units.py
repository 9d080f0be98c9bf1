"""Units: how they are written, and whether two amounts are one (UNIT).

The sizes of units are worked out ahead, in ``lexicon/units.txt``, so that no verdict needs a units library.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from flint import fmpq

from refgrader import lexicon
from refgrader.lexicon.nouns import singular

#: A unit as written: factors (name, power), e.g. (("kilometer", 1), ("hour", -1)).
Unit = tuple[tuple[str, int], ...]
DEGREES: Final[Unit] = (("degree", 1),)
RADIANS: Final[Unit] = (("radian", 1),)

#: Sign -> name and power of ten.
PREFIXES: Final = {
    "a": ("atto", -18), "f": ("femto", -15), "p": ("pico", -12), "n": ("nano", -9), "μ": ("micro", -6),
    "m": ("milli", -3), "c": ("centi", -2), "d": ("deci", -1), "h": ("hecto", 2), "k": ("kilo", 3),
    "M": ("mega", 6), "G": ("giga", 9), "T": ("tera", 12), "P": ("peta", 15), "E": ("exa", 18),
}  # fmt: skip

#: The units that there are: how much of which base units each is, ``joule`` ``1000 gram meter^2 second^-2``; behind a
#: prefix with its power of ten, ``kilojoule`` ``1000e3 gram meter^2 second^-2``.
SIZES: Final = dict(lexicon.table("size of a unit"))
_ZEROS: Final = lexicon.table("zero of a scale")
SPELLINGS: Final[dict[str, str]] = {}
for _name, _, _spellings in lexicon.rows("unit"):
    SPELLINGS.update(dict.fromkeys((_name, *_spellings.split()), _name))
_SHORT_SCALED: Final[list[str]] = []
for _name, _sign, _prefixes in lexicon.rows("prefixed unit"):
    _size, _, _bases = SIZES.get(_name, "1").partition(" ")  # a new row is there before its size is worked out
    for _prefix in _prefixes.split():
        _said, _power = PREFIXES[_prefix]
        _scaled = _said + _name
        _short = [f"{_written}{_sign}" for _written in (("μ", "u") if _prefix == "μ" else (_prefix,))]
        _SHORT_SCALED.extend(_spelling for _spelling in _short if _spelling not in SPELLINGS)
        for _spelling in (*_short, _scaled, f"{_scaled}s"):
            SPELLINGS.setdefault(_spelling, _scaled)
        SIZES.setdefault(_scaled, f"{_size}e{_power} {_bases}")

#: Spellings that are also ordinary variable names when they stand bare.
LETTERS: Final = frozenset(spelling for spelling in SPELLINGS if len(spelling) == 1)

#: Short spellings that are also products of common symbols: upright they are units, bare only after a spaced number.
AMBIGUOUS: Final = lexicon.words("ambiguous unit").union(_SHORT_SCALED) - lexicon.words("plain unit")

#: Units that say what is counted, not how much of a quantity there is; written or not, they change nothing.
CURRENCIES: Final = {"$": "dollar", "€": "euro", "£": "pound_sterling", "¥": "yen_or_yuan", "₹": "rupee"}


#: What people count time in.
OF_TIME: Final = frozenset("second minute hour day week month year".split())


def canonical(word: str) -> str:
    """The name of the unit that `word` spells; an unknown noun is a unit of its own, in the singular."""
    mega = len(word) == 2 and word[0] == "M"  # Mm is not mm, while Cm and KM can be nothing else
    known = SPELLINGS.get(_with_small_kilo(word)) or (None if mega else SPELLINGS.get(word.lower()))
    return known or (word if mega else singular(word.lower()))


def _with_small_kilo(word: str) -> str:
    """``KJ`` as ``kJ``: no other prefix is a K."""
    return f"k{word[1:]}" if word[:1] == "K" and word not in SPELLINGS else word


def is_known(word: str) -> bool:
    """Whether `word` spells a unit of the table."""
    return _with_small_kilo(word) in SPELLINGS or (len(word) > 2 and word.lower() in SPELLINGS)


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
    return (REMARK + name, 1) if power > 0 and name not in SIZES and not name.startswith(REMARK) else factor


def simplified(unit: Unit) -> Unit:
    """The same unit with like factors merged, in a fixed order, and its nouns in the singular."""
    powers: dict[str, int] = {}
    for name, power in unit:
        name = name if name in SIZES else _in_singular(name)
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


@lru_cache(maxsize=1024)
def _in_singular(words: str) -> str:
    """``red apples`` as ``red apple``, ``push-ups`` as ``push up``: the same noun in whatever number."""
    start, words = (REMARK, words.removeprefix(REMARK)) if words.startswith(REMARK) else ("", words)
    apart = words.replace("-", " ").split(" ")
    return start + " ".join([canonical(word) if len(word) > 1 else word.lower() for word in apart])  # T-shirts


def convertible(unit: Unit) -> bool:
    """Whether every factor is a unit of the table, or a remark on one, not a noun that is counted."""
    return all(name in SIZES for name, _ in measured(unit))


class Conversion(NamedTuple):
    """An amount in one unit, times `factor` and plus `offset`, is the amount in another."""

    factor: fmpq
    offset: fmpq

    def inverse(self) -> Conversion:
        """From the other unit to the one."""
        return Conversion(1 / self.factor, -self.offset / self.factor)


#: "Square units" and "cubic units", which are of an area and of a volume.
OF_SPACE: Final[tuple[Unit, ...]] = ((("unit", 2),), (("unit", 3),))


def conversion(source: Unit, target: Unit) -> Conversion | None:
    """How an amount in `source` becomes one in `target`; None where they measure different things (UNIT)."""
    source, target = simplified(measured(source)), simplified(measured(target))
    if source == target:
        return Conversion(fmpq(1), fmpq(0))
    if not convertible(source + target):
        return None
    return _convert(source, target)


@lru_cache(maxsize=512)
def _convert(source: Unit, target: Unit) -> Conversion | None:
    (size, base, zero), (other_size, other_base, other_zero) = map(_in_base_units, (source, target))
    if base != other_base or zero is None or other_zero is None:
        return None
    return Conversion(size / other_size, (zero - other_zero) / other_size)


@lru_cache(maxsize=512)
def _in_base_units(unit: Unit) -> tuple[fmpq, Unit, fmpq | None]:
    """How many of its base units a unit is, these, and where its zero lies.

    A scale with a zero of its own stands alone (UNIT-6): in ``°C^2`` and ``°C/s``, the zero lies nowhere.
    """
    size, powers = fmpq(1), Counter[str]()
    for name, power in unit:
        number, *bases = SIZES[name].split()
        written, _, scale = number.partition("e")
        size *= (fmpq(written) * fmpq(10) ** int(scale or 0)) ** power
        for base, _, exponent in (base.partition("^") for base in bases):
            powers[base] += power * int(exponent or 1)
    zeros = [fmpq(_ZEROS[name]) for name, _ in unit if name in _ZEROS]
    zero = fmpq(0) if not zeros else zeros[0] if len(unit) == 1 and unit[0][1] == 1 else None
    return size, tuple(sorted((base, power) for base, power in powers.items() if power)), zero
