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
#: The indices of a letter that tells an extreme value.
_EXTREMES: Final = {r"\max": "maximum", r"\min": "minimum", "max": "maximum", "min": "minimum"}
#: A sentence with one of these tells more of an amount than how much it is.
_TELLS_MORE: Final = DENIALS | frozenset("if or than least most each every".split())


def are_given(gold: str, answer: str) -> bool:
    """Whether an answer gives the amounts that a sentence tells, each in a unit of its kind, and says no more of them
    than the sentence does, in its order."""
    parts = _parts(gold)
    ours = [part for part in parts if _AMOUNT.fullmatch(part)]
    if len(ours) < 2 or not _TELLS_MORE.isdisjoint(parts) or not _can_be_told_apart(ours):
        return False
    said = [told for part in _parts(answer) if (told := _as_in(parts, part)) and told not in _JOINS]
    in_order = iter(parts)
    is_given = sorted(part for part in said if part in ours) == sorted(ours)
    return is_given and (len(said) == len(ours) or all(part in in_order for part in said))


@lru_cache(maxsize=64)
def _parts(text: str) -> tuple[str, ...]:
    """The amounts in a text, its other words, and signs that belong to no amount."""
    plain = _MARKUP.sub(" ", _PRICE.sub(r"\1 dollars", without_command(text)))
    found = (part[0] for part in _PART.finditer(" ".join(plain.split())))
    return tuple(part if _AMOUNT.fullmatch(part) else part.lower() for part in found)


def _can_be_told_apart(amounts: list[str]) -> bool:
    """Whether amounts are of known units or of things in the plural, and no two of one kind."""
    nouns = [_unit(amount)[0][0] for amount in amounts]
    known = (units.is_known(noun) or noun == "direction" for noun in nouns)
    are_known = all(is_unit or is_plural(amount.split()[-1]) for is_unit, amount in zip(known, amounts, strict=True))
    return are_known and not any(_of_one_kind(*two) for two in combinations(amounts, 2))


def _as_in(sentence: tuple[str, ...], part: str) -> str:
    """What a part of an answer is in the sentence: the same amount; nothing for the index of an extreme of its."""
    from refgrader.verify import is_same

    if not _AMOUNT.fullmatch(part):
        return "" if _EXTREMES.get(part) in sentence else part
    amounts = filter(_AMOUNT.fullmatch, sentence)
    return next((one for one in amounts if _of_one_kind(one, part) and is_same(one, part)), part)


def _of_one_kind(one: str, other: str) -> bool:
    """Whether two amounts are of units of one kind, or of the same things."""
    return units.conversion(_unit(one), _unit(other)) is not None


def _unit(amount: str) -> units.Unit:
    _, unit, per = found.groups() if (found := _AMOUNT.fullmatch(amount)) else ("", "", "")
    return ((units.canonical(unit or "direction"), 1), *(((units.canonical(per), -1),) if per else ()))
