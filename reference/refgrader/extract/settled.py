"""Whether what stands behind an answer that is not boxed leaves it alone (EXT-57).

Doubt refuses. In how many ways an answer is taken back, changed or only a step, nobody can list: "We doubled this.",
"Check: that is too small.", "This is the number for one day." So nothing stands behind it but a few closed kinds of
sentences, of which every word is known.
"""

from __future__ import annotations

from typing import Final

from refgrader.extract import asides, behind, rest, trust
from refgrader.extract.mathenv import within
from refgrader.extract.piece import Piece
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late

#: So many values behind an answer are compared with it.
_MOST_VALUES: Final = 100
_FULL_STOP: Final = late(r"\.\s(?=[A-Z])")


def is_unsettled(close: Closing, piece: Piece) -> bool:
    """Whether something behind an answer does not show that it leaves the answer alone: the rest of its sentence, or
    a later one."""
    text, index = close.text, close.index(piece.end - 1)
    end, later, last = close.sentences[index][1], [*close.sentences[index + 1 :]], close.sentences[-1]
    if goes_on := _FULL_STOP.match(text, piece.end, end):  # "5. Wrong." is no item of a list
        later.insert(0, (goes_on.end(), end))
        end = goes_on.end()
    if len(later) > behind.MOST_BEHIND or trust.breaks_off(text, max(last[0], piece.end), last[1]):
        return True
    clauses = [Clause(text, *span, within(close.maths, *span)) for span in later]
    if sum(len(clause.amounts) + len(clause.maths) for clause in clauses) > _MOST_VALUES:
        return True
    return not (rest.leaves_alone(close, piece, end) and all(_leaves_alone(clause, piece.text) for clause in clauses))


def _leaves_alone(clause: Clause, answer: str) -> bool:
    """Whether a sentence says nothing of an answer before it, or tells it once more."""
    span = clause.text, clause.start, clause.end
    return asides.says_nothing_of_it(*span) or (not asides.crosses(*span) and rest.says_again(clause, answer))
