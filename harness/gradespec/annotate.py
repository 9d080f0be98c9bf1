"""What the suite says of a check, beside what a grader did on it: for readers of a report without the suite at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gradespec.corpus.clauses import Clause
from gradespec.corpus.model import Corpus
from gradespec.corpus.twins import twin
from gradespec.judge import Outcome


def annotator(corpus: Corpus, clauses: Mapping[str, Clause]) -> Callable[[Outcome], Outcome]:
    """Something that states level, reason, note, twin and length with an outcome of a check of `corpus`."""
    asked = {check.id: (check, case) for case in corpus.cases for check in case.checks}

    def annotated(outcome: Outcome) -> Outcome:
        if outcome.check not in asked:
            return outcome
        check, case = asked[outcome.check]
        clause, other = clauses.get(check.clause or ""), twin(check, case)
        return replace(
            outcome,
            level=clause.level if clause else "",
            reason=check.reason or "",
            note=check.why or "",
            twin=other.id if other else "",
            length=check.length,
        )

    return annotated
