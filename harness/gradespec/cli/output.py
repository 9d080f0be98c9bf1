"""Printing: tables and colours through rich (which respects NO_COLOR), plain JSON, and the exit codes."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable
from typing import Any, Final, NoReturn

import click
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from gradespec.corpus.problems import Problem, shown

FINE: Final = 0
FINDINGS: Final = 1
INVALID: Final = 2
UNBOUNDED: Final = 100_000  # columns that no table of ours has

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def console(stderr: bool = False) -> Console:
    """A console that prints what it is given: nothing is markup, and no path is broken over lines."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=True)


def print_table(table: Table) -> None:
    """Print the table: fitted to a terminal; into a pipe, which nobody can widen, so wide that nothing is cut."""
    out = console()
    if not out.is_terminal:
        out.width = natural_width(table)
    out.print(table)


def natural_width(table: Table) -> int:
    """The columns that the table takes where nothing of it is cut or wrapped."""
    out = Console(width=UNBOUNDED)
    return Measurement.get(out, out.options, table).maximum


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """`text` in lines of at most `width` columns, all but the first behind `indent`; no word is broken at a hyphen."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def print_json(value: Any) -> None:
    """`value` as indented JSON on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_problems(problems: Iterable[Problem], out: Console) -> None:
    """One line each, as ``file:line: case …: what to write``."""
    for problem in problems:
        line = Text(f"{shown(problem.file)}:{problem.line}: ", style="cyan")
        if problem.case:
            line.append(f"case {problem.case}: ", style="bold")
        out.print(line.append(problem.message, style="default"))


def stop(problems: Iterable[Problem]) -> NoReturn:
    """Print what is wrong with the input on standard error and exit with 2."""
    print_problems(problems, console(stderr=True))
    sys.exit(INVALID)
