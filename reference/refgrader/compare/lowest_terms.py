"""Whether a number is worked out and in lowest terms, as the option `form` may ask (OPT-5)."""

from __future__ import annotations

from flint import fmpq

from refgrader.numbers.features import features
from refgrader.reading.tree import App, Node, Num


def reduced(node: Node) -> bool:
    """Whether a number is written in lowest terms with no arithmetic left to do (OPT-5)."""
    if not isinstance(node, App) or features(node).names:
        return True
    head, args = node
    if head == "mixed":
        return reduced(args[1])
    if head in ("neg", "percent", "based", "time"):
        return reduced(args[0])
    rational = all(_rational(arg) for arg in args)
    if head == "div" and rational:
        top, bottom = args
        if isinstance(top, App) and top.head == "neg":
            top = top.args[0]
        if not (isinstance(top, Num) and isinstance(bottom, Num) and top.value.q == bottom.value.q == 1):
            return False
        return bool(top.value.p.gcd(bottom.value.p) == 1 and bottom.value > 1)
    if head in ("add", "mul", "div", "pow", "fact", "binom") and rational:
        return head == "mul" and _scientific(node)
    return all(reduced(arg) for arg in args)


def _rational(node: Node) -> bool:
    if isinstance(node, Num):
        return True
    return isinstance(node, App) and features(node).rational and not features(node).names


def _scientific(node: App) -> bool:
    power = node.args[-1]
    return len(node.args) == 2 and isinstance(power, App) and power.head == "pow" and power.args[0] == Num(fmpq(10))
