"""Math-Verify's functions, answered by the reference: the same signatures, the same way to fail, other verdicts."""

from __future__ import annotations

import dataclasses
import inspect
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from refgrader.compat import math_verify as ours
from rewards_page import run_example


@pytest.mark.parametrize("name", ["parse", "verify"])
def test_signatures_are_those_of_math_verify(name: str) -> None:
    theirs = pytest.importorskip("math_verify")

    def shape(module: Any) -> list[Any]:
        parameters = inspect.signature(getattr(module, name)).parameters.values()
        return [(one.name, one.kind, _plain(one.default)) for one in parameters]

    assert shape(ours) == shape(theirs)


def _plain(default: Any) -> Any:
    return [type(one).__name__ for one in default] if isinstance(default, (list, tuple)) else default


@pytest.mark.parametrize(
    "name", ["LatexExtractionConfig", "ExprExtractionConfig", "StringExtractionConfig", "LatexNormalizationConfig"]
)
def test_configs_have_the_same_fields(name: str) -> None:
    theirs = pytest.importorskip("math_verify")
    fields = [[one.name for one in dataclasses.fields(getattr(module, name))] for module in (ours, theirs)]
    assert fields[0] == fields[1]
    both = [vars(getattr(module, name)()) for module in (ours, theirs)]
    both = [{name: value for name, value in one.items() if name != "normalization_config"} for one in both]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("gold", "response", "strict", "same"),
    [
        ("$\\frac{1}{2}$", "So it is $0.5$.", True, True),
        ("$\\frac{1}{2}$", "So it is $2$.", True, False),
        ("1/2", "\\boxed{0.5}", True, True),
        ("${1,3} \\cup {2,4}$", "${1,2,3,4}$", True, True),
        ("$x+1$", "$y+1$", True, False),
        ("$x+1$", "$y+1$", False, True),
        ("$\\{1,2\\}$", "$(1,2)$", False, True),
        ("", "5", True, False),
        ("5", "", True, False),
    ],
)
def test_both_agree_where_nothing_is_disputed(gold: str, response: str, strict: bool, same: bool) -> None:
    theirs = pytest.importorskip("math_verify")
    for module in (ours, theirs):
        found = module.verify(module.parse(gold), module.parse(response), strict=strict)
        assert found is same, module


@pytest.mark.parametrize("module", ["refgrader.compat.math_verify", "math_verify"])
def test_errors_are_an_empty_list_unless_they_are_asked_for(module: str) -> None:
    tried = pytest.importorskip(module)
    assert tried.parse(None) == []
    with pytest.raises(TypeError):
        tried.parse(None, raise_on_error=True)
    assert tried.verify([], tried.parse("5")) is False
    assert tried.verify(object(), tried.parse("5")) is False


def test_threads_need_no_parameter() -> None:
    theirs = pytest.importorskip("math_verify")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: ours.verify(ours.parse("1/2"), ours.parse("0.5"))).result()
        with pytest.raises(ValueError, match="thread"):
            pool.submit(theirs.parse, "1/2").result()


def test_strings_are_those_of_the_config() -> None:
    config = [ours.StringExtractionConfig(("A", "B"))]
    assert ours.parse("The answer is (A).", config) == ["a", "A"]
    assert ours.parse("The answer is (C).", config) == []
    assert ours.parse("The answer is B", [ours.StringExtractionConfig(lowercase=False)]) == ["B", "B"]
    assert ours.verify(ours.parse("A", config), ours.parse("So the answer is A.", config))
    assert not ours.verify(ours.parse("B", config), ours.parse("So the answer is A.", config))


def test_anchors_and_boxes() -> None:
    anchored = [ours.LatexExtractionConfig(try_extract_without_anchor=False)]
    assert ours.parse("First $x+1$, then $x+2$.", anchored) == []
    assert ours.parse(r"First $x+1$, so \boxed{x+2}.", anchored)[1] == "x+2"
    assert ours.parse(r"The final answer is $x+2$.", anchored)[1] == "x+2"
    unboxed = [ours.LatexExtractionConfig(boxed_match_priority=-1)]
    assert ours.parse(r"\boxed{x+1}", unboxed) == []


def test_modes_are_those_of_parse() -> None:
    assert ours.parse("$x + y$ $E=mc^$", extraction_mode="first_match") == ["E=mc^"]
    assert [str(one) for one in ours.parse("$x + y$ $E=mc^$", fallback_mode="no_fallback")] == ["x + y"]
    with pytest.raises(ValueError, match="best"):
        ours.parse("5", extraction_mode="best", raise_on_error=True)


def test_objects_of_sympy_are_golds() -> None:
    sympy = pytest.importorskip("sympy")
    x = sympy.Symbol("x")
    assert ours.verify(sympy.Rational(1, 2), ours.parse("0.5"))
    assert ours.verify([sympy.sqrt(x**2 + 1)], ours.parse(r"$\sqrt{1+x^2}$"))
    assert not ours.verify(sympy.FiniteSet(1, 2), ours.parse(r"$\{1,3\}$"))
    assert ours.parse("0.5")[0].to_sympy() == sympy.Rational(1, 2)


def test_the_example() -> None:
    run_example("Math-Verify's users")
