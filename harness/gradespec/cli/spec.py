"""`gradespec spec`: the cases beside the clauses."""

from __future__ import annotations

import sys

import click

from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json, print_problems, stop
from gradespec.corpus import book
from gradespec.corpus.clauses import read_spec
from gradespec.corpus.load import survey
from gradespec.corpus.problems import shown
from gradespec.corpus.review import blocks_are_built


@click.group()
def spec() -> None:
    """Keep the cases listed beside the clauses of the spec."""


@spec.command()
@click.option("--check", is_flag=True, help="Write nothing; say what is stale.")
@json_option
def build(check: bool, as_json: bool) -> None:
    """Write beside each clause the cases that show it.

    Exit codes: 0 all is up to date (or now is); 1 something is stale, or a clause has no place for its cases;
    2 the spec or a case file is invalid.
    """
    chapters, loaded = read_spec(), survey()
    if wrong := chapters.problems + loaded.problems:
        stop(wrong)
    changed = () if check else book.build(chapters, loaded.corpus)
    findings = tuple(blocks_are_built(read_spec(), loaded.corpus))
    if as_json:
        problems = [finding.as_json() for finding in findings]
        print_json({"changed": [shown(file) for file in changed], "problems": problems})
    else:
        out = console()
        print_problems(findings, out)
        for file in changed:
            out.print(f"wrote {shown(file)}")
        if not changed and not findings:
            out.print("the spec is up to date", style="bold green")
    sys.exit(FINDINGS if findings else FINE)
