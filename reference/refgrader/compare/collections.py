"""Tuples, lists, sets, labelled values, vectors and matrices (COL)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.substitution import substituted
from refgrader.meaning.lists import is_statement
from refgrader.meaning.sets import ELLIPSIS
from refgrader.meaning.values import LISTS, Items, Named, Reals, Scalar, Table, Value, Words
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undecided, Undefined
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same
from refgrader.reading.tree import Node, Num, Sym, children

Compare = Callable[[Value, Value, Context], Finding]


def _elements(compare_values: Compare) -> Compare:
    """Inside a collection each collection keeps its kind: ``{1}`` is not 1 there (COL-16)."""

    def compare_elements(gold: Value, answer: Value, context: Context) -> Finding:
        if (
            isinstance(gold, Items) != isinstance(answer, Items)
            and not isinstance(gold, Table)
            and not isinstance(answer, Table)
        ):
            return no("COL-16", "a collection for a value")
        return compare_values(gold, answer, context)

    return compare_elements


_UNIT_VECTORS: Final = ("i", "j", "k")
_ORDERED: Final = frozenset({"(", "[", "<"})


def compare_items(gold: Items, answer: Value, context: Context, compare_values: Compare) -> Finding:
    """Whether several answers are the gold's several answers, in the gold's sense of order."""
    compare_values = _elements(compare_values)
    if isinstance(answer, Items) and (gold.kind == "or") != (answer.kind == "or") and _are_names(gold):
        return no("COL-7", "one of them, not all of them")
    if gold.kind == "{|" and isinstance(answer, Items) and answer.kind == "{|":
        return _in_order(gold.items, answer.items, context, compare_values, "REL-22")
    if any(is_statement(item) for item in gold.items):
        return _labels(gold, answer, context, compare_values)
    if gold.kind in _ORDERED:
        return _tuple(gold, answer, context, compare_values)
    return _unordered(gold, answer, context, compare_values)


# --- tuples ------------------------------------------------------------------------------------------------


def _tuple(gold: Items, answer: Value, context: Context, compare_values: Compare) -> Finding:
    nested = as_table(gold)
    if nested is not None and isinstance(answer, Table):
        return compare_tables(nested, answer, context, compare_values)
    items = _as_tuple(gold, answer, context)
    if items is None:
        return no("COL-3", "another kind of collection")
    if len(items) != len(gold.items):
        return no("COL-1", f"{len(items)} elements for {len(gold.items)}")
    if context.options.order == "any":
        return _matched(gold.items, items, context, compare_values)
    for place, (ours, theirs) in enumerate(zip(gold.items, items, strict=True), 1):
        if not compare_values(ours, theirs, context).same:
            return no("COL-1", f"element {place} differs")
    return yes("COL-1", "the same elements in the same order")


def _as_tuple(gold: Items, answer: Value, context: Context) -> Sequence[Value] | None:
    """The answer's elements in order, where it can be read as the gold's kind of tuple."""
    kind = gold.kind
    if isinstance(answer, Named):
        answer = answer.value
    if isinstance(answer, Items):
        if any(isinstance(item, Named) for item in answer.items):
            return _by_label(answer) if kind in ("(", "<") and answer.kind != "or" else None
        if answer.kind == kind or {answer.kind, kind} == {"(", "<"}:
            return answer.items
        if answer.kind == "," and kind != "[":
            return answer.items
        if answer.kind == "{" and context.options.set_vs_tuple == "same":
            return answer.items
        return None
    if isinstance(answer, Table):
        return vector(answer)
    if isinstance(answer, Scalar) and kind in ("(", "<"):
        return _coefficients(answer, len(gold.items), context)
    return None


def _by_label(items: Items) -> Sequence[Value] | None:
    """Labelled values in the alphabetical order of their names (COL-13)."""
    if not all(isinstance(item, Named) for item in items.items):
        return None
    named = sorted((item for item in items.items if isinstance(item, Named)), key=lambda item: item.name)
    if len({item.name for item in named}) != len(named):
        return None
    return [item.value for item in named]


def vector(value: Table) -> Sequence[Value] | None:
    """The entries of a single row or a single column."""
    if len(value.rows) == 1:
        return value.rows[0]
    if all(len(row) == 1 for row in value.rows):
        return [row[0] for row in value.rows]
    return None


def _coefficients(answer: Scalar, length: int, context: Context) -> Sequence[Value] | None:
    """``3i - k`` as the vector of its coefficients (COL-33)."""
    names = features(answer.node).names | ({"i"} if _mentions(answer.node, "i") else set())
    if length > 3 or not names & {"j", "k"}:
        return None
    if not names <= set(_UNIT_VECTORS):
        return _symbolic_coefficients(answer.node, length, context)
    if not names <= set(_UNIT_VECTORS[: max(length, 2)]):
        return None
    zero: dict[str, Number] = {name: fmpq(0) for name in _UNIT_VECTORS}
    with precision(256):
        try:
            base = evaluate(answer.node, zero, context.budget)
            units = [evaluate(answer.node, {**zero, name: fmpq(1)}, context.budget) for name in _UNIT_VECTORS[:length]]
        except (Undefined, Undecided):
            return None
    if base != 0:
        return None
    if all(isinstance(unit, fmpq) for unit in units):
        return [Scalar(Num(unit)) for unit in units]
    return [Scalar(_at(answer.node, name)) for name in _UNIT_VECTORS[:length]]


def _symbolic_coefficients(node: Node, length: int, context: Context) -> Sequence[Value] | None:
    """``2x i + 3y j``: the components with symbols, where nothing is left without a unit vector."""
    try:
        if not same(_at(node, ""), Num(fmpq(0)), context.budget):
            return None
    except Undefined:
        return None
    return [Scalar(_at(node, name)) for name in _UNIT_VECTORS[:length]]


def _at(node: Node, name: str) -> Node:
    """The expression with one unit vector set to 1 and the others to 0."""
    return substituted(node, {vector: Num(fmpq(vector == name)) for vector in _UNIT_VECTORS})


def _mentions(node: Node, name: str) -> bool:
    return node == Sym(name) or any(_mentions(child, name) for child in children(node))


# --- lists and sets ----------------------------------------------------------------------------------------


def _unordered(gold: Items, answer: Value, context: Context, compare_values: Compare) -> Finding:
    items = _as_list(gold, answer, context)
    if items is None:
        return no("COL-3", "another kind of collection")
    if ELLIPSIS in gold.items or ELLIPSIS in items:
        return _in_order(gold.items, items, context, compare_values, "COL-21")
    if gold.kind in ("{", "or"):
        return _as_sets(gold.items, items, context, compare_values)
    ordered = isinstance(answer, Items) and (
        answer.kind == "(" or any(isinstance(item, Named) for item in answer.items)
    )
    if (context.options.order == "strict" or ordered) and context.options.order != "any":
        return _in_order(gold.items, items, context, compare_values, "COL-11" if ordered else "OPT-4")
    return _matched(gold.items, items, context, compare_values)


def _as_list(gold: Items, answer: Value, context: Context) -> Sequence[Value] | None:
    if isinstance(answer, Named):
        answer = answer.value
    if isinstance(answer, Items):
        if any(isinstance(item, Named) for item in answer.items):
            return _by_label(answer) if gold.kind in LISTS else None
        if answer.kind in (*LISTS, "{"):
            return answer.items
        if answer.kind == "(" and (gold.kind in LISTS or context.options.set_vs_tuple == "same"):
            return answer.items
        return None
    if isinstance(answer, (Table, Reals)):
        return None
    return [answer]


def _in_order(
    gold: Sequence[Value], answer: Sequence[Value], context: Context, compare_values: Compare, clause: str
) -> Finding:
    if len(gold) != len(answer):
        return no(clause, f"{len(answer)} values for {len(gold)}")
    for place, (ours, theirs) in enumerate(zip(gold, answer, strict=True), 1):
        if ours != theirs and not compare_values(ours, theirs, context).same:
            return no(clause, f"value {place} differs")
    return yes(clause, "the same values in the same order")


def _matched(gold: Sequence[Value], answer: Sequence[Value], context: Context, compare_values: Compare) -> Finding:
    """Each value as often in one as in the other (COL-7)."""
    if len(gold) != len(answer):
        return no("COL-7" if len(gold) > 1 else "COL-12", f"{len(answer)} values for {len(gold)}")
    left = list(answer)
    for ours in gold:
        place = next((k for k, theirs in enumerate(left) if ours == theirs), None)
        if place is None:
            place = next((k for k, theirs in enumerate(left) if compare_values(ours, theirs, context).same), None)
        if place is None:
            return no("COL-7", "a value of the gold is missing")
        left.pop(place)
    return yes("COL-7", "the same values, each as often")


def _as_sets(gold: Sequence[Value], answer: Sequence[Value], context: Context, compare_values: Compare) -> Finding:
    for one, other, which in ((gold, answer, "the answer"), (answer, gold, "the gold")):
        for item in one:
            if item not in other and not any(
                compare_values(*((item, found) if one is gold else (found, item)), context).same for found in other
            ):
                return no("COL-10", f"an element is not in {which}")
    return yes("COL-10", "the same elements")


# --- labels ------------------------------------------------------------------------------------------------


def _labels(gold: Items, answer: Value, context: Context, compare_values: Compare) -> Finding:
    """Values with names: each name has an equal value; else they count in alphabetical order (COL-13, COL-15)."""
    if isinstance(answer, Items) and (gold.kind == "or") != (answer.kind == "or"):
        return no("COL-13", "one of the values, not all of them")
    if not all(isinstance(item, Named) for item in gold.items):
        return _mixed(gold, answer, context, compare_values)
    named = [item for item in gold.items if isinstance(item, Named)]
    if isinstance(answer, Items) and answer.items and all(isinstance(item, Named) for item in answer.items):
        found = _label_by_label(named, answer, context, compare_values)
        return found
    if isinstance(answer, Items) and answer.kind in ("(", "<", ","):
        points = all(isinstance(item.value, Items) for item in named)
        ordered = named if points else sorted(named, key=lambda item: item.name)
        return _in_order([item.value for item in ordered], answer.items, context, compare_values, "COL-13")
    return no("COL-13", "the labelled values are missing")


def _are_names(value: Items) -> bool:
    """Whether letters, words or statements about several unknowns are listed, of which "or" chooses."""
    if all(isinstance(item, Reals) and item.variable for item in value.items):
        return True
    return value.kind in LISTS and all(isinstance(item, Words) or _is_letter(item) for item in value.items)


def _is_letter(value: Value) -> bool:
    return isinstance(value, Scalar) and isinstance(value.node, Sym) and bool(features(value.node).names)


def _label_by_label(gold: list[Named], answer: Items, context: Context, compare_values: Compare) -> Finding:
    theirs = [item for item in answer.items if isinstance(item, Named)]
    if sorted(item.name for item in gold) != sorted(item.name for item in theirs):
        return no("COL-13", "other labels")
    for item in gold:
        if not any(
            item.name == other.name and compare_values(item.value, other.value, context).same for other in theirs
        ):
            return no("COL-13", f"{item.name} has another value")
    return yes("COL-13", "each label has the same value")


def _mixed(gold: Items, answer: Value, context: Context, compare_values: Compare) -> Finding:
    if not isinstance(answer, Items):
        return no("COL-12", "one value for several")
    return _matched(gold.items, answer.items, context, compare_values)


# --- matrices ----------------------------------------------------------------------------------------------


def as_table(value: Value) -> Table | None:
    """A matrix, or lists of one length within a list as programs print one (COL-31)."""
    if isinstance(value, Table):
        return value
    if isinstance(value, Items) and value.kind in ("[", "(") and value.items:
        rows = [item.items for item in value.items if isinstance(item, Items) and item.kind == "["]
        if len(rows) == len(value.items) and len({len(row) for row in rows}) == 1 and value.kind == "[":
            return Table(tuple(rows))
    return None


def compare_tables(gold: Table, answer: Value, context: Context, compare_values: Compare) -> Finding:
    """Whether two matrices have one shape and equal entries; a tuple has no shape (COL-31, COL-32)."""
    if isinstance(answer, Named):
        answer = answer.value
    other = as_table(answer)
    if other is None:
        entries = vector(gold)
        if entries is None:
            return no("COL-31", "no matrix of that shape")
        if isinstance(answer, Items) and answer.kind == "[":  # as programs print a vector
            answer = Items("(", answer.items)
        return _tuple(Items("(", tuple(entries)), answer, context, compare_values)
    if [len(row) for row in gold.rows] != [len(row) for row in other.rows]:
        return no("COL-31", "another shape")
    for ours, theirs in zip(gold.rows, other.rows, strict=True):
        for one, two in zip(ours, theirs, strict=True):
            if not compare_values(one, two, context).same:
                return no("COL-31", "an entry differs")
    return yes("COL-31", "the same entries in the same places")
