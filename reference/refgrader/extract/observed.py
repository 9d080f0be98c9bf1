"""What is said behind an answer of another thing, and so leaves the answer alone (EXT-19, EXT-57).

A box, a label or a conclusion says where the answer is, so no value of another thing replaces it: it is taken back by
what speaks of it or of who gave it, names a fault, leaves something to do or tells a value as an answer.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.compare.words import truth
from refgrader.extract import amounts, bare, behind, cues, trust
from refgrader.extract.piece import COMMAND, has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late
from refgrader.lexicon.nouns import singular

#: A statement has so many words, an equation being two; and more where it says what "this" is ("That is a lie.").
_FEWEST: Final = 4
#: What stands before a subject, and what opens a sentence before that.
_OPENS: Final = lexicon.words("opens a statement")
_OPENING: Final = late(
    r"\A\**(?:(?P<notes>(?:[Nn]ote|[Nn]otice|[Oo]bserve|Recall)(?: that|:)?"
    r"|(?:Geometric|Graphic|Numeric|Intuitive)(?:al)?ly,"
    r"|(?:You|We|One) can (?:also )?(?:check|verify|confirm)(?: that|:)"
    r"|(?P<likewise>Similarly|Likewise),?|As a (?:\w+ )?check,|Of course,)|In fact,"
    r"|(?P<so>So|Thus|Hence|Therefore,))\** "
)
#: Subjects that may be the answer: "it", "this is", "that counts", but not "this angle".
_POINTS: Final = late(
    r"(?:it|these|those|they|both)\b"
    r"|th(?:is|at)(?:['’]s| (?:is|are|was|were|can(?:not)?|could|may|must|will|has|do|does|did|[a-z]+s))\b",
    re.I,
)
#: What was not asked is no answer.
_NOT_ASKED: Final = late(
    r"(?:,? (?:which|(?:but|and) (?:that|this|it)),?)? (?:(?P<needed>(?:is|was|were) not needed|do(?:es)? not matter)"
    r"|(?:is|was|were) not (?:what (?:is|was) )?asked(?: for)?)(?: here)?\b"
)
#: What is only so elsewhere: a value that would be, or that a formula has at some values of its letters.
_WOULD: Final = late(r"\bwould (?:be|do|have|give|get)\b")
_SPECIAL: Final = late(r"\A(?:For example|For instance|For (?:small |large |very |all )*\$)")
#: What is so of another thing is no rejection: "The endpoints are excluded."
_LEFT_OUT: Final = frozenset("excluded excludes undefined imaginary".split())
#: What speaks of the answer or of who gave it, doubts, rejects or turns.
_OF_IT: Final = lexicon.words("speaks of it in a statement", "rejection", "doubt", "wrong") - _LEFT_OUT
#: The same where the past is another thing's, with what speaks of the solution or names a fault.
_SPEAKS: Final = (_OF_IT | lexicon.words("fault", "of the solution")) - frozenset(
    "was were had did became been".split()
)
#: In what says that something was not asked for, "you" and "we" are nobody who gave the answer.
_SPEAKS_ELSEWHERE: Final = _SPEAKS - frozenset("i we you".split())
#: What stands at the end of a sentence, or behind "of", speaks of the answer: "The tax comes on top of this."
_IT: Final = frozenset(("this", "it"))
_RIGHT: Final = lexicon.words("calls it right")
_DENIES: Final = lexicon.words("denial") | _LEFT_OUT
#: What is denied of these is denied of the answer; the value of a solution may be the answer's.
_SOLVES: Final = lexicon.words("exists or holds")
#: What may make another amount of a number, and what says that there is more to it.
_OF_AMOUNTS: Final = lexicon.words("turn", "another amount", "undoing", "number word", "scale", "part") - lexicon.words(
    "compares in a statement"
)
_SCALES: Final = lexicon.words("scale")
_COUNTS_ON: Final = lexicon.words("counts further")
_SPEAKS_BEHIND_SO: Final = _SPEAKS | _OF_AMOUNTS
_MAKES_ANOTHER: Final = _OF_IT | _DENIES | _OF_AMOUNTS | _COUNTS_ON | _SCALES
_IS: Final = frozenset(("is", "are", "that's"))
_HARMS: Final = _SPEAKS | _OF_AMOUNTS | _DENIES | _COUNTS_ON
#: Of a number also when it holds.
_HARMS_A_NUMBER: Final = _HARMS | (lexicon.words("condition") - {"with"})
#: Of a number any word of another amount is one too many; but what would or may be is only so elsewhere.
_HARMS_BESIDE_A_NUMBER: Final = (
    (_OF_AMOUNTS - lexicon.words("number word"))
    | _COUNTS_ON
    | lexicon.words("otherwise")
    | frozenset("still yet its zero".split())
) - frozenset("would may could might third before".split())
#: What is still to be done gives another value: "Dividing by the number of terms gives the mean."
_COMES_TO: Final = frozenset("gives yields".split())
_STILL_TO: Final = frozenset("is are has have need needs remains left yet still".split())
#: What opens a part of a sentence that describes a box or another thing, and what is done with what a box counts.
_OPENS_PART: Final = frozenset("the a an its independently".split())
_HARMS_WHAT_IS_DONE: Final = _HARMS - {"left"}
_DONE: Final = late(r"(?:[a-z]{2,20}ed|sold|left|lost|won|made|given|eaten|spent|kept)(?: [a-z]+)?")
#: A subject that is named, with the words that describe it, before a verb of being.
_NAMED_IS: Final = late(
    r"\W*(?:(?:so|thus|hence|therefore|indeed|in\sfact|note\sthat),?\s)?(?:the|our|my|its)\s(?P<how>(?:[a-z-]{1,20}\s){0,3})(?P<noun>[a-z]{1,20})(?P<of>\s(?:of|for|in)\s[^.,;:=\d]{1,60}?)?\s"
    r"(?:is|was|are|were|equals|becomes|opens?|(?:should|must|would|will)\sbe)\b",
    re.I,
)
#: What calls a value the one that is asked for, whatever it is named, and the names of any number.
_THE_ONE: Final = frozenset("true correct actual final".split())
#: Of two values the lower and the higher one; before the answer one of them stands so near.
_LOW, _HIGH, _FAR = lexicon.words("low end"), lexicon.words("high end"), 80
_JOINTS: Final = frozenset("and while whereas".split())
#: So far before a remark the name of its quantity is looked for.
_NEAR: Final = 400
_A_NUMBER: Final = frozenset("number value result answer total sum amount count quantity solution".split())
#: So many parts, steps and cases are counted in words.
_PARTS_AT_MOST: Final = 12
_NUMBER_WORDS: Final = lexicon.words("number word", "scale")
#: A quality that a number is said to have.
_QUALITIES: Final = lexicon.words("kind of number", "function word") | frozenset(
    "positive nonnegative even odd prime rational irrational whole finite expected required".split()
)
_KINDS: Final = lexicon.words("kind of number", "known kind")
_BESIDE_KINDS: Final = frozenset("a an the all both and at there number numbers".split())
#: What may stand in place of the answer, or be more or less than it.
_OFFERS_ANOTHER: Final = frozenset("other others another possible too".split())
_COMPARES: Final = frozenset("larger smaller higher lower greater bigger more less".split())
#: A letter that is given a value: "Here $A = 4$", but not "at $s=0$".
_GIVES: Final = late(
    r"(?<!\bat )(?<!\bfor )(?<!\bif )(?<!\bwhen )(?<!\bat \$)(?<!\bfor \$)(?<!\bif \$)(?<!\bwhen \$)"
    r"\$?\b([a-z])\s?=[^=]",
    re.I,
)
_WHICH: Final = (["which"], ["independently"], ["regardless"])
_NAMED: Final = late(r"\A\$?\\?[A-Za-z]{1,6}(?:_\{?\w\}?)?\s?=\s?")
#: A point, an interval or a set in plain text.
_IN_BRACKETS: Final = late(r"[(\[{]\s?[-−]?[\d.][^()\[\]{}\n]{0,40}[,;][^()\[\]{}\n]{1,40}[)\]}]")
#: Beside a value, a mark by which it is a part of another one.
_JOINS: Final = "+-−*/^\\·×"
_MARKS: Final = " \n$*_\\[]}.,!"


class _Statement(NamedTuple):
    """A sentence that has a subject: its text from there on, its words and how many they are with its formulas, what
    says that something was not asked for, and whether it concludes."""

    said: str
    words: list[str]
    size: int
    not_asked: re.Match[str] | None
    concludes: bool
    notes: bool


def is_of_another_thing(clause: Clause, answer: str) -> bool:
    """Whether a sentence behind an answer has a subject of its own and nothing by which it may take the answer back or
    replace it, or says in a known word that "this" or "it" is right, or of a formula what it is."""
    told = _statement(clause, answer)
    if told is None or _counts_on(clause, answer, told.words):
        return False
    if _POINTS.match(told.said):
        return not told.not_asked and _describes_it(clause, answer, told)
    if _may_take_it_back(told) or _denies(clause, answer, told.words):
        return False
    if _is_left_to_do(clause, told.words):
        return False
    if told.not_asked:
        return True
    shows = _shows_something(clause, answer, told)
    return shows and not (_says_what_it_is(clause, answer, told) or _tells_an_answer(clause, answer))


def _statement(clause: Clause, answer: str) -> _Statement | None:
    """A sentence, if it is one with a subject and no fragment; "similarly" opens one of other letters than the answer's
    name."""
    whole = clause.outside[clause.start : clause.end].lstrip("( ")
    opening = _OPENING.match(whole)
    if opening and opening["likewise"] and not _NAMED.match(answer):
        return None
    said = whole[opening.end() :] if opening else whole
    not_asked, plain = _NOT_ASKED.search(said), _NOT_ASKED.sub("", said)
    words = trust.spoken(plain, 0, len(plain))
    size = len(words) + sum(1 + ("=" in clause.text[math.inner : math.close]) for math in clause.maths)
    if not words or (size < _FEWEST and not not_asked) or not (opening or _opens(clause, words)):
        return None
    concludes, notes = (opening["so"] is not None, opening["notes"] is not None) if opening else (False, False)
    return _Statement(said, words, size, not_asked, concludes, notes)


def _shows_something(clause: Clause, answer: str, told: _Statement) -> bool:
    """Whether a sentence tells a value of another thing, gives a reason or only notes what is so. Of any other nobody
    knows what it does to the answer: "The prices are in cents.", "There is a catch."."""
    if clause.amounts and _WOULD.search(clause.said):
        return True
    words = set(told.words)
    if _may_be_another(told.words) or ("it" in words and (not clause.maths or _is_amount(_value(answer)))):
        return False
    gives_reason = cues.said("because", clause.text, clause.start, clause.end) is not None
    if told.words[0] == "there":
        return (gives_reason and "no" in words) or _are_known_in_words(clause)
    if _is_of_a_known_quality(told.said, answer):
        return True
    notes = told.notes and words.isdisjoint(_DENIES | {"was", "were"})
    has_value = has_digit(answer, 0, len(answer)) or "\\" in COMMAND.sub("", answer)
    tells = clause.maths or clause.amounts or _are_known_in_words(clause)
    return gives_reason or notes or (has_value and bool(tells))


def _may_be_another(words: list[str]) -> bool:
    """Whether a sentence speaks of another, or of what is more or less than nobody says what."""
    compared = {word for before, word in pairwise(words) if before != "the"} if "than" not in words else set()
    return not _OFFERS_ANOTHER.isdisjoint(words) or not _COMPARES.isdisjoint(compared)


def _is_of_a_known_quality(said: str, answer: str) -> bool:
    """Whether a sentence says beside a value that another thing is of a kind that is known, and no more: "The domain
    is all real numbers.", but not "The price is in cents."."""
    named = _NAMED_IS.match(said)
    words = trust.spoken(said, named.end(), len(said)) if named and has_digit(answer, 0, len(answer)) else []
    return not _KINDS.isdisjoint(words) and (_KINDS | _BESIDE_KINDS).issuperset(words)


def _may_take_it_back(told: _Statement) -> bool:
    """Whether a sentence names a fault, speaks of the answer, or of a number that was not needed."""
    if told.not_asked:
        needed = told.not_asked["needed"] is not None and has_digit(told.said, 0, len(told.said))
        return needed or not _SPEAKS_ELSEWHERE.isdisjoint(told.words)
    of_it = told.words[-1] in _IT or any(one == "of" and it in _IT | {"that"} for one, it in pairwise(told.words))
    speaks = _SPEAKS_BEHIND_SO if told.concludes else _SPEAKS
    return of_it or not speaks.isdisjoint(told.words)


def _says_what_it_is(clause: Clause, answer: str, statement: _Statement) -> bool:
    """Whether a sentence says of the value, by a name that may be the answer's, that it is something else, whatever
    that is written like: "The true count is forty.", "So the limit is 0."."""
    named = _NAMED_IS.match(clause.text, clause.start, clause.end)
    if named is None:
        return False
    value, told = _value(answer), clause.text[named.end() : clause.end].strip(_MARKS)
    if _THE_ONE.isdisjoint(named["how"].lower().split()) and not statement.concludes:
        words = trust.spoken(told, 0, len(told))
        is_it = named["noun"].lower() in _A_NUMBER and not named["of"]
        if not (_is_amount(value) and (is_it or _NUMBER_WORDS.issuperset(words))):
            return False
        if is_it and _QUALITIES.issuperset(words) and trust.makes_no_other(words):
            return False
    return behind.differs(value, told)


def _is_amount(value: str) -> bool:
    """Whether a value is a number, or one that is calculated: ``2\\sqrt{3}``."""
    return behind.number(value) is not None or not any(map(str.isalpha, COMMAND.sub("", value)))


def _describes_it(clause: Clause, answer: str, told: _Statement) -> bool:
    """Whether a sentence says of "this" or "it" that it is right, or of what kind a formula is; or exclaims."""
    if truth(answer) is not None:
        return False
    is_number = behind.number(_value(answer)) is not None
    least = _FEWEST + (not _IS.isdisjoint(told.words[:2]))
    enough = told.size >= least and (not is_number or clause.said.endswith("!"))
    is_right = not _RIGHT.isdisjoint(told.words[1:2])
    harms = _HARMS_A_NUMBER if is_number else _HARMS
    return (enough or is_right) and harms.isdisjoint(told.words) and not _tells_another(clause, answer, answer)


def describes(part: Clause) -> bool:
    """Whether a part behind a mark in the sentence of a box describes what it holds, or another thing, and has no
    number: ", independently of $T$", ", the line falls"."""
    said = part.outside[part.start : part.end]
    words = trust.spoken(_NOT_ASKED.sub("", said), 0, len(said))
    of_which = words[:2] == ["for", "which"]
    short = of_which or words[:1] == ["independently"]
    if len(words) < _FEWEST - 1 - short or not (of_which or words[0] in _OPENS_PART):
        return False
    if not _HARMS.isdisjoint(words[of_which:]) or has_digit(said, 0, len(said)):
        return False
    return of_which or all(bare.is_name(part.text, math) for math in part.maths)


def is_done(said: str) -> bool:
    """Whether what is said of what a box counts is what was done with it: it "were sold", "are left over"."""
    return _DONE.fullmatch(said) is not None and _HARMS_WHAT_IS_DONE.isdisjoint(said.split())


def _denies(clause: Clause, answer: str, words: list[str]) -> bool:
    """Whether a sentence denies what may be the answer."""
    return not _DENIES.isdisjoint(words) and (answer in clause.said or not _SOLVES.isdisjoint(words))


def _is_left_to_do(clause: Clause, words: list[str]) -> bool:
    if any(word == "to" and before in _STILL_TO for before, word in pairwise(words)):
        return True
    return cues.said("leftover step", clause.text, clause.start, clause.end) is not None


def _counts_on(clause: Clause, answer: str, words: list[str]) -> bool:
    """Whether a sentence may say another amount than the answer, that there is more to it, or another choice."""
    if bare.is_label(answer):
        return bare.LABEL_IN_WORDS.search(clause.outside, clause.start, clause.end) is not None
    is_number = behind.number(_value(answer)) is not None
    if not _SCALES.isdisjoint(map(singular, words)):
        return True
    return is_number and not (_COUNTS_ON if _is_elsewhere(clause) else _HARMS_BESIDE_A_NUMBER).isdisjoint(words)


def _is_elsewhere(clause: Clause) -> bool:
    """Whether a sentence tells what would be, or was not asked for, or concludes."""
    return bool(_WOULD.search(clause.said) or _NOT_ASKED.search(clause.said))


def _tells_an_answer(clause: Clause, answer: str) -> bool:
    """Whether a sentence tells a value of an answer's kind that stands nowhere before it, or gives a letter of the
    answer one; but not what would only be so, nor what a formula is at a value of its letters."""
    value = _value(answer)
    if (is_in_brackets(clause) and _is_of_another_name(clause)) or is_of_the_other_end(clause, answer):
        return False
    if _WOULD.search(clause.said) or (behind.kind_of(value) != "number" and _SPECIAL.match(clause.said.lstrip("("))):
        return False
    return _gives_a_letter(clause, value) or _tells_another(clause, answer, clause.text[: clause.start])


def _is_of_another_name(clause: Clause) -> bool:
    """Whether a sentence tells the value of a quantity by a name of which no word stands near before it, and that is
    none of any number: "(The interest earned is 43 dollars.)"."""
    named = _NAMED_IS.match(clause.text, clause.start, clause.end)
    if named is None:
        return False
    near = cues.letters(clause.text[max(0, clause.start - _NEAR) : clause.start])
    return (_THE_ONE | _A_NUMBER).union(near).isdisjoint(cues.letters(named["how"] + named["noun"]))


def is_of_the_other_end(clause: Clause, answer: str, *_: object) -> bool:
    """Whether a stretch tells of the largest where the answer is told to be the smallest: "and the largest is 9"."""
    at = max(0, clause.text.rfind(answer, 0, clause.start))
    before = cues.letters(clause.text[max(0, at - _FAR) : at])
    words = trust.spoken(clause.outside, clause.start, clause.end)
    mine, told = (next((word for word in said if word in _LOW | _HIGH), "") for said in (before[::-1], words))
    opposite = told in (_HIGH if mine in _LOW else _LOW if mine in _HIGH else ())
    return opposite and words[words[0] in _JOINTS :][:2] == ["the", told] and (_HARMS - {told}).isdisjoint(words)


def _value(answer: str) -> str:
    """An answer without its name."""
    return _NAMED.sub("", answer)


def is_said_of_it(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part of a formula's sentence says of what kind it is, and has no number: "which is irrational"."""
    is_number = behind.number(answer.rpartition("=")[2]) is not None or bare.is_calculation(answer)
    if words[:1] not in _WHICH or is_number or has_digit(part.text, part.start, part.end):
        return False
    return _MAKES_ANOTHER.isdisjoint(words) and not _tells_another(part, answer, answer)


def goes_with(said: str, answer: str) -> bool:
    """Whether a sentence behind a "yes" or a "no" says what is so, and neither turns nor limits it (TXT-6)."""
    verdict = truth(answer)
    if verdict is None or not _OF_IT.isdisjoint(trust.spoken(said, 0, len(said))):
        return False
    return truth(f"{'yes' if verdict else 'no'}. {said}") is verdict


def is_in_brackets(clause: Clause) -> bool:
    said = clause.said.strip(_MARKS)
    return said.startswith("(") and said.endswith(")")


def _opens(clause: Clause, words: list[str]) -> bool:
    """Whether a sentence opens as a statement: with a formula, or before its subject."""
    opened = clause.said.lstrip(" \n*_\\([)]}")
    return opened.startswith("$") or (
        opened[:1].isupper() and (words[0] in _OPENS or (words[0].endswith("ing") and _COMES_TO.isdisjoint(words)))
    )


def _gives_a_letter(clause: Clause, value: str) -> bool:
    """Whether a sentence gives a letter of a value one; of a formula it may say that one is excluded."""
    if "is excluded" in clause.said and behind.kind_of(value) == "expression":
        return False
    letters = COMMAND.sub("", value)
    return any(given[1] in letters for given in _GIVES.finditer(clause.text, clause.start, clause.end))


def _tells_another(clause: Clause, answer: str, known: str) -> bool:
    """Whether a sentence tells a value of an answer's kind that is not known."""
    value = _value(answer)
    kinds = {behind.kind_of(answer), behind.kind_of(value)}
    told = [clause.text[slice(*bare.result(clause.text, *span))] for span in behind.values_in(clause)]
    told += _told_in_words(clause, known)
    told += _IN_BRACKETS.findall(clause.outside, clause.start, clause.end)
    others = (said for said in told if (len(said) > 1 or said.isdigit()) and "\\to" not in said)  # a letter is a name
    is_number = behind.number(value) is not None
    return any(
        (behind.kind_of(said) in kinds or (is_number and _is_numeric(said)))
        and not _stands_in(said, known, "" if known != answer and behind.number(said) else _JOINS)
        and behind.differs(value, said)
        for said in others
    )


def _is_numeric(said: str) -> bool:
    """Whether a formula is a number that is calculated: ``\\sqrt{1600}``."""
    return bare.is_calculation(said) and not behind.relates(said)


def _told_in_words(clause: Clause, known: str) -> list[str]:
    """The numbers in words that a sentence tells and that are not known in digits; smaller ones count its parts: "the
    two methods", "there are three cases"."""
    text = clause.outside
    spans = amounts.in_words(text, clause.start, clause.end)
    told = {text[slice(*span)]: behind.number(text[slice(*span)]) for span in spans}
    return [
        said
        for said, number in told.items()
        if number and number.size > _PARTS_AT_MOST and not _stands_in(str(number.size), known, "")
    ]


def _are_known_in_words(clause: Clause) -> bool:
    """Whether a sentence tells numbers in words that all stand before it in digits."""
    text, known = clause.outside, clause.text[: clause.start]
    told = [behind.number(text[slice(*span)]) for span in amounts.in_words(text, clause.start, clause.end)]
    return bool(told) and all(number and _stands_in(str(number.size), known, "") for number in told)


def _stands_in(said: str, known: str, joins: str) -> bool:
    """Whether a value is told in a text by itself, and not as a part of a number or of what certain marks join."""
    at = known.find(said)
    while at >= 0:
        end = at + len(said)
        beside = known[max(0, at - 1) : at] + known[end : end + 1]
        near = known[max(0, at - 2) : at] + known[end : end + 2]
        if not (any(map(str.isdigit, beside)) or any(mark in joins for mark in near)):
            return True
        at = known.find(said, end)
    return False
