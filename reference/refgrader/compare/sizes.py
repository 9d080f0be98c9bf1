r"""Sizes, which are no products: ``6 \times 10``, "6 by 10" (EXPR-35).

Nobody leaves the product of two whole numbers undone in a gold: it gives the sides of a rectangle, or the shape of a
matrix. So it is compared as the tuple of its factors, ``(6, 10)``, and every size in the answer is seen so, too. With
a unit behind each they are lengths of sides, which have no order: ``6 ft, 10 ft``.
"""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import without_command
from refgrader.late import late

_SIZE: Final = r"\d{1,9}(?:(?:\s?\\times\s?|\s(?:by|x|\\text\s?\{\s?by\s?\})\s)\d{1,9}){1,2}"
_SIZES: Final = late(rf"{_SIZE}(?:\s?[,;]\s?{_SIZE})*")
_SPACE: Final = r"(?:\s|~|\\[ ,;:]){0,3}"
_BY: Final = rf"{_SPACE}(?:\\times|\\cdot|\*|(?<![a-zA-Z])(?:x|by)(?![a-zA-Z])|\\text\s?\{{\s?by\s?\}}){_SPACE}"
_UNIT: Final = (
    rf"{_SPACE}(?:\\(?:text|mathrm)\s?\{{[\s~]?([a-zA-Z]{{1,12}})\.?\}}|(?!and )([a-z]{{2,12}}|(?<=\s)m(?![a-zA-Z])))"
)
_SIDE: Final = rf"(\d{{1,9}}(?:\.\d{{1,9}})?)(?:{_UNIT})?"
_SIGN: Final = late(_BY)
_NUMBER: Final = late(r"\d+")
_ONE_SIDE: Final = late(_SIDE)
#: No part of a longer product, a power, a quotient.
_IN_ANSWER: Final = late(rf"(?<![\d.^_/*!}}+-]){_SIDE}(?:{_BY}{_SIDE}){{1,2}}(?!{_SPACE}[\d.^!/*{{+(-]|{_BY}\d)")
_NAMES: Final = lexicon.pattern(lexicon.words("side"))
#: A size as that of the matrices in a space: ``A \\in \\mathbb{R}^{2 \\times 3}``.
_OF_MATRICES: Final = late(r"\\in\s?\\mathbb\s?\{?\s?R\s?\}?\s?\^\s?\{([^{}]{3,40})\}")
#: What a side is called: by its letter, or by its word.
_CALLED: Final = late(
    rf"(?:(?<![\\a-zA-Z])[a-zA-Z]\s?=|(?:\\text\s?\{{\s?|\b)(?:{_NAMES})\b[ }}]{{0,2}}(?:{_SPACE}[=:])?){_SPACE}(?=\d)",
    re.I,
)
#: "9 ft long", "width: 7 ft": a side by what it is called, and what joins two of them.
_MEASURED: Final = r"(\d{1,9}(?:\.\d{1,9})?)( [a-z]{1,12})?"
_BY_NAME: Final = late(
    rf"{_MEASURED} (long|wide|high|tall|deep)|(?:the )?({_NAMES})(?: is| of| ?=|:)? {_MEASURED}", re.I
)
_JOINS: Final = late(r" ?, and | ?, | and | by | (?:x|×|\\times) ")
_OPENS: Final = late(r"\A[Tt]he [a-z]+ (?:is|must be|should be) (?=\d)")
_CALLED_SO: Final = {"long": "length", "wide": "width", "high": "height", "tall": "height", "deep": "depth"}
_UNIT_AND_BY: Final = late(r"(\\text\s?\{[\s~]?[a-zA-Z]{1,12}\.?) by\s?\}")
_INCHES: Final = late(r"(?<=\d)[\"″]")


def by_name(text: str) -> dict[str, tuple[str, str]]:
    """The number and the unit of each side that a text tells by what it is called; none where it tells more."""
    told = [*map(_BY_NAME.fullmatch, _JOINS.split(_OPENS.sub("", without_command(text).rstrip("."))))]
    sides: dict[str, tuple[str, str]] = {}
    for side in filter(None, told):
        name, unit = (side[3] or side[4]).lower(), (side[2] or side[6] or "").strip()
        sides[_CALLED_SO.get(name, name)] = (side[1] or side[5], units.canonical(unit))
    named = {unit for _, unit in sides.values()}
    is_measured = len(named) == 1 and all(not unit or units.is_known(unit) for unit in named)
    return sides if is_measured and len(sides) == len(told) > 1 else {}


def told_apart(gold: str, answer: str) -> bool:
    """Whether an answer tells the sides of a size, which have no order then, by what each is called: "7 ft wide"."""
    numbers = sorted(number for number, _ in by_name(answer).values())
    return bool(numbers) and gold.count("(") < 2 and numbers == sorted(_NUMBER.findall(gold))


def are_sizes(gold: str) -> bool:
    """Whether a gold is a size, or several."""
    return _SIZES.fullmatch(gold) is not None


def are_measured(gold: str) -> bool:
    """Whether a gold is one size whose sides each have the same unit."""
    if not _IN_ANSWER.fullmatch(gold) or r"\cdot" in gold or "*" in gold:
        return False
    named = [side[2] or side[3] for side in map(_ONE_SIDE.fullmatch, _SIGN.split(gold)) if side]
    return len(set(named)) == 1 and bool(named[0]) and units.is_known(named[0])


def as_tuples(text: str, measured: bool = False) -> str:
    """A text with a tuple in the place of each size in it, with the one unit of all its sides and without their names.

    `measured`: as a list.
    """
    text = _OF_MATRICES.sub(r"= \1", _INCHES.sub(" inches", _UNIT_AND_BY.sub(r"\1} by", text)))
    return _IN_ANSWER.sub(lambda found: _as_tuple(found, measured), _CALLED.sub("", text))


def _as_tuple(found: re.Match[str], measured: bool) -> str:
    sides = [_ONE_SIDE.fullmatch(side) for side in _SIGN.split(found[0])]
    values = [side[1] for side in sides if side]
    named = [side[2] or side[3] for side in sides if side and (side[2] or side[3])]
    if len(values) < len(sides) or len(set(named)) > 1 or len(named) not in (0, 1, len(sides)):
        return found[0]
    unit = "" if named == ["matrix"] else "".join(named[:1])
    listed = ", ".join(rf"{value} \text{{ {unit}}}" if unit else value for value in values)
    return listed if measured else f"({listed})"
