"""Ask a peer a workload in a process of its own, and kill it where it does not come back."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).parent.parent


class Input(NamedTuple):
    """One question. `expected` is the verdict of its case, where it comes from one."""

    op: str
    gold: str
    text: str
    expected: str | None = None


class Timing(NamedTuple):
    """One answer: `seconds` it took, and the process's peak memory until then in bytes."""

    seconds: float
    verdict: str
    peak: int


@dataclass(frozen=True)
class Run:
    """The timings of one run, None for an input at which the process had to be killed or died."""

    timings: tuple[Timing | None, ...]

    @property
    def peak(self) -> int:
        """Peak memory in bytes."""
        return max((timing.peak for timing in self.timings if timing), default=0)

    @property
    def lost(self) -> int:
        """How many inputs ended the process."""
        return self.timings.count(None)


def run(peer: str, inputs: Sequence[Input], limit: float) -> Run:
    """One run of `inputs` in order; an input may take `limit` seconds."""
    timings: list[Timing | None] = []
    while len(timings) < len(inputs):
        timings += _until_killed(peer, inputs[len(timings) :], limit)
    return Run(tuple(timings))


def _until_killed(peer: str, inputs: Sequence[Input], limit: float) -> list[Timing | None]:
    """The timings until all inputs are answered, or until one ends the process: then None is the last."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as questions:
        questions.writelines(json.dumps(asked[:3]) + "\n" for asked in inputs)
        questions.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", peer],
            stdin=questions,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
        )
    assert process.stdout is not None
    timings: list[Timing | None] = []
    try:
        lines = _Lines(process.stdout)
        if lines.next(limit + 120) is None:  # importing and warming up
            raise RuntimeError(f"{peer} cannot be loaded here")
        while len(timings) < len(inputs):
            line = lines.next(limit)
            timings.append(None if line is None else Timing(*json.loads(line)))
            if line is None:
                break
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    return timings


class _Lines:
    """Lines of a pipe, each waited for no longer than is said."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.pipe = pipe
        self.buffer = b""

    def next(self, seconds: float) -> bytes | None:
        """The next line; None where none comes in time, or ever."""
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.pipe], [], [], seconds)
            chunk = self.pipe.read1(65536) if ready else b""  # type: ignore[attr-defined]
            if not chunk:
                return None
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line


#: Byte code of the run: a machine that never keeps any would measure the compiler.
_CACHE = os.path.join(tempfile.gettempdir(), f"gradespec-benchmarks-{os.getpid()}")


def in_fresh_interpreter(code: str, *arguments: str) -> str:
    """What `code` prints in an interpreter that has imported nothing, but whose byte code was compiled before."""
    command = [sys.executable, "-c", code, *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        env={**environment, "PYTHONPYCACHEPREFIX": _CACHE},
    )
    return done.stdout
