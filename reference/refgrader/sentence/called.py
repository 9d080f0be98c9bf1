"""What a value may be called, and which words before "is" call it: "the area of the triangle" (TXT-25, READ-34)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Final

from refgrader import lexicon
from refgrader.compare.strangers import DESCRIBES, QUANTITIES, in_subject, says_which, scales_in
from refgrader.compare.words import FUNCTION_WORDS
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

#: What begins a clause with an "is" of its own: "the point where it is zero", "what is left".
_OF_A_CLAUSE: Final = frozenset("that which who where when what".split())
_CALCULATES: Final = frozenset("minus plus times exceeds negative twice thrice".split())
COPULAS: Final = frozenset("is are was were be equals".split())
#: Behind the name of a value they make another of it.
_ACTS: Final = frozenset("divided multiplied squared cubed doubled halved tripled mod modulo".split())
#: What may stand before a subject that begins with "the".
_OPENS: Final = lexicon.words("before a subject", "begins a subject") | {"and", "also", "here", "again", "since"}
_MEASURED: Final = lexicon.words("measured")
_DESCRIBES: Final = lexicon.words("describes a value") | DESCRIBES
#: What may stand before it: "the last three digits".
_BEFORE_IT: Final = FUNCTION_WORDS | lexicon.words("describes a value", "number word", "ordinal")
_CALLED: Final = (QUANTITIES | lexicon.words("describes a value")) - COPULAS | {"the"}
#: What a thing is, in a word, and the words that belong to what it is called.
_IS_SO: Final = late(
    r"(?:(?:So|Thus|Hence|Therefore),? )?"
    r"(?:[Tt]h(?:e|is|ese|ose) ((?:[a-z\d-]+ ){0,6}[a-z]+)(?: \$?[A-Za-z]\$?)?|\$?[A-Za-z]\$?|"
    r"[Tt]hey|[Ii]t|[Tt]h(?:is|ese)) (?:is|was|are|were) "
    r"(?P<so>(?:not )?(?:an? |the (?=same))?(?:[a-z]+ly )?[a-z]+)"
    r"(?: of \$?\\mathbb ?\{R\}\^(?:\w|\{\w\})\$?)?\.?"
)
#: Of a count it is said otherwise than of a measure (TXT-14).
_INFINITE: Final = ("infinite", "unlimited")
_DENIALS: Final = lexicon.words("denial")
#: Numbers, and of what kind they are, which a problem may define itself: "the largest lucky number".
_NUMBERS: Final = frozenset({"number", "integer"})
_KINDS: Final = lexicon.words("describes a number")
_OF_A_THING: Final = _BEFORE_IT - frozenset("other another others some any most few half".split()) - _DENIALS
#: What begins the name of one thing, or of all things that are spoken of.
_THE: Final = frozenset("the this these those that both".split())
_TURNS: Final = lexicon.words("turn", "part")


def are_things(words: list[str], names: frozenset[str] = QUANTITIES) -> bool:
    """Whether words are a noun in the plural that values are not called by, perhaps with what describes it."""
    noun = words[-1] if words else ""
    return is_plural(noun) and names.isdisjoint((noun, singular(noun))) and FUNCTION_WORDS.isdisjoint(words)


def is_named(words: list[str]) -> bool:
    """Whether words, and no verb, name the value behind them: "the area of the triangle is", "it is the plane"."""
    # From here on they are only what it is called: "the point", but not "the mistaken point".
    at = next((at for at in range(len(words), 0, -1) if words[at - 1] not in _CALLED), 0)
    is_link = 0 < at < len(words) and words[at - 1] in COPULAS  # "the vertex is the point"
    return ends_in_copula(words[:at] if is_link else words)


def ends_in_copula(words: list[str]) -> bool:
    """Whether words are what a value is called, perhaps with what it is of, and "is": "number of fish caught is"."""
    if not words or words[-1] not in COPULAS or _states(words[:-1]) or not _may_begin(words):
        return False
    subject = _subject(words)
    # An amount is no name of another, nor are some of several: "2 of the 3 roots".
    if (not subject or words[1:2] == ["of"]) and any(map(str.isdecimal, words[0])):
        return False
    nouns = (next((noun for noun in subject[at + 1 :] if noun not in _DESCRIBES), "") for at in range(len(subject)))
    pairs = zip(subject, nouns, strict=True)
    known = [word for word, _ in takewhile(lambda pair: len(pair[0]) == 1 or _may_name(*pair), pairs)]
    turned = any(is_value(name) and word in _ACTS for name, word in pairwise(subject))  # "the total divided by two"
    turned = turned or any(scales_in(subject)) or any(in_subject(" ".join(subject)))
    return not turned and _CALCULATES.isdisjoint(subject) and (known == subject or any(map(is_value, known)))


def _may_begin(words: list[str]) -> bool:
    """Whether the function words before the first noun may stand before a subject: "so the", but not "at least the"."""
    opening = list(takewhile(FUNCTION_WORDS.__contains__, words))
    return "the" not in opening[1:] or _OPENS.issuperset(opening)


def _states(words: list[str]) -> bool:
    """Whether words before "is" state something themselves, and are not only its subject: "its area is 3 and it"."""
    states = next((at for at, word in enumerate(words) if word in COPULAS and words[at + 1 :][:1] != ["of"]), None)
    return states is not None and _OF_A_CLAUSE.isdisjoint(words[:states]) and "whose" not in words


def _subject(words: list[str]) -> list[str]:
    """The words of a subject before its verb, without the owner it begins with ("Ann's old score") and "total" before
    what it is."""
    owners = (
        at for at, word in enumerate(words) if word.endswith(("'s", "’s")) and FUNCTION_WORDS.isdisjoint(words[1:at])
    )
    owned = max(owners, default=-1)
    subject = [part for word in words[owned + 1 : -1] for part in _parts(word.strip(",;"))]
    return [word for word, after in pairwise([*subject, ""]) if word != "total" or not is_value(after)]


def _parts(word: str) -> list[str]:
    """The words that hyphens join, but of a word that is known as one or is made of others: "would-be"; no formula."""
    parts = word.split("-")
    if not all(map(str.isalpha, parts)):
        return []
    return parts if FUNCTION_WORDS.isdisjoint(parts) and word not in _DESCRIBES | QUANTITIES else [word]


def _may_name(word: str, noun: str) -> bool:
    """Whether a word belongs to what a value is called, as one before the noun of a quantity does: "original price"."""
    if is_value(word) or word in _BEFORE_IT:
        return True
    if word in _KINDS:
        return singular(noun) in _NUMBERS
    if word in DESCRIBES:
        return says_which(word, singular(noun))
    return (word.endswith("ion") or word in KNOWN) and singular(noun) in _MEASURED


def said_of_a_thing(said: str) -> str:
    """What a sentence says that a thing that is known is: "The last bead is orange", "$M$ is not a subspace"."""
    told = _IS_SO.fullmatch(said)
    if not told or told["so"] in _INFINITE:
        return ""
    words = (told[1] or "line").split()
    return told["so"] if _are_known(words) and not _states(words) else ""


def are_known(subject: Sequence[str]) -> bool:
    """Whether the words of a subject only say which known thing or things it is, and not how many of them."""
    first, *words = subject
    return first in _THE and bool(words) and _are_known(words) and _TURNS.isdisjoint(words)


def _are_known(words: list[str]) -> bool:
    """Whether words, of which the last is a noun, are those of a known thing, or of a quantity."""
    known = all(word in _OF_A_THING or singular(word) in KNOWN or is_value(word) or word[0].isdigit() for word in words)
    return known and words[-1] not in FUNCTION_WORDS


def is_value(word: str) -> bool:
    return singular(word) in QUANTITIES or word in QUANTITIES
