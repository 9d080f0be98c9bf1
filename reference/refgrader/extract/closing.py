"""The answer where nothing marks it: what the closing sentences conclude (EXT-30 to EXT-49, EXT-56).

`SENTENCE` and `CONCLUSION` are the chapter as a table. Each closing sentence, the last first, is put to the rows in
order, and the first row whose condition holds decides: it takes an answer, says that there is none, or passes the
sentence over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.extract import amounts, bare, cues, mathenv, trust
from refgrader.extract.bare import joined, value, written
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, HOLE, STRING, Piece, Span
from refgrader.extract.prose import Prose
from refgrader.extract.sentences import Clause, Closing

#: How many sentences without any value may follow the conclusion.
_PATIENCE: Final = 3
#: Whatever is longer concludes nothing.
_SENTENCE_MAX: Final = 2_000
_NAME: Final = re.compile(
    r"(?!\\(?:pi|infty|emptyset|varnothing)\b)\\?[a-zA-Z]+(?:_\{?\w+\}?)?'*|"
    r"\\(?:triangle|angle|overline|odot)\s*\{?[A-Z]+\}?|\\[a-zA-Z]+\s+[A-Z]+|"
    r"\(\s*[a-zA-Z](?:\s*,\s*[a-zA-Z])+\s*\)"
)
_PLAIN_NUMBER: Final = re.compile(r"[-+\d.,/{}%$ ]+")
#: Words that no sentence ends in: it was cut off.
_CUT_OFF: Final = re.compile(
    r"\b(?:leaving|is|are|was|were|the|an|of|to|and|or|with|then|so|gives?|equals?|for|by|from|which|that|because|since|we|"
    r"she|he|they|her|his|their)\s?\Z"
)
#: A sentence that begins with its verdict: whatever numbers follow are the reasons.
_VERDICT: Final = re.compile(
    r"[\s*_>\"“]*(yes|no|true|false)(?=[*_\"”]{0,3}\s{0,3}(?:[,.!:;—–]|-|\Z))"
    r"(?!\W{1,9}(?:wait|let|here|sure|of\scourse|certainly|(?:i|we|you)\scan|i['’]ll|that['’]s\s(?:right|correct)))"
    r"(?!\W{1,9}(?:it|that|this|the\s\w+)(?:['’]s|\s(?:is|was|should\sbe))\s[*$\\(]{0,4}\d)",
    re.I,
)
#: What a sentence that concludes begins with.
_CONCLUDES: Final = re.compile(r"[\s*_>]*(?:so|thus|therefore|hence|consequently|in\sconclusion|finally)\b", re.I)
_DIGIT: Final = re.compile(r"\d")
#: The marks of asides that are no words: a rule, the end of a proof, a heading, a check mark.
_NO_WORDS: Final = re.compile(
    r"[\s*_#>|`~=-]+\Z|\s*#|[\s*_#>(✅✓✔☑🔍👉💡-]*(?:```|©)|\$?\s?\\(?:blacksquare|square|Box|qed)\s?\$?\s?\Z|"
    r"(?:indeed|substituting\sback|plugging\s(?:it\s)?back\sin)[,:]?\s(?:\$|\\\()?\s?[-(]?\d[^=\n]{0,80}=(?=\W{0,9}\w)",
    re.I,
)
#: The same value once more, rounded: what stands before it is the answer.
_RESTATED: Final = re.compile(
    r"(?:\bor|\bwhich\sis|\bi\.e\.,?|\()\s{0,3}(?:about|approximately|approx\b\.?|roughly|around|equivalently|≈|\$\\approx)|"
    r",?\s?\(?\b(?:i\.e\.|in\sother\swords)",
    re.I,
)
#: What a sentence says of its result after it: a reason in brackets, or where it is attained.
_POSTSCRIPT: Final = re.compile(
    r"\s\((?:≈?\s?\d[\d.]*\s?\\?%|[a-z]{2,}\b|[^()]{0,80}\d\s?(?:[+×*/=·]|\s[-−])\s?[$\d]|"
    r"\$?\d(?![^()]{0,80}\b(?:total|altogether|all|overall|including|or|not|actually)\b))[^()]{0,200}\)[.\s*]{0,9}\Z|"
    r"\s(?:including|instead\sof|rather\sthan)\s|"
    r",\swhich\s(?:is|are|was)\s[^,;]{0,80}\b(?:more|less|fewer|greater|smaller|larger|times|half|twice)\b|"
    r"\s(?:when\s)?(?:rounded|correct|accurate)\sto\s|"
    r"(?<=\d)\s(?:when|if)\s[^,;]{0,80}\bdivided\sby\s|"
    r"(?:,|\sand\s(?:it|this)(?:['’]s|\sis)?|\swhich\sis)\s(?:attained|achieved|reached)\s|"
    r"(?:\s(?:and|which)\s(?:occurs|happens)|\soccurring)\s(?:at|when|for|if)\s|"
    r"\s(?:as\s)?compared\s(?:to|with)\s\S{0,3}\d\S{0,20}(?:\s[A-Za-z]{1,20}){0,4}\W{0,9}\Z|"
    r"(?<!ed)(?<!rs)(?<!ns)(?<!ly)\s(?:when|where|if)\s\$?[A-Za-z]\s?=|"
    r"(?<=\d)\sat\s[A-Za-z]\s?=",
    re.I,
)
#: The closing clause of a sentence begins after these words.
_CLOSING_CLAUSE: Final = re.compile(
    r"(?:[,;–—]\s{0,9}(?:and\s)?|\band\s)(?:so|thus|therefore|hence)\b(?!\s(?:that|many|much|far|on|are|is|do|does)\b),?\s{0,9}|"
    r",\s(?:for|making|giving|yielding|which\smakes)\s(?:an?\s(?:grand\s)?total\sof\s|"
    r"(?=\$?\d[\d,.]{0,20}(?:\s[a-z]{1,20}){0,2}\s(?:in\sall|in\stotal|altogether)\W{0,9}\Z))|"
    r",\sbut\s(?:(?:it|that)['’]s|(?:it|that|the\sanswer)\sis)\s(?:actually|really|in\sfact)\s",
    re.I,
)
#: The reason for a value that was told, up to the end of the sentence.
_REASON: Final = re.compile(r"(?<!\bbut)(?<!\band)\s(?:because|since|where\sthe)\s(?!.*?[,;](?!\d))", re.I | re.S)
_NEEDS: Final = "|".join(sorted(lexicon.words("needs")))
#: An amount that is needed for what follows: "he needs 2 weeks".
_NEEDED: Final = re.compile(rf"\b(?:{_NEEDS})\s[^\d;,]{{0,40}}\d[^;]{{0,80}}\Z", re.I)
#: What an amount is needed for, after "to": "2 weeks to save $80".
_PURPOSE: Final = re.compile(r"(?!be\s)[a-z]{2,12}\s[^,;]*(?:,\d[^,;]*)?", re.I)
#: A value so introduced is told, too.
_EXTREME: Final = (["minimum", "of"], ["maximum", "of"], ["value", "of"])
#: A program: its numbers conclude nothing.
_CODE: Final = re.compile(r"__\w+__|\w\(\s?[\"']|\w\[\s?[\"']|\bimport\s\w|\bprint\(|!=|:=|;\s?\Z|\blambda\b")
_BLOCK: Final = re.compile(r"```[ \t]*(?:(?:output|stdout|result|text)[ \t]*)?\n")
_LONGEST: Final = 300
_MOST_WORDS: Final = 4

Found = Iterator[Piece | None]


@dataclass(frozen=True)
class Sentence(Clause):
    """A closing sentence: what the rows of the table ask about."""

    close: Closing
    index: int

    @cached_property
    def cell(self) -> Span | None:
        """The last cell of a table's row, if the row is that of the total (EXT-43)."""
        row = self.said.rstrip("| ")
        if not cues.said("total", row, 0, len(row)) or row.rfind("|") <= 0:
            return None
        return self.start + row.rindex("|") + 1, self.start + len(row)

    @cached_property
    def assigned(self) -> Sequence[Span]:
        """The lines up to this one that give a value each to names of their own."""
        return bare.assignments(self.text, self.close.sentences, self.index, -1)

    @cached_property
    def main(self) -> Clause:
        """The clause that tells the value: without remarks, what led to it, its reason and its purpose."""
        start, end = self.cell if self.said.startswith("|") and self.cell else (self.start, self.end)
        for pattern in (_RESTATED, _POSTSCRIPT):
            if (found := pattern.search(self.text, start, end)) and _DIGIT.search(self.text, start, found.start()):
                end = found.start()
                break
        for so in _CLOSING_CLAUSE.finditer(self.text, start, end):
            if _DIGIT.search(self.text, so.end(), end):
                start = so.end()
        return self.narrowed(start, _end_of_telling(self.narrowed(start, end)))

    @cached_property
    def marked(self) -> Sequence[Math]:
        """The formulas of its main clause that are no names."""
        return [math for math in self.main.maths if not _is_name(self.text, math)]

    @cached_property
    def amounts_that_count(self) -> Sequence[Span]:
        """The amounts in plain text that compete with the formulas of the main clause."""
        clause = self.main
        if not clause.maths:
            return clause.amounts
        after = [span for span in clause.amounts if span[0] >= clause.maths[-1].end]
        if after or not (clause.amounts and _say_nothing(clause, clause.amounts[-1][0])):
            return after
        return clause.amounts

    @cached_property
    def prose(self) -> Prose:
        """What its main clause says in prose."""
        start, end = self.undecorated
        while end > start and self.text[end - 1] == "!":
            end -= 1
        return Prose(self.text, self.main.outside, start, end, self.amounts_that_count)

    @cached_property
    def undecorated(self) -> Span:
        """Its main clause without Markdown, a bullet and the punctuation of its end."""
        return bare.undecorated(self.text, self.main.start, self.main.end)


class Rule(NamedTuple):
    """A row of the table: the clause, when it applies, and what it takes; nothing, to pass the sentence over."""

    clause: str
    when: Callable[[Sentence], object]
    take: Callable[[Sentence], Found] | None


def none(_: Sentence) -> Found:
    """There is no definite answer."""
    yield None


def _leads(s: Sentence) -> bool:
    """Whether the only formula is the result although amounts in plain text follow: they only measure it."""
    if not s.amounts_that_count or len(s.marked) != 1 or not _is_number(s.text, s.marked[0]):
        return False
    math, start = s.marked[0], s.main.start
    after = [span for span in s.main.amounts if span[0] >= s.main.maths[-1].end]
    if not after or mathenv.is_condition(s.text, start, math) or _means(s.text, start, math.start):
        return False
    return all(_means(s.text, math.end, first) for first, _ in after)


def _means(text: str, start: int, at: int) -> bool:
    return cues.follows(("measures", "takes part"), text, start, at)


def _take(which: Callable[[Sentence], Piece | None]) -> Callable[[Sentence], Found]:
    return lambda s: iter([which(s)])


def _amount(text: str, span: Span) -> Piece:
    return Piece(text[slice(*span)], *span, "EXT-42", EXPR)


#: What is decided by the sentence as a whole, in the order of the chapter: (clause, when, take).
SENTENCE: Final = (
    Rule("EXT-43", lambda s: s.end - s.start > _SENTENCE_MAX, none),
    Rule("EXT-47", lambda s: is_aside(s.text, s.start, s.end), None),
    Rule("EXT-26", lambda s: trust.is_about_grading(s.text, s.start, s.end), None),
    Rule("EXT-45", lambda s: s.index == len(s.close.sentences) - 1 and _CUT_OFF.search(s.said), none),
    Rule("EXT-45", lambda s: s.said.endswith(("?", "？")) or trust.is_in_doubt(s.text, s.start, s.end), none),
    Rule("EXT-49", lambda s: _VERDICT.match(s.text, s.start), lambda s: _verdict(s.text, s.start)),
    Rule("EXT-44", lambda s: bare.several(s.text, s.close.sentences, s.index), none),
    Rule("EXT-41", lambda s: len(s.assigned) > 1, _take(lambda s: bare.listed(s.text, s.assigned, "EXT-41"))),
    Rule("EXT-43", lambda s: s.said.startswith("|") and not s.cell, none),
)
#: What its main clause concludes.
CONCLUSION: Final = (
    Rule("EXT-56", _leads, _take(lambda s: joined(s.text, s.marked, "EXT-56"))),
    Rule("EXT-30", lambda s: s.main.maths and not s.amounts_that_count, lambda s: _mathematics(s.main)),
    Rule(
        "EXT-41", lambda s: not s.main.maths and bare.is_bare(s.text[slice(*s.undecorated)]), _take(lambda s: _bare(s))
    ),
    Rule("EXT-43", lambda s: _CODE.search(s.main.said) or not _is_prose(s), none),
    Rule("EXT-43", lambda s: s.prose.told and s.prose.has_rival, none),
    Rule("EXT-43", lambda s: s.prose.tail and not s.prose.told and s.prose.is_bound(s.prose.tail), none),
    Rule(
        "EXT-42",
        lambda s: s.prose.ends_in_value,
        _take(lambda s: value(s.text, *(s.prose.tail or (0, 0)), "EXT-42", EXPR)),
    ),
    Rule("EXT-43", lambda s: len(s.prose.values) == 1 and s.prose.is_bound(s.prose.values[0]), none),
    Rule("EXT-56", lambda s: s.prose.marked, _take(lambda s: s.prose.marked)),
    Rule(
        "EXT-42",
        lambda s: len(s.prose.values) == 1 and not (s.prose.denied or s.prose.words or s.prose.more),
        _take(lambda s: _amount(s.text, s.prose.values[0])),
    ),
    Rule("EXT-43", lambda s: s.prose.values or s.prose.more or len(s.prose.words) > 1, none),
    Rule("EXT-45", lambda s: s.prose.words and s.prose.denied, none),
    Rule("EXT-42", lambda s: s.prose.words, _take(lambda s: _amount(s.text, s.prose.words[0]))),
    Rule("EXT-49", lambda s: s.prose.in_words, _take(lambda s: s.prose.in_words)),
)


def pieces(close: Closing) -> Found:
    """What the closing sentences conclude, the last first; a None: they come to no definite answer."""
    opening = next(_verdict(close.text, close.sentences[0][0]), None)
    waited = 0
    for index in range(_without_appendix(close) - 1, -1, -1):
        start, end = close.sentences[index]
        sentence = Sentence(close.text, start, end, mathenv.within(close.maths, start, end), close, index)
        rule = next((rule for rule in (*SENTENCE, *CONCLUSION) if rule.when(sentence)), None)
        if rule is not None and rule.take is None:
            continue
        found = list(rule.take(sentence)) if rule is not None and rule.take is not None else []
        if found and (opening is None or rule in SENTENCE or _CONCLUDES.match(sentence.said)):
            first = found[0]
            if first and (trust.is_undone(close.text, first.end, end) or trust.is_unsettled(close, index, first.end)):
                yield None
            yield from found
            return
        waited += 1
        if waited >= _PATIENCE or found:
            break
    if opening is not None:
        yield opening


def is_aside(text: str, start: int, end: int) -> bool:
    """Whether a sentence does not belong to the conclusion (EXT-47)."""
    if _NO_WORDS.match(text, start, end):
        return True
    first = trust.begins(text, start, end)
    return cues.opens("aside", text, first, end) is not None


def _without_appendix(close: Closing) -> int:
    """How many sentences stand before a heading below which the answer is only checked or remarked upon."""
    for index in range(1, len(close.sentences)):
        if trust.is_appendix(close.text, *close.sentences[index]):
            return index
    return len(close.sentences)


def _verdict(text: str, start: int) -> Iterator[Piece]:
    said = _VERDICT.match(text, start)
    if said:
        yield Piece(said[1], *said.span(1), "EXT-49", EXPR)


def _bare(s: Sentence) -> Piece | None:
    return value(s.text, *s.undecorated, "EXT-41", written(s.text[slice(*s.undecorated)]))


def _is_prose(s: Sentence) -> bool:
    return bare.is_whole(s.main.outside[slice(*s.undecorated)])


def _end_of_telling(clause: Clause) -> int:
    """Where the clause ends that tells the value: before its reason or its purpose (EXT-35, EXT-42)."""
    text, start, end = clause.text, clause.start, clause.end
    to = text.rfind(" to ", start, end)
    if to >= 0 and _PURPOSE.fullmatch(text, to + len(" to "), end) and _NEEDED.search(text, start, to):
        return to
    reason = _REASON.search(text, start, end)
    if reason is None:
        return end
    formulas = (math.start for math in mathenv.within(clause.maths, start, reason.start()))
    values = (*formulas, *(first for first, _ in amounts.find(text, start, reason.start())))
    return reason.start() if any(_is_told(text, start, at) for at in values) else end


def _is_told(text: str, start: int, at: int) -> bool:
    return cues.tells(text, start, at) or cues.words_before(text, start, at)[-2:] in _EXTREME


def _say_nothing(clause: Clause, value: int) -> bool:
    """Whether the maths are but names, or say where the value in plain text is attained."""
    text, start = clause.text, clause.start
    return all(
        _is_name(text, math)
        or (
            value < math.start
            and (mathenv.is_circumstance(text, start, math) or mathenv.is_condition(text, start, math))
            and _is_told(text, start, value)
        )
        for math in clause.maths
    )


def _telling(clause: Clause) -> Sequence[Math]:
    """The maths that are no conditions, and not where or with what a value is attained that was told before.

    None where a value is told for each of several places.
    """
    text, start, maths = clause.text, clause.start, clause.maths
    telling: list[Math] = []
    told = aside = placed = False
    for index, math in enumerate(maths):
        joins = aside and math is maths[-1] and mathenv.goes_on(text, maths[index - 1], math)
        aside = joins or mathenv.is_condition(text, start, math)
        if not aside and told and mathenv.is_circumstance(text, start, math):
            aside = placed = True
        if not aside:
            if placed:
                return []
            telling.append(math)
            told = told or _is_told(text, start, math.start) or _gives_number(text, math)
    return telling or maths


def _mathematics(clause: Clause) -> Found:
    """The last formula that is neither a name nor a condition, and those joined to it (EXT-30, 32, 35)."""
    text, start, maths = clause.text, clause.start, clause.maths
    telling = _telling(clause)
    if not telling:
        yield None
        return
    named = [math for math in telling if not _is_name(text, math)] or telling
    group = mathenv.closing_group(text, maths, maths.index(named[-1]))
    group = [math for math in group if math in telling] or group
    told = [math for math in named if cues.tells(text, start, math.start)]
    if group[0] not in told and _is_number(text, group[-1]) and _has_rivals(text, named, group):
        group = told if len(told) == 1 else []
    yield None if not group or (clause.denied and group[0] not in told) else joined(text, group, "EXT-30")


def _has_rivals(text: str, maths: Sequence[Math], group: Sequence[Math]) -> bool:
    """Whether another of the maths gives a number, too."""
    return any(math not in group and (_is_number(text, math) or _gives_number(text, math)) for math in maths)


def _is_number(text: str, math: Math) -> bool:
    return bool(_PLAIN_NUMBER.fullmatch(text, math.inner, math.close))


def _gives_number(text: str, math: Math) -> bool:
    """Whether the math is a calculation with its result (`3! = 6`)."""
    first, last = bare.result(text, math.inner, math.close)
    return first > math.inner and bool(_PLAIN_NUMBER.fullmatch(text, first, last))


def _is_name(text: str, math: Math) -> bool:
    return bool(_NAME.fullmatch(text, math.inner, math.close))


def short(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is mathematics, a choice, or a few words that make no sentence (EXT-40)."""
    line = _definite_line(text, start, end)
    if line is None:
        return None
    said = text[slice(*line)]
    if bare.is_label(said):
        return Piece(said, *line, "EXT-40", STRING)
    if bare.is_bare(said):
        return value(text, *mathenv.tidy(text, *line), "EXT-40", written(said))
    words = said.lower().replace("’", "'").split()
    rest = text[start - 1 : start].isalnum()  # Of a sentence that retracted.
    wordy = rest or any(mark.isdigit() or mark in "\\${}?" for mark in said)
    wordy = wordy or not cues.among("sentence word").isdisjoint(word.strip(".,!:;") for word in words)
    return None if wordy or len(words) > _MOST_WORDS else Piece(said, *line, "EXT-40", EXPR)


def content(text: str, start: int, end: int) -> Piece | None:
    """The whole stretch where it is one line (EXT-4)."""
    line = _definite_line(text, start, end)
    return None if line is None else Piece(text[slice(*line)], *line, "EXT-4", EXPR)


def _definite_line(text: str, start: int, end: int) -> Span | None:
    """The stretch without its decoration, where it is one line that neither hedges nor lists nor asks."""
    first, last = bare.undecorated(text, start, end)
    said = text[first:last]
    if not bare.says_something(said) or "\n" in said or len(said) > _LONGEST or text.startswith("#", start):
        return None
    if HOLE in said or said.endswith("?") or bare.lists_choices(said) or _CODE.search(said):
        return None
    return None if trust.is_in_doubt(text, first, last) or trust.is_about_grading(text, first, last) else (first, last)


def printed(text: str, start: int, end: int) -> Piece | None:
    """The one value in the last output block, if it holds just one (EXT-46)."""
    close = text.rfind("```", start, end)
    opening = text.rfind("```output", start, close) if close >= 0 else -1
    block = _BLOCK.match(text, opening, close) if opening >= 0 else None
    if block is None:
        return None
    said = text[block.end() : close]
    first = block.end() + len(said) - len(said.lstrip())
    said = said.strip()
    return Piece(said, first, first + len(said), "EXT-46", EXPR) if bare.is_bare(said) else None
