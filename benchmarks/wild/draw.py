"""Draws golds for a sample: ``python -m benchmarks.wild.draw FOLDER GOLDS --seed 12 --of math 200 --of gsm8k 120``.

GOLDS is a JSON Lines file with `source`, `question` and `gold`. FOLDER receives ``sample.json``, the golds in an order
of chance with their numbers, and ``batch0.json`` …, for as many authors: who writes answers sees nothing but these.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any, Final

import click

Row = dict[str, Any]
#: Characters of a question by which its row is found again: what collections have in common.
KNOWN_BY: Final = 400


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("golds", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seed", type=int, required=True, help="Another seed draws another sample.")
@click.option("--of", "shares", type=(str, int), multiple=True, required=True, help="A source, and how many of it.")
@click.option("--authors", type=click.IntRange(min=1), default=6, help="Into how many batches the golds are dealt (6).")
def main(folder: Path, golds: Path, seed: int, shares: tuple[tuple[str, int], ...], authors: int) -> None:
    """Draw golds from GOLDS into FOLDER."""
    rows = [json.loads(line) for line in golds.read_text(encoding="utf-8").splitlines()]
    sample = drawn(rows, shares, seed)
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "sample.json", sample)
    for author in range(authors):
        shown = [{name: row[name] for name in ("n", "source", "question", "gold")} for row in sample]
        _write(folder / f"batch{author}.json", shown[author::authors])


def drawn(rows: list[Row], shares: tuple[tuple[str, int], ...], seed: int) -> list[Row]:
    """As many rows of each source as its share says, then shuffled and numbered."""
    pools: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        pools[row["source"]].append(row)
    random = Random(seed)
    chosen = [row for source, count in shares for row in random.sample(pools[source], count)]
    random.shuffle(chosen)
    return [{**row, "question_sha256": known_by(row["question"]), "n": number} for number, row in enumerate(chosen)]


def known_by(question: str) -> str:
    """What stands for a question: 16 hexadecimal digits."""
    return hashlib.sha256(question[:KNOWN_BY].encode()).hexdigest()[:16]


def _write(file: Path, value: Any) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
