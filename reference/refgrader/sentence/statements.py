"""Whether the words around an amount state it: a subject and its verb before it, and behind it nothing that changes it.

What a verb says is not known, and so only what all verbs have in common is asked: where they may stand (READ-34).
"""

from __future__ import annotations

import re
from itertools import dropwhile, pairwise, takewhile
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.strangers import ANSWERS
from refgrader.compare.words import ADVERBS, FUNCTION_WORDS
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, singular
from refgrader.sentence.called import are_things

_SUBJECTS: Final = lexicon.words("begins a subject")
_OPENS: Final = lexicon.words("before a subject")
_BEFORE_TO: Final = lexicon.words("before an infinitive")
_INFINITIVES: Final = frozenset("have be do save need".split())
UNSETTLES: Final = lexicon.words("unsettles a statement")
_SCALES: Final = lexicon.words("scale", "number word", "scale without a value")
_ALONGSIDE: Final = lexicon.words("between a verb and its amount")
_NOT_BESIDE: Final = (FUNCTION_WORDS | _SCALES | lexicon.words("turn")) - _ALONGSIDE - {"lost"}
#: Pronouns that are subjects, of which a statement has one, and what begins a clause about a noun.
PRONOUNS: Final = frozenset("he she it we you they i there".split())
_RELATIVES: Final = frozenset("that who whom whose which".split())
DETERMINERS: Final = frozenset("a an the this these those my his her its our your their".split())
_IS: Final = frozenset("am is are was were be been up".split())
_HAS: Final = frozenset("has have had ends".split())
_HELPS: Final = frozenset("have had will should must can need to still".split())
#: Verbs among the function words that help no other.
_VERBS: Final = frozenset({"got", "did", "went"})
#: These leave the verb beside them as it is.
_ADVERBS: Final = ADVERBS | {"still", "now", "already", "also"}
#: Behind "are": what was done to things, what they do, and where they are.
_PARTICIPLE: Final = late(r"(?:[a-z]+(?:[dnt]|ing)|made|done|there|a(?:wake|sleep|live))")
PLACES: Final = frozenset({"in", "on", "at"})
#: In what is said of things, another clause or another amount, and so many for each.
_PARTS: Final = PRONOUNS | _RELATIVES | {"or", "than", "would"}
FOR_EACH: Final = frozenset({"each", "every", "per", "apiece"})
_NOT_BEHIND_A_VERB: Final = frozenset("by of as".split())
_GERUND: Final = late(r"[^aeiouy]{0,9}[aeiouy][a-z]{0,20}ing")
#: Names of amounts, of which no other verb than "is" and "has" tells how much they are: "the price tops".
_AMOUNTS: Final = lexicon.words("stands before its value", "measured") | {"number", "amount", "answer", "result"}
_MORE: Final = late(r" (?:more|less|fewer)(?! to [a-z])(?:\W*\Z| ((\w+)(?:'t\b)?))")
_GOES_ON: Final = lexicon.words("goes on behind a comma")
#: Behind an amount: another one, so much for several, or what somebody says of it.
_CHANGED: Final = late(
    r"\A (?:[^\d.;]{0,40}\bbut\b[^\d.;]{0,40}\d|or\b|too\b|"
    r"\d{1,9}(?![\d-])|and more\b|and (?:[a-z]+ ){0,2}(?:others?|another|one|some|more|change)\W*\Z)|"
    r"\b(?:(?:each|apiece)\W*\Z|(?:per|each|every) \w{1,20} for (?:an?\b|\d))|"
    r"\b(?:per|each|every) (?=(\w+))|, (?=(\w*))"
)
#: Names that a comma or "and" joins to one more: "Ann, Bo and Cy can pick".
_NAMES: Final = late(r"\A(?:[A-Z][a-z]+, ){1,9}(?:[A-Z][a-z]+,? )?and (?=[A-Z][a-z]+ )")
_SO_MANY: Final = _SCALES | {"other", "half", "few", "couple"}
_WORD: Final = late(r"[A-Za-z][A-Za-z'’-]*")


def is_stated(before: str) -> bool:
    """Whether words before an amount are a subject and its verb: "Dean has", "at noon there were"."""
    opening, _, statement = _NAMES.sub("", before.replace("We may ", "We ").replace(";", ",")).rpartition(",")
    opened, words = _WORD.findall(opening), _WORD.findall(statement)
    if len(words) < 2 or not UNSETTLES.isdisjoint(opened + words):
        return False
    if opened and opened[0].lower() not in FUNCTION_WORDS | ADVERBS and not opened[0].endswith("ing"):
        return False
    low = [word.lower() for word in words]
    if low[-2:-1] == ["each"] and len(low) > 2:  # "Ann and Bo each sold", of whom each has so many
        return False
    return _is_one_clause(low) and not _is_of_an_amount(low) and is_done(words)


def is_beside(before: str) -> bool:
    """Whether the last of some words can stand between a verb and its amount, or be the verb."""
    last = before.split()[-1:] or [""]
    return last[0].lower() not in _NOT_BESIDE


def is_kept(behind: str) -> bool:
    """Whether the words behind an amount leave it as it is."""
    first = (behind.split() or [""])[0].rstrip(".,;:)")
    behind = behind.partition(". ")[0]
    is_measured = first in _SCALES or (first.isalpha() and first not in FUNCTION_WORDS and units.is_known(first))
    if is_measured or any(map(_changes, _CHANGED.finditer(behind))):
        return False
    more = _MORE.match(behind)
    return more is None or (more[1] is not None and (FUNCTION_WORDS | _SCALES).isdisjoint(more.groups()))


def _changes(found: re.Match[str]) -> bool:
    """Whether what begins so behind an amount makes another one of it: no clause that goes on, and no "each time"."""
    several, next_word = found.groups()
    return next_word not in _GOES_ON and (several is None or several in _SO_MANY or several[0].isdecimal())


def things_of(words: list[str]) -> str:
    """The things in the plural that words begin with, and then say something of in one clause: "boys left the bus"."""
    are_words = all(word.isalpha() or "-" in word for word in words)
    pairs = pairwise([*words, ""])
    clauses = any(word in _PARTS and not (word == "that" and after in units.OF_TIME) for word, after in pairs)
    if not are_words or clauses or not is_done(words):
        return ""
    ends = (at for at in range(1, len(words)) if _are_things(words[:at], words[at]) and _is_predicate(words[at:]))
    noun, of, rest = " ".join(words[: next(ends, 0)]).partition(" of ")
    return noun + (of + rest if FUNCTION_WORDS.isdisjoint(rest.split()) else "")


def _are_things(words: list[str], verb: str) -> bool:
    """Whether words are a noun in the plural, with what describes it or what it is of, as values are not called; what
    only can or must be so is no value either."""
    noun, of, rest = " ".join(words).removeprefix("more ").partition(" of ")
    is_possible = verb in ("can", "must") and are_things(words, ANSWERS)
    return is_possible or (are_things(noun.split()) and bool(rest) == bool(of))


def _is_predicate(words: list[str]) -> bool:
    """Whether words say of things what they are, what was done to them, or what they do: "were caught in all".

    A verb that no other helps is seen by what stands behind it, for "9 claims disputed" only describes the claims; and
    behind "are" stands what was done, or a place: "9 claims are a joke".
    """
    verb, after, *_ = [*dropwhile(_HELPS.__contains__, words), "", ""]
    helped = verb != words[0]
    if not helped and not FOR_EACH.isdisjoint(words):
        return False
    if verb in _IS or verb == "be":
        after = next((word for word in words[words.index(verb) + 1 :] if word not in _ADVERBS), "")
        return after in PLACES or _PARTICIPLE.fullmatch(after) is not None
    may_be_verb = verb.isalpha() and verb not in FUNCTION_WORDS and not verb.endswith(("ly", "er", "ing"))
    goes_on = after in FUNCTION_WORDS - _NOT_BEHIND_A_VERB or (verb == "went" and after.endswith("ing"))
    return (may_be_verb or verb in _VERBS) and (helped or goes_on)


def _is_one_clause(low: list[str]) -> bool:
    """Whether words begin as a subject does and have no other in them: not "Dean thinks he has"."""
    first, *others, _ = low
    pairs = list(pairwise([first, *others]))
    subjects = [word for before, word in pairs if word in PRONOUNS and before not in FUNCTION_WORDS]
    clauses = any(word in _RELATIVES and before not in _OPENS for before, word in pairs)
    if low[-1] in (_IS | _HAS) - {"up"}:  # "She thinks the rope is", but "the girl in the hat has"
        nested = sum(word in DETERMINERS and before not in FUNCTION_WORDS for before, word in pairs) > (first in _OPENS)
        clauses = clauses or nested or (first in PRONOUNS and not (FUNCTION_WORDS | ADVERBS).issuperset(others))
    begins = first not in FUNCTION_WORDS or first in _SUBJECTS or first in _OPENS
    return begins and not clauses and len(subjects) <= (first in _OPENS)


def _is_of_an_amount(low: list[str]) -> bool:
    """Whether the subject is an amount itself, and its verb none that tells how much it is."""
    noun = list(takewhile(lambda word: word not in FUNCTION_WORDS, low[low[0] in FUNCTION_WORDS : -1]))[-1:]
    return bool(noun) and low[0] not in _OPENS | PRONOUNS and singular(noun[0]) in _AMOUNTS and low[-1] not in _HAS


def is_done(words: list[str]) -> bool:
    """Whether what is told is done, or has to be or can be: not "refused to buy", "stopped buying"."""
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        infinitive = word == "to" and after.islower() and (after not in FUNCTION_WORDS or after in _INFINITIVES)
        if infinitive and before not in _BEFORE_TO and before not in KNOWN:
            return False
        gerund = _GERUND.fullmatch(word) and (not after or after in PLACES or word == "having")
        if gerund and before not in _IS | _SUBJECTS | _VERBS | _ADVERBS:
            return False
    return True
