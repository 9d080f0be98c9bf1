"""Ask a peer a workload in a process of its own, and kill it where it does not come back."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    """One answer: processor `seconds` it took, the process's peak memory until then in bytes, the yardstick in it."""

    seconds: float
    verdict: str
    peak: int
    unit: float = 1e-3

    @property
    def units(self) -> float:
        """The time as a ratio to the yardstick's in the same process."""
        return self.seconds / self.unit


@dataclass(frozen=True)
class Run:
    """The timings of one run, None for an input at which the process had to be killed or died.

    `loaded`: the memory in bytes of a process that is warm and was asked nothing yet.
    """

    timings: tuple[Timing | None, ...]
    loaded: int = 0

    @property
    def peak(self) -> int:
        """Peak memory in bytes."""
        return max((timing.peak for timing in self.timings if timing), default=0)

    @property
    def lost(self) -> int:
        """How many inputs ended the process."""
        return self.timings.count(None)


def run(peer: str, inputs: Sequence[Input], limit: float) -> Run:
    """One run of `inputs` in order; an input may take `limit` seconds of wall clock."""
    timings: list[Timing | None] = []
    loaded = 0
    while len(timings) < len(inputs):
        loaded, found = _until_killed(peer, inputs[len(timings) :], limit)
        timings += found
    return Run(tuple(timings), loaded)


def command(peer: str) -> list[str]:
    """What starts the process of a peer."""
    return [sys.executable, "-m", "benchmarks.worker", peer]


def _until_killed(peer: str, inputs: Sequence[Input], limit: float) -> tuple[int, list[Timing | None]]:
    """Memory when loaded, and the timings until all inputs are answered or one ends the process: None is the last."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as questions:
        questions.writelines(json.dumps(asked[:3]) + "\n" for asked in inputs)
        questions.seek(0)
        process = subprocess.Popen(
            command(peer),
            stdin=questions,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
        )
    assert process.stdout is not None
    timings: list[Timing | None] = []
    try:
        lines = _Lines(process.stdout)
        first = lines.next(limit + 120)  # importing and warming up
        if first is None:
            raise RuntimeError(f"{peer} cannot be loaded here")
        unit, loaded = json.loads(first)
        while len(timings) < len(inputs):
            line = lines.next(limit)
            timings.append(None if line is None else Timing(*json.loads(line), unit))
            if line is None:
                break
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    return loaded, timings


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


#: Byte code of the run, as an installation leaves it: a machine that never keeps any would measure the compiler.
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


@contextmanager
def busy_machine() -> Iterator[None]:
    """A machine on which every core has something else to do."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
