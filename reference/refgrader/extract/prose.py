"""What a clause of prose says: the value that it ends in, its only one, the one that is marked, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.extract import amounts, announced, bare, behind, cues, mathenv, subject, trust
from refgrader.extract.bare import value, written
from refgrader.extract.piece import EXPR, MOST_WORDS, Piece, Span, has_digit
from refgrader.extract.scope import blank
from refgrader.late import late
from refgrader.remembered import Once, remembering

#: A reason that opens a sentence, up to its comma.
REASON: Final = late(r"[\s*_]{0,9}(?:since|because|as|given that)\b[^\n]{0,200}?,(?=\s)", re.I)
#: What looks like a formula and is none: a short word or a name before a number ("ate 1", "Tom $12").
_NO_FORMULA: Final = late(
    r"(?!(?i:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|gcd|lcm|max|min|det|arg|mod|pi)\b)"
    r"(?:[a-z]{2,3}\s\d|[A-Z][a-z]{2}\s\d|[A-Za-z]{2,3}\s\\?[$€£¥]\s?\d)"
)
#: Behind a label: what it names. What begins with a root, a constant or a bracket may be an amount.
_LABEL: Final = late(r"[^\d:{}\[\]=]{0,40}[^\W\d]\)?:[*_]{0,2}\s")
_BEGINS_AMOUNT: Final = "π√("
#: Joined to another value: one in bold type, with its name.
_AND_NAMED: Final = late(r",?\sand\s\*\*(?=[A-Za-z](?:_\w)?\s?=)")
_BOLD: Final = late(r"(?P<mark>\*\*|__)(?=\S)(?P<said>(?:(?!\*\*|__).){1,120})(?P=mark)")
_MARKS: Final = ("**", "__")
#: An amount that describes a thing: "9-kilometer".
_DESCRIBES: Final = late(r"[\d.,/]+-[A-Za-z]")
#: What "is", "be" or "was" tells at the end of a clause: a name ("will be a Friday"), or so many of so many.
_NAME: Final = late(
    rf"\b(?:is|be|was)\s(?:on\s)?(?:an?\s)?[*_]{{0,3}}([A-Z][a-z]{{2,20}}(?: [A-Z][a-z]{{2,20}}){{0,2}}"
    rf"|(?:\d{{1,9}}|{amounts.FEW}) (?:in|out of|to) (?:\d{{1,9}}|{amounts.FEW}))[*_.\s]{{0,6}}\Z"
)
_MOST_UNITS: Final = 2
#: The result of a calculation at the end of what stands above, and how far up it is looked for.
_WORKED_OUT: Final = late(r"=\s?[$*]{0,3}(\d[\d.,]*)(?<=\d)[^\d\n]{0,20}\s*\Z")
_ABOVE: Final = 80
#: What makes another of an amount behind what measures it, too.
_BEHIND_A_MEASURE: Final = ("bound behind", "goes on with another")
#: What may be paid for a thing.
_MONEY: Final = late(r"\\?[$€£¥]|\d[\d.,]*\s(?:dollar|cent|euro|pound)")
#: Before an amount that another stands beside, of which nobody says what it measures.
_LEADS_AWAY: Final = (["than"], ["and"], ["or"], ["between"])
#: Behind an amount: so much for each of several.
_RATE: Final = late(r"[*_$]{0,3}\s(?:for\s)?(?:per|each|every|apiece|an?)\b", re.I)
#: At the end, what makes a bound of an amount: "years old or older", "or so", "at least".
_OR_ANOTHER: Final = late(r"\b(?:or [a-z]{1,20}|at (?:least|most))\W*\Z")
#: So does one of these before what measures the amount, or at the very end.
_FOR_EACH: Final = late(r"\b(?:per|each|every|apiece|(?:hour|dai|week|month|year)ly)\b", re.I)
_EACH: Final = late(r"\b(?:each|apiece)\W*\Z", re.I)
_SUM: Final = late(r"\s?[-+−](?:(?!\b(?:or|and)\b)[^\n]){1,80}")
#: Between a verb and its amount: what that is of, and what leads to all of it.
_IS: Final = frozenset("is are was were be equals".split())
_OF_A_VALUE: Final = late(r" (?:(?:an?|the|his|her|its|their) )?(?:[a-z]+ )?([a-z-]+) of\Z")
_PREPOSITION: Final = late(r"(?<!last)(?: (?:for|with|by|to|after|every|about|approximately|exactly)){1,4}\Z")
#: From here on scripts put no space between words and values.
_UNSPACED: Final = "\u3040"


@remembering
class Prose:
    """A clause from `start` to `end`, and the amounts in it, which are in words where none is in digits; `outside` is
    the text without its mathematics."""

    def __init__(self, text: str, outside: str, start: int, end: int, found: Sequence[Span]) -> None:
        self.text, self.outside, self.start, self.end, self.in_digits = text, outside, start, end, found

    @Once
    def amounts(self) -> Sequence[Span]:
        """The amounts in digits; where there is none those in words, unless all of these name who or what is known."""
        return self.in_digits or (self.words and self.in_words)

    @Once
    def in_words(self) -> Sequence[Span]:
        """The amounts in words."""
        return amounts.in_words(self.text, self.start, self.end)

    @Once
    def words(self) -> Sequence[Span]:
        """Those in words that do not name who or what is known ("the three girls")."""
        return [span for span in self.in_words if not self._only_measures(span[0])]

    @Once
    def spans(self) -> Sequence[Span]:
        """The amounts without those that only describe another's thing: "her 9-kilometer walk takes 204 minutes"."""
        if len(self.amounts) < 2:
            return self.amounts
        return [span for span in self.amounts if not _DESCRIBES.match(self.text, *span)] or self.amounts

    @Once
    def tail(self) -> Span | None:
        """The mathematics that it ends in; after "is" and the like, with up to two words of a unit."""
        text, end = self.text, self.end
        words = [(self.start + first, self.start + last) for first, last in bare.words_of_prose(text[self.start : end])]
        for units, (_, at) in enumerate(words[: -_MOST_UNITS - 2 : -1]):
            stop = words[-units][0] if units else end
            first, last = _stripped(text, self._past_label(at, stop), stop)
            goes_on = text[at : at + 1].isalnum() and text[at - 1] < _UNSPACED
            if goes_on or not bare.is_bare(text[first:last]) or has_digit(text, stop, end):
                continue
            if not units:
                formula = text[first:last] not in ("I", "a") and not _NO_FORMULA.match(text, first, last)
                return (amounts.signed(text, first), last) if formula else None
            if (text[first].isdigit() or text[first] in _BEGINS_AMOUNT) and cues.tells(text, self.start, first):
                unit = end if amounts.may_be_unit(text[slice(*words[-units])]) else last
                whole = next((span for span in self.amounts[-1:] if span[0] == first), (first, unit))
                return whole if text[last].isspace() else (first, last)
        return None

    def _past_label(self, at: int, stop: int) -> int:
        """A place, or the next one behind a label that names the answer: "Minimum of tan θ: √7"."""
        label = _LABEL.match(self.text, at, stop)
        said = self.text[self.start : label.end()] if label else ""
        named = label and trust.is_its_heading(said.strip(" :*_")) and not subject.is_labelled_otherwise(said)
        return label.end() if label and named else at

    @property
    def named(self) -> Piece | None:
        """The value in bold type that it ends in, under a name that what "and" joins it to does not have."""
        if self.tail is None or self.denied or not (found := _AND_NAMED.search(self.text, *self.tail)):
            return None
        before, last = self.text[self.tail[0] : found.start()], self.tail[1]
        differ = "**" not in before and behind.kind_of(before) != behind.kind_of(self.text[found.end() : last])
        return value(self.text, found.end(), last, "EXT-56", EXPR) if differ else None

    @Once
    def told(self) -> bool:
        """Whether its end is told as the result."""
        return self.tail is not None and cues.tells(self.text, self.start, self.tail[0])

    @Once
    def before(self) -> Sequence[Span]:
        """The amounts before its end."""
        return [span for span in self.spans if self.tail is not None and span[0] < self.tail[0]]

    @Once
    def has_rival(self) -> bool:
        """Whether an earlier value is a result as well ("the GCD is 12 and the LCM is 36")."""
        reason = REASON.match(self.text, self.start, self.end)
        return any(
            cues.tells(self.text, self.start, first)
            and (reason is None or first >= reason.end())
            and cues.said("joins", self.text, last, min(last + 36, self.end))
            and not cues.said("total", self.text, last, self.end)
            for first, last in self.before
        )

    @Once
    def denied(self) -> bool:
        """Whether it denies something, other than of those that it counts."""
        denials = [found.end() for found in cues.every("denied in a sentence", self.text, self.start, self.end)]
        if len(denials) == 1 == len(self.spans):
            of_those = [found.end() for found in cues.every("of those", self.text, self.spans[0][1], self.end)]
            comma = self.text.find(",", denials[0], self.end)
            goes_on = comma >= 0 and cues.opens("joins", self.text, comma + 2, self.end)
            return bool(goes_on) or denials[0] not in of_those
        return bool(denials)

    @property
    def end_value(self) -> Piece | None:
        """Its end, where that is the value: told as such, or the only one and not a part of anything."""
        if self.tail is None or bare.is_label(self.text[slice(*self.tail)]):
            return None
        text, at = self.text, self.tail[0]
        if self.told:  # "she does not make 9 trips"
            start = max(self.start, *(text.rfind(mark, self.start, at) + 1 for mark in ",;:–—"))
            supposed = self.before and cues.said("supposes", text, self.before[-1][1], at)  # "needs 9 if it is 5"
            no_value: object = supposed or cues.said("denied in a sentence", text, start, at)
        else:
            joins = {"and", "or"}.intersection(text[slice(*self.tail)].split())
            is_letter = self.tail[1] - at == 1 and text[at].isalpha()
            led = cues.among("leads to no result").intersection(cues.words_before(text, self.start, at)[-1:])
            no_value = is_letter or self.before or self.denied or joins or led
        return None if no_value else value(text, *self.tail, "EXT-42", EXPR)

    @property
    def single(self) -> Piece | None:
        """The amount that is all that it gives, where it does not deny that."""
        alone = len(self.values) == 1 and not (self.denied or self.more or self._are_words_beside)
        bounded = alone and _OR_ANOTHER.search(self.text, self.values[0][1], self.end)
        return self._taken(self.values[0]) if alone and not bounded else None

    def _taken(self, span: Span, rule: str = "EXT-42") -> Piece:
        return Piece(self.text[slice(*span)], *span, rule, EXPR)

    @Once
    def more(self) -> bool:
        """Whether it holds digits that belong to no amount."""
        return has_digit(blank(self.outside, self.amounts), self.start, self.end)

    @Once
    def after(self) -> Sequence[Span]:
        """The amounts behind the last equals sign."""
        equals = self.text.rfind("=", self.start, self.end)
        return [span for span in self.spans if span[0] > equals]

    @property
    def values(self) -> Sequence[Span]:
        """The amounts; the one behind the last equals sign, if there is one there."""
        return self.after if len(self.after) == 1 else self.spans

    @property
    def _are_words_beside(self) -> bool:
        """Whether it holds amounts in words beside those in digits."""
        return bool(self.in_digits and self.words)

    @Once
    def marked(self) -> Piece | None:
        """The one value that is marked: by bold type, by being the only price, or by being told among measures."""
        if self.denied:
            return None
        if bold := only_bold(self.text, self.start, self.end):
            return bold
        marked = self.more or self._are_words_beside or "**" in self.text[self.start : self.end]
        return self._measured() if len(self.values) > 1 and not marked else None

    def _measured(self) -> Piece | None:
        """The amount that all others only measure: "has 12 in 3 boxes"."""
        measuring = [span for span in self.after if self._only_measures(span[0])]
        results = [span for span in self.after if span not in measuring]
        if len(results) != 1 or results[0][0] == self.start or self._is_worked_out_above(measuring):
            return None
        no_result = self._is_led_away(results[0][0], measuring) or self._goes_on_otherwise(results[0], measuring)
        return None if no_result else self._taken(results[0])

    def _is_led_away(self, first: int, measuring: Sequence[Span]) -> bool:
        """Whether the words before an amount do not tell it, or are another sentence: "from 1 to 5", "or 12"."""
        text = self.text
        opening = [end for _, end in measuring if end <= first and text[end] != ","]
        ranges = any(text[end:first].strip() == "to" for _, end in measuring)  # from 1 to 5 o'clock
        if ranges or cues.words_before(text, self.start, first)[-1:] in _LEADS_AWAY:
            return True
        return bool(opening and "," in text[opening[0] : first]) or not _is_stated(text[self.start : first])

    def _goes_on_otherwise(self, amount: Span, measuring: Sequence[Span]) -> bool:
        """Whether what stands behind an amount, or behind what measures it, makes another one of it."""
        text, (first, last) = self.text, amount
        if self._is_changed(first, last) or _OR_ANOTHER.search(text, last, self.end):
            return True
        behind = [end for _, end in measuring if end > last]
        for_each = behind and (
            _FOR_EACH.search(text, first, measuring[-1][0]) or _EACH.search(text, behind[-1], self.end)
        )
        return bool(for_each) or any(map(self._is_changed_behind, behind))

    def _is_changed_behind(self, at: int) -> bool:
        """Whether behind what measures an amount more is done with it: "in 6 weeks or more", "minus expenses"."""
        at += self.text[at : at + 1].isspace()
        says_more = any(cues.opens(category, self.text, at, self.end) for category in _BEHIND_A_MEASURE)
        return says_more or announced.goes_on(self.text, at, self.end) or trust.is_undone(self.text, at, self.end)

    def _is_changed(self, first: int, last: int) -> bool:
        """Whether an amount is a bound, a part or so much for each of several, or other words make another of it."""
        text, start, end = self.text, self.start, self.end
        if trust.is_bound(text, start, first) or trust.is_changed(text, start, first) or _RATE.match(text, last, end):
            return True
        ratio = cues.opens("ratio", text, last + 1, end) is not None
        noun = text[first:last].replace("-", " ").split()[-1].lower()
        # "24 multiples of 4", "24 dollars in 2 weeks", but not "1 of 6", "seven in ten"
        counts = noun[-1].isalpha() and noun not in amounts.IN_WORDS
        return not (ratio and counts) and (ratio or announced.goes_on(text, last, end))

    def _is_worked_out_above(self, spans: Sequence[Span]) -> bool:
        """Whether one of some amounts is the result of a calculation above, and so is perhaps what was asked for."""
        above = _WORKED_OUT.search(self.text, max(0, self.start - _ABOVE), self.start)
        return above is not None and any(self.text.startswith(above[1], first) for first, _ in spans)

    def _only_measures(self, at: int) -> bool:
        """Whether an amount counts those who are known, or stands behind a preposition, an article or a verb in "-ing".

        But what is paid for a thing may be what is asked: "bought 12 eggs for $5".
        """
        text, start = self.text, self.start
        if cues.near("known", text, start, at, 1):
            return True
        *_, noun, last = ["", "", *cues.words_before(text, start, at)]
        if last == "of":
            return noun not in trust.VALUED
        paid = last == "for" and _MONEY.match(text, at) is not None
        return not paid and (last in ("a", "an") or last.endswith("ing") or measures(text, start, at))

    @Once
    def name(self) -> Piece | None:
        """The name or the share that it ends in: "will be a Friday", "is one in six"."""
        found = _NAME.search(self.text, self.start, self.end)
        if not found or self.denied or cues.said("supposes", self.text, self.start, self.end):
            return None
        no_other = trust.makes_no_other(trust.spoken(self.text, self.start, found.start(1)))
        return self._taken(found.span(1), "EXT-49") if no_other else None

    def _is_a_part(self, first: int, last: int, start: int, end: int) -> bool:
        """Whether an amount is one of the formula that the clause ends in, if that is told, a set or a sum."""
        told = self.told and not self.denied and self.text[start] not in "<>≤≥"
        whole = told or self.text[start] == "{" or (start == first and _SUM.fullmatch(self.text, last, end))
        return bool(whole) and start <= first and last <= end and (start, end) != (first, last)

    @Once
    def bound(self) -> bool:
        """Whether the value that it ends in, or its only one, is but a bound, or is calculated with."""
        text, start, end = self.text, self.start, self.end
        ends = [self.tail] if self.tail else []
        only = self.values if len(self.values) == 1 else []
        if self.tail and only and self._is_a_part(*only[0], *self.tail):
            only = ends
        near = not self.told and any(trust.is_bound(text, start, first) for first, _ in (*ends, *only))
        return near or any(
            trust.is_changed(text, start, first)
            or trust.is_joined(text, last, end)
            or cues.opens("bound behind", text, last + text[last : last + 1].isspace(), end)
            for first, last in only
        )


def _is_stated(before: str) -> bool:
    """Whether words before an amount are called by it with "is", or are a subject and a verb whose amount it is."""
    before = before.strip(" $*").rpartition(": ")[2]
    *_, last = before.lower().split() or [""]
    if not last or before[-1] in ",=" or last in _IS:
        return True
    from refgrader.sentence import statements  # with it comes all that reads sentences

    of = _OF_A_VALUE.search(before)
    before = _PREPOSITION.sub("", before[: of.start()] if of and of[1] in trust.VALUED else before)
    return statements.is_beside(before) and statements.is_stated(before)


def measures(text: str, start: int, at: int) -> bool:
    """Whether the value at a place only measures the result."""
    return cues.follows(("measures",), text, start, at)


def _stripped(text: str, first: int, last: int) -> Span:
    while first < last and (text[first] in " ,:*_`：)]}" or text.startswith("->", first - 1)):
        first += 1
    first, last = mathenv.tidy(text, first, last)
    return first, last


def only_bold(text: str, start: int, end: int) -> Piece | None:
    """The value of the stretch in bold type, where it is the only one that is."""
    start -= 2 * text.startswith(_MARKS, max(0, start - 2), start)
    end += 2 * text.startswith(_MARKS, end)
    bolds = [(bold.start(), bare.undecorated(text, *bold.span("said"))) for bold in _BOLD.finditer(text, start, end)]
    found = [span for at, span in bolds if _is_value(text, start, at, text[slice(*span)])]
    if len(found) != 1 or announced.goes_on(text, found[0][1], end):
        return None
    return value(text, *found[0], "EXT-56", written(text[slice(*found[0])]))


def _is_value(text: str, start: int, at: int, said: str) -> bool:
    """Whether what is set in bold type at a place is a value, and none that only measures."""
    if bare.is_label(said) or bare.is_bare(said) or amounts.QUANTITY.fullmatch(said):
        return not measures(text, start, at)
    told = cues.tells(text, max(start, at - 20), at)
    return told and len(said.split()) <= MOST_WORDS and not announced.is_no_answer(said)
