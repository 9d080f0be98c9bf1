"""`gradespec audit --cases`: from a disagreement to a case that asks what is right, and to one that is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from gradespec.cli import audit_cases, main
from gradespec.corpus.load import survey
from gradespec.rows.model import Decision

COMMAND = "audit"
ROWS = [
    {
        "id": "a",
        "gold": "1234",
        "response": "We add 1200. So it is \\boxed{1234 \\text{ km}} in all.",
        "r": 1,
    },
    {"id": "b", "gold": ["8", "27"], "response": "It is\n\\boxed{27.0}", "r": 1},
    {"id": "c", "gold": "12", "response": "All in all 12 apples", "r": 0},
    {"id": "d", "gold": "12", "response": "It's 'yes': \\boxed{12} \ud800\x1b", "r": 0},
    {"id": "e", "gold": "7", "response": "\\boxed{7}", "r": 1},
]
Call = Callable[..., Result]


@pytest.fixture(autouse=True)
def _graders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def boxed(gold, response):\n    return '\\\\boxed{' + gold + '}' in response\n")


def lint(*names: str) -> Result:
    return CliRunner().invoke(main, ["lint", *names])


def drafted(file: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = yaml.safe_load(Path(file).read_text())["cases"]
    return found


def test_a_cause_becomes_a_small_case_without_an_expectation(call: Call, rows: Path) -> None:
    result = call(rows, "--grader", "mine:boxed", "--cases", "my Cases.yaml")
    assert result.exit_code == 1
    assert "2 cases in my Cases.yaml: say what is right in each; gradespec lint my Cases.yaml" in result.stderr
    assert Path("my Cases.yaml").read_text().startswith("# Rows on which graders differ; what is right, no grader")
    units, decimal = drafted("my Cases.yaml")
    assert units == {
        "id": "number-1",
        "gold": "2",
        "TODO": ["2 apples"],
        "origin": f"{rows}:3 (c), one of 2; correct: reference; incorrect: mine:boxed",
    }
    assert (decimal["gold"], decimal["TODO"]) == ("2", ["2.0"])  # of two golds that which was met


def test_lint_refuses_a_draft_and_says_what_to_do_until_it_is_a_case(call: Call, rows: Path) -> None:
    call(rows, "--grader", "mine:boxed", "--cases", "mine.yaml")
    refused = lint("mine.yaml")
    assert refused.exit_code == 2
    (one, _) = (line for line in refused.stdout.splitlines() if "mine.yaml:" in line)
    assert one.startswith("mine.yaml:7: case number-1: `TODO`: say what is right, by mathematics")
    asked = ["run", "--grader", "mine:boxed", "--cases", "mine.yaml", "--workers", "1", "--json"]
    assert CliRunner().invoke(main, asked).exit_code == 2
    draft = Path("mine.yaml").read_text()
    Path("mine.yaml").write_text(draft.replace("TODO", "accept"))
    assert lint("mine.yaml").stdout.count("has `accept` but no `reject`; write a list with at least one near miss") == 2
    Path("mine.yaml").write_text(draft.replace("    TODO", "    reject: ['5', '7 km']\n    accept"))
    assert lint("mine.yaml").exit_code == 0
    (report,) = json.loads(CliRunner().invoke(main, asked).stdout)
    kinds = [outcome["kind"] for outcome in report["outcomes"]]
    assert (kinds.count("false_reject"), kinds.count("pass")) == (2, 4)


def test_where_a_reward_alone_differs_the_response_is_shrunk_while_the_reference_says_the_same(
    call: Call, tmp_path: Path
) -> None:
    long = "Let us see. There are 5 of them.\nNow we double it! It is 10, I think.\nSo the answer is \\boxed{10}. Done."
    (tmp_path / "rows.jsonl").write_text(json.dumps({"gold": "12", "response": long, "r": 1}))
    call(tmp_path / "rows.jsonl", "--reward-field", "r", "--cases", "mine.yaml")
    (draft,) = drafted("mine.yaml")
    assert (draft["gold"], draft["TODO"]) == ("12", [{"response": "So the answer is \\boxed{10}. "}])
    assert str(draft["origin"]).endswith(
        "incorrect: reference; correct: r; the response was longer, with the same answer"
    )


def test_a_reward_cannot_be_asked_again_so_the_response_stays(call: Call, rows: Path) -> None:
    call(rows, "--reward-field", "r", "--cases", "mine.yaml")
    found = [(draft["gold"], draft["TODO"]) for draft in drafted("mine.yaml")]
    assert found == [("12", [{"response": "All in all 12 apples"}])]  # the other has half of a character in it
    Path("mine.yaml").write_text(
        Path("mine.yaml").read_text().replace("    TODO", "    incorrect: ['13']\n    correct")
    )
    assert survey([Path("mine.yaml")]).problems == ()


def test_what_graders_judge_otherwise_when_they_are_asked_again_is_no_case(
    call: Call, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_cases, "asker", lambda *_: lambda op, gold, given: Decision("correct"))
    result = call(rows, "--grader", "mine:boxed", "--cases", "mine.yaml")
    assert "2 causes without a case: too rare, too long, or judged otherwise when asked again" in result.stderr
    assert not Path("mine.yaml").exists()


def test_without_rows_that_can_be_read_again_there_are_no_cases(call: Call) -> None:
    result = call("-", "--reward-field", "r", "--cases", "mine.yaml")
    assert (result.exit_code, "standard input does not allow: name a file" in result.stderr) == (2, True)
