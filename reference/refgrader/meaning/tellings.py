"""What a condition tells: "where C = 1", "for k = 0, 1, 2" put values in the place of a symbol (REL-28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.limits import MAX_TOKENS, LimitReached, Unreadable
from refgrader.meaning.names import UNKNOWNS
from refgrader.numbers.features import features, names_in
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Chain, Group, Listing, Node, Num, Sym, Text, within

#: Behind the first values of a symbol: they go on, and do not tell what it is.
_ENDLESS: Final = Sym("…")
#: How many numbers one may be told by the first and the last of them.
_MOST_FILLED: Final = 50
#: What is written as one value and is several, or is known up to a multiple.
_NO_VALUE: Final = frozenset({"ratio", "mod"})


class Telling(NamedTuple):
    """What symbols of a value are: one place for each of the values; the other conditions, and whether it may stand."""

    places: tuple[Mapping[str, Node], ...]
    rest: tuple[Node, ...]
    stands: bool


def told(conditions: tuple[Node, ...], body: tuple[Node, ...]) -> Telling | None:
    """What conditions tell of the symbols of a value; None where they tell nothing of it.

    Raises `Unreadable` where they tell one twice, in several ways, or by another that is told.
    """
    names, conditions = _names(body), filled(_in_a_set(conditions))
    places = {name: value for name, value in _pairs(conditions) if name in names}
    ways = (each for each in conditions if isinstance(each, Listing))
    if any(name in names for each in ways for name, _ in _pairs(each.items)):
        raise Unreadable("a symbol that is told in two ways")
    if not places or _ENDLESS in conditions:
        return None
    if not all(isinstance(each, (Chain, Text)) for each in conditions):
        return _several(conditions, places)
    return _once(conditions, places, names)


def _in_a_set(conditions: tuple[Node, ...]) -> tuple[Node, ...]:
    """``k \\in \\{0, 1, 2\\}`` as ``k = 0, 1, 2``; other conditions as they are."""
    member = conditions[0] if len(conditions) == 1 else None
    members = member.items[1] if isinstance(member, Chain) and member.signs == ("∈",) else None
    if not isinstance(member, Chain) or not isinstance(members, Group) or members.opening != "{" or not members.items:
        return conditions
    first, *others = members.items
    return (Chain(("=",), (member.items[0], first)), *others)


def _once(conditions: tuple[Node, ...], places: Mapping[str, Node], names: frozenset[str]) -> Telling:
    """Symbols that are each told one value; it may stand where all values are of other symbols."""
    every = [name for name, _ in _pairs(conditions)]
    told_by = names_in(places.values())
    heads = {value.head for value in places.values() if isinstance(value, App)}
    if len({*every}) < len(every) or not told_by.isdisjoint(every) or not heads.isdisjoint(_NO_VALUE):
        raise Unreadable("a symbol that is told twice, or by no value")
    rest = tuple(each for each in conditions if places.keys().isdisjoint(name for name, _ in _equal(each)))
    may_stand = all(features(value).names for value in places.values())
    return Telling((places,), rest, may_stand and told_by.isdisjoint(names))


def _several(conditions: tuple[Node, ...], places: Mapping[str, Node]) -> Telling:
    """``k = 0, 1, 2``: the values at each of several whole numbers."""
    ((name, first),) = places.items() if len(places) == 1 else (("", _ENDLESS),)
    numbers = (first, *conditions[1:])
    if not _equal(conditions[0]) or any(_whole(number) is None for number in numbers):
        raise Unreadable("a symbol that is told in several ways")
    return Telling(tuple({name: number} for number in numbers), (), False)


def filled(numbers: tuple[Node, ...], most: int = _MOST_FILLED) -> tuple[Node, ...]:
    """``k = 0, 1, …, 7`` with the numbers between: whole ones, by one step up to the last; others stay."""
    values = [(_equal(number) or [("", number)])[0][1] for number in numbers if number != _ENDLESS]
    written = [value for value in map(_whole, values) if value is not None]
    if numbers[-2:-1] != (_ENDLESS,) or len(written) < len(numbers) - 1:
        return numbers
    *first, last = written
    step = first[1] - first[0] if first[1:] else 1
    row = [*range(first[0], last + step, step)[: most + 1]] if first and step else []
    if row[: len(first)] != first or row[-1:] != [last] or not len(first) < len(row) <= most:
        return numbers
    return (*numbers[:-2], *(Num(fmpq(number)) for number in row[len(first) : -1]), numbers[-1])


def in_order(conditions: tuple[Node, ...]) -> tuple[Node, ...]:
    """``n = 1, 2, 3, …`` as ``n >= 1``, ``k = 1, …, n`` as ``1 <= k <= n``: a letter that counts, one by one."""
    place = conditions.index(_ENDLESS) if _ENDLESS in conditions else 0
    name, first = (_equal(conditions[0]) or [("", _ENDLESS)])[0]
    last = conditions[place + 1 :]
    numbers = [*map(_whole, (first, *conditions[1:place]))]
    least = numbers[0] or 0
    if not place or not name or name in UNKNOWNS or numbers != [*range(least, least + len(numbers))]:
        return conditions
    if not last and numbers[1:]:
        return (Chain((">=",), (Sym(name), first)),)
    return (Chain(("<=", "<="), (first, Sym(name), *last)),) if len(last) == 1 else conditions


def counts(items: tuple[Node, ...], before: tuple[Node, ...]) -> bool:
    """Whether items behind a comma tell a symbol of the formulas before them by several whole numbers."""
    formulas = all(not isinstance(part, Chain) or (part.signs == ("=",) and isinstance(part.items[0], Sym))
                   for part in before)  # fmt: skip
    names = [name for name, value in _equal(items[0]) if _whole(value) is not None] if formulas else []
    goes_on = all(item == _ENDLESS or _whole(item) is not None for item in items[1:-1]) and items[1:]
    is_last = _ENDLESS in items[-2:] or _whole(items[-1]) is not None
    return bool(goes_on and is_last and names) and names[0] in _names(before)


def put(body: tuple[Node, ...], places: Sequence[Mapping[str, Node]]) -> tuple[Node, ...]:
    """A value with what is told in the place of its symbols: no longer than a text that says it may be (LIM-2)."""
    parts = list(chain.from_iterable(map(within, body)))
    length = len(parts) * len(places)
    for place in places if length <= MAX_TOKENS else ():
        sizes = {Sym(name): sum(1 for _ in within(value)) for name, value in place.items()}
        length += sum(sizes[part] - 1 for part in parts if part in sizes)
    if length > MAX_TOKENS:
        raise LimitReached("tokens", MAX_TOKENS)
    alone = {part for part in body if features(part).names.isdisjoint(chain.from_iterable(places))}  # once: x = 0
    return tuple(substituted(part, at) for k, at in enumerate(places) for part in body if not k or part not in alone)


def put_in_others(items: tuple[Node, ...]) -> tuple[Node, ...]:
    """``y_1 = x, y_2 = y_1 \\ln x``: formulas of which one has the name of another, with that one in its place."""
    named = {item.items[0].name: item.items[1] for item in items
             if isinstance(item, Chain) and item.signs == ("=",) and isinstance(item.items[0], Sym)}  # fmt: skip
    are_numbered = len({name.partition("_")[0] for name in named}) == 1 and all("_" in name for name in named)
    if len(named) < len(items) or not are_numbered or named.keys().isdisjoint(_names(items)):
        return items
    places = {name: value for name, value in named.items()
              if (names := features(value).names) and names.isdisjoint(named)}  # fmt: skip
    values = put(tuple(named.values()), (places,))
    return tuple(Chain(("=",), (Sym(name), value)) for name, value in zip(named, values, strict=True))


def _equal(condition: Node) -> list[tuple[str, Node]]:
    """The symbols of an equation with what they are: ``a = 3``, ``3 = a``, ``a = b = 3``; none of anything else."""
    if not isinstance(condition, Chain) or not {"=", "≈"}.issuperset(condition.signs):
        return []
    names = [item.name for item in condition.items if isinstance(item, Sym)]
    values = [item for item in condition.items if not isinstance(item, Sym)]
    if not values and len(names) == 2:
        return [(names[0], condition.items[1])]
    return [(name, values[-1]) for name in names] if values else []


def _pairs(conditions: tuple[Node, ...]) -> list[tuple[str, Node]]:
    return list(chain.from_iterable(map(_equal, conditions)))


def _names(body: tuple[Node, ...]) -> frozenset[str]:
    """The symbols of values, without those that only name one: the x of ``x = 3k``."""
    members = (
        part.items[1:] if isinstance(part, Chain) and isinstance(part.items[0], Sym) else (part,) for part in body
    )
    return names_in(chain.from_iterable(members))


def _whole(node: Node) -> int | None:
    """The number that a whole one is, ``-3`` or ``4.0``; None for anything else."""
    if isinstance(node, App) and node.head == "neg":
        opposite = _whole(node.args[0])
        return None if opposite is None else -opposite
    return int(node.value.p) if isinstance(node, Num) and node.value.q == 1 else None
