"""`gradespec run`: graders against the suite."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from gradespec import known as known_deviations
from gradespec import matrix, report
from gradespec.cli.options import FILE, cases_option, graders_option, limits, limits_options
from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option, print_json, stop
from gradespec.cli.running import report_of
from gradespec.corpus import Check, Corpus, CorpusError, load, select
from gradespec.environments import Unavailable
from gradespec.graders import everything
from gradespec.judge import BROKEN, FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION, Outcome
from gradespec.known import Deviation, Gate
from gradespec.report import Report, Suite
from gradespec.worker import Limits

#: Failures in the order in which a reader wants them: what should never happen first.
WORST_FIRST = (*reversed(BROKEN), FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION)
WIDE = 110  # columns of a matrix that goes into a file
BRIEF = 10  # failures shown of each kind, unless all are asked for


@click.command()
@graders_option()
@click.option("--all", "everyone", is_flag=True, help="Every packaged grader, in every release that its adapter names.")
@cases_option
@click.option("--select", "only", multiple=True, metavar="GLOB", help="Only checks whose ids match. May be repeated.")
@click.option("--known", type=FILE, help="A list of known deviations; only what is not on it fails.")
@click.option("--report", "out", type=FILE, help="Write the report; with several graders, {grader} is its name.")
@click.option("--resume", is_flag=True, help="Ask only what the files of --report do not tell.")
@click.option("--failures", "all_failures", is_flag=True, help="Print every failure, not the first few.")
@limits_options
@json_option
def run(
    graders: tuple[str, ...],
    everyone: bool,
    cases: tuple[Path, ...],
    only: tuple[str, ...],
    known: Path | None,
    out: Path | None,
    resume: bool,
    all_failures: bool,
    timeout: float,
    memory: float,
    workers: int,
    as_json: bool,
) -> None:
    """Run graders against the suite and print where they fail.

    Each grader runs in its own processes, bounded in time and memory. What it does there is an outcome:
    pass, false accept, false reject, wrong extraction, error, timeout, crash, executed (it ran code from a
    text), unsupported. Of a sample (the chapter wild) no check can be failed: what comes of it are rates with
    95 % intervals.

    Exit codes: 0 all checks passed, or failed as known; 1 some did not; 2 wrong usage, invalid case files,
    or a grader that cannot be run (the others are run all the same).
    """
    graders = _graders(graders, everyone)
    corpus, checks, deviations = _inputs(graders, cases, only, known)
    if out and len(graders) > 1 and "{grader}" not in str(out):
        raise click.UsageError("several graders need a file each: --report 'reports/{grader}.json'")
    if resume and not out:
        raise click.UsageError("nothing to resume: name the reports, as in --report 'reports/{grader}.json'")
    bounds = limits(timeout, memory)
    reports = list(_reports(graders, Suite.of(corpus), checks, bounds, workers, out, resume))
    gates = [Gate.of(found.outcomes, deviations[found.asked_as]) for found in reports]
    if as_json:
        print_json(_as_json(reports, gates))
    else:
        _print(reports, gates, None if all_failures else BRIEF)
    if len(reports) < len(graders):
        sys.exit(INVALID)
    sys.exit(FINE if all(gate.open for gate in gates) else FINDINGS)


def _graders(named: tuple[str, ...], everyone: bool) -> tuple[str, ...]:
    """The graders that are asked for, each once."""
    try:
        found = tuple(dict.fromkeys(named + (everything() if everyone else ())))
    except Unavailable as error:
        raise click.UsageError(str(error)) from None
    if not found:
        raise click.UsageError("name a grader with --grader NAME, or take every packaged one with --all")
    return found


def _inputs(
    graders: Sequence[str], cases: tuple[Path, ...], only: tuple[str, ...], known: Path | None
) -> tuple[Corpus, tuple[Check, ...], Mapping[str, tuple[Deviation, ...]]]:
    """The suite, the checks to ask, and what is known of each grader: by `known`, or by the list packaged with it."""
    try:
        corpus = load(cases or None, samples=True)
        checks = select(corpus, only)
        deviations = {name: known_deviations.load(known or known_deviations.packaged(name)) for name in graders}
    except CorpusError as error:
        stop(error.problems)
    if not checks:
        raise click.UsageError(f"no check matches {' or '.join(only)}")
    return corpus, checks, deviations


def _reports(
    graders: Sequence[str],
    suite: Suite,
    checks: Sequence[Check],
    bounds: Limits,
    workers: int,
    out: Path | None,
    resume: bool,
) -> Iterator[Report]:
    """A report for every grader that can be run; the rest are named on standard error.

    Each is written at once, and what there is of it every minute: an interruption loses no more than that.
    """
    for name in graders:
        try:
            yield report_of(name, suite, checks, bounds, workers, out, resume)
        except Unavailable as error:
            console(stderr=True).print(str(error), style="bold red")
        except OSError as error:
            raise click.UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


def _as_json(reports: Sequence[Report], gates: Sequence[Gate]) -> list[dict[str, Any]]:
    return [
        {
            **report.as_json(found),
            "matrix": summed["chapters"],
            "estimates": summed["estimates"],
            "known": [outcome.check for outcome in gate.by_standing["known"]],
            "new": [outcome.check for outcome in gate.by_standing["new"]],
            "fixed": [outcome.check for outcome in gate.by_standing["fixed"]],
        }
        for found, gate, summed in zip(reports, gates, matrix.as_json(reports), strict=True)
    ]


def _print(reports: Sequence[Report], gates: Sequence[Gate], limit: int | None) -> None:
    out = console(wide=WIDE)
    for shown in matrix.tables(reports):
        out.print(shown)
    for found, gate in zip(reports, gates, strict=True):
        new, known, fixed = (gate.by_standing[name] for name in ("new", "known", "fixed"))
        if new:
            out.print(f"\n{found.title}: {len(new)} failed", style="bold")
            _print_failures(new, limit)
        if known:
            out.print(f"{found.title}: {len(known)} failed as known")
        for outcome in fixed:
            out.print(f"{found.title}: {outcome.check} passes now; take it off the list", style="yellow")
        drawn = [outcome for outcome in found.outcomes if outcome.sample and outcome.failed]
        if drawn:
            told = "; --failures prints them" if limit else ""
            out.print(f"{found.title}: {len(drawn)} of the sample judged wrongly, which fails nothing{told}")
            _print_failures([] if limit else drawn, limit)


def _print_failures(failures: Sequence[Outcome], limit: int | None) -> None:
    out = console()
    for kind in WORST_FIRST:
        found = [outcome for outcome in failures if outcome.kind == kind]
        for outcome in found[:limit]:
            clause = f" ({outcome.clause})" if outcome.clause else ""
            out.print(f"  {kind.replace('_', ' '):16} {outcome.check}{clause}  {outcome.why}")
        if limit is not None and len(found) > limit:
            out.print(f"  {'':16} … and {len(found) - limit} more; --failures prints all", style="dim")
