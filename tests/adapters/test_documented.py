"""The documented backends answer as the graders that they describe really did."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ADAPTERS = Path(__file__).parents[2] / "adapters"
DATA = Path(__file__).parent / "data"


class Grader(NamedTuple):
    """Where a documented backend lives, what its recorded rows are called and how a row is put to it."""

    folder: str
    rows: str
    ask: Callable[[ModuleType, dict[str, Any]], Any]
    needs: tuple[str, ...] = ()


GRADERS = (
    Grader(
        "ets",
        "ets",
        lambda module, row: module.grade_answer(row["given"], row["ground_truth"]),
        ("pylatexenc",),
    ),
    Grader(
        "math-equivalence",
        "math_equivalence",
        lambda module, row: module.score(row["answer"], row["response"]),
    ),
    Grader("maxtext", "maxtext_extract", lambda module, row: module.extract_answer(row["response"])),
)


def documented(folder: str) -> ModuleType:
    path = ADAPTERS / folder / "documented.py"
    spec = importlib.util.spec_from_file_location(f"documented_{folder.replace('-', '_')}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("grader", GRADERS, ids=lambda grader: grader.folder)
def test_agrees_with_what_the_real_grader_answered(grader: Grader) -> None:
    for package in grader.needs:
        pytest.importorskip(package, reason=f"the {grader.folder} adapter needs {package}")
    module = documented(grader.folder)
    lines = (DATA / f"{grader.rows}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) >= 300
    assert [row for row in rows if grader.ask(module, row) != row["verdict"]] == []


# Behaviours that the recorded rows do not reach, each seen in the real grader.

ETS_QUIRKS = [
    ("", "(1,2)", False),
    ("4.99999999", "5", True),
    ("1,004.99999999", "1004", True),  # behind a comma it is cut, not rounded
    ("[1/2]", "(1/2)", True),
    ("[1/2,3/4]", "(1/2,3/4)", False),
    ("(1/2,3/4)", "(3/4,1/2)", False),
    ("(1,000/3,1/2)", "(1000/3,1/2)", True),
    ("Mon", "Monday", True),  # units go out of the middle of words
    ("5 centimeters", "5", True),
    ("6 yards^2", "6", True),
    ("2 billion", "2*10^9", True),
    ("2 trillion", "2*10^12", True),
    ("2 million", "2000000", False),
    (r"\sqrt", r"\sqrt ", True),
    (r"3\sqrt", r"3\sqrt{}", False),
    (r"\frac1", r"\frac{1}", True),
    (r"5\text{ cm}\text{ long}", r"5", False),
    ("2/4", "1/2", False),
    ("7 3/4", "7+3/4", True),
    ("k=5", "5", True),
    ("abc=5", "5", False),
]

MATH_EQUIVALENCE_QUIRKS = [
    ("", "anything", 1.0),
    ("5", "", 0.0),
    ("5", "   ", 0.0),
    (r"2\cdot 3", "2*3", 1.0),
    (r"2\times3", "2*3", 1.0),
    ("6", r"2\cdot 3", 0.0),
    (r"\quad 5", "7", 0.0),
    (r"a\phantom{x}b", "ab", 1.0),
    (r"\leftarrow", "arrow", 1.0),
    (r"\frac{\frac{1}{2}}{3}", r"(\frac{1}{2})/(3)", 0.0),  # rewritten outside here, inside there
    ("1,000", "1000.0005", 1.0),
    ("0", "0.0000000000001", 1.0),
    ("0", "0.0000001", 0.0),
    ("50%", "0.5", 1.0),
    (r"50\%", "0.5", 0.0),
    ("1/0", "inf", 0.0),
    ("5", r"\boxed{5} or rather \boxed{6}", 1.0),
    ("6", r"\boxed{5} or rather \boxed{6}", 0.0),
]


@pytest.mark.parametrize(("given", "truth", "verdict"), ETS_QUIRKS)
def test_quirks_of_ets(given: str, truth: str, verdict: bool) -> None:
    pytest.importorskip("pylatexenc", reason="the ets adapter needs pylatexenc")
    assert documented("ets").grade_answer(given, truth) is verdict


@pytest.mark.parametrize(("answer", "response", "score"), MATH_EQUIVALENCE_QUIRKS)
def test_quirks_of_math_equivalence(answer: str, response: str, score: float) -> None:
    assert documented("math-equivalence").score(answer, response) == score


def test_a_thousand_fractions_do_not_exhaust_the_stack() -> None:
    assert documented("math-equivalence").score(r"\frac12" * 5000, "(1)/(2)" * 5000) == 1.0
