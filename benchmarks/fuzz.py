"""Every packaged grader against pairs whose truth is known by construction: ``python -m benchmarks.fuzz``.

Writes a report of each into ``reports/fuzz/``, and what they come to into ``reports/fuzz.md``: how many pairs of each
kind were accepted or rejected wrongly, with 95 % intervals, and the smallest pair of each sort that a grader accepts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
from gradespec.corpus import clauses
from gradespec.fuzz.coverage import reachable
from gradespec.fuzz.result import shown
from gradespec.rates import wilson

REPORTS: Final = Path(__file__).parent.parent / "reports"
FOLDER: Final = REPORTS / "fuzz"

#: How many pairs each grader is asked: as many as it answers in some minutes on two cores.
PAIRS: Final = {
    "reference": 1_000_000,
    "verl-math-reward": 10_000,
    "verl-math-dapo": 10_000,
    "math-verify": 2_000,
    "ets": 2_000,
    "trl-accuracy": 1_000,
    "verl-prime-math": 1_000,
    "exact-match": 10_000,
    "math-equivalence": 10_000,
    "lm-eval-hendrycks-math": 10_000,
    "lm-eval-minerva-math": 1_000,
    "mathruler": 1_000,
    "evalscope-math": 1_000,
    "latex2sympy": 1_000,
}
SHOWN: Final = 12  # false accepts of a grader that the page shows
_GRADESPEC: Final = "from gradespec.cli import main; main()"


def page(reports: Sequence[dict[str, Any]]) -> str:
    """The page about the reports."""
    return "\n".join(_lines(reports)) + "\n"


_INTRODUCTION: Final = """\
`gradespec fuzz` draws an object and writes it twice, the second time in another form or after a mistake that models
make: whether the two are one answer is known by construction. The same seed asks everybody the same pairs.
`python -m benchmarks.fuzz` makes this page of the reports in [fuzz/](fuzz); these also hold every sort of failure, with
the command that shows it again and a case for the suite, and how much of the grammar was generated.
""".splitlines()


def _lines(reports: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "# Fuzzing: pairs whose truth is known by construction"
    yield ""
    yield from (*_INTRODUCTION, "")
    yield "| grader | seed | pairs | false accepts | 95 % | false rejects | 95 % | other | sorts |"
    yield "| --- | ---: | ---: | ---: | --- | ---: | --- | ---: | ---: |"
    for report in reports:
        yield _total(report)
    yield ""
    yield "The rates are of the pairs that had to be rejected, or accepted, and that the grader has an answer to. Every"
    yield "kind, way and mistake has the same weight, the rare ones with the common: these are no rates of a dataset."
    yield "A run of the reference stands as it first came out. What it found was mended after it, so the next run has"
    yield "another seed."
    yield from _coverage(max(reports, key=lambda report: report["pairs"]))
    yield ""
    yield "## By kind of answer"
    for report in reports:
        yield from _by_kind(report)
    yield ""
    yield "## False accepts"
    yield ""
    yield "The smallest pair of each sort, the most frequent sorts first."
    for report in reports:
        yield from _accepts(report)


def _coverage(report: dict[str, Any]) -> Iterator[str]:
    """What the largest run generated, and the clauses of the spec that no pair can be about."""
    yield ""
    yield "## What is generated"
    yield ""
    yield f"By {report['pairs']:,} pairs, of what the grammar can generate:"
    yield ""
    yield "| | generated | of | never |"
    yield "| --- | ---: | ---: | --- |"
    for sort, found in report["coverage"].items():
        never = ", ".join(found["never"]) or "–"
        yield f"| {sort} | {found['generated']} | {found['known']} | {never} |"
    known = reachable()["clauses"]
    left = [name for name in clauses() if name not in known]
    chapters: dict[str, list[str]] = {name.partition("-")[0]: [] for name in left}
    for name in left:
        chapters[name.partition("-")[0]].append(name.partition("-")[2])
    yield ""
    yield f"Of the {len(clauses())} clauses of the spec no pair is about these {len(left)}, by chapter:"
    yield ""
    yield from (f"- {chapter} {', '.join(numbers)}" for chapter, numbers in chapters.items())


def _title(report: dict[str, Any]) -> str:
    return f"{report['name']} {report['version']}, seed {report['seed']}"


def _total(report: dict[str, Any]) -> str:
    counts = report["outcomes"]
    other = sum(counts.get(kind, 0) for kind in ("error", "timeout", "crash", "executed"))
    cells = (*_rates(report["sides"]["total"], counts), f"{other:,}", str(len(report["failures"])))
    return f"| {report['name']} {report['version']} | {report['seed']} | {report['pairs']:,} | {' | '.join(cells)} |"


def _rates(sides: dict[str, int], counts: dict[str, int]) -> Iterator[str]:
    for outcome, side in (("false_accept", "reject"), ("false_reject", "accept")):
        wrong, of = counts.get(outcome, 0), sides.get(side, 0)
        low, high = wilson(wrong, of) if of else (0.0, 1.0)
        yield f"{wrong:,}"
        yield f"{low:.3%} – {high:.3%}"


def _by_kind(report: dict[str, Any]) -> Iterator[str]:
    failing = {name: counts for name, counts in report["kinds"].items() if set(counts) - {"pass", "unsupported"}}
    yield ""
    yield f"### {_title(report)}"
    yield ""
    clean, known = len(report["kinds"]) - len(failing), len(report["kinds"])
    yield f"Nothing wrong in {clean} of {known} kinds." if failing else f"Nothing wrong in any of {known} kinds."
    if failing:
        yield ""
        yield "| kind | false accepts | 95 % | false rejects | 95 % |"
        yield "| --- | ---: | --- | ---: | --- |"
    for name, counts in failing.items():
        yield f"| {name} | {' | '.join(_rates(report['sides'][name], counts))} |"


def _accepts(report: dict[str, Any]) -> Iterator[str]:
    found = [failure for failure in report["failures"] if failure["outcome"] == "false_accept"]
    if not found:
        return
    yield ""
    yield f"### {_title(report)}: {len(found)} sorts"
    yield ""
    yield "| operator | clause | pairs | gold | answer or response |"
    yield "| --- | --- | ---: | --- | --- |"
    for failure in sorted(found, key=lambda failure: -failure["count"])[:SHOWN]:
        given = failure.get("answer", failure.get("response", ""))
        texts = f"{_code(failure['gold'])} | {_code(given)}"
        yield f"| {failure['operator']} | {failure['clause']} | {failure['count']:,} | {texts} |"


def _code(text: str) -> str:
    """The text as code in a cell of a table."""
    code = shown(text).replace("|", "\\|")
    return f"`` {code} ``" if "`" in code else f"`{code}`"


def _read() -> list[dict[str, Any]]:
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))]
    return sorted(found, key=lambda report: (report["name"] != "reference", report["name"], report["when"]))


@click.command()
@click.option("--grader", "graders", multiple=True, help="Only this one; repeatable. All of the table by default.")
@click.option("--share", type=float, default=1.0, help="So much of the pairs of the table.")
@click.option("--minutes", type=float, help="So long each, instead of the pairs of the table.")
@click.option("--workers", type=int, help="Processes per grader; as many as there are cores by default.")
@click.option("--seed", type=int, default=0)
@click.option("--page-only", is_flag=True, help="Ask nobody; make the page of the reports that are there.")
def main(
    graders: tuple[str, ...], share: float, minutes: float | None, workers: int | None, seed: int, page_only: bool
) -> None:
    """Ask the graders, write their reports and the page."""
    for name in () if page_only else graders or tuple(PAIRS):
        count = max(1, round(PAIRS[name.partition("@")[0]] * share))
        size = ("--minutes", str(minutes)) if minutes else ("--count", str(count))
        file = f"{FOLDER}/{{grader}}{f'-seed-{seed}' if seed else ''}.json"
        asked = ("--grader", name, *size, "--seed", str(seed), "--report", file)
        processes = ("--workers", str(workers)) if workers else ()
        if subprocess.run([sys.executable, "-c", _GRADESPEC, "fuzz", *asked, *processes]).returncode == 2:
            sys.exit(2)
    (REPORTS / "fuzz.md").write_text(page(_read()), encoding="utf-8")


if __name__ == "__main__":
    main()
