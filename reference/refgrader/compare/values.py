"""Value against value: names and conditions taken off, then the rule of the gold's kind (READ-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, product
from typing import Any, Final

from refgrader import lexicon
from refgrader.compare import words
from refgrader.compare.approximations import before_percent
from refgrader.compare.collections import ORDERED, Same, compare_items, compare_tables, nouns_of
from refgrader.compare.constants import added_to_logarithm, arbitrary_in, renamings
from refgrader.compare.equations import (
    as_relation,
    compare_relations,
    compare_residues,
    divided,
    nought,
    same_curves,
    same_squares,
    solved_for,
)
from refgrader.compare.families import (
    as_formula,
    compare_families,
    is_restricted,
    renumbered,
    same_but_for_points,
    unsaid_families,
)
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.flats import same_flats
from refgrader.compare.general import same_solutions
from refgrader.compare.kinds import as_one_kind, as_said, is_number, solved
from refgrader.compare.matrices import in_one_order
from refgrader.compare.restricted import cuts_constants, without_condition
from refgrader.compare.scalars import compare_scalars
from refgrader.compare.sets import compare_sets
from refgrader.lexicon.nouns import singular
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning import values as v
from refgrader.meaning.brackets import at_each
from refgrader.meaning.calculations import cannot_be
from refgrader.meaning.conditions import integer_symbols, integers_between, says_whole
from refgrader.meaning.lists import by_coordinates, unknown_of
from refgrader.meaning.names import (
    INTEGERS,
    UNKNOWNS,
    in_names,
    is_combination,
    is_power_of_matrix,
    may_be_arbitrary,
    name_of,
    without_argument,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import Undefined
from refgrader.numbers.roots import no_rational_solves
from refgrader.numbers.same import same, surely_same
from refgrader.reading.substitution import renamed, substituted
from refgrader.reading.tree import ZERO, App, Chain, Group, Listing, Matrix, Node, Sym, Text, applies
from refgrader.units import canonical


def compare_answers(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    """Whether a whole answer gives what the gold gives; only as a whole it may be a family without saying so."""
    found = compare_values(gold, answer, context)
    if found.same:
        return found
    names = _names(gold) | _names(answer)
    marked = any("'" in name or " " in name for name in names)
    varies = marked or any(name[:1] in _VARYING for name in names)
    if not varies and all(isinstance(v.unnamed(side), v.Scalar) for side in (gold, answer)):
        return found
    others = (
        *((unsaid_families, _families_and_numbers, same_curves, _for_its_function) if varies else ()),
        *((divided, _with_primes) if marked else ()),
        *((_with_constants,) if varies else ()),
        _of_what,
        _of_names_with_values,
        _number_and_set,
        same_squares,
        _of_coordinates,
        _of_parts,
        same_flats,
    )
    return next((again for other in others if (again := other(gold, answer, context)) and again.same), found)


#: What names begin with that may be arbitrary constants or integers; names of derivatives have a prime or a space.
#: Most others are numbers, or functions of x.
_VARYING: Final = frozenset("ABCDKckmn")


def _families_and_numbers(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """Families, and numbers beside them, which are compared apart: "x = π/6 + kπ; x = π/6, 7π/6" (EXPR-27)."""
    told = [[*_told_apart(side)] for side in (gold, answer)]
    if len({name for side in told for name, _ in side if name}) > 1:
        return None
    (ours, our_numbers), (theirs, their_numbers) = map(_families_apart, told)
    found = unsaid_families(ours, theirs, context) if our_numbers.items and their_numbers.items else None
    return found if found and found.same and compare_values(our_numbers, their_numbers, context).same else None


def _told_apart(value: v.Value, name: str = "") -> Iterator[tuple[str, v.Value]]:
    """Each of the values that one is made of, and what it is called."""
    if isinstance(value, v.Conditional) and all(map(integer_symbols, value.conditions)):
        value = value.value
    if isinstance(value, v.Named):
        name, value = value.name, value.value
    if isinstance(value, v.Family):
        yield from ((name, v.Scalar(member)) for member in value.members)
    elif isinstance(value, v.Items) and value.kind in v.LISTS:
        yield from chain.from_iterable(_told_apart(each, name) for each in value.items)
    else:
        yield name, value


def _families_apart(told: list[tuple[str, v.Value]]) -> tuple[v.Items, v.Items]:
    """The values that have letters, and the others."""
    values = [value for _, value in told]
    families = tuple(each for each in values if names_in(v.nodes_in(each)))
    return v.Items(",", families), v.Items(",", tuple(each for each in values if each not in families))


def _with_constants(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """Arbitrary constants by other names, or before other functions, the same ones in the whole answer (EXPR-26)."""
    if isinstance(answer, v.Conditional) and (
        cuts_constants(gold, answer, context) or not without_condition(answer, context)
    ):
        return None
    compared = gold, answer
    if isinstance(gold, v.Conditional) != isinstance(answer, v.Conditional):  # "A, B real" on one side only
        gold, answer = (side.value if isinstance(side, v.Conditional) else side for side in (gold, answer))
    ours, theirs = v.nodes_in(gold), v.nodes_in(answer)
    for names in renamings(ours, theirs):
        again = v.mapped(_renamed(answer, names), partial(added_to_logarithm, names={*names.values()}))
        if (gold, again) != compared and compare_values(gold, again, context).same:
            return yes("EXPR-26", "the same but for the names of arbitrary constants")
        if (opposite := _with_the_other_sign(gold, again, names)) and compare_values(gold, opposite, context).same:
            return yes("EXPR-26", "the same but for the sign of an arbitrary constant")
    alike_named = type(v.unnamed(gold)) is type(v.unnamed(answer)) and _same_names(gold, answer)
    found = (alike_named or _are_components(gold, answer)) and same_solutions(ours, theirs, context)
    if found or _is_each_side(gold, v.unnamed(answer), context):
        return yes("EXPR-26", "the same functions for all values of the constants")
    return None


def _is_each_side(gold: v.Value, answer: v.Value, context: Context) -> bool:
    """Whether both sides of a gold ``f + C = g + C`` are a function for all values of the constant (REL-12)."""
    seen = as_one_kind(gold, answer, context) if isinstance(gold, v.Relation) and isinstance(answer, v.Scalar) else None
    sides = v.nodes_in(seen[0]) if isinstance(seen, tuple) and not isinstance(seen, Finding) else []
    return bool(sides) and all(same_solutions([side], v.nodes_in(answer), context) for side in sides)


def _are_components(gold: v.Value, answer: v.Value) -> bool:
    """Whether ``y_1``, ``y_2`` are told of a vector y."""
    if not (isinstance(gold, v.Named) and isinstance(gold.value, (v.Items, v.Table)) and isinstance(answer, v.Items)):
        return False
    named = [item.name for item in answer.items if isinstance(item, v.Named)]
    return named == [f"{gold.name}_{place}" for place in range(1, len(answer.items) + 1)]


def _for_its_function(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``xy = x^3 + C`` for ``y = x^2 + C/x``: an equation that is linear in the function that the gold is (EXPR-34)."""
    equation = nought(answer) if isinstance(answer, v.Relation) else None
    if equation is None or not isinstance(gold, v.Named) or not isinstance(gold.value, v.Scalar):
        return None
    is_general = gold.name in UNKNOWNS and arbitrary_in([gold.value.node], True)
    found = solved_for(gold.name, equation, context) if is_general else None
    if found is None:
        return None
    return _with_constants(gold, gold._replace(value=v.Scalar(found)), context)


def _with_the_other_sign(gold: v.Value, answer: v.Value, names: dict[str, str]) -> v.Value | None:
    """The answer with the opposite of its one constant, where only x, y, z and t stand beside that of the gold."""
    known = names_in(v.nodes_in(gold)).difference(names.values())
    if len(names) != 1 or not known | _names(gold).difference(names.values()) <= UNKNOWNS:
        return None
    opposites = {name: App("neg", (Sym(name),)) for name in names.values()}
    opposite: v.Value = v.mapped(answer, lambda node: substituted(node, opposites))
    return opposite


_USUAL_LETTERS: Final = lexicon.table("usual letter")
#: Indices of a general solution: homogeneous, complementary, general.
_GENERAL: Final = ("_h", "_c", "_g", "_general")


def _same_names(gold: v.Value, answer: v.Value) -> bool:
    """Whether what has a name on both sides has the same one, in the order of the parts (y' is no y), or one sign."""
    ours, theirs = (side.items if isinstance(side, v.Items) else (side,) for side in (gold, answer))
    pairs = [*zip(ours, theirs, strict=False)]
    if any(getattr(one, "sign", "") != getattr(other, "sign", "") for one, other in pairs):
        return False
    return all(
        _same_name(one, other) or other.name.removeprefix(one.name) in _GENERAL
        for one, other in pairs
        if isinstance(one, v.Named) and isinstance(other, v.Named)
    )


#: What an expression is called of which a value is told.
_WHAT: Final = Sym("□")


def _of_what(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``m + n = 204`` for a bare 204, ``-1 < x - y < 2`` for an interval: they tell an expression's value (REL-7)."""
    told = _told(answer)
    relations = [each for each in told if isinstance(each, v.Relation) and each.sign != "!="]
    if len(relations) < len(told) or not relations or not _is_bare(gold):
        return None
    first = relations[0]
    sides = (first.left,) if first.sign == "=" else (first.left, first.right)
    what = next((side for side in sides if _is_told_of(side, relations, gold, context.budget)), None)
    if what is None:
        return None
    chains = [Chain((sign,), tuple(_WHAT if side == what else side for side in sides)) for sign, *sides in relations]
    try:
        value = v.unnamed(interpret(Listing("and", tuple(chains)) if chains[1:] else chains[0], context.budget))
    except Unreadable:
        return None
    return compare_values(gold, v.unlettered(value), context)


def _told(answer: v.Value) -> tuple[v.Value, ...]:
    """What an answer tells; a bare value behind an equation is one of the same, as in ``ab = 3 or -3``."""
    told = answer.items if isinstance(answer, v.Items) and answer.kind in v.LISTS else (answer,)
    first = told[0] if told else None
    if not isinstance(first, v.Relation) or first.sign != "=":
        return told
    return tuple(first._replace(right=each.node) if isinstance(each, v.Scalar) else each for each in told)


def _of_names_with_values(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``x = 14, x + 2 = 16`` for 14, 16: what comes to its value by the values of the names beside it (REL-7)."""
    if not (isinstance(answer, v.Items) and answer.kind in v.LISTS and isinstance(gold, v.Items) and _is_bare(gold)):
        return None
    told = {item.name: item.value.node for item in answer.items if isinstance(item, v.Named) and is_number(item.value)}
    equations = [item for item in answer.items if isinstance(item, v.Relation)]
    are_all = len(told) + len(equations) == len(answer.items) and told and equations
    if gold.kind in ("or", "{") or not are_all or [*told] != sorted(told):  # y = 1, x = 2 are told in no order
        return None
    values = [_come_to(item, told, context) for item in answer.items]
    return compare_values(gold, answer._replace(items=tuple(values)), context)


def _come_to(value: v.Value, told: dict[str, Node], context: Context) -> v.Value:
    """The number that an equation comes to where some names have their values, and any other value without its name."""
    if not isinstance(value, v.Relation) or value.sign != "=" or features(value.right).names:
        return v.unnamed(value)
    is_true = surely_same(substituted(value.left, told), value.right, context.budget)
    return v.Scalar(value.right) if is_true else value


def _number_and_set(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``R = 1, (-6, -4)`` for ``R = 1, I = (-6, -4)``: the one number of two is told from the one set (COL-13)."""
    if isinstance(answer, v.Named) and isinstance(answer.value, v.Items) and answer.value.kind in v.LISTS:
        first, *rest = answer.value.items
        answer = answer.value._replace(items=(answer._replace(value=first), *rest))
    if not isinstance(gold, v.Items) or not isinstance(answer, v.Items) or len(answer.items) != 2:
        return None
    names = {isinstance(item.value, v.Scalar): item.name for item in gold.items if isinstance(item, v.Named)}
    initials = {name[:1].lower() for name in names.values()}
    says_which = any(isinstance(item, v.Named) and item.name[:1].lower() in initials for item in answer.items)
    if not says_which or not len(names) == len(gold.items) == 2:
        return None
    return compare_values(gold, v.Items(",", tuple(_named_by_kind(item, names) for item in answer.items)), context)


def _named_by_kind(value: v.Value, names: dict[bool, str]) -> v.Named:
    """A value with the name of what is a number as it is, or a set; one that has a name, other than x, keeps it."""
    is_scalar = isinstance(v.unnamed(value), v.Scalar)
    if isinstance(value, v.Named) and (is_scalar or value.name not in UNKNOWNS):
        return value
    return v.Named(names[is_scalar], (), v.unlettered(v.unnamed(value)))


def _is_bare(gold: v.Value) -> bool:
    """Whether a value, or one that is written twice, has no name of its own."""
    gold = gold.values[0] if isinstance(gold, v.Either) else gold
    if isinstance(gold, v.Named):
        return not gold.name  # "the point (1, 2)"
    labels = isinstance(gold, v.Items) and any(isinstance(item, v.Named) for item in gold.items)
    return not (labels or isinstance(gold, (v.Relation, v.Words)) or (isinstance(gold, v.Reals) and gold.variable))


def _is_told_of(what: Node, relations: Sequence[v.Relation], gold: v.Value, budget: Budget) -> bool:
    """Whether each relation is about one expression, of other names than the gold's; with nought it is a question."""
    bare = without_argument(what)
    is_about = all(what in (each.left, each.right) for each in relations)
    asks = any(each.sign == "=" and ZERO in (each.left, each.right) for each in relations) and not _is_of_names(bare)
    never = any(each.sign == "=" and cannot_be(what, each.right, budget) for each in relations)
    bounds = any(each.sign != "=" for each in relations)
    if asks or never or not is_about or not features(bare).names.isdisjoint(_names(gold)):
        return False
    return not (bounds and _is_of_unknown(bare)) and _may_be_told(bare, relations, gold, budget)


def _may_be_told(bare: Node, relations: Sequence[v.Relation], gold: v.Value, budget: Budget) -> bool:
    """Whether the value of an expression is an answer, and no step to that of a name in it (REL-7)."""
    is_power = isinstance(gold, v.Table) and is_power_of_matrix(bare)
    is_law = applies(bare, "mul") and name_of(bare)  # [ABC] = xy
    if is_power or is_law or is_combination(bare, of_matrices=isinstance(gold, (v.Table, v.Items))):
        return True
    if len(relations) > 1 or relations[0].sign != "=":  # x^2 = 2 or 3
        return False
    (told,) = relations
    return _keeps_its_power(bare, told, gold) or no_rational_solves(in_names(bare), told.right, budget)


def _is_of_unknown(what: Node) -> bool:
    """Whether something is told of one small letter alone: a bound on ``\\lfloor x \\rfloor`` is one on x."""
    names = features(what).names
    return len(names) == 1 and not any(name[:1].isupper() for name in names)


def _keeps_its_power(what: Node, told: v.Relation, gold: v.Value) -> bool:
    """``T + 1 = 3^{10}`` for ``3^{10}``: a step to T would work it out, and who leaves the gold's own power answers."""
    is_power = isinstance(gold, v.Scalar) and applies(gold.node, "pow") and not features(gold.node).names
    return is_power and applies(what, "add") and v.Scalar(told.right) == gold


def _is_of_names(what: Node) -> bool:
    """``a + b + c``, ``ab``, which may be nought; ``a + 2b`` and ``x^2 + y^2`` that are nought are to be solved."""
    return isinstance(what, App) and what.head in ("add", "mul") and all(name_of(part) for part in what.args)


def _of_coordinates(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """Several points, of each of which the coordinates are told by name (COL-13)."""
    of_points = isinstance(gold, v.Items) and all(isinstance(item, v.Items) for item in gold.items)
    try:
        points = by_coordinates(answer, context.budget) if of_points else None
    except Unreadable:
        return None
    return compare_values(gold, points, context) if points else None


def _of_parts(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``\\operatorname{Re} z = 3, \\operatorname{Im} z = 4`` for 3 + 4i: a number by its two parts (COL-12)."""
    number = v.unnamed(gold)
    if not isinstance(number, v.Scalar) or not isinstance(answer, v.Items) or answer.kind not in (",", ";", "and"):
        return None
    told = [*map(_part, answer.items)]
    parts = {part: value for part, _, value in told}
    if len(told) != 2 or {*parts} != {"re", "im"} or told[0][1] != told[1][1]:
        return None
    return compare_values(number, v.Scalar(App("add", (parts["re"], App("mul", (parts["im"], Sym("i")))))), context)


def _part(value: v.Value) -> tuple[str, tuple[Node, ...], Node]:
    """A function or a name, what it is of, and its value."""
    if isinstance(value, v.Relation) and value.sign == "=" and isinstance(value.left, App):
        return value.left.head, value.left.args, value.right
    if isinstance(value, v.Named) and isinstance(value.value, v.Scalar):
        return value.name, (), value.value.node
    return "", (), ZERO


#: Dots over the name of a function of time, and the primes for them.
_DOTS: Final = {"dot": "'", "ddot": "''"}


def _with_primes(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """A prime on one side differentiates by the x or t of the other side's quotients or dots: y' is dy/dx, or dy/dt."""
    others = _names(gold) ^ _names(answer)
    primes = {name: name[:-2] for name in others if name.endswith(("'_x", "'_t"))}
    variables = {name[-2:] for name in primes}
    for name in others:
        dots, _, letter = name.rpartition(" ")
        if dots in _DOTS:
            primes[name] = letter + _DOTS[dots]
            variables.add("_t")
    by_others = {f"_{letter}" for letter in _derived_by(gold) | _derived_by(answer)}
    if len(variables) != 1 or by_others - variables:
        return None
    ours, theirs = _renamed(gold, primes), _renamed(answer, primes)
    found = compare_values(ours, theirs, context)
    return found if found.same else divided(ours, theirs, context)


def _derived_by(value: v.Value) -> frozenset[str]:
    """The letters by which functions are derived, as their arguments: k of ``\\frac{dx}{dk} = kx``."""
    items = value.items if isinstance(value, v.Items) else (value,)
    named = (item for item in items if isinstance(item, v.Named) and item.name.endswith("'"))
    return frozenset(chain.from_iterable(item.parameters for item in named))


def compare_values(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    """Whether `answer` gives what `gold` gives. Raises `LimitReached` past a bound."""
    try:
        if type(gold) is type(answer) and (rule := _COMPARED.get(type(gold))):
            return rule(gold, answer, context)
        return _of_two_kinds(gold, answer, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")


def _of_two_kinds(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    if isinstance(gold, v.Conditional) or isinstance(answer, v.Conditional):
        return _conditional(gold, answer, context)
    if isinstance(gold, v.Either) or isinstance(answer, v.Either):
        if isinstance(gold, v.Either) and isinstance(answer, v.Either) and _tell_otherwise(gold, answer, context):
            return compare_values(gold.values[-1], answer.values[-1], context)
        pairs = product(_alternatives(gold, answer), _alternatives(answer, gold))
        found = any(compare_values(*pair, context).same for pair in pairs)
        return alike(found, "REL-13", "one of the two values given")
    if isinstance(gold, v.Named):
        return _named(gold, answer, context)
    if isinstance(answer, v.Named):
        return _named_answer(gold, answer, context)
    seen = as_one_kind(gold, answer, context)
    return seen if isinstance(seen, Finding) else compare_values(*seen, context)


def _tell_otherwise(gold: v.Either, answer: v.Either, context: Context) -> bool:
    """Whether one symbol is told two things, so that no formula says the same by it as it stands (REL-28)."""
    both = gold.told.keys() & set(answer.told)
    return any(not same(gold.told[name], answer.told[name], context.budget) for name in both)


def _alternatives(value: v.Value, other: v.Value) -> tuple[v.Value, ...]:
    """What is written twice; of ``u + v = (1, 2)`` the value alone only beside what is called nothing (REL-7, COL-14).

    A number may be called otherwise than by the letters of the formula: S, and ``a + b = 5 + 7 = 12``.
    """
    values = value.values if isinstance(value, v.Either) else (value,)
    stated = [each for each in values if isinstance(each, v.Relation)]
    names = names_in([each.left for each in stated])
    if isinstance(other, v.Named) and isinstance(other.value, v.Scalar):
        is_free = other.name not in names
    else:
        is_free = _is_bare(other) or (isinstance(other, v.Reals) and other.variable not in names)
    return values if is_free or not stated else tuple(stated)


# --- conditions and names ----------------------------------------------------------------------------------


def _conditional(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    if isinstance(gold, v.Conditional) and isinstance(answer, v.Conditional):
        return _under_conditions(gold, answer, context)
    if isinstance(answer, v.Words) and (seen := as_said(gold, answer, context)):
        return compare_values(*seen, context)
    if any(map(says_whole, (gold, answer))):
        return _bounds_of_integers(gold, answer, context)
    told = _at_each(gold, answer, context), _at_each(answer, gold, context)
    if any(told):
        return compare_values(told[0] or gold, told[1] or answer, context)
    if isinstance(v.unnamed(gold), v.Residue) and not isinstance(_conditioned(answer), v.Residue):
        return no("REL-23", "a class, and numbers of which not all are told")
    if any(isinstance(v.unnamed(side), v.Family) or is_restricted(side, context) for side in (gold, answer)):
        return no("EXPR-27", "a family over other numbers than the integers")
    if isinstance(answer, v.Conditional) and cuts_constants(gold, answer, context):
        return no("EXPR-26", "a condition on an arbitrary constant")
    one, other = (
        without_condition(side, context) if isinstance(side, v.Conditional) else side for side in (gold, answer)
    )
    if one is None or other is None:
        return no("REL-25", "a condition on one side only that changes what is said there")
    context.note("REL-25", "a condition on one side only is dropped")
    return compare_values(one, other, context)


def _under_conditions(gold: v.Conditional, answer: v.Conditional, context: Context) -> Finding:
    theirs = _with_parameter(gold, answer)
    if not _same_conditions(gold.conditions, theirs.conditions, context):
        return no("REL-25", "another condition")
    for value in renumbered(theirs):
        if (found := compare_values(gold.value, value, context)).same:
            return found
    return same_but_for_points(gold, answer, context) or found


def _conditioned(value: v.Value) -> v.Value:
    """What a condition stands beside, without its name."""
    return v.unnamed(value.value if isinstance(value, v.Conditional) else value)


def _bounds_of_integers(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    """``n \\ge 3`` for "all integers n ≥ 3": the same bounds, on one side only said to be of integers (COL-30).

    Beside a list or a set of numbers they are the integers between them.
    """
    if any(isinstance(side, v.Items) and side.kind in v.LISTS_AND_SETS for side in (gold, answer)):
        with suppress(Unreadable):
            gold, answer = (integers_between(side, context.budget) for side in (gold, answer))
            return compare_values(gold, answer, context)
    sides = (side.value if isinstance(side, v.Conditional) else side for side in (gold, answer))
    bounds = [side for side in sides if isinstance(side, v.Reals) and side.variable in INTEGERS]
    if len(bounds) < 2:
        return no("COL-30", "integers for a range of numbers")
    return compare_values(bounds[0], bounds[1], context)


def _at_each(value: v.Value, other: v.Value, context: Context) -> v.Value | None:
    """``nπ/7, n ∈ ℤ, 0 <= n < 14`` beside several numbers: the values at each of these integers (COL-30)."""
    numbers = v.unnamed(other)
    are_numbers = isinstance(numbers, v.Items) and not names_in(v.numbers_of(numbers) or (_WHAT,))
    if not isinstance(value, v.Conditional) or not are_numbers:
        return None
    nodes, told = v.numbers_of(_conditioned(value)) or (), Listing("and", value.conditions)
    found = [at_each(node, told, context.budget) for node in nodes]
    items = tuple(chain.from_iterable(each.items for each in found if each))
    of_each = v.Items(",", items) if items and all(found) else None
    return value.value._replace(value=of_each) if of_each and isinstance(value.value, v.Named) else of_each


def _with_parameter(gold: v.Conditional, answer: v.Conditional) -> v.Conditional:
    """The answer in the gold's name for a parameter that runs over a set: ``k in Z`` for ``n in Z``."""
    names = dict(zip(_parameters(answer), _parameters(gold), strict=False))
    if not _names(answer.value).isdisjoint(set(names.values()).difference(names)):
        return answer  # a name used twice
    conditions = tuple(renamed(condition, names) for condition in answer.conditions)
    return v.Conditional(_renamed(answer.value, names), conditions)


def _parameters(value: v.Conditional) -> list[str]:
    members = (each.items[0] for each in value.conditions if isinstance(each, Chain) and each.signs == ("∈",))
    return [member.name for member in members if isinstance(member, Sym)]


def _same_conditions(gold: tuple[Node, ...], answer: tuple[Node, ...], context: Context) -> bool:
    if gold == answer:
        return True
    try:
        one, other = (interpret(Listing("and", nodes), context.budget) for nodes in (gold, answer))
        return compare_values(one, other, context).same
    except Unreadable:
        return False


def _with_formula(value: v.Named) -> v.Named:
    return value._replace(value=as_formula(value.value, value.parameters))


def _named(gold: v.Named, answer: v.Value, context: Context) -> Finding:
    gold = _with_formula(gold)
    is_number = isinstance(gold.value, v.Scalar) and not isinstance(gold.written, Text)
    if is_number and isinstance(v.unnamed(answer), v.Residue):
        return no("REL-23", "a class for the value of a name")
    if isinstance(answer, v.Named):
        answer = _with_formula(answer)
        if not _same_name(gold, answer):
            known = gold.name != answer.name or _names(gold.value).issuperset(gold.parameters + answer.parameters)
            one, other = as_relation(gold), as_relation(answer)  # p = q is q = p (REL-1)
            found = compare_relations(one, other, context) if known and one and other else None
            return found if found and found.same else no("REL-6", f"{answer.name} is not {gold.name}")
        return compare_values(gold.value, _with_parameters(gold, answer), context)
    if isinstance(answer, v.Relation):
        equation = as_relation(gold)
        if equation is None or not features(equation.right).names:
            return no("REL-7", "an equation that is not solved")
        return compare_relations(equation, answer, context)
    if isinstance(answer, v.Items):
        return _several_for_named(gold, answer, context)
    if isinstance(answer, v.Reals) and answer.variable not in ("", gold.name):
        return no("REL-6", f"{answer.variable} is not {gold.name}")
    context.note("REL-4", f"the answer leaves out what it calls {gold.name}")
    return compare_values(gold.value, as_formula(answer, gold.parameters), context)


def _several_for_named(gold: v.Named, answer: v.Items, context: Context) -> Finding:
    if any(isinstance(item, v.Relation) for item in answer.items):
        return _beside_relations(gold, answer, context)
    named = [item.name for item in answer.items if isinstance(item, v.Named)]
    if {*map(unknown_of, named)} == {gold.name}:  # k_1 = 1, k_2 = 2
        values = (_with_formula(item).value if isinstance(item, v.Named) else item for item in answer.items)
        return compare_values(gold.value, v.Items(",", tuple(values)), context)
    if named and (gold.name in named or not isinstance(gold.value, v.Items) or gold.value.kind != "("):
        return no("REL-9", "several unknowns for one")
    context.note("REL-4", f"the answer leaves out what it calls {gold.name}")
    return compare_values(gold.value, answer, context)


def _beside_relations(gold: v.Named, answer: v.Items, context: Context) -> Finding:
    if last := solved(answer, context):
        return compare_values(gold, last, context)
    # y - 2x = 0, y + 2x = 0 for y = ± 2x: several formulas under one name as so many equations (REL-11)
    formulas = gold.value.items if isinstance(gold.value, v.Items) and gold.value.kind in v.LISTS else ()
    equations = tuple(told for each in formulas if (told := as_relation(gold._replace(value=each))))
    if not formulas or len(equations) < len(formulas):
        return no("REL-9", "relations beside the value")
    return compare_values(v.Items(",", equations), answer, context)


def _same_name(gold: v.Named, answer: v.Named) -> bool:
    if gold.name == answer.name or answer.name in (f"{gold.name}_max", f"{gold.name}_min"):
        return len(gold.parameters) == len(answer.parameters) or not (gold.parameters and answer.parameters)
    letter, label = (gold, answer) if isinstance(answer.written, Text) else (answer, gold)
    if isinstance(label.written, Text):
        is_line = label is answer and label.name[1:2] == "-" and not label.name.startswith("-coordinate", 1)
        starts = label.name.startswith(letter.name.lower()) and not is_line  # the line y = 3, the y-intercept 3
        return starts or letter.name in _USUAL_LETTERS.get(singular(label.name), "").split()
    if gold.name == f"{answer.name}_p":  # a particular solution
        return True
    if (gold.name, answer.name) == ("y", "y_p"):  # which has no constants
        return not any(map(may_be_arbitrary, _names(gold.value)))
    y, function = (gold, answer) if gold.name == "y" else (answer, gold)
    is_asked = function.name[1:] == "" or (function is gold and function.name[1:] == "^-1")
    return y.name == "y" and is_asked and len(function.parameters) == 1


def _with_parameters(gold: v.Named, answer: v.Named) -> v.Value:
    """The answer's formula in the gold's name for its bound variable (EXPR-29)."""
    if gold.parameters == answer.parameters or len(gold.parameters) != len(answer.parameters):
        return answer.value
    names = dict(zip(answer.parameters, gold.parameters, strict=True))
    free = _names(answer.value)
    if any(name in free and name not in names for name in gold.parameters):
        return v.Words("a name used twice")
    return _renamed(answer.value, names)


def _names(value: v.Value) -> frozenset[str]:
    """Every name in a value, whatever it is made of."""
    if isinstance(value, v.Scalar):
        return features(value.node).names
    name = {value.name} if isinstance(value, v.Named) else set()
    return frozenset(name).union(*(features(node).names for node in v.nodes_in(value)))


def _renamed(value: v.Value, names: dict[str, str]) -> v.Value:
    value = v.mapped(value, lambda node: renamed(node, names))
    return value._replace(name=names.get(value.name, value.name)) if isinstance(value, v.Named) else value


def _named_answer(gold: v.Value, answer: v.Named, context: Context) -> Finding:
    if isinstance(gold, v.Relation):
        equation = as_relation(answer)
        found = compare_relations(gold, equation, context) if equation else None
        if not (found and found.same) and isinstance(answer.value, v.Scalar) and answer.name not in _names(gold):
            sides = compare_values(gold, answer.value, context)  # those of an identity (REL-12)
            found = sides if sides.same else found
        return found or no("REL-3", "a value for an equation")
    if isinstance(gold, v.Reals) and gold.variable not in ("", answer.name):
        return no("REL-6", f"{answer.name} is not {gold.variable}")
    if isinstance(gold, v.Residue) and isinstance(gold.symbol, Sym) and gold.symbol.name != answer.name:
        return no("REL-6", f"{answer.name} is not {gold.symbol.name}")
    if isinstance(answer.value, v.Scalar) and answer.name in features(answer.value.node).names:
        return no("REL-8", "the name stands on both sides")
    if isinstance(gold, v.Items) and (found := _one_name_for_several(gold, answer, context)):
        return found
    context.note("REL-4", f"the answer calls it {answer.name}")
    return compare_values(gold, _with_formula(answer).value, context)


def _one_name_for_several(gold: v.Items, answer: v.Named, context: Context) -> Finding | None:
    """What one unknown says of several values that are in order, or each of which is of its own thing (COL-13)."""
    if any(isinstance(item, (v.Named, v.Relation)) for item in gold.items):
        is_tuple = isinstance(answer.value, v.Items) and (answer.value.kind in ORDERED or not answer.name)
        is_point = gold.kind != "or" and (is_tuple or isinstance(answer.value, v.Table))
        return None if is_point else no("COL-13", "one unknown for several")
    if gold.kind not in v.LISTS_AND_SETS and isinstance(answer.value, v.Items) and answer.value.kind in v.LISTS:
        in_order = isinstance(answer.written, (Group, Sym) if gold.kind == "[" else Group)  # x_1, x_2, x_3; x, x, x
        if gold.kind in ORDERED and len(gold.items) > 2 and in_order:
            return compare_values(gold, answer.value._replace(kind="("), context)
        return no("COL-13", "several values of one unknown")
    nouns = nouns_of(gold) if len(gold.items) > 1 else ()
    if nouns and (len(answer.name) == 1 or canonical(answer.name) in nouns):
        return no("COL-13", "one name for things of several")
    return None


# --- two of one kind ---------------------------------------------------------------------------------------


def _items(gold: v.Items, answer: v.Items, context: Context) -> Finding:
    return compare_items(gold, answer, context, _same_beside(gold.items, answer.items, context))


def _tables(gold: v.Table, answer: v.Table, context: Context) -> Finding:
    ours, theirs = (tuple(chain.from_iterable(table.rows)) for table in (gold, answer))
    return compare_tables(gold, answer, _same_beside(ours, theirs, context))


def _same_beside(gold: tuple[v.Value, ...], answer: tuple[v.Value, ...], context: Context) -> Same:
    """How members of a collection are compared: 2% is no 2 beside a number without a sign (NUM-11)."""
    ours, theirs = (list(map(_is_percentage, members)) for members in (gold, answer))
    among = context.strictly() if any(theirs) and not all(theirs) and not any(ours) else context
    return lambda one, other: compare_values(one, other, among).same


def _is_percentage(value: v.Value) -> bool:
    value = v.unnamed(value)
    return isinstance(value, v.Scalar) and before_percent(value.node) is not None


def _relations(gold: v.Relation, answer: v.Relation, context: Context) -> Finding:
    """Equations, moved about; of what comes to a collection nothing is, but for the order of its terms (COL-14)."""
    if not all(each.sign == "=" and isinstance(each.right, (Group, Matrix)) for each in (gold, answer)):
        return compare_relations(gold, answer, context)
    if in_one_order(gold.left) != in_one_order(answer.left):
        return no("COL-14", "of another expression")
    ours, theirs = (interpret(each.right, context.budget) for each in (gold, answer))
    return compare_values(ours, theirs, context)


def _sets(gold: v.Reals, answer: v.Reals, context: Context) -> Finding:
    options = context.options
    if options.interval_vs_relation == "differ" and bool(gold.variable) != bool(answer.variable):
        return no("OPT-10", "a relation for an interval, or the other way round")
    if gold.variable and answer.variable and gold.variable != answer.variable:
        return no("REL-6", f"{answer.variable} is not {gold.variable}")
    both = bool(gold.unit and answer.unit) and options.units != "ignore"
    if gold.unit != answer.unit and (both or options.units == "required"):
        return no("UNIT-2", "the bounds are in other units")
    return compare_sets(gold, answer, context)


def _texts(gold: v.Words, answer: v.Words, context: Context) -> Finding:
    if words.same_words(gold.text, answer.text, context.options.text_case == "match"):
        return yes("TXT-9", "the same words")
    seen = as_said(gold, answer, context)
    return compare_values(*seen, context) if seen else no("TXT-9", "other words")


_COMPARED: Final[dict[type, Callable[[Any, Any, Context], Finding]]] = {
    v.Scalar: compare_scalars,
    v.Items: _items,
    v.Table: _tables,
    v.Reals: _sets,
    v.Relation: _relations,
    v.Residue: compare_residues,
    v.Family: compare_families,
    v.Words: _texts,
}
