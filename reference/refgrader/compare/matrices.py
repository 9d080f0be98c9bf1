r"""Letters that stand for matrices or operators: the order of their factors counts (EXPR-32).

Nothing in ``AB`` says that A is a matrix. A transpose says so, as in ``A^TB``, an inverse that stands before another
capital letter, around one or of several, ``A^{-1}B``, ``PDP^{-1}`` and ``(AB)^{-1}``, or the hats of two operators.
Expressions with such letters are the same where they are for matrices that neither of them could foresee.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from hashlib import blake2b
from itertools import pairwise
from operator import add, mul
from typing import Final

from flint import acb_mat, fmpq

from refgrader.compare.finding import Context
from refgrader.numbers.evaluate import CONSTANTS, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.reading.tree import MINUS_ONE, App, Node, Num, Sym, within

_TRANSPOSED: Final = (Sym("T"), Sym("dagger"))
#: No identity of so short products holds for all matrices of that size, and not for all matrices.
_SIZE: Final = 4
_MAX_POWER: Final = 8
_BITS: Final = 512
#: Entries are below one: they are nought where they are so small.
_NOUGHT: Final = fmpq(1, 2**128)


def has_matrices(*nodes: Node) -> bool:
    """Whether something in these expressions says that their letters are matrices."""
    if not any(_is_capital_name(name) for node in nodes for name in features(node).said):
        return False
    parts = [part for node in nodes for part in within(node) if isinstance(part, App)]
    divided = any(part.head == "div" and any(map(_is_capital, within(part.args[1]))) for part in parts)
    return any(_says_matrix(part, divided) for part in parts)


def same_for_matrices(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions have the same value for matrices that they could not foresee."""
    if gold == answer:
        return True
    matrices = _Matrices(gold, answer, context)
    with precision(_BITS):
        try:
            difference = matrices.value(gold) - matrices.value(answer)
        except (Undefined, Undecided, ZeroDivisionError):
            return False
        return all(entry.contains(0) and entry.abs_upper() < _NOUGHT for entry in difference.entries())


# --- what says so ------------------------------------------------------------------------------------------


def _says_matrix(node: App, divided: bool) -> bool:
    """Whether a part says so; `divided`: something is divided by such letters, as by the sum of a number and others."""
    if node.head == "pow":
        base, exponent = node.args
        capitals = sum(map(_is_capital, _factors(base)))
        inverse = exponent == MINUS_ONE and not (divided and _has_number(base))
        return (exponent in _TRANSPOSED and capitals > 0) or (inverse and capitals > 1)
    return node.head == "mul" and (
        _has_ordered_inverse(node.args) or _has_operators(node.args) or _has_vector(node.args)
    )


def _has_number(base: Node) -> bool:
    """``1 + RC``: to matrices nobody adds a number."""
    return isinstance(base, App) and base.head == "add" and any(isinstance(term, Num) for term in base.args)


def _has_vector(factors: tuple[Node, ...]) -> bool:
    """``x^Ty``: a small letter with a transpose, before another letter; ``p^T(1-p)`` is a power."""
    return any(
        isinstance(following, Sym) and _is_transpose(factor) and isinstance(factor.args[0], Sym)
        for factor, following in pairwise(factors)
        if isinstance(factor, App)
    )


def _is_transpose(node: Node) -> bool:
    return isinstance(node, App) and node.head == "pow" and node.args[1] in _TRANSPOSED


def _has_ordered_inverse(factors: tuple[Node, ...]) -> bool:
    """``A^{-1}B``, ``ABA^{-1}``: an inverse before another capital, or one of a letter that is there as well."""
    parts = [list(_factors(factor)) for factor in factors]
    for factor, following in zip(factors, [*parts[1:], []], strict=True):
        if isinstance(factor, App) and factor.head == "pow" and factor.args[1] == MINUS_ONE:
            base = factor.args[0]
            if _is_capital(base) and (any(map(_is_capital, following)) or any(base in part for part in parts)):
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


# --- values ------------------------------------------------------------------------------------------------


class _Matrices:
    """A matrix for each letter, from a digest of both expressions. Beside a transpose small letters have one too."""

    def __init__(self, gold: Node, answer: Node, context: Context) -> None:
        self._small = any(_is_transpose(part) for side in (gold, answer) for part in within(side))
        self._digest, self._budget = f"{gold} {answer}", context.budget.begin()

    def value(self, node: Node) -> acb_mat:
        """The value of an expression. Raises `Undefined` where it has none."""
        self._budget.spend(_SIZE**3)
        if not any(map(self._is_letter, within(node))):
            return self._number(node)
        if isinstance(node, Sym):
            return self._drawn(node.name)
        if not isinstance(node, App) or node.head not in ("add", "mul", "neg", "div", "pow"):
            raise Undefined
        if node.head == "pow":
            return self._power(*node.args)
        values = list(map(self.value, node.args))
        if node.head == "div":
            if any(map(self._is_letter, within(node.args[1]))):
                raise Undefined
            return values[0] * values[1].inv()
        return -values[0] if node.head == "neg" else reduce(add if node.head == "add" else mul, values)

    def _power(self, base: Node, exponent: Node) -> acb_mat:
        value = self.value(base)
        if exponent in _TRANSPOSED:
            return value.transpose()
        if exponent == MINUS_ONE:  # X of X^TX may be no square, and then that has an inverse of which nothing is known
            is_known = base in list(_factors(base)) or not any(map(_is_transpose, within(base)))
            return (value if is_known else value + self._drawn("")).inv()
        if not (isinstance(exponent, Num) and exponent.value.q == 1 and 1 <= exponent.value <= _MAX_POWER):
            raise Undefined
        return reduce(mul, [value] * int(exponent.value.p))

    def _is_letter(self, node: Node) -> bool:
        name = node.name if isinstance(node, Sym) and node.name not in CONSTANTS else ""
        return _is_capital(node) or (self._small and len(name) == 1 and name.isascii())

    def _number(self, node: Node) -> acb_mat:
        point = {name: fmpq(*self._digits(name)[:2]) for name in features(node).names}
        value = ball(evaluate(node, point, self._budget))
        return acb_mat(_SIZE, _SIZE, [value if row == column else 0 for row in range(_SIZE) for column in range(_SIZE)])

    def _drawn(self, name: str) -> acb_mat:
        return acb_mat(_SIZE, _SIZE, [ball(fmpq(digits, 1 << 32)) for digits in self._digits(name)])

    def _digits(self, name: str) -> list[int]:
        drawn = blake2b(f"{self._digest} {name}".encode("utf-8", "surrogatepass")).digest()
        return [1 + int.from_bytes(drawn[k : k + 4], "big") for k in range(0, len(drawn), 4)]
