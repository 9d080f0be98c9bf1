"""The kinds of answer that are compared, each by its own rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, get_args

from refgrader.limits import MAX_ELEMENTS, LimitReached
from refgrader.reading.tree import Node
from refgrader.units import Unit

#: Kinds of Items without brackets.
LISTS: Final = frozenset({",", ";", "or", "and"})
#: Those and sets in braces.
LISTS_AND_SETS: Final = LISTS | {"{"}


class Scalar(NamedTuple):
    """A number or a function, with the unit written beside it; no unit is ``()``."""

    node: Node
    unit: Unit = ()


class Items(NamedTuple):
    """Several answers. `kind` is the bracket around them, ``( [ { <``, or what joins a bare list, ``, ; and or``."""

    kind: str
    items: tuple[Value, ...]


class Table(NamedTuple):
    """A matrix: rows of equal length."""

    rows: tuple[tuple[Value, ...], ...]


class Interval(NamedTuple):
    """The reals between two ends; a point has equal closed ends."""

    low: Node
    high: Node
    low_closed: bool
    high_closed: bool


class Combined(NamedTuple):
    """Two sets of reals joined by ``union``, ``or``, ``intersect``, ``minus``, or a ``comma`` that may mean either."""

    operation: str
    left: RealSet
    right: RealSet


RealSet = Interval | Combined | None


class Reals(NamedTuple):
    """A set of reals; `members` None is the empty set."""

    members: RealSet
    #: The symbol in which it was written as an inequality.
    variable: str = ""
    #: The unit behind the bounds of that inequality.
    unit: Unit = ()


class Named(NamedTuple):
    """A value with the name that it was given: ``x = 5``, ``f(x) = x^2`` with the parameter ``x``."""

    name: str
    parameters: tuple[str, ...]
    value: Value
    #: The name as it is written, where it is more than a symbol, ``\\sin A``, ``(x_1, x_2)``, or stands on the right.
    written: Node | None = None


class Relation(NamedTuple):
    """An equation or inequality that is not solved for one symbol."""

    sign: str
    left: Node
    right: Node


class Residue(NamedTuple):
    """A congruence ``symbol ≡ value (mod modulus)``; the symbol is None where only the class is written."""

    symbol: Node | None
    value: Node
    modulus: Node


class Family(NamedTuple):
    """The values of expressions as a symbol runs over the integers."""

    members: tuple[Node, ...]
    symbol: str


class Conditional(NamedTuple):
    """A value with a condition beside it."""

    value: Value
    conditions: tuple[Node, ...]


class Either(NamedTuple):
    """One value written twice, exactly and approximately; either will do (REL-13)."""

    values: tuple[Value, ...]
    #: What is told of the symbols of the first, in their places in the last (REL-28).
    told: Mapping[str, Node] = {}


class Words(NamedTuple):
    """Text that is no mathematics, as normal words."""

    text: str


Value = Scalar | Items | Table | Reals | Named | Relation | Residue | Family | Conditional | Either | Words


def unnamed(value: Value) -> Value:
    """The value without the name that it may have been given."""
    return value.value if isinstance(value, Named) else value


def unlettered(value: Value) -> Value:
    """A set of reals without the symbol in which it was written as an inequality, and any other value as it is."""
    return value._replace(variable="") if isinstance(value, Reals) else value


def numbers_of(value: Value) -> tuple[Node, ...] | None:
    """The expression of a value without a unit, or those of a list or set of such; None of anything else."""
    items = value.items if isinstance(value, Items) and value.kind in LISTS_AND_SETS else (value,)
    nodes = tuple(item.node for item in items if isinstance(item, Scalar) and not item.unit)
    return nodes if len(nodes) == len(items) else None


def spread(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values side by side, with those of the lists among them. Raises `LimitReached` where they are too many."""
    found: list[Value] = []
    for value in values:
        value = value.values[0] if isinstance(value, Either) and isinstance(value.values[0], Items) else value
        found.extend(value.items if isinstance(value, Items) and value.kind in LISTS else (value,))
    if len(found) > MAX_ELEMENTS:
        raise LimitReached("elements", MAX_ELEMENTS)
    return tuple(found)


def mapped(value: Any, change: Callable[[Node], Node]) -> Any:
    """The value with each expression in it changed; values without expressions, and conditions, as they are."""
    if type(value) in _NODES:
        return change(value)
    if type(value) is tuple:
        return tuple([mapped(part, change) for part in value])
    if isinstance(value, Named):
        return value._replace(value=mapped(value.value, change))
    if isinstance(value, _OF_EXPRESSIONS):
        return type(value)(*[mapped(part, change) for part in value])
    return value


def nodes_in(value: Value) -> list[Node]:
    """Every expression in a value, in the order of its parts."""
    found: list[Node] = []
    parts: list[Any] = [value]
    while parts:
        part = parts.pop()
        if type(part) in _NODES:
            found.append(part)
        elif isinstance(part, Named):
            parts.append(part.value)
        elif type(part) is tuple or isinstance(part, _OF_EXPRESSIONS):
            parts += reversed(part)
    return found


_NODES: Final = frozenset(get_args(Node))
_OF_EXPRESSIONS: Final = (Scalar, Items, Table, Reals, Interval, Combined, Relation)
