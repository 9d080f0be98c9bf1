"""Whether a sentence tells a value of something else than the gold names: of ``y``, ``x^2``, a width (READ-34)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import spoken, without_command
from refgrader.late import late
from refgrader.reading.clean import clean
from refgrader.sentence.called import ANSWERS, MEASURED

#: What a gold calls its value, in a formula or in words.
_NAME: Final = late(r"([^=<>,;:&]{1,40}?|\([^()=]{1,40}\)) ?(?:=|:(?= ))")
_MARKUP: Final = late(r"\$|\\(?:[(),;! ]|left\b|right\b|(?:m\\)?angle\b|triangle\b)")
_SPACED_SIGN: Final = late(r"(?<!is)(?<!are)(?<!be)(?<!equals) ([-+*/=]) ")
#: Where the clause begins that tells a value, and where it ends.
_CLAUSE: Final = late(r"[,;.] |\b(?:so|when|if|then)\b")
#: A formula, a letter that is no word, or points by their letters.
_FORMULA: Final = late(r"(?=[^a-z]*[a-zA-Z])\S*[\\^+*/_|=(<>]\S*|\d+[a-z]|[b-z]-[a-z]+|-?[b-zB-HJ-Zα-ω]")
_HAS: Final = frozenset("has have had".split())
_KNOWN: Final = lexicon.words("function word")
_AS_A_VALUE: Final = frozenset("value values measure size probability".split()) | MEASURED
#: Of these the value is another, also where the name stands behind "value of": the absolute one.
_NOT_ITS_OWN: Final = frozenset({"of", "absolute", "expected"})
_BEFORE_A_NAME: Final = lexicon.words("begins a subject") | set(
    "for only such then so thus therefore hence now where".split()
)


def names_another(gold: str, answer: str, said: str) -> bool:
    """Whether the sentence that gives `said` tells it of something else than the gold names, if that names anything."""
    gold = clean(gold)
    named = _NAME.match(_plain(gold))
    if named is None or "=" in said:
        return False
    name = named[1].strip()
    tight = name.replace(" ", "")
    answer = _plain(clean(answer)).replace(name, tight)
    if len(tight) > 1 if ":" in gold else tight.isalpha() and tight[1:].islower() and len(tight) > 3:
        label = spoken(name)
        return ANSWERS.isdisjoint(label) and label.isdisjoint(spoken(answer))
    return _is_of_another(tight, answer, _plain(said))


def _plain(text: str) -> str:
    return _SPACED_SIGN.sub(r"\1", _MARKUP.sub("", without_command(text)).strip())


def _is_of_another(name: str, answer: str, said: str) -> bool:
    """Whether a sentence speaks of a formula or a letter that is not the name, in the clause that tells the value."""
    before, _, behind = answer.rpartition(said) if said in answer else (answer, "", "")
    if not before.strip():  # 9 is the value of x
        before, behind = behind, ""
    words = [word.rstrip(".,:") for word in _CLAUSE.split(before)[-1].split()]
    if any(_tells_another(words, at, name) for at in range(len(words))):
        return True
    tail = pairwise(word.rstrip(".") for word in [*said.split(), *_CLAUSE.split(behind)[0].split()])
    return any(joint in _KNOWN and _is_formula(word, name) for joint, word in tail)


def _tells_another(words: list[str], at: int, name: str) -> bool:
    """Whether a word is another formula, or the name as what has the value or is a part of what it is of."""
    if words[at] != name:
        return _is_formula(words[at], name)
    if not _HAS.isdisjoint(words[at + 1 : at + 2]):
        return True
    *earlier, noun, joint = ["", "", *words[:at]]
    of_it = joint == "of" and noun in _AS_A_VALUE and _NOT_ITS_OWN.isdisjoint(earlier)
    return joint in _KNOWN - _BEFORE_A_NAME and not of_it


def _is_formula(word: str, name: str) -> bool:
    """Whether a word is a formula, but no unit ("km/h"), no name of points, and not about the name ("x-axis" of x)."""
    if word.isalpha() and word.isupper() and word.lower() != name:
        is_other = len(name) > 1 if len(word) > 1 else word not in name
        return is_other and name[:1].isupper()
    is_unit = "/" in word and units.is_known(word)
    return _FORMULA.fullmatch(word) is not None and not is_unit and not word.startswith(f"{name}-")
