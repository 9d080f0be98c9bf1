"""An audit finds what was planted: its estimates cover the rates of wrong rewards, in all and by source."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[2]))

from gradespec.cli import main

from benchmarks.audit_rows import PLANTED, rows


def test_truth_is_no_matter_of_a_grader() -> None:
    made = list(rows(300, size=400))
    assert all(400 <= len(row["response"]) < 500 for row in made)
    assert made == list(rows(300, size=400))
    assert {row["data_source"] for row in made} == set(PLANTED)
    assert 0 < sum(row["right"] is not bool(row["reward"]) for row in made) < 40


@pytest.mark.long
def test_the_estimates_cover_what_was_planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # the lot falls by the name that the file is given: under a new one each run would draw another sample, and of
    # 95 % intervals one in twenty misses
    monkeypatch.chdir(tmp_path)
    file = Path("rows.jsonl")
    made = list(rows(3000, size=300))
    file.write_text("".join(json.dumps(row) + "\n" for row in made))
    words = ["audit", str(file), "--reward-field", "reward", "--by", "data_source", "--workers", "1", "--json"]
    found = json.loads(CliRunner().invoke(main, words).stdout)
    wrong = {kind: [row for row in made if row["right"] is kind is not bool(row["reward"])] for kind in (True, False)}
    whole = found["columns"]["reward"]
    assert (whole["false_rewards"]["count"], whole["missed_rewards"]["count"]) == (len(wrong[False]), len(wrong[True]))
    for source, shares in PLANTED.items():
        part = found["parts"][source]["columns"]["reward"]
        for share, kind in zip(shares, ("false_rewards", "missed_rewards"), strict=True):
            low, high = part[kind]["interval"]
            assert low <= share <= high, (source, kind)
    # a part of the rows tells of all: other rows, the same rates
    sampled = json.loads(CliRunner().invoke(main, [*words, "--sample", "1000"]).stdout)["columns"]["reward"]
    for kind, known in (("false_rewards", wrong[False]), ("missed_rewards", wrong[True])):
        low, high = sampled[kind]["interval"]
        assert low <= len(known) / len(made) <= high
