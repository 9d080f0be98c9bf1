"""Draws the sample of golds: ``python -m benchmarks.draw GOLDS``, a JSON Lines file with source, question and gold.

The sample in `data` was drawn by this, once; it is here to say how, and to draw another.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.wild.draw import known_by
from benchmarks.workloads import GOLDS

SEED: Final = 10
COUNT: Final = 500
#: The collections whose licence allows it, as `data/README.md` states.
FREE: Final = ("math", "college_math")
#: A gold that is one number and nothing else asks little of a grader.
PLAIN: Final = re.compile(r"[\s$+-]*\d[\d,.\s]*\$?\.?")


def main(file: Path) -> None:
    """Write the sample, in the order of the file: neighbours are of one collection."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    free = [row for row in rows if row["source"] in FREE and not PLAIN.fullmatch(row["gold"])]
    chosen = sorted(Random(SEED).sample(range(len(free)), COUNT))
    lines = (json.dumps(_row(free[place]), ensure_ascii=False) + "\n" for place in chosen)
    GOLDS.write_text("".join(lines), encoding="utf-8")


def _row(row: dict[str, str]) -> dict[str, str]:
    return {"source": row["source"], "question_sha256": known_by(row["question"]), "gold": row["gold"]}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
