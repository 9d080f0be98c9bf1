"""`gradespec grade`: what it prints, writes and exits with; an interruption at any moment, and how it goes on."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pyarrow import parquet

COMMAND = "grade"
RIGHT, YES = "bad_graders:right", "bad_graders:yes"
Call = Callable[..., Result]
ROWS = [
    {"id": "a", "gold": "1", "response": "1"},
    {"id": "b", "gold": "1", "response": "2"},
    b"not JSON",
    {"gold": {"value": 1}, "response": "1"},
    {"gold": "1"},
    ["1", "1"],
    {"gold": "3", "response": "\ud800"},
    b'{"gold": "\xff"}',
    b"",
]

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """Forty rows; every fifth response is wrong, and every seventh line no row."""
    file = tmp_path / "numbers.jsonl"
    made = [{"id": n, "gold": n, "response": rf"\boxed{{{n + (n % 5 == 0)}}}"} for n in range(40)]
    file.write_text("".join("no\n" if row["id"] % 7 == 3 else json.dumps(row) + "\n" for row in made))  # type: ignore[operator]
    return file


def written(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_rows_are_graded_and_what_is_no_row_is_named_and_kept(call: Call, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = call(rows, "--grader", RIGHT, "--grader", YES, "--out", out)
    assert result.exit_code == 1
    why = {
        3: "not JSON: Expecting value: line 1 column 1 (char 0)",
        4: "'gold': {\"value\": 1} is no gold; a text, a number, true, false or a list of them is",
        5: "has no 'response'; its fields are 'gold'; --response-field names another",
        6: "not an object with gold and response",
        8: "not UTF-8",
    }
    assert result.stderr.splitlines() == [f"line {line}: {said}" for line, said in why.items()]
    assert f"line 2 b: {RIGHT} incorrect, {YES} correct" in result.stdout
    assert f"{RIGHT}: 33.33% correct" in result.stdout
    assert "2 on which the graders differ, 5 left out that are no rows" in result.stdout
    found = written(out)
    assert {row["line"]: row["bad"] for row in found if row["bad"]} == why
    assert [row["line"] for row in found] == list(range(1, 9))
    told = {"answer": None, "reason": "", "clause": ""}
    assert found[1] == {
        "file": str(rows),
        "line": 2,
        "id": "b",
        "bad": None,
        "graders": {RIGHT: {"verdict": "incorrect", **told}, YES: {"verdict": "correct", **told}},
    }


def test_the_reference_tells_answer_reason_and_clause(call: Call, tmp_path: Path) -> None:
    file, out = tmp_path / "rows.json", tmp_path / "out.parquet"
    rows = [{"gold": "1/2", "response": r"so \boxed{0.5}"}, {"gold": ["7", 8], "response": "\ud800"}]
    file.write_text(json.dumps(rows))
    assert call(file, "--out", out).exit_code == 0
    one, other = (row["graders"]["reference"] for row in parquet.read_table(out).to_pylist())
    assert (one["verdict"], one["answer"], one["clause"].partition("-")[0]) == ("correct", "0.5", "NUM")
    assert "0.5" not in one["reason"]
    assert other == {
        "verdict": "incorrect",
        "answer": None,
        "reason": "the response gives no definite answer",
        "clause": "EXT-1",
    }
    about = json.loads((tmp_path / "out.parquet.job.json").read_text())
    assert about["graders"]["reference"].keys() == {"version", "flint"}


def test_what_a_grader_says_of_its_answer_is_written(call: Call, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"gold": "5", "response": "so 5"}\n')
    (tmp_path / "mine.py").write_text(
        "from gradespec_sdk import serve\n"
        "serve(name='mine', version='1', extract=lambda response, options: response.split()[-1],\n"
        "      verify=lambda gold, answer, options: {'verdict': 'correct', 'reason': 'they look alike'})\n"
    )
    call(tmp_path / "rows.jsonl", "--grader", tmp_path / "mine.py", "--out", tmp_path / "out.jsonl")
    (row,) = written(tmp_path / "out.jsonl")
    (decision,) = row["graders"].values()
    assert decision == {"verdict": "correct", "answer": "5", "reason": "they look alike", "clause": ""}


def test_golds_are_what_json_has(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    golds = [5, 5.0, "5", ["4", 5], [["4"], "x=5"], "#### 5", "six of them\n#### 5", True, None, []]
    file.write_text("".join(json.dumps({"gold": gold, "response": r"\boxed{5}"}) + "\n" for gold in golds))
    found = json.loads(call(file, "--json").stdout)
    assert found["graders"]["reference"]["verdicts"] == {"correct": 7, "incorrect": 1}
    assert [bad["line"] for bad in found["bad_rows"]] == [9, 10]


def test_rows_as_json(call: Call, rows: Path) -> None:
    summary = json.loads(call(rows, "--grader", YES, "--json").stdout)
    assert (summary["rows"], summary["bad"], summary["interrupted"]) == (3, 5, False)
    assert summary["graders"][YES]["accuracy"] == 1
    assert summary["rows_per_second"] > 0
    assert [bad["line"] for bad in summary["bad_rows"]] == [3, 4, 5, 6, 8]


def test_of_many_bad_rows_and_differences_the_first_are_shown(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("no\n" * 30 + '{"gold": "1", "response": "2"}\n' * 30)
    result = call(file, "--grader", RIGHT, "--grader", YES)
    assert len(result.stderr.splitlines()) == 11
    assert result.stderr.endswith("… and more that are no rows; they are counted\n")
    assert result.stdout.count("  gold      1") == 10
    assert "… and 20 more; gradespec audit groups them by cause" in result.stdout
    assert "30 left out that are no rows" in result.stdout


def test_guessed_fields_are_told(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('target,completion\n5,"so 5"\n')
    (tmp_path / "b.jsonl").write_text('{"target": "5", "completion": "6", "x": {"y": "5"}}\nno\n')
    result = call(tmp_path, "--grader", "bad_graders:yes")
    assert result.stderr.splitlines() == [
        "golds from 'target' and responses from 'completion', by guess; --gold-field and --response-field name others",
        f"{tmp_path}/b.jsonl:2: not JSON: Expecting value: line 1 column 1 (char 0)",
    ]
    assert call(tmp_path / "b.jsonl", "--gold-field", "x.y").stdout.startswith("reference: 0.00% correct")


def test_a_grader_that_breaks_on_a_row_says_so(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"gold": "1", "response": "bad"}\n{"gold": "1", "response": "1"}\n')
    result = call(file, "--grader", "bad_graders:exits")
    assert result.exit_code == 1
    assert "50.00% correct" in result.stdout
    assert "1 crash" in result.stdout
    file.write_text('{"gold": "1", "response": "1"}\n')
    assert call(file, "--grader", "bad_graders:exits").exit_code == 0


def test_what_cannot_be_done_exits_with_2(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"gold": "1", "response": "1"}\n')
    assert call(file, "--grader", "no-such").exit_code == 2
    assert call(tmp_path / "absent").exit_code == 2
    assert call(file, "--gold-field", "a[").exit_code == 2
    assert call(file, "--resume").exit_code == 2
    assert call(file, "--option", "percent=maybe").exit_code == 2


def test_no_rows_are_no_error(call: Call, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("\n")
    for out in ("out.jsonl", "out.parquet"):
        result = call(tmp_path / "rows.jsonl", "--out", tmp_path / out)
        assert result.exit_code == 0
        assert "0 rows" in result.stdout
    assert (tmp_path / "out.jsonl").read_text() == ""
    assert parquet.read_table(tmp_path / "out.parquet").num_rows == 0


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_whatever_a_kill_leaves_of_the_journal_is_gone_on_with(
    call: Call, name: str, numbers: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.jsonl"
    summary = call(numbers, "--out", whole, "--json").stdout
    data, out = whole.read_bytes(), tmp_path / name
    (tmp_path / f"{name}.job.json").write_bytes((tmp_path / "whole.jsonl.job.json").read_bytes())
    places = [0, 1, len(data) // 3, len(data) // 2, data.index(b"\n", 500), data.index(b"\n", 500) + 1, len(data)]
    for place in places:
        (tmp_path / f"{name}.unfinished").write_bytes(data[:place])
        resumed = call(numbers, "--out", out, "--resume", "--json").stdout
        assert same_apart_from_time(resumed, summary)
        found = parquet.read_table(out).to_pylist() if name.endswith("parquet") else written(out)
        assert found == written(whole)
        assert sorted(file.name for file in tmp_path.glob(f"{name}*")) == [name, f"{name}.job.json"]
        out.unlink()


def same_apart_from_time(one: str, other: str) -> bool:
    found = [json.loads(text) for text in (one, other)]
    for summary in found:
        del summary["seconds"], summary["rows_per_second"]
    return bool(found[0] == found[1])


def test_what_is_finished_is_not_done_again(call: Call, numbers: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    first = call(numbers, "--out", out, "--json").stdout
    before = out.read_bytes().replace(b'"correct"', b'"timeout"', 1)  # nobody would say so now
    out.write_bytes(before)
    again = json.loads(call(numbers, "--out", out, "--resume", "--json").stdout)
    assert again["graders"]["reference"]["verdicts"]["timeout"] == 1
    assert out.read_bytes() == before
    refused = call(numbers, "--out", out)
    assert (refused.exit_code, "is there already: go on with --resume, or remove it" in refused.stderr) == (2, True)
    assert out.read_bytes() == before
    out.unlink()
    assert same_apart_from_time(call(numbers, "--out", out, "--json").stdout, first)


def test_only_the_same_is_gone_on_with(call: Call, numbers: Path, tmp_path: Path) -> None:
    out, left = tmp_path / "out.jsonl", tmp_path / "out.jsonl.unfinished"
    call(numbers, "--out", out)
    out.rename(left)
    assert "go on with --resume, or remove it" in call(numbers, "--out", out).stderr
    changed = call(numbers, "--out", out, "--resume", "--profile", "strict")
    assert (changed.exit_code, 'options was {} and is {"profile": "strict"}' in changed.stderr) == (2, True)
    lines = numbers.read_text().splitlines()
    numbers.write_text("\n".join([lines[1], lines[0], *lines[2:], ""]))
    left.write_text(left.read_text().replace('"line": 2', '"line": 1', 1))
    moved = call(numbers, "--out", out, "--resume")
    assert (moved.exit_code, "the rows are others than before" in moved.stderr) == (2, True)
    (tmp_path / "out.jsonl.job.json").unlink()
    assert "does not say how" in call(numbers, "--out", out, "--resume").stderr
    left.unlink()
    assert call(numbers, "--out", out, "--resume").exit_code == 1  # of lines that are no rows


@pytest.mark.parametrize("more", [[], ["--resume"]])
def test_two_runs_do_not_write_one_file(call: Call, numbers: Path, tmp_path: Path, more: list[str]) -> None:
    out, left = tmp_path / "out.jsonl", tmp_path / "out.jsonl.unfinished"
    with left.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        result = call(numbers, "--out", out, *more)
    assert result.exit_code == 2
    assert f"another run is writing {out}: wait for it, or name another file" in result.stderr.replace("\n", " ")
    assert call(numbers, "--out", out, *more).exit_code == 1  # of lines that are no rows
    assert not left.exists()


@pytest.mark.long
@pytest.mark.usefixtures("ends_are_heard")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_leaves_what_is_done(sent: signal.Signals, tmp_path: Path) -> None:
    """The process reads its rows from a pipe: it is interrupted while it waits for more of them."""
    rows = [json.dumps({"gold": n, "response": rf"\boxed{{{n}}}"}) + "\n" for n in range(2000)]
    out, left = tmp_path / "out.jsonl", tmp_path / "out.jsonl.unfinished"
    starting = "import sys; from gradespec.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", starting, "grade", "-", "--out", str(out), "--workers", "1"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin
    process.stdin.write("".join(rows[:1000]))
    process.stdin.flush()
    deadline = time.monotonic() + 120
    while not (left.exists() and left.stat().st_size > 10_000):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, sent)
    said, complained = process.communicate(timeout=60)
    if sent != signal.SIGKILL:
        assert process.returncode == 128 + sent
        assert "the same command with --resume goes on" in complained
        assert "reference: 100.00% correct" in said
    assert not out.exists()
    done = left.read_bytes().count(b"\n")
    assert 0 < done <= 1000
    finished = subprocess.run([*command, "--resume"], input="".join(rows), capture_output=True, text=True, timeout=120)
    assert finished.returncode == 0, finished.stderr
    assert [row["line"] for row in written(out)] == list(range(1, 2001))
    assert {row["graders"]["reference"]["verdict"] for row in written(out)} == {"correct"}
