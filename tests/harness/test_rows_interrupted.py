"""Runs that are ended at any moment: what was done is summed up, and gone on with to the same bytes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MOMENTS = 10
ROWS = 1500
STARTING = "import sys; from gradespec.cli import main; main(sys.argv[1:])"

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("ends_are_heard")]


@pytest.fixture
def audited(tmp_path: Path) -> list[str]:
    """The words of a command that audits rows, of which every fifth is rewarded falsely and every seventh is none."""
    rows = [{"gold": n, "response": rf"{'Hm. ' * 500}\boxed{{{n + (n % 5 == 0)}}}", "score": 1} for n in range(ROWS)]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join("no\n" if row["gold"] % 7 == 3 else json.dumps(row) + "\n" for row in rows))  # type: ignore[operator]
    return ["audit", str(file), "--reward-field", "score", "--workers", "2"]


def start(words: list[str], out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", STARTING, *words, "--out", str(out), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_ended_at_ten_moments_it_comes_to_the_same_bytes(
    audited: list[str], sent: signal.Signals, name: str, tmp_path: Path
) -> None:
    """Wherever in the run a moment falls, on a machine however fast: each run goes on where the last was ended."""
    whole, out = tmp_path / f"whole-{name}", tmp_path / name
    began = time.monotonic()
    report = start(audited, whole).communicate(timeout=300)[0]
    took = time.monotonic() - began
    left = out.with_name(f"{name}.unfinished")
    for moment in range(MOMENTS):
        before = lines_of(left)
        process = start(audited, out, "--resume")
        time.sleep(took * (moment + 0.5) / MOMENTS)
        process.send_signal(sent)
        said, complained = process.communicate(timeout=300)
        if "interrupted; what is done is kept" in complained:
            assert process.returncode == 128 + sent
            if out.exists() and not left.exists():  # the moment fell behind the last row: all is written
                break
            rows, bad = (int(found[1]) if found else 0 for found in map(re.compile(r"(\d+)").match, counted(said)))
            # a row may be written and not yet counted; rows of an earlier run may not have been read again
            uncounted = lines_of(left) - rows - bad
            assert uncounted in (0, 1) or (lines_of(left) == before and 0 < uncounted <= before)
    finished = start(audited, out, "--resume")
    again = finished.communicate(timeout=300)[0]
    assert finished.returncode == 1
    assert out.read_bytes() == whole.read_bytes()
    assert timeless(again) == timeless(report)
    assert sorted(file.name for file in tmp_path.glob(f"{name}*")) == [name, f"{name}.job.json"]


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def counted(said: str) -> tuple[str, str]:
    """What the last line of a summary says of rows and of what is none."""
    last = said.replace(",", "").splitlines()[-1]
    return last, last.partition("rows/s ")[2]


def timeless(said: str) -> str:
    return re.sub(r", [\d,]+ rows/s", "", said)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_ended_once_at_each_of_ten_moments(audited: list[str], sent: signal.Signals, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    began = time.monotonic()
    start(audited, whole).communicate(timeout=300)
    took = time.monotonic() - began
    for moment in range(MOMENTS):
        out = tmp_path / f"{moment}.jsonl"
        process = start(audited, out)
        time.sleep(took * (moment + 0.5) / MOMENTS)
        process.send_signal(sent)
        process.communicate(timeout=300)
        finished = start(audited, out, "--resume")
        finished.communicate(timeout=300)
        assert finished.returncode == 1
        assert out.read_bytes() == whole.read_bytes()
