"""`gradespec golds`: which golds of a dataset cannot be graded or look wrong, before any training."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Final

import click
from rich.console import Console

from gradespec.cli.output import FINDINGS, FINE, console, json_option, print_json
from gradespec.cli.progress import rows_progress
from gradespec.golds import Finding, Survey, read_golds
from gradespec.rows.files import Records, SourceError, sources
from gradespec.rows.model import BadRow

EXAMPLES: Final = 3  # of each reason, unless all are asked for
SHOWN: Final = 100  # characters of a gold


@click.command()
@click.argument("file")
@click.option("--gold-field", metavar="FIELD", help="The field with the gold, if it has no usual name: a name or path.")
@click.option("--question-field", metavar="FIELD", help="The field with the question, if it has no usual name.")
@click.option("--all", "show_all", is_flag=True, help="Show every gold that was found, not only three for each reason.")
@json_option
def golds(file: str, gold_field: str | None, question_field: str | None, show_all: bool, as_json: bool) -> None:
    """Look at the golds of FILE before anything is graded: JSON Lines, JSON, CSV, Parquet, Arrow, a folder of them, or
    - for standard input.

    Says which golds cannot be graded, and why; which look wrong although they can (prose, a whole solution); and
    which contradict another gold for the same question. The reference grader reads them, by chapter 13 of the spec.

    Exit codes: 0 nothing was found; 1 golds that cannot be graded or look wrong; 2 wrong usage.
    """
    began = time.monotonic()
    survey = Survey()
    try:
        records = Records(sources([file]))
    except SourceError as error:
        raise click.UsageError(str(error)) from None
    with rows_progress(records, "reading") as advance:
        for row in read_golds(records, gold_field, question_field):
            advance(True)
            if isinstance(row, BadRow):
                survey.bad_lines.append(row)
            else:
                survey.add(row)
    seconds = time.monotonic() - began
    if as_json:
        print_json(_as_json(survey, seconds))
    else:
        _print(survey, seconds, show_all)
    sys.exit(FINE if survey.clean else FINDINGS)


def _as_json(survey: Survey, seconds: float) -> dict[str, Any]:
    def listed(found: dict[str, list[Finding]]) -> list[dict[str, Any]]:
        return [
            {
                "reason": reason,
                "count": len(findings),
                "golds": [{"line": one.row.place.line, "gold": one.row.gold, "detail": one.detail} for one in findings],
            }
            for reason, findings in _largest_first(found)
        ]

    return {
        "golds": survey.rows,
        "gradable": survey.gradable,
        "seconds": seconds,
        "ungradable": listed(survey.ungradable),
        "doubtful": listed(survey.doubtful),
        "bad_lines": [{"line": bad.place.line, "why": bad.why} for bad in survey.bad_lines],
    }


def _largest_first(found: dict[str, list[Finding]]) -> list[tuple[str, list[Finding]]]:
    return sorted(found.items(), key=lambda entry: -len(entry[1]))


def _print(survey: Survey, seconds: float, show_all: bool) -> None:
    out = console()
    for one in survey.bad_lines if show_all else survey.bad_lines[:EXAMPLES]:
        out.print(f"line {one.place.line}: {one.why}", style="yellow")
    _print_sort(out, "cannot be graded", "bold red", survey.ungradable, show_all)
    _print_sort(out, "can be graded, but look wrong", "bold yellow", survey.doubtful, show_all)
    share = f" ({survey.gradable / survey.rows:.2%})" if survey.rows else ""
    out.print(f"{survey.rows:,} golds, {survey.gradable:,} can be graded{share}", style="bold", end="")
    bad = f", {len(survey.bad_lines):,} lines are no rows" if survey.bad_lines else ""
    out.print(f"{bad}; {survey.rows / seconds:,.0f} a second")


def _print_sort(out: Console, what: str, style: str, found: dict[str, list[Finding]], show_all: bool) -> None:
    if not found:
        return
    out.print(f"{sum(map(len, found.values())):,} {what}:", style=style)
    for reason, findings in _largest_first(found):
        out.print(f"{len(findings):6,}  {reason}")
        for one in findings if show_all else findings[:EXAMPLES]:
            out.print(f"        line {one.row.place.line}: ", style="cyan", end="")
            out.print(_shortened(one.row.gold) + (f" ({one.detail})" if one.detail not in ("", reason) else ""))
        if not show_all and len(findings) > EXAMPLES:
            out.print(f"        … {len(findings) - EXAMPLES:,} more (--all)")


def _shortened(gold: Any) -> str:
    text = json.dumps(gold, ensure_ascii=False) if not isinstance(gold, str) else gold
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
