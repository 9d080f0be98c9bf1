"""A report survives the file, and a file that is no report is refused in one line."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from gradespec import data, matrix, report
from gradespec.cage import Limits
from gradespec.judge import Outcome
from gradespec.protocol import Hello
from gradespec.report import Report, ReportError, Suite
from jsonschema import Draft202012Validator
from rich.console import Console

HELLO = Hello("mine", "1.0", ("verify",), {"form": ("any",)}, "documented", {"python": "3.11"})
OUTCOMES = (
    Outcome("numbers/a/b#accept-1", "accept", "pass", "", 0.0012),
    Outcome("numbers/a/b#reject-1", "reject", "false_accept", "said correct: '\ud800'", 0.5),
    Outcome("text/a/b#extract-1", "value", "timeout", "no answer within 10 s", 10.0),
    Outcome("text/a/b#extract-2", "value", "unsupported", "it cannot extract", 0.0),
)


@pytest.fixture
def made() -> Report:
    return report.report("mine:grade", HELLO, Suite("1.0", "0" * 64, 4), Limits(), OUTCOMES)


def test_a_report_comes_back_as_it_was(made: Report, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "report.json"
    report.write(made, file)
    assert report.read(file) == made
    report.write(replace(made, outcomes=()), file)
    assert report.read(file).outcomes == ()


def test_the_peak_of_memory_is_kept_and_makes_a_report_no_other(made: Report, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    report.write(replace(made, peak_memory=142_000_000), file)
    assert report.read(file).peak_memory == 142_000_000
    assert report.read(file) == made
    report.write(made, file)
    assert "peak_memory" not in json.loads(file.read_text())
    assert report.read(file).peak_memory is None


def test_a_compressed_report_is_the_same_report(made: Report, tmp_path: Path) -> None:
    plain, packed = tmp_path / "report.json", tmp_path / "report.json.gz"
    report.write(made, plain)
    report.write(made, packed)
    assert report.read(packed) == made
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    first = packed.read_bytes()
    report.write(made, packed)
    assert packed.read_bytes() == first, "the time of writing is in it: every run would be a change"


def test_a_compressed_report_is_read_no_further_than_a_plain_one(
    made: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.json.gz"
    report.write(made, file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    with pytest.raises(ReportError, match="cannot be decompressed"):
        report.read(file)
    file.write_bytes(gzip.compress(b" " * 2_000_001))
    monkeypatch.setattr(report, "MAX_BYTES", 2_000_000)
    with pytest.raises(ReportError, match="longer than 1 MiB"):
        report.read(file)


def test_one_outcome_a_line(made: Report, tmp_path: Path) -> None:
    report.write(made, tmp_path / "report.json")
    lines = [line for line in (tmp_path / "report.json").read_text().splitlines() if '"check"' in line]
    assert len(lines) == len(OUTCOMES)
    assert json.loads(lines[0].rstrip(",")) == {
        "check": "numbers/a/b#accept-1",
        "side": "accept",
        "kind": "pass",
        "seconds": 0.0012,
    }


def test_it_says_what_ran_and_where(made: Report) -> None:
    assert made.title == "mine 1.0 (documented)"
    assert replace(made, version=report.UNVERSIONED, backend="").title == "mine"
    assert made.harness["seconds"] == 10
    assert made.harness["memory"] == 2 * 10**9
    assert (made.capabilities, made.options) == (("verify",), ("form",))


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda found: found.pop("outcomes"), r"report must contain .*'outcomes'"),
        (lambda found: found.update(format=2), r"report\.format"),
        (lambda found: found.update(more=1), r"report must not contain \{'more'\}"),
        (lambda found: found["outcomes"][0].update(kind="splendid"), r"report\.outcomes\[0\]\.kind"),
        (lambda found: found["outcomes"][0].update(seconds=-1), r"report\.outcomes\[0\]\.seconds"),
        (lambda found: found["outcomes"][1].update(why=5), r"report\.outcomes\[1\]\.why"),
        (lambda found: found["suite"].update(sha256="x"), r"report\.suite\.sha256"),
        (lambda found: found.update(when="yesterday"), r"report\.when"),
    ],
)
def test_a_spoilt_report_is_refused(
    made: Report, tmp_path: Path, spoil: Callable[[dict[str, Any]], object], where: str
) -> None:
    found = json.loads(json.dumps(report.as_json(made)))
    spoil(found)
    (tmp_path / "report.json").write_text(json.dumps(found))
    with pytest.raises(ReportError, match=where):
        report.read(tmp_path / "report.json")


def test_what_the_schema_forbids_is_refused_wherever_it_stands(made: Report) -> None:
    """Reports are read with the schema as a function; jsonschema says the same of each change."""
    schema = Draft202012Validator(data.schema("report"))
    whole = json.loads(json.dumps(report.as_json(made)))
    for path in _places(whole):
        for value in (None, True, -1, 0.5, "", "x\n", "x" * 100_000, [], ["x", 1], {}, {"x": 1}):
            found = json.loads(json.dumps(whole))
            part = reduce(lambda inside, step: inside[step], path[:-1], found)
            part[path[-1]] = value
            try:
                report.parsed(found)
                accepted = True
            except ReportError:
                accepted = False
            assert accepted == schema.is_valid(found), (path, value)


def _places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value below the first."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in inside:
        yield (*path, step)
        yield from _places(part, (*path, step))


@pytest.mark.parametrize("text", ["", "[", "[]", "[" * 100_000, "\udcff"])
def test_a_file_that_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ReportError, match=r"report\.json is not"):
        report.read(file)
    with pytest.raises(ReportError, match="No such file"):
        report.read(tmp_path / "absent.json")


def test_the_matrix_counts_by_chapter(made: Report) -> None:
    cells = matrix.cells(made)
    assert list(cells) == ["numbers", "text", "total"]
    numbers = cells["numbers"]
    assert (numbers.asked, numbers.counts["false_accept"], numbers.twin_score) == (2, 1, 0.0)
    assert (cells["text"].supported, cells["text"].twin_score) == (1, None)
    assert cells["total"].counts.total() == 4


def test_the_table_fits_a_terminal_and_shows_every_grader(made: Report) -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(matrix.table([made, replace(made, name="other", backend="")]))
    lines = console.export_text().splitlines()
    total = next(line for line in lines if "total" in line)
    assert " ".join(total.split()) == "total mine 1.0 (documented) 1/3 1 100 (21–100) 0 0 (0–79) 0.0 1 timeout, 1 n/a"
    assert sum("other 1.0" in line for line in lines) == 3
