"""`gradespec golds`: which golds of a dataset cannot be graded or look wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from gradespec.cli import main

ROWS = [
    {"question": "a", "answer": "72"},
    {"question": "b", "answer": "90^"},
    {"question": "c", "answer": "80^"},
    {"question": "a", "answer": "27"},
    {"question": "a", "answer": "72.0"},
    {"question": "d", "answer": "She walks there and back.\n#### 8"},
    {"question": "e", "answer": "The graph that opens upwards is four times as steep as the other"},
    {"question": "f", "answer": None},
    {"question": "g", "answer": ["1/2", 0.5]},
    {"question": "h"},
    [5],
    "x+1",
]


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in ("golds", *arguments)])


def written(folder: Path, rows: list[Any]) -> Path:
    file = folder / "golds.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows) + "\nno JSON\n")
    return file


def test_what_is_found_is_counted_by_reason(tmp_path: Path) -> None:
    result = call(written(tmp_path, ROWS), "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (found["golds"], found["gradable"]) == (11, 8)
    reasons = {group["reason"]: [one["line"] for one in group["golds"]] for group in found["ungradable"]}
    assert reasons == {"it ends too soon": [2, 3], "there is no gold": [8]}
    doubts = {group["reason"].partition(":")[0]: [one["line"] for one in group["golds"]] for group in found["doubtful"]}
    assert doubts == {"another gold for the same question": [4], "a whole solution": [6], "prose": [7]}
    assert [bad["line"] for bad in found["bad_lines"]] == [10, 14]


def test_a_person_sees_examples(tmp_path: Path) -> None:
    out = call(written(tmp_path, ROWS)).stdout
    assert "line 2: 90^" in out
    assert "line 10: has no gold (none of gold, answer" in out
    assert "11 golds, 8 can be graded (72.73%), 2 lines are no rows" in out


def test_good_golds_pass_and_fields_have_names(tmp_path: Path) -> None:
    file = tmp_path / "golds.jsonl"
    file.write_text('{"meta": 1, "right": "72"}\n{"right": "x+1"}\n')
    assert call(file, "--gold-field", "right").exit_code == 0
    assert call(file).exit_code == 1
    assert "name it: --gold-field" in call(file).stdout
    assert call(tmp_path / "absent").exit_code == 2
