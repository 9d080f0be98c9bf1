"""A dozen plain pairs tell how a grader is meant to be called, and a sound grader has nothing to be told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from gradespec import sdk
from gradespec.preflight import Finding, preflight
from gradespec.protocol import Reply, Request


def in_the_last_box(text: str) -> str | None:
    boxes = re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", text)
    return boxes[-1] if boxes else None


def sound(gold: str, response: str) -> bool:
    return (in_the_last_box(response) or response) == (in_the_last_box(gold) or gold)


def by_box(gold: str, response: str) -> bool:
    return in_the_last_box(response) == gold


def look(grader: Callable[[str, str], Any], op: str = "grade") -> Finding | None:
    def ask(request: Request) -> Reply:
        gold, given = (request.fields[name] for name in ("gold", "response" if op == "grade" else "answer"))
        try:
            judged = sdk._judged(grader(gold, given))
        except Exception as error:
            return Reply("error", why=f"{type(error).__name__}: {error}")
        return Reply("verdict", judged["verdict"], why=judged.get("reason", ""))

    return preflight(ask, (op,))


@pytest.mark.parametrize("grader", [sound, by_box])
def test_a_sound_grader_has_nothing_to_be_told(grader: Callable[[str, str], bool]) -> None:
    assert look(grader) is None
    assert look(sound, "verify") is None


@pytest.mark.parametrize(
    ("grader", "what", "cure"),
    [
        (lambda gold, response: by_box(response, gold), "arguments look swapped", "yours(response, gold)"),
        (lambda gold, response: [by_box(gold, response)], "returns a list", "[0] > 0"),
        (lambda gold, response: {"score": 1.0}, "returns a dict", "found['score']"),
        (lambda gold, response: (by_box(gold, response), "why"), "returns a tuple", "found[0]"),
        (lambda gold, response: 1.0 if by_box(gold, response) else 0.1, "a wrong answer 0.1", ">= 1"),
        (lambda gold, response: response["text"], "raises on every plain pair: TypeError", "by hand"),
        (lambda gold, response: None, "accepts nothing", "without a return"),
        (lambda gold, response: True, "accepts everything", "returns"),
        (lambda gold, response: gold == response, "looks for none in a response", "verify:module:function"),
        (lambda gold, response: in_the_last_box(response) == (in_the_last_box(gold) or 0), "golds in", "{gold}"),
        (lambda gold, response: response.endswith(f"#### {gold}"), "answer after ####", "last box"),
        (lambda gold, response: gold.endswith(f"#### {response}"), "arguments look swapped", "yours(response, gold)"),
        (lambda gold, response: response.rpartition("$")[0].rpartition("$")[2] == gold, "answer is $…$'", "last box"),
        (lambda gold, response: False, "accepts nothing", "by hand"),
    ],
)
def test_what_is_odd_is_said_with_the_cure(grader: Callable[[str, str], Any], what: str, cure: str) -> None:
    found = look(grader)
    assert found is not None
    assert what in found.what
    assert cure in found.cure


def test_a_comparer_that_wants_a_box() -> None:
    found = look(by_box, "verify")
    assert found is not None
    assert "wants its answers in" in found.what


def test_a_program_that_breaks_the_protocol_is_told_once() -> None:
    found = preflight(lambda request: Reply("error", why='not an answer: verdict is 1, not "correct"'), ("grade",))
    assert found is not None
    assert found.what == 'what it says is not an answer: verdict is 1, not "correct", whatever it is asked'
    assert "adapters/README.md" in found.cure


def test_a_grader_that_hangs_is_not_asked_again_and_again() -> None:
    asked: list[Request] = []

    def ask(request: Request) -> Reply:
        asked.append(request)
        return Reply("timeout", why="no answer within 10 s")

    found = preflight(ask, ("verify", "grade"))
    assert found is not None
    assert "hangs" in found.what
    assert len(asked) == 2


def test_what_judges_nothing_is_not_looked_at() -> None:
    assert preflight(lambda request: pytest.fail("asked"), ("extract",)) is None
