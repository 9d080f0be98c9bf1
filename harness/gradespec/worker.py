"""One grader in one process: asked in turn, bounded in time and memory, killed and started again (RUN).

The bounds are kept from outside and by one loop, `_Process.exchange`, which moves bytes both ways and never
blocks, so that a grader that neither reads nor answers, floods a pipe or grows costs its own check only.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import Any, Final

import psutil

from gradespec.protocol import (
    MAX_LINE,
    NO_ANSWER,
    START,
    Hello,
    ProtocolError,
    Reply,
    Request,
    last_lines,
    message,
    one_line,
    read_answer,
    read_hello,
    stop,
)

WATCH: Final = 0.05  # seconds between two looks at the grader's memory, and at whether to go on
FAMILY: Final = 10  # looks at the process alone for each look at its children too, which is much dearer
TAIL: Final = 8192  # bytes kept of what a grader prints
MAX_LAST: Final = 300  # characters shown of the last line that a dead grader printed
GRACE: Final = 0.5  # seconds for a grader to end by itself once it is asked to stop
INTERRUPTED: Final = "the run was interrupted"
STARTS: Final = 3  # failures in a row after which a grader is not started again


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a grader: its command, the folder to start in (None: here), what its environment adds."""

    command: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of wall clock for a check, `start_seconds` for a start; `memory` in bytes, with children."""

    seconds: float = 10.0
    memory: int = 2 * 10**9
    start_seconds: float = 120.0


class StartError(Exception):
    """A grader that does not start; the message is one line."""


class _Lost(Exception):
    """The conversation is over: `kind` is ``timeout``, ``crash`` or ``error``. The process must be killed."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


class Worker:
    """A grader's process that outlives what the grader does to it. Not for use by two threads at once.

    `cancelled` ends, from any thread, whatever the worker is waiting for.
    """

    def __init__(self, launch: Launch, limits: Limits, cancelled: Event | None = None) -> None:
        self._launch = launch
        self._limits = limits
        self._cancelled = cancelled or Event()
        self._process: _Process | None = None
        self._failures = 0
        self._asked = 0

    def start(self) -> Hello:
        """Start the grader, unless it failed to start too often. Raises `StartError`."""
        self.close()
        if self._cancelled.is_set():
            raise StartError(INTERRUPTED)
        if self._failures >= STARTS:
            raise StartError(f"it failed to start {STARTS} times in a row")
        self._failures += 1
        try:
            self._process = _Process(self._launch, self._limits.memory, self._cancelled)
            hello = read_hello(self._process.exchange(START, 0, self._limits.start_seconds))
        except OSError as error:
            raise StartError(f"{self._launch.command[0]}: {error.strerror or error}") from error
        except (_Lost, ProtocolError) as error:
            self.kill()
            raise StartError(str(error)) from error
        self._failures = 0
        return hello

    def ask(self, request: Request) -> Reply:
        """The grader's reply, or what happened instead. Never raises for anything that the grader does."""
        if self._process is None or self._process.ended:
            try:
                self.start()
            except StartError as error:
                return Reply("crash", why=f"the grader does not start again: {error}")
        assert self._process is not None
        self._asked += 1
        began = time.monotonic()
        reply = self._reply(self._process, request, self._asked)
        return replace(reply, seconds=time.monotonic() - began)

    def _reply(self, process: _Process, request: Request, number: int) -> Reply:
        try:
            found = process.exchange(request.line(number), number, self._limits.seconds)
        except _Lost as lost:
            printed = last_lines(process.printed)
            self.kill()
            return Reply(lost.kind, why=str(lost), printed=printed)
        try:
            return read_answer(found, request.op)
        except ProtocolError as error:
            return Reply("error", why=f"{NO_ANSWER}: {error}")

    def close(self) -> None:
        """Ask the grader to stop, and end its process."""
        if self._process is not None and not self._process.ended:
            self._process.say(stop(self._asked + 1))
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End the grader's process and everything that it started."""
        if self._process is not None:
            self._process.kill()
            self._process = None


class _Process:
    """A running grader: its pipes, the last of what it printed, and how much memory it may use (bytes)."""

    def __init__(self, launch: Launch, memory: int, cancelled: Event) -> None:
        self._memory = memory
        self._cancelled = cancelled
        self._popen = subprocess.Popen(
            launch.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=launch.folder,
            env={**os.environ, **launch.environment},
            start_new_session=True,
        )
        self._pipes = [p for p in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if p]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._outgoing = b""
        self._incoming = bytearray()
        self._received = 0  # bytes since the last request
        self._tail = bytearray()
        self._looks = 0
        self._next_look = 0.0
        self._family = 0  # bytes that the children held at the last look
        self._selector = selectors.DefaultSelector()
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._selector.register(self._out, selectors.EVENT_READ, self._read_answers)
        self._selector.register(self._err, selectors.EVENT_READ, self._read_errors)

    @property
    def ended(self) -> bool:
        """Whether the process is over."""
        return self._popen.poll() is not None

    @property
    def printed(self) -> str:
        """The last `TAIL` bytes of what it printed, beside its answers."""
        return bytes(self._tail).decode("utf-8", "replace")

    def exchange(self, line: bytes, number: int, seconds: float) -> dict[str, Any]:
        """Send `line` and wait for the answer numbered `number`. Raises `_Lost`."""
        deadline = time.monotonic() + seconds
        self._received = 0
        self.say(line)
        while True:
            left = deadline - time.monotonic()
            ready = self._selector.select(max(0.0, min(left, WATCH)))
            for key, _ in ready:
                key.data()
            while (found := self._next_line()) is not None:
                if (answer := message(found, number)) is not None:
                    return answer
                self._keep(found)
            if self._cancelled.is_set():
                raise _Lost("crash", INTERRUPTED)
            if left <= 0:  # before the last reading: a harness that was late does not blame the grader
                raise _Lost("timeout", f"no answer within {seconds:g} s")
            self._look(idle=not ready)

    def say(self, line: bytes) -> None:
        """Begin to send `line`; `exchange` sends what the pipe does not take at once."""
        if not self._outgoing:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._write)
        self._outgoing += line
        self._write()

    def _write(self) -> None:
        try:
            sent = os.write(self._in, self._outgoing)
        except BlockingIOError:
            return
        except OSError:  # nobody reads any more: the end of its answers tells the rest
            sent = len(self._outgoing)
        self._outgoing = self._outgoing[sent:]
        if not self._outgoing:
            self._selector.unregister(self._in)

    def _read_answers(self) -> None:
        data = os.read(self._out, 1 << 16)
        if not data:
            raise _Lost("crash", self._obituary())
        self._received += len(data)
        if self._received > MAX_LINE:
            raise _Lost("error", f"more than {MAX_LINE >> 20} MiB of output without an answer")
        self._incoming += data

    def _read_errors(self) -> None:
        data = os.read(self._err, 1 << 16)
        if not data:
            self._selector.unregister(self._err)
        self._keep(data)

    def _next_line(self) -> bytes | None:
        end = self._incoming.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        return line

    def _keep(self, printed: bytes) -> None:
        self._tail += printed
        del self._tail[:-TAIL]

    def _look(self, *, idle: bool) -> None:
        """Hold the memory limit, and notice an end that a child holding the pipe hides. Raises `_Lost`."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + WATCH
        if idle and self.ended:
            raise _Lost("crash", self._obituary())
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self._popen.pid)
            if self._looks % FAMILY == FAMILY - 1:
                self._family = sum(map(_held, process.children(recursive=True)))
            self._looks += 1
            if _held(process) + self._family > self._memory:
                raise _Lost("crash", f"used more than {self._memory / 1e9:g} GB of memory")

    def _obituary(self) -> str:
        try:
            code = self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        cause = f"it exited with code {code}"
        if code < 0:
            with contextlib.suppress(ValueError):
                cause = f"it was ended by {signal.Signals(-code).name}"
        with contextlib.suppress(BlockingIOError):
            self._keep(os.read(self._err, 1 << 16))
        last = next((line for line in reversed(self.printed.split("\n")) if line.strip()), "")
        return f"{cause}: {one_line(last, MAX_LAST)}" if last else cause

    def wait(self, seconds: float) -> None:
        """Wait for the process to end by itself, at most so long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=seconds)

    def kill(self) -> None:
        """End the process, its group and what left the group, and close its pipes."""
        relatives: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            relatives = psutil.Process(self._popen.pid).children(recursive=True)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        for relative in relatives:
            with contextlib.suppress(psutil.Error):
                relative.kill()
        self._popen.wait()
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()


def _held(process: psutil.Process) -> int:
    """The bytes of memory that `process` holds; 0 once it is gone."""
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
