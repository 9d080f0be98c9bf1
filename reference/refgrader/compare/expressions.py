"""Numbers and functions: each kind of notation by its own rule, and all others as functions (chapters 4 and 5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from refgrader.compare import constants, matrices, numerals, piecewise, series
from refgrader.compare.approximations import compare_approximately
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.compare.lowest_terms import reduced
from refgrader.compare.substitution import renamed_by_position
from refgrader.meaning.sets import is_infinite
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.operations import INDEXED, UNFINISHED
from refgrader.reading.notation import NUMBER_SETS
from refgrader.reading.tree import App, Node, Sym, children, mapped, vocabulary


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
    if not said.isdisjoint(INDEXED) and _indexed(gold, 0) == _indexed(answer, 0):
        return yes("EXPR-21", "the same but for the name of the index")
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
    return alike(matrices.same_words(gold, answer, context), "EXPR-32", "the same factors in the same order")


def _left_undone(gold: Node, answer: Node, context: Context) -> Finding | None:
    undone = _is_undone(answer) and not _is_undone(gold)
    return no("EXPR-22", "an operation that the gold carries out is left undone") if undone else None


def _is_undone(node: Node) -> bool:
    """Whether an integral, a derivative, a limit or a sum without end stands in an expression."""
    if isinstance(node, App) and (node.head in UNFINISHED or (node.head in INDEXED and Sym("∞") in node.args)):
        return True
    return any(map(_is_undone, children(node)))


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
    if not series.has_series(gold):
        return None
    if not _is_undone(answer):
        return no("NUM-25", "the gold has no value")
    return alike(series.same_series(gold, answer, context), "EXPR-23", "the same terms")


def _with_ellipsis(gold: Node, answer: Node, context: Context) -> Finding:
    """Expressions with an ellipsis: what is written must be the same, piece by piece (EXPR-24)."""
    if gold == answer:
        return yes("EXPR-24", "the same terms around the same ellipsis")
    if (
        isinstance(gold, App)
        and isinstance(answer, App)
        and gold.head == answer.head
        and len(gold.args) == len(answer.args)
    ) and all(_same_or_ellipsis(*pair, context) for pair in zip(gold.args, answer.args, strict=True)):
        return yes("EXPR-24", "the same terms around the same ellipsis")
    return no("EXPR-24", "other terms around the ellipsis")


def _same_or_ellipsis(gold: Node, answer: Node, context: Context) -> bool:
    if "…" in vocabulary(gold, answer):
        return _with_ellipsis(gold, answer, context).same
    return same(gold, answer, context.budget)


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


# --- indices -----------------------------------------------------------------------------------------------


def _indexed(node: Node, depth: int) -> Node:
    """The expression with one name for each of its indices, in subscripts too (EXPR-21)."""
    if isinstance(node, App) and node.head in INDEXED and isinstance(node.args[0], Sym):
        index = re.compile(rf"(?<![a-zA-Z]){re.escape(node.args[0].name)}(?![a-zA-Z])")
        return App(node.head, tuple(_substituted(_indexed(arg, depth + 1), index, f"#{depth}") for arg in node.args))
    return mapped(node, lambda child: _indexed(child, depth))


def _substituted(node: Node, index: re.Pattern[str], name: str) -> Node:
    if isinstance(node, Sym):
        base, bar, subscript = node.name.partition("_")
        return Sym(index.sub(name, base) + bar + index.sub(name, subscript))
    return mapped(node, lambda child: _substituted(child, index, name))
