"""`gradespec diff`: what was mended and what broke from one report to another."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from packaging.version import InvalidVersion, Version

from gradespec import report
from gradespec.annotate import complete
from gradespec.cli.diagnosis import more_clauses
from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json, wrapped
from gradespec.comparison import CHANGES, Change, Comparison, compare
from gradespec.corpus import Clause, Corpus, clauses, load
from gradespec.report import ENDINGS, SHORT, Report
from gradespec.wording import called

FILE_OR_FOLDER: Final = click.Path(path_type=Path)
BRIEF: Final = 5  # clauses shown of each kind of change, each with one check, unless all are asked for
HEADINGS: Final = {
    "broke": "passed before, and fail now",
    "otherwise": "fail as before, in another way",
    "given up": "answered before, and n/a now",
    "taken up": "n/a before, and answered now",
    "mended": "failed before, and pass now",
}


@click.command()
@click.argument("before", type=FILE_OR_FOLDER)
@click.argument("after", type=FILE_OR_FOLDER)
@click.option("--all", "everything", is_flag=True, help="Print every check, not the first of the largest clauses.")
@json_option
def diff(before: Path, after: Path, everything: bool, as_json: bool) -> None:
    """Say what was mended and what broke from the report BEFORE to the report AFTER, by clause.

    The files are those that `gradespec run --report` wrote, of two versions of a grader or of two graders. Checks
    that are not the same in both are left out and counted; what is of a sample is counted and breaks nothing. Of two
    folders, each report in AFTER is compared with that of the same grader in BEFORE, as their names
    (GRADER@VERSION.txt or .json.gz) say it; of several versions, with the newest.

    Exit codes: 0 nothing broke; 1 something did; 2 a file is not a report, or they have no check in common.
    """
    try:
        found = [_compared(*pair) for pair in _pairs(before, after)]
    except report.ReportError as error:
        raise click.UsageError(str(error)) from None
    if not any(one.comparison.common for one in found):
        raise click.UsageError(f"{before} and {after} have no check in common")
    if as_json:
        print_json([one.as_json() for one in found] if after.is_dir() else found[0].as_json())
    else:
        out = console()
        for number, one in enumerate(found):
            for line in (*([""] if number else []), *_lines(one, everything)):
                out.print(line)
    sys.exit(FINDINGS if any(one.comparison.count("broke") for one in found) else FINE)


class Compared(NamedTuple):
    """Two reports on a grader, and what changed from one to the other."""

    before: Report
    after: Report
    comparison: Comparison

    @property
    def title(self) -> str:
        """The two, with what they ran on where that is not the same."""
        old, new = self.before.environment, self.after.environment
        others = [
            f"{name} {old[name]} → {new[name]}" for name in sorted(old.keys() & new.keys()) if old[name] != new[name]
        ]
        beside = [other for other in others if not other.startswith("code ")]  # a digest, which tells nobody anything
        return f"{self.before.title} → {self.after.title}" + (f" ({', '.join(beside)})" if beside else "")

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        return {"before": self.before.title, "after": self.after.title, **self.comparison.as_json()}


def _compared(before: Path, after: Path) -> Compared:
    """The comparison of two files. Raises `ReportError`."""
    old, new = (_completed(report.read(file)) for file in (before, after))
    return Compared(old, new, compare(old.outcomes, new.outcomes))


def _completed(found: Report) -> Report:
    """The report with what was said where it leaves that to the suite, as the short form does."""
    untold = any(outcome.failed and not outcome.why for outcome in found.outcomes)
    return complete(found, *_suite()) if untold else found


@cache
def _suite() -> tuple[Corpus, Mapping[str, Clause]]:
    return load(samples=True), clauses()


def _pairs(before: Path, after: Path) -> list[tuple[Path, Path]]:
    """The files to compare; of folders, those of every grader that both have, the newest version of each."""
    if before.is_dir() is not after.is_dir():
        raise click.UsageError("name two reports, or two folders of reports")
    if not after.is_dir():
        return [(before, after)]
    old, new = _by_grader(before), _by_grader(after)
    both = [(old[name], new[name]) for name in sorted(new) if name in old]
    if not both:
        raise click.UsageError(f"{before} and {after} have no report of the same grader, as GRADER@VERSION.txt")
    for name in sorted(old.keys() ^ new.keys()):
        console(stderr=True).print(f"{name} is in {before if name in old else after} alone", style="bold yellow")
    return both


def _by_grader(folder: Path) -> dict[str, Path]:
    """The report of every grader in a folder, that of the newest version, by the grader's name."""
    files = sorted((file for file in folder.glob("*@*") if file.name.endswith(ENDINGS)), key=_version)
    return {file.name.partition("@")[0]: file for file in files}


def _version(file: Path) -> tuple[Version, float]:
    """By what two reports on a grader are in order: by version where those are numbers, else by time."""
    whole = file.name.removesuffix(".gz").removesuffix(".json").removesuffix(SHORT)
    text = whole.partition("@")[2].partition("+")[0]
    try:
        return Version(text), 0.0
    except InvalidVersion:  # a commit
        return Version("0"), file.stat().st_mtime


def _lines(compared: Compared, everything: bool) -> Iterator[str]:
    found = compared.comparison
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
            yield f"  {more_clauses(len(clauses) - len(shown))} with --all"
        yield ""
    told = ", ".join(f"{found.count(kind):,} {kind}" for kind in ("mended", "broke"))
    yield compared.title
    yield f"{found.common:,} checks in common, {told}"
    if found.sampled:
        right = sum(change.kind == "mended" for change in found.sampled)
        wrong = sum(change.kind == "broke" for change in found.sampled)
        yield f"of the sample: {right:,} judged rightly now, {wrong:,} no more"
    if found.apart:
        yield f"{len(found.apart):,} checks that are not the same in both are left out"


def _check(change: Change) -> Iterator[str]:
    yield f"    {change.after.check}"
    came = f"{called(change.before.kind)} → {called(change.after.kind)}"
    told = f": {change.after.why}" if change.after.why else f"; before, {change.before.why}"
    yield from wrapped(f"      {came}{told}", console().width, " " * 6)
