"""Rows with wrong rewards planted at known rates, and how fast they are audited, beside the reference alone.

python -m benchmarks.audit_rows make 50000 rows.jsonl
python -m benchmarks.audit_rows measure rows.jsonl
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

#: source → the shares of rows that are rewarded falsely, and that miss their reward
PLANTED = {"solid": (0.01, 0.005), "shaky": (0.05, 0.02)}
RIGHT = 0.6  # of the responses give the gold
SIZE = 5_000  # characters of a response
SEED = 20261122
#: The reference alone, on a file of rows.
ALONE = """
import json, sys
from refgrader import grade_many

if __name__ == "__main__":
    rows = map(json.loads, open(sys.argv[1], "rb"))
    count = sum(1 for _ in grade_many(((row["gold"], row["response"]) for row in rows), None, int(sys.argv[2])))
"""


class Pair(NamedTuple):
    """A gold, the same in another form, and something else: true by how they are made, not by a grader."""

    gold: str
    same: str
    other: str


def _integer(random: Random) -> Pair:
    n = random.randrange(1_000, 10**6)
    return Pair(str(n), f"{n:,}", str(n + random.choice((-1, 1, 10, 1000))))


def _fraction(random: Random) -> Pair:
    value = Fraction(random.randrange(1, 40), random.choice((3, 7, 9, 11, 13)))
    n, d = value.as_integer_ratio()
    return Pair(str(value), rf"\frac{{{2 * n}}}{{{2 * d}}}", rf"\frac{{{n + d}}}{{{d}}}")


def _decimal(random: Random) -> Pair:
    n = random.randrange(1, 9999)
    return Pair(f"{n / 1000:.3f}", rf"\frac{{{n}}}{{1000}}", f"-{n / 1000:.3f}")


def _tuple(random: Random) -> Pair:
    a, b = random.sample(range(1, 50), 2)
    return Pair(f"({a}, {b})", rf"\left({a},{b}\right)", f"({b}, {a})")


def _expression(random: Random) -> Pair:
    a, b = random.randrange(2, 9), random.randrange(2, 9)
    return Pair(f"{a}x+{a * b}", f"{a}(x+{b})", f"{a}x-{a * b}")


KINDS: tuple[Callable[[Random], Pair], ...] = (_integer, _integer, _fraction, _decimal, _tuple, _expression)


#: What a model thinks on the way, with numbers for its blanks.
_THOUGHTS = (
    "First, we add {} and {}, which makes {}. ",
    "Let $a = {}$ and $b = {}$; then $a \\cdot b$ would be about {}. ",
    "Wait, that is not what was asked: of the {} there were {} left, or {} with the others. ",
    "\n\n**Step {}.** We have \\[ \\frac{{{}}}{{{}}} + x \\] on the left, which we keep for later. ",
    "So each of them gets {}, {} or {}, and nothing is left over.\n",
)


def _thinking(random: Random, size: int) -> str:
    """About `size` characters that give no answer."""
    made: list[str] = []
    while size > 0:
        made.append(random.choice(_THOUGHTS).format(*(random.randrange(2, 500) for _ in range(3))))
        size -= len(made[-1])
    return "".join(made)


def rows(count: int, size: int = SIZE, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """`count` rows of about `size` characters: gold, response, reward, data_source, and what the reward should be."""
    random = Random(seed)
    for number in range(count):
        pair, right = random.choice(KINDS)(random), random.random() < RIGHT
        source = random.choice(tuple(PLANTED))
        answer = random.choice((pair.gold, pair.same)) if right else pair.other
        closing = f"\nSo the final answer is $\\boxed{{{answer}}}$."
        yield {
            "id": number,
            "data_source": source,
            "gold": pair.gold,
            "response": _thinking(random, size - len(closing)) + closing,
            "reward": float(right is not _is_planted(random, right, source)),
            "right": right,
        }


def _is_planted(random: Random, right: bool, source: str) -> bool:
    """Whether this reward is to be wrong. The shares are of all rows, of which only some can be wrong in that way."""
    false, missed = PLANTED[source]
    return random.random() < (missed / RIGHT if right else false / (1 - RIGHT))


@click.group()
def main() -> None:
    """Rows with planted wrong rewards, and what auditing them costs."""


@main.command()
@click.argument("count", type=int)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--size", default=SIZE, show_default=True, help="Characters of a response.")
def make(count: int, file: Path, size: int) -> None:
    """Write COUNT rows to FILE, and say what is planted in them."""
    planted = {"false rewards": 0, "missed rewards": 0}
    with file.open("w", encoding="utf-8") as out:
        for row in rows(count, size):
            out.write(json.dumps(row) + "\n")
            if row["right"] is not bool(row["reward"]):
                planted["missed rewards" if row["right"] else "false rewards"] += 1
    click.echo(", ".join(f"{n:,} {what} ({n / count:.3%})" for what, n in planted.items()), err=True)


class Cost(NamedTuple):
    """What a process and its children took: seconds on the clock and of processors, bytes of the largest."""

    wall: float
    processor: float
    peak: int


def cost(*command: str) -> Cost:
    """The cost of a command, which may end with findings."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return Cost(time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--workers", default=2, show_default=True)
@click.option("--times", default=1, show_default=True, help="Runs of each, one after the other.")
def measure(file: Path, workers: int, times: int) -> None:
    """Say what an audit of FILE with its rewards takes, and what the reference alone takes on the same rows."""
    count = sum(1 for _ in file.open("rb"))
    asked = ("audit", str(file), "--reward-field", "reward", "--by", "data_source", "--workers", str(workers))
    starting = "from gradespec.cli import main; main()"
    for _ in range(times):
        alone = cost(sys.executable, "-c", ALONE, str(file), str(workers))
        audit = cost(sys.executable, "-c", starting, *asked)
        for name, one in (("grade_many", alone), ("audit", audit)):
            click.echo(
                f"{name:10} {count / one.wall:8,.0f} rows/s, {1e3 * one.processor / count:.3f} ms of a processor a row,"
                f" {one.peak / 2**20:,.0f} MiB at most"
            )
        click.echo(
            f"audit to grade_many: {audit.wall / alone.wall:.2f} (clock), {audit.processor / alone.processor:.2f}"
        )


if __name__ == "__main__":
    main()
