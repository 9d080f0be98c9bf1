"""The decisions in a file, a line for each row in the order of the rows; what an interruption leaves is gone on with.

While rows are decided, their lines stand in ``OUT.unfinished``, and what was asked in ``OUT.job.json``, which stays
beside the file: it says which graders, in which versions, decided. A line that was not finished is forgotten.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from gradespec.files import locked, replace_whole, replacing
from gradespec.rows.files import NEEDS, Records, sources
from gradespec.rows.model import BadRow, Decided, Decision, Row

_BATCH: Final = 4096  # lines that become rows of a Parquet file at a time


class JournalError(Exception):
    """A file that cannot be written or gone on with; the message says what to do."""


class Journal:
    """The file `out`, as JSON Lines or, by its name, as Parquet. Raises `JournalError`, also in the methods."""

    def __init__(self, out: Path, job: Mapping[str, Any], resume: bool) -> None:
        self._out, self._job = out, job
        self._unfinished = out.with_name(f"{out.name}.unfinished")
        self._about = out.with_name(f"{out.name}.job.json")
        self._names: Sequence[str] = tuple(job["graders"])
        if out.suffix == ".parquet":
            _pyarrow(out)
        earlier = self._unfinished.exists() and self._unfinished.stat().st_size > 0
        if earlier and not resume:
            raise JournalError(f"{self._unfinished} is what an interruption left: go on with --resume, or remove it")
        begun = self._unfinished.exists()  # where it is empty, it was ended before its first row
        self._earlier = self._unfinished if earlier else out if resume and out.exists() and not begun else None
        if self._earlier:
            self._must_be_the_same()
        # First: what is not finished is not taken for what was.
        self._lock = self._locked() if self._earlier != out else -1
        replace_whole(self._about, json.dumps(job, indent=1).encode("ascii"))
        self._file: IO[bytes] | None = None

    def _locked(self) -> int:
        """Hold what is not finished, so that no other run adds to it: a descriptor, closed when this one has ended."""
        with self._named():
            try:
                return locked(self._unfinished)
            except BlockingIOError:
                raise JournalError(f"another run is writing {self._out}: wait for it, or name another file") from None

    def _must_be_the_same(self) -> None:
        """What was asked before is what is asked now, or nothing of it can be gone on with."""
        try:
            before = json.loads(self._about.read_bytes())
        except (OSError, ValueError):
            raise JournalError(f"{self._about} does not say how {self._out} was made: start without --resume") from None
        now = json.loads(json.dumps(self._job))
        if different := [name for name in {**before, **now} if before.get(name) != now.get(name)]:
            name = different[0]
            raise JournalError(
                f"{self._out} was begun otherwise: {name} was {json.dumps(before.get(name))} and is"
                f" {json.dumps(now.get(name))}; ask the same, or start without --resume"
            )

    def earlier(self, rows: Iterator[Row | BadRow]) -> Iterator[Decided]:
        """The first of `rows` with what was decided of them before; then `write` adds to it."""
        if self._earlier is None:
            return
        end = 0  # of the lines that are whole
        for end, line in _whole_lines(self._earlier):  # noqa: B007
            row = next(rows, None)
            if row is None or list(row.place) != [line.get("file"), line.get("line")]:
                raise JournalError(f"the rows are others than before, from {line.get('file')}:{line.get('line')} on")
            yield Decided(row, self._decisions(line))
        if self._earlier == self._unfinished:
            os.truncate(self._unfinished, end)

    def _decisions(self, line: Mapping[str, Any]) -> tuple[Decision, ...]:
        told = line.get("graders")
        try:
            return tuple(Decision(**told[name]) for name in self._names) if told else ()
        except (LookupError, TypeError):
            raise JournalError(f"{self._earlier} holds other lines than ours: start without --resume") from None

    def write(self, found: Decided) -> None:
        """Add the line of one row."""
        if self._earlier == self._out:
            raise JournalError(f"there are more rows than {self._out} has: start without --resume")
        with self._named():
            if self._file is None:
                self._file = self._unfinished.open("ab")
            self._file.write(json.dumps(self._line(found)).encode("ascii") + b"\n")

    def _line(self, found: Decided) -> dict[str, Any]:
        row = found.row
        bad = row.why if isinstance(row, BadRow) else None
        told = zip(self._names, found.decisions, strict=False)
        return {
            "file": row.place.file,
            "line": row.place.line,
            "id": row.id,
            "bad": bad,
            "graders": None if bad else {name: decision._asdict() for name, decision in told},
        }

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
                    _as_parquet(_whole_lines(self._unfinished), stream, self._names)
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


def _whole_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line with the place at which it ends, up to one that was not finished; of a Parquet file, its rows."""
    if file.suffix == ".parquet":
        for record in Records(sources([str(file)])):
            if isinstance(record.value, dict):
                yield 0, record.value
        return
    end = 0
    with file.open("rb") as lines:
        for line in lines:
            try:
                found = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                found = None
            if not isinstance(found, dict):
                return
            end += len(line)
            yield end, found


def _pyarrow(out: Path) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise JournalError(f"{out} {NEEDS}") from None
    return pyarrow


def _as_parquet(lines: Iterable[tuple[int, dict[str, Any]]], file: IO[bytes], names: Sequence[str]) -> None:
    import pyarrow
    from pyarrow import parquet

    text = pyarrow.string()
    decision = pyarrow.struct([(name, text) for name in Decision._fields])
    graders = pyarrow.struct([(name, decision) for name in names])
    schema = pyarrow.schema(
        [("file", text), ("line", pyarrow.int64()), ("id", text), ("bad", text), ("graders", graders)]
    )
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        batch: list[dict[str, Any]] = []
        for _, line in lines:
            batch.append(_encodable(line))
            if len(batch) == _BATCH:
                writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
                batch = []
        writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))


def _encodable(value: Any) -> Any:
    """Texts as UTF-8 can have them: a surrogate alone is escaped."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {name: _encodable(one) for name, one in value.items()}
    return value
