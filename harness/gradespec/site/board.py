"""Reports joined with the suite: every check, and what each grader did on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from gradespec.corpus import Case, Check, Clause, Corpus, Spec
from gradespec.estimates import Estimate, estimates
from gradespec.judge import BROKEN, OUTCOMES, PASS, UNSUPPORTED, WRONG_EXTRACTION, Outcome
from gradespec.judge import twin_score as twin_score_of
from gradespec.rates import Rate, Rates
from gradespec.report import SHARES, Report
from gradespec.wording import called

#: One character for each outcome: in the strips of a page, and in its data.
LETTERS: Final[Mapping[str, str]] = dict(zip(OUTCOMES, "·ARWETCX–", strict=True))
#: The report does not tell: the check is newer than it, or was changed since.
NOT_ASKED: Final = "not_asked"
NOT_ASKED_LETTER: Final = "?"
#: What an outcome is called where there is room.
NAMES: Final[Mapping[str, str]] = {kind: called(kind) for kind in (*OUTCOMES, NOT_ASKED)}
MUST: Final = "MUST"


@dataclass(frozen=True)
class Chapter:
    """A chapter of the specification: `stem` of its file, `title`, whole `text`, and its clauses that have checks."""

    stem: str
    title: str
    text: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Grader:
    """One report. `outcomes` are those of checks of the suite as it is now, by the check's id.

    `slug` names its pages. `title` is name and version, and what tells it from another report of them. `stale` counts
    the outcomes that are left out because their check has changed or gone.
    """

    slug: str
    title: str
    report: Report
    outcomes: Mapping[str, Outcome]
    sample: tuple[Outcome, ...]
    stale: int

    def kind(self, check: Check) -> str:
        """The outcome of `check`: one of `OUTCOMES`, or `NOT_ASKED`."""
        found = self.outcomes.get(check.id)
        return found.kind if found else NOT_ASKED

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """What samples say of it."""
        return tuple(estimates(self.sample))

    @cached_property
    def sampled(self) -> Estimate | None:
        """What the first sample says of it as a whole; None where it was asked none."""
        return next((found for found in self.estimates if found.grouping == "all"), None)

    @cached_property
    def twin_score(self) -> float | None:
        """Its twin score over the suite."""
        return twin_score_of(self.outcomes.values())

    @cached_property
    def seconds(self) -> tuple[float, ...]:
        """The wall-clock times of the checks that it supports, in order of size."""
        return tuple(sorted(o.seconds for o in self.outcomes.values() if o.kind != UNSUPPORTED))

    def quantile(self, share: float) -> float | None:
        """The time within which `share` of the checks were done, in seconds; one of `SHARES`."""
        if self.report.times:  # which were kept in the place of each check's
            return self.report.times.get(next(name for name, one in SHARES if one == share))
        return self.seconds[min(int(share * len(self.seconds)), len(self.seconds) - 1)] if self.seconds else None


@dataclass(frozen=True)
class Tally:
    """Outcomes counted by kind."""

    counts: Mapping[str, int]

    def __getitem__(self, kind: str) -> int:
        return self.counts.get(kind, 0)

    @property
    def asked(self) -> int:
        """Checks that the report tells of."""
        return sum(self.counts.values()) - self[NOT_ASKED]

    @property
    def supported(self) -> int:
        """Checks that the grader had an answer to."""
        return self.asked - self[UNSUPPORTED]

    @property
    def passed(self) -> Rate:
        """How many of them it passed."""
        return Rate(self[PASS], self.supported)

    @property
    def failed(self) -> int:
        """How many of them it failed."""
        return self.supported - self[PASS]

    @property
    def other(self) -> Iterator[tuple[str, int]]:
        """What is neither passed nor a wrong verdict, worst first."""
        for kind in (*reversed(BROKEN), WRONG_EXTRACTION, UNSUPPORTED, NOT_ASKED):
            if self[kind]:
                yield kind, self[kind]


@dataclass(frozen=True)
class Board:
    """The specification, the suite, and the graders in the order of their titles."""

    spec: Spec
    suite: Corpus
    chapters: tuple[Chapter, ...]
    graders: tuple[Grader, ...]

    @cached_property
    def by_clause(self) -> Mapping[str, tuple[Case, ...]]:
        """The cases that show each clause."""
        found: dict[str, list[Case]] = {}
        for case in self.suite.cases:
            found.setdefault(case.clause or "", []).append(case)
        return {name: tuple(cases) for name, cases in found.items()}

    @cached_property
    def checks(self) -> Mapping[str, Check]:
        """The checks of the suite by id."""
        return {check.id: check for check in self.suite.checks}

    def checks_of(self, clause: str) -> tuple[Check, ...]:
        """The checks that test `clause`."""
        return tuple(check for case in self.by_clause.get(clause, ()) for check in case.checks)

    def strip(self, check: Check) -> str:
        """One letter for each grader, in their order."""
        return "".join(LETTERS.get(grader.kind(check), NOT_ASKED_LETTER) for grader in self.graders)

    def tally(self, grader: Grader, checks: Sequence[Check]) -> Tally:
        """What `grader` did on `checks`."""
        counts: dict[str, int] = {}
        for check in checks:
            kind = grader.kind(check)
            counts[kind] = counts.get(kind, 0) + 1
        return Tally(counts)

    def rates(self, grader: Grader, level: str = MUST) -> Rates:
        """How often it errs on checks of clauses of `level`, of all where that is empty: no estimate of real data."""
        return Rates.of(o for name, o in grader.outcomes.items() if not level or self._level(name) == level)

    def _level(self, check: str) -> str:
        clause = self.spec.clauses.get(self.checks[check].clause or "")
        return clause.level if clause else ""


def joined(spec: Spec, corpus: Corpus, reports: Sequence[Report], files: Sequence[str] = ()) -> Board:
    """The board of `reports`, which `files` name; of `corpus` the suite is shown, samples as estimates alone."""
    suite = corpus.suite
    now = {check.id: check for check in suite.checks}
    names = files or [report.when for report in reports]
    pairs = sorted(zip(reports, names, strict=True), key=lambda pair: (pair[0].title.lower(), pair[0].when, pair[1]))
    ordered = [report for report, _ in pairs]
    titled = zip(_slugs(ordered), _titles(pairs), ordered, strict=True)
    graders = tuple(_grader(slug, title, report, now) for slug, title, report in titled)
    return Board(spec, suite, tuple(_chapter(file, spec, suite) for file in spec.files), graders)


def _titles(pairs: Sequence[tuple[Report, str]]) -> list[str]:
    """What the graders are called: of several reports on one, each by its file, too."""
    shared = Counter(report.title for report, _ in pairs)
    return [f"{report.title} ({name})" if shared[report.title] > 1 else report.title for report, name in pairs]


def _grader(slug: str, title: str, report: Report, now: Mapping[str, Check]) -> Grader:
    own = [outcome for outcome in report.outcomes if outcome.sample is None]
    kept = {outcome.check: outcome for outcome in own if (check := now.get(outcome.check)) and outcome.is_of(check)}
    sample = tuple(outcome for outcome in report.outcomes if outcome.sample)
    return Grader(slug, title, report, kept, sample, stale=len(own) - len(kept))


def _slugs(reports: Sequence[Report]) -> list[str]:
    """A name for the pages of each report, from its grader and version, and a number where that is taken."""
    made: list[str] = []
    for report in reports:
        plain = re.sub(r"[^\w.]+", "-", report.filename, flags=re.ASCII).strip(".-") or "grader"
        taken = sum(slug == plain or slug.startswith(f"{plain}--") for slug in made)
        made.append(f"{plain}--{taken + 1}" if taken else plain)
    return made


def _chapter(file: Path, spec: Spec, suite: Corpus) -> Chapter:
    text = file.read_text(encoding="utf-8")
    shown = {case.clause for case in suite.cases}
    own = tuple(clause for clause in spec.clauses.values() if clause.file == file and clause.id in shown)
    return Chapter(file.stem, text.partition("\n")[0].lstrip("# ").strip(), text, own)
