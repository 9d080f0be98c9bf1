"""Golds as values: numbers, truth values, lists of which any will do, and none (GOLD-5)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from refgrader import check_gold, grade, grade_many, verify


@pytest.mark.parametrize(
    ("gold", "right", "wrong"),
    [
        (72, "72", "27"),
        (-3, "-3", "3"),
        (0.5, r"\frac{1}{2}", "5"),
        (72.0, "72", "72.04"),
        (1e-7, "10^{-7}", "10^{-6}"),
        (3e20, r"3 \cdot 10^{20}", r"3 \cdot 10^{21}"),
        (True, "yes", "no"),
        (["1/2", "0.6"], "0.6", "0.7"),
        ((7, "x=8"), "8", "78"),
        ([["5"], 7], "7", "57"),
        (Fraction(1, 3), r"\frac{2}{6}", "3"),
        (Decimal("0.250"), "0.25", "0.2"),
        (Decimal("1E+3"), "1000", "13"),
    ],
)
def test_a_value_is_a_gold(gold: object, right: str, wrong: str) -> None:
    assert verify(gold, right).kind == "correct"
    assert verify(gold, wrong).kind == "incorrect"
    assert grade(gold, rf"So it is \boxed{{{right}}}.").kind == "correct"


@pytest.mark.parametrize(
    "gold", [None, [], float("nan"), float("inf"), Decimal("nan"), Decimal("-inf"), [None], ["90^"]]
)
def test_no_answer_is_judged_without_a_gold(gold: object) -> None:
    assert verify(gold, "1").kind == "ungradable"
    assert grade(gold, "I do not know.").kind == "ungradable"


@pytest.mark.parametrize(
    ("dtype", "value", "right", "wrong"),
    [
        ("int64", 72, "72", "27"),
        ("float32", 0.1, r"\frac{1}{10}", "0.10000000149011612"),
        ("float64", 72.0, "72", "72.04"),
        ("bool", False, "no", "yes"),
        ("str", "x+1", "1+x", "x"),
        ("object", ["1/2", 7], "7", "27"),
        ("int64", [[3], [5]], "5", "35"),
    ],
)
def test_what_an_array_holds_is_a_gold(dtype: str, value: object, right: str, wrong: str) -> None:
    """Tables hand out scalars and arrays of NumPy, for lists too."""
    numpy = pytest.importorskip("numpy")
    for gold in (numpy.asarray(value, dtype), numpy.asarray(value, dtype)[()]):
        assert verify(gold, right).kind == "correct"
        assert verify(gold, wrong).kind == "incorrect"
    assert verify(numpy.asarray([]), "5").kind == verify(numpy.float32("nan"), "5").kind == "ungradable"


def test_the_unreadable_one_of_several_may_have_been_met() -> None:
    golds = ["90^", "5"]
    assert verify(golds, "5").kind == verify(golds[::-1], "5").kind == "correct"
    assert verify(golds, "6").kind == verify(golds[::-1], "6").kind == "ungradable"


@pytest.mark.parametrize("gold", [{"answer": "5"}, b"5", object(), ["5", {}], 5j])
def test_what_no_dataset_has_is_a_type_error(gold: object) -> None:
    with pytest.raises(TypeError, match="a gold is a text, a number, a truth value or a list of them"):
        verify(gold, "5")
    with pytest.raises(TypeError, match="gold of pair 0"):
        list(grade_many([(gold, r"\boxed{5}")]))


def test_many_golds_of_any_kind() -> None:
    pairs = [(5, r"\boxed{5}"), (["5", 6], r"\boxed{6}"), (None, r"\boxed{5}"), ("#### 5", r"\boxed{5}")]
    kinds = [verdict.kind for verdict in grade_many(pairs, workers=1)]
    assert kinds == ["correct", "correct", "ungradable", "correct"]


def test_the_trace_says_how_the_gold_was_read() -> None:
    verdict = verify("So $x = \\boxed{5}$ is the only root.", "5")
    assert verdict.correct
    assert any(step.clause == "GOLD-1" and "'5'" in step.text for step in verdict.trace)


def test_why_a_gold_cannot_be_graded() -> None:
    """The reason is that of the gold as it is written, whatever else was looked for in it."""
    reasons = {
        gold: check_gold(gold).why for gold in (r"$25 @ x$", r"\frac{3}{", "x<6:(6,\\infty)", "It is 5. So it is.")
    }
    assert all(reasons.values())
    assert "it is empty" not in reasons.values()


def test_a_gold_past_a_limit_is_told_with_the_limit() -> None:
    assert check_gold("x^{20000}+1") == (False, "limit:power is 10,000", "", ())
