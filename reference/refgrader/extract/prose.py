"""What a sentence of prose says: the value that it ends in, its only one, or words (EXT-42, 43, 49)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from refgrader.extract import bare, emphasis, mathenv, phrases, quantity
from refgrader.extract.piece import EXPR, Piece, Span
from refgrader.extract.value import value

_AND: Final = re.compile(r"[^.;]{0,30}?[\s,](?:and|but|while)\b")
_DIGIT: Final = re.compile(r"\d")
_ADJECTIVE: Final = re.compile(r"\d[\d.,]*-[a-z]+", re.I)
_HAS: Final = re.compile(r"\bhas\s+\Z")
#: "1 in 6" and the like, up to the second number.
_RATIO: Final = re.compile(r"\d[\d.,]*\s+(?:in|(?:out\s+)?of|by|per)\s+\d", re.I)
#: What looks like a formula and is none: a short word of prose before a number ("ate 1"), a noun ("762 M&Ms").
_NO_FORMULA: Final = re.compile(
    r"(?!(?:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|gcd|lcm|max|min|det|arg|mod|pi)\b)[a-z]{2,3}\s\d|"
    rf"[$\d.,]+\s{quantity.LETTER_WORD}"
)
_LISTED: Final = re.compile(r"\b(?:and|or)\b")


def says(text: str, outside: str, start: int, end: int, spans: Sequence[Span]) -> Iterator[Piece | None]:
    """The one value of the sentence; a None for several. `outside` is the text without its maths."""
    tail = _tail(text, start, end)
    if tail is not None:
        tail = quantity.signed(text, tail[0]), tail[1]
    more = quantity.has_more(outside, start, end, spans)
    spans = _without_adjectives(text, spans)
    denied = _is_denied(text, start, end, spans)
    if tail is not None:
        before = [span for span in spans if span[1] <= tail[0]]
        told = bool(phrases.RESULT.search(text, start, tail[0]))
        listed = _LISTED.search(text[slice(*tail)])
        if told and _has_rival(text, start, end, before):
            yield None
            return
        if not told and phrases.BOUND.search(text, start, tail[0]):
            yield None
            return
        if told or not (before or denied or listed or phrases.NO_RESULT.search(text, start, tail[0])):
            yield value(text, *tail, "EXT-42", EXPR)
            return
    amounts = spans if len(spans) < 2 else _after_equals(text, start, end, spans)
    words = _number_words(text, start, end)
    marked = None if denied else emphasis.bold(text, start, end)
    if marked is None and not denied and not more and len(amounts) > 1:
        marked = emphasis.price(text, start, amounts) or _measured(text, start, end, spans)
    if len(amounts) == 1 and phrases.BOUND.search(text, start, amounts[0][0]):
        yield None
    elif marked is not None:
        yield marked
    elif len(amounts) == 1 and not denied and not words and not more:
        yield Piece(text[slice(*amounts[0])], *amounts[0], "EXT-42", EXPR)
    elif amounts or more or len(words) > 1 or (words and denied):
        yield None
    elif words:
        yield Piece(words[0][0], *words[0].span(), "EXT-42", EXPR)
    else:
        yield from _in_words(text, start, end, denied)


def _without_adjectives(text: str, spans: Sequence[Span]) -> Sequence[Span]:
    """The amounts without those that only describe another's thing: "her 9-kilometer walk takes 204 minutes"."""
    if len(spans) < 2:
        return spans
    return [span for span in spans if not _ADJECTIVE.fullmatch(text, *span)] or spans


def _is_denied(text: str, start: int, end: int, spans: Sequence[Span]) -> bool:
    """Whether the sentence denies something, other than of those that it counts."""
    denials = phrases.DENIAL.finditer(text, start, end)
    if len(spans) != 1:
        return any(denials)
    counted = phrases.OF_THOSE.match(text, spans[0][1], end)
    return any(counted is None or counted.end() != denial.end() for denial in denials)


def _number_words(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The numbers in words, but for those that name who or what is known ("the three girls")."""
    words = phrases.NUMBER_WORD.finditer(text, start, end)
    return [word for word in words if not phrases.KNOWN.search(text, max(start, word.start() - 16), word.start())]


def _measured(text: str, start: int, end: int, spans: Sequence[Span]) -> Piece | None:
    """The amount that is told as the result, where all others only measure it ("has 12 in 3 boxes")."""
    equals = text.rfind("=", start, end)
    after = [span for span in spans if span[0] > equals]
    if not after or sum(bool(phrases.RESULT.search(text, start, first)) for first, _ in spans if first <= equals) > 1:
        return None
    results = [span for span in after if not phrases.MEASURE.search(text, start, span[0])]
    if len(results) != 1 or _RATIO.match(text, results[0][0], end):
        return None
    ((first, last),) = results
    told = phrases.RESULT.search(text, start, first) or _HAS.search(text, start, first)
    return Piece(text[first:last], first, last, "EXT-42", EXPR) if told else None


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
            no_formula = text[first:last] in ("I", "a") or _NO_FORMULA.match(text, first, last)
            return None if no_formula else (first, last)
        between = text[words[-units][1] : words[-1][0]] + text[words[-1][1] : end]
        if between.strip() or not text[stop - 1].isspace() or not text[first].isdigit():
            continue
        if not phrases.RESULT.search(text, start, first):
            continue
        unit = text[last:stop].isspace() and quantity.may_be_unit(text[slice(*words[-units])])
        return (first, end) if unit else (first, last)
    return None


def _stripped(text: str, first: int, last: int) -> Span:
    while first < last and text[first] in " ,:*_`：)]}>":
        first += 1
    first, last = mathenv.tidy(text, first, last)
    mark = text[max(first - 2, 0) : first]
    closing = text.find(mark, first, last) if mark in ("**", "__") else -1
    return (first, closing) if closing > first and not _DIGIT.search(text, closing, last) else (first, last)


def _after_equals(text: str, start: int, end: int, amounts: Sequence[Span]) -> Sequence[Span]:
    equals = text.rfind("=", start, end)
    after = [span for span in amounts if span[0] > equals]
    return after if equals >= 0 and len(after) == 1 else amounts
