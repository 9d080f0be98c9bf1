"""`gradespec explain`: how the reference comes to its verdict, clause by clause."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from gradespec.cli.options import choice_options, chosen
from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json

STYLES = {"correct": "bold green", "incorrect": "bold red", "ungradable": "bold yellow"}


@click.command()
@click.option("--gold", required=True, help="The reference answer.")
@click.option("--response", help="The whole text that a model wrote.")
@click.option("--answer", help="The final answer alone.")
@choice_options
@json_option
def explain(
    gold: str,
    response: str | None,
    answer: str | None,
    options: dict[str, Any],
    profile: str | None,
    as_json: bool,
) -> None:
    """Say how the reference grader comes to its verdict, with the clauses of the spec that it applies.

    Exit codes: 0 correct; 1 incorrect or ungradable; 2 wrong usage.
    """
    given = {"grade": response, "verify": answer}
    asked = [(op, text) for op, text in given.items() if text is not None]
    if len(asked) != 1:
        raise click.UsageError("give either --response or --answer")
    verdict = _verdict(*asked[0], gold, chosen(options, profile))
    if as_json:
        print_json({"verdict": verdict.kind, "reason": verdict.reason, "trace": list(map(asdict, verdict.trace))})
    else:
        out = console()
        out.print(f"{verdict.kind}: ", style=STYLES[verdict.kind], end="")
        out.print(verdict.reason)
        for step in verdict.trace:
            out.print(f"  {step.clause:8}", style="cyan", end="")
            out.print(f" {step.text}")
    sys.exit(FINE if verdict.correct else FINDINGS)


def _verdict(op: str, text: str, gold: str, options: dict[str, Any]) -> Any:
    import refgrader  # only here: no other part of the harness knows the reference but as a grader

    judge = {"grade": refgrader.grade, "verify": refgrader.verify}[op]
    try:
        return judge(gold, text, options)
    except refgrader.OptionError as error:
        raise click.UsageError(str(error)) from None
