"""The answer where nothing marks it: the conclusion of the closing sentences (EXT-30 to EXT-46)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from refgrader.extract import bare, mathenv, phrases, quantity
from refgrader.extract.boxes import trim
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, HOLE, LATEX, STRING, Piece

#: How many sentences without any value may follow the conclusion.
_PATIENCE: Final = 3
_DECORATION: Final = " \t\n\r*_`#>\"“”'’.。!,;:"
_BULLET: Final = re.compile(r"\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)")
_NAME: Final = re.compile(
    r"\\?[a-zA-Z]+(?:_\{?\w+\}?)?'*|\\(?:triangle|angle|overline|odot)\s*\{?[A-Z]+\}?|\\[a-zA-Z]+\s+[A-Z]+"
)
_TEXT_WORDS: Final = 4
_AND: Final = re.compile(r"[^.;]{0,30}?[\s,](?:and|but|while)\b")
#: Whatever is longer concludes nothing.
_SENTENCE_MAX: Final = 2_000
_ASSIGNMENT: Final = re.compile(r"([A-Za-z](?:_\{?\w+\}?)?)\s*=[^=\n]+")
_LISTED: Final = re.compile(r"\b(?:and|or)\b")

Span = tuple[int, int]


def whole(text: str, start: int, end: int, *, tagged: bool) -> Piece | None:
    """The whole scope where it is nothing but one short answer (EXT-40); in an answer tag it may be words."""
    if text.startswith("#", start):
        return None
    start, end = undecorated(text, start, end)
    said = text[start:end]
    if not bare.says_something(said) or "\n" in said or len(said) > 300:
        return None
    if HOLE in said or bare.lists_choices(said) or phrases.HEDGE.search(said) or phrases.REFUSAL.search(said):
        return None
    if bare.is_label(said):
        return Piece(said, start, end, "EXT-40", STRING)
    if bare.is_bare(said):
        return value(text, *mathenv.tidy(text, start, end), "EXT-40", EXPR | LATEX if "\\" in said else EXPR)
    words = len(said.split())
    if (
        any(mark.isdigit() or mark in "\\${}" for mark in said)
        or phrases.GRADER_TALK.search(said)
        or said.endswith("?")
    ):
        return None
    short = words <= _TEXT_WORDS and not phrases.SENTENCE.search(said)
    return Piece(said, start, end, "EXT-40", EXPR) if short or tagged else None


def value(text: str, start: int, end: int, rule: str, targets: frozenset[str]) -> Piece | None:
    """The stretch, or the result of the calculation that it shows, as a piece."""
    first, last = bare.result(text, start, end)
    first, last = trim(text, first, last)
    said = text[first:last]
    if not bare.says_something(said) or said.endswith("="):
        return None
    if "&" in said and r"\begin" not in said:  # The alignment marks of a derivation's row.
        said = said.replace("&", "")
    if targets == EXPR and bare.is_label(said):
        targets = STRING
    return Piece(said, first, last, "EXT-33" if first > start else rule, targets)


def undecorated(text: str, start: int, end: int) -> Span:
    """The stretch without Markdown, quotation marks, a bullet and the punctuation of its end."""
    if bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    while start < end and text[start] in _DECORATION and not text.startswith((".", "'"), start):
        start += 1
    while end > start and text[end - 1] in _DECORATION and not _needed(text, start, end):
        end -= 1
    return start, end


def _needed(text: str, start: int, end: int) -> bool:
    r"""Whether the last mark belongs to the answer: `f'`, `\!`."""
    mark, before = text[end - 1], text[end - 2 : end - 1] if end - 2 >= start else ""
    return before == "\\" or (mark in "'!" and before.isalnum() and (mark == "'" or before.isdigit()))


def closing(text: str, sentences: Sequence[Span], maths: Sequence[Math]) -> Iterator[Piece | None]:
    """What the closing sentences conclude, the last first; a None: they come to no definite answer."""
    waited = 0
    for index in range(len(sentences) - 1, -1, -1):
        start, end = sentences[index]
        if end - start > _SENTENCE_MAX:
            yield None
            return
        said = text[start:end]
        if phrases.ASIDE.match(said) or phrases.GRADER_TALK.search(said):
            continue
        if phrases.REFUSAL.search(said) or phrases.HEDGE.search(said) or said.endswith(("?", "？")):
            yield None
            return
        if _several(text, sentences, index):
            yield None
            return
        if len(lines := assignments(text, sentences, index, -1)) > 1:
            yield listed(text, lines, "EXT-41")
            return
        inside = mathenv.within(maths, start, end)
        found = list(_concluded(text, start, end, inside))
        yield from found
        if found:
            return
        waited += 1
        if waited >= _PATIENCE:
            return


def assignments(text: str, sentences: Sequence[Span], index: int, step: int) -> list[Span]:
    """The lines from number `index` on, in direction `step`, that give a value each to names of their own."""
    found: dict[str, Span] = {}
    while 0 <= index < len(sentences):
        span = undecorated(text, *sentences[index])
        given = _ASSIGNMENT.fullmatch(text, *span)
        if given is None or given[1] in found or not bare.is_bare(text[slice(*span)]):
            break
        found[given[1]] = span
        index += step
    return list(found.values())[::step]


def listed(text: str, lines: Sequence[Span], rule: str) -> Piece:
    """One piece of several lines."""
    return Piece(", ".join(text[slice(*line)] for line in lines), lines[0][0], lines[-1][1], rule, EXPR)


def _several(text: str, sentences: Sequence[Span], index: int) -> bool:
    """Whether the line belongs to a list of choices or of bare answers (EXT-43, EXT-44)."""
    start, end = sentences[index]
    if bare.lists_choices(text[start:end]):
        return True
    if not index:
        return False
    both = [text[slice(*undecorated(text, *sentences[at]))] for at in (index - 1, index)]
    if all(_CHOICE_LINE.match(text[slice(*sentences[at])]) for at in (index - 1, index)):
        return True
    separate = "\n" in text[sentences[index - 1][1] : start]
    return separate and all(bare.is_bare(said) and "=" not in said and "$" not in said for said in both)


_CHOICE_LINE: Final = re.compile(r"\s*(?:[-*•]\s*)?[(\[*]*[A-Ja-j][)\].:：、*]+\s*\S")


def _concluded(text: str, start: int, end: int, maths: Sequence[Math]) -> Iterator[Piece | None]:
    restated = phrases.RESTATED.search(text, start, end)
    if restated and any(mark.isdigit() for mark in text[start : restated.start()]):
        end = restated.start()
        maths = mathenv.within(maths, start, end)
    said = text[start:end]
    outside = _without(text, start, end, maths)
    amounts = quantity.find(outside, start, end)
    if maths:
        after = [span for span in amounts if span[0] >= maths[-1].end]
        if not (after or (amounts and all(_is_name(text, math) for math in maths))):
            yield from _mathematics(text, start, maths, denied=bool(phrases.DENIAL.search(said)))
            return
        amounts = after or amounts
    first, last = undecorated(text, start, end)
    if not maths and bare.is_bare(text[first:last]):
        yield value(text, first, last, "EXT-41", EXPR | LATEX if "\\" in said else EXPR)
    elif bare.is_whole(outside[first:last]) and not phrases.CODE.search(said):
        while last > first and text[last - 1] == "!":
            last -= 1
        yield from _amount(text, outside, first, last, amounts)
    else:
        yield None


def _mathematics(text: str, start: int, maths: Sequence[Math], *, denied: bool) -> Iterator[Piece | None]:
    telling = [math for math in maths if not mathenv.is_condition(text, start, math)] or list(maths)
    named = [math for math in telling if not _is_name(text, math)] or telling
    group = mathenv.closing_group(text, maths, maths.index(named[-1]))
    if denied and not phrases.RESULT.search(text, start, group[0].start):
        yield None
    else:
        yield joined(text, group, "EXT-30")


def joined(text: str, group: Sequence[Math], rule: str) -> Piece | None:
    """One piece of the maths of a group (EXT-32)."""
    if len(group) == 1:
        return value(text, group[0].inner, group[0].close, rule, targets_of(text, group[0]))
    said = ", ".join(text[math.inner : math.close] for math in group)
    return Piece(said, group[0].start, group[-1].end, "EXT-32", LATEX)


def targets_of(text: str, math: Math) -> frozenset[str]:
    """Mathematics counts as an expression too where it is numeric (EXT-50)."""
    return LATEX if re.search(r"[A-Za-z\\]", text[math.inner : math.close]) else LATEX | EXPR


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


def _amount(text: str, outside: str, start: int, end: int, spans: Sequence[Span]) -> Iterator[Piece | None]:
    """What a sentence of prose says: the value that it ends in, its only one, or words (EXT-42, 43, 49)."""
    tail = _tail(text, start, end)
    denied = bool(phrases.DENIAL.search(text, start, end))
    if tail is not None:
        before = [span for span in spans if span[1] <= tail[0]]
        told = bool(phrases.RESULT.search(text, start, tail[0]))
        listed = _LISTED.search(text[slice(*tail)])
        if told and _has_rival(text, start, end, before):
            yield None
            return
        if told or not (before or denied or listed or phrases.NO_RESULT.search(text, start, tail[0])):
            yield value(text, *tail, "EXT-42", EXPR)
            return
    amounts = spans if len(spans) < 2 else _after_equals(text, start, end, spans)
    words = list(phrases.NUMBER_WORD.finditer(text, start, end))
    more = quantity.has_more(outside, start, end, spans)
    if len(amounts) == 1 and not denied and not words and not more:
        yield Piece(text[slice(*amounts[0])], *amounts[0], "EXT-42", EXPR)
    elif amounts or more or len(words) > 1 or (words and denied):
        yield None
    elif words:
        yield Piece(words[0][0], *words[0].span(), "EXT-42", EXPR)
    else:
        yield from _in_words(text, start, end, denied)


def _has_rival(text: str, start: int, end: int, before: Sequence[Span]) -> bool:
    """Whether an earlier value of the sentence is a result as well ("the GCD is 12 and the LCM is 36")."""
    return any(
        phrases.RESULT.search(text, start, first)
        and _AND.match(text, last, end)
        and not phrases.TOTAL.search(text, last, end)
        for first, last in before
    )


def _in_words(text: str, start: int, end: int, denied: bool) -> Iterator[Piece | None]:
    said = text[start:end]
    found = list(phrases.IN_WORDS.finditer(said))
    if len(found) == 1 and not phrases.IN_DOUBT.search(said):
        first, last = found[0].span()
        if not (denied and said[first:last].lower() in ("true", "false")):
            yield Piece(said[first:last], start + first, start + last, "EXT-49", EXPR)


def _tail(text: str, start: int, end: int) -> Span | None:
    """The mathematics that the sentence ends in; after "is" and the like, with up to two words of a unit."""
    words = [(start + first, start + last) for first, last in bare.prose(text[start:end])]
    for units in range(min(3, len(words))):
        at, stop = words[-1 - units][1], words[-units][0] if units else end
        first, last = _stripped(text, at, stop)
        if text[at : at + 1].isalnum() or not bare.is_bare(text[first:last]):
            continue
        if not units:
            return None if text[first:last] in ("I", "a") else (first, last)
        between = text[words[-units][1] : words[-1][0]] + text[words[-1][1] : end]
        if between.strip() or not text[stop - 1].isspace() or not text[first].isdigit():
            continue
        if not phrases.RESULT.search(text, start, first):
            continue
        return (first, end) if quantity.may_be_unit(text[slice(*words[-units])]) else (first, last)
    return None


def _stripped(text: str, first: int, last: int) -> Span:
    while first < last and text[first] in " ,:*_`：)]}>":
        first += 1
    return mathenv.tidy(text, first, last)


def _after_equals(text: str, start: int, end: int, amounts: Sequence[Span]) -> Sequence[Span]:
    equals = text.rfind("=", start, end)
    after = [span for span in amounts if span[0] > equals]
    return after if equals >= 0 and len(after) == 1 else amounts
