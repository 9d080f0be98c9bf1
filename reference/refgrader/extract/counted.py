"""What stands behind the noun or the unit that a value counts: a place, a time, a purpose or a clause of its own, which
cannot change the value; what nobody knows refuses (EXT-19): "boys in the class", but not "boys too many".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import FUNCTION_WORDS
from refgrader.extract import trust
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

#: What its sentence goes on with behind the noun, and what may not stand there, wherever it does.
_GOES_ON: Final = lexicon.words(
    "preposition", "remark", "rate", "determiner", "adverb of time", "done to a thing", "month", "day"
).union(lexicon.words("behind what is counted")) - lexicon.words("takes from what is counted")
_HARMS: Final = lexicon.words("rejection", "doubt", "turn", "undoing", "denial") - lexicon.words(
    "turns nothing", "undoes nothing", "leaves what is counted"
) | {"least", "minus", "base", "according"}
_WORDS: Final = late(r"[^\W_]+(?:['-][^\W_]+){0,4}")
_FORMULA: Final = late(r"\$[^$]{0,200}\$?|\\[A-Za-z]+")
_NUMBERS, _SCALES = lexicon.words("number word"), lexicon.words("scale")
_CALCULATES: Final = lexicon.words("works towards a result")
_SAID: Final = lexicon.words("says", "fault", "calculates with it")
_TO_CALCULATE: Final = ("add", "subtract", "multipl", "divid", "doubl", "tripl", "halv")
_BEFORE: Final = frozenset("such down up other more less fewer th".split())
#: Behind "by", "in" and "at".
_THE: Final = lexicon.words("determiner", "day", "month", "ordinal", "number word").union(
    "them him me us you it all both each every".split()
)
_KINDS: Final = lexicon.words("name of a value", "measured") | {"total", "capital", "commission"}
_BOUNDS: Final = frozenset("least most best worst all once minimum maximum".split())
#: With nothing but these before it in its clause, what is counted is the subject of the words behind it.
_SUBJECT: Final = frozenset(
    "so thus hence therefore then finally only exactly about that a total of and all the".split()
)
_VERBS: Final = frozenset("is are was were has have had must should will can could do did need would".split())
#: Up to a sign directly behind a value or its noun, behind no digit of a reason; signs that calculate, relate, ask,
#: cross out or point to a note; those of such kinds that only mark an end; and those that stand in a unit or a name.
_SIGN: Final = late(r"[\s$*_)\\}\]￼A-Za-zÀ-ɏΑ-ω-]{0,60}([^\s$*_)\\}\]￼A-Za-zÀ-ɏΑ-ω-])")
_STRANGE, _KINDS_OF_SIGNS = "^&#@~[‰‹?？❌✗✘✖🚫👎", ("Sm", "No", "Nl", "Sk")
_MARKS_AN_END, _BEHIND_LETTERS = "∎+<|=`´", "²³^&>"
#: Behind a value an exponent, or what it is divided by: "5 e8", "5 % 2"; and another number: "boys or 6", "boys/2".
_GOES_ON_IN: Final = late(r"[\s$*_)\\}\]￼]*(?:[eE]|[%|]\s?|\\\s)\d")
_JOINED: Final = late(
    r"(?<!\d\s)\b(?:or|and|not|minus|plus|over|instead of)\s-?\d[\d.,]{0,30}(?=\s?\Z)|(?<=[a-z])[+*/]\s?\d"
)


def stands_alone(said: str, before: str) -> bool:
    """Whether behind a noun that is counted nothing stands that may make another value of it; `before`: its clause up
    to the value."""
    if has_strange_sign(said) or _JOINED.search(said):
        return False
    written = _WORDS.findall(said.replace("’", "'"))
    words = [word.lower() for word in written]
    at = _end_of_noun(written, words)
    more = words[at:]
    if not more:
        return words != ["th"] and singular(words[-1]) not in _SCALES
    if not _HARMS.isdisjoint(more) or _is_scaled(more):
        return False
    if more[0] == "in" and written[at + 1 : at + 2] and written[at + 1][0].isupper():
        return True
    return _goes_on(*more) or _is_said_of_it(more, before)


def has_strange_sign(said: str) -> bool:
    """Whether directly behind a value, or the noun that it counts, stands a sign that may make another one of it."""
    sign = _SIGN.match(said)
    if sign is None or _GOES_ON_IN.match(said):
        return sign is not None
    mark = sign[1]
    strange = mark in _STRANGE or (unicodedata.category(mark) in _KINDS_OF_SIGNS and mark not in _MARKS_AN_END)
    return strange and not (mark in _BEHIND_LETTERS and said[: sign.start(1)].rstrip("$ ")[-1:].isalpha())


def _end_of_noun(written: Sequence[str], words: Sequence[str]) -> int:
    """How many words there are up to the last one of the noun: "golf balls" of "golf balls in the bag"."""
    first = 1 + (words[0] == "such") if words[0] in _BEFORE else 0
    run = list(takewhile(lambda place: words[place] not in FUNCTION_WORDS, range(first, len(words))))
    head = next((place for place in run if _is_noun(written[place])), run[-1] if run and first else None)
    if head is None:
        return first or (0 if _opens(words[0]) else max(len(run), 1))
    nouns = takewhile(lambda place: _is_noun(written[place]) and words[place] != "times", range(head + 1, run[-1] + 1))
    return max(nouns, default=head) + 1


def _is_noun(word: str) -> bool:
    in_capitals = len(word) > 1 and (word.isupper() or word[:-1].isupper())  # "52 WPM", "25 TVs"
    return in_capitals or may_be_counted(word.lower())


def may_be_counted(word: str) -> bool:
    """Whether a word is a noun that is counted or measured: a plural, a unit or a known thing."""
    return is_plural(word) or units.is_known(word) or word in KNOWN


def _is_scaled(more: Sequence[str]) -> bool:
    """Whether words behind a noun end in a scale without a number, or say what "we" do: "by the dozen"."""
    of_us = more[0] in ("if", "when", "before", "after", "once", "until") and more[1:2] in (["we"], ["i"])
    counted = len(more) > 1 and (more[-2] in _NUMBERS or more[-2].isdecimal())
    return of_us or (singular(more[-1]) in _SCALES and not counted)


def _is_said_of_it(more: Sequence[str], before: str) -> bool:
    """Whether what stands behind a noun is its verb: "So 5 boys came", "she has 5 boys come to her"."""
    led = trust.spoken(_FORMULA.sub("", before.rpartition(",")[2]), 0, len(before))
    if _SUBJECT.issuperset(led) or (led[-1] in ("has", "have") and _opens(*more[1:2] or "x")):
        return more[0] not in FUNCTION_WORDS - _VERBS and not _calculates(more[0])
    return more[0] in _VERBS


def _opens(word: str) -> bool:
    return word in _GOES_ON or (word.endswith("ing") and len(word) > len("sting"))


def _goes_on(first: str, then: str = "", *others: str) -> bool:
    """Whether what begins behind a noun may stand there."""
    if first in _NEXT:
        return _NEXT[first](then, [then, *others[:2]])
    if first.endswith("er") and first not in FUNCTION_WORDS:
        return then not in ("or", "and")
    if first in _NUMBERS or first.isdecimal():
        return units.is_known(then)
    return _opens(first) or (first.endswith("ed") and not _calculates(first) and _opens(then))


def _calculates(done: str) -> bool:
    """Whether what was done to what is counted makes another amount of it, or is only said: "increased by 2"."""
    return done in _SAID or any(done.removesuffix(end) + "ing" in _CALCULATES for end in ("ed", "d"))


def _is_in(then: str, words: Sequence[str]) -> bool:
    """Whether a place, a time or a kind of amount stands behind "in": but not "in thousands", "in jest"."""
    placed = then in _THE or then in _KINDS or not then.isalpha() or any(map(_is_noun, words))
    return placed and singular(then) not in _SCALES and then != "base"


#: Behind these words not everything may follow: no measure, no manner, no other amount.
_NEXT: Final[Mapping[str, Callable[[str, Sequence[str]], bool]]] = {
    "in": _is_in,
    "at": lambda then, _: then not in _BOUNDS,
    "by": lambda then, _: then in _THE or then.endswith("ing") or not then.isalpha(),
    "to": lambda then, _: then not in ("be", "within", "") and not then.startswith(_TO_CALCULATE),
    "not": lambda then, _: then.isalpha(),
    "as": lambda then, _: is_plural(then),
    "and": lambda then, words: then not in FUNCTION_WORDS | _NUMBERS and any(map(_is_noun, words)),
    "each": lambda then, _: not then.endswith("ed"),
    "apart": lambda then, _: then != "from",
    "so": lambda then, _: then == "far",
    "up": lambda then, _: then == "for",
    "too": lambda then, _: not then,
    **dict.fromkeys(("more", "less", "fewer"), lambda then, _: then not in ("or", "and")),
}
