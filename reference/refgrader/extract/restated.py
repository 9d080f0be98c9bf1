"""What only leads to an amount, or tells it once more (EXT-42): "After giving away 8, …", "…: 48 here and 24 there"."""

from __future__ import annotations

import re
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.extract import amounts, bare, cues
from refgrader.extract.piece import MOST_WORDS, Span, has_digit
from refgrader.extract.sentences import Clause
from refgrader.late import late

#: The numeral of an amount; a longer one is compared with nothing.
NUMERAL: Final = r"-?(?<![\d.])(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,30})(?:\.\d{1,30})?(?!\d)"
_NUMERAL: Final = late(NUMERAL)
_COMMA: Final = late(r",(?!\d{3}(?!\d))")
#: What stands between a preposition and its number: nothing, an article, or what is done with it ("giving away 8").
_DONE: Final = late(
    rf"\s(?:(?:{lexicon.pattern(lexicon.words('introduces a noun'))})\s){{0,3}}(?:\w+\sof\s|\w+ing\s(?:\w+\s){{0,2}})?"
)
#: What begins the parts of a total, a part of it, the same amount in another unit, a range, and what denies a rest.
_PARTS: Final = late(r":\s|\s?[—–]\s?|\s-\s")
_PART: Final = late(r",?\s(?:out\s)?of\s(?:which|whom|these|those)\b")
_AGAIN: Final = late(r",?\sor\s")
_RANGE: Final = late(r"\s(?:between|from)\s\S{1,12}\s(?:and|to)\s\S{1,12}\Z")
_REST: Final = late(
    r",?\s(?:and|with)\s(?:there\s)?(?:(?:will\sbe|are|is)\s)?(?:none|nothing|no\s\w+)\s(?:left[\s-]?over|remaining)\W*\Z"
)
BOLD_AMOUNT: Final = late(r"\*\*[^*\n\d]*\d[^*\n]*\*\*")
#: Behind the last part, one more part or less.
_GOES_ON: Final = late(r"[,;]|\b(?:minus|plus)\b")
_UNIT: Final = late(r"\s?([A-Za-z]+)\W*\Z")
_MOST: Final = 8
_DENIALS: Final = ("denied in a sentence", "slip", "turns to another")


def number(said: str) -> fmpq:
    """The number that a numeral writes."""
    whole, _, part = said.replace(",", "").partition(".")
    return fmpq(int(whole + part), 10 ** len(part))


def numeral(text: str, start: int, end: int) -> fmpq | None:
    """The number of an amount, without currency and unit; none of a fraction or a percentage, and of several."""
    found = _NUMERAL.findall(text, start, end) if not set("/%％:").intersection(text[start:end]) else ()
    return number(found[0]) if len(found) == 1 else None


def behind_lead(clause: Clause) -> int:
    """Where the sentence tells something behind a phrase that leads to it, up to its comma: "After 3 days, …"."""
    text, start, end = clause.text, clause.start, clause.end
    concludes = cues.begins("concludes", text, start, end)
    since = concludes.end() if concludes else start
    phrase, reason = (cues.begins(category, text, since, end) for category in ("leads", "reasons"))
    opened = phrase or reason
    comma = _COMMA.search(text, opened.end(), end) if opened else None
    if opened is None or comma is None or any(math.start < comma.end() for math in clause.maths):
        return start
    led = [span for span in clause.amounts if span[0] < comma.start()]
    leads = _measure(text, start, led) and (reason or _is_phrase(text, opened.end(), led, comma.start()))
    told = not any(_is_known(text, comma.end(), first) for first, _ in clause.amounts[len(led) :])
    return comma.end() if leads and told and _is_told(text, comma.end(), end) else start


def _is_known(text: str, start: int, at: int) -> bool:
    """Whether an amount was known before, or is changed: "half of 12", "as old as his 12 year old sister"."""
    *_, before = ["", *cues.words_before(text, start, at)]
    known = before.endswith("'s") or before in cues.among("introduces a noun") | {"as", "than"}
    return known or cues.near("changes a number", text, start, at, 20)


def _measure(text: str, start: int, led: list[Span]) -> bool:
    """Whether there are amounts, all behind the first one but measures of it."""
    return bool(led) and all(cues.follows(("measures",), text, start, first) for first, _ in led[1:])


def _is_phrase(text: str, at: int, led: list[Span], comma: int) -> bool:
    """Whether the amounts begin a phrase, or what is done with them does, and no subject follows: "giving 8 to Ann"."""
    words = cues.WORDS.findall(text[led[-1][1] : comma].lower())
    goes_on = not words or (len(words) <= MOST_WORDS and words[0] in cues.among("measures") | {"to", "away", "apiece"})
    return goes_on and _DONE.fullmatch(text, at, led[0][0]) is not None


def _is_told(text: str, at: int, end: int) -> bool:
    """Whether what stands behind a comma is a sentence with a number: it begins as with a subject."""
    words = cues.WORDS.findall(text[at:end].lower()) or [""]
    first, more = words[0], words[1:]
    begins = not first.endswith("ing") and first not in cues.among("measures", "takes part", "opens no sentence")
    return begins and any(map(str.isalpha, "".join(more))) and has_digit(text, at, end)


def end_of_telling(clause: Clause) -> int:
    """Where what follows the amount begins, if it only says it once more or says of it what is denied of the rest."""
    text, start, end = clause.text, clause.start, bare.undecorated(clause.text, clause.start, clause.end)[1]
    if clause.maths or len(clause.amounts) < 2:
        rest = None if clause.maths else _REST.search(text, start, end)
        plain = rest is not None and rest[0].lstrip(" ,").startswith("with") and len(clause.amounts) == 1
        return rest.start() if rest and (plain or BOLD_AMOUNT.search(text, start, rest.start())) else clause.end
    for marks, says_again in ((_PARTS, _sums_up), (_PART, _is_part), (_AGAIN, _is_same), (_RANGE, _is_range)):
        for mark in list(marks.finditer(text, start, end))[:_MOST]:
            told = [span for span in clause.amounts if span[0] < mark.start()]
            if told and says_again(clause, told, mark):
                return mark.start()
    return clause.end


def _sums_up(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether the parts behind the mark, each with what it is, sum up to the one amount before it."""
    text = clause.text  # the dash before a part is no sign
    parts = [(max(first, mark.end()), last) for first, last in clause.amounts if last > mark.end()]
    supposed = cues.said("supposes", text, clause.start, mark.start())
    if len(parts) < 2 or len(told) > 1 or supposed or _denied(text, mark.end(), clause.end):
        return False
    if _GOES_ON.search(text, parts[-1][1], clause.end):
        return False
    sizes = [numeral(text, *span) for span in parts]
    stretches = zip((at for at, _ in parts), [*(at for at, _ in parts[1:]), clause.end], strict=True)
    named = all(any(map(str.isalpha, text[at:after].replace(" and ", ""))) for at, after in stretches)
    summed = sum((size for size in sizes if size is not None), fmpq(0))
    return named and None not in sizes and numeral(text, *told[0]) == summed


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
    size, again = (size for size in sizes if size is not None)
    return factor is not None and size * factor.factor + factor.offset == again


def _is_range(clause: Clause, told: list[Span], mark: re.Match[str]) -> bool:
    """Whether the range at the end only says where those are that are told before."""
    return any(cues.tells(clause.text, clause.start, first) for first, _ in told)


def _denied(text: str, start: int, end: int) -> bool:
    return any(cues.said(category, text, start, end) for category in _DENIALS)
