"""``python -m benchmarks``: measure, judge, write the report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from benchmarks import bars, report, suite, workloads

REPORTS = Path(__file__).parent.parent / "reports"


@click.command()
@click.option("--quick", is_flag=True, help="A few inputs of everything, once: shows that the benchmark works.")
@click.option("--runs", type=click.IntRange(min=1), help="Runs of which medians are taken (5 by default).")
@click.option("--theirs", type=click.IntRange(min=1), help="Of these, runs of peers that take minutes (1 by default).")
@click.option(
    "--responses",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=workloads.SAMPLE,
    help="JSON Lines with gold and response; the committed sample by default.",
)
@click.option(
    "--golds",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=workloads.GOLDS,
    help="JSON Lines with gold; the committed sample by default.",
)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=REPORTS,
    help="Folder for benchmarks.json, benchmarks.md and the plots (reports/ by default).",
)
def main(quick: bool, runs: int | None, theirs: int | None, responses: Path, golds: Path, output: Path) -> None:
    """Measure the reference grader and its peers, each in a process of its own, and write the report."""
    console = Console(stderr=True)
    chosen = {name: value for name, value in (("runs", runs), ("theirs", theirs)) if value}
    plan = replace(suite.QUICK if quick else suite.Plan(), **chosen)
    found = suite.measured(plan, suite.Files(responses, golds), console.log)
    found["bars"] = bars.judged(found)
    output.mkdir(parents=True, exist_ok=True)
    (output / "benchmarks.json").write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (output / "benchmarks.md").write_text(report.markdown(found), encoding="utf-8")
    if not report.plot(found, output):
        console.print("no plots: install the extra `bench` for matplotlib")
    Console().print(report.table(found))


if __name__ == "__main__":
    main()
