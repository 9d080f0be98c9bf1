"""Graders with planted faults are found out by fuzzing alone, within a minute each."""

from __future__ import annotations

import time
from itertools import count

import pytest
from faulty_graders import FAULTS
from gradespec.fuzz import engine
from refgrader import verify

SECONDS = 60.0


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    until = time.monotonic() + SECONDS
    for index, pair in engine.pairs(1, count()):
        assert time.monotonic() < until, f"not found in {index} pairs"
        caught = pair.op == "verify" and FAULTS[fault](pair.gold, pair.given) != pair.equal
        if caught and verify(pair.gold, pair.given).correct == pair.equal:
            return


def test_the_first_few_hundred_pairs_find_most_of_them() -> None:
    found = set[str]()
    for _, pair in engine.pairs(1, range(300)):
        for fault in FAULTS.keys() - found if pair.op == "verify" else ():
            if FAULTS[fault](pair.gold, pair.given) != pair.equal:
                found.add(fault)
    assert len(found) > len(FAULTS) // 2
