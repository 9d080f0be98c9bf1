r"""Bare letters behind amounts, set upright as the units that they may be: ``9.8 m s^{-2}``, ``2h 15m`` (UNIT-11).

Whether they are units is for the other side to say: this is a second reading, for an answer beside one with a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from refgrader import units

#: Longer answers are no amounts.
_MAX_CHARACTERS: Final = 80
#: A number without letters, and the letters behind it, up to where the next number begins.
_AMOUNT: Final = re.compile(
    r"((?:[-+\d.,/*^{}() ~]|\\(?:[dt]?frac|sqrt|pi|cdot|times|[,;:! $]))+)"
    r"([a-zA-ZμΩ](?:[a-zA-ZμΩ */~()]|\\cdot|\\[,;: ]|\^\{?-?\d\}?)*)"
)
_FEET: Final = re.compile(r"(\d{1,9})\s?'\s*(\d{1,9})\s?(?:\"|'')?")
_GREEK: Final = re.compile(r"\\(mu|Omega)(?: +|(?![a-zA-Z]))")
_NAMES: Final = re.compile(r"\\cdot|([a-zA-ZμΩ]+)")
#: Milliseconds are never below the line, while metres and seconds side by side lose their space.
_PER_SECOND: Final = re.compile(r"\bms(?=\^\{?-)")


def upright(text: str) -> str:
    """`text` with its bare units upright; empty where it is not an amount, or several, in units of the table."""
    if len(text) > _MAX_CHARACTERS:
        return ""
    text = _GREEK.sub(lambda command: "μ" if command[1] == "mu" else "Ω", text)
    if feet := _FEET.fullmatch(text):
        return rf"{feet[1]}\text{{ft}} {feet[2]}\text{{in}}"
    parts: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        amount = _AMOUNT.match(text, position)
        if amount is None:
            return ""
        parts.append((amount[1], _PER_SECOND.sub("m s", amount[2])))
        position = amount.end()
    if not _are_units(letters for _, letters in parts):
        return ""
    of_time = any(letters.strip() in _HOURS_AND_SECONDS for _, letters in parts)
    return "".join(
        rf"{number}\text{{{'min' if of_time and letters.strip() == 'm' else letters}}} " for number, letters in parts
    )


#: Beside them m is minutes: ``2h 15m``, ``3m 20s``.
_HOURS_AND_SECONDS: Final = frozenset("h hr hrs hour hours s sec seconds".split())


def _are_units(texts: Iterable[str]) -> bool:
    return all(units.canonical(name) in units.SIZES for text in texts for name in _NAMES.findall(text) if name)
