"""The command line. Each command lies in a file of its own and is imported only when it is called."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import click

from gradespec import __version__
from gradespec.cli.ending import ended_by_signals

#: name → (where the command is, what it is for)
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "run": ("gradespec.cli.run:run", "Run graders against the suite and print where they fail."),
    "report": ("gradespec.cli.report:report", "Say what written reports come to, in words, as JUnit XML or Markdown."),
    "show": ("gradespec.cli.show:show", "Show a clause, a reason, a case or a check, and what graders did there."),
    "diff": ("gradespec.cli.diff:diff", "Say what was mended and what broke from one report to another."),
    "matrix": ("gradespec.cli.matrix:matrix", "Print the matrix of written reports, or put it into a page."),
    "site": ("gradespec.cli.site:site", "Make a static site of written reports."),
    "known": ("gradespec.cli.known:known", "Keep the list of what a grader is known not to pass."),
    "fuzz": ("gradespec.cli.fuzz:fuzz", "Ask graders pairs without end whose truth is known by construction."),
    "grade": ("gradespec.cli.grade:grade", "Grade the rows of files: JSON Lines, CSV, Parquet …"),
    "audit": ("gradespec.cli.audit:audit", "Say where graders and recorded rewards differ on your data, and why."),
    "golds": ("gradespec.cli.golds:golds", "Say which golds of a dataset cannot be graded or look wrong."),
    "explain": ("gradespec.cli.explain:explain", "Say how the reference comes to a verdict, with clauses."),
    "adapters": ("gradespec.cli.adapters:adapters", "List the graders that can be named."),
    "lint": ("gradespec.cli.lint:lint", "Check case files, and the suite as a whole."),
    "case": ("gradespec.cli.case:case", "Add cases."),
    "spec": ("gradespec.cli.spec:spec", "Keep the cases listed beside the clauses of the spec."),
    "suite": ("gradespec.cli.suite:suite", "Count the suite, or export it for other languages."),
}


class _Commands(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. An end by a signal has the exit code that shells know; files that cannot be used, and
        what cannot be printed, are said."""
        try:
            with ended_by_signals():
                try:
                    return super().invoke(ctx)
                finally:
                    sys.stdout.flush()
        except KeyboardInterrupt as end:
            with suppress(OSError):
                click.echo("Aborted!", err=True)
            sys.exit(128 + getattr(end, "signal", signal.SIGINT))
        except (BrokenPipeError, click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except OSError as error:
            _give_up_output()
            with suppress(OSError):
                click.echo(f"Error: {error.filename or 'the output'}: {error.strerror or error}", err=True)
            sys.exit(2)
        except Exception as error:
            _stop_where_files_are_wrong(error)
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS:
            ctx.fail(f"there is no command {args[0]!r}; the commands are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gradespec")
def main() -> None:
    """The conformance suite for math-answer graders.

    Exit codes: 0 all is well; 1 findings or failed checks; 2 wrong usage or invalid input, or what cannot be written;
    129, 130, 143 ended by SIGHUP, Ctrl-C, SIGTERM.
    """
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)


def _stop_where_files_are_wrong(error: Exception) -> None:
    """Of case files, clauses and the like that cannot be used, every command prints the same and exits with 2."""
    from gradespec.cli.output import stop  # neither is needed where nothing is wrong, nor for --help
    from gradespec.corpus.problems import CorpusError

    if isinstance(error, CorpusError):
        stop(error.problems)


def _give_up_output() -> None:
    """Let nothing more be written: what could not be is still waiting, and would fail again at the very end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8(stream: Any) -> None:
    """Print every answer on every terminal: what its encoding lacks is escaped, never a crash."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
