"""Numbers that are not equal and stand for one another: rounded, or before a percent sign (NUM-6 to NUM-11)."""

from __future__ import annotations

from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.numbers.decimals import stands_for
from refgrader.numbers.evaluate import real_value
from refgrader.numbers.functions import ball
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node


def compare_approximately(gold: Node, answer: Node, context: Context) -> Finding:
    """Whether one of two different numbers stands for the other."""
    clause = stands_for(gold, answer, context.options.precision, context.budget)
    if clause is not None:
        return yes(clause, "one is the other rounded to the digits shown")
    if context.options.percent == "either":
        found = _percent(gold, answer, context)
        if found is not None:
            return found
    return no("NUM-8", "different numbers")


def _percent(gold: Node, answer: Node, context: Context) -> Finding | None:
    """The number before a percent sign, where the sign stands on one side only (NUM-11)."""
    gold_before, answer_before = before_percent(gold), before_percent(answer)
    if gold_before is not None and answer_before is None:
        found = _plain_numbers(gold_before, answer, context)
    elif answer_before is not None and gold_before is None:
        with precision(64):
            is_large = ball(real_value(gold, {}, context.budget)).real > 1
        found = bool(is_large) and _plain_numbers(gold, answer_before, context)
    else:
        return None
    return yes("NUM-11", "the number before the percent sign") if found else None


def _plain_numbers(gold: Node, answer: Node, context: Context) -> bool:
    if same(gold, answer, context.budget):
        return True
    return stands_for(gold, answer, context.options.precision, context.budget) is not None


def before_percent(node: Node) -> Node | None:
    """What stands before a percent sign; None where there is none."""
    if isinstance(node, App) and node.head == "neg" and (inner := before_percent(node.args[0])):
        return App("neg", (inner,))
    return node.args[0] if isinstance(node, App) and node.head == "percent" else None
