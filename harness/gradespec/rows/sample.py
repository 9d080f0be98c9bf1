"""Some rows of many, each as likely as any other, and the same ones in whatever order they come."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from operator import itemgetter

from gradespec.audit.groups import digest
from gradespec.rows.model import BadRow, Place, Row


class Sample:
    """`size` of the rows that it hears of, drawn by lot: by `seed` and their places alone, not by which came first.

    So samples of parts of the rows, put together, are the sample of all. `of` says how many rows there were.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._size, self._seed = size, seed
        self._kept: list[tuple[int, Place, int, Row | BadRow]] = []  # lot, place, number: the lowest are the sample
        self._highest = 1 << 64  # lot with which a row may still be among them
        self.of = 0

    def add(self, row: Row | BadRow) -> None:
        """Keep it if it is drawn."""
        self.of += 1
        self._keep((digest(f"{self._seed} {row.place}"), row.place, self.of, row))

    def merge(self, other: Sample) -> None:
        """Draw from what `other`, a sample of other rows with the same size and seed, has heard of, too."""
        self.of += other.of
        for one in other._kept:
            self._keep(one)

    def _keep(self, one: tuple[int, Place, int, Row | BadRow]) -> None:
        if one[0] <= self._highest:
            self._kept.append(one)
            if len(self._kept) == 2 * self._size:
                self._kept = self._lowest()
                self._highest = self._kept[-1][0]

    def _lowest(self) -> list[tuple[int, Place, int, Row | BadRow]]:
        return nsmallest(self._size, self._kept, key=itemgetter(0, 1, 2))

    def __iter__(self) -> Iterator[Row | BadRow]:
        """The sample, in the order in which `add` heard of it."""
        return (row for *_, row in sorted(self._lowest(), key=itemgetter(2)))
