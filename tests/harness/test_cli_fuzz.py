"""`gradespec fuzz`: its pairs are the same everywhere, and what it finds is shown again by its command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import gradespec
import mpmath
import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main
from gradespec.fuzz import engine
from gradespec.fuzz.choices import Choices
from gradespec.fuzz.engine import Selection
from gradespec.fuzz.kinds import KINDS

HERE = Path(__file__).parent
#: What is printed, and the failures of the report.
Found = tuple[Result, list[dict[str, str]]]
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


def printed(python: str, count: int, folder: Path, seed: int) -> bytes:
    """The first pairs, as that interpreter makes them in that folder; of what is installed it sees mpmath alone."""
    packages = folder / "packages"
    packages.mkdir(exist_ok=True)
    for package in (mpmath, gradespec):
        if not (packages / package.__name__).exists():
            (packages / package.__name__).symlink_to(Path(str(package.__file__)).parent)
    return subprocess.run(
        [python, "-B", "-c", PRINT.format(count=count)],
        cwd=folder,
        env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(packages)},
        capture_output=True,
        check=True,
    ).stdout


def other_pythons() -> dict[int, str]:
    """An interpreter of each other version that the package supports, by its number, as far as the machine has them."""
    found: dict[int, str] = {}
    folders = [Path(folder) for folder in os.get_exec_path()]
    for minor in {*range(10, 15)} - {sys.version_info[1]}:
        name = f"python3.{minor}"
        behind_shims = [file for folder in folders for file in folder.parent.glob(f"versions/3.{minor}.*/bin/{name}")]
        for file in (*(folder / name for folder in folders), *behind_shims):
            asked = [str(file), "-c", "import sys; print(sys.version_info[1])"]
            if file.exists() and subprocess.run(asked, capture_output=True).stdout.split() == [str(minor).encode()]:
                found[minor] = str(file)
    return found


def test_two_processes_make_the_same_pairs(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    one, other = printed(sys.executable, 500, tmp_path, 1), printed(sys.executable, 500, tmp_path / "elsewhere", 2)
    assert one == other
    assert one.count(b"\n") == 500


@pytest.mark.long
def test_every_python_makes_the_same_ten_thousand_pairs(tmp_path: Path) -> None:
    others = other_pythons()
    if not others:
        pytest.skip("there is no other Python here")
    expected = printed(sys.executable, 10_000, tmp_path, 1)
    for minor, python in others.items():
        assert printed(python, 10_000, tmp_path, seed=minor) == expected, python


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_every_kind_has_pairs_of_both_truths_and_a_pair_is_replayed_from_its_choices(kind: str) -> None:
    selection = Selection((kind,))
    found = [engine.pair(Choices.drawn(3, index), selection) for index in range(40)]
    assert {pair.equal for pair in found} == {True, False}
    for pair in found:
        assert pair.kind == kind
        assert engine.replayed(pair.made, selection) == pair


@pytest.fixture(scope="module")
def said_yes(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What is printed of a grader that says yes to everything, and the failures in its report."""
    report = tmp_path_factory.mktemp("fuzz") / "found.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HERE)
        result = call("--grader", "verify:bad_graders:yes", "--count", 400, "--report", report)
    return result, json.loads(report.read_text())["failures"]


def test_a_grader_that_says_yes_is_told_what_it_accepts(said_yes: Found) -> None:
    result, _ = said_yes
    assert result.exit_code == 1
    assert "false accept" in result.stdout
    assert "gradespec fuzz --grader verify:bad_graders:yes --seed 0 --pair" in result.stdout
    assert "reject: [" in result.stdout


def test_a_failure_is_shown_again_by_its_command(said_yes: Found) -> None:
    failure = said_yes[1][0]
    again = call(*failure["command"].split()[2:], "--json")
    found = json.loads(again.stdout)[0]
    assert found["pairs"] == 1
    assert [failure["gold"], failure["answer"]] == [found["failures"][0]["gold"], found["failures"][0]["answer"]]


def test_the_cases_that_it_writes_are_clean(said_yes: Found, tmp_path: Path) -> None:
    file = tmp_path / "cases" / "fuzz" / "found.yaml"
    file.parent.mkdir(parents=True)
    cases = "".join(textwrap.indent(failure["case"], "  ") for failure in said_yes[1])
    file.write_text(f"chapter: fuzz/found\ncases:\n{cases}", encoding="utf-8")
    linted = CliRunner().invoke(main, ["lint", str(file.parents[1])])
    assert linted.exit_code == 0, linted.output


def test_all_sorts_are_named_where_only_some_are_printed(said_yes: Found) -> None:
    shown = said_yes[0].stdout
    assert shown.count("  again ") == 20
    assert "more sorts, in full with --report FILE" in shown


def test_what_names_nothing_is_wrong_usage() -> None:
    assert call("--grader", "verify:bad_graders:yes", "--select", "nothing").exit_code == 2
    assert call("--grader", "no-such-grader").exit_code == 2
    assert call().exit_code == 2
