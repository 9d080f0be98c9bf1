"""`parse`: which candidates are tried and what is kept, whatever the reader can read (EXT-50 to EXT-52)."""

from __future__ import annotations

from typing import Any

import pytest
from refgrader.limits import Unreadable
from refgrader.options import OptionError
from refgrader.parse import parse

TWO = "$x + y$ $E=mc^$"


@pytest.fixture(autouse=True)
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A reader that reads what does not end in ^, and the texts that it was asked to read."""
    texts: list[str] = []

    def read_answer(text: str, options: Any) -> tuple[str]:
        texts.append(text)
        if text.endswith("^"):
            raise Unreadable("an exponent is missing")
        return (text,)

    monkeypatch.setattr("refgrader.answer.read_answer", read_answer)
    return texts


@pytest.mark.parametrize(
    ("extraction_mode", "fallback_mode", "expected", "asked"),
    [
        ("first_match", "no_fallback", [], ["E=mc^"]),
        ("first_match", "first_match", ["E=mc^"], ["E=mc^"]),
        ("any_match", "no_fallback", [("x + y",)], ["E=mc^", "x + y"]),
        ("any_match", "first_match", [("x + y",), "E=mc^"], ["E=mc^", "x + y"]),
    ],
)
def test_modes(
    extraction_mode: str, fallback_mode: str, expected: list[Any], asked: list[str], tried: list[str]
) -> None:
    assert parse(TWO, extraction_mode=extraction_mode, fallback_mode=fallback_mode) == expected
    assert tried == asked


def test_reading_stops_at_the_first_success(tried: list[str]) -> None:
    assert parse("$a$ $b$") == [("b",), "b"]
    assert tried == ["b"]


def test_boxes_announcements_and_mathematics_in_this_order(tried: list[str]) -> None:
    parse("$d^$. $c^$. The answer is $b^$.\n\n\\boxed{a^}")
    assert tried == ["a^", "b^", "c^", "d^"]


def test_no_definite_answer_is_an_empty_list(tried: list[str]) -> None:
    assert parse("12\nB: 16\nC: 24\nD: 32") == []
    assert tried == []


def test_options_reach_extraction() -> None:
    assert parse(r"\boxed{1} then \boxed{2}", options={"boxes": "first"}) == [("1",), "1"]


@pytest.mark.parametrize("wrong", [{"targets": ("tex",)}, {"extraction_mode": "all"}, {"fallback_mode": "none"}])
def test_unknown_modes_are_errors(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        parse("5", **wrong)
