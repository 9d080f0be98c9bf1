"""What tells of another thing behind a box, and so leaves it alone (EXT-19).

A box says where the answer is, so no value of another thing replaces it: it is taken back by what speaks of it or of
who gave it, names a fault, leaves something to do or tells a value as an answer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from refgrader import lexicon
from refgrader.extract import bare, behind, cues, observed, trust
from refgrader.extract.piece import has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late
from refgrader.lexicon.nouns import singular

_FEWEST: Final = 3
#: What opens a sentence before its subject.
_OPENING: Final = late(
    r"\A\**(?:(?:[Nn]ote|[Nn]otice|[Oo]bserve|Recall)(?: that|:)?|(?:Geometric|Graphic|Numeric|Intuitive)(?:al)?ly,"
    r"|(?:You|We|One) can (?:also )?(?:check|verify|confirm)(?: that|:)"
    r"|As a (?:\w+ )?check,|Of course,|In fact,|So|Thus|Hence|Therefore,)\** "
)
#: What was not asked is no answer; what "gives the same" gives none.
_NOT_ASKED: Final = late(
    r"(?:,? (?:which|(?:but|and) (?:that|this|it)),?)? (?:is|was|were) not "
    r"(?:needed|(?:what (?:is|was) )?asked(?: for)?)(?: here)?\b"
)
_THE_SAME: Final = late(r"\bgives? the same\b")
#: What is only so elsewhere: a value that would be, or that a formula has at some values of its letters.
_WOULD: Final = late(r"\bwould (?:be|have|give|get)\b")
_SPECIAL: Final = late(r"\A(?:For example|For instance|For (?:small |large |very |all )*\$)")
_AUTHORS: Final = frozenset("i we you".split())
_FAULTS: Final = (observed.SPEAKS_OF_IT | lexicon.words("fault")) - frozenset("was were had did became been".split())
_OF_THE_SOLUTION: Final = lexicon.words("of the solution")
#: What makes another answer of "this" and "it".
_CHANGES_IT: Final = (
    lexicon.words("turn", "another amount", "undoing", "number word", "scale", "part", "condition", "denial", "doubt")
    .difference(["with"])
    .union(["here", "assumes"])
)
_OPENS_PART: Final = frozenset("the a an its independently".split())
#: What is done with what a box counts.
_DONE: Final = late(r"(?:[a-z]{2,20}ed|sold|left|lost|won|made|given|eaten|spent|kept)(?: [a-z]+)?")
_HARMS: Final = (_FAULTS | observed.OF_AMOUNTS | observed.DENIES | observed.COUNTS_ON | _CHANGES_IT) - {"for"}
_SCALES: Final = lexicon.words("scale")


def leaves_alone(clause: Clause, answer: str) -> bool:
    """Whether a sentence behind a box tells of another thing, or describes in plain words what the box holds."""
    whole = clause.outside[clause.start : clause.end].lstrip("( ")
    said = _OPENING.sub("", whole, count=1)
    not_asked, plain = _NOT_ASKED.search(said), _THE_SAME.sub("", _NOT_ASKED.sub("", said))
    words = trust.spoken(plain, 0, len(plain))
    if (len(words) < _FEWEST and not not_asked) or (said == whole and not observed.opens(clause, words)):
        return False
    points = observed.POINTS.match(said) is not None
    if not (_CHANGES_IT if points else _OF_THE_SOLUTION).isdisjoint(words) and (points or not not_asked):
        return False
    return not (
        (points and not_asked)
        or not _FAULTS.isdisjoint(set(words) - _AUTHORS if not_asked else words)
        or _denies(clause, answer, words)
        or _is_left_to_do(clause, words)
        or _counts_on(clause, answer, words)
        or (not not_asked and _tells(clause, answer, points))
    )


def describes(part: Clause) -> bool:
    """Whether a part behind a mark in the sentence of a box describes what it holds, or another thing, and has no
    number: ", independently of $T$", ", the line falls"."""
    said = part.outside[part.start : part.end]
    words = trust.spoken(_NOT_ASKED.sub("", said), 0, len(said))
    of_which = words[:2] == ["for", "which"]
    if len(words) < _FEWEST - of_which - (words[:1] == ["independently"]) or not (of_which or words[0] in _OPENS_PART):
        return False
    if not _HARMS.isdisjoint(words[of_which:]) or has_digit(said, 0, len(said)):
        return False
    return of_which or all(bare.is_name(part.text, math) for math in part.maths)


def is_done(said: str) -> bool:
    """Whether what is said of what a box counts is what was done with it: it "were sold", "are left over"."""
    return _DONE.fullmatch(said) is not None and (_HARMS - {"left"}).isdisjoint(said.split())


def _denies(clause: Clause, answer: str, words: list[str]) -> bool:
    """Whether a sentence denies what may be the answer."""
    return not observed.DENIES.isdisjoint(words) and (answer in clause.said or not observed.SOLVES.isdisjoint(words))


def _is_left_to_do(clause: Clause, words: list[str]) -> bool:
    if any(word == "to" and before in observed.STILL_TO for before, word in pairwise(words)):
        return True
    return cues.said("leftover step", clause.text, clause.start, clause.end) is not None


def _counts_on(clause: Clause, answer: str, words: list[str]) -> bool:
    """Whether a sentence may say another amount than the answer, that there is more to it, or another choice."""
    if bare.is_label(answer):
        return bare.LABEL_IN_WORDS.search(clause.outside, clause.start, clause.end) is not None
    is_number = behind.number(observed.NAMED.sub("", answer)) is not None
    return not _SCALES.isdisjoint(map(singular, words)) or (is_number and not observed.COUNTS_ON.isdisjoint(words))


def _tells(clause: Clause, answer: str, points: bool) -> bool:
    """Whether a sentence tells a value of a box's kind, of another thing one that stands nowhere before it."""
    value = observed.NAMED.sub("", answer)
    if not points and (
        _WOULD.search(clause.said) or (behind.kind_of(value) != "number" and _SPECIAL.match(clause.said))
    ):
        return False
    return observed.tells_another(clause, answer, value, answer if points else clause.text[: clause.start])
