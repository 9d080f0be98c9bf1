"""What a gold or an answer looks like: LaTeX as MathML, made at build time; text stays text.

The texts are hostile in part, and were written by others: nothing of them reaches a page but as text in elements of
`ELEMENTS`. What cannot be converted, or is too long to be, is left to be shown as its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from typing import Final
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element
from markupsafe import Markup, escape

#: Characters of a formula that is converted; the parser recurses and is not linear.
LONGEST: Final = 400
#: Elements that a page may hold; a formula with another is shown as source.
ELEMENTS: Final = frozenset(
    "math mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover munderover"
    " mtable mtr mtd mphantom mpadded mstyle mmultiscripts mprescripts none".split()
)
#: Attributes that a page may hold, with the values that they may have.
ATTRIBUTES: Final = {
    "stretchy": re.compile("true|false"),
    "fence": re.compile("true|false"),
    "accent": re.compile("true|false"),
    "largeop": re.compile("true|false"),
    "movablelimits": re.compile("true|false"),
    "form": re.compile("prefix|infix|postfix"),
    "mathvariant": re.compile("normal"),
    "linethickness": re.compile("0|0?\\.?[0-9]+(em|pt|px)?"),
    "width": re.compile("-?[0-9.]{1,6}em"),
}
#: How many parts an element has, where that is fixed: the parser also makes fractions of a numerator alone.
_PARTS: Final = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}

#: The signs of prices are none of these: a formula stands close to its `$` unless it has a mark of LaTeX, and no digit
#: follows it.
_DELIMITED: Final = re.compile(
    r"\$\$(?P<a>[^$]+)\$\$|(?<!\\)\$(?P<b>(?=\S)[^$]+(?<![\\\s])|\s[^$]*[\\^_=][^$]*\s)\$(?!\d)"
    r"|\\\((?P<c>.+?)\\\)|\\\[(?P<d>.+?)\\\]",
    re.DOTALL,
)
_TEXT_COMMAND: Final = re.compile(
    r"\\begin\s*\{\w+\*?\}(?:\{[lcr| ]*\})?|\\(?:text\w*|mbox|mathrm|operatorname|end)\*?\s*\{[^{}]*\}|\\[A-Za-z]+"
)
#: Two letters by themselves are a word, and behind a number a unit, but for those of variables side by side.
_WORD: Final = re.compile(
    r"[^\W\d_]{3,}|(?:^|(?<=[\s\d/]))(?!(?:[abc]{2}|[xyz]{2}|d[rstuvxyz])(?![^\W\d_])|[a-z]e\^)[^\W\d_]{2}(?=$|[\s\d.,;^)])",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(r"\b[A-Z]{2,4}\b")
#: What formulas do not show, and a text without delimiters means: marks of Markdown, braces of a set, a space between
#: digits or words, and line breaks.
_UNSHOWN: Final = re.compile(
    r"\*\*|__|~(?!\\)|[`#]|^\s*[*>+-] |(?:^|[\s,(=:])\{|(?<=[^\W_])(?<![\^_]\w)[ \t]+(?=[^\W_])|\S\s*\n\s*\S",
    re.MULTILINE,
)
#: A group of TeX whose braces stand for no set: they say how far its operator reaches.
_INFIX: Final = re.compile(r"\{([^{}]*\\(?:choose|over|atop)(?![A-Za-z])[^{}]*)\}")
_BOX: Final = re.compile(r"\\(?:boxed|fbox)\s*\{")


class _Refused(Exception):
    """A formula that is shown as source."""


def rendered(text: str) -> Markup | None:
    """`text` as it looks, None where its source is all there is to show.

    A text with formulas between delimiters, or boxes, is prose around them; one without words is a formula, unless it
    would look like another: a strike-out, a mixed number.
    """
    if not text.strip() or len(text) > LONGEST:
        return None
    pieces = list(_pieces(text, _formulas(text)))
    if not any(isinstance(piece, Markup) for piece in pieces):
        return None
    return Markup("").join(escape(piece) for piece in pieces)


def in_prose(text: str) -> Markup:
    """`text` with its formulas between delimiters as they look, and all else as it is."""
    return Markup("").join(escape(piece) for piece in _pieces(text, _delimited(text)))


def _pieces(text: str, formulas: Iterable[tuple[int, int, str]]) -> Iterator[str | Markup]:
    """Prose as it is, and formulas as MathML where they can be."""
    end = 0
    for start, stop, formula in formulas:
        yield text[end:start]
        made = formula_markup(formula)
        yield text[start:stop] if made is None else made
        end = stop
    yield text[end:]


def _formulas(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the formulas of `text` stand, and their LaTeX."""
    delimited = list(_delimited(text))
    if delimited:
        yield from delimited
    elif _is_formula(text):
        yield 0, len(text), text
    else:
        yield from _boxes(text)


def _delimited(text: str) -> Iterator[tuple[int, int, str]]:
    """Formulas between delimiters; after signs that hold prose, the next is looked for from the second of them."""
    place = 0
    while found := _DELIMITED.search(text, place):
        place = found.start() + 1
        if formula := formula_of(found):
            place = found.end()
            yield found.start(), place, formula


def formula_at(text: str, place: int) -> tuple[int, Markup] | None:
    """The formula between delimiters that begins at `place`, as MathML, and where it has ended."""
    found = _DELIMITED.match(text, place)
    made = formula_markup(formula_of(found)) if found and formula_of(found) else None
    return (found.end(), made) if found and made else None


def formula_of(found: re.Match[str]) -> str:
    """What stands between delimiters, empty where that is prose."""
    inside = found[found.lastgroup or 0]
    return "" if _WORD.search(_POINTS.sub(" ", _TEXT_COMMAND.sub(" ", inside))) else inside


def _is_formula(text: str) -> bool:
    """Whether a text without delimiters is a formula, all of it, and looks like what it says."""
    bare = _TEXT_COMMAND.sub("∘", _INFIX.sub(r"\1", text))
    return not _WORD.search(_TEXT_COMMAND.sub(" ", text)) and not _UNSHOWN.search(bare)


def _boxes(text: str) -> Iterator[tuple[int, int, str]]:
    end = 0
    for opening in _BOX.finditer(text):
        if opening.start() >= end and (stop := _closing(text, opening.end())):
            end = stop
            yield opening.start(), stop, text[opening.start() : stop]


def _closing(text: str, start: int) -> int:
    """Where the group that is open at `start` has ended; 0 where it never does."""
    depth = 1
    for place in range(start, len(text)):
        escaped = text[place - 1] == "\\"
        depth += 0 if escaped else {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return 0


@cache
def formula_markup(formula: str) -> Markup | None:
    """A formula of LaTeX as MathML, None where it cannot be converted."""
    try:
        return Markup(_written(convert_to_element(formula.strip())))
    except Exception:  # the parser has errors of many kinds for what is not LaTeX, and all mean the same here
        return None


def _written(element: Element) -> str:
    name = element.tag
    if name == "menclose" and element.get("notation") == "box":  # no part of MathML Core
        return f'<mrow class="boxed">{_children(element)}</mrow>'
    if name not in ELEMENTS or len(element) != _PARTS.get(name, len(element)):
        raise _Refused(name)
    text = unescape(element.text or "").strip("\n")
    if "\\" in text:  # a command that the parser does not know
        raise _Refused(text)
    inner = str(escape(text)) + _children(element)
    if name == "mrow" and len(element) == 1 and not element.attrib:
        return inner
    return f"<{name}{_attributes(element)}>{inner}</{name}>"


def _children(element: Element) -> str:
    return "".join(map(_written, element))


def _attributes(element: Element) -> str:
    return "".join(
        f' {name}="{value}"'
        for name, value in sorted(element.attrib.items())
        if name in ATTRIBUTES and ATTRIBUTES[name].fullmatch(value)
    )
