"""`gradespec run`: graders against the suite."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from gradespec import known as known_deviations
from gradespec.annotate import annotator
from gradespec.cage import Limits
from gradespec.cli.diagnosis import warning
from gradespec.cli.options import FILE, cases_option, graders_option, limits, limits_options
from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option
from gradespec.cli.progress import counted_progress
from gradespec.cli.results import ALL_FAILURES, Result, files_options, show
from gradespec.cli.running import report_file, report_of
from gradespec.completeness import lacking
from gradespec.corpus import Check, Corpus, load, select
from gradespec.corpus import clauses as known_clauses
from gradespec.environments import Unavailable
from gradespec.graders import all_newest, everything, is_packaged, resolve
from gradespec.known import Deviation
from gradespec.pool import Pool
from gradespec.preflight import Finding, preflight
from gradespec.report import Report, Suite
from gradespec.run import started


@click.command()
@graders_option()
@click.option("--all", "everyone", is_flag=True, help="Every packaged grader, in every release that its adapter names.")
@click.option(
    "--newest", is_flag=True, help="With --all: each at the newest that its index or repository has, instead."
)
@cases_option
@click.option(
    "--select",
    "only",
    multiple=True,
    metavar="GLOB",
    help="Only checks of these ids, as gradespec or pytest prints them, clauses (NUM-3) or reasons (reason:sign)."
    " May be repeated.",
)
@click.option("--known", type=FILE, help="A list of known deviations; only what is not on it fails.")
@click.option("--report", "out", type=FILE, help="Write the report; with several graders, {grader} is its name.")
@click.option("--resume", is_flag=True, help="Ask only what the files of --report do not tell.")
@click.option("--seed", type=click.IntRange(0), help="That of the order of the checks, which a report names.")
@click.option("--allow-na", is_flag=True, help="Exit with 0 although less than half of the checks have an answer.")
@files_options
@click.option("--failures", "all_failures", is_flag=True, help=ALL_FAILURES)
@limits_options
@json_option
def run(
    graders: tuple[str, ...],
    everyone: bool,
    newest: bool,
    cases: tuple[Path, ...],
    only: tuple[str, ...],
    known: Path | None,
    out: Path | None,
    resume: bool,
    seed: int | None,
    allow_na: bool,
    junit: Path | None,
    summary: Path | None,
    badge: Path | None,
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

    The checks are asked in an order that no grader can guess, and some of them once more at the end. A fault that
    went away, or a verdict that was another one then, is shown as flaky, and --resume asks it again. A grader is given
    up after 20 checks in a row without an answer; the rest is not asked.

    Outcomes are kept beside the report as they come: --resume goes on after any end.

    Exit codes: 0 all checks passed, or failed as known; 1 some did not, or less than half of them have an answer
    (see --allow-na), or some were not asked; 2 wrong usage, invalid case files, a report that cannot be written, or
    a grader that cannot be run (the others are run all the same); 129, 130, 143 ended by SIGHUP, Ctrl-C, SIGTERM.
    """
    graders = _graders(graders, everyone, newest)
    corpus, checks, deviations = _inputs(graders, cases, only, known)
    if out and len(graders) > 1 and "{grader}" not in str(out):
        raise click.UsageError("several graders need a file each: --report 'reports/{grader}.json'")
    if badge and len(graders) > 1 and "{grader}" not in str(badge):
        raise click.UsageError("several graders need a badge each: --badge '{grader}.svg'")
    if resume and not out:
        raise click.UsageError("nothing to resume: name the reports, as in --report 'reports/{grader}.json'")
    bounds = limits(timeout, memory)
    if out and len(graders) > 1:
        _refuse_the_same(graders, out, bounds)
    clauses = known_clauses()
    findings: dict[str, Finding] = {}
    asking = partial(
        report_of,
        suite=Suite.of(corpus),
        checks=checks,
        bounds=bounds,
        workers=workers,
        out=out,
        resume=resume,
        seed=seed,
        annotated=annotator(corpus, clauses),
    )
    reports = list(_reports(graders, asking, findings))
    results = [
        Result.of(found, deviations[found.asked_as], corpus, clauses, findings.get(found.asked_as)) for found in reports
    ]
    asked = len(checks)
    results = [
        replace(
            r,
            lacking=lacking(r.report.outcomes, asked, r.gate, allow_na),
            file=str(out or "").replace("{grader}", r.report.filename),
        )
        for r in results
    ]
    show(results, all_failures, as_json, junit, summary, badge)
    if len(reports) < len(graders):
        sys.exit(INVALID)
    sys.exit(FINE if all(result.fine for result in results) else FINDINGS)


def _graders(named: tuple[str, ...], everyone: bool, newest: bool) -> tuple[str, ...]:
    """The graders that are asked for, each once."""
    if newest and not everyone:
        raise click.UsageError("--newest is for --all; of one grader it is --grader NAME@newest")
    try:
        found = tuple(dict.fromkeys(named + ((all_newest() if newest else everything()) if everyone else ())))
    except Unavailable as error:
        raise click.UsageError(str(error)) from None
    if not found:
        raise click.UsageError("name a grader with --grader NAME, or take every packaged one with --all")
    return found


def _inputs(
    graders: Sequence[str], cases: tuple[Path, ...], only: tuple[str, ...], known: Path | None
) -> tuple[Corpus, tuple[Check, ...], Mapping[str, tuple[Deviation, ...]]]:
    """The suite, the checks to ask, and what is known of each grader: by `known`, or by the list packaged with it."""
    corpus = load(cases or None, samples=True)
    checks = select(corpus, only)
    if unmatched := [pattern for pattern in only if not select(checks, [pattern])]:
        raise click.UsageError(f"no check matches {' or '.join(unmatched)}")
    deviations = {name: known_deviations.load(known or known_deviations.packaged(name)) for name in graders}
    return corpus, checks, deviations


def _refuse_the_same(graders: Sequence[str], out: Path, bounds: Limits) -> None:
    """Start every grader once, before the first check of any: two whose reports would be one file are refused."""
    files: dict[Path, str] = {}
    with counted_progress("starting", "graders", 0, len(graders)) as advance:
        for name in graders:
            with suppress(Unavailable), started(resolve(name), bounds, workers=1) as pool:  # said when its turn comes
                file = report_file(out, pool.hello)
                first = files.setdefault(file, name)
                if first != name:
                    raise click.UsageError(
                        f"{first} and {name} both write {file}; run one by itself, with another --report"
                    )
            advance()


def _reports(graders: Sequence[str], asking: Callable[..., Report], findings: dict[str, Finding]) -> Iterator[Report]:
    """A report for every grader that can be run; the rest are named on standard error.

    So is one whose report cannot be written. What is odd about how a grader is called is said before its first check,
    and kept in `findings`.
    """
    for name in graders:
        try:
            yield asking(name, beforehand=partial(_look_at, name, findings))
        except Unavailable as error:
            console(stderr=True).print(str(error), style="bold red")
        except OSError as error:
            if error.filename is None:  # no file, but what it prints on
                raise
            console(stderr=True).print(f"{error.filename} cannot be written: {error.strerror}", style="bold red")


def _look_at(name: str, findings: dict[str, Finding], pool: Pool) -> None:
    """Say what is odd about how the grader is called; an adapter of the suite is called as it is meant to be."""
    if is_packaged(name):
        return
    if found := preflight(pool.ask, pool.hello.capabilities):
        findings[name] = found
        err = console(stderr=True)
        for line in warning(found, f"{name}, before the first check", err.width):
            err.print(line, style="bold yellow")
