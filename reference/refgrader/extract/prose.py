"""What a clause of prose says: the value that it ends in, its only one, the one that is marked, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from refgrader.extract import amounts, announced, bare, cues, mathenv, trust
from refgrader.extract.bare import value, written
from refgrader.extract.piece import EXPR, STRING, Piece, Span

_AND: Final = re.compile(r"[^.;]{0,30}?[\s,](?:and|but|while)\b")
_DIGIT: Final = re.compile(r"\d")
_ADJECTIVE: Final = re.compile(r"\d[\d.,]*-[a-z]+", re.I)
#: "1 in 6" and the like, up to the second number.
_RATIO: Final = re.compile(r"\d[\d.,]*\s{1,9}(?:in|(?:out\s)?of|by|per)\s{1,9}\d", re.I)
#: What looks like a formula and is none: a short word of prose before a number ("ate 1"), a noun ("762 M&Ms").
_NO_FORMULA: Final = re.compile(
    r"(?!(?:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|gcd|lcm|max|min|det|arg|mod|pi)\b)[a-z]{2,3}\s\d|"
    rf"[$\d.,]+\s{amounts.LETTER_WORD}"
)
_LISTED: Final = re.compile(r"\b(?:and|or)\b")
#: What is denied of those that were counted, behind their number and noun ("17 students do not play"): no denial.
_OF_THOSE: Final = re.compile(
    r"(?:\s\w{1,20}){0,3}?(?:\s(?:who|that)(?:\s\w{1,20})?\s(?:do|did|does|are|were|have|had|will|can|could)"
    r"(?<!that\sdo)(?<!that\sdid)|\sthat\s(?:do|did)(?!\s?n[o'’]t\swork)|"
    r"\s(?:do|did)(?!\s?n[o'’]t\s(?:suffice|fit|work|satisfy|equal|divide|match|give|exist|add|make|count)))"
    r"\s?(?:not|n['’]t)(?!\w)(?![^.;]{0,80}?,\s?(?:so|and|but|while)\b)",
    re.I,
)
_NUMBER_WORD: Final = re.compile(
    r"(?<!\w)(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|hundred|thousand)(?!\w)",
    re.I,
)
#: Behind these words a number word names those who were known before ("the three girls").
_KNOWN: Final = re.compile(
    r"\b(?:the|these|those|all|both|his|her|their|its|our)(?:\s(?:first|last|other|next))?\s\Z", re.I
)
_IN_WORDS: Final = re.compile(
    r"\A(?:yes|no)\b(?=\s?[,.!:]|\s?\Z)|\bno\s(?:(?:real|integer|positive|such|valid|possible)\s){0,4}(?:solutions?|roots?)\b|"
    r"\binfinitely\smany(?:\ssolutions?)?\b|\bdoes\snot\sexist\b|\bundefined\b|\ball\sreal\snumbers\b|"
    r"(?:(?<=\bis\s)|(?<=\bis\s[*_\"“])|(?<=\bis\s\*\*))(?:true|false)\b",
    re.I,
)
_IN_DOUBT: Final = re.compile(r"\b(?:if|whether|when|suppose|assume|unless)\b", re.I)
_BOLD: Final = re.compile(r"(?P<mark>\*\*|__)(?=\S)(?P<said>(?:(?!\*\*|__).){1,120})(?P=mark)")
_MARKS: Final = ("**", "__")
_PRICE: Final = re.compile(r"[-−]?\s?(?:(?:US)?\\?\$|[€£¥₹￥])")
#: After a price, words that make it a rate.
_RATE: Final = re.compile(r"\s?(?:/|per\b|an?\b|each\b|every\b|apiece\b|and\b|or\b|to\b|-)", re.I)
_MOST_WORDS: Final = 4


@dataclass(frozen=True)
class Prose:
    """A clause from `start` to `end`, and the amounts in it; `outside` is the text without its mathematics."""

    text: str
    outside: str
    start: int
    end: int
    amounts: Sequence[Span]

    @cached_property
    def spans(self) -> Sequence[Span]:
        """The amounts without those that only describe another's thing: "her 9-kilometer walk takes 204 minutes"."""
        if len(self.amounts) < 2:
            return self.amounts
        return [span for span in self.amounts if not _ADJECTIVE.fullmatch(self.text, *span)] or self.amounts

    @cached_property
    def tail(self) -> Span | None:
        """The mathematics that it ends in; after "is" and the like, with up to two words of a unit."""
        found = _tail(self.text, self.start, self.end)
        return (amounts.signed(self.text, found[0]), found[1]) if found else None

    @cached_property
    def told(self) -> bool:
        """Whether its end is told as the result."""
        return self.tail is not None and cues.tells(self.text, self.start, self.tail[0])

    @cached_property
    def before(self) -> Sequence[Span]:
        """The amounts before its end."""
        return [span for span in self.spans if self.tail is not None and span[0] < self.tail[0]]

    @cached_property
    def has_rival(self) -> bool:
        """Whether an earlier value is a result as well ("the GCD is 12 and the LCM is 36")."""
        return any(
            cues.tells(self.text, self.start, first)
            and _AND.match(self.text, last, self.end)
            and not cues.said("total", self.text, last, self.end)
            for first, last in self.before
        )

    @cached_property
    def denied(self) -> bool:
        """Whether it denies something, other than of those that it counts."""
        denials = cues.denials(self.text, self.start, self.end)
        if len(self.spans) != 1:
            return any(denials)
        counted = _OF_THOSE.match(self.text, self.spans[0][1], self.end)
        return any(counted is None or counted.end() != denial for denial in denials)

    @cached_property
    def ends_in_value(self) -> bool:
        """Whether its end is the value: told as such, or the only one and not a part of anything."""
        if self.tail is None or self.told:
            return self.tail is not None
        if self.before or self.denied or _LISTED.search(self.text[slice(*self.tail)]):
            return False
        return cues.words_before(self.text, self.start, self.tail[0])[-1:] not in _NO_RESULT

    @cached_property
    def more(self) -> bool:
        """Whether it holds digits that belong to no amount."""
        return amounts.has_more(self.outside, self.start, self.end, self.amounts)

    @cached_property
    def values(self) -> Sequence[Span]:
        """The amounts; the one behind the last equals sign, if there is one there."""
        equals = self.text.rfind("=", self.start, self.end)
        after = [span for span in self.spans if span[0] > equals]
        return after if equals >= 0 and len(after) == 1 and len(self.spans) > 1 else self.spans

    @cached_property
    def words(self) -> Sequence[Span]:
        """The numbers in words, but for those that name who or what is known ("the three girls")."""
        found = (word.span() for word in _NUMBER_WORD.finditer(self.text, self.start, self.end))
        return [span for span in found if not _KNOWN.search(self.text, max(self.start, span[0] - 16), span[0])]

    @cached_property
    def marked(self) -> Piece | None:
        """The one value that is marked: by bold type, by being the only price, or by being told among measures."""
        if self.denied:
            return None
        if bold := _bold(self.text, self.start, self.end):
            return bold
        return (self._price() or self._measured()) if len(self.values) > 1 and not self.more else None

    def _price(self) -> Piece | None:
        """The one price among the amounts, where it is neither a condition nor a rate."""
        prices = [span for span in self.values if _PRICE.match(self.text, *span)]
        if len(prices) != 1 or _IN_DOUBT.search(self.text, self.start, prices[0][0]):
            return None
        ((first, last),) = prices
        if _means(self.text, self.start, first) or _RATE.match(self.text, last):
            return None
        return Piece(self.text[first:last], first, last, "EXT-56", EXPR)

    def _measured(self) -> Piece | None:
        """The amount that is told as the result, where all others only measure it ("has 12 in 3 boxes")."""
        text, start = self.text, self.start
        equals = text.rfind("=", start, self.end)
        after = [span for span in self.spans if span[0] > equals]
        if not after or sum(cues.tells(text, start, first) for first, _ in self.spans if first <= equals) > 1:
            return None
        results = [span for span in after if not cues.follows(("measures",), text, start, span[0])]
        if len(results) != 1 or _RATIO.match(text, results[0][0], self.end):
            return None
        ((first, last),) = results
        told = cues.tells(text, start, first) or cues.words_before(text, start, first)[-1:] == ["has"]
        return Piece(text[first:last], first, last, "EXT-42", EXPR) if told else None

    @cached_property
    def in_words(self) -> Piece | None:
        """Its conclusion in words: yes, no, true, "no solution" (EXT-49)."""
        found = list(_IN_WORDS.finditer(self.text[self.start : self.end]))
        if len(found) != 1 or _IN_DOUBT.search(self.text, self.start, self.end):
            return None
        if self.denied and found[0][0].lower() in ("true", "false"):
            return None
        first, last = found[0].span()
        return Piece(found[0][0], self.start + first, self.start + last, "EXT-49", EXPR)

    def is_bound(self, span: Span) -> bool:
        """Whether a value is but a bound."""
        return trust.is_bound(self.text, self.start, span[0])


#: After these a value is a bound, a part or a place, not the result.
_NO_RESULT: Final = [[word] for word in cues.among("leads to no result")]


def is_number_word(said: str) -> bool:
    """Whether a text is a number in words."""
    return _NUMBER_WORD.fullmatch(said) is not None


def _means(text: str, start: int, at: int) -> bool:
    return cues.follows(("measures", "takes part"), text, start, at)


def _tail(text: str, start: int, end: int) -> Span | None:
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
        if not cues.tells(text, start, first):
            continue
        unit = text[last:stop].isspace() and amounts.may_be_unit(text[slice(*words[-units])])
        found = amounts.find(text, first, end) if unit else []
        return found[0] if len(found) == 1 and found[0][0] == first else (first, end) if unit else (first, last)
    return None


def _stripped(text: str, first: int, last: int) -> Span:
    while first < last and text[first] in " ,:*_`：)]}>":
        first += 1
    first, last = mathenv.tidy(text, first, last)
    mark = text[max(first - 2, 0) : first]
    closing = text.find(mark, first, last) if mark in _MARKS else -1
    return (first, closing) if closing > first and not _DIGIT.search(text, closing, last) else (first, last)


def _bold(text: str, start: int, end: int) -> Piece | None:
    """The value of the stretch in bold type, where it is the only one that is."""
    start -= 2 * text.startswith(_MARKS, max(0, start - 2), start)
    end += 2 * text.startswith(_MARKS, end)
    found = [said for said in _BOLD.finditer(text, start, end) if _is_value(text, start, said)]
    if len(found) != 1:
        return None
    first, last = bare.undecorated(text, *found[0].span("said"))
    said = text[first:last]
    targets = STRING if bare.is_label(said) else written(said)
    return (
        value(text, first, last, "EXT-56", targets)
        if bare.is_bare(said)
        else Piece(said, first, last, "EXT-56", targets)
    )


def _is_value(text: str, start: int, bold: re.Match[str]) -> bool:
    if bold["said"].endswith((":", "：")):
        return False
    first, last = bare.undecorated(text, *bold.span("said"))
    said = text[first:last]
    if bare.is_label(said) or bare.is_bare(said) or amounts.QUANTITY.fullmatch(said):
        return not _means(text, max(start, bold.start() - 12), bold.start())
    told = cues.tells(text, max(start, bold.start() - 20), bold.start())
    return told and len(said.split()) <= _MOST_WORDS and not announced.is_no_answer(said)
