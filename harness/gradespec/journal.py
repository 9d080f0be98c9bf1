"""The outcomes of a run on disk as they come, beside the report that is made of them (CONF-13).

A line of JSON says whose run it is, and each line after it is an outcome. A line that an end cut short is dropped, the
lines before it stay. The file is locked as long as the run lasts, and gone once the report is in its place.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from gradespec import report
from gradespec.files import locked, write_all
from gradespec.judge import Outcome
from gradespec.report import Report, ReportError

SYNC: Final = 5.0  # seconds between two times that the disk is waited for


class Journal:
    """The journal of a run whose report will be `file`. Every method raises `OSError`, with the name of the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.path = file.with_name(f"{file.name}.part")
        self._descriptor = -1
        self._synced = time.monotonic()

    @contextmanager
    def opened(self) -> Iterator[Journal]:
        """Hold the journal, so that no other run writes the report; it is tried that there is room to write."""
        with self._named():
            if self._file.exists() and not self._file.is_file():
                raise OSError(errno.EINVAL, "it is no regular file")
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = locked(self.path)
        try:
            yield self
        finally:
            with suppress(OSError):
                os.fsync(self._descriptor)
                if not os.fstat(self._descriptor).st_size:
                    self.path.unlink()
            os.close(self._descriptor)

    def earlier(self) -> Report | None:
        """What an earlier run left: a report of as many outcomes as are whole; None where there is nothing of use."""
        lines = self._lines()
        if not lines:
            return None
        with suppress(ValueError, RecursionError, ReportError, TypeError):
            return report.parsed({**json.loads(lines[0]), "outcomes": [json.loads(line) for line in lines[1:]]})
        return None

    def begin(self, head: Report) -> None:
        """Go on where an earlier run with the same `head` was; else begin anew with the outcomes that it has."""
        same = replace(head, outcomes=(), when=report.BEGINNING, peak_memory=None, times={})
        first = self._line(report.as_json(same))
        with self._named():
            lines = self._lines()
            kept = sum(map(len, lines)) if lines[:1] == [first] and self.earlier() else 0
            os.ftruncate(self._descriptor, kept)
            os.lseek(self._descriptor, kept, os.SEEK_SET)
            if not kept:
                told = map(self._line, map(report.outcome_as_json, head.outcomes))
                write_all(self._descriptor, first + b"".join(told))
            os.fsync(self._descriptor)

    def add(self, outcome: Outcome) -> None:
        """Write down one outcome."""
        with self._named():
            write_all(self._descriptor, self._line(report.outcome_as_json(outcome)))
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._descriptor)
                self._synced = time.monotonic()

    def drop(self) -> None:
        """Take the journal away: the report tells what it told."""
        with self._named():
            self.path.unlink()

    def end(self, found: Report) -> None:
        """Put the report `found` in its place, and take the journal away."""
        with self._named():
            report.write(found, self._file)
        self.drop()

    def _lines(self) -> list[bytes]:
        """The lines that are whole; none where the file is longer than a report may be."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        if os.fstat(self._descriptor).st_size > report.MAX_BYTES:
            return []
        with os.fdopen(os.dup(self._descriptor), "rb") as stream:
            lines = stream.read().splitlines(keepends=True)
        return lines if not lines or lines[-1].endswith(b"\n") else lines[:-1]

    def _line(self, value: object) -> bytes:
        return json.dumps(value).encode("ascii") + b"\n"

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Whatever the system objects to, it is about the report."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(self._file)) from error
