"""What only leads to an amount, or tells it once more (EXT-42): "After giving away 8, …", "…: 48 here and 24 there"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.extract import amounts, bare, cues
from refgrader.extract.piece import MOST_WORDS, Span, has_digit
from refgrader.extract.sentences import Clause

_NUMERAL: Final = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_COMMA: Final = re.compile(r",(?!\d{3}(?!\d))")
#: What stands between a preposition and its number: nothing, an article, or what is done with it ("giving away 8").
_DONE: Final = re.compile(
    rf"\s(?:(?:{'|'.join(sorted(lexicon.words('introduces a noun')))})\s){{0,3}}(?:\w+ing\s(?:\w+\s){{0,2}})?"
)
_TWO_WORDS: Final = re.compile(r"[A-Za-z]+\W+(?:\w+\W+)*?[A-Za-z]{2}")
#: What begins the parts of a total, a part of it, the same amount in another unit, a range, and what denies a rest.
_PARTS: Final = re.compile(r":\s|\s?[—–]\s?|\s-\s")
_PART: Final = re.compile(r",?\s(?:out\s)?of\s(?:which|whom|these|those)\b")
_AGAIN: Final = re.compile(r",?\sor\s")
_RANGE: Final = re.compile(r"\s(?:between|from)\s\S{1,12}\s(?:and|to)\s\S{1,12}\Z")
_REST: Final = re.compile(
    r",?\s(?:and|with)\s(?:there\s)?(?:(?:will\sbe|are|is)\s)?(?:none|nothing|no\s\w+)\s(?:left[\s-]?over|remaining)\W*\Z"
)
_BOLD_AMOUNT: Final = re.compile(r"\*\*[^*\n]*\d[^*\n]*\*\*")
_UNIT: Final = re.compile(r"\s?([A-Za-z]+)\W*\Z")
_MOST: Final = 8
_DENIALS: Final = ("denied in a sentence", "slip", "turns to another")


def numeral(text: str, start: int, end: int) -> Fraction | None:
    """The number of an amount, without currency and unit; none of a fraction or a percentage, and of several."""
    found = _NUMERAL.findall(text, start, end) if not set("/%％:").intersection(text[start:end]) else ()
    return Fraction(found[0].replace(",", "")) if len(found) == 1 else None


def behind_lead(clause: Clause) -> int:
    """Where the sentence tells something behind a phrase that leads to it, up to its comma: "After 3 days, …"."""
    text, start, end = clause.text, clause.start, clause.end
    concludes = cues.begins("concludes", text, start, end)
    since = concludes.end() if concludes else start
    leads = cues.begins("leads", text, since, end)
    reason = None if leads else cues.begins("reasons", text, since, end)
    opened = leads or reason
    comma = _COMMA.search(text, opened.end(), end) if opened else None
    if opened is None or comma is None or any(math.start < comma.end() for math in clause.maths):
        return start
    at = comma.end()
    first, *others = [span for span in clause.amounts if span[0] < at] or [(at, at)]
    leads_to = first[0] < at if reason else _DONE.fullmatch(text, opened.end(), first[0]) is not None
    if not reason:
        leads_to = leads_to and _is_phrase(text[max([first, *others])[1] : comma.start()])
    measured = all(cues.follows(("measures",), text, start, other) for other, _ in others)
    tells = has_digit(text, at, end) and _TWO_WORDS.search(text, at, end) and _is_subject(text, at, end)
    return at if leads_to and measured and tells else start


def _is_phrase(rest: str) -> bool:
    """Whether what follows the last amount of a phrase goes on with it ("to Ann"), and no subject follows."""
    words = cues.WORDS.findall(rest.lower())
    return not words or (len(words) <= MOST_WORDS and words[0] in cues.among("measures") | {"to", "away", "apiece"})


def _is_subject(text: str, at: int, end: int) -> bool:
    """Whether what stands behind a comma may be the subject of a sentence."""
    word = next((found[0].lower() for found in cues.WORDS.finditer(text, at, end)), "")
    return not word.endswith("ing") and word not in cues.among("measures", "takes part", "opens no sentence")


def end_of_telling(clause: Clause) -> int:
    """Where what follows the amount begins, if it only says it once more or says of it what is denied of the rest."""
    text, start, end = clause.text, clause.start, bare.undecorated(clause.text, clause.start, clause.end)[1]
    if clause.maths or len(clause.amounts) < 2:
        rest = None if clause.maths else _REST.search(text, start, end)
        return rest.start() if rest and _BOLD_AMOUNT.search(text, start, rest.start()) else clause.end
    for marks, says_again in ((_PARTS, _sums_up), (_PART, _is_part), (_AGAIN, _is_same), (_RANGE, _is_range)):
        for mark in list(marks.finditer(text, start, end))[:_MOST]:
            told = [span for span in clause.amounts if span[0] < mark.start()]
            if told and says_again(clause, told, mark):
                return mark.start()
    return clause.end


def _sums_up(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether the parts behind the mark, each with what it is, sum up to the one amount before it."""
    text = clause.text
    parts = [span for span in clause.amounts if span[0] >= mark.end()]
    sizes = [numeral(text, *span) for span in parts]
    stretches = zip((at for at, _ in parts), [*(at for at, _ in parts[1:]), clause.end], strict=True)
    named = all(any(map(str.isalpha, text[at:after].replace(" and ", ""))) for at, after in stretches)
    total = numeral(text, *told[0]) if len(told) == 1 else None
    summed = sum((size for size in sizes if size is not None), Fraction(0)) if None not in sizes else None
    return len(parts) > 1 and named and total == summed and not _denied(text, mark.end(), clause.end)


def _is_part(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether the one amount before the mark is told as a total."""
    total = cues.said("total", clause.text, clause.start, mark.start())
    return len(told) == 1 and total is not None and not _denied(clause.text, mark.end(), clause.end)


def _is_same(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether all that follows is the amount before the mark in another unit."""
    text = clause.text
    first, last = bare.undecorated(text, mark.end(), clause.end)
    if len(told) > 1 or told[0][1] != mark.start() or not amounts.QUANTITY.fullmatch(text, first, last):
        return False
    sizes = [numeral(text, *span) for span in (told[0], (first, last))]
    names = [_UNIT.search(text, *span) for span in (told[0], (first, last))]
    if None in sizes or not all(names):
        return False
    one, other = (((units.canonical(name[1]), 1),) for name in names if name)
    factor = units.conversion(one, other) if units.convertible(one + other) and one != other else None
    size, again = (fmpq(size.numerator, size.denominator) for size in sizes if size is not None)
    return factor is not None and size * factor.factor + factor.offset == again


def _is_range(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether the range at the end only says where those are that are told before."""
    return any(cues.tells(clause.text, clause.start, first) for first, _ in told)


def _denied(text: str, start: int, end: int) -> bool:
    return any(cues.said(category, text, start, end) for category in _DENIALS)
