r"""Sums, products, integrals, limits and derivatives: operators with a bound variable (READ, EXPR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refgrader.limits import Unreadable
from refgrader.reading.token import SYMBOL
from refgrader.reading.tree import App, Chain, Node, Sym

if TYPE_CHECKING:
    from refgrader.reading.parser import Parser

_ADD, _MUL = 7, 9


def _bounds(parser: Parser) -> tuple[Node | None, Node | None]:
    lower = upper = None
    while parser.at("_", "^"):
        if parser.next().text == "_":
            lower = parser.argument()
        else:
            upper = parser.argument()
    return lower, upper


def total(parser: Parser, command: str) -> Node:
    r"""``\sum_{k=1}^{n} body`` and ``\prod``: (variable, from, to, body)."""
    lower, upper = _bounds(parser)
    body = parser.expression(_MUL)
    if not isinstance(lower, Chain) or lower.signs != ("=",) or not isinstance(lower.items[0], Sym) or upper is None:
        raise Unreadable(f"{command} without its bounds")
    return App("sum" if command == r"\sum" else "prod", (lower.items[0], lower.items[1], upper, body))


def integral(parser: Parser, _command: str) -> Node:
    r"""``\int_a^b body dx``: (variable, from, to, body); without bounds (variable, body)."""
    lower, upper = _bounds(parser)
    before, parser.integrand = parser.integrand, True
    body = parser.expression(_ADD)
    parser.integrand = before
    if parser.next().text != "d" or parser.peek().kind != SYMBOL:
        raise Unreadable("an integral without its variable")
    variable = Sym(parser.next().text)
    if lower is None or upper is None:
        return App("antiderivative", (variable, body))
    return App("int", (variable, lower, upper, body))


def limit(parser: Parser, _command: str) -> Node:
    r"""``\lim_{x \to a} body``: (variable, point, body)."""
    lower, _ = _bounds(parser)
    body = parser.expression(_MUL)
    if not isinstance(lower, Chain) or lower.signs != ("→",) or not isinstance(lower.items[0], Sym):
        raise Unreadable("a limit without its point")
    return App("lim", (lower.items[0], lower.items[1], body))


def derivative(parser: Parser) -> Node | None:
    r"""``\frac{d}{dx} body`` as (variable, body), where the fraction at the position is that operator."""
    texts = [parser.peek(k).text for k in range(8)]
    if texts[:2] == ["{", "partial"] and texts[3:6] == ["}", "{", "partial"] and texts[7] == "}" and texts[2].isalpha():
        parser.position += 8
        return Sym(f"{texts[2]}_{texts[6]}")  # a partial derivative is written z_x as well
    if texts[0] == "{" and texts[1] == "d" and texts[3:6] == ["}", "{", "d"] and texts[7] == "}" and texts[2].isalpha():
        parser.position += 8
        return Sym(texts[2] + "'")  # dy/dx is y'
    if texts[:3] not in (["{", "d", "}"], ["{", "partial", "}"]) or texts[3] != "{" or texts[6] != "}":
        return None
    if texts[4] != texts[1] or parser.peek(5).kind != SYMBOL:
        return None
    parser.position += 7
    return App("derivative", (Sym(texts[5]), parser.expression(_MUL)))
