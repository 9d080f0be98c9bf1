"""Where a Python adapter runs: the current interpreter where that will do, else an environment of its own.

An adapter says what it needs in inline script metadata (PEP 723). Under ``[tool.gradespec]`` it may also
name its main `package` (``--grader name@version`` chooses its version), `no-deps` requirements to install
without what they depend on, and what people want to know: `summary`, `license`, `homepage`,
and `judged`, a page on which people have read its failures.
"""

from __future__ import annotations

import fcntl
import hashlib
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

import platformdirs
import uv
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_BLOCK: Final = re.compile(r"(?m)^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$")  # as PEP 723 has it
INSTALL_SECONDS: Final = 1800


class Unavailable(Exception):
    """A grader that cannot be run here. The message is one line and says what to do."""


@dataclass(frozen=True)
class Needs:
    """What an adapter's metadata asks for; `about` is the rest of its ``[tool.gradespec]`` table."""

    python: SpecifierSet
    requirements: tuple[Requirement, ...]
    no_deps: tuple[Requirement, ...]
    package: str
    about: Mapping[str, Any]

    @property
    def everything(self) -> tuple[Requirement, ...]:
        """All requirements, however they are installed."""
        return self.requirements + self.no_deps


def read_needs(adapter: Path) -> Needs:
    """The metadata of `adapter`, empty where it has none. Raises `Unavailable` where it is not right."""
    try:
        block = _BLOCK.search(adapter.read_text(encoding="utf-8"))
        lines = block.group("content").splitlines() if block else []
        metadata = tomllib.loads("\n".join(line[2:] for line in lines))
        about = dict(metadata.get("tool", {}).get("gradespec", {}))
        return Needs(
            python=SpecifierSet(metadata.get("requires-python", "")),
            requirements=tuple(map(Requirement, metadata.get("dependencies", ()))),
            no_deps=tuple(map(Requirement, about.pop("no-deps", ()))),
            package=str(about.pop("package", "")),
            about=about,
        )
    except OSError as error:
        raise Unavailable(f"{adapter} cannot be read: {error.strerror}") from error
    except (ValueError, AttributeError, TypeError, InvalidRequirement, InvalidSpecifier) as error:
        raise Unavailable(f"{adapter}: its inline metadata is not right: {error}") from error


def at_version(needs: Needs, version: str) -> Needs:
    """`needs` with the main package at `version`. Raises `Unavailable` if there is no such version to choose.

    What is taken from a repository has one: that of its metadata, by which its report is called.
    """
    if not needs.package:
        if version == needs.about.get("version"):
            return needs
        raise Unavailable("it has no versions to choose from; leave out the @")
    try:
        wanted = SpecifierSet(f"=={Version(version)}")
    except InvalidVersion:
        raise Unavailable(f"{version!r} is not a version; write one such as {needs.package}@1.2.3") from None

    def pinned(requirement: Requirement) -> Requirement:
        is_main = canonicalize_name(requirement.name) == canonicalize_name(needs.package)
        return _at(requirement, wanted) if is_main else requirement

    return replace(
        needs,
        requirements=tuple(map(pinned, needs.requirements)),
        no_deps=tuple(map(pinned, needs.no_deps)),
    )


def at_newest(name: str, needs: Needs) -> Needs:
    """`needs` at the newest releases on the index that go together, whatever was pinned. Raises `Unavailable`."""
    return replace(
        needs,
        requirements=_newest(name, needs, needs.requirements),
        no_deps=_newest(name, needs, needs.no_deps, "--no-deps"),
    )


def _newest(name: str, needs: Needs, wanted: tuple[Requirement, ...], *flags: str) -> tuple[Requirement, ...]:
    if not wanted:
        return ()
    loose = [_at(requirement, _without_pins(requirement.specifier)) for requirement in wanted]
    folder = environment_folder(name, needs)  # where no project's settings apply
    folder.parent.mkdir(parents=True, exist_ok=True)
    compiled = ("--python", _interpreter(needs), "--no-header", "--no-annotate", *flags, "-")
    lines = _uv(name, folder, "pip", "compile", *compiled, given="\n".join(map(str, loose))).splitlines()
    found = {canonicalize_name(one.name): one.specifier for one in map(Requirement, lines)}
    return tuple(_at(one, found.get(canonicalize_name(one.name), one.specifier)) for one in loose)


def _without_pins(specifier: SpecifierSet) -> SpecifierSet:
    """What an adapter cannot do without, and not what it was tried with."""
    return SpecifierSet(",".join(str(one) for one in specifier if one.operator != "=="))


def _at(requirement: Requirement, specifier: SpecifierSet) -> Requirement:
    """The requirement at other versions."""
    requirement = Requirement(str(requirement))
    requirement.specifier = specifier
    return requirement


def unmet(needs: Needs) -> list[str]:
    """What the current interpreter lacks of `needs`; nothing means that it will do."""
    lacks = []
    if not needs.python.contains(platform.python_version(), prereleases=True):
        lacks.append(f"Python {needs.python}")
    lacks += [str(requirement) for requirement in needs.everything if not _installed(requirement)]
    return lacks


def _installed(requirement: Requirement) -> bool:
    """Whether the requirement, with what its extras ask for, is installed here."""
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    try:
        found = distribution(requirement.name)
    except PackageNotFoundError:
        return False
    if not requirement.specifier.contains(found.version, prereleases=True):
        return False
    offered = {canonicalize_name(extra): extra for extra in found.metadata.get_all("Provides-Extra") or ()}
    extras = [offered.get(canonicalize_name(extra)) for extra in requirement.extras]
    wanted = [Requirement(text) for text in found.requires or ()]
    return all(
        extra is not None
        and all(
            _installed(_plain(other))
            for other in wanted
            if other.marker is not None
            and other.marker.evaluate({"extra": extra})
            and not other.marker.evaluate({"extra": ""})
        )
        for extra in extras
    )


def _plain(requirement: Requirement) -> Requirement:
    """The requirement without its marker, which has been looked at."""
    requirement = Requirement(str(requirement))
    requirement.marker = None
    return requirement


def python_for(name: str, needs: Needs) -> Path:
    """An interpreter that has what `needs` says, made with uv where necessary. Raises `Unavailable`."""
    if not unmet(needs):
        return Path(sys.executable)
    folder = environment_folder(name, needs)
    with _locked(folder.with_suffix(".lock")):
        if not (folder / "ready").exists():
            _make(name, folder, needs)
    return folder / "bin" / "python"


def environment_folder(name: str, needs: Needs) -> Path:
    """Where the environment for `needs` lies, made or not: in the user's cache, by all that it depends on."""
    key = "\n".join([platform.python_version(), str(needs.python), *sorted(map(str, needs.everything))])
    digest = hashlib.sha256(key.encode()).hexdigest()[:12]
    return platformdirs.user_cache_path("gradespec") / "environments" / f"{name}-{digest}"


def _make(name: str, folder: Path, needs: Needs) -> None:
    shutil.rmtree(folder, ignore_errors=True)  # what an interrupted installation left
    python = folder / "bin" / "python"
    _uv(name, folder, "venv", "--python", _interpreter(needs), str(folder))
    for arguments in (needs.requirements, ("--no-deps", *needs.no_deps) if needs.no_deps else ()):
        if arguments:
            _uv(name, folder, "pip", "install", "--python", str(python), *map(str, arguments))
    (folder / "ready").touch()


def _interpreter(needs: Needs) -> str:
    """The interpreter that an environment is made with, as uv takes it: this one, where it will do."""
    here = needs.python.contains(platform.python_version(), prereleases=True)
    return sys.executable if here else str(needs.python)


def _uv(name: str, folder: Path, *arguments: str, given: str = "") -> str:
    """What uv prints."""
    try:
        done = subprocess.run(
            [uv.find_uv_bin(), *arguments, "--quiet"],
            input=given,
            cwd=folder.parent,  # where no project's settings apply, but the user's index does
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
        )
    except FileNotFoundError:
        raise Unavailable(f"{name} needs uv to be installed: pip install uv") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{name} was not installed within {INSTALL_SECONDS} s") from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"uv exited with code {done.returncode}"
        raise Unavailable(f"{name} cannot be installed: {said[:500]}")
    return done.stdout


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Hold `file` against other processes that want the same environment."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield
