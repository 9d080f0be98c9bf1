"""Files of rows in every format: what is read, what a broken place becomes, and which files a name stands for."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow
import pytest
from gradespec.rows import files
from gradespec.rows.files import Records, SourceError, sources
from gradespec.rows.model import Record
from pyarrow import parquet

ROWS: list[dict[str, Any]] = [{"gold": str(n), "response": f'so\n{n}, "it" is ½'} for n in range(600)]


def lines(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def as_csv(delimiter: str) -> bytes:
    import csv

    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, ["gold", "response"], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(ROWS)
    return text.getvalue().encode()


def zst(data: bytes) -> bytes:
    out = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(out, "zstd") as stream:
        stream.write(data)
    return out.getvalue().to_pybytes()


def write_parquet(file: Path) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), file, row_group_size=100)


def write_stream(file: Path) -> None:
    table = pyarrow.Table.from_pylist(ROWS)
    with pyarrow.ipc.new_stream(str(file), table.schema) as writer:
        writer.write_table(table, 100)


def write_arrow_file(file: Path) -> None:
    table = pyarrow.Table.from_pylist(ROWS)
    with pyarrow.ipc.new_file(str(file), table.schema) as writer:
        writer.write_table(table, 100)


def bytes_of(data: Callable[[], bytes]) -> Callable[[Path], None]:
    return lambda file: file.write_bytes(data()) and None  # type: ignore[func-returns-value]


#: file name → what writes it
FORMATS: dict[str, Callable[[Path], None]] = {
    "rows.jsonl": bytes_of(lambda: lines(ROWS)),
    "rows.ndjson": bytes_of(lambda: b"\n" + lines(ROWS).rstrip()),
    "rows.log": bytes_of(lambda: lines(ROWS)),
    "array.log": bytes_of(lambda: codecs.BOM_UTF8 + b" " + json.dumps(ROWS).encode()),
    "rows.json": bytes_of(lambda: b" " + json.dumps(ROWS, indent=1).encode()),
    "lines.json": bytes_of(lambda: lines(ROWS)),
    "rows.csv": bytes_of(lambda: as_csv(",")),
    "bom.csv": bytes_of(lambda: b"\xef\xbb\xbf" + as_csv(",")),
    "rows.tsv": bytes_of(lambda: as_csv("\t")),
    "rows.jsonl.gz": bytes_of(lambda: gzip.compress(lines(ROWS))),
    "unnamed": bytes_of(lambda: gzip.compress(lines(ROWS))),
    "rows.jsonl.zst": bytes_of(lambda: zst(lines(ROWS[:300])) + zst(lines(ROWS[300:]))),
    "rows.csv.gz": bytes_of(lambda: gzip.compress(as_csv(","))),
    "rows.parquet": write_parquet,
    "stream.arrow": write_stream,
    "file.arrow": write_arrow_file,
}


def read(*names: object) -> list[Record]:
    return list(Records(sources(map(str, names))))


@pytest.mark.parametrize("scheme", ["", "file://"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_rows(name: str, scheme: str, tmp_path: Path) -> None:
    FORMATS[name](tmp_path / name)
    records = Records(sources([scheme + str(tmp_path / name)]))
    found = list(records)
    assert [record.value for record in found] == ROWS
    assert {record.why for record in found} == {""}
    assert {record.place.file for record in found} == {scheme + str(tmp_path / name)}
    assert records.read == records.total == (tmp_path / name).stat().st_size


def test_the_bytes_that_are_behind_grow_to_the_total(tmp_path: Path) -> None:
    for name in FORMATS:
        FORMATS[name](tmp_path / name)
    records = Records(sources([str(tmp_path)]))
    behind = [records.read for _ in records]
    assert behind == sorted(behind)
    assert records.count == len(behind) == len(ROWS) * (len(FORMATS) - 3)  # three of them tell no format by name


#: file name → bytes, and what is said of its broken places
BROKEN = {
    "one.jsonl": (
        b'{"gold": 1}\nno\n{"gold": "\xff"}\n' + b"[" * 10**5 + b"\n{}",
        ["2 not JSON", "3 not UTF-8", "4 not"],
    ),
    "one.json": (b'[{"gold": 1}, {"gold": tru}, {}]', ["2 not JSON from here on: Expecting value"]),
    "open.json": (b'[{"gold": 1}, {"gold": 2}', ["2 not JSON from here on"]),
    "two.json": (b'[{"gold": 1} {"gold": 2}]', ["2 not JSON from here on: '{' behind an element"]),
    "one.csv": (b"gold,response\n1\n1,2,3\n\xff,2\n1,1\n", ["2 1 fields where", "3 3 fields", "4 not UTF-8"]),
    "cut.jsonl.gz": (gzip.compress(lines(ROWS))[:-9], ["cannot be read from here on"]),
    "no.jsonl.gz": (b"no gzip", ["1 cannot be read from here on: Not a gzip"]),
    "no.jsonl.zst": (b"no zstd", ["1 cannot be read from here on"]),
    "no.parquet": (b"no Parquet", ["1 cannot be read from here on"]),
    "no.arrow": (b"no Arrow, whatever it is called", ["1 cannot be read from here on"]),
    "binary": (b"PAR1 and more", ["1 cannot be read from here on: a Parquet or Arrow file"]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_place_is_told_and_the_next_file_is_read(name: str, tmp_path: Path) -> None:
    data, wanted = BROKEN[name]
    (tmp_path / name).write_bytes(data)
    (tmp_path / "next.jsonl").write_bytes(b"{}\n")
    *found, last = read(tmp_path / name, tmp_path / "next.jsonl")
    assert last.value == {}
    said = [f"{record.place.line} {record.why}" for record in found if record.why]
    assert len(said) == len(wanted)
    assert all(part in one for one, part in zip(said, wanted, strict=True)), said


def test_a_quote_that_nobody_closes_takes_a_bounded_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LONGEST", 1000)
    (tmp_path / "rows.csv").write_text('gold,response\n"1,1\n' + "1,1\n" * 1000)
    found = read(tmp_path / "rows.csv")
    assert "not CSV" in found[0].why
    assert sum(1 for record in found if record.value) > 100


def test_an_array_is_read_an_element_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_CHUNK", 7)
    values = [{"gold": "x" * 50}, 12, 3.5, "a, ] b", [], None]
    (tmp_path / "rows.json").write_text(json.dumps(values))
    assert [record.value for record in read(tmp_path / "rows.json")] == values


def test_a_name_stands_for_files(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl.gz", "notes.md", "deep/c.csv", ".hidden.jsonl", "dataset_info.json", "_tmp.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")

    def named(*names: str) -> list[str]:
        return [str(Path(one.name).relative_to(tmp_path)) for one in sources(f"{tmp_path}/{name}" for name in names)]

    assert named("") == ["a.jsonl.gz", "b.jsonl", "deep/c.csv"]
    assert named("[ab].jsonl*", "deep") == ["a.jsonl.gz", "b.jsonl", "deep/c.csv"]
    assert named("**/*.csv") == ["deep/c.csv"]
    for pattern in ("**", "[abdn]*", "**/[abd]*"):  # as a folder and by its own name, a file is still one
        assert named(pattern) == named(""), pattern
    (tmp_path / "z.jsonl").symlink_to("b.jsonl")
    assert named("*.jsonl*") == ["_tmp.jsonl", "a.jsonl.gz", "b.jsonl"]
    with pytest.raises(SourceError, match=r"no match is a file of rows by its name \(arrow, csv"):
        named("*.md")
    for name in ("absent.jsonl", "*.parquet"):
        with pytest.raises(SourceError, match="there is no file, folder or match"):
            named(name)
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="a folder without files of rows"):
        named("empty")


def test_a_folder_that_datasets_saved_is_read_as_it_says(tmp_path: Path) -> None:
    for split in ("train", "test"):
        (tmp_path / split).mkdir()
        for shard in ("0", "1", "cache"):
            write_stream(tmp_path / split / f"{shard}.arrow")
        state = {"_data_files": [{"filename": "1.arrow"}, {"filename": "0.arrow"}]}
        (tmp_path / split / "state.json").write_text(json.dumps(state))
        (tmp_path / split / "dataset_info.json").write_text("{}")
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    found = [str(Path(one.name).relative_to(tmp_path)) for one in sources([str(tmp_path)])]
    assert found == ["test/1.arrow", "test/0.arrow", "train/1.arrow", "train/0.arrow"]


def test_standard_input_is_read_packed_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    array = json.dumps(ROWS).encode()
    for data in (lines(ROWS), gzip.compress(lines(ROWS)), zst(lines(ROWS)), array, zst(array)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert [record.value for record in read("-")] == ROWS


def test_what_has_no_name_that_tells_is_read_as_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for format, data in (("csv", as_csv(",")), ("tsv", as_csv("\t")), ("jsonl", lines(ROWS))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        (tmp_path / "rows").write_bytes(gzip.compress(data))
        (tmp_path / "rows.json").write_bytes(lines(ROWS))
        found = Records(sources(["-", str(tmp_path / "rows"), str(tmp_path / "rows.json")], format))
        assert [record.value for record in found] == ROWS * 3


@pytest.mark.parametrize("name", ["rows.parquet", "rows.arrow", "rows.jsonl.zst"])
def test_what_needs_pyarrow_says_how_to_get_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(SourceError, match=r"needs pyarrow; install it with: pip install 'gradespec\[data\]'"):
        sources([str(tmp_path / name)])
    (tmp_path / "plain.csv.gz").write_bytes(gzip.compress(as_csv(",")))
    assert len(read(tmp_path / "plain.csv.gz")) == len(ROWS)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("", ["a.jsonl", "more/b.parquet", "more/deep/c d.csv.gz"]),
        ("/", ["a.jsonl", "more/b.parquet", "more/deep/c d.csv.gz"]),
        ("/a.jsonl", ["a.jsonl"]),
        ("/*", ["a.jsonl"]),
        ("/more/*", ["more/b.parquet"]),
        ("/**", ["a.jsonl", "more/b.parquet", "more/deep/c d.csv.gz"]),
        ("/**/*.parquet", ["more/b.parquet"]),
        ("/m*/d*/c*", ["more/deep/c d.csv.gz"]),
    ],
)
def test_a_uri_stands_for_files_in_a_store(name: str, wanted: list[str], tmp_path: Path) -> None:
    made = {"a.jsonl": "rows.jsonl", "more/b.parquet": "rows.parquet", "more/deep/c d.csv.gz": "rows.csv.gz"}
    for place, format in made.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        FORMATS[format](tmp_path / place)
    (tmp_path / ".hidden.jsonl").write_text("{}")
    (tmp_path / "notes.txt").write_text("no rows")
    found = sources([f"file://{tmp_path}{name}"])
    assert [unquote(source.name).removeprefix(f"file://{tmp_path}/") for source in found] == wanted
    assert [source.size for source in found] == [(tmp_path / place).stat().st_size for place in wanted]
    assert [record.value for record in Records(found)] == ROWS * len(wanted)


@pytest.mark.parametrize(
    "name", ["file:///no/such/folder", "file:///no/such/*.jsonl", "no-such-store://folder/a.jsonl"]
)
def test_a_uri_that_leads_nowhere_is_told(name: str) -> None:
    with pytest.raises(SourceError, match=re.escape(name)):
        sources([name])
