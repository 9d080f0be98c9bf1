"""Sums without end, and integrals of functions that are not given: one is another where their terms are (EXPR-23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.meaning.sets import MINUS_INFINITY
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same, surely_same
from refgrader.operations import INDEXED
from refgrader.reading.substitution import replaced, substituted, with_index, with_own_indices
from refgrader.reading.tree import ZERO, App, Node, Num, Sym, children, vocabulary, within

#: The index, which has no name of its own.
_INDEX: Final = Sym("#0")


class _Operation(NamedTuple):
    """A sum, a product or an integral, its index under one name and, where the sum has no end, counted from nought."""

    node: App
    bounds: tuple[Node, ...]
    term: Node


def has_series(node: Node) -> bool:
    """Whether an operation that has no value here stands in an expression."""
    return next(_series(node), None) is not None


def same_series(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions are equal where each such operation is taken as one unknown number."""
    pair = with_unknowns(gold, answer, context)
    return pair is not None and same(*pair, context.budget)


def with_unknowns(gold: Node, answer: Node, context: Context) -> tuple[Node, Node] | None:
    """Two expressions, each such operation an unknown number; None where the answer has one that the gold has not."""
    ours, theirs = ([_operation(node) for node in _series(side)] for side in (gold, answer))
    values: dict[Node, Node] = {one.node: Sym(f"#{k}") for k, one in enumerate(ours)}
    for other in theirs:
        if other.node not in values:
            factors = ((_factor(one, other, context), values[one.node]) for one in ours)
            told = next((App("mul", (factor, value)) for factor, value in factors if factor is not None), None)
            if told is None:
                return None
            values[other.node] = told
    return replaced(gold, values), replaced(answer, values)


def term_of(node: Node, context: Context) -> Callable[[Node], Node] | None:
    """The term of a sum without end at each place, with what multiplies it; None of anything else."""
    found = [_operation(each) for each in _series(node)]
    if len(found) != 1 or found[0].node.head != "sum" or len(found[0].bounds) > 1:
        return None

    def with_value(value: Node) -> Node:
        return replaced(node, {found[0].node: value})

    is_product = surely_same(with_value(ZERO), ZERO, context.budget)
    return (lambda place: with_value(substituted(found[0].term, {_INDEX.name: place}))) if is_product else None


def _series(node: Node) -> Iterator[App]:
    if isinstance(node, App):
        endless = node.head in INDEXED and Sym("∞") in node.args[1:3]
        if endless or (node.head == "int" and "call" in vocabulary(node.args[3])):
            yield node
            return
    for child in children(node):
        yield from _series(child)


def _operation(node: App) -> _Operation:
    _, lower, upper, term = children(with_own_indices(node))
    names = {part.name for part in within(term) if isinstance(part, Sym)} - {_INDEX.name}
    if node.head != "int" and not any(_INDEX.name in name for name in names) and lower != MINUS_INFINITY:
        return _Operation(node, (upper,), substituted(term, {_INDEX.name: App("add", (_INDEX, lower))}))
    return _Operation(node, (lower, upper), term)


def _at(term: Node, place: fmpq) -> Node:
    """The term where the index has a value, in subscripts too."""
    return substituted(with_index(term, _INDEX.name, str(place)), {str(place): Num(place)})


def _factor(gold: _Operation, answer: _Operation, context: Context) -> Node | None:
    """What the answer's terms are of the gold's, where that is the same for each of them: 1 for those of a product."""
    if gold.node.head != answer.node.head or len(gold.bounds) != len(answer.bounds):
        return None
    if not all(surely_same(*pair, context.budget) for pair in zip(gold.bounds, answer.bounds, strict=True)):
        return None
    if gold.node.head == "prod":
        return Num(fmpq(1)) if surely_same(gold.term, answer.term, context.budget) else None
    for place in (fmpq(1), fmpq(2)):
        factor = App("div", (_at(answer.term, place), _at(gold.term, place)))
        try:
            return factor if same(answer.term, App("mul", (factor, gold.term)), context.budget) else None
        except Undefined:  # both are nought there
            continue
    return None
