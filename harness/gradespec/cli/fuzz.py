"""`gradespec fuzz`: answers whose truth is known by construction, without end."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count as counted
from pathlib import Path
from typing import IO, Final

import click
from rich.console import Group
from rich.live import Live
from rich.text import Text

from gradespec.cage import Limits
from gradespec.cli.options import FILE, graders_option, limits, limits_options
from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option, print_json, print_table
from gradespec.environments import Unavailable
from gradespec.fuzz import result, session
from gradespec.fuzz.choices import NotAsked
from gradespec.fuzz.engine import Selection
from gradespec.fuzz.golds import read_golds
from gradespec.fuzz.model import Pair
from gradespec.fuzz.result import Result
from gradespec.fuzz.session import Tally
from gradespec.graders import resolve
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, Outcome
from gradespec.run import started

COUNT: Final = 10_000  # pairs, where neither a number nor a time is asked for
REFRESH: Final = 4  # times a second that a terminal shows where it stands
EVERY: Final = 60.0  # seconds between two lines of progress where there is no terminal
LEAST: Final = 60.0  # seconds for shrinking, which may take as long as asking did
MOST: Final = 12  # groups of failures shown while it runs
FEW: Final = 5  # sorts of failures, which are shrunk before anybody wonders
PRINTED: Final = 20  # failures printed at the end; a report has them all


@click.command()
@graders_option()
@click.option("--count", type=click.IntRange(1), help=f"How many pairs to ask; {COUNT:,} without --minutes.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="How long to ask.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another one asks other pairs.")
@click.option("--pair", "only", type=click.IntRange(0), help="Only the pair of this number.")
@click.option("--select", multiple=True, metavar="GLOB", help="Only kinds, operators, clauses that match; repeatable.")
@click.option("--from", "source", type=click.File("r", encoding="utf-8"), help="Golds of your own, one a line.")
@click.option("--report", "out", type=FILE, help="Write all of it as JSON; {grader} is the grader's name.")
@click.option("--coverage", is_flag=True, help="Also print how much of the grammar was generated, and what was not.")
@limits_options
@json_option
def fuzz(
    graders: tuple[str, ...],
    count: int | None,
    minutes: float | None,
    seed: int,
    only: int | None,
    select: tuple[str, ...],
    source: IO[str] | None,
    out: Path | None,
    coverage: bool,
    timeout: float,
    memory: float,
    workers: int,
    as_json: bool,
) -> None:
    """Ask graders pairs of a gold and an answer whose equality or difference is known by construction.

    An object is drawn and written twice, the second time in another form or after a mistake that models make. What a
    grader gets wrong is shrunk to the smallest pair of its sort, and printed as a case for `cases/`. The same seed asks
    the same pairs on any machine. --from takes golds of your own (text, or JSON Lines with a gold each) and asks about
    these, as far as it can tell what they are.

    Exit codes: 0 nothing was wrong; 1 something was; 2 wrong usage, or a grader that cannot be run.
    """
    if not graders:
        raise click.UsageError("name a grader with --grader NAME")
    if out and len(graders) > 1 and "{grader}" not in str(out):
        raise click.UsageError("several graders need a file each: --report 'fuzz-{grader}.json'")
    golds = tuple(read_golds(source)) if source else ()
    if source and not golds:
        raise click.UsageError(f"there is no gold in {source.name}")
    asking = _Asking(seed, only, count, minutes, Selection(select, golds), _named(source))
    results = list(_results(graders, asking, limits(timeout, memory), workers, out))
    if as_json:
        print_json([result.as_json(found) for found in results])
    else:
        for found in results:
            _print(found, coverage)
    if len(results) < len(graders):
        sys.exit(INVALID)
    sys.exit(FINDINGS if any(found.tally.failed for found in results) else FINE)


def _named(source: IO[str] | None) -> str:
    """The file as a command line names it; nothing where there is none."""
    return "" if source is None else "-" if source.name == "<stdin>" else source.name


@dataclass(frozen=True)
class _Asking:
    """Which pairs to ask."""

    seed: int
    only: int | None
    most: int | None
    minutes: float | None
    selection: Selection
    source: str

    @property
    def count(self) -> int | None:
        """How many; None where time alone ends it."""
        return 1 if self.only is not None else self.most or (None if self.minutes else COUNT)

    def indices(self) -> Iterator[int]:
        """The numbers of the pairs, until the time is over."""
        if self.only is not None:
            yield self.only
            return
        until = time.monotonic() + 60 * self.minutes if self.minutes else float("inf")
        for index in counted() if self.count is None else range(self.count):
            if time.monotonic() > until:
                return
            yield index


def _results(
    graders: tuple[str, ...], asking: _Asking, bounds: Limits, workers: int, out: Path | None
) -> Iterator[Result]:
    """The result with every grader that can be run; the rest are named on standard error."""
    for name in graders:
        try:
            found = _result(name, asking, bounds, workers)
            if out:
                _write(found, Path(str(out).replace("{grader}", f"{found.hello.name}@{found.hello.version}")))
            yield found
        except Unavailable as error:
            console(stderr=True).print(str(error), style="bold red")
        except NotAsked as error:
            raise click.UsageError(str(error)) from error
        except OSError as error:
            raise click.UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


def _result(name: str, asking: _Asking, bounds: Limits, workers: int) -> Result:
    """What a session with the grader finds; an interruption ends the asking, and what was found is told unshrunk."""
    began = time.monotonic()
    with started(resolve(name), bounds, workers) as pool:
        tally = Tally()
        try:
            with _progress(name, tally, asking.count) as show:
                for index, pair, outcome in session.asked(pool, asking.seed, asking.indices(), asking.selection):
                    tally.add(index, pair, outcome)
                    show()
            seconds = time.monotonic() - began
            failures = _shrunk(name, tally, asking, session.asker(pool), max(LEAST, seconds))
        except KeyboardInterrupt:  # the processes are gone with it
            seconds = time.monotonic() - began
            failures = session.smallest(tally.failures)
        return Result(name, pool.hello, asking.seed, asking.selection, seconds, tally, failures, asking.source)


def _shrunk(
    name: str, tally: Tally, asking: _Asking, ask: Callable[[Pair], Outcome], seconds: float
) -> list[session.Failure]:
    if len(tally.failures) > FEW:
        sorts = f"{len(tally.failures):,} sorts of failures"
        console(stderr=True).print(f"{name}: shrinking {sorts}, {seconds:,.0f} s at most")
    return session.shrunk(tally.failures, ask, asking.selection, seconds)


def _write(found: Result, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(result.as_json(found), indent=1) + "\n", encoding="utf-8")


@contextmanager
def _progress(name: str, tally: Tally, count: int | None) -> Iterator[Callable[[], None]]:
    """Something to call for each pair: a terminal shows the counts as they grow, elsewhere a line tells them."""
    err = console(stderr=True)
    began = last = time.monotonic()
    every = 1 / REFRESH if err.is_terminal else EVERY

    def standing() -> Text:
        rate = tally.asked / max(time.monotonic() - began, 1e-9)
        of = f" of {count:,}" if count else ""
        wrong = f"{tally.outcomes[FALSE_ACCEPT]:,} false accepts, {tally.outcomes[FALSE_REJECT]:,} false rejects"
        return Text(f"{name}: {tally.asked:,}{of} pairs, {rate:,.0f}/s, {wrong}")

    with Live(console=err, auto_refresh=False, transient=True) as live:

        def show() -> None:
            nonlocal last
            if time.monotonic() - last < every:
                return
            last = time.monotonic()
            if err.is_terminal:
                live.update(Group(standing(), result.groups(tally, MOST), result.table(tally)), refresh=True)
            else:
                err.print(standing())

        yield show


def _print(found: Result, coverage: bool) -> None:
    out = console()
    print_table(result.table(found.tally))
    if coverage:
        print_table(result.covered(found.tally))
    failures = [*found.worst_first()]
    for line in result.lines(found, failures[:PRINTED]):
        out.print(line)
    if failures[PRINTED:]:
        out.print(f"{len(failures) - PRINTED:,} more sorts, in full with --report FILE; of them and those above:")
        print_table(result.groups(found.tally, len(failures)))
    asked, failed = found.tally.asked, found.tally.failed
    speed = f"{asked:,} pairs in {found.seconds:.1f} s, {asked / max(found.seconds, 1e-9):,.0f}/s"
    sorts = f" of {len(found.failures)} sorts" if failed else ""
    out.print(f"{found.title}: {speed}, {failed:,} wrong{sorts}", style="bold")
