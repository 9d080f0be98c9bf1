"""`gradespec explain`: how the reference comes to its verdict, clause by clause."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import click

from gradespec.cli.options import choice_options, chosen
from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json
from gradespec.corpus import Check, load, select
from gradespec.judge import judge
from gradespec.protocol import Reply
from gradespec.wording import expected, question, shown

STYLES = {"correct": "bold green", "incorrect": "bold red", "ungradable": "bold yellow"}


@click.command()
@click.argument("check", required=False, metavar="[CHECK-ID]")
@click.option("--gold", help="The reference answer.")
@click.option("--response", help="The whole text that a model wrote.")
@click.option("--answer", help="The final answer alone.")
@choice_options
@json_option
def explain(
    check: str | None,
    gold: str | None,
    response: str | None,
    answer: str | None,
    options: dict[str, Any],
    profile: str | None,
    as_json: bool,
) -> None:
    """Say how the reference grader comes to its verdict, with the clauses of the spec that it applies.

    What is judged is --gold with --response or --answer, or a check of the suite, by its id.

    Exit codes: of a check, 0 the reference does what the suite says is right, 1 it does not; of --gold, 0 correct,
    1 incorrect or ungradable; 2 wrong usage.
    """
    given = {"grade": response, "verify": answer}
    asked = [(op, text) for op, text in given.items() if text is not None]
    wanted = chosen(options, profile)
    if check is not None:
        if asked or gold is not None:
            raise click.UsageError("a check of the suite has a gold and a text of its own; give its id alone")
        sys.exit(_explain_check(_check(check), wanted, as_json))
    if gold is None:
        raise click.UsageError("give --gold with --response or --answer, or the id of a check")
    if len(asked) != 1:
        raise click.UsageError("give either --response or --answer")
    sys.exit(FINE if _explain(*asked[0], gold, wanted, as_json).value == "correct" else FINDINGS)


def _check(name: str) -> Check:
    """The one check that `name` names, if the reference can say how it judges it."""
    found = select(load(samples=True), [name])
    if len(found) != 1:
        raise click.UsageError(f"{name!r} names {len(found) or 'no'} checks; gradespec show lists checks by their ids")
    if found[0].op == "parse" or isinstance(found[0].payload.get("gold"), tuple):
        raise click.UsageError(f"{found[0].id} is about parsed lists, of which there is nothing to explain")
    return found[0]


def _explain_check(check: Check, options: dict[str, Any], as_json: bool) -> int:
    """The exit code: whether the reference does what the suite says is right, which is said at the end."""
    request = check.request()
    if not as_json:
        clause = f" ({check.clause})" if check.clause else ""
        console().print(f"{question(check)}: the suite says {expected(check)}{clause}")
    options = {**request["options"], **options}
    if check.op == "extract":
        reply = _extraction(request["response"], options, as_json)
    else:
        text = request["answer" if check.op == "verify" else "response"]
        reply = _explain(check.op, text, request["gold"], options, as_json)
    failed = judge(check, reply).failed
    if not as_json:
        console().print("the suite says otherwise" if failed else "as the suite says")
    return FINDINGS if failed else FINE


def _explain(op: str, text: str, gold: str, options: dict[str, Any], as_json: bool) -> Reply:
    verdict = _asked(op, gold, text, options)
    if as_json:
        print_json({"verdict": verdict.kind, "reason": verdict.reason, "trace": list(map(asdict, verdict.trace))})
    else:
        out = console()
        out.print(f"{verdict.kind}: ", style=STYLES[verdict.kind], end="")
        out.print(verdict.reason)
        for step in verdict.trace:
            out.print(f"  {step.clause:8}", style="cyan", end="")
            out.print(f" {step.text}")
    return Reply("verdict", verdict.kind)


def _extraction(response: str, options: dict[str, Any], as_json: bool) -> Reply:
    found = _asked("extract", response, options)
    if as_json:
        print_json({"answer": found and found.text, "clause": found and found.rule})
    else:
        console().print(f"finds {shown(found.text)} by {found.rule}" if found else "finds no answer")
    return Reply("answer", found and found.text)


def _asked(op: str, *texts: Any) -> Any:
    import refgrader  # only here: no other part of the harness knows the reference but as a grader

    asking: Callable[..., Any] = getattr(refgrader, op)
    try:
        return asking(*texts)
    except refgrader.OptionError as error:
        raise click.UsageError(str(error)) from None
