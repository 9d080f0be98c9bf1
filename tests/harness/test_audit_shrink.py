"""Pairs on which graders differ, made small: only by cutting, and only while the graders still differ."""

from __future__ import annotations

import pytest
from gradespec.audit import shrink
from gradespec.audit.shrink import Pair, shrunk


@pytest.mark.parametrize(
    ("pair", "needed", "wanted"),
    [
        (Pair("5", "So it is 50 km"), "km", Pair("5", "km")),
        (Pair("12", r"$\left(1234, 7\right)$"), "12", Pair("1", "12")),
        (Pair("1", r"\text{\frac{a}{b}}"), "a", Pair("1", "a")),
    ],
)
def test_what_is_not_needed_goes(pair: Pair, needed: str, wanted: Pair) -> None:
    assert shrunk(pair, lambda one: needed in one.given) == wanted


def test_what_both_texts_have_goes_from_both() -> None:
    pair = Pair("1234 + xyz", "1234.0 + xyz")
    found = shrunk(pair, lambda one: one.gold[:1].isdigit() and one.given.replace(".0", "") == one.gold != one.given)
    assert found == Pair("1", "1.0")


def test_every_part_of_what_is_left_was_there() -> None:
    pair = Pair("17, 23", "It is 17, or 23. I think: 17; 23!")
    asked: list[Pair] = []
    shrunk(pair, lambda one: asked.append(one) or len(one.given) > 20)  # type: ignore[func-returns-value]
    assert len(asked) == len(set(asked)) > 20
    for text in (one.given for one in asked):
        rest = iter(pair.given)
        assert all(sign in rest for sign in text), text


def test_a_response_keeps_whole_sentences() -> None:
    pair = Pair("17", "First we add 3.5 and 1.\nThen we take 3. So it is 17 km. Or not?\n```\nprint(5)\n```")
    assert shrunk(pair, lambda one: "17" in one.given, response=True) == Pair("17", "So it is 17 km. ")


def test_questions_and_seconds_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Pair] = []
    pair = Pair("x" * 3000, "a b c. " * 3000)
    assert shrunk(pair, lambda one: asked.append(one)) is pair  # type: ignore[arg-type,func-returns-value]
    assert len(asked) == shrink.ASKED
    monkeypatch.setattr(shrink, "SECONDS", -1.0)
    assert shrunk(pair, lambda one: True) is pair
