"""Whether what stands around a box leaves it alone (EXT-17, EXT-19): its sentence, and those behind it.

Doubt refuses, as behind other answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import (
    amounts,
    announced,
    bare,
    behind,
    closing,
    counted,
    cues,
    directly,
    mathenv,
    observed,
    rest,
    settled,
    subject,
    telling,
    tongues,
    trust,
    whose,
)
from refgrader.extract.boxes import Box
from refgrader.extract.piece import Piece, has_digit
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural

#: A group directly behind a box: of which of the two it is the content, nobody knows.
_SECOND_GROUP: Final = late(r"\{[^{}\d]*\d[^{}]*\}")
#: Behind a box in its formula, another value.
_IN_ITS_FORMULA: Final = late(r"\s?[=,]\s?([^$=,]{1,40})(?:\$|\\\])")
#: Without a word of one of these phrases nothing behind a box takes it back.
_TAKES_BACK: Final = ("retraction", "undoes", "bound behind", "or another value", "and another value")
_CHANGES: Final = lexicon.words("otherwise", "scale", "part") | {"cubed", "other"}
#: A tag, or the mark of a quotation at the beginning of a line.
_MARKUP: Final = late(r"<[A-Za-z/][^<>\n]{0,60}>|^[\s>]+", re.M)
#: Behind a box and its unit, more of another one: "hours and 30 minutes".
_AND_MORE: Final = late(r"[\s$*]{1,4}(?:([a-z]+) (?:and )?|(?:to|out of) )\$?\d|[$*]{0,3} \d+(?!-)")
#: Words with which the rest of a box's sentence is more than what it counts, and where and when.
_GOING_ON: Final = frozenset(
    "as but which is are was were has have had must should unless although though whereas while then so hence thus "
    "therefore".split()
)
#: Behind a box, another value that it equals or leads to, or what it is said to be.
_IS_SAID: Final = late(
    r"[\s$*)]{0,4}(?:(?<=[$*)])\s?=|[→⇒]|->|"
    r"(?:is|are|was|were)\s(?:all\s)?(?:(?:the|our|my)\s)?(?:(?:only|unique|desired|required)\s)?([^\n.,;:]{1,80}))"
)
#: What stands before most boxes in their line, words and perhaps a formula that opens with a name, and behind them.
_PLAINLY_BEFORE: Final = late(
    r"(?P<said>(?P<plain>(?:(?:So|Thus|Hence|Therefore),? t|T)he (?:final )?answer is:? ?)|[\dA-Za-z ,.'*_-]*)"
    r"(?:(?:\$\$?|\\[(\[])\s?(?:[A-Za-z]\s?=\s?)?)?"
)
_PLAINLY_BEHIND: Final = late(
    r"(?:\$\$?|\\[)\]])?[*_]{0,2}(?: (?:(?P<name>[A-Z])|[a-z])[A-Za-z' -]*(?P<number>\d[\dA-Za-z' -]*)?)?"
    r"[*_]{0,2}(?P<stop>\.?)[*_]{0,2}(?:\$\$?|\\[)\]])?[*_]{0,2}(?P<end>(?<!\.)\.|)[*_]{0,2}",
    re.A,
)
_LONGEST_LINE: Final = 400
_SET_OFF: Final = " $\\)]*_."
#: So many characters are soon looked through.
_FEW: Final = 1_000
#: The end of a box's formula, behind which it may go on, but not with what it is a part of: "of the 40 eggs".
_CLOSED: Final = late(r"\$*(?!\$|\s{0,3}(?:out\s)?of\b)")
#: With nothing but these before it a box may be the subject.
_LEADS_UP: Final = frozenset("so thus hence therefore then finally only exactly about".split())
#: No sentence is longer: what stands further before a box is a repetition.
_LONGEST: Final = 10_000
_NEAR: Final = 120
_OTHERS: Final = ("hedge", "refusal", "who grades", "grader talk", "others say", "announcement")
#: What names a value without telling that it is the answer.
_NAMED: Final = ("concludes nothing", "one more answer")
_CHOOSES: Final = lexicon.words("otherwise") | frozenset("i we let g example instance such like".split())
#: Before a box: a heading by itself; what is none, and what leaves that open where no verb tells the box.
_HEADING: Final = late(
    r"[\s#*_>-]*((?![Aa]fter |[A-Za-z]+ing )[^\W\d_]+(?: (?:[^\W\d_]+|\(\w\)|\d{1,2})){0,3})[*_]{0,2}\s?:[\s*_$\\(\[]*"
)
#: Something is calculated with "the answer" before a colon.
_CALCULATED: Final = late(
    r"(?<!\w)(?:answer|result|solution)s?\s?[-−+*/^x×]{1,2}\s?\{?\d[^:\n]{0,9}:[\s*_$\\(\[]*\Z", re.I
)
_ANSWERS: Final = frozenset("answer answers result results solution solutions".split())
_BEHIND_IT: Final = lexicon.words("preposition", "ordinal") | frozenset("to with is are was were".split())
#: From here on scripts have no words with spaces between them.
_UNSPACED: Final = "\u0530"
#: An example, or where an answer is to be put.
_SHOWN: Final = late(
    r"(?:\bformat\s(?:is|was)|\bplease\s[^.,:\n]{0,60}|\be\.g\.|\bfor\s(?:example|instance)|\bsuch\sas|,\slike|\blike\sthis"
    r"|\banswer\b[^.:,\n]{0,40}\s(?:in|within|inside)(?:\s(?:the|this)\sform(?:at)?(?:\sof)?)?)[,:]?[\s*$\\(]*\Z",
    re.I,
)
_REJECTS: Final = lexicon.words("rejection")
#: In a label: names of any value, what stands before one of them, and what tells to give the answer.
_OF_ANY_VALUE: Final = frozenset("number value result answer total amount count choice option".split())
_DESCRIBES: Final = lexicon.words(
    "name of a value", "describes a value", "describes a quantity", "mine", "measured", "total"
)
_TO_DO: Final = frozenset("find determine state write give report present compute calculate conclude".split())
#: The opposite, a multiple, a part or the inverse of a letter, or of a function, that a box is given to: "$2x =".
_OF_A_LETTER: Final = r"[A-Za-z](?:\([A-Za-z]\))?"
_NUMBER: Final = r"(?:\d|\{\d{1,9}\})"
_FRACTION: Final = (
    rf"\\[dt]?frac\s?(?:\{{\d{{0,9}}{_OF_A_LETTER}\}}{_NUMBER}"
    rf"|{_NUMBER}(?:{_NUMBER}\s?{_OF_A_LETTER}|\{{?[A-Za-z]\}}?))"
)
_A_MULTIPLE: Final = late(
    rf"(?:\A|[$,;:\[(]|[A-Za-z]{{2}}\s)\s?(?:[-−]\s?\d{{0,9}}\s?{_OF_A_LETTER}"
    rf"|\d{{1,9}}(?:/\d{{1,9}})?\s?{_OF_A_LETTER}|{_OF_A_LETTER}\s?/\s?\d{{1,9}}|\d{{1,9}}\s?/\s?[A-Za-z]"
    rf"|[-−]?\s?{_FRACTION})\s?=\Z"
)
#: Where the clause of a box begins: "not 1 but 2", "we reject -3 and get 3".
_CLAUSES: Final = (" but ", " and ", ": ", "; ", ", ")
#: The least of what has to be done, or the most of what can be, is asked for.
_LIMITS: Final = frozenset("least most minimum maximum up many much few little worst best".split())
_LEAST: Final = frozenset("must need needs needed can could able to should".split())
_IS: Final = (" is", " are", " was", " were", " be", "=")
_NO: Final = lexicon.words("denial")
_OPEN: Final = lexicon.words("denial", "doubt")


def is_plain(text: str, boxes: Sequence[Box], since: int, end: int) -> bool:
    """Whether the only box ends its response in a plain sentence, and nothing in that puts it in doubt: in most there
    is no word on which any doubt depends, and this is one look at them."""
    if len(boxes) != 1 or boxes[0].end < 0 or end - boxes[0].start > _FEW:
        return False
    start, at, inner, close = box = boxes[0]
    line = max(text.rfind("\n", since, start) + 1, since)
    lead = _PLAINLY_BEFORE.fullmatch(text, line, start) if start - line < _LONGEST_LINE else None
    tail = lead and _PLAINLY_BEHIND.fullmatch(text, at, end)
    if not (lead and tail and text[inner:close].isascii()):
        return False
    words = cues.letters(tail[0])
    if _is_more_behind(text, box, end, tail, words, lead["said"]) or _is_undone_behind(text, box, end, tail, words):
        return False
    said = cues.letters(lead["said"])
    if (lead["plain"] and tongues.OTHERS.isdisjoint(words)) or _is_led_up_to(
        lead["said"], said, words, bare=subject.is_bare(text, text[inner:close], at)
    ):
        return True
    since = max(text.rfind(". ", line, start) + 1, line)
    piece = Piece(text[inner:close], start, at, "EXT-10")
    return not (behind.joined_before(text, start) or _is_of_another(text, since, piece, lead.end("said"), end, said))


def _is_undone_behind(text: str, box: Box, end: int, tail: re.Match[str], words: list[str]) -> bool:
    """Whether what stands behind a box, of some words, puts it in doubt, or may do so where the box holds no number."""
    held, signs = text[box.inner : box.close], _signs_behind()
    if not signs.isdisjoint(cues.letters(held)) or bare.LABEL_IN_WORDS.search(text, box.end, end):
        return True
    if tail["number"] is None and signs.isdisjoint(words):
        return False
    if not has_digit(held, 0, len(held)) or " -" in tail[0] or trust.retracted(text, box.start, end) is not None:
        return True
    return is_doubted(text, box.end, end, held)


def _is_more_behind(text: str, box: Box, end: int, tail: re.Match[str], words: list[str], before: str) -> bool:
    """Whether behind a box another sentence begins, or its own, of some words, goes on, limits it or breaks off."""
    if (
        not (_GOING_ON.isdisjoint(words) and cues.among("condition").isdisjoint(words[:1]))
        or (words and not (directly.names_things(words) and counted.stands_alone(tail[0].strip(_SET_OFF), before)))
        or (words and rest.leaves_more(tail[0]))
        or (tail["name"] and settled.next_sentence(text, box.end, end))
    ):
        return True
    if words and not (tail["stop"] or tail["end"]) and trust.breaks_off(text, box.end, end):
        return True
    return not has_digit(text, box.inner, box.close) and rest.holds_sometimes(text, box.end, end)


@lru_cache(maxsize=1)
def _signs_behind() -> frozenset[str]:
    """Without one of these nothing behind a box takes it back or changes it."""
    return cues.signs(*_TAKES_BACK) | _CHANGES


@lru_cache(maxsize=1)
def _signs_before() -> frozenset[str]:
    """Without one of these no sentence denies or doubts its box, or is what others answer or "we" do."""
    return cues.signs(*_OTHERS, "bound") | _CHOOSES | _REJECTS | _OPEN


def _is_led_up_to(said: str, before: list[str], behind: list[str], *, bare: bool) -> bool:
    """Whether none of the words before a box may make it another's, or leave it to be the subject of those behind it:
    "5 misses the mark"."""
    doubts, ends = _signs_of_another()
    last = before[-2:] if before[-1:] == ["a"] else before[-1:]
    if not (doubts.isdisjoint(before) and ends.isdisjoint(last)) or subject.may_be_another(said, 0, len(said), before):
        return False
    if telling.is_otherwise(said, bare=bare):
        return False
    return not behind or (tongues.OTHERS.isdisjoint(behind) and not _LEADS_UP.issuperset(before))


@lru_cache(maxsize=1)
def _signs_of_another() -> tuple[frozenset[str], frozenset[str]]:
    """Without one of these no sentence makes its box another's, anywhere before it or right there."""
    changing = (cues.slots(phrase)[-1][0] for phrase in lexicon.table(trust.CHANGES))
    anywhere = _signs_before() | cues.signs(*_NAMED) | tongues.OTHERS | trust.MAKES_ANOTHER | {"answer", "result"}
    return anywhere, frozenset({"of"}).union(*changing)


def _is_denied(text: str, start: int, at: int) -> bool:
    """Whether the words of a sentence before its box deny what the box holds, or have another heading than its name."""
    heading = _HEADING.fullmatch(text, start, at)
    if (heading and is_another_label(heading[1])) or _CALCULATED.search(text, start, at):
        return True
    if tongues.is_labelled_otherwise(text, start, at):
        return True
    start = max(start, *(text.rfind(joint, start, at) for joint in _CLAUSES))
    words = trust.spoken(text, start, at)
    if not _REJECTS.isdisjoint(words) or not _NO.isdisjoint(words[:1]):
        return True
    if text[start:at].isascii() and trust.is_bound(text, start, at, 3):
        line = text.find("\n", at)
        said = " ".join(trust.spoken(text, start, line if line >= 0 else len(text)))
        spoken = said.replace("up to", "up", 1).split()  # the "to" of "up to" is none of "able to"
        if _LIMITS.isdisjoint(spoken) or _LEAST.isdisjoint(spoken):
            return True
    before = text[:at].rstrip(" *_$\\([")
    told = before.endswith(_IS) and not before.endswith(" to be")
    return not told and not _OPEN.isdisjoint(words)


def is_another_label(label: str) -> bool:
    """Whether what stands before or over an answer as its label names none: neither the answer nor what leads to it,
    but a draft, a bound, another amount. One judge, wherever the label stands."""
    words = [word for word in trust.spoken(label.partition(" of ")[0], 0, len(label)) if word.isalpha()]
    if not words or whose.leads(f"{label}:") or _is_to_do(words):
        return False
    if not (label.isascii() and tongues.OTHERS.isdisjoint(words)):
        return max(label) < _UNSPACED and not tongues.is_label(words)
    if words[0] in _NO or any(
        one in _ANSWERS and len(word) > 1 and word not in _BEHIND_IT for one, word in pairwise(words)
    ):
        return True
    if not trust.is_its_heading(label):
        return True
    return words[-1] in _OF_ANY_VALUE and not _is_described(words)


def _is_described(words: Sequence[str]) -> bool:
    """Whether what stands before the noun of a label describes a value or says of what it is one: "Final count",
    "Vertex angle", but not "Naive count"."""
    return all(word in _DESCRIBES or word in KNOWN or is_plural(word) or word.endswith("ed") for word in words[:-1])


def _is_to_do(words: Sequence[str]) -> bool:
    """Whether a label tells what is done to come to the answer: "Multiply", "Find the area"."""
    verb = words[0]
    stems = (verb, verb.removesuffix("e"), verb + verb[-1])
    works = any(f"{stem}ing" in cues.among("works towards a result") for stem in stems)
    return (works or verb in _TO_DO) and trust.makes_no_other(words[1:])


def _unframed(text: str, start: int, piece: Piece, end: int) -> tuple[str, Piece]:
    """The sentence of a box, read as one without it, and the value in it."""
    before = text[start : piece.start]
    last = len(before) + len(piece.text)
    return before + piece.text + text[piece.end : end], Piece(piece.text, len(before), last, piece.rule)


def _is_only_named(said: str, value: Piece) -> bool:
    """Whether the sentence of a box only works with its value, has another one beside it, or tells something else of
    "the answer" (EXT-45)."""
    if closing.opens_with_nothing(said, 0, len(said)) or trust.offers_another(said, 0, value.end):
        return True
    if tongues.may_be_other(said, cues.letters(said)) and not tongues.tells_only(said, value):
        return True
    clause = max(said.rfind(mark, 0, value.start) for mark in ",:，：") + 1
    return announced.tells_of_it(said, clause, value.end, value.start)


def is_of_something_else(said: str, value: Piece) -> bool:
    """Whether the sentence of a box tells its value of something else than a thing that may be asked for (EXT-45)."""
    before = said[: value.start].rstrip(" $")
    of_multiple = before.endswith("=") and _A_MULTIPLE.search(before)
    return bool(of_multiple) or subject.tells_another(said, 0, value)


def _past_markup(text: str, start: int, at: int) -> int:
    """The beginning of a stretch, behind the mark of a quotation or the last tag."""
    if text.find(">", start, at) < 0:
        return start
    return max((mark.end() for mark in _MARKUP.finditer(text, start, at)), default=start)


def is_doubted(text: str, at: int, end: int, said: str) -> bool:
    """Whether a box that ends at `at` is asked about, is one of two groups, is undone or bounded, or has another value
    joined to it in its line (EXT-19)."""
    box = at
    more = _AND_MORE.match(text, at, end)
    if more and (more[1] is None or units.is_known(more[1])):
        return True
    if _SECOND_GROUP.match(text, at, end) or amounts.goes_on(text, at, end):
        return True
    if (closed := _CLOSED.match(text, at, end)) and announced.goes_on(text, closed.end(), end):
        return True
    at = behind.past_marks(text, at)
    if text.startswith(("?", "？"), at):
        return True
    line = text.find("\n", at, end)
    line = end if line < 0 else line
    goes_on = cues.opens("bound behind", text, at, line)
    if goes_on and goes_on[0].strip() != "+":  # a plus by itself is a mark
        return True
    if trust.is_undone(text, at, line):
        return True
    if (other := _IN_ITS_FORMULA.match(text, box, line)) and behind.may_be_meant(said, other[1]):
        return True
    return behind.offers_another(text, at, line, said) or behind.adds_another(text, at, line, said)


def is_unsettled(close: Closing, piece: Piece, first: int | None = None) -> bool:
    """Whether a sentence behind that of a box does not show that it leaves the box alone: it may also come to the same
    value by itself. `first`: where the first one of several boxes stands that are one list."""
    (start, _), (_, ends) = close.sentence(piece.start), close.sentence(piece.end - 1)
    formula = mathenv.around(close.maths, piece.end)
    start = max(start, piece.start - _LONGEST)
    before = close.text[max(0, min(start, piece.start - _NEAR)) : piece.start]
    words = cues.letters(before) + trust.spoken(before, 0, len(before))
    opening = first if first is not None else formula.start if formula else piece.start
    if _is_of_another(close.text, start, piece, max(start, opening), ends, words):
        return True
    last, clauses = settled.later(close, piece)
    if not has_digit(piece.text, 0, len(piece.text)) and rest.holds_sometimes(close.text, piece.end, last):
        return True
    is_said = _IS_SAID.match(close.text, piece.end, last)
    if is_said and not (is_said[1] and _names_it_or_what_is_done(is_said[1], piece)):
        return True
    if clauses is None or not rest.leaves_alone(close, piece, last, boxed=True):
        return True
    return not all(any(leaves(one, piece.text) for leaves in LEAVE_ALONE) for one in clauses)


def _is_of_another(text: str, start: int, piece: Piece, opening: int, end: int, words: Sequence[str]) -> bool:
    """Whether the sentence of a box, whose formula opens at `opening`, says what others answer, hedges, denies the box,
    changes the number in it or tells it of something else; `words`: those before the box."""
    start = _past_markup(text, start, piece.start)
    before = text[start : piece.start]
    plain = before.isascii() and ":" not in before and _signs_before().isdisjoint(words)  # a colon may end a heading
    if not plain and is_denied_or_doubted(text, start, piece.start):
        return True
    if trust.is_changed(text, start, opening):
        return True
    said, value = _unframed(text, start, piece, end)
    may_name = not (plain and cues.signs(*_NAMED).isdisjoint(words)) or tongues.may_be_other(said, cues.letters(said))
    return (may_name and _is_only_named(said, value)) or is_of_something_else(said, value)


def is_denied_or_doubted(text: str, start: int, at: int) -> bool:
    """Whether what stands before a value in its sentence denies it, hedges, or tells what others answer or how one is
    to be given."""
    if trust.is_in_doubt(text, start, at) or trust.is_about_grading(text, start, at):
        return True
    shown = _SHOWN.search(text, max(0, at - _NEAR), at)  # "e.g." ends no sentence
    return shown is not None or _is_denied(text, start, at) or announced.names_anothers(text, start, at)


def _names_it_or_what_is_done(said: str, piece: Piece) -> bool:
    """Whether what a box "is" names the answer ("the value of $x$"), or what it counts "were" is done with them."""
    if observed.is_done(said):
        return piece.rule != "EXT-13"  # several values count nothing
    first = said.split(maxsplit=1)[0]
    return not first.endswith(("ed", "left")) and trust.is_its_heading(said)


def _goes_on_with_a_condition(clause: Clause, answer: str) -> bool:
    """Whether a sentence that begins with a small letter says when a formula holds: "where $k$ is any integer"."""
    return clause.said[:1].islower() and rest.is_a_condition(clause, answer, directly.words_of(clause))


def _concludes_again(clause: Clause, answer: str) -> bool:
    """Whether a sentence by itself comes to the answer."""
    text, start, end = clause.text, clause.start, clause.end
    if not (_OPEN | _REJECTS).isdisjoint(trust.spoken(text, start, end)):
        return False
    close = Closing(text, start, end, clause.maths, [(start, end)])
    announcement = next(announced.pieces(close), None)
    told = announcement or next(closing.pieces(close), None)
    if told is None or behind.differs(answer, told.text) or behind.is_joined_to_another(close, told):
        return False
    if (
        settled.is_unsettled(close, told)
        or amounts.goes_on(text, told.end, end)
        or announced.goes_on(text, told.end, end)
    ):
        return False
    concludes = announcement is not None or cues.begins_any(("concludes", "in other words"), text, start, end)
    return concludes or cues.tells(text, start, told.start)


#: How a sentence behind a box may show that it leaves the box alone.
LEAVE_ALONE: Final = (settled.leaves_alone, _goes_on_with_a_condition, _concludes_again)
