"""Two labels for each row become one: rows where they agree stay, the others are settled in writing or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from gradespec.rates import Rate

from benchmarks.wild.answers import Written

#: What a row is settled as.
RIGHT, WRONG, DROPPED = "r", "w", "d"
UNSETTLED: Final = "the two labels differ, and nobody has settled it"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What became of a row, or of all rows of a gold (`id` is then its number), and why."""

    id: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row with the label of its second reader (``r``, ``w``, ``u``) and what it counts as in the end."""

    row: Written
    second: str
    label: str
    why: str = ""

    @property
    def first(self) -> str:
        """The author's label."""
        return RIGHT if self.row.right else WRONG

    @property
    def disputed(self) -> bool:
        """Whether the second reader says something else, or cannot decide."""
        return self.first != self.second

    @property
    def kept(self) -> Written | None:
        """The row as it goes into the sample, None where it was dropped."""
        return None if self.label == DROPPED else replace(self.row, right=self.label == RIGHT)


def settlements(file: Path) -> dict[str, Settlement]:
    """The settlements of a file with tabs: an id or the number of a gold, ``r``, ``w`` or ``d`` (dropped), the reason.

    Empty where there is no file. Raises `ValueError` for a settlement without a reason or with another label.
    """
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = {}
    for line in filter(str.strip, lines):
        name, label, why = (*(part.strip() for part in line.split("\t", 2)), "", "")[:3]
        if label not in (RIGHT, WRONG, DROPPED) or not why:
            raise ValueError(f"{file}: {line[:60]!r} is not an id, a tab, r, w or d, a tab, and the reason")
        found[name] = Settlement(name, label, why)
    return found


def labelled(
    rows: Iterable[Written], seconds: Mapping[str, str], settled: Mapping[str, Settlement]
) -> Iterator[Labelled]:
    """The rows with their labels. What nobody has settled is dropped. Raises `ValueError` for a row without a label."""
    for row in rows:
        if row.id not in seconds:
            raise ValueError(f"{row.id} has no second label")
        found = Labelled(row, seconds[row.id], RIGHT if row.right else WRONG)
        settlement = settled.get(row.id) or settled.get(str(row.gold))
        if settlement:
            yield replace(found, label=settlement.label, why=settlement.why)
        elif found.disputed:
            yield replace(found, label=DROPPED, why=UNSETTLED)
        else:
            yield found


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the two labels of some rows agree: contradictions, undecided ones, and what became of them."""

    rows: int
    contradicted: int
    undecided: int
    turned: int
    dropped: int

    @classmethod
    def of(cls, rows: Sequence[Labelled]) -> Agreement:
        """The agreement about `rows`."""
        return cls(
            rows=len(rows),
            contradicted=sum(row.disputed and row.second != "u" for row in rows),
            undecided=sum(row.second == "u" for row in rows),
            turned=sum(row.label not in (DROPPED, row.first) for row in rows),
            dropped=sum(row.label == DROPPED for row in rows),
        )

    @property
    def disagreement(self) -> Rate:
        """The share of rows that the second reader did not label as the author did."""
        return Rate(self.contradicted + self.undecided, self.rows)
