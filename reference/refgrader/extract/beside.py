"""Values told one by one in statements side by side: roots of one unknown, cases, things of a kind (EXT-41, EXT-43)."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from flint import fmpq

from refgrader.extract import cues, trust
from refgrader.extract.amounts import NUMERAL, written
from refgrader.extract.piece import Span, has_digit
from refgrader.extract.sentences import Closing
from refgrader.late import late

#: What a statement is made of, without the marks that set type.
_TOKEN: Final = late(rf"{NUMERAL.pattern}|\\?[^\W\d_]+|[=+/<>^-]")
#: What a statement ends in that gives a number to an unknown, perhaps above a line of one word.
_ROOT: Final = late(
    r"(?P<of>\\(?:log|ln|lg|sin|cos|tan)(?:_\{?\w{1,3}\}?)?\s?)?(?<![\w\\^+*/-])(?<![-+*/^]\s)(?P<name>[A-Za-z](?:_\w)?)"
    r"\s?=\s?(?P<value>[-−]?\d+(?:\.\d+)?(?:/[1-9]\d*)?)[\s$.,;*)\]\\]{0,9}"
    r"(?:(?<=\n)[^\S\n]{0,9}(?P<word>[a-z]{1,20})[,:]?)?\Z"
)
#: A statement of these tells what another came to, and not one thing beside another.
_FORMULA: Final = late(r"(?:\b[A-Za-z]|[^\w\s]|\d)\s?[=<>]|\d\s?[-+*/×÷]\s?\d")
#: Of three words of a statement two stand in the other, too, at its ends.
_ALIKE: Final = 2 / 3
_LONGEST: Final = 300
#: By so many characters an announcement is told.
_OPENING: Final = 6


def is_one_of_several(close: Closing, index: int, *, announced: bool = False) -> bool:
    """Whether a statement tells a value behind one that tells another in the same words, but for its subject or its
    condition, or is the other of two cases. Announcements in the very same words replace each other."""
    text, (start, end) = close.text, close.sentences[index]
    before = next((span for span in reversed(close.sentences[:index]) if has_digit(text, *span)), None)
    leads_on = text.startswith(("=", "≈"), start) or cues.begins("concludes", text, start, end)
    if before is None or leads_on or not has_digit(text, start, end):
        return False
    if cues.begins("other case", text, start, end) or (not announced and _are_two_roots(text, before, (start, end))):
        return True
    if cues.said("comes to a whole", text, start, end) and not cues.said("comes to a whole", text, *before):
        return False
    last = close.sentences[index - 1]
    if cues.begins("other case", text, *last) and not (announced and _is_of_all_cases(close, last[1], start)):
        return True
    return not trust.is_about_grading(text, *before) and _tell_alike(text, before, (start, end), announced)


def _tell_alike(text: str, before: Span, after: Span, announced: bool) -> bool:
    """Whether two statements tell two values in the same words, but for their subjects or their conditions."""
    shape, other = _shape(text, *before), _shape(text, *after)
    told = not any(_FORMULA.search(text, *span) for span in (before, after))
    beside = _is_alike(shape, other) or (shape == other != [] and not announced)
    return told and beside and NUMERAL.findall(text, *before) != NUMERAL.findall(text, *after)


def _is_of_all_cases(close: Closing, ended: int, start: int) -> bool:
    """Whether an announcement behind the last case stands in a paragraph of its own, and no other case has one."""
    opens = close.text[start : start + _OPENING]
    return "\n\n" in close.text[ended:start] and close.text.find(opens, close.start, ended) < 0


def _are_two_roots(text: str, before: Span, after: Span) -> bool:
    """Whether two statements end in two values of one unknown: "x = 7", and then "x = 5", perhaps with a word on a line
    of its own between that does not lead from one to the other: "versus"."""
    one, two = (_ROOT.search(text, *span) for span in (before, after))
    if one is None or two is None or one["of"] or two["of"] or one["name"] != two["name"]:  # "\\ln x = 3"
        return False
    between = one["word"] or ""
    if between.endswith("ing") or between in cues.among("concludes", "tells a result"):
        return False
    return bool(_size(one["value"]) != _size(two["value"]))


def _size(value: str) -> fmpq:
    above, _, below = value.replace("−", "-").partition("/")
    return written(above) / int(below or 1)


def _shape(text: str, start: int, end: int) -> list[str]:
    """The words and signs of a statement; every number is one and the same."""
    tokens = _TOKEN.findall(text, start, end) if end - start < _LONGEST else []
    return ["#" if token[-1].isdigit() else token.lower() for token in tokens]


def _is_alike(one: list[str], other: list[str]) -> bool:
    """Whether two statements have most of their words in common, at their ends, but not all of them."""
    pairs = (zip(one[::step], other[::step], strict=False) for step in (1, -1))
    first, last = (sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends)) for ends in pairs)
    common = one[:first] + one[len(one) - last :]
    return one != other and {"#"} < set(common) and len(common) >= _ALIKE * max(len(one), len(other))
