"""What stands around a statement and leaves it as it is: when, where and by what it is so, what explains it."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.remarks import GROUNDS, says_how, takes_back, without_reason
from refgrader.compare.strangers import ANSWERS
from refgrader.compare.words import FUNCTION_WORDS, has_words, spoken
from refgrader.extract import cues, trust
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, singular
from refgrader.sentence.bare_values import is_known
from refgrader.sentence.called import COPULAS, is_value
from refgrader.sentence.numerals import NUMBER_WORDS, in_digits
from refgrader.sentence.statements import FOR_EACH, UNSETTLES

#: A sentence with one of these before its value may tell nothing, or something else.
DOUBTS: Final = lexicon.words("doubt", "supposes")
_DENIALS: Final = (lexicon.words("denial", "rejection") | DOUBTS) - {"only"}
_ACTS_ON_IT: Final = lexicon.words("acts on a value")
_ABOUT_THE_ANSWER: Final = (lexicon.words("about the answer") | ANSWERS) - FUNCTION_WORDS
#: Before a statement, up to a comma or before an equation a colon: why, by what, when or where it is so.
_OPENING: Final = late(r"([A-Z][^,:;]{2,80})(?:,|:(?=[^:]{0,120}=)|(?= the (?:[a-z]+ )?[a-z]+ (?:is|was|equals) )) ")
_GROUND: Final = late(r"(?:(?:By|From|Using) (?!the way\b)[^\d]{3,80}|(?:Since|Because) .{3,80})")
_SETTING: Final = late(
    r"(?:When|While|Once|Where|At|In|On|After|During|With|For) "
    r"(?:(?:the|this|that|these|those|its?|his|her|he|she|they|their|all|both) |(?=[A-Z\d$]|[a-z] ?=))[^<>≤≥]{1,80}"
)
#: By a ground that has a name it needs no comma before what the value is called: "By symmetry the area is 9".
_BY: Final = late(rf"(By (?:[\w'’-]+ ){{0,4}}(?:{GROUNDS}))(?:, | (?=the ))")
_ADVERBS_OF_TIME: Final = lexicon.pattern(lexicon.words("adverb of time"))
#: At the end, when or where it is so.
_AT_THE_END: Final = late(
    rf"(?<=[\w$)}}%])(?:(?: right)? (?:{_ADVERBS_OF_TIME})| (?:at|in) the end|"
    r" (?:on|in|at|during) (?:(?:the|his|her|its|their|that|this) ((?:[a-z]+ )?[a-z]+)|([A-Z][a-z]+day)))\.?\Z"
)
#: Of a known thing, which one it is.
_WHICH_ONE: Final = late(r"([Tt]he ([a-z]+)) (?:that|which|who) (?:is|are|was|were) (?:not )?[a-z]+(?= [a-z]+s )")
#: Remarks in brackets behind values.
_REMARKS: Final = late(r"(?<=[\d$}\w]) \(((?:[^()$]|\$[^$]{0,60}\$){1,120})\)")
_NUMBER: Final = late(r"\d[\d.,]*")
_BESIDE_A_NOUN: Final = lexicon.words("describes a value", "describes a kind")
_PLACED: Final = KNOWN | lexicon.words("ordinal", "day") | units.OF_TIME | {"first", "last", "next", "final"}
#: In brackets behind a statement: what something else is or has, or a quantity and its values.
_CLAUSE: Final = late(
    r"((?:the |both |its |their |[A-Z])?[a-z]+(?: [a-z]+){0,4}?) "
    r"(?:(?:is|are|was|were) (?=[^()]*\d)|(?:has|have|had) (?=[^()]*(?:=|\d [a-z])))[^()]+"
)
_QUANTITY: Final = late(r"(?:(?:with|for|the) )?([a-z]+(?: [a-z]+)?) (?=[\d$\\])[^()a-z]{1,40}(?: and [^()a-z]{1,40})?")


class Opening(NamedTuple):
    """What a sentence begins with, the statement behind it, and whether that is a ground, as a bare answer has."""

    said: str
    statement: str
    is_ground: bool


def opened(said: str) -> Opening | None:
    """The opening of a sentence, which denies nothing and makes no other value of what is told behind it."""
    by = _BY.match(said)
    found = by or _OPENING.match(said)
    if found is None:
        return None
    opening, rest = found[1], said[found.end() :]
    first, _, words = opening.partition(" ")
    lower = first.lower() + opening[len(first) :]
    if says_how(lower, rest):
        return Opening(opening, rest, is_ground=True)
    if denies(words) or not trust.makes_no_other(spoken(words)):
        return None
    if _GROUND.fullmatch(opening) and (by or said[found.end() - 2] in ",:"):
        is_ground = bool(by) or "=" in rest or without_reason(f"{rest}, {lower}") == rest
        return Opening(opening, rest, is_ground)
    return Opening(opening, rest, is_ground=False) if _is_setting(opening) else None


def may_open(said: str) -> bool:
    """Whether words up to a comma leave a statement behind them as it is, whatever else they say: not "at most"."""
    words = spoken(said)
    return said.startswith("from ") or (FOR_EACH.isdisjoint(words) and trust.makes_no_other(words))


def alone(said: str) -> str:
    """A sentence without what stands in it or behind it and leaves its statement as it is."""
    for without in (_without_clause, _without_remarks, _without_tail):
        said = without(said)
    return said


def _without_clause(said: str) -> str:
    """A sentence without what its subject, a known thing, is or is not: "The tank that is not full holds 9 gallons"."""
    found = _WHICH_ONE.match(said)
    return found[1] + said[found.end() :] if found and found[2] in KNOWN and not is_value(found[2]) else said


def _without_remarks(said: str) -> str:
    """A sentence without a remark in brackets at its end, or behind each of several values."""
    remarks = _REMARKS.findall(said)
    if len(remarks) > 1 and all(map(_is_plain, remarks)):
        return _REMARKS.sub("", said)
    main, _, remark = said.removesuffix(".").removesuffix(")").rpartition(" (")
    return main if main and _explains(remark, main) else said


def _without_tail(said: str) -> str:
    """A sentence without what else it is with, that it holds, and when or where it is so."""
    main, comma, remark = said.removesuffix(".").rpartition(", with ")
    if comma and _tells_of_another(remark, main):
        return main
    main, stop, checked = said.partition("; ")
    if stop and cues.opens("courtesy", checked, 0, len(checked)):
        return main
    found = _AT_THE_END.search(said) if len(_NUMBER.findall(in_digits(said))) < 2 else None
    is_placed = found and _PLACED.issuperset(map(singular, (found[1] or "").split()))
    return said[: found.start()] if found and is_placed else said


def _is_plain(remark: str) -> bool:
    """Whether a remark on one of several values is of words, and neither a unit nor another value."""
    words = spoken(remark)
    is_unit = units.is_known(remark.split()[-1])
    is_other = is_unit or takes_back(remark) or "or" in words or not UNSETTLES.isdisjoint(words)
    return has_words(remark, letters=3) and not is_other and _leaves_alone(words)


def _leaves_alone(words: frozenset[str]) -> bool:
    """Whether none of some words, in the singular, makes another value of what it stands beside."""
    ones = frozenset(map(singular, words))
    return trust.makes_no_other(words | ones) and NUMBER_WORDS.isdisjoint(ones - words)  # tens


def _explains(remark: str, main: str) -> bool:
    """Whether a remark says of other things than a statement does what they are or have, where it is so, or that it
    holds."""
    if takes_back(remark) or not (has_words(main, letters=2) or "=" in main):
        return False
    if cues.opens("courtesy", remark, 0, len(remark)) or ("=" not in remark and _is_setting(remark.capitalize())):
        return True
    return _tells_of_another(remark, main)


def _tells_of_another(remark: str, main: str) -> bool:
    """Whether a remark tells what something is or has that a statement does not speak of."""
    clause = _CLAUSE.fullmatch(remark)
    found = clause or _QUANTITY.fullmatch(remark)
    if found is None or takes_back(remark) or found[1].split()[-1 if clause else 0] in FUNCTION_WORDS:
        return False
    subject = spoken(found[1]) - FUNCTION_WORDS
    is_other = subject.isdisjoint(_ABOUT_THE_ANSWER.union(_ACTS_ON_IT, spoken(main)) - {"value"})
    is_known = all(map(_is_known, found[1].split())) if clause else any(map(is_value, subject - {"value"}))
    return is_other and is_known and _leaves_alone(subject)


def _is_known(word: str) -> bool:
    """Whether a word is understood here: also when something is, what describes a noun, and a name or a number."""
    return not word.islower() or is_known(word) or singular(word) in _PLACED or word in _BESIDE_A_NOUN


def _is_setting(opening: str) -> bool:
    """Whether words say when or where something is so, of no more than one thing, and make no other value of it."""
    about = spoken(opening.partition(" ")[2])
    is_one = FOR_EACH.isdisjoint(about) and _ABOUT_THE_ANSWER.isdisjoint(about)
    if not is_one or _SETTING.fullmatch(opening) is None or not _leaves_alone(about):
        return False
    *words, last = opening.split()[1:]
    is_state = bool(words) and words[-1] in COPULAS  # "when it is full"
    return all(map(_is_known, words)) and (is_state or (_is_known(last) and last not in _BESIDE_A_NOUN))


def denies(said: str) -> bool:
    """Whether words deny, doubt or suppose something."""
    words = spoken(said)
    return not words.isdisjoint(_DENIALS) or any(word.endswith("n't") for word in words)
