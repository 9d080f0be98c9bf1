"""The answer where nothing marks it: what the closing sentences conclude (EXT-30 to EXT-49, EXT-56).

`SENTENCE` and `CONCLUSION` are the chapter as a table. Each closing sentence, the last first, is put to the rows in
order, and the first row whose condition holds decides: it takes an answer, says that there is none, or passes the
sentence over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.extract import (
    amounts,
    announced,
    asides,
    bare,
    behind,
    checks,
    cues,
    lists,
    mathenv,
    observed,
    rest,
    subject,
    trust,
)
from refgrader.extract.bare import joined
from refgrader.extract.beside import is_one_of_several
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, MOST_WORDS, STRING, Piece, Span, has_digit
from refgrader.extract.prose import REASON, Prose, measures
from refgrader.extract.sentences import Clause, Closing
from refgrader.extract.tongues import with_words
from refgrader.late import late
from refgrader.remembered import Once, remembering

#: Whatever is longer concludes nothing.
_SENTENCE_MAX: Final = 2_000
_LONGEST_JOIN: Final = 10
_AND_ANOTHER: Final = late(
    r"(?:[\s,;]{1,3}(?:and|but|while)|;)\s(?!so\b|then\b|hence\b|thus\b)"
    r"(?:\$?[A-Za-z]\$?\s|[A-Za-z]{2})"
)
_PLAIN_NUMBER: Final = frozenset("-+0123456789.,/{}%$ ")
#: A remark in brackets at the end: a reason, a share, the value once more; but not the total, and no point or interval.
_BRACKETS: Final = late(
    r"(?<=[\w%°$*})\]!.'\"”])(?<!\bU)(?<!\\cup)\s\((?!mod\s)(?:[≈$]{0,2}\s?\d|[a-z]{2}|[^()]{0,80}\d\s?[-+×*/=·−]\s?[$\d])"
    r"(?![^()]{0,80}\b(?:total|altogether|all|overall|including|or|not|actually)\b)[^()]{0,200}\)[.\s*]{0,9}\Z",
    re.I,
)
#: Behind a formula and its unit, what it comes to: ", about 25.8".
_ABOUT: Final = late(r"(?:\s[a-z]{1,20}){0,3},\s(?=(?:about|approximately|roughly)\s\$?(\d[\d.,]*(?<=\d)))")
#: A paragraph that is a few words in bold type, and words that no answer of them has.
_BOLD_LINE: Final = late(r"\s{0,3}(?:\*\*|__)([A-Za-z][A-Za-z'’ -]{1,40})\.?(?:\*\*|__)[.\s]{0,9}")
_MOST_IN_BOLD: Final = 4
_NO_ANSWER: Final = lexicon.words(
    "sentence word", "denial", "doubt", "rejection", "concludes", "total", "name of a value", "measured", "has a value"
) | frozenset("conclusion verification check done note summary correct great thanks final qed".split())
#: What may stand behind an answer in words: a remark, a reason or a ground.
_BEHIND_WORDS: Final = (*",;:-–—", "because ", "since ", "by the ")
#: A program: its numbers conclude nothing.
_CODE: Final = late(r"\w\(\s?[\"']|\bprint\(|\{\"\w+\":\s|\b[A-Z]\w{1,30}(?:Error|Exception)\b|\b[Tt]imeout\b")
#: A value given to a name, before words.
_SUBJECT: Final = late(r"(?<![\w\\])[A-Za-z]\s?=\s?[-−]?\d[\d./]*(?<=\d)(?:\$|\\\))?\s(?=[^\W\d_])")
#: Behind what is supposed or done: a clause of its own with its value, a calculation, or what is told to come of it.
_RESULT: Final = late(r"[,;:]\s\D{0,120}\d|\d[^A-Za-z=]{0,60}=\s?\$?-?\d")
#: Behind the formula of a function, that it is so everywhere: "f(x) = 2x for all x > 0".
_FOR_ALL: Final = late(
    r"(?<=\S),? for (?=(?:all|every|any|each)\s|[a-z] ?[<>≤≥≠])(?:(?:all|every|any|each) )?"
    r"(?:(?:real|positive|nonnegative|non-negative|negative|rational|natural) )?"
    r"(?:(?:numbers?|integers?|values? of|reals?) )?[a-z](?: ?(?:[<>≤≥∈]| in ) ?[^\s,;.]{1,12})?[\s.*_]*\Z"
)
#: What is put in for a letter, which gives the value: "plugging in $x=2$ gives 7"; what is tried may give any.
_PUT_IN: Final = ("substituting", "plugging", "setting", "putting")
_GIVES: Final = late(r"\b(?:gives|yields|results in)\b(?: us)?[^,;:.\d]{0,60}\d")
#: A number of things, before a relation.
_COUNT: Final = late(
    rf"(?<![\w.,])(?:(?:\d+|no|{amounts.FEW})\*{{0,2}}|(?:are|exactly|found)\s\$\d+\$)\s[A-Za-z][^,;:—–\d]*\Z", re.I
)
#: Of these a formula right behind them is no description.
_VALUES: Final = (["solutions"], ["roots"], ["points"], ["values"], ["zeros"])
#: What may stand before an answer in words.
_NAMES_IT: Final = lexicon.words("concludes", "may be true", "name of a value") | frozenset(
    "there it this the is are has have actually expression system".split()
)
_SUBORDINATES: Final = late(r"\b(?:by|if|as|from|because|since|when)\s", re.I)
#: Begins a line that is no sentence.
_NO_WORDS: Final = ("#", "```", "©")
#: A heading that names a value and tells it: "## Total weight: 116 kg"; "## Step 3: add 4" names none.
_HEADS_A_VALUE: Final = late(
    r"#{1,6}\s[*_]{0,3}(?!step|part|case)(?:[a-z-]{1,20}\s){0,4}[a-z-]{1,20}[*_]{0,3}:[^\n\d]{0,40}\d", re.I
)


@remembering
class Sentence(Clause):
    """A closing sentence: what the rows of the table ask about."""

    def __init__(self, close: Closing, index: int) -> None:
        start, end = close.sentences[index]
        super().__init__(close.text, start, end, mathenv.within(close.maths, start, end))
        self.close, self.index = close, index

    @property
    def is_in_brackets(self) -> bool:
        """Whether it is a remark in brackets, and no point, interval or union of some."""
        said = self.said.rstrip("*_")
        is_value = bare.is_label(said) or ("," in said and bare.is_bare(said))
        return said[0] + said[-1] in ("()", "（）") and not is_value

    @property
    def breaks_off(self) -> bool:
        """Whether it is the last one, and ends in a word or a mark in which no sentence ends."""
        return self.index == len(self.close.sentences) - 1 and trust.breaks_off(self.text, self.start, self.end)

    @property
    def concludes_nothing(self) -> bool:
        """Whether it only supposes, tries or is given its value, or works with it; or speaks against it."""
        if opens_with_nothing(self.text, self.start, self.end) or self.gives_only_reasons:
            return True
        subjects = list(_SUBJECT.finditer(self.text, self.start, self.end))
        subject = subjects[-1] if subjects else None
        if subject is None or has_digit(self.text, subject.end(), self.end):
            return False
        return cues.opens("speaks against its subject", self.text, subject.end(), self.end) is not None

    @property
    def gives_only_reasons(self) -> bool:
        """Whether its numbers stand in the reason alone that it opens with or ends in."""
        text, start, end = self.text, self.start, self.end
        opens = REASON.match(text, start, end)
        main = opens.end() if opens else start
        because = min((found.start() for found in cues.every("because", text, main, end)), default=end)
        return has_digit(text, start, end) and not has_digit(text, main, because) and because >= main

    @property
    def asks(self) -> bool:
        """Whether it asks, hedges or refuses."""
        return self.said.endswith(("?", "？")) or trust.is_in_doubt(self.text, self.start, self.end)

    @Once
    def main(self) -> Clause:
        """The clause that tells the value: without remarks, what led to it, its reason and its purpose."""
        text, start, end = self.text, self.start, self.end
        sos = dict(so.span() for so in cues.every("so", text, start, end))
        remarks = {found.start() for found in cues.every("postscript", text, start, end)}.difference(sos)
        for at in (found.start() for found in _BRACKETS.finditer(text, start, end)):
            if not (cues.tells(text, start, at) or cues.follows(("function word",), text, start, at)):
                remarks.add(at)
        for math in self.maths:
            about = _ABOUT.match(text, math.end, end)
            if about and not behind.is_told_another(self, text[math.inner : math.close], about[1]):
                remarks.add(about.end())
        end = asides.before_constants(text, start, end)
        if (everywhere := _FOR_ALL.search(text, start, end)) and "=" in text[start : everywhere.start()]:
            end = everywhere.start()
        end = min((at for at in remarks if any(map(str.isdigit, text[start:at]))), default=end)  # x² has one
        clauses = [at for at in sos.values() if at < end]
        start = max((at for at in clauses if has_digit(text, at, end)), default=start)
        concludes = start > self.start or cues.begins("concludes", text, start, end) is not None
        return self.narrowed(start, _end_of_telling(self.narrowed(start, end), concludes=concludes))

    @Once
    def marked(self) -> Sequence[Math]:
        """The formulas of its main clause that are no names."""
        return [math for math in self.main.maths if not bare.is_name(self.text, math)]

    @property
    def rivals(self) -> Sequence[Math]:
        """The formulas of its main clause that are numbers, and measure nothing: values beside the amounts."""
        text, start = self.text, self.main.start
        numbers = [math for math in self.marked if _is_number(text, math)]
        return [math for math in numbers if not cues.follows(("measures",), text, start, math.start)]

    @Once
    def amounts_that_count(self) -> Sequence[Span]:
        """The amounts in plain text that compete with the formulas of the main clause."""
        if not self.marked:
            return self.main.amounts
        text, since = self.text, self.main.maths[-1].end
        after = [span for span in self.main.amounts if span[0] >= since]
        if all(mathenv.is_condition(text, self.main.start, math) for math in self.marked):
            return after or self.main.amounts
        leads = len(self.marked) == 1
        return [] if leads and all(measures(text, since, first) for first, _ in after) else after

    @Once
    def prose(self) -> Prose:
        """What its main clause says in prose."""
        return Prose(self.text, self.main.outside, *self.undecorated, self.amounts_that_count)

    @Once
    def undecorated(self) -> Span:
        """Its main clause without Markdown, a bullet and the punctuation of its end."""
        return bare.undecorated(self.text, self.main.start, self.main.end)


def none(_: Sentence) -> None:
    """There is no definite answer."""


class Rule(NamedTuple):
    """A row of the table: the clause, when it applies, and what it takes, if not the piece that `when` finds.

    Without a `take`, the sentence is passed over.
    """

    clause: str
    when: Callable[[Sentence], object]
    take: Callable[[Sentence], Piece | None] | None = none


#: A remark in brackets, which tells no answer.
_IN_BRACKETS: Final = Rule("EXT-57", lambda s: s.index and s.is_in_brackets)
#: Whether a sentence tells of another answer than its own.
_OF_ANOTHER: Final = (trust.is_about_grading, announced.names_anothers, announced.tells_of_it)
#: What is decided by the sentence as a whole, in the order of the chapter.
SENTENCE: Final = (
    Rule("EXT-43", lambda s: s.end - s.start > _SENTENCE_MAX),
    Rule("EXT-47", lambda s: asides.says_nothing_of_it(s.text, s.start, s.end), None),
    Rule("EXT-57", lambda s: s.index and any(map(rest.drops_another, (s, *rest.without_reason(s, "")))), None),
    Rule("EXT-45", lambda s: trust.offers_another(s.text, s.start, s.end)),
    Rule("EXT-57", lambda s: s.index and checks.holds(s.text, s.start, s.end), None),
    _IN_BRACKETS,
    Rule("EXT-57", lambda s: is_aside(s.text, s.start, s.end)),
    Rule("EXT-26", lambda s: any(tells(s.text, s.start, s.end) for tells in _OF_ANOTHER)),
    Rule("EXT-45", lambda s: s.breaks_off or s.asks),
    Rule("EXT-49", lambda s: _goes_with_one_above(s), None),
    Rule("EXT-49", lambda s: _in_words(s)),
    Rule("EXT-45", lambda s: s.concludes_nothing),
    Rule("EXT-41", lambda s: lists.read(s.close, lists.items(s.close, s.index, -1), "EXT-41")),
    Rule("EXT-43", lambda s: lists.closes(s.close, s.index)),
    Rule("EXT-44", lambda s: bare.several(s.text, s.close.sentences, s.index)),
    Rule("EXT-41", lambda s: bare.assignments(s.close, s.index, -1, "EXT-41")),
    Rule("EXT-43", lambda s: s.said.startswith("|") or is_one_of_several(s.close, s.index)),
)
#: What its main clause concludes.
CONCLUSION: Final = (
    Rule("EXT-49", lambda s: s.prose.name),
    Rule("EXT-32", lambda s: lists.told_each(s.text, *s.undecorated)),
    Rule("EXT-30", lambda s: s.main.maths and not s.amounts_that_count, lambda s: _mathematics(s)),
    Rule("EXT-28", lambda s: _label(s.text, s.start, s.end)),
    Rule("EXT-41", lambda s: not s.main.maths and bare.alone(s.text, *s.undecorated, "EXT-41")),
    Rule("EXT-43", lambda s: _CODE.search(s.main.said) or not bare.is_whole(s.main.outside[slice(*s.undecorated)])),
    Rule("EXT-56", lambda s: _in_bold(s)),
    Rule("EXT-56", lambda s: s.prose.named),
    Rule("EXT-43", lambda s: s.prose.has_rival or s.prose.bound or (not s.prose.told and s.rivals)),
    Rule("EXT-42", lambda s: s.prose.end_value),
    Rule("EXT-56", lambda s: s.prose.marked),
    Rule("EXT-42", lambda s: s.prose.single),
    Rule("EXT-43", lambda s: s.prose.values or s.prose.more),
)


def _first_rule(s: Sentence) -> tuple[Rule | None, object]:
    """The first rule that holds of a sentence, with what it found there."""
    for rule in (*SENTENCE, *CONCLUSION):
        if found := rule.when(s):
            return rule, found
    return None, None


def pieces(close: Closing) -> Iterator[Piece | None]:
    """What the last closing sentence concludes that says anything of it; a None: it comes to no definite answer."""
    below = [index for index, span in enumerate(close.sentences) if trust.is_appendix(close.text, *span)]
    if below[:1] == [0]:
        yield None
    beside: list[Rule | None] = []
    for index in range(min([*below, len(close.sentences)]) - 1, -1, -1):  # below "Verification" stands a check
        s = Sentence(close, index)
        rule, found = _first_rule(s)
        if rule is None or rule is _IN_BRACKETS:
            beside.append(rule)
        elif rule.take:
            piece = found if isinstance(found, Piece) else rule.take(s)
            another = piece and (
                subject.is_another(close.text, s.start, piece)
                or (piece.text.startswith("\\") and trust.is_changed(close.text, s.start, piece.start))
            )
            stands = piece and not another and not (beside and not _is_in_bold(s, piece))
            if stands or beside[:1] != [None]:
                yield with_words(close, piece, None) if piece and stands else None
            return
    if beside[:1] == [_IN_BRACKETS]:
        yield None


def _is_in_bold(s: Sentence, piece: Piece) -> bool:
    """Whether a value is set in bold type, which marks it as the result: "So it takes **15 hours**"."""
    return s.text.count("**", s.start, piece.start) % 2 == 1


def opens_with_nothing(text: str, start: int, end: int) -> bool:
    """Whether a sentence supposes, tries, is given or works with a value, and comes to none behind that (EXT-45)."""
    opens = cues.begins("concludes nothing", text, start, end)
    if opens is None or _RESULT.search(text, opens.end() + 1, end):  # behind its own comma
        return False
    is_put_in = any(word in opens[0].lower() for word in _PUT_IN)
    return not (is_put_in and _GIVES.search(text, opens.end(), end))


def is_aside(text: str, start: int, end: int) -> bool:
    """Whether a sentence does not belong to the conclusion (EXT-47)."""
    heads = text.startswith(_NO_WORDS, start, end) and not _HEADS_A_VALUE.match(text, start, end)
    if heads or not bare.says_something(text[start:end]):
        return True
    return cues.begins_any(("aside", "checks", "warns"), text, start, end)


#: Before "yes" or "no", a question to or about who answers, which is none of the problem: "Are we done?".
_ASKED_OF_SOMEBODY: Final = late(
    r"\b(?:(?:am|are|do|did|can|could|should|may|shall|will|would|have)\s(?:i|you)|(?:are|have)\swe"
    r"|(?:is|was|does)\s(?:this|that)(?=\s(?:all|it|wrong|right|correct|clear|true|so|ok|okay|help|helpful|makes?|your?|my|our)\b))"
    r"\b[^.?!\n]{0,60}\?[\s*_$\\]*\Z",
    re.I,
)
_NEAR_A_QUESTION: Final = 100


def _in_words(s: Sentence) -> Piece | None:
    """The answer in words that a clause gives which only names something before it: "Yes, because 3 + 4 = 7", "The
    discriminant is -4, so there is no solution"."""
    text, start, end = s.text, s.start, s.end
    for found in cues.every("answer in words", text, start, end):
        first, last = found.span()
        before = trust.spoken(text[start:first].rpartition(", ")[2], 0, first)
        behind = text[last:end].strip(" .*_!")
        alone = _NAMES_IT.issuperset(before) and (not behind or behind.startswith(_BEHIND_WORDS))
        taken_back = trust.limits_truth(text, first, last, end) or cues.begins("no verdict", text, last, end)
        asked = _ASKED_OF_SOMEBODY.search(text, max(0, first - _NEAR_A_QUESTION), first) is not None
        if alone and not (taken_back or asked) and not cues.said("supposes", text, start, first):
            return Piece(found[0], first, last, "EXT-49", EXPR)
    return None


def _in_bold(s: Sentence) -> Piece | None:
    """The few words in bold type that are the last paragraph, and say nothing of the answer: "**Evelyn**"."""
    text = s.text
    line = text.rfind("\n", 0, s.start) + 1
    found = _BOLD_LINE.fullmatch(text, line, s.close.end) if text[:line].endswith("\n\n") else None
    words = found[1].lower().split() if found else []
    if not found or len(words) > _MOST_IN_BOLD or not _NO_ANSWER.isdisjoint(words):
        return None
    return Piece(found[1], *found.span(1), "EXT-56", EXPR)


def _goes_with_one_above(s: Sentence) -> bool:
    """Whether a sentence stands behind a "yes" or a "no" that is one by itself, in its paragraph: "Yes. It is so."."""
    paragraph = s.text.rfind("\n\n", 0, s.start)
    above = takewhile(lambda span: span[1] > paragraph, reversed(s.close.sentences[: s.index]))
    said = (s.text[slice(*bare.undecorated(s.text, *span))] for span in above)
    return any(one.isalpha() and observed.goes_with(s.said, one) for one in said)


def _end_of_telling(clause: Clause, *, concludes: bool) -> int:
    """Where the clause ends that tells or concludes a value: before its reason or its purpose (EXT-35, EXT-42)."""
    text, start, end = clause.text, clause.start, clause.end
    for purpose in cues.every("needed for", text, start, end):
        to_a_number = text[purpose.end() : end].lstrip(" *_$")[:1].isdigit()
        if not to_a_number and not _goes_on(text, purpose.end(), end):
            return text.rfind(" to ", start, end)
    opened = (found for category in ("because", "subordinate") for found in cues.every(category, text, start, end))
    reason = min((found.start() for found in opened if not _goes_on(text, found.end(), end)), default=end)
    formulas = (math.start for math in mathenv.within(clause.maths, start, reason))
    values = (*formulas, *(first for first, _ in amounts.find(text, start, reason))) if reason < end else ()
    return reason if any(concludes or cues.tells(text, start, at) for at in values) else end


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a comma or a semicolon follows, other than that of a number."""
    return any(text[at] in ",;" and not text[at + 1 : at + 3].strip()[:1].isdigit() for at in range(start, end))


def _telling(clause: Clause) -> Sequence[Math]:
    """The maths that are no conditions, and not where or with what a value is attained that was told before.

    None where a value is told for each of several places.
    """
    text, start, maths = clause.text, clause.start, clause.maths
    telling: list[Math] = []
    told = aside = placed = False
    for index, math in enumerate(maths):
        gap = text[maths[index - 1].end : math.start] if aside and math is maths[-1] else ""
        joins = len(gap) < _LONGEST_JOIN and gap.strip(" ,\n") == "and"  # "with $a = 3$ and $b = 6$"
        aside = joins or mathenv.is_condition(text, start, math)
        if not aside and told and mathenv.is_circumstance(text, start, math):
            aside = placed = True
        if not aside:
            if placed:
                return []
            telling.append(math)
            told = told or cues.tells(text, start, math.start) or _is_number(text, math)
    return telling or maths


def _mathematics(s: Sentence) -> Piece | None:
    """The last formula that is neither a name nor a condition, and those joined to it (EXT-30, 32, 35)."""
    text, start, maths = s.text, s.main.start, s.main.maths
    telling = _telling(s.main)
    if not telling:
        return None
    named = [math for math in telling if not bare.is_name(text, math)] or telling
    group = [math for math in mathenv.group(text, maths, maths.index(named[-1]), -1) if math in telling]
    told = [math for math in named if cues.tells(text, start, math.start)]
    if group[0] not in told and _has_rival(text, group, named):
        group = told if len(told) == 1 else []
    while len(group) > 1 and _is_said_again(text, *group[-2:]):
        group = group[-1:]
    if (
        not group
        or _is_subordinate(s, group[0])
        or _is_part(s, group)
        or (s.prose.denied and group[0] not in told)
        or _is_second(s, group[0], told)
    ):
        return None
    return joined(text, group, "EXT-30")


def _is_said_again(text: str, math: Math, other: Math) -> bool:
    """Whether "or" joins two formulas that are the same: "$y-2x=1$ or $y=2x+1$"."""
    joint = text[math.end : other.start].strip(" ,\n")
    values = (text[one.inner : one.close] for one in (math, other))
    return joint == "or" and not behind.differs(*values)


def _is_subordinate(s: Sentence, math: Math) -> bool:
    """Whether a number in plain text is told, and a formula only in a clause behind it: "20 by adding 2 to $18$"."""
    plain = min((last for _, last in s.main.amounts if last <= math.start), default=None)
    return plain is not None and _SUBORDINATES.search(s.text, plain, math.start) is not None


def _is_part(s: Sentence, group: Sequence[Math]) -> bool:
    """Whether formulas are a bound, or a part of what the words before them or behind them make of them."""
    text, start, end = s.text, s.main.start, s.main.end
    bounded = trust.is_bound(text, start, group[0].start, mathenv.NEAR)
    bounded = bounded or cues.begins("bound behind", text, group[-1].end, end) is not None
    worked_on = bounded or trust.is_worked_on(text, start, group[0].start) or _describes_a_count(s, group[0])
    return worked_on or announced.goes_on(text, group[-1].end, end)


def _describes_a_count(s: Sentence, math: Math) -> bool:
    """Whether a relation says what is counted before it: "6 solutions to $x + y = 9$"."""
    text, start = s.text, s.main.start
    last = cues.words_before(text, start, math.start)[-1:]
    told = last in _VALUES or (last != ["to"] and cues.tells(text, start, math.start))
    relates = not {"=", "<", ">", "≤", "≥", "\\"}.isdisjoint(text[math.inner : math.close])
    counts = (_COUNT.search(said, start, math.start) for said in (s.main.outside, text))  # "$4$ primes"
    return relates and not told and any(counts)


def _has_rival(text: str, group: Sequence[Math], named: Sequence[Math]) -> bool:
    """Whether a number stands in the sentence beside the number that ends the group."""
    others = (math for math in named if math not in group)
    return _is_number(text, group[-1]) and any(_is_number(text, math) for math in others)


def _is_second(s: Sentence, math: Math, told: Sequence[Math]) -> bool:
    """Whether a formula is told beside another: "the minimum is $1$ and the maximum is $2$"."""
    first = max((one.end for one in told if one.start < math.start), default=None)
    return first is not None and math in told and _AND_ANOTHER.match(s.text, first, s.main.end) is not None


def _is_number(text: str, math: Math) -> bool:
    """Whether the math is a number, or a calculation with its result (`3! = 6`)."""
    return _PLAIN_NUMBER.issuperset(text[slice(*bare.result(text, math.inner, math.close))])


def _label(text: str, start: int, end: int) -> Piece | None:
    """The label of a choice, where the stretch is nothing else, but for a word that concludes: "Therefore, **C**."."""
    concludes = cues.begins("concludes", text, start, end)
    first, last = bare.undecorated(text, concludes.end() if concludes else start, end)
    named = cues.opens("kind of choice alone", text, first, last)
    first, last = bare.undecorated(text, named.end() if named else first, last)
    said = text[first:last]
    if not bare.is_label(said) or (concludes and said.islower()):
        return None
    return Piece(said, first, last, "EXT-28" if concludes else "EXT-40", STRING)


def short(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is mathematics, a choice, or a few words that make no sentence (EXT-40)."""
    line = _definite_line(text, start, end)
    if line is None:
        return None
    said = text[slice(*line)]
    if label := _label(text, *line):
        return label
    if chosen := cues.opens("only a choice", text, *line):
        return Piece(chosen[1], *chosen.span(1), "EXT-40", STRING)
    if formula := bare.alone(text, *line, "EXT-40"):
        return formula
    words = said.lower().replace("’", "'").split()
    rest = text[start - 1 : start].isalnum()  # Of a sentence that retracted.
    wordy = rest or any(mark.isdigit() or mark in "\\${}?" for mark in said)
    wordy = wordy or not cues.among("sentence word").isdisjoint(word.strip(".,!:;") for word in words)
    return None if wordy or len(words) > MOST_WORDS else Piece(said, *line, "EXT-40", EXPR)


def content(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is one line (EXT-4)."""
    line = _definite_line(text, start, end)
    return None if line is None else Piece(text[slice(*line)], *line, "EXT-4", EXPR)


def _definite_line(text: str, start: int, end: int) -> Span | None:
    """The stretch without its decoration, where it is one line that neither hedges nor lists nor asks."""
    first, last = bare.undecorated(text, start, end)
    said = text[first:last]
    if not bare.says_something(said) or "\n" in said or said.endswith("?") or text.startswith("#", start):
        return None
    if bare.lists_choices(said) or _CODE.search(said):
        return None
    return None if trust.is_in_doubt(text, first, last) or trust.is_about_grading(text, first, last) else (first, last)
