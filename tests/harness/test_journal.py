"""What was asked is not lost, however a run ends, and a report is the old one or the new one, never a part of one.

Faults are injected as SQLite's tests do it: the n-th write, sync, rename or start of a process fails, for every n.
"""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gradespec import report
from gradespec.cli import main
from gradespec.journal import Journal

CASES = "chapter: mine/few\ncases:\n" + "".join(
    f"  - {{id: c{n}, gold: '{n}', accept: ['{n}'], reject: ['{n + 1}']}}\n" for n in range(1, 4)
)
GRADERS = """
import time

def right(gold, answer):
    return gold == answer

def yes(gold, answer):
    return True

def slow(gold, answer):
    time.sleep(0.05)
    return gold == answer
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Something that runs graders of `GRADERS` against `CASES` in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.yaml").write_text(CASES)
    (tmp_path / "graders.py").write_text(GRADERS)

    def run(*more: object, graders: str = "right") -> Result:
        named = [word for name in graders.split() for word in ("--grader", f"verify:graders:{name}")]
        return CliRunner(env={"COLUMNS": "120"}).invoke(main, ["run", *named, *FIXED, *map(str, more)])

    return run


MAIN = "from gradespec.cli import main; main()"
FIXED = ["--cases", "few.yaml", "--workers", "1", "--sandbox", "off"]
TO = ["--report", "out.json"]


def told(file: Path = Path("out.json")) -> list[dict[str, Any]]:
    """The outcomes of a report, without times, and without what a fault left that went away."""
    found = json.loads(file.read_text())["outcomes"]
    return [{**outcome, "seconds": 0, "flaky": ""} for outcome in found]


def test_a_line_that_was_cut_short_is_dropped_and_the_rest_kept(run: Callable[..., Result]) -> None:
    run(*TO)
    whole = report.read(Path("out.json"))
    before = Journal(Path("left.json"))
    with before.opened() as journal:
        journal.begin(replace(whole, outcomes=()))
        for outcome in whole.outcomes:
            journal.add(outcome)
    before.path.write_bytes(before.path.read_bytes()[:-20])
    with Journal(Path("left.json")).opened() as journal:
        found = journal.earlier()
        assert found is not None
        assert found.outcomes == whole.outcomes[:-1]
        journal.begin(replace(whole, outcomes=(), peak_memory=1))  # which makes it no other run
        journal.add(whole.outcomes[-1])
        again = journal.earlier()
        assert again is not None
        assert again.outcomes == whole.outcomes
        journal.end(whole)
    assert sorted(file.name for file in Path().glob("left*")) == ["left.json"]


def test_a_second_run_onto_one_report_is_refused(run: Callable[..., Result]) -> None:
    with Journal(Path("out.json")).opened():
        result = run(*TO)
    assert (result.exit_code, result.stderr) == (2, "out.json cannot be written: another run is writing it\n")
    assert not Path("out.json").exists()
    assert run(*TO).exit_code == 0


def test_where_a_report_goes_is_tried_before_the_first_check(run: Callable[..., Result]) -> None:
    Path("file").touch()
    Path("pipe").mkdir()
    os.mkfifo("pipe/right.json")
    for place, why in (("file/{grader}.json", "File exists"), ("pipe/{grader}.json", "it is no regular file")):
        result = run("--report", place.replace("{grader}", "right"))
        assert (result.exit_code, why in result.stderr) == (2, True)
        assert "passed" not in result.stdout
    Path("graders-right.json").mkdir()
    result = run("--report", "{grader}.json", graders="right yes")
    assert result.exit_code == 2
    assert "graders-right.json cannot be written: it is no regular file" in result.stderr
    assert len(told(Path("graders-yes.json"))) == 6, "the other grader runs all the same"


def test_two_graders_of_one_name_do_not_share_a_report(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "graders.py").write_text(GRADERS + "\nright.__name__ = yes.__name__ = 'same'\n")
    adapter = "from gradespec_sdk import serve\nserve(name='same', version='1', verify=lambda *asked: {})\n"
    Path("one.py").write_text(adapter.format("True"))
    Path("other.py").write_text(adapter.format("False"))
    names = ["--grader", "./one.py", "--grader", "./other.py", "--report", "{grader}.json"]
    result = CliRunner().invoke(main, ["run", *names, *FIXED])
    assert result.exit_code == 2
    assert "./one.py and ./other.py both write same@1.json; run one by itself, with another --report" in result.stderr
    assert not Path("same@1.json").exists(), "nothing was asked"


WRITE = os.write


def _is_pipe(descriptor: int) -> bool:
    """Whether it leads to a grader: a disk that is full takes nothing from there."""
    return stat.S_ISFIFO(os.fstat(descriptor).st_mode)


class Fault:
    """Something in the place of a function that fails at the n-th call, and is as ever before and after."""

    def __init__(self, function: Callable[..., Any], n: int) -> None:
        self.function, self.left = function, n

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self.function is WRITE and _is_pipe(arguments[0]):
            return self.function(*arguments)
        self.left -= 1
        if self.left == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.function(*arguments, **named)


FAULTS = {
    "write": "gradespec.files.os.write",
    "fsync": "gradespec.files.os.fsync",
    "rename": "gradespec.files.os.replace",
    "spawn": "subprocess.Popen",
}


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_fails_once_loses_nothing(
    fault: str, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*TO, "--seed", 1)
    whole = told()
    place, _, name = FAULTS[fault].rpartition(".")
    owner = subprocess if place == "subprocess" else os
    for n in range(1, 40):
        for file in Path().glob("out.json*"):
            file.unlink()
        with monkeypatch.context() as patch:
            injected = Fault(getattr(owner, name), n)
            patch.setattr(owner, name, injected)
            result = run(*TO, "--seed", 1)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        if result.exit_code == 0:
            assert told() == whole
        elif fault != "spawn":
            assert result.exit_code == 2
            assert not Path("out.json").exists() or told() == whole
        assert run(*TO, "--seed", 1, "--resume").exit_code == 0
        assert told() == whole
        assert sorted(file.name for file in Path().glob("out.json*")) == ["out.json"]
        if injected.left > 0:
            break
    else:
        pytest.fail("it never came through")
    assert n > 1


def test_a_rename_that_fails_leaves_the_old_report(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    run(*TO)
    before = Path("out.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", Fault(os.replace, 1))
        assert run(*TO).exit_code == 2
    assert Path("out.json").read_bytes() == before
    assert run(*TO, "--resume").exit_code == 0
    assert not Path("out.json.part").exists()


def started(grader: str, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAIN, "run", "--grader", f"verify:graders:{grader}", *FIXED, *TO, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def begun() -> None:
    """Wait until there is an outcome in the journal."""
    deadline = time.monotonic() + 120
    part = Path("out.json.part")
    while not (part.exists() and part.read_bytes().count(b"\n") > 1) and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.mark.usefixtures("ends_are_heard")
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.long),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.long),
    ],
)
def test_an_end_from_outside_keeps_what_there_is(run: Callable[..., Result], number: int, code: int) -> None:
    Path("few.yaml").write_text(CASES.replace("reject: ['2']", f"reject: {[f'{n}' for n in range(2, 500)]}"))
    process = started("slow")
    begun()
    process.send_signal(number)
    said = process.communicate(timeout=120)[1]
    assert (process.returncode, "Traceback" in said) == (code, False)
    kept = Path("out.json.part").read_bytes().count(b"\n") - 1
    assert kept > 0
    assert run(*TO, "--resume", "--select", "*/c1#reject-1", graders="slow").exit_code == 0


@pytest.mark.long
def test_killed_at_any_moment_it_goes_on_where_it_was(run: Callable[..., Result]) -> None:
    first = run(*TO, "--seed", 1, graders="slow")
    assert first.exit_code == 0, first.stderr
    whole = told()
    Path("out.json").unlink()
    moments = random.Random(14)
    for _ in range(20):
        process = started("slow", "--seed", "1", "--resume")
        try:
            process.wait(timeout=moments.uniform(0.2, 4))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
    assert run(*TO, "--seed", 1, "--resume", graders="slow").exit_code == 0
    assert told() == whole


def test_what_cannot_be_printed_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "adapters", "list"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "Error: the output: No space left on device\n"
