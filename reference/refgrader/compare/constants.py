"""Constants that anybody may name: of integration, and of a differential equation's solution (EXPR-25, EXPR-26)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

from flint import fmpq

from refgrader.meaning.names import UNKNOWNS, may_be_arbitrary
from refgrader.numbers.features import features, names_in
from refgrader.operations import INVERSES
from refgrader.reading.substitution import replaced, substituted
from refgrader.reading.tree import App, Node, Num, Sym, applies, within

_MAX_CONSTANTS: Final = 3
#: The first coefficients of a solution in powers of its variable, by which all others are told.
_FIRST_OF_A_SERIES: Final = frozenset({"a_0", "a_1"})
#: Functions of angles, which a hyperbolic sine is not.
_TRIGONOMETRIC: Final = frozenset(head for head in INVERSES if not head.endswith("h"))
_HEADS: Final = _TRIGONOMETRIC | {"abs", "max", "min", "floor", "ceil"}


def _is_arbitrary(name: str, in_gold: bool) -> bool:
    """``C``, ``C_1``, ``c_1``; beside such a gold ``c``, ``A``, ``B``, ``D``, ``K`` and ``k`` as well."""
    letter, _, index = name.partition("_")
    is_one = letter in ("C", "c", "K", "k", "A", "B", "D") and (not index or (len(index) == 1 and index.isdecimal()))
    return is_one and (not in_gold or letter == "C" or (letter == "c" and bool(index)))


def arbitrary_in(nodes: Sequence[Node], in_gold: bool, several: bool = False) -> list[str]:
    """The arbitrary constants of expressions: of a gold's a ``c`` too, beside which they have x, y, z and t only.

    Beside several of the gold whatever other letters the answer has are as many.
    """
    names = names_in(nodes)
    is_lone = in_gold and names - UNKNOWNS == {"c"}
    free = names - UNKNOWNS if several else {name for name in names if _is_arbitrary(name, in_gold)}
    arbitrary = ["c"] if is_lone else sorted(free)
    return [name for name in arbitrary if not _is_angle(nodes, name)]


def _is_angle(nodes: Sequence[Node], name: str) -> bool:
    """Whether the symbol stands in a trigonometric function, as the angle C of a triangle, or only its size does."""
    return any(
        isinstance(part, App) and part.head in _HEADS and name in features(part).names
        and (part.head in _TRIGONOMETRIC or Sym(name) in part.args)
        for node in nodes
        if not _HEADS.isdisjoint(features(node).said)
        for part in within(node)
    )  # fmt: skip


def renamings(gold: Sequence[Node], answer: Sequence[Node]) -> Iterator[dict[str, str]]:
    """The names of the gold's arbitrary constants for those of the answer, in each way (EXPR-26).

    Those of the gold are told by their names, or by those of the answer: there a lone letter tells nothing, but C, K
    or c where the gold has c or k beside x, y, z and t only.
    """
    yield from _renamings(gold, answer)
    theirs = names_in(answer)
    if not UNKNOWNS.isdisjoint(theirs) and any("_" in name for name in theirs - names_in(gold)):
        for names in _renamings(answer, gold):
            yield {ours: name for name, ours in names.items()}
    if ours := _lone(gold, answer):
        yield dict(zip(_letters(answer), ours, strict=True))


def constants_of(gold: Sequence[Node], answer: Sequence[Node]) -> list[str]:
    """The arbitrary constants of a gold, which the answer may tell: a ``k`` beside its C."""
    return arbitrary_in(gold, True) or _lone(gold, answer)


def _lone(gold: Sequence[Node], answer: Sequence[Node]) -> list[str]:
    """A ``c`` or ``k`` of the gold beside another C, K, c or k, if either has nothing else than unknowns and points."""
    theirs, ours = map(_letters, (answer, gold))
    is_one = len(theirs) == 1 and theirs <= {*"CKck"} - ours and bool(UNKNOWNS & names_in(answer))
    return [*ours] if is_one and ours in ({"c"}, {"k"}) and not _is_angle(gold, *ours) else []


def _letters(nodes: Sequence[Node]) -> set[str]:
    """The names that are no x, y, z or t, nor a value of these, as y_1 is."""
    return {name for name in names_in(nodes) if name.partition("_")[0] not in UNKNOWNS}


def _renamings(told: Sequence[Node], other: Sequence[Node]) -> Iterator[dict[str, str]]:
    """The names of the arbitrary constants of what tells them, for each of those of the other."""
    names = names_in(told)
    # A, B and C by themselves are people, angles, statements: a small letter has to be among them that may vary.
    varies = any(name == name.lower() and " " not in name and not may_be_arbitrary(name) for name in names)
    arbitrary = (name for name in sorted(names) if varies and _is_arbitrary(name, in_gold=True))
    ours = [name for name in arbitrary if not _is_angle(told, name)]
    orders: Iterable[tuple[str, ...]] = permutations(ours[: _MAX_CONSTANTS + 1])
    if names >= _FIRST_OF_A_SERIES and len(told) == 1 and _are_coefficients(told[0]):
        ours = sorted(_FIRST_OF_A_SERIES)
        orders = [tuple(ours)]
    free = sorted(names_in(other) - names.difference(ours))
    theirs = [name for name in free if _is_arbitrary(name, in_gold=False)]
    if 0 < len(ours) == len(theirs) <= _MAX_CONSTANTS and len(ours) < len(names):
        for order in orders:
            yield dict(zip(theirs, order, strict=True))


def added_to_logarithm(node: Node, names: Collection[str]) -> Node:
    """An expression with ``C + \\ln|x|`` for the ``\\ln|Cx|`` in it, where the constant stands nowhere else."""
    for log in (part for part in within(node) if applies(part, "ln")):
        whole = log.args[0].args[0] if applies(log.args[0], "abs") else log.args[0]
        for factor in whole.args if applies(whole, "mul") else ():
            if isinstance(factor, Sym) and factor.name in names and [*within(node)].count(factor) == 1:
                return replaced(node, {log: App("add", (factor, substituted(log, {factor.name: Num(fmpq(1))})))})
    return node


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
