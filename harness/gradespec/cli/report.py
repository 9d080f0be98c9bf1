"""`gradespec report`: what a run said at its end, from the files that it wrote."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from gradespec import known as known_deviations
from gradespec import report as reports
from gradespec.annotate import complete
from gradespec.cli.options import FILE, cases_option
from gradespec.cli.output import FINDINGS, FINE, json_option
from gradespec.cli.results import ALL_FAILURES, Result, file_of, files_options, show
from gradespec.corpus import Clause, Corpus, clauses, load
from gradespec.report import Report


@click.command()
@click.argument("files", metavar="REPORTS", nargs=-1, required=True, type=FILE)
@cases_option
@click.option("--known", type=FILE, help="A list of known deviations; only what is not on it fails.")
@files_options
@click.option("--failures", "all_failures", is_flag=True, help=ALL_FAILURES)
@click.option(
    "--report",
    "out",
    type=FILE,
    help="Write the reports again, in the form that this name asks for: .json, .json.gz, or .txt with a line for each"
    " case. Of several, {grader} is its name.",
)
@json_option
def report(
    files: tuple[Path, ...],
    cases: tuple[Path, ...],
    known: Path | None,
    junit: Path | None,
    summary: Path | None,
    badge: Path | None,
    all_failures: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Print the diagnosis of REPORTS, the files that `gradespec run --report` wrote.

    And write it, with --junit and --summary, as JUnit XML and as Markdown, and with --badge a badge. With --report,
    write REPORTS again in another form, and print nothing.

    Exit codes: 0 all checks passed, or failed as known, or the reports are written again; 1 some did not; 2 a file is
    not a report, or wrong usage.
    """
    try:
        corpus, known_clauses = load(cases or None, samples=True), clauses()
        found = [complete(reports.read(file), corpus, known_clauses) for file in files]
    except reports.ReportError as error:
        raise click.UsageError(str(error)) from None
    if out:
        _write(found, out)
        return
    results = [_result(*both, known, corpus, known_clauses) for both in zip(files, found, strict=True)]
    show(results, all_failures, as_json, junit, summary, badge)
    sys.exit(FINE if all(result.gate.open for result in results) else FINDINGS)


def _write(found: Sequence[Report], out: Path) -> None:
    files = [file_of(out, one) for one in found]
    if len(set(files)) < len(files):
        raise click.UsageError("several reports need a file each: --report 'reports/{grader}.txt'")
    try:
        for one, file in zip(found, files, strict=True):
            reports.write(one, file)
    except OSError as error:
        raise click.UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


def _result(file: Path, found: Report, known: Path | None, corpus: Corpus, by_id: Mapping[str, Clause]) -> Result:
    """What the report that is in `file` comes to."""
    deviations = known_deviations.load(known or known_deviations.packaged(found.asked_as))
    return replace(Result.of(found, deviations, corpus, by_id), file=str(file))
