"""`gradespec adapters`: the graders that can be named."""

from __future__ import annotations

import sys
from typing import Any

import click
from rich import box
from rich.table import Table

from gradespec.cli.output import FINE, INVALID, console, json_option, print_json
from gradespec.environments import Unavailable, environment_folder, unmet
from gradespec.graders import Adapter
from gradespec.graders import adapters as packaged


@click.group()
def adapters() -> None:
    """The graders that can be named."""


@adapters.command("list")
@json_option
def list_adapters(as_json: bool) -> None:
    """List the packaged adapters: version, licence, what they answer, and where they would run.

    Exit codes: 0; 2 where an adapter's metadata is not right.
    """
    try:
        found = [_described(adapter) for adapter in packaged()]
    except Unavailable as error:
        console(stderr=True).print(str(error), style="bold red")
        sys.exit(INVALID)
    if as_json:
        print_json(found)
    else:
        console().print(_table(found))
    sys.exit(FINE)


def _described(adapter: Adapter) -> dict[str, Any]:
    return {"name": adapter.name, **adapter.needs.about, "runs": _where(adapter)}


def _where(adapter: Adapter) -> str:
    """Where the adapter would run if it were asked for now."""
    if not (lacking := unmet(adapter.needs)):
        return "here"
    if (environment_folder(adapter.name, adapter.needs) / "ready").exists():
        return "in its own environment"
    return f"after installing {', '.join(lacking)}"


def _table(found: list[dict[str, Any]]) -> Table:
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for name in ("name", "version", "licence", "answers", "runs", "about"):
        made.add_column(name, no_wrap=name in ("name", "version"))
    for one in found:
        made.add_row(
            one["name"],
            str(one.get("version", "")),
            str(one.get("license", "")),
            " ".join(one.get("capabilities", ())),
            one["runs"],
            str(one.get("summary", "")),
        )
    return made
