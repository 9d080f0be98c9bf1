"""(gold, response) → verdict: the answer is extracted from the response, then verified (TERM-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from refgrader.compare.finding import Context, no
from refgrader.extract import extract as final_answer
from refgrader.extract import final
from refgrader.extract.piece import Piece
from refgrader.golds import Gold, is_worded
from refgrader.limits import MAX_RESPONSE, LimitReached
from refgrader.options import Options
from refgrader.verdict import CORRECT, INCORRECT, UNGRADABLE, Extraction, Step, Verdict
from refgrader.verify import judged, verify

#: The clause of a right value in a statement that is not, and those of announced answers.
STATEMENT: Final = "EXT-69"
_ANNOUNCED: Final = ("EXT-20", "EXT-21", "EXT-22", "EXT-23")
#: What is compared with a gold of which only has to be known whether it can be understood.
_ANY_ANSWER: Final = "0"
#: Characters of an answer that a reason quotes.
_QUOTED: Final = 60


def extract(response: str, options: Options | Mapping[str, Any] | str | None = None) -> Extraction | None:
    """The final answer of `response`, or None: it gives no definite one (EXT-1), or is past `limit:response`.

    The span counts code points. `options` is an `Options`, a mapping of option names to values, or a
    profile's name. Raises `TypeError` for other types and `OptionError` for unknown options; no text raises.
    """
    must_be_text("response", response)
    chosen = Options.of(options)
    return None if len(response) > MAX_RESPONSE else final_answer(response, chosen)


def grade(gold: Gold, response: str, options: Options | Mapping[str, Any] | str | None = None) -> Verdict:
    """Whether `response` gives the answer `gold`: ``correct``, ``incorrect`` or ``ungradable`` (TERM-3).

    Reason and trace begin with what was extracted, from which span and by which clause. A response without
    a definite answer is incorrect (EXT-1); a gold that cannot be understood is ungradable (READ-3). Golds are as
    in `verify`, `options` as in `extract`. Raises `TypeError` for other types and `OptionError` for unknown options;
    no text raises.
    """
    must_be_text("response", response)
    chosen = Options.of(options)
    found = None if len(response) > MAX_RESPONSE else final(response, chosen)
    if found is None:
        return _without_answer(gold, response, chosen)
    kind, finding = judged(gold, found.text, Context(chosen))
    if kind == CORRECT and (otherwise := _said_otherwise(gold, found, chosen)):
        kind, finding = INCORRECT, no(STATEMENT, otherwise)
    described = _described(found)
    turned = finding.why if finding.clause == STATEMENT else ""
    steps = partial(_steps, found.rule, described, gold, found.text, chosen, turned)
    return Verdict(kind, f"{described}: {finding.why}", finding.clause, steps, found.text)


def _said_otherwise(gold: Gold, found: Piece, options: Options) -> str:
    """Why the statement of a right value is another answer (EXT-69); nothing where it is not. What follows a value that
    is not announced counts only where the gold has words, too."""
    if not found.statement or not (found.rule in _ANNOUNCED or is_worded(gold)):
        return ""
    kind, finding = judged(gold, found.statement, Context(options))
    return "" if kind == CORRECT else f"{_quoted(found.statement)} says more: {finding.why}"


def _without_answer(gold: Gold, response: str, options: Options) -> Verdict:
    rule, described = _nothing(response)
    probed = verify(gold, _ANY_ANSWER, options)
    if probed.kind == UNGRADABLE:
        steps = partial(_steps, rule, described, gold, _ANY_ANSWER, options, "")
        return Verdict(UNGRADABLE, probed.reason, probed.clause, steps)
    return Verdict(INCORRECT, described, rule, partial(_steps, rule, described, gold, None, options, ""))


def _steps(
    rule: str, described: str, gold: Gold, answer: str | None, options: Options, turned: str
) -> tuple[Step, ...]:
    """The extraction's step, then the comparison's, worked out when they are read, and what turned the verdict; the
    response is let go."""
    compared = () if answer is None else verify(gold, answer, options).trace
    return (Step(rule, described), *compared, *([Step(STATEMENT, turned)] if turned else []))


#: A verdict of `grade` on its way between processes: all of it that who asked does not have.
Parcel = tuple[str, str, str, str, str, str | None, str | None]


def pack(verdict: Verdict) -> Parcel:
    """A verdict of `grade` as plain texts: they travel at a fraction of what objects cost."""
    assert isinstance(verdict._steps, partial)
    rule, described, _, compared, _, _ = verdict._steps.args
    return verdict.kind, verdict.reason, verdict.clause, rule, described, compared, verdict.answer


def unpack(parcel: Parcel, gold: Gold, options: Options) -> Verdict:
    """The verdict that was packed, on this gold under these options."""
    kind, reason, clause, rule, described, compared, answer = parcel
    turned = reason.removeprefix(f"{described}: ") if clause == STATEMENT else ""
    return Verdict(kind, reason, clause, partial(_steps, rule, described, gold, compared, options, turned), answer)


def _nothing(response: str) -> tuple[str, str]:
    if len(response) > MAX_RESPONSE:
        return "LIM-2", str(LimitReached("response", MAX_RESPONSE))
    return "EXT-1", "the response gives no definite answer"


def _described(found: Piece) -> str:
    return f"the answer is {_quoted(found.text)}, at {found.start} to {found.end} ({found.rule})"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…")


def must_be_text(name: str, value: object) -> None:
    """Raise `TypeError` where `value` is no text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text (str), not {type(value).__name__}")
