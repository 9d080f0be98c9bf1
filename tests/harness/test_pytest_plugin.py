"""`pytest --grader=NAME` in somebody's folder, and pytest without it.

Each test is a run of pytest or several, of a second each: one of each sort by default, the rest with the long tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gradespec import data
from gradespec.pytest_checks import _located

HERE = Path(__file__).parent
CASES = """
chapter: mine/few
cases:
  - id: one
    gold: '1'
    accept: ['1', '1.0']
    reject: ['2', '3']
  - id: two
    options: {form: reduced}
    gold: '1/2'
    accept: ['1/2']
    reject: ['2/4']
"""
RIGHT = "--grader=verify:bad_graders:right"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with case files, and with tests that must not be run beside them."""
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "few.yaml").write_text(CASES)
    (tmp_path / "test_mine.py").write_text("def test_mine(): pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    return tmp_path


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """pytest's exit code and what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:hypothesispytest", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


def test_one_item_a_check_and_nothing_else(folder: Path) -> None:
    code, said = run(folder, RIGHT, "--cases=cases", "-v", "--junitxml=junit.xml")
    assert code == 1
    assert "grader: verify:bad_graders:right" not in said
    assert "grader: bad_graders:right" in said
    assert "few.yaml::mine/few/one#accept-1 PASSED" in said
    assert "few.yaml::mine/few/one#accept-2 FAILED" in said
    assert "false reject: said incorrect: '1.0' for the gold '1'" in said
    assert "few.yaml::mine/few/two#reject-1 SKIPPED (it has no option form)" in said
    assert "1 failed, 3 passed, 2 skipped" in said
    names = [case.get("name") for case in ElementTree.parse(folder / "junit.xml").iter("testcase")]
    assert names[:2] == ["mine/few/one#accept-1", "mine/few/one#accept-2"]
    assert "Traceback" not in said


@pytest.mark.long
def test_a_gate_that_nothing_came_through_is_not_open(folder: Path) -> None:
    nothing = [RIGHT, "--cases=cases", "-k", "two"]
    code, said = run(folder, *nothing)
    assert (code, "0 of 2 checks have an answer" in said) == (1, True)
    assert run(folder, RIGHT, "--cases=cases", "-k", "two or reject-1", "--allow-na")[0] == 0


@pytest.mark.long
def test_the_usual_options_work(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\n")
    assert "1 passed, 5 deselected" in run(folder, RIGHT, "--cases=cases", "-k", "one and reject-1")[1]
    assert "1 failed, 1 passed" in run(folder, RIGHT, "--cases=cases", "-x")[1]
    for chosen in (["--cases=cases", "--lf"], ["cases/few.yaml::mine/few/one#accept-2"]):
        said = run(folder, RIGHT, *chosen)[1]
        assert "collected 1 item" in said
        assert "few.yaml::mine/few/one#accept-2 - false reject: said incorrect" in said


@pytest.mark.long
def test_each_xdist_process_has_its_own_grader(folder: Path) -> None:
    pytest.importorskip("xdist")
    (folder / "tell.py").write_text(
        "import os\n"
        "def verify(gold, answer):\n"
        f"    with open({str(folder / 'pids')!r}, 'a') as file:\n"
        "        file.write(f'{os.getppid()} {os.getpid()}\\n')\n"
        "    return gold == answer\n"
    )
    code, said = run(folder, "--grader=verify:tell:verify", "--cases=cases", "--check-sandbox=off", "-n", "2")
    assert code == 1
    assert "1 failed, 3 passed, 2 skipped" in said
    pairs = {tuple(line.split()) for line in (folder / "pids").read_text().splitlines()}
    assert len(pairs) == len({parent for parent, _ in pairs}) == 2


@pytest.mark.long
def test_known_deviations_gate(folder: Path) -> None:
    known = folder / "known.yaml"
    known.write_text("known: [{checks: 'mine/few/one#accept-2', reason: 'it compares texts'}]")
    code, said = run(folder, RIGHT, "--cases=cases", "--known=known.yaml", "-rx")
    assert code == 0
    assert "3 passed, 2 skipped, 1 xfailed" in said
    assert "it compares texts (false_reject)" in said
    known.write_text("known: [{checks: 'mine/few/one', reason: 'it compares texts'}]")
    code, said = run(folder, RIGHT, "--cases=cases", "--known=known.yaml")
    assert code == 1
    assert "passes now; take it off the list of known deviations (it compares texts)" in said


@pytest.mark.long
def test_a_hang_fails_its_item_only(folder: Path) -> None:
    (folder / "cases" / "few.yaml").write_text(CASES.replace("'3'", "bad"))
    grader = "--grader=verify:bad_graders:sleeps"
    code, said = run(folder, grader, "--cases=cases", "--check-timeout=2")
    assert code == 1
    assert "timeout: no answer within 2 s" in said
    assert "2 failed, 2 passed, 2 skipped" in said


@pytest.mark.long
def test_without_paths_it_runs_the_packaged_cases_and_only_those(folder: Path) -> None:
    said = run(folder, RIGHT, "--collect-only", "-q")[1]
    assert "test_mine" not in said
    assert "numbers/decimals/fraction-half#accept-1" in said
    assert "mine/few" not in said
    said = run(folder, RIGHT, "--collect-only", "-q", ".")[1]
    assert "test_mine" not in said
    assert "mine/few/one#accept-1" in said


def test_an_id_is_taken_back_as_it_was_printed() -> None:
    check = "numbers/decimals/fraction-half#accept-1"
    wanted = f"{data.cases_dir() / 'numbers/decimals.yaml'}::{check}"
    for argument in (check, f"::{check}", f"numbers/decimals.yaml::{check}", wanted):
        assert _located(argument) == wanted
    for argument in ("tests", "mine/few/one#accept-1", f"{__file__}::{check}", "numbers/decimals", "-x"):
        assert _located(argument) == argument


@pytest.mark.long
def test_a_check_of_the_suite_runs_by_its_id(folder: Path) -> None:
    check = "numbers/decimals/fraction-half#reject-1"
    code, said = run(folder, RIGHT, check)
    assert (code, "1 passed" in said) == (0, True)
    printed = f"numbers/decimals.yaml::{check}"
    for named in (check, printed):
        assert f"PASSED {printed}" in run(folder, RIGHT, named, "-rp")[1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--grader=referense"], "ERROR: there is no grader 'referense'; did you mean reference?"),
        pytest.param(
            ["--grader=bad_graders:sleep"],
            "'bad_graders' has no 'sleep'; did you mean sleeps",
            marks=pytest.mark.long,
        ),
        pytest.param(
            [RIGHT, "--known=absent.yaml"],
            "absent.yaml:1: cannot be read: No such file or directory",
            marks=pytest.mark.long,
        ),
    ],
)
def test_what_cannot_run_is_one_line(folder: Path, arguments: list[str], line: str) -> None:
    code, said = run(folder, *arguments, "--cases=cases")
    assert code == 4
    assert line in said
    assert "Traceback" not in said


@pytest.mark.long
def test_invalid_cases_are_collection_errors(folder: Path) -> None:
    (folder / "cases" / "few.yaml").write_text("chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1']}]")
    code, said = run(folder, RIGHT, "--cases=cases")
    assert code == 2
    assert "few.yaml:2: case one:" in said


def test_without_a_grader_it_imports_nothing_and_changes_nothing(folder: Path) -> None:
    (folder / "conftest.py").write_text(
        "import sys\n"
        "def pytest_addoption(parser):\n"
        "    for name in ('--cases', '--known', '--check-timeout'): parser.addoption(name, default='own')\n"
        "def pytest_sessionfinish(session):\n"
        "    mine = sorted(name for name in sys.modules if name.startswith(('gradespec', 'refgrader')))\n"
        "    option = session.config.option\n"
        "    print('IMPORTED', mine, option.cases, hasattr(option, 'grader'))\n"
        "    print('HEAVY', [n for n in ('yaml', 'rich', 'click', 'jsonschema') if n in sys.modules])\n"
    )
    code, said = run(folder, "-s", "-p", "no:xdist")
    assert code == 0
    assert "1 passed" in said
    assert "IMPORTED ['gradespec', 'gradespec.pytest_plugin'] own False" in said
    assert "HEAVY []" in said


@pytest.mark.long
def test_somebodys_own_grader_option_stays_theirs(folder: Path) -> None:
    (folder / "conftest.py").write_text(
        "def pytest_addoption(parser): parser.addoption('--grader')\n"
        "def pytest_report_header(config): return f'own {config.option.grader}'\n"
    )
    code, said = run(folder, "--grader=theirs")
    assert code == 0
    assert "own theirs" in said
    assert "1 passed" in said


@pytest.mark.long
def test_help_shows_the_options(folder: Path) -> None:
    assert "--known=FILE" in run(folder, "--help")[1]
