"""Numbers and functions: each kind of notation by its own rule, and all others as functions (chapters 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refgrader.compare import constants, matrices, numerals, piecewise, series
from refgrader.compare.approximations import compare_approximately
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.lowest_terms import reduced
from refgrader.compare.substitution import renamed_by_position, with_own_indices
from refgrader.meaning.sets import is_infinite
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.operations import INDEXED, UNFINISHED
from refgrader.reading.notation import NUMBER_SETS
from refgrader.reading.tree import App, Node, Sym, children, vocabulary, within


def compare_expressions(gold: Node, answer: Node, context: Context) -> Finding:
    """Whether two numbers or functions are the same answer: the first rule that has something to say decides."""
    if context.options.symbols == "by_position":
        answer = renamed_by_position(gold, answer)
    said = vocabulary(gold, answer)
    try:
        for words, rule in _RULES:
            if words is None or not said.isdisjoint(words):
                found = rule(gold, answer, context)
                if found is not None:
                    return found
        return _functions(gold, answer, said, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")


def _functions(gold: Node, answer: Node, said: set[str], context: Context) -> Finding:
    if same(gold, answer, context.budget):
        if features(gold).names:
            return yes("EXPR-1", "the same function of the same symbols")
        return yes("NUM-3", "the same number")
    if not (features(gold).names or features(answer).names):
        return compare_approximately(gold, answer, context)
    if constants.same_but_for_constants(gold, answer, context):
        return yes("EXPR-26", "the same but for the names of arbitrary constants")
    return no("EXPR-2", "not the same function of the same symbols")


# --- rules of their own ------------------------------------------------------------------------------------


def _infinity(gold: Node, answer: Node, context: Context) -> Finding | None:
    infinite = is_infinite(gold) or is_infinite(answer)
    return alike(gold == answer, "NUM-25", "the same infinity") if infinite else None


def _number_set(gold: Node, answer: Node, context: Context) -> Finding | None:
    named = isinstance(gold, Sym) and gold.name in _SETS
    return alike(gold == answer, "COL-26", "the same set of numbers") if named else None


def _matrices(gold: Node, answer: Node, context: Context) -> Finding | None:
    if not matrices.has_matrices(gold, answer):
        return None
    return alike(matrices.same_for_matrices(gold, answer, context), "EXPR-32", "the same factors in the same order")


def _left_undone(gold: Node, answer: Node, context: Context) -> Finding | None:
    undone = _is_undone(answer) and not _is_undone(gold)
    return no("EXPR-22", "an operation that the gold carries out is left undone") if undone else None


def _is_undone(node: Node) -> bool:
    """Whether an integral, a derivative, a limit or a sum without end stands in an expression."""
    said = vocabulary(node)
    return not said.isdisjoint(UNFINISHED) or any(
        isinstance(part, App) and part.head in INDEXED and Sym("∞") in part.args for part in within(node)
    )


def _form(gold: Node, answer: Node, context: Context) -> Finding | None:
    if context.options.form == "reduced" and not reduced(answer):
        return no("OPT-5", "the answer is not in lowest terms")
    return None


def _cases(gold: Node, answer: Node, context: Context) -> Finding | None:
    if any(piecewise.contradicts_itself(side, context) for side in (gold, answer)):
        return no("EXPR-20", "two of the cases give different values at one place")
    if not piecewise.by_condition(gold, answer):
        return None
    found = piecewise.same_pieces(gold, answer, context)
    return alike(found, "EXPR-20", "the same values under the same conditions")


def _series(gold: Node, answer: Node, context: Context) -> Finding | None:
    if with_own_indices(gold) == with_own_indices(answer):
        return yes("EXPR-21", "the same but for the name of the index")
    if not series.has_series(gold):
        return None
    return alike(series.same_series(gold, answer, context), "EXPR-23", "the same terms")


def _with_ellipsis(gold: Node, answer: Node, context: Context) -> Finding:
    return alike(_same_around(gold, answer, context), "EXPR-24", "the same terms around the same ellipsis")


def _same_around(gold: Node, answer: Node, context: Context) -> bool:
    """Whether what is written around an ellipsis is the same, piece by piece."""
    if gold == answer:
        return True
    if "…" not in vocabulary(gold, answer):
        return same(gold, answer, context.budget)
    ours, theirs = children(gold), children(answer)
    is_one_operation = isinstance(gold, App) and isinstance(answer, App) and gold.head == answer.head
    return (
        is_one_operation
        and len(ours) == len(theirs)
        and all(_same_around(one, other, context) for one, other in zip(ours, theirs, strict=True))
    )


_SETS: Final = frozenset(NUMBER_SETS.values())
_Rule = Callable[[Node, Node, Context], Finding | None]
#: What has to be said for a rule to be asked, None for all; in this order.
_RULES: Final[tuple[tuple[frozenset[str] | None, _Rule], ...]] = (
    (frozenset({"∞"}), _infinity),
    (_SETS, _number_set),
    (frozenset({"based"}), numerals.compare_based),
    (frozenset({"time", "ratio"}), numerals.compare_times),
    (frozenset({"ratio"}), numerals.compare_ratios),
    (frozenset({"…"}), _with_ellipsis),
    (frozenset({"mul", "pow"}), _matrices),
    (frozenset({"add"}), constants.compare_up_to_constant),
    (UNFINISHED | INDEXED, _left_undone),
    (None, _form),
    (frozenset({"cases"}), _cases),
    (INDEXED | {"int"}, _series),
)
