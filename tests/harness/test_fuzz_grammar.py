"""The grammar of `gradespec fuzz`: its truths are true, all of it is reached, and it knows no reference."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable
from pathlib import Path

import gradespec.fuzz
import pytest
from gradespec.corpus import clauses
from gradespec.fuzz import coverage, engine
from gradespec.fuzz.case import as_case
from gradespec.fuzz.choices import Choices
from gradespec.fuzz.engine import Selection
from gradespec.fuzz.formulas import names
from gradespec.fuzz.golds import AS_IT_IS, read_golds, recognised
from gradespec.fuzz.kinds.identities import FALSE_FRIENDS, IDENTITIES, Row
from gradespec.fuzz.model import Pair
from gradespec.fuzz.session import generated
from gradespec.fuzz.shrink import Shrinker
from gradespec.fuzz.values import agree, differ

X, Y = names("x y")


@pytest.mark.parametrize("row", IDENTITIES, ids=lambda row: row.name)
def test_an_identity_holds(row: Row) -> None:
    first, *others = row.forms(3 * X + 1, Y + 2)
    assert others
    assert all(agree(first, other) for other in others)


@pytest.mark.parametrize("row", FALSE_FRIENDS, ids=lambda row: row.name)
def test_a_false_friend_is_none(row: Row) -> None:
    assert differ(*row.forms(X, Y))


def test_every_clause_is_in_the_spec() -> None:
    assert coverage.reachable()["clauses"] <= set(clauses())


@pytest.mark.long
def test_nearly_all_of_it_is_generated_in_a_few_thousand_pairs() -> None:
    known = coverage.reachable()
    found = {sort: set[str]() for sort in known}
    for _, pair in engine.pairs(1, range(8_000)):
        for sort, some in generated(pair).items():
            found[sort].update(some)
    assert found["kinds"] == known["kinds"]
    for sort in known:
        assert found[sort] <= known[sort]
        assert len(found[sort]) > 0.8 * len(known[sort])


def test_it_imports_nothing_of_the_reference() -> None:
    files = Path(str(gradespec.fuzz.__file__)).parent.rglob("*.py")
    assert not any(re.search(r"^\s*(from|import) refgrader", file.read_text("utf-8"), re.MULTILINE) for file in files)


def test_a_pair_is_shrunk_to_a_simple_one() -> None:
    selection = Selection(("polynomial",))
    pair = next(
        p for _, p in engine.pairs(5, range(1000), selection) if p.operator == "sign of a term" and not p.ending
    )
    smallest = Shrinker(lambda found: not found.equal, selection).shrunk(pair)
    assert smallest.operator == pair.operator
    assert len(smallest.gold + smallest.given) <= 12


def test_a_pair_is_made_in_the_time_of_a_few_lines_of_python() -> None:
    def lines() -> None:
        for _ in range(100):
            ast.parse("x = [(a + 1) * f(b, 'c') for a, b in pairs if a < 2]\n" * 10)

    def pairs() -> None:
        for _ in engine.pairs(2, range(500)):
            pass

    assert min(map(_seconds, [pairs] * 3)) < 30 * min(map(_seconds, [lines] * 3))


def _seconds(work: Callable[[], None]) -> float:
    """Processor seconds, which say little but beside others."""
    began = time.process_time()
    work()
    return time.process_time() - began


def test_every_pair_has_a_twin_about_the_same_object() -> None:
    for _, pair in engine.pairs(6, range(400)):
        twin = engine.twin(pair)
        assert twin, pair
        assert (twin.gold, twin.op, twin.equal) == (pair.gold, pair.op, not pair.equal)


def test_a_case_has_both_sides() -> None:
    pair = Pair("integer", "sign", "NUM-1", "5", "-5", False, made=_made("integer", "sign"))
    assert "accept: [" in as_case(engine.replayed(pair.made, Selection(("integer",))) or pair, Selection(("integer",)))


def _made(kind: str, operator: str) -> tuple[int, ...]:
    selection = Selection((kind,))
    found = (engine.pair(Choices.drawn(9, index), selection) for index in range(1000))
    return next(pair.made for pair in found if pair.operator == operator and not pair.ending)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("12", "integer"),
        ("-1,234", "integer"),
        ("0.25", "decimal"),
        (r"\frac{3}{4}", "fraction"),
        ("3/4", "fraction"),
        (r"12.5\%", "percent"),
        ("(1, 2)", "tuple"),
        (r"\{1, 2\}", "set"),
        ("1, 2", "list"),
        ("[1, 2)", "interval"),
        (r"(-\infty, 2]", "interval"),
        ("B", "choice"),
        ("Yes", "yes or no"),
        ("ellipse", "text"),
        (r"$x^2+1$", "gold as it is"),
        ("2, 2", "gold as it is"),
    ],
)
def test_golds_of_ones_own_are_recognised(text: str, kind: str) -> None:
    gold = recognised(text)
    assert gold.kind.name == kind
    selection = Selection((), (gold,))
    found = [engine.pair(Choices.drawn(4, index), selection) for index in range(20)]
    assert {pair.gold for pair in found} == {text}
    assert {pair.equal for pair in found} == {True, False}


def test_golds_are_read_from_lines_and_from_json() -> None:
    found = list(read_golds(["12\n", "\n", '{"gold": "B", "response": "…"}\n', "x+1\n"]))
    assert [(gold.text, gold.kind.name) for gold in found] == [
        ("12", "integer"),
        ("B", "choice"),
        ("x+1", AS_IT_IS.name),
    ]
