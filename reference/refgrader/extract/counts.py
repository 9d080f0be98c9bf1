"""A number that counts, and the formulas behind it that say what is counted: "24 primes $p$ with $p < 99$" (EXT-35)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from refgrader.extract import amounts, cues, trust
from refgrader.extract.bare import is_name
from refgrader.extract.mathenv import Math, within
from refgrader.extract.piece import BOTH, Piece, has_digit
from refgrader.extract.prose import is_number_word
from refgrader.extract.sentences import Clause
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural

#: The number of what is counted, behind "there are", with the noun.
_COUNT: Final = late(
    r"[\s*]{1,9}(?:\$|\\\()?(?:(?:[-+*/!()\d\s^{}]|\\(?:cdot|times|d?frac|d?binom))+=\s?)?(\d[\d,]*(?<=\d)|[a-z]{2,9}(?:-[a-z]{3,5})?)(?:\$|\\\))?\*{0,2}\s([A-Za-z]{2,30})"
)
#: Behind one of these the formula is told by itself: "2 solutions: $x = 3$".
_SETS_OFF: Final = frozenset(":：—–(（")
_MARKUP: Final = " \t\n*_.。"


class Count(NamedTuple):
    """A count that formulas describe; its piece, where nothing changes the number."""

    piece: Piece | None


def find(clause: Clause) -> Count | None:
    """The number that a clause tells of what it counts, where formulas behind it describe what that is."""
    text, end = clause.text, clause.end
    for opening in cues.every("counts", text, clause.start, end):
        count = _COUNT.match(text, opening.end(), end)
        if count is None or not amounts.may_be_unit(count[2]) or not _is_number(count[1]):
            continue
        maths = [math for math in within(clause.maths, count.end(), end) if not is_name(text, math)]
        if maths and _describes(clause, count.end(), maths[0]) and not _tells_more(clause, maths):
            piece = Piece(count[1], *count.span(1), "EXT-35", BOTH)
            return Count(piece if count[1] != "no" and _is_plain(clause, opening.start(), count) else None)
    return None


def _is_number(said: str) -> bool:
    return said[0].isdigit() or said == "no" or is_number_word(said)


def _describes(clause: Clause, at: int, math: Math) -> bool:
    """Whether the formula says what is counted: it is not set off, told, or the names of the things themselves."""
    gap = clause.outside[at : math.start].rstrip()
    *_, word = ("", *cues.WORDS.findall(gap.lower()))
    told = word != "to" and cues.tells(clause.text, at, math.start)  # "solutions to $x + y = 6$"
    return not (told or is_plural(word) or gap.endswith(",")) and _SETS_OFF.isdisjoint(gap)


def _tells_more(clause: Clause, maths: Sequence[Math]) -> bool:
    """Whether behind a comma the clause goes on in words to its last formula: ", giving a chance of $1/3$"."""
    gap = clause.outside[maths[0].end : maths[-1].start]
    return "," in gap and any(map(str.isalpha, gap))


def _is_plain(clause: Clause, opening: int, count: re.Match[str]) -> bool:
    """Whether nothing is supposed, denied, left out or joined, and the clause ends in its last formula."""
    text, said, at, last = clause.text, clause.outside, count.end(), clause.maths[-1].end
    if text[last : clause.end].strip(_MARKUP) or has_digit(said, clause.start, opening) or has_digit(said, at, last):
        return False
    supposed = cues.said("supposes", text, clause.start, opening)
    changed = (cues.said(category, said, at, last) for category in ("bound", "denied in a sentence", "changes a count"))
    return not (supposed or any(changed) or trust.is_bound(text, clause.start, count.start(1)))
