"""Tuples, lists, sets, labelled values, vectors and matrices (COL)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import eq
from typing import Final

from flint import fmpq

from refgrader.compare import moments
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.words import truth
from refgrader.limits import Unreadable
from refgrader.meaning.lists import are_in_a_row, in_order, is_statement, unknown_of
from refgrader.meaning.names import UNKNOWNS, is_combination
from refgrader.meaning.sets import ELLIPSIS
from refgrader.meaning.values import (
    LISTS,
    Items,
    Named,
    Reals,
    Relation,
    Residue,
    Scalar,
    Table,
    Value,
    Words,
    spread,
    unnamed,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, less
from refgrader.numbers.same import surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Num, Sym, Text, applies, spelled
from refgrader.units import SIZES, canonical, simplified

#: Whether a value of the answer is one of the gold's.
Same = Callable[[Value, Value], bool]

ORDERED: Final = frozenset({"(", "[", "<"})
#: The brackets of a gold, and those that an answer may have beside it.
_TAKES: Final = {
    "(": ("(", "<", ","),
    "<": ("(", "<", ","),
    "[": ("[",),
    "{": ("{", *LISTS),
    "{|": ("{|",),
    **dict.fromkeys(LISTS, ("{", "(", *LISTS)),
}
_UNIT_VECTORS: Final = ("i", "j", "k")


def compare_items(gold: Items, answer: Items, context: Context, same: Same) -> Finding:
    """Whether several answers are the gold's several answers, in the gold's sense of order."""
    gold, answer = _listed(gold, answer, context.budget)
    gold, answer = _with_nouns(gold, answer), _with_nouns(answer, gold)
    if (gold.kind == "or") != (answer.kind == "or") and (_is_choice(gold.items) or _is_choice(answer.items)):
        return no("COL-7", "one of them, not all of them")
    if answer.kind == "(" and not any(isinstance(item, Items) for item in gold.items):  # (1) 2, 3; (2) 5
        answer = answer._replace(items=spread(answer.items))
    gold, answer = moments.with_names_of(gold, _with_labels_of(gold, _without_number(gold, answer)))
    if _exchanges(nouns_of(gold), answer.items):
        return no("COL-13", "the initial of another noun")
    if answer.kind == "{" and len(answer.items) == 1 and gold.kind not in ("{", "{|", "or"):
        return alike(same(gold, answer.items[0]), "COL-3", "the one element of a set")
    same = _with_kinds_kept(same)
    if gold.kind in LISTS and len(gold.items) > 3 and (groups := _groups(gold.items)):
        theirs = _groups(answer.items) if answer.kind in LISTS else ()
        return _matched(groups, theirs, same) if theirs else no("COL-16", "what stands together cannot be told")
    if any(is_statement(item) for item in gold.items):
        if not _initials_tell(gold, answer):
            return no("REL-6", "two names with one initial letter")
        return _statements(gold, answer, same)
    return _as_elements(gold, answer, context, same)


def _as_elements(gold: Items, answer: Items, context: Context, same: Same) -> Finding:
    """Whether the elements of two collections are the same, in the gold's sense of order."""
    if _are_parts(gold):
        answer = answer._replace(items=tuple(map(_called, answer.items)))
    items = _elements(gold, answer, context)
    if items is None:
        return no("COL-3", "another kind of collection")
    if ELLIPSIS in gold.items or ELLIPSIS in items:
        return _in_order(gold.items, items, same, "COL-21")
    if gold.kind in ("{", "or"):
        return _as_sets(gold.items, items, same)
    if context.options.order == "strict" or (context.options.order != "any" and _has_order(gold, answer)):
        return _in_order(gold.items, items, same, "COL-40" if _are_parts(gold) else "COL-1")
    return _matched(gold.items, items, same)


def _listed(gold: Items, answer: Items, budget: Budget) -> tuple[Items, Items]:
    """Both with so many values in square brackets that these are no interval as those in round ones (COL-3).

    Such a gold may stand with "and" before the last, or as a set in its order where that is the order of size.
    """
    falls = gold.kind == "[" and _rise(gold.items[::-1], budget)
    least = 2 if falls and len(gold.items) == 2 else 3
    if gold.kind == "[" and len(gold.items) >= least:
        gold = gold._replace(kind="(")
        if answer.kind == "and" or (answer.kind == "{" and (falls or _rise(gold.items, budget))):
            return gold, answer._replace(kind=",")
    return gold, answer._replace(kind="(") if answer.kind == "[" and len(answer.items) >= least else answer


def _groups(items: Sequence[Value]) -> tuple[Items, ...]:
    """``2, (1, 1), 3, (1, -1)``: what stands together, where values of one kind each have others behind them (COL-16).

    Names that differ all tell of what they are; inequalities and equations alone are on one thing.
    """
    kinds = [type(item) for item in items]
    if len({*kinds}) == 1 or {*kinds} <= {Reals, Relation}:
        return ()
    starts = [place for place, kind in enumerate(kinds) if kind is kinds[0]]
    cuts = [*pairwise([*starts, len(items)])]
    are_groups = len(cuts) > 1 and all(end - start > 1 for start, end in cuts)
    return tuple(Items(",", tuple(items[start:end])) for start, end in cuts) if are_groups else ()


def _with_nouns(items: Items, others: Items) -> Items:
    """``girls: 15, boys: 12`` beside counts as "15 girls, 12 boys": the word before a value is its noun (COL-13)."""
    named = [one for one in items.items if isinstance(one, Named) and isinstance(one.written, Text)]
    nouns = _all_nouns(others.items) if named else []
    counts = [one.value for one in named if isinstance(one.value, Scalar) and items.kind != "or"]
    known = [{*map(canonical, one.name.split())} for one in named]
    said = [[noun for noun in nouns if {*noun.split()} <= words] or [""] for words in known]
    are_counts = len({*nouns}) == len(others.items) == len(counts) == len(items.items)
    if not are_counts or (SIZES.keys() >= {*nouns} and [""] in said):
        return items
    pairs = zip(counts, said, strict=True)
    return items._replace(items=tuple(count._replace(unit=count.unit or ((noun, 1),)) for count, (noun, *_) in pairs))


def _with_labels_of(gold: Items, answer: Items) -> Items:
    """ "Net distance" as "net": a label with all words of one label of the gold, and of no other, is that (COL-13)."""
    labels = {one.name: {*one.name.split()} for one in gold.items if isinstance(one, Named) and _is_label(one)}
    items = [*answer.items]
    for place, one in enumerate(items if labels else ()):
        if isinstance(one, Named) and _is_label(one):
            found = [label for label, words in labels.items() if words <= {*one.name.split()}]
            items[place] = one._replace(name=found[0]) if len(found) == 1 else one
    return answer._replace(items=tuple(items))


def _without_number(gold: Items, answer: Items) -> Items:
    """``x_1 = 1, y_1 = 2`` for x and y: the one number that all names have says nothing of any (COL-13)."""
    named = [item for item in answer.items if isinstance(item, Named)]
    bases = [unknown_of(item.name) for item in named]
    numbers = {item.name[len(base) :] for item, base in zip(named, bases, strict=True)}
    if len(numbers) != 1 or sorted(bases) != sorted(item.name for item in gold.items if isinstance(item, Named)):
        return answer
    items = (item._replace(name=base) for item, base in zip(named, bases, strict=True))
    return answer._replace(items=tuple(items)) if len(named) == len(answer.items) else answer


def _is_label(value: Named) -> bool:
    return isinstance(value.written, Text)


def _called(value: Value) -> Value:
    """``m - n = 1``: the value of an expression in several names, under that expression for its name (REL-7)."""
    if isinstance(value, Relation) and value.sign == "=" and not features(value.right).names:
        return Named(spelled(value.left), (), Scalar(value.right)) if is_combination(value.left) else value
    return value


def _all_nouns(values: Iterable[Value]) -> list[str]:
    return [noun for one in values if isinstance(one, Scalar) for noun, _ in simplified(one.unit)]


def nouns_of(items: Items) -> list[str]:
    """The nouns and units behind values that each have their own: "boy" and "girl"."""
    nouns = _all_nouns([item.value if isinstance(item, Named) else item for item in items.items])
    return nouns if len({*nouns}) == len(items.items) == len(nouns) else []


def _exchanges(nouns: Sequence[str], values: Sequence[Value]) -> bool:
    """Whether the letter of a value is the initial of another one's noun, and not of its own (COL-13)."""
    initials = [noun[:1] for noun in nouns]
    names = [value.name.lower() if isinstance(value, Named) else "" for value in values]
    return any(name and name in initials and name != own for name, own in zip(names, initials, strict=False))


def _rise(values: Sequence[Value], budget: Budget) -> bool:
    """Whether the values are numbers, each greater than the one before it."""
    nodes = [value.node for value in values if isinstance(value, Scalar)]
    if len(nodes) < len(values):
        return False
    try:
        numbers = [evaluate(node, {}, budget.begin()) for node in nodes]
        return all(less(one, other) for one, other in pairwise(numbers))
    except (Undefined, Undecided, Unreadable):
        return False


def _initials_tell(*sides: Items) -> bool:
    """Whether letters and labels that begin with them tell apart what they stand for: M is no mean beside a median."""
    named = [[item for item in side.items if isinstance(item, Named)] for side in sides]
    names = [[item.name for item in side] for side in named]
    has_labels = any(isinstance(item.written, Text) for side in named for item in side)
    has_letters = any(len(name) == 1 for side in names for name in side)
    if set(names[0]) == set(names[1]) or not (has_labels and has_letters):
        return True
    return all(len({name[:1].lower() for name in side}) == len(side) for side in names)


def _has_order(gold: Items, answer: Items) -> bool:
    """Whether the order of values tells which is which (COL-1, COL-13, COL-40)."""
    return (
        gold.kind in ORDERED
        or answer.kind == "("
        or _are_parts(gold)
        or _names_points(gold, answer)
        or (_has_labels(answer) and not (nouns_of(gold) and nouns_of(answer)))
        or _tells_apart(gold, answer)
        or _tells_apart(answer, gold)
    )


def _are_parts(gold: Items) -> bool:
    """Whether a question asks for one after the other: values between semicolons, or truths (COL-40)."""
    in_turn = gold.kind == ";" and all(isinstance(item, Scalar) for item in gold.items)
    return in_turn or all(isinstance(item, Words) and truth(item.text, gold=True) is not None for item in gold.items)


def _is_choice(items: Sequence[Value]) -> bool:
    """Whether "or" chooses among them: statements, names, classes of several moduli, several things, words."""
    moduli = {item.modulus for item in items if isinstance(item, Residue)}
    of_several = len(moduli) > 1 or of_several_units(items) or _have_letters(items)
    are_words = any(isinstance(item, Words) for item in items) or all(map(_is_name, items))
    return of_several or are_words or any(map(is_statement, items))


def _have_letters(items: Sequence[Value]) -> bool:
    """Whether a letter may be the unit of one value beside units of others, ``3 h or 4 min``, or values stand behind
    letters of their own, ``A: 3 or B: 4``."""
    scalars = [item for item in items if isinstance(item, Scalar)]
    may_be_unit = any(not item.unit and features(item.node).names for item in scalars)
    labels = [item.node.args[0] for item in scalars if applies(item.node, "ratio")]
    are_labels = len(labels) == len(items) == len({*labels}) and all(isinstance(label, Sym) for label in labels)
    return are_labels or (may_be_unit and any(item.unit for item in scalars))


def of_several_units(items: Sequence[Value]) -> bool:
    """Whether values are amounts of several units or things, of which a bare number is none."""
    return len({simplified(item.unit) for item in items if isinstance(item, Scalar) and item.unit}) > 1


def _is_name(value: Value) -> bool:
    is_symbol = isinstance(value, Scalar) and isinstance(value.node, Sym) and bool(features(value.node).names)
    return is_symbol or isinstance(value, Words)


def _with_kinds_kept(same: Same) -> Same:
    """Inside a collection each collection or class keeps its kind: ``{1}`` is not 1 there, nor is ``1 (mod 5)``."""

    def same_kind(gold: Value, answer: Value) -> bool:
        is_table = isinstance(gold, Table) or isinstance(answer, Table)
        is_sum = isinstance(answer, Scalar) and not features(answer.node).names.isdisjoint(_UNIT_VECTORS[1:])
        is_vector = is_table or (is_sum and isinstance(gold, Items) and gold.kind in ORDERED)
        is_one_kind = all(isinstance(gold, kind) == isinstance(answer, kind) for kind in (Items, Residue))
        return (is_vector or is_one_kind) and same(gold, answer)

    return same_kind


def _elements(gold: Items, answer: Items, context: Context) -> Sequence[Value] | None:
    """The answer's values, where its brackets can be the gold's; of several names in their order (COL-13)."""
    if _are_parts(gold) and answer.kind in ("or", "{"):
        return None  # one of the parts, or a set of them
    if _has_labels(answer):
        return _labelled(gold, answer)
    if gold.kind == "{" and answer.kind == "[" and len(set(answer.items)) == 1:
        return answer.items[:1]  # [1, 1], the set of 1
    kinds = {gold.kind, answer.kind}
    one_kind = context.options.set_vs_tuple == "same" and "{" in kinds and kinds & ORDERED
    return answer.items if answer.kind in _TAKES[gold.kind] or one_kind else None


def _tells_apart(items: Items, others: Items) -> bool:
    """Whether nouns or units say which of some values is which, "3 dogs, 8 cats", and nothing does of others."""
    nouns, theirs = ({value.unit for value in side.items if isinstance(value, Scalar)} for side in (items, others))
    return len(nouns - {()}) > 1 and theirs == {()}


def _has_labels(items: Items) -> bool:
    """Whether values have names; that of one part of a question says nothing of the others (COL-39)."""
    names = {item.name for item in items.items if isinstance(item, Named)}
    return len(names) > (items.kind == "(") or not names.isdisjoint(UNKNOWNS)


def _labelled(gold: Items, answer: Items) -> Sequence[Value] | None:
    """The values of names, in the order of these."""
    if "or" in (gold.kind, answer.kind) or any(isinstance(item, Relation) for item in answer.items):
        return None
    labels = tuple(item for item in answer.items if isinstance(item, Named))
    names = {item.name for item in labels}
    # who writes (t, s) = (1, 2) has that order from the question
    if answer.kind != "(" or names <= UNKNOWNS or are_in_a_row(names):
        labels = in_order(labels)
    are_distinct = len(names) == len(labels)
    takes = gold.kind in LISTS or gold.kind in ORDERED or (gold.kind == "{" and _are_functions(labels))
    values = labels if len(labels) == len(answer.items) else answer.items
    return [*map(unnamed, values)] if takes and are_distinct else None


def _are_functions(labels: Sequence[Named]) -> bool:
    """Whether values are functions under one letter that numbers them: ``y_1 = 1, y_2 = x``."""
    letters = {unknown_of(item.name) for item in labels}
    nodes = [item.value.node for item in labels if isinstance(item.value, Scalar)]
    is_numbered = len(letters) == 1 and letters.isdisjoint(item.name for item in labels)
    return is_numbered and any(features(node).names for node in nodes)


# --- one by one --------------------------------------------------------------------------------------------


def _in_order(gold: Sequence[Value], answer: Sequence[Value], same: Same, clause: str) -> Finding:
    if len(gold) != len(answer):
        return no(clause, f"{len(answer)} values for {len(gold)}")
    for place, (ours, theirs) in enumerate(zip(gold, answer, strict=True), 1):
        if ours != theirs and not same(ours, theirs):
            return no(clause, f"value {place} differs")
    return yes(clause, "the same values in the same order")


def _matched(gold: Sequence[Value], answer: Sequence[Value], same: Same) -> Finding:
    """Each value as often in one as in the other (COL-7)."""
    if len(gold) != len(answer):
        return no("COL-7", f"{len(answer)} values for {len(gold)}")
    left = list(answer)
    for ours in gold:
        place = next((k for equal in (eq, same) for k, theirs in enumerate(left) if equal(ours, theirs)), None)
        if place is None:
            return no("COL-7", "a value of the gold is missing")
        left.pop(place)
    return yes("COL-7", "the same values, each as often")


def _as_sets(gold: Sequence[Value], answer: Sequence[Value], same: Same) -> Finding:
    if not all(ours in answer or any(same(ours, theirs) for theirs in answer) for ours in gold):
        return no("COL-10", "an element of the gold is missing")
    if not all(theirs in gold or any(same(ours, theirs) for ours in gold) for theirs in answer):
        return no("COL-10", "an element is not in the gold")
    return yes("COL-10", "the same elements")


def _statements(gold: Items, answer: Items, same: Same) -> Finding:
    """Equations, and values with names, in any order; bare values in the order of the names (COL-13, COL-15)."""
    if gold.kind in ORDERED and _are_told_apart_by_place(gold, answer):
        return _in_order(gold.items, answer.items, same, "COL-39")
    gold = _with_letters(gold, answer)
    named = [item for item in gold.items if isinstance(item, Named)]
    if len(named) < len(gold.items) or all(isinstance(item, (Named, Relation)) for item in answer.items):
        return _matched(gold.items, answer.items, same)
    if _tell_by_letters([item.value for item in named], answer.items):
        return _matched([item.value for item in named], answer.items, same)
    told = any(map(is_statement, answer.items))
    kinds = ("(", "<", ",", ";", "and", *("[" if gold.kind == "[" else ""))
    if told or answer.kind not in kinds:
        return no("COL-13", "the labelled values are missing")
    values = [item.value for item in named]
    if not all(isinstance(value, Items) for value in values):  # points are given as they come
        values = [item.value for item in in_order(named, w_last=True)]
    return _in_order(values, answer.items, same, "COL-13")


def _is_in_letter(value: Value) -> bool:
    return isinstance(value, Reals) and bool(value.variable)


def _are_inequalities(values: Sequence[Value]) -> bool:
    return all(map(_is_in_letter, values))


def _letters_of(values: Sequence[Value]) -> list[str]:
    """The letters of which inequalities are told."""
    return [value.variable for value in values if isinstance(value, Reals)]


def _are_told_apart_by_place(gold: Items, answer: Items) -> bool:
    """Whether inequalities in a tuple are in one letter, or the answer is one, too: their places are their labels."""
    one_letter = len({*_letters_of(gold.items)}) == 1
    return _are_inequalities(gold.items) and (one_letter or answer.kind in ORDERED)


def _with_letters(gold: Items, answer: Items) -> Items:
    """The inequalities of a gold under the names of their letters, beside an answer that has none."""
    has_names = any(isinstance(value, (Named, Relation)) or _is_in_letter(value) for value in answer.items)
    return gold if has_names else gold._replace(items=tuple(map(_by_letter, gold.items)))


def _by_letter(value: Value) -> Value:
    """``x >= 1`` under the name of its letter, of which a set without a letter may be told (COL-13)."""
    return Named(value.variable, (), value) if isinstance(value, Reals) and value.variable else value


def _tell_by_letters(gold: Sequence[Value], answer: Sequence[Value]) -> bool:
    """Whether inequalities are told apart by their own letters, whatever labels the gold has: ``x > 1, y < 0``."""
    letters = _letters_of(gold)
    return len({*letters}) == len(gold) and _are_inequalities([*gold, *answer])


def _names_points(gold: Items, answer: Items) -> bool:
    """Whether each point of a gold has its own letters, ``(x, y) = (1, 2); (u, v) = (3, 4)``, and none of an answer."""
    names, theirs = ([_names_in(item) for item in side.items] for side in (gold, answer))
    return len({*names}) == len(names) > 1 and () not in names and not any(theirs)


def _names_in(point: Value) -> tuple[str, ...]:
    items = point.items if isinstance(point, Items) else ()
    return tuple(item.name for item in items if isinstance(item, Named))


# --- vectors and matrices ----------------------------------------------------------------------------------


def vector(value: Table) -> tuple[Value, ...]:
    """The entries of a single row or a single column; none of any other matrix."""
    rows = value.rows if len(value.rows) == 1 else tuple(zip(*value.rows, strict=False))
    return rows[0] if len(rows) == 1 else ()


def coefficients(value: Scalar, length: int, context: Context) -> tuple[Value, ...] | None:
    """``3i - k`` as the vector of its coefficients, of which it is the sum (COL-33)."""
    if not length or features(value.node).names.isdisjoint(_UNIT_VECTORS[1:]):
        return None
    parts = {name: substituted(value.node, {other: Num(fmpq(other == name)) for other in _UNIT_VECTORS})
             for name in _UNIT_VECTORS[:length]}  # fmt: skip
    total = App("add", tuple(App("mul", (part, Sym(name))) for name, part in parts.items()))
    return tuple(map(Scalar, parts.values())) if surely_same(value.node, total, context.budget) else None


def as_table(value: Items) -> Table | None:
    """Lists within a list, as programs print a matrix (COL-31)."""
    rows = [item.items for item in value.items if isinstance(item, Items) and item.kind == "["]
    return Table(tuple(rows)) if value.kind == "[" and len(rows) == len(value.items) > 0 else None


def compare_tables(gold: Table, answer: Table, same: Same) -> Finding:
    """Whether two matrices have one shape and equal entries; a tuple has no shape (COL-31, COL-32)."""
    if [len(row) for row in gold.rows] != [len(row) for row in answer.rows]:
        return no("COL-31", "another shape")
    ours, theirs = ([entry for row in table.rows for entry in row] for table in (gold, answer))
    return _in_order(ours, theirs, same, "COL-31")
