"""Equations, inequalities in several symbols, and congruences (REL-1 to REL-3, REL-20, REL-23)."""

from __future__ import annotations

from typing import Final

from refgrader.compare import matrices
from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.meaning.values import Named, Relation, Residue, Scalar
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, ball, divide, is_real, less
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same, steady
from refgrader.reading.tree import App, Node, Sym

_REVERSED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_BITS: Final = 512


def as_relation(value: Named | Relation) -> Relation | None:
    """A named value as the equation that names it."""
    if isinstance(value, Relation):
        return value
    if isinstance(value.value, Scalar):
        return Relation("=", value.written or Sym(value.name), value.value.node)
    return None


def compare_relations(gold: Relation, answer: Relation, context: Context) -> Finding:
    """Whether one relation is the other, moved about and times a number that is not zero (positive for < and >)."""
    if gold.sign not in _REVERSED or answer.sign not in _REVERSED:
        same_text = gold == answer
        return yes("READ-2", "the same relation") if same_text else no("REL-1", "another relation")
    one, other = _difference(gold), _difference(answer)
    if features(one).names != features(other).names:
        return no("REL-1", "relations between different symbols")
    if matrices.has_matrices(one, other):
        return _ordered(gold, one, other, context)
    factor = _constant_factor(one, other, context)
    if factor is None:
        return no("REL-2", "neither is a multiple of the other")
    if gold.sign in ("=", "!="):
        fits = gold.sign == answer.sign
    else:
        with precision(_BITS):
            negative = less(factor, divide(factor, factor) * 0)
        fits = (answer.sign if not negative else _REVERSED[answer.sign]) == gold.sign
    clause = "REL-1" if gold.sign == "=" else "REL-20"
    return yes(clause, "the same relation, rearranged") if fits else no(clause, "another relation sign")


def _ordered(gold: Relation, one: Node, other: Node, context: Context) -> Finding:
    """``A^TAx = A^Tb``: of matrices an equation is itself with its sides exchanged, or its terms moved across."""
    alike = any(matrices.same_words(one, side, context) for side in (other, App("neg", (other,))))
    if gold.sign == "=" and alike:
        return yes("EXPR-32", "the same equation, with the factors in their order")
    return no("EXPR-32", "not the same factors in the same order")


def _difference(relation: Relation) -> Node:
    return App("add", (relation.left, App("neg", (relation.right,))))


def _constant_factor(gold: Node, answer: Node, context: Context) -> Number | None:
    """The number c with gold = c · answer everywhere; None where there is none or it is zero."""
    factor = steady(gold, answer, divide, context.budget)
    if factor is None or not is_real(factor) or ball(factor).contains(0):
        return None
    constant = steady(gold, gold, lambda left, _: left, context.budget) is not None
    return None if constant else factor  # a constant is never nought: no equation


def compare_residues(gold: Residue, answer: Residue, context: Context) -> Finding:
    """Whether two congruences name the same class (REL-23)."""
    if gold.symbol != answer.symbol and gold.symbol is not None and answer.symbol is not None:
        return no("REL-23", "another symbol")
    modulus = App("div", (App("add", (gold.value, App("neg", (answer.value,)))), gold.modulus))
    if same(gold.modulus, answer.modulus, context.budget) and same(modulus, App("floor", (modulus,)), context.budget):
        return yes("REL-23", "the same class of the same modulus")
    return no("REL-23", "another class or modulus")
