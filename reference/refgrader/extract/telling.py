"""Whether the words before a value in its sentence tell it: of what, by which predicate, with what between (EXT-45).

Doubt refuses where a word may void the value: "The total, doubled, is 36", "So she pretends to have 36", "The bogus
value is 36", "According to Tom, there are 36". What may stand there is known; what void values are called is not.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import ADVERBS, FUNCTION_WORDS, is_strange_adverb
from refgrader.extract import cues, trust, whose
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

#: So many characters before a value are read.
_FAR: Final = 300
_MARKS: Final = " \t\n*_$\\([{~"
#: An insertion behind a noun: between commas, brackets or dashes, and then a verb that tells or a colon.
_TELLS: Final = (
    r"(?:is|are|was|were|equals|(?:will|must|should|has\sto)\sbe|comes\s(?:out\s)?to(?:\sbe)?|turns\sout\sto\sbe)"
)
_INSERTED: Final = late(
    rf"[\w)][*_]{{0,2}}(?:,\s(?P<commas>[^,;:\n]{{1,80}}),\s{_TELLS}"
    rf"|\s[–—-]{{1,2}}\s(?P<dashes>[^–—,;:\n]{{1,80}}?)\s[–—-]{{1,2}}\s{_TELLS}"
    rf"|\s?\((?P<brackets>[^()\n]{{1,80}}(?:\([^()\n]{{1,9}}\))?)\)(?::|\s{_TELLS}))\Z",
    re.I,
)
#: What an insertion may open with: a reason, what is included, a place or a time, or how exact the value is.
_REASONS: Final = frozenset("since because as".split())
_ADDS: Final = frozenset("including and plus".split())
_PLACES: Final = frozenset("in on at after during for per from over to of within across with by".split())
_PREPOSITIONS: Final = lexicon.words("preposition")
_ROUGHLY: Final = frozenset("about approximately roughly nearly around".split())
_UNITS_OF_TIME: Final = lexicon.words("day", "month")
_DETERMINERS: Final = lexicon.words("determiner", "introduces a noun") | {"each", "every", "a", "an"}
_DOUBTS: Final = lexicon.words("denial", "rejection", "doubt", "wrong", "unsettles a statement")
_LETTERS: Final = late(r"[A-Za-z]{2}")
#: What a price is reduced by, and no fault.
_OFF: Final = late(r"\$\d[\d.]{0,9} off\b")
#: A letter that nobody sees, inside a word.
_UNSEEN: Final = late("[A-Za-z][\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+[A-Za-z]")
_SENTENCE: Final = late(r"[.!?]\s")
_CLAUSE: Final = late(r"[,;:—–]\s")
_WORD: Final = late(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,/]*|\$[^$\n]{1,80}\$?")
_SO: Final = frozenset("so thus hence therefore then and finally now".split())
#: Before an infinitive that ends at the value: what says that it is done, or has to be or can be.
_BEFORE_TO: Final = lexicon.words("before an infinitive", "is so") | frozenset(
    "sure out up enough get gets got agreed chose".split()
)
#: Before "but".
_ALL: Final = frozenset("all anything everything any none".split())
_CAN: Final = frozenset({"can", "could"})
_GOES_ON: Final = frozenset("is are was were am be been being now still and keep keeps kept by of for from".split())
#: The shortest gerund ("being"), and within so many words of its clause the name of a result stands.
_GERUND: Final = 6
_NAME: Final = 4
#: Verbs before a value that make none of it, and those that are one word with a prefix that says so.
_VOIDS: Final = (lexicon.words("fault", "doubt", "rejection") | lexicon.words("calculates with it")) - frozenset(
    "twice too missed left assumed well wait need needs needed skipped almost nearly lacking ruled maybe perhaps "
    "possibly probably unlikely doubtful invalid undefined".split()
)
_PREFIXED: Final = late(r"(?:mis|over|under|dis)[a-z]{3,}(?:s|ed)")
_NO_PREFIX: Final = lexicon.words("no prefix")
_UNSETTLES: Final = lexicon.words("unsettles a statement") - frozenset(
    "may might too rather seldom expect expects believe think doubt".split()
)
_SAYS: Final = lexicon.words("says")
_GIVES: Final = frozenset("gives give yields yield gave yielded".split())
#: Nouns of a result, which an unknown adjective may make another's or none.
_RESULTS: Final = frozenset("number value result answer total sum amount count one".split())
_VALUES: Final = lexicon.words("name of a value", "measured", "has a value", "method") - (
    lexicon.words("function word") | {"form"}
)
_DESCRIBES: Final = (
    lexicon.words("describes a value", "describes a quantity", "describes a kind", "ordinal", "number word", "part")
    | lexicon.words("mine", "kind of solution", "person")
    | _VALUES
    | frozenset("above following same grand other whole such favorite likely most mystery secret target hidden".split())
)
#: The nouns of which one may be told, and those with what describes them.
_NAMED: Final = _VALUES | KNOWN
_KNOWN: Final = _DESCRIBES | KNOWN
#: What ends the noun that words begin with.
_ENDS_A_NOUN: Final = FUNCTION_WORDS - _RESULTS - _DESCRIBES
_PERSONS: Final = frozenset("he she it they we you i this that which these those who there".split())
_ARTICLES: Final = frozenset("the a an this that its his her our my their your".split())
#: What a value of a result is said to be by a participle and a preposition: "is equal to", "is given by".
_IS_AT: Final = late(
    r"\b(?:is|are|was|were)\s(?P<said>(?:[a-z]+\s){1,3})(?:at|by|from|to|under|over|near|with|around|against|for)\Z"
)
_IS_ITS: Final = frozenset("equal given rounded increased decreased reduced simplified a the".split())
_ACCORDING: Final = late(r"\bAccording\sto\s([^,\n]{1,60})", re.I)
_SOURCES: Final = lexicon.words("source")
#: What the result of something is of, where it is not known to be one of a calculation.
_OF: Final = late(r"\b(?:result|answer|outcome)\sof\s(?:an?|his|her|my|their|[A-Z][a-z]+['’]s)\s([^,;:]{1,60})")
#: Somebody who is nobody: "a naive solver would get".
_SOMEBODY: Final = late(r"\A(?:an?|any|some)\s(?:[a-z-]+\s){1,3}(?:would|might|could|may)\s(?:[a-z]+\s)?[a-z]+\Z", re.I)
_THINKS: Final = lexicon.words("think", "says") | _GIVES | frozenset("get gets obtain write answer find".split())


def is_otherwise(said: str, *, bare: bool) -> bool:
    """Whether the words of a sentence before a value may tell it otherwise than as the value of a thing; `bare`:
    nothing stands behind it that says what it counts or measures."""
    if _UNSEEN.search(said):
        return True
    said = said[-_FAR:].rstrip(_MARKS)
    said = said[max((end.end() for end in _SENTENCE.finditer(said)), default=0) :]
    if not said.isascii() and not any(mark in said for mark in "–—’"):
        return False
    if (inserted := _INSERTED.search(said)) and not _is_harmless(inserted[inserted.lastgroup or 0].strip()):
        return True
    source = _ACCORDING.search(said)
    if source and _SOURCES.isdisjoint(map(singular, cues.WORDS.findall(source[1].lower()))):
        return True
    clause = said[max((mark.end() for mark in _CLAUSE.finditer(said)), default=0) :]
    words = _WORD.findall(clause)
    while words and words[0].lower() in _SO:
        words.pop(0)
    return bool(words) and (_is_no_predicate(words) or _is_no_subject(words, bare=bare))


def _is_harmless(inserted: str) -> bool:
    """Whether what is inserted between a subject and its verb is a reason, a unit, a letter or the name of the
    quantity, where or when it is so, or leads to it: "in dollars", "therefore", "as required", "after 3 weeks"."""
    if whose.leads(inserted) or whose.leads_from(f"x ({inserted})", 1, len(inserted) + 4):
        return True
    if inserted.startswith("in ") and units.is_known(inserted.rpartition(" ")[2]):
        return True
    if not _LETTERS.search(inserted):  # a formula
        return True
    words = cues.WORDS.findall(_OFF.sub("1", inserted.lower()).replace("’", "'"))
    if not words or not _DOUBTS.isdisjoint(words):
        return not words
    if words[0] in _ROUGHLY:
        return True
    if not trust.makes_no_other(words) or any(word.endswith("ing") for word in words[1:]):
        return False
    if words[0] in _REASONS | _ADDS:
        return _SAYS.isdisjoint(words)
    placed = words[1:2] and (words[1] in _DETERMINERS | _UNITS_OF_TIME | _VALUES or words[1][0].isdigit())
    if words[0] in _PLACES:
        return bool(placed)
    return words[0] not in _PREPOSITIONS and singular(words[-1]) in _NAMED


def _is_no_predicate(words: list[str]) -> bool:
    """Whether between the subject and the value something else stands than a verb that tells or has, with what helps
    it: "overlooked", "scarcely has", "all but"."""
    low = [word.lower() for word in words]
    last = low[-1]
    if last in _VOIDS or (_PREFIXED.fullmatch(last) and last not in _NO_PREFIX):
        return True
    if (last == "but" and not _ALL.isdisjoint(low[-2:-1])) or not _UNSETTLES.isdisjoint(low[-4:]):
        return True
    return _is_no_verb(words, low) or _has_an_adverb(["", *words][-6:]) or _is_said_to_be_at(words, low)


def _is_no_verb(words: list[str], low: list[str]) -> bool:
    """Whether what ends at the value is an infinitive of what is only wanted or claimed, or a gerund behind a verb:
    "pretends to have", "denies having"."""
    last = low[-1]
    if low[-2:-1] == ["to"] and len(low) > 2:
        return last not in FUNCTION_WORDS - {"be", "have"} and _is_only_wanted(words[:-2])
    if not last.endswith("ing") or len(last) < _GERUND or len(low) < 2:
        return False
    return low[-2] == "of" or (words[-2].islower() and low[-2] not in _GOES_ON | ADVERBS | FUNCTION_WORDS)


def _is_said_to_be_at(words: list[str], low: list[str]) -> bool:
    """Whether the name of a result is the subject, and a participle that does not tell it stands with a preposition
    before the value: "the number of eggs is capped at"."""
    told = _IS_AT.search(" ".join(words))
    if told is None or _RESULTS.isdisjoint(low[: len(low) - len(told[0].split())][:_NAME]):
        return False
    return (_IS_ITS | _BEFORE_TO).isdisjoint(told["said"].split())


def _is_only_wanted(before: list[str]) -> bool:
    """Whether none of the words before "to" says that what follows is done, or has to be or can be."""
    last = before[-1]
    if last[0].isupper() or last[0] in "$0123456789" or last.lower() in _BEFORE_TO or last in _NAMED:
        return False
    return not (before[-2:-1] and before[-2].lower() in _CAN) and not is_plural(last.removesuffix("s") + "ss")


def _has_an_adverb(words: list[str]) -> bool:
    """Whether an adverb that nobody knows stands by the verb: "allegedly has"; behind a determiner it is none."""
    return any(is_strange_adverb(word) and not _is_a_noun(before, word) for before, word in pairwise(words))


def _is_a_noun(before: str, word: str) -> bool:
    is_verb = before in ("to", "can", "will", "must", "they", "we", "you", "I") and word.endswith(
        ("pply", "eply", "fly")
    )
    return is_verb or before.lower() in _DETERMINERS | {"most", "more", "less"} or before.endswith("'s")


def _is_no_subject(words: list[str], *, bare: bool) -> bool:
    """Whether the value is called wrong, made up or another's, or what gives it is no known way to come to it."""
    clause, low = " ".join(words), [word.lower() for word in words]
    if bare and low[-1] in _SAYS and _PERSONS.isdisjoint(low[:1]):
        return True
    if (of := _OF.search(clause)) and _VALUES.isdisjoint(cues.WORDS.findall(of[1].lower())):
        return True
    if _SOMEBODY.match(clause) and low[-1] in _THINKS:
        return True
    if low[-1] in _GIVES and len(low) > 1 and len(low[1]) > 1:
        return _is_no_way(words[:-1], low[:-1], bare=bare)
    if low[-1] not in ("is", "was", "are", "were", "equals") or low[0] not in _ARTICLES:
        return False
    return _is_misnamed(words[1:-1], bare=bare)


def _is_no_way(words: list[str], low: list[str], *, bare: bool) -> bool:
    """Whether the subject of "gives" is what nobody knows to come to a value: "Cheating gives", "A typo gives"."""
    if not low or low[0] in _PERSONS:
        return False
    ways = cues.among("works towards a result", "gives a result")
    if low[0].endswith("ing"):
        return ways.isdisjoint(low) or not trust.makes_no_other(low)
    return bare and low[0] in _ARTICLES and ways.isdisjoint(low) and _is_misnamed(words[1:], bare=True, strictly=True)


def _is_misnamed(words: list[str], *, bare: bool, strictly: bool = False) -> bool:
    """Whether the noun that words begin with names no value that is known, or the name of a result stands behind an
    adjective that does not describe one: "the bogus value", "the placeholder"."""
    noun: list[str] = []
    for word in words:
        if word.lower() in _ENDS_A_NOUN or not word[0].isalpha():
            break
        noun.append(word)
    if not noun:
        return False
    *described, head = noun
    if head in _RESULTS:
        return not all(map(_describes, described))
    if strictly:
        return not all(map(_describes, noun))
    return bare and not (any(map(str.isupper, head)) or len(head) == 1 or any(map(_may_be_a_thing, noun)))


def is_name(words: list[str]) -> bool:
    """Whether some words are the name of a value: "total", "area", "number of eggs", but not "gap", "next page"."""
    return singular(words[-1].lower()) in _NAMED and not _is_misnamed(words, bare=True, strictly=True)


def _describes(word: str) -> bool:
    """Whether a word may stand before the name of a result: a description that is known, a name or a noun."""
    low = word.lower().replace("’", "'")
    plain = singular(low.removesuffix("'s").rstrip("'"))
    is_known = word[0].isupper() or low != plain or low.endswith("'s") or plain in _KNOWN
    return is_known or "-" in low or low in ADVERBS or units.is_known(low)


def _may_be_a_thing(word: str) -> bool:
    low = word.lower()
    return singular(low) in _KNOWN or is_plural(low) or units.is_known(low) or "'" in low
