"""What stands directly behind a value in its own sentence: only words of few kinds leave it alone (EXT-19)."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from refgrader import lexicon
from refgrader.compare.words import FUNCTION_WORDS
from refgrader.extract import behind, counted, tongues, trust
from refgrader.extract.piece import has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late

#: Judged by other rules: a verb of which the value is the subject, and "or" with another value.
_ASKED_ELSEWHERE: Final = frozenset("is are was were has have had must should will can could or".split())
#: Before what is counted, no preposition: "4 down votes".
_BEFORE_A_NOUN: Final = frozenset("down up other more less fewer such".split())
#: In which way a number counts, or which one of a row it is.
_DIRECT: Final = (lexicon.words("remark", "rate") - {"before", "after"}) | frozenset(
    "more less fewer every th st nd rd back percent rounded".split()
)
_THE: Final = lexicon.words("determiner", "day", "month") | frozenset(
    "them him me us you it all both each every".split()
)
#: Before a formula, at which value of a letter.
_AT: Final = frozenset("for at with when given if".split())
_CHANGES: Final = lexicon.words(
    "denial", "rejection", "doubt", "turn", "part", "scale", "another amount", "undoing"
) - lexicon.words("ordinal")
#: Behind "times", what is multiplied.
_AS_MUCH: Final = lexicon.words("determiner") | {"as", "more", "less", "what", "that"}
#: "18 to the fourth" is a power.
_PREPOSITIONS: Final = lexicon.words("preposition") - _CHANGES - {"to"}
#: Behind one or less of something no plural stands.
_NO_NOUN: Final = FUNCTION_WORDS | _CHANGES | lexicon.words("condition")
_NO_NOUNS: Final = ("ing", "ed", "ly")
_OF_A_VALUE: Final = late(r"[\s$*\\)]{0,6}(?:%[\s$*\\)]{1,4})?of[\s$*\\(]{1,4}-?\d")
#: Capitals are the name of a unit, and a hyphen joins the parts of a noun: "52 WPM", "3 tune-ups".
_NAMES: Final = late(
    r"[\s$*_)\\]{0,9}(?:(?:[A-Z]{2,9} )?[A-Z]{2,9}s?|[a-z]{1,20}-[a-z]{1,20}s|[A-Z]['’][a-z]{1,20}s)\b"
)
#: What several values do, that are all of them the answer: "both 2 and 3 work".
_HOLD: Final = frozenset("work satisfy solve hold check".split())
_SHARES: Final = ("%", "percent")


def words_of(part: Clause) -> list[str]:
    """The words of a stretch outside of its mathematics."""
    words = (word.rstrip("²³") for word in trust.spoken(part.outside, part.start, part.end))
    return [word for word in words if word]


def goes_on_plainly(part: Clause, answer: str, before: str) -> bool:
    """Whether what stands directly behind an answer in its sentence begins with what it counts, with a verb of which
    it is the subject, or says where, when or of what it is one; of other languages nobody knows the words."""
    words = words_of(part)
    if _is_share_of_a_number(part, answer, before):
        return False
    if not words:
        return bool(part.maths)
    number = behind.number(answer)
    if tongues.has_other_letters(part.said) or words[0] in _ASKED_ELSEWHERE or not words[0].isalpha():
        return True
    if tongues.is_other(before + part.said):
        return True
    outside, before = part.outside[part.start : part.end], before.rpartition(answer)[0]
    if number and number.unit:
        return _is_such_a_letter(number.unit, words) or counted.stands_alone(f"units {outside}", before)
    one = number and abs(number.size) <= 1 and words[0] not in _NO_NOUN and not words[0].endswith(_NO_NOUNS)
    named = one or names_things(words) or _NAMES.match(part.said) is not None
    if named:
        return counted.stands_alone(outside, before)
    return says_where(part, words) or words[:2] == ["rather", "than"]


def _is_share_of_a_number(part: Clause, answer: str, before: str) -> bool:
    """Whether an answer is a percentage of the number behind it, which makes another value of the two."""
    part_of = _OF_A_VALUE.match(part.said)
    return part_of is not None and (
        "%" in part_of[0] or answer.endswith(_SHARES) or before.rstrip("$* )\\").endswith("%")
    )


def _is_such_a_letter(unit: str, words: list[str]) -> bool:
    """Whether what is counted is a letter: "143 such n"."""
    return unit == "such" and len(words) == 1 and len(words[0]) == 1


def hold(part: Clause) -> bool:
    """Whether what stands behind several values says that they hold, and no more."""
    first, *others = [*words_of(part), ""]
    return first in _HOLD and _CHANGES.isdisjoint(others) and trust.makes_no_other(others)


def names_things(words: list[str]) -> bool:
    """Whether words begin with what is counted, a plural or a unit, or say in which way something is."""
    nouns = takewhile(lambda word: word not in FUNCTION_WORDS, words[words[0] in _BEFORE_A_NOUN :])
    if words[0] == "times" and len(words) > 1 and (words[1] in _AS_MUCH or words[1].endswith("er")):
        return False
    return words[0] in _DIRECT or any(map(counted.may_be_counted, nouns))


def says_where(part: Clause, words: list[str]) -> bool:
    """Whether words behind a value say in full where, when or of what it is one, or at which value of a letter."""
    named = bool(part.maths) or any(len(word) == 1 and word.isalpha() and word not in "ai" for word in words)
    if words[0] in _AT and named:
        return behind.relates(part.said) or words[1:2] in (["all"], ["every"], ["any"])
    if words[0] in ("where", "when", "given") or (words[0] == "of" and (named or "".join(words[1:2]).isdecimal())):
        return True
    placed = words[0] in _PREPOSITIONS and not _THE.isdisjoint(words[1:2])
    counted = words[0] == "of" or not has_digit(" ".join(words[:3]), 0, 99)
    return placed and counted and _CHANGES.isdisjoint(words[2:])
