"""Value against value: names, conditions and approximations taken off, then the rule of the gold's kind (READ-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from flint import fmpq

from refgrader.compare import sets_in_words, words
from refgrader.compare.collections import compare_items, compare_tables, vector
from refgrader.compare.equations import as_relation, compare_relations, compare_residues
from refgrader.compare.families import compare_families, is_restricted, unsaid_families
from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.scalars import compare_scalars
from refgrader.compare.sets import compare_sets, is_empty
from refgrader.compare.substitution import renamed
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.names import is_combination, is_ratio
from refgrader.meaning.sets import real_set
from refgrader.meaning.values import (
    LISTS,
    Combined,
    Conditional,
    Either,
    Family,
    Interval,
    Items,
    Named,
    Reals,
    Relation,
    Residue,
    Scalar,
    Table,
    Value,
    Words,
    mapped,
)
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Chain, Listing, Node, Num, Sym


def compare_answers(gold: Value, answer: Value, context: Context) -> Finding:
    """Whether a whole answer gives what the gold gives; only as a whole it may be a family without saying so."""
    found = compare_values(gold, answer, context)
    if found.same:
        return found
    return unsaid_families(gold, answer, context) or _with_primes(gold, answer, context) or found


def _with_primes(gold: Value, answer: Value, context: Context) -> Finding | None:
    """A prime on one side differentiates by the x or t of the other side's quotients: y' is dy/dx, or dy/dt."""
    ours, theirs = _all_names(gold), _all_names(answer)
    if ours == theirs:
        return None
    quotients = {name for name in ours ^ theirs if name.endswith(("'_x", "'_t"))}
    primes = {name[:-2]: name for name in quotients if name[:-2] in (theirs if name in ours else ours)}
    if len({name[-2:] for name in quotients}) != 1 or not primes:
        return None
    return compare_values(_all_renamed(gold, primes), _all_renamed(answer, primes), context)


def _all_names(value: Value) -> frozenset[str]:
    return _names(value) | ({value.name} if isinstance(value, Named) else set())


def _all_renamed(value: Value, names: dict[str, str]) -> Value:
    value = _renamed(value, names)
    return value._replace(name=names.get(value.name, value.name)) if isinstance(value, Named) else value


def compare_values(gold: Value, answer: Value, context: Context) -> Finding:
    """Whether `answer` gives what `gold` gives. Raises `LimitReached` past a bound."""
    try:
        return _compare(gold, answer, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")


def _compare(gold: Value, answer: Value, context: Context) -> Finding:
    if isinstance(gold, Conditional) or isinstance(answer, Conditional):
        return _conditional(gold, answer, context)
    if isinstance(gold, Either):
        return _first(compare_values(value, answer, context) for value in gold.values)
    if isinstance(answer, Either):
        return _first(compare_values(gold, value, context) for value in answer.values)
    if isinstance(gold, Named):
        return _named(gold, answer, context)
    if isinstance(answer, Named):
        return _named_answer(gold, answer, context)
    return _BY_KIND[type(gold)](gold, answer, context)


def _first(findings: Any) -> Finding:
    found = no("REL-13", "neither of the two values")
    for found in findings:
        if found.same:
            return yes("REL-13", "one of the two values given")
    return no("REL-13", found.why)


# --- conditions and names ----------------------------------------------------------------------------------


def _conditional(gold: Value, answer: Value, context: Context) -> Finding:
    if isinstance(gold, Conditional) and isinstance(answer, Conditional):
        theirs = _with_parameter(gold, answer)
        if not _same_conditions(gold.conditions, theirs.conditions, context):
            return no("REL-25", "another condition")
        return compare_values(gold.value, theirs.value, context)
    if isinstance(gold, Family) or isinstance(answer, Family):
        return no("EXPR-27", "a family over other numbers than the integers")
    if any(isinstance(side, Conditional) and is_restricted(side) for side in (gold, answer)):
        return no("EXPR-27", "a family over other numbers than the integers")
    context.note("REL-25", "a condition on one side only is dropped")
    one = gold.value if isinstance(gold, Conditional) else gold
    other = answer.value if isinstance(answer, Conditional) else answer
    return compare_values(one, other, context)


def _with_parameter(gold: Conditional, answer: Conditional) -> Conditional:
    """The answer in the gold's name for a parameter that runs over a set: ``k in Z`` for ``n in Z``."""
    one, other = _parameter(gold), _parameter(answer)
    if one is None or other is None or one == other:
        return answer
    names = {other: one}
    conditions = tuple(renamed(condition, names) for condition in answer.conditions)
    return Conditional(mapped(answer.value, lambda node: renamed(node, names)), conditions)


def _parameter(value: Conditional) -> str | None:
    if len(value.conditions) != 1 or not isinstance(value.conditions[0], Chain):
        return None
    (condition,) = value.conditions
    subject = condition.items[0] if isinstance(condition, Chain) and condition.signs == ("∈",) else None
    return subject.name if isinstance(subject, Sym) else None


def _same_conditions(gold: tuple[Node, ...], answer: tuple[Node, ...], context: Context) -> bool:
    if gold == answer:
        return True
    one, other = (nodes[0] if len(nodes) == 1 else Listing("and", nodes) for nodes in (gold, answer))
    try:
        return compare_values(interpret(one, context.budget), interpret(other, context.budget), context).same
    except Unreadable:
        return False


def _named(gold: Named, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Named):
        if not _same_name(gold, answer):
            return _same_equation(gold, answer, context) or no("REL-6", f"{answer.name} is not {gold.name}")
        return compare_values(gold.value, _with_parameters(gold, answer), context)
    if isinstance(answer, Relation):
        equation = as_relation(gold)
        if equation is None or not features(equation.right).names:
            return no("REL-7", "an equation that is not solved")
        return compare_relations(equation, answer, context)
    if isinstance(answer, Items) and any(isinstance(item, Named) for item in answer.items):
        return no("REL-9", "several unknowns for one")
    if isinstance(answer, Reals) and answer.variable and gold.name != answer.variable and gold.name:
        return no("REL-6", f"{answer.variable} is not {gold.name}")
    context.note("REL-4", f"the answer leaves out what it calls {gold.name}")
    return compare_values(gold.value, answer, context)


def _same_equation(gold: Named, answer: Named, context: Context) -> Finding | None:
    """``p = q`` is ``q = p``: one equation solved for different symbols (REL-1)."""
    one, other = as_relation(gold), as_relation(answer)
    if gold.parameters or answer.parameters or one is None or other is None:
        return None
    if gold.name not in features(other.right).names or answer.name not in features(one.right).names:
        return None
    found = compare_relations(one, other, context)
    return found if found.same else None


def _same_name(gold: Named, answer: Named) -> bool:
    if gold.name == answer.name and len(gold.parameters) == len(answer.parameters):
        return True
    if gold.name == answer.name:
        return not (gold.parameters and answer.parameters)
    y, function = (gold, answer) if gold.name == "y" else (answer, gold)
    return y.name == "y" and function.name[1:] in ("", "^-1") and len(function.parameters) == 1


def _with_parameters(gold: Named, answer: Named) -> Value:
    """The answer's formula in the gold's name for its bound variable (EXPR-29)."""
    if gold.parameters == answer.parameters or len(gold.parameters) != len(answer.parameters):
        return answer.value
    names = dict(zip(answer.parameters, gold.parameters, strict=True))
    free = _names(answer.value)
    if any(name in free and name not in names for name in gold.parameters):
        return Words("a name used twice")
    return _renamed(answer.value, names)


def _names(value: Value) -> frozenset[str]:
    """Every name in a value, whatever it is made of."""
    if isinstance(value, Scalar):
        return features(value.node).names
    found: set[str] = set()

    def collect(node: Node) -> Node:
        found.update(features(node).names)
        return node

    mapped(value, collect)
    return frozenset(found)


def _renamed(value: Value, names: dict[str, str]) -> Value:
    return mapped(value, lambda node: renamed(node, names))


def _named_answer(gold: Value, answer: Named, context: Context) -> Finding:
    if isinstance(gold, Relation):
        equation = as_relation(answer)
        if equation is None:
            return no("REL-3", "a value for an equation")
        return compare_relations(gold, equation, context)
    if isinstance(gold, Reals) and gold.variable and answer.name and gold.variable != answer.name:
        return no("REL-6", f"{answer.name} is not {gold.variable}")
    if isinstance(answer.value, Scalar) and answer.name in features(answer.value.node).names:
        return no("REL-8", "the name stands on both sides")
    if isinstance(gold, Items) and any(isinstance(item, Named) for item in gold.items):
        return no("COL-13", "one unknown for several")
    if (
        isinstance(gold, Items)
        and gold.kind not in (*LISTS, "{")
        and isinstance(answer.value, Items)
        and answer.value.kind in LISTS
    ):
        return no("COL-13", "several values of one unknown")
    context.note("REL-4", f"the answer calls it {answer.name}")
    return compare_values(gold, answer.value, context)


# --- by kind -----------------------------------------------------------------------------------------------


def _scalar(gold: Scalar, answer: Value, context: Context) -> Finding:
    return _FOR_SCALAR[type(answer)](gold, answer, context)


def _items_for_scalar(gold: Scalar, answer: Items, context: Context) -> Finding:
    """One value, perhaps in brackets or in several forms, or a vector as the sum of its components."""
    if any(isinstance(item, Named) for item in answer.items):
        return no("COL-12", "several values for one")
    if answer.kind == "or" and all(compare_values(gold, item, context).same for item in answer.items):
        return yes("COL-12", "the same value in each form")
    if len(answer.items) == 1 and answer.kind in ("{", *LISTS):
        return compare_values(gold, answer.items[0], context)
    if answer.kind in ("(", "<"):
        return _unit_vectors(gold, answer, context)
    return no("COL-12", "several values for one")


def _table_for_scalar(gold: Scalar, answer: Table, context: Context) -> Finding:
    return _unit_vectors(gold, Items("(", tuple(vector(answer) or ())), context)


def _family_for_scalar(gold: Scalar, answer: Family, context: Context) -> Finding:
    names = features(gold.node).names
    if names and not gold.unit and names <= _INTEGER_LETTERS:
        return compare_families(Family((gold.node,), _only(names, answer.symbol)), answer, context)
    return no("COL-12", "a family of values for one")


def _relation_for_scalar(gold: Scalar, answer: Relation, context: Context) -> Finding:
    if answer.sign != "=":
        return no("REL-7", "no value")
    if not features(gold.node).names:
        if _names_a_quantity(answer):
            return compare_values(gold, Scalar(answer.right), context)
        return no("REL-7", "an equation that is not solved")
    if not features(answer.right).names:
        return no("REL-7", "an equation that is not solved")
    if all(compare_values(gold, Scalar(side), context).same for side in (answer.left, answer.right)):
        return yes("REL-12", "the last member of a chain of equals")
    return no("REL-3", "an equation for an expression")


def _residue_for_scalar(gold: Scalar, answer: Residue, context: Context) -> Finding:
    if _has_modulus(gold.node, answer.modulus, context):
        return compare_values(gold, Scalar(answer.value), context)
    return no("REL-7", "a class of numbers for one")


def _has_modulus(node: Node, modulus: Node, context: Context) -> bool:
    """Whether a node is a remainder of that modulus."""
    return isinstance(node, App) and node.head == "mod" and same(node.args[1], modulus, context.budget)


def _names_a_quantity(answer: Relation) -> bool:
    """``m + n = 204``: the sum that was asked for, where a bare number was (REL-7)."""
    return is_combination(answer.left) and not features(answer.right).names and answer.right != Num(fmpq(0))


def _words_for_scalar(gold: Scalar, answer: Words, context: Context) -> Finding:
    letters = _letters(gold.node)
    if letters and words.same_words(letters, answer.text, match_case=True):
        return yes("TXT-15", "the same word")
    if isinstance(gold.node, Sym) and Scalar(gold.node) == sets_in_words.said(answer.text, context.budget):
        return yes("COL-26", "the set of that name")
    return no("TXT-23", "words for a value")


def _letters(node: Node) -> str:
    """Letters side by side as the word that they may be: ``SAS``."""
    if (
        isinstance(node, App)
        and node.head == "mul"
        and len(node.args) <= 3
        and all(isinstance(arg, Sym) and len(arg.name) == 1 for arg in node.args)
    ):
        return "".join(arg.name for arg in node.args if isinstance(arg, Sym))
    return node.name if isinstance(node, Sym) and len(node.name) == 1 else ""


def _only(names: frozenset[str], otherwise: str) -> str:
    return next(iter(names)) if len(names) == 1 else otherwise


def _unit_vectors(gold: Scalar, answer: Items, context: Context) -> Finding:
    if not answer.items:
        return no("COL-12", "several values for one")
    found = compare_items(Items("(", answer.items), gold, context, compare_values)
    return yes("COL-33", "the same components") if found.same else no("COL-12", "several values for one")


def _point(gold: Scalar, answer: Reals, context: Context) -> Finding:
    members = answer.members
    if isinstance(members, Interval) and members.low == members.high and members.low_closed and not answer.variable:
        return compare_values(gold, Scalar(members.low), context)
    return no("REL-15", "a range for a value")


def _items(gold: Items, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Reals):
        return _set_for_items(gold, answer, context)
    answer = _as_written(gold, answer)
    if isinstance(answer, Family):
        return _family_of_items(gold, answer, context)
    if gold.items and all(isinstance(item, Relation) for item in gold.items):
        return _system(gold, answer, context)
    if isinstance(answer, Items) and _other_classes(gold, answer):
        return no("REL-24", "one of the congruences, not all of them")
    if isinstance(answer, (Relation, Residue)) or (isinstance(answer, Words) and len(gold.items) > 1):
        return no("REL-7", "no value")
    return compare_items(gold, answer, context, compare_values)


def _set_for_items(gold: Items, answer: Reals, context: Context) -> Finding:
    """A set of reals for a pair, which may be an interval, or for a list of intervals and points."""
    if answer.variable and context.options.interval_vs_relation == "differ" and _is_pair(gold):
        return no("OPT-10", "a relation for an interval")
    ours = real_set(gold) if gold.kind != "," or isinstance(answer.members, Combined) else None
    if ours is None:
        return no("COL-3", "a range for several values")
    found = compare_sets(ours, answer, context)
    if found.same and gold.kind in ("(", "[") and is_empty(answer, context):
        return no("COL-27", "a pair is not empty")
    return found


def _is_pair(gold: Items) -> bool:
    return gold.kind in ("(", "[") and len(gold.items) == 2


def _as_written(gold: Items, answer: Value) -> Value:
    """The answer in the gold's notation: ``P(5, 2)`` as a point, ``[1, 1]`` as the set of 1, ``{(1, 2)}`` as a pair."""
    if gold.kind == "(" and isinstance(answer, Scalar) and _is_count(node := answer.node):
        return Items("(", tuple(Scalar(arg) for arg in node.args))
    if not isinstance(answer, Items):
        return answer
    if gold.kind == "{" and answer.kind == "[" and len(set(answer.items)) == 1:
        return answer.items[0]
    if gold.kind in ("(", "[", "<") and answer.kind == "{" and len(answer.items) == 1:
        return _as_written(gold, answer.items[0])
    return answer


def _other_classes(gold: Items, answer: Items) -> bool:
    """Whether one side says "or" of congruences of several moduli, and the other that all of them hold."""
    moduli = {item.modulus for item in gold.items if isinstance(item, Residue)}
    return len(moduli) > 1 and (gold.kind == "or") != (answer.kind == "or")


def _is_count(node: Node) -> TypeGuard[App]:
    """Whether a node was read as a number of choices, which a letter before a pair may be as well."""
    return isinstance(node, App) and node.head in ("binom", "perm")


def _family_of_items(gold: Items, answer: Family, context: Context) -> Finding:
    nodes = tuple(item.node for item in gold.items if isinstance(item, Scalar))
    if len(nodes) != len(gold.items):
        return no("EXPR-27", "no family of values")
    names = frozenset().union(*(features(node).names for node in nodes))
    return compare_families(Family(nodes, _only(names, answer.symbol)), answer, context)


def _system(gold: Items, answer: Value, context: Context) -> Finding:
    """Several equations: the same ones in any order (REL-24)."""
    if isinstance(answer, Items) and (gold.kind == "or") != (answer.kind == "or"):
        return no("REL-24", "one of the equations, not all of them")
    items = answer.items if isinstance(answer, Items) else (answer,)
    left = list(items)
    for ours in gold.items:
        place = next((k for k, theirs in enumerate(left) if compare_values(ours, theirs, context).same), None)
        if place is None:
            return no("REL-24", "an equation of the system is missing")
        left.pop(place)
    return no("REL-24", "an equation too many") if left else yes("REL-24", "the same equations")


def _table(gold: Table, answer: Value, context: Context) -> Finding:
    return compare_tables(gold, answer, context, compare_values)


def _reals(gold: Reals, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Words):
        return _in_words(gold, answer, context) or no("TXT-23", "words that are no set")
    other = real_set(answer)
    if other is None:
        if isinstance(answer, Scalar) and not answer.unit and not gold.variable:
            other = Reals(Interval(answer.node, answer.node, True, True))
        else:
            return no("REL-17", "not a solved set of numbers")
    if isinstance(answer, Items) and answer.kind in ("(", "[") and not isinstance(gold.members, (Interval, Combined)):
        return no("COL-27", "a pair is not empty")
    if context.options.interval_vs_relation == "differ" and bool(gold.variable) != bool(answer_variable(answer)):
        return no("OPT-10", "a relation for an interval, or the other way round")
    if gold.variable and other.variable and gold.variable != other.variable:
        return no("REL-6", f"{other.variable} is not {gold.variable}")
    if gold.unit != other.unit and _units_matter(gold, other, context):
        return no("UNIT-2", "the bounds are in other units")
    return compare_sets(gold, other, context)


def _units_matter(gold: Reals, answer: Reals, context: Context) -> bool:
    both = bool(gold.unit and answer.unit)
    return context.options.units == "required" or (both and context.options.units != "ignore")


def answer_variable(answer: Value) -> str:
    """The variable in which a set was written as an inequality."""
    return answer.variable if isinstance(answer, Reals) else ""


def _in_words(gold: Value, answer: Value, context: Context) -> Finding | None:
    """Two sets of numbers, one or both said in words; None where the words say none (COL-26)."""
    one, other = (
        sets_in_words.said(side.text, context.budget) if isinstance(side, Words) else side for side in (gold, answer)
    )
    real = any(isinstance(side, Words) and sets_in_words.says_real(side.text) for side in (gold, answer))
    if real and (isinstance(one, Conditional) or isinstance(other, Conditional)):
        return no("COL-26", "integers for real numbers, or the other way round")
    if one is None or other is None:
        return None
    for ours, theirs in ((one, other), (other, one)):
        if isinstance(ours, Conditional) and not isinstance(theirs, Conditional) and not answer_variable(theirs):
            return no("COL-26", "integers for real numbers, or the other way round")
    return compare_values(one, other, context)


def _relation(gold: Relation, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Relation):
        return compare_relations(gold, answer, context)
    if isinstance(answer, Reals) and answer.variable:
        return no("REL-2", "another relation")
    if isinstance(answer, Scalar) and gold.sign == "=" and is_ratio(gold.left) and not features(gold.right).names:
        return compare_values(Scalar(gold.right), answer, context)
    return no("REL-3", "no equation")


def _residue(gold: Residue, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Residue):
        return compare_residues(gold, answer, context)
    if isinstance(answer, Scalar) and not answer.unit and len(features(answer.node).names) == 1:
        answer = Family((answer.node,), next(iter(features(answer.node).names)))
    if isinstance(answer, Scalar) and isinstance(answer.node, App) and answer.node.head == "mod":
        return compare_residues(gold, Residue(None, *answer.node.args), context)
    if isinstance(answer, Family):
        step = App("mul", (gold.modulus, Sym(answer.symbol)))
        return compare_families(Family((App("add", (gold.value, step)),), answer.symbol), answer, context)
    return no("REL-23", "no congruence")


def _family(gold: Family, answer: Value, context: Context) -> Finding:
    if isinstance(answer, Family):
        return compare_families(gold, answer, context)
    nodes: tuple[Node, ...] = ()
    if isinstance(answer, Scalar) and not answer.unit:
        nodes = (answer.node,)
    elif isinstance(answer, Items) and answer.kind in (",", "{"):
        nodes = tuple(item.node for item in answer.items if isinstance(item, Scalar))
        if len(nodes) != len(answer.items):
            return no("EXPR-27", "no family of values")
    names = frozenset().union(*(features(node).names for node in nodes)) if nodes else frozenset()
    if len(names) != 1 or not names <= _INTEGER_LETTERS:
        return no("EXPR-27", "no family of values")
    return compare_families(gold, Family(nodes, next(iter(names))), context)


def _words(gold: Words, answer: Value, context: Context) -> Finding:
    match = context.options.text_case == "match"
    if isinstance(answer, Words):
        if words.same_words(gold.text, answer.text, match):
            return yes("TXT-9", "the same words")
        return _in_words(gold, answer, context) or no("TXT-9", "other words")
    if isinstance(answer, (Reals, Conditional)) or (isinstance(answer, Scalar) and isinstance(answer.node, Sym)):
        found = _in_words(gold, answer, context)
        if found is not None:
            return found
    if isinstance(answer, Scalar) and not answer.unit and (letters := _letters(answer.node)):
        same = words.same_words(gold.text, letters, match_case=True)
        return yes("TXT-15", "the same word") if same else no("TXT-15", "other letters")
    return no("TXT-9", "no words")


#: Letters that may stand for any integer without it being said.
_INTEGER_LETTERS: Final = frozenset("kmnljtzpqrs")
_FOR_SCALAR: Final[dict[type, Callable[[Scalar, Any, Context], Finding]]] = {
    Scalar: compare_scalars,
    Items: _items_for_scalar,
    Table: _table_for_scalar,
    Reals: _point,
    Relation: _relation_for_scalar,
    Residue: _residue_for_scalar,
    Family: _family_for_scalar,
    Words: _words_for_scalar,
}
_BY_KIND: Final[dict[type, Callable[[Any, Value, Context], Finding]]] = {
    Scalar: _scalar,
    Items: _items,
    Table: _table,
    Reals: _reals,
    Relation: _relation,
    Residue: _residue,
    Family: _family,
    Words: _words,
}
