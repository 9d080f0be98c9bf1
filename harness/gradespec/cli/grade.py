"""`gradespec grade`: the rows of a JSON Lines file."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import IO, Any

import click
from rich.console import Console

from gradespec.cage import Limits
from gradespec.cli.options import choice_options, chosen, graders_option, limits, limits_options
from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option, print_json
from gradespec.cli.progress import lines_with_bar
from gradespec.environments import Unavailable
from gradespec.graders import resolve
from gradespec.judge import BROKEN, UNSUPPORTED
from gradespec.rows import BadRow, Graded, Row, grade_rows, read_rows
from gradespec.run import started

TAIL = 200  # characters of a response that a difference shows: its end, where the answer is


@dataclass
class Tally:
    """What the rows have come to so far. `seconds` is what each grader took, all its processes together."""

    graders: tuple[str, ...]
    rows: int = 0
    bad: list[BadRow] = field(default_factory=list)
    differences: list[Graded] = field(default_factory=list)
    verdicts: list[Counter[str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.verdicts = [Counter() for _ in self.graders]
        self.seconds = [0.0 for _ in self.graders]

    def add(self, graded: Graded) -> None:
        """Count one row."""
        self.rows += 1
        for index, (verdict, reply) in enumerate(zip(graded.verdicts, graded.replies, strict=True)):
            self.verdicts[index][verdict] += 1
            self.seconds[index] += reply.seconds
        if graded.differ:
            self.differences.append(graded)

    @property
    def complete(self) -> bool:
        """Whether every line was a row and every grader had a verdict on it."""
        broken = (*BROKEN, UNSUPPORTED)
        return not self.bad and not any(counts[kind] for counts in self.verdicts for kind in broken)


@click.command()
@click.argument("file", type=click.File("rb"))
@graders_option(default=("reference",))
@click.option("--out", type=click.File("w", encoding="utf-8"), help="Write each row's verdicts as JSON Lines.")
@choice_options
@limits_options
@json_option
def grade(
    file: IO[bytes],
    graders: tuple[str, ...],
    out: IO[str] | None,
    options: dict[str, Any],
    profile: str | None,
    timeout: float,
    memory: float,
    workers: int,
    as_json: bool,
) -> None:
    """Grade the rows of FILE, JSON Lines of {"gold": …, "response": …} (- is standard input).

    A gold is a text, a number, true or false, or a list of them of which any will do.
    Prints each grader's accuracy and speed, and every row on which the graders differ. A line that is not
    such a row is named and left out.

    Exit codes: 0 every row has its verdicts; 1 some lines were not rows, or some verdicts are missing
    (error, timeout, crash, unsupported); 2 wrong usage, or a grader that cannot be run.
    """
    began = time.monotonic()
    tally = Tally(graders)
    request_options = chosen(options, profile)
    try:
        for graded in _graded(file, tally, request_options, limits(timeout, memory), workers):
            tally.add(graded)
            if out:
                out.write(json.dumps(_row_as_json(tally.graders, graded)) + "\n")
    except Unavailable as error:
        console(stderr=True).print(str(error), style="bold red")
        sys.exit(INVALID)
    summary = _summary(tally, time.monotonic() - began, workers)
    if as_json:
        print_json(summary)
    else:
        _print(tally, summary)
    sys.exit(FINE if tally.complete else FINDINGS)


def _graded(
    file: IO[bytes], tally: Tally, options: Mapping[str, Any], bounds: Limits, workers: int
) -> Iterator[Graded]:
    with ExitStack() as stack:
        pools = [stack.enter_context(started(resolve(name), bounds, workers)) for name in tally.graders]
        lines = stack.enter_context(lines_with_bar(file, "grading"))
        yield from grade_rows(pools, _good(read_rows(lines), tally), options)


def _good(rows: Iterable[Row | BadRow], tally: Tally) -> Iterator[Row]:
    """The rows; what is none is named at once and counted."""
    err = console(stderr=True)
    for row in rows:
        if isinstance(row, BadRow):
            err.print(f"line {row.line}: {row.why}", style="yellow")
            tally.bad.append(row)
        else:
            yield row


def _row_as_json(graders: Sequence[str], graded: Graded) -> dict[str, Any]:
    row = graded.row
    named = {"line": row.line, **({"id": row.id} if row.id else {})}
    return {**named, "verdicts": dict(zip(graders, graded.verdicts, strict=True))}


def _summary(tally: Tally, seconds: float, workers: int) -> dict[str, Any]:
    def of(index: int) -> dict[str, Any]:
        counts, busy = tally.verdicts[index], tally.seconds[index]
        return {
            "verdicts": dict(counts),
            "accuracy": counts["correct"] / tally.rows if tally.rows else None,
            "rows_per_second": tally.rows * workers / busy if busy else None,
        }

    return {
        "rows": tally.rows,
        "seconds": seconds,
        "rows_per_second": tally.rows / seconds,
        "bad_rows": [{"line": bad.line, "why": bad.why} for bad in tally.bad],
        "graders": {name: of(index) for index, name in enumerate(tally.graders)},
        "differences": [_row_as_json(tally.graders, graded) for graded in tally.differences],
    }


def _print(tally: Tally, summary: Mapping[str, Any]) -> None:
    out = console()
    for graded in tally.differences:
        _print_difference(out, tally.graders, graded)
    for name, found in summary["graders"].items():
        others = {kind: n for kind, n in found["verdicts"].items() if kind not in ("correct", "incorrect")}
        accuracy = "–" if found["accuracy"] is None else f"{found['accuracy']:.2%}"
        speed = f"{found['rows_per_second'] or 0:,.0f} rows/s"
        out.print(f"{name}: {accuracy} correct, {speed}", style="bold", end="")
        out.print("".join(f", {n} {kind}" for kind, n in others.items()))
    rate = f"{summary['rows']:,} rows in {summary['seconds']:.1f} s, {summary['rows_per_second']:,.0f} rows/s"
    differ = f", {len(tally.differences)} on which the graders differ" if len(tally.graders) > 1 else ""
    bad = f", {len(tally.bad)} lines left out" if tally.bad else ""
    out.print(rate + differ + bad)


def _print_difference(out: Console, graders: Sequence[str], graded: Graded) -> None:
    row = graded.row
    out.print(f"line {row.line} {row.id}".rstrip(), style="cyan", end="")
    said = ", ".join(f"{name} {verdict}" for name, verdict in zip(graders, graded.verdicts, strict=True))
    out.print(f": {said}")
    out.print(f"  gold      {row.gold}")
    out.print(f"  response  …{row.response[-TAIL:]!r}" if len(row.response) > TAIL else f"  response  {row.response!r}")
