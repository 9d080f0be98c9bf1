"""Rows from anywhere: too long, too deep, too many, odd, damaged, unreadable. Bad ones are told."""

from __future__ import annotations

import datetime
import gzip
import json
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from click.testing import Result
from gradespec.rows import bounds, files
from gradespec.rows.bounds import excess
from gradespec.rows.fields import Fields, Rows
from gradespec.rows.files import Records, sources
from gradespec.rows.model import BadRow, Row
from pyarrow import parquet

COMMAND = "audit"
ROW = {"gold": "5", "response": "so 5", "reward": 1}
GOOD = json.dumps(ROW).encode() + b"\n"


def read(*names: Path) -> list[Row | BadRow]:
    return list(Rows(Records(sources(map(str, names))), Fields()))


def why(found: list[Row | BadRow]) -> list[str]:
    return [row.why if isinstance(row, BadRow) else "" for row in found]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line may be longer than a thousand bytes."""
    monkeypatch.setattr(files, "LONGEST", 1000)
    monkeypatch.setattr(files, "_CHUNK", 100)


@pytest.mark.usefixtures("short")
def test_of_a_line_that_is_too_long_no_more_is_held_than_its_bound(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    for end in (b"\n" + GOOD, b""):
        file.write_bytes(GOOD + b'{"gold": "' + b"1" * 5000 + b'"}' + end)
        assert why(read(file)) == ["", bounds.TOO_LONG, ""][: 2 + bool(end)]
    exact = b'{"gold": "5", "response": "' + b"1" * (1000 - 29) + b'"}'
    file.write_bytes(exact + b"\n" + GOOD)
    assert (len(exact), why(read(file))) == (1000, ["", ""])


@pytest.mark.usefixtures("short")
def test_an_element_or_a_record_that_is_too_long_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([ROW, {**ROW, "response": "1" * 5000}, ROW]))
    assert why(read(tmp_path / "a.json")) == ["", f"not JSON from here on: {bounds.TOO_LONG}"]
    (tmp_path / "b.csv").write_text(
        f"gold,response\n5,5\n5,{'1' * 990}{'2' * 5000}\n5,5\n" + f'5,"{"3" * 5000}"\n5,5\n'
    )
    too_long = f"not CSV: {bounds.TOO_LONG}"
    assert why(read(tmp_path / "b.csv")) == ["", too_long, "", too_long, ""]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({**ROW, **dict.fromkeys(map(str, range(bounds.FIELDS)))}, "more than 10,000 fields"),
        ({**ROW, "logprobs": [0.5] * bounds.VALUES}, "more than 1,000,000 values"),
        ({**ROW, "response": "x" * (bounds.LONGEST + 1)}, "a text of more than 16,777,216 characters"),
        ({**ROW, "deep": json.loads("[" * 64 + "]" * 64)}, "nested more than 64 deep"),
        ({**ROW, "deep": json.loads("[" * 63 + "]" * 63)}, ""),
        ({**ROW, "tokens": [1] * 900_000, "few": dict.fromkeys(range(9_000))}, ""),
        ("5", ""),
    ],
)
def test_a_record_is_bounded(record: Any, said: str) -> None:
    assert excess(record) == said


def test_a_line_that_is_nested_too_deep_for_python_is_one_bad_row(tmp_path: Path) -> None:
    deep = b'{"gold": "5", "response": "5", "x": %s%s}\n'
    lines = [deep % (b"[" * depth, b"]" * depth) for depth in (10, 100, 900, 100_000)]
    (tmp_path / "rows.jsonl").write_bytes(b"".join(lines) + GOOD)
    found = why(read(tmp_path / "rows.jsonl"))
    assert (found[0], found[1], found[4]) == ("", "nested more than 64 deep", "")
    assert all(found[1:4])


def test_golds_and_names_of_fields_are_bounded(tmp_path: Path) -> None:
    many = {f"field {n} {'x' * 500}": n for n in range(5000)}
    rows = [ROW, {"gold": ["5"] * 1001, "response": "5"}, {"gold": "5", **many}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    _, golds, names = why(read(tmp_path / "rows.jsonl"))
    assert golds == "'gold': more than 1,000 golds"
    assert names.startswith("has no 'response'; its fields are 'gold', 'field 0 xxx")
    assert "' and 4,981 more; --response-field names another" in names
    assert len(names) < 1200


def test_a_byte_that_is_no_text_costs_one_row(tmp_path: Path) -> None:
    bad = b'{"gold": "5", "response": "\xff"}'
    nul = json.dumps({"gold": "5", "response": "\0 5"}).encode()
    (tmp_path / "a.json").write_bytes(
        b"[" + b", ".join((GOOD, bad, nul, b'{"gold": "5", "response": "\\udcff"}')) + b"]"
    )
    assert why(read(tmp_path / "a.json")) == ["", "not UTF-8", "", ""]
    (tmp_path / "b.jsonl").write_bytes(
        GOOD + bad + b"\n\0\n" + nul + b"\n" + b'{"gold": "5", "response": "\0"}\n' + GOOD
    )
    assert [said.partition(":")[0] for said in why(read(tmp_path / "b.jsonl"))] == [
        *("", "not UTF-8", "not JSON", "", "not JSON", "")
    ]


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.json", "rows.csv", "rows.jsonl.gz", "rows.jsonl.zst"])
def test_an_empty_text_has_no_rows(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"")
    assert [said for said in why(read(tmp_path / name)) if "cannot be read" not in said] == []


def test_of_a_file_that_is_cut_the_rows_before_are_rows(tmp_path: Path) -> None:
    noise = [json.dumps({**ROW, "noise": os.urandom(40).hex()}).encode() + b"\n" for _ in range(2000)]
    out = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(out, "zstd") as stream:
        stream.write(b"".join(noise))
    packed = {"gz": gzip.compress(b"".join(noise)), "zst": out.getvalue().to_pybytes()}
    for packing, data in packed.items():
        file = tmp_path / f"rows.jsonl.{packing}"
        file.write_bytes(data[: len(data) // 2])
        *before, last = why(read(file))
        assert len(before) > 500
        assert set(before) == {""}
        assert last, packing


def test_odd_cells_of_a_table_cost_their_own_rows_at_most(tmp_path: Path) -> None:
    table = pyarrow.table(
        {
            "gold": pyarrow.array([b"5", b"\xff", None, b"5"], pyarrow.binary()),
            "response": pyarrow.array(["5", "5", "5", None]),
            "reward": pyarrow.array([Decimal("1.00"), Decimal("0.00"), None, None]),
            "when": pyarrow.array([1, 2**62, -(2**62), None], pyarrow.timestamp("us")),
            "tags": pyarrow.array([[("a", 1)], None, [], None], pyarrow.map_(pyarrow.string(), pyarrow.int64())),
        }
    )
    parquet.write_table(table, tmp_path / "a.parquet")
    said = why(read(tmp_path / "a.parquet"))
    assert said[0] == ""
    assert [one.partition(":")[0] for one in said[1:]] == ["'gold'", "'gold'", "'response'"]
    with_rewards = Rows(Records(sources([str(tmp_path / "a.parquet")])), Fields(reward="reward"))
    assert next(iter(with_rewards)).reward is True  # type: ignore[union-attr]
    when = Rows(Records(sources([str(tmp_path / "a.parquet")])), Fields(gold="response", response="when"))
    assert ["out of range" in row.why for row in when if isinstance(row, BadRow)] == [False, True, True, False]


def test_a_text_of_a_table_that_is_not_utf8_is_one_bad_row(tmp_path: Path) -> None:
    bytes_ = pyarrow.array([b"5", b"\xff", b"5"], pyarrow.binary())
    golds = pyarrow.Array.from_buffers(pyarrow.string(), 3, bytes_.buffers())
    table = pyarrow.table({"gold": golds, "response": ["5"] * 3})
    with pyarrow.ipc.new_stream(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table)
    assert [bool(said) for said in why(read(tmp_path / "a.arrow"))] == [False, True, False]


def test_kinds_of_golds_in_a_table(tmp_path: Path) -> None:
    values = {"a": Decimal("0.50"), "b": datetime.date(2026, 1, 1), "c": [1, 2], "d": {"x": 1}}
    for name, value in values.items():
        table = pyarrow.table({"gold": [value], "response": ["0.5"]})
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    found = [read(tmp_path / f"{name}.parquet")[0] for name in values]
    assert [row.golds if isinstance(row, Row) else () for row in found] == [("0.50",), (), ("1", "2"), ()]


def test_a_folder_is_read_whatever_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "gone.jsonl")
    (tmp_path / "c.jsonl").symlink_to("c.jsonl")
    os.mkfifo(tmp_path / "d.jsonl")
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "round").symlink_to(tmp_path)
    (tmp_path / "e" / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "e.jsonl").symlink_to(tmp_path / "a.jsonl")
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "state.json").write_text(
        '{"_data_files": [{"filename": "../../a.arrow"}, {"filename": "x.arrow"}]}'
    )
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "state.json").write_text('{"_data_files": 5}')
    (tmp_path / "g" / "b.jsonl").write_bytes(GOOD)
    named = [str(Path(one.name).relative_to(tmp_path)) for one in sources([str(tmp_path)])]
    assert named == [*("a.jsonl", "b.jsonl", "c.jsonl", "e/a.jsonl"), "e.jsonl", "f/a.arrow", "f/x.arrow", "g/b.jsonl"]
    assert [said[:35] for said in why(read(tmp_path))] == [
        *("", "cannot be read from here on: [Errno", "cannot be read from here on: [Errno"),
        *("", ""),
        *["cannot be read from here on: [Errno"] * 2,
        "",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "a").chmod(0)
    (tmp_path / "b" / "b.jsonl").write_bytes(GOOD)
    (tmp_path / "b" / "b.jsonl").chmod(0)
    try:
        assert [bool(said) for said in why(read(tmp_path))] == [True, False, True]
    finally:
        (tmp_path / "a").chmod(0o700)


def test_bad_rows_of_every_sort_are_counted_shown_and_kept(
    call: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(GOOD + b"\xff\n" + b'{"x": ' + b"[" * 70 + b"]" * 70 + b"}\n" + GOOD)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(GOOD)[:-5])
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    (tmp_path / "d.csv").write_bytes(b"gold,response,reward\n5,so 5,1\n5\n")
    result = call(".", "--reward-field", "reward", "--out", tmp_path / "out" / ".." / "out.jsonl", "--json")
    assert result.exit_code == 2  # the folder of --out is not there
    result = call(".", "--reward-field", "reward", "--out", tmp_path / "out.jsonl", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["rows"], found["bad"]) in ((3, 5), (4, 4))  # what of a cut file comes before its end is its reader's
    assert len(result.stderr.splitlines()) == found["bad"] == len(found["bad_rows"])
    kept = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(kept) == 8
    assert [row["bad"] for row in kept if row["bad"]] == [bad["why"] for bad in found["bad_rows"]]
