"""Collections of anything: numbers, names, expressions, points, sets and intervals in one another (COL-2, COL-16).

An object is a tree of boxes. A box has an order or none, and what is in it is compared by the rule of its own kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import Formula, Name, formula, over, plus, power, sqrt, times
from gradespec.fuzz.kinds.rows import Row, at_one, unlike_sets
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import differ

Sort = Literal["tuple", "set", "interval"]


@dataclass(frozen=True, slots=True)
class Box:
    """Things in round brackets, in braces, or between a square and a round one."""

    sort: Sort
    items: tuple[Thing, ...]


Thing = Formula | Box


# --- drawing -----------------------------------------------------------------------------------------------


def _draw(choices: Choices) -> Box:
    outer: Sort = choices.pick(("set", "tuple"))
    count = choices.between(2, 3)
    shape = choices.pick((_expression, _point, _small_set, _half_open))
    items = choices.some(count, lambda: shape(choices))
    if len(items) < count or any(not unlike(a, b) for place, a in enumerate(items) for b in items[:place]):
        raise NotAsked("two of them are alike")
    return Box(outer, items)


def _expression(choices: Choices) -> Thing:
    name = Name(choices.pick(("x", "y", "a", "n")))
    sort = choices.below(4)
    if sort == 0:
        return power(name, choices.between(2, 4))
    if sort == 1:
        return over(name, choices.between(2, 9))
    if sort == 2:
        return plus(times(choices.small(), name), choices.small())
    return times(choices.between(2, 5), sqrt(choices.pick((2, 3, 5))))


def _number(choices: Choices) -> Formula:
    return formula(Fraction(choices.small(), choices.pick((1, 1, 2, 3))))


def _point(choices: Choices) -> Thing:
    return Box("tuple", tuple(_number(choices) for _ in range(choices.pick((2, 2, 3)))))


def _small_set(choices: Choices) -> Thing:
    found = choices.some(choices.between(2, 3), lambda: formula(choices.small()))
    return Box("set", found)


def _half_open(choices: Choices) -> Thing:
    low = choices.between(-9, 8)
    return Box("interval", (formula(low), formula(low + choices.between(1, 9))))


# --- sameness ----------------------------------------------------------------------------------------------


def unlike(one: Thing, other: Thing) -> bool:
    """Whether the two are different for certain."""
    if isinstance(one, Box) and isinstance(other, Box):
        if one.sort != other.sort:
            return True
        if one.sort == "set":
            return unlike_sets(one.items, other.items, unlike)
        return len(one.items) != len(other.items) or any(map(unlike, one.items, other.items))
    return isinstance(one, Box) or isinstance(other, Box) or differ(one, other)


# --- ways --------------------------------------------------------------------------------------------------

_BRACKETS: Final[dict[Sort, str]] = {"tuple": "bracket", "set": "set"}


def _as_it_is(thing: Thing, pen: Pen) -> str:
    if not isinstance(thing, Box):
        return pen.write(thing)
    inside = pen.listed([_as_it_is(item, pen) for item in thing.items])
    return f"[{inside})" if thing.sort == "interval" else pen.sign(_BRACKETS[thing.sort], inside)


def _shuffled(thing: Thing, choices: Choices) -> Thing:
    """The thing with what has no order in another."""
    if not isinstance(thing, Box):
        return thing
    items = tuple(_shuffled(item, choices) for item in thing.items)
    return replace(thing, items=choices.shuffled(items) if thing.sort == "set" else items)


def _repeated(thing: Box, pen: Pen) -> str | None:
    """A tuple counts its elements, a set does not."""
    return _as_it_is(replace(thing, items=(*thing.items, thing.items[0])), pen) if thing.sort == "set" else None


def _flattened(thing: Box, pen: Pen) -> str | None:
    items = tuple(inner for item in thing.items if isinstance(item, Box) for inner in item.items)
    return _as_it_is(replace(thing, items=items), pen) if items else None


# --- mistakes ----------------------------------------------------------------------------------------------


def _at_item(change: Callable[[Thing, Choices], Thing | None]) -> Callable[[Box, Choices], Box | None]:
    """The box with one of its items changed."""
    at_any: Callable[[Row[Thing], Choices], Row[Thing] | None] = at_one(change)

    def changed(thing: Box, choices: Choices) -> Box | None:
        items = at_any(thing.items, choices)
        return None if items is None else replace(thing, items=items)

    return changed


def _changed(thing: Thing, choices: Choices) -> Thing | None:
    if isinstance(thing, Box):
        return _item_changed(thing, choices)
    return choices.pick((plus(thing, 1), times(-1, thing), times(2, thing)))


_item_changed: Final = _at_item(_changed)


def _turned(thing: Thing, choices: Choices) -> Box | None:
    """A tuple backwards."""
    return replace(thing, items=thing.items[::-1]) if isinstance(thing, Box) and thing.sort == "tuple" else None


def _other_brackets(thing: Thing, choices: Choices) -> Box | None:
    """Braces for round brackets, and round ones for braces."""
    if not isinstance(thing, Box) or thing.sort == "interval":
        return None
    return replace(thing, sort="set" if thing.sort == "tuple" else "tuple")


def _one_lost(thing: Box, choices: Choices) -> Box | None:
    return replace(thing, items=thing.items[1:]) if len(thing.items) > 2 else None


KINDS: Final = (
    Kind(
        "nested collection",
        "math",
        _draw,
        (
            Way("as it is", "COL-16", _as_it_is),
            Way("sets in another order", "COL-16", lambda thing, pen: _as_it_is(_shuffled(thing, pen.choices), pen)),
            Answer("element said twice", "COL-10", _repeated),
        ),
        (
            Mistake("element changed", "COL-2", _item_changed),
            Mistake("inner tuple turned", "COL-16", _at_item(_turned)),
            Mistake("inner brackets", "COL-16", _at_item(_other_brackets)),
            Mistake("order of elements", "COL-1", _turned),
            Mistake("element lost", "COL-1", _one_lost),
        ),
        (Slip("flattened", "COL-16", _flattened),),
        unlike,
    ),
)
