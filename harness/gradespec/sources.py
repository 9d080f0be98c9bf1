"""The real code of graders that no package index has: files of a git repository at one commit.

An adapter names them in ``[tool.gradespec.source]``: `repository` (its URL), `commit` (in full) and
`files`. They are read out of a clone by that commit: whatever else the clone holds or has checked out is
of no matter, and git's own hashes vouch for them. A clone comes from the network (`fetch`) or lies in the
folder that ``GRADESPEC_SOURCES`` names, under the repository's name. Only the adapter's own process runs
them.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

import platformdirs

from gradespec import sdk
from gradespec.environments import Unavailable

#: Names a folder of clones, for machines without a network.
FOLDER_VARIABLE: Final = "GRADESPEC_SOURCES"
#: Tells an adapter's process where the files of its source are. Without it, it runs what is documented.
ADAPTER_VARIABLE: Final = "GRADESPEC_SOURCE"
GIT_SECONDS: Final = 600

#: Each may stand for a version, as in ``--grader ets@documented``, of an adapter that has it. The newest is what the
#: default branch of the repository has.
UPSTREAM: Final = "upstream"
DOCUMENTED: Final = "documented"
NEWEST: Final = "newest"

_DIGITS: Final = 40  # of a commit in full
_SHORT: Final = 7  # of one as adapters name it
_COMMIT: Final = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Source:
    """Which files, of which repository, at which commit. `files` are paths inside the repository."""

    repository: str
    commit: str
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """The repository's own name, under which a clone of it is looked for."""
        return self.repository.rstrip("/").rpartition("/")[2].removesuffix(".git")

    @property
    def folder(self) -> Path:
        """Where the files lie once they have been read out of a clone: in the user's cache."""
        return platformdirs.user_cache_path("gradespec") / "sources" / f"{self.name}-{self.commit[:12]}"


def read_source(about: Mapping[str, Any]) -> Source | None:
    """The source that an adapter's ``[tool.gradespec]`` table names, if any. Raises `Unavailable`."""
    table = about.get("source")
    if table is None:
        return None
    try:
        source = Source(str(table["repository"]), str(table["commit"]), tuple(map(str, table["files"])))
    except (KeyError, TypeError) as error:
        raise Unavailable(f"its source must have repository, commit and files ({error})") from None
    if not source.repository.startswith("https://"):
        raise Unavailable(f"its source {source.repository} is not an https:// address")
    if not _COMMIT.fullmatch(source.commit):
        raise Unavailable(f"its commit {source.commit!r} is not 40 hexadecimal digits")
    if not source.files or not all(map(_is_inside, source.files)):
        raise Unavailable("its source's files must be relative paths inside the repository")
    return source


def is_documented(adapter: Path) -> bool:
    """Whether the adapter of that file can do without the real code: ``documented.py`` lies beside it."""
    return adapter.with_name("documented.py").is_file()


def environment(name: str, source: Source | None, documented: bool, backend: str | None) -> dict[str, str]:
    """What tells the process of adapter `name` which `backend` to run.

    With None it is the real code if that is at hand, else what is `documented`, if the adapter has that. Raises
    `Unavailable` where the backend cannot be had.
    """
    if backend and (source is None or (backend == DOCUMENTED and not documented)):
        raise Unavailable(f"{name} has one backend only; leave out @{backend}")
    if source is None:
        return {}
    if backend == NEWEST:
        source = newest(source)
        return {ADAPTER_VARIABLE: str(fetch(source)), sdk.VERSION_VARIABLE: source.commit[:_SHORT]}
    folder = None if backend == DOCUMENTED else located(source)
    if folder is None and (backend == UPSTREAM or not documented):
        raise Unavailable(missing(name))
    return {ADAPTER_VARIABLE: str(folder) if folder else ""}


def missing(name: str) -> str:
    """That the real code of adapter `name` is not at hand, and how to get it."""
    return f"the code of {name} is not here; get it with: gradespec adapters fetch {name}"


def located(source: Source) -> Path | None:
    """The folder that holds the files of `source`, where they are at hand; never the network."""
    if _complete(source):
        return source.folder
    for clone in _clones(source):
        try:
            return _read_out(source, clone)
        except Unavailable:
            continue  # a folder of that name without that commit
    return None


def fetch(source: Source) -> Path:
    """The folder that holds the files of `source`, from the network where they are not at hand.

    Raises `Unavailable`.
    """
    if found := located(source):
        return found
    with tempfile.TemporaryDirectory(prefix="gradespec-") as folder:
        clone = Path(folder)
        _git(clone, "init", "--quiet", ".")
        _git(clone, "remote", "add", "origin", source.repository)
        # One commit without its files: a repository of gigabytes costs as little as a small one.
        _git(clone, "fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", source.commit)
        return _read_out(source, clone)


def newest(source: Source) -> Source:
    """The same files where the default branch of the repository is now, as the network says. Raises `Unavailable`."""
    commit = _git(Path.cwd(), "ls-remote", source.repository, "HEAD").decode("ascii", "replace")[:_DIGITS]
    if not _COMMIT.fullmatch(commit):
        raise Unavailable(f"{source.repository} has no default branch")
    return replace(source, commit=commit)


def _clones(source: Source) -> list[Path]:
    folder = os.environ.get(FOLDER_VARIABLE)
    clone = Path(folder) / source.name if folder else None
    return [clone] if clone and clone.is_dir() else []


def _complete(source: Source) -> bool:
    return all((source.folder / file).is_file() for file in source.files)


def _read_out(source: Source, clone: Path) -> Path:
    """Put the files in their folder, all or none."""
    source.folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=source.folder.parent) as folder:
        for file in source.files:
            target = Path(folder, "files", file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(_git(clone, "cat-file", "blob", f"{source.commit}:{file}"))
        shutil.rmtree(source.folder, ignore_errors=True)  # what an older version wanted of that commit
        with contextlib.suppress(OSError):  # another process was faster
            Path(folder, "files").replace(source.folder)
    if not _complete(source):
        raise Unavailable(f"{source.folder} cannot be written")
    return source.folder


def _git(clone: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(clone), *arguments],
            capture_output=True,
            timeout=GIT_SECONDS,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
        )
    except FileNotFoundError:
        raise Unavailable("git is needed to read a grader's source; install git") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"git {arguments[0]} took more than {GIT_SECONDS} s") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [f"code {done.returncode}"]
        raise Unavailable(f"git {arguments[0]} failed: {said[-1][:300]}")
    return done.stdout


def _is_inside(file: str) -> bool:
    path = PurePosixPath(file)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
