"""`gradespec adapters`: the graders that can be named, and how to add one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from rich import box
from rich.table import Table
from rich.text import Text

from gradespec import data, sources
from gradespec.catalog import APART, NO, ONCE_FETCHED, ONCE_INSTALLED, Entry, described, tried
from gradespec.cli.output import INVALID, console, json_option, print_json, print_table
from gradespec.environments import Unavailable
from gradespec.graders import Adapter
from gradespec.graders import adapters as packaged
from gradespec.sdk import CAPABILITIES

#: The name that the template gives its grader.
TEMPLATE_NAME: Final = "my-grader"
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BRIEF: Final = {APART: "apart", ONCE_INSTALLED: "installs", ONCE_FETCHED: "to fetch"}
#: Stands for every capability: a table that names all four in a cell is wider than a screen.
_ALL: Final = "all"
_STYLES: Final = {ONCE_INSTALLED: "yellow", ONCE_FETCHED: "yellow", NO: "red"}


@click.group()
def adapters() -> None:
    """List the graders that can be named, fetch the code of some, write one of your own."""


@adapters.command("list")
@click.option("--try", "start", is_flag=True, help="Start each, installing what it needs, and ask it.")
@click.option("--verbose", is_flag=True, help="What each is, its options, its license and homepage, and what it lacks.")
@json_option
def list_(start: bool, verbose: bool, as_json: bool) -> None:
    """Every packaged grader: version, backend, what it can do, whether it runs here.

    Without --try this is read from the adapters' metadata, and nothing is started or installed.

    Exit codes: 0; 2 the metadata of an adapter is not right.
    """
    describe = tried if start else described
    entries = [describe(adapter) for adapter in _packaged()]
    if as_json:
        print_json([entry.as_json() for entry in entries])
        return
    if verbose:
        _print_all(entries)
    else:
        print_table(_table(entries))
    for line in _notes(entries, verbose):
        console().print(line)


@adapters.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
def fetch(names: tuple[str, ...]) -> None:
    """Get the real code of graders that no package index has (all of them, if none is named).

    Each is read from its repository at the pinned commit into the user's cache. On a machine without a
    network, set GRADESPEC_SOURCES to a folder of clones instead.

    Exit codes: 0; 2 a name is wrong, or the code of one cannot be had.
    """
    with_source = {adapter.name: source for adapter in _packaged() if (source := _source(adapter))}
    if unknown := [name for name in names if name not in with_source]:
        raise click.UsageError(f"{unknown[0]} has no code to fetch; {', '.join(with_source)} have")
    complete = True
    for name in names or with_source:
        try:
            console().print(f"{name}: {sources.fetch(with_source[name])}")
        except Unavailable as error:
            console(stderr=True).print(f"{name}: {error}", style="bold red")
            complete = False
    if not complete:
        sys.exit(INVALID)


@adapters.command()
@click.argument("name")
def new(name: str) -> None:
    """Write NAME.py here: an adapter that runs as it is, to be filled in.

    Exit codes: 0; 2 the name is not one, or the file is already there.
    """
    if not _NAME.fullmatch(name):
        raise click.UsageError(f"{name!r} is not a name; use lower case, digits and hyphens, as in my-grader")
    file = Path(f"{name}.py")
    template = (data.adapters_dir() / "template.py").read_text(encoding="utf-8")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(template.replace(TEMPLATE_NAME, name))
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from None
    console().print(f"wrote {file}; try it with: gradespec run --grader ./{file}")


def _packaged() -> tuple[Adapter, ...]:
    try:
        return packaged()
    except Unavailable as error:
        raise click.UsageError(str(error)) from None


def _source(adapter: Adapter) -> sources.Source | None:
    try:
        return sources.read_source(adapter.needs.about)
    except Unavailable as error:
        raise click.UsageError(f"{adapter.name}: {error}") from None


def _table(entries: Sequence[Entry]) -> Table:
    """A row for each; 80 columns hold it."""
    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for name in ("grader", "version", "can", "runs"):
        made.add_column(name, no_wrap=True)
    for entry in entries:
        aside = f", {entry.backend}" if entry.backend == sources.DOCUMENTED else ""
        runs = Text(_BRIEF.get(entry.runs, entry.runs) + aside, style=_style(entry))
        can = _ALL if _does_all(entry) else " ".join(entry.capabilities)
        made.add_row(Text(entry.name, style="bold cyan"), entry.version, can, runs)
    return made


def _does_all(entry: Entry) -> bool:
    return set(CAPABILITIES) <= set(entry.capabilities)


def _notes(entries: Sequence[Entry], verbose: bool) -> Iterator[str]:
    """What the words in the list mean, as far as they are there."""
    if not verbose and any(entry.runs == APART for entry in entries):
        yield "apart: in an environment of its own, which is there"
    if not verbose and any(entry.runs == ONCE_INSTALLED for entry in entries):
        yield "installs: in an environment of its own, which its first run makes"
    if not verbose and any(_does_all(entry) for entry in entries):
        yield f"{_ALL}: {', '.join(CAPABILITIES)}"
    if any(entry.backend == sources.DOCUMENTED for entry in entries):
        yield "documented: its described behaviour; gradespec adapters fetch gets the real code"
    if not verbose and any(entry.runs == ONCE_FETCHED for entry in entries):
        yield "to fetch: no package index has its code; gradespec adapters fetch gets it"
    if not verbose:
        yield "What each is, its license and options: gradespec adapters list --verbose"


def _print_all(entries: Sequence[Entry]) -> None:
    out = console()
    for entry in entries:
        out.print(_heading(entry))
        for line in _body(entry):
            out.print(f"  {line}")


def _heading(entry: Entry) -> Text:
    backend = f" ({entry.backend})" if entry.backend else ""
    runs = "does not run here" if entry.runs == NO else f"runs {entry.runs}"
    return Text.assemble((entry.name, "bold cyan"), f" {entry.version}{backend}  ", (runs, _style(entry)))


def _style(entry: Entry) -> str:
    return _STYLES.get(entry.runs, "green")


def _body(entry: Entry) -> list[str]:
    options = f"options: {', '.join(entry.options)}" if entry.options else "no options"
    about = (
        entry.summary,
        f"can {', '.join(entry.capabilities)}; {options}",
        f"license: {entry.license}; {entry.homepage}",
        entry.why,
    )
    return [line for line in about if line]
