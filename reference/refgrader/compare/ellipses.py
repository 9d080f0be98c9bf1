"""Sums and products with an ellipsis: what is written around it, and the series whose terms these are (EXPR-24)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.compare.series import has_series, term_of
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.numbers.same import same, surely_same
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import MINUS_ONE, ZERO, App, Node, Num, Sym

_DOTS: Final = Sym("…")
#: So many terms tell which series it is, that with any index among them.
_TELLING: Final = 3
#: Terms of the series are looked at for each that is written: some may be nought.
_LOOKED_AT: Final = 4
#: Where counting may begin for a term with any index.
_STARTS: Final = (0, 1, -1)


def same_around(gold: Node, answer: Node, context: Context) -> bool:
    """Whether what is written around an ellipsis is the same, piece by piece, each sum multiplied out."""
    if gold == answer:
        return True
    if not (_has_dots(gold) or _has_dots(answer)):
        return same(gold, answer, context.budget)
    if not (isinstance(gold, App) and isinstance(answer, App)):
        return False
    ours, theirs = map(_terms, (gold, answer))
    return 1 < len(ours) == len(theirs) and all(same_around(*pair, context) for pair in zip(ours, theirs, strict=True))


def _terms(node: Node) -> tuple[Node, ...]:
    """The terms of a sum with an ellipsis, with what multiplies or divides it: x and x^2 of ``x(1 + x + \\dots)``."""
    if node == _DOTS or not isinstance(node, App) or not _has_dots(node):
        return (node,)
    if node.head == "add":
        return tuple(term for arg in node.args for term in _terms(arg))
    at = [place for place, arg in enumerate(node.args) if _has_dots(arg)]
    if node.head not in ("mul", "neg", "div") or len(at) != 1 or (node.head == "div" and at[0]):
        return (node,)
    before, behind = node.args[: at[0]], node.args[at[0] + 1 :]
    terms = _terms(node.args[at[0]])
    return tuple(term if term == _DOTS else App(node.head, (*before, term, *behind)) for term in terms)


def is_written_out(gold: Node, answer: Node) -> bool:
    """Whether one is a sum without end, and the other writes some of its terms."""
    return has_series(gold) != has_series(answer) and {*map(_has_dots, (gold, answer))} == {True, False}


def begins_so(gold: Node, answer: Node, context: Context) -> bool:
    """Whether the terms that one side writes are the first of the other's, and one between dots that with any index."""
    whole, part = (gold, answer) if has_series(gold) else (answer, gold)
    term, written, budget = term_of(whole, context), _terms(part), context.budget
    dots = written.index(_DOTS) if _DOTS in written else 0
    general = written[dots + 1 : -1]
    if term is None or not _TELLING <= dots + len(general) <= dots + 1 or written[-1] != _DOTS:
        return False
    first = (term(Num(fmpq(k))) for k in range(_LOOKED_AT * dots))
    pairs = zip(written[:dots], (each for each in first if not surely_same(each, ZERO, budget)), strict=False)
    letters = [Sym(name) for each in general for name in features(each).names - features(whole).names]
    at_any = [term(App("add", (letter, Num(fmpq(start))))) for letter in letters for start in _STARTS]
    is_general = len(letters) == len(general) and all(
        any(surely_same(each, other, budget) for other in at_any) for each in general
    )
    return is_general and sum(surely_same(*pair, budget) for pair in pairs) == dots


def comes_to(whole: Node, formula: Node, budget: Budget) -> bool:
    """Whether a sum with dots up to its last term is a formula: in its first values, and in what each term adds."""
    written = _terms(whole)
    *first, dots, last = written if len(written) > _TELLING else (ZERO, ZERO, ZERO)
    letters = features(last).names - features(App("tuple", tuple(first))).names
    if len(letters) != 1 or dots != _DOTS or _has_dots(formula):
        return False
    (letter,) = letters
    steps = App("add", (Sym(letter), MINUS_ONE))
    if not surely_same(formula, App("add", (substituted(formula, {letter: steps}), last)), budget):
        return False
    sums = [App("add", tuple(first[: k + 1])) for k in range(len(first))]
    values = ([substituted(formula, {letter: Num(fmpq(start + k))}) for k in range(len(first))] for start in (1, 0))
    return any(all(surely_same(*pair, budget) for pair in zip(each, sums, strict=True)) for each in values)


def _has_dots(node: Node) -> bool:
    return _DOTS.name in features(node).said
