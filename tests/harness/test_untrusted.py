"""Whatever is read comes from somebody else: bounded before work, of regular files, and no message to the terminal."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import report
from gradespec.cli import main
from gradespec.cli.matrix import CLOSING, OPENING
from gradespec.corpus import load
from gradespec.judge import Outcome, judge
from gradespec.protocol import Hello, Reply
from gradespec.report import Suite

ESCAPES = "\x1b]0;owned\x07\x9b31m\u202e"


def call(*arguments: object) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(main, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def is_tame(text: str) -> bool:
    """Whether a terminal only prints it."""
    return all(character.isprintable() or character == "\n" for character in text)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_of_bad_cases_costs_as_much_as_its_first_problems() -> None:
    Path("bad.yaml").write_text("chapter: a/b\ncases:\n" + "- {id: X}\n" * 25_000)
    result = call("lint", "bad.yaml")
    assert result.exit_code == 2
    assert "more than 200 problems; the rest is told once these are mended" in result.stdout
    assert result.stdout.count("\n") < 700
    Path("bad.yaml").write_text("chapter: a/b\ncases:\n" + "- {id: X}\n" * 100_000)
    assert "more than 60000 values in one file; split it" in call("lint", "bad.yaml").stdout


def test_only_regular_files_are_read() -> None:
    os.mkfifo("pipe.yaml")
    os.symlink("loop.yaml", "loop.yaml")
    for name, why in (("pipe.yaml", "it is no regular file"), ("loop.yaml", "Too many levels of symbolic links")):
        result = call("lint", name)
        assert (result.exit_code, why in result.stdout) == (2, True)
        assert why in call("matrix", name).stderr


@pytest.mark.parametrize("name", ["one\n", "one\u2028", "\u202eone", "one\x1b"])
def test_no_id_holds_what_is_not_seen(name: str) -> None:
    case = {"id": name, "gold": "1", "accept": ["1"], "reject": ["2"]}
    Path("case.yaml").write_text(json.dumps({"chapter": "a/b", "cases": [case]}))
    result = call("lint", "case.yaml")
    assert result.exit_code == 2
    assert is_tame(result.stdout)
    assert result.stdout.startswith("case.yaml:")


def test_no_field_of_a_row_reaches_the_terminal() -> None:
    rows = [{"id": f"x\n{ESCAPES}", "gold": f"1{ESCAPES}", "response": ESCAPES}, {ESCAPES: 1}]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("graders.py").write_text("def yes(gold, response): return True\ndef no(gold, response): return False\n")
    graders = ["--grader", "graders:yes", "--grader", "graders:no"]
    for flags in ([], ["--json"]):
        result = call("grade", "rows.jsonl", *graders, "--workers", 1, *flags)
        assert is_tame(result.stdout + result.stderr)
    assert "\\x1b]0;owned\\x07\\x9b31m\\u202e" in call("grade", "rows.jsonl", *graders, "--workers", 1).stdout


def written(name: str) -> Path:
    """A report of a grader of that name, its check, its reason and its backend."""
    hello = Hello(name, "1.0", ("verify",), {}, name)
    outcomes = (Outcome(f"a/{name}/b#accept-1", "accept", "false_reject", name),)
    made = report.report(name, hello, Suite(name, "0" * 64, 1), report.Limits(), outcomes)
    report.write(made, Path("r.json"))
    return Path("r.json")


def test_a_report_whose_names_hold_control_characters_is_none() -> None:
    result = call("matrix", written(f"mine{ESCAPES}"))
    assert result.exit_code == 2
    assert is_tame(result.stderr)


@pytest.mark.parametrize("name", ["<!-- /matrix -->", "```\n", "``` ```", "[red]x[/]", "[/]"])
def test_no_name_of_a_report_ends_its_place_in_a_page(name: str) -> None:
    Path("page.md").write_text(f"before\n{OPENING}\n{CLOSING}\nafter\n")
    file = written(name)
    if "\n" in name:
        assert call("matrix", file).exit_code == 2
        return
    assert call("matrix", file, "--into", "page.md").exit_code == 0
    once = Path("page.md").read_text()
    call("matrix", file, "--into", "page.md")
    assert Path("page.md").read_text() == once
    assert (once.count(CLOSING), once.count("```")) == (1, 2)
    assert once.endswith(f"{CLOSING}\nafter\n")
    if "[" in name:
        assert name in call("matrix", file).stdout


def hostile_case() -> Path:
    """A case whose texts want to reach a terminal, or out of their place in a page."""
    texts = {
        "gold": f"1{ESCAPES}",
        "accept": [{"answer": f"1{ESCAPES}", "why": f"<script>{ESCAPES}"}],
        "reject": ["[/]2"],
    }
    Path("few.yaml").write_text(json.dumps({"chapter": "a/b", "cases": [{"id": "one", **texts}]}))
    return Path("few.yaml")


def test_no_text_of_a_case_or_a_grader_reaches_the_terminal() -> None:
    for name, verdict in (("one", "incorrect"), ("other", "correct")):
        judged = f"lambda gold, answer, options: {{'verdict': '{verdict}', 'reason': {ESCAPES!r}}}"
        adapter = f"from gradespec_sdk import serve\nserve(name='{name}', version='1', verify={judged})\n"
        Path(f"{name}.py").write_text(adapter)
    cases, reports = ["--cases", hostile_case()], ["one@1.json", "other@1.json"]
    graders = ["--grader", "./one.py", "--grader", "./other.py", "--report", "{grader}.json"]
    for command in (
        ["run", *cases, *graders, "--workers", 1, "--failures"],
        ["show", "a/b/one#accept-1", *cases, *reports],
        ["diff", *reports],
        ["matrix", *reports],
    ):
        result = call(*command)
        assert (result.exit_code in (0, 1), bool(result.stdout)) == (True, True), command
        assert is_tame(result.stdout + result.stderr), command


@pytest.mark.long
def test_nothing_that_a_grader_says_is_markup_on_the_site() -> None:
    said, (check, *_) = f"<img src=x>{ESCAPES}", load().checks
    outcome = replace(judge(check, Reply("error", why=said)), printed=said)
    hello = Hello("mine", "1.0", ("verify",), {})
    report.write(report.report("mine", hello, Suite("1.0", "0" * 64, 1), report.Limits(), [outcome]), Path("r.json"))
    assert call("site", "r.json", "--out", "site").exit_code == 0
    pages = [page.read_text() for page in Path("site").rglob("*.html")]
    assert any("&lt;img src=x&gt;" in page for page in pages)
    unseen = [character for character in ESCAPES if not character.isprintable()]
    assert not [page for page in pages for text in ("<img src=x>", *unseen) if text in page]


def test_markup_in_the_name_of_a_grader_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("few.yaml").write_text("chapter: a/b\ncases: [{id: one, gold: '1', accept: ['1'], reject: ['2']}]\n")
    Path("[red]x[").mkdir()
    Path("[red]x[/]y.py").write_text(
        "from gradespec_sdk import serve\nserve(name='[/]', version='1', verify=lambda g, a, o: g == a)\n"
    )
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = call("run", "--grader", "./[red]x[/]y.py", "--cases", "few.yaml", "--workers", 1)
    assert "[/] 1: 2 of 2 passed" in result.stdout
