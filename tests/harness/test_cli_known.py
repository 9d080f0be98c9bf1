"""`gradespec known update`: from a run or from a report, and then a gate that is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main
from gradespec.known_update import UNEXPLAINED

HERE = Path(__file__).parent
CASES = """
chapter: mine/few
cases:
  - id: one
    gold: '1'
    accept: ['1', '1.0', '2/2']
    reject: ['2']
"""
GRADER = ("--grader", "verify:bad_graders:right")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def call(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments), "--workers", "1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.mark.parametrize("from_report", [False, True])
def test_the_list_that_is_written_opens_the_gate(cases: Path, tmp_path: Path, from_report: bool) -> None:
    file, report = tmp_path / "known.txt", tmp_path / "report.json"
    assert call("run", *GRADER, "--cases", cases, "--report", report).exit_code == 1
    result = call("known", "update", file, *(("--from", report) if from_report else (*GRADER, "--cases", cases)))
    assert result.exit_code == 0
    assert "0 kept, 0 narrowed, 0 dropped, 1 added, which need a reason" in result.stdout
    assert UNEXPLAINED in file.read_text()
    assert call("run", *GRADER, "--cases", cases, "--known", file).exit_code == 0
    file.write_text(file.read_text().replace(UNEXPLAINED, "it compares texts"))
    cases.write_text(CASES.replace("2/2", r"\boxed{1}"))
    assert call("run", *GRADER, "--cases", cases, "--known", file).exit_code == 1
    result = call("known", "update", file, *GRADER, "--cases", cases)
    assert "0 kept, 1 narrowed, 0 dropped, 0 added\n" in result.stdout
    assert "it compares texts" in file.read_text()
    assert call("run", *GRADER, "--cases", cases, "--known", file).exit_code == 0


def test_what_it_cannot_use_is_said_and_nothing_is_written(cases: Path, tmp_path: Path) -> None:
    file, report = tmp_path / "known.txt", tmp_path / "report.json"

    def refused(*arguments: object) -> str:
        result = call("known", "update", file, *arguments)
        assert result.exit_code == 2
        return " ".join(result.stderr.replace("│", " ").split())

    assert "name the grader with --grader NAME, or" in refused()
    assert "name the grader with --grader NAME, or" in refused(*GRADER, "--from", report)
    assert "cannot be read" in refused("--from", report)
    call("run", *GRADER, "--cases", cases, "--select", "*#accept-*", "--report", report)
    assert "is of a part of the suite" in refused("--from", report)
    assert "there is no grader 'no-such'" in refused("--grader", "no-such", "--cases", cases)
    assert not file.exists()
    file.write_text("known: 5")
    assert "write a list" in refused(*GRADER, "--cases", cases)
    assert file.read_text() == "known: 5"
