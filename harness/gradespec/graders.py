"""From the name of a grader to how it is started (CONF).

========================  =============================================================================
name                      grader
========================  =============================================================================
``reference``             the adapter of that name: ``adapters/<name>/adapter.py``
``math-verify@0.7.0``     an adapter with its main package at a version
``ets@documented``        an adapter with one of its two backends; @upstream is the other
``math-verify@newest``    an adapter with the newest of everything that the index, or its repository, has
``./my_adapter.py``       a person's own adapter, a file that calls `serve`
``package.rewards:grade`` a callable of (gold, response), importable from the current folder
``verify:package.x:same`` a callable of (gold, answer)
``cmd:./grader --fast``   any command that speaks the protocol over standard input and output
========================  =============================================================================
"""

from __future__ import annotations

import difflib
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gradespec import data, sdk, sources
from gradespec.cage import Launch
from gradespec.environments import Needs, Unavailable, at_newest, at_version, python_for, read_needs

#: Sets in SymPy are ordered by hash: without a fixed seed, a grader's verdicts can differ from run to run.
REPEATABLE: Final = {"PYTHONHASHSEED": "0"}
_CALLABLE: Final = re.compile(r"(verify:)?[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
#: A function of a file, which is no module's name.
_IN_FILE: Final = re.compile(r"(?P<kind>verify:)?(?P<file>[\w./-]+)\.py:(?P<function>[A-Za-z_]\w*)")
_NAMED: Final = re.compile(r"(?P<name>[\w.-]+)(@(?P<version>\S+))?")


@dataclass(frozen=True, slots=True)
class Grader:
    """A grader that was asked for: the `name` it was asked for by, and how it is started."""

    name: str
    launch: Launch


@dataclass(frozen=True, slots=True)
class Adapter:
    """A packaged adapter: its name, its file and what that needs."""

    name: str
    file: Path
    needs: Needs = field(compare=False)


def adapters() -> tuple[Adapter, ...]:
    """Every packaged adapter, by name. Raises `Unavailable` where the metadata of one is not right."""
    files = sorted(data.adapters_dir().glob("*/adapter.py"))
    return tuple(Adapter(file.parent.name, file, read_needs(file)) for file in files)


def everything() -> tuple[str, ...]:
    """Every packaged adapter, and the other `releases` that its metadata names. Raises `Unavailable`."""
    return tuple(name for adapter in adapters() for name in (adapter.name, *_releases(adapter)))


def all_newest() -> tuple[str, ...]:
    """Every packaged adapter of which there could be something newer, at its newest. Raises `Unavailable`."""
    return tuple(f"{found.name}@{sources.NEWEST}" for found in adapters() if _changes(found.needs))


def _changes(needs: Needs) -> bool:
    """Whether others release what the adapter runs."""
    return bool(needs.package) or "source" in needs.about


def _releases(adapter: Adapter) -> tuple[str, ...]:
    return tuple(f"{adapter.name}@{release}" for release in adapter.needs.about.get("releases", ()))


def resolve(name: str) -> Grader:
    """The grader called `name`, its environment made where it needs one. Raises `Unavailable`."""
    for matches, launch in _KINDS:
        if matches(name):
            return Grader(name, launch(name))
    raise Unavailable(_unknown(name))


def _command(name: str) -> Launch:
    try:
        command = shlex.split(name.removeprefix("cmd:"))
    except ValueError as error:
        raise Unavailable(f"{name}: {error}; quote the command as a shell wants it") from None
    if not command:
        raise Unavailable("cmd: names no command; write cmd:./my-grader")
    if shutil.which(command[0]) is None:
        raise Unavailable(f"{name}: there is no program {command[0]!r}; give its path, as in cmd:./my-grader")
    return Launch(tuple(command), Path.cwd())


def _file(name: str) -> Launch:
    file = Path(name)
    if not file.is_file():
        raise Unavailable(f"there is no file {name}; an adapter is a Python file that calls serve(…)")
    return _adapter(file.stem, file.resolve(), read_needs(file))


def _callable(name: str) -> Launch:
    here = {sdk.FOLDER_VARIABLE: str(Path.cwd())}
    return Launch((sys.executable, sdk.__file__, name), environment={**REPEATABLE, **here})


def _in_file(name: str) -> Launch:
    found = _IN_FILE.fullmatch(name)
    assert found is not None
    file = Path(found["file"])
    inside = not file.is_absolute() and ".." not in file.parts
    module = ".".join(file.parts) if inside else file.name
    meant = f"{found['kind'] or ''}{module}:{found['function']}"
    where = "" if inside else f" Run in {file.parent}."
    raise Unavailable(f"{name}: a function is named by its module; did you mean {meant}?{where}")


def _packaged(name: str) -> Launch:
    found = _NAMED.fullmatch(name)
    assert found is not None
    file = data.adapters_dir() / found["name"] / "adapter.py"
    needs, version = read_needs(file), found["version"]
    try:
        if version == sources.NEWEST:
            return _newest(name, file, needs)
        if version in (None, sources.UPSTREAM, sources.DOCUMENTED):
            return _adapter(name, file, needs, backend=version)
        return _adapter(name, file, at_version(needs, version))
    except Unavailable as error:
        raise Unavailable(str(error) if str(error).startswith(name) else f"{name}: {error}") from error


def _adapter(name: str, file: Path, needs: Needs, backend: str | None = None) -> Launch:
    plain = name.partition("@")[0]
    source = sources.environment(plain, sources.read_source(needs.about), sources.is_documented(file), backend)
    python = python_for(plain, needs)
    own = str(python) != sys.executable  # then nothing of this environment may shine through
    environment = {**REPEATABLE, **source, **({"PYTHONPATH": ""} if own else {})}
    return Launch((str(python), sdk.__file__, str(file)), environment=environment)


def _newest(name: str, file: Path, needs: Needs) -> Launch:
    if not _changes(needs):
        raise Unavailable("it is part of this suite, and nobody else releases it; leave out the @")
    backend = sources.NEWEST if "source" in needs.about else None
    return _adapter(name, file, at_newest(name.partition("@")[0], needs), backend)


def is_packaged(name: str) -> bool:
    """Whether `name` is that of an adapter which comes with the suite, with or without a version."""
    found = _NAMED.fullmatch(name)
    return found is not None and (data.adapters_dir() / found["name"] / "adapter.py").is_file()


def _unknown(name: str) -> str:
    known = [file.parent.name for file in data.adapters_dir().glob("*/adapter.py")]
    if near := difflib.get_close_matches(name.partition("@")[0], known, n=3, cutoff=0.5):
        return f"there is no grader {name!r}; did you mean {' or '.join(near)}?"
    return (
        f"there is no grader {name!r}; name {_or(sorted(known))}, a callable as package.module:function,"
        " a command as cmd:./my-grader, or a file as ./my_adapter.py"
    )


def _or(names: Iterable[str]) -> str:
    return ", ".join(names) or "an adapter"


#: The kinds of names in the order in which they are tried.
_KINDS: Final[tuple[tuple[Callable[[str], bool], Callable[[str], Launch]], ...]] = (
    (lambda name: name.startswith("cmd:"), _command),
    (lambda name: name.endswith(".py"), _file),
    (is_packaged, _packaged),
    (lambda name: _IN_FILE.fullmatch(name) is not None, _in_file),
    (lambda name: _CALLABLE.fullmatch(name) is not None, _callable),
)
