"""The clauses beside the one that concludes: what it follows from, and on what condition (EXT-35, EXT-42)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.extract import cues, mathenv, prose
from refgrader.extract.piece import Span, has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late

_OPENS: Final = late(r"[\s*_]*(?:since|because|as|given that)\b", re.I)
_BEHIND: Final = late(r",?\s(?:because|since)\s", re.I)
_COMMA: Final = late(r",(?=\s)")


def without(clause: Clause) -> Span:
    """The conclusion: behind ", so" or the comma of a sentence that opens with its reason, and before "because"."""
    outside, start, end = clause.outside, clause.start, clause.end
    opens = _OPENS.match(outside, start, end)
    comma = _COMMA.search(outside, opens.end(), end) if opens else None
    start = max([comma.end() if comma else start, *(so.end() for so in cues.every("so", outside, start, end))])
    behind = _BEHIND.search(outside, start, end)
    return start, behind.start() if behind else end


def has_number(clause: Clause, start: int, end: int) -> bool:
    """Whether a number, in words perhaps, or a formula stands in a part of the clause."""
    stands = has_digit(clause.text, start, end) or mathenv.within(clause.maths, start, end)
    return bool(stands or prose.number_words(clause.text, start, end))
