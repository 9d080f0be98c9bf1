"""`gradespec fuzz`: its pairs are the same everywhere, and what it finds is shown again by its command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main
from gradespec.fuzz import engine
from gradespec.fuzz.choices import Choices
from gradespec.fuzz.engine import Selection
from gradespec.fuzz.kinds import KINDS

HERE = Path(__file__).parent
PRINT = """
from gradespec.fuzz.engine import pairs
for index, pair in pairs(7, range({count})):
    print(index, pair.op, pair.equal, ascii(pair.gold), ascii(pair.given))
"""


def call(*arguments: object) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(main, ["fuzz", *map(str, arguments), "--workers", "1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def test_two_processes_make_the_same_pairs(tmp_path: Path) -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT.format(count=500)],
            cwd=folder,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for folder, seed in ((tmp_path, "1"), (HERE, "2"))
    }
    assert len(printed) == 1


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_every_kind_has_pairs_of_both_truths_and_a_pair_is_replayed_from_its_choices(kind: str) -> None:
    selection = Selection((kind,))
    found = [engine.pair(Choices.drawn(3, index), selection) for index in range(40)]
    assert {pair.equal for pair in found} == {True, False}
    for pair in found:
        assert pair.kind == kind
        assert engine.replayed(pair.made, selection) == pair


def test_a_grader_that_says_yes_is_told_what_it_accepts() -> None:
    result = call("--grader", "verify:bad_graders:yes", "--count", 60)
    assert result.exit_code == 1
    assert "false accept" in result.stdout
    assert "gradespec fuzz --grader verify:bad_graders:yes --seed 0 --pair" in result.stdout
    assert "reject: [" in result.stdout


def test_a_failure_is_shown_again_by_its_command(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    call("--grader", "verify:bad_graders:yes", "--count", 60, "--report", file)
    failure = json.loads(file.read_text())["failures"][0]
    again = call(*failure["command"].split()[2:], "--json")
    found = json.loads(again.stdout)[0]
    assert found["pairs"] == 1
    assert [failure["gold"], failure["answer"]] == [found["failures"][0]["gold"], found["failures"][0]["answer"]]


def test_what_names_nothing_is_wrong_usage() -> None:
    assert call("--grader", "verify:bad_graders:yes", "--select", "nothing").exit_code == 2
    assert call("--grader", "no-such-grader").exit_code == 2
    assert call().exit_code == 2
