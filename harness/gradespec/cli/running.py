"""What the commands that run graders share: a report of each, with progress, and which reports are there already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from gradespec import report
from gradespec.cli.output import console
from gradespec.corpus import Check
from gradespec.graders import resolve
from gradespec.judge import Outcome
from gradespec.report import Report, ReportError, Suite
from gradespec.run import outcomes, started
from gradespec.worker import Limits


def report_of(
    name: str, suite: Suite, checks: Sequence[Check], bounds: Limits, workers: int, earlier: Path | None = None
) -> Report:
    """The report of the grader called `name`. Raises `Unavailable` where it cannot be run.

    `earlier` is a file, in which ``{grader}`` stands for the grader's name and version. The report in it is
    taken where it is of the same run: the same suite and checks, grader, version, backend, limits and platform.
    """
    with started(resolve(name), bounds, workers) as pool:
        empty = report.report(name, pool.hello, suite, bounds, ())
        if earlier and (found := _same_run(file_of(empty, earlier), empty, checks)):
            return found
        found = replace(empty, outcomes=tuple(_with_progress(name, outcomes(pool, checks), len(checks))))
        return replace(found, when=report.now())


def file_of(found: Report, pattern: Path) -> Path:
    """The file that `pattern` names for the report: ``{grader}`` stands for the grader's name and version."""
    return Path(str(pattern).replace("{grader}", found.filename))


def _same_run(file: Path, empty: Report, checks: Sequence[Check]) -> Report | None:
    try:
        found = report.read(file)
    except ReportError:  # there is none, or none that can be used
        return None
    same = replace(found, when=empty.when, outcomes=()) == empty
    return found if same and [outcome.check for outcome in found.outcomes] == [check.id for check in checks] else None


def _with_progress(name: str, found: Iterator[Outcome], total: int) -> list[Outcome]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    err = console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        return list(progress.track(found, total=total, description=name))
