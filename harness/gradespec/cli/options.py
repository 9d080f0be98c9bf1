"""The options that commands which run graders share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from gradespec.cage import Limits
from gradespec.run import cores

F = TypeVar("F", bound=Callable[..., Any])

GIGABYTE: Final = 10**9

_CAGE: Final = "gradespec.cage"  # the key of what `_noted` notes


def _noted(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep an option for `limits`."""
    ctx.meta.setdefault(_CAGE, {})[param.name] = value


_LIMITS: Final = (
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        default=Limits().seconds,
        show_default=True,
        help="Wall-clock limit of one check, in seconds.",
    ),
    click.option(
        "--memory",
        type=click.FloatRange(0, min_open=True),
        default=Limits().memory / GIGABYTE,
        show_default=True,
        help="Memory limit of one grader process with its children, in GB.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1),
        default=cores,
        show_default="number of cores",
        help="Processes per grader.",
    ),
    click.option(
        "--sandbox",
        type=click.Choice(["auto", "on", "off"]),
        default=Limits().sandbox,
        show_default=True,
        expose_value=False,
        callback=_noted,
        help="Read-only files, a private /tmp, no network, no other processes (bubblewrap): where it works, or always.",
    ),
    click.option(
        "--env",
        "variables",
        multiple=True,
        metavar="NAME",
        expose_value=False,
        callback=_noted,
        help="A variable of the environment that graders see beside those of paths, packages and languages."
        " May be repeated.",
    ),
)


def limits_options(command: F) -> F:
    """The options ``--timeout``, ``--memory``, ``--workers``, ``--sandbox`` and ``--env``."""
    return reduce(lambda made, option: option(made), reversed(_LIMITS), command)


def limits(timeout: float, memory: float) -> Limits:
    """The limits that the options state."""
    cage = click.get_current_context().meta.get(_CAGE, {})
    return Limits(seconds=timeout, memory=int(memory * GIGABYTE), **cage)


def graders_option(default: tuple[str, ...] = ()) -> Callable[[F], F]:
    """The option ``--grader``, which may be repeated; where there is no default, it may be missing."""
    return click.option(
        "--grader",
        "graders",
        multiple=True,
        default=default or None,
        show_default=bool(default),
        metavar="NAME",
        help="A grader: reference, math-verify@0.7.0, package.module:function, cmd:./my-grader, ./adapter.py."
        " May be repeated.",
    )


def _one_option(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, Any]:
    """``name=value`` pairs as options: numbers as numbers, the list options split at commas."""
    options: dict[str, Any] = {}
    for pair in value:
        name, separator, text = pair.partition("=")
        if not separator:
            raise click.BadParameter(f"{pair!r} is not name=value, such as percent=strict")
        options[name] = text.split(",") if name in LISTS else int(text) if text.isdecimal() else text
    return options


def cases_option(command: F) -> F:
    """The option ``--cases``, which may be repeated."""
    kind = click.Path(path_type=Path)
    return click.option("--cases", type=kind, multiple=True, help="Your own case files or folders.")(command)


LISTS: Final = ("targets", "answer_tags")

_CHOICES: Final = (
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_one_option,
        help="An option of spec chapter 9, such as percent=strict. May be repeated.",
    ),
    click.option("--profile", help="A profile of spec chapter 9: default, strict, lenient."),
)


def choice_options(command: F) -> F:
    """The options ``--option`` and ``--profile``; `chosen` joins them."""
    return reduce(lambda made, option: option(made), reversed(_CHOICES), command)


def chosen(options: Mapping[str, Any], profile: str | None) -> dict[str, Any]:
    """The options of a request, with the profile among them."""
    return {**({"profile": profile} if profile else {}), **options}


FILE: Final = click.Path(path_type=Path, dir_okay=False)
