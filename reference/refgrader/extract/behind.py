"""Another value of the same kind beside an answer: which of the two is meant, nobody can say (EXT-19, EXT-57).

It leaves the answer alone where a word says that it is a part, a measure, a reason or the answer once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from flint import fmpq

from refgrader import lexicon, units
from refgrader.extract import amounts, announced, bare, closing, cues, trust
from refgrader.extract.mathenv import within
from refgrader.extract.piece import MOST_WORDS, Piece, Span, has_digit
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.reading.chinese_numerals import is_han
from refgrader.remembered import remembered

_NUMBER: Final = late(
    r"(?P<sign>[-−–]?)\s?(?P<money>(?:\\?\$|[€£¥])?)\s?(?P<whole>\d[\d,]{0,99}|(?=\.\d))(?P<part>(?:\.\d{1,99})?)"
    r"(?:\s?/\s?(?P<below>[1-9]\d{0,99}))?\s?(?P<unit>\\?%|(?![-−]\s?[A-Za-z]\b)[^\d=+*/^\\]*)"
)
_TEXT: Final = late(r"\\(?:text|mathrm|mbox)\s?\{([^{}]*)\}")
_FRACTION: Final = late(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}")
_JOINS: Final = late(r"[,;:(（\[–—，；：]|-\s|\b(?:and|or|but|so|then|with|remainder)\b")
#: A group directly behind a box: of which of the two it is the content, nobody knows.
_SECOND_GROUP: Final = late(r"\{[^{}\d]*\d[^{}]*\}")
_AROUND_A_BOX: Final = tuple(" $*_,;.()\\—–")
#: In a box's sentence, what says its value once more, or the whole.
_TOLD_AGAIN: Final = late(
    r"(?:which|that)\s(?:equals|is\sequal\sto)\s[$*]{0,3}([-−]?\d[\d,./]{0,20}\b)|([-−]?\d[\d,.]{0,20})\s(?:in\s(?:total|all)|altogether)\b",
    re.I,
)
#: Without a phrase of these nothing puts another value in the place of a box.
_REPLACES: Final = ("undoes", "denies in words", "turn behind", "turns to another", "offered instead")
_IS_RIGHT: Final = late(r"\b(?:is|are)\s(?:also\s)?(?:the\s)?(?:correct|right|best|answers?)\b")
_IN_PLACE: Final = ("concludes", "refusal")
#: What opens a sentence that turns away from what stands before it.
_TURN: Final = ("turn behind", "turns to another")
_DENIALS: Final = lexicon.words("denial")
_IN_FIGURES: Final = lexicon.words("number word", "scale")
_ENDED: Final = frozenset(".!?:\n。")
#: Nor does, without one of these, a word of scale or the like, or a sign, anything take it back or cast doubt on it.
_TAKES_BACK: Final = (
    *("retraction", "retraction unless confirmed", "bound behind", "one of two cases", "or another value"),
    *(*_REPLACES, *_IN_PLACE),
)
_SIGNS: Final = frozenset("?+{,")
_AROUND_A_LABEL: Final = "()[]. "
#: An answer behind which more sentences stand than these is no conclusion.
MOST_BEHIND: Final = 200
#: What opens a sentence that leaves a value alone that is boxed, or not in English.
LEAVES_ALONE: Final = ("leaves it alone", "checks", "warns")
#: Characters of an answer that a remark behind it would say again only to deny it.
_LONGEST_DENIED: Final = 40
#: Characters of two values that are compared; of longer ones nobody knows whether they are one.
_LONGEST_COMPARED: Final = 200
#: Where a value begins and ends that is no part of a longer one.
_BEGINS: Final = late(r"(?<![\w.^\\{])")
_ENDS: Final = late(r"(?!\w|[.,]\d|\s?[-+*/^!%])")
#: The marks that set a value off, what in words makes another amount of it, and an operator before it.
_MARKED: Final = late(r"\A(?:[*_`\"“”$\[\]]|==|[()]\\|\\[()])+")
_CHANGES: Final = lexicon.words("scale") | {"and", "minus", "negative"}
_CALCULATED: Final = late(r"[\d)]\s[-+−×÷*/]\s?\Z")
_ANOTHER_NUMBER: Final = late(r"(?<![A-Za-z^{])\d")
#: An answer in words, and no label or name.
_IN_WORDS: Final = late(r"(?:\\text\{)?[A-Za-z]{2}[A-Za-z ]*\}?")
#: What makes a formula a relation.
_RELATION: Final = late(r"[=<>≤≥≠∈]|\\(?:leq?|geq?|neq?|in|equiv|approx)\b")
_AROUND_A_VALUE: Final = " .,;:*_$"
#: Up to where a clause goes on with a value: no mark that ends it.
_CLAUSE: Final = late(r"(?:[^.,;:!?)\n]|[.,](?=\d)){0,60}")
#: Before a box: another value that "or" joins; the names that both are given to are passed over.
_OR_BEFORE: Final = late(
    r"(?:\$(?:[A-Za-z]\s?=\s?)?([^$]{1,40})\$|(?<![^\s(])([^\s$]{1,40}?)),?\sor\s"
    r"(?:else\s)?(?:option\s|choice\s)?[$*(]{0,4}(?:[A-Za-z]\s?=\s?)?\Z"
)


class Number(NamedTuple):
    """A number as it is written: its size, its decimals (none of a fraction), its unit."""

    size: fmpq
    decimals: int | None
    unit: str


@remembered(texts=16, longest=_LONGEST_COMPARED)
def number(said: str) -> Number | None:
    """The number that a text is, perhaps with its unit; none of any other text."""
    found = _NUMBER.fullmatch(_FRACTION.sub(r"\1/\2", _TEXT.sub(r"\1", said)).strip(" .*"))
    if found is None:
        return None
    decimals = found["part"][1:]
    size = amounts.written(found["whole"] + found["part"]) / int(found["below"] or 1)
    unit = (found["money"] or found["unit"]).strip(" .\\)").lower()
    if len(unit) == 1 and unit.isalpha() and not (is_han(unit) or units.is_known(unit)):
        return None
    unit = {"$": "dollar", "percent": "%"}.get(unit) or units.SPELLINGS.get(unit, unit)
    return Number(-size if found["sign"] else size, None if found["below"] else len(decimals), unit)


def _is_another(answer: Number, other: Number) -> bool:
    """Whether a number is another than the answer: not the same one, rounded, or in another unit."""
    if "" != answer.unit != other.unit != "" and (_is_unit(answer.unit) or _is_unit(other.unit)):
        return False
    if (answer.unit == "%") != (other.unit == "%") and not _is_another(_share(answer), _share(other)):
        return False
    exact, rounded = (answer, other) if other.decimals is not None else (other, answer)
    if rounded.decimals and (exact.decimals is None or exact.decimals > rounded.decimals):
        return bool(abs(exact.size - rounded.size) > fmpq(1, 2 * 10**rounded.decimals))
    return bool(exact.size != rounded.size)


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


def of_kind(sentence: Clause, kind: str) -> list[str]:
    """What a sentence holds of one kind of answers."""
    text = sentence.text
    if kind == "choice":
        return bare.LABEL_IN_WORDS.findall(text, sentence.start, sentence.end)
    return [said for first, last in values_in(sentence) if kind_of(said := text[first:last]) == kind]


def values_in(clause: Clause) -> Iterator[Span]:
    """The amounts of a stretch, and then its formulas."""
    yield from clause.amounts
    for math in clause.maths:
        yield math.inner, math.close


def _is_told_later(close: Closing, answer: str) -> bool:
    """Whether of some sentences behind an answer the last one that tells a value of its kind tells another."""
    text, later, kind = close.text, close.sentences, kind_of(answer)
    check = next((at for at, span in enumerate(later) if trust.is_appendix(text, *span)), len(later))
    if check > MOST_BEHIND:
        return kind == "number"
    for start, end in reversed(later[:check]):
        alone = cues.begins_any(LEAVES_ALONE, text, start, end) or trust.follows_in_brackets(close, start, end)
        if alone and not trust.offers_instead(text, start, end):
            continue
        sentence = Clause(text, start, end, within(close.maths, start, end))
        values = of_kind(sentence, kind)
        told = told_by(sentence, values, kind)
        if told is not None:
            return is_told_another(sentence, answer, told)
        if values and _is_offered(text, start, end) and all(differs(answer, value) for value in values):
            return True
    return False


def is_told_another(said: Clause, answer: str, told: str) -> bool:
    """Whether the value that a sentence tells is not the answer, be it about: "roughly 8 m/s"."""
    shown = _NUMBER.match(told) if cues.said("approximately", said.text, said.start, said.end) else None
    near = shown and rf"{answer} \approx {shown['sign']}{shown['whole']}{shown['part']}"
    return differs(answer, told) and (near is None or differs(answer, near))


def _turns(text: str, start: int, end: int) -> bool:
    """Whether a sentence turns away from what stands before it; "wait, that's right" does not."""
    turns = cues.begins_any(_TURN, text, start, end)
    return turns and cues.begins("explains", text, start, end) is None


def breaks_off(text: str, at: int, end: int) -> bool:
    """Whether what stands behind a box ends in a turn or an announcement that nothing follows (EXT-45)."""
    *_, last = ["", *text[at:end].rstrip(" \n*_$\\)]").splitlines()]
    if not (last and trust.breaks_off(last, 0, len(last))):
        return False
    return "answer" in last or cues.begins_any(_TURN, last, 0, len(last))


def _past_marks(text: str, at: int) -> int:
    """A place, or the next one behind the marks that may stand around a value."""
    while text[at : at + 1] in _AROUND_A_BOX:
        at += 1
    return at


def is_doubted(text: str, at: int, end: int, said: str) -> bool:
    """Whether a box that ends at `at` is asked about, is one of two groups or of two cases, or has another value
    beside it that "or" joins (EXT-19)."""
    if _SECOND_GROUP.match(text, at, end) or amounts.goes_on(text, at, end):
        return True
    at = _past_marks(text, at)
    if text.startswith(("?", "？"), at):
        return True
    line = text.find("\n", at, end)
    line = end if line < 0 else line
    goes_on = cues.opens("bound behind", text, at, line)
    if goes_on and goes_on[0].strip() != "+":  # a plus by itself is a mark
        return True
    again = _TOLD_AGAIN.match(text, at, line)
    if again and rivals(said, again[1] or again[2]):
        return True
    if cues.opens("one of two cases", text, at, line) or trust.is_undone(text, at, line):
        return True
    words = cues.WORDS.findall(text[at:line].lower())
    if not (cues.among("condition").isdisjoint(words[:1]) or cues.among("otherwise").isdisjoint(words)):
        return True
    return _offers_another(text, at, line, said)


def offered_before(text: str, at: int) -> str | None:
    """The other value that "or" joins directly before a box at `at`, if one does."""
    start = max(0, at - 2 * _LONGEST_DENIED)
    before = _OR_BEFORE.search(text, start, at) if text.find("or", start, at) >= 0 else None
    if before is None:
        return None
    other = before[1] or before[2]
    return other if (bare.is_bare(other) or bare.is_label(other)) and "box" not in other else None


def _offers_another(text: str, at: int, end: int, said: str) -> bool:
    """Whether directly behind an answer "or" joins anything that is not read as the same value."""
    at = _past_marks(text, at)
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


def _may_replace(said: str, other: str) -> bool:
    """Whether a value may be meant instead of another: one of its kind, or a number or a term."""
    kind, terms = kind_of(said), ("number", "expression")
    return kind == kind_of(other) or (kind != "choice" and kind_of(other) in terms)


def is_joined_to_another(close: Closing, piece: Piece) -> bool:
    """Whether beside an answer that is not boxed "or" joins another, or "and" a formula of its kind (EXT-57)."""
    text, at, said = close.text, piece.end, piece.text
    _, end = close.sentence(at - 1)
    if _offers_another(text, at, end, said) or rivals(said, offered_before(text, piece.start)):
        return True
    if _is_cut_out(close, piece):
        return True
    at = _past_marks(text, at)
    added = cues.opens("and another value", text, at, end)
    clause = _CLAUSE.match(text, added.end(), end) if added else None
    other = clause[0].strip(_AROUND_A_VALUE) if clause else ""
    return bare.is_bare(other) and _may_replace(said, other) and differs(said, other)


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


def may_be_replaced(text: str, start: int, end: int, others: tuple[str, ...] = _IN_PLACE) -> bool:
    """Whether behind a box there is a value or a word without which none is replaced: told fast, for most there is."""
    said = _said_behind(text, start, end)
    return _may_tell(said) or not cues.signs(*_REPLACES, *others).isdisjoint(cues.letters(said))


def _said_behind(text: str, at: int, end: int) -> str:
    """What stands behind a box, without what closes the formula that it stands in."""
    return text[at:end].replace(r"\)", "").replace(r"\]", "").strip(" \n$.")


def _may_tell(said: str) -> bool:
    """Whether there may be a value, or a word in another script, in what stands behind a box."""
    signs = not said.isascii() or "$" in said or "\\" in said
    return signs or has_digit(said, 0, len(said)) or bare.LABEL_IN_WORDS.search(said) is not None


def is_plain(text: str, start: int, at: int, end: int) -> bool:
    """Whether what stands in a box from `start` and behind it, where that ends at `at`, has no value, word or sign
    without which nothing takes it back, doubts it or replaces it: behind most there is none, and this is one look at
    it."""
    said = _said_behind(text, at, end)
    if not text[start:at].isascii() or _may_tell(said) or not _SIGNS.isdisjoint(said):
        return False
    signs, words = _signs(), cues.letters(said)
    if not (signs.isdisjoint(words) and signs.isdisjoint(cues.letters(text[start:at]))):
        return False
    return cues.among("condition").isdisjoint(words[:1])


@lru_cache(maxsize=1)
def _signs() -> frozenset[str]:
    return cues.signs(*_TAKES_BACK) | lexicon.words("otherwise", "scale", "part") | {"cubed"}


def _goes_on(text: str, at: int, opening: Span) -> bool:
    """Whether what follows a box that ends at `at` belongs to its sentence: of what the box is, not what is."""
    first = next((place for place in range(*opening) if text[place].isalnum()), opening[1])
    mark = text[first : first + 1]
    return mark.islower() or (mark.isdigit() and _ENDED.isdisjoint(text[at:first]))


def is_replaced(close: Closing, said: str) -> bool:
    """Whether behind a box that holds `said` it is called wrong, or another value is announced or told (EXT-19).

    `close` begins behind the box.
    """
    text, maths, end = close.text, close.maths, close.end
    opening = next((span for span in close.sentences if bare.says_something(text[slice(*span)])), close.sentences[0])
    if trust.is_undone(text, *opening, said) or _is_denied(text, close.start, end, said):
        return True
    if _is_replaced_in_words(close, said):
        return True
    if not may_be_replaced(text, close.start, end, ()):
        return False
    turns = (_turns(text, *span) or trust.offers_instead(text, *span) for span in close.sentences)
    turn = next((index for index, is_turn in enumerate(turns) if is_turn), None)
    if turn is None:
        turn = int(_goes_on(text, close.start, opening))
    elif _IN_WORDS.fullmatch(said) or cues.said("leftover step", text, *close.sentences[turn]):
        return True
    later = close.sentences[turn:]
    if not later:
        return False
    start, _ = later[0]
    close = Closing(text, start, end, within(maths, start, end), later)
    announcement = next(announced.pieces(close, boxed=True), None)
    return rivals(said, announcement.text) if announcement else _is_told_later(close, said)


def _is_replaced_in_words(close: Closing, said: str) -> bool:
    """Whether a sentence behind a box calls another choice right, or concludes another number in words, or none."""
    if bare.is_label(said):
        return any(_calls_another_right(close.text, *span, said) for span in close.sentences)
    return number(said) is not None and any(_concludes_in_words(close.text, *span) for span in close.sentences)


def _calls_another_right(text: str, start: int, end: int, said: str) -> bool:
    """Whether a sentence behind a boxed choice says of another that it is right, and denies nothing."""
    right = _IS_RIGHT.search(text, start, end)
    if right is None or not _DENIALS.isdisjoint(trust.spoken(text, start, end)):
        return False
    return any(rivals(said, label) for label in bare.LABEL_IN_WORDS.findall(text, start, right.end()))


def _concludes_in_words(text: str, start: int, end: int) -> bool:
    """Whether a sentence behind a box that holds a number concludes another in words, none, or that there is none."""
    concludes = cues.begins("concludes", text, start, end)
    said = text[concludes.end() if concludes else start : end].strip(" ,.*").lower()
    if cues.said("refusal", text, start, end) or (concludes and cues.said("answer in words", text, start, end)):
        return True
    words = said.replace("-", " ").split()
    return bool(concludes and words) and _IN_FIGURES.issuperset(words)


def _is_denied(text: str, at: int, end: int, said: str) -> bool:
    """Whether the very value of an answer is denied behind it: "it is 27 and not 22"; a condition, x ≠ 0, is none."""
    value = said.strip(_AROUND_A_LABEL + "$")
    if not value or len(value) > _LONGEST_DENIED:
        return False
    size = number(value)
    spelt = {value, str(size.size)} if size else {value}  # "160.0", and then "not 160"
    places = (place for one in spelt for place in standing_alone(one, text, at, end))
    return any(cues.near("denies in words", text, at, place, 4) for place in places)


def standing_alone(value: str, text: str, at: int, end: int) -> Iterator[int]:
    """Where a value stands by itself, and is no part of a longer one."""
    place = text.find(value, at, end)
    while place >= 0:
        if _BEGINS.match(text, place, end) and _ENDS.match(text, place + len(value), end):
            yield place
        place = text.find(value, place + 1, end)


def _is_offered(text: str, start: int, end: int) -> bool:
    """Whether a sentence offers its value as one more answer, or instead of one."""
    offered = cues.said("one more answer", text, start, end) or cues.begins("or another value", text, start, end)
    return bool(offered or trust.offers_instead(text, start, end)) or trust.is_in_doubt(text, start, end)


def _is_chosen(said: Clause) -> bool:
    """Whether a sentence ends in the label that it tells: "This is actually C.", but not "It is not C."."""
    *_, label = said.said.split()
    before = cues.words_before(said.text, said.start, said.start + said.said.rindex(label))[-3:]
    denies, tells = lexicon.words("denial"), cues.among("tells a result", "says of it")
    return not tells.isdisjoint(before) and denies.isdisjoint(before) and bare.is_label(label)


def told_by(said: Clause, values: Sequence[str], kind: str) -> str | None:
    """The value that a sentence by itself gives as an answer, if it gives one: told as a result, of what stands
    before it ("doubling this"), or without any other word; and none that is a fact about something else."""
    text, start, end = said.text, said.start, said.end
    if not values:
        return None
    if len(values) == 1 and (len(said.said.split()) < MOST_WORDS - 1 or (kind == "choice" and _is_chosen(said))):
        return values[0]
    piece = next(closing.pieces(Closing(text, start, end, said.maths, [(start, end)])), None)
    if piece is None:
        return None
    words = [word.lower() for word in cues.WORDS.findall(text, start, piece.start)]
    of_the_answer = not cues.among("speaks of the answer").isdisjoint(words[1:])  # but: "It took 2 steps."
    told = of_the_answer or cues.tells(text, start, piece.start) or cues.begins("concludes", text, start, end)
    return piece.text if told and kind_of(piece.text) == kind else None
