"""Which words tell an amount of something: a known verb, and nothing but what may stand behind one (READ-34).

"She needs 9 trips", "it takes Lex 9 days", "the rope was cut into 9 pieces"; but not "he denies 9 cm", whose verb
nobody knows, nor "it is tenfold 9 cm", "unequal to 9 cm", of which no word is a verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import ADVERBS, FUNCTION_WORDS
from refgrader.extract import trust
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.lexicon.verbs import IS, is_verb
from refgrader.sentence.called import is_value
from refgrader.sentence.statements import DETERMINERS, PRONOUNS, is_done

_PREPOSITIONS: Final = frozenset(
    "of to for by with after into among having goes a an over down every each again".split()
)
#: What may stand behind a verb, before its amount.
_BEHIND_IT: Final = (
    _PREPOSITIONS | lexicon.words("between a verb and its amount", "month", "begins a subject") | ADVERBS
)
#: Behind "is" they lead to another amount than what is: "off by 9 cm".
_NOT_BEHIND_IS: Final = frozenset("by of to off from up down with into".split())
_CHANGES: Final = lexicon.words("part", "scale", "number word", "denial", "rejection", "doubt", "scale without a value")
#: Before a pronoun that is the subject: not "he denies it has".
_JOINS: Final = FUNCTION_WORDS | ADVERBS
_OPENS: Final = lexicon.words("before a subject")
_HOW_BIG: Final = ("wide", "long", "tall", "high", "deep", "thick", "away", "old")
#: What so much is: "a profit of \$9"; "a minimum of 9" is a bound.
VALUED: Final = (trust.VALUED | {"difference"}) - {"minimum", "maximum"}
#: What so much is in all.
_TOTAL: Final = (["a", "total", "of"], ["an", "average", "of"], ["in", "total"], ["equal", "to"])


def tells(words: Sequence[str], leads: bool) -> bool:
    """Whether words tell the amount behind them. `leads`: they end in what leads to a result, "add up to"."""
    if leads:
        return True
    low = [word.lower().strip(",") for word in words]
    for total in _TOTAL:
        if low[-len(total) :] == total:
            low, words = low[: -len(total)], words[: -len(total)]
    at = next((at for at in range(len(low) - 1, -1, -1) if _is_verb_at(low, at)), None)
    if at is None:
        return _is_alone(low)
    between = low[at + 1 :]
    if low[at] in IS and not _NOT_BEHIND_IS.isdisjoint(between):
        return False
    subject = list(pairwise(low[:at]))
    pronouns = sum(word in PRONOUNS and before not in _JOINS for before, word in subject)
    is_claimed = pronouns > (low[0] in _OPENS)  # "he denies it has", but "on Friday he owned"
    follows = all(_may_follow(before, word) for before, word in pairwise(words[at:]))
    return at > 0 and follows and not is_claimed and is_done(list(words))


def is_so_big(low: list[str], behind: str) -> bool:
    """Whether words are a known thing that an amount says how big it is: "a ring 25 ft wide"."""
    return len(low) == 2 and low[0] in DETERMINERS and low[1] in KNOWN and behind.strip(" .").endswith(_HOW_BIG)


def _is_alone(low: list[str]) -> bool:
    """Whether words without a verb stand alone before an amount: a preposition, perhaps with what is numbered, or a
    quantity and "of"."""
    *before, last = low or [""]
    if last == "of" and before[:-1] in (["a"], ["an"]):
        return before[-1] in VALUED and trust.makes_no_other(before)
    if last in units.OF_TIME and before:
        before, last = before[:-1], before[-1]
    return not low or (not before and last in _BEHIND_IT | {"in", "on", "at"})


def _is_verb_at(low: list[str], at: int) -> bool:
    """Whether a word is a known verb, and no noun behind a determiner: "the cost of"."""
    return (low[at] in IS or is_verb(low[at])) and (at == 0 or low[at - 1] not in DETERMINERS)


def _may_follow(before: str, word: str) -> bool:
    """Whether a word may stand behind another one between a verb and its amount: a name, what a thing is called."""
    low = word.lower().strip(",")
    if low in _CHANGES:
        return False
    is_noun = low.isalpha() and (is_plural(low) or singular(low) in KNOWN or is_value(low) or units.is_known(word))
    is_owned = before.lower() in DETERMINERS | {"each"} and low not in FUNCTION_WORDS
    is_name = word[:1].isupper() and word.isalpha()
    return low in _BEHIND_IT or is_noun or is_owned or is_name
