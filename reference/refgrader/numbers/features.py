"""An expression before it is evaluated: its symbols, and what kind of function it is."""

from __future__ import annotations

from itertools import chain
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.limits import MAX_POWER, LimitReached
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.operations import BINDERS, INDEXED, OF_INTEGERS, RATIONALS, ROUGH, SMOOTH, STEPPED, WHOLE_LINE
from refgrader.reading.tree import App, Given, Node, Num, Sym, Text, children


class Features(NamedTuple):
    """What has to be known of an expression before it is evaluated."""

    names: frozenset[str]
    #: Names that the notation defines for integers only (EXPR-5).
    integers: frozenset[str]
    #: Every operation is +, −, ·, / or a whole power.
    rational: bool
    #: Bases that its logarithms write: ``e``, ``10``, and "" for none.
    logarithms: frozenset[str]
    #: Every operation is analytic wherever it is defined: agreement on an interval is agreement (EXPR-1).
    smooth: bool
    #: It has steps or kinks where the numbers that it writes lead: absolute values, floors, cases.
    kinked: bool = False
    #: It holds an integral or a limit, whose value is an enclosure of fewer digits.
    rough: bool = False
    #: The constants in the conditions of its cases.
    breaks: tuple[Node, ...] = ()
    #: It has a root, a logarithm, an absolute value … of its symbols, or integers among them: what holds for some of
    #: their values, as the positive or the odd ones, may not hold for others (EXPR-3).
    branched: bool = False


_NO_NAMES: Final = frozenset({"∞", "…", "∅", "ℝ", "ℤ", "ℕ", "ℚ", "ℂ"})


def features(node: Node) -> Features:
    """The symbols and the kind of an expression."""
    if isinstance(node, Num):
        return _PLAIN
    global _recent
    for known, found in _recent:
        if known is node:
            return found
    found = _features(node)
    _recent = ((node, found), *_recent[: _MOST - 1])
    return found


#: What comparisons ask for several times in a row; to hash a tree takes as long as to look at it.
_recent: tuple[tuple[Node, Features], ...] = ()
_MOST: Final = 8


def _features(node: Node) -> Features:
    if isinstance(node, Num):
        return _PLAIN
    if isinstance(node, App):
        return _of_operation(node, [_features(arg) for arg in node.args])
    if isinstance(node, Sym):
        known = node.name in CONSTANTS or node.name in _NO_NAMES
        return Features(frozenset() if known else frozenset({node.name}), frozenset(), not known, frozenset(), True)
    if isinstance(node, Text):
        return Features(frozenset({node.words}), frozenset(), True, frozenset(), True)
    together = _together([_features(child) for child in children(node)])
    if isinstance(node, Given):
        return together._replace(breaks=(*together.breaks, *constants_in(node.condition)))
    return together


def _together(parts: list[Features]) -> Features:
    """What holds of several expressions side by side."""
    told = [part for part in parts if part is not _PLAIN]
    if len(told) < 2:
        return told[0] if told else _PLAIN
    names, integers, rational, logarithms, smooth, kinked, rough, breaks, branched = zip(*told, strict=True)
    return Features(
        frozenset().union(*names),
        frozenset().union(*integers),
        all(rational),
        frozenset().union(*logarithms),
        all(smooth),
        any(kinked),
        any(rough),
        tuple(chain.from_iterable(breaks)),
        any(branched),
    )


def _of_operation(node: App, parts: list[Features]) -> Features:
    head, args = node
    together = _together(parts)
    if together.rational and head in RATIONALS and (head != "pow" or _whole_power(args[1], parts[0].names)):
        return together
    names, integers, _, logarithms, smooth, kinked, rough, breaks, branched = together
    branched = branched or bool(names and (head not in WHOLE_LINE or _is_root(node, parts)))
    if head in ("ln", "log"):
        logarithms |= {_log_base(node)}
    names, integers = _open_names(node, parts, names, integers)
    kinked = kinked or head in STEPPED or (head == "sqrt" and _is_power(args[0]))
    smooth = smooth and head in SMOOTH and not kinked
    rough, branched = rough or head in ROUGH, branched or bool(integers)
    return Features(names, integers, False, logarithms, smooth, kinked, rough, breaks, branched)


def _open_names(
    node: App, parts: list[Features], names: frozenset[str], integers: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """The names that an operation leaves open, and which of them stand for integers."""
    head, first = node.head, node.args[0]
    if head in BINDERS and isinstance(first, Sym):
        if head in INDEXED:
            integers |= parts[1].names | parts[2].names
        return names - {first.name}, integers - {first.name}
    if head == "call" and isinstance(first, Sym):
        return names - {first.name} | {f"{first.name}()"}, integers
    if head == "pow" and parts[1].names and _negative(first):
        return names, integers | parts[1].names
    return names, integers | names if head in OF_INTEGERS else integers


def _is_root(node: App, parts: list[Features]) -> bool:
    """Whether an operation is a power that is defined for positive bases only, or as a root is."""
    return node.head == "pow" and bool(parts[0].names) and not _whole_power(node.args[1], frozenset())


def _is_power(node: Node) -> bool:
    """Whether the root of the expression may have a kink: that of a square is an absolute value."""
    return isinstance(node, App) and node.head == "pow"


def constants_in(node: Node) -> list[Node]:
    """The largest parts of an expression that hold no symbol: ``\\frac{\\pi}{2}`` and 3 of ``3x < \\frac{\\pi}{2}``."""
    return _constants(node)[1]


def _constants(node: Node) -> tuple[bool, list[Node]]:
    """Whether an expression is constant itself, and the largest constants in it."""
    inner = [_constants(child) for child in children(node)]
    found = [constant for _, constants in inner for constant in constants]
    if isinstance(node, Num) or (isinstance(node, Sym) and node.name in CONSTANTS):
        return True, [node]
    if isinstance(node, App) and all(constant for constant, _ in inner):
        return True, [node]
    return False, found


_PLAIN: Final = Features(frozenset(), frozenset(), True, frozenset(), True)


def _whole_power(exponent: Node, names: frozenset[str]) -> bool:
    if isinstance(exponent, App) and exponent.head == "neg":
        exponent = exponent.args[0]
    if not isinstance(exponent, Num) or exponent.value.q != 1:
        return False
    if names and exponent.value > MAX_POWER:
        raise LimitReached("power", MAX_POWER)
    return True


def _negative(base: Node) -> bool:
    return isinstance(base, App) and base.head == "neg" and not features(base).names


def _log_base(node: App) -> str:
    if node.head == "ln" or (len(node.args) == 2 and node.args[0] == Sym("e")):
        return "e"
    if len(node.args) == 1:
        return ""
    return "10" if node.args[0] == Num(fmpq(10)) else "other"
