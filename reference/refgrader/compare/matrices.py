r"""Letters that stand for matrices or operators: the order of their factors counts (EXPR-32).

Nothing in ``AB`` says that A is a matrix. A transpose says so, as in ``A^TB``, an inverse that stands before another
capital letter, around one or of several, ``A^{-1}B``, ``PDP^{-1}`` and ``(AB)^{-1}``, or the hats of two operators.
Expressions with such letters are compared as sums of words, each with a number before it: ``(A+2BC)^T`` has the words
``A^T`` and ``C^TB^T``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node, Num, Sym, children, vocabulary

#: Words of one expression, and the factors of a power that is written out.
_MAX_WORDS: Final = 100
_MAX_POWER: Final = 8
_TRANSPOSED: Final = (Sym("T"), Sym("top"), Sym("dagger"))
_MINUS_ONE: Final = App("neg", (Num(fmpq(1)),))


class _Letter(NamedTuple):
    """A factor that cannot change places: a symbol, or the words of a sum, and what is done to it."""

    of: Hashable
    transposed: bool = False
    inverted: bool = False


_Word = tuple[_Letter, ...]
#: The number before each word.
_Sum = dict[_Word, Node]


class _Unfit(Exception):
    """An expression that is no sum of words within the bounds."""


def has_matrices(*nodes: Node) -> bool:
    """Whether something in these expressions says that their letters are matrices."""
    said = vocabulary(*nodes)
    return any(map(_is_capital_name, said)) and any(_says_matrix(node) for node in nodes)


def same_words(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions have the same words with the same numbers before them."""
    if gold == answer:
        return True
    transposed = any(map(_has_transpose, (gold, answer)))
    try:
        one, other = (_Reader(transposed).words(side) for side in (gold, answer))
    except _Unfit:
        return False
    nothing = Num(fmpq(0))
    return all(
        same(one.get(word, nothing), other.get(word, nothing), context.budget.begin()) for word in {**one, **other}
    )


# --- what says so ------------------------------------------------------------------------------------------


def _says_matrix(node: Node) -> bool:
    if not isinstance(node, App):
        return any(map(_says_matrix, children(node)))
    if node.head == "pow" and (_is_transpose(node) or _is_inverse_of_several(node)):
        return True
    if node.head == "mul" and (_has_ordered_inverse(node.args) or _has_operators(node.args) or _has_vector(node.args)):
        return True
    return any(map(_says_matrix, node.args))


def _is_transpose(node: App) -> bool:
    base, exponent = node.args
    return exponent in _TRANSPOSED and any(map(_is_capital, _factors(base)))


def _has_vector(factors: tuple[Node, ...]) -> bool:
    """``x^Ty``: a small letter with a transpose, before another letter; ``p^T(1-p)`` is a power."""
    return any(
        isinstance(factor, App)
        and factor.head == "pow"
        and factor.args[1] in _TRANSPOSED
        and isinstance(following, Sym)
        and isinstance(factor.args[0], Sym)
        for factor, following in pairwise(factors)
    )


def _is_inverse_of_several(node: App) -> bool:
    """``(AB)^{-1}``, ``(A+B)^{-1}``, and not ``A^{-1}``."""
    base = _inverted(node)
    return isinstance(base, App) and sum(map(_is_capital, _factors(base))) > 1


def _has_transpose(node: Node) -> bool:
    return (isinstance(node, App) and node.head == "pow" and node.args[1] in _TRANSPOSED) or any(
        map(_has_transpose, children(node))
    )


def _has_ordered_inverse(factors: tuple[Node, ...]) -> bool:
    """``A^{-1}B``, ``ABA^{-1}``: an inverse before another capital, or one of a letter that is there as well."""
    capitals = {part for factor in factors for part in _factors(factor) if _is_capital(part)}
    for factor, following in [*pairwise(factors), (factors[-1], None)]:
        base = _inverted(factor)
        if base is None or not _is_capital(base):
            continue
        alone = [part for other in factors if other is not factor for part in _factors(other)]
        if base in alone or (following is not None and not capitals.isdisjoint(_factors(following))):
            return True
    return False


def _has_operators(factors: tuple[Node, ...]) -> bool:
    hats = {
        factor for factor in factors if isinstance(factor, Sym) and factor.name[:4] == "hat " and _is_capital(factor)
    }
    return len(hats) > 1


def _factors(node: Node) -> Iterator[Node]:
    if isinstance(node, App) and node.head in ("mul", "add", "neg"):
        for arg in node.args:
            yield from _factors(arg)
    else:
        yield node


def _inverted(node: Node) -> Node | None:
    return node.args[0] if isinstance(node, App) and node.head == "pow" and node.args[1] == _MINUS_ONE else None


def _is_capital(node: Node) -> bool:
    return isinstance(node, Sym) and _is_capital_name(node.name)


def _is_capital_name(name: str) -> bool:
    letter = name.removeprefix("hat ").partition("_")[0].rstrip("'")
    return len(letter) == 1 and letter.isupper()


# --- words -------------------------------------------------------------------------------------------------


class _Reader:
    """Turns a tree into its sum of words. Beside a transpose small letters are vectors: ``X^Ty``."""

    def __init__(self, small: bool) -> None:
        self._small = small

    def words(self, node: Node) -> _Sum:
        """The words of an expression. Raises `_Unfit` where it is none of them."""
        if not self._has_letters(node):
            return {(): node}
        if isinstance(node, Sym):
            return {(_Letter(node),): Num(fmpq(1))}
        if not isinstance(node, App):
            raise _Unfit
        if node.head == "add":
            return _added([self.words(arg) for arg in node.args])
        if node.head == "neg":
            return _times({(): _MINUS_ONE}, self.words(node.args[0]))
        if node.head == "mul":
            product: _Sum = {(): Num(fmpq(1))}
            for arg in node.args:
                product = _times(product, self.words(arg))
            return product
        if node.head == "div" and not self._has_letters(node.args[1]):
            return _times({(): App("div", (Num(fmpq(1)), node.args[1]))}, self.words(node.args[0]))
        if node.head == "pow":
            return self._power(*node.args)
        raise _Unfit

    def _power(self, base: Node, exponent: Node) -> _Sum:
        words = self.words(base)
        if exponent in _TRANSPOSED:
            return {tuple(letter._replace(transposed=not letter.transposed) for letter in reversed(word)): number
                    for word, number in words.items()}  # fmt: skip
        if exponent == _MINUS_ONE:
            return _inverse(words)
        if not (isinstance(exponent, Num) and exponent.value.q == 1 and 1 <= exponent.value <= _MAX_POWER):
            raise _Unfit
        power = words
        for _ in range(int(exponent.value.p) - 1):
            power = _times(power, words)
        return power

    def _has_letters(self, node: Node) -> bool:
        if isinstance(node, Sym):
            small = self._small and len(node.name) == 1 and node.name.isascii() and node.name not in CONSTANTS
            return small or _is_capital(node)
        return any(map(self._has_letters, children(node)))


def _added(sums: list[_Sum]) -> _Sum:
    total: _Sum = {}
    for words in sums:
        for word, number in words.items():
            total[word] = App("add", (total[word], number)) if word in total else number
    return total


def _times(left: _Sum, right: _Sum) -> _Sum:
    if len(left) * len(right) > _MAX_WORDS:
        raise _Unfit
    return _added(
        [
            {_joined(one, other): App("mul", (number, factor))}
            for one, number in left.items()
            for other, factor in right.items()
        ]
    )


def _joined(left: _Word, right: _Word) -> _Word:
    """Two words side by side, without the letters that meet their own inverse there."""
    while left and right and left[-1] == right[0]._replace(inverted=not right[0].inverted):
        left, right = left[:-1], right[1:]
    return left + right


def _inverse(words: _Sum) -> _Sum:
    ((word, number), *others) = words.items()
    if not others and (len(word) == 1 or not any(letter.transposed for letter in word)):  # X of X^TX may be no square
        turned = tuple(letter._replace(inverted=not letter.inverted) for letter in reversed(word))
        return {turned: App("div", (Num(fmpq(1)), number))}
    return {(_Letter(frozenset(words.items()), inverted=True),): Num(fmpq(1))}
