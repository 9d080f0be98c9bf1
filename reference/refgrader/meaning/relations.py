"""Relations in a row: what is named, what is solved, what is only stated (REL)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, pairwise, repeat, takewhile
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.lexicon.nouns import singular
from refgrader.limits import AtOdds, Unreadable
from refgrader.meaning import signs, written_out
from refgrader.meaning.calculations import agree, are_amounts, cannot_be, differ, digits_that_agree, worked_out
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.inequalities import FLIPPED, inequality
from refgrader.meaning.names import INTEGERS, UNKNOWNS, is_combination, is_label, name_of
from refgrader.meaning.sets import real_set
from refgrader.meaning.values import Either, Items, Named, Reals, Relation, Residue, Scalar, Table, Value, unnamed
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate, holds
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, is_whole
from refgrader.numbers.same import surely_same
from refgrader.operations import BETWEEN, UNFINISHED
from refgrader.reading.substitution import linear_parts, replaced, substituted
from refgrader.reading.tree import (
    MODULAR,
    ZERO,
    App,
    Chain,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    applies,
    minus,
    spelled,
    within,
)

#: What has one value together with others of its kind: symbols, values of functions, lengths.
_IN_A_ROW: Final[frozenset[str | type]] = frozenset({Sym, "call", "mul", "overline"})
_ARE_EQUATIONS: Final = lexicon.words("given by an equation")
#: Signs that say on which side of another a value is, or that it is not that.
_INEQUALITIES: Final = FLIPPED.keys() - {"="}
#: What is a number, whatever it is of.
_NUMBERS: Final = frozenset({"abs", "det", "trace", "rank", "dim", "degree_of"})


@reads(Chain)
def _chain(node: Chain, budget: Budget) -> Value:
    said = node.items[0]
    if isinstance(said, Text) and (behind := _behind_words(node, said, budget)):
        return behind
    if isinstance(said, Sym) and said.name.startswith("not "):
        raise Unreadable("a relation that is denied")
    kinds = set(node.signs)
    node = node._replace(items=(*node.items[:-1], as_class(node.items[-1])))
    if kinds <= {"=", "≈"}:
        return _equalities(node, budget)
    if kinds <= _INEQUALITIES:
        return inequality(node, budget)
    if {*node.signs[:-1]} <= {"=", "≈"} and _is_remark(Chain(node.signs[-1:], node.items[-2:]), budget):
        return _equalities(Chain(node.signs[:-1], node.items[:-1]), budget)
    if kinds <= FLIPPED.keys() | {"≈"} and (bounded := _with_bounds_again(node, budget)):
        return bounded
    left, right = node.items[0], node.items[-1]
    if node.signs == ("~",) and isinstance(left, Sym) and _is_formula(right):
        return _equation(left, right, budget)
    if node.signs == ("∈",) or _is_within(node):
        return _membership(left, right, budget)
    if node.signs == ("↦",) and (mapping := _mapping(left, right, budget)):
        return mapping
    if "≡" in kinds <= {"=", "≡"} and (congruence := _congruence(node, budget)):
        return congruence
    return Relation(" ".join(node.signs), App("tuple", node.items), Num(fmpq(0)))


def _behind_words(node: Chain, said: Text, budget: Budget) -> Value | None:
    """What a chain of relations behind words tells, where the words say what it is of; none where it has one."""
    _, first, *others = node.items
    if not others:
        return None
    behind = interpret(Chain(node.signs[1:], node.items[1:]), budget)
    if _is_given_by(said, first, others[-1], behind):
        return behind
    if isinstance(first, Sym) and isinstance(others[-1], Sym) and node.signs == ("=", "="):  # the radius is R = e
        return interpret(Chain(("=",), (said, others[-1])), budget)
    return None


def _is_formula(node: Node) -> bool:
    """What something is of the size of, ``aM^{1/3}``, and no distribution, ``N(0, 1)``."""
    return isinstance(node, (App, Num)) and not any(isinstance(part, (Group, Text)) for part in within(node))


def _with_bounds_again(node: Chain, budget: Budget) -> Value | None:
    """``x > \\ln 53 ≈ 3.97``: an inequality a bound of which is told again, by either of its numbers (REL-13)."""
    cuts = [0, *(at for at, sign in enumerate(node.signs, 1) if sign in _INEQUALITIES), len(node.items)]
    again = [Chain(node.signs[at : end - 1], node.items[at:end]) for at, end in pairwise(cuts) if end - at > 1]
    if not again or any(features(bound).names for told in again for bound in told.items):
        return None
    values = [interpret(told, budget) for told in again]  # raises `AtOdds` where a bound is told twice and differs
    ends = (0, -1) if all(isinstance(value, Either) and value.values[1:] for value in values) else (0,)
    signs_between = tuple(sign for sign in node.signs if sign in _INEQUALITIES)
    sides = ([node.items[at:end][which] for at, end in pairwise(cuts)] for which in ends)
    return Either(tuple(inequality(Chain(signs_between, tuple(items)), budget) for items in sides))


def _is_remark(link: Chain, budget: Budget) -> bool:
    """``r = \\frac12 < 1``, ``\\det A = 2 \\ne 0``: what is plain of a number. Raises `AtOdds` where it is false."""
    if link.signs[0] not in FLIPPED or any(features(side).names or isinstance(side, Quantity) for side in link.items):
        return False
    try:
        is_true = holds(link, {}, budget)
    except (Undefined, Undecided, Unreadable):
        return False
    if not is_true:
        raise AtOdds("a value that is not as it is said to be")
    return True


def _is_given_by(said: Text, first: Node, last: Node, behind: Value) -> bool:
    """Whether what a label says is what stands behind it: "the solution is k = 4", "Domain: x < 3"."""
    parts = behind.items if isinstance(behind, Items) else (behind,)
    if isinstance(behind, Reals) or any(isinstance(each, Relation) for each in parts):
        return True
    if not isinstance(first, Sym):
        return False
    is_number = first.name in UNKNOWNS and not features(last).names  # Critical number: x = 4
    return is_number or isinstance(last, Matrix) or singular(said.words.lower().split()[-1]) in _ARE_EQUATIONS


def _mapping(left: Node, right: Node, budget: Budget) -> Named | None:
    """``f : x ↦ x + 1``: the definition of f, and without a name that of any function (EXPR-29)."""
    function, variable = left.args if isinstance(left, App) and left.head == "ratio" else (Sym("y"), left)
    function = Sym(spelled(function)) if isinstance(function, App) and function.head == "pow" else function  # g^{-1}
    if not isinstance(function, Sym) or not isinstance(variable, Sym) or _is_of_others(right, [variable.name]):
        return None
    return Named(function.name, (variable.name,), interpret(right, budget))


def _is_of_others(formula: Node, variables: Iterable[str]) -> bool:
    """Whether a definition is of other unknowns than its variables: ``f(t) = x^2`` is constant."""
    names = features(formula).names
    return names.isdisjoint(variables) and not names.isdisjoint(UNKNOWNS)


def _membership(left: Node, right: Node, budget: Budget) -> Value:
    """``x ∈ {1, 2}``: the set, under the name of its members; of anything else that is in a set, a statement."""
    value = interpret(right, budget)
    if isinstance(value, Items) and value.kind in ("(", "["):
        value = real_set(value) or value
    if isinstance(value, Scalar) and isinstance(right, Sym) and right.name.isascii():
        return Relation("∈", left, right)  # of a set that has a name only
    called = "" if isinstance(left, (Group, Listing)) else name_of(left)
    return Relation("∈", left, right) if called is None else Named(called, (), value)


def _is_within(node: Chain) -> bool:
    """``f(x) = 3 + \\sin^2 x ∈ [3, 4]``: whether the formula of a name is said to be in a set that is written out."""
    left, *steps, right = node.items
    are_formulas = node.signs == (*("=",) * len(steps), "∈") and all(features(step).names for step in steps)
    return are_formulas and name_of(left) is not None and not isinstance(right, Sym)


def _congruence(node: Chain, budget: Budget) -> Value | None:
    """The class of a name, or the last of numbers that have to be congruent: ``4561 ≡ 561 (mod 1000)`` (REL-23)."""
    first, *steps, last = node.items
    if not isinstance(last, App) or last.head not in MODULAR:
        return None if "≡" in node.signs[1:] else _equalities(Chain(("=",) * len(node.signs), node.items), budget)
    value, modulus = last.args
    names = features(first).names or features(last).names
    if any(features(step).names for step in steps):
        return None
    if steps and names and not (is_label(first) or is_combination(first)):  # an unknown that it is solved for (REL-7)
        return None
    for number in steps if names else (first, *steps):
        if Sym("…") in tuple(within(number)):  # what the dots stand for is not worked out
            continue
        is_same_class = False
        with suppress(Undefined, Undecided):
            is_same_class = is_whole(evaluate(App("div", (minus(number, value), modulus)), {}, budget))
        if not is_same_class:
            raise Unreadable("numbers that are not congruent")
    return residues(first, last) if names and node.signs[0] == "≡" else interpret(value, budget)


def as_class(node: Node) -> Node:
    """``3 mod 7`` behind a relation or in a list as ``3 (mod 7)``: it is its own remainder (REL-23)."""
    if not applies(node, "mod"):
        return node
    value, modulus = node.args
    is_remainder = isinstance(value, Num) and isinstance(modulus, Num) and 0 <= value.value < modulus.value
    return App("residue", node.args) if is_remainder else node


def residues(symbol: Node | None, node: App) -> Value:
    """The class, or for ``±1 (mod 5)`` the classes, of a value with its modulus."""
    found = tuple(Residue(symbol, value, node.args[1]) for value in signs.expand(node.args[0]))
    return found[0] if len(found) == 1 else Items("or", found)


def _equalities(node: Chain, budget: Budget) -> Value:
    node = _with_binomials(node, budget)
    left, last = node.items[0], node.items[-1]
    if len(node.items) == 2:
        exact = node.signs == ("=",) or is_label(left)
        return _equation(left, last, budget) if exact else _approximated(node, 0, budget)
    if "≈" in node.signs:
        return _approximated(node, node.signs.index("≈"), budget)
    named = [*takewhile(lambda item: features(item).names, node.items)]
    kinds = {item.head if isinstance(item, App) else type(item) for item in named}
    symbols = [*filter(None, map(name_of, named))] if len(kinds) == 1 and kinds <= _IN_A_ROW else []
    steps = node.items[len(named) :]
    are_numbers = steps and not any(features(step).names for step in steps)
    if 1 < len(symbols) == len(named) and are_numbers:  # x = y = 1, f(1) = f(2) = 3, x = y = 4/2 = 2
        value = worked_out(steps, budget)
        each = Items(",", tuple(Named(symbol, (), value) for symbol in symbols))
        return Either((each, Named(" = ".join(symbols), (), value)))
    return _derived(node, budget)


def _with_binomials(node: Chain, budget: Budget) -> Chain:
    """``\\left(\\begin{array}{l}5 \\\\ 2\\end{array}\\right) = 10``: a column for the binomial (NUM-22)."""
    numbers = [item for item in node.items if isinstance(item, Num)]
    if not numbers or node.signs != ("=",) * len(node.signs):
        return node
    return Chain(node.signs, tuple(_binomial(item, numbers[-1], budget) for item in node.items))


def _binomial(node: Node, number: Num, budget: Budget) -> Node:
    """The binomial coefficient of a column of two whole numbers, if it is the number; else the node."""
    column = _coordinates(node) if isinstance(node, Matrix) and node.kind in ("array", "pmatrix") else ()
    of_wholes = len(column) == 2 and all(isinstance(each, Num) and each.value.q == 1 for each in column)
    if of_wholes and agree(binomial := App("binom", column), number, budget):
        return binomial
    return node


def _derived(node: Chain, budget: Budget) -> Value:
    """Steps: the last member, under the name that they begin with, or an equation of the first and the last."""
    node = _without_forms(node, budget)
    left, last = node.items[0], node.items[-1]
    called = name_of(left, last)
    of_numbers = not any(features(member).names for member in node.items[1:])
    if (called is None and not (features(left).names and of_numbers)) or isinstance(last, Sym):
        return worked_out(node.items, budget)
    _follow(node, budget)
    if are_amounts(node.items[1:]):
        return Either(tuple(_equation(left, member, budget) for member in node.items[1:]))
    stated = _equation(left, last, budget)
    parts = (part for step in node.items[1:-1] for part in within(step))
    is_calculated = any(isinstance(part, App) and part.head in BETWEEN for part in parts)  # 2 · 6, sqrt(400 - 100)
    return Either((stated, interpret(last, budget))) if called is None and is_calculated else stated


def _follow(node: Chain, budget: Budget) -> None:
    """Raises AtOdds where a step from the first member to the last is another value than the last."""
    left, *between, last = node.items
    value = {left.name: last} if isinstance(left, Sym) and left.name not in features(last).names else {}
    steps = [_with_value(substituted(step, value), left, last) for step in between]
    # Of P = (y, x) = (1, 2) the last member is not P.
    in_order = all(letters == sorted(letters) for letters in map(_letters, steps))
    if not in_order or any(differ(step, last, budget) for step in steps) or _never_hold(steps, last, budget):
        raise AtOdds("a chain of equals whose members differ")


def _with_value(step: Node, name: Node, value: Node) -> Node:
    """A step with the value in the place of what names it, ``P(A) = 1 - P(A)``, which may be read as a product."""
    step = replaced(step, {name: value})
    if not applies(name, "call"):
        return step
    product, size = App("mul", name.args), len(name.args)
    for part in (part for part in within(step) if applies(part, "mul")):
        for at in range(len(part.args) - size + 1):
            if part.args[at : at + size] == name.args:
                rest = (*part.args[:at], value, *part.args[at + size :])
                return replaced(step, {product: value, part: App("mul", rest)})
    return step


def _never_hold(steps: Sequence[Node], last: Node, budget: Budget) -> bool:
    """Whether steps in one letter are that number for different values of it: ``x = 2y = 3y = 6``."""
    told = [step for step in steps if len(features(step).names) == 1]
    if len(told) < 2 or features(last).names:
        return False
    for step in told:
        (letter,) = features(step).names
        alone, slope = linear_parts(step, letter)
        value = {letter: App("div", (minus(last, alone), slope))}
        others = [each for each in told if features(each).names == {letter} and each != step]
        if others and agree(substituted(step, value), last, budget):  # it is linear in the letter
            return any(agree(substituted(other, value), last, budget) is False for other in others)
    return False


def _without_forms(node: Chain, budget: Budget) -> Chain:
    """``-3(b-a) = 3(a-b) = 3 \\cdot 2 = 6`` without the second form of what it begins with: only numbers follow it."""
    if name_of(node.items[0], node.items[-1]) is not None:  # whatever power of a matrix it is
        return node
    symbolic = [*takewhile(lambda member: features(member).names, node.items)]
    numbers = node.items[len(symbolic) :]
    in_forms = len(symbolic) > 1 and all(isinstance(form, App) for form in symbolic)
    if not in_forms or not numbers or any(features(member).names for member in numbers):
        return node
    are_same = all(surely_same(symbolic[0], other, budget) for other in symbolic[1:])
    return Chain(node.signs[: len(numbers)], (symbolic[0], *numbers)) if are_same else node


def _approximated(node: Chain, cut: int, budget: Budget) -> Value:
    """``x = √2 ≈ 1.414``: either value will do, but an approximation to one digit (REL-13)."""
    cut = cut or (len(node.items) == 3 and are_amounts(node.items[1:]))  # ϕ ≈ 2.38 rad ≈ 136.28°
    exact, last = node.items[: cut + 1], node.items[-1]
    is_bare = not any(isinstance(part, (Quantity, Group)) for part in within(exact[-1]))
    if isinstance(last, Quantity) and last.unit != units.DEGREES and is_bare:
        exact = (*exact[:-1], Quantity(exact[-1], last.unit))  # 40/3 ≈ 13.33 minutes
    for step in (*exact[:-1], *node.items[cut + 1 : -1]):
        if not features(last).names and not features(step).names:
            _must_be_near(step, last, budget)
    if features(exact[-1]).names and not features(last).names:  # E ≈ λ/D ≈ 0.01: by what it is not known
        found = _equation(node.items[0], last, budget)
        return unnamed(found) if len(exact) > 1 else found
    digits = digits_that_agree(exact[-1], last, budget)
    given = exact[0] if len(exact) == 1 else Chain(("=",) * cut, exact)
    values = [interpret(side, budget) for side in ((given, last) if digits > 1 else (given,))]
    if isinstance(values[0], Relation) and len(exact) > 1 and not features(last).names:  # x^2 = 1/3 ≈ 0.333
        return values[0]
    found = Either(tuple(map(unnamed, values)))
    return values[0]._replace(value=found) if isinstance(values[0], Named) else found


def _must_be_near(step: Node, last: Node, budget: Budget) -> None:
    """Raises `AtOdds` where another number is not the last, rounded: ``x ≈ 20 = 12``; ``x ≈ 1.41 = √2`` is."""
    with suppress(AtOdds):
        if digits_that_agree(step, last, budget) and (last != ZERO or step == ZERO):  # nought shows no digit
            return
    digits_that_agree(last, step, budget)


def _equation(left: Node, right: Node, budget: Budget) -> Value:
    called = name_of(left, right)
    if called is not None:
        if isinstance(left, App) and _is_unsolved(left, right, budget):
            return Relation("=", left, right)
        return _named(left, called, right, budget)
    if isinstance(right, Sym) and is_label(right):
        named = _named(right, right.name, left, budget)
        return named._replace(written=right) if isinstance(named, Named) else named
    if _are_same_points(left, right, budget) or _comes_to(left, right, budget):  # (2a - a, 1 + 1) = (a, 2)
        return interpret(right, budget)
    if left == right or features(left).names or features(right).names:  # 0 = 0 works nothing out
        return _stated(left, right, budget)
    return worked_out((left, right), budget)


def _comes_to(left: Node, right: Node, budget: Budget) -> bool:
    """Whether what is done to matrices that are written out is one, whatever the letters in them are."""
    if not isinstance(right, Matrix) or not features(left).names or not written_out.is_worked_out(left):
        return False
    with suppress(Undefined):
        ours, theirs = ([*chain.from_iterable(rows)] for rows in written_out.compared(left, right))
        return len(ours) == len(theirs) > 0 and all(map(surely_same, ours, theirs, repeat(budget)))
    return False


def _is_unsolved(left: App, right: Node, budget: Budget) -> bool:
    """Whether what a name is of may be the right side for some letter, as a derivative may be nought, or for none.

    Raises `AtOdds` where it is worked out, and something else.
    """
    if left.head in _NUMBERS and (isinstance(right, Group) or (isinstance(right, Matrix) and right.kind != "vmatrix")):
        raise AtOdds("a number that is a collection")
    if left.head not in UNFINISHED or not differ(left, right, budget):
        return cannot_be(left, right, budget)
    if left.head == "derivative" and features(left).names and not features(right).names:
        return True
    raise AtOdds("an operation that does not come to its result")


def _coordinates(node: Node) -> tuple[Node, ...]:
    """The members of a tuple or a column; of anything else none."""
    if isinstance(node, Group):
        return node.items
    rows = node.rows if isinstance(node, Matrix) else ()
    return tuple(row[0] for row in rows) if all(len(row) == 1 for row in rows) else ()


def _components(node: Node, budget: Budget) -> tuple[Value, ...]:
    """The values of a tuple or a column, or of what arithmetic makes of them: ``(1, 0) + t(2, 4)``."""
    if not isinstance(node, App):
        return tuple(interpret(value, budget) for value in _coordinates(node))
    found = interpret(node, budget)
    if isinstance(found, Table):
        return tuple(row[0] for row in found.rows) if len(found.rows[0]) == 1 else ()
    return found.items if isinstance(found, Items) and found.kind == "(" else ()


def _called(node: Node) -> str:
    """The name that a coordinate is, a symbol or a value of a function; empty for others."""
    is_value = isinstance(node, App) and node.head == "call" and not any(isinstance(arg, Sym) for arg in node.args[1:])
    return spelled(node) if is_value or isinstance(node, Sym) else ""


def _labels(left: Node, right: Node, budget: Budget) -> Items | None:
    """``(x, y) = (1, 2)``; what stands in braces has no order, and ``(a, b) = [a, b]`` labels nothing (REL-10)."""
    names = list(map(_called, _coordinates(left)))
    in_braces = any(isinstance(side, Group) and side.opening == "{" for side in (left, right))
    if in_braces or not names or _coordinates(left) == _coordinates(right):
        return None
    if not all(names):
        return _labels_of_functions(_coordinates(left), _coordinates(right), budget)
    theirs = _components(right, budget)
    if not len(names) == len({*names}) == len(theirs):
        return None
    return Items("(", tuple(Named(name, (), value) for name, value in zip(names, theirs, strict=True)))


def _labels_of_functions(ours: tuple[Node, ...], theirs: tuple[Node, ...], budget: Budget) -> Items | None:
    """``(f(x), g(x)) = (x, 1)``, ``(\\cos θ, \\sin θ) = (1, 0)``, told in order as one after the other would be."""
    arguments = {each.args[1:] for each in ours if isinstance(each, App)}
    calls = [App("call", each.args) if applies(each, "mul") and len(arguments) == 1 else each for each in ours]
    if len(calls) != len(theirs) or not all(map(name_of, calls, theirs)):
        return None
    chains = (Chain(("=",), pair) for pair in zip(calls, theirs, strict=True))
    told = interpret(Listing("and", tuple(chains)), budget)
    return told._replace(kind="(") if isinstance(told, Items) and told.kind == "and" else None


def _letters(point: Node) -> list[str]:
    """The letters that a point is made of, as it names what is asked for: ``(x, y)``; none of any other."""
    items = point.items if isinstance(point, Group) else ()
    names = [item.name for item in items if isinstance(item, Sym)]
    return names if len(names) == len(items) else []


def _are_same_points(left: Node, right: Node, budget: Budget) -> bool:
    ours, theirs = map(_coordinates, (left, right))
    if not isinstance(left, Group) or not isinstance(right, Group) or right._replace(items=ours) != left or not ours:
        return False
    return len(ours) == len(theirs) and all(agree(*pair, budget) for pair in zip(ours, theirs, strict=True))


def _stated(left: Node, right: Node, budget: Budget) -> Value:
    """An equation that names nothing; of tuples of symbols the labels, and with ``±`` each of its equations."""
    sets = [side.items for side in (left, right) if isinstance(side, Group) and side.opening == "{"]
    letters = _letters(sets[0][0]) if len(sets) == 2 and len(sets[0]) == 1 else []
    if letters == sorted({*letters}) != [] and not features(right).names:  # {(x, y)} = …
        return _membership(sets[0][0], right, budget)
    if isinstance(left, Group) and Sym("…") in left.items:  # (a_1, …, a_9) = (2, …)
        return interpret(right, budget)
    if labels := _labels(left, right, budget):
        if {"pm", "mp"} <= {*signs.standing_in(right)}:  # so many points
            return Items(",", tuple(_stated(left, point, budget) for point in signs.expand(right)))
        return labels
    is_result = isinstance(right, (Group, Matrix)) and not features(right).names
    if is_result and is_combination(signs.expand(left)[0], of_matrices=True):  # \bar x ± zs = (3, 5) (REL-12)
        return Either((Relation("=", left, right), interpret(right, budget)))
    if signs.standing_in(left, right):
        pair = Group("(", ")", (left, right))
        values = (value for value in signs.expand(pair) if isinstance(value, Group))
        return Items(",", tuple(Relation("=", *value.items) for value in values))
    return Relation("=", left, right)


def _named(left: Node, name: str, right: Node, budget: Budget) -> Value:
    value = interpret(right, budget)
    if isinstance(left, Sym):
        if left.name == "π" and isinstance(value, Scalar) and agree(left, value.node, budget) is False:
            raise AtOdds("a constant that is another number")
        base, _, index = name.partition("_")
        is_argument = index in INTEGERS or (base.endswith("'") and index not in ("x", "y", "z"))  # V_r is partial
        if index and is_argument and index in features(right).names:
            return Named(base, (index,), value)
        return Named(name, (), value)
    if isinstance(left, App) and left.head == "call" and left.args[0] == Sym(name):
        parameters = tuple(map(spelled, left.args[1:]))
        if not all(map(str.isupper, parameters)) or not features(right).names.isdisjoint(parameters):
            return Relation("=", left, right) if _is_of_others(right, parameters) else Named(name, parameters, value)
        name = f"{name}({', '.join(parameters)})"  # P(A) names a number
    if isinstance(left, Text) and name == "solution":
        return value  # "Solution is: [x=1, y=2]": whatever its names are
    return Named(name, (), value, left)
