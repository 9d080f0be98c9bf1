"""Equality of functions: no name tells, no sign is left out, and what it costs stays within chapter 10."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random
from typing import Final

import mpmath
import pytest
import refgrader
from packaged import corpus
from refgrader.limits import MAX_STEPS, MAX_WORK
from refgrader.numbers import budget
from refgrader.numbers.features import features
from refgrader.numbers.points import Points, signs_of
from refgrader.reading.parser import parse

# --- names -------------------------------------------------------------------------------------------------

#: Formulas whose letters have no meaning of their own, whatever they are; nothing but these is renamed.
_PLAIN: Final = re.compile(r"(?:\\(?:frac|sqrt|ln|sin|cos|left|right|cdot)(?![a-zA-Z])|[a-z]|[\d{}()|^+*/=\[\] -])+")
#: Letters that are read as nothing but symbols, also side by side: ``yr`` is a year.
_NAMES: Final = "abpquvwxyz"


def _pairs() -> Iterator[tuple[str, str]]:
    for check in corpus():
        asked = check.request(canary="")
        of_names = check.id.startswith("expressions/") or check.clause == "REL-7"
        if of_names and asked["op"] == "verify" and not asked["options"]:
            yield asked["gold"], asked["answer"]


def _plain(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None and set(_letters(text)) <= set(_NAMES)


def _letters(text: str) -> list[str]:
    return sorted(set(re.findall(r"[a-z]", re.sub(r"\\[a-z]+", " ", text))))


PAIRS: Final = [(gold, answer) for gold, answer in _pairs() if _plain(gold) and _plain(answer)]


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\\[a-z]+|[a-z]", lambda found: names.get(found.group(), found.group()), text)


def test_there_are_pairs_to_rename() -> None:
    assert len(PAIRS) > 40


@pytest.mark.parametrize(("gold", "answer"), PAIRS)
def test_a_name_does_not_change_a_verdict(gold: str, answer: str) -> None:
    letters = _letters(f"{gold} {answer}")
    expected = refgrader.verify(gold, answer).kind
    for names in _sample(permutations(_NAMES, len(letters)), 3, seed=gold + answer):
        naming = dict(zip(letters, names, strict=True))
        renamed = _renamed(gold, naming), _renamed(answer, naming)
        assert refgrader.verify(*renamed).kind == expected, renamed


def _sample(choices: Iterator[tuple[str, ...]], count: int, seed: str) -> list[tuple[str, ...]]:
    first = [choice for choice, _ in zip(choices, range(2_000), strict=False)]
    return Random(seed).sample(first, min(count, len(first)))


@pytest.mark.parametrize(("one", "other"), list(permutations("abpqxyz", 2)))
def test_a_root_of_a_square_is_no_symbol_under_any_name(one: str, other: str) -> None:
    assert not refgrader.verify(rf"\sqrt{{{one}^2{other}}}", rf"{one}\sqrt{{{other}}}").correct
    assert refgrader.verify(rf"\sqrt{{{one}^2{other}}}", rf"|{one}|\sqrt{{{other}}}").correct


# --- signs -------------------------------------------------------------------------------------------------


class _NotReal(Exception):
    """A real function has no value there."""


def _root(value: mpmath.mpf) -> mpmath.mpf:
    if value < 0:
        raise _NotReal
    return mpmath.sqrt(value)


def _log(value: mpmath.mpf) -> mpmath.mpf:
    if value <= 0:
        raise _NotReal
    return mpmath.log(value)


def _cube_root(value: mpmath.mpf) -> mpmath.mpf:
    return mpmath.sign(value) * mpmath.power(abs(value), mpmath.mpf(1) / 3)


Real = Callable[[mpmath.mpf, mpmath.mpf], mpmath.mpf]
#: Formulas in two expressions, and what they are as real functions; written here, not read by the grader.
FORMULAS: Final[tuple[tuple[str, Real], ...]] = (
    (r"\sqrt{(U)^2(V)}", lambda u, v: _root(u**2 * v)),
    (r"(U)\sqrt{V}", lambda u, v: u * _root(v)),
    (r"|U|\sqrt{V}", lambda u, v: abs(u) * _root(v)),
    (r"\sqrt{(U)(V)}", lambda u, v: _root(u * v)),
    (r"\sqrt{U}\sqrt{V}", lambda u, v: _root(u) * _root(v)),
    (r"\sqrt{|U|}\sqrt{|V|}", lambda u, v: _root(abs(u)) * _root(abs(v))),
    (r"\ln((U)^2)+\ln((V)^2)", lambda u, v: _log(u**2) + _log(v**2)),
    (r"2\ln|(U)(V)|", lambda u, v: 2 * _log(abs(u * v))),
    (r"2\ln(U)+2\ln(V)", lambda u, v: 2 * _log(u) + 2 * _log(v)),
    (r"2\ln((U)(V))", lambda u, v: 2 * _log(u * v)),
    (r"|(U)(V)|", lambda u, v: abs(u * v)),
    (r"\sqrt{(U)^2}\sqrt{(V)^2}", lambda u, v: abs(u) * abs(v)),
    (r"(U)(V)", lambda u, v: u * v),
    (r"(U)|V|", lambda u, v: u * abs(v)),
    (r"\sqrt[3]{(U)^3(V)^3}", lambda u, v: _cube_root(u**3 * v**3)),
    (r"\arctan(U)+\arctan\left(\frac{1}{U}\right)", lambda u, _v: mpmath.atan(u) + mpmath.atan(1 / u)),
    (r"\frac{\pi}{2}", lambda _u, _v: mpmath.pi / 2),
    (r"\frac{\pi|U|}{2(U)}", lambda u, _v: mpmath.pi * abs(u) / (2 * u)),
)
#: What stands for U and V, and its value.
INSIDE: Final[tuple[tuple[str, Real], ...]] = (
    ("x", lambda x, _y: x),
    ("-x", lambda x, _y: -x),
    ("y", lambda _x, y: y),
    ("xy", lambda x, y: x * y),
    ("x-y", lambda x, y: x - y),
    ("x^2+y", lambda x, y: x**2 + y),
    ("x^2+1", lambda x, _y: x**2 + 1),
)
_CLOSE: Final = mpmath.mpf(10) ** -40


def _alike(one: Real, other: Real, u: Real, v: Real, random: Random) -> bool | None:
    """Whether two real functions are one wherever both are defined; None where they are defined nowhere together."""
    compared = 0
    for signs in product((1, -1), repeat=2):
        for scale in (1, 3, 40, 1000):
            for _ in range(6):
                x, y = (sign * scale * mpmath.mpf(random.random()) for sign in signs)
                try:
                    inner = u(x, y), v(x, y)
                    left, right = one(*inner), other(*inner)
                except _NotReal:
                    continue
                compared += 1
                if abs(left - right) > _CLOSE * (1 + abs(left)):
                    return False
    return True if compared else None


@pytest.mark.parametrize("seed", range(40))
def test_functions_are_equal_where_an_independent_oracle_finds_them_equal(seed: int) -> None:
    random = Random(seed)
    with mpmath.workdps(50):
        for _ in range(12):
            (gold, one), (answer, other) = random.sample(FORMULAS, 2)
            (name_u, u), (name_v, v) = random.choice(INSIDE), random.choice(INSIDE)
            expected = _alike(one, other, u, v, random)
            texts = [text.replace("U", name_u).replace("V", name_v) for text in (gold, answer)]
            if features(parse(texts[0])).names == features(parse(texts[1])).names:
                assert refgrader.verify(*texts).correct == bool(expected), texts


@pytest.mark.parametrize("count", range(1, 5))
def test_a_few_symbols_have_every_combination_of_signs(count: int) -> None:
    seen = {signs_of(point) for point in _drawn(count)}
    assert seen == set(product((True, False), repeat=count))


@pytest.mark.parametrize("count", [5, 6, 9, 17, 50])
def test_each_two_of_many_symbols_have_every_combination_of_signs(count: int) -> None:
    seen = {signs_of(point) for point in _drawn(count)}
    for one, other in permutations(range(count), 2):
        assert len({(signs[one], signs[other]) for signs in seen}) == 4
    assert len(seen) <= 16


def _drawn(count: int) -> Iterator[dict[str, object]]:
    node = parse("+".join(rf"\sqrt{{x_{{{k}}}}}" for k in range(count)))
    kind = features(node)
    yield from map(dict, Points(node, node, kind, kind, budget.Budget()).drawn())


# --- what it costs -----------------------------------------------------------------------------------------

_SUM: Final = r"\sum_{{k=1}}^{{999}} \sqrt{{k^2+{}}}"
#: Texts of so many parts, each of which is thousands of operations.
COLLECTIONS: Final[dict[str, tuple[str, str, str]]] = {
    "tuple": ("(", ",", ")"),
    "list": ("", ",", ""),
    "set": (r"\{", ",", r"\}"),
    "column": (r"\begin{pmatrix}", r"\\", r"\end{pmatrix}"),
    "chain": ("", "=", ""),
    "named chain": ("x=", "=", ""),
    "approximations": ("", r"\approx ", r"\approx 666616.4"),
    "union": ("(0,", r")\cup(0,", ")"),
    "cases": (r"\begin{cases}1&x<", r"\\2&x<", r"\end{cases}"),
    "inequalities": ("x<", r"\text{ or }x>", ""),
    "words": ("the value $", "$ and $", "$"),
}


@pytest.mark.parametrize("kind", COLLECTIONS)
def test_many_parts_cost_no_more_than_chapter_10_says(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, between, after = COLLECTIONS[kind]
    spent: list[budget.Budget] = []
    begin = budget.Budget.__init__
    monkeypatch.setattr(budget.Budget, "__init__", lambda self: (begin(self), spent.append(self))[0])
    for count in (1, 2, 20, 200):
        parts = [_SUM.format(k + 1) for k in range(min(count, 9_000 // (len(_SUM) + len(between))))]
        text = before + between.join(parts) + after
        for gold, answer in ((text, before + between.join(parts[::-1]) + after), ("1", text)):
            spent.clear()
            refgrader.verify(gold, answer)
            # One step may be dearer than all that is left: a sum of long fractions, a function to a thousand digits.
            assert sum(MAX_WORK - each.remaining for each in spent) <= 2 * MAX_WORK + MAX_STEPS


def test_what_was_read_before_changes_no_verdict() -> None:
    gold = "=".join([_SUM.format(1)] * 5)
    answer = "(" + ",".join(_SUM.format(k) for k in range(30)) + ")"
    assert [refgrader.verify(gold, answer).reason for _ in range(3)] == [refgrader.verify(gold, answer).reason] * 3
