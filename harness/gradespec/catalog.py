"""What is known of the packaged adapters: from their metadata and what is installed, or by starting them."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from gradespec import sources
from gradespec.cage import Limits
from gradespec.environments import Unavailable, environment_folder, unmet
from gradespec.graders import Adapter, resolve
from gradespec.worker import StartError, Worker

HERE: Final = "here"
APART: Final = "in its own environment"
#: Nothing is known to stand against it, but its environment has yet to be made, from the package index.
ONCE_INSTALLED: Final = "once installed"
#: The real code is not at hand, and the adapter has no other backend.
ONCE_FETCHED: Final = "once fetched"
NO: Final = "no"


@dataclass(frozen=True, slots=True)
class Entry:
    """One adapter. `runs` is one of the five above, and `why` says what it lacks, if anything.

    `backend` is ``upstream`` or ``documented`` for a grader that no package index has, else empty.
    """

    name: str
    version: str
    backend: str
    license: str
    homepage: str
    summary: str
    capabilities: tuple[str, ...]
    options: tuple[str, ...]
    runs: str
    why: str

    def as_json(self) -> dict[str, Any]:
        """The entry as JSON has it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def described(adapter: Adapter) -> Entry:
    """The adapter as its metadata describes it. Starts nothing, installs nothing."""
    about = adapter.needs.about
    try:
        backend = _backend(adapter)
        runs, why = _runs(adapter)
    except Unavailable as error:
        backend, runs, why = "", NO, str(error)
    return Entry(
        name=adapter.name,
        version=str(about.get("version", "")),
        backend=backend,
        license=str(about.get("license", "")),
        homepage=str(about.get("homepage", "")),
        summary=str(about.get("summary", "")),
        capabilities=tuple(about.get("capabilities", ())),
        options=tuple(about.get("options", ())),
        runs=runs,
        why=why,
    )


def tried(adapter: Adapter) -> Entry:
    """The adapter as it describes itself, its environment made where it needs one."""
    entry = described(adapter)
    try:
        with contextlib.closing(Worker(resolve(adapter.name).launch, Limits())) as worker:
            hello = worker.start()
    except (Unavailable, StartError) as error:
        return replace(entry, runs=NO, why=str(error))
    runs, why = _runs(adapter)
    return replace(
        entry,
        version=hello.version,
        backend=hello.backend,
        capabilities=hello.capabilities,
        options=tuple(hello.options),
        runs=runs,
        why=why,
    )


def _runs(adapter: Adapter) -> tuple[str, str]:
    if not _backend(adapter) and sources.read_source(adapter.needs.about):
        return ONCE_FETCHED, sources.missing(adapter.name)
    if not (lacks := unmet(adapter.needs)):
        return HERE, ""
    if (environment_folder(adapter.name, adapter.needs) / "ready").exists():
        return APART, ""
    return ONCE_INSTALLED, f"needs {', '.join(lacks)}"


def _backend(adapter: Adapter) -> str:
    source = sources.read_source(adapter.needs.about)
    if source is None:
        return ""
    if sources.located(source):
        return sources.UPSTREAM
    return sources.DOCUMENTED if sources.is_documented(adapter.file) else ""
