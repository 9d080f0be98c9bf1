"""What stands around a statement and leaves it as it is: when, where and by what it is so, and what explains it (READ-34)."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.remarks import GROUNDS, says_how, takes_back, without_reason
from refgrader.compare.strangers import ANSWERS, QUANTITIES
from refgrader.compare.words import FUNCTION_WORDS, has_words, spoken
from refgrader.extract import trust
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, singular

#: A sentence with one of these before its value may tell nothing, or something else.
DOUBTS: Final = lexicon.words("doubt", "supposes")
_DENIALS: Final = (lexicon.words("denial", "rejection") | DOUBTS) - {"only"}
_FOR_EACH: Final = frozenset({"each", "every", "per", "apiece"})
_ABOUT_THE_ANSWER: Final = (lexicon.words("about the answer") | ANSWERS) - FUNCTION_WORDS
#: Before a statement, up to a comma or before an equation a colon: why, by what, when or where it is so.
_OPENING: Final = late(r"([A-Z][^,:;]{2,80})(?:,|:(?=[^:]{0,120}=)) ")
_GROUND: Final = late(r"(?:(?:By|From|Using) (?!the way\b)[^\d]{3,80}|(?:Since|Because) .{3,80})")
_SETTING: Final = late(
    r"(?:(?:When|While|Once) |(?:At|In|On|After|During|With|For) "
    r"(?:(?:the|this|that|these|those|its?|his|her|their|all|both) |(?=[A-Z\d$]|[a-z] ?=)))[^<>≤≥]{1,80}"
)
#: By a ground that has a name it needs no comma before what the value is called: "By symmetry the area is 9".
_BY: Final = late(rf"(By (?:[\w'’-]+ ){{0,4}}(?:{GROUNDS}))(?:, | (?=the ))")
#: At the end, when or where it is so.
_AT_THE_END: Final = late(
    rf"(?<=[\w$)}}%])(?: (?:{lexicon.pattern(lexicon.words('adverb of time'))})| (?:at|in) the end|"
    r" (?:on|in|at|during) (?:(?:the|his|her|its|their|that|this) ((?:[a-z]+ )?[a-z]+)|([A-Z][a-z]+day)))\.?\Z"
)
_NUMBER: Final = late(r"\d[\d.,]*")
_PLACED: Final = KNOWN | lexicon.words("ordinal", "day") | units.OF_TIME | {"first", "last", "next", "final"}
#: In brackets behind a statement: what something else is or has, or a quantity and its values.
_CLAUSE: Final = late(
    r"((?:the |both |its |their |[A-Z])?[a-z]+(?: [a-z]+){0,4}?) "
    r"(?:(?:is|are|was|were) (?=[^()]*\d)|(?:has|have|had) (?=[^()]*(?:=|\d [a-z])))[^()]+"
)
_QUANTITY: Final = late(r"(?:(?:with|for|the) )?([a-z]+(?: [a-z]+)?) (?=[\d$\\])[^()a-z]{1,40}(?: and [^()a-z]{1,40})?")


class Opening(NamedTuple):
    """What a sentence begins with, the statement behind it, and whether it is a ground, which a bare answer may have."""

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
    if _GROUND.fullmatch(opening):
        is_ground = bool(by) or "=" in rest or without_reason(f"{rest}, {lower}") == rest
        return Opening(opening, rest, is_ground)
    about = spoken(words)
    is_setting = _SETTING.fullmatch(opening) and _FOR_EACH.isdisjoint(about) and _ABOUT_THE_ANSWER.isdisjoint(about)
    return Opening(opening, rest, is_ground=False) if is_setting else None


def alone(said: str) -> str:
    """A sentence without what it ends in that leaves its statement as it is."""
    found = _AT_THE_END.search(said) if len(_NUMBER.findall(said)) == 1 else None
    if found and _PLACED.issuperset(map(singular, (found[1] or "").split())):
        said = said[: found.start()]
    main, bracket, remark = said.removesuffix(".").rpartition(" (")
    explains = bracket and remark.endswith(")") and _explains(remark[:-1], main)
    return main if explains else said


def _explains(remark: str, main: str) -> bool:
    """Whether a remark says of other things than a statement does what they are or have."""
    if takes_back(remark) or not (has_words(main, letters=2) or "=" in main):
        return False
    clause, quantity = _CLAUSE.fullmatch(remark), _QUANTITY.fullmatch(remark)
    found = clause or quantity
    subject = spoken(found[1]) - FUNCTION_WORDS if found else set()
    if not found or found[1].split()[-1] in FUNCTION_WORDS or not trust.makes_no_other(subject) or not _ABOUT_THE_ANSWER.isdisjoint(subject):
        return False
    is_other = subject.isdisjoint(spoken(main))
    return is_other and (clause is not None or any(singular(word) in QUANTITIES for word in subject))


def denies(said: str) -> bool:
    """Whether words deny, doubt or suppose something."""
    words = spoken(said)
    return not words.isdisjoint(_DENIALS) or any(word.endswith("n't") for word in words)
