"""A grader's name leads to a process, or to one line that says what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from gradespec import data
from gradespec.cli import main
from gradespec.environments import Unavailable
from gradespec.graders import adapters, resolve

HERE = Path(__file__).parent
CASES = "chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1'], reject: ['2']}]\n"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("referense", "there is no grader 'referense'; did you mean reference?"),
        ("mathverify", "there is no grader 'mathverify'; did you mean math-verify"),
        ("math-verify@new", "'new' is not a version; write one such as math-verify@1.2.3"),
        ("reference@1.0", "it has no versions to choose from; leave out the @"),
        ("zzz", "a callable as package.module:function, a command as cmd:./my-grader"),
        ("", "a callable as package.module:function"),
        ("../secrets", "there is no grader"),
        ("cmd:", "cmd: names no command; write cmd:./my-grader"),
        ("cmd:./absent --fast", "there is no program './absent'; give its path"),
        ("cmd:'open", "No closing quotation; quote the command as a shell wants it"),
        ("cmd:false", "does not start: it exited with code 1"),
        ("./absent.py", "there is no file ./absent.py; an adapter is a Python file that calls serve(…)"),
        (
            "absent_module:grade",
            "there is no module 'absent_module'; run in the folder that holds it, or install it",
        ),
        ("mine.py:grade", "a function is named by its module; did you mean mine:grade?"),
        ("verify:./my/own.py:same", "did you mean verify:my.own:same?"),
        ("../mine.py:grade", "did you mean mine:grade? Run in .."),
        ("bad_graders.sub:grade", "there is no module 'bad_graders.sub'"),
        ("bad_graders:sleep", "'bad_graders' has no 'sleep'; did you mean sleeps"),
        ("bad_graders:not_callable", "bad_graders:not_callable is a str, not a function"),
        (
            "bad_graders:one_argument",
            "cannot be called as (gold, response); wrap it in a function of these two texts",
        ),
        ("bad_graders:is_async", "is async; wrap it in a plain function of (gold, response)"),
        ("needs_more:grade", "module 'needs_more' needs 'no_such_package'; install that first"),
        ("breaks:grade", "importing 'breaks' failed: SyntaxError"),
    ],
)
def test_one_line_says_what_to_do(name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "few.yaml").write_text(CASES)
    (tmp_path / "needs_more.py").write_text("import no_such_package")
    (tmp_path / "breaks.py").write_text("def grade(gold response)")
    monkeypatch.chdir(tmp_path if name in ("needs_more:grade", "breaks:grade") else HERE)
    result = CliRunner().invoke(main, ["run", "--grader", name, "--cases", str(tmp_path / "few.yaml")])
    assert result.exit_code == 2
    assert line in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_the_last_lines_of_a_grader_that_does_not_start_are_shown(tmp_path: Path) -> None:
    """The last of them alone may say nothing: Node's is its version."""
    (tmp_path / "few.yaml").write_text(CASES)
    (tmp_path / "breaks.py").write_text(r"raise SystemExit('[red]no model\x1b file\n\nMine 1.0')")
    command = f"cmd:{sys.executable} {tmp_path / 'breaks.py'}"
    result = CliRunner().invoke(main, ["run", "--grader", command, "--cases", str(tmp_path / "few.yaml")])
    assert result.exit_code == 2
    assert "it exited with code 1: Mine 1.0\nWhat it wrote to stderr last:\n[red]no model" in result.stderr
    assert result.stderr.endswith("file\nMine 1.0\n")
    assert "\x1b" not in result.stderr


def test_what_cannot_run_does_not_stop_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    (tmp_path / "few.yaml").write_text(CASES)
    named = ["--grader", "zzz", "--grader", "verify:bad_graders:right"]
    result = CliRunner().invoke(main, ["run", *named, "--cases", str(tmp_path)])
    assert result.exit_code == 2
    assert "there is no grader 'zzz'" in result.stderr
    assert "2/2" in result.stdout


def test_a_command_keeps_its_arguments() -> None:
    assert resolve("cmd:sh -c 'a b' c").launch.command == ("sh", "-c", "a b", "c")


def test_a_persons_own_adapter_runs_in_this_environment_if_it_will_do(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("# /// script\n# dependencies = ['pytest']\n# ///\n")
    launch = resolve(str(file)).launch
    assert launch.command[0] == sys.executable
    assert launch.command[2] == str(file)


def test_hashes_are_the_same_in_every_run() -> None:
    assert resolve("bad_graders:right").launch.environment["PYTHONHASHSEED"] == "0"


def test_every_packaged_adapter_has_metadata_that_can_be_read() -> None:
    named = [adapter.name for adapter in adapters()]
    assert named == sorted(path.parent.name for path in data.adapters_dir().glob("*/adapter.py"))
    assert {"reference", "math-verify"} <= set(named)
    for adapter in adapters():
        assert adapter.needs.about["summary"]
        assert adapter.needs.about["license"]


def test_reference_runs_where_the_harness_runs() -> None:
    assert resolve("reference").launch.command[0] == sys.executable
    with pytest.raises(Unavailable):
        resolve("reference@documented")
