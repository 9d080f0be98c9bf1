"""`gradespec run --all`: a report of every packaged grader, whatever one of them does, and none of them twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import data
from gradespec.asking import outcomes
from gradespec.cli import main
from gradespec.graders import all_newest, everything
from gradespec.judge import Outcome
from packaging.specifiers import SpecifierSet

CASES = "chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1', '1.0'], reject: ['2']}]\n"
ADAPTER = """# /// script
# dependencies = [{needs}]
#
# [tool.gradespec]
# version = "9.9"
# ///
from pathlib import Path
from gradespec_sdk import serve

def verify(gold, answer, options):
    with Path(__file__).with_name("asked").open("a") as log:
        log.write(answer + "\\n")
    return answer == {says}

serve(name={name!r}, version="9.9", verify=verify)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four adapters: two that run, one that cannot be installed and one that does not start."""
    root = tmp_path / "adapters"
    put(root, "all-well", "gold")
    put(root, "installs-nowhere", "gold", needs='"nothing @ file:///no/such/nothing-1.0-py3-none-any.whl"')
    put(root, "starts-never", "gold")
    (root / "starts-never" / "adapter.py").write_text("raise SystemExit('out of order')")
    put(root, "yes", "answer")
    monkeypatch.setattr(data, "adapters_dir", lambda: root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("gradespec.cage.no_sandbox", lambda limits: "these adapters write beside themselves")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.yaml").write_text(CASES)
    return root


def put(root: Path, name: str, says: str, needs: str = "") -> None:
    (root / name).mkdir(parents=True)
    (root / name / "adapter.py").write_text(ADAPTER.format(name=name, says=says, needs=needs))


def run(*arguments: object) -> Result:
    fixed = ["run", "--all", "--cases", "few.yaml", "--workers", "1", "--report", "reports/{grader}.json"]
    return CliRunner(env={"COLUMNS": "120"}).invoke(main, [*fixed, *map(str, arguments)])


def asked(folder: Path) -> dict[str, int]:
    """How many checks each adapter was asked, since the last time."""
    found = {}
    for log in sorted(folder.glob("*/asked")):
        found[log.parent.name] = len(log.read_text().splitlines())
        log.unlink()
    return found


def test_every_grader_has_a_report_or_a_reason(folder: Path) -> None:
    result = run()
    assert result.exit_code == 2
    assert sorted(file.name for file in Path("reports").iterdir()) == ["all-well@9.9.json", "yes@9.9.json"]
    first, second = result.stderr.splitlines()
    assert first.startswith("installs-nowhere cannot be installed: ")
    assert second.startswith("starts-never does not start: ")
    assert "out of order" in second
    assert "yes 9.9: 2 of 3 passed, 1 failed" in result.stdout
    assert asked(folder) == {"all-well": 3, "yes": 3}


@pytest.mark.long
def test_what_is_there_is_not_run_again(folder: Path) -> None:
    before = run().stdout
    asked(folder)
    written = {file: file.read_bytes() for file in Path("reports").iterdir()}
    result = run("--resume")
    assert result.stdout == before
    assert result.exit_code == 2
    assert asked(folder) == {}
    assert {file: file.read_bytes() for file in Path("reports").iterdir()} == written
    run()
    assert asked(folder) == {"all-well": 3, "yes": 3}


@pytest.mark.long
def test_what_is_told_in_the_short_form_is_not_asked_again(folder: Path) -> None:
    short = ("--report", "reports/{grader}.txt")
    before = run(*short).stdout
    asked(folder)
    written = {file: file.read_bytes() for file in Path("reports").iterdir()}
    assert {file.suffix for file in written} == {".txt"}
    assert run(*short, "--resume").stdout == before
    assert asked(folder) == {}
    assert {file: file.read_bytes() for file in Path("reports").iterdir()} == written
    Path("few.yaml").write_text(CASES.replace("'1.0'", "'01'"))
    run(*short, "--resume")
    assert asked(folder) == {"all-well": 1, "yes": 1}


@pytest.mark.long
def test_an_interrupted_run_goes_on_where_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        told = count(1)

        def interrupted(*arguments: object) -> Iterator[Outcome]:
            for outcome in outcomes(*arguments):  # type: ignore[arg-type]
                if next(told) == 6:  # the last of the second grader
                    raise KeyboardInterrupt
                yield outcome

        patch.setattr("gradespec.cli.running.outcomes", interrupted)
        assert run().exit_code == 130
    assert sorted(file.name for file in Path("reports").iterdir()) == ["all-well@9.9.json", "yes@9.9.json.part"]
    asked(folder)
    run("--resume")
    assert asked(folder) == {"yes": 1}
    assert sorted(file.name for file in Path("reports").iterdir()) == ["all-well@9.9.json", "yes@9.9.json"]
    assert [outcome["kind"] for outcome in outcomes_of("yes")] == ["pass", "pass", "false_accept"]


def test_what_changed_is_asked_again_and_nothing_else(folder: Path) -> None:
    run()
    asked(folder)
    Path("few.yaml").write_text(CASES.replace("'1.0'", "'01', '2/2'"))
    run("--resume")
    assert asked(folder) == {"all-well": 2, "yes": 2}
    fresh = {"asked": run().exit_code, "outcomes": outcomes_of("yes")}
    Path("few.yaml").write_text("# The same checks.\n" + CASES.replace("'1.0'", "'01', '2/2'"))
    asked(folder)
    run("--resume")
    assert asked(folder) == {}
    assert [{**outcome, "seconds": 0} for outcome in outcomes_of("yes")] == [
        {**outcome, "seconds": 0} for outcome in fresh["outcomes"]
    ]
    assert json.loads(Path("reports/yes@9.9.json").read_text())["suite"]["checks"] == 4


@pytest.mark.long
def test_a_grader_that_changed_is_asked_again(folder: Path) -> None:
    run()
    asked(folder)
    with (folder / "yes" / "adapter.py").open("a") as file:
        file.write("# changed\n")
    run("--resume")
    assert asked(folder) == {"yes": 3}


def outcomes_of(name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(Path(f"reports/{name}@9.9.json").read_text())["outcomes"]
    return found


@pytest.mark.long
@pytest.mark.parametrize("key", ["version", "backend", "capabilities", "environment"])
def test_a_report_of_another_run_is_not_taken(folder: Path, key: str) -> None:
    run()
    asked(folder)
    file = Path("reports/yes@9.9.json")
    found = json.loads(file.read_text())
    other = {"capabilities": [], "environment": {"python": "2.7"}}
    file.write_text(json.dumps({**found, key: other.get(key, "other")}))
    run("--resume")
    assert asked(folder) == {"yes": 3}
    assert json.loads(file.read_text())[key] == found[key]


@pytest.mark.long
def test_nor_is_one_that_is_broken_or_of_other_checks_or_limits(folder: Path) -> None:
    run("--select", "*#accept-*")
    Path("reports/yes@9.9.json").write_text("{")
    asked(folder)
    run("--resume", "--select", "*#accept-*")
    assert asked(folder) == {"yes": 2}
    run("--resume")
    assert asked(folder) == {"all-well": 1, "yes": 1}
    run("--resume", "--timeout", 5)
    assert asked(folder) == {"all-well": 3, "yes": 3}


def test_the_list_that_comes_with_an_adapter_is_what_is_known_of_it(folder: Path) -> None:
    only = ["run", "--grader", "yes", "--cases", "few.yaml", "--workers", "1"]
    (folder / "yes" / "known.yaml").write_text("known: [{checks: 'mine/few/one#reject-1', reason: kind}]")
    result = CliRunner().invoke(main, only)
    assert result.exit_code == 0
    assert "yes 9.9: 2 of 3 passed, 1 failed as known" in result.stdout
    Path("mine.yaml").write_text("known: []")
    assert CliRunner().invoke(main, [*only, "--known", "mine.yaml"]).exit_code == 1


def test_everything_is_every_adapter_and_the_releases_that_it_names(folder: Path) -> None:
    file = folder / "yes" / "adapter.py"
    file.write_text(file.read_text().replace('# version = "9.9"', '# version = "9.9"\n# releases = ["8", "7"]'))
    assert everything() == ("all-well", "installs-nowhere", "starts-never", "yes", "yes@8", "yes@7")


@pytest.mark.long
def test_the_newest_of_all_is_of_those_that_others_release(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("yes", "starts-never"):
        change = ('# version = "9.9"', '# version = "9.9"\n# package = "some-package"\n# releases = ["8"]')
        file = folder / name / "adapter.py"
        file.write_text(ADAPTER.format(name=name, says="answer", needs="").replace(*change))
    monkeypatch.setattr("gradespec.graders.at_newest", lambda name, needs: replace(needs, python=SpecifierSet("<3")))
    assert all_newest() == ("starts-never@newest", "yes@newest")
    result = run("--newest")
    assert result.exit_code == 2
    assert [line.partition(" ")[0] for line in result.stderr.splitlines()] == ["starts-never@newest:", "yes@newest:"]
    assert asked(folder) == {}
    monkeypatch.setattr("gradespec.graders.at_newest", lambda name, needs: needs)
    monkeypatch.setenv("GRADESPEC_SOURCE_VERSION", "of somebody else")
    run("--newest")
    assert sorted(file.name for file in Path("reports").iterdir()) == ["starts-never@9.9.json", "yes@9.9.json"]
    assert asked(folder) == {"starts-never": 3, "yes": 3}


@pytest.mark.long
def test_a_newest_that_is_the_version_at_hand_is_not_asked_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "yes" / "adapter.py"
    file.write_text(file.read_text().replace('# version = "9.9"', '# version = "9.9"\n# package = "some-package"'))
    monkeypatch.setattr("gradespec.graders.at_newest", lambda name, needs: needs)
    run("--resume")
    assert asked(folder)["yes"] == 3
    run("--newest", "--resume")
    assert "yes" not in asked(folder)
    file.write_text(file.read_text().replace("answer == answer", "answer == 'another'"))
    run("--newest", "--resume")
    assert asked(folder)["yes"] == 3


def test_what_nobody_else_releases_has_no_newest(folder: Path) -> None:
    result = CliRunner().invoke(main, ["run", "--grader", "yes@newest", "--cases", "few.yaml"])
    assert (result.exit_code, "it is part of this suite" in result.stderr) == (2, True)
    result = CliRunner().invoke(main, ["run", "--grader", "yes", "--newest", "--cases", "few.yaml"])
    assert (result.exit_code, "--grader NAME@newest" in result.stderr) == (2, True)


def test_slips_are_told(folder: Path) -> None:
    result = CliRunner().invoke(main, ["run"])
    assert (result.exit_code, "name a grader with --grader NAME" in result.stderr) == (2, True)
    result = CliRunner().invoke(main, ["run", "--grader", "yes", "--cases", "few.yaml", "--resume"])
    assert (result.exit_code, "nothing to resume" in result.stderr) == (2, True)
    assert asked(folder) == {}
