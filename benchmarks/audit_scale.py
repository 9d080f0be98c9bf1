"""What an audit takes, on one machine and by Ray on the same machine, with one process and with two: see docs/audit.md.

mkdir rows
python -m benchmarks.audit_rows make 1000000 /dev/stdout | split -l 100000 --additional-suffix=.jsonl - rows/
python -m benchmarks.audit_scale measure rows/
python -m benchmarks.audit_scale moved rows/aa.jsonl

A million rows are 5.3 GB, ten minutes to make and three quarters of an hour to measure.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

import click
import psutil
from gradespec.audit.tally import Tally
from gradespec.cage import Limits
from gradespec.rows.decide import REFERENCE, Decider, decided, deciders
from gradespec.rows.fields import Fields, Rows
from gradespec.rows.files import Records, sources
from gradespec.rows.model import BadRow, Row

OFTEN = 0.5  # seconds between two looks at the processes
FIELDS = ("--reward-field", "reward", "--by", "data_source", "--json")
NAMED = Fields(gold="gold", response="response", id="id", reward="reward", group="data_source")
T = TypeVar("T")


class Took(NamedTuple):
    """An audit: the rows, seconds without the start, seconds of processors with it, bytes of all processes at most."""

    rows: int
    seconds: float
    processor: float
    peak: int


def took(*words: str) -> Took:
    """What `gradespec audit` with these words takes, all processes together, those of Ray among them."""
    command = (sys.executable, "-c", "from gradespec.cli import main; main()", "audit", *words)
    # Ray's workers are as important as those of one machine, or a ratio would tell of the others on the machine
    environment = {**os.environ, "RAY_worker_niceness": "0"}
    processors: dict[tuple[int, float], float] = {}
    peak = 0
    with tempfile.TemporaryFile() as out, subprocess.Popen(command, stdout=out, env=environment) as process:
        while process.poll() is None:
            peak = max(peak, _look(process.pid, processors))
            time.sleep(OFTEN)
        if process.returncode not in (0, 1):
            raise SystemExit(f"the audit ended with {process.returncode}")
        out.seek(0)
        found = json.load(out)
    return Took(found["rows"], found["seconds"], sum(processors.values()), peak)


def _look(pid: int, processors: dict[tuple[int, float], float]) -> int:
    """Note what each process below `pid` has taken of processors; the bytes of all together, shared ones once."""
    total = shared = 0
    try:
        every = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    for one in every:
        try:
            with one.oneshot():
                times, memory = one.cpu_times(), one.memory_info()
                processors[one.pid, one.create_time()] = times.user + times.system
        except psutil.Error:
            continue
        total += memory.rss - memory.shared
        shared = max(shared, memory.shared)
    return total + shared


@click.group()
def main() -> None:
    """What an audit takes, by engine and number of processes."""


@main.command()
@click.argument("rows", type=click.Path(exists=True))
@click.option("--workers", "counts", type=int, multiple=True, default=(1, 2), show_default=True)
@click.option("--engine", "engines", multiple=True, default=("local", "ray"), show_default=True)
def measure(rows: str, counts: tuple[int, ...], engines: tuple[str, ...]) -> None:
    """Audit ROWS by each engine with each number of processes."""
    for count in counts:
        rates: list[float] = []
        for engine in engines:
            one = took(rows, *FIELDS, "--engine", engine, "--workers", str(count))
            rates.append(one.rows / one.seconds)
            click.echo(
                f"{engine:5} {count} {one.rows:,} rows, {rates[-1]:,.0f} rows/s,"
                f" {1e3 * one.processor / one.rows:.3f} ms of a processor a row,"
                f" {one.peak / 2**20:,.0f} MiB, load {os.getloadavg()[0]:.1f}"
            )
        if len(engines) > 1:
            click.echo(f"{engines[-1]} to {engines[0]}: {rates[-1] / rates[0]:.2f}")


@main.command()
@click.argument("file", type=click.Path(exists=True))
@click.option("--chunks", default=5, show_default=True, help="Chunks of rows that are taken from FILE.")
def moved(file: str, chunks: int) -> None:
    """Say what of a processor each step takes, and how many bytes go from one to the next, by Ray's chunks."""
    from gradespec.audit.on_ray import CHUNK

    rows, reading = timed(lambda: list(islice(Rows(Records(sources([file])), NAMED), chunks * CHUNK)))
    divided = [rows[n : n + CHUNK] for n in range(0, len(rows), CHUNK)]
    packed, packing = timed(lambda: [pickle.dumps(chunk) for chunk in divided])
    _, unpacking = timed(lambda: [pickle.loads(chunk) for chunk in packed])
    with ExitStack() as stack:
        graders = deciders((REFERENCE,), NAMED, {}, Limits(), 1, stack)
        tallies, deciding = timed(lambda: [tally(chunk, graders) for chunk in divided])
    sent, sending = timed(lambda: [pickle.dumps(one) for one in tallies])
    _, merging = timed(lambda: [tallies[0].merge(pickle.loads(one)) for one in sent[1:]])
    for what, seconds, size in (
        ("reading", reading, Path(file).stat().st_size * len(rows) / lines(file)),
        ("packing, to actors", packing, sum(map(len, packed))),
        ("unpacking", unpacking, 0),
        ("deciding and counting", deciding, 0),
        ("packing, to be merged", sending, sum(map(len, sent))),
        ("merging", merging, 0),
    ):
        click.echo(f"{what:22} {1e3 * seconds / len(rows):.4f} ms a row, {size / len(rows):8,.1f} bytes a row")
    whole = len(pickle.dumps(tallies[0]))
    click.echo(f"a tally: {len(sent[0]):,} bytes of one chunk, {whole:,} of {len(rows):,} rows")


def lines(file: str) -> int:
    """How many lines a file has."""
    with open(file, "rb") as found:
        return sum(1 for _ in found)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What `work` gives, and the seconds of a processor that it takes."""
    began = time.process_time()
    return work(), time.process_time() - began


def tally(rows: Sequence[Row | BadRow], graders: Sequence[Decider]) -> Tally:
    """What an actor makes of a chunk."""
    made = Tally((REFERENCE, NAMED.reward))
    for one in decided(rows, graders):
        made.add(one)
    return made


if __name__ == "__main__":
    main()
