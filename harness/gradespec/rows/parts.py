"""The decisions in a folder of parts, which many machines write beside each other: one for each chunk of rows.

Until all of them are there, the folder OUT is called ``OUT.unfinished``. A part is there whole or not at all: what is
there was decided before, and is not decided again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradespec.files import replacing
from gradespec.rows.begun import JournalError, must_be_the_same, note, unfinished
from gradespec.rows.lines import decisions_of, encoded, is_of, line_of, must_be_writable, whole_lines, write_parquet
from gradespec.rows.model import BadRow, Decided, Row


@dataclass(frozen=True)
class Parts:
    """The `folder` of the parts, JSON Lines or Parquet by their `suffix`; `names` are those of the graders."""

    folder: Path
    suffix: str
    names: tuple[str, ...]

    def decided(
        self,
        name: str,
        rows: Sequence[Row | BadRow],
        decide: Callable[[Sequence[Row | BadRow]], Iterable[Decided]],
    ) -> list[Decided]:
        """Each of `rows` with its decisions: those of the part called `name`, or what `decide` says, which becomes it.

        Raises `JournalError` where the part is one of other rows, and `OSError`.
        """
        part = self.folder / f"{name}{self.suffix}"
        if part.exists():
            return self._earlier(part, rows)
        found = list(decide(rows))
        lines = (line_of(one, self.names) for one in found)
        with replacing(part) as new, os.fdopen(os.dup(new), "wb") as stream:
            if self.suffix == ".parquet":
                write_parquet(lines, stream, self.names)
            else:
                stream.writelines(map(encoded, lines))
        return found

    def _earlier(self, part: Path, rows: Sequence[Row | BadRow]) -> list[Decided]:
        lines = [line for _, line in whole_lines(part)]
        if len(lines) != len(rows) or not all(map(is_of, lines, rows)):
            raise JournalError(f"{part} is of other rows than are there now: remove it")
        return [Decided(row, decisions_of(line, self.names, part)) for row, line in zip(rows, lines, strict=True)]


def begun(out: Path, job: Mapping[str, Any], resume: bool) -> Parts:
    """The parts of `out`, those of an earlier run among them if `resume`. Raises `JournalError`."""
    must_be_writable(out)
    folder = out if out.exists() else unfinished(out)
    if folder.exists():
        if not folder.is_dir():
            raise JournalError(f"{folder} is a file, as one machine writes it: name another, which becomes a folder")
        if not resume:
            raise JournalError(f"{folder} is there already: go on with --resume, or remove it")
        must_be_the_same(out, job)
    try:
        folder.mkdir(exist_ok=True)
        note(out, job)
    except OSError as error:
        raise JournalError(f"{folder} cannot be written: {error.strerror or error}") from error
    return Parts(folder.absolute(), ".parquet" if out.suffix == ".parquet" else ".jsonl", tuple(job["graders"]))


def finish(out: Path) -> None:
    """All parts are there: give the folder its name. Raises `JournalError`."""
    try:
        if not out.exists():
            os.replace(unfinished(out), out)
    except OSError as error:
        raise JournalError(f"{out} cannot be written: {error.strerror or error}") from error
