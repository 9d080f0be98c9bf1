"""Fuzzing beside the cases: the same mutants, tried by the cases alone and by pairs of `gradespec fuzz` alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.report import Row
from benchmarks.mutation.trial import Fate

TESTS: Final = ("cases", "fuzzing")
NAME: Final = "mutation-fuzz"


def row(mutant: Mutant, fates: dict[str, Fate]) -> Row:
    """A mutant and what each of the tests makes of it."""
    return {
        "module": mutant.module,
        "line": mutant.line,
        "before": mutant.before,
        "after": mutant.after,
        **{test: {"fate": fate.kind, "check": fate.check} for test, fate in fates.items()},
        "killed_by": [test for test, fate in fates.items() if fate.killed],
    }


def write(report: dict[str, Any], folder: Path) -> None:
    """Write mutation-fuzz.json and mutation-fuzz.md into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / f"{NAME}.md").write_text("\n".join(_page(report)) + "\n", encoding="utf-8")


def summary(report: dict[str, Any]) -> str:
    """The outcome in a line."""
    counts = Counter(test for row in report["mutants"] for test in row["killed_by"])
    return f"of {len(report['mutants'])} mutants: " + ", ".join(f"{counts[test]} killed by {test}" for test in TESTS)


def _page(report: dict[str, Any]) -> Iterator[str]:
    rows, facts = report["mutants"], report["taken"]
    yield "# What fuzzing alone notices of the reference grader\n"
    yield "The same small wrong changes (mutants) are tried twice: the cases are their only test, then pairs of"
    yield "`gradespec fuzz`, whose truth is known by construction. What mutants are drawn, and what kills one, is"
    yield "told in [mutation.md](mutation.md). Written by `python -m benchmarks.mutation --fuzz N`.\n"
    yield "| part | mutants | killed by the cases | by fuzzing | by fuzzing alone | by neither |"
    yield "| --- | --: | --: | --: | --: | --: |"
    folders = sorted({_folder(row) for row in rows})
    for name in folders:
        yield _counted(f"`{name}`", [row for row in rows if _folder(row) == name])
    yield _counted("**all**", rows)
    yield ""
    yield f"{facts['checks']:,} checks of the cases, {facts['pairs']:,} pairs of seed {facts['seed']}; commit"
    yield f"{facts['commit']}, {facts['minutes']:g} minutes.\n"
    yield from _listed("Noticed by fuzzing alone", [row for row in rows if row["killed_by"] == ["fuzzing"]])
    yield from _listed("Noticed by the cases alone", [row for row in rows if row["killed_by"] == ["cases"]])


def _counted(name: str, rows: list[Row]) -> str:
    killers = [row["killed_by"] for row in rows]
    each = [sum(test in killer for killer in killers) for test in TESTS]
    counts = (len(rows), *each, killers.count(["fuzzing"]), killers.count([]))
    return f"| {name} | {' | '.join(map(str, counts))} |"


def _folder(row: Row) -> str:
    folder, slash, _ = row["module"].partition("/")
    return str(folder + slash)


def _listed(title: str, rows: list[Row]) -> Iterator[str]:
    yield f"## {title}\n"
    for row in rows:
        killer = next(row[test] for test in row["killed_by"])
        yield f"- `{row['module']}:{row['line']}`: {killer['fate'].replace('_', ' ')}, `{killer['check']}`"
        yield f"  ```diff\n  - {row['before']}\n  + {row['after']}\n  ```"
    yield "" if rows else "None.\n"
