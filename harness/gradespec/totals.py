"""Reports in a row each, with what a newcomer wants to know first: how often a grader errs, and whether it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich import box
from rich.table import Table

from gradespec.estimates import Estimate, estimates
from gradespec.judge import BROKEN, twin_score
from gradespec.rates import Rates
from gradespec.report import Report

#: What came instead of a verdict, worst first: of one, and of several.
_NO_VERDICT: Final = {
    "executed": ("text run as code", "texts run as code"),
    "timeout": ("hang", "hangs"),
    "crash": ("crash", "crashes"),
    "error": ("error", "errors"),
}
assert set(_NO_VERDICT) == set(BROKEN)


@dataclass(frozen=True, slots=True)
class Total:
    """A grader over the whole suite; `sample` is the estimate from the natural sample, None where it was not asked."""

    title: str
    sample: Estimate | None
    suite: Rates
    twin_score: float | None
    counts: Counter[str]

    @classmethod
    def of(cls, report: Report) -> Total:
        """What the report comes to."""
        own = [outcome for outcome in report.outcomes if outcome.sample is None]
        whole = (found for found in estimates(report.outcomes) if found.grouping == "all")
        return cls(
            report.title,
            next(whole, None),
            Rates.of(own),
            twin_score(own),
            Counter(outcome.kind for outcome in own),
        )

    @property
    def no_verdict(self) -> str:
        """What came instead of verdicts, in words: ``6 crashes, 64 hangs``."""
        told = [(self.counts[kind], names) for kind, names in _NO_VERDICT.items() if self.counts[kind]]
        return ", ".join(f"{count:,} {one if count == 1 else many}" for count, (one, many) in told) or "none"


@dataclass(frozen=True)
class Totals:
    """The rows, and the names of their columns, of which the words before a colon say what was asked."""

    rows: tuple[Total, ...]

    @classmethod
    def of(cls, reports: Sequence[Report]) -> Totals:
        """A row for each of the reports, in their order."""
        return cls(tuple(map(Total.of, reports)))

    @property
    def sampled(self) -> bool:
        """Whether one of the graders was asked the natural sample."""
        return any(row.sample for row in self.rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns' names."""
        sample = ("sample: false accepts %", "sample: false rejects %") if self.sampled else ()
        suite = ("suite: false accepts %", "suite: false rejects %", "suite: twin score %", "suite: no verdict")
        return ("grader", *sample, *suite)

    @property
    def cells(self) -> Iterator[tuple[str, ...]]:
        """What stands in the columns, for each row; rates with their 95 % intervals."""
        for row in self.rows:
            drawn = _pair(row.sample) if row.sample else ("not asked", "not asked")
            twin = "n/a" if row.twin_score is None else f"{100 * row.twin_score:.1f}"
            yield row.title, *(drawn if self.sampled else ()), *_pair(row.suite), twin, row.no_verdict

    @property
    def legend(self) -> str:
        """What the columns mean, in a sentence or two."""
        sample = "The *sample* is of real golds and answers as models write them: it tells how often a grader errs."
        suite = (
            "The *suite* was chosen to be hard: it tells in what a grader errs, not how often; its rates are of its"
            " MUST and SHOULD checks together."
        )
        rates = "Rates are in percent, with 95 % intervals."
        return " ".join((sample, suite, rates) if self.sampled else (suite, rates))

    def table(self) -> Table:
        """The rows for a terminal."""
        made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for name in self.columns:
            made.add_column(name.replace(": ", "\n"), justify="right" if name.endswith("%") else "left", no_wrap=True)
        for cells in self.cells:
            made.add_row(*cells)
        return made


def _pair(found: Estimate | Rates) -> tuple[str, str]:
    return found.false_accepts.brief, found.false_rejects.brief
