"""``python -m benchmarks.mutation``: draw mutants, try each, write the report."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from gradespec import corpus
from gradespec.fuzz import engine
from gradespec.fuzz.case import as_check
from rich.console import Console

from benchmarks.mutation import beside, mutants, report
from benchmarks.mutation.trial import STILLBORN, Court

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "reference" / "refgrader"
REPORTS = ROOT / "reports"


@click.command()
@click.option("--sample", type=click.IntRange(min=1), default=420, show_default=True, help="Mutants to try.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which mutants, and the order of the checks.")
@click.option("--again", is_flag=True, help="Only the survivors of the last report: prints, writes nothing.")
@click.option("--fuzz", type=click.IntRange(min=1), help="Beside the cases, so many pairs of `gradespec fuzz`.")
@click.option("--minutes", type=float, default=float("inf"), help="With --fuzz: no further mutant after so long.")
@click.option("--page", is_flag=True, help="Only write mutation.md again, after a change to survivors.yaml.")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=REPORTS,
    help="Folder of mutation.json and mutation.md (reports/ by default).",
)
def main(sample: int, seed: int, again: bool, fuzz: int | None, minutes: float, page: bool, output: Path) -> None:
    """Change the reference grader in small ways, and see whether the cases notice. Takes minutes."""
    if page:
        report.write(_last(output), output)
        return
    console = Console(stderr=True, highlight=False)
    began = time.monotonic()
    if fuzz:
        _beside(sample, seed, fuzz, 60 * minutes, output, console)
        return
    court = Court(PACKAGE, corpus.load().checks, seed)
    if court.baseline.failed:
        console.print(f"not asked, since the unchanged grader fails them: {', '.join(sorted(court.baseline.failed))}")
    console.print(f"{court.asked} checks, {time.monotonic() - began:.0f} s")
    known = {report.key(row) for row in _last(output)["mutants"] if row["fate"] == "survived"} if again else None
    tried: list[dict[str, Any]] = []
    for mutant in mutants.drawn(PACKAGE, seed):
        if known is not None and mutant.key not in known:
            continue
        fate = court.try_(mutant)
        tried.append(report.row(mutant, fate, court.entering(mutant)))
        number = sum(row["fate"] != STILLBORN for row in tried)
        change = f"{mutant.module}:{mutant.line}  {mutant.before}  ⟶  {mutant.after}"
        console.print(f"{number:4} {fate.kind:16} {change}", soft_wrap=True, markup=False)
        if number == (sample if known is None else len(known)):
            break
    found = {"taken": _taken(seed, court, time.monotonic() - began), "mutants": tried}
    if not again:
        report.write(found, output)
    Console().print(report.summary(found))


def _beside(sample: int, seed: int, fuzz: int, seconds: float, output: Path, console: Console) -> None:
    """Try the mutants by the cases alone, and by fuzzing alone."""
    began = time.monotonic()
    checks = {"cases": corpus.load().checks, "fuzzing": _pairs(seed, fuzz)}
    courts = {test: Court(PACKAGE, asked, seed, traced=False) for test, asked in checks.items()}
    tried: list[dict[str, Any]] = []
    for mutant in mutants.drawn(PACKAGE, seed):
        fates = {test: court.try_(mutant) for test, court in courts.items()}
        if STILLBORN in {fate.kind for fate in fates.values()}:
            continue
        tried.append(beside.row(mutant, fates))
        said = ", ".join(f"{test}: {fate.kind}" for test, fate in fates.items())
        console.print(f"{len(tried):4} {said:40} {mutant.module}:{mutant.line}", soft_wrap=True, markup=False)
        if len(tried) == sample or time.monotonic() - began > seconds:
            break
    found = {
        "taken": _taken(seed, courts["cases"], time.monotonic() - began) | {"pairs": courts["fuzzing"].asked},
        "mutants": tried,
    }
    beside.write(found, output)
    Console().print(beside.summary(found))


def _pairs(seed: int, count: int) -> list[corpus.Check]:
    """Pairs whose truth is known by construction, as checks."""
    return [as_check(pair, index) for index, pair in engine.pairs(seed, range(count))]


def _last(output: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((output / "mutation.json").read_text(encoding="utf-8"))
    return loaded


def _taken(seed: int, court: Court, seconds: float) -> dict[str, Any]:
    return {
        "commit": _git("rev-parse", "--short=12", "HEAD"),
        "changed": _git("status", "--porcelain", "--", "reference", "cases").splitlines(),
        "seed": seed,
        "checks": court.asked,
        "failed": sorted(court.baseline.failed),
        "minutes": round(seconds / 60, 1),
        "python": ".".join(map(str, sys.version_info[:3])),
        "cosmic-ray": version("cosmic-ray"),
    }


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
