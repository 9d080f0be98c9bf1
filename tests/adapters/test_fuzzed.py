"""What fuzzing found in graders, confirmed twice: by the grader itself, called as by its users, and by its adapter.

`fuzzed.yaml` has false accepts that `gradespec fuzz` shrank; the `setup` of a grader is that of `confirmed.yaml`.
"""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from at_hand import of_each
from gradespec.cage import Limits
from gradespec.corpus.clauses import read_spec
from gradespec.graders import resolve
from gradespec.protocol import Request
from gradespec.worker import Worker
from test_confirmed import answers, real, skip_unless_here, undressed

pytestmark = pytest.mark.long

#: Of these graders, at least five sorts of false accepts each were found and confirmed.
ASKED = ("math-verify", "ets", "trl-accuracy", "verl-math-dapo", "verl-math-reward", "verl-prime-math")
ENOUGH = 5


@dataclass(frozen=True)
class Accepted:
    """A wrong answer that the grader accepts: by which operator, against which clause, and the call that shows it."""

    grader: str
    operator: str
    clause: str
    gold: str
    answer: str
    call: str

    def __str__(self) -> str:
        return f"{self.grader}: {self.operator}"


def _read() -> dict[str, tuple[Accepted, ...]]:
    data: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("fuzzed.yaml").read_text(encoding="utf-8"))
    return {grader: tuple(Accepted(grader, **entry) for entry in entries) for grader, entries in data.items()}


ACCEPTED = _read()
EVERY = [one for found in ACCEPTED.values() for one in found]
each = pytest.mark.parametrize("accepted", EVERY, ids=str)
asked_again = pytest.mark.parametrize("accepted", of_each(EVERY, lambda accepted: accepted.grader))


@pytest.mark.parametrize("name", ASKED)
def test_there_are_enough_of_each(name: str) -> None:
    assert len({(one.operator, one.clause) for one in ACCEPTED[name]}) >= ENOUGH


@each
def test_a_clause_that_binds_forbids_it_and_the_call_has_its_texts(accepted: Accepted) -> None:
    assert read_spec().clauses[accepted.clause].level == "MUST"
    assert {accepted.gold, accepted.answer} <= undressed(accepted.call)


@asked_again
def test_the_grader_itself_accepts_it(accepted: Accepted) -> None:
    skip_unless_here(accepted.grader)
    assert _given(accepted.grader)[str(accepted)] > 0


@asked_again
def test_the_adapter_accepts_it(accepted: Accepted) -> None:
    skip_unless_here(accepted.grader)
    assert _harnessed(accepted.grader)[str(accepted)] == "correct"


@cache
def _given(name: str) -> dict[str, float]:
    """What the grader itself says to each call."""
    said = answers(name, [one.call for one in ACCEPTED[name]])
    return {str(one): float(json.loads(line)) for one, line in zip(ACCEPTED[name], said, strict=True)}


@cache
def _harnessed(name: str) -> dict[str, str]:
    with closing(Worker(resolve(real(name)).launch, Limits(seconds=600))) as worker:
        return {
            str(one): worker.ask(Request("verify", {"gold": one.gold, "answer": one.answer}, {})).value
            for one in ACCEPTED[name]
        }
