"""What a text says, before it is decided what it means: the tree that the parser builds (READ).

Every node is an immutable tuple. Numbers are exact rationals; a decimal remembers the digits that it showed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeGuard

from flint import fmpq, fmpz

from refgrader.operations import BETWEEN
from refgrader.reading.notation import OTHERWISE
from refgrader.remembered import remembered

#: The heads of the remainder ``17 mod 5`` and the class ``2 (mod 5)``.
MODULAR: Final = frozenset({"mod", "residue"})
_DECIDED: Final = frozenset({"<", ">", "<=", ">=", "=", "!=", "≡"})
#: The last two begin the Chinese words.
_OTHERWISE: Final = OTHERWISE | {"other", "其", "否"}


class Digits(NamedTuple):
    """How a decimal was written: its significant digits, and the decimal exponent of the last one."""

    significant: int
    exponent: int
    #: The text ended in an ellipsis: the digits are the first ones, not rounded ones.
    cut: bool = False


class Num(NamedTuple):
    """A numeral. `digits` is None for an integer and for a repeating decimal."""

    value: fmpq
    digits: Digits | None = None

    def __hash__(self) -> int:
        return hash((int(self.value.p), int(self.value.q)))  # python-flint's own goes by way of a Fraction


@remembered(texts=512, longest=12)
def numeral(text: str) -> Num:
    """The number that a plain numeral writes; a decimal keeps the digits that it shows."""
    whole, _dot, decimals = text.partition(".")
    if not decimals:
        return Num(fmpq(fmpz(whole or "0")))
    digits = (whole + decimals).lstrip("0")
    value = fmpq(fmpz(whole + decimals), fmpz(10) ** len(decimals))
    return Num(value, Digits(max(len(digits), 1), -len(decimals)))


class Sym(NamedTuple):
    """A symbol, its subscript and primes in the name: ``x``, ``x_1``, ``f'``; constants are ``π e i ∞``."""

    name: str


#: The symbols that are a letter, of which most formulas are made.
_LETTERS: Final = {letter: Sym(letter) for small in "abcdefghijklmnopqrstuvwxyz" for letter in (small, small.upper())}


def symbol(name: str) -> Sym:
    """The symbol of a name."""
    return _LETTERS.get(name) or Sym(name)


class Text(NamedTuple):
    """Words, in lower case unless the option says otherwise."""

    words: str


class App(NamedTuple):
    """An operation on expressions: ``add``, ``mul``, ``div``, ``pow``, ``sin``, ``sum`` …"""

    head: str
    args: tuple[Node, ...]


ZERO: Final = Num(fmpq(0))
#: The exponent of an inverse.
MINUS_ONE: Final = App("neg", (Num(fmpq(1)),))


def applies(node: Node, head: str) -> TypeGuard[App]:
    """Whether an expression is that operation."""
    return isinstance(node, App) and node.head == head


def is_transposed(node: App) -> bool:
    """Whether a power is a matrix or vector that is written out, transposed."""
    base, exponent = node.args
    return exponent == Sym("T") and isinstance(base, (Matrix, Group))


def product(factors: Sequence[Node]) -> Node:
    """Some factors multiplied, one by itself."""
    return factors[0] if len(factors) == 1 else App("mul", tuple(factors))


def minus(one: Node, other: Node) -> Node:
    """One expression less another."""
    return App("add", (one, App("neg", (other,))))


class Group(NamedTuple):
    """Items between delimiters: ``(1, 2]`` is Group("(", "]", (1, 2))."""

    opening: str
    closing: str
    items: tuple[Node, ...]


class Listing(NamedTuple):
    """Items side by side; `joiner` is ``,``, ``;``, ``or`` or ``and``."""

    joiner: str
    items: tuple[Node, ...]


class Chain(NamedTuple):
    """Relations in a row: ``3 < x <= 4`` is Chain(("<", "<="), (3, x, 4))."""

    signs: tuple[str, ...]
    items: tuple[Node, ...]


class Builder(NamedTuple):
    """Set-builder notation: ``{ element | condition }``."""

    element: Node
    condition: Node


class Matrix(NamedTuple):
    """Rows of a matrix; `kind` is the environment: ``pmatrix``, ``vmatrix`` …"""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


class Quantity(NamedTuple):
    """A value with a unit, as written: factors (name, power)."""

    value: Node
    unit: tuple[tuple[str, int], ...]


class Given(NamedTuple):
    """A statement with a condition or range after it: ``2k, k in Z``."""

    body: Node
    condition: Node


Node = Num | Sym | Text | App | Group | Listing | Chain | Builder | Matrix | Quantity | Given


def listed(joiner: str, items: Sequence[Node]) -> Node:
    """Items side by side, or the only one."""
    return items[0] if len(items) == 1 else Listing(joiner, tuple(items))


def is_otherwise(condition: Node) -> bool:
    """Whether a condition is all that the ones before it leave over: "otherwise", "else", "in all other cases"."""
    return isinstance(condition, Text) and not _OTHERWISE.isdisjoint(condition.words.lower().split())


def is_decided(condition: Node) -> bool:
    """Whether values decide a condition: a relation between them, or "otherwise"; words and membership are not."""
    return is_otherwise(condition) or (isinstance(condition, Chain) and set(condition.signs) <= _DECIDED)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below `node`."""
    return _CHILDREN[type(node)](node)


_LEAVES: Final = (Num, Sym, Text)
_items: Final = attrgetter("items")
_CHILDREN: Final[dict[type, Callable[[Any], tuple[Node, ...]]]] = {
    **dict.fromkeys(_LEAVES, lambda _: ()),
    App: attrgetter("args"),
    **dict.fromkeys((Group, Listing, Chain), _items),
    Matrix: lambda matrix: tuple(cell for row in matrix.rows for cell in row),
    Quantity: lambda amount: (amount.value,),
    **dict.fromkeys((Builder, Given), tuple),
}


def within(node: Node) -> Iterator[Node]:
    """`node` and every node below it, in the order in which they are written."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        if type(node) is App:
            left.extend(node.args[::-1])
        elif type(node) not in _LEAVES:
            left.extend(children(node)[::-1])


def vocabulary(*nodes: Node) -> set[str]:
    """The heads, names and units in some trees: what is not among them need not be looked for."""
    found: set[str] = set()
    left = list(nodes)
    while left:
        node = left.pop()
        if type(node) is App:
            found.add(node.head)
            left.extend(node.args)
        elif type(node) is Sym:
            found.add(node.name)
        elif type(node) is not Num:
            if isinstance(node, Quantity):
                found.update(name for name, _ in node.unit)
            left.extend(children(node))
    return found


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """`node` with each node directly below it changed."""
    # `map` and not a generator: `change` mostly comes back here, and each frame of a level counts in a deep tree.
    if isinstance(node, App):
        return App(node.head, tuple(map(change, node.args)))
    if isinstance(node, (Group, Listing, Chain)):
        return node._replace(items=tuple(map(change, node.items)))
    if isinstance(node, Matrix):
        return node._replace(rows=tuple(tuple(map(change, row)) for row in node.rows))
    if isinstance(node, Quantity):
        return node._replace(value=change(node.value))
    return type(node)(*map(change, node)) if isinstance(node, (Builder, Given)) else node


def spelled(node: Node) -> str:
    """A node in a short form for people to read, as a name or in a reason."""
    if isinstance(node, Num):
        return str(node.value) if node.digits is None else _decimal(node.value, -node.digits.exponent)
    if isinstance(node, Sym):
        return node.name
    if isinstance(node, Text):
        return node.words
    if isinstance(node, App):
        return _operation(node)
    if isinstance(node, Chain):
        first, *others = map(spelled, node.items)
        return first + "".join(f" {sign} {item}" for sign, item in zip(node.signs, others, strict=True))
    inside = ", ".join(spelled(child) for child in children(node))
    return f"{node.opening}{inside}{node.closing}" if isinstance(node, Group) else f"({inside})"


def _decimal(value: fmpq, places: int) -> str:
    digits = str(abs(value * 10**places)).zfill(places + 1)
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _operation(node: App) -> str:
    parts = [f"({spelled(arg)})" if isinstance(arg, App) and arg.head in BETWEEN else spelled(arg) for arg in node.args]
    if node.head in BETWEEN:
        return BETWEEN[node.head].join(parts).replace("+ -", "- ")
    if node.head == "neg":
        return f"-{parts[0]}"
    return f"{parts[0]}%" if node.head == "percent" else f"{node.head}({', '.join(parts)})"
