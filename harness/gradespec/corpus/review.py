"""The suite as a whole: every clause shown from both sides, and prose that does not drift from its cases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gradespec.corpus import book
from gradespec.corpus.clauses import Clause, Spec
from gradespec.corpus.model import Check, Corpus
from gradespec.corpus.problems import Problem

_MENTION: Final = re.compile(r"\b[A-Z]{2,8}-[1-9][0-9]{0,3}\b")


def review(spec: Spec, corpus: Corpus) -> tuple[Problem, ...]:
    """What is not yet as it should be: findings, not invalid files."""
    return tuple(finding for rule in _RULES for finding in rule(spec, corpus))


def _both_sides(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    checks = by_clause(corpus)
    for clause in spec.clauses.values():
        sides = {check.side for check in checks.get(clause.id, ())}
        if clause.needs_cases and not sides:
            advice = "write a case for it, or head it (MUST, shown by tests/…) or (informative)"
            yield _finding(clause, f"no case shows clause {clause.id}; {advice}")
        elif clause.needs_cases and "value" not in sides and len(sides) < 2:
            missing = "rejecting" if "accept" in sides else "accepting"
            yield _finding(clause, f"clause {clause.id} has no {missing} check; add its twin")


def blocks_are_built(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """The cases beside each clause are those of the case files."""
    for clause, wanted in book.blocks(spec, corpus).items():
        found = spec.clauses[clause]
        if found.block is None:
            advice = f"add the lines <!-- cases:{clause} --> and <!-- /cases --> at its end"
            yield _finding(found, f"clause {clause} has no place for its cases; {advice}")
        elif book.current(found) != wanted:
            yield _finding(found, f"the cases beside clause {clause} are stale; run: gradespec spec build")


def _mentions_exist(spec: Spec, corpus: Corpus) -> Iterator[Problem]:
    """Every clause id in the prose is that of a clause."""
    prefixes = {clause.partition("-")[0] for clause in spec.clauses}
    placed = [clause for clause in spec.clauses.values() if clause.block]
    blocks = {(clause.file, line) for clause in placed for line in range(*clause.block or ())}
    for file in spec.files:
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines()):
            for mention in dict.fromkeys(_MENTION.findall(line)):
                known = mention in spec.clauses or mention.partition("-")[0] not in prefixes
                if not known and (file, number) not in blocks:
                    message = f"there is no clause {mention}; name one that exists"
                    yield Problem(file, number + 1, message, invalid=False)


def by_clause(corpus: Corpus) -> Mapping[str, list[Check]]:
    """The checks of each clause that a case names."""
    found: dict[str, list[Check]] = defaultdict(list)
    for check in corpus:
        if check.clause:
            found[check.clause].append(check)
    return found


def _finding(clause: Clause, message: str) -> Problem:
    return Problem(clause.file, clause.line, message, invalid=False)


_RULES: Final[tuple[Callable[[Spec, Corpus], Iterator[Problem]], ...]] = (
    _both_sides,
    blocks_are_built,
    _mentions_exist,
)
