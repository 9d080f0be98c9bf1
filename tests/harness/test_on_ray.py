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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("ray", reason="Ray is an extra: pip install 'gradespec[ray]'")
pytestmark = pytest.mark.long

HERE = Path(__file__).parent
LIMIT = 600  # seconds for what would never end
COUNTED = "GRADESPEC_TEST_COUNTED"  # the file that `counting_graders` writes to
#: A machine that does other work, too, takes its time to start Ray, and gives its workers little as Ray would have it.
PATIENT = {
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_gcs_server_port_wait_time_s": "300",
    "RAY_gcs_server_request_timeout_seconds": "300",
    "RAY_worker_niceness": "0",
}
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


def audit(*words: object) -> subprocess.Popen[str]:
    command = (sys.executable, "-c", "from gradespec.cli import main; main()", "audit", *map(str, words))
    quiet = {**os.environ, **PATIENT, "NO_COLOR": "1"}
    return subprocess.Popen(
        command, cwd=HERE, env=quiet, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def told(process: subprocess.Popen[str]) -> str:
    """The report as JSON has it, without the time that it took."""
    out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 1, err
    return "".join(line for line in out.splitlines(True) if '"seconds"' not in line and '"rows_per_second"' not in line)


def test_the_report_is_that_of_one_machine_to_the_byte(folder: Path) -> None:
    words = (folder, "--reward-field", "reward", "--by", "source", "--workers", "2", "--json")
    here, there = told(audit(*words)), told(audit(*words, "--engine", "ray"))
    found = json.loads(here)
    assert (found["bad"], found["fields"]["gold"], len(found["parts"])) == (3, "answer", 4)
    assert min(len(found["causes"]), found["contradictions"]["count"], len(found["ungradable"])) > 0
    assert there == here


def auditors(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The actors of an audit."""
    return [
        one for one in psutil.Process(process.pid).children(recursive=True) if "_Auditor" in " ".join(one.cmdline())
    ]


def test_a_killed_worker_loses_no_row_and_counts_none_twice(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = tmp_path / "counted"
    monkeypatch.setenv(COUNTED, str(counted))
    grader = ("--grader", "counting_graders:slow", "--env", COUNTED, "--sandbox", "off")
    words = (folder, *grader, "--by", "source", "--workers", "2", "--json")
    here = told(audit(*words))
    total = counted.stat().st_size
    counted.unlink()
    running = audit(*words, "--engine", "ray")
    end = time.monotonic() + LIMIT
    while not (counted.exists() and counted.stat().st_size > total / 3):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)
    killed, *others = auditors(running)
    assert len(others) == 1
    killed.send_signal(signal.SIGKILL)
    assert told(running) == here
    assert counted.stat().st_size > total  # what the killed one had begun was asked again


def test_a_sample_and_its_decisions_are_those_of_one_machine(folder: Path, tmp_path: Path) -> None:
    words = (folder, "--reward-field", "reward", "--workers", "2", "--json", "--sample", "1000", "--seed", "7")
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    here, there = told(audit(*words, "--out", alone)), told(audit(*words, "--out", shared, "--engine", "ray"))
    found = json.loads(here)
    assert (found["rows"] + found["bad"], found["sample_of"]) == (1000, 3002)
    assert there == here
    assert kept(shared) == kept(alone)


def kept(out: Path) -> str:
    """The lines of decisions, whether they are in a file or in parts."""
    return "".join(file.read_text() for file in (sorted(out.glob("*.jsonl")) if out.is_dir() else [out]))


def test_what_an_interruption_leaves_is_gone_on_with(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = tmp_path / "counted"
    monkeypatch.setenv(COUNTED, str(counted))
    grader = ("--grader", "counting_graders:slow", "--env", COUNTED, "--sandbox", "off")
    words = (folder, *grader, "--workers", "2", "--json")
    here = told(audit(*words, "--out", tmp_path / "alone.jsonl"))
    total = counted.stat().st_size
    counted.unlink()
    out = tmp_path / "shared.jsonl"
    words = (*words, "--engine", "ray", "--out", out)
    running = audit(*words)
    begun = tmp_path / "shared.jsonl.unfinished"
    end = time.monotonic() + LIMIT
    while not list(begun.glob("*.jsonl")):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=LIMIT)
    assert (running.returncode, "--resume goes on" in " ".join(err.split()), out.exists()) == (130, True, False)
    counted.unlink()
    assert told(audit(*words, "--resume")) == here
    assert counted.stat().st_size < total
    assert kept(out) == kept(tmp_path / "alone.jsonl")
    assert not begun.exists()


@pytest.fixture
def head() -> Iterator[str]:
    """The address of a cluster, started as docs/audit.md says, but on a port of its own, and ended with the test."""
    with socket.socket() as free, tempfile.TemporaryDirectory(prefix="ray") as sessions:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        free.close()
        words = ("--head", "--disable-usage-stats", "--block", "--num-cpus", "2", "--temp-dir", sessions)
        ray = ("-c", "from ray.scripts.scripts import main; main()", "start", *words)
        command = (sys.executable, *ray, "--node-ip-address", "127.0.0.1", "--port", address.rpartition(":")[2])
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "env": {**os.environ, **PATIENT}}
        with subprocess.Popen(command, text=True, **pipes) as process:
            try:
                assert process.stdout
                assert any("runtime started" in line for line in process.stdout)
                yield address
            finally:
                process.terminate()


def test_a_cluster_that_is_there_gives_the_report_of_one_machine(folder: Path, head: str) -> None:
    words = (folder, "--reward-field", "reward", "--by", "source", "--json")
    assert told(audit(*words, "--engine", "ray", "--address", head)) == told(audit(*words))


def test_where_no_cluster_is_that_is_said(folder: Path) -> None:
    process = audit(folder, "--reward-field", "reward", "--engine", "ray", "--address", "127.0.0.1:1")
    _, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, "ray start --head" in " ".join(err.split())) == (2, True), err


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
