"""Numbers in words as their numerals: "twenty-four" is 24 (READ-34)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import cues
from refgrader.late import late
from refgrader.limits import Unreadable
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.functions import Undefined, is_whole
from refgrader.reading import notation
from refgrader.reading.parser import parse

NUMBER_WORDS: Final = lexicon.words("number word", "scale")
_NUMBER_WORD: Final = lexicon.pattern(NUMBER_WORDS)
#: Without one of these there is no number in words.
_SIGNS: Final = lexicon.words("number word") | {"dozen"}
#: A number in words, which is one in digits before anything else is asked of the sentence; "one" names things, and
#: "the two" are known.
_IN_WORDS: Final = late(
    r"(?<![\w-])(?<!\b[Tt]he )(?<!\bthese )(?<!\bthose )(?<!\ball )(?<!\bboth )(negative )?"
    rf"((?:{lexicon.pattern(lexicon.words('number word'))})"
    rf"(?:(?: and |[ -])(?:{_NUMBER_WORD})){{0,9}}|(?:half )?a dozen)(?![\w-])",
    re.I,
)
#: A word that goes on from a number.
_NEXT: Final = late(r" ([^\W\d_]+)\b")
#: At the end they are numbers: "the slope is zero", "it tends to one", but not "from zero to one".
_IS_A_NUMBER: Final = late(
    r"(?:(?<=\bis )|(?<=\bwas )|(?<=\bequals )|(?<=\bis equal to )|"
    r"(?<!\bone to )(?<!\bzero to )(?<!\bequal to )(?<=\bto ))(?:zero|one)\.?\Z"
)
_NAMES: Final = frozenset({"one", "zero"})
#: "The slope equals one half", "the sum is minus five thirds": likewise.
_ARE_PARTS: Final = late(
    r"((?:(?<=\bis )|(?<=\bwas )|(?<=\bequals )|(?<=\bis equal to ))(?:(?:negative|minus) )?)"
    r"([a-z]+)[ -]([a-z]+)(?=\.?\Z)"
)


def in_digits(text: str) -> str:
    """A text with each run of number words as its numeral, where it is a whole number, as "two and three" is not."""
    if _SIGNS.isdisjoint(cues.letters(text)):
        return text
    return _IN_WORDS.sub(_numeral, _ARE_PARTS.sub(_share, text))


def _share(parts: re.Match[str]) -> str:
    if parts[2] not in notation.NUMBER_WORDS or parts[3] not in notation.PARTS:
        return parts[0]
    return f"{'-' if parts[1] else ''}{notation.NUMBER_WORDS[parts[2]]}/{notation.PARTS[parts[3]]}"


def _numeral(number: re.Match[str]) -> str:
    behind = _NEXT.match(number.string, number.end()) if number[2].lower() in _NAMES else None
    counts = behind is not None and (behind[1].lower() in NUMBER_WORDS or _is_one(number, behind[1]))
    names = number[2].lower() in _NAMES and not (counts or _IS_A_NUMBER.match(number.string, number.start()))
    if names:
        return number[0]
    try:
        size = evaluate(parse(number[2].lower().replace("half a dozen", "six")), {}, Budget())
    except (Unreadable, Undefined):  # "fifty-hundred"
        return number[0]
    return f"{'-' if number[1] else ''}{size}" if is_whole(size) else number[0]


def _is_one(number: re.Match[str], unit: str) -> bool:
    """Whether "one" stands between a preposition and its unit, in a text without another number: "for one day"."""
    others = number.string[: number.start()] + number.string[number.end() :]
    led = others[: number.start()].split()[-1:]
    return led in (["for"], ["in"], ["at"]) and units.is_known(unit) and not any(map(str.isdigit, others))
