"""Announced answers: "the answer is 5", "Answer: 5", "#### 5" (EXT-20 to EXT-28)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from refgrader.extract import bare, lines, mathenv, phrases, quantity
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, HOLE, LATEX, STRING, Piece, Span
from refgrader.extract.value import joined, value, written

#: What the answer is to; a question in quotation marks is passed over whole.
_OF: Final = r"(?:\s+(?:to|for|of)\b(?:[^.\n:：=\"“]|[\"“][^\"”\n]{1,120}[\"”]){1,80}?)?"
_LINK_END: Final = r"(?:\s*[:：])?"
_HASHES: Final = re.compile(r"^[ \t]*####(?!#)[ \t]*(\S[^\n]{0,120})$", re.M)
#: The last word of an age or a measure, behind its unit.
_AGE: Final = re.compile(r"(?<=[a-z]) (?:old|long|tall|wide|high|deep)\Z")
_NUMBERED: Final = re.compile(r"\d{1,2}[.)]\s")
_HEADING: Final = re.compile(
    r"^[#*_ \t>-]*(?:the\s+)?(?:final\s+)?answer[*_\s:：]*$|^[#*_ \t>]*(?:最终)?答案[*_\s:：]*$", re.I | re.M
)
_CHOSEN: Final = (
    re.compile(r"\b(?:option|choice|answer)\s+(\(?[A-J])\)?\s+is\s+(?:the\s+)?(?:correct|right|best)\b", re.I),
    re.compile(
        r"(?<![\w-])(\(?[A-J])\)?\s+is\s+(?:therefore\s+)?the\s+(?:correct|right|best)\s+(?:answer|option|choice)\b"
    ),
    re.compile(
        r"\b(?:[Tt]herefore|[Tt]hus|[Hh]ence|[Ss]o),?\s+(\(?[A-J])\)?\s+is\s+(?:the\s+)?(?:correct|right)(?=\s*[.!]?\s*(?:\n|\Z))"
    ),
    re.compile(r"\b(?:I(?:['’]ll| will)?|we|to)\s+(?:choose|pick|select)\s+(?:option|choice|answer)?\s*\(?([A-J])\b"),
)
_CHOICE_HERE: Final = re.compile(r"[(\[]([A-Ja-j])[)\]]|([A-J])(?=[.):：,]?(?:\s|\Z|[*\"”])(?!\s*[-+=*/^<>]))")
_ALTERNATIVE: Final = re.compile(r"[)\].]?\s*(?:,|or\b|and\b|/)\s*[(\[]?[A-J](?![a-z])")
#: After a label, the content of the choice begins; a verb or a preposition says something about it.
_CONTENT: Final = re.compile(
    r"(?:[.):：]|(?<=[)\]]))\s+(?=[-$\\(\dA-Z√]|(?!(?:is|are|was|has|have|and|or|as|because|since|for|with|by|from|in|on|to|which|that|"
    r"but|not|if|when|would|will|can|gives?|matches|satisfies|represents|best)\b)[a-z]+(?:\s+[a-z]+){0,3}[.*]*\Z)"
)
#: After a label, why it was chosen: other labels may be discussed there.
_REASON: Final = re.compile(r",?\s+(?:because|since)\b(?!.{0,300}?[,;]\s+or\s+\(?[A-J]\b)")
_MORE: Final = re.compile(r"\s*(?:,|;|and\b|or\b|&|to\b|[-–—]\s)\s*(?:\(|\$|-)?\d", re.I)
#: After the first formula of an announced sentence: its value follows ("the value of $a$ is 5").
_LINK: Final = re.compile(r"\b(?:is|are|was|equals?)\b")
_LATEX: Final = re.compile(r"[\\${}]")
#: What takes a part or a multiple of the next number: ``$\\frac34$ of $80$``.
_OF_MORE: Final = re.compile(r"\s+of\s+[$\\]?[\d$(]")
_COLON: Final = re.compile(r"[:：][\s*_]*\Z")
_OR: Final = re.compile(r"\bor\b")
_LOOK_BACK: Final = 48
_MOST_WORDS: Final = 4
#: Announcements that are read, the last ones: each may be read up to the end of its sentence.
_MOST_ANNOUNCED: Final = 50


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a scope, cut up once: its maths and its sentences, both in order."""

    text: str
    start: int
    end: int
    maths: Sequence[Math]
    sentences: Sequence[Span]


def pieces(close: Closing) -> Iterator[Piece]:
    """The announced answers, the last first."""
    for at, rule in sorted(_announcements(close), reverse=True)[:_MOST_ANNOUNCED]:
        piece = _hashes(close, at) if rule == "EXT-21" else _read(close, at, rule)
        if piece is not None and not phrases.UNDONE.match(close.text, piece.end, sentence(close, piece.end - 1)[1]):
            yield piece


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = []
    for key, noun, verb in phrases.NOUNS:
        link = rf"(?:{verb}){_LINK_END}|" if verb else ""
        rows.append((key, re.compile(rf"(?:{noun}){_OF}[\s*_]*(?:{link}[:：])", re.I)))
    return tuple(rows)


def _announcements(close: Closing) -> Iterator[tuple[int, str]]:
    """Where announced answers begin, and the clause that says so."""
    text, start, end = close.text, close.start, close.end
    window = text[start:end].lower()
    for key, pattern in _patterns():
        if key in window:
            for found in pattern.finditer(text, start, end):
                if not phrases.NOT_MINE.search(text, max(start, found.start() - _LOOK_BACK), found.start()):
                    yield found.end(), "EXT-20"
    if "####" in window:
        for found in _HASHES.finditer(text, start, end):
            yield found.start(1), "EXT-21"
    for heading in _HEADING.finditer(text, start, end) if "answer" in window or "答案" in window else ():
        yield heading.end(), "EXT-22"
    for pattern in _CHOSEN:
        for found in pattern.finditer(text, start, end):
            yield found.start(1), "EXT-20"


def _hashes(close: Closing, at: int) -> Piece | None:
    text = close.text
    line = text.find("\n", at, close.end)
    first, last = lines.undecorated(text, at, close.end if line < 0 else line)
    said = text[first:last]
    if _NUMBERED.match(said) or bare.lists_choices(said):
        return None
    if said.startswith("$") and said.endswith("$") and len(said) > 2:
        first, last, said = first + 1, last - 1, said[1:-1]
    amount = quantity.QUANTITY.fullmatch(_AGE.sub("", said))
    if bare.is_label(said) or bare.is_bare(said) or (amount and amount.start() == 0):
        return value(text, first, last, "EXT-21", EXPR | LATEX)
    return None


def _read(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that begins at `at`, if what stands there is one (EXT-23)."""
    text = close.text
    sentence_start, sentence_end = sentence(close, at)
    if phrases.GRADER_TALK.search(text, sentence_start, sentence_end):
        return None
    if filler := phrases.FILLER.match(text, at, close.end):
        at = filler.end()
    if at >= close.end:
        return None
    if at >= sentence_end:
        sentence_start, sentence_end = sentence(close, at)
    if phrases.NEGATION.match(text, at, sentence_end):
        instead = phrases.INSTEAD.search(text, at, sentence_end)
        if instead is None:
            return None
        at = instead.end()
    math = _math_at(close, at)
    if math is not None:
        group = _group(close, math)
        return None if _OF_MORE.match(text, group[-1].end, sentence_end) else joined(text, group, rule)
    if text[sentence_start:sentence_end].endswith(("?", "？")):
        return None
    return _words(close, at, sentence_end, rule)


def sentence(close: Closing, at: int) -> Span:
    """The sentence that `at` stands in, or the next one."""
    return close.sentences[_index(close, at)]


def _index(close: Closing, at: int) -> int:
    """The number of the sentence that `at` stands in, or of the next one."""
    index = max(bisect_right(close.sentences, (at, close.end + 1)) - 1, 0)
    return index + (at >= close.sentences[index][1] and index + 1 < len(close.sentences))


def _math_at(close: Closing, at: int) -> int | None:
    here = mathenv.within(close.maths, at, at + 1)
    return close.maths.index(here[0]) if here else None


def _group(close: Closing, first: int) -> list[Math]:
    group = [close.maths[first]]
    for math in close.maths[first + 1 :]:
        gap = close.text[group[-1].end : math.start]
        if len(gap) > 40 or not mathenv.JOIN.match(gap):
            break
        group.append(math)
    return group


def _words(close: Closing, at: int, end: int, rule: str) -> Piece | None:
    """The announced answer that is not set off: a choice, a formula, an amount or a few words."""
    text = close.text
    choice = _CHOICE_HERE.match(text, at, end)
    if choice and (reason := _REASON.match(text, choice.end(), end)):
        end = reason.start()
    full = text[at:end]
    if phrases.HEDGE.search(full) or phrases.REFUSAL.search(full) or bare.lists_choices(full) or HOLE in full:
        return None
    if choice:
        return _choice(text, at, choice.end(), end, rule)
    clause = phrases.CLAUSE.search(text, at, end)
    first, last = lines.undecorated(text, at, clause.start() if clause else end)
    if text[last - 1 : last] == "!" and not _COLON.search(text, close.start, at):
        last -= 1  # a sentence is called out, and no factorial
    said = text[first:last]
    if not bare.says_something(said):
        return None
    if bare.is_bare(said):
        if lines.is_listed(text, close.sentences, _index(close, at)):
            return None
        rows = lines.assignments(text, close.sentences, _index(close, at), 1)
        return lines.listed(text, rows, rule) if len(rows) > 1 else value(text, first, last, rule, written(said))
    inside = mathenv.within(close.maths, first, last)
    if inside:
        goes_on = len(inside) > 1 or _LINK.search(text, inside[0].end, last)
        return None if goes_on else joined(text, inside, rule)
    return _amount(text, first, last, end, rule)


def _choice(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The label of a choice with its content, or the labels that commas or "and" join (EXT-28)."""
    if _ALTERNATIVE.match(text, last, end):
        if _OR.search(text, last, end):
            return None
        first, last = lines.undecorated(text, first, end)
    elif content := _CONTENT.match(text, last, end):
        clause = phrases.CLAUSE.search(text, content.end(), end)
        first, last = lines.undecorated(text, first, clause.start() if clause else end)
    return Piece(text[first:last], first, last, rule, STRING)


def _amount(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The amount that begins the stretch, its only one, or the result of its equation; else a few words."""
    amounts = quantity.find(text, first, last)
    if not amounts:
        return _few_words(text, first, last, rule)
    if phrases.CHANGED.search(text, first, amounts[0][0]) or phrases.GOES_ON.match(text, amounts[0][1], last):
        restated = phrases.RESULT_BEHIND.search(text, amounts[0][1], end)
        if restated and quantity.QUANTITY.fullmatch(text, *restated.span(1)):
            return Piece(restated[1], *restated.span(1), rule, EXPR)
        return _few_words(text, first, last, rule)
    if phrases.BOUND.search(text, first, amounts[0][0]):
        return None
    leads = amounts[0][0] == first
    more = _MORE.match(text, amounts[0][1], last) or "=" in text[first:last]
    if (leads and not (len(amounts) > 1 and more)) or (
        len(amounts) == 1 and not phrases.DENIAL.search(text, first, last)
    ):
        return Piece(text[slice(*amounts[0])], *amounts[0], rule, EXPR)
    start, end = bare.result(text, first, last)
    single = quantity.QUANTITY.fullmatch(text, start, end)
    return Piece(text[start:end], start, end, "EXT-33", EXPR) if start > first and single else None


def _few_words(text: str, first: int, last: int, rule: str) -> Piece | None:
    said = text[first:last]
    if len(said.split()) > _MOST_WORDS or "\n" in said or _LATEX.search(said) or phrases.NO_ANSWER.match(said):
        return None
    return Piece(said, first, last, rule, EXPR)
