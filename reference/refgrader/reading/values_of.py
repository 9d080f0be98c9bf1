r"""What a value is of, before the first ``=``, where that is no expression: ``m(\mathrm{CO_2}) = 5`` (REL-5)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.late import late
from refgrader.reading.notation import FUNCTIONS

_SIGN: Final = late(r"\\[a-zA-Z]{1,20}|\\.|[][(){}|=<>+*/!-]")
_DEPTHS: Final = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_EQUALS: Final = frozenset({"=", r"\approx"})
#: Signs that calculate or compare.
_CALCULATES: Final = frozenset(r"< > + * / ! - \cdot \times \le \ge \leq \geq \ne \neq".split())
_UPRIGHT: Final = late(r"\\(?:text|mathrm|textrm|operatorname|rm)\b\*?\s?(?:\{([^{}]{0,60})\})?")
#: What is in brackets behind a name and no factor of it.
_OF_THINGS: Final = late(rf"{_UPRIGHT.pattern}|\\c[au]p\b")
#: Fonts, indices, and marks that are no power.
_MARKS: Final = late(
    r"\\(?:math(?:bf|bb|cal|it|sf)|hat|bar|vec|tilde|overline|left|right)\b|'|[{}]|"
    r"_\s?(?:\{[^{}]{1,30}\}|\\?[a-zA-Z]{1,20}|\d)|\^\s?(?:\{[^{}1-9]{1,20}\}|\\[a-z]{1,20}|[a-zA-Z0*])"
)
_LETTERS: Final = late(r"(?:\s{0,4}\\?[a-zA-Z]{1,20}){1,4}\s{0,4}")
_WORD: Final = late(r"[a-zA-Z]{2,}")
_ABBREVIATION: Final = late(r"\s?[A-Z]{3,6}")
#: In brackets, a formula of chemistry, of which they are the concentration.
_FORMULA: Final = late(
    rf"\s?(?:{_UPRIGHT.pattern}[^,]{{0,20}}|(?:[A-Z][a-z]?(?:_?\{{?\d{{1,2}}\}}?)?){{1,6}}(?:\^\s?\{{?\d?[+-]\}}?|[+-]))"
)
#: An extreme value, how many there are, an integral over a region; a mean, a norm, and a derivative at a place.
_VALUE: Final = late(
    r"\\(?:(?:min|max|sup|inf)(?:\s?_.*|[^xyzt\d]{0,40})|(?:dim|limsup|liminf|oint|iint|iiint)(?![a-zA-Z]).*|"
    r"#[^a-zA-Z]{0,20}[a-zA-Z].*)|(?:\\sqrt\s?\{\s?)?\\langle\b[^,]{1,60}\\rangle\s?(?:\}|\^\s?\{1/2\})?|"
    r"\\\|[^|]{1,40}\\\|\s?_.{1,12}|(?:\\left\.\s?)?(?:\\[dt]?frac\s?\{\s?(?:d|\\partial\b)|[a-zA-Z]')[^|]{1,60}"
    r"\|_\s?(?:\{[^{}]{1,30}\}|\w)"
)
_DENIES: Final = lexicon.words("denial", "rejection")
#: Words that are no operator: of those that the lexicon knows, only what names a value is one.
_NO_OPERATORS: Final = lexicon.words(*lexicon.categories()) - lexicon.words("name of a value", "measured")


def with_blank(text: str) -> str:
    r"""The text with a blank before its first ``=`` or ``\approx``, where a name stands there; else empty."""
    depth, opening, bars = 0, 0, 0
    if "=" not in text[3:] and r"\approx" not in text:  # x = 5, and most answers
        return ""
    for found in _SIGN.finditer(text):
        sign = found[0]
        depth += _DEPTHS.get(sign, 0)
        bars += sign == "|"
        if depth == 1 and sign in "([":
            if opening:
                return ""
            opening = found.end()
        elif depth == 0 and sign in _EQUALS:
            return rf"\square {text[found.start() :]}" if _is_name(text[: found.start()].strip(), opening) else ""
        elif depth == 0 and bars % 2 == 0 and sign in _CALCULATES:
            return ""
    return ""


def _is_name(left: str, opening: int) -> bool:
    """Whether what stands on the left is a name; `opening` is the place behind its bracket, 0 where it has none."""
    if "\\" not in left and left[:1] != "[" and not left.isalpha():  # f(x)
        return False
    plain = _UPRIGHT.sub(r" \1", left)
    if not _DENIES.isdisjoint(_WORD.findall(plain.lower())):
        return False
    if _VALUE.fullmatch(left):
        return True
    if left[:1] == left[-1:] == "|":  # the number of elements of what an operator makes
        return _UPRIGHT.match(left[1:]) is not None and _is_name(left[1:-1], opening - 1)
    name, bracket = (left[: opening - 1], left[opening - 1]) if opening else (left, "")
    inside, _, behind = left[opening:].rpartition("]" if bracket == "[" else ")") if opening else ("", "", "")
    if _MARKS.sub("", behind):  # a power, or a factor
        return False
    if not name:
        return bracket == "[" and _FORMULA.fullmatch(inside.removesuffix(r"\right")) is not None
    letters = _MARKS.sub(" ", _MARKS.sub(" ", _UPRIGHT.sub(r" \1", name.removesuffix(r"\left"))))
    functions = FUNCTIONS.keys() & letters.replace("\\", "").split()
    if functions or not _LETTERS.fullmatch(letters):
        return False
    words = [word.lower() for run in _UPRIGHT.findall(name) for word in _WORD.findall(run)]
    if not bracket:
        is_abbreviation = _ABBREVIATION.fullmatch(plain) is not None and plain.strip().lower() not in _NO_OPERATORS
        return is_abbreviation or letters.startswith("\\Delta ")
    is_of_things = name.strip() == r"\Pr" or _OF_THINGS.search(inside) is not None
    return name[-1] != " " and (_NO_OPERATORS.isdisjoint(words) if words else is_of_things)
