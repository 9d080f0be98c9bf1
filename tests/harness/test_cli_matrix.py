"""`gradespec matrix`: what reports say side by side, and the page that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main

HERE = Path(__file__).parent
CASES = """
chapter: {0}/few
cases:
  - id: one
    gold: '1'
    clause: {1}
    accept: ['1']
    reject: ['2']
"""
PAGE = "# Mine\n\n<!-- matrix -->\nold\n<!-- /matrix -->\n\nthe end\n"


def call(*arguments: object) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(main, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two graders over two chapters: one that is right, and one that says yes to everything."""
    folder = tmp_path_factory.mktemp("reports")
    for chapter, clause in (("words", "TXT-17"), ("numbers", "NUM-3")):
        (folder / "cases" / chapter).mkdir(parents=True)
        (folder / "cases" / chapter / "few.yaml").write_text(CASES.format(chapter, clause))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HERE)
        graders = ("--grader", "verify:bad_graders:right", "--grader", "verify:bad_graders:yes")
        out = folder / "{grader}.json"
        call("run", *graders, "--cases", folder / "cases", "--workers", 1, "--report", out)
    return sorted(folder.glob("*.json"))


def rows(shown: str) -> list[list[str]]:
    return [line.split() for line in shown.splitlines() if "bad_graders:" in line]


def test_a_row_for_each_chapter_level_and_grader(reports: list[Path]) -> None:
    found = rows(call("matrix", *reports).stdout)
    assert found == [
        ["numbers", "bad_graders:right", "2/2", "0", "0", "(0–79)", "0", "0", "(0–79)", "100.0"],
        ["bad_graders:yes", "1/2", "1", "100", "(21–100)", "0", "0", "(0–79)", "0.0"],
        ["words", "bad_graders:right", "2/2", "0", "0", "(0–79)", "0", "0", "(0–79)", "100.0"],
        ["bad_graders:yes", "1/2", "1", "100", "(21–100)", "0", "0", "(0–79)", "0.0"],
        ["MUST", "bad_graders:right", "2/2", "0", "0", "(0–79)", "0", "0", "(0–79)", "100.0"],
        ["bad_graders:yes", "1/2", "1", "100", "(21–100)", "0", "0", "(0–79)", "0.0"],
        ["SHOULD", "bad_graders:right", "2/2", "0", "0", "(0–79)", "0", "0", "(0–79)", "100.0"],
        ["bad_graders:yes", "1/2", "1", "100", "(21–100)", "0", "0", "(0–79)", "0.0"],
        ["total", "bad_graders:right", "4/4", "0", "0", "(0–66)", "0", "0", "(0–66)", "100.0"],
        ["bad_graders:yes", "2/4", "2", "100", "(34–100)", "0", "0", "(0–66)", "0.0"],
    ]


def test_nothing_is_cut_in_a_pipe(reports: list[Path], tmp_path: Path) -> None:
    other = json.loads(reports[0].read_text())
    other["name"] = "a-grader-" * 20
    (tmp_path / "other.json").write_text(json.dumps(other))
    result = CliRunner(env={"COLUMNS": "40"}).invoke(main, ["matrix", str(tmp_path / "other.json")])
    assert "a-grader-" * 20 in result.stdout
    assert "…" not in result.stdout


def test_totals_are_a_row_for_each_grader(reports: list[Path], tmp_path: Path) -> None:
    other = json.loads(reports[1].read_text())
    other["name"] = "breaks|<b>"
    for outcome, kind in zip(other["outcomes"], ("timeout", "timeout", "executed", "crash"), strict=True):
        outcome["kind"] = kind
    (tmp_path / "other.json").write_text(json.dumps(other))
    shown = call("matrix", *reports, tmp_path / "other.json", "--totals").stdout
    assert rows(shown) == [
        ["bad_graders:right", "0", "(0–66)", "0", "(0–66)", "100.0", "none"],
        ["bad_graders:yes", "100", "(34–100)", "0", "(0–66)", "0.0", "none"],
    ]
    assert "1 text run as code, 2 hangs, 1 crash" in shown
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    call("matrix", *reports, tmp_path / "other.json", "--totals", "--into", page)
    table = [line for line in page.read_text().splitlines() if line.startswith("|")]
    assert table[0] == (
        "| grader | suite: false accepts % | suite: false rejects % | suite: twin score % | suite: no verdict |"
    )
    assert r"| breaks\|\<b\> | 0 (0–66) | 0 (0–66) | -100.0 | 1 text run as code, 2 hangs, 1 crash |" in table
    assert len(table) == 5
    assert "The *suite* was chosen to be hard" in page.read_text()
    assert "*sample*" not in page.read_text()


def test_a_page_takes_it_between_its_marks_and_again(reports: list[Path], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert call("matrix", *reports, "--into", page).exit_code == 0
    once = page.read_text()
    assert once.startswith("# Mine\n\n<!-- matrix -->\n| grader | ")
    assert "\n\n```text\n" in once
    assert once.endswith("<!-- /matrix -->\n\nthe end\n")
    assert "old" not in once
    assert len(rows(once)) == 10
    assert "4 checks of spec" in once
    call("matrix", *reports, "--into", page)
    assert page.read_text() == once


def test_two_states_of_the_suite_are_told(reports: list[Path], tmp_path: Path) -> None:
    other = json.loads(reports[0].read_text())
    other["suite"]["sha256"] = "f" * 64
    (tmp_path / "other.json").write_text(json.dumps(other))
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    call("matrix", reports[0], tmp_path / "other.json", "--into", page)
    assert page.read_text().count("4 checks of spec") == 2
    assert "(ffffffff)" in page.read_text()


@pytest.mark.parametrize("content", ["", "{}", "no JSON", '{"format": 1}'])
def test_what_is_no_report_is_told_in_a_line(content: str, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text(content)
    result = call("matrix", tmp_path / "no.json")
    assert result.exit_code == 2
    assert "no.json is not" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["no marks", "<!-- matrix --> never closed", "<!-- /matrix -->\n<!-- matrix -->"])
def test_a_page_without_a_place_is_left_alone(text: str, reports: list[Path], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    result = call("matrix", *reports, "--into", page)
    assert result.exit_code == 2
    assert "has no place for a matrix" in result.stderr
    assert page.read_text() == text
