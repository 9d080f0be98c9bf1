"""Whether a sentence tells a value of something else than the gold names: of ``y``, ``x^2``, a width (READ-34)."""

from __future__ import annotations

from typing import Final

from refgrader.compare.words import spoken, without_command
from refgrader.late import late
from refgrader.reading.clean import clean
from refgrader.sentence.called import ANSWERS

#: What a gold calls its value, in a formula or in words.
_NAME: Final = late(r"([^=<>,;:&]{1,40}?|\([^()=]{1,40}\)) ?(?:=|:(?= ))")
_MARKUP: Final = late(r"[$,]|\\(?:[(),;! ]|left\b|right\b|(?:m\\)?angle\b|triangle\b)")
#: Where the clause begins that tells the value.
_CLAUSE: Final = late(r"[,;.] |\b(?:so|when|if|then)\b")
#: A formula, a letter that is no word, or points by their letters.
_FORMULA: Final = late(
    r"(?<!\S)(?:(?=[^\s\d]*[a-zA-Z\\])\S*[\\^+*/_|(<>']\S*|\d+[a-z]|[b-zB-HJ-Zα-ω]|[A-Z]{2,3})(?!\S)"
)


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
    answer = _plain(answer).replace(name, tight)
    clause = _CLAUSE.split(answer.rpartition(_plain(said))[0] or answer)[-1]
    return any(_is_other(formula, tight) for formula in _FORMULA.findall(clause))


def _is_other(formula: str, name: str) -> bool:
    """Whether a formula is another than the name; points by their letters are so beside those of other points only."""
    are_points = formula.isalpha() and formula.isupper()
    return (name[:1].isupper() and formula not in name) if are_points else formula != name


def _plain(text: str) -> str:
    return _MARKUP.sub("", without_command(clean(text))).strip()
