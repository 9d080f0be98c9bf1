"""Shows a second reader what was written, without its labels: ``python -m benchmarks.wild.blind FOLDER``.

For each ``answers0.jsonl`` … in FOLDER a ``blind/blind0.json`` …; the reader writes ``blind/labels0.tsv`` … beside it.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from benchmarks.wild import answers


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the batches in FOLDER as a reader sees them."""
    sample = {row["n"]: row for row in json.loads((folder / "sample.json").read_text(encoding="utf-8"))}
    (folder / "blind").mkdir(exist_ok=True)
    for batch, file in answers.batches(folder):
        shown = answers.blind(answers.read(file, batch), sample)
        text = json.dumps(shown, ensure_ascii=False, indent=1) + "\n"
        (folder / "blind" / f"blind{batch}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
