"""ETS's ``grade_answer``, as documented: two normal forms of a text, and one look inside its brackets.

Written from the description of the grader's behaviour and checked against what it really answers; none of its
source is here. Its quirks are kept on purpose: they are what the conformance suite is there to show.
"""

from __future__ import annotations

import re

from pylatexenc.latex2text import LatexNodes2Text

ENCLOSING_TEXT = re.compile(r"\\text\{(.+?)\}$")
THOUSANDS_COMMA = re.compile(r"(\d),(\d\d\d)(?=$|\D)")
INTEGER_RATIO = re.compile(r"(0|-?[1-9][0-9]*)/(0|-?[1-9][0-9]*)")
LOOKS_LIKE_FRACTION = re.compile(r"^-?[0-9]+.?/0*[1-9][0-9]*.?$")
BRACKETS = frozenset("()[]")

#: The plain replacements of the strict form before a unit on the right is cut off, in order.
STRICT_MARKUP = (
    ("\n", ""),
    (r"\!", ""),
    (r"\\", "\\"),
    ("tfrac", "frac"),
    ("dfrac", "frac"),
    (r"\left", ""),
    (r"\right", ""),
    (r"^{\circ}", ""),
    (r"^\circ", ""),
    (r"\$", ""),
)
STRICT_NUMBERS = ((r"\%", ""), (" .", " 0."), ("{.", "{0."))

LOOSE_MARKUP = (
    (r"\%", "%"),
    (r"\$", "$"),
    ("$", ""),
    ("%", ""),
    (" or ", " , "),
    (" and ", " , "),
    ("million", "*10^6"),
    ("billion", "*10^9"),
    ("trillion", "*10^12"),
)
#: Cut out wherever they stand, one after the other: "day" also goes out of "Monday".
LENGTHS = ("degree", "cm", "centimeter", "meter", "mile")
TIMES = ("second", "minute", "hour", "day", "week", "month", "year")
UNITS = (*LENGTHS, *TIMES, "foot", "feet", "inch", "yard")
UNIT_PATTERNS = tuple(re.compile(rf"{unit}(es)?s? *(\^[0-9]+)?") for unit in UNITS)
SYMBOLS = (("√", "sqrt"), ("π", "pi"), ("∞", "inf"), ("∪", "U"), ("·", "*"), ("×", "*"))
NEARLY = 1e-7


def grade_answer(given: str | None, truth: str | None) -> bool:
    """Whether `given` passes for `truth`: one of their normal forms agrees, or their fractions do."""
    if given is None:
        return False
    if strict_form(given) == strict_form(truth):
        return True
    if truth is None:
        return False
    loose_truth, loose_given = loose_form(truth), loose_form(given)
    return loose_truth == loose_given or _same_fractions(loose_truth, loose_given)


# The strict form: the normaliser that was published with the MATH data set.


class _GivesUp(Exception):
    """The text has a form that the strict normaliser fails on; it then leaves the text alone."""


def strict_form(text: str | None) -> str | None:
    """The text with its LaTeX spelt in one way; as it stands where that fails."""
    if text is None:
        return None
    text = text.strip()
    if enclosed := ENCLOSING_TEXT.match(text):
        text = enclosed[1].strip()
    try:
        return _spelt_in_one_way(text)
    except _GivesUp:
        return text


def _spelt_in_one_way(text: str) -> str:
    text = _replaced(text, STRICT_MARKUP)
    text = _replaced(_without_unit_on_the_right(text), STRICT_NUMBERS)
    if text.startswith("."):
        text = "0" + text
    left, *right = text.split("=")
    if len(right) == 1 and len(left) <= 2:
        text = right[0]
    text = _with_root_braces(text).replace(" ", "")
    text = _with_fraction_braces(text)
    if text == "0.5":
        return r"\frac{1}{2}"
    if ratio := INTEGER_RATIO.fullmatch(text):
        return rf"\frac{{{ratio[1]}}}{{{ratio[2]}}}"
    return text


def _without_unit_on_the_right(text: str) -> str:
    value, *units = text.split(r"\text{ ")
    if len(units) > 1:
        raise _GivesUp
    return value


def _with_root_braces(text: str) -> str:
    before, *radicands = text.split(r"\sqrt")
    if "" in radicands:
        raise _GivesUp
    braced = (rest if rest[0] == "{" else f"{{{rest[0]}}}{rest[1:]}" for rest in radicands)
    return before + "".join(r"\sqrt" + rest for rest in braced)


def _with_fraction_braces(text: str) -> str:
    before, *operands = text.split(r"\frac")
    braced = []
    for rest in operands:
        if not rest:
            raise _GivesUp
        if rest[0] == "{":
            braced.append(rest)
        elif len(rest) == 1:
            return text
        else:
            denominator = rest[1] if rest[1] == "{" else f"{{{rest[1]}}}"
            braced.append(f"{{{rest[0]}}}{denominator}{rest[2:]}")
    return before + "".join(r"\frac" + rest for rest in braced)


# The loose form: PRM800K's own normaliser, which reads LaTeX as Unicode text.


def loose_form(text: str) -> str:
    """The text without units, braces, spaces and case, its LaTeX turned to Unicode text."""
    if enclosed := ENCLOSING_TEXT.match(text):
        text = enclosed[1]
    text = _replaced(text, LOOSE_MARKUP)
    for unit in UNIT_PATTERNS:
        text = unit.sub("", text)
    text = re.sub(r"\^ *\\circ", "", text)
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    text = re.sub(r",\\! *", "", text)
    if (value := _nearly_integer(text)) is not None:
        text = str(round(value))
    if "\\" in text:
        text = _as_unicode(text)
    text = re.sub("- *", "-", text)
    text = re.sub("([0-9]) +([0-9])", r"\1+\2", text)  # 7 3/4 is 7+3/4
    text = text.replace(" ", "").replace("{", "").replace("}", "").lower()
    value = _nearly_integer(_without_thousands_commas(text))
    return text if value is None else str(int(value))  # cut, not rounded: 1,004.99999999 is 1004


def _as_unicode(latex: str) -> str:
    spaced = latex.replace(r"\tfrac", r"\frac").replace(r"\dfrac", r"\frac").replace(r"\frac", r" \frac")
    try:
        text = LatexNodes2Text().latex_to_text(spaced)
    except Exception:
        return latex  # what the converter cannot read stays as it is, whatever it raised
    return _replaced(text, SYMBOLS).strip()


def _nearly_integer(text: str) -> float | None:
    try:
        value = float(text)
        return value if abs(value - round(value)) <= NEARLY else None
    except (ValueError, OverflowError):
        return None


def _without_thousands_commas(text: str) -> str:
    changed = 1
    while changed:
        text, changed = THOUSANDS_COMMA.subn(r"\1\2", text)
    return text


# The brackets. With the SymPy stage off, only identical fractions are equal there.


def _same_fractions(truth: str, given: str) -> bool:
    wanted, found = _elements(truth), _elements(given)
    if len(wanted) > 1 and (truth[:1], truth[-1:]) != (given[:1], given[-1:]):
        return False
    return wanted == found and all(LOOKS_LIKE_FRACTION.match(element) for element in wanted)


def _elements(text: str) -> list[str]:
    text = _without_thousands_commas(text)
    inside = text[1:-1]
    if inside and {text[0], text[-1]} <= BRACKETS and BRACKETS.isdisjoint(inside):
        return [element.strip() for element in inside.split(",")]
    return [text]


def _replaced(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text
