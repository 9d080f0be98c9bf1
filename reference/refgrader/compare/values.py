"""Value against value: names and conditions taken off, then the rule of the gold's kind (READ-1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final, NamedTuple

from flint import fmpq

from refgrader.compare import sets_in_words, words
from refgrader.compare.collections import as_table, coefficients, compare_items, compare_tables, vector
from refgrader.compare.equations import as_relation, compare_relations, compare_residues
from refgrader.compare.families import compare_families, family_of, is_restricted, unsaid_families
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.scalars import compare_scalars
from refgrader.compare.sets import compare_sets, is_empty
from refgrader.compare.substitution import renamed
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.names import is_combination, is_ratio
from refgrader.meaning.sets import real_set
from refgrader.meaning.values import (
    LISTS,
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
    unnamed,
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
    quotients = {name for name in _names(gold) ^ _names(answer) if name.endswith(("'_x", "'_t"))}
    if len({name[-2:] for name in quotients}) != 1:
        return None
    primes = {name: name[:-2] for name in quotients}
    return compare_values(_renamed(gold, primes), _renamed(answer, primes), context)


def compare_values(gold: Value, answer: Value, context: Context) -> Finding:
    """Whether `answer` gives what `gold` gives. Raises `LimitReached` past a bound."""
    try:
        if type(gold) is type(answer) and (rule := _COMPARED.get(type(gold))):
            return rule(gold, answer, context)
        return _of_two_kinds(gold, answer, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")


def _of_two_kinds(gold: Value, answer: Value, context: Context) -> Finding:
    if isinstance(gold, Conditional) or isinstance(answer, Conditional):
        return _conditional(gold, answer, context)
    if isinstance(gold, Either) or isinstance(answer, Either):
        ours, theirs = (side.values if isinstance(side, Either) else (side,) for side in (gold, answer))
        found = any(compare_values(*pair, context).same for pair in product(ours, theirs))
        return alike(found, "REL-13", "one of the two values given")
    if isinstance(gold, Named):
        return _named(gold, answer, context)
    if isinstance(answer, Named):
        return _named_answer(gold, answer, context)
    row = _SEEN.get((type(gold), type(answer)), _OTHER_KIND)
    seen = row.how(gold, answer, context)
    return no(row.clause, row.why) if seen is None else compare_values(*seen, context)


# --- conditions and names ----------------------------------------------------------------------------------


def _conditional(gold: Value, answer: Value, context: Context) -> Finding:
    if isinstance(gold, Conditional) and isinstance(answer, Conditional):
        theirs = _with_parameter(gold, answer)
        if not _same_conditions(gold.conditions, theirs.conditions, context):
            return no("REL-25", "another condition")
        return compare_values(gold.value, theirs.value, context)
    if any(isinstance(unnamed(side), Family) or is_restricted(side) for side in (gold, answer)):
        return no("EXPR-27", "a family over other numbers than the integers")
    context.note("REL-25", "a condition on one side only is dropped")
    one, other = (side.value if isinstance(side, Conditional) else side for side in (gold, answer))
    return compare_values(one, other, context)


def _with_parameter(gold: Conditional, answer: Conditional) -> Conditional:
    """The answer in the gold's name for a parameter that runs over a set: ``k in Z`` for ``n in Z``."""
    names = dict(zip(_parameters(answer), _parameters(gold), strict=False))
    if not _names(answer.value).isdisjoint(names.values() - names.keys()):
        return answer  # a name used twice
    conditions = tuple(renamed(condition, names) for condition in answer.conditions)
    return Conditional(_renamed(answer.value, names), conditions)


def _parameters(value: Conditional) -> list[str]:
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
    named = [item.name for item in answer.items if isinstance(item, Named)] if isinstance(answer, Items) else []
    if named and (gold.name in named or not isinstance(gold.value, Items) or gold.value.kind != "("):
        return no("REL-9", "several unknowns for one")
    if isinstance(answer, Reals) and answer.variable not in ("", gold.name):
        return no("REL-6", f"{answer.variable} is not {gold.name}")
    context.note("REL-4", f"the answer leaves out what it calls {gold.name}")
    return compare_values(gold.value, answer, context)


def _same_equation(gold: Named, answer: Named, context: Context) -> Finding | None:
    """``p = q`` is ``q = p``: one equation solved for different symbols (REL-1)."""
    one, other = as_relation(gold), as_relation(answer)
    found = compare_relations(one, other, context) if one and other else None
    return found if found and found.same else None


def _same_name(gold: Named, answer: Named) -> bool:
    if gold.name == answer.name:
        return len(gold.parameters) == len(answer.parameters) or not (gold.parameters and answer.parameters)
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
    found = {value.name} if isinstance(value, Named) else set()

    def collect(node: Node) -> Node:
        found.update(features(node).names)
        return node

    mapped(value, collect)
    return frozenset(found)


def _renamed(value: Value, names: dict[str, str]) -> Value:
    value = mapped(value, lambda node: renamed(node, names))
    return value._replace(name=names.get(value.name, value.name)) if isinstance(value, Named) else value


def _named_answer(gold: Value, answer: Named, context: Context) -> Finding:
    if isinstance(gold, Relation):
        equation = as_relation(answer)
        return compare_relations(gold, equation, context) if equation else no("REL-3", "a value for an equation")
    if isinstance(gold, Reals) and gold.variable not in ("", answer.name):
        return no("REL-6", f"{answer.name} is not {gold.variable}")
    if isinstance(answer.value, Scalar) and answer.name in features(answer.value.node).names:
        return no("REL-8", "the name stands on both sides")
    if isinstance(gold, Items):
        if any(isinstance(item, Named) for item in gold.items):
            return no("COL-13", "one unknown for several")
        if gold.kind not in (*LISTS, "{") and isinstance(answer.value, Items) and answer.value.kind in LISTS:
            return no("COL-13", "several values of one unknown")
    context.note("REL-4", f"the answer calls it {answer.name}")
    return compare_values(gold, answer.value, context)


# --- two of one kind ---------------------------------------------------------------------------------------


def _items(gold: Items, answer: Items, context: Context) -> Finding:
    return compare_items(gold, answer, context, _same_values(context))


def _tables(gold: Table, answer: Table, context: Context) -> Finding:
    return compare_tables(gold, answer, _same_values(context))


def _same_values(context: Context) -> Callable[[Value, Value], bool]:
    return lambda gold, answer: compare_values(gold, answer, context).same


def _sets(gold: Reals, answer: Reals, context: Context) -> Finding:
    options = context.options
    if options.interval_vs_relation == "differ" and bool(gold.variable) != bool(answer.variable):
        return no("OPT-10", "a relation for an interval, or the other way round")
    if gold.variable and answer.variable and gold.variable != answer.variable:
        return no("REL-6", f"{answer.variable} is not {gold.variable}")
    both = bool(gold.unit and answer.unit) and options.units != "ignore"
    if gold.unit != answer.unit and (both or options.units == "required"):
        return no("UNIT-2", "the bounds are in other units")
    return compare_sets(gold, answer, context)


def _texts(gold: Words, answer: Words, context: Context) -> Finding:
    if words.same_words(gold.text, answer.text, context.options.text_case == "match"):
        return yes("TXT-9", "the same words")
    seen = _as_said(gold, answer, context)
    return compare_values(*seen, context) if seen else no("TXT-9", "other words")


_COMPARED: Final[dict[type, Callable[[Any, Any, Context], Finding]]] = {
    Scalar: compare_scalars,
    Items: _items,
    Table: _tables,
    Reals: _sets,
    Relation: compare_relations,
    Residue: compare_residues,
    Family: compare_families,
    Words: _texts,
}

# --- two of different kinds --------------------------------------------------------------------------------

#: The gold and the answer as two of one kind; None where one cannot be seen as the other.
_Pair = tuple[Value, Value] | None


def _one_of_items(gold: Scalar, answer: Items, context: Context) -> _Pair:
    """One value, perhaps in brackets or in several forms, or a vector as the sum of its components (COL-33)."""
    if answer.kind == "or":
        return Items("or", (gold,)), answer
    if len(answer.items) == 1 and answer.kind in ("{", *LISTS):
        return gold, answer.items[0]
    components = coefficients(gold, len(answer.items), context)
    return (Items("(", components), answer) if components and answer.kind in ("(", "<") else None


def _one_of_table(gold: Scalar, answer: Table, _: Context) -> _Pair:
    entries = vector(answer)
    return (gold, Items("(", entries)) if entries else None


def _point(gold: Scalar, answer: Reals, _: Context) -> _Pair:
    members = answer.members
    if isinstance(members, Interval) and members.low == members.high and members.low_closed and not answer.variable:
        return gold, Scalar(members.low)
    return None


def _sides(gold: Scalar, answer: Relation, _: Context) -> _Pair:
    """``m + n = 204`` for a bare 204 (REL-7), or each side of an equation, which must be the gold (REL-12)."""
    if answer.sign != "=":
        return None
    if features(gold.node).names:
        return gold, Items("or", (Scalar(answer.left), Scalar(answer.right)))
    is_total = is_combination(answer.left) and answer.right != Num(fmpq(0))
    return (gold, Scalar(answer.right)) if is_total else None


def _remainder(gold: Scalar, answer: Residue, context: Context) -> _Pair:
    """``17 mod 5`` and ``2 (mod 5)``."""
    node = gold.node
    is_remainder = isinstance(node, App) and node.head == "mod" and same(node.args[1], answer.modulus, context.budget)
    return (gold, Scalar(answer.value)) if is_remainder else None


def _as_families(gold: Value, answer: Value, _: Context) -> _Pair:
    one, other = family_of(gold), family_of(answer)
    return (one, other) if one and other else None


def _as_tuple_or_list(gold: Items, answer: Scalar, context: Context) -> _Pair:
    """``P(5, 2)`` as a point, ``3i - k`` as a vector (COL-33), and else one value as a list of it."""
    if gold.kind not in ("(", "<"):
        return (gold, Items(gold.kind, (answer,))) if gold.kind != "[" else None
    if isinstance(answer.node, App) and answer.node.head in ("binom", "perm"):
        return gold, Items("(", tuple(map(Scalar, answer.node.args)))
    components = coefficients(answer, len(gold.items), context)
    return (gold, Items("(", components)) if components else None


def _rows(gold: Items, answer: Table, _: Context) -> _Pair:
    table, entries = as_table(gold), vector(answer)
    if table is not None:
        return table, answer
    return (gold, Items(gold.kind, entries)) if entries and gold.kind in ("(", "[", "<") else None


def _row_of_gold(gold: Table, answer: Items | Scalar, _: Context) -> _Pair:
    if isinstance(answer, Items) and (table := as_table(answer)):
        return gold, table
    entries = vector(gold)
    kind = "[" if isinstance(answer, Items) and answer.kind == "[" else "("  # as programs print a vector
    return (Items(kind, entries), answer) if entries else None


def _as_sets(gold: Value, answer: Value, context: Context) -> _Pair:
    """Several values beside a set as the set that they can be: a pair as an interval, which is not empty (COL-27)."""
    for one, other in ((gold, answer), (answer, gold)):
        if isinstance(one, Items) and one.kind in ("(", "[") and isinstance(other, Reals) and is_empty(other, context):
            return None
    ours, theirs = real_set(gold), real_set(answer)
    return (ours, theirs) if ours and theirs else None


def _as_point(gold: Reals, answer: Scalar, _: Context) -> _Pair:
    if answer.unit or gold.variable:
        return None
    return gold, Reals(Interval(answer.node, answer.node, True, True))


def _ratio(gold: Relation, answer: Scalar, _: Context) -> _Pair:
    """A gold that is a ratio of two names, ``a : b = 2``, and the ratio (REL-7)."""
    is_named = gold.sign == "=" and is_ratio(gold.left) and not features(gold.right).names
    return (Scalar(gold.right), answer) if is_named else None


def _class(gold: Residue, answer: Scalar, context: Context) -> _Pair:
    """``17 mod 5``, or ``5k + 2``, for a class of numbers."""
    if isinstance(answer.node, App) and answer.node.head == "mod":
        return gold, Residue(None, *answer.node.args)
    family = family_of(answer, any_letter=True)
    return _multiples(gold, family, context) if family else None


def _multiples(gold: Residue, answer: Family, _: Context) -> _Pair:
    step = App("mul", (gold.modulus, Sym(answer.symbol)))
    return Family((App("add", (gold.value, step)),), answer.symbol), answer


def _as_word(gold: Value, answer: Value, context: Context) -> _Pair:
    """A word that was read as a product of its letters, ``SAS``, or the name of a set for its sign (COL-26)."""
    text, value = (gold, answer) if isinstance(gold, Words) else (answer, gold)
    if not (isinstance(text, Words) and isinstance(value, Scalar)) or value.unit:
        return None
    letters = _letters(value.node)
    is_word = bool(letters) and words.same_words(text.text, letters, match_case=True)
    if value.node == Sym("∞") and words.says_infinite(text.text):
        is_word = text is gold or "many" not in words.spoken(text.text)  # a count is no value of anything else
    return (value, value) if is_word or value == sets_in_words.said(text.text, context.budget) else None


def _letters(node: Node) -> str:
    """Letters side by side as the word that they may be: ``SAS``."""
    args = node.args if isinstance(node, App) and node.head == "mul" else (node,)
    names = [arg.name for arg in args if isinstance(arg, Sym) and len(arg.name) == 1]
    return "".join(names) if len(names) == len(args) <= 3 else ""


def _as_said(gold: Value, answer: Value, context: Context) -> _Pair:
    """Two sets of numbers, one or both said in words (COL-26)."""
    texts = [side.text for side in (gold, answer) if isinstance(side, Words)]
    one, other = (sets_in_words.said(s.text, context.budget) if isinstance(s, Words) else s for s in (gold, answer))
    if one is None or other is None:
        return None
    for ours, theirs in ((one, other), (other, one)):  # integers are no real numbers
        whole = isinstance(ours, Conditional)
        if whole and (any(map(sets_in_words.says_real, texts)) or not (
            isinstance(theirs, Conditional) or (isinstance(theirs, Reals) and theirs.variable)
        )):  # fmt: skip
            return None
    return one, other


class _Seen(NamedTuple):
    """How a gold and an answer of another kind are seen as two of one kind; and the clause where they are not."""

    how: Callable[[Any, Any, Context], _Pair]
    clause: str
    why: str


_OTHER_KIND: Final = _Seen(lambda gold, answer, context: None, "READ-1", "another kind of answer")
_SEEN: Final[dict[tuple[type, type], _Seen]] = {
    (Scalar, Items): _Seen(_one_of_items, "COL-12", "several values for one"),
    (Scalar, Table): _Seen(_one_of_table, "COL-12", "several values for one"),
    (Scalar, Reals): _Seen(_point, "REL-15", "a range for a value"),
    (Scalar, Relation): _Seen(_sides, "REL-7", "a relation for a value"),
    (Scalar, Residue): _Seen(_remainder, "REL-7", "a class of numbers for one"),
    (Scalar, Family): _Seen(_as_families, "COL-12", "a family of values for one"),
    (Scalar, Words): _Seen(_as_word, "TXT-23", "words for a value"),
    (Items, Scalar): _Seen(_as_tuple_or_list, "COL-3", "another kind of collection"),
    (Items, Table): _Seen(_rows, "COL-3", "another kind of collection"),
    (Items, Reals): _Seen(_as_sets, "COL-3", "a range for several values"),
    (Items, Family): _Seen(_as_families, "EXPR-27", "no family of values"),
    (Table, Items): _Seen(_row_of_gold, "COL-31", "no matrix of that shape"),
    (Table, Scalar): _Seen(_row_of_gold, "COL-31", "no matrix of that shape"),
    (Reals, Words): _Seen(_as_said, "TXT-23", "words that are no such set"),
    (Reals, Items): _Seen(_as_sets, "REL-17", "no set of numbers"),
    (Reals, Scalar): _Seen(_as_point, "REL-17", "a value for a range"),
    (Relation, Scalar): _Seen(_ratio, "REL-3", "no equation"),
    (Residue, Scalar): _Seen(_class, "REL-23", "no congruence"),
    (Residue, Family): _Seen(_multiples, "REL-23", "no congruence"),
    (Family, Scalar): _Seen(_as_families, "EXPR-27", "no family of values"),
    (Family, Items): _Seen(_as_families, "EXPR-27", "no family of values"),
    (Words, Scalar): _Seen(_as_word, "TXT-15", "other letters"),
    (Words, Reals): _Seen(_as_said, "TXT-9", "no words"),
}
