"""What came of a report, and its forms: on the terminal, as JSON, as JUnit XML, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from gradespec import matrix, report
from gradespec.cli.diagnosis import lines
from gradespec.cli.options import FILE
from gradespec.cli.output import console, print_json, print_table, wrapped
from gradespec.corpus import Clause, Corpus
from gradespec.diagnosis import Diagnosis, diagnose
from gradespec.estimates import Estimate, estimates
from gradespec.judge import twin_score
from gradespec.known import Deviation, Gate
from gradespec.preflight import Finding
from gradespec.rates import Rates
from gradespec.report import Report
from gradespec.wording import called

ALL_FAILURES: Final = "Print every failure, not the first few: its id on a line that is never broken, and why below it."
FLAKY: Final = 5  # checks shown that were flaky, unless everything is asked for

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Result:
    """A report, what is known of its grader, and what both come to.

    `finding` is of the look before the first check. `lacking` says why the run is not fine whatever failed (CONF-13).
    `file` is where the report lies, empty where it was not written.
    """

    report: Report
    known: tuple[Deviation, ...]
    gate: Gate
    diagnosis: Diagnosis
    finding: Finding | None = None
    lacking: str = ""
    file: str = ""

    @property
    def fine(self) -> bool:
        """Whether nothing is new, nothing was fixed, and nothing is lacking."""
        return self.gate.open and not self.lacking

    @classmethod
    def of(
        cls,
        found: Report,
        known: tuple[Deviation, ...],
        corpus: Corpus,
        clauses: Mapping[str, Clause],
        finding: Finding | None = None,
    ) -> Result:
        """The result of a report: known deviations are counted, and not diagnosed."""
        gate = Gate.of(found.outcomes, known)
        leaving = {outcome.check for outcome in gate.by_standing["known"]}
        return cls(found, known, gate, diagnose(found.outcomes, corpus, clauses, leaving), finding)

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """What each sample says of the grader as a whole."""
        return tuple(found for found in estimates(self.report.outcomes) if found.grouping == "all")

    def as_json(self) -> dict[str, Any]:
        """The report, and beside its members what it comes to."""
        (summed,) = matrix.as_json([self.report])
        return {
            **report.as_json(self.report),
            "matrix": summed["chapters"],
            "estimates": summed["estimates"],
            "preflight": self.finding.as_json() if self.finding else None,
            "diagnosis": self.diagnosis.as_json(),
            "lacking": self.lacking or None,
            **{name: [outcome.check for outcome in self.gate.by_standing[name]] for name in ("known", "new", "fixed")},
        }


def files_options(command: F) -> F:
    """The options ``--junit``, ``--summary`` and ``--badge``."""
    junit = click.option("--junit", type=FILE, help="Write JUnit XML: a suite for each chapter, a case for each check.")
    summary = click.option("--summary", type=FILE, help="Write the diagnosis as Markdown, for a pull request.")
    badge = click.option(
        "--badge",
        type=FILE,
        callback=_can_draw,
        help="Write the badge of the grader as SVG; of several, {grader} is its name.",
    )
    return junit(summary(badge(command)))


def _can_draw(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """What badges are drawn with has to be there before anything is asked."""
    if value and find_spec("jinja2") is None:
        raise click.BadParameter("badges need Jinja; install it with: pip install 'gradespec[site]'")
    return value


def file_of(named: Path, found: Report) -> Path:
    """The file of a report or its badge: ``{grader}`` stands for the grader's name and version."""
    return Path(str(named).replace("{grader}", found.filename))


def show(
    results: Sequence[Result],
    everything: bool,
    as_json: bool,
    junit: Path | None,
    summary: Path | None,
    badge: Path | None,
) -> None:
    """Write the files that are asked for, and print the results: as JSON, or in words."""
    try:
        _write(results, junit, summary)
        if badge:
            _draw(results, badge)
    except OSError as error:
        raise click.UsageError(f"{error.filename} cannot be written: {error.strerror}") from error
    if as_json:
        print_json([result.as_json() for result in results])
    else:
        _print(results, everything)


def _write(results: Sequence[Result], junit: Path | None, summary: Path | None) -> None:
    if junit:
        from gradespec.junit import junit as tree

        junit.parent.mkdir(parents=True, exist_ok=True)
        tree((result.report, result.known) for result in results).write(str(junit))
    if summary:
        from gradespec.cli.markdown import summary as told

        summary.parent.mkdir(parents=True, exist_ok=True)
        pages = ["\n".join(told(result)) for result in results]
        summary.write_text("\n\n".join(pages) + "\n", encoding="utf-8", newline="\n")


def _draw(results: Sequence[Result], badge: Path) -> None:
    from gradespec.site.badge import of

    for result in results:
        own = [outcome for outcome in result.report.outcomes if outcome.sample is None]
        must = Rates.of(outcome for outcome in own if outcome.level == "MUST")
        file = file_of(badge, result.report)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(of(twin_score(own), must.false_accepts.share).svg, encoding="utf-8", newline="\n")


def _print(results: Sequence[Result], everything: bool) -> None:
    several = len(results) > 1  # many are compared, one is diagnosed
    out = console()
    for shown in matrix.tables([result.report for result in results], titled=several):
        print_table(shown)
    _print_cage([result.report for result in results])
    for result in results:
        for line in wrapped(f"{result.report.title}: {standing(result)}", out.width, "  "):
            out.print(line, style="bold")
        for outcome in result.gate.by_standing["fixed"]:
            out.print(f"{result.report.title}: {outcome.check} passes now; take it off the list", style="yellow")
        _print_drawn(result.report, everything)
        _print_flaky(result.report, everything)
        in_short = several and not everything
        for line in lines(result.diagnosis, out.width, everything, in_short, result.file, result.finding):
            out.print(line)
        if result.lacking:
            out.print(f"{result.report.title}: {because(result)}", style="bold red")


def standing(result: Result) -> str:
    """How many passed, failed, failed as known, and what the grader has no answer to."""
    counts = {
        "failed": len(result.gate.by_standing["new"]),
        "failed as known": len(result.gate.by_standing["known"]),
        "n/a": result.diagnosis.unsupported,
        "flaky": sum(bool(outcome.flaky) for outcome in result.report.outcomes),
    }
    told = "".join(f", {count:,} {name}" for name, count in counts.items() if count)
    asked = result.diagnosis.asked - result.diagnosis.unsupported
    passed = f"{result.diagnosis.passed:,} of {asked:,} passed" if result.diagnosis.asked else "asked a sample alone"
    return f"{passed}{told}"


def _print_cage(reports: Sequence[Report]) -> None:
    """What was not enforced of the graders' processes, and what they left behind."""
    cages = [found.harness.get("cage", {}).get("not_enforced", ()) for found in reports]
    out = console()
    for told in dict.fromkeys(told for cage in cages for told in cage):
        for line in wrapped(told, out.width, "  "):
            out.print(line, style="dim")
    for found in reports:
        if left := Counter(name for outcome in found.outcomes for name in outcome.left):
            named = ", ".join(f"{count} {name}" for name, count in left.most_common())
            for line in wrapped(f"{found.title} left processes behind, which were ended: {named}", out.width, "  "):
                out.print(line, style="yellow")


def because(result: Result) -> str:
    """What is lacking, and why."""
    given_up = result.report.given_up
    return f"{result.lacking}: given up, {given_up}" if given_up else result.lacking


def _print_flaky(found: Report, everything: bool) -> None:
    """What came out otherwise another time, the first few unless everything is asked for."""
    flaky = [outcome for outcome in found.outcomes if outcome.flaky]
    for outcome in flaky if everything else flaky[:FLAKY]:
        _print_check(f"flaky  {outcome.check}", outcome.flaky, style="yellow")


def _print_drawn(found: Report, everything: bool) -> None:
    """How many of a sample were judged wrongly, and which, if everything is asked for."""
    drawn = [outcome for outcome in found.outcomes if outcome.sample and outcome.failed]
    if drawn:
        told = "" if everything else "; --failures prints them"
        console().print(f"{len(drawn):,} of the sample judged wrongly, which fails nothing{told}")
    for outcome in drawn if everything else ():
        _print_check(f"{called(outcome.kind):16} {outcome.check}", outcome.why)


def _print_check(named: str, told: str, style: str | None = None) -> None:
    """A check on a line of its own, since an id is not broken, and below it what is told of it."""
    out = console()
    out.print(f"  {named}", style=style)
    for line in wrapped(f"    {told}", out.width, "    "):
        out.print(line, style=style)
