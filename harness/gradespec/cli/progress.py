"""How far a work is: a bar on a terminal, a line at times elsewhere; both say what is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from gradespec.cli.output import console
from gradespec.rows.files import Records
from gradespec.wording import counted

OFTEN: Final = 0.25  # seconds between two looks of the bar
SELDOM: Final = 60.0  # and between two lines where there is no terminal


@contextmanager
def rows_progress(records: Records, doing: str, total: int = 0) -> Iterator[Callable[[bool], None]]:
    """Something to call for each row that is done: with True if it took work, with False if an earlier run did it.

    There are `total` of them, or, where that is 0, those of `records`, while they are read.
    """
    err = console(stderr=True)
    shown = err.is_terminal
    pace = _Pace(records, total)
    with Progress(
        TextColumn(doing),
        BarColumn(),
        TextColumn("{task.fields[said]}"),
        console=err,
        transient=True,
        disable=not shown,
    ) as progress:
        task = progress.add_task(doing, total=1.0, said="")

        def advance(fresh: bool = True) -> None:
            if not pace.due(fresh, OFTEN if shown else SELDOM):
                return
            if shown:
                progress.update(task, completed=pace.share or 0.0, said=pace.said)
            else:
                err.print(f"{doing}: {pace.said}")

        yield advance


def _due() -> Callable[[], bool]:
    """Something that is true once in `SELDOM` seconds, from now on."""
    last = time.monotonic()

    def due() -> bool:
        nonlocal last
        if time.monotonic() - last <= SELDOM:
            return False
        last = time.monotonic()
        return True

    return due


@contextmanager
def counted_progress(name: str, things: str, done: int, total: int) -> Iterator[Callable[[], None]]:
    """Something to call for each one that is done: a bar on a terminal, elsewhere a line at times; and what is left."""
    err = console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    due, began, before = _due(), time.monotonic(), done
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(name, total=total, completed=done)

        def advance() -> None:
            nonlocal done
            done += 1
            progress.advance(task)
            if not err.is_terminal and due():
                left = remaining(time.monotonic() - began, done - before, total - done)
                err.print(f"{name}: {done:,} of {total:,} {things}, {left}")

        yield advance


class _Pace:
    """Rows that are done, how fast, and how long the rest will take if it goes as they did."""

    def __init__(self, records: Records, total: int = 0) -> None:
        self._records, self._total = records, total
        self._done = self._fresh = 0
        self._began = self._last = time.monotonic()
        self._before = 0.0  # the share that was done when the first row took work

    def due(self, fresh: bool, every: float) -> bool:
        """Count a row; whether it is time to say something."""
        now = time.monotonic()
        if fresh and not self._fresh:
            self._began = self._last = now  # nothing can be said of how fast the first row is
            self._before = self.share or 0.0
        self._done += 1
        self._fresh += fresh
        if now - self._last < every:
            return False
        self._last = now
        return True

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1; None where nobody knows how much there is. Rows that are read may wait."""
        if self._total:
            return self._done / self._total
        if not self._records.total or not self._records.count:
            return None
        return self._records.read / self._records.total * min(1.0, self._done / self._records.count)

    @property
    def said(self) -> str:
        """Rows, rows a second, and the time that is left."""
        seconds = time.monotonic() - self._began
        rate = self._fresh / seconds if seconds else 0.0
        said = f"{counted(self._done, 'row')}, {rate:,.0f} rows/s"
        share = self.share
        if share is None or not self._fresh or share <= self._before:
            return said
        return f"{said}, {time_left(seconds * (1 - share) / (share - self._before))}"


def time_left(seconds: float) -> str:
    """How long it will take: ``about 3 min left``."""
    return f"about {seconds / 60:.0f} min left" if seconds >= 90 else f"about {seconds:.0f} s left"


def remaining(seconds: float, done: int, missing: int) -> str:
    """How long the `missing` checks will take if they go as the `done` ones did, in `seconds`: ``about 3 min left``."""
    return time_left(seconds / max(done, 1) * missing)
