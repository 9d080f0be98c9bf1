"""The page about rewards: what needs no framework runs here, the rest in the test of its framework."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from refgrader import grade
from rewards_page import examples, run_example, sections


@pytest.mark.parametrize("number", [0, 1])
def test_by_hand(number: int) -> None:
    run_example("By hand", number)


def test_every_example_is_run_by_a_test() -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    run = {heading for heading in sections() if f'run_example("{heading}"' in tests}
    assert run == {heading for heading in sections() if examples(heading)}


@pytest.mark.parametrize(
    ("row", "response"),
    [
        ("gives the gold answer", r"\boxed{0.5}"),
        ("gives another answer", r"\boxed{2}"),
        ("gives another answer", r"\boxed{0.5^}"),
        ("gives another answer", r"\boxed{0.5, 2}"),
        ("is empty", ""),
        ("is empty", "Who knows?"),
        ("is cut off", r"So it is \boxed{0.5"),
        ("is cut off", r"<think>So it is \boxed{0.5}. But"),
        ("has no box", "#### 0.5"),
        ("has no box", "The answer is 2."),
    ],
)
def test_the_table_says_what_is_so(row: str, response: str) -> None:
    (worth,) = re.findall(rf"(?m)^\| {row}[^|]*\| ([^|]*) \| ([^|]*) \|$", sections()["What a response is worth"])
    verdict = grade(["1/2", "7"], response)
    assert worth[0] in (str(float(verdict)), "as that answer")
    assert f"`{verdict.kind}`" in worth[1] or worth[1] == "as that answer"
    assert (verdict.answer is None) == ("answer` is None" in worth[1])
