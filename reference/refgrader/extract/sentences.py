"""The closing part of a response, cut into sentences; mathematics is never cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.extract.mathenv import Math

_BOUNDARY: Final = re.compile(r"(?<=[.!?…])[\"'”’)*_]*(?=\s|\Z)|(?<=[。！？])|\n")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|vs|dr|mr|mrs|ms|st|eq|fig|sq|cu|[ap]\.m|no)|^[ \t]*\d{1,2}|^[ \t*•-]*[A-Z])\.\Z",
    re.I | re.M,
)


def split(text: str, start: int, end: int, maths: Sequence[Math]) -> list[tuple[int, int]]:
    """The stretches of the sentences in order, none blank. A line break ends one, `1.` and `A.` do not."""
    found: list[tuple[int, int]] = []
    inside = iter(maths)
    math = next(inside, None)
    since = start
    for boundary in _BOUNDARY.finditer(text, start, end):
        at = boundary.end() if boundary[0] != "\n" else boundary.start()
        while math is not None and math.end <= at:
            math = next(inside, None)
        if math is not None and math.start < at:
            continue
        if boundary[0] != "\n" and _ABBREVIATION.search(text, max(since, at - 8), at):
            continue
        _add(found, text, since, at)
        since = at
    _add(found, text, since, end)
    return found


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    said = text[start:end]
    if said.strip():
        found.append((start + len(said) - len(said.lstrip()), start + len(said.rstrip())))
