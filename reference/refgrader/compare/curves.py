"""Curves that are solved for a symbol, and equations between polynomials: ``y = 6/x`` and ``xy = 6`` (REL-2).

An equation ``A(x) + B(x) y = 0`` is the curve ``y = -A/B`` where A and B have no common factor: then it holds nowhere
where B is nought. With a common factor, as ``xy = x^2`` has it, it holds on a whole line besides.
"""

from __future__ import annotations

from flint import fmpq_poly

from refgrader.compare.equations import as_relation, difference, linear_parts, solved_for
from refgrader.compare.finding import Context, Finding, yes
from refgrader.meaning.values import Named, Relation, Value
from refgrader.numbers.features import features
from refgrader.numbers.same import surely_same
from refgrader.reading.tree import App, Node, Num, Sym

#: The highest power that is worked out.
_MAX_DEGREE = 20


def without_denominators(gold: Value, answer: Value, context: Context) -> Finding | None:
    """Whether one of two is a curve solved for a symbol, and the other its equation times the denominator."""
    for solved, stated in ((gold, answer), (answer, gold)):
        if isinstance(solved, Named) and isinstance(stated, Relation) and stated.sign == "=":
            found = _is_solution(solved, stated, context)
            return yes("REL-2", "the same curve, without a denominator") if found else None
    return None


def _is_solution(solved: Named, stated: Relation, context: Context) -> bool:
    relation = as_relation(solved)
    if relation is None or relation.left != Sym(solved.name):
        return False
    names, equation = features(relation.right).names, difference(stated)
    if len(names) != 1 or features(equation).names != names | {solved.name} or solved.name in names:
        return False
    (unknown,) = names
    alone, factor = (_polynomial(part, unknown) for part in linear_parts(equation, solved.name))
    if alone is None or factor is None or alone.gcd(factor).degree() != 0:
        return False
    solution = solved_for(solved.name, equation, context)
    return solution is not None and surely_same(relation.right, solution, context.budget)


def _polynomial(node: Node, name: str) -> fmpq_poly | None:
    """An expression as a polynomial in one symbol; None where it is none."""
    if isinstance(node, Num):
        return fmpq_poly([node.value])
    if isinstance(node, Sym):
        return fmpq_poly([0, 1]) if node.name == name else None
    if not isinstance(node, App):
        return None
    if node.head == "pow":
        return _power(_polynomial(node.args[0], name), node.args[1])
    args = [_polynomial(arg, name) for arg in node.args]
    return None if None in args else _worked_out(node.head, args)


def _worked_out(head: str, args: list[fmpq_poly]) -> fmpq_poly | None:
    first, *others = args
    if head == "neg":
        return -first
    if head == "div":
        (below,) = others
        return first * fmpq_poly([1 / below[0]]) if below.degree() == 0 else None
    for other in others:
        first = first + other if head == "add" else first * other
        if first.degree() > _MAX_DEGREE:
            return None
    return first if head in ("add", "mul") else None


def _power(base: fmpq_poly | None, exponent: Node) -> fmpq_poly | None:
    if base is None or not isinstance(exponent, Num) or exponent.value.q != 1:
        return None
    is_small = exponent.value >= 0 and exponent.value * max(base.degree(), 1) <= _MAX_DEGREE
    return base ** int(exponent.value.p) if is_small else None
