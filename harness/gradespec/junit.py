"""Reports as JUnit XML, which CI systems show and keep: a suite for each chapter, a case for each check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from gradespec.judge import BROKEN, UNSUPPORTED, Outcome
from gradespec.known import Deviation, standing
from gradespec.report import Report

#: What XML 1.0 has no way to write, not even escaped: most control characters, lone surrogates, two noncharacters.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: What a check is right about, where its outcome says no more than that it failed.
_ABOUT: Final = ("clause", "level", "reason", "note", "twin")


def junit(reports: Iterable[tuple[Report, Sequence[Deviation]]]) -> JUnitXml:
    """The `reports`, each with its known deviations, as one tree.

    What is new fails, and so does a known deviation that passes now; what is known is skipped with its reason, and so
    is what the grader has no answer to. What is of a sample fails nothing and is left out (CONF-11).
    """
    made = JUnitXml("gradespec")
    for report, known in reports:
        chapters: dict[str, list[TestCase]] = {}
        for outcome in report.outcomes:
            if outcome.sample is None:
                chapters.setdefault(outcome.check.partition("/")[0], []).append(_case(report, outcome, known))
        for chapter, cases in chapters.items():
            suite = TestSuite(legal(f"{report.title}: {chapter}"))
            suite.timestamp = report.when.removesuffix("Z")
            suite.add_testcases(cases)
            made.add_testsuite(suite)
    made.update_statistics()  # type: ignore[no-untyped-call]
    return made


def _case(report: Report, outcome: Outcome, known: Sequence[Deviation]) -> TestCase:
    file = outcome.check.partition("#")[0].rpartition("/")[0]
    case = TestCase(
        name=legal(outcome.check),
        classname=legal(f"{report.name}.{file.replace('/', '.')}"),
        time=round(outcome.seconds, 4),
    )
    stands, reason = standing(outcome, known)
    if stands == "known":
        case.result = Skipped(legal(f"{reason} ({outcome.kind.replace('_', ' ')})"), "known")
    elif stands == "fixed":
        case.result = Failure(legal(f"passes now; take it off the list of known deviations ({reason})"), "fixed")
    elif stands == "new":
        case.result = _failed(outcome)
    elif outcome.kind == UNSUPPORTED:
        case.result = Skipped(legal(outcome.why or "n/a"), UNSUPPORTED)
    if outcome.printed:
        case.system_err = legal(outcome.printed)
    return case


def _failed(outcome: Outcome) -> Failure | Error:
    """The failure: an error where no verdict came, told in one line, and below it what the suite says of the check."""
    kind = Error if outcome.kind in BROKEN else Failure
    made = kind(legal(f"{outcome.kind.replace('_', ' ')}: {outcome.why}"), outcome.kind)
    told = {name: getattr(outcome, name) for name in _ABOUT}
    made.text = legal("\n".join(f"{name}: {value}" for name, value in told.items() if value))
    return made


def legal(text: str) -> str:
    """`text` with what XML cannot hold written as in Python: ``\\x1b``, ``\\ud800``."""
    return _UNWRITABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
