"""The table of operations: every row is held against mathematics, and a new row needs no test of its own.

Values are held against SymPy, derivatives against difference quotients, and what a row says of where its function is
analytic against the function itself. A row that nobody has heard of is put into a copy of the package, and read,
evaluated, differentiated, handed over, listed and tested there.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
import refgrader
import sympy as sp
from flint import acb, arb, fmpq
from gradespec import data
from refgrader import sympy_bridge
from refgrader.limits import LimitReached, Unreadable
from refgrader.numbers import evaluate as evaluator
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.formulas import LETTERS, derivative, filled, formula
from refgrader.numbers.functions import Number, Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.operations import (
    ANALYTIC,
    ANY,
    COMMAND_ONLY,
    FUNCTIONS,
    KINKED,
    MEROMORPHIC,
    OTHER,
    RATIONAL,
    ROWS,
    Operation,
)
from refgrader.reading.tree import App, Node, Num, Sym
from refgrader.sympy_bridge import to_sympy

X: Final = Sym("x")
BITS: Final = 400
#: How near two values are that are the same.
NEAR: Final = fmpq(1, 10**30)
#: Exact places where functions turn, end or jump, and some that are like any other.
PLACES: Final = [fmpq(top, bottom) for top, bottom in
                 [(0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (5, 1), (-3, 1), (1, 2), (-1, 2), (3, 2), (-5, 2),
                  (4, 9), (22, 7), (-22, 7), (1, 97), (-13, 11)]]  # fmt: skip


def valued(row: Operation) -> bool:
    """Whether the value of the operation follows from those of its arguments."""
    return bool(row.value or row.definition)


def rows(*kinds: str) -> list[Any]:
    """The rows with a value, of these kinds or of any."""
    return [pytest.param(row, id=row.head) for row in ROWS if valued(row) and (not kinds or row.kind in kinds)]


def value(node: Node, point: dict[str, Number] | None = None) -> Number | None:
    """The value of an expression; None where it has none."""
    with precision(BITS):
        try:
            return evaluate(node, point or {}, Budget())
        except (Undefined, Undecided, LimitReached):
            return None


def near(left: Number, right: Number) -> bool:
    """Whether two enclosures are narrow and meet."""
    with precision(BITS):
        difference = abs(ball(left) - ball(right)).abs_upper()
        return bool(difference < NEAR * (1 + abs(ball(left)).abs_upper()))


def applied(row: Operation, *args: Node) -> App:
    """The operation, of these arguments."""
    return App(row.head, args)


def exact_points(row: Operation) -> Iterator[tuple[fmpq, ...]]:
    """Exact arguments of the operation."""
    count = row.arity if row.arity != ANY else 3
    every = list(product(PLACES, repeat=count))
    return iter(every if len(every) <= 300 else random.Random(row.head).sample(every, 200))


# --- formulas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.head)
def test_formulas_speak_of_the_arguments_only(row: Operation) -> None:
    """And of π; ``e`` and ``i`` may be names that a sum around the operation binds."""
    for text in (row.definition, *row.derivative):
        names = {node.name for node in _walk(formula(text)) if isinstance(node, Sym)} if text else set()
        assert names <= {*LETTERS[: row.arity], "π"}
    assert len(row.derivative) in (0, row.arity)


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.args if isinstance(node, App) else ():
        yield from _walk(child)


@pytest.mark.parametrize("row", [row for row in rows() if row.values[0].definition])
def test_the_value_is_that_of_the_definition(row: Operation) -> None:
    for point in exact_points(row):
        args = tuple(map(Num, point))
        found, defined = value(applied(row, *args)), value(filled(row.definition, args))
        assert (found is None) == (defined is None), point
        assert found is None or near(found, defined), point


# --- values ------------------------------------------------------------------------------------------------


def in_sympy(node: Node) -> acb | None:
    """What SymPy makes of it; None for infinities and what is no number."""
    try:
        parts = [sp.N(part, 60) for part in to_sympy(node).doit().as_real_imag()]
    except (ValueError, ZeroDivisionError):  # as SymPy says of (-2)!! and 1 mod 0
        return None
    if not all(part.is_Float or part.is_Integer or part.is_zero for part in parts):
        return None
    with precision(BITS):
        return acb(*(arb(str(part)) for part in parts))


#: Operations whose value is no matter of numbers, or stands for something that SymPy does not know.
WITHOUT_COUNTERPART: Final = {"time", "overline"}


@pytest.mark.parametrize("row", [row for row in rows() if row.values[0].head not in WITHOUT_COUNTERPART])
def test_the_value_is_that_of_sympy(row: Operation) -> None:
    """Where there is none here, SymPy may have a convention for the argument 0, and continue what counts things."""
    compared = 0
    for point in exact_points(row):
        whole = all(place.q == 1 for place in point)
        if row.whole and not whole:
            assert row.head == "mod" or value(applied(row, *map(Num, point))) is None
            continue
        found, theirs = value(applied(row, *map(Num, point))), in_sympy(applied(row, *map(Num, point)))
        if found is None:
            assert theirs is None or 0 in point or row.whole or row.kind == OTHER, point
        else:
            assert theirs is not None, point
            assert near(found, theirs), point
            compared += 1
    assert compared >= 4


@pytest.mark.parametrize("row", [row for row in rows() if row.values[0].value and row.values[0].kind != RATIONAL])
def test_an_exact_value_lies_in_its_enclosure(row: Operation) -> None:
    """Where there is an enclosure: beside a pole or a jump the ball of a number tells nothing."""
    assert row.value
    names = [f"x{k}" for k in range(row.arity or 3)]
    for point in exact_points(row):
        exact = value(applied(row, *map(Num, point)))
        with precision(BITS):
            balls = dict(zip(names, map(acb, point), strict=True))
        enclosed = value(applied(row, *map(Sym, names)), balls)
        assert exact is None or enclosed is None or near(enclosed, exact), point


@pytest.mark.parametrize("row", rows(RATIONAL))
def test_a_rational_operation_has_rational_values(row: Operation) -> None:
    for point in exact_points(row):
        if row.head != "pow" or point[1].q == 1:
            assert isinstance(value(applied(row, *map(Num, point))), (fmpq, type(None))), point


@pytest.mark.parametrize("row", [row for row in rows() if row.values[0].inverse])
def test_an_operation_undoes_its_inverse(row: Operation) -> None:
    found = [(place, value(App(row.head, (App(row.inverse, (Num(place),)),)))) for (place,) in exact_points(row)]
    assert all(there is None or near(there, place) for place, there in found)
    assert sum(there is not None for _, there in found) >= 10


# --- derivatives and cuts ----------------------------------------------------------------------------------


def complex_points(row: Operation) -> Iterator[tuple[acb, ...]]:
    """Places all over the complex plane, away from the axes."""
    draw = random.Random(row.head)
    for _ in range(40):
        yield tuple(acb(arb(draw.uniform(-3, 3)), arb(draw.uniform(-3, 3))) for _ in range(row.arity))


def slope(row: Operation, point: tuple[acb, ...], index: int, step: acb) -> Number | None:
    """The change of the value along a step of one argument, for the length of it."""
    names = [f"x{k}" for k in range(row.arity)]
    node = applied(row, *map(Sym, names))
    ends = []
    for sign in (1, -1):
        with precision(2 * BITS):
            there = [place + sign * step if k == index else place for k, place in enumerate(point)]
            try:
                ends.append(ball(evaluate(node, dict(zip(names, there, strict=True)), Budget())))
            except (Undefined, Undecided):
                return None
    with precision(2 * BITS):
        return (ends[0] - ends[1]) / (2 * step)


#: So short that what a difference quotient lacks is less than what is looked at.
STEP: Final = acb(arb(2) ** -150)


@pytest.mark.parametrize("row", rows(RATIONAL, MEROMORPHIC, ANALYTIC))
def test_an_analytic_function_has_one_slope_in_all_directions_and_its_derivative_is_that(row: Operation) -> None:
    names = [f"x{k}" for k in range(row.arity)]
    compared = 0
    for point in complex_points(row):
        for index, name in enumerate(names):
            along, across = (slope(row, point, index, STEP * turn) for turn in (1, acb(0, 1)))
            if along is None or across is None:
                continue
            assert near(along, across), point
            compared += 1
            try:
                derived = derivative(applied(row, *map(Sym, names)), name)
            except Unreadable:
                assert row.head == "gamma", "a smooth function without a derivative"
                continue
            told = value(derived, dict(zip(names, point, strict=True)))
            assert told is not None
            assert near(told, along), point
    assert compared >= 20


@pytest.mark.parametrize("row", rows(RATIONAL, MEROMORPHIC, ANALYTIC))
def test_a_function_jumps_only_where_its_row_says_so(row: Operation) -> None:
    """On both axes, by each argument; away from them no row claims that it does."""
    draw = random.Random(row.head)
    aside = acb(arb(2) ** -120)
    for index, turn in product(range(row.arity), (acb(1), acb(0, 1))):
        node = applied(row, *(X if k == index else Num(fmpq(5, 2)) for k in range(row.arity)))
        for _ in range(60):
            place = turn * arb(draw.uniform(-4, 4))
            sides = [value(node, {"x": place + side * turn * acb(0, 1) * aside}) for side in (1, -1)]
            if None not in sides and not near_enough(*sides):
                with precision(BITS):
                    assert evaluator._meets_cut(node, {"x": place}, Budget()), place
        for point in complex_points(row):
            with precision(BITS):
                assert not evaluator._meets_cut(node, {"x": point[0]}, Budget())


def near_enough(left: Number, right: Number) -> bool:
    """Whether two values beside a place are those of a function that does not jump there."""
    with precision(BITS):
        return bool(abs(ball(left) - ball(right)).abs_upper() < fmpq(1, 10**20) * (1 + abs(ball(left)).abs_upper()))


@pytest.mark.parametrize("row", rows(KINKED))
def test_what_has_kinks_is_analytic_nowhere(row: Operation) -> None:
    node = App(row.head, (X, *[Num(fmpq(1))] * ((row.arity or 2) - 1)))
    assert evaluator._meets_cut(node, {"x": acb(2, 3)}, Budget())


# --- the rows and the code ---------------------------------------------------------------------------------


def test_an_operation_has_one_row_and_a_spelling_one_meaning() -> None:
    heads = [row.head for row in ROWS]
    names = [name for row in ROWS for name in f"{row.names} {row.commands}".split()]
    assert len(set(heads)) == len(heads)
    assert len(set(names)) == len(names)
    assert {row.inverse for row in ROWS} <= {*heads, ""}
    assert all(set(row.fixed) <= {*row.names.split(), *row.commands.split()} for row in ROWS)


def test_every_operation_that_has_a_value_has_a_row_and_a_counterpart_in_sympy() -> None:
    heads = {row.head for row in ROWS}
    assert evaluator._WALKS.keys() | sympy_bridge._BUILT.keys() | sympy_bridge._READ.keys() <= heads
    bridged = {row.head for row in ROWS if row.sympy or row.definition}
    bridged |= sympy_bridge._BUILT.keys() | sympy_bridge._READ.keys()
    worth = {row.head for row in ROWS if valued(row)} | evaluator._WALKS.keys()
    assert worth - bridged == {"time", "cross"}


# --- the grammar page --------------------------------------------------------------------------------------


def listing() -> str:
    """The spellings of functions as the grammar page lists them."""
    own = [name for name, head in FUNCTIONS.items() if name == head]
    others: dict[str, list[str]] = {}
    for name, head in FUNCTIONS.items():
        if name != head:
            others.setdefault(head, []).append(f'"{name}"')
    return "\n".join(
        [
            _wrapped("function-name", own),
            *(f"{' ' * 16}| {' | '.join(names)} /* {head} */" for head, names in others.items()),
            _wrapped("command-only", sorted(COMMAND_ONLY)),
        ]
    )


def _wrapped(name: str, terminals: list[str]) -> str:
    lines, indent = [f'{name} ::= "{terminals[0]}"'], " " * (len(name) + 2)
    for terminal in terminals[1:]:
        if len(lines[-1]) + len(terminal) > 105:
            lines.append(indent)
        lines[-1] += f' | "{terminal}"'
    return "\n".join(lines)


def test_the_grammar_page_lists_the_spellings_of_functions() -> None:
    """A page that does not is given the listing that is shown here."""
    assert listing() in (data.spec_dir() / "grammar.md").read_text(encoding="utf-8")


# --- a row that nobody has heard of ------------------------------------------------------------------------

MADE_UP: Final = r"""
    Operation("hav", "hav haversine", kind=MEROMORPHIC, definition=r"\frac{1-\cos u}{2}"),
    Operation("lam", "lam", "lm", kind=ANALYTIC, price=1, value=f.analytic(acb.log1p, 0, 0),
              cut=f.off_reals(lambda x: x > -1), derivative=(r"\frac{1}{1+u}",), definition=r"\ln(1+u)"),
"""
ASKED: Final = r"""
import refgrader, sympy
from refgrader.numbers.features import features
import test_operations as tests
from refgrader.reading.parser import parse
from test_operations import ROWS, X, App, Num, fmpq, listing, value

def same(gold, answer):
    return refgrader.verify(gold, answer).correct

# read, with a backslash and without
assert parse(r"\hav x") == parse("hav(x)") == parse(r"\haversine{x}") == App("hav", (X,))
assert parse(r"\lm x") == App("lam", (X,)) != parse("lm x")
# evaluated, exactly and enclosed
assert value(App("lam", (Num(fmpq(0)),))) == 0
assert same(r"\frac14", r"\hav\frac{\pi}{3}") and not same(r"\frac13", r"\hav\frac{\pi}{3}")
assert same(r"\sin^2\frac{x}{2}", r"\hav x") and not same(r"\cos^2\frac{x}{2}", r"\hav x")
assert same(r"\ln 3", r"\lam 2") and not same(r"\ln 2", r"\lam 2")
# known to be smooth, differentiated, integrated
assert features(parse(r"\hav x")).smooth and features(parse(r"\lam x")).smooth
assert same(r"\frac{d}{dx}\hav x", r"\frac{\sin x}{2}") and not same(r"\frac{d}{dx}\hav x", r"\frac{\cos x}{2}")
assert same(r"\frac{d}{dx}\lam(x^2)", r"\frac{2x}{1+x^2}") and not same(r"\frac{d}{dx}\lam(x^2)", r"\frac{1}{1+x^2}")
assert same(r"\int_0^1 \lam x\,dx", r"2\ln2-1") and not same(r"\int_0^1 \lam x\,dx", r"2\ln2")
# handed over
x = sympy.Symbol("x")
assert sympy.simplify(refgrader.read_answer(r"\hav x").to_sympy() - sympy.sin(x / 2) ** 2) == 0
assert refgrader.read_answer(r"\lam x").to_sympy() == sympy.log(1 + x)
# listed, and missed on the page
assert '"hav" | ' in listing() and '"haversine" /* hav */' in listing() and '"lm" /* lam */' in listing()
assert listing() not in (tests.data.spec_dir() / "grammar.md").read_text(encoding="utf-8")
# tested
for row in ROWS[:2]:
    tests.test_formulas_speak_of_the_arguments_only(row)
    tests.test_the_value_is_that_of_the_definition(row)
    tests.test_the_value_is_that_of_sympy(row)
    tests.test_an_analytic_function_has_one_slope_in_all_directions_and_its_derivative_is_that(row)
    tests.test_a_function_jumps_only_where_its_row_says_so(row)
tests.test_an_exact_value_lies_in_its_enclosure(ROWS[1])
print("all of it")
"""


@pytest.mark.long
def test_a_new_operation_is_one_row(tmp_path: Path) -> None:
    """In a copy of the package, where nothing else is changed; its own tests come with it."""
    package = Path(refgrader.__file__).parent
    shutil.copytree(package, tmp_path / "refgrader", ignore=shutil.ignore_patterns("__pycache__"))
    table = tmp_path / "refgrader" / "operations.py"
    opening = "ROWS: Final[tuple[Operation, ...]] = ("
    text = table.read_text(encoding="utf-8")
    assert text.count(opening) == 1
    table.write_text(text.replace(opening, opening + MADE_UP), encoding="utf-8")

    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(__file__).parent)])}
    done = subprocess.run([sys.executable, "-c", ASKED], env=env, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("all of it\n", "")
