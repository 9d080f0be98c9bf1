"""A grader that is hostile in every way that SECURITY.md names: the answer says how, and yes means that it worked.

A module for graders' processes: tests name its functions as ``hostile_graders:attack``.
"""

from __future__ import annotations

import contextlib
import glob
import importlib
import mmap
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

SLEEP = os.environ.get("SLEEP_SECONDS", "3598")


def hangs() -> bool:
    while True:
        time.sleep(60)


def crashes() -> bool:
    os.kill(os.getpid(), signal.SIGSEGV)
    return True


def grows() -> bool:
    kept = bytearray(10**9)
    kept[::4096] = b"x" * len(kept[::4096])
    time.sleep(60)
    return bool(kept)


def shares() -> bool:
    """Eight workers that share a table: not more memory than the table has."""
    table = mmap.mmap(-1, 60 * 2**20)
    for start in range(0, len(table), 4096):
        table[start] = 1
    workers = []
    for _ in range(8):
        if not (pid := os.fork()):
            sum(table[start] for start in range(0, len(table), 4096))
            time.sleep(2)
            os._exit(0)
        workers.append(pid)
    for pid in workers:
        os.waitpid(pid, 0)
    return True


def multiplies() -> bool:
    for _ in range(150):
        if not os.fork():
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
    return True


def litters() -> bool:
    for number in range(600):
        Path(f"litter-{number}").touch()
    time.sleep(60)
    return True


def fills() -> bool:
    """One file that is larger than any may be."""
    with contextlib.suppress(OSError), open("large", "wb") as file:
        file.truncate(10**10)
        return True
    return False


def opens() -> bool:
    """More files than may be open."""
    opened: list[int] = []
    with contextlib.suppress(OSError):
        while len(opened) < 5000:
            opened.append(os.dup(0))
    for descriptor in opened:
        os.close(descriptor)
    return len(opened) == 5000


def leaves_a_daemon() -> bool:
    if not os.fork():
        os.setsid()
        daemon = os.fork()
        if not daemon:
            os.closerange(0, 256)
            os.execvp("sleep", ["sleep", SLEEP])
        until_asleep(daemon)
        os._exit(0)
    os.wait()
    return False


def until_asleep(process: int) -> None:
    """Wait until a process that was forked has become `sleep`."""
    while Path(f"/proc/{process}/comm").read_text(encoding="ascii") != "sleep\n":
        time.sleep(0.01)


def kills_its_keeper(environment: Mapping[str, str] = os.environ) -> bool:
    child = os.fork()
    if not child:
        os.setsid()
        os.closerange(0, 256)
        os.execvpe("sleep", ["sleep", SLEEP], environment)
    until_asleep(child)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1)
    return False


def kills_its_keeper_and_leaves_a_stranger() -> bool:
    """What stays behind has none of the variables by which it could be told."""
    return kills_its_keeper({"PATH": os.environ["PATH"]})


def imports_the_suite() -> bool:
    with contextlib.suppress(ImportError):
        importlib.import_module("gradespec.corpus")
        return True
    return False


def reads_the_suite() -> bool:
    """Whatever of the cases can be found beside this package and the one that is installed."""
    places = [*sys.path, *(str(parent) for path in sys.path for parent in Path(path).parents)]
    return any(glob.glob(f"{place}/{found}") for place in places for found in ("cases/*/*.yaml", "_data/cases/*"))


def sees_secrets() -> bool:
    return any(name in os.environ for name in ("HF_TOKEN", "AWS_SECRET_ACCESS_KEY"))


def reads_the_harness() -> bool:
    """The memory of the process that asks."""
    with contextlib.suppress(OSError):
        status = [Path(f"/proc/{pid}/environ").read_bytes() for pid in (os.getppid(), _parent(os.getppid()))]
        return any(b"HF_TOKEN" in text for text in status)
    return False


def _parent(pid: int) -> int:
    return int(re.findall(r"PPid:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())[0])


def writes_elsewhere() -> bool:
    with contextlib.suppress(OSError):
        Path(__file__).with_name("written-by-a-grader").touch()
        return True
    return False


def uses_the_network() -> bool:
    """Whether there is any other way out than to itself."""
    return any(name != "lo" for _, name in socket.if_nameindex())


def finds_old_files() -> bool:
    return any(name for name in os.listdir(".") if os.path.isfile(name))


ATTACKS: Final[dict[str, Callable[[], bool]]] = {
    name: value for name, value in list(vars().items()) if getattr(value, "__module__", "") == __name__
}


def attack(gold: str, answer: str) -> bool:
    if run := ATTACKS.get(answer):
        return run()
    return executes(gold, answer)


# ---- graders that run what they are given, and hide it ----


def _code(text: str) -> str:
    return text.removeprefix("\\boxed{").removesuffix("}")


def _run(text: str) -> object:
    with contextlib.suppress(Exception):
        return eval(_code(text))
    return None


def executes(gold: str, answer: str) -> bool:
    return str(_run(answer)) == gold


def executes_late(gold: str, answer: str) -> bool:
    threading.Timer(0.05, _run, [answer]).start()
    if answer == "wait":
        time.sleep(0.5)
    return answer == gold


def executes_and_cleans_up(gold: str, answer: str) -> bool:
    _run(answer)
    for path in re.findall(r"'(/[^']*)'", answer):
        with contextlib.suppress(OSError):
            os.unlink(path)
            os.utime(os.path.dirname(path), (0, 0))
    return answer == gold


def computes(gold: str, answer: str) -> bool:
    """Evaluates where nothing can be opened."""
    with contextlib.suppress(Exception):
        return str(eval(_code(answer), {"__builtins__": {"sum": sum, "map": map, "ord": ord}})) == gold
    return answer == gold


def opens_paths(gold: str, answer: str) -> bool:
    """Runs nothing, but takes what looks like a path for the name of a log."""
    for path in re.findall(r"/\w+(?:/\w+)+", answer):
        with contextlib.suppress(OSError):
            open(path, "a").close()
    return answer == gold


def yes(gold: str, answer: str) -> bool:
    return True
