"""`gradespec report`: what a run said at its end, from the files that it wrote."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from gradespec import known as known_deviations
from gradespec import report as reports
from gradespec.cli.options import FILE, cases_option
from gradespec.cli.output import FINDINGS, FINE, json_option
from gradespec.cli.results import ALL_FAILURES, Result, files_options, show
from gradespec.corpus import Clause, Corpus, clauses, load


@click.command()
@click.argument("files", metavar="REPORTS", nargs=-1, required=True, type=FILE)
@cases_option
@click.option("--known", type=FILE, help="A list of known deviations; only what is not on it fails.")
@files_options
@click.option("--failures", "all_failures", is_flag=True, help=ALL_FAILURES)
@json_option
def report(
    files: tuple[Path, ...],
    cases: tuple[Path, ...],
    known: Path | None,
    junit: Path | None,
    summary: Path | None,
    all_failures: bool,
    as_json: bool,
) -> None:
    """Print the diagnosis of REPORTS, the files that `gradespec run --report` wrote.

    And write it, with --junit and --summary, as JUnit XML and as Markdown.

    Exit codes: 0 all checks passed, or failed as known; 1 some did not; 2 a file is not a report, or wrong usage.
    """
    try:
        corpus, known_clauses = load(cases or None, samples=True), clauses()
        results = [_result(file, known, corpus, known_clauses) for file in files]
    except reports.ReportError as error:
        raise click.UsageError(str(error)) from None
    show(results, all_failures, as_json, junit, summary)
    sys.exit(FINE if all(result.gate.open for result in results) else FINDINGS)


def _result(file: Path, known: Path | None, corpus: Corpus, by_id: Mapping[str, Clause]) -> Result:
    """What the report in `file` comes to. Raises `ReportError`."""
    found = reports.read(file)
    deviations = known_deviations.load(known or known_deviations.packaged(found.asked_as))
    return replace(Result.of(found, deviations, corpus, by_id), file=str(file))
