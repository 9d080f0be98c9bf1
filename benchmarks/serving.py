"""Verdicts a second of `refgrader serve` over HTTP on the loopback, beside `grade_many` on the same rows and processes.

python -m benchmarks.serving                      # rows of 5 kB as `audit_rows` makes them
python -m benchmarks.serving --rows rows.jsonl    # rows with gold and response
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from statistics import median

import click
import psutil
from refgrader import grade_many

from benchmarks import audit_rows

Body = bytes


@contextmanager
def server(workers: int) -> Iterator[int]:
    """The port of a server of so many processes, which ends with the block."""
    command = [sys.executable, "-m", "refgrader", "serve", "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address, _, _ = process.stdout.readline().partition(": POST")
            yield int(address.rpartition(":")[2])
        finally:
            process.terminate()


def ask(port: int, bodies: Sequence[Body]) -> list[str]:
    """The verdicts on the rows of bodies, which are sent one after the other on one connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    found = []
    for body in bodies:
        connection.request("POST", "/grade", body)
        found += [answer["verdict"] for answer in json.loads(connection.getresponse().read())]
    connection.close()
    return found


def served(port: int, bodies: Sequence[Body], connections: int) -> list[str]:
    """The verdicts on the rows of all bodies, from several connections at the same time."""
    shares = [bodies[first::connections] for first in range(connections)]
    with ThreadPoolExecutor(connections) as threads:
        return [verdict for share in threads.map(partial(ask, port), shares) for verdict in share]


def spent() -> float:
    """Seconds of a processor of this process and all that it started and that still runs."""
    own = psutil.Process()
    return sum(sum(process.cpu_times()[:2]) for process in (own, *own.children(recursive=True)))


@click.command()
@click.option("--rows", "file", type=click.Path(exists=True, path_type=Path), help="JSON Lines with gold and response.")
@click.option("--count", default=20_000, show_default=True, help="Rows at most.")
@click.option("--size", default=audit_rows.SIZE, show_default=True, help="Characters of a response that is made.")
@click.option("--batch", default=200, show_default=True, help="Rows of one request.")
@click.option("--connections", default=2, show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option("--times", default=3, show_default=True, help="Runs of each, in turn; medians are printed.")
def main(file: Path | None, count: int, size: int, batch: int, connections: int, workers: int, times: int) -> None:
    """Say how many verdicts a second come over HTTP, and how many from `grade_many`; starting is not timed."""
    lines = map(json.loads, file.open("rb")) if file else audit_rows.rows(count, size)
    rows = [{"gold": row["gold"], "response": row["response"]} for row in islice(lines, count)]
    pairs = [(row["gold"], row["response"]) for row in rows]
    bodies = [json.dumps(rows[first : first + batch]).encode() for first in range(0, len(rows), batch)]
    rates: dict[str, list[float]] = {"serve": [], "grade_many": []}
    of_processor: list[float] = []
    with server(workers) as port:
        served(port, bodies[:4], connections)  # both are warm: of the same few rows
        for _ in range(times):
            began, before = time.monotonic(), spent()
            over_http = served(port, bodies, connections)
            rates["serve"].append(len(rows) / (time.monotonic() - began))
            of_processor.append((spent() - before) / len(rows))
            stream = grade_many(iter(pairs), workers=workers)
            first = next(stream)  # the processes are started with it
            began = time.monotonic()
            alone = [first.kind, *(verdict.kind for verdict in stream)]
            rates["grade_many"].append(len(rows) / (time.monotonic() - began))
            assert sorted(alone) == sorted(over_http)
    mean = sum(map(len, (row["response"] for row in rows))) / len(rows)
    click.echo(
        f"{len(rows):,} rows of {mean:,.0f} characters, {batch} a request,"
        f" {connections} connections, {workers} processes"
    )
    for name, found in rates.items():
        click.echo(f"{name:10} {median(found):8,.0f} verdicts/s")
    each = median(of_processor)
    click.echo(
        f"a verdict over HTTP takes {1e3 * each:.3f} ms of a processor, client and all: {2 / each:,.0f}/s of two"
    )
    click.echo(f"serve to grade_many: {median(rates['serve']) / median(rates['grade_many']):.2f}")


if __name__ == "__main__":
    main()
