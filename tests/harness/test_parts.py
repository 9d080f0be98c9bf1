"""Decisions in a folder of parts: a part is decided once, and belongs to its rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from gradespec.rows.begun import JournalError
from gradespec.rows.journal import Journal
from gradespec.rows.model import BadRow, Decided, Decision, Place, Row
from gradespec.rows.parts import begun, finish

JOB = {"graders": {"reference": {"version": "1"}}}
ROWS: list[Row | BadRow] = [
    Row(Place("f", 1), "a", ("5",), "5"),
    BadRow(Place("f", 2), "not JSON"),
    Row(Place("f", 3), "c", ("5",), "\ud83d"),
]


def decide(rows: Iterable[Row | BadRow]) -> Iterator[Decided]:
    """Correct, with the response for an answer."""
    for row in rows:
        yield Decided(row) if isinstance(row, BadRow) else Decided(row, (Decision("correct", row.response, "why"),))


def never(rows: Iterable[Row | BadRow]) -> Iterator[Decided]:
    raise AssertionError


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_a_part_that_is_there_is_not_decided_again(tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    first = begun(out, JOB, False).decided("1", ROWS, decide)
    assert first == list(decide(ROWS))
    parts = begun(out, JOB, True)
    again = parts.decided("1", ROWS, never)
    assert [(one.row, [d.verdict for d in one.decisions]) for one in again] == [
        (one.row, [d.verdict for d in one.decisions]) for one in first
    ]
    parts.decided("2", ROWS[:1], decide)
    assert not out.exists()
    finish(out)
    assert sorted(one.name for one in out.iterdir()) == [f"1{out.suffix}", f"2{out.suffix}"]
    assert begun(out, JOB, True).decided("2", ROWS[:1], never)[0].row == ROWS[0]
    finish(out)
    assert [one.name for one in tmp_path.iterdir() if one.is_dir()] == [name]


def test_the_lines_are_those_of_one_machine(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    journal = Journal(alone, JOB, False)
    for one in decide(ROWS):
        journal.write(one)
    journal.finish()
    begun(shared, JOB, False).decided("1", ROWS, decide)
    finish(shared)
    assert (shared / "1.jsonl").read_bytes() == alone.read_bytes()
    assert (tmp_path / "shared.jsonl.job.json").read_bytes() == (tmp_path / "alone.jsonl.job.json").read_bytes()


def test_a_part_of_other_rows_is_not_taken(tmp_path: Path) -> None:
    parts = begun(tmp_path / "out", JOB, False)
    parts.decided("1", ROWS, decide)
    for rows in (ROWS[:2], ROWS[::-1], [*ROWS, ROWS[0]]):
        with pytest.raises(JournalError, match="other rows"):
            parts.decided("1", rows, never)
    (parts.folder / "1.jsonl").write_text(json.dumps({"file": "f", "line": 1, "graders": {"another": {}}}) + "\n")
    with pytest.raises(JournalError, match="other lines"):
        parts.decided("1", ROWS[:1], never)


def test_what_cannot_be_gone_on_with_is_said(tmp_path: Path) -> None:
    out = tmp_path / "out"
    begun(out, JOB, False)
    with pytest.raises(JournalError, match="--resume"):
        begun(out, JOB, False)
    with pytest.raises(JournalError, match="begun otherwise"):
        begun(out, {"graders": {"reference": {"version": "2"}}}, True)
    with pytest.raises(JournalError, match="is a folder"):
        Journal(out, JOB, True)
    finish(out)
    with pytest.raises(JournalError, match="there already"):
        begun(out, JOB, False)
    with pytest.raises(JournalError, match="is a folder"):
        Journal(out, JOB, False)
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="is a file"):
        begun(tmp_path / "file", JOB, True)
    with pytest.raises(JournalError, match="cannot be written"):
        begun(tmp_path / "no" / "folder", JOB, False)
