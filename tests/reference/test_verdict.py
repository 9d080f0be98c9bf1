"""What a verdict is: three kinds, a reason, a trace that is worked out when somebody reads it."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle

import pytest
import refgrader
from refgrader.verdict import Extraction, Step, Verdict


@pytest.mark.parametrize(
    ("gold", "answer", "kind"),
    [("1/2", "0.5", "correct"), ("1/2", "0.6", "incorrect"), ("", "0.5", "ungradable")],
)
def test_three_kinds_of_which_one_is_correct(gold: str, answer: str, kind: str) -> None:
    verdict = refgrader.verify(gold, answer)
    assert verdict.kind == kind
    assert verdict.correct is bool(verdict) is (kind == "correct")
    assert verdict.reason
    assert verdict.clause


def test_the_trace_is_worked_out_when_it_is_read() -> None:
    read = []

    def steps() -> tuple[Step, ...]:
        read.append(1)
        return (Step("NUM-3", "the same number"),)

    verdict = Verdict("correct", "the same number", "NUM-3", steps)
    assert verdict.correct
    assert not read
    assert verdict.trace == (Step("NUM-3", "the same number"),)
    assert read


def test_a_verdict_without_steps_has_an_empty_trace() -> None:
    assert Verdict("incorrect", "no reason").trace == ()


def test_the_last_step_of_a_trace_is_the_verdict() -> None:
    for gold, answer in [("1/2", "0.5"), ("1/2", "0.6"), ("(1,2)", "(2,1)"), ("", "5")]:
        verdict = refgrader.verify(gold, answer)
        assert verdict.trace[-1].clause == verdict.clause
        assert verdict.kind in verdict.trace[-1].text


@pytest.mark.parametrize("verdict", [refgrader.verify("1/2", "0.5"), refgrader.grade("1/2", r"\boxed{0.6}")])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_verdict_travels_between_processes_with_its_trace(verdict: Verdict, protocol: int) -> None:
    arrived = pickle.loads(pickle.dumps(verdict, protocol))
    assert arrived == verdict
    assert arrived.answer == verdict.answer is not None
    assert arrived.trace == verdict.trace
    assert copy.deepcopy(verdict) == verdict


def test_a_verdict_on_parsed_lists_travels_too() -> None:
    verdict = refgrader.verify(refgrader.parse("$\\frac{1}{2}$"), refgrader.parse("0.5"))
    assert verdict.correct
    assert pickle.loads(pickle.dumps(verdict)).trace == verdict.trace


def test_the_answer_is_the_text_that_was_judged() -> None:
    assert refgrader.verify("1/2", " 0.5").answer == " 0.5"
    assert refgrader.grade("1/2", r"so \boxed{0.6} of it").answer == "0.6"
    assert refgrader.grade("", r"so \boxed{0.6} of it").answer == "0.6"
    assert refgrader.grade("1/2", "I do not know.").answer is None
    assert refgrader.grade("", "I do not know.").answer is None
    assert refgrader.verify(["1/2"], ["1/2"]).answer is None


def test_a_verdict_for_a_log_is_plain() -> None:
    verdict = refgrader.grade("1/2", r"so \boxed{0.6} of it")
    logged = {"verdict": "incorrect", "reason": verdict.reason, "clause": verdict.clause, "answer": "0.6"}
    assert json.loads(json.dumps(verdict.to_dict())) == logged


def test_verdicts_of_one_finding_are_equal_whatever_the_texts() -> None:
    one, other = refgrader.verify("1/2", "0.50"), refgrader.verify("1/4", "0.250")
    assert (one.kind, one.reason, one.clause) == (other.kind, other.reason, other.clause)
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Verdict("correct", ""), "kind"),
        (Step("NUM-3", ""), "clause"),
        (Extraction("5", 0, 1, "EXT-10"), "text"),
        (refgrader.Options(), "percent"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_values_do_not_change(value: object, name: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, "other")
    with pytest.raises((AttributeError, TypeError)):
        value.another = 1  # type: ignore[attr-defined]
