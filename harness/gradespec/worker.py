"""One grader in one process: asked in turn, bounded in time and memory, killed and started again (RUN).

The bounds are kept from outside and by one loop, `_Process.exchange`, which moves bytes both ways and never
blocks, so that a grader that neither reads nor answers, floods a pipe or grows costs its own check only.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from typing import Any, Final

import psutil

from gradespec import keeper
from gradespec.cage import Cage, Launch, Limits
from gradespec.cgroup import Group
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
from gradespec.usage import Usage

MOST: Final = 4  # times its limit that a check may take on a machine too busy to run the grader
WATCH: Final = 0.05  # seconds between two looks at what the grader uses, and at whether to go on
TAIL: Final = 8192  # bytes kept of what a grader prints
MAX_LAST: Final = 300  # characters shown of the last line that a dead grader printed
GRACE: Final = 0.5  # seconds for a grader to end by itself once it is asked to stop
PATIENCE: Final = 8.0  # seconds for a keeper to end what it keeps: more than its own
INTERRUPTED: Final = "the run was interrupted"
STARTS: Final = 3  # failures in a row after which a grader is not started again


class StartError(Exception):
    """A grader that does not start; the message is one line, `printed` the last lines that it wrote to stderr."""

    def __init__(self, why: str, printed: str = "") -> None:
        super().__init__(why)
        self.printed = printed


class _Lost(Exception):
    """The conversation is over: `kind` is ``timeout``, ``crash`` or ``error``. The process must be killed."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


class Worker:
    """A grader's process that outlives what the grader does to it. Not for use by two threads at once.

    `cancelled` ends, from any thread, whatever the worker is waiting for.
    """

    def __init__(
        self, launch: Launch, limits: Limits, cancelled: Event | None = None, cage: Cage | None = None
    ) -> None:
        self._launch = launch
        self._limits = limits
        self._cage = cage or Cage(launch, limits)
        self._cancelled = cancelled or Event()
        self._process: _Process | None = None
        self._failures = 0
        self._asked = 0
        self._peak = 0  # of processes that have ended

    def start(self) -> Hello:
        """Start the grader, unless it failed to start too often. Raises `StartError`."""
        self.close()
        if self._cancelled.is_set():
            raise StartError(INTERRUPTED)
        if self._failures >= STARTS:
            raise StartError(f"it failed to start {STARTS} times in a row")
        self._failures += 1
        try:
            self._process = _Process(self._cage, self._limits.memory, self._cancelled)
            hello = read_hello(self._process.exchange(START, 0, self._limits.start_seconds))
        except OSError as error:
            raise StartError(f"{self._launch.command[0]}: {error.strerror or error}") from error
        except (_Lost, ProtocolError) as error:
            printed = last_lines(self._process.printed) if self._process else ""
            self.kill()
            raise StartError(str(error), printed) from error
        self._failures = 0
        return hello

    def ask(self, request: Request) -> Reply:
        """The grader's reply, or what happened instead. Never raises for anything that the grader does."""
        if self._process is None or self._process.ended:
            try:
                self.start()
            except StartError as error:
                return Reply("crash", why=f"the grader does not start again: {error}", asked=False)
        assert self._process is not None
        self._asked += 1
        began = time.monotonic()
        process = self._process
        reply = self._reply(process, request, self._asked)
        return replace(reply, seconds=time.monotonic() - began, left=process.left())

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

    def left(self) -> tuple[str, ...]:
        """The names of the processes that have lost their parent since the last reply."""
        return self._process.left() if self._process else ()

    def peak(self) -> int:
        """The most memory that was resident in one of its processes with its children, in bytes, so far."""
        return max(self._peak, self._process.peak() if self._process else 0)

    def close(self) -> None:
        """Ask the grader to stop, and end its process."""
        if self._process is not None and not self._process.ended:
            self._process.say(stop(self._asked + 1))
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End the grader's process and everything that it started."""
        if self._process is not None:
            self._peak = self.peak()
            self._process.kill()
            self._process = None


class _Process:
    """A running grader: its pipes, the last of what it printed, and how much memory it may use (bytes)."""

    def __init__(self, cage: Cage, memory: int, cancelled: Event) -> None:
        self._cancelled = cancelled
        self._folder = cage.new_folder()
        self._group = Group(self._folder.name)
        requests, self._in = os.pipe()
        self._out, answers = os.pipe()
        lifeline, self._lifeline = os.pipe()
        self._status, status = os.pipe()
        given = {"requests": requests, "answers": answers, "lifeline": lifeline, "status": status}
        try:
            self._popen = subprocess.Popen(
                cage.command(self._folder, given),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env=cage.environment(self._folder),
                pass_fds=tuple(given.values()),
                start_new_session=True,
            )
        except OSError:
            _close(self._in, self._out, self._lifeline, self._status)
            self._group.end()
            raise
        finally:
            _close(*given.values())
        self._group.take(self._popen.pid)
        assert self._popen.stderr is not None
        self._err = self._popen.stderr.fileno()
        self._usage = Usage(self._popen.pid, cage.sandboxed, self._folder, memory)
        self._outgoing: deque[memoryview] = deque()
        self._incoming = bytearray()
        self._searched = 0  # bytes of it that hold no end of a line
        self._received = 0  # bytes since the last request
        self._in_line: float | None = None  # seconds that it had stood in line at the first look since then
        self._tail = bytearray()
        self._next_look = 0.0
        self._said: dict[str, Any] = {}  # what the keeper says of the end
        self._left: list[str] = []
        self._told = 0  # of them
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
        began = time.monotonic()
        deadline = began + seconds
        self._received, self._in_line = 0, None
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
                deadline = began + min(seconds + self._kept_waiting(), MOST * seconds)
                if deadline <= time.monotonic():
                    raise _Lost("timeout", f"no answer within {seconds:g} s")
            self._look(idle=not ready)

    def _kept_waiting(self) -> float:
        """The seconds since the request for which the grader stood in line: a busy machine is not its fault."""
        return 0.0 if self._in_line is None else max(0.0, self._usage.waited() - self._in_line)

    def say(self, line: bytes) -> None:
        """Begin to send `line`; `exchange` sends what the pipe does not take at once."""
        if not self._outgoing:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._write)
        self._outgoing.append(memoryview(line))
        self._write()

    def _write(self) -> None:
        while self._outgoing:
            first = self._outgoing[0]
            try:
                sent = os.write(self._in, first)
            except BlockingIOError:
                return
            except OSError:  # nobody reads any more: the end of its answers tells the rest
                self._outgoing.clear()
                break
            self._outgoing[0] = first[sent:]
            if not self._outgoing[0]:
                self._outgoing.popleft()
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
        end = self._incoming.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._incoming)
            return None
        line = bytes(memoryview(self._incoming)[:end])
        del self._incoming[: end + 1]
        self._searched = 0
        return line

    def _keep(self, printed: bytes) -> None:
        self._tail += printed
        del self._tail[:-TAIL]

    def _look(self, *, idle: bool) -> None:
        """Hold the limits, and notice an end that a child holding the pipe hides. Raises `_Lost`."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + WATCH
        if idle and self.ended:
            raise _Lost("crash", self._obituary())
        if why := self._usage.excess():
            raise _Lost("crash", why)
        if self._in_line is None:
            self._in_line = self._usage.waited()

    def _obituary(self) -> str:
        try:
            self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._hear()
        with contextlib.suppress(BlockingIOError):
            self._keep(os.read(self._err, 1 << 16))
        last = next((line for line in reversed(self.printed.split("\n")) if line.strip()), "")
        cause = _cause(self._said)
        return f"{cause}: {one_line(last, MAX_LAST)}" if last else cause

    def _hear(self) -> None:
        """Note what the keeper says of the end, once it is over."""
        os.set_blocking(self._status, False)
        with contextlib.suppress(OSError, ValueError):
            for line in os.read(self._status, 1 << 16).splitlines():
                self._said.update(json.loads(line))

    def left(self) -> tuple[str, ...]:
        """The names of the processes that lost their parent since this was asked the last time."""
        if not self._said:
            self._left += self._usage.orphans()
        else:
            found = Counter(self._said.get("left", ())) - Counter(self._left)
            self._left += sorted(found.elements())
        new, self._told = tuple(self._left[self._told :]), len(self._left)
        return new

    def peak(self) -> int:
        """The most memory that was resident in it with its children, in bytes, so far."""
        return self._usage.measure()

    def wait(self, seconds: float) -> None:
        """Wait for the process to end by itself, at most so long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=seconds)

    def kill(self) -> None:
        """End the process and everything that it started, and close its pipes."""
        relatives = () if keeper.LINUX else self._relatives()  # elsewhere a keeper knows of a process group alone
        os.close(self._lifeline)
        self.wait(PATIENCE)
        if not self.ended:
            relatives = self._relatives()
            self._popen.kill()
            self._popen.wait()
        for relative in relatives:
            with contextlib.suppress(psutil.Error):
                relative.kill()
        self._hear()
        if not self._said:
            self._end_strays()
        self._group.end()
        self._selector.close()
        assert self._popen.stderr is not None
        self._popen.stderr.close()
        _close(self._in, self._out, self._status)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _relatives(self) -> Sequence[psutil.Process]:
        """Every process below the keeper."""
        try:
            return psutil.Process(self._popen.pid).children(recursive=True)
        except psutil.Error:
            return ()

    def _end_strays(self) -> None:
        """End what a keeper that was killed could not: it is in the group, or has the folder in its environment."""
        time.sleep(keeper.GRACE)
        group = self._group.processes()
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.pid in group or str(self._folder) in process.environ().get("TMPDIR", ""):
                    self._said.setdefault("left", []).append(process.name())
                    process.kill()


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _cause(said: dict[str, Any]) -> str:
    """How it ended, in words."""
    if "failed" in said:
        return str(said["failed"])
    code = said.get("code")
    if not isinstance(code, int):
        return "its keeper was ended"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"it was ended by {signal.Signals(-code).name}"
    return f"it exited with code {code}"
