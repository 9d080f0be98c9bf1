"""What is said with a value, and has to be right with it: "35 m east", "the number before 64" (EXT-69)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.extract import bare, behind, cues, mathenv, rest, scope, settled, tongues, trust
from refgrader.extract.piece import STRING, Piece
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late

#: The clauses by which one value of a sentence is its answer.
_OF_ONE: Final = ("EXT-20", "EXT-21", "EXT-22", "EXT-23", "EXT-30", "EXT-33", "EXT-41", "EXT-42")
#: What says when a formula holds is a part of it; what the product of its letters is, none.
_CONDITION: Final = late(rf"[,*_\s]{{0,5}}(?:valid )?(?:{lexicon.pattern(lexicon.words('condition'))})\s(?!the\s)")
_SAYS_MORE: Final = late(r"[A-Za-z0-9!/=^°'\"]")


def of(close: Closing, piece: Piece) -> str:
    """A value and what directly follows it in its part of the sentence; nothing where nothing does."""
    text = close.text
    if piece.rule not in _OF_ONE or piece.targets == STRING or text[piece.start : piece.end] != piece.text:
        return ""
    formula = mathenv.around(close.maths, piece.end)
    start, at = (formula.start, formula.end) if formula else (piece.start, piece.end)
    end = scope.strip_end_marks(text, at, settled.end_of_sentence(close, piece))
    is_formula = trust.has_value(piece.text, 0, len(piece.text)) and behind.kind_of(piece.text) != "number"
    if not (is_formula and _CONDITION.match(text, at, end)):
        end = min([end, *(found.start() for found in rest.PART.finditer(text, at, end))])
        end = min([end, *(found.start() for found in cues.every("ends the answer", text, at, end))])
    if not _SAYS_MORE.search(text, at, end) or tongues.has_other_letters(text[at:end]):
        return ""
    if formula and rest.are_things(Clause(text, at, end, ()), piece.text):
        return ""
    return bare.unmarked(text, start, end)
