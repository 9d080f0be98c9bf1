"""What a gold or an answer looks like: LaTeX as MathML, made at build time; text stays text.

The texts are hostile in part, and were written by others: nothing of them reaches a page but as text in elements of
`ELEMENTS`. What cannot be converted, or is too long to be, is left to be shown as its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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

_DELIMITED: Final = re.compile(
    r"\$\$(?P<a>[^$]+)\$\$|(?<!\\)\$(?P<b>[^$]+)(?<!\\)\$|\\\((?P<c>.+?)\\\)|\\\[(?P<d>.+?)\\\]", re.DOTALL
)
_TEXT_COMMAND: Final = re.compile(r"\\(?:text\w*|mbox|mathrm|operatorname|textbf|begin|end)\s*\{[^{}]*\}|\\[A-Za-z]+")
_WORD: Final = re.compile(r"[^\W\d_]{3,}|[^\W\d_]{2} [^\W\d_]{2}")
_BOX: Final = re.compile(r"\\(?:boxed|fbox)\s*\{")


class _Refused(Exception):
    """A formula that is shown as source."""


def rendered(text: str) -> Markup | None:
    """`text` as it looks, None where its source is all there is to show.

    A text with math delimiters or boxes is prose around formulas; one without words is a formula.
    """
    if not text.strip() or len(text) > LONGEST:
        return None
    pieces = list(_pieces(text))
    if not any(isinstance(piece, Markup) for piece in pieces):
        return None
    return Markup("").join(escape(piece) for piece in pieces)


def _pieces(text: str) -> Iterator[str | Markup]:
    """Prose as it is, and formulas as MathML where they can be."""
    end = 0
    for start, stop, formula in _formulas(text):
        yield text[end:start]
        made = formula_markup(formula)
        yield text[start:stop] if made is None else made
        end = stop
    yield text[end:]


def _formulas(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the formulas of `text` stand, and their LaTeX."""
    delimited = [(m.start(), m.end(), m[m.lastgroup or 0]) for m in _DELIMITED.finditer(text)]
    if delimited:
        yield from delimited
    elif not _WORD.search(_TEXT_COMMAND.sub(" ", text)):
        yield 0, len(text), text
    else:
        yield from _boxes(text)


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
