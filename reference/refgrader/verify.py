"""(gold, answer) → verdict: the gold is read first, and guides how the answer is read (READ-1 to READ-3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from refgrader.answer import Answer
from refgrader.compare import remarks, sets_in_words, strangers, textual, words
from refgrader.compare.describe import describe
from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.values import compare_answers
from refgrader.conventions import Pair, readings_of_answer, readings_of_gold, usual_comma
from refgrader.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_WORK, LimitReached, Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Value, Words
from refgrader.numbers.budget import Budget
from refgrader.options import Options
from refgrader.reading.clean import clean
from refgrader.reading.parser import parse
from refgrader.reading.tree import Node
from refgrader.reading.upright import upright
from refgrader.verdict import CORRECT, INCORRECT, UNGRADABLE, Step, Verdict

Parsed = str | Answer
#: The clause of a verdict at which the comparison itself failed: only what is identical is accepted.
FAULT: Final = "RUN-4"


def verify(gold: str | Sequence[Parsed], answer: str | Sequence[Parsed], options: Any = None) -> Verdict:
    """Whether `answer` is the answer that `gold` is: ``correct``, ``incorrect`` or ``ungradable`` (chapters 3 to 9).

    Both are answer texts, or both are what `parse` returned (COL-36). `options` is an `Options`, a mapping of option
    names to values, or a profile's name. Raises `TypeError` for other types and `OptionError` for unknown options; no
    text raises.
    """
    chosen = Options.of(options)
    kind, finding, _ = _verdict(gold, answer, chosen, traced=False)
    return Verdict(kind, finding.why, finding.clause, _Trace(gold, answer, chosen))


class _Trace:
    """The steps of a verdict, worked out when somebody reads them: a verdict that nobody asks about is cheap."""

    __slots__ = ("answer", "gold", "options")

    def __init__(self, gold: Any, answer: Any, options: Options) -> None:
        self.gold, self.answer, self.options = gold, answer, options

    def __call__(self) -> tuple[Step, ...]:
        return _verdict(self.gold, self.answer, self.options, traced=True)[2]


def _verdict(gold: Any, answer: Any, options: Options, traced: bool) -> tuple[str, Finding, tuple[Step, ...]]:
    context = Context(options, traced)
    if isinstance(gold, str) and isinstance(answer, str):
        kind, finding = _texts(gold, answer, context)
    elif isinstance(gold, (list, tuple)) and isinstance(answer, (list, tuple)):
        kind, finding = _lists(gold, answer, context)
    else:
        raise TypeError("gold and answer are two texts, or two lists from parse")
    if context.steps is None:
        return kind, finding, ()
    context.note(finding.clause, f"{kind}: {finding.why}")
    return kind, finding, tuple(context.steps)


def _lists(gold: Sequence[Parsed], answer: Sequence[Parsed], context: Context) -> tuple[str, Finding]:
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


_SPACE_BESIDE_SIGN: Final = re.compile(r"\s+(?=\W)|(?<=\W)\s+")


def _string(text: str) -> str:
    return _SPACE_BESIDE_SIGN.sub("", " ".join(text.split()))


class _Gold(NamedTuple):
    """What is known of a gold before it is read: its cleaned text, and the rules that it asks of an answer."""

    text: str
    rules: tuple[textual.Rule, ...]


def _prepared(gold: str) -> _Gold:
    text = clean(gold)
    return _Gold(text, textual.rules(text))


#: Many answers meet one gold: what the last short ones say is not worked out again.
_SHORT: Final = 200
_REMEMBERED: Final = 1024
_prepared_short = lru_cache(maxsize=_REMEMBERED)(_prepared)


# --- texts -------------------------------------------------------------------------------------------------


def _texts(gold: str, answer: str, context: Context) -> tuple[str, Finding]:
    """The gold as it is written; then, where brackets hold what it counts, without them (UNIT-8)."""
    kind, finding = _as_written(gold, answer, context)
    if kind != CORRECT and "(" in gold and len(gold) <= _SHORT:
        text = clean(gold)
        if (amount := remarks.counted(text)) != text:
            again, found = _as_written(amount, answer, context)
            return (again, found) if again == CORRECT or kind == UNGRADABLE else (kind, finding)
    return kind, finding


def _as_written(gold: str, answer: str, context: Context) -> tuple[str, Finding]:
    identical = gold == answer or gold.split() == answer.split()
    if len(gold) > MAX_CHARACTERS or len(answer) > MAX_CHARACTERS:
        return _too_long(gold, answer, identical)
    try:
        prepared = _prepared_short(gold) if len(gold) <= _SHORT else _prepared(gold)
        if not _has_content(prepared.text):
            return UNGRADABLE, no("TXT-20", "the gold is empty")
        finding = _compare_texts(prepared, clean(answer), context)
    except Ungradable as reason:
        finding = None
        why = str(reason)
    except LimitReached as limit:
        finding = no("LIM-2", str(limit))
    except RecursionError:  # a tree at the limit of depth, or a caller whose own stack is nearly full
        finding = no("LIM-5", str(LimitReached("depth", MAX_DEPTH)))
    except Exception as fault:  # a bug of this package must not end the run that a reward belongs to
        finding = no(FAULT, f"a fault of the grader, please report it: {fault!r}")
        return (CORRECT if identical else INCORRECT), finding
    if finding is not None and finding.same:
        return CORRECT, finding
    if identical and (finding is None or finding.clause in ("READ-2", "LIM-2", "LIM-5", "NUM-25")):
        return CORRECT, yes("READ-2", "the answer is the gold, character by character")
    if finding is None:
        return UNGRADABLE, no("READ-3", f"the gold cannot be read: {why}")
    return INCORRECT, finding


def _too_long(gold: str, answer: str, identical: bool) -> tuple[str, Finding]:
    """Past the limit of characters only identity is left (LIM-2)."""
    limit = LimitReached("characters", MAX_CHARACTERS)
    if identical:
        return CORRECT, yes("READ-2", "the answer is the gold, character by character")
    if len(gold) > MAX_CHARACTERS:
        return UNGRADABLE, no("READ-3", f"the gold cannot be read: {limit}")
    return INCORRECT, no("LIM-2", str(limit))


class Ungradable(Exception):
    """The gold cannot be understood; the message says why."""


_EMPTY: Final = re.compile(r"(?:\\(?:text\w*|mathrm|mbox|boxed|operatorname)\b|\\[,;:! ]|\\q?quad|[{}$\s\"'~])*")


def _has_content(text: str) -> bool:
    return _EMPTY.fullmatch(text) is None


def _compare_texts(gold: _Gold, answer: str, context: Context) -> Finding:
    if not _has_content(answer):
        return no("TXT-20", "the answer is empty")
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


def _compare_read(gold: str, answer: str, context: Context) -> Finding:
    value, node = _read_gold(gold, context)
    if context.steps is not None:
        context.note("READ-3", f"the gold is read as {describe(value)}")
    if isinstance(value, Words):
        return _as_words(gold, answer, value, context)
    return _as_mathematics(gold, value, node, answer, context)


# --- words -------------------------------------------------------------------------------------------------


def _as_words(gold: str, answer: str, value: Words, context: Context) -> Finding:
    if words.same_words(gold, answer, context.options.text_case == "match"):
        return yes("TXT-9", "the same words")
    if _same_pieces(gold, answer, context):
        return yes("TXT-16", "the same words around the same mathematics")
    try:
        for other, _ in _read_answers(answer, value, context, gold):
            finding = compare_answers(value, other, context)
            if finding.same:
                return finding
    except LimitReached as limit:
        return no("LIM-2", str(limit))
    except Unreadable:
        pass
    return no("TXT-9", "other words")


def _same_pieces(gold: str, answer: str, context: Context) -> bool:
    """Words as text, and each piece of mathematics between them by its own rule (TXT-16)."""
    our_words, ours = words.pieces(gold)
    their_words, theirs = words.pieces(answer)
    if not ours or not our_words or our_words != their_words or len(ours) != len(theirs):
        return False
    return all(_same_mathematics(one, other, context) for one, other in zip(ours, theirs, strict=True))


def _same_mathematics(gold: str, answer: str, context: Context) -> bool:
    """Whether two texts without words between them are the same answer."""
    try:
        value, node = _read_gold(gold, context)
    except Ungradable:
        return gold == answer
    return not isinstance(value, Words) and _as_mathematics(gold, value, node, answer, context).same


# --- mathematics -------------------------------------------------------------------------------------------


def _read_gold(gold: str, context: Context) -> tuple[Value, Node | None]:
    """What a gold says. Its reading costs the same whether it is remembered or not (LIM-13)."""
    context.budget.begin().spend(0)
    comma = usual_comma(context.options)
    found = _read_short(gold, comma) if len(gold) <= _SHORT else _read_apart(gold, comma)
    context.budget.charge(found.steps)
    if isinstance(found.what, Ungradable):
        raise found.what
    return found.what


class _Reading(NamedTuple):
    """The value and the tree of a gold, or why it has none; and the steps that it took to tell."""

    what: tuple[Value, Node | None] | Ungradable
    steps: int


def _read_apart(gold: str, comma: str) -> _Reading:
    budget = Budget()
    try:
        what: tuple[Value, Node | None] | Ungradable = _read(gold, comma, budget)
    except Ungradable as reason:
        what = reason
    return _Reading(what, MAX_WORK - budget.remaining)


def _read(gold: str, comma: str, budget: Budget) -> tuple[Value, Node | None]:
    if sets_in_words.may_begin(gold) and sets_in_words.said(gold, budget) is not None:
        return Words(gold), None
    try:
        node = _parse(gold, comma, letter_units=False)
        return interpret(node, budget), node
    except LimitReached as limit:
        raise Ungradable(str(limit)) from None
    except Unreadable as reason:
        if text := upright(gold):
            return _read(text, comma, budget)
        if _is_text(gold, comma):
            return Words(gold), None
        raise Ungradable(str(reason)) from None


_read_short = lru_cache(maxsize=_REMEMBERED)(_read_apart)


def _is_text(text: str, comma: str) -> bool:
    """Whether a text is words, with mathematics between them that can be read, and nothing else."""
    if not words.has_words(text):
        return False
    for piece in words.pieces(text)[1]:
        try:
            _parse(piece, comma, letter_units=False)
        except Unreadable:
            if any(char not in _PUNCTUATION for char in _COMMAND.sub("", piece)):
                return False
    return True


_COMMAND: Final = re.compile(r"\\[a-zA-Z]+")
_PUNCTUATION: Final = frozenset(" ,.;:!?'-()&/")


def _parse(text: str, comma: str, letter_units: bool) -> Node:
    try:
        return parse(text, comma, letter_units)
    except RecursionError:  # the caller's own stack was nearly full
        raise Unreadable("limit:depth") from None


def _as_mathematics(gold: str, value: Value, node: Node | None, answer: str, context: Context) -> Finding:
    finding = no("READ-2", "the answer cannot be read")
    try:
        for other, tree in _read_answers(answer, value, context, gold):
            if tree is not None and tree == node and context.options.form != "reduced":
                return yes("LIM-10", "the same expression")
            if context.steps is not None:
                context.note("READ-1", f"the answer is read as {describe(other)}")
            found = compare_answers(value, other, context)
            if not found.same:
                found = _guided(gold, value, other, context) or found
            if found.same:
                return found
            finding = found
    except LimitReached as limit:
        return no("LIM-2", str(limit))
    except Unreadable as reason:
        finding = no("READ-2", f"the answer cannot be compared: {reason}")
    return _with_remark(gold, answer, value, node, context) or finding


def _guided(gold: str, value: Value, answer: Value, context: Context) -> Finding | None:
    """The finding for the gold's other reading, where the answer asks for one."""
    for reading in readings_of_gold(gold, value, answer):
        try:
            return compare_answers(interpret(_parse(*reading), context.budget), answer, context)
        except LimitReached:
            raise
        except Unreadable:
            continue
    return None


def _with_remark(gold: str, answer: str, value: Value, node: Node | None, context: Context) -> Finding | None:
    """The finding for an answer with a remark, where it is the gold's answer without it (TXT-24)."""
    for reading in remarks.readings(answer):
        if all(_alone(gold, value, node, text, context) for text in reading.said) and not (
            reading.dropped and _alone(gold, value, node, reading.dropped, context)
        ):
            return yes("TXT-24", "the same answer, with a remark")
    return None


def _alone(gold: str, value: Value, node: Node | None, answer: str, context: Context) -> Finding | None:
    """The finding for a part of the answer, where it is the gold's answer."""
    try:
        for other, tree in _read_answers(answer, value, context, gold):
            if (tree is not None and tree == node) or compare_answers(value, other, context).same:
                return yes("NUM-3", "the same answer")
    except Unreadable:
        return None
    return None


def _read_answers(answer: str, value: Value, context: Context, gold: str) -> Iterator[tuple[Value, Node | None]]:
    """The readings of an answer, the usual one first, then those that the gold suggests (READ-1)."""
    seen: list[Node] = []
    reason: Unreadable | None = None
    worded = strangers.has_words(answer)
    for reading in readings_of_answer(Pair(gold, value, answer), context.options):
        try:
            node = _parse(*reading)
            if node in seen:
                continue
            if worded and (word := strangers.stranger(node, gold)):
                raise Unreadable(f"nothing says what the word {word!r} means there")
            seen.append(node)
            yield interpret(node, context.budget), node
        except LimitReached:
            raise
        except Unreadable as error:
            reason = reason or error
    if seen and sets_in_words.may_begin(answer):
        yield Words(answer), None
    if reason is not None and not seen:
        if words.has_words(answer):
            yield Words(answer), None
        raise reason
