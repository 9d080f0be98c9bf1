"""Values told one by one in statements side by side: roots of one unknown, cases, things of a kind (EXT-41, EXT-43)."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from refgrader.extract import cues, restated, trust
from refgrader.extract.piece import EXPR, Piece, has_digit
from refgrader.extract.restated import NUMERAL
from refgrader.extract.sentences import Closing
from refgrader.late import late

_NUMBER: Final = late(NUMERAL)
#: What a statement is made of, without the marks that set type.
_TOKEN: Final = late(rf"{NUMERAL}|\\?[^\W\d_]+|[=+/<>^-]")
_ROOT: Final = late(
    r"(?<![\w\\^+*/-])(?<![-+*/^]\s)(?P<name>[A-Za-z](?:_\w)?)\s?=\s?(?P<value>[-−]?\d+(?:\.\d+)?(?:/[1-9]\d*)?)[\s$.*)\\]{0,9}\Z"
)
#: Between two roots: what joins them, or the factor whose root the next one is.
_BETWEEN: Final = late(r"\W*(?:or|and)\W*|[^=]+=\s?0\W*", re.I)
#: A statement of these tells what another came to, and not one thing beside another.
_FORMULA: Final = late(r"(?:\b[A-Za-z]|[^\w\s]|\d)\s?[=<>]|\d\s?[-+*/×÷]\s?\d")
_LATER: Final = late(r"\W*(?:after|then|now|next)\b", re.I)
#: Of three words of a statement two stand in the other, too, at its ends.
_ALIKE: Final = 2 / 3
_MOST: Final = 20
_LONGEST: Final = 300


def roots(close: Closing, index: int) -> Piece | None:
    """The values of one unknown that statements of one form give, the last of them number `index`, as one list."""
    text, found, shape = close.text, list[re.Match[str]](), list[str]()
    for start, end in reversed(close.sentences[max(0, index - _MOST) : index + 1]):
        if _BETWEEN.fullmatch(text, start, end):
            continue
        root, form = _ROOT.search(text, start, end), _shape(text, start, end)
        if root is None or _goes_on(text, start, end):
            break
        if found and not (root["name"] == found[0]["name"] and (shape == form or _is_alike(shape, form))):
            break
        shape = form
        found.insert(0, root)
    if len({_size(root["value"]) for root in found}) < len(found) or len(found) < 2:
        return None
    said = ", ".join(f"{root['name']} = {root['value']}" for root in found)
    return Piece(said, found[0].start(), found[-1].end("value"), "EXT-41", EXPR)


def is_one_of_several(close: Closing, index: int, *, announced: bool = False) -> bool:
    """Whether a statement tells a value behind one that tells another in the same words, but for its subject or its
    condition, or is the other of two cases. Announcements in the very same words replace each other."""
    text, (start, end) = close.text, close.sentences[index]
    before = next((span for span in reversed(close.sentences[:index]) if has_digit(text, *span)), None)
    if before is None or not has_digit(text, start, end) or _goes_on(text, start, end):
        return False
    if cues.begins("other case", text, start, end):
        return True
    if cues.said("comes to a whole", text, start, end) and not cues.said("comes to a whole", text, *before):
        return False
    if cues.begins("other case", text, *close.sentences[index - 1]):
        return True
    if trust.is_about_grading(text, *before):
        return False
    one, other = _shape(text, *before), _shape(text, start, end)
    told = not any(_FORMULA.search(text, *span) for span in (before, (start, end)))
    beside = _is_alike(one, other) or (one == other != [] and not announced)
    return told and beside and _NUMBER.findall(text, *before) != _NUMBER.findall(text, start, end)


def _size(said: str) -> object:
    above, _, below = said.replace("−", "-").partition("/")
    return restated.number(above) / restated.number(below or "1")


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a statement concludes from those before it, or goes on from them."""
    return bool(cues.begins("concludes", text, start, end) or _LATER.match(text, start, end))


def _shape(text: str, start: int, end: int) -> list[str]:
    """The words and signs of a statement; every number is one and the same."""
    tokens = _TOKEN.findall(text, start, end) if end - start < _LONGEST else []
    return ["#" if token[-1].isdigit() else token.lower() for token in tokens]


def _is_alike(one: list[str], other: list[str]) -> bool:
    """Whether two statements have most of their words in common, at their ends, but not all of them."""
    pairs = (zip(one[::step], other[::step], strict=False) for step in (1, -1))
    first, last = (sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends)) for ends in pairs)
    common = one[:first] + one[len(one) - last :]
    return one != other and "#" in common and len(common) >= _ALIKE * max(len(one), len(other))
