r"""Letters that stand for matrices or operators: the order of their factors counts (EXPR-32).

Nothing in ``AB`` says that A is a matrix. A transpose says so, as in ``A^TB``, an inverse that stands before another
capital letter, around one or of several, ``A^{-1}B``, ``PDP^{-1}`` and ``(AB)^{-1}``, or the hats of two operators.
A gold that divides by such a letter says that it is a number. Expressions with matrices are the same where they have
the same factors in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from refgrader.numbers.features import features
from refgrader.reading.tree import MINUS_ONE, App, Node, Num, Sym, applies, children, product, within

_ADJOINT: Final = Sym("dagger")
_TRANSPOSED: Final = (Sym("T"), _ADJOINT)
#: Letters of vectors that a matrix is solved for.
_VECTORS: Final = tuple(map(Sym, "bvxy"))


def has_matrices(*nodes: Node) -> bool:
    """Whether something in these expressions, the gold first, says that their letters are matrices."""
    said = set().union(*(features(node).said for node in nodes))
    if "dagger" not in said and (all(map(str.islower, said)) or not any(map(_is_capital_name, said))):
        return False
    parts = [part for node in nodes for part in within(node) if isinstance(part, App)]
    if not any(map(_says_matrix, parts)):
        return False
    of_gold = (part for part in within(nodes[0]) if isinstance(part, App))
    return not any(part.head == "div" and _has_capital(part.args[1]) for part in of_gold)


def _has_capital(node: Node) -> bool:
    """Whether a capital letter is a term, a factor or the base of a power: nobody divides by a matrix."""
    is_made_of = isinstance(node, App) and node.head in ("add", "mul", "neg", "pow")
    parts = children(node)[:1] if applies(node, "pow") else children(node)
    return _is_capital(node) if not is_made_of else any(map(_has_capital, parts))


def in_one_order(node: Node) -> Node:
    """An expression in one order of its terms; that of factors counts, but for numbers, which stand before them."""
    if not isinstance(node, App):
        return node
    parts: list[Node] = []
    for arg in map(in_one_order, node.args):
        is_nested = node.head in ("add", "mul") and isinstance(arg, App) and arg.head == node.head
        parts += arg.args if is_nested and isinstance(arg, App) else (arg,)
    if node.head == "div" and applies(parts[0], "mul") and isinstance(parts[0].args[0], Num):
        number, *others = parts[0].args  # 2vv^T / (v^Tv)
        return App("mul", (number, App("div", (product(others), parts[1]))))
    if node.head == "mul":
        parts.sort(key=lambda part: not isinstance(part, Num))
    return App(node.head, tuple(sorted(parts, key=str) if node.head == "add" else parts))


def _says_matrix(node: App) -> bool:
    if node.head == "pow":
        base, exponent = node.args
        capitals = sum(map(_is_capital, _factors(base)))
        is_transposed = exponent in _TRANSPOSED and (capitals > 0 or exponent == _ADJOINT)
        return is_transposed or (exponent == MINUS_ONE and capitals > 1)
    rules = (_has_ordered_inverse, _has_operators, _has_vector, _has_adjoint)
    return node.head == "mul" and any(says(node.args) for says in rules)


def _has_vector(factors: tuple[Node, ...]) -> bool:
    """``x^Ty``: a small letter with a transpose, before another letter; ``p^T(1-p)`` is a power."""
    return any(
        isinstance(following, Sym) and isinstance(factor.args[0], Sym) and factor.args[1] in _TRANSPOSED
        for factor, following in pairwise(factors)
        if applies(factor, "pow")
    )


def _has_adjoint(factors: tuple[Node, ...]) -> bool:
    """``A^HA``: the power of a letter that is there as well; ``A^H`` beside others is a power."""
    return any(
        applies(factor, "pow") and factor.args[1] == Sym("H") and factor.args[0] in factors for factor in factors
    )


def _has_ordered_inverse(factors: tuple[Node, ...]) -> bool:
    """``A^{-1}B``, ``ABA^{-1}``: an inverse before another capital, or one of a letter that is there as well.

    So is one before the letter of a vector, ``A^{-1}b``: a number would stand before its divisor.
    """
    parts = [list(_factors(factor)) for factor in factors]
    for factor, following in zip(factors, [*parts[1:], []], strict=True):
        if applies(factor, "pow") and factor.args[1] == MINUS_ONE:
            base = factor.args[0]
            others = following[:1]
            is_vector = bool(others) and others[0] in _VECTORS and factor is factors[0]
            if _is_capital(base) and (
                is_vector or any(map(_is_capital, following)) or any(base in part for part in parts)
            ):
                return True
    return False


def _has_operators(factors: tuple[Node, ...]) -> bool:
    hats = {factor for factor in factors if _is_capital(factor) and isinstance(factor, Sym) and "hat " in factor.name}
    return len(hats) > 1


def _factors(node: Node) -> Iterator[Node]:
    if isinstance(node, App) and node.head in ("mul", "add", "neg"):
        for arg in node.args:
            yield from _factors(arg)
    else:
        yield node


def _is_capital(node: Node) -> bool:
    return isinstance(node, Sym) and _is_capital_name(node.name)


def _is_capital_name(name: str) -> bool:
    letter = name.removeprefix("hat ").partition("_")[0].rstrip("'")
    return len(letter) == 1 and letter.isupper()
