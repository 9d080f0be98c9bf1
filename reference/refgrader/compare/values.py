"""Value against value: names and conditions taken off, then the rule of the gold's kind (READ-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple, TypeGuard

from flint import fmpq

from refgrader.compare import sets_in_words, words
from refgrader.compare.collections import ORDERED, as_table, coefficients, compare_items, compare_tables, vector
from refgrader.compare.constants import renamings
from refgrader.compare.equations import as_relation, compare_relations, compare_residues, same_curves
from refgrader.compare.families import compare_families, family_of, is_restricted, unsaid_families
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.general import same_solutions
from refgrader.compare.numerals import reduced
from refgrader.compare.scalars import compare_scalars
from refgrader.compare.sets import compare_sets, is_empty, overlap
from refgrader.compare.substitution import renamed, substituted
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning import values as v
from refgrader.meaning.names import is_closed, is_combination, is_of_several, is_ratio, without_argument
from refgrader.meaning.sets import points_of, real_set
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Chain, Listing, Node, Num, Sym, within


def compare_answers(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    """Whether a whole answer gives what the gold gives; only as a whole it may be a family without saying so."""
    found = compare_values(gold, answer, context)
    if found.same:
        return found
    others = (unsaid_families, same_curves, _with_primes, _with_constants, _of_unknowns)
    return next((again for other in others if (again := other(gold, answer, context))), found)


def _with_constants(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """Arbitrary constants by other names, or before other functions, the same ones in the whole answer (EXPR-26)."""
    if isinstance(gold, v.Conditional) != isinstance(answer, v.Conditional):  # "A, B real" on one side is dropped
        gold, answer = (side.value if isinstance(side, v.Conditional) else side for side in (gold, answer))
    ours, theirs = _nodes(gold), _nodes(answer)
    for names in renamings(ours, theirs):
        if compare_values(gold, _renamed(answer, names), context).same:
            return yes("EXPR-26", "the same but for the names of arbitrary constants")
    found = type(v.unnamed(gold)) is type(v.unnamed(answer)) and same_solutions(ours, theirs, context)
    return yes("EXPR-26", "the same functions for all values of the constants") if found else None


def _nodes(value: v.Value) -> list[Node]:
    """Every expression in a value, in the order of its parts."""
    found: list[Node] = []

    def collect(node: Node) -> Node:
        found.append(node)
        return node

    v.mapped(v.unnamed(value), collect)
    return found


def _of_unknowns(gold: v.Value, answer: v.Value, context: Context) -> Finding | None:
    """``xy = 165`` for a bare 165: of several unknowns an equation says what the number is of, and solves none (REL-7).

    A curve of higher degree, ``x^2 + y^2 = 25``, may be the answer to another question.
    """
    if not isinstance(gold, v.Scalar) or features(gold.node).names or not isinstance(answer, v.Relation):
        return None
    if not _comes_to_a_number(answer) or not is_of_several(answer.left) or any(map(_is_power, within(answer.left))):
        return None
    return compare_values(gold, v.Scalar(answer.right), context)


def _comes_to_a_number(answer: v.Relation) -> bool:
    """``ab = 5``: an equation with nought on its right is solved, or restates a question."""
    return answer.sign == "=" and answer.right != Num(fmpq(0)) and not features(answer.right).names


def _is_power(node: Node) -> bool:
    return isinstance(node, App) and node.head == "pow"


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
    if len(variables) != 1:
        return None
    return compare_values(_renamed(gold, primes), _renamed(answer, primes), context)


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
        ours, theirs = (side.values if isinstance(side, v.Either) else (side,) for side in (gold, answer))
        found = any(compare_values(*pair, context).same for pair in product(ours, theirs))
        return alike(found, "REL-13", "one of the two values given")
    if isinstance(gold, v.Named):
        return _named(gold, answer, context)
    if isinstance(answer, v.Named):
        return _named_answer(gold, answer, context)
    row = _SEEN.get((type(gold), type(answer)), _OTHER_KIND)
    seen = row.how(gold, answer, context)
    return no(row.clause, row.why) if seen is None else compare_values(*seen, context)


# --- conditions and names ----------------------------------------------------------------------------------


def _conditional(gold: v.Value, answer: v.Value, context: Context) -> Finding:
    if isinstance(gold, v.Conditional) and isinstance(answer, v.Conditional):
        theirs = _with_parameter(gold, answer)
        if not _same_conditions(gold.conditions, theirs.conditions, context):
            return no("REL-25", "another condition")
        found = compare_values(gold.value, theirs.value, context)
        return found if found.same else _shifted(gold, theirs, context) or found
    if any(isinstance(v.unnamed(side), v.Family) or is_restricted(side) for side in (gold, answer)):
        return no("EXPR-27", "a family over other numbers than the integers")
    context.note("REL-25", "a condition on one side only is dropped")
    one, other = (side.value if isinstance(side, v.Conditional) else side for side in (gold, answer))
    return compare_values(one, other, context)


def _with_parameter(gold: v.Conditional, answer: v.Conditional) -> v.Conditional:
    """The answer in the gold's name for a parameter that runs over a set: ``k in Z`` for ``n in Z``."""
    names = dict(zip(_parameters(answer), _parameters(gold), strict=False))
    if not _names(answer.value).isdisjoint(names.values() - names.keys()):
        return answer  # a name used twice
    conditions = tuple(renamed(condition, names) for condition in answer.conditions)
    return v.Conditional(_renamed(answer.value, names), conditions)


#: How far the integers of two families of intervals may be apart: nobody writes them further.
_SHIFTS: Final = (-2, -1, 1, 2)


def _shifted(gold: v.Conditional, answer: v.Conditional, context: Context) -> Finding | None:
    """The same intervals for all integers, counted from another one: ``(kπ, kπ + 1)`` for ``(kπ - π, …)`` (EXPR-33)."""
    if len(gold.conditions) != 1 or not _runs_over_integers(gold.conditions[0]) or not _is_interval(gold.value):
        return None
    (letter,) = _parameters(gold)
    for shift in _SHIFTS:
        moved = {letter: App("add", (Sym(letter), Num(fmpq(shift))))}
        value = v.mapped(answer.value, partial(substituted, values=moved))
        if compare_values(gold.value, value, context).same:
            return yes("EXPR-33", "the same intervals, counted from another integer")
    return None


def _runs_over_integers(condition: Node) -> bool:
    return isinstance(condition, Chain) and condition.signs == ("∈",) and condition.items[1:] == (Sym("ℤ"),)


def _is_interval(value: v.Value) -> bool:
    """Whether two ends in brackets are an interval, or a point: of either, all are meant."""
    ends = value.items if isinstance(value, v.Items) and value.kind in ("(", "[") else ()
    return isinstance(value, v.Reals) or (len(ends) == 2 and all(isinstance(end, v.Scalar) for end in ends))


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


def _named(gold: v.Named, answer: v.Value, context: Context) -> Finding:
    if isinstance(answer, v.Named):
        if not _same_name(gold, answer):
            return _same_equation(gold, answer, context) or no("REL-6", f"{answer.name} is not {gold.name}")
        return compare_values(gold.value, _with_parameters(gold, answer), context)
    if isinstance(answer, v.Relation):
        equation = as_relation(gold)
        if equation is None or not features(equation.right).names:
            return no("REL-7", "an equation that is not solved")
        return compare_relations(equation, answer, context)
    if isinstance(answer, v.Items) and any(isinstance(item, v.Relation) for item in answer.items):
        return compare_values(_each_named(gold), answer, context)
    named = [item.name for item in answer.items if isinstance(item, v.Named)] if isinstance(answer, v.Items) else []
    if named and (gold.name in named or not isinstance(gold.value, v.Items) or gold.value.kind != "("):
        return no("REL-9", "several unknowns for one")
    if isinstance(answer, v.Reals) and answer.variable not in ("", gold.name):
        return no("REL-6", f"{answer.variable} is not {gold.name}")
    context.note("REL-4", f"the answer leaves out what it calls {gold.name}")
    return compare_values(gold.value, answer, context)


def _each_named(value: v.Named) -> v.Value:
    """``y - 2x = 0, y + 2x = 0`` for ``y = \\pm 2x``: several formulas under one name as so many equations (REL-11)."""
    if not isinstance(value.value, v.Items) or value.value.kind not in v.LISTS:
        return value
    equations = [as_relation(value._replace(value=each)) for each in value.value.items]
    stated = tuple(each for each in equations if each and features(each.right).names)
    return v.Items(",", stated) if len(stated) == len(equations) else value


def _same_equation(gold: v.Named, answer: v.Named, context: Context) -> Finding | None:
    """``p = q`` is ``q = p``: one equation solved for different symbols (REL-1)."""
    one, other = as_relation(gold), as_relation(answer)
    found = compare_relations(one, other, context) if one and other else None
    return found if found and found.same else None


def _same_name(gold: v.Named, answer: v.Named) -> bool:
    if gold.name == answer.name or answer.name in (f"{gold.name}_max", f"{gold.name}_min"):
        return len(gold.parameters) == len(answer.parameters) or not (gold.parameters and answer.parameters)
    y, function = (gold, answer) if gold.name == "y" else (answer, gold)
    return y.name == "y" and function.name[1:] in ("", "^-1") and len(function.parameters) == 1


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
    return frozenset(name).union(*(features(node).names for node in _nodes(value)))


def _renamed(value: v.Value, names: dict[str, str]) -> v.Value:
    value = v.mapped(value, lambda node: renamed(node, names))
    return value._replace(name=names.get(value.name, value.name)) if isinstance(value, v.Named) else value


def _named_answer(gold: v.Value, answer: v.Named, context: Context) -> Finding:
    if isinstance(gold, v.Relation):
        equation = as_relation(answer)
        return compare_relations(gold, equation, context) if equation else no("REL-3", "a value for an equation")
    if isinstance(gold, v.Reals) and gold.variable not in ("", answer.name):
        return no("REL-6", f"{answer.name} is not {gold.variable}")
    if isinstance(answer.value, v.Scalar) and answer.name in features(answer.value.node).names:
        return no("REL-8", "the name stands on both sides")
    if isinstance(gold, v.Items):
        if any(isinstance(item, v.Relation) for item in gold.items):
            return compare_values(gold, _each_named(answer), context)
        if any(isinstance(item, v.Named) for item in gold.items):
            return no("COL-13", "one unknown for several")
        if gold.kind not in (*v.LISTS, "{") and isinstance(answer.value, v.Items) and answer.value.kind in v.LISTS:
            return no("COL-13", "several values of one unknown")
    context.note("REL-4", f"the answer calls it {answer.name}")
    return compare_values(gold, answer.value, context)


# --- two of one kind ---------------------------------------------------------------------------------------


def _items(gold: v.Items, answer: v.Items, context: Context) -> Finding:
    return compare_items(gold, answer, context, _same_values(context))


def _tables(gold: v.Table, answer: v.Table, context: Context) -> Finding:
    return compare_tables(gold, answer, _same_values(context))


def _same_values(context: Context) -> Callable[[v.Value, v.Value], bool]:
    return lambda gold, answer: compare_values(gold, answer, context).same


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
    seen = _as_said(gold, answer, context)
    return compare_values(*seen, context) if seen else no("TXT-9", "other words")


_COMPARED: Final[dict[type, Callable[[Any, Any, Context], Finding]]] = {
    v.Scalar: compare_scalars,
    v.Items: _items,
    v.Table: _tables,
    v.Reals: _sets,
    v.Relation: compare_relations,
    v.Residue: compare_residues,
    v.Family: compare_families,
    v.Words: _texts,
}

# --- two of different kinds --------------------------------------------------------------------------------

#: The gold and the answer as two of one kind; None where one cannot be seen as the other.
_Pair = tuple[v.Value, v.Value] | None


def _one_of_items(gold: v.Scalar, answer: v.Items, context: Context) -> _Pair:
    """One value, perhaps in brackets or in several forms, or a vector as the sum of its components (COL-33)."""
    if answer.kind == "or":
        return v.Items("or", (gold,)), answer
    if (total := _total(answer.items, context)) is not None:
        return gold, total
    if len(answer.items) == 1 and answer.kind in ("{", *v.LISTS):
        return gold, answer.items[0]
    components = coefficients(gold, len(answer.items), context)
    return (v.Items("(", components), answer) if components and answer.kind in ("(", "<") else None


def _total(items: tuple[v.Value, ...], context: Context) -> v.Scalar | None:
    """The 12 of ``m = 7, n = 5, m + n = 12``: what a list of values comes to in its end (REL-7), if it does."""
    if not items:
        return None
    *values, last = items
    if not isinstance(last, v.Relation) or last.sign != "=":
        return None
    named = _numbers_named(values)
    if named is None:
        return None
    if not features(last.left).names <= named.keys():
        return v.Scalar(last.right) if is_combination(last.left) else None
    return v.Scalar(last.right) if same(substituted(last.left, named), last.right, context.budget) else None


def _numbers_named(values: Sequence[v.Value]) -> dict[str, Node] | None:
    """The numbers that values give to names, and a fraction in lowest terms to two; None where one is no number."""
    named: dict[str, Node] = {}
    for value in values:
        if isinstance(value, v.Named) and _is_number(value.value):
            named[value.name] = value.value.node
        elif isinstance(value, v.Relation) and value.sign == "=" and is_ratio(value.left):
            if not (isinstance(value.right, App) and value.right.head == "div" and reduced(value.right)):
                return None
            terms = zip(value.left.args, value.right.args, strict=True)
            named.update((name.name, term) for name, term in terms if isinstance(name, Sym))
        elif not _is_number(value):
            return None
    return named


def _is_number(value: v.Value) -> TypeGuard[v.Scalar]:
    return isinstance(value, v.Scalar) and not features(value.node).names


def _sides(gold: v.Scalar, answer: v.Relation, context: Context) -> _Pair:
    """``m + n = 204`` for a bare 204 (REL-7), or each side of an equation, which must be the gold (REL-12)."""
    if answer.sign != "=":
        return None
    names, left = features(gold.node).names, without_argument(answer.left)
    says_of_what = is_combination(left) and features(left).names.isdisjoint(names)
    if names:
        sides = v.Items("or", (v.Scalar(answer.left), v.Scalar(answer.right)))
        return gold, v.Scalar(answer.right) if says_of_what else sides
    if not _comes_to_a_number(answer):
        return None
    is_identity = features(answer.left).names and same(answer.left, answer.right, context.budget)
    return (gold, v.Scalar(answer.right)) if is_identity or says_of_what else None


def _remainder(gold: v.Scalar, answer: v.Residue, _: Context) -> _Pair:
    """``N ≡ 399 (mod 1000)`` for the remainder 399 of what is called N (REL-23)."""
    called, value, modulus = answer
    if called is None or not is_closed(called) or not (isinstance(value, Num) and isinstance(modulus, Num)):
        return None
    return (gold, v.Scalar(value)) if 0 <= value.value < modulus.value else None


def _as_families(gold: v.Value, answer: v.Value, _: Context) -> _Pair:
    one, other = family_of(gold), family_of(answer)
    return (one, other) if one and other else None


def _as_tuple_or_list(gold: v.Items, answer: v.Scalar, context: Context) -> _Pair:
    """``P(5, 2)`` as a point, ``3i - k`` as a vector (COL-33), and else one value as a list of it."""
    if gold.kind not in ("(", "<"):
        return (gold, v.Items(gold.kind, (answer,))) if gold.kind != "[" else None
    if isinstance(answer.node, App) and answer.node.head in ("binom", "perm"):
        return gold, v.Items("(", tuple(map(v.Scalar, answer.node.args)))
    components = coefficients(answer, len(gold.items), context)
    return (gold, v.Items("(", components)) if components else None


def _rows(gold: v.Value, answer: v.Value, _: Context) -> _Pair:
    """A matrix beside lists within a list, and its one row or column beside a tuple or a sum of unit vectors."""
    sides = (gold, answer)
    tables = [as_table(side) if isinstance(side, v.Items) else side for side in sides]
    if isinstance(tables[0], v.Table) and isinstance(tables[1], v.Table):
        return tables[0], tables[1]
    lists = [side for side in sides if isinstance(side, v.Items) and side.kind == "["]
    kind = "[" if lists else "("  # as programs print a vector
    ours, theirs = (v.Items(kind, vector(side)) if isinstance(side, v.Table) else side for side in sides)
    takes_none = isinstance(gold, v.Items) and gold.kind not in ORDERED
    return None if takes_none or v.Items(kind, ()) in (ours, theirs) else (ours, theirs)


def _multiple_of_identity(gold: v.Table, answer: v.Scalar, context: Context) -> _Pair:
    """``-64I`` beside a square matrix as the multiple of the identity that it is (COL-34), and else as a list."""
    size = len(gold.rows)
    called = features(answer.node).names & {"I", f"I_{size}"}
    if len(called) != 1 or size != len(gold.rows[0]) or answer.unit:
        return _rows(gold, answer, context)
    (name,) = called
    factor = substituted(answer.node, {name: Num(fmpq(1))})
    if not same(answer.node, App("mul", (factor, Sym(name))), context.budget):
        return None
    diagonal, elsewhere = v.Scalar(factor), v.Scalar(Num(fmpq(0)))
    rows = ((diagonal if row == column else elsewhere for column in range(size)) for row in range(size))
    return gold, v.Table(tuple(map(tuple, rows)))


def _sets_in(several: v.Items) -> list[v.RealSet]:
    return [part.members for part in map(points_of, several.items) if part is not None]


def _as_sets(gold: v.Value, answer: v.Value, context: Context) -> _Pair:
    """Several values beside a set as the set that they can be: a pair as an interval, which is not empty (COL-27).

    Sets in a list are one only where no two of them have a stretch in common (COL-24).
    """
    pair, other = (gold, answer) if isinstance(gold, v.Items) else (answer, gold)
    is_pair = isinstance(pair, v.Items) and pair.kind in ("(", "[")
    if is_pair and isinstance(other, v.Reals) and is_empty(other, context):
        return None
    if isinstance(pair, v.Items) and pair.kind in v.LISTS - {"or"} and overlap(_sets_in(pair), context):
        return None
    ours, theirs = real_set(gold), real_set(answer)
    return (ours, theirs) if ours and theirs else None


def _sides_of_gold(gold: v.Relation, answer: v.Scalar, _: Context) -> _Pair:
    """The ratio that ``a : b = 2`` names (REL-7), or each side of an identity, which must be the answer (REL-12)."""
    if gold.sign != "=":
        return None
    if features(gold.right).names:
        return v.Items("or", (v.Scalar(gold.left), v.Scalar(gold.right))), v.Items("or", (answer,))
    return (v.Scalar(gold.right), answer) if is_ratio(gold.left) else None


def _multiples(gold: v.Residue, answer: v.Family, _: Context) -> _Pair:
    step = App("mul", (gold.modulus, Sym(answer.symbol)))
    return v.Family((App("add", (gold.value, step)),), answer.symbol), answer


def _as_word(gold: v.Value, answer: v.Value, context: Context) -> _Pair:
    """A word that was read as a product of its letters, ``SAS``, or the name of a set for its sign (COL-26)."""
    text, value = (gold, answer) if isinstance(gold, v.Words) else (answer, gold)
    if not (isinstance(text, v.Words) and isinstance(value, v.Scalar)) or value.unit:
        return None
    letters = _letters(value.node)
    is_word = bool(letters) and words.same_words(text.text, letters, match_case=True)
    if value.node == Sym("∞") and words.canonical(words.plain(text.text)) == words.INFINITELY_MANY:  # TXT-14
        is_word = text is gold or "many" not in words.spoken(text.text)  # a count is no value of anything else
    return (value, value) if is_word or value == sets_in_words.said(text.text, context.budget) else None


def _letters(node: Node) -> str:
    """Letters side by side as the word that they may be: ``SAS``."""
    args = node.args if isinstance(node, App) and node.head == "mul" else (node,)
    names = [arg.name for arg in args if isinstance(arg, Sym) and len(arg.name) == 1]
    return "".join(names) if len(names) == len(args) <= 3 else ""


def _as_said(gold: v.Value, answer: v.Value, context: Context) -> _Pair:
    """Two sets of numbers, one or both said in words (COL-26)."""
    texts = [side.text for side in (gold, answer) if isinstance(side, v.Words)]
    one, other = (sets_in_words.said(s.text, context.budget) if isinstance(s, v.Words) else s for s in (gold, answer))
    if one is None or other is None:
        return None
    for ours, theirs in ((one, other), (other, one)):  # integers are no real numbers
        whole = isinstance(ours, v.Conditional)
        if whole and (any(map(sets_in_words.says_real, texts)) or not (
            isinstance(theirs, v.Conditional) or (isinstance(theirs, v.Reals) and theirs.variable)
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
    (v.Scalar, v.Items): _Seen(_one_of_items, "COL-12", "several values for one"),
    (v.Scalar, v.Table): _Seen(_rows, "COL-12", "several values for one"),
    (v.Scalar, v.Relation): _Seen(_sides, "REL-7", "a relation for a value"),
    (v.Scalar, v.Residue): _Seen(_remainder, "REL-23", "a class for a number"),
    (v.Scalar, v.Family): _Seen(_as_families, "COL-12", "a family of values for one"),
    (v.Scalar, v.Words): _Seen(_as_word, "TXT-23", "words for a value"),
    (v.Items, v.Scalar): _Seen(_as_tuple_or_list, "COL-3", "another kind of collection"),
    (v.Items, v.Table): _Seen(_rows, "COL-3", "another kind of collection"),
    (v.Items, v.Reals): _Seen(_as_sets, "COL-3", "a range for several values"),
    (v.Items, v.Family): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Table, v.Items): _Seen(_rows, "COL-31", "no matrix of that shape"),
    (v.Table, v.Scalar): _Seen(_multiple_of_identity, "COL-31", "no matrix of that shape"),
    (v.Reals, v.Words): _Seen(_as_said, "TXT-23", "words that are no such set"),
    (v.Reals, v.Items): _Seen(_as_sets, "REL-17", "no set of numbers"),
    (v.Relation, v.Scalar): _Seen(_sides_of_gold, "REL-3", "no equation"),
    (v.Residue, v.Family): _Seen(_multiples, "REL-23", "no congruence"),
    (v.Family, v.Scalar): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Family, v.Items): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Words, v.Scalar): _Seen(_as_word, "TXT-15", "other letters"),
    (v.Words, v.Reals): _Seen(_as_said, "TXT-9", "no words"),
}
