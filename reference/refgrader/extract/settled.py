"""Whether what stands behind an answer that is not boxed leaves it alone (EXT-57).

Doubt refuses: each sentence behind it has to be of one of the few kinds that do, whatever values it holds.
"""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.extract import announced, bare, behind, cues, trust
from refgrader.extract.mathenv import within
from refgrader.extract.piece import Piece, Span
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.remembered import Once, remembering

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
#: So many values behind an answer are compared with it.
_MOST_VALUES: Final = 100
_CHECKS: Final = ("checks", "shows it")
_IS_ABOUT: Final = lexicon.words("approximation") | {"as"}
_MARKS: Final = " *_$(\\.,"
_COMMA: Final = late(r",(?=\s)|，")
_FULL_STOP: Final = late(r"\.\s(?=[A-Z])")
_CROSSES: Final = late(r"≠|\\neq?\b|❌|✗|✘|✖")


@remembering
class _Behind(Clause):
    """A sentence behind an answer, or the rest of the answer's own."""

    def __init__(self, close: Closing, start: int, end: int, answer: str) -> None:
        super().__init__(close.text, start, end, within(close.maths, start, end))
        self.close, self.answer = close, answer

    @Once
    def kind(self) -> str:
        """Of what kind the answer is."""
        return behind.kind_of(self.answer)

    @Once
    def words(self) -> list[str]:
        """Its words."""
        return trust.spoken(self.text, self.start, self.end)

    @Once
    def values(self) -> list[Span]:
        """Its values, of calculations the results; names of something are none."""
        named = {(math.inner, math.close) for math in self.maths if bare.is_name(self.text, math)}
        return sorted(bare.result(self.text, *span) for span in behind.values_in(self) if span not in named)

    @Once
    def others(self) -> list[Span]:
        """Its values that are not the answer."""
        return [at for at in self.values if behind.is_told_another(self, self.answer, self.text[slice(*at)])]

    def begins(self, *categories: str) -> bool:
        """Whether it begins with a phrase of some categories."""
        return cues.begins_any(categories, self.text, self.start, self.end)

    def says(self, category: str) -> bool:
        """Whether a phrase of a category stands in it."""
        return cues.said(category, self.text, self.start, self.end) is not None

    def part(self, start: int, end: int) -> _Behind:
        """A part of it."""
        return _Behind(self.close, start, end, self.answer)

    @Once
    def told_again(self) -> bool | None:
        """Whether the value that it tells is the answer; None where it tells none of its kind."""
        told = behind.told_by(self, behind.of_kind(self, self.kind), self.kind)
        return None if told is None else not behind.is_told_another(self, self.answer, told)


def is_unsettled(close: Closing, piece: Piece) -> bool:
    """Whether a sentence behind an answer does not show that it leaves the answer alone."""
    text, index = close.text, close.index(piece.end - 1)
    later, last = [*close.sentences[index + 1 :]], close.sentences[-1]
    if goes_on := _FULL_STOP.match(text, piece.end, close.sentences[index][1]):  # "5. Wrong." is no item of a list
        later.insert(0, (goes_on.end(), close.sentences[index][1]))
    if len(later) > behind.MOST_BEHIND or trust.breaks_off(text, max(last[0], piece.end), last[1]):
        return True
    heading = next((at for at, span in enumerate(later) if trust.is_appendix(text, *span)), len(later))
    again, compared = False, 0
    for at in range(len(later) - 1, -1, -1):
        s = _Behind(close, *later[at], piece.text)
        if (again and s.values) or at == heading or _is_line(s, last=at == len(later) - 1):
            continue
        compared += len(s.values)
        if compared > _MOST_VALUES:
            return True
        stands = _checks(s) if at > heading else _is_passed_over(s)
        if stands is None:
            told = _tells_again(s)
            stands, again = _leaves_alone(s) if told is None else told, again or told is True
        if not stands:
            return True
    return _is_restricted(_Behind(close, piece.end, close.sentences[index][1], piece.text))


def _is_restricted(s: _Behind) -> bool:
    """Whether behind a set or a list something else stands in its sentence than how it is meant or was found."""
    text, at = s.text, s.start
    end = min((one.start() for one in cues.every("because", text, at, s.end)), default=s.end)
    first = next((place for place in range(at, end) if text[place].isalnum()), end)
    if first == end or s.kind in ("number", "choice") or not _SET.search(s.answer):
        return False
    opens = None if _JOINS.match(text, at, end) else cues.opens("behind a set", text, first, end)
    if opens is None:
        return True
    rest, on = s.part(opens.end(), end), _ON.match(text, opens.end(), end)
    if opens[0].lower() in cues.among("condition"):
        return on is None or (on[1] in _LETTER.findall(s.answer)[:1] and "real" not in rest.words)
    if not behind.differs(s.answer, text[rest.start : end].strip(_MARKS)):
        return False
    another = any(behind.kind_of(text[slice(*value)]) != "number" for value in rest.others)
    return another or not _CONTRARY.isdisjoint(rest.words)


def _is_line(s: _Behind, *, last: bool) -> bool:
    """Whether a line is no sentence: marks, a program, or a heading with something below it."""
    said = s.text[s.start : s.end]
    if not any(map(str.isalnum, said)):
        return "?" not in said and not _CROSSES.search(said)
    heads = said.startswith("#") or said.rstrip("*_ ").endswith((":", "："))
    return said.startswith("```") or (heads and (not last or s.says("appendix")))


def _is_passed_over(s: _Behind) -> bool | None:
    """Whether a sentence that is not about the answer leaves its value unspoken; None: it may be about the answer."""
    span = s.text, s.start, s.end
    if trust.says_where(*span) or trust.follows_in_brackets(s.close, s.start, s.end):
        return True
    if (warns := s.begins("warns")) or trust.is_about_grading(*span):
        joins = s.says("so") or (not warns and s.values and _COMMA.search(s.text, s.start, s.values[-1][0]))
        return s.others == s.values and not (s.values and joins)
    if s.values and (announced.names_anothers(*span) or trust.offers_instead(*span)):
        return not s.others
    return None


def _tells_again(s: _Behind) -> bool | None:
    """Whether a sentence tells the answer once more, or another value in its place; None: it tells none."""
    if s.begins(*_CHECKS, "gives a reason", "aside") or s.says("as expected"):
        return None
    if s.told_again is False or not (s.values and (_CONTRARY | _TURNS).isdisjoint(s.words)):
        return False if s.told_again is False else None
    ours = [at for at, last in s.values if (at, last) not in s.others and _is_told(s, at)]
    compared = all(cues.follows(("measures", "takes part"), s.text, s.start, first) for first, _ in s.others)
    return True if s.told_again or (ours and (compared or s.values[-1][0] == ours[-1])) else None


def _is_told(s: _Behind, at: int) -> bool:
    before = cues.words_before(s.text, s.start, at)[-1:]
    return cues.tells(s.text, s.start, at) or not _IS_ABOUT.isdisjoint(before)


def _checks(s: _Behind) -> bool:
    """Whether a check comes out: nothing is contrary, and of a number it works with it or comes to a number before."""
    if s.says("leftover step") or _CROSSES.search(s.text, s.start, s.end) or not _CONTRARY.isdisjoint(s.words):
        return False
    if s.kind != "number" or not s.values or len(s.others) < len(s.values) or "✓" in s.text[s.start : s.end]:
        return True
    first, last = s.values[-1]
    return any(behind.standing_alone(s.text[first:last], s.text, s.close.start, first))


def _reports(s: _Behind, main: _Behind) -> bool | None:
    """Whether a clause that checks, confirms or reports leaves the answer alone; None: it does none of these."""
    expected = cues.said("as expected", s.text, s.start, s.end)
    if expected or s.begins(*_CHECKS):
        return _checks(s.part(s.start, expected.start() if expected else s.end))
    if s.begins("confirms"):
        return True
    if not s.begins("reports"):
        return None
    slips = main.others or main.says("slip") or main.says("leftover step")
    return not slips or _CONTRARY.isdisjoint(main.words)


def _leaves_alone(s: _Behind) -> bool:
    """Whether a sentence is a reason, a report, a check, a courtesy or about another thing."""
    text, end = s.text, s.end
    if text[s.start : end].endswith(("?", "？")):
        return s.begins("aside")
    if s.values and (s.kind == "choice" or not trust.has_value(s.answer, 0, len(s.answer))):
        return _CONTRARY.isdisjoint(s.words)
    if given := _GIVEN_TO.match(text, s.start, end):
        return given["name"] not in _LETTER.findall(s.answer.rpartition("=")[2])
    because = min((one.start() for one in cues.every("because", text, s.start + 1, end)), default=end)
    for _ in range(_MOST_CLAUSES):
        main = s.part(s.start, max(s.start, because))
        reported = _reports(s, main)
        if reported is not None:
            return reported
        notes, reason = s.begins("notes"), s.begins("gives a reason")
        lead = cues.begins("notes" if notes else "leads to a clause", text, s.start, end)
        if not (reason or lead) or (not notes and s.begins("aside")):
            return _is_harmless(main)
        comma = _COMMA.search(text, s.start, end)
        if not (comma or lead):
            return True
        s = s.part(max(found.end() for found in (comma, lead) if found), end)
        if reason and s.told_again is not None:
            return s.told_again
    return False


def _is_harmless(s: _Behind) -> bool:
    """Whether a main clause is a courtesy or an aside, explains, or tells of something else than the answer."""
    text, start, others = s.text, s.start, s.others
    if s.begins("aside", "courtesy"):
        forbidden = _OF_THE_ANSWER - {"number"} if others else _ANOTHER_AMOUNT
        return not _THE_READER.isdisjoint(s.words) or forbidden.isdisjoint(s.words)
    measured = all(cues.follows(("measures",), text, start, at) for at, _ in others)
    if measured and s.begins("explains"):
        return _ANOTHER_AMOUNT.isdisjoint(s.words)
    if not others:
        return False
    at, last = others[0]
    denied = all(cues.near("denies in words", text, start, at, 6) for at, _ in others)
    if s.kind == "number" == behind.kind_of(text[at:last]):  # "27 would be too much"
        leads = not text[start:at].strip(_MARKS) and trust.is_undone(text, last, s.end)
        denied = denied or leads or s.words[0] == "neither"
    if denied and not _SET.search(s.answer):
        return True
    told = cues.tells(text, start, at) or cues.words_before(text, start, at)[-2:] == ["on", "average"]
    return bool(told and _A_NOUN.match(text, start, s.end)) and _OF_THE_ANSWER.isdisjoint(s.words[1:])
