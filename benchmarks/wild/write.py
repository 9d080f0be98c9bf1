"""Writes a sample down as cases: ``python -m benchmarks.wild.write FOLDER``.

FOLDER holds ``sample.json`` and, for each batch, ``answers0.jsonl`` … of its author and ``blind/labels0.tsv`` … of its
second reader; ``settled.tsv`` says what became of rows that they disagree about. A batch without a second reading is
left out. Nothing here asks a grader, and no grader is asked before the labels stand.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
from gradespec import data
from gradespec.corpus.new import write_case
from gradespec.rates import Rate

from benchmarks.wild import answers
from benchmarks.wild.answers import STRATA, Written
from benchmarks.wild.kinds import kind
from benchmarks.wild.settle import Agreement, Labelled, labelled, settlements

OUT: Final = data.root() / "cases" / "wild"
CLAUSE: Final = "CONF-11"
OPENING, CLOSING = "<!-- sample -->", "<!-- /sample -->"
#: The names of the lists of right and wrong entries of a case, by stratum.
_LISTS: Final = {
    "plain": ("accept", "reject"),
    "rewritten": ("accept", "reject"),
    "responses": ("correct", "incorrect"),
}
#: The collections, as their licences want them named.
LICENCES: Final = {
    "math": "MATH, https://github.com/hendrycks/math; MIT licence, Copyright (c) 2021 Dan Hendrycks",
    "college_math": "CollegeMath, part of MWPBench (arXiv:2403.02884), Tang et al.; CC BY 3.0",
    "olympiad_bench": "OlympiadBench, https://github.com/OpenBMB/OlympiadBench; MIT licence, (c) 2024 OpenBMB",
    "gsm8k": "GSM8K, https://github.com/openai/grade-school-math; MIT licence, Copyright (c) 2021 OpenAI",
}
Gold = Mapping[str, Any]


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=OUT, help="cases/wild by default.")
def main(folder: Path, out: Path) -> None:
    """Write the sample in FOLDER as case files, with its questions, its disputed rows and the figures of its page."""
    sample = {row["n"]: row for row in json.loads((folder / "sample.json").read_text(encoding="utf-8"))}
    rows = read(folder)
    golds = [sample[number] for number in sorted({row.row.gold for row in rows})]
    kept = [row for found in rows if (row := found.kept)]
    out.mkdir(parents=True, exist_ok=True)
    for source in dict.fromkeys(gold["source"] for gold in golds):
        name = _plain(source)
        text = case_file(name, LICENCES.get(source, source), [gold for gold in golds if gold["source"] == source], kept)
        (out / f"{name}.yaml").write_text(text, encoding="utf-8", newline="\n")
    _write_lines(out / "questions.jsonl", (_question(gold) for gold in golds))
    _write_lines(out / "disputed.jsonl", (_disputed(row, sample[row.row.gold]) for row in rows if row.why))
    page = out / "README.md"
    if page.exists():
        page.write_text(
            _between(page.read_text(encoding="utf-8"), figures(golds, rows)), encoding="utf-8", newline="\n"
        )


def read(folder: Path) -> list[Labelled]:
    """Every row of the batches that were read twice, in the order of the authors, with what it counts as."""
    settled = settlements(folder / "settled.tsv")
    found: list[Labelled] = []
    for batch, file in answers.batches(folder):
        second = folder / "blind" / f"labels{batch}.tsv"
        if second.exists():
            found += labelled(answers.read(file, batch), answers.labels(second), settled)
    return found


def case_file(name: str, licence: str, golds: Sequence[Gold], kept: Sequence[Written]) -> str:
    """The YAML of the golds of one source: a case for each gold and stratum, numbered as the golds are."""
    by_gold: dict[tuple[int, str], list[Written]] = defaultdict(list)
    for row in kept:
        by_gold[row.gold, row.stratum].append(row)
    schema = "# yaml-language-server: $schema=../../spec/schemas/cases.schema.json"
    head = f"{schema}\n# Golds: {licence}. See README.md.\nchapter: wild/{name}\ncases:\n"
    return head + "".join(_cases(name, golds, by_gold))


def _cases(name: str, golds: Sequence[Gold], kept: Mapping[tuple[int, str], Sequence[Written]]) -> Iterator[str]:
    for gold in golds:
        for stratum in STRATA:
            rows = kept.get((gold["n"], stratum), ())
            if rows:
                yield write_case(_case(name, gold, stratum, rows))


def _case(source: str, gold: Gold, stratum: str, rows: Sequence[Written]) -> dict[str, Any]:
    right, wrong = _LISTS[stratum]
    lists = {
        side: list(dict.fromkeys(row.text for row in rows if row.right == (side == right))) for side in (right, wrong)
    }
    drawn = {"stratum": stratum, "source": source, "kind": kind(gold["gold"]), "question": gold["question_sha256"]}
    return {
        "id": f"{stratum}-{gold['n']}",
        "clause": CLAUSE,
        "sample": drawn,
        "gold": gold["gold"],
        **{side: texts for side, texts in lists.items() if texts},
    }


def _question(gold: Gold) -> dict[str, Any]:
    return {name: gold[name] for name in ("n", "source", "question_sha256", "question", "gold")}


def _disputed(found: Labelled, gold: Gold) -> dict[str, Any]:
    """A row that was disputed or settled, with both labels, the outcome and the reason."""
    row = found.row
    facts = {"gold": gold["gold"], "given": row.text, "first": found.first, "second": found.second}
    return {
        "id": row.id,
        "source": gold["source"],
        "stratum": row.stratum,
        **facts,
        "label": found.label,
        "why": found.why,
    }


def figures(golds: Sequence[Gold], rows: Sequence[Labelled]) -> str:
    """What the page states in figures: how much there is, and how far the two labels agree."""
    by_source = ", ".join(
        f"{sum(gold['source'] == source for gold in golds)} of {_plain(source)}"
        for source in dict.fromkeys(gold["source"] for gold in golds)
    )
    lines = [
        f"{len(golds)} golds ({by_source}).",
        "",
        "| stratum | rows | labels contradict | undecided | disagreement in % (95 %) | label turned | dropped |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for stratum in (*STRATA, "all"):
        found = Agreement.of([row for row in rows if stratum in ("all", row.row.stratum)])
        counts = (
            found.rows,
            found.contradicted,
            found.undecided,
            _percent(found.disagreement),
            found.turned,
            found.dropped,
        )
        lines.append(f"| {stratum} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines) + "\n"


def _percent(rate: Rate) -> str:
    """The share and its interval to a hundredth of a percent: readers agree so often that a tenth tells little."""
    if rate.share is None or rate.interval is None:
        return "–"
    share, low, high = (f"{100 * value:.2f}" for value in (rate.share, *rate.interval))
    return f"{share} ({low}–{high})"


def _between(page: str, text: str) -> str:
    """The page with `text` between its marks."""
    before, _, rest = page.partition(OPENING)
    _, _, after = rest.partition(CLOSING)
    return f"{before}{OPENING}\n{text}{CLOSING}{after}"


def _plain(source: str) -> str:
    return source.replace("_", "-")


def _write_lines(file: Path, rows: Iterator[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
