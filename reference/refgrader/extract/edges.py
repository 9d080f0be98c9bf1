r"""Where a formula goes on outside its delimiters: `-$5$`, `2 + $5$`, `$5$ $\pi$`, `36 cm$^2$` (EXT-31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from refgrader.extract.amounts import SCALES
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import Span
from refgrader.late import late

#: A formula that is the rest of what stands before it: the power of a unit, a factor of a number.
_GLUED: Final = late(r"(?:(?<=[A-Za-z\d)])|(?<=[A-Za-z\d)]\s))(\$|\\\()(?=\s?\^)|(?<=\d)(\$|\\\()(?=[A-Za-z\\])")
_NUMBER: Final = r"\d+(?:[.,]\d+)*"
_OPERAND: Final = rf"(?:{_NUMBER}|[A-Za-z](?![A-Za-z]))"
_FORMULA: Final = r"(?=\$|\\\()"
#: What goes on from a formula: another one beside it, an operator with its operand, a power, a factor, a scale.
_BEHIND: Final = late(
    rf" {{1,9}}{_FORMULA}| ?(?:[-−+·×÷/^<>≤≥≠±]|\*(?!\*)| :) ?(?:{_NUMBER}|{_FORMULA})"
    rf"|[-−+·×÷*/^]{_OPERAND}|:{_FORMULA}| ?[²³⁴¹⁰-⁹¼-¾⅐-⅞π√]{_OPERAND}?|(?!s)[A-Za-z](?![\w'’-])| \+ [A-Z]\b"
    rf"| ?\\(?:pi\b|sqrt\b(?:\{{[^{{}}]{{1,20}}\}})?|[dt]?frac(?:\{{[^{{}}]{{1,20}}\}}){{2}})"
    rf"|(?<=\d[$)]) (?:{SCALES})\b"
)
#: What a formula goes on from, at the beginning of a part of a sentence: a sign, or an operand and its operator.
_BEFORE: Final = late(
    rf"(?:\A|(?<=[\s(:=]))(?:\+/-|[-−–±√<≤≥≠]|[<≤≥≠] |(?:(?<=\sis )|(?<=\sare )|(?<== ))[-−–] "
    rf"|{_OPERAND} ?(?:[-−+·×÷*/^]) ?|{_OPERAND} ?[<>≤≥≠] ?)\Z"
)
#: A number before a formula is its factor, unless a word follows: "5 $\\pi$.", but "5 $x$-values".
_FACTOR: Final = late(rf"(?:\A|(?<=[\s(=])){_NUMBER} \Z")
_LETTER: Final = late(r"[A-Za-z\\]")
_PLAIN: Final = late(rf"[-+±−]|-?{_NUMBER}")
_NO_WORD: Final = late(r"\s{0,9}(?:[.,;!?)]|\n|\Z)")
_RELATIONS: Final = frozenset("=<>")
_NEAR: Final = 24
_MOST: Final = 4


def whole(text: str, maths: Sequence[Math]) -> tuple[str, Sequence[Math]]:
    """The text and its formulas, without the delimiters that cut one; what stands behind it stays where it was.

    What is the rest of a word or a number (the power of a unit) is no formula of its own, and text as before.
    """
    found: list[Math] = []
    parts, at = [], 0
    for start, end, group in _together(text, maths):
        glued = len(group) == 1 and _GLUED.match(text, start) is not None
        if (start, end) == (group[0].start, group[0].end) and not glued:
            found += group
            continue
        said = _undelimited(text, start, end, group)
        parts += [text[at:start], said.ljust(end - start)]
        at = end
        if not glued:
            found.append(Math(start, end, start, start + len(said.rstrip())))
    return ("".join([*parts, text[at:]]), found) if parts else (text, maths)


def _together(text: str, maths: Sequence[Math]) -> Iterator[tuple[int, int, list[Math]]]:
    """The formulas that are one, in order, and the stretch in which they are."""
    start, end, group = 0, -1, list[Math]()
    for math in maths:
        first, last = _stretch(text, math)
        if group and first <= end and not _apart(text, group[-1], math):
            end = last
            group.append(math)
            continue
        if group:
            yield start, end, group
        start, end, group = first, last, [math]
    if group:
        yield start, end, group


def _stretch(text: str, math: Math) -> Span:
    """Where the formula begins and ends, with what of it stands in the text around it."""
    before = text[max(0, math.start - _NEAR) : math.start]
    left = _BEFORE.search(before)
    if left is None and _LETTER.match(text, math.inner) and _NO_WORD.match(text, math.end):
        left = _FACTOR.search(before)
    start = math.start - len(left[0]) if left and not _relates(text, math) else math.start
    end = math.end
    for _ in range(_MOST):
        if behind := _BEHIND.match(text, end):
            end = behind.end()
    return start, end


def _apart(text: str, left: Math, right: Math) -> bool:
    """Whether two formulas with spaces between are two, and not a number and its factor."""
    factor = _PLAIN.fullmatch(text, left.inner, left.close) and not _relates(text, right)
    return not factor and text[left.end : right.start].isspace()


def _relates(text: str, math: Math) -> bool:
    return not _RELATIONS.isdisjoint(text[math.inner : math.close])


def _undelimited(text: str, start: int, end: int, group: Sequence[Math]) -> str:
    parts, at = [], start
    for math in group:
        parts += [text[at : math.start], text[math.inner : math.close]]
        at = math.end
    return "".join([*parts, text[at:end]])
