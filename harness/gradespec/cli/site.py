"""`gradespec site`: reports as a static site."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from gradespec import corpus, report
from gradespec.cli.options import FILE
from gradespec.cli.output import console
from gradespec.corpus import read_spec

NEEDS = "the site needs Jinja, latex2mathml and markdown-it; install them with: pip install 'gradespec[site]'"


@click.command()
@click.argument("reports", nargs=-1, required=True, type=FILE)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder to write the site into."
)
def site(reports: tuple[Path, ...], out: Path) -> None:
    """Make a site of REPORTS, the files that `gradespec run --report` wrote: open OUT/index.html.

    It needs no server and no network. Files that are already in the folder are replaced, others stay.

    Exit codes: 0; 2 a file is not a report, or what the site is made with is not installed.
    """
    try:
        from gradespec.site.board import joined
        from gradespec.site.build import build
    except ImportError as error:
        raise click.UsageError(f"{NEEDS} ({error})") from None
    try:
        found = [report.read(file) for file in reports]
        board = joined(read_spec(), corpus.load(), found, names(reports))
    except report.ReportError as error:
        raise click.UsageError(str(error)) from None
    made = build(board, out)
    size = sum(file.stat().st_size for file in made)
    graders = "1 grader" if len(found) == 1 else f"{len(found)} graders"
    console().print(f"{len(made)} files, {size / 2**20:.1f} MiB, of {graders}: {out / 'index.html'}")
    for grader in board.graders:
        if grader.stale:
            console(stderr=True).print(
                f"{grader.title}: {grader.stale} outcomes are of checks that have changed since; left out"
            )


def names(files: Sequence[Path]) -> list[str]:
    """What the files are called: by their names, or by their paths where two have the same name."""
    unlike = len({file.name for file in files}) == len(files)
    return [file.name if unlike else str(file) for file in files]
