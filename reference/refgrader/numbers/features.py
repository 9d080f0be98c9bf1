"""An expression before it is evaluated: its symbols, and what kind of function it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from flint import fmpq

from refgrader.limits import MAX_POWER, LimitReached
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.operations import BINDERS, INDEXED, OF_INTEGERS, RATIONALS, ROUGH, SMOOTH, STEPPED, WHOLE_LINE
from refgrader.reading.tree import (
    App,
    Builder,
    Chain,
    Given,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    applies,
    children,
    is_transposed,
)

_NONE: Final[frozenset[str]] = frozenset()
#: What makes a rational function of rational ones.
_ARITHMETIC: Final = RATIONALS - {"pow"}
#: What is rounded to a whole number, and the letters that are one already where they stand in it (EXPR-5).
_ROUNDED: Final = frozenset({"floor", "ceil"})
_COUNTS: Final = frozenset("kmn")
#: Those of which an answer may say so by its notation alone.
COUNTING: Final = frozenset("jklmnpqMN")
#: Letters that are complex numbers beside what takes a part of one.
COMPLEX: Final = frozenset("zw")
_PARTS: Final = frozenset({"re", "im", "arg", "conj"})
_DISTANCE: Final = frozenset({"abs", "i"})
#: Symbols that stand for themselves.
_KNOWN: Final = CONSTANTS | {"∞", "…", "∅", "ℝ", "ℝ+", "ℝ-", "ℝ≥0", "ℤ", "ℕ", "ℚ", "ℂ"}


class Features:
    """What has to be known of an expression before it is evaluated, as one walk over it finds out."""

    __slots__ = (
        "branched",
        "breaks",
        "integers",
        "kinked",
        "logarithms",
        "names",
        "rational",
        "rough",
        "said",
        "smooth",
        "whole",
    )

    def __init__(self, node: Node) -> None:
        #: The heads, names and units in it, as `vocabulary` finds them.
        self.said: set[str] = set()
        #: Every operation is +, −, ·, / or a whole power.
        self.rational = True
        #: Bases that its logarithms write: ``e``, ``10``, and "" for none.
        self.logarithms: frozenset[str] = _NONE
        #: Every operation is analytic wherever it is defined: agreement on an interval is agreement (EXPR-1).
        self.smooth = True
        #: It has steps or kinks where the numbers that it writes lead: absolute values, floors, cases.
        self.kinked = False
        #: It holds an integral or a limit, whose value is an enclosure of fewer digits.
        self.rough = False
        #: The constants in the conditions of its cases.
        self.breaks: tuple[Node, ...] = ()
        #: It has a root, a logarithm, an absolute value … of its symbols, or integers among them: what holds for some
        #: of their values, as the positive or the odd ones, may not hold for others (EXPR-3).
        self.branched = False
        #: Names that the notation defines for integers only (EXPR-5).
        self.integers: frozenset[str] = _NONE
        #: Those that a floor or a ceiling says are whole, where it stands in the gold.
        self.whole: frozenset[str] = _NONE
        self.names = self._names(node)
        self.integers &= self.names
        self.branched = self.branched or bool(self.integers)
        self.smooth = self.smooth and not self.kinked

    def _names(self, node: Node) -> frozenset[str]:
        """The names that a part of the tree leaves open."""
        if type(node) is Num:
            return _NONE
        if type(node) is App:
            head, args = node
            parts = [_NONE if type(arg) is Num else self._names(arg) for arg in args]
            self.said.add(head)
            names = _NONE.union(*parts)
            return names if head in _ARITHMETIC else self._operation(node, parts, names)
        if type(node) is Sym:
            self.said.add(node.name)
            known = node.name in _KNOWN
            self.rational = self.rational and not known
            return _NONE if known else frozenset(node)
        if type(node) is Text:
            return frozenset(node)
        names = _NONE.union(*[self._names(child) for child in children(node)])
        if isinstance(node, Quantity):
            self.said.update(name for name, _ in node.unit)
        if isinstance(node, Given):
            self.breaks += tuple(constants_in(node.condition))
        return names - {_letter_of(node)} if isinstance(node, Builder) else names

    def _operation(self, node: App, parts: list[frozenset[str]], names: frozenset[str]) -> frozenset[str]:
        head, args = node
        if head == "pow" and _whole_power(args[1], parts[0]):
            return names
        if head == "pow" and is_transposed(node):
            return parts[0]
        self.rational = False
        self.smooth = self.smooth and head in SMOOTH
        self.rough = self.rough or head in ROUGH
        self.kinked = (
            self.kinked or head in STEPPED or (head == "sqrt" and applies(args[0], "pow"))
        )  # that of a square is an absolute value
        # A power is here for an exponent that is not whole: where it holds no name, a root.
        self.branched = self.branched or bool(parts[0] if head == "pow" else names and head not in WHOLE_LINE)
        if head in ("ln", "log"):
            self.logarithms |= {_log_base(node)}
        self.integers |= _integers(node, parts, names)
        if head in _ROUNDED:
            self.whole |= names & _COUNTS
        return self._bound(node, parts, names)

    def _bound(self, node: App, parts: list[frozenset[str]], names: frozenset[str]) -> frozenset[str]:
        head, first = node.head, node.args[0]
        if not isinstance(first, Sym):
            return names
        if head == "call":
            return names - {first.name} | {f"{first.name}()"}
        if head in INDEXED:
            self.integers |= parts[1] | parts[2]
        return names - {first.name} if head in BINDERS else names


def _integers(node: App, parts: list[frozenset[str]], names: frozenset[str]) -> frozenset[str]:
    """The names of an operation that stand for whole numbers: of ``\\gcd(m, n)``, of ``(-1)^n``."""
    if node.head in OF_INTEGERS:
        return names
    alternates = node.head == "pow" and applies(node.args[0], "neg") and not parts[0]
    return parts[1] if alternates else frozenset()


def _letter_of(node: Builder) -> str:
    """The letter that a set-builder binds: x of ``{x | x > 2}`` and ``{x ∈ ℝ | x > 2}``."""
    element = node.element.items[0] if isinstance(node.element, Chain) else node.element
    return element.name if isinstance(element, Sym) else ""


def are_complex(one: Features, other: Features) -> bool:
    """Whether z and w are complex numbers in two expressions: ``Re z``, ``|z - i|``; real ones have a ``|z|``, too."""
    if (one.names | other.names).isdisjoint(COMPLEX):
        return False
    said = one.said | other.said
    return not said.isdisjoint(_PARTS) or said >= _DISTANCE


def features(node: Node) -> Features:
    """The symbols and the kind of an expression."""
    if isinstance(node, Num):
        return _PLAIN
    global _recent
    for known, found in _recent:
        if known is node:
            return found
    found = Features(node)
    _recent = ((node, found), *_recent[: _MOST - 1])
    return found


#: What comparisons ask for several times in a row; to hash a tree takes as long as to look at it.
_recent: tuple[tuple[Node, Features], ...] = ()
_MOST: Final = 8
_PLAIN: Final = Features(Num(fmpq(0)))


def names_in(nodes: Iterable[Node]) -> frozenset[str]:
    """The names that several expressions leave open."""
    return _NONE.union(*(features(node).names for node in nodes))


def _whole_power(exponent: Node, names: frozenset[str]) -> bool:
    if isinstance(exponent, App) and exponent.head == "neg":
        exponent = exponent.args[0]
    if not isinstance(exponent, Num) or exponent.value.q != 1:
        return False
    if names and exponent.value > MAX_POWER:
        raise LimitReached("power", MAX_POWER)
    return True


def _log_base(node: App) -> str:
    if len(node.args) == 1:
        return "e" if node.head == "ln" else ""
    return _BASES.get(node.args[0], "other")


_BASES: Final[dict[Node, str]] = {Sym("e"): "e", Num(fmpq(10)): "10"}


def constants_in(node: Node) -> list[Node]:
    """The largest parts of an expression that hold no symbol: ``\\frac{\\pi}{2}`` and 3 of ``3x < \\frac{\\pi}{2}``."""
    return _constants(node)[1]


def _constants(node: Node) -> tuple[bool, list[Node]]:
    """Whether an expression is constant itself, and the largest constants in it."""
    inner = [_constants(child) for child in children(node)]
    if isinstance(node, Num) or (isinstance(node, Sym) and node.name in CONSTANTS):
        return True, [node]
    if isinstance(node, App) and all(constant for constant, _ in inner):
        return True, [node]
    return False, [constant for _, constants in inner for constant in constants]
