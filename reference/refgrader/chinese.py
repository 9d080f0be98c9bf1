"""What a Chinese sentence gives, clause by clause: of ``当x=3时，最大值为9`` the 9, and its condition (READ-37)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon, units
from refgrader.reading.chinese_numerals import HAN
from refgrader.reading.notation import SCALES

_BETWEEN_CLAUSES: Final = re.compile(r"[，；;。]|,(?!\d)")
#: What something is called, a word that tells its value or none before an amount with its unit, the value and that
#: unit, and of a condition what is so then.
_CLAUSE: Final = re.compile(
    r"(?P<called>[^\d=]{0,24}?)(?:(?:等于|是|为|填|=)\s?[:：]?\s?|(?<=[\u4e00-\u9fff])(?=\d+(?:\.\d+)?[\u4e00-\u9fff]))"
    r"(?P<value>[^\u4e00-\u9fff=]{1,60})(?P<unit>[\u4e00-\u9fff]{0,2}?)(?P<when>时)?(?P<then>(?<=时)[\u4e00-\u9fff]{1,12})?"
)
#: Behind a comma or a stop, what begins the conclusion; and what makes a case of it.
_CONCLUSION: Final = re.compile(r"[，,；;。] ?(?:所以|因此|因而|故|即|从而)")
_SUPPOSES: Final = re.compile("如果|假设|假如|若")
_CLASSIFIERS: Final = lexicon.words("classifier")
_CALLED: Final = sorted(lexicon.words("name of a value in Chinese"), key=len, reverse=True)
#: A letter that is said to have the value, and no other thing of it: "x 的值".
_NAME: Final = re.compile(r"(?<![a-zA-Z])([a-zA-Z]) ?(?:的值 ?)?\Z")
#: A letter, those of a segment or an angle, and the signs of a function, a point or an angle.
_SYMBOL: Final = re.compile(r"(?:[a-z]|[A-Z]{1,3})(?![a-zA-Z])|[(),:：∠△]|\\(?:angle|triangle)\b")
_MARKS: Final = re.compile(r"\$|\\[()\[\]]|\\text\s?\{([^{}]*)\}")


def answers(text: str) -> tuple[str, ...]:
    """What a sentence may answer: the values that it tells, and these with the conditions that they hold under.

    Of a sentence with a word that is not known, what it concludes; none where that has one too, or is no Chinese.
    """
    told = values(text)
    concluded = [] if told or not HAN.search(text) or _SUPPOSES.search(text) else list(_CONCLUSION.finditer(text))
    if concluded:
        said = text[concluded[-1].end() :].rstrip("。. ")
        if said.strip() and not HAN.search(said):
            return (said,)
        told = values(said)
    results = [value for value, is_condition in told if not is_condition]
    return tuple(dict.fromkeys((_joined(results), _joined([value for value, _ in told])))) if results else ()


def _joined(told: list[str]) -> str:
    """Values as one answer: in their order, unless each has its name."""
    listed = ", ".join(told)
    return listed if len(told) == 1 or all("=" in value for value in told) else f"({listed})"


def values(text: str) -> list[tuple[str, bool]]:
    """The values that a sentence tells, in its order, and whether each is but a condition."""
    found: list[tuple[str, bool]] = []
    for part in _BETWEEN_CLAUSES.split(_MARKS.sub(r" \1 ", text)) if HAN.search(text) else ():
        said = " ".join(part.split())
        clause = _CLAUSE.fullmatch(said)
        if clause and all(map(_is_called, clause.group("called", "then"))) and _is_unit(clause["unit"]):
            name = _NAME.search(clause["called"])
            value = (f"{name[1]} = " if name else "") + clause["value"].strip() + clause["unit"]
            found.append((value, clause["when"] is not None))
        elif not _is_called(said):
            return []
    return found


def _is_unit(word: str) -> bool:
    unit = word[1:] if word[:1] in SCALES else word
    return not unit or unit in _CLASSIFIERS or units.is_known(unit)


def _is_called(words: str | None) -> bool:
    """Whether words, which no space separates, are names of values, or letters."""
    while words and (words := words.lstrip(" ")):
        symbol = _SYMBOL.match(words)
        known = symbol[0] if symbol else next(filter(words.startswith, _CALLED), "")
        if not known:
            return False
        words = words.removeprefix(known)
    return True
