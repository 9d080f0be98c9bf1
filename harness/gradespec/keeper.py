"""Keeps one grader: starts it within limits, and ends it with everything that it started (RUN).

A program of its own, of the standard library alone: ``python -I -S keeper.py PLAN``, where PLAN is the JSON that
`cage.Cage.plan` writes. It stands between the harness and the grader, whose pipes it hands on, and waits for one of
two things: that the grader ends, or that its lifeline does, a pipe of which only the harness holds the other end. So
a harness that is killed takes everything along. On Linux what loses its parent becomes a child of the keeper, and
so a daemon ends like any other; where the keeper is the first process of a PID namespace, the kernel sees to it.

Last it says on its status pipe how the grader ended, what it had left behind, and what would not end.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # of <linux/prctl.h>
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # what is sent to every process when a machine stops
GRACE = 0.2  # seconds for what ends with the grader by itself
PATIENCE = 5.0  # seconds in which killed processes have to be gone


def plan(
    command: Sequence[str],
    folder: str,
    scratch: str,
    limits: Mapping[str, int],
    requests: int,
    answers: int,
    lifeline: int,
    status: int,
) -> str:
    """The argument: a command, the folder to start in, one to remove at the end (or none), and rlimits by name.

    The others are descriptors that the keeper inherits: of the grader's pipes, of its own lifeline and status.
    """
    return json.dumps(locals())


def main(plan: dict[str, Any]) -> None:
    """Start the grader, wait, end everything, and tell."""
    for name in ("requests", "answers", "lifeline", "status"):
        os.set_inheritable(plan[name], False)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    woken = _signals()
    grader = os.fork()
    if not grader:
        _become(plan)
    for name in ("requests", "answers"):
        os.close(plan[name])
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    code = _ended(plan["lifeline"], woken, grader)
    left = _left(grader, over=code is not None)
    survived = _end(grader)
    _tell(plan, code=code, left=left, survived=survived)
    if plan["scratch"]:
        import shutil

        shutil.rmtree(plan["scratch"], ignore_errors=True)


def _tell(plan: dict[str, Any], **said: Any) -> None:
    with contextlib.suppress(OSError):  # the harness is gone
        os.write(plan["status"], json.dumps(said).encode() + b"\n")


def _prctl(option: int, value: int) -> None:
    if LINUX:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _signals() -> int:
    """A descriptor that has the number of every signal that is of interest."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, *ENDING):
        signal.signal(number, lambda *_: None)
    return read


def _become(plan: dict[str, Any]) -> None:
    """Turn this process into the grader."""
    try:
        os.setsid()
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.dup2(plan["requests"], 0)
        os.dup2(plan["answers"], 1)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
            signal.signal(number, signal.SIG_DFL)
        for name, most in plan["limits"].items():
            number = getattr(resource, f"RLIMIT_{name}")
            hard = resource.getrlimit(number)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (most, most))
        os.chdir(plan["folder"])
        os.execvp(plan["command"][0], plan["command"])
    except OSError as error:
        _tell(plan, failed=error.strerror or str(error))
    finally:
        os._exit(127)


def _ended(lifeline: int, woken: int, grader: int) -> int | None:
    """The grader's exit code (negative: the signal that ended it), or None where it is the harness that ends it."""
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        ready = [descriptor for descriptor, _ in poll.poll()]
        if lifeline in ready or any(number in ENDING for number in os.read(woken, 512)):
            return None
        if (code := _reaped(grader)) is not None:
            return code


def _reaped(grader: int) -> int | None:
    """Forget every child that has ended; the grader's exit code if it is among them."""
    code = None
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == grader:
                code = os.waitstatus_to_exitcode(found[1])
    except ChildProcessError:
        pass
    return code


def _left(grader: int, over: bool) -> list[str]:
    """The names of the processes that the grader left behind: all of them once it is `over`, else those without it."""
    patience = time.monotonic() + GRACE
    while over and _descendants() and time.monotonic() < patience:
        time.sleep(0.01)
        _reaped(grader)
    found = _descendants()
    return sorted(name for pid, (parent, name) in found.items() if over or (parent == os.getpid() and pid != grader))


def _end(grader: int) -> list[str]:
    """Kill everything that is left; the names of what does not go away."""
    patience = time.monotonic() + PATIENCE
    if not LINUX:
        _kill(os.killpg, grader)
    if os.getpid() == 1:  # of a namespace: this means everybody else in it
        _kill(os.kill, -1)
    while (there := _descendants()) and time.monotonic() < patience:
        for pid in there:
            _kill(os.kill, pid)
        _reaped(grader)
        time.sleep(0.002)
    return sorted(name for _, name in there.values())


def _kill(kill: Any, pid: int) -> None:
    with contextlib.suppress(OSError):  # it is gone, or another user's now
        kill(pid, signal.SIGKILL)


def _descendants() -> dict[int, tuple[int, str]]:
    """Parent and name of every process below this one that runs; none where there is no /proc."""
    alive: dict[int, tuple[int, str]] = {}
    for entry in os.listdir("/proc") if LINUX else ():
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as stat:
                    start, _, rest = stat.read().decode("utf-8", "replace").rpartition(")")
            except OSError:  # it has just ended
                continue
            state, parent = rest.split()[:2]
            if state not in "ZX":
                alive[int(entry)] = (int(parent), start.partition("(")[2])
    below: dict[int, tuple[int, str]] = {}
    front = {os.getpid()}
    while front:
        front = {pid for pid, (parent, _) in alive.items() if parent in front and pid not in below}
        below.update((pid, alive[pid]) for pid in front)
    return below


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
