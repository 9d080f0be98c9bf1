"""`gradespec run`: what it prints, writes and exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import report
from gradespec.cli import main
from small_suite import SPEC, Suite

HERE = Path(__file__).parent
CASES = """
chapter: mine/few
cases:
  - id: one
    gold: '1'
    accept: ['1', '1.0']
    reject: ['2']
  - id: two
    options: {form: reduced}
    gold: '1/2'
    accept: ['1/2']
    reject: ['2/4']
"""
RIGHT, YES = "verify:bad_graders:right", "verify:bad_graders:yes"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def call(*arguments: object) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(main, [*map(str, arguments), "--workers", "1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_a_run_ends_with_what_to_mend(cases: Path) -> None:
    result = call("run", "--grader", RIGHT, "--grader", YES, "--cases", cases)
    assert result.exit_code == 1
    assert "bad_graders:right: 2 of 3 passed, 1 failed, 2 n/a" in result.stdout
    assert "1 false accepts     mine/few: accepts '2' for '1'" in result.stdout
    assert "were rejected" not in result.stdout, "of several graders in short, since they are compared"
    result = call("run", "--grader", RIGHT, "--cases", cases)
    assert "False rejects: 1 of 2 right answers were rejected, 50 % (9.5–91)" in result.stdout
    assert "rejects '1.0' for '1'; wrong would be '2'" in result.stdout
    assert "#accept-2" not in result.stdout
    assert "mine/few/one#reject-1\n" in call("run", "--grader", YES, "--cases", cases, "--failures").stdout


def test_a_spec_that_cannot_be_used_is_said_and_is_no_crash(suite: Suite) -> None:
    suite.write("spec/04-numbers.md", SPEC.replace("<!-- /cases -->", ""))
    result = suite.run("run", "--grader", YES)
    assert result.exit_code == 2
    assert "spec/04-numbers.md:3: clause NUM-1 wants one <!-- cases:NUM-1 -->" in " ".join(result.stderr.split())


def test_what_the_suite_says_of_a_check_goes_with_its_outcome(suite: Suite) -> None:
    suite.write("grader.py", "def yes(gold, response): return True")
    out = suite.root / "out.json"
    result = suite.run("run", "--grader", "grader:yes", "--workers", 1, "--report", out, "--json")
    (found,) = json.loads(result.stdout)
    told = {"clause": "NUM-1", "level": "MUST", "twin": "numbers/basics/half#accept-2"}
    expected = {**told, "reason": "power-of-ten", "note": "a tenth of it"}
    for outcomes in (found["outcomes"], json.loads(out.read_text())["outcomes"]):
        last = outcomes[-1]
        assert {name: last[name] for name in expected} == expected
    assert found["preflight"]["what"].startswith("it accepts everything")
    (section,) = (section for section in found["diagnosis"] if section["groups"])
    assert section["rate"]["count"] == 2
    assert section["groups"][0]["reasons"] == {"none": 1, "power-of-ten": 1}
    assert report.read(out).outcomes[-1].note == "a tenth of it"
    assert (report.read(out).peak_memory or 0) > 10**6


def test_it_fits_eighty_columns(suite: Suite) -> None:
    suite.write("grader.py", "def no(gold, response): return False")
    for flags in ((), ("--failures",)):
        result = CliRunner(env={"COLUMNS": "80"}).invoke(
            main, ["run", "--grader", "grader:no", "--workers", "1", *flags]
        )
        assert result.exit_code == 1
        assert max(map(len, result.output.splitlines())) <= 80


def test_select_takes_some_and_a_slip_is_told(cases: Path) -> None:
    result = call("run", "--grader", RIGHT, "--cases", cases, "--select", "*#reject-*", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)[0]["outcomes"]
    assert [outcome["check"] for outcome in found] == ["mine/few/one#reject-1", "mine/few/two#reject-1"]
    for others in ([], ["--select", "mine/few"]):  # beside a pattern that names some, too
        result = call("run", "--grader", RIGHT, "--cases", cases, *others, "--select", "mine/fwe*")
        assert result.exit_code == 2
        assert result.stderr.rstrip().endswith("no check matches mine/fwe*")


def test_known_deviations_gate_a_run(cases: Path, tmp_path: Path) -> None:
    listed = tmp_path / "known.txt"

    def with_known(checks: str) -> Result:
        listed.write_text(f"known: [{{checks: '{checks}', reason: 'it compares texts'}}]")
        return call("run", "--grader", RIGHT, "--cases", cases, "--known", listed)

    assert with_known("mine/few/one#accept-2").exit_code == 0
    result = with_known("mine/few/one#accept-*")
    assert result.exit_code == 1
    assert "mine/few/one#accept-1 passes now; take it off the list" in result.stdout


def test_reports_are_written_for_each_grader(cases: Path, tmp_path: Path) -> None:
    pattern = tmp_path / "reports" / "{grader}.json"
    call("run", "--grader", RIGHT, "--grader", YES, "--cases", cases, "--report", pattern)
    written = sorted((tmp_path / "reports").iterdir())
    assert [file.name for file in written] == ["bad_graders-right.json", "bad_graders-yes.json"]
    right = report.read(written[0])
    assert right.asked_as == RIGHT
    assert right.suite.checks == len(right.outcomes) == 5
    result = call("run", "--grader", RIGHT, "--grader", YES, "--cases", cases, "--report", tmp_path / "one.json")
    assert result.exit_code == 2
    assert "several graders need a file each" in result.stderr


def test_the_same_cases_have_the_same_hash_wherever_they_lie(cases: Path, tmp_path: Path) -> None:
    def hashed(file: Path) -> str:
        (found,) = json.loads(call("run", "--grader", RIGHT, "--cases", file, "--json").stdout)
        return str(found["suite"]["sha256"])

    moved = tmp_path / "elsewhere.yaml"
    moved.write_text(CASES)
    assert hashed(cases) == hashed(moved)
    moved.write_text(CASES.replace("'2/4'", "'3/4'"))
    assert hashed(cases) != hashed(moved)


def test_invalid_cases_are_named_and_nothing_runs(cases: Path) -> None:
    cases.write_text("chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1']}]")
    result = call("run", "--grader", "no-such", "--cases", cases)
    assert result.exit_code == 2
    assert "few.yaml:2: case one:" in result.stderr
