"""What a text is cut into before it is parsed."""

from __future__ import annotations

from typing import Final, NamedTuple

NUMERAL: Final = "numeral"
SYMBOL: Final = "symbol"
WORD: Final = "word"
FUNCTION: Final = "function"
SIGN: Final = "sign"
END: Final = "end"


class Token(NamedTuple):
    """`spaced`: white space stood before it. `roman`: it came from ``\\text{}`` or its kin."""

    kind: str
    text: str
    spaced: bool = False
    roman: bool = False
