"""Answers side by side: bare lists, values of one unknown, labelled values, joined inequalities (COL, REL)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import chain, islice, pairwise, product
from typing import Final

from refgrader import units
from refgrader.late import late
from refgrader.limits import MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.meaning import signs, tellings
from refgrader.meaning.arithmetic import sum_of_quantities
from refgrader.meaning.calculations import digits_that_agree
from refgrader.meaning.conditions import alternatives, conditional, split_conditions
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.relations import as_class
from refgrader.meaning.sets import common, points_of
from refgrader.meaning.values import (
    Combined,
    Conditional,
    Either,
    Items,
    Named,
    Reals,
    RealSet,
    Relation,
    Scalar,
    Value,
    spread,
    unnamed,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.reading.tree import MODULAR, App, Chain, Given, Group, Listing, Node, Quantity, Sym, Text, listed

_JOINED: Final[dict[str, Callable[[RealSet, RealSet], RealSet]]] = {"or": partial(Combined, "or"), "and": common}
#: Letters so far apart in the alphabet still follow one another: x and z.
_GAP: Final = 2


@reads(Listing)
def _listing(node: Listing, budget: Budget) -> Value:
    *others, last = node.items
    if isinstance(last, Given) and not any(isinstance(item, Given) for item in others):  # of all: 3, 4 where x > 2
        return interpret(last._replace(body=node._replace(items=(*others, last.body))), budget)
    if each := _of_each(node.joiner, node.items):
        return interpret(Listing("and", each), budget)
    if (whole := _behind_signs(node)) is not None:
        return interpret(whole, budget)
    items = _each_equal(node.items)
    if signs.standing_in(*items):
        if linked := _linked(items, budget):
            return linked
        items = tuple(chain.from_iterable(map(_each_point, items)))
    items = tuple(map(as_class, _congruences(items)))
    lots = split_conditions(items)
    if len(lots) == 1 and lots[0].told:
        return conditional(*lots[0], budget)
    if len(lots) > 1:
        return alternatives([Given(listed(node.joiner, lot.values), listed("and", lot.told)) for lot in lots], budget)
    if len(pieces := [item for item in items if isinstance(item, Given)]) == len(items):
        return alternatives(pieces, budget)
    values = _by_function(items, [interpret(item, budget) for item in tellings.put_in_others(items)])
    return _joined(node.joiner, _same_variable(_by_label(items, values)), budget)


def _by_label(items: tuple[Node, ...], values: list[Value]) -> list[Value]:
    """``increasing: x > 1, decreasing: x < 0``: inequalities behind labels that differ, each with its own (COL-13)."""
    labels = [item.items[0] for item in items if isinstance(item, Chain) and isinstance(item.items[0], Text)]
    if not 1 < len({*labels}) == len(values) or not any(isinstance(value, Reals) for value in values):
        return values
    return [
        Named(label.words.lower().removeprefix("the "), (), value, label)
        if isinstance(value, Reals) and isinstance(label, Text)
        else value
        for label, value in zip(labels, values, strict=True)
    ]


def _by_function(items: tuple[Node, ...], values: list[Value]) -> list[Value]:
    """``\\cos\\theta = 0, \\sin\\theta = 1``: values of several functions of one angle by the names of the functions.

    So those at a number have names, too, by which nobody confuses the sine with the cosine.
    """
    sides = [item.items[0] for item in items if isinstance(item, Chain) and item.signs == ("=",)]
    heads = [side.head for side in sides if isinstance(side, App) and side.head in _FUNCTIONS]
    if not 1 < len({*heads}) == len(values) or len({side.args for side in sides if isinstance(side, App)}) > 1:
        return values
    told = [*map(unnamed, values)]
    are_numbers = all(isinstance(each, Scalar) for each in told)
    return [Named(head, (), each) for head, each in zip(heads, told, strict=True)] if are_numbers else values


#: Functions of angles, of which a list gives the values at one.
_FUNCTIONS: Final = frozenset("sin cos tan cot sec csc".split())


def _joined(joiner: str, values: list[Value], budget: Budget) -> Value:
    """Values side by side, by what they are: ranges, labels, families, amounts, or a mere list."""
    if (solutions := _solutions(values)) is not None:
        return solutions
    values = [each for value in values for each in _of_each_name(value)]
    ranges = [value for value in values if isinstance(value, Reals)]
    if len(ranges) == len(values) and (joiner == "or" or all(value.variable for value in ranges)):
        return _joined_ranges(joiner, ranges)
    if any(isinstance(value, Named) for value in values):
        return _labelled(joiner, values)
    first = values[0].values[0] if isinstance(values[0], Either) else None
    if isinstance(first, Relation) and not any(map(is_statement, values)):
        raise Unreadable("several values of what has no name")
    return _amount(joiner, values, budget) or Items(joiner, spread(values))


def _amount(joiner: str, values: list[Value], budget: Budget) -> Value | None:
    """One amount in several units: said in each of them, or the sum of what is left over in smaller ones (UNIT-12)."""
    scalars = [value for value in values if isinstance(value, Scalar) and value.unit]
    if len({units.measured(scalar.unit) for scalar in scalars}) < len(values):
        return None
    found = _in_several_units(scalars, budget)
    if found is not None or joiner == "or":
        return found
    with suppress(Unreadable):  # 1 hour and 30 minutes
        return sum_of_quantities(scalars)
    return None


def _of_each_name(value: Value) -> tuple[Value, ...]:
    """Of ``x = y = 4``, which by itself may stand for 4 alone, the value of each name; else the value as it is."""
    group = value.values[0] if isinstance(value, Either) else None
    is_of_names = isinstance(group, Items) and all(isinstance(item, Named) for item in group.items)
    return group.items if isinstance(group, Items) and is_of_names else (value,)


def _of_each(joiner: str, items: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""``x \ne 0, 1``: each of several values that a name does not have (REL-15); ``xy = 1 or 2``: each that something
    has that is no name; empty for all else."""
    first, *rest = items
    is_each = isinstance(first, Chain) and (
        first.signs == ("!=",) or (joiner == "or" and first.signs == ("=",) and isinstance(first.items[0], App))
    )
    if not isinstance(first, Chain) or not is_each or any(isinstance(item, (Chain, Text, Given)) for item in rest):
        return ()
    values = [value for item in (first.items[1], *rest) for value in signs.expand(item)]
    return tuple(Chain(first.signs, (first.items[0], value)) for value in values) if len(values) > 1 else ()


def _linked(items: tuple[Node, ...], budget: Budget) -> Items | None:
    r"""``x = 2 \pm \sqrt3, y = 2 \mp \sqrt3``: two solutions, above and below the signs; None of all else."""
    if not {"pm", "mp"} <= {*signs.standing_in(*items)}:
        return None
    groups = [group.items for group in signs.expand(Group("(", ")", items)) if isinstance(group, Group)]
    values = [Items("and", tuple(interpret(item, budget) for item in group)) for group in groups]
    names = {value.name for value in values[0].items if isinstance(value, Named)}
    if len(names) < len(items):
        return None
    are_points = max(map(len, names)) == 1
    return _points(_by_name(value.items) for value in values) if are_points else Items(",", tuple(values))


def _behind_signs(node: Listing) -> Chain | None:
    r"""``x = 1 \pm 3 = 4, -2`` as a chain whose last member is the list; None of what has no ``\pm`` in its steps."""
    first, *rest = node.items
    if not isinstance(first, Chain) or not {*first.signs} <= {"=", "≈"} or not signs.standing_in(*first.items[:-1]):
        return None
    if any(isinstance(item, (Chain, Text, Given)) for item in rest):
        return None
    return Chain(first.signs, (*first.items[:-1], Listing(node.joiner, (first.items[-1], *rest))))


def _each_equal(items: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""``2 + 3, 2 \cdot 3 = 5, 6``: a list that equals another, member by member; all else as it is."""
    half = len(items) // 2
    middle = items[half]
    is_one = isinstance(middle, Chain) and middle.signs == ("=",) and half > 0 and len(items) % 2 == 1
    others = (*items[:half], *items[half + 1 :])
    if not is_one or not isinstance(middle, Chain) or any(isinstance(each, (Chain, Text, Given)) for each in others):
        return items
    sides = zip((*items[:half], middle.items[0]), (middle.items[1], *items[half + 1 :]), strict=True)
    return tuple(Chain(("=",), pair) for pair in sides)


def _each_point(item: Node) -> tuple[Node, ...]:
    r"""``(x, y) = (0, \pm2)`` as an equation for each point, beside others behind it; all else as it is."""
    of_points = isinstance(item, Chain) and isinstance(item.items[0], Group)
    return signs.expand(item) if of_points else (item,)


def _congruences(items: tuple[Node, ...]) -> tuple[Node, ...]:
    """``x ≡ 1, 4 (mod 5)``, ``1, 4 (mod 5)``: a modulus behind the last of several is that of all (REL-23)."""
    first = items[0]
    symbol = first.items[0] if isinstance(first, Chain) and first.signs == ("≡",) else None
    values = [item.items[1] if isinstance(item, Chain) and item[:1] == (("≡",),) and item.items[0] == symbol else item
              for item in items]  # fmt: skip
    *others, last = values
    if not isinstance(last, App) or last.head not in MODULAR or any(map(_has_modulus, others)):
        return items
    classes = [App("residue", (value, last.args[1])) for value in (*others, last.args[0])]
    return tuple(each if symbol is None else Chain(("≡",), (symbol, each)) for each in classes)


def _has_modulus(value: Node) -> bool:
    """Whether a value has a modulus of its own, or is no value at all."""
    return isinstance(value, (Chain, Listing, Text)) or (isinstance(value, App) and value.head in MODULAR)


def _same_variable(values: list[Value]) -> list[Value]:
    """``x in R, x != 0``: a set that is given to a name, among inequalities in that name, is one of them."""
    names = {value.variable for value in values if isinstance(value, Reals)}
    return [
        known._replace(variable=value.name)
        if isinstance(value, Named) and value.name in names and (known := points_of(value.value))
        else value
        for value in values
    ]


def _in_several_units(scalars: list[Scalar], budget: Budget) -> Value | None:
    """``25 yd², 225 ft²``, ``5 miles, or about 8 km``: one amount that is told in each of several units (UNIT-12)."""
    amounts = [Quantity(scalar.node, units.measured(scalar.unit)) for scalar in scalars]
    try:
        is_one = all(digits_that_agree(amounts[0], amount, budget) > 1 for amount in amounts)
    except LimitReached:
        raise
    except Unreadable:
        return None
    return Either((Items(",", tuple(scalars)), *scalars)) if is_one else None


def _joined_ranges(joiner: str, values: list[Reals]) -> Value:
    """``x < 1 or x > 3``, ``[0, 1] or [2, 3]``: one set, unless the inequalities are in several unknowns."""
    names = {value.variable for value in values}
    if len(names) > 1 and "" not in names:
        return Items(joiner, tuple(values))
    if len({value.unit for value in values}) > 1:
        raise Unreadable("bounds in different units")
    members = reduce(_JOINED.get(joiner, partial(Combined, "comma")), (value.members for value in values))
    return Reals(members, values[0].variable, values[0].unit)


def _labelled(joiner: str, values: list[Value]) -> Value:
    """Values with names: of one unknown they are a list, of several they are labels (COL-9, COL-13)."""
    first = values[0]
    if isinstance(first, Named) and not any(is_statement(value) for value in values[1:]):
        are_amounts = all(isinstance(value, Scalar) and bool(value.unit) for value in values[1:])
        if are_amounts and isinstance(first.value, Scalar) and features(first.value.node).names:
            return Items(joiner, tuple(values))  # v = 5 - 5e^{-t}; 5 m/s
        return Named(first.name, first.parameters, Items(",", spread([first.value, *values[1:]])))
    named = [value for value in values if isinstance(value, Named)]
    names = [value.name for value in named]
    if len(named) < len(values):
        return Items(joiner, tuple(values))
    if _of_one_unknown(names):
        return _values_of_one(named)
    period = names.index(names[0], 1) if names[0] in names[1:] else len(names)
    if period < len(names) and names == names[:period] * (len(names) // period):
        groups = (named[k : k + period] for k in range(0, len(named), period))
        return _points(map(_by_name, groups))
    return Items(joiner, tuple(values))


def _values_of_one(named: Sequence[Named]) -> Named:
    """``x_1 = 1, x_2 = 2``: the values of one unknown, in the order of its numbers."""
    names = [value.name for value in named]
    numbered = [f"{unknown_of(names[0])}_{place}" for place in range(1, len(named) + 1)]
    in_a_row = {*names} == {*numbered}
    found = Items(",", spread([value.value for value in (in_order(named) if in_a_row else named)]))
    whole = Group("(", ")", tuple(map(Sym, numbered))) if in_a_row and len(found.items) == len(named) else None
    written = Sym(names[0]) if len({*names}) == 1 else whole
    return Named(unknown_of(names[0]), named[0].parameters, found, written)


def is_statement(value: Value) -> bool:
    """Whether a value says something of a name, rather than being one."""
    return isinstance(value, (Named, Relation)) or (isinstance(value, Reals) and bool(value.variable))


#: Letters of unknowns whose solutions are numbered in any order.
_ROOTS: Final = frozenset({"x", "z", "t", "r", "lambda"})


def _of_one_unknown(names: list[str]) -> bool:
    """``x = 1, x = 2`` or ``x_1 = 1, x_2 = 2``: values of one unknown. ``a_1 = 1, a_2 = 2`` are of two."""
    roots = {unknown_of(name) for name in names}
    return len({*names}) == 1 or (len(roots) == 1 and roots <= _ROOTS and all("_" in name for name in names))


def in_order(named: Iterable[Named], w_last: bool = False) -> tuple[Named, ...]:
    """Labelled values in the order of their names, where these follow one another; else as written (COL-13).

    ``y = 2, x = 1`` is the point (1, 2); nobody reads ``h = 2, d = 1`` or ``N_min = 2, N_max = 1`` so. `w_last`: a
    fourth unknown that is told last stands there.
    """
    named = tuple(named)
    if w_last and [item.name for item in named] == [*"xyzw"]:
        return named
    letters = sorted({unknown_of(item.name) for item in named})
    follow = all(len(one) == len(other) == 1 and ord(other) - ord(one) <= _GAP for one, other in pairwise(letters))
    if follow or are_in_a_row([item.name for item in named]):
        return tuple(sorted(named, key=lambda item: _letters_and_numbers(item.name)))
    return named


#: The letters of a name that has one number: ``T(10)``, ``P(X = 2)``.
_WITH_A_NUMBER: Final = late(r"(\D*)([0-9]{1,9})(\D*)")
_DIGITS: Final = late("[0-9]+")


def are_in_a_row(names: Collection[str]) -> bool:
    """``T(10), T(12), T(11)``: three names and more that differ in a number, with no number left out."""
    found = [part for part in map(_WITH_A_NUMBER.fullmatch, names) if part]
    numbers = {int(part[2]) for part in found}
    of_one_letter = len({(part[1], part[3]) for part in found}) == 1
    return of_one_letter and 2 < len(names) == len(numbers) == max(numbers) - min(numbers) + 1


def _letters_and_numbers(name: str) -> tuple[str, list[tuple[int, str]]]:
    """What names are sorted by: ``a_9`` stands before ``a_10``."""
    return _DIGITS.sub("", name), [(len(number), number) for number in _DIGITS.findall(name)]


def _points(groups: Iterable[Iterable[Value]]) -> Items:
    """The list of all that the groups have. Raises `LimitReached` where they are too many, before they are made."""
    found = tuple(islice(chain.from_iterable(groups), MAX_ELEMENTS + 1))
    if len(found) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return Items(",", found)


def _by_name(group: Sequence[Value]) -> Iterator[Items]:
    """Labelled values as the tuple in the order of their names: several where one has several, ``x = 0, y = ±2``."""
    values = [item.value for item in in_order(item for item in group if isinstance(item, Named))]
    choices = [value.items if isinstance(value, Items) and value.kind in ",{" else (value,) for value in values]
    return map(partial(Items, "("), product(*choices))


def _solutions(values: list[Value]) -> Items | None:
    """Systems side by side: those that each give the same names a value as so many points; None of all else."""
    systems = [value for value in values if isinstance(value, Items) and value.kind == "and"]
    if len(systems) < max(2, len(values)):
        return None
    names = [sorted(item.name if isinstance(item, Named) else "" for item in system.items) for system in systems]
    are_points = "" not in names[0] and len({*names[0]}) == len(names[0]) and all(each == names[0] for each in names)
    return _points(_by_name(system.items) for system in systems) if are_points else Items(",", tuple(systems))


def by_coordinates(value: Value, budget: Budget) -> Items | None:
    """``x_1 = 2, y_1 = 3, x_2 = 4, y_2 = 5`` as two points, and ``x = 2 or x = 4, with y = 3``; None for all else."""
    told: list[Value] = [*value.items] if isinstance(value, Items) else []
    if isinstance(value, Conditional):
        told = [value.value, *(interpret(condition, budget) for condition in value.conditions)]
    groups: dict[str, list[Named]] = {}
    for item in told:
        if not isinstance(item, Named):
            return None
        unknown = unknown_of(item.name)
        groups.setdefault(item.name[len(unknown) :], []).append(item._replace(name=unknown))
    letters = {tuple(item.name for item in group) for group in groups.values()}
    several = [len({*each}) == len(each) > 1 for each in letters]
    return _points(map(_by_name, groups.values())) if several == [True] else None


def unknown_of(name: str) -> str:
    """The unknown of which ``x_1`` is a numbered value."""
    base, _, index = name.partition("_")
    return base if index.isdigit() else name
