"""A worker outlives its grader; a pool loses nothing and retries what may be an accident."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from gradespec import sdk
from gradespec.cage import Launch, Limits
from gradespec.graders import Grader
from gradespec.pool import IN_VAIN, Pool
from gradespec.protocol import START, Reply, Request
from gradespec.run import started
from gradespec.worker import STARTS, StartError, Worker

HERE = Path(__file__).parent
#: Out of the way of a busy machine; and short, for a check that is to overrun it. Sandboxes have tests of their own.
LIMITS = Limits(seconds=60, memory=3 * 10**8, start_seconds=60, variables=("SLEEP_SECONDS",), sandbox="off")
SHORT = replace(LIMITS, seconds=0.5)


def verify(answer: str, gold: str = "1") -> Request:
    return Request("verify", {"gold": gold, "answer": answer})


def serving(target: str, folder: Path = HERE) -> Launch:
    return Launch((sys.executable, sdk.__file__, target), folder)


def raw(mode: str) -> Launch:
    return Launch((sys.executable, str(HERE / "raw_grader.py"), mode))


@contextmanager
def worker(launch: Launch, limits: Limits = LIMITS) -> Iterator[Worker]:
    made = Worker(launch, limits)
    try:
        yield made
    finally:
        made.kill()


@contextmanager
def pool(launch: Launch, workers: int = 1, limits: Limits = LIMITS) -> Iterator[Pool]:
    with started(Grader("x", launch), limits, workers) as made:
        yield made


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux remembers the peak of a process between two looks")
def test_the_most_memory_is_known_although_it_was_given_back() -> None:
    with worker(serving("verify:bad_graders:swells")) as one:
        one.ask(verify("1"))
        before = one.peak()
        one.ask(verify("much"))
        one.ask(verify("1"))
        assert 0 < before < 100_000_000 < 150_000_000 < one.peak() < 300_000_000
        known = one.peak()
        one.kill()
        assert one.peak() == known


@contextmanager
def busy_machine() -> Iterator[None]:
    """Four processes a processor that do nothing but take its time, each in a session of its own."""
    spin = (sys.executable, "-c", "while True: pass")
    spinning = [subprocess.Popen(spin, start_new_session=True) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the system does not tell who waits")
def test_a_busy_machine_is_not_the_graders_fault() -> None:
    with worker(serving("verify:bad_graders:works_a_while"), replace(LIMITS, seconds=1)) as one:
        with busy_machine():
            found = one.ask(verify("1"))
        assert found.kind == "verdict", found.why
        if found.seconds <= 1:
            pytest.skip("the grader had a processor all the same")


def test_a_crash_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = f"{3600 + os.getpid()}"  # nobody else's, in whatever runs beside this test
    monkeypatch.setenv("SLEEP_SECONDS", seconds)
    before = set(psutil.Process().children(recursive=True))
    with worker(serving("verify:bad_graders:dies_with_a_child")) as one:
        assert one.ask(verify("bad")).kind == "crash"
        assert soon(lambda: not alive(set(psutil.Process().children(recursive=True)) - before))
        assert soon(lambda: not alive(p for p in psutil.process_iter() if command(p) == ["sleep", seconds]))


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds after a while: a killed process takes its time to be gone on a busy machine."""
    deadline = time.monotonic() + 60
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def command(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return process.cmdline()
    return []


def alive(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those that run, without the zombies, which have ended and wait to be counted."""
    found = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def test_a_grader_that_does_not_read_is_a_timeout_not_a_deadlock() -> None:
    with worker(raw("deaf"), SHORT) as one:
        assert one.ask(verify("x" * 10**6)).kind == "timeout"


def test_long_texts_go_both_ways() -> None:
    answer = "é" * 10**6
    with worker(serving("verify:bad_graders:right")) as one:
        assert one.ask(verify(answer, gold=answer)).value == "correct"


def test_a_lone_surrogate_goes_through() -> None:
    with worker(serving("verify:bad_graders:right")) as one:
        assert one.ask(verify("\ud800", gold="\ud800")).value == "correct"
        assert one.ask(verify("\ud800", gold="\udfff")).value == "incorrect"


def test_what_cannot_start_is_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with worker(raw("never-starts")) as one:
        for _ in range(STARTS):
            with pytest.raises(StartError, match="it exited with code 1: no licence"):
                one.start()
        monkeypatch.setattr("gradespec.worker._Process", None)  # no process is made any more
        for _ in range(100):
            reply = one.ask(verify("1"))
            assert reply.kind == "crash"
            assert reply.why == f"the grader does not start again: it failed to start {STARTS} times in a row"


def test_a_missing_program_is_a_start_error() -> None:
    with worker(Launch(("no-such-program",))) as one, pytest.raises(StartError, match="No such file"):
        one.start()


@pytest.fixture
def accident(tmp_path: Path) -> Launch:
    """A grader that goes down the first time it is asked about BAD, whatever process it is in."""
    (tmp_path / "accident.py").write_text(
        "import os\n"
        "def verify(gold, answer):\n"
        "    if answer == 'bad' and not os.path.exists('seen'):\n"
        "        open('seen', 'w').close()\n"
        "        os._exit(1)\n"
        "    return gold == answer\n"
    )
    return serving("verify:accident:verify", tmp_path)


def test_a_crash_counts_only_when_it_happens_again(accident: Launch) -> None:
    with pool(accident) as made:
        assert made.ask(verify("bad", gold="bad")).value == "correct"


def test_a_grader_that_always_fails_gets_no_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def lost(self: Worker, request: Request) -> Reply:
        tries.append(request.fields["answer"])
        return Reply("verdict", "correct") if request.fields["answer"] == "good" else Reply("timeout", why="no answer")

    monkeypatch.setattr(Worker, "ask", lost)
    with pool(serving("verify:bad_graders:right")) as made:
        for _ in range(20):
            made.ask(verify("bad"))
        assert len(tries) == 20 + IN_VAIN
        made.ask(verify("good"))
        made.ask(verify("bad"))
        assert tries[-3:] == ["good", "bad", "bad"]


def test_a_long_request_costs_its_length() -> None:
    """Eight times the length costs the harness some eight times the work, not its square."""

    def spent(length: int) -> float:
        request = verify("x" * length)
        began = time.process_time()
        assert one.ask(request).kind == "verdict"
        return time.process_time() - began

    with worker(serving("verify:bad_graders:yes"), replace(LIMITS, memory=2 * 10**9)) as one:
        assert min(spent(8 * 2**22) for _ in range(3)) < 30 * min(spent(2**22) for _ in range(3))


def test_a_retry_is_alone(accident: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    asking: set[int] = set()
    beside: list[int] = []
    ask = Worker.ask

    def watched(self: Worker, request: Request) -> Reply:
        asking.add(id(self))
        if request.fields["answer"] == "bad":
            beside.append(len(asking))
        try:
            time.sleep(0.01)
            return ask(self, request)
        finally:
            asking.discard(id(self))

    monkeypatch.setattr(Worker, "ask", watched)
    questions = [verify("1") for _ in range(40)]
    questions[20] = verify("bad")
    with pool(accident, workers=4) as made:
        replies = list(made.map(made.ask, questions))
    assert [reply.kind for reply in replies] == ["verdict"] * 40
    assert len(beside) == 2
    assert beside[1] == 1


def test_answers_come_in_the_order_of_the_questions_and_questions_are_read_late() -> None:
    read: list[int] = []

    def questions() -> Iterator[Request]:
        for number in range(5000):
            read.append(number)
            yield verify(str(number), gold="7")

    with pool(serving("verify:bad_graders:right"), workers=3) as made:
        replies = made.map(made.ask, questions())
        first = [next(replies).value for _ in range(10)]
        assert [index for index, value in enumerate(first) if value == "correct"] == [7]
        assert len(read) < 5000
        replies.close()


def test_an_interrupted_run_ends_at_once() -> None:
    threads = threading.active_count()
    limits = replace(LIMITS, seconds=3000)
    with pool(serving("verify:bad_graders:sleeps"), workers=2, limits=limits) as made:
        replies = made.map(made.ask, [verify("1"), verify("bad"), verify("bad"), verify("bad")])
        next(replies)
        began = time.monotonic()
        replies.close()
    assert time.monotonic() - began < limits.seconds / 50
    assert threading.active_count() == threads


def test_the_harness_costs_little_beside_the_exchange_itself() -> None:
    """A check through the pool takes a few times as long as the same two lines through two bare pipes."""
    launch, count = serving("verify:bad_graders:yes"), 500
    bare = subprocess.Popen(launch.command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert bare.stdin is not None
    assert bare.stdout is not None
    to, back = bare.stdin, bare.stdout

    def exchanged(line: bytes) -> bytes:
        to.write(line)
        to.flush()
        return back.readline()

    with bare, pool(launch) as made:
        exchanged(START)
        ratios = []
        for _ in range(5):  # each beside the other, so that a busy machine is busy for both
            began = time.perf_counter()
            list(made.map(made.ask, [verify("1")] * count))
            between = time.perf_counter()
            for number in range(count):
                exchanged(verify("1").line(number))
            ratios.append((between - began) / (time.perf_counter() - between))
        to.close()
    assert min(ratios) < 20
