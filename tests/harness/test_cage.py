"""What a grader may see, write, use and leave behind: real processes, with a sandbox where there is one and without."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner, Result
from gradespec import cage, cgroup, sdk, usage
from gradespec.cage import VARIABLES, Cage, Launch, Limits, SandboxError, described, in_sandbox, no_sandbox
from gradespec.cgroup import Group
from gradespec.cli import main
from gradespec.protocol import Reply, Request
from gradespec.worker import Worker

HERE = Path(__file__).parent
LIMITS = Limits(seconds=60, memory=3 * 10**8, start_seconds=60, sandbox="off")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to a keeper")
GROUPS = pytest.mark.skipif(cgroup.above() is None, reason="no control group of version 2 can be made here")
KILLS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture(params=["off", "on"])
def sandbox(request: pytest.FixtureRequest) -> str:
    """Both ways of running a grader, where there are both."""
    if request.param == "on" and (why := no_sandbox(Limits())):
        pytest.skip(f"no sandbox here: {why}")
    return str(request.param)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> str:
    """How long a grader's `sleep` sleeps: nobody else's number, in whatever runs beside this test."""
    number = f"{10_000 + os.getpid()}"
    monkeypatch.setenv("SLEEP_SECONDS", number)
    return number


def asked(answer: str, limits: Limits, function: str = "attack") -> Reply:
    """The reply of a fresh process of a hostile grader."""
    launch = Launch(
        (sys.executable, sdk.__file__, f"verify:hostile_graders:{function}"),
        environment={sdk.FOLDER_VARIABLE: str(HERE)},
    )
    with closing(Worker(launch, replace(limits, variables=("SLEEP_SECONDS",)))) as worker:
        return worker.ask(Request("verify", {"gold": "1", "answer": answer}))


def sleeping(seconds: str) -> list[psutil.Process]:
    """The processes that run ``sleep`` for so long."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.cmdline() == ["sleep", seconds] and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds after a while, on a busy machine too."""
    deadline = time.monotonic() + 60
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


# ---- nothing is left behind ----


@LINUX
def test_a_daemon_is_reported_and_ended(sandbox: str, seconds: str) -> None:
    reply = asked("leaves_a_daemon", replace(LIMITS, sandbox=sandbox))
    assert (reply.kind, reply.value) == ("verdict", "incorrect")
    assert reply.left == ("sleep",)
    assert soon(lambda: not sleeping(seconds))


@LINUX
def test_who_kills_its_keeper_leaves_nothing(sandbox: str, seconds: str) -> None:
    reply = asked("kills_its_keeper", replace(LIMITS, sandbox=sandbox))
    if sandbox == "off":  # in a PID namespace the keeper is the first process, which cannot be killed from within
        assert reply.kind == "crash"
        assert reply.left == ("sleep",)
    assert soon(lambda: not sleeping(seconds))


@GROUPS
def test_what_hides_from_a_harness_without_a_keeper_is_in_its_group(seconds: str) -> None:
    reply = asked("kills_its_keeper_and_leaves_a_stranger", LIMITS)
    assert (reply.kind, reply.left) == ("crash", ("sleep",))
    assert soon(lambda: not sleeping(seconds))
    assert not list(cgroup.above().glob(f"{cgroup.NAME}{os.getpid()}-*"))  # type: ignore[union-attr]


@GROUPS
def test_a_group_ends_with_all_that_was_started_in_it(seconds: str) -> None:
    group, other = Group("first"), Group("second")
    script = f"read now; setsid sleep {seconds} & setsid sleep {seconds} & wait"
    started = subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE)
    group.take(started.pid)
    assert started.stdin is not None
    started.stdin.close()
    assert soon(lambda: len(sleeping(seconds)) == 2)
    assert {started.pid, *(process.pid for process in sleeping(seconds))} <= group.processes()
    assert not other.processes()
    left = cgroup.above() / f"{cgroup.NAME}{2**22 + 1}-left"  # type: ignore[operator]  # by a process that never was
    left.mkdir()
    Group("third").end()
    assert not left.exists()
    other.end()
    group.end()
    assert started.wait() == -signal.SIGKILL
    assert soon(lambda: not sleeping(seconds))
    assert not list(cgroup.above().glob(f"{cgroup.NAME}{os.getpid()}-*"))  # type: ignore[union-attr]


@LINUX
@pytest.mark.usefixtures("ends_are_heard")
@pytest.mark.parametrize("number", [KILLS[0], *(pytest.param(number, marks=pytest.mark.long) for number in KILLS[1:])])
def test_a_harness_that_is_killed_takes_everything_along(
    sandbox: str, seconds: str, number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "few.yaml").write_text(
        "chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1'], reject: [leaves_a_daemon, hangs]}]"
    )
    arguments = ["run", "--grader", "verify:hostile_graders:attack", "--cases", str(tmp_path / "few.yaml")]
    limits = ["--timeout", "3000", "--sandbox", sandbox, "--env", "SLEEP_SECONDS", "--workers", "1"]
    limits += ["--seed", "0"]  # the daemon is left before the grader hangs
    start = [sys.executable, "-c", "from gradespec.cli import main; main()"]
    harness = subprocess.Popen([*start, *arguments, *limits], cwd=HERE, stderr=subprocess.DEVNULL)
    assert soon(lambda: bool(sleeping(seconds)))
    harness.send_signal(number)
    harness.wait()
    assert soon(lambda: not sleeping(seconds))


# ---- what it may use ----


@pytest.mark.parametrize(
    ("attack", "why"),
    [
        ("grows", "used more than 0.3 GB of memory"),
        pytest.param("multiplies", "started more than 100 processes", marks=pytest.mark.long),
        pytest.param("litters", "made more than 500 files", marks=pytest.mark.long),
    ],
)
def test_whoever_uses_too_much_is_ended(sandbox: str, attack: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "FILES", 500)
    reply = asked(attack, replace(LIMITS, sandbox=sandbox))
    assert (reply.kind, reply.why) == ("crash", why)


@pytest.mark.parametrize("attack", ["fills", "opens"])
def test_whoever_wants_too_much_is_refused(sandbox: str, attack: str) -> None:
    assert asked(attack, replace(LIMITS, sandbox=sandbox)).value == "incorrect"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the pages that processes share")
def test_memory_that_is_shared_counts_once(sandbox: str) -> None:
    assert asked("shares", replace(LIMITS, sandbox=sandbox)).value == "correct"


# ---- what it may see ----


def test_the_environment_is_of_allowed_names(sandbox: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert asked("sees_secrets", replace(LIMITS, sandbox=sandbox)).value == "incorrect"


def test_a_variable_is_seen_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("LC_TIME", "C")
    made = Cage(Launch(("true",), environment={"ADDED": "1"}), replace(LIMITS, variables=("HF_TOKEN",)))
    seen = made.environment(tmp_path)
    assert (seen["HF_TOKEN"], seen["ADDED"], seen["LC_TIME"]) == ("secret", "1", "C")
    assert seen["HOME"] == seen["TMPDIR"] == str(tmp_path / "tmp")
    assert "HF_TOKEN" not in VARIABLES


def test_the_folder_is_empty(sandbox: str) -> None:
    assert asked("finds_old_files", replace(LIMITS, sandbox=sandbox)).value == "incorrect"


def test_the_suite_is_not_to_be_imported(sandbox: str) -> None:
    assert asked("imports_the_suite", replace(LIMITS, sandbox=sandbox)).value == "incorrect"


@pytest.mark.parametrize("attack", ["reads_the_suite", "reads_the_harness", "writes_elsewhere", "uses_the_network"])
def test_a_sandbox_has_none_of(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if why := no_sandbox(Limits()):
        pytest.skip(f"no sandbox here: {why}")
    monkeypatch.setenv("HF_TOKEN", "secret")
    assert asked(attack, replace(LIMITS, sandbox="on")).value == "incorrect"
    assert not (HERE / "written-by-a-grader").exists()


def test_a_run_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage, "scratch", lambda: tmp_path)
    assert asked("fills", LIMITS).value == "incorrect"
    assert not list(tmp_path.iterdir())


# ---- whether there is a sandbox ----


@pytest.fixture
def broken_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bubblewrap as it is where user namespaces are forbidden."""
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")


def test_where_namespaces_are_forbidden_a_grader_runs_without(broken_sandbox: None) -> None:
    auto = replace(LIMITS, sandbox="auto")
    assert asked("fills", auto).value == "incorrect"
    (told,) = described(auto)["not_enforced"]
    assert told.startswith("no sandbox (bwrap: No permissions to create a new namespace): ")
    with pytest.raises(SandboxError, match="there is no sandbox: bwrap: No permissions"):
        in_sandbox(replace(LIMITS, sandbox="on"))


def test_where_there_is_no_bubblewrap_a_grader_runs_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage.shutil, "which", lambda name: None)
    assert no_sandbox(replace(LIMITS, sandbox="auto")) == "bubblewrap (bwrap) is not installed"


def test_a_sandbox_that_is_insisted_on_is_had_or_the_run_is_refused(broken_sandbox: None, tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text("chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1'], reject: ['2']}]")
    result = run("reference", tmp_path / "few.yaml", "--sandbox", "on")
    assert result.exit_code == 2
    assert "there is no sandbox" in result.stderr


def run(grader: str, cases: Path, *more: str) -> Result:
    arguments = ["run", "--grader", grader, "--cases", str(cases), "--workers", "1", *more]
    return CliRunner().invoke(main, arguments)


def test_what_is_hidden_and_what_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command line of bubblewrap, whether or not it is there."""
    monkeypatch.setattr(cage, "in_sandbox", lambda limits: True)
    monkeypatch.setattr(cage.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(cage, "_PRIVATE", (str(tmp_path),))
    adapter = tmp_path / "adapters" / "mine.py"
    adapter.parent.mkdir()
    adapter.touch()
    made = Cage(Launch(("python", sdk.__file__, str(adapter)), tmp_path / "adapters"), LIMITS)
    words = made.command(tmp_path / "own", {"requests": 3, "answers": 4, "lifeline": 5, "status": 6})
    pairs = list(pairwise(words))
    assert ("--tmpfs", str(tmp_path)) in pairs
    assert ("--ro-bind", str(adapter.parent)) in pairs
    assert ("--tmpfs", str(Path(cage.__file__).parent)) in pairs
    assert ("--ro-bind", sdk.__file__) in pairs
    assert pairs.index(("--tmpfs", str(tmp_path))) < pairs.index(("--ro-bind", str(adapter.parent)))


#: Who runs the harness: what comes before its command, and whether a sandbox may be there.
WITHOUT = "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all"
RUNNERS = {
    "as it is": ["env"],
    "another user": ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"],
    "no namespaces": ["unshare", "--user", "--map-root-user", "sh", "-c", f'{WITHOUT} --no-new-privs "$0" "$@"'],
}


@LINUX
@pytest.mark.long
@pytest.mark.parametrize("who", RUNNERS)
def test_whoever_runs_it_is_told_what_was_enforced(who: str, tmp_path: Path) -> None:
    asking = [*RUNNERS[who], sys.executable, "-c"]
    itself = "import subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"
    tried = [*asking, f"{itself}; from gradespec.cage import Limits, no_sandbox; print(no_sandbox(Limits()))"]
    try:
        why = subprocess.run(tried, capture_output=True, text=True, check=True, cwd="/").stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this cannot be tried here: {error}")
    cases = tmp_path / "few.yaml"
    cases.write_text(
        "chapter: mine/few\ncases: [{id: one, gold: '1', accept: ['1'], reject: [leaves_a_daemon, opens]}]"
    )
    temporary = Path(tempfile.gettempdir())
    for folder in (tmp_path, *(above for above in tmp_path.parents if temporary in above.parents)):
        folder.chmod(0o755)
    arguments = ["run", "--grader", "verify:hostile_graders:attack", "--cases", str(cases), "--json", "--workers", "1"]
    start = "import sys; from gradespec.cli import main; main()"
    done = subprocess.run([*asking, start, *arguments], capture_output=True, text=True, cwd=HERE, check=False)
    (report,) = json.loads(done.stdout)
    lacking = report["harness"]["cage"]["not_enforced"]
    assert [told.startswith(f"no sandbox ({why})") for told in lacking] == ([True] if why else [])
    assert why or who != "no namespaces"
    (found,) = (outcome for outcome in report["outcomes"] if outcome["check"].endswith("reject-1"))
    assert (found["kind"], found["left"]) == ("pass", ["sleep"])


# ---- all of it in one report ----

#: What comes of each attack: by the grader's process, and by what it finds out there.
CAUGHT = {
    "hangs": "timeout",
    "crashes": "crash",
    "grows": "crash",
    "multiplies": "crash",
    "litters": "crash",
    "kills_its_keeper": "crash",
    "open('{{canary}}', 'w')": "executed",
    "sum(b'{{word}}')": "executed",
    **dict.fromkeys(["fills", "opens", "leaves_a_daemon", "imports_the_suite", "sees_secrets"], "pass"),
}
#: What only a sandbox keeps a grader from.
OPEN = ("reads_the_suite", "reads_the_harness", "writes_elsewhere", "uses_the_network")


@LINUX
@pytest.mark.long
def test_a_grader_that_is_hostile_in_every_way_is_caught_on_every_count(
    sandbox: str, seconds: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(HERE)
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setattr(usage, "FILES", 500)
    attacks = [*CAUGHT, *(OPEN if sandbox == "on" else ())]
    listed = "".join(f'      - "{attack}"\n' for attack in attacks)
    (tmp_path / "few.yaml").write_text(
        f"chapter: mine/few\ncases:\n  - id: one\n    gold: '{{{{value}}}}'\n    accept: ['1']\n    reject:\n{listed}"
    )
    limits = ["--timeout", "10", "--memory", "0.3", "--sandbox", sandbox, "--env", "SLEEP_SECONDS", "--json"]
    result = run("verify:hostile_graders:attack", tmp_path / "few.yaml", *limits)
    report: dict[str, Any] = json.loads(result.stdout)[0]
    found = {outcome["check"].partition("#")[2]: outcome for outcome in report["outcomes"]}
    expected = {f"reject-{number}": CAUGHT.get(attack, "pass") for number, attack in enumerate(attacks, 1)}
    if sandbox == "on":  # it cannot even see it
        expected[f"reject-{attacks.index('kills_its_keeper') + 1}"] = "pass"
    assert {check: outcome["kind"] for check, outcome in found.items() if check in expected} == expected
    assert found[f"reject-{attacks.index('leaves_a_daemon') + 1}"]["left"] == ["sleep"]
    told = report["harness"]["cage"]
    assert bool(told["not_enforced"]) == (sandbox == "off")
    assert soon(lambda: not sleeping(seconds))
