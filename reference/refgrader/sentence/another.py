"""Whether a sentence tells a value of something else than the gold names: of ``y``, ``x^2``, a width (READ-34)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.compare.strangers import ANSWERS
from refgrader.compare.words import spoken, without_command
from refgrader.late import late
from refgrader.lexicon.nouns import singular
from refgrader.reading.clean import clean
from refgrader.sentence.called import is_value

#: What a gold calls its value, in a formula or in words.
_NAME: Final = late(r"([^=<>,;:&]{1,40}?|\([^()=]{1,40}\)) ?(?:=|:(?= ))")
#: A number that has a command in it, and is no formula for another value.
_NUMBER: Final = late(r"(?:\\(?:[dt]?frac|sqrt|pi)(?![a-z])|[\d{}()./*+-])+")
_MARKUP: Final = late(r"[$,]|\\(?:[(),;! ]|left\b|right\b|(?:m\\)?angle\b|triangle\b)")
#: Names that say nothing of what a value is.
_GENERAL: Final = ANSWERS | {"value", "number", "count", "amount", "quantity", "equation", "equal", "set"}
_OTHER_NAMES: Final = lexicon.table("other name of a value")
_USUAL_LETTERS: Final = lexicon.table("usual letter")
#: Where the clause begins that tells the value.
_CLAUSE: Final = late(r"[,;.] |\b(?:so|when|if|then)\b")
#: A formula, a letter that is no word, or points by their letters.
_FORMULA: Final = late(
    r"(?<!\S)(?:(?=[^\s\d]*[a-zA-Z\\])\S*[\\^+*/_|(<>']\S*|\d+[a-z]|[b-zB-HJ-Zα-ω]|[A-Z]{2,3})(?!\S)"
)


def values_in(text: str) -> frozenset[str]:
    """What the last clause of a text calls values, by names that say of what they are: "minimum", but not "answer"."""
    clause = _CLAUSE.split(text.rstrip(" ."))[-1]
    words = map(singular, filter(is_value, spoken(clause)))
    names = frozenset(_OTHER_NAMES.get(word, word) for word in words) - _GENERAL
    return names if names != {"sum"} else frozenset()


def names_another(gold: str, answer: str, said: str) -> bool:
    """Whether the sentence that gives `said` speaks of another formula than the gold names, or not of its label."""
    named = _NAME.match(_plain(gold))
    if named is None or "=" in said or not any(map(str.isalpha, named[1])):
        return False
    name = named[1].strip()
    tight = name.replace(" ", "")
    if ":" in gold or (name.isalpha() and name[1:].islower() and len(name) > 3):
        label = spoken(name)
        return ANSWERS.isdisjoint(label) and label.isdisjoint(spoken(answer))
    if _has_another_letter(tight.removeprefix("\\"), answer):
        return True
    answer = _plain(answer).replace(name, tight)
    before, in_digits, _ = answer.rpartition(_plain(said))
    in_words = "" if in_digits else said  # "the square root of n"
    formulas = _FORMULA.findall(_CLAUSE.split(before or answer)[-1])
    return any(_is_other(each, tight) for each in formulas if each not in in_words and not _NUMBER.fullmatch(each))


def _has_another_letter(letter: str, answer: str) -> bool:
    """Whether a letter is the usual one of a quantity, and of none that an answer names: ``r``, "the diameter"."""
    letters = [_USUAL_LETTERS.get(name, letter).split() for name in values_in(answer)]
    is_usual = any(letter in usual.split() for usual in _USUAL_LETTERS.values())
    return is_usual and bool(letters) and not any(letter in usual for usual in letters)


def _is_other(formula: str, name: str) -> bool:
    """Whether a formula is another than the name; points by their letters are so beside those of other points only."""
    are_points = formula.isalpha() and formula.isupper()
    return (name[:1].isupper() and formula not in name) if are_points else formula != name


def _plain(text: str) -> str:
    return _MARKUP.sub("", without_command(clean(text))).strip()
