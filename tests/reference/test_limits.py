"""LIM-3: the reason of a verdict names the limit that was met; and the limits are those of chapter 10."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest
import refgrader
from gradespec import data
from refgrader import limits
from refgrader.compare.finding import Context
from refgrader.compare.values import compare_values
from refgrader.meaning import interpret
from refgrader.numbers.budget import Budget
from refgrader.options import DEFAULT
from refgrader.reading.parser import parse

#: Chapter 10's name of each limit, where the package keeps its count.
COUNTS: Final = {
    "response": limits.MAX_RESPONSE,
    "characters": limits.MAX_CHARACTERS,
    "tokens": limits.MAX_TOKENS,
    "depth": limits.MAX_DEPTH,
    "digits": limits.MAX_DIGITS,
    "factorial": limits.MAX_FACTORIAL,
    "power": limits.MAX_POWER,
    "terms": limits.MAX_TERMS,
    "elements": limits.MAX_ELEMENTS,
    "signs": limits.MAX_SIGNS,
    "entries": limits.MAX_ENTRIES,
    "names": limits.MAX_NAMES,
    "steps": limits.MAX_STEPS,
    "work": limits.MAX_WORK,
}
ROW: Final = re.compile(r"\| `limit:(\w+)` \|.*\| ([\d,]+|10\^15) \|$", re.MULTILINE)
STATED: Final = {
    name: 10**15 if count == "10^15" else int(count.replace(",", ""))
    for name, count in ROW.findall((data.spec_dir() / "10-limits.md").read_text(encoding="utf-8"))
}

_PM: Final = r"\pm 1" * 7
#: From 0 to 59, each in thousands of steps.
_SUMS: Final = [rf"{k - 999}+\sum_{{n=1}}^{{999}}\sqrt{{(n+{k}-{k})^2}}/n" for k in range(60)]
#: One answer past each limit that is met while an answer is read or compared; the gold is within all.
PAST: Final = {
    "characters": ("5", "5" + " " * 9_000 + "+" + " " * 9_000 + "x"),
    "tokens": ("5", "1" + "+1" * 2_001),
    "depth": ("5", "(" * 101 + "5" + ")" * 101),
    "magnitude": ("5", "9^{9^{9^{9}}}"),
    "factorial": ("5", "10001!"),
    "power": ("x", "(x+1)^{10001}"),
    "terms": ("5", r"\sum_{k=1}^{1001} k"),
    "elements": ("1, 2", ", ".join(str(k) for k in range(201))),
    "signs": ("1, 2", "1" + _PM),
    "entries": (
        r"\begin{pmatrix} 1 & 2 \end{pmatrix}",
        r"\begin{pmatrix}" + r"\\".join(["&".join(["1"] * 21)] * 20) + r"\end{pmatrix}",
    ),
    "names": ("x", "+".join(f"x_{{{k}}}" for k in range(51))),
    "steps": ("5", r"\sum_{a=1}^{999} \sum_{b=1}^{999} a b"),
    "work": ("(" + ", ".join(map(str, range(60))) + ")", "(" + ", ".join(_SUMS) + ")"),
}


def test_the_counts_are_those_of_chapter_10() -> None:
    assert {name: STATED[name] for name in COUNTS} == COUNTS


def test_every_limit_of_chapter_10_is_tested() -> None:
    """But two, past which nothing is met: values that agree to the precision are equal, and a power with
    more digits is enclosed (LIM-7); a longer numeral has more characters than an answer may have."""
    assert set(STATED) - set(PAST) == {"response", "precision", "digits"}


def test_the_package_names_no_other_limit() -> None:
    assert _raised() <= set(STATED)


def _raised() -> set[str]:
    """The first argument of every `LimitReached(…)` of the package."""
    calls = (
        node
        for path in Path(limits.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "LimitReached" and isinstance(call.args[0], ast.Constant)
    }


@pytest.mark.parametrize("name", PAST)
def test_the_reason_names_the_limit_that_an_answer_exceeds(name: str) -> None:
    gold, answer = PAST[name]
    verdict = refgrader.verify(gold, answer)
    assert verdict.kind == "incorrect"
    assert f"limit:{name} " in verdict.reason
    assert any(f"limit:{name} " in step.text for step in verdict.trace)


@pytest.mark.parametrize("name", PAST)
def test_the_reason_names_the_limit_that_a_gold_exceeds(name: str) -> None:
    answer, gold = PAST[name]
    verdict = refgrader.verify(gold, answer)
    assert not verdict.correct
    assert f"limit:{name} " in verdict.reason


@pytest.mark.parametrize("name", [name for name in PAST if name != "characters"])
def test_the_reason_names_the_limit_that_an_extracted_answer_exceeds(name: str) -> None:
    gold, answer = PAST[name]
    verdict = refgrader.grade(gold, rf"So it is \boxed{{{answer}}}.")
    assert not verdict.correct
    assert f"limit:{name} " in verdict.reason


def test_the_reason_names_the_limit_that_a_response_exceeds() -> None:
    verdict = refgrader.grade("5", "a" * limits.MAX_RESPONSE + r"\boxed{5}")
    assert verdict.kind == "incorrect"
    assert "limit:response " in verdict.reason


@pytest.mark.parametrize("name", PAST)
def test_a_gold_past_a_limit_takes_itself(name: str) -> None:
    """Identity (READ-2), or the same expression throughout (LIM-10), needs no count."""
    gold = PAST[name][1]
    assert refgrader.verify(gold, gold).correct


@pytest.mark.parametrize(
    ("gold", "within", "past"),
    [
        ("5", "(" * 100 + "5" + ")" * 100, "(" * 101 + "5" + ")" * 101),
        ("1" * 10_000, "1" * 10_000, "1" * 10_000 + ".0"),
        ("500500", r"\sum_{k=1}^{1000} k", r"\sum_{k=1}^{1001} k"),
        ("10000", r"\frac{10000!}{9999!}", r"\frac{10001!}{10000!}-1"),
        ("x^{10000}", r"x^{9999} \cdot x", r"x^{10001} \cdot x^{-1}"),
    ],
    ids=["depth", "digits", "terms", "factorial", "power"],
)
def test_a_limit_begins_where_it_says(gold: str, within: str, past: str) -> None:
    assert refgrader.verify(gold, within).correct
    assert "limit:" in refgrader.verify(gold, past).reason


def test_relations_between_numbers_are_told_apart_without_working_them_out() -> None:
    """LIM-1: of two chains of integrals each relation meets each; none says anything of a symbol."""
    chain = "<".join([r"\int_0^9\sin(x^3)dx"] * 40)
    gold, answer = (interpret(parse(text), Budget()) for text in (chain, f"{chain}+1"))
    context = Context(DEFAULT)
    assert not compare_values(gold, answer, context).same
    assert limits.MAX_WORK - context.budget.remaining < 40


def test_what_is_told_is_as_long_as_it_is_written_out() -> None:
    """REL-28: in its place, what a condition tells counts as if it was written there."""
    told = "+".join("m" * 100)
    assert refgrader.verify("200m", f"n+n where n={told}").correct
    assert "limit:tokens" in refgrader.verify("10000m", f"{'+'.join('n' * 100)} where n={told}").reason
    values = ",".join(map(str, range(100)))
    assert "limit:tokens" in refgrader.verify("5", f"{'+'.join('n' * 100)} for n={values}").reason
