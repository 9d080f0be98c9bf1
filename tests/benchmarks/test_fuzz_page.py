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

from benchmarks.fuzz import interval, page  # noqa: E402

HARNESS = ROOT / "tests" / "harness"


def test_intervals_are_wilsons() -> None:
    low, high = interval(0, 1_000_000)
    assert low == 0
    assert high == pytest.approx(3.84e-6, rel=1e-2)
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


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
