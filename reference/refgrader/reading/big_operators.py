r"""Sums, products, integrals, limits and derivatives: operators with a bound variable (READ, EXPR)."""

from __future__ import annotations

from typing import Final

from refgrader.limits import Unreadable
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import ADD, MUL
from refgrader.reading.token import SYMBOL
from refgrader.reading.tree import App, Chain, Node, Sym


def _bounds(cursor: Cursor) -> tuple[Node | None, Node | None]:
    lower = upper = None
    while cursor.at("_", "^"):
        if cursor.next().text == "_":
            lower = cursor.argument()
        else:
            upper = cursor.argument()
    return lower, upper


def total(cursor: Cursor, command: str) -> Node:
    r"""``\sum_{k=1}^{n} body`` and ``\prod``: (variable, from, to, body)."""
    lower, upper = _bounds(cursor)
    body = cursor.expression(MUL)
    if not isinstance(lower, Chain) or lower.signs != ("=",) or not isinstance(lower.items[0], Sym) or upper is None:
        raise Unreadable(f"{command} without its bounds")
    return App("sum" if command == r"\sum" else "prod", (lower.items[0], lower.items[1], upper, body))


def integral(cursor: Cursor, _command: str) -> Node:
    r"""``\int_a^b body dx``: (variable, from, to, body); without bounds (variable, body)."""
    lower, upper = _bounds(cursor)
    before, cursor.integrand = cursor.integrand, True
    body = cursor.expression(ADD)
    cursor.integrand = before
    if cursor.next().text != "d" or cursor.peek().kind != SYMBOL:
        raise Unreadable("an integral without its variable")
    variable = Sym(cursor.next().text)
    if (lower is None) != (upper is None):
        raise Unreadable("an integral with one bound")
    if lower is None or upper is None:
        return App("antiderivative", (variable, body))
    return App("int", (variable, lower, upper, body))


def limit(cursor: Cursor, _command: str) -> Node:
    r"""``\lim_{x \to a} body``: (variable, point, body)."""
    lower, upper = _bounds(cursor)
    body = cursor.expression(MUL)
    if not isinstance(lower, Chain) or lower.signs != ("→",) or upper or not isinstance(lower.items[0], Sym):
        raise Unreadable("a limit without its point")
    return App("lim", (lower.items[0], lower.items[1], body))


def plain_derivative(cursor: Cursor) -> Node | None:
    """``dy/dx``, where its first sign has just been read."""
    return _quotient(cursor, -1, "", "/", "")


def _quotient(cursor: Cursor, place: int, *around: str) -> Node | None:
    """``dy/dx`` as y'_x and ``∂z/∂x`` as z_x, with `around` before, between and behind; None for all else."""
    opening, middle, closing = around
    place = _past(cursor, place, opening)
    sign = cursor.peek(place).text
    order, place = _order(cursor, place + 1)
    function = cursor.peek(place)
    place = _past(cursor, place + 1, middle)
    if sign not in _DIFFERENTIALS or function.kind != SYMBOL or cursor.peek(place).text != sign:
        return None
    variable = cursor.peek(place + 1)
    again, place = _order(cursor, place + 2)
    place = _past(cursor, place, closing)
    if variable.kind != SYMBOL or order != again or place > _LONGEST:
        return None
    cursor.skip(place)
    if sign == "d":
        primes = "'" * order
        return Sym(f"{function.text}{primes}_{variable.text}")
    return Sym(f"{function.text}_{variable.text * order}")


#: More tokens than any such quotient has: what is not as expected puts the place beyond them.
_LONGEST: Final = 20


def _past(cursor: Cursor, place: int, signs: str) -> int:
    """The place behind these signs, or beyond all places where they do not stand here."""
    for sign in signs:
        place = place + 1 if cursor.peek(place).text == sign else 2 * _LONGEST
    return place


def _order(cursor: Cursor, place: int) -> tuple[int, int]:
    """The order that an exponent gives a derivative, 1 without one, and the place behind it."""
    texts = [cursor.peek(place + k).text for k in range(4)]
    if texts[0] == "^" and texts[1] in _ORDERS:
        return int(texts[1]), place + 2
    if texts[:2] == ["^", "{"] and texts[2] in _ORDERS and texts[3] == "}":
        return int(texts[2]), place + 4
    return 1, place


_DIFFERENTIALS: Final = frozenset({"d", "partial"})
_ORDERS: Final = frozenset("2345")


def derivative(cursor: Cursor) -> Node | None:
    r"""``\frac{d}{dx} body`` as (variable, body), where the fraction at the position is that operator."""
    if cursor.peek(1).text not in _DIFFERENTIALS:
        return None
    quotient = _quotient(cursor, 0, "{", "}{", "}")
    if quotient is not None:
        return quotient
    texts = [cursor.peek(k).text for k in range(7)]
    if texts[0] != "{" or texts[2:4] != ["}", "{"] or texts[6] != "}":
        return None
    if texts[4] != texts[1] or cursor.peek(5).kind != SYMBOL:
        return None
    cursor.skip(7)
    return App("derivative", (Sym(texts[5]), cursor.expression(MUL)))
