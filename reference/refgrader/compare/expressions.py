"""Numbers and functions: each kind of notation by its own rule, and all others as functions (chapters 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from refgrader.compare import ellipses, matrices, numerals, piecewise, series
from refgrader.compare.approximations import compare_approximately
from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.meaning.sets import is_infinite
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undefined
from refgrader.numbers.same import same
from refgrader.operations import INDEXED, UNFINISHED
from refgrader.reading.notation import NUMBER_SETS
from refgrader.reading.substitution import renamed, with_own_indices
from refgrader.reading.tree import App, Node, Sym, applies, within


def compare_expressions(gold: Node, answer: Node, context: Context) -> Finding:
    """Whether two numbers or functions are the same answer: the first rule that concerns them decides."""
    if context.options.symbols == "by_position":
        answer = _renamed_by_position(gold, answer)
    if context.options.form == "reduced" and not numerals.reduced(answer):
        return no("OPT-5", "the answer is not in lowest terms")
    said = features(gold).said | features(answer).said
    try:
        for rule in _RULES if not said.isdisjoint(_SAID) else ():
            if not said.isdisjoint(rule.said) and rule.concerns(gold, answer):
                return alike(rule.same(gold, answer, context), rule.clause, rule.why)
        return _functions(gold, answer, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")


def _functions(gold: Node, answer: Node, context: Context) -> Finding:
    if same(gold, answer, context.budget):
        if features(gold).names:
            return yes("EXPR-1", "the same function of the same symbols")
        return yes("NUM-3", "the same number")
    if not (features(gold).names or features(answer).names):
        return compare_approximately(gold, answer, context)
    return no("EXPR-2", "not the same function of the same symbols")


def _renamed_by_position(gold: Node, answer: Node) -> Node:
    """The answer with its own names replaced by the gold's, in the order of their first appearance (OPT-8)."""
    ours, theirs = _appearance(gold), _appearance(answer)
    shared = set(ours) & set(theirs)
    ours, theirs = [n for n in ours if n not in shared], [n for n in theirs if n not in shared]
    if len(ours) != len(theirs):
        return answer
    return renamed(answer, dict(zip(theirs, ours, strict=True)))


def _appearance(node: Node) -> list[str]:
    names = (part.name for part in within(node) if isinstance(part, Sym))
    return [name for name in dict.fromkeys(names) if name not in CONSTANTS]


# --- rules of their own ------------------------------------------------------------------------------------


class _Rule(NamedTuple):
    """A notation: what has to be said for it, which two expressions it concerns, and whether these are the same."""

    said: frozenset[str]
    concerns: Callable[[Node, Node], object]
    same: Callable[[Node, Node, Context], bool]
    clause: str
    why: str


def _as_written(gold: Node, answer: Node, _context: Context) -> bool:
    return gold == answer


def is_undone(node: Node) -> bool:
    """Whether an integral, a derivative, a limit or a sum without end stands in an expression."""
    said = features(node).said
    return not said.isdisjoint(UNFINISHED) or any(
        isinstance(part, App) and part.head in INDEXED and Sym("∞") in part.args for part in within(node)
    )


_SETS: Final = frozenset(NUMBER_SETS.values())
#: The first that concerns two expressions decides.
_RULES: Final = (
    _Rule(frozenset({"∞"}), lambda gold, answer: is_infinite(gold) or is_infinite(answer), _as_written,
          "NUM-25", "the same infinity"),
    _Rule(_SETS, lambda gold, _: isinstance(gold, Sym) and gold.name in _SETS, _as_written,
          "COL-26", "the same set of numbers"),
    _Rule(frozenset({"based"}), lambda gold, _: numerals.is_based(gold), numerals.same_based,
          "NUM-14", "the same numeral in the same base"),
    _Rule(frozenset({"based"}), numerals.leaves_base_out, lambda *_: True,
          "NUM-14", "the same numeral in base two"),
    _Rule(frozenset({"time", "ratio"}), numerals.are_times, numerals.same_time,
          "NUM-16", "the same time of day"),
    _Rule(frozenset({"time"}),
          lambda gold, answer: applies(gold, "time") is not applies(answer, "time"), lambda *_: False,
          "NUM-16", "a time of day on both sides"),
    _Rule(frozenset({"ratio"}),
          lambda *sides: any(applies(side, "ratio") and len(side.args) > 2 for side in sides), numerals.same_ratio,
          "NUM-12", "proportional term by term"),
    _Rule(frozenset({"…"}), ellipses.is_written_out, ellipses.begins_so,
          "EXPR-23", "the first terms of the series"),
    _Rule(frozenset({"…"}), lambda gold, answer: True, ellipses.same_around,
          "EXPR-24", "the same terms around the same ellipsis"),
    _Rule(frozenset({"mul", "pow"}), matrices.has_matrices,
          lambda gold, answer, _: matrices.in_one_order(gold) == matrices.in_one_order(answer),
          "EXPR-32", "the same factors in the same order"),
    _Rule(UNFINISHED | INDEXED, lambda gold, answer: is_undone(answer) and not is_undone(gold), lambda *_: False,
          "EXPR-22", "worked out: an operation that the gold carries out is left undone"),
    _Rule(frozenset({"cases"}), piecewise.by_condition, piecewise.same_pieces,
          "EXPR-20", "the same values under the same conditions"),
    _Rule(INDEXED | {"int"}, lambda gold, answer: with_own_indices(gold) == with_own_indices(answer), lambda *_: True,
          "EXPR-21", "the same but for the name of the index"),
    _Rule(INDEXED | {"int"}, lambda gold, _: series.has_series(gold), series.same_series,
          "EXPR-23", "the same terms"),
)  # fmt: skip
#: What concerns any of them: most expressions say nothing of it.
_SAID: Final = frozenset().union(*(rule.said for rule in _RULES))
