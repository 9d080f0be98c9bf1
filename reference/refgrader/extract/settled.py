"""Whether what stands behind an answer that is not boxed leaves it alone (EXT-57).

Doubt refuses: each sentence behind it has to be of one of the few kinds that do, whatever values it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from refgrader import lexicon
from refgrader.extract import announced, bare, behind, cues, trust
from refgrader.extract.mathenv import within
from refgrader.extract.piece import Piece, Span
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late

#: Words to the reader: an offer may speak of more, and of another way.
_THE_READER: Final = frozenset("you your you'd you're you've me free hope glad happy".split())
#: So many commas may stand before the main clause.
_MOST_CLAUSES: Final = 4
#: Words that deny, reject or turn: no check and no report holds them.
_CONTRARY: Final = lexicon.words("denial", "rejection", "contrast") | {"twice", "missing", "off"}
_TURNS: Final = lexicon.words("turn", "part") - {"less", "more", "fewer", "than"}
#: Words of another amount than the one told before, in digits or not, of a fact that is none, and of what may be.
_ANOTHER_AMOUNT: Final = (
    lexicon.words("denial", "rejection", "contrast", "doubt", "turn", "number word", "part", "another amount", "scale")
) - {"one", "wait"}
#: In a sentence that may speak of the answer.
_OF_THE_ANSWER: Final = (
    _ANOTHER_AMOUNT
    | lexicon.words("about the answer", "total")
    | frozenset(
        "i we you he she it they this that these those them it's that's he's she's they're we're i'd we'd".split()
    )
)
#: A sentence of another thing than the answer begins with a noun, and tells its value.
_A_NOUN: Final = late(r"\W*(?:the|an?|its|their|his|her|my|our|each)\s", re.I)
#: A letter in a formula, and behind an answer a value for one that it may hold: "Here A = 2".
_LETTER: Final = late(r"(?<![A-Za-z\\])[A-Za-z](?![a-z]{2})")
_GIVEN_TO: Final = late(r"\W*(?:here|where|with|then)\b,?\s\$?(?P<name>[A-Za-z])\s?=\s?[-−]?\d", re.I)
#: A set or a list; behind it, what joins or takes away, and the letter that a condition is on.
_SET: Final = late(r"[<>≤≥∈∪±,]|\\(?:leq?|geq?|[lg]t|in|cup|pm)\b|\s(?:and|or)\s")
_JOINS: Final = late(r"[^\w]{0,9}(?:[∪∩≠+−]|\\(?:setminus|cup|cap|neq?)\b|\\\s|\s-\s)")
_ON: Final = late(r"[\s$\\(]{0,6}([A-Za-z])(?![A-Za-z])")
_CHECKS: Final = ("checks", "shows it")
_IS_ABOUT: Final = lexicon.words("approximation") | {"as"}
_MARKS: Final = " *_$(\\.,"
_COMMA: Final = late(r",(?=\s)|，")
_FULL_STOP: Final = late(r"\.\s(?=[A-Z])")
_CROSSES: Final = late(r"≠|\\neq?\b|❌|✗|✘|✖")


@dataclass(frozen=True)
class _Behind:
    """What stands behind an answer: the closing part, the answer as it is written and of what kind it is."""

    close: Closing
    answer: str
    kind: str

    def clause(self, start: int, end: int) -> Clause:
        """A stretch of the text."""
        return Clause(self.close.text, start, end, within(self.close.maths, start, end))

    def values(self, start: int, end: int) -> list[Span]:
        """The values of a stretch, of calculations the results; names of something are none."""
        said = self.clause(start, end)
        named = {(math.inner, math.close) for math in said.maths if bare.is_name(said.text, math)}
        return sorted(bare.result(said.text, *span) for span in behind.values_in(said) if span not in named)

    def others(self, start: int, end: int, found: Sequence[Span]) -> list[Span]:
        """The values of a stretch that are not the answer."""
        said = self.clause(start, end)
        inside = [value for value in found if start <= value[0] and value[1] <= end]
        return [value for value in inside if behind.is_told_another(said, self.answer, said.text[slice(*value)])]

    def told_again(self, start: int, end: int) -> bool | None:
        """Whether the value that a stretch tells is the answer; None where it tells none of its kind."""
        said = self.clause(start, end)
        told = behind.told_by(said, behind.of_kind(said, self.kind), self.kind)
        return None if told is None else not behind.is_told_another(said, self.answer, told)


def is_unsettled(close: Closing, piece: Piece) -> bool:
    """Whether a sentence behind an answer does not show that it leaves the answer alone."""
    text, index = close.text, close.index(piece.end - 1)
    of = _Behind(close, piece.text, behind.kind_of(piece.text))
    if piece.rule == "EXT-46":
        return False
    later = [*close.sentences[index + 1 :]]
    if goes_on := _FULL_STOP.match(text, piece.end, close.sentences[index][1]):  # "5. Wrong." is no item of a list
        later.insert(0, (goes_on.end(), close.sentences[index][1]))
    start, end = close.sentences[-1]
    if len(later) > behind.MOST_BEHIND or trust.breaks_off(text, max(start, piece.end), end):
        return True
    heading = next((at for at, span in enumerate(later) if trust.is_appendix(text, *span)), len(later))
    again: bool | None = False
    for at in range(len(later) - 1, -1, -1):
        start, end = later[at]
        found = of.values(start, end)
        if (again and found) or at == heading or _is_line(text, start, end, last=at == len(later) - 1):
            continue
        stands = _checks(of, start, end, found) if at > heading else _is_passed_over(of, start, end, found)
        told = _tells_again(of, start, end, found) if stands is None else None
        if not (_leaves_alone(of, start, end, found) if stands is told is None else stands or told):
            return True
        again = again or told
    return _is_restricted(of, piece.end)


def _is_restricted(of: _Behind, at: int) -> bool:
    """Whether behind a set or a list something else stands in its sentence than how it is meant or was found."""
    text, (_, end) = of.close.text, of.close.sentence(at - 1)
    end = min((one.start() for one in cues.every("because", text, at, end)), default=end)
    first = next((place for place in range(at, end) if text[place].isalnum()), end)
    if first == end or of.kind in ("number", "choice") or not _SET.search(of.answer):
        return False
    opens = None if _JOINS.match(text, at, end) else cues.opens("behind a set", text, first, end)
    if opens is None:
        return True
    rest, on = (opens.end(), end), _ON.match(text, opens.end(), end)
    if opens[0].lower() in cues.among("condition"):
        return on is None or on[1] in _LETTER.findall(of.answer)[:1]
    if not behind.differs(of.answer, text[slice(*rest)].strip(_MARKS)):
        return False
    others = of.others(*rest, of.values(*rest))
    another = any(behind.kind_of(text[slice(*value)]) != "number" for value in others)
    return another or not _CONTRARY.isdisjoint(trust.spoken(text, *rest))


def _is_line(text: str, start: int, end: int, *, last: bool) -> bool:
    """Whether a line is no sentence: marks, a program, a table, or a heading with something below it."""
    if not any(map(str.isalnum, text[start:end])):
        return "?" not in text[start:end] and not _CROSSES.search(text, start, end)
    heads = text.startswith("#", start) or text[start:end].rstrip("*_ ").endswith((":", "："))
    below = not last or cues.said("appendix", text, start, end) is not None
    return text.startswith("```", start) or (heads and below)


def _is_passed_over(of: _Behind, start: int, end: int, found: Sequence[Span]) -> bool | None:
    """Whether a sentence that is not about the answer leaves its value unspoken; None: it may be about the answer."""
    text = of.close.text
    if trust.says_where(text, start, end) or trust.follows_in_brackets(of.close, start, end):
        return True
    others, warns = of.others(start, end, found), cues.begins("warns", text, start, end)
    if warns or trust.is_about_grading(text, start, end):
        joins = cues.said("so", text, start, end) or (not warns and found and _COMMA.search(text, start, found[-1][0]))
        return len(others) == len(found) and not (found and joins)
    if found and (announced.names_anothers(text, start, end) or trust.offers_instead(text, start, end)):
        return not others
    return None


def _tells_again(of: _Behind, start: int, end: int, found: Sequence[Span]) -> bool | None:
    """Whether a sentence tells the answer once more, or another value in its place; None: it tells none."""
    text = of.close.text
    if cues.begins_any((*_CHECKS, "gives a reason", "aside"), text, start, end) or cues.said(
        "as expected", text, start, end
    ):
        return None
    told, words = of.told_again(start, end), trust.spoken(text, start, end)
    if told is False or not (found and _CONTRARY.isdisjoint(words) and _TURNS.isdisjoint(words)):
        return False if told is False else None
    if told:
        return True
    others = of.others(start, end, found)
    ours = [at for at, last in found if (at, last) not in others and _is_told(text, start, at)]
    compared = all(cues.follows(("measures", "takes part"), text, start, first) for first, _ in others)
    return True if ours and (compared or found[-1][0] == ours[-1]) else None


def _is_told(text: str, start: int, at: int) -> bool:
    return cues.tells(text, start, at) or not _IS_ABOUT.isdisjoint(cues.words_before(text, start, at)[-1:])


def _checks(of: _Behind, start: int, end: int, found: Sequence[Span]) -> bool:
    """Whether a check comes out: nothing is contrary, and of a number it works with it or comes to a number before."""
    text, words = of.close.text, trust.spoken(of.close.text, start, end)
    left = cues.said("leftover step", text, start, end)
    if left or _CROSSES.search(text, start, end) or not _CONTRARY.isdisjoint(words):
        return False
    ours = not found or len(of.others(start, end, found)) < len(found)
    if ours or of.kind != "number" or "✓" in text[start:end]:
        return True
    first, last = found[-1]
    return any(behind.standing_alone(text[first:last], text, of.close.start, first))


def _leaves_alone(of: _Behind, start: int, end: int, found: Sequence[Span]) -> bool:
    """Whether a sentence is a reason, a report, a check, a courtesy or about another thing."""
    text = of.close.text
    if text[start:end].endswith(("?", "？")):
        return cues.begins("aside", text, start, end) is not None
    if found and (of.kind == "choice" or not trust.has_value(of.answer, 0, len(of.answer))):
        return _CONTRARY.isdisjoint(trust.spoken(text, start, end))
    if given := _GIVEN_TO.match(text, start, end):
        return given["name"] not in _LETTER.findall(of.answer.rpartition("=")[2])
    because = min((one.start() for one in cues.every("because", text, start + 1, end)), default=end)
    for _ in range(_MOST_CLAUSES):
        others = of.others(start, because, found)
        expected = cues.said("as expected", text, start, end)
        if expected or cues.begins_any(_CHECKS, text, start, end):
            return _checks(of, start, expected.start() if expected else end, found)
        if cues.begins("confirms", text, start, end):
            return True
        if cues.begins("reports", text, start, end):
            left = cues.said("leftover step", text, start, because)
            slips = others or cues.said("slip", text, start, because)
            return not (left or slips) or _CONTRARY.isdisjoint(trust.spoken(text, start, because))
        notes = cues.begins("notes", text, start, end)
        reason = cues.begins("gives a reason", text, start, end)
        lead = notes or cues.begins("leads to a clause", text, start, end)
        if not (reason or lead) or (not notes and cues.begins("aside", text, start, end)):
            return _is_harmless(of, start, because, others)
        comma = _COMMA.search(text, start, end)
        if not (comma or lead):
            return True
        start = max(found.end() for found in (comma, lead) if found)
        if reason and (told := of.told_again(start, end)) is not None:
            return told
    return False


def _is_harmless(of: _Behind, start: int, end: int, others: Sequence[Span]) -> bool:
    """Whether a main clause is a courtesy or an aside, explains, or tells of something else than the answer."""
    text, words = of.close.text, trust.spoken(of.close.text, start, end)
    if cues.begins_any(("aside", "courtesy"), text, start, end):
        forbidden = _OF_THE_ANSWER - {"number"} if others else _ANOTHER_AMOUNT
        return not _THE_READER.isdisjoint(words) or forbidden.isdisjoint(words)
    measured = all(cues.follows(("measures",), text, start, at) for at, _ in others)
    if measured and cues.begins("explains", text, start, end):
        return _ANOTHER_AMOUNT.isdisjoint(words)
    if not others:
        return False
    denied = all(cues.near("denies in words", text, start, at, 6) for at, _ in others)
    if of.kind == "number" == behind.kind_of(text[slice(*others[0])]):  # "27 would be too much"
        leads = not text[start : others[0][0]].strip(_MARKS)
        denied = denied or words[0] == "neither" or (leads and trust.is_undone(text, others[0][1], end))
    if denied and not _SET.search(of.answer):
        return True
    noun, at = _A_NOUN.match(text, start, end), others[0][0]
    told = cues.tells(text, start, at) or cues.words_before(text, start, at)[-2:] == ["on", "average"]
    return bool(noun and told) and _OF_THE_ANSWER.isdisjoint(words[1:])
