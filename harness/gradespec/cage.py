"""Where a grader's processes live: what they may see, write and use, and in words what of it is enforced (RUN).

Every process has a keeper, limits, an environment of allowed names and an empty folder; and where bubblewrap works,
read-only files, a private /tmp, no network, no other processes in sight, and none of the suite.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import site
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import SystemRandom
from tempfile import gettempdir
from typing import Final
from weakref import finalize

from gradespec import data, keeper

#: What the name of a folder is drawn from: no digits and no vowels, so that graders which look for numbers, names
#: (``e``, ``pi``) or words find the same ones in a path in every run.
LETTERS: Final = "bcfghjkmpqrsvwxz"
#: The variables of the harness that a grader sees: where programs, packages and languages are, and how many threads.
VARIABLES: Final = (
    *("PATH", "LANG", "LANGUAGE", "LC_*", "TZ", "PYTHON*", "VIRTUAL_ENV"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "NODE_PATH", "*_NUM_THREADS"),
)
PROCESSES: Final = 100  # with children
FILES: Final = 10_000  # in the folder of its own
FOLDER: Final = 10**9  # bytes in it
#: Limits that the system keeps for each process: bytes of a file, open files, bytes of a core dump.
RLIMITS: Final = {"FSIZE": 256 * 2**20, "NOFILE": 1024, "CORE": 0}
TRIAL_SECONDS: Final = 20

_BWRAP: Final = (
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
    *("--unshare-user-try", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--cap-drop", "ALL", "--as-pid-1"),
)
#: Folders that a sandbox replaces by empty ones: what others keep in them, and the sockets of services.
_PRIVATE: Final = ("/tmp", "/run")


class SandboxError(Exception):
    """A sandbox that was insisted on and is not to be had; the message is one line."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a grader: its command, the folder to start in (None: an empty one), what its environment adds.

    `shown` are files and folders that it needs beside those which its command and environment name.
    """

    command: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of wall clock for a check, `start_seconds` for a start; `memory` in bytes, with children.

    `variables` of the environment are seen beside those of `VARIABLES`; `sandbox` is ``auto`` (where it works), ``on``
    or ``off``.
    """

    seconds: float = 10.0
    memory: int = 2 * 10**9
    start_seconds: float = 120.0
    variables: tuple[str, ...] = ()
    sandbox: str = "auto"


class Cage:
    """The folders of one grader, and how its processes are started in them. It is gone with the last reference."""

    def __init__(self, launch: Launch, limits: Limits) -> None:
        self._launch = launch
        self._limits = limits
        self.sandboxed = in_sandbox(limits)
        self.folder = _make_folder(scratch())
        self.canaries = _make_folder(scratch())
        for folder in (self.folder, self.canaries):
            finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def new_folder(self) -> Path:
        """An empty folder for one process: ``tmp`` in it is where it works, ``shm`` its shared memory in a sandbox."""
        made = _make_folder(self.folder)
        for name in ("tmp", "shm"):
            (made / name).mkdir()
        return made

    def environment(self, folder: Path) -> dict[str, str]:
        """What a process in `folder` sees of the environment."""
        seen = {
            name: value
            for name, value in os.environ.items()
            if name in self._limits.variables or any(fnmatch.fnmatchcase(name, kept) for kept in VARIABLES)
        }
        own = "/tmp" if self.sandboxed else str(folder / "tmp")
        user = {"PYTHONUSERBASE": site.getuserbase()} if site.ENABLE_USER_SITE else {}
        return {"HOME": own, "TMPDIR": own, **user, **seen, **self._launch.environment}

    def command(self, folder: Path, descriptors: Mapping[str, int]) -> tuple[str, ...]:
        """The command that starts a keeper of the grader in `folder`; `descriptors` are those that it is given."""
        work = "/tmp" if self.sandboxed else str(folder / "tmp")
        kept = keeper.plan(
            command=self._launch.command,
            folder=str(self._launch.folder or work),
            scratch="" if self.sandboxed else work,  # the sandbox's is a mount
            limits=RLIMITS,
            **descriptors,
        )
        keeping = (sys.executable, "-I", "-S", keeper.__file__, kept)
        return (*self._sandbox(folder), *keeping) if self.sandboxed else keeping

    def _sandbox(self, folder: Path) -> Iterator[str]:
        program = shutil.which("bwrap")
        assert program is not None
        yield from (program, *_BWRAP)
        hidden = {Path(place).resolve() for place in (*_PRIVATE, gettempdir())} | set(_suite())
        places = {**dict.fromkeys(hidden, False), **dict.fromkeys(self._needed(hidden), True)}
        yield from ("--bind", str(folder / "shm"), "/dev/shm")
        for place, is_shown in sorted(places.items(), key=lambda item: len(item[0].parts)):
            if is_shown:
                yield from ("--ro-bind", str(place), str(place))
            elif place == Path("/tmp").resolve():
                yield from ("--bind", str(folder / "tmp"), str(place))
            elif place.is_dir():
                yield from ("--tmpfs", str(place))
        yield from ("--bind", str(self.canaries), str(self.canaries), "--")

    def _needed(self, hidden: Iterable[Path]) -> Iterator[Path]:
        """What the grader and its keeper need of what is hidden. Of a file its folder, unless that is one of those."""
        hidden = set(hidden)
        words = (*self._launch.command, *self._launch.environment.values(), os.environ.get("PYTHONPATH", ""))
        named = [piece for word in words for piece in word.split(os.pathsep) if os.path.isabs(piece)]
        mine = sys.path if sys.executable in self._launch.command else []
        program = shutil.which(self._launch.command[0])
        folder = [str(self._launch.folder)] if self._launch.folder else []
        keeping = [keeper.__file__, sys.prefix, sys.base_prefix]
        for word in [*keeping, *named, *mine, *([program] if program else []), *folder]:
            for place in {Path(word).absolute(), Path(word).resolve()}:  # a link, and what it leads to
                if place.is_file() and place.parent not in hidden:
                    in_environment = (place.parents[1] / "pyvenv.cfg").is_file()
                    place = place.parents[1] if in_environment else place.parent
                if place not in hidden and place.exists() and hidden.intersection(place.parents):
                    yield place


def _suite() -> list[Path]:
    """The folders that tell what is right: this package, cases and clauses, and in a checkout reports and history."""
    root = data.root()
    told = [Path(__file__).parent, data.cases_dir(), data.spec_dir()]
    return [place.resolve() for place in (*told, *((root / "reports", root / ".git") if data.is_checkout() else ()))]


def scratch() -> Path:
    """Where folders are made: at a path of letters whatever TMPDIR says."""
    shared = Path("/tmp")
    return shared if os.access(shared, os.W_OK | os.X_OK) else Path(gettempdir())


def letters() -> str:
    """A word that nobody can foresee, of no fixed length."""
    random = SystemRandom()
    return "".join(random.choices(LETTERS, k=random.randrange(8, 17)))


def _make_folder(where: Path) -> Path:
    made = where / letters()
    made.mkdir(0o700)
    return made


def in_sandbox(limits: Limits) -> bool:
    """Whether graders run in a sandbox. Raises `SandboxError` where there has to be one and is none."""
    why = no_sandbox(limits)
    if why and limits.sandbox == "on":
        raise SandboxError(f"there is no sandbox: {why}; --sandbox off does without")
    return not why


def no_sandbox(limits: Limits) -> str:
    """Why there is no sandbox; empty where there is one."""
    return "it is off" if limits.sandbox == "off" else _trial(shutil.which("bwrap"))


@cache
def _trial(program: str | None) -> str:
    """Why bubblewrap does not work here: it is tried out, since kernels, containers and security modules forbid it."""
    if program is None:
        return "bubblewrap (bwrap) is not installed"
    try:
        tried = subprocess.run(
            [program, *_BWRAP, "--tmpfs", "/run", "--", sys.executable, "-I", "-S", "-c", ""],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TRIAL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap cannot be run: {error}"
    if tried.returncode:
        return " ".join(tried.stderr.split())[:200] or f"bubblewrap exits with code {tried.returncode}"
    return ""


def described(limits: Limits) -> dict[str, Sequence[str]]:
    """In words what is enforced when graders run with these limits here, and what is not."""
    enforced = [
        f"time, memory, {PROCESSES} processes, {FOLDER / 1e9:g} GB in a folder of its own,"
        f" {RLIMITS['FSIZE'] >> 20} MiB a file, {RLIMITS['NOFILE']} open files",
        "an environment of allowed names",
        "every process ends with the run, however it ends" if keeper.LINUX else "its process group ends with the run",
    ]
    boxed = (
        "files are read-only, but for its own folder",
        "no network",
        "no other processes in sight",
        "the suite is not there",
    )
    why = no_sandbox(limits)
    if why:
        lacking = "files, network, other processes and the suite are open to it as to its user"
        return {"enforced": enforced, "not_enforced": [f"no sandbox ({why}): {lacking}"]}
    return {"enforced": [*enforced, *boxed], "not_enforced": []}
