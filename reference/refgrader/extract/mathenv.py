r"""Mathematics set off from prose: `$…$`, `\(…\)`, `\[…\]`, `\begin{align}…` (EXT-30 to EXT-34)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from refgrader.extract import cues
from refgrader.extract.piece import trim
from refgrader.late import late

_DELIMITER: Final = late(r"\\[()\[\]]|\\(?:begin|end)\{([a-z]+)\*?\}|\\[^a-zA-Z]|\$\$|\$|\n[ \t]*\n")
_CLOSES: Final = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}
#: Environments that are math of themselves. Others (matrices, cases) stand inside math.
DISPLAYS: Final = frozenset("equation align aligned gather gathered multline eqnarray displaymath math flalign".split())

#: `$5 and $10` is money twice, not the mathematics "5 and"; `in $ is 5. $x$` opens with the second sign.
_PROSE: Final = late(r"(?:\d[\d,.]*|\s)\s*(?:[A-Za-z]{2,}|an?\b)")

#: What may stand between two maths that together are one list.
_JOINS: Final = frozenset({",", ";", "，", "、", "；", "&", "and", "or", "和", "或", ", and", ", or"})
_GAP: Final = 40
#: Behind a letter, what says that it may be any constant: "$y = Cx$, $C$ an arbitrary constant".
_IS_ANY: Final = late(r"\s(?:is\s|being\s)?(?:an?\s|any\s)?(?:arbitrary|(?:any\s)?(?:real\s)?(?:constant|number))\b")
#: How far from a formula the words before it may stand: for a comma and a space, but not for a word between.
NEAR: Final = 2
_ROW: Final = late(r"\\\\(?:\[[^\]]{0,10}\])?")
_INNER: Final = late(r"\\(?:begin|end)\{(?:aligned|split|gathered|align\*?)\}\s*")
_QED: Final = frozenset({r"\blacksquare", r"\square", r"\Box", r"\qed", r"\checkmark"})
_TAIL: Final = " \t\n\r.,;:。，；"
_LEAD: Final = late(
    r"(?:\s|\\[,;!: ]|\\q?quad\b|~|&|=>|=|≈|[∴⇒→]|\\approx\b|\\(?:implies|therefore|Rightarrow|displaystyle)\b)+"
)


class Math(NamedTuple):
    """A math environment from `start` to `end` and the stretch inside it that is its last statement."""

    start: int
    end: int
    inner: int
    close: int


def find(text: str, start: int, end: int) -> list[Math]:
    """The math environments in order, none inside another. An opening delimiter that never closes is text."""
    maths: list[Math] = []
    opening: re.Match[str] | None = None
    in_display = False
    for token in _DELIMITER.finditer(text, start, end):
        mark = token[0]
        if opening is None:
            closes = in_display and mark == "$$" and not text[maths[-1].end : token.start()].strip(_TAIL)
            opening, in_display = (token if _opens(token) and not closes else None), False
        elif _closes(opening, token):
            if mark == "$" and _is_money(text, opening.end(), token.start()):
                opening = token
            else:
                maths.append(Math(opening.start(), token.end(), *_statement(text, opening.end(), token.start())))
                opening = None
        elif mark.isspace():
            opening = None if opening[0] in ("$", r"\(") else opening
        elif _opens(token) and opening[0] != mark and not mark.startswith("$"):
            in_display = opening[0] == "$$" and not text[opening.end() : token.start()].strip()
            opening = token
    return [math for math in maths if math.close > math.inner and text[math.inner : math.close] not in _QED]


def _opens(token: re.Match[str]) -> bool:
    return token[0] in _CLOSES or (token[0].startswith(r"\begin") and token[1] in DISPLAYS)


def _closes(opening: re.Match[str], token: re.Match[str]) -> bool:
    if opening[1]:
        return token[0].startswith(r"\end") and token[1] == opening[1]
    return token[0] == _CLOSES[opening[0]]


def _is_money(text: str, inner: int, close: int) -> bool:
    if text[inner : inner + 1].isdigit() and text[close + 1 : close + 2].isdecimal():
        return True
    outer = text[inner : inner + 1].isspace() or text[close - 1].isspace()
    return outer and _PROSE.match(text, inner, close) is not None


def _statement(text: str, start: int, end: int) -> tuple[int, int]:
    """The last row of an aligned derivation, else all, without outer spacing and full stops (EXT-34)."""
    start, end = trim(text, start, end)
    marks = list(_INNER.finditer(text, start, end))
    derivation = len(marks) > 1 and marks[0].start() == start and marks[-1].end() == end
    if derivation:
        start, end = marks[0].end(), marks[-1].start()
    if derivation or "&" in text[start:end]:
        end = start + len(text[start:end].rstrip(" \t\n\r\\&"))
        if r"\begin{" not in text[start:end]:  # A matrix has rows of its own.
            start = max((row.end() for row in _ROW.finditer(text, start, end)), default=start)
    return tidy(text, start, end)


def tidy(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without outer spacing, a leading relation sign and trailing full stops."""
    if lead := _LEAD.match(text, start, end):
        start = lead.end()
    while end > start and text[end - 1] in _TAIL and text[end - 2 : end - 1] != "\\":
        end -= 1
    return start, end


def within(maths: Sequence[Math], start: int, end: int) -> Sequence[Math]:
    """The maths that begin in a stretch."""
    first = bisect_left(maths, start, key=_start)
    return maths[first : bisect_left(maths, end, first, key=_start)]


def inside(maths: Sequence[Math], span: tuple[int, int]) -> tuple[int, int]:
    """What stands within the delimiters, where a stretch is one formula; else the stretch."""
    found = within(maths, *span)
    return (found[0].inner, found[0].close) if [(math.start, math.end) for math in found] == [span] else span


def around(maths: Sequence[Math], at: int) -> Math | None:
    """The one of some maths in which what ends at a place stands, if it stands in one."""
    return next((math for math in maths if math.start < at <= math.end), None)


def _start(math: Math) -> int:
    return math.start


def group(text: str, maths: Sequence[Math], at: int, step: int) -> list[Math]:
    """The maths that make one list with number `at`, before or behind it: commas, "and", "or" join them (EXT-32)."""
    found = [maths[at]]
    for math in maths[at + step :: step]:
        left, right = sorted((found[-1], math), key=_start)
        joint = " ".join(text[left.end : right.start].split())
        if right.start - left.end > _GAP or joint not in _JOINS or _is_constant(text, right):
            break
        found.append(math)
    return found[::step]


def _is_constant(text: str, math: Math) -> bool:
    """Whether a formula is a letter that is said to be an arbitrary constant."""
    return math.close == math.inner + 1 and _IS_ANY.match(text, math.end) is not None


def is_condition(text: str, start: int, math: Math) -> bool:
    """Whether a word before the math makes it a condition ("when $x = 2$"), not a result."""
    return cues.near("states a condition", text, start, math.start, NEAR)


def is_circumstance(text: str, start: int, math: Math) -> bool:
    """Whether the math says where or with what a value is attained, if one was told ("at $x = 2$")."""
    if cues.near("from which", text, start, math.start, NEAR):
        return True
    return "=" in text[math.inner : math.close] and cues.near("at or with", text, start, math.start, NEAR)
