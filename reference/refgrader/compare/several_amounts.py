"""Amounts of different things that a sentence tells, given alone: "500 ft at t = 10 s" (TXT-28)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from refgrader import units
from refgrader.compare.words import without_command
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural
from refgrader.reading.notation import DENIALS

#: How a formula is set, and that a value is rounded, which says nothing else of it.
_MARKUP: Final = late(r"\\(?:q?quad|[,;: ]|approx|mathrm)(?![a-z])|\^ ?\{? ?\\circ|[{}≈~*°]|(?<!\\)\$|\\circ")
_PRICE: Final = late(r"(?:\\\$ ?|\$(?=[^$]{0,200}\Z))(\d[\d.,]{0,15}\d|\d)")
#: So much of a unit, or so many things; and an angle from one direction to another.
_AMOUNT: Final = late(
    r"(?<![\w.,-])(?:(\d[\d.,]{0,15}\d|\d) ?([a-z]+)(?: per ([a-z]+))?|[NS] ?\d[\d.]{0,9} ?[EW])(?![\w'-])"
)
_PART: Final = late(rf"{_AMOUNT.pattern}|\\?[A-Za-z]{{2,}}|[^A-Za-z\s,.;:=_()-]|(?<![a-z])-")
#: What stands between amounts and says nothing of them.
_JOINS: Final = frozenset("and at after is of the with about approximately when".split())
#: A letter with one of these as its index tells an extreme value.
_EXTREMES: Final = {r"\max": "maximum", r"\min": "minimum", "max": "maximum", "min": "minimum"}
#: A sentence with one of these tells more of an amount than how much it is.
_TELLS_MORE: Final = DENIALS | frozenset("if or than least most each every".split())


def are_given(gold: str, answer: str) -> bool:
    """Whether an answer gives the amounts that a sentence tells, each in a unit of its kind, and says no more of them
    than the sentence does, in its order."""
    parts = _parts(gold)
    ours = [part for part in parts if _AMOUNT.fullmatch(part)]
    alike = [two for two in combinations(ours, 2) if _of_one_kind(*two)]
    if len(ours) < 2 or alike or not _TELLS_MORE.isdisjoint(parts) or not all(map(_is_measured, ours)):
        return False
    from refgrader.verify import is_same

    told = []
    for part in _parts(answer):
        is_amount = _AMOUNT.fullmatch(part)
        same = [one for one in ours if _of_one_kind(one, part) and is_same(one, part)] if is_amount else [part]
        told += same or [part]
    given = [part for part in told if part in ours]
    extremes = {_EXTREMES[part] for part in told if part in _EXTREMES}
    said = [part for part in told if part not in _JOINS and part not in _EXTREMES]
    in_order = iter(parts)
    is_told_so = len(said) == len(given) or all(part in in_order for part in said)
    return sorted(given) == sorted(ours) and is_told_so and extremes.issubset(parts)


@lru_cache(maxsize=64)
def _parts(text: str) -> tuple[str, ...]:
    """The amounts in a text, its other words, and signs that belong to no amount."""
    plain = _MARKUP.sub(" ", _PRICE.sub(r"\1 dollars", without_command(text)))
    found = (part[0] for part in _PART.finditer(" ".join(plain.split())))
    return tuple(part if _AMOUNT.fullmatch(part) else part.lower() for part in found)


def _is_measured(amount: str) -> bool:
    unit = _unit(amount)[0][0]
    return units.is_known(unit) or unit == "direction" or is_plural(amount.split()[-1])


def _of_one_kind(one: str, other: str) -> bool:
    """Whether two amounts are of units of one kind, or of the same things."""
    return units.conversion(*map(_unit, (one, other))) is not None


def _unit(amount: str) -> units.Unit:
    _, unit, per = found.groups() if (found := _AMOUNT.fullmatch(amount)) else ("", "", "")
    return ((units.canonical(unit or "direction"), 1), *(((units.canonical(per), -1),) if per else ()))
