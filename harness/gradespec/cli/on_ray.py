"""`gradespec audit --engine ray`: the way through the rows where other machines take it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click

from gradespec.audit.tally import Tally
from gradespec.cli.rows import Asked, Done, TellBad, ending, finding, how_to_go_on, job_of, started, tell_fields
from gradespec.rows import parts
from gradespec.rows.files import sources
from gradespec.rows.model import Decided

NEEDS: Final = "--engine ray needs Ray: pip install 'gradespec[ray]'"


def tallied_on_ray(asked: Asked, address: str | None, workers: int | None) -> tuple[Tally, Done]:
    """The tally of all rows, with `workers` actors, or one for each processor of the cluster. Exits as `through`."""
    engine = _engine()
    tally, done = Tally(asked.columns), Done()
    with ending(done, how_to_go_on(asked)):
        found = sources(asked.files, asked.format)
        done.several = len(found) > 1
        each = engine.fields_of_each(found, asked.fields, lambda fields: tell_fields(fields, asked.fields, done))
        with ExitStack() as stack:
            # here first: what cannot be run is told at once, and in plain words
            graders = started(asked, stack)
            about, done.finding = job_of(asked, found, graders), finding(graders)
        how = (asked.fields, dict(asked.options), asked.limits, Path.cwd())
        kept = parts.begun(asked.out, about, asked.resume) if asked.out else None
        job = engine.Job(tuple(asked.graders), asked.columns, *how, kept)
        with engine.cluster(address, asked.workers):
            began = time.monotonic()
            if asked.sample is None:
                rows = engine.read(found, each)
            else:
                sample = engine.drawn(found, each, asked.sample, asked.seed)
                rows, done.sampled_of = engine.given(sample, found), sample.of
            tally = engine.tallied(job, rows, workers)
            done.seconds = time.monotonic() - began
        if asked.out:
            parts.finish(asked.out)
        done.rows = done.fresh = tally.rows + tally.bad
        tell_bad = TellBad(done.several)
        for row in tally.bad_rows:
            tell_bad(Decided(row))
    return tally, done


def _engine() -> Any:
    try:
        from gradespec.audit import on_ray
    except ImportError as error:
        raise click.UsageError(f"{NEEDS} ({error})") from None
    return on_ray
