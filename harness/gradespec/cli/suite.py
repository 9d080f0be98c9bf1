"""`gradespec suite`: what the suite holds, in numbers or whole."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.table import Table

from gradespec.cli.output import console, json_option, print_json, print_table, stop
from gradespec.corpus.clauses import Spec, read_spec
from gradespec.corpus.export import export as export_suite
from gradespec.corpus.load import survey
from gradespec.corpus.model import Corpus
from gradespec.corpus.stats import Row, Stats
from gradespec.corpus.stats import stats as count


@click.group()
def suite() -> None:
    """Count the suite, or export it for other languages."""


@suite.command()
@json_option
def stats(as_json: bool) -> None:
    """Clauses, checks, the balance of accepting and rejecting, and the coverage by clause, option and reason.

    Exit codes: 0; 2 the spec or a case file is invalid.
    """
    counted = count(*_suite())
    if as_json:
        print_json(counted.as_json())
    else:
        _print(counted)


@suite.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file instead of standard output.",
)
@click.option("--expand", is_flag=True, help="Spell built texts out (the file becomes large).")
def export(output: Path | None, expand: bool) -> None:
    """The whole suite as one JSON file, without samples; spec/schemas/suite.schema.json says what is in it.

    Exit codes: 0; 2 the spec or a case file is invalid, or the file cannot be written.
    """
    spec, found = _suite()
    value = export_suite(spec, found.suite, expanded=expand)
    if output is None:
        print_json(value)
        return
    try:
        output.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.UsageError(f"{output} cannot be written: {error.strerror}") from None


def _suite() -> tuple[Spec, Corpus]:
    spec, loaded = read_spec(), survey()
    if wrong := spec.problems + loaded.problems:
        stop(wrong)
    return spec, loaded.corpus


def _print(counted: Stats) -> None:
    out = console()
    sections = {
        "Chapters": (*counted.by_chapter, counted.total),
        "Clauses": counted.by_clause,
        "Options": counted.by_option,
        "Reasons": counted.by_reason,
    }
    for title, rows in sections.items():
        print_table(_table(title, rows))
    decided = counted.total.accept + counted.total.reject
    share = f"{counted.total.reject / decided:.0%}" if decided else "none"
    size = f"{counted.clauses} clauses, {counted.cases} cases, {counted.total.checks} checks"
    out.print(f"spec {counted.spec}: {size}")
    if counted.sampled.checks:
        out.print(f"beside it {counted.sampled.checks} checks of samples, which estimate and do not count")
    out.print(f"of the {decided} checks that accept or reject, {share} reject")


def _table(title: str, rows: Iterable[Row]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column("")
    table.add_column("")
    for name in ("accept", "reject", "value", "checks"):
        table.add_column(name, justify="right")
    for row in rows:
        style = "" if row.checks else "red"
        counts = map(str, (row.accept, row.reject, row.value, row.checks))
        table.add_row(row.name, row.note, *counts, style=style)
    return table
