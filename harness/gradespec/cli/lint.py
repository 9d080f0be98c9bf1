"""`gradespec lint`: what is wrong with case files, where, and what to write instead."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gradespec.cli.output import FINDINGS, FINE, INVALID, console, json_option, print_json, print_problems
from gradespec.corpus.clauses import read_spec
from gradespec.corpus.load import Loaded, survey
from gradespec.corpus.problems import Problem, in_order
from gradespec.corpus.review import review


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@json_option
def lint(paths: tuple[Path, ...], as_json: bool) -> None:
    """Check case files: PATHS, files or folders, or the whole packaged suite.

    Without PATHS the suite itself is checked too: every clause shown from both sides, and the cases beside
    the clauses up to date.

    Exit codes: 0 clean; 1 findings about the suite; 2 a file is invalid.
    """
    loaded = survey(paths) if paths else survey()
    problems = loaded.problems if paths else in_order([*loaded.problems, *_suite(loaded)])
    if as_json:
        print_json({**_counts(loaded), "problems": [problem.as_json() for problem in problems]})
    else:
        _print(loaded, problems)
    sys.exit(_exit_code(problems))


def _suite(loaded: Loaded) -> tuple[Problem, ...]:
    spec = read_spec()
    return (*spec.problems, *review(spec, loaded.corpus))


def _exit_code(problems: tuple[Problem, ...]) -> int:
    if any(problem.invalid for problem in problems):
        return INVALID
    return FINDINGS if problems else FINE


def _counts(loaded: Loaded) -> dict[str, int]:
    corpus = loaded.corpus
    suite = corpus.suite
    counts = {"files": len(corpus.files), "cases": len(suite.cases), "checks": len(suite)}
    sampled = len(corpus) - len(suite)
    return {**counts, "checks of samples": sampled} if sampled else counts


def _print(loaded: Loaded, problems: tuple[Problem, ...]) -> None:
    out = console()
    print_problems(problems, out)
    read = ", ".join(f"{count} {name}" for name, count in _counts(loaded).items())
    verdict = f"{len(problems)} problem{'s' * (len(problems) != 1)}" if problems else "clean"
    out.print(f"{read}: {verdict}", style="bold red" if problems else "bold green")
