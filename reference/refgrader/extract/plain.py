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
#: Whatever is longer concludes nothing.
_SENTENCE_MAX: Final = 2_000
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
        return Piece(said, start, end, "EXT-40", frozenset({"expr", "string"}))
    if bare.is_bare(said):
        return value(text, start, end, "EXT-40", EXPR | LATEX if "\\" in said else EXPR)
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
    if bare.is_label(said):
        targets |= STRING
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
        inside = mathenv.within(maths, start, end)
        found = list(_concluded(text, start, end, inside))
        yield from found
        if found:
            return
        waited += 1
        if waited >= _PATIENCE:
            return


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
        return
    if bare.is_whole(outside[first:last]) and not phrases.CODE.search(said):
        yield from _amount(text, first, last, amounts)
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


def _amount(text: str, start: int, end: int, amounts: Sequence[Span]) -> Iterator[Piece | None]:
    tail = _tail(text, start, end)
    denied = phrases.DENIAL.search(text, start, end)
    if tail is not None:
        before = [span for span in amounts if span[1] <= tail[0]]
        told = bool(phrases.RESULT.search(text, start, tail[0]))
        listed = _LISTED.search(text[slice(*tail)])
        if told or not (before or denied or listed or phrases.NO_RESULT.search(text, start, tail[0])):
            yield value(text, *tail, "EXT-42", EXPR)
            return
    amounts = amounts if len(amounts) < 2 else _after_equals(text, start, end, amounts)
    words = phrases.NUMBER_WORD.findall(text[start:end])
    if len(amounts) == 1 and not denied and not words:
        yield Piece(text[slice(*amounts[0])], *amounts[0], "EXT-42", EXPR)
    elif amounts or len(words) > 1 or (words and denied):
        yield None
    elif words and (word := phrases.NUMBER_WORD.search(text, start, end)):
        yield Piece(word[0], word.start(), word.end(), "EXT-42", EXPR)


def _tail(text: str, start: int, end: int) -> Span | None:
    """The mathematics that the sentence ends in."""
    words = bare.prose(text[start:end])
    if not words or text[start + words[-1][1] : start + words[-1][1] + 1].isalnum():
        return None
    first, last = start + words[-1][1], end
    while first < last and text[first] in " ,:*_`：":
        first += 1
    first, last = mathenv.tidy(text, first, last)
    return (first, last) if bare.is_bare(text[first:last]) else None


def _after_equals(text: str, start: int, end: int, amounts: Sequence[Span]) -> Sequence[Span]:
    equals = text.rfind("=", start, end)
    after = [span for span in amounts if span[0] > equals]
    return after if equals >= 0 and len(after) == 1 else amounts
