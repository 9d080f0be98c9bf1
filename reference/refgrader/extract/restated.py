"""The numerals of amounts, and the numbers that they write."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.late import late

#: The numeral of an amount; a longer one is compared with nothing.
NUMERAL: Final = r"-?(?<![\d.])(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,30})(?:\.\d{1,30})?(?!\d)"
_NUMERAL: Final = late(NUMERAL)
BOLD_AMOUNT: Final = late(r"\*\*[^*\n\d]*\d[^*\n]*\*\*")


def number(said: str) -> fmpq:
    """The number that a numeral writes."""
    whole, _, part = said.replace(",", "").partition(".")
    return fmpq(int(whole + part), 10 ** len(part))


def numeral(text: str, start: int, end: int) -> fmpq | None:
    """The number of an amount, without currency and unit; none of a fraction or a percentage, and of several."""
    found = _NUMERAL.findall(text, start, end) if not set("/%％:").intersection(text[start:end]) else ()
    return number(found[0]) if len(found) == 1 else None
