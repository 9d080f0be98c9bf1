"""Asks the reference what the authors of a sample wrote: ``python -m benchmarks.wild.ask FOLDER``.

Shares of rows that it judges as their authors do, and of wrong ones that it accepts, each for all golds and for those
that are sound, of which no author said that the gold is broken, ambiguous or no answer. They are worth something once:
after a look at what ``--misses`` shows, and mending it, another sample has to be drawn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import refgrader
from gradespec.rates import Rate

from benchmarks.wild import answers
from benchmarks.wild.answers import STRATA, Written


@dataclass(frozen=True, slots=True)
class Judged:
    """A row, the verdict that the reference gave, and whether its gold is sound."""

    row: Written
    gold: str
    verdict: str
    sound: bool

    @property
    def agrees(self) -> bool:
        """Whether the verdict is the author's."""
        return (self.verdict == "correct") == self.row.right


def judged(folder: Path) -> Iterator[Judged]:
    """Every row that was written in the batches of a folder, with the verdict of the reference."""
    golds = {row["n"]: row["gold"] for row in json.loads((folder / "sample.json").read_text(encoding="utf-8"))}
    for batch, file in answers.batches(folder):
        lines = map(json.loads, filter(str.strip, file.read_text(encoding="utf-8").splitlines()))
        noted = {line["n"] for line in lines if line.get("gold_note")}
        for row in answers.read(file, batch):
            ask = refgrader.grade if row.stratum == "responses" else refgrader.verify
            yield Judged(row, golds[row.gold], ask(golds[row.gold], row.text).kind, row.gold not in noted)


def figures(rows: Sequence[Judged]) -> dict[str, Rate]:
    """The share of right verdicts by stratum, and that of wrong answers that are accepted."""
    found = {}
    for stratum in STRATA:
        of_it = [each for each in rows if each.row.stratum == stratum]
        found[f"{stratum} judged right"] = Rate(sum(each.agrees for each in of_it), len(of_it))
    wrong = [each for each in rows if not each.row.right]
    return {**found, "false accepts": Rate(sum(not each.agrees for each in wrong), len(wrong))}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--misses", is_flag=True, help="Print the rows that it judges otherwise, a line of JSON each.")
def main(folder: Path, misses: bool) -> None:
    """Ask the reference the batches in FOLDER and print its rates, in percent with 95 % intervals."""
    rows = list(judged(folder))
    for name, some in (("all golds", rows), ("sound golds", [each for each in rows if each.sound])):
        click.echo(f"{name} ({len({each.row.gold for each in some})})")
        for what, rate in figures(some).items():
            click.echo(f"  {what:24} {rate!s:>22}  of {rate.of}")
    for each in rows if misses else ():
        if not each.agrees:
            told = {"id": each.row.id, "gold": each.gold, "text": each.row.text, "right": each.row.right}
            click.echo(json.dumps({**told, "verdict": each.verdict, "sound": each.sound}, ensure_ascii=False))


if __name__ == "__main__":
    main()
