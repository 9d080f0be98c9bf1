"""Constants that anybody may name: of integration, and of a differential equation's solution (EXPR-25, EXPR-26)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.meaning.names import UNKNOWNS, may_be_arbitrary
from refgrader.numbers.features import features, names_in
from refgrader.numbers.functions import ball, is_real
from refgrader.numbers.same import same, steady
from refgrader.operations import INVERSES
from refgrader.reading.substitution import renamed
from refgrader.reading.tree import App, Node, Num, Sym, mapped, within

_MAX_CONSTANTS: Final = 3
#: Of integration, with the angles.
_VARIABLES: Final = UNKNOWNS | {"theta", "phi", "u", "v", "w", "r", "s"}
#: The first coefficients of a solution in powers of its variable, by which all others are told.
_FIRST_OF_A_SERIES: Final = frozenset({"a_0", "a_1"})
#: Functions of angles, which a hyperbolic sine is not.
_TRIGONOMETRIC: Final = frozenset(head for head in INVERSES if not head.endswith("h"))


def _is_arbitrary(name: str, in_gold: bool) -> bool:
    """``C``, ``C_1``, ``c_1``; beside such a gold ``c``, ``A``, ``B``, ``D``, ``K`` and ``k`` as well."""
    letter, _, index = name.partition("_")
    is_one = letter in ("C", "c", "K", "k", "A", "B", "D") and (not index or (len(index) == 1 and index.isdecimal()))
    return is_one and (not in_gold or letter == "C" or (letter == "c" and bool(index)))


def has_arbitrary(gold: Sequence[Node], answer: Sequence[Node]) -> bool:
    """Whether either of two sides has what may be an arbitrary constant: else there is nothing to rename or to vary."""
    return any(_is_arbitrary(name, in_gold=False) for name in names_in(gold) | names_in(answer))


def arbitrary_in(nodes: Sequence[Node], in_gold: bool) -> list[str]:
    """The arbitrary constants of expressions: of a gold's a ``c`` too, beside which they have x, y, z and t only."""
    lone = in_gold and _has_lone_c(nodes)
    arbitrary = ["c"] if lone else (name for name in sorted(names_in(nodes)) if _is_arbitrary(name, in_gold))
    return [name for name in arbitrary if not _is_angle(nodes, name)]


def _has_variable(names: Iterable[str]) -> bool:
    """Whether a small letter is among names that may vary: A, B and C by themselves are people, angles, statements."""
    return any(name == name.lower() and " " not in name and not may_be_arbitrary(name) for name in names)


def _has_lone_c(nodes: Sequence[Node]) -> bool:
    return names_in(nodes) - UNKNOWNS == {"c"}


def _is_angle(nodes: Sequence[Node], name: str) -> bool:
    """Whether the symbol stands in a trigonometric function: the angle C of a triangle is no arbitrary constant."""
    return any(
        isinstance(part, App) and part.head in _TRIGONOMETRIC and name in features(part).names
        for node in nodes
        if not _TRIGONOMETRIC.isdisjoint(features(node).said)
        for part in within(node)
    )


def renamings(gold: Sequence[Node], answer: Sequence[Node]) -> Iterator[dict[str, str]]:
    """The names of the gold's arbitrary constants for those of the answer, in each way (EXPR-26).

    Those of the gold are told by their names, or by those of the answer: there a lone letter tells nothing, but C where
    the gold has c or k beside x, y, z and t only.
    """
    yield from _renamings(gold, answer)
    theirs = names_in(answer)
    if any("_" in name for name in theirs) or ("C" in theirs and names_in(gold) - UNKNOWNS in ({"c"}, {"k"})):
        for names in _renamings(answer, gold):
            yield {ours: name for name, ours in names.items()}


def _renamings(told: Sequence[Node], other: Sequence[Node]) -> Iterator[dict[str, str]]:
    """The names of the arbitrary constants of what tells them, for each of those of the other."""
    names = names_in(told)
    arbitrary = sorted(names) if _has_variable(names) else []
    ours = [name for name in arbitrary if _is_arbitrary(name, in_gold=True) and not _is_angle(told, name)]
    orders: Iterable[tuple[str, ...]] = permutations(ours[: _MAX_CONSTANTS + 1])
    if names >= _FIRST_OF_A_SERIES and len(told) == 1 and _are_coefficients(told[0]):
        ours = sorted(_FIRST_OF_A_SERIES)
        orders = [tuple(ours)]
    free = sorted(names_in(other) - names.difference(ours))
    theirs = [name for name in free if _is_arbitrary(name, in_gold=False)]
    if 0 < len(ours) == len(theirs) <= _MAX_CONSTANTS and len(ours) < len(names):
        for order in orders:
            yield dict(zip(theirs, order, strict=True))


def _constants_aside(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions are one up to the names of arbitrary constants, each for one other (EXPR-26)."""
    return any(same(gold, renamed(answer, names), context.budget) for names in _renamings([gold], [answer]))


def _are_coefficients(node: Node) -> bool:
    """``a_0(1-3x^2) + a_1(x-x^3)``: each stands before a sum, and nowhere else; of ``a_0 + a_1 x`` nobody knows."""
    terms = node.args if isinstance(node, App) and node.head == "add" else ()
    before = [
        next((factor.name for factor in term.args if isinstance(factor, Sym) and factor.name in _FIRST_OF_A_SERIES), "")
        for term in terms
        if isinstance(term, App) and term.head == "mul" and any(_is_sum(factor) for factor in term.args)
    ]
    return len(before) == len(terms) and sorted(before) == sorted(_FIRST_OF_A_SERIES)


def _is_sum(node: Node) -> bool:
    return isinstance(node, App) and node.head in ("add", "sum") and not features(node).names.isdisjoint(UNKNOWNS)


# --- constants in logarithms -------------------------------------------------------------------------------


_LOGARITHMS: Final = frozenset({"ln", "log"})


def out_of_logarithms(nodes: Sequence[Node], gold: Sequence[Node]) -> Callable[[Node], Node] | None:
    """What makes ``\\ln|x| + C`` of ``\\ln|Cx|``, where C is arbitrary and stands there alone; None without logarithms.

    In a gold itself, where it may be given, it is under a bar.
    """
    in_gold = nodes is gold
    if all(_LOGARITHMS.isdisjoint(features(node).said) for node in nodes):
        return None
    written = [part for node in nodes for part in within(node)]
    given = names_in(gold).difference(arbitrary_in(gold, True))
    names = (name for name in arbitrary_in(nodes, in_gold) if name not in given)
    constants = [Sym(name) for name in names if written.count(Sym(name)) == 1]

    def change(node: Node) -> Node:
        if isinstance(node, App) and node.head in _LOGARITHMS:
            *base, inside = node.args
            is_size = isinstance(inside, App) and inside.head == "abs"
            for constant in constants if is_size or not in_gold else ():
                if (rest := _divided(inside, constant)) is not None:
                    return App("add", (App(node.head, (*base, rest)), constant))
        return mapped(node, change)

    return change


def _divided(node: Node, constant: Sym) -> Node | None:
    """The expression with 1 for a constant that is a factor of it, above the line or below; None where it is none."""
    if node == constant:
        return Num(fmpq(1))
    args = node.args if isinstance(node, App) and node.head in ("abs", "mul", "div") else ()
    rests = [_divided(arg, constant) for arg in args]
    if not isinstance(node, App) or not any(rests):
        return None
    return App(node.head, tuple(rest or arg for rest, arg in zip(rests, args, strict=True)))


# --- the constant of integration ---------------------------------------------------------------------------


def is_antiderivative(gold: Node, answer: Node) -> bool:
    """Whether a gold adds a constant of integration: C beside a variable; c, K or k, which are letters of formulas as
    well, beside a usual variable of integration or an angle alone, and no number, which they would take up.
    """
    constant = of_integration(gold)
    if constant is None:
        return False
    rest = features(_without(gold, constant)).names
    if constant.name[0] == "C":
        return _has_variable(rest)
    return rest <= _VARIABLES and not any(isinstance(term, Num) for side in (gold, answer) for term in _terms(side))


def _terms(node: Node) -> Iterator[Node]:
    for term in node.args if isinstance(node, App) and node.head == "add" else ():
        yield term.args[0] if isinstance(term, App) and term.head == "neg" else term


def of_integration(node: Node, used: frozenset[str] = frozenset()) -> Sym | None:
    """The lone constant that an antiderivative adds: ``C``, ``c``, ``K``, ``k``, with or without a subscript.

    `used` are the names of the gold's function, from which a constant of the answer is told apart.
    """
    if not isinstance(node, App) or node.head != "add":
        return None
    for term in node.args:
        if isinstance(term, Sym) and may_be_arbitrary(term.name):
            others = names_in(arg for arg in node.args if arg is not term)
            ambiguous = term.name[0].islower() and len(others) > 1 and not others <= used
            if term.name in others or not others or term.name in used or ambiguous:
                continue
            return term
    return None


def same_up_to_constant(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two antiderivatives are a number apart, whatever their constants are called (EXPR-25, EXPR-26)."""
    constant = of_integration(gold)
    found = of_integration(answer, features(_without(gold, constant)).names)
    if found is None:
        return _constants_aside(gold, answer, context)
    one, other = _without(gold, constant), _without(answer, found)
    same_names = features(one).names == features(other).names
    apart = steady(one, other, lambda left, right: ball(left) - ball(right), context.budget) if same_names else None
    return (apart is not None and is_real(apart)) or _constants_aside(gold, answer, context)


def _without(node: Node, term: Sym | None) -> Node:
    assert isinstance(node, App)
    rest = tuple(arg for arg in node.args if arg is not term and arg != term)
    return rest[0] if len(rest) == 1 else App("add", rest)
