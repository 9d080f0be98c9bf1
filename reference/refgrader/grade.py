"""(gold, response) → verdict: the answer is extracted from the response, then verified (TERM-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from refgrader.compare.finding import Context
from refgrader.extract import extract as final_answer
from refgrader.extract import final
from refgrader.extract.piece import Piece
from refgrader.golds import Gold
from refgrader.limits import MAX_RESPONSE, LimitReached
from refgrader.options import Options
from refgrader.verdict import INCORRECT, UNGRADABLE, Extraction, Step, Verdict
from refgrader.verify import judged, verify

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
    described = _described(found)
    steps = partial(_steps, found.rule, described, gold, found.text, chosen)
    return Verdict(kind, f"{described}: {finding.why}", finding.clause, steps, found.text)


def _without_answer(gold: Gold, response: str, options: Options) -> Verdict:
    rule, described = _nothing(response)
    probed = verify(gold, _ANY_ANSWER, options)
    if probed.kind == UNGRADABLE:
        steps = partial(_steps, rule, described, gold, _ANY_ANSWER, options)
        return Verdict(UNGRADABLE, probed.reason, probed.clause, steps)
    return Verdict(INCORRECT, described, rule, partial(_steps, rule, described, gold, None, options))


def _steps(rule: str, described: str, gold: Gold, answer: str | None, options: Options) -> tuple[Step, ...]:
    """The extraction's step, then the comparison's, worked out when they are read; the response is let go."""
    compared = () if answer is None else verify(gold, answer, options).trace
    return (Step(rule, described), *compared)


#: A verdict of `grade` on its way between processes: all of it that who asked does not have.
Parcel = tuple[str, str, str, str, str, str | None, str | None]


def pack(verdict: Verdict) -> Parcel:
    """A verdict of `grade` as plain texts: they travel at a fraction of what objects cost."""
    assert isinstance(verdict._steps, partial)
    rule, described, _, compared, _ = verdict._steps.args
    return verdict.kind, verdict.reason, verdict.clause, rule, described, compared, verdict.answer


def unpack(parcel: Parcel, gold: Gold, options: Options) -> Verdict:
    """The verdict that was packed, on this gold under these options."""
    kind, reason, clause, rule, described, compared, answer = parcel
    return Verdict(kind, reason, clause, partial(_steps, rule, described, gold, compared, options), answer)


def _nothing(response: str) -> tuple[str, str]:
    if len(response) > MAX_RESPONSE:
        return "LIM-2", str(LimitReached("response", MAX_RESPONSE))
    return "EXT-1", "the response gives no definite answer"


def _described(found: Piece) -> str:
    text = found.text if len(found.text) <= _QUOTED else found.text[: _QUOTED - 1] + "…"
    return f"the answer is {text!r}, at {found.start} to {found.end} ({found.rule})"


def must_be_text(name: str, value: object) -> None:
    """Raise `TypeError` where `value` is no text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text (str), not {type(value).__name__}")
