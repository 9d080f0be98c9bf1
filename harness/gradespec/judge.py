"""From a check and a grader's reply to an outcome, and from outcomes to a score. Pure functions (CONF)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final

from gradespec.corpus.model import CORRECT, Check, ExpectAnswer, ExpectParsed, ExpectVerdict, Item, Sampled
from gradespec.corpus.texts import expand
from gradespec.protocol import Reply
from gradespec.spelling import same_answer
from gradespec.wording import expected as wanted
from gradespec.wording import listed, shown

PASS: Final = "pass"
FALSE_ACCEPT: Final = "false_accept"
FALSE_REJECT: Final = "false_reject"
WRONG_EXTRACTION: Final = "wrong_extraction"
UNSUPPORTED: Final = "unsupported"
#: What no verdict came of; a reply's kind by the same name.
BROKEN: Final = ("error", "timeout", "crash", "executed")
OUTCOMES: Final = (PASS, FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION, *BROKEN, UNSUPPORTED)
#: Outcomes that fail a check. What a grader says that it cannot do is neither passed nor failed.
FAILED: Final = frozenset(OUTCOMES) - {PASS, UNSUPPORTED}
SIDES: Final = frozenset({"accept", "reject"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a grader did on one check: `kind` is one of `OUTCOMES`; `seconds` is wall-clock time.

    It is 0 where a report does not tell the time of each check. `side` is ``accept``, ``reject`` or ``value``: what a
    right grader had to say. `clause` is the one that the check tests, empty where its case names none. `digest` is the
    check's, or the first digits of it, as many as a report states. `sample` says that the check is of a sample, and of
    which part: rates are estimated from it, and it is no check to pass. `left` names the processes that the grader was
    found to have left behind. `length` is that of the answer or the response, in characters.

    `flaky` says that it came out otherwise another time: a fault that went away, or another verdict. `asked` is false
    where the grader did not start; such an outcome enters no report.

    `reason`, `note`, `level` and `twin` repeat what the suite says of the check: the tag of what graders stumble over,
    why it is so, and where somebody asked for it its clause's level and the id of its twin. They do not make an
    outcome another one. Nor does `printed`, the last lines that a grader printed before it hung or went down.
    """

    check: str
    side: str
    kind: str
    why: str = ""
    seconds: float = 0.0
    clause: str = ""
    digest: str = ""
    sample: Sampled | None = None
    left: tuple[str, ...] = ()
    flaky: str = ""
    asked: bool = True
    level: str = field(default="", compare=False)
    reason: str = field(default="", compare=False)
    note: str = field(default="", compare=False)
    twin: str = field(default="", compare=False)
    printed: str = field(default="", compare=False)
    length: int | None = field(default=None, compare=False)

    @property
    def failed(self) -> bool:
        """Whether the grader is wrong here."""
        return self.kind in FAILED

    def is_of(self, check: Check) -> bool:
        """Whether it tells of this check, and not of one that had its id before; without a digest it is believed."""
        return self.check == check.id and check.digest.startswith(self.digest)


def judge(check: Check, reply: Reply) -> Outcome:
    """The outcome of `check`, given what became of it."""
    kind, why = _kind(check, reply)
    return Outcome(
        check.id,
        check.side,
        kind,
        why,
        reply.seconds,
        check.clause or "",
        check.digest,
        check.sample,
        reply.left,
        reason=check.reason or "",
        note=check.why or "",
        printed=reply.printed,
        length=check.length,
        flaky=reply.flaky,
        asked=reply.asked,
    )


def _kind(check: Check, reply: Reply) -> tuple[str, str]:
    if reply.kind in BROKEN or reply.kind == UNSUPPORTED:
        return reply.kind, reply.why
    expected = check.expected
    if isinstance(expected, ExpectVerdict):
        return _verdict(check, expected, reply)
    if isinstance(expected, ExpectAnswer):
        right, got = _is_answer(expected, reply.value), shown(reply.value)
    else:
        right, got = _is_parsed(expected, reply.value), listed(reply.value)
    return (PASS, "") if right else (WRONG_EXTRACTION, f"got {got}, not {wanted(check)}")


def _verdict(check: Check, expected: ExpectVerdict, reply: Reply) -> tuple[str, str]:
    """Only `correct` pays: where it is wrong to pay, `incorrect` and `ungradable` are both right.

    So a grader without a third verdict passes an ungradable gold by answering incorrect.
    """
    paid, owed = reply.value == CORRECT, expected.verdict == CORRECT
    if paid == owed:
        return PASS, ""
    why = said(check, reply.value)
    return (FALSE_ACCEPT if paid else FALSE_REJECT), f"{why} ({reply.why})" if reply.why else why


def said(check: Check, verdict: Any) -> str:
    """What a grader said of the check, in a sentence."""
    request = check.request()
    given = request.get("answer", request.get("response"))
    return f"said {verdict}: {shown(given)} for the gold {shown(request['gold'])}"


def _is_answer(expected: ExpectAnswer, got: str | None) -> bool:
    if got is None or not expected.spellings:
        return got is None and not expected.spellings
    return any(same_answer(got, expand(spelling)) for spelling in expected.spellings)


def _is_parsed(expected: ExpectParsed, got: Sequence[Mapping[str, str]]) -> bool:
    return len(got) == len(expected.items) and all(map(_is_item, expected.items, got))


def _is_item(expected: Item, got: Mapping[str, str]) -> bool:
    """Expressions are compared without white space, which no two printers place alike; strings with it."""
    if expected.kind not in got:
        return False
    bare = _without_space if expected.kind == "expression" else str.strip
    return any(bare(got[expected.kind]) == bare(expand(spelling)) for spelling in expected.spellings)


def _without_space(text: str) -> str:
    return "".join(text.split())


def twin_score(outcomes: Iterable[Outcome]) -> float | None:
    """How well a grader tells right from wrong: 1 at best, 0 for a coin; None where nothing can be scored (CONF-8).

    The score of a case is Youden's J: the share passed of its checks to accept, and of those to reject, less 1.
    Whatever does not depend on the truth (always yes, always no, a coin, the order) is expected to score 0; what is
    wrong more often than a coin scores less. A case that asks for values (extraction, parsing), where a constant
    answer can be right once, scores 1 where all are right, else 0. The twin score is the mean over the cases of which
    the grader supports two sides, or two values; those whose right texts are the longer ones count as much, all
    together, as those whose wrong ones are, so that nothing is to be had for a text's length.
    """
    cases: defaultdict[str, defaultdict[str, list[Outcome]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        if outcome.kind != UNSUPPORTED:
            case, _, name = outcome.check.partition("#")
            side = name if outcome.side == "value" else outcome.side
            cases[case][side].append(outcome)
    scores: defaultdict[int, list[float]] = defaultdict(list)
    for sides in cases.values():
        if len(sides) > 1:
            scores[_longer(sides)].append(_score(sides))
    return _balanced(scores[1], scores[-1], scores[0])


def _balanced(right: Sequence[float], wrong: Sequence[float], neither: Sequence[float]) -> float | None:
    """The mean of all, with the first two, where both are there, of the same weight."""
    if right and wrong:
        mean = (fmean(right) + fmean(wrong)) / 2
        right, wrong = [mean] * len(right), [mean] * len(wrong)
    scores = (*right, *wrong, *neither)
    return fmean(scores) if scores else None


def longer(of_case: Iterable[Outcome]) -> int:
    """The same of the outcomes of a case."""
    sides: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in of_case:
        if outcome.kind != UNSUPPORTED:
            sides[outcome.side].append(outcome)
    return _longer(sides)


def _longer(sides: Mapping[str, Sequence[Outcome]]) -> int:
    """Whether what is right in a case is on average longer than what is wrong (1) or shorter (-1)."""
    if sides.keys() != SIDES:
        return 0
    right, wrong = (fmean(outcome.length or 0 for outcome in sides[side]) for side in ("accept", "reject"))
    return (right > wrong) - (right < wrong)


def _score(sides: Mapping[str, Sequence[Outcome]]) -> float:
    shares = [fmean(outcome.kind == PASS for outcome in outcomes) for outcomes in sides.values()]
    return sum(shares) - 1 if sides.keys() == SIDES else float(min(shares) == 1)
