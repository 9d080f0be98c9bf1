"""What is kept of a row that was decided: a line of JSON, or a row of a Parquet file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from gradespec.rows.begun import JournalError
from gradespec.rows.files import NEEDS, Records, sources
from gradespec.rows.model import BadRow, Decided, Decision, Row

_BATCH: Final = 4096  # lines that become rows of a Parquet file at a time


def line_of(found: Decided, names: Sequence[str]) -> dict[str, Any]:
    """The line of a row: its place and id, and what the graders with these names say of it."""
    row = found.row
    bad = row.why if isinstance(row, BadRow) else None
    told = zip(names, found.decisions, strict=False)
    return {
        "file": row.place.file,
        "line": row.place.line,
        "id": row.id,
        "bad": bad,
        "graders": None if bad else {name: decision._asdict() for name, decision in told},
    }


def is_of(line: Mapping[str, Any], row: Row | BadRow) -> bool:
    """Whether a line is that of this row."""
    return list(row.place) == [line.get("file"), line.get("line")]


def decisions_of(line: Mapping[str, Any], names: Sequence[str], file: Path) -> tuple[Decision, ...]:
    """What a line of `file` holds of these graders. Raises `JournalError`."""
    told = line.get("graders")
    try:
        return tuple(Decision(**told[name]) for name in names) if told else ()
    except (LookupError, TypeError):
        raise JournalError(f"{file} holds other lines than ours: start without --resume") from None


def encoded(line: Mapping[str, Any]) -> bytes:
    """A line as JSON Lines have it."""
    return json.dumps(line).encode("ascii") + b"\n"


def whole_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
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


def must_be_writable(out: Path) -> None:
    """Raise `JournalError` where `out` is to be Parquet and nothing here writes that."""
    if out.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise JournalError(f"{out} {NEEDS}") from None


def write_parquet(lines: Iterable[Mapping[str, Any]], file: IO[bytes], names: Sequence[str]) -> None:
    """Write lines with what graders of these names say, as a Parquet file."""
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
        for line in lines:
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
