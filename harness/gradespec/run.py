"""Run one grader over checks, and make a report of it (CONF)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from gradespec.cage import Limits, SandboxError
from gradespec.canaries import RAN_LATE
from gradespec.corpus.model import Check
from gradespec.environments import Unavailable
from gradespec.graders import Grader
from gradespec.judge import Outcome, judge
from gradespec.pool import Pool
from gradespec.protocol import Reply, Request
from gradespec.worker import StartError


def cores() -> int:
    """The processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def started(grader: Grader, limits: Limits, workers: int) -> Iterator[Pool]:
    """A pool of `grader`, ready to be asked. Raises `Unavailable` where it does not start."""
    try:
        pool = Pool(grader.launch, limits, workers)
    except SandboxError as error:
        raise Unavailable(str(error)) from error
    try:
        pool.start()
        yield pool
    except StartError as error:
        more = f"\nWhat it wrote to stderr last:\n{error.printed}" if "\n" in error.printed else ""
        raise Unavailable(f"{grader.name} does not start: {error}{more}") from error
    finally:
        pool.close()


def outcomes(pool: Pool, checks: Iterable[Check]) -> Iterator[Outcome]:
    """The outcome of every check, in order. Whatever a grader does, none is missing.

    What shows only at the end is told by another outcome of a check: code that was run late, and processes that were
    left behind, which are put down to the last check.
    """
    last: Outcome | None = None
    for last in pool.map(partial(check_one, pool), checks):
        yield last
    yield from at_the_end(pool, last)


def at_the_end(pool: Pool, last: Outcome | None) -> Iterator[Outcome]:
    """What shows only once everything was asked, `last` the last of it: outcomes in place of earlier ones."""
    for check in pool.canaries.late():
        yield judge(check, Reply("executed", why=RAN_LATE))
    if last and (left := pool.left()):
        yield replace(last, left=tuple(sorted(last.left + left)))


def check_one(pool: Pool, check: Check) -> Outcome:
    """The outcome of one check."""
    if check.has_canary or check.has_value:
        return judge(check, pool.canaries.asked(pool.ask, check))
    return judge(check, pool.ask(Request.of(check.request())))
