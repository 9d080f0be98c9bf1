"""A bar of the bytes that were read of a file, on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from gradespec.cli.output import console


@contextmanager
def lines_with_bar(file: IO[bytes], doing: str) -> Iterator[Iterable[bytes]]:
    """The lines of `file`, with a bar where standard error is a terminal and the file's length is known."""
    err = console(stderr=True)
    if not err.is_terminal or not file.seekable():
        yield file
        return
    columns = (TextColumn(doing), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        yield _counted(file, progress, doing)


def _counted(file: IO[bytes], progress: Progress, doing: str) -> Iterator[bytes]:
    total = file.seek(0, 2)
    file.seek(0)
    task = progress.add_task(doing, total=total)
    for line in file:
        yield line
        progress.advance(task, len(line))
