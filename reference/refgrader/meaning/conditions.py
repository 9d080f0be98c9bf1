"""Conditions beside an answer, and the families that a condition over the integers makes (REL-25, EXPR-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from itertools import accumulate, chain
from typing import Final, NamedTuple, TypeGuard

from flint import fmpq

from refgrader import lexicon
from refgrader.limits import Unreadable
from refgrader.meaning import tellings
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.inequalities import FLIPPED
from refgrader.meaning.sets import whole_numbers
from refgrader.meaning.values import Conditional, Either, Family, Items, Named, Reals, Value, numbers_of
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.numbers.same import same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Chain, Given, Group, Listing, Matrix, Node, Num, Sym, Text, is_decided, within

#: Signs of relations that say within what a symbol is, or how it is distributed, and not what it is.
_RESTRICT: Final = FLIPPED.keys() - {"="} | {"∈", "∉", "~"}
#: The sets of whole numbers.
WHOLE: Final = (Sym("ℤ"), Sym("ℕ"))

#: What is said of arbitrary constants.
_SAID_OF_CONSTANTS: Final = lexicon.words("said of constants")


def says_constant(condition: Node) -> bool:
    """Whether a condition in words says of names that they are constants, "arbitrary" or not, and no more (EXPR-26)."""
    while isinstance(condition, Given) and isinstance(condition.body, Sym):  # of c_1, c_2
        condition = condition.condition
    words = condition.words.split() if isinstance(condition, Text) else ()
    known = all(word in _SAID_OF_CONSTANTS or len(word) == 1 for word in words)
    return known and not {"constant", "constants"}.isdisjoint(words)


class Lot(NamedTuple):
    """Values, and what is told behind them."""

    values: tuple[Node, ...]
    told: tuple[Node, ...]


def split_conditions(items: tuple[Node, ...]) -> tuple[Lot, ...]:
    """The items that give values, and those behind them that only say what a symbol in them is.

    They are one lot, or several where values follow conditions and have conditions of their own.
    """
    items = _each_told(items)
    for at in range(1, len(items) - 1):
        if tellings.counts(items[at:], items[:at]):
            return (Lot(items[:at], items[at:]),)
    values: list[Node] = []
    lots: list[tuple[list[Node], list[Node]]] = [([], [])]
    for item in items:
        conditions = lots[-1][1]
        if conditions and (excluded := _also_excluded(item, conditions[-1])):
            conditions.append(excluded)
        elif _is_condition(item, values):
            conditions.append(item)
        else:
            values.append(item)
            if conditions:
                lots.append(([], []))
            lots[-1][0].append(item)
    told = [condition for _, conditions in lots for condition in conditions]
    if not lots[-1][1] or all(is_member(condition, *WHOLE) for condition in told):
        lots = [(values, told)]
    return tuple(Lot(tuple(values), tuple(dict.fromkeys(conditions))) for values, conditions in lots)


def _each_told(items: tuple[Node, ...]) -> tuple[Node, ...]:
    """``c_1, c_2 ∈ ℝ`` as what is said of each of several symbols of the values before them."""
    *others, last = items
    told = last.items if isinstance(last, Group) and last.opening == "(" else ()
    if isinstance(last, Given):  # c_1 and c_2 are real
        told = (*(last.body.items if isinstance(last.body, Listing) else (last.body,)), last.condition)
    of_all = told and isinstance(told[-1], Chain) and all(isinstance(each, Sym) for each in told[:-1])
    if of_all or (told and tellings.counts(told, tuple(others))):  # (k = 1, …, n)
        items = (*others, *told)
    found = [*items]
    for at in range(len(items) - 2, 0, -1):
        symbol, following = items[at], found[at + 1]
        if isinstance(symbol, Sym) and isinstance(following, Chain) and _RESTRICT.issuperset(following.signs):
            of_both = {symbol, following.items[0]} <= {*map(Sym, names_in(items[:at]))}
            if of_both and len(following.items) == 2:
                found[at] = following._replace(items=(symbol, following.items[1]))
    return tuple(found)


def _is_condition(item: Node, body: list[Node]) -> bool:
    """Whether a relation behind values speaks of one of them, or excludes a value of what was cancelled in them."""
    if not body or not isinstance(item, Chain):
        return False
    subject = _subject(item)
    if subject is None or not _RESTRICT.issuperset(item.signs):
        return False
    if item.signs == ("!=",) and all(_may_be_other(part, item.items[0]) for part in body):
        return True
    if item.signs == ("∈",) and item.items[1] in WHOLE and any(_bounds(part, subject.name, {"∈"}) for part in body):
        return True  # 2 <= n <= 4, n ∈ ℤ; x ∈ [kπ, kπ + 1], k ∈ ℤ
    if item.signs[0] in ("∈", "∉") and isinstance(item.items[1], Sym):
        return all(not isinstance(part, Chain) or part.signs[0] not in ("∈", "<", ">", "<=", ">=") for part in body)
    return any(_about(part, subject.name) for part in body)


def _may_be_other(part: Node, name: Node) -> bool:
    """Whether a value may be other than what a name is not: one of nothing, or of that name."""
    is_of_it = isinstance(part, Chain) and (part.signs, part.items[0]) == (("=",), name)
    return is_of_it or not isinstance(part, (Chain, Listing))


def _subject(relation: Chain) -> Sym | None:
    """The symbol of which a relation speaks, by itself or by its size or a part of it: ``|x| < 1``, ``Re(s) > -a``."""
    measured = [part for part in relation.items if isinstance(part, App) and part.head in ("abs", "re", "im")]
    members = within(measured[0]) if measured else relation.items
    return next((part for part in members if isinstance(part, Sym)), None)


def _bounds(part: Node, name: str, others: Set[str] = frozenset()) -> bool:
    """Whether a value is an inequality, or has another sign, that speaks of the symbol, or one of several that do."""
    if isinstance(part, Listing) and part.joiner == "or":
        return all(_bounds(each, name, others) for each in part.items)
    signs = {*FLIPPED, *others} - {"=", "!="}
    return isinstance(part, Chain) and signs.issuperset(part.signs) and name in features(part).names


def _also_excluded(item: Node, before: Node) -> Chain | None:
    """The −1 of ``x != 0, -1``, which x is not either (REL-19)."""
    if not isinstance(before, Chain) or before.signs != ("!=",) or isinstance(item, (Chain, Text, Listing)):
        return None
    return None if features(item).names else Chain(("!=",), (before.items[0], item))


def _also_told(item: Node, before: Node) -> Chain | None:
    """What the condition before says of another name as well: B of "for real A and B"; or `_also_excluded`."""
    if isinstance(item, Sym) and is_member(before, Sym("ℝ")):
        return Chain(("∈",), (item, Sym("ℝ")))
    return _also_excluded(item, before)


def _holds_a_value(conditions: Sequence[Node]) -> bool:
    """Whether a value stands among conditions: the 6 of ``5 if x > 0, or 6``, but not of ``x = 5, 6``."""
    value_of_it = False
    for condition in conditions:
        if isinstance(condition, (Chain, Given, Listing, Text)):
            value_of_it = isinstance(condition, Chain) and condition.signs[-1] in ("=", "!=")
        elif not (
            value_of_it or features(condition).names or any(isinstance(part, Text) for part in within(condition))
        ):
            return True
    return False


def _about(part: Node, name: str) -> bool:
    """Whether a value, not itself a solved relation for that symbol, speaks of the symbol."""
    part = part.items[0] if isinstance(part, Listing) and part.joiner == "and" else part  # x < 1 and x != 0
    if isinstance(part, Listing) and _bounds(part, name):
        return False
    if isinstance(part, Chain) and (part.signs[0] != "=" or part.items[0] == Sym(name)):
        return False
    return name in features(part).names


@reads(Given)
def _given(node: Given, budget: Budget) -> Value:
    condition = node.condition
    if _solves(condition, node.body, budget):
        return interpret(condition, budget)
    pieces = _pieces(node)
    if len(pieces) > 1:
        return alternatives(pieces, budget)
    if _holds_a_value(condition.items if isinstance(condition, Listing) else (condition,)):
        raise Unreadable("another value stands in the place of a condition")
    parts = condition.items if isinstance(condition, Listing) and condition.joiner != "or" else (condition,)
    conditions = tuple(accumulate(parts, lambda before, part: _also_told(part, before) or part))
    left_out = [part.items[0] for part in conditions if isinstance(part, Chain) and part.signs == ("!=",)]
    if left_out and isinstance(left_out[0], Sym) and _bounds(node.body, left_out[0].name):
        return interpret(Listing("and", (node.body, *conditions)), budget)  # x > 0 (x \ne 5)
    body = node.body if isinstance(node.body, Listing) else Listing(",", (node.body,))
    return conditional(body.items, conditions, budget, body.joiner)


def _solves(condition: Node, body: Node, budget: Budget) -> bool:
    """``\\cos t = 0`` before "t = π/2 + kπ for any integer k": the equation again, and its solutions (REL-28).

    Raises `Unreadable` where it is another equation.
    """
    parts = condition.items if isinstance(condition, Listing) else (condition,)
    if not isinstance(parts[-1], Given) or not isinstance(body, Chain) or body.signs != ("=",):
        return False
    values = [part.body if isinstance(part, Given) else part for part in parts]
    letters = [Sym(name) for name in features(body).names]
    solved = (isinstance(each, Chain) and each.signs == ("=",) and [each.items[0]] == letters for each in values)
    if body.items[0] in letters or not all(solved):
        return False
    for solution in [each.items[1] for each in values if isinstance(each, Chain)]:
        place = {letters[0].name: substituted(solution, dict.fromkeys(features(solution).names, Num(fmpq(1))))}
        left, right = (substituted(side, place) for side in body.items)
        with suppress(Undecided, Undefined):
            if not same(left, right, budget):
                raise Unreadable("a value that does not solve its equation")
    return True


def alternatives(pieces: Sequence[Given], budget: Budget) -> Value:
    """Values that each have a condition: a function by cases in plain text (EXPR-20), or a list of them (REL-25)."""
    cases = _cases(pieces)
    if cases is not None:
        return interpret(cases, budget)
    return Items(";", tuple(interpret(piece, budget) for piece in pieces))


def _cases(pieces: Sequence[Given]) -> Node | None:
    """``x+1 if x<0, x^2 if x>=0``: a function by cases of one thing; None where it is something else."""
    conditions = [piece.condition for piece in pieces]
    told = [each for each in conditions if isinstance(each, Chain)]
    are_values = all(each.signs == ("=",) and isinstance(each.items[0], Sym) for each in told)
    if are_values or len({features(each).names for each in told}) > 1 or not all(map(is_decided, conditions)):
        return None
    name, bodies = _named_bodies([piece.body for piece in pieces])
    if any(isinstance(body, (Chain, Group, Listing, Matrix, Text)) for body in bodies):
        return None
    cases = App("cases", tuple(Given(body, piece.condition) for body, piece in zip(bodies, pieces, strict=True)))
    return Chain(("=",), (name, cases)) if name is not None else cases


def _named_bodies(bodies: Sequence[Node]) -> tuple[Node | None, list[Node]]:
    """The name of a function by cases, ``f(x) = …`` once or before each piece, and the pieces without it."""
    name = bodies[0].items[0] if isinstance(bodies[0], Chain) else None
    return name, [
        body.items[1] if isinstance(body, Chain) and body.signs == ("=",) and body.items[0] == name else body
        for body in bodies
    ]


def _pieces(node: Given) -> list[Given]:
    """The pieces that follow each other, each in the list behind the condition of the one before."""
    pieces = []
    while isinstance(node.condition, Listing) and isinstance(following := node.condition.items[-1], Given):
        *own, _ = node.condition.items
        pieces.append(Given(node.body, own[0] if len(own) == 1 else Listing(",", tuple(own))))
        node = following
    return [*pieces, node]


def conditional(body: tuple[Node, ...], conditions: tuple[Node, ...], budget: Budget, joiner: str = ",") -> Value:
    """A value under conditions, without those that say nothing and those that tell a symbol of it (REL-28)."""
    items = _each_told(body + conditions)  # of c_1, c_2 ∈ ℝ the first may be at the end of the body
    body = tuple(value for value, item in zip(body, items, strict=False) if item is value)
    conditions = items[len(body) :]
    defined = dict(_defined(body))
    if any(defined.get(name, value) != value for name, value in _defined(conditions)):
        raise Unreadable("a name that is told once more, otherwise")  # f(x) = x+1 where f(x) = x+2
    told = tellings.told(conditions, body)
    if told is not None:
        value = conditional(tellings.put(body, told.places), told.rest, budget, joiner)
        if not told.stands:
            return value
        return Either((conditional(body, told.rest, budget, joiner), value), told.places[0])
    node = body[0] if len(body) == 1 else Listing(joiner, body)
    conditions = tuple(condition for condition in conditions if not says_constant(condition))
    if not conditions:
        return interpret(node, budget)
    conditions = tellings.in_order(conditions)
    integers = [integer_symbols(condition) for condition in conditions]
    value = interpret(node, budget)
    running = features(node).names.intersection(chain.from_iterable(integers))
    if all(integers) and len(running) == 1 and (family := _as_family(value, *running)) is not None:
        return family
    return Conditional(value, tuple(map(_in_signs, conditions)))


def _defined(nodes: tuple[Node, ...]) -> Iterator[tuple[Node, Node]]:
    """What equations call something, and that."""
    return ((node.items[0], node.items[1]) for node in nodes if isinstance(node, Chain) and node.signs == ("=",))


def is_member(condition: Node, *domains: Sym) -> TypeGuard[Chain]:
    """Whether a condition says that something is in a set of numbers."""
    return isinstance(condition, Chain) and condition.signs == ("∈",) and condition.items[1] in domains


def _as_family(value: Value, symbol: str) -> Value | None:
    if isinstance(value, Named):
        inner = _as_family(value.value, symbol)
        return None if inner is None else value._replace(value=inner)
    nodes = numbers_of(value) or ()
    return Family(nodes, symbol) if symbol in names_in(nodes) else None


def _in_signs(condition: Node) -> Node:
    """``k ∈ Z``, whose letter in italics is the integers, too."""
    if is_member(condition, Sym("Z")):
        return Chain(("∈",), (condition.items[0], Sym("ℤ")))
    return condition


def integer_symbols(condition: Node) -> frozenset[str]:
    """The symbols of which a condition says that they are integers."""
    condition = _in_signs(condition)
    subject = condition.items[0] if is_member(condition, Sym("ℤ")) else None
    return frozenset({subject.name}) if isinstance(subject, Sym) else frozenset()


def says_whole(value: Value) -> bool:
    """Whether a value is bounds of a name of which nothing else is said than that it is whole (COL-30)."""
    if not isinstance(value, Conditional) or not isinstance(value.value, Reals) or len(value.conditions) != 1:
        return False
    return value.conditions[0] in [Chain(("∈",), (Sym(value.value.variable), domain)) for domain in WHOLE]


def integers_between(value: Value, budget: Budget) -> Value:
    """The integers between bounds that are said to be of integers; any other value as it is (COL-30).

    Raises `Unreadable` where an end is missing.
    """
    if not isinstance(value, Conditional) or not isinstance(value.value, Reals):
        return value
    return whole_numbers(value.value.members, is_member(value.conditions[0], WHOLE[1]), budget)
