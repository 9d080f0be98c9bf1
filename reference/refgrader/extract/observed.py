"""A statement behind an answer that tells of another thing, and so leaves the answer alone (EXT-57).

An answer is taken back by what speaks of it or of who gave it, replaced by what tells a value of its kind, and carried
on by what is still to be done. What is said in the present of another thing does none of these.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.compare.words import truth
from refgrader.extract import bare, behind, trust
from refgrader.extract.piece import COMMAND, has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late
from refgrader.lexicon.nouns import singular

#: A statement has so many words, an equation being two; and more where it says what "this" is ("That is a lie.").
_FEWEST: Final = 4
#: What stands before the subject of a statement, and what opens any.
_OPENS: Final = lexicon.words("opens a statement")
_NOTES: Final = late(r"\A\**(?:[Nn]ote|[Nn]otice|[Oo]bserve)(?: that|:)?\** ")
#: Subjects that may be the answer: "it", "this is", "that counts", but not "this angle".
POINTS: Final = late(r"(?:it|its|these|those|they|both)\b|th(?:is|at)(?:['’]s| (?:is|are|can|has|[a-z]+s))\b", re.I)
#: What is so of another thing is no rejection: "The endpoints are excluded."
_LEFT_OUT: Final = frozenset("excluded excludes undefined imaginary".split())
#: What speaks of the answer or of who gave it, doubts, rejects or turns, or tells what was done.
SPEAKS_OF_IT: Final = lexicon.words("speaks of it in a statement", "rejection", "doubt", "wrong") - _LEFT_OUT
#: What is still to be done gives another value: "Dividing by the number of terms gives the mean."
_COMES_TO: Final = frozenset("gives yields".split())
_IS: Final = frozenset("is are be being as not".split())
STILL_TO: Final = frozenset("is are has have need needs remains left yet still".split())
DENIES: Final = lexicon.words("denial") | _LEFT_OUT
#: What is denied of these is denied of the answer; the value of a solution may be the answer's.
SOLVES: Final = lexicon.words("exists or holds")
_NAMES: Final = frozenset("solution solutions root roots value values".split())
#: What may make another amount of a number, and what says that there is more to it.
OF_AMOUNTS: Final = lexicon.words("turn", "another amount", "undoing", "number word", "scale", "part") - lexicon.words(
    "compares in a statement"
)
_SCALES: Final = lexicon.words("scale")
COUNTS_ON: Final = lexicon.words("counts further")
#: A letter that is given a value: "Here $A = 4$", but not "at $s=0$".
_GIVES: Final = late(r"(?<!\bat )(?<!\bfor )(?<!\bif )(?<!\bwhen )\$?\b([a-z])\s?=[^=]", re.I)
_OF_IT: Final = (["which"], ["independently"], ["regardless"])
NAMED: Final = late(r"\A\$?\\?[A-Za-z]{1,6}(?:_\{?\w\}?)?\s?=\s?")
#: A point, an interval or a set in plain text.
_IN_BRACKETS: Final = late(r"[(\[{]\s?[-−]?[\d.][^()\[\]{}\n]{0,40}[,;][^()\[\]{}\n]{1,40}[)\]}]")
#: Beside a value, a mark by which it is a part of another one.
_JOINS: Final = "+-−*/^\\·×"
_MARKS: Final = " \n$*_\\[]}.,!"


class _Statement(NamedTuple):
    """The words of a sentence, whether its subject may be the answer, and whether it denies anything."""

    words: list[str]
    points: bool
    denies: bool


def is_of_another_thing(clause: Clause, answer: str) -> bool:
    """Whether a sentence states something of another thing than the answer before it, and no value of its kind."""
    told = _statement(clause) if _may_be_left_alone(clause, answer) else None
    if told is None or (told.denies and (told.points or not SOLVES.isdisjoint(told.words))):
        return False
    if not told.points and is_in_brackets(clause):
        return True
    value = NAMED.sub("", answer)
    if _counts_otherwise(told, behind.number(value) is not None):
        return False
    return not (_gives_a_letter(clause, value) or tells_another(clause, answer, value, answer))


def is_said_of_it(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part of a formula's sentence says of what kind it is, and has no number: "which is irrational"."""
    is_number = behind.number(answer.rpartition("=")[2]) is not None or bare.is_calculation(answer)
    if words[:1] not in _OF_IT or is_number or has_digit(part.text, part.start, part.end):
        return False
    makes_another = SPEAKS_OF_IT | DENIES | OF_AMOUNTS | COUNTS_ON | _SCALES
    return makes_another.isdisjoint(words) and not tells_another(part, answer, answer, answer)


def _may_be_left_alone(clause: Clause, answer: str) -> bool:
    """Whether an answer is a value, or a choice beside which no other one is named."""
    if bare.is_label(answer):
        return bare.LABEL_IN_WORDS.search(clause.outside, clause.start, clause.end) is None
    return trust.has_value(answer, 0, len(answer)) and truth(answer) is None


def _statement(clause: Clause) -> _Statement | None:
    """A sentence, if it is a statement."""
    whole = clause.outside[clause.start : clause.end].lstrip("( ")
    said = _NOTES.sub("", whole)
    words = trust.spoken(said, 0, len(said))
    if not words or not _is_statement(clause, words) or not (len(said) < len(whole) or opens(clause, words)):
        return None
    return _Statement(words, POINTS.match(said) is not None, not DENIES.isdisjoint(words))


def _counts_otherwise(told: _Statement, is_number: bool) -> bool:
    """Whether a statement may say another amount of the answer before it, or that there is more to it."""
    counts = not OF_AMOUNTS.isdisjoint(told.words)
    if (told.points and counts) or not _SCALES.isdisjoint(map(singular, told.words)):
        return True
    return is_number and (counts or told.points or told.denies or not COUNTS_ON.isdisjoint(told.words))


def goes_with(said: str, answer: str) -> bool:
    """Whether a sentence behind a "yes" or a "no" says what is so, and neither turns nor limits it (TXT-6)."""
    verdict = truth(answer)
    if verdict is None or not SPEAKS_OF_IT.isdisjoint(trust.spoken(said, 0, len(said))):
        return False
    return truth(f"{'yes' if verdict else 'no'}. {said}") is verdict


def is_in_brackets(clause: Clause) -> bool:
    said = clause.said.strip(_MARKS)
    return said.startswith("(") and said.endswith(")")


def opens(clause: Clause, words: list[str]) -> bool:
    """Whether a sentence opens as a statement: with a formula, or before its subject."""
    opened = clause.said.lstrip(" \n*_\\([)]}")
    return opened.startswith("$") or (
        opened[:1].isupper() and (words[0] in _OPENS or (words[0].endswith("ing") and _COMES_TO.isdisjoint(words)))
    )


def _is_statement(clause: Clause, words: list[str]) -> bool:
    """Whether a sentence is no fragment, and neither speaks of the answer or what is done with it nor tells what was
    done."""
    formulas = sum(1 + ("=" in clause.text[math.inner : math.close]) for math in clause.maths)
    what_it_is = words[0] in ("this", "that") and not _IS.isdisjoint(words[1:2])
    if len(words) + formulas < _FEWEST + what_it_is or not SPEAKS_OF_IT.isdisjoint(words):
        return False
    done = any(word.endswith("ed") and before not in _IS for before, word in pairwise(["", *words]))
    return not done and not any(word == "to" and before in STILL_TO for before, word in pairwise(words))


def _gives_a_letter(clause: Clause, value: str) -> bool:
    """Whether a sentence gives a letter of a value one."""
    letters = COMMAND.sub("", value)
    return any(given[1] in letters for given in _GIVES.finditer(clause.text, clause.start, clause.end))


def tells_another(clause: Clause, answer: str, value: str, known: str) -> bool:
    """Whether a sentence tells a value of an answer's kind that is not known."""
    kinds = {behind.kind_of(answer), behind.kind_of(value)}
    told = [clause.text[slice(*span)] for span in behind.values_in(clause)]
    told += _IN_BRACKETS.findall(clause.outside, clause.start, clause.end)
    others = (said for said in told if (len(said) > 1 or said.isdigit()) and "\\to" not in said)  # a letter is a name
    return any(
        behind.kind_of(said) in kinds
        and not _stands_in(said, known, "" if known != answer and behind.number(said) else _JOINS)
        and behind.differs(value, said)
        for said in others
    )


def _stands_in(said: str, known: str, joins: str) -> bool:
    """Whether a value is told in a text by itself, and not as a part of a number or of what certain marks join."""
    at = known.find(said)
    while at >= 0:
        end = at + len(said)
        beside, near = (
            known[max(0, at - 1) : at] + known[end : end + 1],
            known[max(0, at - 2) : at] + known[end : end + 2],
        )
        if not (any(map(str.isdigit, beside)) or any(mark in joins for mark in near)):
            return True
        at = known.find(said, end)
    return False
