"""The suite as a whole: every clause has its cases beside it, and no question is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from gradespec.corpus import book, rules
from gradespec.corpus.clauses import Clause, Spec, prose
from gradespec.corpus.model import Check, Corpus
from gradespec.corpus.problems import Problem

_MENTION: Final = re.compile(r"\b[A-Z]{2,8}-[1-9][0-9]{0,3}\b")


def review(spec: Spec, corpus: Corpus) -> tuple[Problem, ...]:
    """What is not yet as it should be: findings, not invalid files."""
    return tuple(finding for rule in _RULES for finding in rule(spec, corpus))


def _clauses_have_cases(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """Each clause has a case, and so an accepting and a rejecting check: no valid case lacks its twin."""
    shown = {case.clause for case in corpus.cases}
    for clause in spec.clauses.values():
        if clause.needs_cases and clause.id not in shown:
            advice = "write a case for it, or head it (MUST, shown by tests/…) or (informative)"
            yield _finding(clause, f"no case shows clause {clause.id}; {advice}")


def blocks_are_built(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """The cases beside each clause are those of the case files."""
    for clause, wanted in book.blocks(spec, corpus).items():
        found = spec.clauses[clause]
        if found.block is None:
            advice = f"add the lines <!-- cases:{clause} --> and <!-- /cases --> at its end"
            yield _finding(found, f"clause {clause} has no place for its cases; {advice}")
        elif book.current(found) != wanted:
            yield _finding(found, f"the cases beside clause {clause} are stale; run: gradespec spec build")


def _questions_are_asked_once(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """No two cases ask one thing: the two checks could only fail together, or never both pass.

    A sample may: many questions have the answer 12. It must not contradict.
    """
    first: dict[object, Check] = {}
    for check in corpus:
        other = first.setdefault(rules.question(check), check)
        if other.case == check.case:
            continue  # the rules for one case say so already
        name = check.case.rpartition("/")[2]
        if rules.same(other.expected, check.expected):
            if check.sample or other.sample:
                continue
            message = f"asks the same as {other.id}; remove one of the two, or vary it"
            yield Problem(check.file, check.line, message, name, invalid=False)
        else:
            message = f"contradicts {other.id}: one question, two expectations; remove one"
            yield Problem(check.file, check.line, message, name)


def _mentions_exist(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """Every clause id in the prose is that of a clause."""
    prefixes = {clause.partition("-")[0] for clause in spec.clauses}
    placed = [clause for clause in spec.clauses.values() if clause.block]
    blocks = {(clause.file, line) for clause in placed for line in range(*clause.block or ())}
    for file in spec.files:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in prose(lines):
            for mention in dict.fromkeys(_MENTION.findall(line)):
                known = mention in spec.clauses or mention.partition("-")[0] not in prefixes
                if not known and (file, number) not in blocks:
                    message = f"there is no clause {mention}; name one that exists"
                    yield Problem(file, number + 1, message, invalid=False)


def _finding(clause: Clause, message: str) -> Problem:
    return Problem(clause.file, clause.line, message, invalid=False)


_RULES: Final[tuple[Callable[[Spec, Corpus], Iterator[Problem]], ...]] = (
    _clauses_have_cases,
    blocks_are_built,
    _questions_are_asked_once,
    _mentions_exist,
)
