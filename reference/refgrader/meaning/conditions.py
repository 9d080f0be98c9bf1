"""Conditions beside an answer, and the families that a condition over the integers makes (REL-25, EXPR-27)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.limits import Unreadable
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.values import (
    LISTS,
    Conditional,
    Family,
    Items,
    Named,
    Scalar,
    Value,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.reading.notation import CONDITIONS
from refgrader.reading.tree import (
    App,
    Chain,
    Given,
    Group,
    Listing,
    Node,
    Sym,
    Text,
    children,
    is_decided,
    is_otherwise,
)


def split_conditions(items: tuple[Node, ...]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The items that give values, and those that only say what a symbol in them is."""
    for cut in range(1, len(items)):
        body = items[:cut]
        if all(_is_condition(item, body) for item in items[cut:]):
            return body, items[cut:]
    return items, ()


def _is_condition(item: Node, body: tuple[Node, ...]) -> bool:
    if isinstance(item, Text):
        return False
    if not isinstance(item, Chain) or not set(item.signs) <= {"∈", "<", ">", "<=", ">=", "!=", "=", "∉"}:
        return False
    if set(item.signs) == {"="}:
        return len(item.items) == 2 and isinstance(item.items[1], Listing)
    subject = next((part for part in item.items if isinstance(part, Sym)), None)
    if subject is None:
        return False
    if item.signs[0] in ("∈", "∉") and isinstance(item.items[1], Sym):
        return all(not isinstance(part, Chain) or part.signs[0] not in ("∈", "<", ">", "<=", ">=") for part in body)
    return any(_about(part, subject.name) for part in body)


def _about(part: Node, name: str) -> bool:
    """Whether a value, not itself a solved relation for that symbol, speaks of the symbol."""
    if isinstance(part, Chain):
        return (
            part.signs[0] == "="
            and part.items[0] != Sym(name)
            and any(name in features(item).names for item in part.items)
        )
    return not isinstance(part, (Group, Text)) and name in features(part).names


@reads(Given)
def _given(node: Given, budget: Budget) -> Value:
    cases = _cases(node)
    if cases is not None:
        return interpret(cases, budget)
    condition = node.condition
    if _chooses(condition):
        raise Unreadable("a choice between two answers")
    conditions = condition.items if isinstance(condition, Listing) and condition.joiner != "or" else (condition,)
    body = node.body.items if isinstance(node.body, Listing) and node.body.joiner == "," else (node.body,)
    values, more = split_conditions(body)
    return conditional(values, (*more, *conditions), budget)


def _chooses(condition: Node) -> bool:
    """Whether a condition goes on with another answer: ``5 if x > 0 else 6``, "5 for even n, 6 for odd"."""
    if isinstance(condition, Text) and is_otherwise(condition):
        return not condition.words.isalpha()  # more than that one word
    if isinstance(condition, Text):
        said = condition.words.lower().split()
        return not CONDITIONS.isdisjoint(said) and any(word.isdecimal() for word in said)
    if isinstance(condition, Listing) and any(
        isinstance(item, Given) and not isinstance(item.body, (Chain, Text)) for item in condition.items
    ):
        return True
    return any(is_otherwise(child) or _chooses(child) for child in children(condition))


def _cases(node: Given) -> Node | None:
    """``x+1 if x<0, x^2 if x>=0``: a function by cases in plain text (EXPR-20); None where it is something else."""
    pieces = _pieces(node)
    if len(pieces) < 2 or not all(is_decided(piece.condition) for piece in pieces):
        return None
    bodies = [piece.body for piece in pieces]
    name = bodies[0].items[0] if isinstance(bodies[0], Chain) and bodies[0].signs == ("=",) else None
    if name is not None:  # f(x) = …, once or before each piece
        bodies = [body.items[1] if isinstance(body, Chain) and body[:1] == (("=",),) and body.items[0] == name else body
                  for body in bodies]  # fmt: skip
    if any(isinstance(body, (Chain, Listing, Text)) for body in bodies):
        return None
    cases = App("cases", tuple(Given(body, piece.condition) for body, piece in zip(bodies, pieces, strict=True)))
    return cases if name is None else Chain(("=",), (name, cases))


def _pieces(node: Given) -> list[Given]:
    """The pieces that follow each other, each in the list behind the condition of the one before."""
    pieces = []
    while (
        isinstance(node.condition, Listing)
        and node.condition.joiner != "or"
        and len(node.condition.items) == 2
        and isinstance(following := node.condition.items[1], Given)
    ):
        pieces.append(Given(node.body, node.condition.items[0]))
        node = following
    return [*pieces, node]


def conditional(body: tuple[Node, ...], conditions: tuple[Node, ...], budget: Budget) -> Value:
    node = body[0] if len(body) == 1 else Listing(",", body)
    integers = integer_symbols(conditions) & features(node).names
    if len(integers) == 1 and all(_says_integer(condition) for condition in conditions):
        (symbol,) = integers
        family = _as_family(interpret(node, budget), symbol)
        if family is not None:
            return family
    return Conditional(interpret(node, budget), tuple(_in_signs(condition) for condition in conditions))


def _in_signs(condition: Node) -> Node:
    """ "k is an integer" as it is written in signs."""
    names = integer_symbols((condition,)) if isinstance(condition, Text) else frozenset()
    return Chain(("∈",), (Sym(next(iter(names))), Sym("ℤ"))) if len(names) == 1 else condition


def _as_family(value: Value, symbol: str) -> Value | None:
    if isinstance(value, Named) and not value.parameters:
        inner = _as_family(value.value, symbol)
        return None if inner is None else Named(value.name, (), inner)
    if isinstance(value, Scalar) and not value.unit:
        return Family((value.node,), symbol)
    if isinstance(value, Items) and value.kind in (*LISTS, "{"):
        nodes = tuple(item.node for item in value.items if isinstance(item, Scalar) and not item.unit)
        return Family(nodes, symbol) if len(nodes) == len(value.items) else None
    return None


def _says_integer(condition: Node) -> bool:
    return isinstance(condition, Text) or bool(integer_symbols((condition,)))


_INTEGER_IN_WORDS: Final = re.compile(
    r"^(?:(?:for|where|with|over|as|and|all|any|every|each|some|arbitrary|an?|the) )*integers? ([a-zA-Z])$"
    r"|^([a-zA-Z]) (?:is |= )?(?:(?:an?|any) )?integers?$"
)


def integer_symbols(conditions: tuple[Node, ...]) -> frozenset[str]:
    found = set()
    for condition in conditions:
        if isinstance(condition, Text):
            found |= {name for pair in _INTEGER_IN_WORDS.findall(condition.words) for name in pair if name}
        if isinstance(condition, Chain) and condition.signs == ("∈",) and condition.items[1] in (Sym("ℤ"), Sym("Z")):
            subjects = condition.items[0]
            for subject in subjects.items if isinstance(subjects, Listing) else (subjects,):
                if isinstance(subject, Sym):
                    found.add(subject.name)
    return frozenset(found)
