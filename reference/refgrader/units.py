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

from refgrader import lexicon
from refgrader.lexicon.nouns import singular

#: A unit as written: factors (name, power), e.g. (("kilometer", 1), ("hour", -1)).
Unit = tuple[tuple[str, int], ...]

_PREFIXES: Final = {
    "f": ("femto", "1/1000000000000000"), "p": ("pico", "1/1000000000000"), "n": ("nano", "1/1000000000"),
    "μ": ("micro", "1/1000000"), "m": ("milli", "1/1000"), "k": ("kilo", "1000"), "M": ("mega", "1000000"),
    "G": ("giga", "1000000000"), "T": ("tera", "1000000000000"),
}  # fmt: skip

DEFINITIONS: Final[dict[str, str]] = {}
SPELLINGS: Final[dict[str, str]] = {}
for _name, _definition, _spellings in lexicon.rows("unit"):
    DEFINITIONS[_name] = _definition
    SPELLINGS.update(dict.fromkeys((_name, *_spellings.split()), _name))
_SHORT_SCALED: Final[list[str]] = []
for _name, _sign, _prefixes in lexicon.rows("prefixed unit"):
    for _prefix in _prefixes.split():
        _word, _factor = _PREFIXES[_prefix]
        DEFINITIONS[_word + _name] = f"{_factor} {_name}"
        SPELLINGS.update(dict.fromkeys((_prefix + _sign, _word + _name, f"{_word}{_name}s"), _word + _name))
        _SHORT_SCALED.append(_prefix + _sign)

#: Spellings that are also ordinary variable names when they stand bare.
LETTERS: Final = frozenset(spelling for spelling in SPELLINGS if len(spelling) == 1)

#: Short spellings that are also products of common symbols: upright they are units, bare only after a spaced number.
AMBIGUOUS: Final = lexicon.words("ambiguous unit").union(_SHORT_SCALED)

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
