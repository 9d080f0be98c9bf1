"""Several processes of one grader, asked in parallel; answers come in the order of the questions (RUN)."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Condition, Event
from typing import Final, TypeVar

from gradespec.cage import Cage, Launch, Limits
from gradespec.canaries import Canaries
from gradespec.protocol import Hello, Reply, Request
from gradespec.worker import Worker

WINDOW: Final = 1000  # questions ahead of the oldest unanswered one; bounds memory on endless input
HELD: Final = 32 * 2**20  # characters of questions ahead
AGAIN: Final = ("timeout", "crash")  # what counts only when it happens again, alone in a fresh process
IN_VAIN: Final = 5  # second tries in a row without an answer, after which there are no more until something is answered

T = TypeVar("T")
R = TypeVar("R")


class Pool:
    """Processes of one grader, started when they are needed. `hello` is what the first one said of itself."""

    hello: Hello

    def __init__(self, launch: Launch, limits: Limits, workers: int) -> None:
        self._cancelled = Event()
        self.cage = Cage(launch, limits)
        self._workers = tuple(Worker(launch, limits, self._cancelled, self.cage) for _ in range(workers))
        self.canaries = Canaries(self.cage.canaries)
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()  # last in, first out: warm ones are preferred
        self._gate = _Gate()
        self._in_vain = 0  # second tries since the last answer; a count that two threads change at once does no harm
        for worker in reversed(self._workers):
            self._idle.put(worker)

    def start(self) -> None:
        """Start a first process, so that `hello` is known. Raises `StartError`."""
        self.hello = self._workers[0].start()

    def close(self) -> None:
        """End all processes. Threads that still ask get a crash for an answer."""
        self._cancelled.set()
        for worker in [self._idle.get() for _ in self._workers]:  # so that none is in use any more
            worker.close()
            self._idle.put(worker)

    def left(self) -> tuple[str, ...]:
        """The names of the processes that lost their parent since the replies. Not while anything is asked."""
        return tuple(name for worker in self._workers for name in worker.left())

    def peak(self) -> int:
        """The most memory that was resident in one process of the grader with its children, in bytes, so far.

        Not while anything is asked.
        """
        return max(worker.peak() for worker in self._workers)

    def ask(self, request: Request) -> Reply:
        """One question, from any thread. A timeout or crash is tried once more while no other check runs.

        A grader that never answers gets no second try after some of them: they would double what it costs, one by one.
        """
        if why := self.hello.cannot(request):
            return Reply("unsupported", why=why)
        worker = self._idle.get()
        try:
            with self._gate.shared():
                reply = worker.ask(request)
            if reply.kind in AGAIN and self._in_vain < IN_VAIN and not self._cancelled.is_set():
                before = f"{reply.kind} at first: {reply.why}"
                with self._gate.alone():
                    reply = worker.ask(request)
                if reply.kind not in AGAIN:
                    reply = replace(reply, flaky=before)
                self._in_vain += 1
            if reply.kind not in AGAIN:
                self._in_vain = 0
            return reply
        finally:
            self._idle.put(worker)

    def map(
        self, function: Callable[[T], R], items: Iterable[T], size: Callable[[T], int] = lambda item: 0
    ) -> Generator[R, None, None]:
        """`function` of each item, in order, with a thread for each process; items are read when needed.

        `size` tells how many characters an item holds: where they are large, fewer are read ahead.
        """
        executor = ThreadPoolExecutor(len(self._workers), thread_name_prefix="gradespec")
        pending: deque[tuple[Future[R], int]] = deque()
        held = 0
        try:
            for item in items:
                pending.append((executor.submit(function, item), size(item)))
                held += pending[-1][1]
                while pending and (pending[0][0].done() or len(pending) >= WINDOW or held > HELD):
                    done, its = pending.popleft()
                    held -= its
                    yield done.result()
            while pending:
                yield pending.popleft()[0].result()
        except BaseException:
            self._cancelled.set()
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            executor.shutdown()


class _Gate:
    """Lets many through together, or one alone."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._inside = 0
        self._taken = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._taken)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._taken)
            self._taken = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()
