"""The bridge to SymPy: what is written arrives, unevaluated, or is said to have no counterpart."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import refgrader
import sympy as sp
from refgrader import Unreadable, read_answer, sympy_bridge
from refgrader.reading.tree import App

x, y, k, n, a, b, c = sp.symbols("x y k n a b c")
z = sp.Symbol("z")

#: What stands in an answer → the object that it is once SymPy has evaluated it.
EXPRESSIONS = {
    "42": sp.Integer(42),
    "0.5": sp.Rational(1, 2),
    r"0.1\overline{6}": sp.Rational(1, 6),
    r"1\frac{1}{2}": sp.Rational(3, 2),
    r"-\frac{3}{4}": sp.Rational(-3, 4),
    r"5\%": sp.Rational(1, 20),
    "3:4": sp.Rational(3, 4),
    "101_2": sp.Integer(5),
    r"30^\circ": sp.pi / 6,
    r"\frac{3m-2}{2}": sp.Symbol("m") * 3 / 2 - 1,
    "2x(x+1)": 2 * x * (x + 1),
    r"\sqrt{8}": 2 * sp.sqrt(2),
    r"\sqrt[3]{-8}": sp.Integer(-2),
    r"(-8)^{2/3}": sp.Integer(4),
    r"\sqrt[3]{x}": x ** sp.Rational(1, 3),
    "e^{2x}": sp.exp(2 * x),
    r"e^{i\pi}": sp.Integer(-1),
    r"2\operatorname{cis}\frac{\pi}{2}": 2 * sp.I,
    r"2 \times 3": sp.Integer(6),
    r"\ln x": sp.log(x),
    r"\log_2 8": sp.Integer(3),
    r"\frac{\log 8}{\log 2}": sp.Integer(3),
    r"\sin^2 x": sp.sin(x) ** 2,
    r"\sin^{-1} x": sp.asin(x),
    r"\operatorname{arccot}(-1)": 3 * sp.pi / 4,
    "|-3|": sp.Integer(3),
    r"\lfloor 7/2 \rfloor": sp.Integer(3),
    r"\lceil 7/2 \rceil": sp.Integer(4),
    "5!": sp.Integer(120),
    r"\binom{5}{2}": sp.Integer(10),
    "P(5,2)": sp.Integer(20),
    r"\gcd(12, 18)": sp.Integer(6),
    r"\max(2, 7)": sp.Integer(7),
    r"\sum_{i=1}^{4} i^2": sp.Integer(30),
    r"\prod_{k=1}^{n} k": sp.factorial(n),
    r"\int_0^1 x^2 dx": sp.Rational(1, 3),
    r"\frac{d}{dx} x^3": 3 * x**2,
    r"\lim_{x \to 0} \frac{\sin x}{x}": sp.Integer(1),
    r"\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix}": sp.Integer(-2),
    r"\begin{cases} x & x > 0 \\ -x & \text{otherwise} \end{cases}": sp.Piecewise((x, x > 0), (-x, True)),
    "f(2)": sp.Function("f")(2),
}
COLLECTIONS = {
    "(1, 2)": sp.Tuple(1, 2),
    r"\langle 1, 2, 3 \rangle": sp.Tuple(1, 2, 3),
    r"\{2, 1\}": sp.FiniteSet(1, 2),
    "1, 2": sp.FiniteSet(1, 2),
    r"\{(1,2), (3,4)\}": sp.FiniteSet(sp.Tuple(1, 2), sp.Tuple(3, 4)),
    r"\pm 3": sp.FiniteSet(3, -3),
    r"1 \pm \sqrt{2}": sp.FiniteSet(1 + sp.sqrt(2), 1 - sp.sqrt(2)),
    "[1, 2]": sp.Interval(1, 2),
    "(1, 2]": sp.Interval.Lopen(1, 2),
    r"(-\infty, 0)": sp.Interval.open(-sp.oo, 0),
    r"[0, \infty)": sp.Interval(0, sp.oo),
    r"(0, 1) \cup (2, 3)": sp.Union(sp.Interval.open(0, 1), sp.Interval.open(2, 3)),
    r"\mathbb{R} \setminus \{0\}": sp.Complement(sp.S.Reals, sp.FiniteSet(0)),
    r"\mathbb{R} \setminus \{\pm 2\}": sp.Complement(sp.S.Reals, sp.FiniteSet(2, -2)),
    r"\emptyset": sp.EmptySet,
    r"\mathbb{Z}": sp.S.Integers,
    r"\{x \mid x > 3\}": sp.Interval.open(3, sp.oo),
    r"\{2k \mid k \in \mathbb{Z}\}": sp.ImageSet(sp.Lambda(k, 2 * k), sp.S.Integers),
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}": sp.ImmutableMatrix([[1, 2], [3, 4]]),
    r"2\begin{pmatrix} 1 \\ 2 \end{pmatrix}": sp.ImmutableMatrix([[2], [4]]),
    r"\begin{pmatrix} 1 & 2 \end{pmatrix}^T": sp.ImmutableMatrix([[1], [2]]),
}
RELATIONS = {
    "x = 5": sp.Eq(x, 5),
    "y = 2x + 1": sp.Eq(y, 2 * x + 1),
    "f(x) = x^2": sp.Eq(sp.Function("f")(x), x**2),
    "x + y > 3": x + y > 3,
    r"x \ne 2": sp.Ne(x, 2),
    r"3 < x \le 4": sp.And(x > 3, x <= 4),
    "x < 1 or x > 3": sp.Or(x < 1, x > 3),
    "x = 1 or x = 2": sp.Contains(x, sp.FiniteSet(1, 2), evaluate=False),
    "x = 1, x = 2": sp.Contains(x, sp.FiniteSet(1, 2), evaluate=False),
    r"x = \sqrt{2} \approx 1.414": sp.Eq(x, sp.sqrt(2)),
    "x + y = 1 or x - y = 1": sp.Or(sp.Eq(x + y, 1), sp.Eq(x - y, 1)),
    "x = 1, y = 2": sp.And(sp.Eq(x, 1), sp.Eq(y, 2)),
    r"x = \pm 3": sp.Contains(x, sp.FiniteSet(3, -3), evaluate=False),
    r"x \in (1, 2)": sp.Contains(x, sp.Interval.open(1, 2), evaluate=False),
    r"x \notin \{1, 2\}": sp.Not(sp.Contains(x, sp.FiniteSet(1, 2))),
    r"x \equiv 3 \pmod{5}": sp.Eq(sp.Mod(x, 5), 3),
}
NO_COUNTERPART = ["no solution", "5 cm", r"1, 2, \dots, n", r"a \perp b", "3:4:5", r"a \parallel b"]


def evaluated(text):
    return read_answer(text).to_sympy().doit()


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items())
def test_expressions(text, expected):
    found = evaluated(text)
    assert found == expected or sp.simplify(found - expected) == 0


@pytest.mark.parametrize(("text", "expected"), {**COLLECTIONS, **RELATIONS}.items())
def test_collections_and_relations(text, expected):
    assert evaluated(text) == expected.doit()


def test_a_family_is_the_image_of_the_integers():
    family = read_answer(r"\frac{\pi}{4} + k\pi, k \in \mathbb{Z}").to_sympy()
    assert family.base_set == sp.S.Integers
    assert family.lamda(3).doit() == 13 * sp.pi / 4


@pytest.mark.parametrize("text", NO_COUNTERPART)
def test_no_counterpart(text):
    with pytest.raises(Unreadable):
        read_answer(text).to_sympy()


def test_what_is_written_is_kept():
    assert read_answer("1 + 1").to_sympy() != sp.Integer(2)
    assert read_answer("x + x").to_sympy() == sp.Add(x, x, evaluate=False)


@pytest.mark.parametrize(
    "text",
    [
        "9^{9^{9^{9}}} > 3",
        "[10^{-10^{10}}, 1]",
        "(10^9)!",
        r"\{x \mid x > 9^{9^{9}}\}",
        r"x \in [1, 9^{9^{9^{9}}}]",
    ],
)
def test_nothing_is_computed(text):
    """Each of these would keep SymPy busy for longer than the universe has lasted."""
    assert isinstance(read_answer(text).to_sympy(), sp.Basic)


def test_an_unknown_operation_has_no_counterpart():
    with pytest.raises(Unreadable, match="frobnicate"):
        sympy_bridge.to_sympy(App("frobnicate", ()))


def test_it_is_loaded_only_when_called():
    code = "import sys, refgrader; refgrader.verify('x+1', '1+x'); print('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_no_text_is_evaluated():
    tree = ast.parse(Path(sympy_bridge.__file__).read_text(encoding="utf-8"))
    called = {node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
              for node in ast.walk(tree) if isinstance(node, ast.Call)}  # fmt: skip
    assert not called & {"eval", "exec", "parse_expr", "lambdify", "symbols"}
    assert refgrader.Answer.to_sympy.__doc__
