"""A control group for the processes of one grader, where one may be made: nothing in it escapes its end (RUN).

On Linux with control groups of version 2, below the group that the harness itself is in: as root, or where that group
was delegated to the user. What a process starts is in its group, whatever it calls itself, whoever its parent becomes
and whatever it does to its environment; and the kernel ends them all at once.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

import psutil

NAME: Final = "gradespec-"
PATIENCE: Final = 2.0  # seconds in which the kernel ends what is in a group


class Group:
    """A control group of its own, or none: then every method does nothing."""

    def __init__(self, name: str) -> None:
        self._place: Path | None = None
        if (parent := above()) is not None:
            _sweep(parent)
            place = parent / f"{NAME}{os.getpid()}-{name}"
            with contextlib.suppress(OSError):
                place.mkdir()
                self._place = place
                if not (place / "cgroup.kill").exists():  # before Linux 5.14
                    self.end()
                    self._place = None

    def take(self, pid: int) -> None:
        """Have a process, what it has started already and what it starts from now on in the group."""
        left, there = frozenset({pid}), frozenset[int]()
        while self._place is not None and left:
            for one in left:
                with contextlib.suppress(OSError):  # it has ended
                    (self._place / "cgroup.procs").write_text(str(one), encoding="ascii")
            there |= left
            left = _below(pid) - there

    def processes(self) -> frozenset[int]:
        """What is in the group."""
        if self._place is None:
            return frozenset()
        with contextlib.suppress(OSError):
            return frozenset(map(int, (self._place / "cgroup.procs").read_text(encoding="ascii").split()))
        return frozenset()

    def end(self) -> None:
        """End whatever is still in the group, and remove it."""
        if self._place is None:
            return
        with contextlib.suppress(OSError):
            (self._place / "cgroup.kill").write_text("1", encoding="ascii")
        patience = time.monotonic() + PATIENCE
        while not _removed(self._place) and time.monotonic() < patience:
            time.sleep(0.005)


def above() -> Path | None:
    """The group of this process, if others may be made below it."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()]
        groups = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:  # there is no such system
        return None
    mounted = next((place for _, place, kind, *_ in mounts if kind == "cgroup2"), None)
    own = next((line[len("0::/") :] for line in groups if line.startswith("0::/")), None)
    if mounted is None or own is None:
        return None
    place = Path(mounted, own)
    return place if os.access(place, os.W_OK) and os.access(place / "cgroup.procs", os.W_OK) else None


def _below(pid: int) -> frozenset[int]:
    """The processes that a process, or one of these, has started."""
    with contextlib.suppress(psutil.Error):
        return frozenset(child.pid for child in psutil.Process(pid).children(recursive=True))
    return frozenset()


def _sweep(parent: Path) -> None:
    """Remove what harnesses that were killed could not: the empty groups of processes that are no more."""
    for place in parent.glob(f"{NAME}*"):
        owner = place.name.removeprefix(NAME).partition("-")[0]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            _removed(place)


def _removed(place: Path) -> bool:
    try:
        place.rmdir()
    except OSError:
        return not place.exists()
    return True
