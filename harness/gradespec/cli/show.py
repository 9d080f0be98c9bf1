"""`gradespec show`: a clause, a reason, a case or a check, and what graders did there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from gradespec import report
from gradespec.annotate import complete
from gradespec.cli.options import FILE, cases_option
from gradespec.cli.output import console, json_option, print_json, wrapped
from gradespec.corpus import Check, Clause, Corpus, clauses, load, select
from gradespec.corpus.problems import shown as shown_path
from gradespec.corpus.select import BY_REASON
from gradespec.corpus.twins import twin
from gradespec.judge import PASS, Outcome
from gradespec.report import Report
from gradespec.wording import called, expected, owed, question

MOST: Final = 2000  # characters shown of a text of the one check that was asked for
FEW: Final = 30  # checks listed one by one; of more, how many each case has
WIDE: Final = 100  # columns in which prose is laid out, at most

#: For each report its title, and its outcomes of the checks that are shown, by id.
Told = Sequence[tuple[str, Mapping[str, Outcome]]]


@click.command()
@click.argument("name", metavar="ID")
@click.argument("reports", nargs=-1, type=FILE)
@cases_option
@json_option
def show(name: str, reports: tuple[Path, ...], cases: tuple[Path, ...], as_json: bool) -> None:
    """Show what ID names, and what came of it in REPORTS, the files that `gradespec run --report` wrote.

    ID is a clause (NUM-3), a reason (reason:sign), a file, a case or a check (numbers/decimals/half#accept-2), or a
    glob of ids, as --select takes them; what pytest prints is one, too.

    Exit codes: 0; 2 there is nothing of that name, or a file is not a report.
    """
    corpus, known = load(cases or None, samples=True), clauses()
    checks = select(corpus, [name])
    if not checks and name not in known:
        raise click.UsageError(
            f"nothing is called {name!r}; a clause is NUM-3, a reason {BY_REASON}sign, a check or a"
            " case begins with its chapter, as in numbers/decimals"
        )
    told = [_told(file, checks, corpus, known) for file in reports]
    if as_json:
        print_json(_as_json(known.get(name), checks, told))
        return
    out = console()
    for line in _lines(name, known, corpus, checks, told, min(out.width, WIDE)):
        out.print(line)


def _told(
    file: Path, checks: Sequence[Check], corpus: Corpus, known: Mapping[str, Clause]
) -> tuple[str, Mapping[str, Outcome]]:
    now = {check.id: check for check in checks}
    try:
        found: Report = complete(report.read(file), corpus, known)
    except report.ReportError as error:
        raise click.UsageError(str(error)) from None
    return found.title, {
        outcome.check: outcome
        for outcome in found.outcomes
        if (check := now.get(outcome.check)) and outcome.is_of(check)
    }


def _lines(
    name: str, known: Mapping[str, Clause], corpus: Corpus, checks: Sequence[Check], told: Told, width: int
) -> Iterator[str]:
    if name in known:
        yield from _clause(known[name], width)
        yield ""
    if len(checks) == 1 and name not in known:
        yield from _check(checks[0], known, corpus, told, width)
        return
    yield from _summary(checks, told, width)
    yield ""
    if told:
        checks = [check for check in checks if _failing([check], told)]
        yield f"{len(checks)} of them failed" + (" by one or another:" if len(told) > 1 else ":")
    if len(checks) > FEW:
        for case in dict.fromkeys(check.case for check in checks):
            of_case = [check for check in checks if check.case == case]
            yield from wrapped(f"{case}: {_number(of_case)}{_failing(of_case, told)}", width, "    ")
        return
    for check in checks:
        yield f"{check.id}{_failing([check], told)}"
        yield from wrapped(f"  must {owed(check)}: {question(check)}", width, "    ")


def _clause(clause: Clause, width: int) -> Iterator[str]:
    level = clause.level or "informative"
    yield f"{clause.id} ({level})  {shown_path(clause.file)}:{clause.line}"
    yield from wrapped(clause.text, width, "")
    yield from wrapped(f"Why: {clause.why}", width, "  ")


def _summary(checks: Sequence[Check], told: Told, width: int) -> Iterator[str]:
    sides = Counter(_SIDES[check.side] for check in checks)
    yield f"{_number(checks)}: {_counted(sides)}"
    if reasons := Counter(check.reason for check in checks if check.reason):
        yield from wrapped(f"reasons: {_counted(reasons)}", width, "  ")
    for title, outcomes in told:
        kinds = Counter(called(outcomes[check.id].kind) for check in checks if check.id in outcomes)
        yield from wrapped(f"{title}: {_counted(kinds) or 'not asked'}", width, "  ")


def _number(checks: Sequence[Check]) -> str:
    return f"{len(checks)} check{'' if len(checks) == 1 else 's'}"


def _counted(found: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in found.most_common())


_SIDES: Final = {"accept": "to accept", "reject": "to reject", "value": "to extract"}


def _failing(checks: Sequence[Check], told: Told) -> str:
    """Who fails how many of the checks, as the end of a line."""
    failing = {
        title: sum(outcomes[check.id].failed for check in checks if check.id in outcomes) for title, outcomes in told
    }
    named = [f"{title} {count}" if len(checks) > 1 else title for title, count in failing.items() if count]
    return f", failed by {', '.join(named)}" if named else ""


def _check(check: Check, known: Mapping[str, Clause], corpus: Corpus, told: Told, width: int) -> Iterator[str]:
    yield check.id
    for label, value in _about(check, known, corpus).items():
        if value:
            yield from wrapped(f"  {label:8}  {value}", width, " " * 12)
    for title, outcomes in told:
        came = "not asked, or another check then"
        if outcome := outcomes.get(check.id):
            came = called(outcome.kind) + (f": {outcome.why}" if outcome.kind != PASS else "")
        yield from wrapped(f"  {title}: {came}", width, "    ")
        if outcome and outcome.printed:
            yield "    the last that it printed:"
            yield from (f"      {line}" for line in outcome.printed.split("\n"))


def _about(check: Check, known: Mapping[str, Clause], corpus: Corpus) -> dict[str, str]:
    case = next(case for case in corpus.cases if case.id == check.case)
    clause, other = known.get(check.clause or ""), twin(check, case)
    return {
        check.op: question(check, MOST),
        "must": owed(check, MOST),
        "options": ", ".join(f"{name}={value}" for name, value in check.options.items()),
        "why": check.why or "",
        "reason": check.reason or "",
        "origin": check.origin or "",
        "clause": f"{clause.id} ({clause.level}): {clause.text}" if clause else "",
        "twin": f"{other.id} must {owed(other)}: {question(other, MOST)}" if other else "",
        "file": f"{shown_path(check.file)}:{check.line}",
    }


def _as_json(clause: Clause | None, checks: Sequence[Check], told: Told) -> dict[str, Any]:
    return {
        "clause": {"id": clause.id, "level": clause.level, "text": clause.text, "why": clause.why} if clause else None,
        "checks": [
            {
                "check": check.id,
                "request": check.request(),
                "right": expected(check, MOST),
                "clause": check.clause,
                "reason": check.reason,
                "why": check.why,
                "outcomes": {title: outcomes[check.id].kind for title, outcomes in told if check.id in outcomes},
            }
            for check in checks
        ],
    }
