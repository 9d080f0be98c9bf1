"""`gradespec audit --engine ray` on two workers here: the report of one machine, even where one of them is killed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

pytest.importorskip("ray", reason="Ray is an extra: pip install 'gradespec[ray]'")
pytestmark = pytest.mark.long

HERE = Path(__file__).parent
LIMIT = 600  # seconds for what would never end
COUNTED = "GRADESPEC_TEST_COUNTED"  # the file that `counting_graders` writes to
#: A machine that does other work, too, takes its time to start Ray, and gives its workers little as Ray would have it.
PATIENT = {
    "RAY_AUTH_MODE": "disabled",  # or a token that a cluster left in the home folder keeps others out
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_gcs_server_port_wait_time_s": "300",
    "RAY_worker_niceness": "0",
}
STARTS = 3  # that Ray is given: half a minute for each, it has decided
COUNTING = ("--grader", "counting_graders:slow", "--env", COUNTED, "--sandbox", "off")
EXACT = ("--grader", "exact-match", "--sandbox", "off")
ON_RAY = ("--engine", "ray", "--address")
AUDITS: list[subprocess.Popen[str]] = []  # that a test has started
HALF_A_CHARACTER = "\ud83d"


def rows(start: int, stop: int) -> Iterator[dict[str, Any]]:
    """Rows on which reference and reward often differ, in several causes; golds that contradict each other."""
    for n in range(start, stop):
        answer = ("5", "50", "x+1", "-5", "90^", HALF_A_CHARACTER)[n % 6]
        yield {
            "answer": "90^" if n % 50 == 0 else "5" if n % 7 else "6",
            "output": f"{'so ' * (n % 5)}\\boxed{{{answer}}}",
            "reward": n % 3 == 0,
            "source": f"part {n % 4}",
            "question": f"what is {n % 20}?",
        }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Rows in files of four formats; the fields are told by the second, and some lines are no rows."""
    import pyarrow
    from pyarrow import parquet

    found = tmp_path / "rows"
    found.mkdir()
    (found / "a.jsonl").write_text('{"nothing": 1}\nnot JSON\n')
    lines = [json.dumps(row) for row in rows(0, 1500)]
    (found / "b.jsonl").write_text("\n".join([*lines[:700], "{", *lines[700:]]))
    (found / "c.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows(1500, 2000))).encode()))
    (found / "d.json").write_text(json.dumps(list(rows(2000, 2300))))
    whole = [row for row in rows(2300, 3000) if HALF_A_CHARACTER not in row["output"]]
    parquet.write_table(pyarrow.Table.from_pylist(whole), found / "e.parquet", row_group_size=100)
    return found


def _host(said: Iterable[str]) -> str:
    """The machine of a cluster, by what `ray start` says; none where it did not start."""
    host = ""
    for line in said:
        host = line.split()[-1] if "node IP" in line else host
        if "runtime started" in line:
            return host
    return ""


class Head(NamedTuple):
    """A cluster: its address, the process that all of it is below, and the file that `counting_graders` writes to."""

    address: str
    process: psutil.Process
    counted: Path


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Head]:
    """A cluster, started as docs/audit.md says, but on a port of its own; it ends with the tests."""
    counted = tmp_path_factory.mktemp("counted") / "counted"
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv(COUNTED, str(counted))
        for _ in range(STARTS):
            if started := stack.enter_context(_started()):
                address, pid = started
                yield Head(address, psutil.Process(pid), counted)
                return
    pytest.fail("Ray does not start in the time that it gives itself")


@contextmanager
def _started() -> Iterator[tuple[str, int] | None]:
    """The address and process of a cluster, None where it did not start."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as sessions:
        words = ("--head", "--disable-usage-stats", "--block", "--num-cpus", "2", "--temp-dir", sessions)
        ray = ("-c", "from ray.scripts.scripts import main; main()", "start", *words)
        command = (sys.executable, *ray, "--port", port)
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, text=True, env={**os.environ, **PATIENT}, **pipes) as process:
            assert process.stdout
            try:
                host = _host(process.stdout)
                yield (f"{host}:{port}", process.pid) if host else None
            finally:
                process.terminate()


def audit(*words: object) -> subprocess.Popen[str]:
    command = (sys.executable, "-c", "from gradespec.cli import main; main()", "audit", *map(str, words))
    quiet = {**os.environ, **PATIENT, "NO_COLOR": "1"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = subprocess.Popen(command, cwd=HERE, env=quiet, text=True, start_new_session=True, **pipes)
    AUDITS.append(started)
    return started


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    """No audit goes on after its test, however that ends."""
    yield
    while AUDITS:
        with AUDITS.pop() as process:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def told(process: subprocess.Popen[str]) -> str:
    """The report as JSON has it, without the time that it took."""
    out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 1, err
    return "".join(line for line in out.splitlines(True) if '"seconds"' not in line and '"rows_per_second"' not in line)


def test_the_report_is_that_of_one_machine_to_the_byte(folder: Path) -> None:
    words = (folder, *EXACT, "--reward-field", "reward", "--by", "source", "--workers", "2", "--json")
    here, there = told(audit(*words)), told(audit(*words, "--engine", "ray"))
    found = json.loads(here)
    assert (found["bad"], found["fields"]["gold"], len(found["parts"])) == (3, "answer", 4)
    assert min(len(found["causes"]), found["contradictions"]["count"], len(found["ungradable"])) > 0
    assert any(one["found"].keys() == {"exact-match"} for cause in found["causes"] for one in cause["examples"])
    assert there == here


def auditors(process: psutil.Process) -> list[psutil.Process]:
    """The actors of an audit."""
    return [one for one in process.children(recursive=True) if "_Auditor" in " ".join(one.cmdline())]


def test_a_killed_worker_loses_no_row_and_counts_none_twice(folder: Path, head: Head) -> None:
    words = (folder, *COUNTING, "--by", "source", "--workers", "2", "--json")
    here, total = asked_here(head, *words)
    running = audit(*words, *ON_RAY, head.address)
    until(running, lambda: size(head.counted) > total / 3)
    killed, *others = auditors(head.process)
    assert len(others) == 1
    killed.send_signal(signal.SIGKILL)
    assert told(running) == here
    assert size(head.counted) > total  # what the killed one had begun was asked again


def asked_here(head: Head, *words: object) -> tuple[str, int]:
    """The report of one machine, and how often it asked the grader that counts."""
    head.counted.unlink(missing_ok=True)
    here = told(audit(*words))
    total = size(head.counted)
    head.counted.unlink()
    return here, total


def size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def until(running: subprocess.Popen[str], come: Callable[[], object]) -> None:
    """Wait for what is to come while an audit is running."""
    end = time.monotonic() + LIMIT
    while not come():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_sample_and_its_decisions_are_those_of_one_machine(folder: Path, tmp_path: Path, head: Head) -> None:
    words = (folder, "--reward-field", "reward", "--workers", "2", "--json", "--sample", "1000", "--seed", "7")
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    here = told(audit(*words, "--out", alone))
    assert told(audit(*words, "--out", shared, *ON_RAY, head.address)) == here
    found = json.loads(here)
    assert (found["rows"] + found["bad"], found["sample_of"]) == (1000, 2886)
    assert kept(shared) == kept(alone)


def kept(out: Path) -> str:
    """The lines of decisions, whether they are in a file or in parts."""
    return "".join(file.read_text() for file in (sorted(out.glob("*.jsonl")) if out.is_dir() else [out]))


@pytest.mark.usefixtures("ends_are_heard")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_what_an_interruption_leaves_is_gone_on_with(
    folder: Path, tmp_path: Path, head: Head, sent: signal.Signals
) -> None:
    words = (folder, *COUNTING, "--workers", "2", "--json")
    here, total = asked_here(head, *words, "--out", tmp_path / "alone.jsonl")
    out, begun = tmp_path / "shared.jsonl", tmp_path / "shared.jsonl.unfinished"
    words = (*words, *ON_RAY, head.address, "--out", out)
    running = audit(*words)
    until(running, lambda: any(COUNTING[1] in part.read_text() for part in begun.glob("*.jsonl")))
    os.kill(running.pid, sent)
    _, err = running.communicate(timeout=LIMIT)
    assert (running.returncode, "--resume goes on" in " ".join(err.split()), out.exists()) == (128 + sent, True, False)
    head.counted.unlink()
    assert told(audit(*words, "--resume")) == here
    assert size(head.counted) < total
    assert kept(out) == kept(tmp_path / "alone.jsonl")
    assert not begun.exists()


def test_a_cluster_that_is_there_gives_the_report_of_one_machine(folder: Path, head: Head) -> None:
    words = (folder, "--reward-field", "reward", "--by", "source", "--json")
    assert told(audit(*words, *ON_RAY, head.address)) == told(audit(*words))


def test_where_no_cluster_is_that_is_said(folder: Path) -> None:
    process = audit(folder, "--reward-field", "reward", "--engine", "ray", "--address", "127.0.0.1:1")
    _, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 2
    (guess, refused) = err.splitlines()
    assert "by guess" in guess
    assert "no Ray cluster at 127.0.0.1:1: Connection refused; `ray start --head` starts one" in refused


def test_what_ray_tells_at_its_end_is_no_part_of_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gradespec.audit import on_ray

    monkeypatch.setattr(on_ray.ray, "init", lambda **_: print("begun"))
    monkeypatch.setattr(on_ray.ray, "shutdown", lambda: print("held back until now"))
    with on_ray.cluster(None, 1):
        print("a worker was lost")
    assert capsys.readouterr() == ("", "begun\na worker was lost\nheld back until now\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--out", __file__), "is a file"),
        (("--grader", "no-such-grader"), "there is no grader"),
    ],
)
def test_what_ray_cannot_do_is_said(folder: Path, words: tuple[str, ...], why: str) -> None:
    process = audit(folder, "--reward-field", "reward", "--engine", "ray", *words)
    _, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, why in " ".join(err.split())) == (2, True), err
