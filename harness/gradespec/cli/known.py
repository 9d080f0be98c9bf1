"""`gradespec known`: lists of known deviations."""

from __future__ import annotations

from pathlib import Path

import click

from gradespec import report
from gradespec.annotate import complete
from gradespec.cage import Limits
from gradespec.cli.options import FILE, cases_option, limits, limits_options
from gradespec.cli.output import console
from gradespec.cli.running import report_of
from gradespec.corpus import clauses, load
from gradespec.corpus.source import read_text
from gradespec.environments import Unavailable
from gradespec.known_update import update as updated
from gradespec.report import Report, ReportError, Suite


@click.group()
def known() -> None:
    """Keep the list of what a grader is known not to pass."""


@known.command()
@click.argument("file", type=FILE)
@click.option("--grader", metavar="NAME", help="The grader; it is run against the whole suite.")
@click.option("--from", "source", type=FILE, help="Take what an earlier run found: the file of its --report.")
@click.option("--compact", is_flag=True, help="List what is new by outcome and clause, not check by check.")
@cases_option
@limits_options
def update(
    file: Path,
    grader: str | None,
    source: Path | None,
    compact: bool,
    cases: tuple[Path, ...],
    timeout: float,
    memory: float,
    workers: int,
) -> None:
    """Write to FILE what a grader does not pass now, or bring the list that it holds up to date.

    What still fails keeps its entry, with reason, link and comments; a pattern that also names checks which
    pass now gives way to the ids of those that still fail; what passes now leaves; what is new joins the end,
    with a reason that says that it needs one. For a grader that fails thousands, --compact lists for each
    outcome the clauses some of whose checks come out so: one check that passes is no news then, and a clause
    that fails in a new way is.

    Exit codes: 0; 2 wrong usage, FILE is no such list, or the grader cannot be run.
    """
    if (grader is None) == (source is None):
        raise click.UsageError("name the grader with --grader NAME, or an earlier run of it with --from REPORT")
    before = read_text(file) if file.exists() else None
    found = _read(source) if source else _run(str(grader), cases, limits(timeout, memory), workers)
    made = updated(before, file, found.outcomes, found.title, compact)
    try:
        file.write_text(made.text, encoding="utf-8", newline="")
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from error
    counts = f"{made.kept} kept, {made.narrowed} narrowed, {made.dropped} dropped, {made.added} added"
    console().print(f"{file}: {counts}" + (", which need a reason" if made.added else ""))


def _read(file: Path) -> Report:
    try:
        found = report.read(file)
    except ReportError as error:
        raise click.UsageError(str(error)) from None
    if sum(outcome.sample is None for outcome in found.outcomes) < found.suite.checks:
        raise click.UsageError(f"{file} is of a part of the suite; run all of it, without --select")
    return complete(found, load(samples=True), clauses())


def _run(grader: str, cases: tuple[Path, ...], bounds: Limits, workers: int) -> Report:
    corpus = load(cases or None)
    try:
        found = report_of(grader, Suite.of(corpus), tuple(corpus), bounds, workers)
    except Unavailable as error:
        raise click.UsageError(str(error)) from None
    if found.given_up:
        raise click.UsageError(f"{grader} was not asked everything: {found.given_up}")
    return found
