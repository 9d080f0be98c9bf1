"""`gradespec diff`: what was mended and what broke from one report to another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from gradespec import report
from gradespec.cli.options import FILE
from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json, wrapped
from gradespec.comparison import CHANGES, Change, Comparison, compare

BRIEF: Final = 5  # clauses shown of each kind of change, each with one check, unless all are asked for
HEADINGS: Final = {
    "broke": "passed before, and fail now",
    "otherwise": "fail as before, in another way",
    "given up": "answered before, and not supported now",
    "taken up": "not supported before, and answered now",
    "mended": "failed before, and pass now",
}


@click.command()
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
@click.option("--all", "everything", is_flag=True, help="Print every check, not the first of the largest clauses.")
@json_option
def diff(before: Path, after: Path, everything: bool, as_json: bool) -> None:
    """Say what was mended and what broke from the report BEFORE to the report AFTER, by clause.

    The files are those that `gradespec run --report` wrote, of two versions of a grader or of two graders. Checks
    that are not the same in both are left out and counted; what is of a sample is counted and breaks nothing.

    Exit codes: 0 nothing broke; 1 something did; 2 a file is not a report, or they have no check in common.
    """
    try:
        old, new = report.read(before), report.read(after)
    except report.ReportError as error:
        raise click.UsageError(str(error)) from None
    found = compare(old.outcomes, new.outcomes)
    if not found.common:
        raise click.UsageError(f"{before} and {after} have no check in common")
    if as_json:
        print_json({"before": old.title, "after": new.title, **found.as_json()})
    else:
        out = console()
        for line in _lines(found, f"{old.title} → {new.title}", everything):
            out.print(line)
    sys.exit(FINDINGS if found.count("broke") else FINE)


def _lines(found: Comparison, title: str, everything: bool) -> Iterator[str]:
    for kind in CHANGES:
        clauses = found.of(kind)
        if not clauses:
            continue
        yield f"{found.count(kind):,} {HEADINGS[kind]}"
        shown = list(clauses.items())[: None if everything else BRIEF]
        for clause, changes in shown:
            yield f"  {clause}: {len(changes)}"
            for change in changes[: None if everything else 1]:
                yield from _check(change)
        if len(shown) < len(clauses):
            yield f"  {len(clauses) - len(shown)} clauses more with --all"
        yield ""
    told = ", ".join(f"{found.count(kind):,} {kind}" for kind in ("mended", "broke"))
    yield title
    yield f"{found.common:,} checks in common, {told}"
    if found.sampled:
        right = sum(change.kind == "mended" for change in found.sampled)
        wrong = sum(change.kind == "broke" for change in found.sampled)
        yield f"of the sample: {right:,} judged rightly now, {wrong:,} no more"
    if found.apart:
        yield f"{len(found.apart):,} checks that are not the same in both are left out"


def _check(change: Change) -> Iterator[str]:
    yield f"    {change.after.check}"
    came = f"{change.before.kind} → {change.after.kind}".replace("_", " ")
    yield from wrapped(f"      {came}: {change.after.why or change.before.why}", console().width, " " * 6)
