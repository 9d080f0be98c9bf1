"""(gold, answer) → verdict: the gold is read first, and guides how the answer is read (READ-1 to READ-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from refgrader import golds, units
from refgrader.answer import Answer
from refgrader.compare import (
    extremes,
    ranges,
    remarks,
    sets_in_words,
    several_amounts,
    strangers,
    textual,
    wordings,
    words,
)
from refgrader.compare.describe import describe
from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.values import compare_answers
from refgrader.conventions import Pair, Reading, is_measured, reading_of_gold, readings_of_answer, usual_comma
from refgrader.extract.piece import COMMAND
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural
from refgrader.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_WORK, AtOdds, LimitReached, Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Conditional, Value, Words
from refgrader.numbers.budget import Budget
from refgrader.options import DEFAULT, Options
from refgrader.reading.chinese_numerals import has_han
from refgrader.reading.clean import clean
from refgrader.reading.tree import Node
from refgrader.remembered import remembered
from refgrader.verdict import CORRECT, INCORRECT, UNGRADABLE, Step, Verdict

Parsed = str | Answer
#: The clause of a verdict at which the comparison itself failed: only what is identical is accepted.
FAULT: Final = "RUN-4"
#: The clause of an answer whose members differ, which gives nothing in any other reading.
_AT_ODDS: Final = "REL-12"
#: The clause of a finding about a gold in words.
OTHER_WORDS: Final = "TXT-9"
#: That of what is compared with all of its names.
_WITH_NAMES: Final = "COL-41"
#: That of a gold that is met in other wording.
OTHER_WORDING: Final = "TXT-27"


def verify(gold: golds.Gold | Sequence[Parsed], answer: str | Sequence[Parsed], options: Any = None) -> Verdict:
    """Whether `answer` is the answer that `gold` is: ``correct``, ``incorrect`` or ``ungradable`` (chapters 3 to 9).

    A gold is whatever datasets have for one: a text, a number, a truth value, or a list of which any will do
    (chapter 13); an answer is a text. Or both are what `parse` returned (COL-36). `options` is an `Options`, a mapping
    of option names to values, or a profile's name. Raises `TypeError` for other types and `OptionError` for unknown
    options; no text raises.
    """
    chosen = Options.of(options)
    kind, finding = judged(gold, answer, Context(chosen))
    text = answer if isinstance(answer, str) else None
    return Verdict(kind, finding.why, finding.clause, partial(_steps, gold, answer, chosen), text)


def _steps(gold: Any, answer: Any, options: Options) -> tuple[Step, ...]:
    """The steps of a verdict, worked out when somebody reads them: a verdict that nobody asks about is cheap."""
    steps: list[Step] = []
    context = Context(options, steps)
    kind, finding = judged(gold, answer, context)
    context.note(finding.clause, f"{kind}: {finding.why}")
    return tuple(steps)


Judged = tuple[str, Finding]


def judged(gold: Any, answer: Any, context: Context) -> Judged:
    """What `verify` makes a verdict of: its kind, and the finding that decided."""
    if isinstance(answer, str):
        return _texts(gold, answer, context) if isinstance(gold, str) else _any(gold, answer, context)
    if isinstance(gold, (list, tuple)) and isinstance(answer, (list, tuple)):
        return _lists(gold, answer, context)
    raise TypeError("an answer is a text, or both gold and answer are lists from parse")


def _lists(gold: Sequence[Any], answer: Sequence[Any], context: Context) -> Judged:
    """Some expression of the one equals some of the other, or some string some string (COL-36, COL-37)."""
    for ours in gold:
        for theirs in answer:
            if isinstance(ours, str) and isinstance(theirs, str):
                if _string(ours) and _string(ours) == _string(theirs):
                    return CORRECT, yes("COL-37", "the same string")
            elif isinstance(ours, Answer) and isinstance(theirs, Answer):
                kind, finding = _texts(ours.text, theirs.text, context)
                if kind == CORRECT:
                    return kind, finding
    return INCORRECT, no("COL-36", "no expression equals an expression, and no string a string")


_SPACE_BESIDE_SIGN: Final = late(r"\s+(?=\W)|(?<=\W)\s+")


def _string(text: str) -> str:
    return _SPACE_BESIDE_SIGN.sub("", " ".join(text.split()))


class _Gold(NamedTuple):
    """What is known of a gold before it is read: its cleaned text, and the rules that it asks of an answer."""

    text: str
    rules: tuple[textual.Rule, ...]


class Ungradable(Exception):
    """The gold cannot be understood; the message says why, and `clause` where that is told."""

    def __init__(self, why: str = "", clause: str = "READ-3") -> None:
        self.clause = clause
        super().__init__(why)


@remembered(texts=1024, longest=200)
def _prepared(gold: str) -> _Gold:
    if len(gold) > MAX_CHARACTERS:
        raise Ungradable(str(LimitReached("characters", MAX_CHARACTERS)))
    text = clean(gold)
    if not _has_content(text):
        raise Ungradable("it is empty", "TXT-20")
    text = words.upright(text)
    return _Gold(text, textual.rules(text))


# --- texts -------------------------------------------------------------------------------------------------


def _any(gold: golds.Gold, answer: str, context: Context) -> Judged:
    """Any of several golds will do; where none does, one that cannot be understood may have been the one (GOLD-5)."""
    try:
        texts = golds.texts(gold)
    except ValueError as reason:
        return UNGRADABLE, no("GOLD-5", str(reason))
    judged: list[Judged] = []
    for text in texts:
        judged.append(_texts(text, answer, context))
        if judged[-1][0] == CORRECT:
            return judged[-1]
    return next((each for each in judged if each[0] == UNGRADABLE), judged[-1])


def _texts(gold: str, answer: str, context: Context) -> Judged:
    """A verdict on two texts, whatever happens: a bug of this package must not end the run that a reward belongs to."""
    try:
        judged = _with_sentences(gold, answer, context)
        are_texts = " " in gold and " " in answer and judged[1].clause != _WITH_NAMES
        if judged[0] == CORRECT and are_texts and golds.inside(gold).tells_another(answer):
            said_so = judged[1].clause == OTHER_WORDING and wordings.say_the_same(gold, answer)
            return judged if said_so else (INCORRECT, no("GOLD-6", "the value of something else than the gold names"))
        if judged[0] == UNGRADABLE and (closed := golds.closed(gold)):  # who gives another value may be right
            again = _with_sentences(closed, answer, context)
            return again if again[0] == CORRECT else judged
        return judged
    except Exception as fault:
        return INCORRECT, no(FAULT, f"a fault of the grader, please report it: {fault!r}")


def _with_sentences(gold: str, answer: str, context: Context) -> Judged:
    """The answer as it is written; then, where it is a sentence, what the sentence gives (READ-34)."""
    if "~~" in answer and "~~" not in gold and _STRUCK_OUT.search(answer):
        return INCORRECT, no("READ-10", "a part of the answer is struck out")
    if context.options.form != "reduced" and _is_identical(gold, answer):
        return CORRECT, yes("READ-2", "the answer is the gold, as it is written")
    kind, finding = _with_gold(gold, answer, context)
    if kind != INCORRECT or finding.clause == _AT_ODDS or not _may_tell(answer):
        return kind, finding
    if finding.clause == OTHER_WORDS and not _has_words_of(gold, answer):
        return kind, finding
    from refgrader import sentence  # a quarter of the grader, and who compares formulas does without

    inside = golds.inside(gold)
    for said in sentence.answers(answer, inside.things[1]):
        is_so = said.replace(" ", "").isalpha() and (said == inside.told or wordings.say_the_same(inside.told, said))
        if is_so:  # of what, the whole sentence says
            continue
        context.note("READ-34", f"the sentence gives {said!r}")
        again, found = _with_gold(gold, said, context)
        if again == CORRECT and not sentence.names_another(gold, answer, said):
            return again, found
    return kind, finding


#: In Markdown; in TeX they are spaces between what is written.
_STRUCK_OUT: Final = late(r"(?<![\w}$,;)\]])~~(?=[^\s~])[^~\n]{1,80}(?<!\s)~~(?!\w)")
#: What says how a matrix is set, and is no word of an answer.
_ENVIRONMENT: Final = late(r"\\(?:begin|end)\s?\{[a-zA-Z]+\*?\}(?:\{[clr|]+\})?")


#: What every sentence has: a word that does more than join values, or a mark of Markdown. And an amount, which is no
#: sentence by itself.
_WORD: Final = late(
    r"\*|__|(?!(?:and|or)(?![^\W\d_]))[^\W\d_](?<!\\.)(?<![^\W\d_].)(?<![=+^/<>].)[^\W\d_]+(?![^\W\d]|[=+^/<>(])"
)
_AMOUNT: Final = late(r"-?\$?\d[\d.,/]*\$?(?:\\[,;: ]|\\text\s?\{|[\s(~]){1,3}([a-z]+)[)}]?\.?")


def _may_tell(answer: str) -> bool:
    """Whether an answer may be a sentence: it has words, is no bare amount, and is short enough to be read."""
    if len(answer) > MAX_CHARACTERS:
        return False
    text = _ENVIRONMENT.sub("", answer) if r"\begin" in answer else answer
    amount = _AMOUNT.fullmatch(text)
    if amount and (is_plural(amount[1]) or units.is_known(amount[1])):
        return False
    return _WORD.search(text) is not None or has_han(text) or "i.e." in answer or "A.D." in answer or answer[:1] == "#"


def _has_words_of(gold: str, answer: str) -> bool:
    """Whether a sentence has a telling word of a gold in words, without which it cannot tell it; or there is none."""
    plain = words.plain(gold)
    telling = words.spoken(f"{plain} {wordings.usual(plain.split())}") - words.FUNCTION_WORDS
    said = words.spoken(f"{answer} {wordings.usual(words.plain(answer).split())}")
    return has_han(gold) or not telling or not telling.isdisjoint(said)


def _with_gold(gold: str, answer: str, context: Context) -> Judged:
    """The gold as it is written; then the answer in it, where it holds more than one (chapter 13)."""
    inside = golds.inside(gold)
    if inside.marked:
        return _with_marked(inside, answer, context)
    kind, finding = _compared(gold, answer, context)
    if kind == CORRECT:
        return kind, finding
    for form in inside.others(answer, kind == UNGRADABLE or finding.clause == OTHER_WORDS):
        context.note("GOLD-6" if inside.told else "GOLD-2", f"the gold is read as {form!r}")
        again, found = _compared(form, answer, context)
        if again == CORRECT:
            return again, found
        if found.clause != OTHER_WORDS and (kind == UNGRADABLE or finding.clause == OTHER_WORDS):
            kind, finding = again, found
    if unsure := inside.unsure(read=finding.clause != OTHER_WORDS and kind != UNGRADABLE):
        return UNGRADABLE, no("GOLD-4", unsure)
    return kind, finding


def _with_marked(inside: golds.Inside, answer: str, context: Context) -> Judged:
    """The answer that a gold marks, or says in two notations, which must be at one (GOLD-1, GOLD-7)."""
    context.note("GOLD-7" if inside.again else "GOLD-1", f"the gold marks {inside.marked!r} as its answer")
    if inside.again and _compared(inside.marked, inside.again, context)[0] != CORRECT:
        return UNGRADABLE, no("GOLD-7", golds.AT_ODDS)
    return _compared(inside.marked, answer, context)


#: Among characters that no space separates, what sets off a formula or a text says nothing.
_SET_OFF: Final = late(r"\\text\s?\{([^{}]*)\}|\$|\\[,;:! ]")


def _unspaced(text: str) -> str:
    return "".join(_SET_OFF.sub(r"\1", text).split())


def _is_identical(gold: str, answer: str) -> bool:
    """Whether two texts are one but for what carries no meaning: ``$x$.`` beside ``x``. Nobody needs to read them."""
    same = gold == answer or gold.split() == answer.split()
    if not same and max(len(gold), len(answer)) <= MAX_CHARACTERS:
        ours, theirs = clean(gold), clean(answer)
        same = ours == theirs or (has_han(ours) and _unspaced(ours) == _unspaced(theirs))
    return same and _has_content(gold)


def _compared(gold: str, answer: str, context: Context) -> Judged:
    try:
        prepared = _prepared(gold)
        if len(answer) > MAX_CHARACTERS:
            raise LimitReached("characters", MAX_CHARACTERS)
        finding = _compare_texts(prepared, clean(answer), context)
    except Ungradable as reason:
        return UNGRADABLE, no(reason.clause, f"the gold cannot be read: {reason}")
    except LimitReached as limit:
        finding = no("LIM-2", str(limit))
    except RecursionError:  # a tree at the limit of depth, or a caller whose own stack is nearly full
        finding = no("LIM-5", str(LimitReached("depth", MAX_DEPTH)))
    return (CORRECT if finding.same else INCORRECT), finding


_EMPTY: Final = late(r"(?:\\(?:text\w*|mathrm|mbox|boxed|operatorname)\b|\\[,;:! ]|\\q?quad|[{}$\s\"'~])*")


def is_same(one: str, other: str) -> bool:
    """Whether two texts, neither of which is a sentence, are the same answer; what takes long to tell is not."""
    context = Context(DEFAULT)
    context.budget = Budget(MAX_WORK // 20)
    return _compared(one, other, context)[0] == CORRECT


def _has_content(text: str) -> bool:
    return _EMPTY.fullmatch(text) is None


def _compare_texts(gold: _Gold, answer: str, context: Context) -> Finding:
    if not _has_content(answer):
        return no("TXT-20", "the answer is empty")
    if "?" in answer and words.asks(answer) and not words.asks(gold.text):
        return no("TXT-20", "a question says nothing")
    for rule in gold.rules:
        finding = rule(answer, context, _compare_contents)
        if finding is not None:
            return finding
    return _compare_read(gold.text, answer, context)


def _compare_contents(gold: str, answer: str, context: Context) -> Finding:
    """What stands behind the letter of a choice, compared as an answer of its own."""
    if gold == answer:
        return yes("READ-2", "the same content, character by character")
    try:
        return _compare_read(clean(gold), clean(answer), context)
    except Ungradable as reason:
        return no("READ-3", str(reason))


#: A time of day, whose minutes have two digits, and a ratio of whole numbers.
_CLOCK: Final = late(r"(?<![\d:])\d{1,2}:0\d(?![\d:])")
_RATIO: Final = late(r"[\s$]*\d+ ?: ?[1-9]\d*[\s$.]*")


def _compare_read(text: str, answer: str, context: Context) -> Finding:
    for one, other in ((text, answer), (answer, text)):
        if ":0" in one and _CLOCK.search(one) and _RATIO.fullmatch(other) and not _CLOCK.fullmatch(other):
            return no("NUM-16", "a time of day for a ratio")
    gold = _read_gold(text, context)
    if context.steps is not None:
        context.note("READ-3", f"the gold is read as {describe(gold.value)}")
    said = gold.value.value if isinstance(gold.value, Conditional) else gold.value
    if isinstance(said, Words) and words.in_other_units(text, answer):
        return no("TXT-9", "other units")
    finding = (_as_words if isinstance(said, Words) else _as_mathematics)(gold, answer, context)
    is_prose = " " in text or " " in answer
    may_be_worded = not finding.same and is_prose and context.options.text_case != "match"
    without = (answer, remarks.without_ground(answer)) if may_be_worded else ()
    if any(said and wordings.say_the_same(text, said) for said in without):
        return yes(OTHER_WORDING, "the same in other wording")
    return finding


# --- words -------------------------------------------------------------------------------------------------


def _as_words(gold: _Read, answer: str, context: Context) -> Finding:
    match_case = context.options.text_case == "match"
    if words.same_words(gold.text, answer, match_case):
        return yes(OTHER_WORDS, "the same words")
    if words.is_name_of(gold.text, answer):
        return yes(OTHER_WORDS, "what tells the thing from others")
    if words.truth(answer) is False and words.denies_too(gold.text, answer):
        return yes("TXT-6", "a no to what the gold denies")
    if _same_pieces(gold.text, answer, context):
        return yes("TXT-16", "the same words around the same mathematics")
    if several_amounts.are_given(gold.text, answer):
        return yes("TXT-28", "the same amounts")
    if _same_extremes(gold.text, answer, context):
        return yes("TXT-26", "the same places of the same extremes")
    without = remarks.of_words(answer)
    if any(words.same_phrase(gold.text, said) or words.same_words(gold.text, said, match_case) for said in without):
        return yes("TXT-24", "the same words, with a remark")
    try:
        for other, _ in _read_answers(gold, answer, context):
            finding = compare_answers(gold.value, other, context)
            if finding.same:
                return finding
        return no(OTHER_WORDS, "other words")
    except LimitReached as limit:
        return no("LIM-2", str(limit))
    except Unreadable:
        return no(OTHER_WORDS, "other words")


def _same_pieces(gold: str, answer: str, context: Context) -> bool:
    """Words as text, and each piece of mathematics between them by its own rule (TXT-16)."""
    our_words, ours = words.pieces(gold)
    their_words, theirs = words.pieces(answer)
    if not ours or not our_words or our_words != their_words or len(ours) != len(theirs):
        return False
    return all(_same_mathematics(one, other, context) for one, other in zip(ours, theirs, strict=True))


def _same_extremes(gold: str, answer: str, context: Context) -> bool:
    """Whether two texts tell the same places of extremes under the same labels (TXT-26)."""
    ours = extremes.places(gold)
    theirs = (extremes.places(answer) or extremes.places(f"{answer.rstrip(' .$')} everywhere")) if ours else {}
    if "neither" not in ours:  # a critical point that is no extreme one
        theirs = extremes.without_neither(theirs)
    if "inflection" not in ours:
        theirs = extremes.without_bends(theirs)
    pairs = [ranges.as_families(places, theirs[label]) for label, places in ours.items() if label in theirs]
    if ours.keys() != theirs.keys():
        rest = ranges.rest(ours, theirs)
        pairs = [*pairs, *rest] if rest else []
    return bool(pairs) and all(
        _same_mathematics(places, other, context)
        or ("(" not in places and _same_mathematics(places, extremes.POINT.sub(r"\1", other), context))
        for places, other in pairs
    )


def _same_mathematics(text: str, answer: str, context: Context) -> bool:
    """Whether two texts without words between them are the same answer."""
    try:
        gold = _read_gold(text, context)
    except Ungradable:
        return text == answer
    return not isinstance(gold.value, Words) and _as_mathematics(gold, answer, context).same


# --- mathematics -------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """A gold that was read: its text, the value and, where it is no words, the tree."""

    text: str
    value: Value
    node: Node | None = None


def _read_gold(gold: str, context: Context) -> _Read:
    """What a gold says. Its reading costs the same whether it is remembered or not (LIM-13)."""
    context.budget.begin().spend(0)
    found, steps = _read_apart(gold, usual_comma(context.options))
    context.budget.charge(steps)
    if isinstance(found, Ungradable):
        raise Ungradable(str(found), found.clause)
    return found


def read(gold: str) -> Value:
    """What the text of a gold says by the default options. Raises `Ungradable` where nobody can say."""
    return _read_gold(_prepared(gold).text, Context(DEFAULT)).value


@remembered(texts=1024, longest=200)
def _read_apart(gold: str, comma: str) -> tuple[_Read | Ungradable, int]:
    """What a gold says, or why it says nothing; and the steps that it took to tell."""
    budget = Budget()
    found: _Read | Ungradable
    try:
        found = _read(gold, comma, budget)
    except Ungradable as reason:
        found = Ungradable(str(reason), reason.clause)  # what was raised holds on to the frames of whoever called
    return found, MAX_WORK - budget.remaining


def _read(gold: str, comma: str, budget: Budget) -> _Read:
    if sets_in_words.may_begin(gold) and sets_in_words.said(gold, budget) is not None:
        return _Read(gold, Words(gold))
    try:
        node = Reading(gold, comma).tree()
        return _Read(gold, interpret(node, budget), node)
    except LimitReached as limit:
        raise Ungradable(str(limit)) from None
    except Unreadable as reason:
        if _MAY_BE_MEASURED.search(gold):
            with suppress(Unreadable):
                node = Reading(gold, comma, letter_units=True).tree()
                if is_measured(value := interpret(node, budget)):
                    return _Read(gold, value, node)
        if _is_text(gold, comma):
            return _Read(gold, Words(gold))
        raise Ungradable(str(reason)) from None


#: A number, and right behind it or apart from it what may be a unit.
_MAY_BE_MEASURED: Final = late(r"\d(?:\\[,;: ]|[\s}$)~])*[a-zA-Z'\"]")


def _is_text(text: str, comma: str) -> bool:
    """Whether a text is words, with mathematics between them that can be read, and nothing else."""
    if not words.has_words(text):
        return False
    for piece in words.pieces(text)[1]:
        try:
            Reading(piece, comma).tree()
        except Unreadable:
            if any(char not in _PUNCTUATION for char in COMMAND.sub("", piece)):
                return False
    return True


_PUNCTUATION: Final = frozenset(" ,.;:!?'-()&/")


def _as_mathematics(gold: _Read, answer: str, context: Context) -> Finding:
    finding = no("READ-2", "the answer cannot be read")
    try:
        for finding in _findings(gold, answer, context):
            if finding.same:
                return finding
    except LimitReached as limit:
        return no("LIM-2", str(limit))
    except AtOdds as reason:
        return no(_AT_ODDS, f"the answer is at odds with itself: {reason}")
    except Unreadable as error:
        finding = no("READ-2", f"the answer cannot be compared: {error}")
    if any(_with_remark(gold, reading, context) for reading in remarks.readings(answer)):
        return yes("TXT-24", "the same answer, with a remark")
    return finding


def _findings(gold: _Read, answer: str, context: Context) -> Iterator[Finding]:
    """What is found of each reading of an answer; one text is not read twice, nor what it says worked out."""
    if answer == gold.text and context.options.form != "reduced":
        yield yes("READ-4", "the same expression")
        return
    for value, node in _read_answers(gold, answer, context):
        if node is not None and node == gold.node and context.options.form != "reduced":
            yield yes("READ-4", "the same expression")
            continue
        if context.steps is not None:
            context.note("READ-1", f"the answer is read as {describe(value)}")
        found = compare_answers(gold.value, value, context)
        if not found.same and (other := reading_of_gold(gold.text, gold.value, value)) is not None:
            found = _guided(other, value, context) or found
        yield found


def _guided(gold: Reading, answer: Value, context: Context) -> Finding | None:
    """The finding for the gold's other reading, for which the answer asks."""
    try:
        return compare_answers(interpret(gold.tree(), context.budget), answer, context)
    except LimitReached:
        raise
    except Unreadable:
        return None


def _with_remark(gold: _Read, reading: remarks.Reading, context: Context) -> bool:
    """Whether an answer with a remark is the gold's answer without it (TXT-24)."""
    dropped = bool(reading.dropped) and _alone(gold, reading.dropped, context)
    return not dropped and all(_alone(gold, text, context) for text in reading.said)


def _alone(gold: _Read, answer: str, context: Context) -> bool:
    """Whether a part of the answer is the gold's answer."""
    try:
        return any(finding.same for finding in _findings(gold, answer, context))
    except Unreadable:
        return False


def _read_answers(gold: _Read, answer: str, context: Context) -> Iterator[tuple[Value, Node | None]]:
    """The readings of an answer, the usual one first, then those that the gold suggests (READ-1)."""
    seen: list[Node] = []
    reason = Unreadable("it denies something") if words.denies(answer) else None
    worded = words.has_words(answer, letters=2) or has_han(answer)
    for reading in () if reason else readings_of_answer(Pair(gold.text, gold.value, answer), context.options):
        try:
            node = reading.tree()
            if node in seen:
                continue
            if worded and (word := strangers.stranger(node, gold.text)):
                raise Unreadable(f"nothing says what the word {word!r} means there")
            seen.append(node)
            yield gold.value if node == gold.node else interpret(node, context.budget), node
        except LimitReached:
            raise
        except Unreadable as error:
            reason = reason or error
    if seen and sets_in_words.may_begin(answer):
        yield Words(answer), None
    if isinstance(reason, AtOdds):
        raise reason
    if reason is not None and not seen:
        if words.has_words(answer):
            yield Words(answer), None
        raise reason
