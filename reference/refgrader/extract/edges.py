r"""Where a formula goes on outside its delimiters: `-$5$`, `2 + $5$`, `$5$ $\pi$`, `36 cm$^2$` (EXT-31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from refgrader import lexicon
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import HOLE
from refgrader.late import late

#: A formula that is the rest of what stands before it: the power of a unit, a factor of a number.
_GLUED: Final = late(r"(?:(?<=[A-Za-z\d)])|(?<=[A-Za-z\d)]\s))(\$|\\\()(?=\s?\^)|(?<=\d)(\$|\\\()(?=[A-Za-z\\])")
_OPERAND: Final = r"(?:\d+(?:[.,]\d+)*|[A-Za-z](?![A-Za-z]))"
#: Another formula: none behind the full stop of one, and no sign for the end of a proof.
_FORMULA: Final = r"(?<!\.\$)(?<!\.\$\s)(?=\$|\\\()(?!\$\s?\\(?:blacksquare|square|Box|qed)\b)"
#: What goes on from a formula: another one beside it, an operator with its operand, a power, a factor, a scale.
_BEHIND: Final = late(
    rf" {{1,9}}{_FORMULA}|(?: ?(?:[-−+·×÷/^<>≤≥≠±]|\*(?!\*))| :) ?(?:\d|{_FORMULA})|:{_FORMULA}"
    rf"|[-−+·×÷*/^]{_OPERAND}"
    rf"| ?(?:[²³⁴¹⁰-⁹¼-¾⅐-⅞π√]|\\(?:pi|sqrt|[dt]?frac)\b)|(?!s)[A-Za-z](?![\w'’-])| \+ [A-Z]\b"
    r"|(?<=[$)]) ([a-z]+)\b"
)
#: The words that may do so.
_GOES_ON: Final = lexicon.words("scale", "part") | {"squared", "cubed", "factorial", "point", "pi"}
#: What a formula goes on from, at the beginning of a part of a sentence: a sign, or an operand and its operator.
_BEFORE: Final = late(
    rf"(?:\A|(?<=[\s(:=]))(?:\+/-|[-−–±√]|[<≤≥≠] ?|(?:(?<=\sis )|(?<=\sare )|(?<== ))[-−–] "
    rf"|{_OPERAND} ?[-−+·×÷*/^<>≤≥≠] ?)\Z"
)
_NEAR: Final = 24


def whole(text: str, maths: Sequence[Math]) -> tuple[str, Sequence[Math]]:
    """The text and its formulas, without those that are but a part; all else stays where it was.

    The rest of a word or a number (the power of a unit) becomes text. Of any other formula that goes on outside its
    delimiters a hole is left, which no answer can hold.
    """
    found: list[Math] = []
    parts, at, reached = [], 0, -1
    for math in maths:
        behind = _end(text, math)
        begun = _BEFORE.search(text[max(0, math.start - _NEAR) : math.start])
        if _GLUED.match(text, math.start):
            said = text[math.inner : math.close].ljust(math.end - math.start)
        elif behind > math.end or math.start == reached or begun or _is_operator(text, math):
            said = HOLE * (math.end - math.start)
        else:
            said = ""
            found.append(math)
        if said:
            parts += [text[at : math.start], said]
            at = math.end
        reached = behind
    return "".join([*parts, text[at:]]), found


def _end(text: str, math: Math) -> int:
    """Where what goes on from a formula ends; another one beside it is a factor of a number alone."""
    behind = _BEHIND.match(text, math.end)
    if behind is None or (
        behind[0].isspace() and not (text[math.inner : math.close].isdecimal() or _is_operator(text, math))
    ):
        return math.end
    if behind[1] and behind[1] not in _GOES_ON:
        return math.end
    return behind.end()


def _is_operator(text: str, math: Math) -> bool:
    """Whether a formula is but an operator: what it is applied to stands beside it."""
    return not any(mark.isalnum() or mark in "\\∞∅(){}[]" for mark in text[math.inner : math.close])
