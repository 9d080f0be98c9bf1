"""The closing part of a response, cut into sentences, and what is known about one of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from refgrader.extract import amounts, mathenv
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import Span, trim
from refgrader.extract.scope import blank
from refgrader.late import late
from refgrader.remembered import Once, remembering

_BOUNDARY: Final = late(r"(?<=[.!?…])[\"'”’)*_]*(?=\s|\Z)|(?<=[。！？])|\n")
_ABBREVIATION: Final = late(
    r"(?:\b(?:e\.g|i\.e|approx|vs|dr|mr|mrs|ms|st|eq|fig|sq|cu|[ap]\.m|no)|^[ \t]*\d{1,2}|^[ \t*•-]*[A-Z])\.\Z",
    re.I | re.M,
)


#: The longest white space between a formula and the line that goes on, with the word that this begins with.
_GAP: Final = 15
#: Behind a formula, a line that is but what joins it to the formula on the next one.
_JOINS: Final = late(
    r"[,;]?[^\S\n]{0,9}\n\s{0,9}(?:and|or)(?:\s(?:also|else|either))?[,:]?[^\S\n]{0,9}\n\s{0,9}(?=\$|\\[\[(])", re.I
)


class Closing:
    """The end of a scope, cut up once: its mathematics and its sentences, both in order."""

    __slots__ = ("end", "maths", "sentences", "start", "text")

    def __init__(self, text: str, start: int, end: int, maths: Sequence[Math], sentences: Sequence[Span]) -> None:
        self.text, self.start, self.end, self.maths, self.sentences = text, start, end, maths, sentences

    def index(self, at: int) -> int:
        """The number of the sentence that a place stands in, or of the next one."""
        index = max(bisect_right(self.sentences, (at, self.end + 1)) - 1, 0)
        return index + (at >= self.sentences[index][1] and index + 1 < len(self.sentences))

    def sentence(self, at: int) -> Span:
        """The sentence that a place stands in, or the next one."""
        return self.sentences[self.index(at)]


@remembering
class Clause:
    """A stretch of a sentence, with what it holds; each is worked out when it is first asked for."""

    def __init__(self, text: str, start: int, end: int, maths: Sequence[Math]) -> None:
        self.text, self.start, self.end, self.maths = text, start, end, maths

    @Once
    def said(self) -> str:
        """The words of the stretch."""
        return self.text[self.start : self.end]

    @Once
    def outside(self) -> str:
        """The text with the mathematics of the stretch blanked, positions kept."""
        return blank(self.text, ((math.start, math.end) for math in self.maths))

    @Once
    def amounts(self) -> Sequence[Span]:
        """The amounts in plain text."""
        return amounts.find(self.outside, self.start, self.end)

    def narrowed(self, start: int, end: int) -> Clause:
        """A part of the stretch, as a stretch of its own."""
        return Clause(self.text, start, end, mathenv.within(self.maths, start, end))


def _goes_on(text: str, ended: int, at: int, end: int) -> bool:
    """Whether a line goes on below the formula on lines of its own that ended before it: with a small letter, or below
    "or" or "and", alone on its line, with another formula.

    What "where" begins there is a sentence of its own (EXT-47).
    """
    joins = _JOINS.match(text, ended, end)
    if joins and joins.end() > at:
        return True
    if not text.endswith(("$$", r"\]"), 0, ended) or text[ended:at].strip():
        return False
    below = text[at : min(end, at + _GAP)].lstrip()
    return below[:1].islower() and not below.startswith("where")


def split(text: str, start: int, end: int, maths: Sequence[Math]) -> list[Span]:
    """The stretches of the sentences in order, none blank. A line break ends one, `1.` and `A.` do not.

    Mathematics is never cut.
    """
    found: list[Span] = []
    inside = iter(maths)
    math, ended = next(inside, None), start
    since = start
    for boundary in _BOUNDARY.finditer(text, start, end):
        at = boundary.end() if boundary[0] != "\n" else boundary.start()
        while math is not None and math.end <= at:
            ended, math = math.end, next(inside, None)
        if math is not None and math.start < at:
            continue
        if boundary[0] == "\n" and _goes_on(text, ended, at, end):
            continue
        if boundary[0] != "\n" and _ABBREVIATION.search(text, max(since, at - 8), at):
            continue
        found.append(trim(text, since, at))
        since = at
    found.append(trim(text, since, end))
    return [span for span in found if span[0] < span[1]]
