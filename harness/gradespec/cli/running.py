"""What the commands that run graders share: a report of each, saved as it grows, and what earlier ones told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from gradespec import report
from gradespec.asking import GivenUp, outcomes
from gradespec.cage import Limits
from gradespec.cli.progress import counted_progress
from gradespec.corpus import Check
from gradespec.graders import resolve
from gradespec.journal import Journal
from gradespec.judge import Outcome
from gradespec.pool import Pool
from gradespec.protocol import Hello
from gradespec.report import Report, ReportError, Suite
from gradespec.run import started


def report_file(out: Path, hello: Hello) -> Path:
    """Where the report of a grader goes: ``{grader}`` in `out` stands for its name and version."""
    return Path(str(out).replace("{grader}", report.filename(hello.name, hello.version, hello.backend)))


def report_of(
    name: str,
    suite: Suite,
    checks: Sequence[Check],
    bounds: Limits,
    workers: int,
    out: Path | None = None,
    resume: bool = False,
    seed: int | None = None,
    annotated: Callable[[Outcome], Outcome] = lambda outcome: outcome,
    beforehand: Callable[[Pool], object] = lambda pool: None,
) -> Report:
    """The report of the grader called `name`, written to `out`. Raises `Unavailable` where it cannot be run, `OSError`.

    With `resume`, a check that an earlier report there has an outcome of, finished or not, is not asked again: a
    report of the same grader, version, backend, code, packages, limits and platform, whatever version was asked for.
    One that was flaky is. `seed` is that of the order; without one it is that of the earlier report, or one that no
    grader can guess. `annotated` adds to every outcome what the suite says of its check, and `beforehand` is called
    once the grader has started, unless there is nothing to ask. That the report can be written is seen before the first
    check; outcomes are on disk as they come (`Journal`).
    """
    with started(resolve(name), bounds, workers) as pool, ExitStack() as stack:
        empty = report.report(name, pool.hello, suite, bounds, ())
        file = report_file(out, pool.hello) if out else None
        journal = stack.enter_context(Journal(file).opened()) if file else None
        found = _earlier(file, journal, empty) if file and journal and resume else ()
        earlier = tuple(replace(one, outcomes=tuple(map(annotated, one.outcomes))) for one in found)
        seed = _seed(seed, earlier)
        times = next((one.times for one in reversed(earlier) if one.times), {})
        empty = replace(empty, harness={**empty.harness, "seed": seed}, times=times)
        known = _known(checks, earlier)

        def so_far(given_up: str = "") -> Report:
            there = tuple(known[check.id] for check in checks if check.id in known)
            peak = max([pool.peak(), *(one.peak_memory or 0 for one in earlier)])
            return replace(empty, outcomes=there, when=report.now(), given_up=given_up, peak_memory=peak)

        def hear(outcome: Outcome) -> None:
            known[outcome.check] = annotated(outcome)
            if journal:
                journal.add(known[outcome.check])

        missing = [check for check in checks if check.id not in known]
        if not missing and (same := _unchanged(so_far(), earlier)):
            if journal:
                journal.drop()
            return same
        if journal:
            journal.begin(so_far())
        beforehand(pool)
        with counted_progress(name, "checks", len(known), len(checks)) as advance:
            asked = outcomes(pool, missing, seed)
            last = so_far(_heard(asked, hear, advance, known))
        if journal:
            journal.end(last)
        return last


def _heard(
    asked: Iterable[Outcome], hear: Callable[[Outcome], None], advance: Callable[[], object], known: Container[str]
) -> str:
    """Hears the outcomes as they come; why the run was given up before the last one, if it was."""
    try:
        for outcome in asked:
            if outcome.check not in known:
                advance()
            hear(outcome)
    except GivenUp as why:
        return str(why)
    return ""


def _known(checks: Sequence[Check], earlier: Sequence[Report]) -> dict[str, Outcome]:
    """What earlier reports tell of checks as they are today, the newest, but for what was flaky."""
    newest = {(outcome.check, outcome.digest): outcome for found in earlier for outcome in found.outcomes}
    told = ((check.id, newest.get((check.id, check.digest))) for check in checks)
    return {name: outcome for name, outcome in told if outcome and not outcome.flaky}


def _earlier(file: Path, journal: Journal, empty: Report) -> Iterator[Report]:
    """The reports on the grader that are there, a finished one before what an interrupted run left."""
    with suppress(ReportError):  # there is none, or none that can be used
        found = report.read(file)
        if _is_of(found, empty):
            yield found
    left = journal.earlier()
    if left and _is_of(left, empty):
        yield left


def _is_of(found: Report, empty: Report) -> bool:
    """Whether a report is of the grader, the limits and the machine of `empty`.

    By which version it was asked for is of no matter: the newest may be the one that is there.
    """
    same = {name: getattr(empty, name) for name in ("when", "suite")}
    if found.asked_as.partition("@")[0] == empty.asked_as.partition("@")[0]:
        same["asked_as"] = empty.asked_as
    harness = {name: value for name, value in found.harness.items() if name != "seed"}
    return replace(found, **same, harness=harness, outcomes=(), given_up="") == empty


def _seed(asked: int | None, earlier: Sequence[Report]) -> int:
    """The seed that was asked for, or that of an earlier part of the run; else one from the system's own randomness."""
    told = (found.harness["seed"] for found in reversed(earlier) if "seed" in found.harness)
    return next(told, secrets.randbits(32)) if asked is None else asked


def _unchanged(found: Report, earlier: Sequence[Report]) -> Report | None:
    """The earlier report that says what `found` says, and when; a journal, which has no end, is none."""
    finished = (other for other in earlier if other.when != report.BEGINNING)
    return next((other for other in finished if replace(found, when=other.when) == other), None)
