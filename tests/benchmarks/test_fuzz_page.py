"""The page about fuzzing: rates with their intervals, and the smallest pairs that were accepted wrongly."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from gradespec.cli import main

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.fuzz import page  # noqa: E402

HARNESS = ROOT / "tests" / "harness"


def test_the_page_says_what_the_report_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HARNESS)
    file = tmp_path / "yes.json"
    CliRunner().invoke(
        main, ["fuzz", "--grader", "verify:bad_graders:yes", "--count", "80", "--workers", "1", "--report", str(file)]
    )
    report = json.loads(file.read_text())
    shown = page([report])
    accepts = report["outcomes"]["false_accept"]
    assert f"| {report['name']} {report['version']} | 0 | 80 | {accepts} | " in shown
    assert report["sides"]["total"]["reject"] == accepts
    failure = next(failure for failure in report["failures"] if "answer" in failure)
    assert failure["operator"] in shown
