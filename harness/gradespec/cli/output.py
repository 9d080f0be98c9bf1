"""Printing: tables and colours through rich (which respects NO_COLOR), plain JSON, and the exit codes."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from gradespec.corpus.problems import Problem, shown
from gradespec.protocol import one_line
from gradespec.wording import harmless

FINE: Final = 0
FINDINGS: Final = 1
INVALID: Final = 2
UNBOUNDED: Final = 100_000  # columns that no table of ours has

#: What JSON may hold as it is, but a terminal should not get.
_UNSHOWN: Final = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def console(stderr: bool = False) -> Console:
    """A console that prints what it is given: nothing is markup, and no path is broken over lines."""
    return Plain(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=True)


class Plain(Console):
    """A console to which no text can say more than what it is: of all that is shown, control characters are escaped."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """What `renderable` comes to, in segments."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


def print_table(table: Table) -> None:
    """Print the table: fitted to a terminal; into a pipe, which nobody can widen, so wide that nothing is cut."""
    out = console()
    if not out.is_terminal:
        out.width = natural_width(table)
    out.print(table)


def natural_width(table: Table) -> int:
    """The columns that the table takes where nothing of it is cut or wrapped."""
    out = Plain(width=UNBOUNDED, markup=False)
    return Measurement.get(out, out.options, table).maximum


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """`text` in lines of at most `width` columns, all but the first behind `indent`; no word is broken at a hyphen."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def print_json(value: Any) -> None:
    """`value` as indented JSON on standard output."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.write(_UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def print_problems(problems: Iterable[Problem], out: Console) -> None:
    """One line each, as ``file:line: case …: what to write``."""
    for problem in problems:
        line = Text(f"{one_line(shown(problem.file))}:{problem.line}: ", style="cyan")
        if problem.case:
            line.append(f"case {one_line(problem.case)}: ", style="bold")
        out.print(line.append(one_line(problem.message), style="default"))


def stop(problems: Iterable[Problem]) -> NoReturn:
    """Print what is wrong with the input on standard error and exit with 2."""
    print_problems(problems, console(stderr=True))
    sys.exit(INVALID)
