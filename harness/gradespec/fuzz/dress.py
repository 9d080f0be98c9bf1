"""What stands around a text and says nothing: delimiters, a full stop, a frame, brackets, words of introduction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gradespec.fuzz.model import Family
from gradespec.fuzz.pen import Pen

_MATH: Final[tuple[Family, ...]] = ("math", "scalar")
_ALL: Final[tuple[Family, ...]] = ("math", "scalar", "words")


@dataclass(frozen=True, slots=True)
class Dress:
    """Something around a text of these families, where it `fits`; `text` holds the text as ``%s``."""

    name: str
    clause: str
    text: str
    families: tuple[Family, ...] = _ALL
    fits: Callable[[str, Pen], bool] = lambda text, pen: True

    def goes_with(self, family: Family, text: str, pen: Pen) -> bool:
        """Whether the text may wear it."""
        return family in self.families and self.fits(text, pen)


def _is_latex(text: str, pen: Pen) -> bool:
    return pen.latex and "$" not in text and "\n" not in text


def _is_unmarked(text: str, pen: Pen) -> bool:
    return "*" not in text and "_" not in text


def _can_end(text: str, pen: Pen) -> bool:
    return text[-1] not in ".,!:…"


def _is_bare(text: str, pen: Pen) -> bool:
    """Whether no relation, list or words stand in the text, so that brackets around it hold one value."""
    return pen.latex and not any(sign in text for sign in _NOT_BARE)


_NOT_BARE: Final = ("=", ",", r"\text", "%", "$", r"\pm", ":", "°", "circ", r"\math", " ", "_")

#: What golds and slips wear.
PLAIN_DRESSES: Final = (
    Dress("dollars", "READ-5", "$%s$", _MATH, _is_latex),
    Dress("round delimiters", "READ-5", r"\(%s\)", _MATH, _is_latex),
    Dress("square delimiters", "READ-5", r"\[ %s \]", _MATH, _is_latex),
    Dress("double dollars", "READ-5", "$$%s$$", _MATH, _is_latex),
)
DRESSES: Final = (
    *PLAIN_DRESSES,
    Dress("display", "READ-6", r"\displaystyle %s", _MATH, _is_latex),
    Dress("frame", "READ-7", r"\boxed{%s}", _MATH, _is_latex),
    Dress("bold", "READ-10", "**%s**", _ALL, _is_unmarked),
    Dress("full stop", "READ-9", "%s.", _ALL, _can_end),
    Dress("space", "READ-4", "  %s "),
    Dress("spacing command", "READ-4", r"\,%s\;", _MATH, _is_latex),
    Dress("zero-width space", "READ-19", "\u200b%s\ufeff"),
    Dress("tag", "READ-8", r"%s \tag{1}", _MATH, _is_latex),
    Dress("braces", "READ-32", "{%s}", ("scalar",), _is_bare),
    Dress("brackets", "READ-32", "(%s)", ("scalar",), _is_bare),
    Dress("leading sign", "NUM-33", "= %s", ("scalar",), _is_bare),
    Dress("name", "REL-5", "x = %s", ("scalar",), _is_bare),
    Dress("introduced", "NUM-34", "the answer is %s", ("scalar",), lambda text, pen: not pen.latex and "%" not in text),
)
