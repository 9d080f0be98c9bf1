"""`gradespec run`: graders against the suite."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from gradespec import known as known_deviations
from gradespec import matrix, report
from gradespec.cli.options import FILE, graders_option, limits, limits_options
from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option, print_json, stop
from gradespec.corpus import Check, Corpus, CorpusError, load, select
from gradespec.environments import Unavailable
from gradespec.graders import resolve
from gradespec.judge import BROKEN, FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION, Outcome
from gradespec.known import Deviation, Gate
from gradespec.report import UNVERSIONED, Report, Suite
from gradespec.run import outcomes, started
from gradespec.worker import Limits

#: Failures in the order in which a reader wants them: what should never happen first.
WORST_FIRST = (*reversed(BROKEN), FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION)
WIDE = 110  # columns of a matrix that goes into a file
BRIEF = 10  # failures shown of each kind, unless all are asked for


@click.command()
@graders_option()
@click.option("--cases", type=click.Path(path_type=Path), multiple=True, help="Your own case files or folders.")
@click.option("--select", "only", multiple=True, metavar="GLOB", help="Only the checks whose ids match.")
@click.option("--known", type=FILE, help="A list of known deviations; only what is not on it fails.")
@click.option("--report", "out", type=FILE, help="Write the report; with several graders, {grader} is its name.")
@click.option("--failures", "all_failures", is_flag=True, help="Print every failure, not the first few.")
@limits_options
@json_option
def run(
    graders: tuple[str, ...],
    cases: tuple[Path, ...],
    only: tuple[str, ...],
    known: Path | None,
    out: Path | None,
    all_failures: bool,
    timeout: float,
    memory: float,
    workers: int,
    as_json: bool,
) -> None:
    """Run graders against the suite and print where they fail.

    Each grader runs in its own processes, bounded in time and memory. What it does there is an outcome:
    pass, false accept, false reject, wrong extraction, error, timeout, crash, executed (it ran code from a
    text), unsupported.

    Exit codes: 0 all checks passed, or failed as known; 1 some did not; 2 wrong usage, invalid case files,
    or a grader that cannot be run (the others are run all the same).
    """
    corpus, checks, deviations = _inputs(cases, only, known)
    if out and len(graders) > 1 and "{grader}" not in str(out):
        raise click.UsageError("several graders need a file each: --report 'reports/{grader}.json'")
    reports = []
    for found in _reports(graders, corpus, checks, limits(timeout, memory), workers):
        reports.append(found)
        if out:
            _write(found, out)  # at once, so that an interruption loses one grader at most
    gates = [Gate.of(found.outcomes, deviations) for found in reports]
    if as_json:
        print_json(_as_json(reports, gates))
    else:
        _print(reports, gates, None if all_failures else BRIEF)
    if len(reports) < len(graders):
        sys.exit(INVALID)
    sys.exit(FINE if all(gate.open for gate in gates) else FINDINGS)


def _inputs(
    cases: tuple[Path, ...], only: tuple[str, ...], known: Path | None
) -> tuple[Corpus, tuple[Check, ...], tuple[Deviation, ...]]:
    try:
        corpus = load(cases or None)
        checks = select(corpus, only)
        deviations = known_deviations.load(known)
    except CorpusError as error:
        stop(error.problems)
    if not checks:
        raise click.UsageError(f"no check matches {' or '.join(only)}")
    return corpus, checks, deviations


def _reports(
    graders: Sequence[str], corpus: Corpus, checks: Sequence[Check], bounds: Limits, workers: int
) -> Iterator[Report]:
    """A report for every grader that can be run; the rest are named on standard error."""
    err = console(stderr=True)
    suite = Suite.of(corpus)
    for name in graders:
        try:
            grader = resolve(name)
            with started(grader, bounds, workers) as pool:
                found = _with_progress(name, outcomes(pool, checks), len(checks))
                yield report.report(name, pool.hello, suite, bounds, found)
        except Unavailable as error:
            err.print(str(error), style="bold red")


def _with_progress(name: str, found: Iterator[Outcome], total: int) -> list[Outcome]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    err = console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        return list(progress.track(found, total=total, description=name))


def _write(found: Report, out: Path) -> None:
    """Write the report to `out`, in which ``{grader}`` stands for name and version."""
    name = re.sub(r"[^\w.-]", "-", found.name) + (f"@{found.version}" if found.version != UNVERSIONED else "")
    file = Path(str(out).replace("{grader}", name))
    try:
        report.write(found, file)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from error


def _as_json(reports: Sequence[Report], gates: Sequence[Gate]) -> list[dict[str, Any]]:
    return [
        {
            **report.as_json(found),
            "matrix": summed["chapters"],
            "known": [outcome.check for outcome in gate.by_standing["known"]],
            "new": [outcome.check for outcome in gate.by_standing["new"]],
            "fixed": [outcome.check for outcome in gate.by_standing["fixed"]],
        }
        for found, gate, summed in zip(reports, gates, matrix.as_json(reports), strict=True)
    ]


def _print(reports: Sequence[Report], gates: Sequence[Gate], limit: int | None) -> None:
    out = console()
    if reports:
        out.print(matrix.table(reports), width=out.width if out.is_terminal else max(out.width, WIDE))
    for found, gate in zip(reports, gates, strict=True):
        new, known, fixed = (gate.by_standing[name] for name in ("new", "known", "fixed"))
        if new:
            out.print(f"\n{found.title}: {len(new)} failed", style="bold")
            _print_failures(new, limit)
        if known:
            out.print(f"{found.title}: {len(known)} failed as known")
        for outcome in fixed:
            out.print(f"{found.title}: {outcome.check} passes now; take it off the list", style="yellow")


def _print_failures(failures: Sequence[Outcome], limit: int | None) -> None:
    out = console()
    for kind in WORST_FIRST:
        found = [outcome for outcome in failures if outcome.kind == kind]
        for outcome in found[:limit]:
            out.print(f"  {kind.replace('_', ' '):16} {outcome.check}  {outcome.why}")
        if limit is not None and len(found) > limit:
            out.print(f"  {'':16} … and {len(found) - limit} more; --failures prints all", style="dim")
