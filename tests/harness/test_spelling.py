"""One answer in two spellings is no wrong extraction, and another answer is none the less (CONF-12)."""

from __future__ import annotations

import pytest
from gradespec.spelling import same_answer


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x^2", r"\(x^2\)"),
        ("x^2", "$$ x^2 $$"),
        ("1,2", "1, 2"),
        ("x,234", "x, 234"),
        ("7", "x = 7"),
        ("7", r"\theta=7"),
        ("2x+1", "f(x) = 2x+1"),
        (r"\{ x : x > \frac{1}{2} \}", r"\left\{ x : x > \frac12 \right\}"),
        ("x^{2}", "x^2"),
        (r"\[ 5 \]", "$5$"),
        ("no solution", " no  solution\n"),
        ("x = 5, y = 10", "x = 5 and y = 10"),
        ("x = 5, y = 10", "$x = 5$ and $y = 10$"),
        (r"x = 5, y = 10", r"$x = 5 \text{ and } y = 10$"),
        ("1, 2, 3", "1, 2, and 3"),
    ],
)
def test_one_answer_in_two_spellings(one: str, other: str) -> None:
    assert same_answer(one, other)
    assert same_answer(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x^2", "x^3"),
        ("12", "1 2"),
        ("1,234", "1, 234"),
        ("x=7", "y=7"),
        ("7", "x=-7"),
        ("7", "x==7"),
        ("7", r"x \ne 7"),
        ("7", "2x=7"),
        ("5", "$5"),
        ("5", r"\$5"),
        ("1$ and $2", "$1$ and $2$"),
        (r"\{1\}", "1"),
        (r"\sqrt{x}", r"\sqrtx"),
        (r"\frac{12}{3}", r"\frac{1}{23}"),
        ("x^{12}", "x^12"),
        (r"\pi r", r"\pir"),
        ("5 cm", "5"),
        ("", "x="),
        ("5", "5."),
        ("1,234", "1 and 234"),
        ("x = 5, y = 10", "x = 5 or y = 10"),
        ("x = 5, y = 10", "y = 10 and x = 5"),
        ("cats, dogs", "cats dogs"),
    ],
)
def test_another_answer_stays_another(one: str, other: str) -> None:
    assert not same_answer(one, other)
    assert not same_answer(other, one)
