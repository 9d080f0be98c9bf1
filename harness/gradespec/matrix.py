"""Reports as a table: chapters × graders, then the levels of conformance × graders (CONF-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich import box
from rich.table import Table

from gradespec import corpus, estimates
from gradespec.judge import BROKEN, PASS, UNSUPPORTED, WRONG_EXTRACTION, Outcome
from gradespec.judge import twin_score as twin_score_of
from gradespec.rates import Rate, Rates
from gradespec.report import Report

BESIDE: Final = 11  # columns that are left of 80 for what is told beside the figures of the only grader
#: In the order in which a claim adds them.
LEVELS: Final = ("MUST", "SHOULD", "MAY")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one grader did in one chapter: how many of `asked` checks had each outcome, how often, its twin score."""

    asked: int
    counts: Counter[str]
    twin_score: float | None
    rates: Rates

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Cell:
        """The cell that sums up `outcomes`."""
        counts = Counter(outcome.kind for outcome in outcomes)
        return cls(len(outcomes), counts, twin_score_of(outcomes), Rates.of(outcomes))

    @property
    def supported(self) -> int:
        """How many checks the grader had an answer to."""
        return self.asked - self.counts[UNSUPPORTED]


def cells(report: Report) -> dict[str, Cell]:
    """The cells of `report` by chapter, in the order of the suite, and all of it as ``total``.

    What is of a sample is in none of them: see `estimates`.
    """
    chapters: dict[str, list[Outcome]] = {}
    asked = [outcome for outcome in report.outcomes if outcome.sample is None]
    for outcome in asked:
        chapters.setdefault(outcome.check.partition("/")[0], []).append(outcome)
    return {name: Cell.of(found) for name, found in {**chapters, "total": asked}.items()}


def levels(report: Report) -> dict[str, Cell]:
    """The cells of `report` by the level of the clause that a check tests: ``MUST``, ``SHOULD``, ``MAY``."""
    known = corpus.clauses()
    found: dict[str, list[Outcome]] = {level: [] for level in LEVELS}
    for outcome in report.outcomes:
        clause = known.get(outcome.clause)
        if clause is not None and clause.level and outcome.sample is None:
            found[clause.level].append(outcome)
    return {level: Cell.of(outcomes) for level, outcomes in found.items() if outcomes}


def as_json(reports: Iterable[Report]) -> list[dict[str, Any]]:
    """The matrix as plain JSON values: for each grader its chapters and levels, each with counts and twin score.

    And the estimates from samples, where it was asked any.
    """
    return [
        {
            "grader": report.title,
            "chapters": _counted(cells(report)),
            "levels": _counted(levels(report)),
            "estimates": [estimate.as_json() for estimate in estimates.estimates(report.outcomes)],
        }
        for report in reports
    ]


def _counted(found: dict[str, Cell]) -> dict[str, Any]:
    return {
        name: {
            "asked": cell.asked,
            **dict(cell.counts),
            "twin_score": cell.twin_score,
            "rates": cell.rates.as_json(),
        }
        for name, cell in found.items()
    }


def tables(reports: Sequence[Report], titled: bool = True) -> Iterator[Table]:
    """What is to be shown of `reports`: the matrix, and the estimates where a sample was asked (CONF-11).

    Where `titled` is false, the tables do without the column of the graders' names.
    """
    if any(outcome.sample is None for report in reports for outcome in report.outcomes):
        yield table(reports, titled)
    if (estimated := estimates.table(reports, titled)) is not None:
        yield estimated


def table(reports: Sequence[Report], titled: bool = True) -> Table:
    """A row for each chapter and grader, then for each level; the last are the whole suite.

    Where the only grader is named elsewhere (`titled` is false), the table fits 80 columns.
    """
    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1) if titled else (0, 1, 0, 0))
    for name in ("chapter", *(("grader",) if titled else ())):
        made.add_column(name, no_wrap=True)
    for name in ("pass", "false accepts\n% (95 %)", "false rejects\n% (95 %)", "twin\n%"):
        made.add_column(name, justify="right", no_wrap=True)
    made.add_column("other", max_width=None if titled else BESIDE)
    by_report = [(report, _shown(report)) for report in reports]
    for chapter in dict.fromkeys(name for _, found in by_report for name in found):
        for first, (title, *row) in _rows(chapter, by_report):
            named = (title,) if titled else ()
            made.add_row(chapter if first else "", *named, *row, style="bold" if chapter == "total" else "")
    return made


def _shown(report: Report) -> dict[str, Cell]:
    chapters = cells(report)
    total = chapters.pop("total")
    return {**chapters, **levels(report), "total": total}


def _rows(chapter: str, by_report: Sequence[tuple[Report, dict[str, Cell]]]) -> Iterator[tuple[bool, tuple[str, ...]]]:
    found = [(report, chapters[chapter]) for report, chapters in by_report if chapter in chapters]
    for index, (report, cell) in enumerate(found):
        yield (
            index == 0,
            (
                report.title,
                f"{cell.counts[PASS]}/{cell.supported}",
                _counted_and_rated(cell.rates.false_accepts),
                _counted_and_rated(cell.rates.false_rejects),
                "n/a" if cell.twin_score is None else f"{100 * cell.twin_score:.1f}",
                _other(cell),
            ),
        )


def _counted_and_rated(rate: Rate) -> str:
    """``739  18 (17–20)``: how many, and which share of those it could be, in percent with the interval."""
    return f"{rate.count} {rate.brief:>11}" if rate.of else rate.brief


def _other(cell: Cell) -> str:
    """What is neither passed nor a wrong verdict, worst first: ``2 timeout, 5 wrong, 30 n/a``."""
    kinds = (*reversed(BROKEN), WRONG_EXTRACTION, UNSUPPORTED)
    return ", ".join(f"{cell.counts[kind]} {_BRIEF.get(kind, kind)}" for kind in kinds if cell.counts[kind])


_BRIEF: Final = {WRONG_EXTRACTION: "wrong", UNSUPPORTED: "n/a"}
