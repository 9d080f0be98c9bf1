"""Whatever a grader does, the run finishes, that check has an outcome, and every other outcome is right.

One misdeed of each sort by default, and all of them with the long tests.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main

HERE = Path(__file__).parent
CASES = """
chapter: mine/few
cases:
  - id: one
    gold: '1'
    accept: ['1']
    reject: ['2', bad, '3']
  - id: two
    gold: '2'
    accept: ['2']
    reject: ['1', '3']
"""
PASSED = dict.fromkeys(
    [
        "one#accept-1",
        "one#reject-1",
        "one#reject-2",
        "one#reject-3",
        "two#accept-1",
        "two#reject-1",
        "two#reject-2",
    ],
    "pass",
)


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(HERE)  # where bad_graders can be imported
    file = tmp_path / "few.yaml"
    file.write_text(CASES)
    return file


#: Seconds for a check that is to overrun them. A sound check takes a millisecond, and two such overruns in a row
#: (the second try is alone) to be taken for a hang; where nothing is to hang, the limit is out of its way.
SHORT, LONG = "2", "60"


def run(cases: Path, grader: str, *more: str, seconds: str = LONG) -> Result:
    limits = ["--timeout", seconds, "--memory", "0.3", "--workers", "2"]
    return CliRunner().invoke(main, ["run", "--grader", grader, "--cases", str(cases), *limits, *more])


def outcomes(result: Result) -> dict[str, dict[str, Any]]:
    (report,) = json.loads(result.stdout)
    return {outcome["check"].removeprefix("mine/few/"): outcome for outcome in report["outcomes"]}


def kinds(result: Result) -> dict[str, str]:
    return {check: outcome["kind"] for check, outcome in outcomes(result).items()}


@pytest.mark.parametrize(
    ("grader", "kind", "why"),
    [
        ("sleeps", "timeout", "no answer within 2 s"),
        ("exits", "crash", "it exited with code 3: going down"),
        pytest.param("raises_exit", "error", "SystemExit: 3", marks=pytest.mark.long),
        ("allocates", "crash", "used more than 0.3 GB of memory"),
        pytest.param("segfaults", "crash", "it was ended by SIGSEGV", marks=pytest.mark.long),
        pytest.param("recurses", "error", "RecursionError", marks=pytest.mark.long),
        pytest.param("dies_with_a_child", "crash", "it exited with code 4", marks=pytest.mark.long),
    ],
)
def test_one_bad_check_costs_only_itself(cases: Path, grader: str, kind: str, why: str) -> None:
    result = run(cases, f"verify:bad_graders:{grader}", "--json", seconds=SHORT if kind == "timeout" else LONG)
    assert kinds(result) == {**PASSED, "one#reject-2": kind}
    assert outcomes(result)["one#reject-2"]["why"].startswith(why)
    assert result.exit_code == 1


def test_a_crash_tells_the_last_that_was_printed(cases: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    result = run(cases, "verify:bad_graders:exits", "--json", "--report", str(file))
    printed = outcomes(result)["one#reject-2"]["printed"]
    assert printed.split("\n") == [*map(str, range(12, 20)), r"\x1b[2Jcleared", "going down"]
    shown = CliRunner().invoke(main, ["show", "mine/few/one#reject-2", str(file), "--cases", str(cases)]).stdout
    assert shown.endswith("      going down\n")
    assert "\33" not in shown


@pytest.mark.long
def test_memory_of_children_counts(cases: Path) -> None:
    result = run(cases, "verify:bad_graders:allocates_in_a_child", "--json")
    assert kinds(result) == {**PASSED, "one#reject-2": "crash"}


@pytest.mark.parametrize(
    "grader", ["prints", *(pytest.param(name, marks=pytest.mark.long) for name in ("right", "reads"))]
)
def test_rubbish_on_standard_output_harms_nothing(cases: Path, grader: str) -> None:
    result = run(cases, f"verify:bad_graders:{grader}", "--json")
    assert kinds(result) == PASSED
    assert result.exit_code == 0


def test_every_third_raises(cases: Path) -> None:
    result = run(cases, "verify:bad_graders:raises_every_third", "--json", "--workers", "1")
    assert sorted(kinds(result).values()) == ["error"] * 3 + ["pass"] * 4  # eight pairs were asked before
    assert {outcome.get("why") for outcome in outcomes(result).values()} == {None, "RuntimeError: the third"}


@pytest.mark.long
def test_a_verdict_is_never_mere_truth(cases: Path) -> None:
    result = run(cases, "verify:bad_graders:returns_a_tuple", "--json")
    assert set(kinds(result).values()) == {"error"}


@pytest.mark.parametrize(
    ("mode", "kind", "why"),
    [
        pytest.param("rubbish", "pass", "", marks=pytest.mark.long),
        pytest.param("only-rubbish", "timeout", "no answer", marks=pytest.mark.long),
        pytest.param("flood", "error", "more than 16 MiB of output without an answer", marks=pytest.mark.long),
        pytest.param("closes", "crash", "it closed its output", marks=pytest.mark.long),
        (
            "wrong-shape",
            "error",
            'not an answer: verdict is "maybe", not true, false or one of correct, incorrect, ungradable',
        ),
        pytest.param(
            "wrong-member", "error", "not an answer: the answer to verify has no 'verdict'", marks=pytest.mark.long
        ),
    ],
)
def test_a_command_that_misbehaves(cases: Path, mode: str, kind: str, why: str) -> None:
    grader = f"cmd:{sys.executable} {HERE / 'raw_grader.py'} {mode}"
    result = run(cases, grader, "--json", seconds=SHORT if kind == "timeout" else LONG)
    assert kinds(result) == {**PASSED, "one#reject-2": kind}
    assert outcomes(result)["one#reject-2"].get("why", "").startswith(why)


@pytest.mark.long
def test_the_summary_tells_which_was_which(cases: Path) -> None:
    graders = ["sleeps", "exits", "allocates", "prints", "raises_every_third"]
    named = [part for name in graders for part in ("--grader", f"verify:bad_graders:{name}")]
    limits = ["--timeout", SHORT, "--memory", "0.3", "--workers", "1"]
    result = CliRunner(env={"COLUMNS": "200"}).invoke(main, ["run", *named, "--cases", str(cases), *limits])
    assert result.exit_code == 1
    totals = result.stdout[result.stdout.index("total") :].splitlines()[:5]
    for line, name, others in zip(totals, graders, ["1 timeout", "1 crash", "1 crash", "", "3 error"], strict=True):
        assert f"bad_graders:{name} " in line
        assert line.rstrip().endswith(others or "100.0")
    assert "hangs on 'bad' for '1': no answer within 2 s" in result.stdout


def test_an_executed_payload_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    file = tmp_path / "few.yaml"
    file.write_text(
        "chapter: mine/few\ncases:\n  - id: one\n    gold: '1'\n    accept: ['1']\n"
        "    reject: ['open(\"{{canary}}\", \"w\")', '2']\n"
    )
    result = run(file, "verify:bad_graders:executes", "--json")
    assert kinds(result) == {"one#accept-1": "pass", "one#reject-1": "executed", "one#reject-2": "pass"}
    assert kinds(run(file, "verify:bad_graders:right", "--json"))["one#reject-1"] == "pass"
