"""What a verdict is worth: 1, 0, or what the caller says of a gold that nobody can understand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from refgrader import UngradableGold, Verdict, grade, score, verify

UNGRADABLE = verify("90^", "1")


def test_correct_is_one_and_incorrect_is_zero() -> None:
    for ungradable in (None, 0, 0.5, "raise"):
        assert score(verify("1/2", "0.5"), ungradable) == 1.0  # type: ignore[arg-type]
        assert score(verify("1/2", "0.6"), ungradable) == 0.0  # type: ignore[arg-type]
    assert float(verify("1/2", "0.5")) == 1.0
    assert float(verify("1/2", "0.6")) == 0.0


@pytest.mark.parametrize(
    "response",
    [
        "",
        "  \n",
        "I do not know.",
        r"Half of them, so \boxed{\frac{1}{2",
        r"<think>\boxed{\frac{1}{2}} would be",
        r"\boxed{}",
    ],
    ids=["empty", "blank", "no answer", "cut off in the box", "cut off while thinking", "empty box"],
)
def test_a_response_without_an_answer_is_incorrect_and_says_so(response: str) -> None:
    verdict = grade("1/2", response)
    assert score(verdict) == 0.0
    assert verdict.answer is None


def test_a_gold_that_nobody_understands_is_never_a_zero_that_nobody_asked_for() -> None:
    assert UNGRADABLE.kind == "ungradable"
    assert score(UNGRADABLE) is None
    assert score(UNGRADABLE, ungradable=0) == 0.0
    assert score(UNGRADABLE, ungradable=-1) == -1.0
    assert math.isnan(score(UNGRADABLE, ungradable=math.nan))


@pytest.mark.parametrize("asked", [float, lambda verdict: score(verdict, ungradable="raise")], ids=["float", "raise"])
def test_where_a_number_is_needed_it_is_an_error_with_the_reason(asked: Any) -> None:
    with pytest.raises(UngradableGold, match="the gold cannot be graded: ") as caught:
        asked(UNGRADABLE)
    assert UNGRADABLE.reason in str(caught.value)


@pytest.mark.parametrize("verdict", [UNGRADABLE, Verdict("correct", "")])
def test_a_policy_that_does_not_exist_is_an_error_whatever_the_verdict(verdict: Verdict) -> None:
    with pytest.raises(ValueError, match="skip"):
        score(verdict, ungradable="skip")  # type: ignore[call-overload]
