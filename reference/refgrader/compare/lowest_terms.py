"""Whether a number is worked out and in lowest terms, as the option `form` may ask (OPT-5)."""

from __future__ import annotations

from math import gcd

from flint import fmpq

from refgrader.numbers.features import features
from refgrader.reading.tree import App, Node, Num, spelled


def reduced(node: Node) -> bool:
    """Whether a number is written in lowest terms with no arithmetic left to do (OPT-5)."""
    if not isinstance(node, App) or features(node).names:
        return True
    head, args = node
    if head in ("add", "mul", "div", "pow", "fact", "binom") and all(features(arg).rational for arg in args):
        return _is_fraction(args) if head == "div" else head == "mul" and _is_scientific(args[-1])
    return all(map(reduced, args))


def _is_fraction(args: tuple[Node, ...]) -> bool:
    top, bottom = map(spelled, args)
    is_whole = top.removeprefix("-").isdecimal() and bottom.isdecimal()
    return is_whole and int(bottom) > 1 and gcd(int(top), int(bottom)) == 1


def _is_scientific(factor: Node) -> bool:
    return isinstance(factor, App) and factor.head == "pow" and factor.args[0] == Num(fmpq(10))
