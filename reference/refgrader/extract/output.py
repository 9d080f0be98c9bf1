"""What a program printed: the answer of a response whose own words give no definite one (EXT-46)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.extract import bare
from refgrader.extract.piece import EXPR, Piece

_BLOCK: Final = re.compile(r"```[ \t]*(?:(?:output|stdout|result|text)[ \t]*)?\n")


def find(text: str, start: int, end: int) -> Piece | None:
    """The one value in the last output block, if it holds just one."""
    close = text.rfind("```", start, end)
    opening = text.rfind("```output", start, close) if close >= 0 else -1
    if opening < 0:
        return None
    block = _BLOCK.match(text, opening, close)
    if block is None:
        return None
    said = text[block.end() : close]
    first = block.end() + len(said) - len(said.lstrip())
    said = said.strip()
    return Piece(said, first, first + len(said), "EXT-46", EXPR) if bare.is_bare(said) else None
