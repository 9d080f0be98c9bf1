"""What the authors of a sample wrote, and its second labelling.

An author writes a line for each gold: ``plain_right``, ``plain_wrong``, ``rewritten_right``, ``rewritten_wrong``, lists
of answers; for some of them ``responses`` of `text` and `right`. A second reader sees a gold with its question and all
that was written for it, shuffled, without strata and labels, and says of each ``r`` (right), ``w`` (wrong) or ``u``
(undecidable).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

STRATA: Final = ("plain", "rewritten", "responses")
#: What the random order of a batch is seeded with, beside its number.
SEED: Final = 1000
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """One answer or response to the gold number `gold`, and whether its author holds it to be right.

    `id` is what a labeller knows it by: the gold's number and its place among all that was written for it.
    """

    id: str
    gold: int
    stratum: str
    text: str
    right: bool


def batches(folder: Path) -> list[tuple[int, Path]]:
    """The files of the authors, by the number of their batch."""
    found = folder.glob("answers*.jsonl")
    return sorted((int(file.stem.removeprefix("answers")), file) for file in found)


def read(file: Path, batch: int) -> list[Written]:
    """All that was written in a batch, in the authors' order. What is written twice for a gold is two rows."""
    random = Random(SEED + batch)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [row for line in lines for row in _rows(line, random)]


def _rows(line: Line, random: Random) -> list[Written]:
    """The rows of a line. Their ids are their places after shuffling, so that an id tells nothing of its label."""
    listed = list(_listed(line))
    places = list(range(len(listed)))
    random.shuffle(places)
    rank = {place: number for number, place in enumerate(places)}
    return [
        Written(f"{line['n']}.{rank[place]}", line["n"], stratum, text, right)
        for place, (stratum, text, right) in enumerate(listed)
    ]


def _listed(line: Line) -> Iterator[tuple[str, str, bool]]:
    for stratum in STRATA[:2]:
        for side in ("right", "wrong"):
            for text in line.get(f"{stratum}_{side}", ()):
                yield stratum, text, side == "right"
    for response in line.get("responses", ()):
        yield "responses", response["text"], response["right"]


def blind(rows: Sequence[Written], sample: dict[int, Line]) -> list[Line]:
    """What a labeller gets to see of a batch: by gold, in the order of the ids."""
    golds = dict.fromkeys(row.gold for row in rows)
    return [_shown(sample[gold], [row for row in rows if row.gold == gold]) for gold in golds]


def _shown(gold: Line, rows: Sequence[Written]) -> Line:
    given = [
        {"id": row.id, "response" if row.stratum == "responses" else "answer": row.text}
        for row in sorted(rows, key=lambda row: int(row.id.partition(".")[2]))
    ]
    return {**{name: gold[name] for name in ("n", "source", "question", "gold")}, "given": given}


def labels(file: Path) -> dict[str, str]:
    """``r``, ``w`` or ``u`` by id, of a file with tabs: id, label and, after a ``u``, the reason."""
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    found = {row[0].strip(): row[1].strip() for row in rows}
    if odd := [name for name, label in found.items() if label not in ("r", "w", "u")]:
        raise ValueError(f"{file}: {', '.join(odd[:5])}: a label is r, w or u")
    return found
