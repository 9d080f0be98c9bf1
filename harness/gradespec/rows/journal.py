"""The decisions in a file, a line for each row in the order of the rows; what an interruption leaves is gone on with.

While rows are decided, their lines stand in ``OUT.unfinished``, and what was asked in ``OUT.job.json``, which stays
beside the file: it says which graders, in which versions, decided. A line that was not finished is forgotten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from gradespec.files import locked, replacing
from gradespec.rows.begun import JournalError, must_be_the_same, note, unfinished
from gradespec.rows.lines import (
    decisions_of,
    encoded,
    is_of,
    line_of,
    must_be_writable,
    whole_lines,
    write_parquet,
)
from gradespec.rows.model import BadRow, Decided, Row


class Journal:
    """The file `out`, as JSON Lines or, by its name, as Parquet. Raises `JournalError`, also in the methods."""

    def __init__(self, out: Path, job: Mapping[str, Any], resume: bool) -> None:
        self._out, self._job = out, job
        self._unfinished = unfinished(out)
        self._names: Sequence[str] = tuple(job["graders"])
        must_be_writable(out)
        if out.is_dir() or self._unfinished.is_dir():
            raise JournalError(f"{out} is a folder, as --engine ray writes it: name a file")
        earlier = self._unfinished.exists() and self._unfinished.stat().st_size > 0
        if earlier and not resume:
            raise JournalError(f"{self._unfinished} is what an interruption left: go on with --resume, or remove it")
        if out.exists() and not resume:
            raise JournalError(f"{out} is there already: go on with --resume, or remove it")
        begun = self._unfinished.exists()  # where it is empty, it was ended before its first row
        self._earlier = self._unfinished if earlier else out if resume and out.exists() and not begun else None
        if self._earlier:
            must_be_the_same(out, job)
        # First: what is not finished is not taken for what was.
        self._lock = self._locked() if self._earlier != out else -1
        note(out, job)
        self._file: IO[bytes] | None = None

    def _locked(self) -> int:
        """Hold what is not finished, so that no other run adds to it: a descriptor, closed when this one has ended."""
        with self._named():
            try:
                return locked(self._unfinished)
            except BlockingIOError:
                raise JournalError(f"another run is writing {self._out}: wait for it, or name another file") from None

    def earlier(self, rows: Iterator[Row | BadRow]) -> Iterator[Decided]:
        """The first of `rows` with what was decided of them before; then `write` adds to it."""
        if self._earlier is None:
            return
        end = 0  # of the lines that are whole
        for end, line in whole_lines(self._earlier):  # noqa: B007
            row = next(rows, None)
            if row is None or not is_of(line, row):
                raise JournalError(f"the rows are others than before, from {line.get('file')}:{line.get('line')} on")
            yield Decided(row, decisions_of(line, self._names, self._earlier))
        if self._earlier == self._unfinished:
            os.truncate(self._unfinished, end)

    def write(self, found: Decided) -> None:
        """Add the line of one row."""
        if self._earlier == self._out:
            raise JournalError(f"there are more rows than {self._out} has: start without --resume")
        with self._named():
            if self._file is None:
                self._file = self._unfinished.open("ab")
            self._file.write(encoded(line_of(found, self._names)))

    def close(self) -> None:
        """Keep what was written for a later time."""
        self._written()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _written(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with self._named():
                file.close()

    def finish(self) -> None:
        """All rows are there: make the file of it."""
        self._written()
        if not self._unfinished.exists():
            return
        with self._named():
            if self._out.suffix == ".parquet":
                with replacing(self._out) as new, os.fdopen(os.dup(new), "wb") as stream:
                    write_parquet((line for _, line in whole_lines(self._unfinished)), stream, self._names)
                self._unfinished.unlink()
            else:
                os.replace(self._unfinished, self._out)
        self.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever the system objects to, it is about this file, and what is on the disk can be gone on with."""
        try:
            yield
        except OSError as error:
            raise JournalError(
                f"{self._out} cannot be written: {error.strerror or error}; mend that, and --resume goes on"
            ) from error
