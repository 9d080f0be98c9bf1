"""What a rational number solves is to be solved, however it is written (REL-7)."""

from __future__ import annotations

from fractions import Fraction

import pytest
import refgrader
from hypothesis import given
from hypothesis import strategies as st

_SMALL = st.integers(-9, 9)
_LEFT = (
    "{a}x{b:+}",
    "{a}x^2{b:+}x",
    "x^3{a:+}x{b:+}",
    r"\frac{{{a}x{b:+}}}{{x^2+1}}",
    "({a}x{b:+})^{{2}}{a:+}",
    r"3PQ^2{a:+}PQ",
)


@given(
    form=st.sampled_from(_LEFT),
    a=_SMALL.filter(bool),
    b=_SMALL.filter(bool),
    x=st.fractions(-9, 9, max_denominator=7),
)
def test_no_equation_that_a_rational_number_solves_tells_a_value(form: str, a: int, b: int, x: Fraction) -> None:
    left = form.format(a=a, b=b)
    value = {
        _LEFT[0]: a * x + b,
        _LEFT[1]: a * x**2 + b * x,
        _LEFT[2]: x**3 + a * x + b,
        _LEFT[3]: (a * x + b) / (x**2 + 1),
        _LEFT[4]: (a * x + b) ** 2 + a,
        _LEFT[5]: 3 * x**2 + a * x,
    }[form]
    assert refgrader.verify(str(value), f"{left}={value}").kind == "incorrect"


@pytest.mark.parametrize("gold", ["\\sqrt5", "\\pi", "e^2", "1+\\sqrt3", "\\ln 2", "\\sqrt[3]{4}"])
@pytest.mark.parametrize("left", ["2c", "x^2+x", "(3x-1)^2", "PQ^2"])
def test_what_no_rational_number_solves_tells_one(left: str, gold: str) -> None:
    is_one_step = left == "2c" and "sqrt" not in gold
    assert (refgrader.verify(gold, f"{left}={gold}").kind == "correct") is not is_one_step
