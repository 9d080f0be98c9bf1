"""Numbers in words as their numerals: "twenty-four" is 24 (READ-34)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.late import late
from refgrader.limits import Unreadable
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.functions import is_whole
from refgrader.reading.parser import parse

#: First, second …
PLACES: Final = lexicon.pattern(lexicon.table("ordinal"))
NUMBER_WORDS: Final = lexicon.words("number word", "scale")
_NUMBER_WORD: Final = lexicon.pattern(NUMBER_WORDS)
#: A number in words, which is one in digits before anything else is asked of the sentence; "one" names things, and
#: "the two" are known.
IN_WORDS: Final = late(
    r"(?<![\w-])(?<!\b[Tt]he )(?<!\bthese )(?<!\bthose )(?<!\ball )(?<!\bboth )(negative )?"
    rf"(?!(?:one|zero)(?![\w-])(?! (?:{_NUMBER_WORD})\b))((?:{lexicon.pattern(lexicon.words('number word'))})"
    rf"(?:(?: and |[ -])(?:{_NUMBER_WORD})){{0,9}}|(?:half )?a dozen)(?![\w-])",
    re.I,
)
#: Each of them, in words.
ONE_WORD: Final = late(rf"(?<![\w-])()({_NUMBER_WORD})(?![\w-])", re.I)


def in_digits(number: re.Match[str]) -> str:
    """A run of number words as its numeral; as it stands where it is no whole number ("two and three")."""
    try:
        size = evaluate(parse(number[2].lower().replace("half a dozen", "six")), {}, Budget())
    except Unreadable:
        return number[0]
    return f"{'-' if number[1] else ''}{size}" if is_whole(size) else number[0]
