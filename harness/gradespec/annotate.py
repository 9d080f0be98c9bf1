"""What the suite says of a check, beside what a grader did on it: for readers of a report without the suite at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from gradespec.corpus.clauses import Clause
from gradespec.corpus.model import CORRECT, INCORRECT, Corpus
from gradespec.corpus.twins import twin
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, Outcome, said
from gradespec.report import Report

#: What a grader said, where its report does not tell: the plain verdict.
_SAID: Final = {FALSE_ACCEPT: CORRECT, FALSE_REJECT: INCORRECT}


def annotator(corpus: Corpus, clauses: Mapping[str, Clause]) -> Callable[[Outcome], Outcome]:
    """Something that states with an outcome of a check of `corpus` what the suite says of that check.

    That is level, reason, note, twin and length; the whole digest, and what was said, where a report in the short form
    has left them to the suite.
    """
    asked = {check.id: (check, case) for case in corpus.cases for check in case.checks}

    def annotated(outcome: Outcome) -> Outcome:
        check, case = asked.get(outcome.check, (None, None))
        if check is None or case is None or not outcome.is_of(check):
            return outcome
        clause, other = clauses.get(check.clause or ""), twin(check, case)
        return replace(
            outcome,
            level=clause.level if clause else "",
            reason=check.reason or "",
            note=check.why or "",
            twin=other.id if other else "",
            length=check.length,
            digest=outcome.digest and check.digest,
            why=outcome.why or (said(check, _SAID[outcome.kind]) if outcome.kind in _SAID else ""),
        )

    return annotated


def complete(report: Report, corpus: Corpus, clauses: Mapping[str, Clause]) -> Report:
    """The report with all that the suite says of its checks."""
    return replace(report, outcomes=tuple(map(annotator(corpus, clauses), report.outcomes)))
