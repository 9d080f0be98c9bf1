"""`gradespec show` and `gradespec diff`: from an id to what it is about, and from one report to another."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from gradespec import report
from gradespec.cage import Limits
from gradespec.cli.show import _number
from gradespec.comparison import compare
from gradespec.corpus import load, select
from gradespec.corpus.select import names
from gradespec.judge import Outcome
from gradespec.protocol import Hello
from gradespec.report import Suite as Asked
from small_suite import Suite

HALF = "numbers/basics/half"


@pytest.mark.parametrize(
    "pattern",
    [
        "NUM-3",
        "NUM-*",
        "NUM",
        "reason:sign",
        "reason:si*",
        "numbers",
        "numbers/decimals/half#reject-1",
        "../cases/numbers/decimals.yaml::numbers/decimals/half#reject-1",
        "*#reject-*",
    ],
)
def test_a_check_is_named_by_id_clause_and_reason(pattern: str) -> None:
    assert names(pattern, "numbers/decimals/half#reject-1", "NUM-3", "sign")
    assert not names(pattern, "units/money/dollars#accept-11", "UNIT-33", "spacing")


def test_a_tag_is_no_chapter(suite: Suite) -> None:
    assert len(select(load(), ["reason:power-of-ten"])) == 1
    assert select(load(), ["power-of-ten", "reason:numbers", "num-1", "NUM-11"]) == ()
    assert len(select(load(), ["NUM-1"], skip=["reason:power-of-ten"])) == 3


def made(suite: Suite, name: str, kinds: dict[str, str]) -> Path:
    """A report in which every check passes, but those of `kinds`, by the ends of their ids."""
    outcomes = [
        Outcome(check.id, check.side, kind, f"it was {kind}" * (kind != "pass"), clause="NUM-1", digest=check.digest)
        for check in load()
        for kind in (kinds.get(check.id.rpartition("#")[2], "pass"),)
    ]
    file = suite.root / f"{name}.json"
    report.write(
        report.report(name, Hello(name, "1.0", ("verify",), {}), Asked("1.0", "0" * 64, 4), Limits(), outcomes), file
    )
    return file


def test_a_clause_is_shown_with_its_checks_and_who_fails_them(suite: Suite) -> None:
    one, other = made(suite, "one", {"reject-2": "false_accept"}), made(suite, "other", {})
    shown = suite.run("show", "NUM-1", one, other).stdout
    assert shown.startswith(
        "NUM-1 (MUST)  spec/04-numbers.md:3\nEqual numbers are equal.\nWhy: NUM-1 is easy.\n\n4 checks"
    )
    assert "one 1.0: 3 passed, 1 false accept\nother 1.0: 4 passed" in shown
    assert shown.endswith(f"{HALF}#reject-2, failed by one 1.0\n  must reject: '0.05' for '1/2'\n")
    assert f"{HALF}#accept-1\n" in suite.run("show", HALF).stdout


def test_a_check_is_shown_with_all_that_is_known_of_it(suite: Suite) -> None:
    file = made(suite, "one", {"reject-2": "false_accept"})
    shown = suite.run("show", f"cases/numbers/basics.yaml::{HALF}#reject-2", file).stdout.splitlines()
    assert shown[0] == f"{HALF}#reject-2"
    told = {line.split()[0]: " ".join(line.split()[1:]) for line in shown[1:-1]}
    assert told == {
        "verify": "'0.05' for '1/2'",
        "must": "reject",
        "why": "a tenth of it",
        "reason": "power-of-ten",
        "clause": "NUM-1 (MUST): Equal numbers are equal.",
        "twin": f"{HALF}#accept-2 must accept: '0.5' for '1/2'",
        "file": "cases/numbers/basics.yaml:8",
    }
    assert shown[-1] == "  one 1.0: false accept: it was false_accept"
    (check,) = json.loads(suite.run("show", f"{HALF}#reject-2", file, "--json").stdout)["checks"]
    assert (check["request"]["answer"], check["outcomes"]) == ("0.05", {"one 1.0": "false_accept"})


def test_what_is_not_there_is_told(suite: Suite) -> None:
    result = suite.run("show", "numbers/basics/halve")
    assert result.exit_code == 2
    assert "nothing is called 'numbers/basics/halve'" in result.stderr
    assert suite.run("show", "NUM-1", suite.write("no.json", "{}")).exit_code == 2


def test_a_diff_says_what_broke_and_what_was_mended(suite: Suite) -> None:
    before = made(suite, "one", {"accept-1": "false_reject", "accept-2": "false_reject"})
    after = made(suite, "other", {"accept-2": "timeout", "reject-1": "false_accept"})
    result = suite.run("diff", before, after)
    assert result.exit_code == 1
    shown = " ".join(result.stdout.split())
    assert f"1 passed before, and fail now NUM-1: 1 {HALF}#reject-1 passed → false accept: it was false_accept" in shown
    assert "1 fail as before, in another way" in shown
    assert "one 1.0 → other 1.0 4 checks in common, 1 mended, 1 broke" in shown
    assert suite.run("diff", before, before).exit_code == 0
    found = json.loads(suite.run("diff", before, after, "--json").stdout)
    assert [change["check"] for change in found["changes"]["mended"]] == [f"{HALF}#accept-1"]
    empty = made(suite, "empty", {})
    report.write(replace(report.read(empty), outcomes=()), empty)
    assert suite.run("diff", before, empty).exit_code == 2
    assert suite.run("diff", before, suite.write("no.json", "{}")).exit_code == 2


def test_a_diff_of_two_folders_is_of_the_graders_that_both_have(suite: Suite, tmp_path: Path) -> None:
    passed = report.read(made(suite, "one", {}))
    failed = replace(report.read(made(suite, "one", {"accept-1": "false_reject"})), environment={"sympy": "1.15"})
    reports = {
        "before/one@1.9.json": failed,
        "before/one@1.10.json.gz": replace(passed, environment={"sympy": "1.14", "code": "f00"}),
        "before/gone@1.0.json": passed,
        "before/benchmarks.json": failed,
        "after/one@1.11.json": failed,
        "after/here@abc1234.json": passed,
    }
    for name, found in reports.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        report.write(found, tmp_path / name)
    result = suite.run("diff", tmp_path / "before", tmp_path / "after")
    assert result.exit_code == 1
    assert "one 1.0 → one 1.0 (sympy 1.14 → 1.15)" in result.stdout
    assert "0 mended, 1 broke" in result.stdout
    assert [line.partition(" ")[0] for line in result.stderr.splitlines()] == ["gone", "here"]
    (found,) = json.loads(suite.run("diff", tmp_path / "before", tmp_path / "after", "--json").stdout)
    assert [change["check"] for change in found["changes"]["broke"]] == [f"{HALF}#accept-1"]
    assert suite.run("diff", tmp_path / "before", tmp_path / "before").exit_code == 0
    assert suite.run("diff", tmp_path / "before", tmp_path / "before/one@1.9.json").exit_code == 2
    (tmp_path / "empty").mkdir()
    assert suite.run("diff", tmp_path / "before", tmp_path / "empty").exit_code == 2


def test_a_report_in_the_short_form_is_shown_and_compared_as_any_other(suite: Suite) -> None:
    whole = made(suite, "one", {"accept-1": "false_reject", "reject-1": "false_accept"})
    before, after = suite.root / "before.txt", suite.root / "after.txt"
    report.write(report.read(whole), before)
    report.write(report.read(made(suite, "other", {})), after)
    assert suite.run("show", "NUM-1", before).stdout == suite.run("show", "NUM-1", whole).stdout
    assert "0 mended, 0 broke" in suite.run("diff", whole, before).stdout
    assert "0 mended, 2 broke" in suite.run("diff", after, before).stdout


def test_what_was_said_is_in_the_diff_although_no_report_tells(suite: Suite) -> None:
    said = "said correct: '2/1' for the gold '1/2'"
    found = report.read(made(suite, "one", {"reject-1": "false_accept"}))
    told = tuple(replace(outcome, why=said) if outcome.failed else outcome for outcome in found.outcomes)
    failed, passed = suite.root / "failed.txt", suite.root / "passed.txt"
    report.write(replace(found, outcomes=told), failed)
    report.write(report.read(made(suite, "one", {})), passed)
    assert said not in failed.read_text()
    assert said in " ".join(suite.run("diff", passed, failed).stdout.split())
    assert said in " ".join(suite.run("show", f"{HALF}#reject-1", failed).stdout.split())


def test_one_is_one_check(suite: Suite) -> None:
    assert suite.run("show", f"{HALF}#reject-1").exit_code == 0
    assert suite.run("show", "reason:power-of-ten").stdout.startswith(f"{HALF}#reject-2")
    assert _number([]) == "0 checks"
    assert _number(list(load())[:1]) == "1 check"


def test_checks_that_ask_something_else_are_not_compared() -> None:
    before = [Outcome("a/b/c#accept-1", "accept", "pass", digest="0" * 12), Outcome("a/b/c#accept-2", "accept", "pass")]
    after = [Outcome("a/b/c#accept-1", "accept", "crash", digest="1" * 12), Outcome("a/b/c#accept-3", "accept", "pass")]
    found = compare(before, after)
    assert (found.common, found.changes, len(found.apart)) == (0, (), 3)


def test_what_is_not_supported_any_more_is_not_broken() -> None:
    kinds = (("pass", "unsupported"), ("unsupported", "false_accept"), ("crash", "timeout"), ("crash", "pass"))
    sides = zip(*kinds, strict=True)
    before, after = ([Outcome(f"a/b/c#accept-{n}", "accept", kind) for n, kind in enumerate(side)] for side in sides)
    assert [change.kind for change in compare(before, after).changes] == ["given up", "taken up", "otherwise", "mended"]
