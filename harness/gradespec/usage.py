"""What a grader's processes use, and what they leave behind, seen from outside (RUN)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil

from gradespec.cage import FILES, FOLDER, PROCESSES

FAMILY: Final = 10  # looks at the processes that are known for each look for new ones, which is much dearer


class Usage:
    """The use of the grader that is kept by the process `pid`, directly or (`sandboxed`) by a child of that one.

    `memory` is the limit in bytes, `folder` the grader's own. `peak` is the most memory, in bytes, that was resident at
    any look, or in one of its processes between the looks, as far as the system tells.
    """

    def __init__(self, pid: int, sandboxed: bool, folder: Path, memory: int) -> None:
        self._pid = pid
        self._ancestors = 1 if sandboxed else 0  # of the grader, below the process
        self._folder = folder
        self._memory = memory
        self._looks = 0
        self._family: list[psutil.Process] = []
        self._keeper = 0 if sandboxed else pid
        self._children: set[int] = set()
        self.peak = 0

    def excess(self) -> str:
        """Which limit is overrun; empty as a rule."""
        if self._looks % FAMILY == 0 or len(self._family) <= self._ancestors:
            try:
                self._family = psutil.Process(self._pid).children(recursive=True)
            except psutil.Error:
                return ""
            if len(self._family) > PROCESSES + self._ancestors:
                return f"started more than {PROCESSES} processes"
            if why := _overfull(self._folder):
                return why
        self._looks += 1
        resident = list(map(_resident, self._family))
        self.peak = max(self.peak, sum(resident[self._ancestors :]))
        if sum(resident) > self._memory and sum(map(_own, self._family)) > self._memory:
            return f"used more than {self._memory / 1e9:g} GB of memory"
        return ""

    def measure(self) -> int:
        """The peak so far, what the kernel remembers of the processes that are there now included."""
        try:
            there = psutil.Process(self._pid).children(recursive=True)[self._ancestors :]
        except psutil.Error:  # it has ended
            there = []
        self.peak = max(self.peak, sum(map(_resident, there)), *(_most(process.pid) for process in there), 0)
        return self.peak

    def waited(self) -> float:
        """The seconds that the processes have stood in line for a processor, 0 where the system does not tell."""
        return sum(_stood_in_line(process.pid) for process in self._family)

    def orphans(self) -> tuple[str, ...]:
        """The names of the processes that have lost their parent since the last time, and live on. Linux only."""
        self._keeper = self._keeper or next(_children(self._pid), 0)
        there = list(_children(self._keeper))  # the oldest first
        self._children = self._children or set(there[:1])  # the grader itself
        new = set(there) - self._children
        self._children |= new
        return tuple(sorted(map(_name, new)))


def _children(pid: int) -> Iterator[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as found:
            yield from map(int, found.read().split())
    except OSError:  # it is gone, or there is no such file
        return


def _stood_in_line(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as found:
            return int(found.read().split()[1]) / 1e9
    except (OSError, IndexError):  # it is gone, or there is no such file
        return 0.0


def _name(pid: int) -> str:
    try:
        return psutil.Process(pid).name()
    except psutil.Error:
        return "one that has ended"


def _resident(process: psutil.Process) -> int:
    """The bytes of memory that the process has, shared ones with them; 0 once it is gone. Cheap."""
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _most(pid: int) -> int:
    """The most bytes of memory that the process ever had, 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/status", "rb") as found:
            return next((int(line.split()[1]) * 1024 for line in found if line.startswith(b"VmHWM:")), 0)
    except OSError:  # it is gone, or there is no such file
        return 0


def _own(process: psutil.Process) -> int:
    """The bytes of memory that the process has, shared ones divided among those who share them."""
    try:
        full = process.memory_full_info()
    except psutil.AccessDenied:
        return _resident(process)
    except psutil.Error:
        return 0
    return int(getattr(full, "pss", full.uss))


def _overfull(folder: Path) -> str:
    """What there is too much of in the folder."""
    size = count = 0
    places = [str(folder)]
    while places:
        try:
            with os.scandir(places.pop()) as entries:
                for entry in entries:
                    count += 1
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        places.append(entry.path)
                    if count > FILES:
                        return f"made more than {FILES:,} files"
        except OSError:  # gone meanwhile, or closed to us
            continue
    return f"wrote more than {FOLDER / 1e9:g} GB" if size > FOLDER else ""
