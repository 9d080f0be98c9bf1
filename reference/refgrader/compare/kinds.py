"""A gold and an answer of two kinds, seen as two of one kind: one row for each pair of kinds that can be (READ-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeGuard

from flint import fmpq

from refgrader.compare import sets_in_words, words
from refgrader.compare.collections import ORDERED, as_table, coefficients, of_several_units, vector
from refgrader.compare.constants import arbitrary_in
from refgrader.compare.ellipses import comes_to
from refgrader.compare.equations import compare_relations
from refgrader.compare.expressions import is_undone
from refgrader.compare.families import family_of
from refgrader.compare.finding import Context, Finding, no
from refgrader.compare.numerals import reduced
from refgrader.compare.sets import is_empty, overlap
from refgrader.meaning import interpret
from refgrader.meaning import values as v
from refgrader.meaning.arithmetic import multiple_of_identity
from refgrader.meaning.calculations import agree, differ
from refgrader.meaning.conditions import says_whole
from refgrader.meaning.names import is_combination, is_ratio, is_result_of, may_be_arbitrary, name_of, without_argument
from refgrader.meaning.sets import points_of, real_set
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.numbers.features import features
from refgrader.numbers.same import same, surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import ZERO, App, Node, Num, Quantity, Sym, applies, within

#: The gold and the answer as two of one kind; None where one cannot be seen as the other.
_Pair = tuple[v.Value, v.Value] | None


def as_one_kind(gold: v.Value, answer: v.Value, context: Context) -> tuple[v.Value, v.Value] | Finding:
    """The gold and the answer as two of one kind, or the finding that they cannot be."""
    row = _SEEN.get((type(gold), type(answer)), _OTHER_KIND)
    seen = row.how(gold, answer, context)
    return no(row.clause, row.why) if seen is None else seen


def _one_of_items(gold: v.Scalar, answer: v.Items, context: Context) -> _Pair:
    """One value, perhaps in brackets or in several forms, or a vector as the sum of its components (COL-33)."""
    if answer.kind == "or":
        return None if not gold.unit and of_several_units(answer.items) else (v.Items("or", (gold,)), answer)
    last = _total(answer.items, context) or _end(gold.node, answer.items, context) or solved(answer, context)
    if last is not None:
        return gold, last
    if len(answer.items) == 1 and answer.kind in v.LISTS_AND_SETS:
        return gold, answer.items[0]
    components = coefficients(gold, len(answer.items), context)
    return (v.Items("(", components), answer) if components and answer.kind in ("(", "<") else None


def _total(items: tuple[v.Value, ...], context: Context) -> v.Scalar | None:
    """The 12 of ``m = 7, n = 5, m + n = 12``: what a list of values comes to in its end (REL-7), if it does."""
    *values, last = items or (None,)
    last = last.values[0] if isinstance(last, v.Either) else last
    if not values or not isinstance(last, v.Relation) or last.sign != "=":
        return None
    named = _numbers_named(values)
    if named is None:
        return None
    given = [named]
    names = features(last.left).names
    if names.isdisjoint(named) or not names <= named.keys() | features(last.right).names:  # x = 2 - p, x - p = 2 - 2p
        given = list(_in_order(values, last.left)) if is_combination(last.left) else []
    comes_to_it = any(same(substituted(last.left, each), last.right, context.budget) for each in given)
    return v.Scalar(last.right) if comes_to_it else None


def _end(gold: Node, items: tuple[v.Value, ...], context: Context) -> v.Scalar | None:
    """The ``2k`` of ``f + g = b + k = 2k``: what a chain comes to that begins with what is of other names (REL-7)."""
    members, budget = _members(items), context.budget
    if len(members) < 2:
        return None
    (first, *between), last, names = members[:-1], members[-1], features(members[-1]).names
    if _is_before_substitution([first, *between], last, gold):
        return v.Scalar(last)
    bare = without_argument(first)
    if not between or not (is_combination(bare) or name_of(bare)):
        return None
    worked_out = [each for each in between if features(each).names <= names]  # with its letters, or with numbers
    known = features(bare).names & (features(gold).names | names)
    is_of_others = features(bare).names - known if worked_out else not known
    stated = [each for each in (first, *between) if each not in worked_out and not is_result_of(each)]
    differs = any(differ(other, one, budget) for one, other in pairwise(stated))
    is_false = differs or any(agree(each, last, budget) is False for each in worked_out)
    return v.Scalar(last) if is_of_others and not is_false else None


def _members(items: tuple[v.Value, ...]) -> list[Node]:
    """The members of a chain of equations; none of other values."""
    steps = [each for each in items if isinstance(each, v.Relation) and each.sign == "="]
    is_chain = len(steps) == len(items) and all(one.right == other.left for one, other in pairwise(steps))
    return [*(step.left for step in steps), *(step.right for step in steps[-1:])] if is_chain else []


def _is_before_substitution(members: Sequence[Node], last: Node, gold: Node) -> bool:
    """``\\int u\\,du = \\frac{u^2}{2} + C`` before the antiderivative with something in the place of u."""
    names = features(last).names
    constants = {name for name in names if may_be_arbitrary(name)}
    others = [{part.name for part in within(each) if isinstance(part, Sym)} - names - CONSTANTS for each in members]
    are_same = all(each == others[0] for each in others) and features(gold).names.isdisjoint(others[0])
    return (
        bool(arbitrary_in([gold], True) and constants)
        and are_same
        and len(others[0]) == 1
        and all("antiderivative" in features(each).said or constants <= features(each).names for each in members)
    )


def _in_order(values: Sequence[v.Value], total: Node) -> Iterator[dict[str, Node]]:
    """The numbers before a total for its names, one after the other: 7 and 5 of ``7/5``; what is not written is one.

    Signs are those of the terms: 5 of ``2\\sqrt{3} - 5``, which is an ``m\\sqrt{n} - p``.
    """
    symbols = features(total).names
    names = list(dict.fromkeys(part.name for part in within(total) if isinstance(part, Sym) and part.name in symbols))
    nodes = [v.nodes_in(value)[-1] for value in values]
    for several in (nodes, nodes[-1:]):
        numbers = [part for node in several for part in within(node) if isinstance(part, Num)]
        if len(numbers) <= len(names):
            missing = [Num(fmpq(1))] * (len(names) - len(numbers))
            yield dict(zip(names, [*numbers, *missing], strict=True))


def solved(answer: v.Items, context: Context) -> v.Named | None:
    """The ``a = 40/3`` of ``3a = 40, a = 40/3``: a value that solves every equation before it (REL-27)."""
    *equations, last = answer.items or (None,)
    if answer.kind == "or" or not (isinstance(last, v.Named) and isinstance(last.value, v.Scalar)):
        return None
    value = {last.name: last.value.node}
    for equation in equations:
        if not (isinstance(equation, v.Relation) and equation.sign == "="):
            return None
        left, right = (substituted(side, value) for side in (equation.left, equation.right))
        if features(left).names or features(right).names or not same(left, right, context.budget):
            return None
    return last if equations else None


def _numbers_named(values: Sequence[v.Value]) -> dict[str, Node] | None:
    """The numbers that values give to names, and a fraction in lowest terms to two; None where one is no number."""
    named: dict[str, Node] = {}
    for value in values:
        if isinstance(value, v.Named) and isinstance(value.value, v.Scalar):
            named[value.name] = value.value.node
        elif isinstance(value, v.Relation) and value.sign == "=" and is_ratio(value.left):
            if not (isinstance(value.right, App) and value.right.head == "div" and reduced(value.right)):
                return None
            terms = zip(value.left.args, value.right.args, strict=True)
            named.update((name.name, term) for name, term in terms if isinstance(name, Sym))
        elif not is_number(value):
            return None
    return named


def is_number(value: v.Value) -> TypeGuard[v.Scalar]:
    """Whether a value is a number and no function."""
    return isinstance(value, v.Scalar) and not features(value.node).names


def _sides(gold: v.Scalar, answer: v.Relation, context: Context) -> _Pair:
    """Each side of an equation, which must be the gold (REL-12)."""
    left, right, budget = answer.left, answer.right, context.budget
    if answer.sign != "=" or isinstance(right, Quantity):
        return None
    if _end(gold.node, (answer,), context) or comes_to(left, right, budget):
        return gold, v.Scalar(right)
    if is_undone(left) and not is_undone(right) and surely_same(left, right, budget):
        return gold, v.Scalar(right)
    if names := features(gold.node).names:
        if "y" not in names and compare_relations(v.Relation("=", Sym("y"), gold.node), answer, context).same:
            return gold, gold
        is_series = applies(gold.node, "sum") and features(left).names  # 1/x = 1 + …
        one, other = (App("pow", (side, Num(fmpq(2)))) for side in (left, right))
        if is_series or (applies(left, "abs") and same(one, other, budget)):  # |a - 3| = 3 - a for some a
            return gold, v.Scalar(right)
        return gold, v.Items("or", (v.Scalar(left), v.Scalar(right)))
    if features(right).names or right == ZERO or not features(left).names:  # nought restates a question
        return None
    return (gold, v.Scalar(right)) if same(left, right, budget) else None


def _remainder(gold: v.Scalar, answer: v.Residue, _: Context) -> _Pair:
    """``N ≡ 399 (mod 1000)`` for the remainder 399; but ``2x ≡ 1 (mod 5)`` is to be solved (REL-23)."""
    called, value, modulus = answer
    unsolved = called is not None and name_of(called) is None and len(features(called).names) == 1
    if unsolved or not (isinstance(value, Num) and isinstance(modulus, Num)):
        return None
    return (gold, v.Scalar(value)) if 0 <= value.value < modulus.value else None


def _condition(gold: v.Items, answer: v.Relation, _: Context) -> _Pair:
    """``x + y > 3`` for the set ``{(x, y) : x + y > 3}`` of the points of which it is true (REL-22).

    Arrows that lead from one to the next of three values and more, ``1 \\to 4 \\to 2``, list them in order (COL-3).
    """
    if isinstance(answer.left, App) and set(answer.sign.split()) == {"→"} and len(answer.left.args) > 2:
        return gold, v.Items("(", tuple(map(v.Scalar, answer.left.args)))
    point, condition = gold.items if gold.kind == "{|" else (None, None)
    nodes = v.nodes_in(point) if isinstance(point, v.Items) and point.kind == "(" else []
    symbols = [node.name for node in nodes if isinstance(node, Sym)]
    names = features(answer.left).names | features(answer.right).names
    are_those = names == {*symbols} and symbols in ([*"xyzw"], sorted(names))
    return (condition, answer) if condition and symbols and len(symbols) == len(nodes) and are_those else None


def _points_of(gold: v.Relation, answer: v.Items, context: Context) -> _Pair:
    """``{(x, y) : x + y > 3}``, the points of which it is true, for ``x + y > 3`` (REL-22)."""
    return seen[::-1] if (seen := _condition(answer, gold, context)) else None


def _as_families(gold: v.Value, answer: v.Value, _: Context) -> _Pair:
    one, other = family_of(gold), family_of(answer)
    return (one, other) if one and other else None


def _as_tuple_or_list(gold: v.Items, answer: v.Scalar, context: Context) -> _Pair:
    """``P(5, 2)`` as a point, ``3i - k`` as a vector (COL-33), and else one value as a list of it."""
    if gold.kind not in ORDERED:
        return gold, v.Items(gold.kind, (answer,))
    if table := as_table(gold):
        return _multiple_of_identity(table, answer, context)
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
    labels = isinstance(gold, v.Items) and all(isinstance(item, v.Named) for item in gold.items)
    lists = [side for side in sides if isinstance(side, v.Items) and side.kind == "["]
    kind = "[" if lists and not labels else "("  # as programs print a vector
    ours, theirs = (v.Items(kind, vector(side)) if isinstance(side, v.Table) else side for side in sides)
    takes_none = isinstance(gold, v.Items) and gold.kind not in ORDERED and not labels
    return None if takes_none or v.Items(kind, ()) in (ours, theirs) else (ours, theirs)


def _multiple_of_identity(gold: v.Table, answer: v.Scalar, context: Context) -> _Pair:
    """``-64I`` beside a square matrix as the multiple of the identity that it is (COL-34), and else as a list."""
    multiple = multiple_of_identity(answer, gold, context.budget)
    return (gold, multiple) if multiple else _rows(gold, answer, context)


def _both_sides(gold: v.Table, answer: v.Relation, context: Context) -> _Pair:
    """``6I = M``, of which each side must be the matrix (COL-34)."""
    sides = [interpret(side, context.budget) for side in (answer.left, answer.right)]
    tables = (multiple_of_identity(side, gold, context.budget) or side for side in sides)
    return (v.Items(",", (gold, gold)), v.Items(",", tuple(tables))) if answer.sign == "=" else None


def _as_sets(gold: Any, answer: Any, context: Context) -> _Pair:
    """Several values beside a set as the set that they can be: a pair as an interval, which is not empty (COL-27).

    Sets in a list are one only where each has numbers of its own (COL-24).
    """
    if told := _told_twice(answer):
        return gold, told
    several, other = (gold, answer) if isinstance(gold, v.Items) else (answer, gold)
    if several.kind in ("(", "[") and is_empty(other, context):
        return None
    parts = several.items if several.kind in v.LISTS else ()
    if overlap([part.members for part in map(points_of, parts) if part], context):
        return None
    ours, theirs = real_set(gold), real_set(answer)
    return (ours, theirs) if ours and theirs else None


def _told_twice(value: v.Value) -> v.Reals | None:
    """The set that an inequality and an interval behind it are: ``x < 3; (-\\infty, 3)``; None of any others."""
    first, second = value.items if isinstance(value, v.Items) and len(value.items) == 2 else (value, None)
    is_one = isinstance(first, v.Reals) and first != first._replace(variable="") == second
    return first if isinstance(first, v.Reals) and is_one else None


def _sides_of_gold(gold: v.Relation, answer: v.Scalar, _: Context) -> _Pair:
    """Each side of an identity, which must be the answer (REL-12); the constant behind the last one is that of both."""
    if gold.sign != "=" or not features(gold.right).names:
        return None
    left = gold.left
    constant = gold.right.args[-1] if applies(gold.right, "add") else None
    if isinstance(constant, Sym) and may_be_arbitrary(constant.name):
        left = left if constant in tuple(within(left)) else App("add", (left, constant))
    return v.Items("or", (v.Scalar(left), v.Scalar(gold.right))), v.Items("or", (answer,))


def _multiples(gold: v.Residue, answer: v.Value, _: Context) -> _Pair:
    family = family_of(answer)  # 7k + 3 is one without saying so
    step = App("mul", (gold.modulus, Sym(family.symbol))) if family else gold.modulus
    return (v.Family((App("add", (gold.value, step)),), family.symbol), family) if family else None


def _as_word(gold: Any, answer: Any, context: Context) -> _Pair:
    """A word that was read as a product of its letters, ``SAS``, or the name of a set for its sign (COL-26)."""
    text, value = (gold, answer) if isinstance(gold, v.Words) else (answer, gold)
    if value.unit:
        return None
    args = value.node.args if applies(value.node, "mul") else (value.node,)
    names = [arg.name for arg in args if isinstance(arg, Sym) and len(arg.name) == 1]
    is_word = len(names) == len(args) <= 3 and words.same_words(text.text, "".join(names), match_case=True)
    if value.node == Sym("∞") and words.canonical(words.plain(text.text)) in words.INFINITE_ONES:  # TXT-14
        is_word = text is gold or "many" not in words.spoken(text.text)  # a count is no value of anything else
    return (value, value) if is_word or value == sets_in_words.said(text.text, context.budget) else None


def as_said(gold: v.Value, answer: v.Value, context: Context) -> _Pair:
    """Two sets of numbers, one or both said in words (COL-26)."""
    texts = [side.text for side in (gold, answer) if isinstance(side, v.Words)]
    one, other = (sets_in_words.said(s.text, context.budget) if isinstance(s, v.Words) else s for s in (gold, answer))
    if one is None or other is None:
        return None
    says_real = any(map(sets_in_words.says_real, texts))
    for ours, theirs in ((one, other), (other, one)):  # integers are no real numbers
        is_bounded = isinstance(theirs, v.Conditional) or (isinstance(theirs, v.Reals) and bool(theirs.variable))
        if says_whole(ours) and (says_real or not is_bounded):
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
    (v.Items, v.Relation): _Seen(_condition, "READ-1", "another kind of answer"),
    (v.Items, v.Reals): _Seen(_as_sets, "COL-3", "a range for several values"),
    (v.Items, v.Words): _Seen(as_said, "COL-3", "words that are no such interval"),
    (v.Items, v.Family): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Table, v.Items): _Seen(_rows, "COL-31", "no matrix of that shape"),
    (v.Table, v.Relation): _Seen(_both_sides, "READ-1", "another kind of answer"),
    (v.Table, v.Scalar): _Seen(_multiple_of_identity, "COL-31", "no matrix of that shape"),
    (v.Reals, v.Words): _Seen(as_said, "TXT-23", "words that are no such set"),
    (v.Reals, v.Items): _Seen(_as_sets, "REL-17", "no set of numbers"),
    (v.Relation, v.Items): _Seen(_points_of, "READ-1", "another kind of answer"),
    (v.Relation, v.Scalar): _Seen(_sides_of_gold, "REL-3", "no equation"),
    (v.Residue, v.Family): _Seen(_multiples, "REL-23", "no congruence"),
    (v.Residue, v.Scalar): _Seen(_multiples, "REL-23", "no congruence"),
    (v.Family, v.Scalar): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Family, v.Items): _Seen(_as_families, "EXPR-27", "no family of values"),
    (v.Words, v.Scalar): _Seen(_as_word, "TXT-15", "other letters"),
    (v.Words, v.Items): _Seen(as_said, "TXT-9", "no words"),
    (v.Words, v.Reals): _Seen(as_said, "TXT-9", "no words"),
}
