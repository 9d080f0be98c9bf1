"""From names to records: JSON Lines, JSON arrays, CSV, Parquet, Arrow, compressed or not, as a stream.

Nothing that is wrong in a file ends the reading: a broken line is a record that says why, and so are what is beyond
bounds and the place at which a file breaks off. Parquet, Arrow and Zstandard are read by pyarrow, which is asked for
only where they occur.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from glob import glob
from pathlib import Path
from typing import Any, Final, NamedTuple

from gradespec.files import read_bounded
from gradespec.protocol import one_line
from gradespec.rows import stores
from gradespec.rows.bounds import LONGEST, TOO_LONG, excess
from gradespec.rows.model import Broken, Place, Record

NEEDS: Final = "needs pyarrow; install it with: pip install 'gradespec[data]'"
STDIN: Final = "-"
#: What a folder holds beside its rows: what Hugging Face's `datasets` tells of itself.
_ABOUT: Final = ("dataset_info.json", "dataset_dict.json", "state.json")
_CHUNK: Final = 1 << 16  # bytes or characters that are read at once
_BUFFER: Final = 1 << 20  # bytes that a file is asked for at once: a store takes its time for each answer
_BATCH: Final = 256  # rows of a table that are Python values at a time

#: What a reader yields: a number and a value, or a `Broken`.
Numbered = Iterator[tuple[int, Any]]


class SourceError(Exception):
    """A name that leads to no rows; the message says what to do."""


class Source(NamedTuple):
    """A file to read: its format, how it is compressed, and its bytes (0 for standard input)."""

    name: str
    format: str
    packing: str
    size: int


def sources(names: Iterable[str], format: str = "") -> tuple[Source, ...]:
    """The files that `names` stand for: files, folders, patterns, URIs, ``-``. Raises `SourceError`.

    `format`, one of `TEXTS`, is that of standard input, and of files whose names tell none.
    """
    found = (one for name in names for one in (_in_store(name) if stores.is_stored(name) else _here(name)))
    return tuple(one if one.format else one._replace(format=format) for one in found)


def _here(name: str) -> Iterator[Source]:
    return (_source(file, _size(file)) for file in _files(name))


def _in_store(name: str) -> list[Source]:
    """The files of rows at a URI. Raises `SourceError`."""
    _pyarrow(name)
    try:
        every = stores.stored(name)
    except (OSError, ValueError) as error:
        raise SourceError(f"{name}: {one_line(str(error))}") from None
    found = [_source(*one) for one in every if one.uri == name or _is_rows(one.uri.rpartition("/")[2])]
    if not found:
        raise SourceError(f"there are no files of rows ({', '.join(sorted(_FORMATS))}) at {name}")
    return found


def _is_rows(name: str) -> bool:
    return bool(_format_of(name)[0]) and name not in _ABOUT


def _files(name: str) -> Iterator[str]:
    if name == STDIN:
        yield name
    elif Path(name).is_dir():
        found = [str(file) for file in _in_folder(Path(name))]
        if not found:
            raise SourceError(f"{name}: a folder without files of rows ({', '.join(sorted(_FORMATS))})")
        yield from found
    elif Path(name).exists():
        yield name
    elif found := sorted(glob(name, recursive=True)):
        matched = [str(file) for file in _once(_matched(found))]
        if not matched:
            raise SourceError(f"{name}: no match is a file of rows by its name ({', '.join(sorted(_FORMATS))})")
        yield from matched
    else:
        raise SourceError(f"there is no file, folder or match for {name}")


def _matched(found: Sequence[str]) -> Iterator[Path]:
    """The files of rows that a pattern met; what it met of a folder that it met, too, comes with the folder."""
    folders = {Path(one) for one in found if Path(one).is_dir()}
    for match in map(Path, found):
        if not folders.isdisjoint(match.parents):
            continue
        if match in folders:
            yield from _in_folder(match)
        elif _is_rows(match.name):
            yield match


def _once(files: Iterable[Path]) -> Iterable[Path]:
    """The files without those that are there under another name: links."""
    first: dict[Path, Path] = {}
    for file in files:
        first.setdefault(file.resolve(), file)
    return first.values()


def _in_folder(folder: Path, above: tuple[Path, ...] = ()) -> Iterator[Path]:
    """The files of rows below a folder, by name; of a dataset that `datasets` saved, those that it lists.

    What cannot be read is among them, so that it is told of when its turn comes.
    """
    if (real := folder.resolve()) in above:  # a link leads back
        return
    try:
        listed = _listed(folder)
        entries = sorted(folder.iterdir())
    except OSError:
        yield folder
        return
    yield from listed
    for entry in () if listed else entries:
        if entry.name.startswith((".", "_")) or entry.name in _ABOUT:
            continue
        if entry.is_dir():
            yield from _in_folder(entry, (*above, real))
        elif _format_of(entry.name)[0] and (entry.is_file() or not entry.exists()):  # no pipe: nobody may write there
            yield entry


def _listed(folder: Path) -> list[Path]:
    """The files that `datasets` says a folder consists of; none where it did not make the folder."""
    try:
        state = json.loads(read_bounded(folder / "state.json", LONGEST))
        return [folder / Path(entry["filename"]).name for entry in state["_data_files"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # none, or another file of that name
        return []


def _format_of(name: str) -> tuple[str, str]:
    """The format and the packing that a file's name tells, empty where it tells none."""
    suffixes = [suffix[1:].lower() for suffix in Path(name).suffixes[-2:]]
    packing = _PACKINGS.get(suffixes[-1], "") if suffixes else ""
    plain = suffixes[-2] if packing and len(suffixes) > 1 else suffixes[-1] if suffixes and not packing else ""
    return (plain if plain in _FORMATS else ""), packing


def _source(name: str, size: int) -> Source:
    format, packing = _format_of(name)
    if format in _TABLES or packing == "zst":
        _pyarrow(name)
    return Source(name, format, packing, size)


def _size(name: str) -> int:
    try:
        return 0 if name == STDIN else Path(name).stat().st_size
    except OSError:
        return 0  # reading will say why


def _pyarrow(name: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise SourceError(f"{name} {NEEDS}") from None
    return pyarrow


class Records:
    """The records of `sources`, in order, once. `read` says how many of the `total` bytes are behind."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._behind = 0
        self._position: Callable[[], int] = lambda: 0
        self.total = sum(source.size for source in sources)
        self.count = 0  # records that were read

    @property
    def read(self) -> int:
        """Bytes that were read, or would have been."""
        return min(self._behind + self._position(), self.total)

    def __iter__(self) -> Iterator[Record]:
        for source in self._sources:
            number = 0
            try:
                for number, value in self._values(source):
                    self.count += 1
                    why = value.why if isinstance(value, Broken) else excess(value)
                    yield Record(Place(source.name, number), None if why else value, why)
            except Exception as error:  # a damaged file has its reader, pyarrow say, raise whatever comes up
                why = one_line(str(error)) or type(error).__name__
                yield Record(Place(source.name, number + 1), None, f"cannot be read from here on: {why}")
            self._behind += source.size
            self._position = lambda: 0

    def _values(self, source: Source) -> Numbered:
        if source.format in _TABLES:
            yield from _TABLES[source.format](source.name, self)
            return
        if source.name == STDIN:
            stream = _unpacked(sys.stdin.buffer, source)
            yield from _TEXTS[source.format or _sniffed(stream)](stream)
            return
        with stores.opened(source.name) if stores.is_stored(source.name) else open(source.name, "rb", _BUFFER) as file:
            self._position = lambda: 0 if file.closed else file.tell()
            with _unpacked(file, source) as stream:
                yield from _TEXTS[source.format or _sniffed(stream)](stream)

    def at(self, position: Callable[[], int]) -> None:
        """Have `read` count `position()` bytes of the file that is being read."""
        self._position = position


def _unpacked(file: Any, source: Source) -> Any:
    """The text of a file: what its name or its first bytes say of how it is compressed, undone."""
    buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(file, _BUFFER)
    packing = source.packing or next((name for magic, name in _MAGIC if buffered.peek(4).startswith(magic)), "")
    if packing == "gz":
        return io.BufferedReader(gzip.GzipFile(fileobj=buffered))
    if packing == "zst":
        pyarrow = _pyarrow(source.name)
        return io.BufferedReader(pyarrow.CompressedInputStream(pyarrow.PythonFile(buffered), "zstd"))
    return buffered


_MAGIC: Final = ((b"\x1f\x8b", "gz"), (b"\x28\xb5\x2f\xfd", "zst"))


def _sniffed(stream: io.BufferedReader) -> str:
    """The format of a text whose name tells none."""
    if stream.peek(4).startswith((b"PAR1", b"ARROW1")):
        raise ValueError("a Parquet or Arrow file; give it a name that ends with .parquet or .arrow")
    return "json"


def _lines(stream: io.BufferedReader) -> Numbered:
    number = 0
    while line := stream.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST and not line.endswith(b"\n"):
            yield number, Broken(TOO_LONG)
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST)
        elif line.strip():
            yield number, _parsed(line)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except UnicodeDecodeError:
        return NOT_UTF8
    except (ValueError, RecursionError) as error:
        return Broken(f"not JSON: {error}")


def _json(stream: io.BufferedReader) -> Numbered:
    """A file called .json, or by no name that tells: an array, or lines all the same."""
    start = stream.peek(_CHUNK).removeprefix(codecs.BOM_UTF8).lstrip()
    return _array(stream) if start[:1] == b"[" else _lines(stream)


NOT_UTF8: Final = Broken("not UTF-8")
_ESCAPED_BYTE: Final = re.compile("[\udc80-\udcff]")
_SPACE: Final = re.compile(r"\s*")


def _array(stream: io.BufferedReader) -> Numbered:
    """The elements of one array, with no more of its text in memory than the element at hand."""
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape")
    decode = json.JSONDecoder().raw_decode
    buffer, number, wanted = text.read(_CHUNK).lstrip()[1:], 0, _CHUNK
    while True:
        buffer = buffer.lstrip()
        if buffer[:1] == "]":
            return
        try:
            value, end = decode(buffer)
            end = _SPACE.match(buffer, end).end()  # type: ignore[union-attr]
            if end == len(buffer):  # perhaps the number goes on
                raise ValueError("the array has no end")
        except (ValueError, RecursionError) as error:
            if len(buffer) > LONGEST or not (more := text.read(wanted)):
                yield number + 1, Broken(f"not JSON from here on: {TOO_LONG if len(buffer) > LONGEST else error}")
                return
            buffer, wanted = buffer + more, 2 * wanted  # so that a long element is not begun again too often
            continue
        number, wanted = number + 1, _CHUNK
        yield number, NOT_UTF8 if _ESCAPED_BYTE.search(buffer, 0, end) else value
        if buffer[end] == "]":
            return
        if buffer[end] != ",":
            yield number + 1, Broken(f"not JSON from here on: {buffer[end]!r} behind an element of the array")
            return
        buffer = buffer[end + 1 :]


def _csv(stream: io.BufferedReader, delimiter: str = ",") -> Numbered:
    csv.field_size_limit(LONGEST)  # a quote that nobody closes takes no more
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    lines = _TextLines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    header: list[str] = next(reader, [])
    while True:
        try:
            fields = next(reader, None)
        except csv.Error as error:
            yield lines.number, Broken(f"not CSV: {error}")
            continue
        if fields is None:
            return
        if fields:
            yield lines.number, _named(header, fields)


class _TextLines:
    """The lines of a text, counted by `number`. One that is too long raises `csv.Error`; then come the others."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text, self.number = text, 0

    def __iter__(self) -> _TextLines:
        return self

    def __next__(self) -> str:
        line = self._text.readline(LONGEST + 1)
        if not line:
            raise StopIteration
        self.number += 1
        if len(line) > LONGEST and not line.endswith(("\n", "\r")):
            while line and not line.endswith(("\n", "\r")):
                line = self._text.readline(LONGEST)
            raise csv.Error(TOO_LONG)
        return line


def _named(header: list[str], fields: list[str]) -> Any:
    if len(fields) != len(header):
        return Broken(f"{len(fields)} fields where the header has {len(header)}")
    if any(map(_ESCAPED_BYTE.search, fields)):
        return NOT_UTF8
    return dict(zip(header, fields, strict=True))


def _parquet(name: str, records: Records) -> Numbered:
    from pyarrow import parquet

    with _table(name) as opened, parquet.ParquetFile(opened, buffer_size=_BUFFER, pre_buffer=False) as file:
        size, rows, number = opened.size(), max(file.metadata.num_rows, 1), 0
        records.at(lambda: size * number // rows)
        for batch in file.iter_batches(batch_size=_BATCH, use_threads=False):
            for value in _records(batch):
                number += 1
                yield number, value


def _table(name: str) -> Any:
    """A file as pyarrow has files."""
    return stores.opened(name) if stores.is_stored(name) else _pyarrow(name).OSFile(name)


def _records(batch: Any) -> list[Any]:
    """The rows of a part of a table; a cell that Python has no value for, or that is damaged, is `Broken`."""
    try:
        found: list[Any] = batch.to_pylist()
    except Exception:  # a date beyond Python's, a text that is not UTF-8 …
        names = batch.schema.names
        cells = zip(*(map(_cell, column) for column in batch.columns), strict=True)
        found = [dict(zip(names, row, strict=True)) for row in cells]
    return found


def _cell(scalar: Any) -> Any:
    try:
        return scalar.as_py()
    except Exception as error:
        return Broken(one_line(str(error)) or type(error).__name__)


def _arrow(name: str, records: Records) -> Numbered:
    """What `datasets` writes: the stream format of Arrow, or its file format."""
    pyarrow = _pyarrow(name)
    number = 0
    with _table(name) as file:
        records.at(lambda: 0 if file.closed else int(file.tell()))
        for batch in _batches(pyarrow, file):
            for start in range(0, len(batch), _BATCH):
                for value in _records(batch.slice(start, _BATCH)):
                    number += 1
                    yield number, value


def _batches(pyarrow: Any, file: Any) -> Iterator[Any]:
    named = file.read(6) == b"ARROW1"
    file.seek(0)
    if named:
        reader = pyarrow.ipc.open_file(file)
        yield from (reader.get_batch(index) for index in range(reader.num_record_batches))
    else:
        yield from pyarrow.ipc.open_stream(file)


_TEXTS: Final[dict[str, Callable[[io.BufferedReader], Numbered]]] = {
    "jsonl": _lines,
    "ndjson": _lines,
    "json": _json,
    "csv": _csv,
    "tsv": lambda stream: _csv(stream, "\t"),
}
_TABLES: Final[dict[str, Callable[[str, Records], Numbered]]] = {"parquet": _parquet, "arrow": _arrow}
_FORMATS: Final = {*_TEXTS, *_TABLES}
#: What may be read from standard input.
TEXTS: Final = ("csv", "json", "jsonl", "tsv")
_PACKINGS: Final = {"gz": "gz", "zst": "zst", "zstd": "zst"}
