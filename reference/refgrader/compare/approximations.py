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
    if context.options.percent == "either" and _without_percent(gold, answer, context):
        return yes("NUM-11", "the number before the percent sign")
    return no("NUM-8", "different numbers")


def _without_percent(gold: Node, answer: Node, context: Context) -> bool:
    """Whether one is the number before the other's percent sign: of an answer's, where the gold is more than one."""
    gold_before, answer_before = before_percent(gold), before_percent(answer)
    if (gold_before is None) is (answer_before is None):
        return False
    with precision(64):
        if answer_before is not None and not ball(real_value(gold, {}, context.budget)).real > 1:
            return False
    pair = gold_before or gold, answer_before or answer
    return same(*pair, context.budget) or stands_for(*pair, context.options.precision, context.budget) is not None


def before_percent(node: Node) -> Node | None:
    """What stands before a percent sign; None where there is none."""
    if isinstance(node, App) and node.head == "neg" and (inner := before_percent(node.args[0])):
        return App("neg", (inner,))
    return node.args[0] if isinstance(node, App) and node.head == "percent" else None
