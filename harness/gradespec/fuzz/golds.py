"""Golds of the user's own: what object a text is, where that is plain, so that it can be written anew and gone wrong.

Only what can be read in one way is recognised. Of any other gold nothing is known but that it is itself, so it is
asked in another dress, and denied.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from gradespec.fuzz.formulas import formula
from gradespec.fuzz.kinds import KINDS
from gradespec.fuzz.kinds.elements import all_apart
from gradespec.fuzz.kinds.intervals import Interval
from gradespec.fuzz.model import Kind, Slip, Way

_BY_NAME: Final = {kind.name: kind for kind in KINDS}

_NUMBER: Final = r"-?\d+(?:\.\d+)?|-?\\[dt]?frac\{\d+\}\{[1-9]\d*\}|-?\d+/[1-9]\d*"
_NUMBERS: Final = rf"(?:{_NUMBER})(?:,\s+(?:{_NUMBER}))+"
_FRACTION: Final = re.compile(r"(-?)\\[dt]?frac\{(\d+)\}\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold: the text, and the object that it is of its kind."""

    text: str
    kind: Kind
    thing: Any


def read_golds(lines: Iterable[str]) -> Iterator[Gold]:
    """A gold of each line that is not empty: JSON with a ``gold``, or the gold itself."""
    for line in lines:
        if text := _gold_in(line.strip()):
            yield recognised(text)


def _gold_in(line: str) -> str:
    try:
        found = json.loads(line)
    except ValueError:
        return line
    return str(found["gold"]) if isinstance(found, dict) and "gold" in found else line


def recognised(text: str) -> Gold:
    """The gold with its kind, which is `AS_IT_IS` where the text could be several things."""
    bare = text.removeprefix("$").removesuffix("$").strip()
    for pattern, name, thing in _FORMS:
        if found := re.fullmatch(pattern, bare):
            made = thing(found)
            if made is not None:
                return Gold(text, _BY_NAME[name], made)
    return Gold(text, AS_IT_IS, text)


def _number(text: str) -> Fraction:
    return Fraction(_FRACTION.sub(r"\1\2/\3", text))


def _numbers(text: str) -> tuple[Any, ...]:
    return tuple(formula(_number(part)) for part in re.split(r",\s+", text))


def _different(text: str) -> tuple[Any, ...] | None:
    found = _numbers(text)
    return found if all_apart(found) else None


def _interval(found: re.Match[str]) -> Interval | None:
    """An interval with a closed end, or with an infinite one: any other pair may be a point."""
    opening, low, high, closing = found.groups()
    if "infty" in low + high or "[" in opening or "]" in closing:
        ends = [None if "infty" in end else _number(end) for end in (low, high)]
        if None in ends or ends[0] < ends[1]:  # type: ignore[operator]
            low_end, high_end = (None if end is None else formula(end) for end in ends)
            return Interval(low_end, high_end, "[" in opening, "]" in closing)
    return None


_FORMS: Final[tuple[tuple[str, str, Callable[[re.Match[str]], Any]], ...]] = (
    (r"-?\d+|-?[1-9]\d{0,2}(,\d{3})+", "integer", lambda found: Fraction(found[0].replace(",", ""))),
    (r"-?\d*\.\d{1,9}", "decimal", lambda found: Fraction(found[0]) if Fraction(found[0]).denominator > 1 else None),
    (r"-?\\[dt]?frac\{\d+\}\{[1-9]\d*\}|-?\d+/[1-9]\d*", "fraction", lambda found: _number(found[0])),
    (r"(\d+(\.\d+)?)\\?%", "percent", lambda found: Fraction(found[1]) or None),
    (rf"\(({_NUMBERS})\)", "tuple", lambda found: _numbers(found[1])),
    (rf"\\\{{({_NUMBERS})\\\}}", "set", lambda found: _different(found[1])),
    (_NUMBERS, "list", lambda found: _different(found[0])),
    (rf"([\[(])({_NUMBER}|-\\infty),\s*({_NUMBER}|\\infty)([\])])", "interval", _interval),
    (r"\(?([A-E])\)?", "choice", lambda found: found[1]),
    (r"(?i)yes|no|true|false", "yes or no", lambda found: found[0].lower()),
    (r"[A-Za-z]{5,}( [a-z]{3,})?", "text", lambda found: found[0]),
)

#: A gold of which nothing is known.
AS_IT_IS: Final = Kind(
    "gold as it is",
    "words",
    lambda choices: "",
    (Way("as it is", "READ-2", lambda text, pen: str(text)),),
    (),
    (
        Slip("denied", "TXT-21", lambda text, pen: f"not {text}"),
        # no real number, which a gold such as all of them would have in it already
        Slip("another offered", "COL-12", lambda text, pen: f"{text} or 71003i"),
    ),
)
