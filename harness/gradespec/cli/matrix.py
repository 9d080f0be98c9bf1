"""`gradespec matrix`: reports that earlier runs wrote, side by side, on the screen or in a page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import click

from gradespec import matrix as table
from gradespec import report
from gradespec.cli.markdown import escaped
from gradespec.cli.options import FILE
from gradespec.cli.output import UNBOUNDED, Plain, json_option, natural_width, print_json, print_table
from gradespec.files import replace_whole
from gradespec.report import Report
from gradespec.totals import Totals

OPENING, CLOSING = "<!-- matrix -->", "<!-- /matrix -->"


@click.command()
@click.argument("reports", nargs=-1, required=True, type=FILE)
@click.option("--totals", is_flag=True, help="A row for each grader, and what matters most of it.")
@click.option("--into", "page", type=FILE, help=f"Write it into a page, between {OPENING} and {CLOSING}.")
@json_option
def matrix(reports: tuple[Path, ...], totals: bool, page: Path | None, as_json: bool) -> None:
    """Print the matrix of REPORTS, the files that `gradespec run --report` wrote, by name.

    Exit codes: 0; 2 a file is not a report, or the page has no place for a matrix.
    """
    try:
        found = sorted(map(report.read, reports), key=lambda found: found.title.lower())
    except report.ReportError as error:
        raise click.UsageError(str(error)) from None
    if page:
        _into(page, block(found, totals))
    elif as_json:
        print_json(table.as_json(found))
    else:
        for shown in [Totals.of(found).table()] if totals else table.tables(found):
            print_table(shown)


def block(reports: Sequence[Report], totals: bool = False) -> str:
    """The matrix as Markdown: a row for each grader, and unless `totals` are enough the tables of a terminal."""
    first = f"{_totals(Totals.of(reports))}\n\n{_quoted(_caption(reports))}\n"
    return first if totals else f"{first}\n{_tables(reports)}\n"


def _totals(found: Totals) -> str:
    rows = [found.columns, ["---:" if name.endswith("%") else "---" for name in found.columns]]
    rows += [(escaped(title), *cells) for title, *cells in found.cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + f"\n\n{found.legend}"


def _tables(reports: Sequence[Report]) -> str:
    terminal = Plain(file=io.StringIO(), width=UNBOUNDED, markup=False, highlight=False, record=True)
    for made in table.tables(reports):
        terminal.print(made, width=natural_width(made))
    lines = [line.rstrip() for line in terminal.export_text().splitlines()]
    shown = _quoted("\n".join(line for line in lines if line))
    return f"```text\n{shown}\n```"


def _quoted(text: str) -> str:
    """The text without what would end the place that it has in a page: no name is to write the rest of it."""
    return text.replace("`" * 3, "`` `").replace("<!--", "<!- -")


def _caption(reports: Sequence[Report]) -> str:
    """Which suite and when; two states of the suite in one matrix do not stay unsaid."""
    suites = {found.suite.sha256: found.suite for found in reports}.values()
    named = [
        f"{suite.checks} checks{f' and {suite.sampled} of a sample,' if suite.sampled else ''} of spec"
        f" {suite.version} ({suite.sha256[:8]})"
        for suite in suites
    ]
    days = sorted({found.when.partition("T")[0] for found in reports})
    return f"{', '.join(named)}; run {' to '.join(dict.fromkeys([days[0], days[-1]]))}."


def _into(page: Path, wanted: str) -> None:
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{page} cannot be read: {error}") from None
    before, opened, rest = text.partition(OPENING)
    _, closed, after = rest.partition(CLOSING)
    if not opened or not closed:
        raise click.UsageError(f"{page} has no place for a matrix; add the lines {OPENING} and {CLOSING}")
    made = f"{before}{OPENING}\n{wanted}{CLOSING}{after}"
    try:
        replace_whole(page, made.encode())
    except OSError as error:
        raise click.UsageError(f"{page} cannot be written: {error.strerror}") from None
