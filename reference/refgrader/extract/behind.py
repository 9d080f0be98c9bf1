"""Another value of the same kind beside an answer: which of the two is meant, nobody can say (EXT-19, EXT-57).

It leaves the answer alone where a word says that it is a part, a measure, a reason or the answer once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader import lexicon, units
from refgrader.extract import amounts, announced, bare, cues, trust
from refgrader.extract.piece import Piece, Span
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.reading.chinese_numerals import is_han
from refgrader.remembered import remembered

_NUMBER: Final = late(
    r"(?P<sign>[-−–]?)\s?(?P<money>(?:\\?\$|[€£¥])?)\s?(?P<whole>\d[\d,]{0,99}|(?=\.\d))(?P<part>(?:\.\d{1,99})?)"
    r"(?:\s?/\s?(?P<below>[1-9]\d{0,99}))?\s?(?P<unit>\\?%|(?![-−]\s?[A-Za-z]\b)[^\d=+*/^\\]*)"
)
_TEXT: Final = late(r"\\(?:text|mathrm|mathbf|mbox)\s?\{([^{}]*)\}")
_FRACTION: Final = late(r"\\[dt]?frac(?:\{(\d+)\}|(\d))(?:\{(\d+)\}|(\d))")
_AROUND_A_BOX: Final = tuple(" $*_,;.()\\—–")
#: Characters of two values that are compared; of longer ones nobody knows whether they are one.
_LONGEST_COMPARED: Final = 200
#: The marks that set a value off, what in words makes another amount of it, and an operator before it.
_MARKED: Final = late(r"\A(?:[*_`\"“”$\[\]]|==|[()]\\|\\[()])+")
_CHANGES: Final = lexicon.words("scale") | {"and", "minus", "negative"}
#: Behind a number, what makes another of it; scales of other scripts are read.
_MULTIPLIES: Final = frozenset(filter(str.isascii, lexicon.words("scale", "part"))).union(
    "squared cubed doubled tripled halved factorial and".split()
)
#: Behind a number it is a power or a product.
_RAISED: Final = tuple("!²³⁴⁵⁶⁷⁸⁹⁰¹")
_CALCULATED: Final = late(r"[\d)]\s[-+−×÷*/]\s?\Z")
_ANOTHER_NUMBER: Final = late(r"(?<![A-Za-z^{])\d")
#: Of an amount in another unit, by one part in so many it may be rounded.
_ROUNDED: Final = 100
#: What makes a formula a relation.
_RELATION: Final = late(r"[=<>≤≥≠∈]|\\(?:leq?|geq?|neq?|in|equiv|approx)\b")
_AROUND_A_VALUE: Final = " .,;:*_$"
#: Up to where a clause goes on with a value: no mark that ends it.
_CLAUSE: Final = late(r"(?:[^.,;:!?)\n]|[.,](?=\d)){0,60}")
#: So far before a box another value may begin that "or" joins to it.
_FAR: Final = 80
#: Before a box: another value that "or" joins; the names that both are given to are passed over.
_OR_BEFORE: Final = late(
    r"(?:\$(?:[A-Za-z]\s?=\s?)?([^$]{1,40})\$|(?<![^\s(])([^\s$]{1,40}?)),?\sor\s"
    r"(?:else\s)?(?:option\s|choice\s)?[$*(]{0,4}(?:[A-Za-z]\s?=\s?)?\Z"
)


#: Before a box: another value that "and", "to" or a comma joins, if both have the same name or none.
_AND_BEFORE: Final = late(
    r"(?:\$(?=\S)(?P<one>[A-Za-z](?:_\{?\w\}?)?\s?=\s?)?(?P<value>[^$,=\n]{1,40})|(?<![^\s(])(?<!\bby\s)(?P<bare>\d[\d.,/]{0,20}))"
    r"(?:\$?,?\s(?:and|to)\s|\$?,\s?\$?)[$*(]{0,4}(?P<other>[A-Za-z](?:_\{?\w\}?)?\s?=\s?)?\Z"
)


#: Before a box: a number that the same letter is given to, perhaps with another index, and nothing but marks between.
_NAME: Final = r"[A-Za-z](?:_\{?\w\}?|'{1,2})?\s?&?\s?=\s?"
_NAMED_BEFORE: Final = late(
    rf"(?<![\w\\^{{|+*/·-])(?<![-+*/·]\s)(?P<one>{_NAME})(?P<value>[-−]?(?:\d|\\[dt]?frac)[\d{{}}/]{{0,20}})"
    r"(?P<joint>(?:[\s,;.&/|$~*()]|\\(?:q?quad\b|lor\b|vee\b|[^\w])|(?:and|or|also)\b){1,40})"
    rf"(?P<other>{_NAME})[$*(]{{0,3}}\Z"
)
_SEVERAL: Final = late(r"\b(?:solutions|roots|zeros|values|both)\b", re.I)
_OR: Final = late(r"or\b|\\lor|\\vee")
#: In its formula, the row above it holds nothing but a number.
_ROW_BEFORE: Final = late(r"(?:\\\\|\\begin\{[a-z]+\}(?:\{[a-z|]*\})?)\s*([-−]?\d[\d/]{0,20})\s*\\\\\s*\Z")


#: What joins it, and within so many characters.
_JOINTS, _NEAR = (" and ", " to ", ","), 16


class Number(NamedTuple):
    """A number as it is written: its size, its decimals (none of a fraction), its unit."""

    size: fmpq
    decimals: int | None
    unit: str


@remembered(texts=16, longest=_LONGEST_COMPARED)
def number(said: str) -> Number | None:
    """The number that a text is, perhaps with its unit; none of any other text."""
    said = amounts.in_digits(_TEXT.sub(r"\1", said))
    found = _NUMBER.fullmatch(_FRACTION.sub(r"\1\2/\3\4", said).strip(" .*"))
    if found is None:
        return None
    decimals = found["part"][1:]
    size = amounts.written(found["whole"] + found["part"]) / int(found["below"] or 1)
    unit = (found["money"] or found["unit"]).strip(" .\\)").lower()
    if unit.startswith(_RAISED) or not _MULTIPLIES.isdisjoint(unit.split()):
        return None
    if len(unit) == 1 and unit.isalpha() and not (is_han(unit) or units.is_known(unit)):
        return None
    unit = {"$": "dollar", "percent": "%"}.get(unit) or units.SPELLINGS.get(unit, unit)
    return Number(-size if found["sign"] else size, None if found["below"] else len(decimals), unit)


def _is_another(answer: Number, other: Number) -> bool:
    """Whether a number is another than the answer: not the same one, rounded, or in another unit."""
    if "" != answer.unit != other.unit != "" and (_is_unit(answer.unit) or _is_unit(other.unit)):
        return units.is_known(answer.unit) and units.is_known(other.unit) and not _is_more_or_less(answer, other)
    if (answer.unit == "%") != (other.unit == "%") and not _is_another(_share(answer), _share(other)):
        return False
    exact, rounded = (answer, other) if other.decimals is not None else (other, answer)
    if rounded.decimals and (exact.decimals is None or exact.decimals > rounded.decimals):
        return bool(abs(exact.size - rounded.size) > fmpq(1, 2 * 10**rounded.decimals))
    return bool(exact.size != rounded.size)


def _is_more_or_less(answer: Number, other: Number) -> bool:
    """Whether two amounts in different units are one, perhaps rounded, or of different kinds: 5 cm and about 1.97 in,
    but not 5 dollars and 7 euros."""
    found = units.conversion(((answer.unit, 1),), ((other.unit, 1),))
    if found is None:
        return not {answer.unit, other.unit}.issubset(units.CURRENCIES.values())
    return bool(abs(answer.size * found.factor + found.offset - other.size) <= abs(other.size) / _ROUNDED)


def _share(given: Number) -> Number:
    """A number, and a percentage as a part of one."""
    if given.unit != "%":
        return given
    return Number(given.size / 100, None if given.decimals is None else given.decimals + 2, "")


def _is_unit(word: str) -> bool:
    return word == "%" or units.is_known(word)


def differs(answer: str, other: str) -> bool:
    """Whether two texts are two values: two numbers, or mathematics of which neither is the other."""
    from refgrader.verify import is_same

    one, two = number(answer), number(other)
    if one and two:
        return _is_another(one, two)
    if answer.split() == other.split():
        return False
    longest = max(len(answer), len(other))
    return longest > _LONGEST_COMPARED or not (is_same(answer, other) or is_same(other, answer))


def rivals(answer: str, other: str | None) -> bool:
    """Whether a text that stands beside an answer is another one: of a choice only another choice is."""
    return other is not None and bare.is_label(answer) == bare.is_label(other) and differs(answer, other)


def kind_of(said: str) -> str:
    """What a text is an answer of: only another value of the same kind is offered in its place."""
    if number(said):
        return "number"
    if bare.is_label(said):
        return "choice"
    if relation := _RELATION.search(said):
        return said[: relation.start()].strip()  # of what it is one
    return "expression"


def relates(said: str) -> bool:
    """Whether there is a relation in a text."""
    return _RELATION.search(said) is not None


def values_in(clause: Clause) -> Iterator[Span]:
    """The amounts of a stretch, and then its formulas."""
    yield from clause.amounts
    for math in clause.maths:
        yield math.inner, math.close


def is_told_another(said: Clause, answer: str, told: str) -> bool:
    """Whether the value that a sentence tells is not the answer, be it about: "roughly 8 m/s"."""
    shown = _NUMBER.match(told) if cues.said("approximately", said.text, said.start, said.end) else None
    near = shown and rf"{answer} \approx {shown['sign']}{shown['whole']}{shown['part']}"
    return differs(answer, told) and (near is None or differs(answer, near))


def past_marks(text: str, at: int) -> int:
    """A place, or the next one behind the marks that may stand around a value."""
    while text[at : at + 1] in _AROUND_A_BOX:
        at += 1
    return at


def offered_before(text: str, at: int) -> str | None:
    """The other value that "or" joins directly before an answer at `at`, if one does."""
    start = max(0, at - _FAR)
    before = _OR_BEFORE.search(text, start, at) if text.find("or", start, at) >= 0 else None
    if before is None:
        return None
    other = before[1] or before[2]
    return other if (bare.is_bare(other) or bare.is_label(other)) and "box" not in other else None


def joined_before(text: str, at: int) -> str | None:
    """The other value that is joined to a box at `at` directly before it, if one is."""
    return offered_before(text, at) or _listed_before(text, at)


def _listed_before(text: str, at: int) -> str | None:
    """The value directly before a box at `at` with which it is listed, both under the same name or none."""
    near = text[max(0, at - _NEAR) : at]
    listed = _AND_BEFORE.search(text, max(0, at - _FAR), at) if any(joint in near for joint in _JOINTS) else None
    if listed is None or (
        listed["one"] != listed["other"] and (listed["other"] or "$" in text[listed.end("value") : at])
    ):
        return None
    other: str = listed["value"] or listed["bare"]
    return other if bare.is_bare(other) and "box" not in other and not _RELATION.search(other) else None


def named_before(text: str, at: int) -> str | None:
    """The number that the letter of a box at `at` was given to directly before it, or that stands in the row above."""
    if row := _ROW_BEFORE.search(text, max(0, at - _FAR), at):
        return row[1]
    named = _NAMED_BEFORE.search(text, max(0, at - _FAR), at)
    if named is None or named["one"][0] != named["other"][0]:
        return None
    same = named["one"].strip(" &=") == named["other"].strip(" &=")
    listed = _OR.search(named["joint"]) or _SEVERAL.search(text, max(0, named.start() - _FAR), named.start())
    return named["value"] if same or listed else None


def offers_another(text: str, at: int, end: int, said: str) -> bool:
    """Whether directly behind an answer "or" joins anything that is not read as the same value."""
    at = past_marks(text, at)
    joined = cues.opens("or another value", text, at, end)
    if joined is None:
        return False
    at = announced.past(text, joined.end(), end, "says nothing")
    clause = _CLAUSE.match(text, at, end)
    other = clause[0].strip(_AROUND_A_VALUE + "()[]") if clause else ""
    first = other.split(maxsplit=1)[0].strip(_AROUND_A_VALUE + "()[]") if other else ""
    if bare.is_label(said) or (bare.is_label(first) and first.isupper()):  # of a choice only another choice is one
        return first.isupper() and rivals(said, first)
    return differs(said, other)


def may_be_meant(said: str, other: str) -> bool:
    """Whether a text that stands beside a value may be meant instead: another of its kind, or a number or a term."""
    if not bare.is_bare(other):
        return False
    kind, terms = kind_of(said), ("number", "expression")
    return (kind == kind_of(other) or (kind != "choice" and kind_of(other) in terms)) and differs(said, other)


def is_joined_to_another(close: Closing, piece: Piece) -> bool:
    """Whether beside an answer that is not boxed "or" joins another, or "and" a formula of its kind (EXT-57)."""
    text, at, said = close.text, piece.end, piece.text
    _, end = close.sentence(at - 1)
    if offers_another(text, at, end, said) or rivals(said, offered_before(text, piece.start)):
        return True
    return _is_cut_out(close, piece) or adds_another(text, at, end, said)


def adds_another(text: str, at: int, end: int, said: str) -> bool:
    """Whether directly behind an answer "and" joins another value of its kind."""
    added = cues.opens("and another value", text, past_marks(text, at), end)
    clause = _CLAUSE.match(text, added.end(), end) if added else None
    other = clause[0].strip(_AROUND_A_VALUE) if clause else ""
    return may_be_meant(said, other)


def _is_cut_out(close: Closing, piece: Piece) -> bool:
    """Whether the marks around a number take it out of an amount or from words that change it: "**5** million"."""
    start, end = close.sentence(piece.start)
    before = _MARKED.sub("", close.text[start : piece.start][::-1])[::-1]
    text, at = before + piece.text + _MARKED.sub("", close.text[piece.end : end]), len(before)
    if number(piece.text) is None or len(text) == end - start:
        return False
    around = next((span for span in amounts.find(text, 0, len(text)) if span[0] <= at < span[1]), (at, at))
    last = max(around[1], at + len(piece.text))
    more = text[around[0] : at] + " " + text[at + len(piece.text) : last]
    changed = _ANOTHER_NUMBER.search(more) or not _CHANGES.isdisjoint(cues.letters(more))
    changed = changed or _CALCULATED.search(text, 0, at) or trust.is_changed(text, 0, around[0])
    goes_on = announced.goes_on(text, last, len(text)) or cues.begins("bound behind", text, last, len(text))
    return bool(changed or goes_on or trust.is_bound(text, 0, around[0]))
