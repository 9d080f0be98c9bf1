"""Equations, also differential ones, inequalities in several symbols, congruences (REL-1 to REL-3, REL-20, REL-23)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from flint import fmpq

from refgrader.compare import matrices
from refgrader.compare.constants import arbitrary_in
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.meaning import written_out
from refgrader.meaning.conditions import is_member
from refgrader.meaning.inequalities import FLIPPED
from refgrader.meaning.names import UNKNOWNS, may_be_arbitrary
from refgrader.meaning.values import Conditional, Items, Named, Relation, Residue, Scalar, Value, Words
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, ball, divide, is_real
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same, steady, surely_same
from refgrader.reading.substitution import linear_parts, substituted
from refgrader.reading.tree import (
    ZERO,
    App,
    Chain,
    Group,
    Node,
    Num,
    Sym,
    Text,
    applies,
    mapped,
    minus,
    spelled,
    within,
)

_BITS: Final = 512
_TWO: Final = Num(fmpq(2))


def as_relation(value: Named) -> Relation | None:
    """A named value as the equation that names it; None where that is none of numbers, as of an event."""
    of_event = value.written is not None and any(isinstance(part, (Group, Chain)) for part in within(value.written))
    if of_event or not isinstance(value.value, (Scalar, Words)):
        return None
    right = Text(value.value.text) if isinstance(value.value, Words) else value.value.node
    return Relation("=", *_abbreviated(value.written or Sym(value.name), right))


def _abbreviated(*sides: Node) -> tuple[Node, ...]:
    """``MR = \\text{SRMC}``: where words are names of what is calculated with, so are letters side by side."""
    has_words = any(isinstance(part, Text) for side in sides for part in within(side))
    return tuple(map(_as_names, sides)) if has_words else sides


def _as_names(node: Node) -> Node:
    letters = node.args if isinstance(node, App) and node.head == "mul" else ()
    if isinstance(node, Text) or (letters and all(isinstance(each, Sym) for each in letters)):
        return Sym("".join(map(spelled, letters or (node,))))
    return mapped(node, _as_names)


def compare_relations(gold: Relation, answer: Relation, context: Context) -> Finding:
    """Whether one relation is the other, moved about and times a number that is not zero (positive for < and >)."""
    if not {gold.sign, answer.sign} <= FLIPPED.keys():
        return alike(gold == answer, "READ-2", "the same relation")
    one, other = difference(gold), difference(answer)
    if features(one).names != features(other).names:
        return no("REL-1", "relations between different symbols")
    if not features(one).names:
        return no("REL-2", "numbers on both sides: a relation that says nothing of any symbol")
    if matrices.has_matrices(one, other):
        terms = [{matrices.in_one_order(side) for side in (each.left, each.right)} for each in (gold, answer)]
        is_same = gold.sign == answer.sign == "=" and terms[0] == terms[1]
        return alike(is_same, "EXPR-32", "the same equation, with the factors in their order")
    factor = _constant_factor(one, other, context)
    ours, theirs = map(_without_fraction, (gold, answer))
    if factor is None and (ours, theirs) != (gold, answer):
        return compare_relations(ours, theirs, context)
    if factor is None or (gold.sign != "=" and not is_real(factor)):
        return no("REL-2", "neither is a multiple of the other")
    with precision(_BITS):
        sign = FLIPPED[answer.sign] if ball(factor).real < 0 else answer.sign
    return alike(sign == gold.sign, "REL-1" if gold.sign == "=" else "REL-20", "the same relation, rearranged")


def difference(relation: Relation) -> Node:
    """What an equation says to be nought, and an inequality to be more or less."""
    left, right = map(_worked_out, _abbreviated(relation.left, relation.right))
    return minus(_without_noughts(left), _without_noughts(right))


def _without_fraction(relation: Relation) -> Relation:
    """``rD = 19`` for ``r = 19/D``: where D is nought neither holds."""
    for one, other in ((relation.left, relation.right), (relation.right, relation.left)):
        above, below = other.args if relation.sign == "=" and applies(other, "div") else (ZERO, ZERO)
        if isinstance(above, Num) and above != ZERO:
            return Relation("=", App("mul", (one, below)), above)
    return relation


def _worked_out(side: Node) -> Node:
    """The number that a product of vectors is, as what ``n · (x - a, y - b) = 0`` says to be nought."""
    rows = written_out.entries(side)
    return rows[0][0] if list(map(len, rows)) == [1] else side


def _without_noughts(side: Node) -> Node:
    """``x + 0y`` without what is nought times something, whose symbols the equation does not depend on."""
    if not isinstance(side, App) or side.head != "add":
        return side
    kept = [part for part in side.args if not (isinstance(part, App) and part.head == "mul" and ZERO in part.args)]
    return App("add", tuple(kept)) if kept else ZERO


def nought(value: Value) -> Node | None:
    """What an equation says to be nought; None of what is no equation."""
    relation = as_relation(value) if isinstance(value, Named) else value
    return difference(relation) if isinstance(relation, Relation) and relation.sign == "=" else None


def _constant_factor(gold: Node, answer: Node, context: Context) -> Number | None:
    """The number c with gold = c · answer everywhere; None where there is none or it is zero."""
    factor = steady(gold, answer, divide, context.budget)
    if factor is None or ball(factor).contains(0):
        return None
    constant = steady(gold, gold, lambda left, _: left, context.budget) is not None
    return None if constant else factor  # a constant is never nought: no equation


def same_curves(gold: Value, answer: Value, context: Context) -> Finding | None:
    """``F(x, y) = C``, ``y^2 = f(x) + C``, and an equation for the same curves, all of them (EXPR-34).

    A solution ``y = C/x`` is one of them beside ``xy = C``, and so is ``y = \\pm\\sqrt{C - x}``, which says what y² is.
    """
    if isinstance(answer, Conditional) and all(is_member(each, Sym("ℝ")) for each in answer.conditions):
        answer = answer.value
    given, found = map(_of_square, (gold, answer))
    if not isinstance(given, (Named, Relation)):
        return None
    alone = given.written if isinstance(given, Named) else given.right
    terms = alone.args if isinstance(given, Relation) and isinstance(alone, App) and alone.head == "add" else (alone,)
    if Sym(_constant(given)) not in terms and arbitrary_in([nought(given) or ZERO], True) != [_constant(given)]:
        return None
    ours, theirs = (_for_its_constant(side, context) for side in (given, found))
    if ours is None or theirs is None or features(ours).names != features(theirs).names:
        return None
    if _constant_factor(ours, theirs, context) is None and not _depend_on_each_other(ours, theirs, context.budget):
        return None
    return yes("EXPR-34", "the same curves for all values of the constant")


def same_squares(gold: Value, answer: Value, context: Context) -> Finding | None:
    """``x = \\pm|y|`` for ``x = \\pm y``: both values of a sign are those with one square (COL-17)."""
    given, found = map(_of_square, (gold, answer))
    if given is gold or found is answer or not (isinstance(given, Relation) and isinstance(found, Relation)):
        return None
    return compare_relations(given, found, context)


def _of_square(value: Value) -> Value:
    """``y = \\pm\\sqrt{x}`` as ``y^2 = x``: both values of a sign and no other number have that square."""
    items = value.value.items if isinstance(value, Named) and isinstance(value.value, Items) else ()
    first, *others = [item.node for item in items if isinstance(item, Scalar)] or [ZERO]
    if not isinstance(value, Named) or value.parameters or others != [App("neg", (first,))]:
        return value
    return Relation("=", App("pow", (Sym(value.name), _TWO)), App("pow", (first, _TWO)))


def _depend_on_each_other(one: Node, other: Node, budget: Budget) -> bool:
    """Whether two functions are the same along the same curves: their gradients are parallel everywhere."""
    names = sorted(features(one).names)
    ours, theirs = ([App("derivative", (Sym(name), side)) for name in names] for side in (one, other))
    pairs = combinations(zip(ours, theirs, strict=True), 2)
    return any(not surely_same(each, ZERO, budget) for each in theirs) and all(
        surely_same(App("mul", (p, v)), App("mul", (q, u)), budget) for (p, u), (q, v) in pairs
    )


def _for_its_constant(value: Value, context: Context) -> Node | None:
    """What the arbitrary constant of an equation is; None of an equation without one."""
    constant, equation = _constant(value), nought(value)
    return solved_for(constant, equation, context) if constant and equation is not None else None


def _constant(value: Value) -> str:
    """The one arbitrary constant in an equation of two or more unknowns; nothing where there is none."""
    equation = nought(value)
    names = features(equation).names if equation is not None else frozenset()
    constants = names - UNKNOWNS
    is_one = len(constants) == 1 < len(names) - 1 and all(map(may_be_arbitrary, constants))
    return "".join(constants) if is_one else ""


def solved_for(name: str, equation: Node, context: Context) -> Node | None:
    """What a symbol is where an expression is nought and linear in the symbol; None of any other."""
    alone, factor = linear_parts(equation, name)
    whole = App("add", (alone, App("mul", (factor, Sym(name)))))
    is_linear = degree(equation, name) == 1 or surely_same(equation, whole, context.budget)
    return App("neg", (App("div", (alone, factor)),)) if is_linear else None


def degree(node: Node, name: str) -> int:
    """The degree in a symbol that an expression shows by its terms and factors; 2 for any higher one, or another."""
    if not isinstance(node, App):
        return int(node == Sym(name)) if isinstance(node, (Num, Sym)) else 2 * (name in features(node).said)
    degrees = [degree(arg, name) for arg in node.args]
    if node.head in ("add", "neg"):
        return max(degrees)
    if node.head == "mul":
        return min(sum(degrees), 2)
    return degrees[0] if node.head == "div" and not degrees[1] else 2 * any(degrees)


# --- differential equations --------------------------------------------------------------------------------

_PRIME: Final = "'"
_DOT: Final = "dot "
#: By these nobody divides an equation: it would lose a place at which they are nought.
_VARIABLES: Final = frozenset({"x", "t"})


def divided(gold: Value, answer: Value, context: Context) -> Finding | None:
    """Whether two equations for a derivative are the same but for a factor of letters that are no unknowns."""
    one, other = nought(gold), nought(answer)
    if one is None or other is None:
        return None
    derivatives = [name for name in features(one).names if _order(name)]
    if not derivatives or features(one).names != features(other).names:
        return None
    leading = max(derivatives, key=lambda name: (_order(name), name))
    ours, theirs = (linear_parts(side, leading)[1] for side in (one, other))
    unknowns = {name.partition(_PRIME)[0].rpartition(_DOT)[2] for name in derivatives}.union(derivatives, _VARIABLES)
    same = surely_same(App("mul", (one, theirs)), App("mul", (other, ours)), context.budget)
    if not same or not all(_is_of_letters(side, unknowns, context) for side in (ours, theirs)):
        return None
    return yes("REL-2", "the same differential equation, divided by its leading coefficient")


def _order(name: str) -> int:
    """How often the function is differentiated that a name with primes or dots is of."""
    return name.count(_PRIME) + (name.partition(_DOT)[0].count("d") + 1 if _DOT in name else 0)


def _is_of_letters(coefficient: Node, unknowns: Iterable[str], context: Context) -> bool:
    """Whether a coefficient is not nought, and the same whatever the unknowns are."""
    elsewhere = substituted(coefficient, dict.fromkeys(unknowns, Num(fmpq(3, 7))))
    is_nought = surely_same(coefficient, ZERO, context.budget)
    return not is_nought and surely_same(coefficient, elsewhere, context.budget)


# --- congruences -------------------------------------------------------------------------------------------


def compare_residues(gold: Residue, answer: Residue, context: Context) -> Finding:
    """Whether two congruences name the same class (REL-23)."""
    if gold.symbol != answer.symbol and gold.symbol is not None and answer.symbol is not None:
        return no("REL-23", "another symbol")
    apart = App("div", (minus(gold.value, answer.value), gold.modulus))
    budget = context.budget
    same_class = same(gold.modulus, answer.modulus, budget) and same(apart, App("floor", (apart,)), budget)
    return alike(same_class, "REL-23", "the same class of the same modulus")
