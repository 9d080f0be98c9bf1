"""Sums without end, and integrals of functions that are not given: one is another where their terms are (EXPR-23)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.compare.substitution import substituted
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same, surely_same
from refgrader.reading.tree import App, Node, Num, Sym, children, mapped

#: Stands for the index, which has no name of its own.
_INDEX: Final = "#"
#: Values of the index at which two terms are divided, to find the factor between them.
_PLACES: Final = (fmpq(1), fmpq(2))
_MOST: Final = 4


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
    ours, theirs = ([_operation(node) for node in _series(side)] for side in (gold, answer))
    if not 0 < len(ours) <= _MOST or not 0 < len(theirs) <= _MOST:
        return False
    values: dict[Node, Node] = {}
    for k, one in enumerate(ours):
        values.setdefault(one.node, Sym(f"{_INDEX}{k}"))
    for other in theirs:
        for one in ours:
            factor = None if other.node in values else _factor(one, other, context)
            if factor is not None:
                values[other.node] = App("mul", (factor, values[one.node]))
        if other.node not in values:
            return False
    return same(_replaced(gold, values), _replaced(answer, values), context.budget)


def _series(node: Node) -> Iterator[App]:
    if isinstance(node, App):
        if node.head in ("sum", "prod") and Sym("∞") in node.args[1:3]:
            yield node
            return
        if node.head == "int" and _calls(node.args[3]):
            yield node
            return
    for child in children(node):
        yield from _series(child)


def _calls(node: Node) -> bool:
    return (isinstance(node, App) and node.head == "call") or any(_calls(child) for child in children(node))


def _operation(node: App) -> _Operation:
    index, lower, upper, term = node.args
    assert isinstance(index, Sym)
    name = re.compile(rf"(?<![a-zA-Z]){re.escape(index.name)}(?![a-zA-Z])")
    term = _in_subscripts(term, name)
    if node.head != "int" and not _indexed(term) and lower != App("neg", (Sym("∞"),)):
        return _Operation(node, (upper,), substituted(term, {index.name: App("add", (Sym(_INDEX), lower))}))
    return _Operation(node, (lower, upper), substituted(term, {index.name: Sym(_INDEX)}))


def _in_subscripts(node: Node, name: re.Pattern[str]) -> Node:
    """The term with its index in subscripts, ``a_n``, under the one name."""
    if isinstance(node, Sym):
        base, bar, subscript = node.name.partition("_")
        return Sym(base + bar + name.sub(_INDEX, subscript))
    return mapped(node, lambda child: _in_subscripts(child, name))


def _indexed(node: Node) -> bool:
    return (isinstance(node, Sym) and _INDEX in node.name) or any(_indexed(child) for child in children(node))


def _at(term: Node, place: fmpq) -> Node:
    """The term where the index has a value, in subscripts too."""
    if isinstance(term, Sym):
        return Num(place) if term.name == _INDEX else Sym(term.name.replace(_INDEX, str(place)))
    return mapped(term, lambda child: _at(child, place))


def _factor(gold: _Operation, answer: _Operation, context: Context) -> Node | None:
    """What the answer's terms are of the gold's, where that is the same for each of them: 1 for those of a product."""
    if gold.node.head != answer.node.head or not _same_bounds(gold, answer, context):
        return None
    if gold.node.head == "prod":
        return Num(fmpq(1)) if surely_same(gold.term, answer.term, context.budget) else None
    for place in _PLACES:
        factor = App("div", (_at(answer.term, place), _at(gold.term, place)))
        try:
            return factor if same(answer.term, App("mul", (factor, gold.term)), context.budget) else None
        except Undefined:  # both are nought there
            continue
    return None


def _same_bounds(gold: _Operation, answer: _Operation, context: Context) -> bool:
    return len(gold.bounds) == len(answer.bounds) and all(
        one == other or (Sym("∞") not in (one, other) and surely_same(one, other, context.budget))
        for one, other in zip(gold.bounds, answer.bounds, strict=True)
    )


def _replaced(node: Node, values: dict[Node, Node]) -> Node:
    if isinstance(node, App) and node in values:
        return values[node]
    return mapped(node, lambda child: _replaced(child, values))
