"""`gradespec grade`: the rows of files, whatever their format, graded by several graders at once."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import click
from rich.console import Console

from gradespec.cli.options import choice_options, graders_option, limits_options
from gradespec.cli.output import console, json_option, print_json
from gradespec.cli.rows import SHOWN, Asked, Done, left_out, place, rows_options, through
from gradespec.protocol import one_line
from gradespec.rows.model import MISSING, BadRow, Decided, Row
from gradespec.wording import counted

TAIL = 200  # characters of a response that a difference shows: its end, where the answer is


@dataclass
class Tally:
    """What the rows have come to so far; of what is bad and of differences, the first few."""

    graders: tuple[str, ...]
    rows: int = 0
    bad: int = 0
    differ: int = 0
    bad_rows: list[BadRow] = field(default_factory=list)
    differences: list[Decided] = field(default_factory=list)
    verdicts: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.verdicts = [Counter() for _ in self.graders]

    def add(self, found: Decided) -> None:
        """Count one row."""
        if isinstance(found.row, BadRow):
            self.bad += 1
            self.bad_rows += [found.row] if self.bad <= SHOWN else []
            return
        self.rows += 1
        said = [decision.verdict for decision in found.decisions]
        for counts, verdict in zip(self.verdicts, said, strict=True):
            counts[verdict] += 1
        if len(set(said)) > 1:
            self.differ += 1
            self.differences += [found] if self.differ <= SHOWN else []

    @property
    def complete(self) -> bool:
        """Whether every row was one and every grader had a verdict on it."""
        return not self.bad and not any(counts[kind] for counts in self.verdicts for kind in MISSING)


@click.command()
@rows_options
@graders_option(default=("reference",))
@choice_options
@limits_options
@json_option
def grade(asked: Asked, as_json: bool) -> None:
    """Grade the rows of FILES: JSON Lines, JSON arrays, CSV, Parquet, Arrow, .gz or .zst, folders, patterns, - for
    standard input.

    A row has a gold (a text, a number, true or false, or a list of them of which any will do) and a response (a
    text, or chat messages). Prints each grader's accuracy, and the first rows on which the graders differ; --out has
    for every row each grader's verdict, answer, reason and clause. What is no row is named, counted and left out.

    Exit codes: 0 every row has its verdicts; 1 some were no rows, or some verdicts are missing (error, timeout,
    crash, unsupported); 2 wrong usage, a file that is not there, or a grader that cannot be run; 129, 130, 143 ended
    by SIGHUP, Ctrl-C, SIGTERM: what is done is summed up, and with --out, --resume goes on.
    """
    asked = replace(asked, answers=asked.out is not None)
    tally = Tally(asked.columns)
    done = through(asked, tally.add, "grading")
    if as_json:
        print_json(_summary(tally, done))
    else:
        _print(tally, done)
    sys.exit(done.exit_code(tally.complete))


def _summary(tally: Tally, done: Done) -> dict[str, Any]:
    def of(counts: Counter[str]) -> dict[str, Any]:
        verdicts = sum(counts.values())
        return {"verdicts": dict(counts), "accuracy": counts["correct"] / verdicts if verdicts else None}

    return {
        "rows": tally.rows,
        "bad": tally.bad,
        "differ": tally.differ,
        "interrupted": done.interrupted,
        "seconds": done.seconds,
        "rows_per_second": done.rate,
        "graders": {name: of(counts) for name, counts in zip(tally.graders, tally.verdicts, strict=True)},
        "bad_rows": [{"file": bad.place.file, "line": bad.place.line, "why": bad.why} for bad in tally.bad_rows],
        "differences": [_difference(tally.graders, found) for found in tally.differences],
    }


def _difference(graders: Sequence[str], found: Decided) -> dict[str, Any]:
    verdicts = [decision.verdict for decision in found.decisions]
    file, line = found.row.place
    return {"file": file, "line": line, "id": found.row.id, "verdicts": dict(zip(graders, verdicts, strict=True))}


def _print(tally: Tally, done: Done) -> None:
    out = console()
    for found in tally.differences:
        _print_difference(out, tally.graders, found, done.several)
    if tally.differ > len(tally.differences):
        out.print(f"… and {tally.differ - len(tally.differences):,} more; gradespec audit groups them by cause")
    for name, counts in zip(tally.graders, tally.verdicts, strict=True):
        _print_grader(out, name, counts)
    differ = f", {tally.differ:,} on which the graders differ" if len(tally.graders) > 1 else ""
    bad = left_out(tally.bad)
    out.print(f"{counted(tally.rows, 'row')}{done.speed}{differ}{bad}")


def _print_grader(out: Console, name: str, counts: Mapping[str, int]) -> None:
    verdicts = sum(counts.values())  # an end may have come between counting a row and counting its verdict
    accuracy = f"{counts['correct'] / verdicts:.2%}" if verdicts else "–"
    others = [f", {n:,} {kind}" for kind, n in counts.items() if kind not in ("correct", "incorrect") and n]
    out.print(f"{name}: {accuracy} correct", style="bold", end="")
    out.print("".join(others))


def _print_difference(out: Console, graders: Sequence[str], found: Decided, several: bool) -> None:
    row = found.row
    assert isinstance(row, Row)
    out.print(f"{place(row.place, several)} {one_line(row.id)}".rstrip(), style="cyan", end="")
    said = zip(graders, (decision.verdict for decision in found.decisions), strict=True)
    out.print(": " + ", ".join(f"{name} {verdict}" for name, verdict in said))
    out.print(f"  gold      {one_line(row.gold, TAIL)}")
    out.print(f"  response  {'…' if len(row.response) > TAIL else ''}{row.response[-TAIL:]!r}")
