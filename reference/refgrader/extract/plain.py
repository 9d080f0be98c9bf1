"""The answer where nothing marks it: the conclusion of the closing sentences (EXT-30 to EXT-46)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from refgrader.extract import bare, lines, mathenv, phrases, prose, quantity
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, Piece, Span
from refgrader.extract.value import joined, value, written

#: How many sentences without any value may follow the conclusion.
_PATIENCE: Final = 3
_NAME: Final = re.compile(
    r"(?!\\(?:pi|infty|emptyset|varnothing)\b)\\?[a-zA-Z]+(?:_\{?\w+\}?)?'*|"
    r"\\(?:triangle|angle|overline|odot)\s*\{?[A-Z]+\}?|\\[a-zA-Z]+\s+[A-Z]+|"
    r"\(\s*[a-zA-Z](?:\s*,\s*[a-zA-Z])+\s*\)"
)
_PLAIN_NUMBER: Final = re.compile(r"[-+\d.,/{}%$ ]+")
#: Whatever is longer concludes nothing.
_SENTENCE_MAX: Final = 2_000


def closing(text: str, sentences: Sequence[Span], maths: Sequence[Math]) -> Iterator[Piece | None]:
    """What the closing sentences conclude, the last first; a None: they come to no definite answer."""
    opening = _verdict(text, *sentences[0])
    sentences = _without_appendix(text, sentences)
    waited = 0
    for index in range(len(sentences) - 1, -1, -1):
        start, end = sentences[index]
        if end - start > _SENTENCE_MAX:
            yield None
            return
        said = text[start:end]
        if phrases.ASIDE.match(said) or phrases.GRADER_TALK.search(said):
            continue
        cut_off = index == len(sentences) - 1 and phrases.CUT_OFF.search(said)
        if cut_off or phrases.REFUSAL.search(said) or phrases.HEDGE.search(said) or said.endswith(("?", "？")):
            yield None
            return
        if verdict := _verdict(text, start, end):
            yield verdict
            return
        if lines.several(text, sentences, index):
            yield None
            return
        if len(rows := lines.assignments(text, sentences, index, -1)) > 1:
            yield lines.listed(text, rows, "EXT-41")
            return
        if said.startswith("|"):
            cell = _last_cell(text, start, end)
            if cell is None:
                yield None
                return
            start, end = cell
        inside = mathenv.within(maths, start, end)
        found = list(_concluded(text, start, end, inside))
        if found and found[0] and phrases.UNDONE.match(text, found[0].end, sentences[index][1]):
            yield None
            return
        if found and (opening is None or phrases.CONCLUDES.match(said)):
            yield from found
            return
        waited += 1
        if waited >= _PATIENCE or found:
            break
    if opening is not None:
        yield opening


def _verdict(text: str, start: int, end: int) -> Piece | None:
    said = phrases.VERDICT.match(text, start)
    return Piece(said[1], *said.span(1), "EXT-49", EXPR) if said else None


def _without_appendix(text: str, sentences: Sequence[Span]) -> Sequence[Span]:
    """The sentences before a heading below which the answer is only checked or remarked upon (EXT-47)."""
    for index in range(1, len(sentences)):
        if phrases.APPENDIX.match(text, *sentences[index]):
            return sentences[:index]
    return sentences


def _last_cell(text: str, start: int, end: int) -> Span | None:
    """The last cell of a table's row, if the row is that of the total (EXT-43)."""
    row = text[start:end].rstrip("| ")
    if not phrases.TOTAL.search(row) or row.rfind("|") <= 0:
        return None
    return start + row.rindex("|") + 1, start + len(row)


def _concluded(text: str, start: int, end: int, maths: Sequence[Math]) -> Iterator[Piece | None]:
    restated = phrases.RESTATED.search(text, start, end) or phrases.POSTSCRIPT.search(text, start, end)
    if restated and any(mark.isdigit() for mark in text[start : restated.start()]):
        end = restated.start()
        maths = mathenv.within(maths, start, end)
    start = _closing_clause(text, start, end)
    end = _main_clause(text, start, end, maths)
    maths = mathenv.within(maths, start, end)
    said = text[start:end]
    outside = _without(text, start, end, maths)
    amounts = quantity.find(outside, start, end)
    if maths:
        after = [span for span in amounts if span[0] >= maths[-1].end]
        marked = [math for math in maths if not _is_name(text, math)]
        if len(marked) == 1 and _is_number(text, marked[0]) and _leads(text, start, marked[0], after):
            yield joined(text, marked, "EXT-56")
            return
        if not (after or (amounts and _say_nothing(text, start, maths, amounts[-1][0]))):
            yield from _mathematics(text, start, maths, denied=bool(phrases.DENIAL.search(said)))
            return
        amounts = after or amounts
    first, last = lines.undecorated(text, start, end)
    if not maths and bare.is_bare(text[first:last]):
        yield value(text, first, last, "EXT-41", written(said))
    elif bare.is_whole(outside[first:last]) and not phrases.CODE.search(said):
        while last > first and text[last - 1] == "!":
            last -= 1
        yield from prose.says(text, outside, first, last, amounts)
    else:
        yield None


def _closing_clause(text: str, start: int, end: int) -> int:
    """Where the clause begins that concludes the sentence ("…, so she has 5 left"), if it holds a value."""
    for so in phrases.CLOSING_CLAUSE.finditer(text, start, end):
        if any(mark.isdigit() for mark in text[so.end() : end]):
            start = so.end()
    return start


def _main_clause(text: str, start: int, end: int, maths: Sequence[Math]) -> int:
    """Where the clause ends that tells the value: before its reason or its purpose (EXT-35, EXT-42)."""
    if purpose := phrases.PURPOSE.search(text, start, end):
        return purpose.start(1)
    reason = phrases.REASON.search(text, start, end)
    if reason is None:
        return end
    formulas = (math.start for math in mathenv.within(maths, start, reason.start()))
    values = (*formulas, *(first for first, _ in quantity.find(text, start, reason.start())))
    return reason.start() if any(_is_told(text, start, at) for at in values) else end


def _is_told(text: str, start: int, at: int) -> bool:
    return bool(phrases.RESULT.search(text, start, at) or phrases.EXTREME.search(text, start, at))


def _say_nothing(text: str, start: int, maths: Sequence[Math], value: int) -> bool:
    """Whether the maths are but names, or say where the value in plain text is attained."""
    return all(
        _is_name(text, math) or (value < math.start and _is_aside(text, start, math) and _is_told(text, start, value))
        for math in maths
    )


def _is_aside(text: str, start: int, math: Math) -> bool:
    return mathenv.is_circumstance(text, start, math) or mathenv.is_condition(text, start, math)


def _telling(text: str, start: int, maths: Sequence[Math]) -> Sequence[Math]:
    """The maths that are no conditions, and not where or with what a value is attained that was told before.

    None where a value is told for each of several places.
    """
    telling: list[Math] = []
    told = aside = placed = False
    for index, math in enumerate(maths):
        joins = aside and math is maths[-1] and mathenv.goes_on(text, maths[index - 1], math)
        aside = joins or mathenv.is_condition(text, start, math)
        if not aside and told and mathenv.is_circumstance(text, start, math):
            aside = placed = True
        if not aside:
            if placed:
                return []
            telling.append(math)
            told = told or _is_told(text, start, math.start) or _gives_number(text, math)
    return telling or maths


def _mathematics(text: str, start: int, maths: Sequence[Math], *, denied: bool) -> Iterator[Piece | None]:
    """The last formula that is neither a name nor a condition, and those joined to it (EXT-30, 32, 35)."""
    telling = _telling(text, start, maths)
    if not telling:
        yield None
        return
    named = [math for math in telling if not _is_name(text, math)] or telling
    group = mathenv.closing_group(text, maths, maths.index(named[-1]))
    group = [math for math in group if math in telling] or group
    told = [math for math in named if phrases.RESULT.search(text, start, math.start)]
    rivals = [math for math in named if math not in group and (_is_number(text, math) or _gives_number(text, math))]
    if rivals and _is_number(text, group[-1]) and group[0] not in told:
        group = told if len(told) == 1 else []
    if not group or (denied and group[0] not in told):
        yield None
    else:
        yield joined(text, group, "EXT-30")


def _leads(text: str, start: int, math: Math, after: Sequence[Span]) -> bool:
    """Whether a formula is the result although amounts in plain text follow: they only measure it."""
    if not after or mathenv.is_condition(text, start, math) or phrases.MEANS.search(text, start, math.start):
        return False
    return all(phrases.MEANS.search(text, math.end, first) for first, _ in after)


def _is_number(text: str, math: Math) -> bool:
    return bool(_PLAIN_NUMBER.fullmatch(text, math.inner, math.close))


def _gives_number(text: str, math: Math) -> bool:
    """Whether the math is a calculation with its result (`3! = 6`)."""
    first, last = bare.result(text, math.inner, math.close)
    return first > math.inner and bool(_PLAIN_NUMBER.fullmatch(text, first, last))


def _is_name(text: str, math: Math) -> bool:
    return bool(_NAME.fullmatch(text, math.inner, math.close))


def _without(text: str, start: int, end: int, maths: Sequence[Math]) -> str:
    """The text with the maths blanked, positions kept; what lies outside the stretch does not matter."""
    if not maths:
        return text
    parts, at = [text[:start]], start
    for math in maths:
        parts += [text[at : math.start], " " * (math.end - math.start)]
        at = math.end
    return "".join([*parts, text[at:end]])
