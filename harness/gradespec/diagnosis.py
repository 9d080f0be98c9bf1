"""What is wrong with a grader, worst first: its failures grouped by clause, each with an example and its twin.

A pure function from outcomes and the suite to frozen values. Whoever shows them (the terminal, a page) decides how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from gradespec.corpus.clauses import Clause
from gradespec.corpus.model import Case, Check, Corpus
from gradespec.corpus.twins import twin
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, PASS, UNSUPPORTED, WRONG_EXTRACTION, Outcome
from gradespec.rates import Rate, could_be

DANGERS: Final = ("executed", "timeout", "crash")
#: An exception is no verdict either, but it harms nothing else: whoever calls the grader may catch it.
NO_VERDICT: Final = ("error",)
#: The sections in the order in which a reader wants them, and the outcomes of each.
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "dangerous": DANGERS,
    "false accepts": (FALSE_ACCEPT,),
    "false rejects": (FALSE_REJECT,),
    "no verdict": NO_VERDICT,
    "wrong extractions": (WRONG_EXTRACTION,),
}
LEVELS: Final = ("MUST", "SHOULD", "MAY", "")


@dataclass(frozen=True, slots=True)
class Example:
    """A failure to look at: what came out, the check, and the check's twin; None where the suite has them not."""

    outcome: Outcome
    check: Check | None = None
    twin: Check | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Failures of one kind at one clause. `asked` is how many of its checks could have failed in that way.

    `clause` is its id; of a case without one, `name` is the file's and `level` and `sentence` are empty. `reasons` are
    the tags of what graders stumble over there, the most frequent first; empty stands for checks without a tag.
    `share` is the group's part of its section, from 0 to 1.
    """

    kind: str
    name: str
    clause: str
    level: str
    sentence: str
    reasons: tuple[tuple[str, int], ...]
    failures: tuple[Outcome, ...]
    asked: int
    share: float
    example: Example

    def as_json(self) -> dict[str, Any]:
        """The group as plain JSON values, its checks by their ids."""
        return {
            "kind": self.kind,
            "clause": self.clause or None,
            "level": self.level or None,
            "sentence": self.sentence or None,
            "reasons": {name or "none": count for name, count in self.reasons},
            "count": len(self.failures),
            "asked": self.asked,
            "share": self.share,
            "example": self.example.outcome.check,
            "twin": self.example.twin.id if self.example.twin else None,
        }


@dataclass(frozen=True, slots=True)
class Section:
    """Failures of one sort (a key of `SECTIONS`) in groups: MUST before SHOULD, then the largest first.

    `rate` counts them among all checks that could fail so. Of what is dangerous, the worst kind comes first of all.
    """

    name: str
    rate: Rate
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """How many failures are in its groups."""
        return sum(len(group.failures) for group in self.groups)

    @property
    def reasons(self) -> tuple[tuple[str, int], ...]:
        """The tags of all its failures, across clauses, the most frequent first; empty stands for those without one."""
        found: Counter[str] = Counter()
        for group in self.groups:
            found.update(dict(group.reasons))
        return tuple(found.most_common())

    def covered(self, first: int) -> float:
        """The share of the section's failures that its `first` groups hold."""
        return sum(group.share for group in self.groups[:first])


@dataclass(frozen=True)
class Diagnosis:
    """All that failed, by section, and how many checks of the suite were asked, passed and not supported."""

    sections: tuple[Section, ...]
    asked: int
    passed: int
    unsupported: int

    @cached_property
    def first(self) -> Group | None:
        """What to mend before all else; None where nothing failed."""
        return next((group for section in self.sections for group in section.groups), None)

    def as_json(self) -> list[dict[str, Any]]:
        """The sections as plain JSON values."""
        return [
            {
                "section": section.name,
                "rate": section.rate.as_json(),
                "reasons": {name or "none": count for name, count in section.reasons},
                "groups": [group.as_json() for group in section.groups],
            }
            for section in self.sections
        ]


def diagnose(
    outcomes: Iterable[Outcome], corpus: Corpus, clauses: Mapping[str, Clause], leaving: Collection[str] = ()
) -> Diagnosis:
    """The diagnosis from the `outcomes` of one grader; what is of a sample is no failure (CONF-11).

    Failures of the checks that `leaving` names, known deviations say, are counted in the rates and in no group.
    """
    asked = [outcome for outcome in outcomes if outcome.sample is None]
    failures = [outcome for outcome in asked if outcome.failed and outcome.check not in leaving]
    suite = _Suite(corpus, clauses)
    counts = Counter(outcome.kind for outcome in asked)
    return Diagnosis(
        sections=tuple(_section(name, asked, failures, suite) for name in SECTIONS),
        asked=len(asked),
        passed=counts[PASS],
        unsupported=counts[UNSUPPORTED],
    )


class _Suite:
    """The suite, looked up."""

    def __init__(self, corpus: Corpus, clauses: Mapping[str, Clause]) -> None:
        self.clauses = clauses
        self._cases: dict[str, tuple[Check, Case]] = {
            check.id: (check, case) for case in corpus.cases for check in case.checks
        }

    def check(self, outcome: Outcome) -> Check | None:
        """The check of `outcome`, unless the suite has it no more or it asks something else now."""
        check = self._cases[outcome.check][0] if outcome.check in self._cases else None
        return check if check and outcome.is_of(check) else None

    def reason(self, outcome: Outcome) -> str:
        check = self.check(outcome)
        return (check.reason or "") if check else outcome.reason

    def example(self, failures: Sequence[Outcome]) -> Example:
        """The failure with the least to read, one that everybody can type if there is one: in ASCII, LaTeX among it."""
        known = [(check, outcome) for outcome in failures if (check := self.check(outcome))]
        if not known:
            return Example(failures[0])
        check, outcome = min(known, key=lambda pair: (not _typed(pair[0]), _length(pair[0])))
        return Example(outcome, check, twin(check, self._cases[check.id][1]))


def _section(name: str, asked: Sequence[Outcome], failures: Sequence[Outcome], suite: _Suite) -> Section:
    kinds = SECTIONS[name]
    able = [outcome for outcome in asked if outcome.kind != UNSUPPORTED and _able(outcome, kinds)]
    of_clause = Counter(map(_name, able))
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in failures:
        if outcome.kind in kinds:
            groups.setdefault((outcome.kind, _name(outcome)), []).append(outcome)
    total = sum(map(len, groups.values()))
    made = [_group(kind, name, found, of_clause[name], total, suite) for (kind, name), found in groups.items()]
    rate = Rate(sum(outcome.kind in kinds for outcome in able), len(able))
    return Section(name, rate, tuple(sorted(made, key=_worst_first)))


def _able(outcome: Outcome, kinds: tuple[str, ...]) -> bool:
    return kinds in (DANGERS, NO_VERDICT) or could_be(outcome) in kinds


def _group(kind: str, name: str, failures: Sequence[Outcome], asked: int, total: int, suite: _Suite) -> Group:
    clause = suite.clauses.get(name)
    return Group(
        kind=kind,
        name=name,
        clause=failures[0].clause,
        level=clause.level if clause else failures[0].level,
        sentence=clause.text if clause else "",
        reasons=tuple(Counter(map(suite.reason, failures)).most_common()),
        failures=tuple(failures),
        asked=asked,
        share=len(failures) / total,
        example=suite.example(failures),
    )


def _name(outcome: Outcome) -> str:
    """The clause that the check tests, or the file of a case that names none."""
    return outcome.clause or outcome.check.rpartition("/")[0]


def _worst_first(group: Group) -> tuple[int, int, int]:
    danger = DANGERS.index(group.kind) if group.kind in DANGERS else 0
    return danger, LEVELS.index(group.level), -len(group.failures)


def _typed(check: Check) -> bool:
    return all(isinstance(text, str) and text.isascii() for text in check.payload.values())


def _length(check: Check) -> int:
    """How much there is to read; texts that a case builds are the longest of all."""
    return sum(len(text) if isinstance(text, str) else 10_000 for text in check.payload.values())
