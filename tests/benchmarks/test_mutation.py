"""Mutants are made where it counts, never touch a file, and are judged by the cases alone."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

if find_spec("cosmic_ray") is None:
    pytest.skip("needs the extra `mutation`", allow_module_level=True)

from gradespec import corpus  # noqa: E402

from benchmarks.mutation import beside, mutants, report, trial  # noqa: E402

MODULE = """
from __future__ import annotations
from functools import lru_cache

@lru_cache(maxsize=3)
def doubled(count: int | None) -> int | str:
    if count == "two":
        raise ValueError("no" * 3)
    return count * 2
"""


def package(folder, source=MODULE):
    (folder / "small.py").write_text(source, encoding="utf-8")
    return folder


def test_what_has_no_part_in_a_verdict_is_left_alone(tmp_path):
    changed = {mutant.before for mutant in mutants.drawn(package(tmp_path), seed=1)}
    assert changed == {'if count == "two":', "return count * 2"}


def test_a_place_is_drawn_once(tmp_path):
    drawn = list(mutants.drawn(package(tmp_path), seed=1))
    assert len([mutant for mutant in drawn if mutant.operator.startswith("ReplaceBinaryOperator")]) == 1


def test_the_sample_outlives_a_change_of_another_line(tmp_path):
    before = [mutant.key for mutant in mutants.drawn(package(tmp_path), seed=1)]
    after = [
        mutant.key for mutant in mutants.drawn(package(tmp_path, MODULE.replace("@lru", "NAME = ''\n\n@lru")), seed=1)
    ]
    assert after == before


def test_a_mutant_is_tried_without_touching_its_file():
    reference = ROOT / "reference" / "refgrader"
    checks = [check for check in corpus.load().checks if check.case == "numbers/fractions/spellings"]
    court = trial.Court(reference, checks, seed=1)
    source = (reference / "verify.py").read_text(encoding="utf-8")

    def fate(changed):
        return court.try_(mutants.Mutant("verify.py", 1, 0, "ByHand", "", "", changed)).kind

    assert court.asked == len(checks)
    assert fate(source) == trial.SURVIVED
    assert fate(source.replace("if len(gold) > MAX_CHARACTERS", "if len(gold) >= 0")) in (
        "false_reject",
        "false_accept",
    )
    assert fate("import nothing_of_that_name") == trial.STILLBORN
    assert (reference / "verify.py").read_text(encoding="utf-8") == source


def test_an_explanation_is_of_a_known_kind():
    assert {entry["kind"] for entry in report.explanations().values()} <= set(report.KINDS)


def test_fuzzing_is_counted_beside_the_cases(tmp_path):
    mutant = mutants.Mutant("compare/values.py", 3, 1, "ByHand", "a < b", "a > b", "")
    kills = {
        "cases": trial.Fate("false_reject", "a/case#accept-1"),
        "fuzzing": trial.Fate("false_accept", "fuzz/7"),
    }
    lives = dict.fromkeys(beside.TESTS, trial.Fate(trial.SURVIVED))
    rows = [beside.row(mutant, fates) for fates in (kills, lives | {"fuzzing": kills["fuzzing"]}, lives)]
    taken = {"checks": 10, "pairs": 20, "seed": 1, "commit": "abc", "minutes": 1.5}
    beside.write({"taken": taken, "mutants": rows}, tmp_path)
    page = (tmp_path / "mutation-fuzz.md").read_text(encoding="utf-8")
    assert "| **all** | 3 | 1 | 2 | 1 | 1 |" in page
    assert "false accept, `fuzz/7`" in page
    assert beside.summary({"mutants": rows}) == "of 3 mutants: 1 killed by cases, 2 killed by fuzzing"
