"""The derivative of an elementary expression, by the rules of the calculus (EXPR-23, NUM-28)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import fmpq

from refgrader.limits import Unreadable
from refgrader.reading.tree import App, Node, Num, Sym

_ONE: Final = Num(fmpq(1))
_ZERO: Final = Num(fmpq(0))


def _number(value: int) -> Node:
    return Num(fmpq(value))


def _mul(*factors: Node) -> Node:
    return App("mul", factors)


def _div(top: Node, bottom: Node) -> Node:
    return App("div", (top, bottom))


def _pow(base: Node, exponent: Node) -> Node:
    return App("pow", (base, exponent))


def _neg(node: Node) -> Node:
    return App("neg", (node,))


def _one_minus_square(u: Node) -> Node:
    return App("add", (_ONE, _neg(_pow(u, _number(2)))))


#: Head of a function of u → its derivative by u.
_OUTER: Final[dict[str, Callable[[Node], Node]]] = {
    "neg": lambda u: _number(-1),
    "percent": lambda u: Num(fmpq(1, 100)),
    "sin": lambda u: App("cos", (u,)),
    "cos": lambda u: _neg(App("sin", (u,))),
    "tan": lambda u: _pow(App("sec", (u,)), _number(2)),
    "cot": lambda u: _neg(_pow(App("csc", (u,)), _number(2))),
    "sec": lambda u: _mul(App("sec", (u,)), App("tan", (u,))),
    "csc": lambda u: _neg(_mul(App("csc", (u,)), App("cot", (u,)))),
    "asin": lambda u: _div(_ONE, App("sqrt", (_one_minus_square(u),))),
    "acos": lambda u: _div(_number(-1), App("sqrt", (_one_minus_square(u),))),
    "atan": lambda u: _div(_ONE, App("add", (_ONE, _pow(u, _number(2))))),
    "sinh": lambda u: App("cosh", (u,)),
    "cosh": lambda u: App("sinh", (u,)),
    "tanh": lambda u: _pow(App("sech", (u,)), _number(2)),
    "ln": lambda u: _div(_ONE, u),
    "exp": lambda u: App("exp", (u,)),
    "sqrt": lambda u: _div(_ONE, _mul(_number(2), App("sqrt", (u,)))),
}


def derivative(node: Node, name: str) -> Node:
    """d(node)/d(name). Raises `Unreadable` for what is no elementary function."""
    if isinstance(node, Num):
        return _ZERO
    if isinstance(node, Sym):
        return _ONE if node.name == name else _ZERO
    if not isinstance(node, App):
        raise Unreadable("the derivative of what is no function")
    head, args = node
    if head == "add":
        return App("add", tuple(derivative(arg, name) for arg in args))
    if head == "mul":
        terms = [_mul(*args[:k], derivative(arg, name), *args[k + 1 :]) for k, arg in enumerate(args)]
        return App("add", tuple(terms))
    if head == "div":
        top, bottom = args
        rise = App("add", (_mul(derivative(top, name), bottom), _neg(_mul(top, derivative(bottom, name)))))
        return _div(rise, _pow(bottom, _number(2)))
    if head == "pow":
        return _power_rule(args[0], args[1], name)
    outer = _OUTER.get(head)
    if outer is None or len(args) != 1:
        raise Unreadable(f"the derivative of {head}")
    return _mul(outer(args[0]), derivative(args[0], name))


def _power_rule(base: Node, exponent: Node, name: str) -> Node:
    if isinstance(exponent, Num):
        lowered = _pow(base, Num(exponent.value - 1)) if exponent.value != 1 else _ONE
        return _mul(exponent, lowered, derivative(base, name))
    by_exponent = _mul(App("ln", (base,)), derivative(exponent, name))
    by_base = _div(_mul(exponent, derivative(base, name)), base)
    return _mul(_pow(base, exponent), App("add", (by_exponent, by_base)))
