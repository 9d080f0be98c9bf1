"""Whether what stands behind an answer leaves it alone (EXT-57).

Doubt refuses. In how many ways an answer is taken back, changed or only a step, nobody can list: "We doubled this.",
"Check: that is too small.", "This is the number for one day." So nothing stands behind it but statements of another
thing, and a few closed kinds of sentences, of which every word is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import asides, checks, directly, observed, rest, trust
from refgrader.extract.mathenv import within
from refgrader.extract.piece import Piece
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural

#: So many values behind an answer are compared with it.
_MOST_VALUES: Final = 100
#: An answer behind which more sentences stand than these is no conclusion.
_MOST_BEHIND: Final = 200
#: Behind an answer: the end of its sentence, perhaps without a full stop, and the words that the next one begins with.
_ENDED: Final = late(
    r"\.\s(?=[A-Z])|[$*_)\\\]]{0,4}[^\S\n]{1,9}"
    r"(?=((?:[A-Z][a-z]+(?:['’][a-z]{1,2})?|A|I(?:['’][a-z]+)?)(?![\w'’-])(?: [A-Za-z]+\b){0,4}))"
)
_ENDS_NOUN: Final = lexicon.words("function word") | {"left"}


def is_unsettled(close: Closing, piece: Piece, ways: Sequence[Callable[[Clause, str], bool]] = ()) -> bool:
    """Whether something behind an answer does not show that it leaves the answer alone: the rest of its sentence, or
    a later one, which may do so in some more ways."""
    end, clauses = later(close, piece)
    if clauses is None or not rest.leaves_alone(close, piece, end):
        return True
    return not all(any(leaves(clause, piece.text) for leaves in (leaves_alone, *ways)) for clause in clauses)


def later(close: Closing, piece: Piece) -> tuple[int, Sequence[Clause] | None]:
    """Where the sentence of an answer ends, and those behind it; none where there are too many, or the last one breaks
    off."""
    text, index, last = close.text, close.index(piece.end - 1), close.sentences[-1]
    end, spans = end_of_sentence(close, piece), close.sentences[index + 1 :]
    if end < close.sentences[index][1]:
        spans = [(end, close.sentences[index][1]), *spans]
    cut = trust.breaks_off(text, max(last[0], piece.end), last[1]) or trust.is_open(text, *last)
    if cut or len(spans) > _MOST_BEHIND:
        return end, None
    headings = {start: span[0] for span, (start, _) in pairwise(spans) if trust.is_appendix(text, *span)}
    spans = [(headings.get(start, start), last) for start, last in spans if start not in headings.values()]
    clauses = [Clause(text, *span, within(close.maths, *span)) for span in spans]
    values = sum(len(clause.amounts) + len(clause.maths) for clause in clauses)
    return end, clauses if values <= _MOST_VALUES else None


def end_of_sentence(close: Closing, piece: Piece) -> int:
    """Where the sentence of an answer ends, or another one begins in it."""
    end = close.sentence(piece.end - 1)[1]
    return next_sentence(close.text, piece.end, end) or end


def next_sentence(text: str, at: int, end: int) -> int | None:
    """Where in the sentence of an answer that ends at a place another one begins: "5. Wrong." is no item of a list, and
    behind "5 Thus" no noun stands as in "5 Facebook friends"."""
    ended = _ENDED.match(text, at, end)
    if ended is None or ended[1] is None:
        return ended and ended.end()
    named = ["", *takewhile(lambda word: word.lower() not in _ENDS_NOUN, ended[1].split())]
    counts = is_plural(named[-1]) or units.is_known(named[-1])
    return None if counts and not named[1].endswith("ing") else ended.end()


def leaves_alone(clause: Clause, answer: str) -> bool:
    """Whether a sentence behind an answer shows that it leaves the answer alone, and calculates nothing wrong."""
    return _shows_it(clause, answer) and not checks.is_false(clause.text, clause.start, clause.end)


def _shows_it(clause: Clause, answer: str) -> bool:
    """Whether a sentence tells of another thing, tells the answer once more or says in brackets when it holds."""
    span = clause.text, clause.start, clause.end
    if asides.crosses(clause.outside, clause.start, clause.end):
        return False
    if observed.goes_with(clause.said, answer) or observed.is_of_another_thing(clause, answer):
        return True
    words = directly.words_of(clause)
    noted = observed.is_in_brackets(clause) or words == ["note", "that"]
    if noted and rest.is_a_condition(clause, answer, words):
        return True
    if asides.crosses(*span):
        return False
    if checks.holds(*span, answer):
        return True
    ways = (clause, *rest.without_reason(clause, answer))
    return any(asides.says_nothing_of_it(one.text, one.start, one.end) or rest.says_again(one, answer) for one in ways)
