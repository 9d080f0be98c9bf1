"""`gradespec audit --engine ray` on two workers here: the report of one machine, even where one of them is killed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
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
    quiet = {**os.environ, "NO_COLOR": "1"}
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


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--sample", "5"), "for one machine"),
        (("--grader", "no-such-grader"), "there is no grader"),
    ],
)
def test_what_ray_cannot_do_is_said(folder: Path, words: tuple[str, ...], why: str) -> None:
    process = audit(folder, "--reward-field", "reward", "--engine", "ray", *words)
    _, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, why in " ".join(err.split())) == (2, True), err
