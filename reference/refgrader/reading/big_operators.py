r"""Sums, products, integrals, limits and derivatives: operators with a bound variable (READ, EXPR)."""

from __future__ import annotations

from typing import Final, NamedTuple

from flint import fmpq

from refgrader.limits import Unreadable
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import ADD, MUL
from refgrader.reading.token import SYMBOL
from refgrader.reading.tree import App, Chain, Node, Num, Sym


def _bounds(cursor: Cursor) -> tuple[Node | None, Node | None]:
    lower = upper = None
    while cursor.at("_", "^"):
        if cursor.next().text == "_":
            lower = cursor.argument()
        else:
            upper = cursor.argument()
    return lower, upper


def _variable(lower: Node | None, sign: str) -> tuple[Sym, Node]:
    """The variable that a lower bound names, and its value: ``k=1``, ``x \\to 0``."""
    if not isinstance(lower, Chain) or lower.signs != (sign,) or not isinstance(lower.items[0], Sym):
        raise Unreadable("an operator without its variable")
    return lower.items[0], lower.items[1]


def total(cursor: Cursor, command: str) -> Node:
    r"""``\sum_{k=1}^{n} body`` and ``\prod``: (variable, from, to, body)."""
    lower, upper = _bounds(cursor)
    body = cursor.expression(MUL)
    if upper is None:
        raise Unreadable(f"{command} without its bounds")
    return App("sum" if command == r"\sum" else "prod", (*_variable(lower, "="), upper, body))


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
    if upper is not None:
        raise Unreadable("a limit with a bound above")
    return App("lim", (*_variable(lower, "→"), cursor.expression(MUL)))


def plain_derivative(cursor: Cursor, sign: str) -> Node | None:
    """``dy/dx``, whose first sign has just been read; None, and nothing read, for all else."""
    quotient = cursor.attempt(lambda cursor: _quotient(cursor, sign, "/"))
    return quotient.symbol if quotient else None


def derivative(cursor: Cursor) -> Node | None:
    r"""``\frac{dy}{dx}``, and ``\frac{d}{dx} body`` as (variable, body), whose command has just been read."""
    if cursor.peek(1).text not in DIFFERENTIALS:
        return None
    quotient = cursor.attempt(_braced_quotient)
    if quotient is None or quotient.function:
        return quotient.symbol if quotient else None
    return App("derivative", (Sym(quotient.variable), cursor.expression(MUL)))


class _Quotient(NamedTuple):
    """The ``d`` or ``∂``, the order, the function and the variable of a derivative as Leibniz writes it."""

    sign: str
    order: int
    function: str
    variable: str

    @property
    def symbol(self) -> Sym:
        """``dy/dx`` as y'_x and ``∂z/∂x`` as z_x."""
        primes, variables = ("'" * self.order, 1) if self.sign == "d" else ("", self.order)
        return Sym(f"{self.function}{primes}_{self.variable * variables}")


def _braced_quotient(cursor: Cursor) -> _Quotient | None:
    cursor.next()
    quotient = _quotient(cursor, cursor.next().text, "}", "{")
    return quotient if cursor.take("}") else None


def _quotient(cursor: Cursor, sign: str, *middle: str) -> _Quotient | None:
    """A quotient of differentials behind its first sign; None for any other, and a plain ``d/dx``."""
    order = _order(cursor)
    function = cursor.next().text if cursor.token.kind == SYMBOL else ""
    named = function or (order == 1 and len(middle) > 1)
    if not named or not cursor.take_all(*middle, sign) or cursor.token.kind != SYMBOL:
        return None
    variable = cursor.next().text
    return _Quotient(sign, order, function, variable) if _order(cursor) == order else None


def _order(cursor: Cursor) -> int:
    """The order that an exponent gives a derivative, 1 without one, 0 for any other exponent."""
    order = cursor.argument() if cursor.take("^") else Num(fmpq(1))
    return int(order.value.p) if isinstance(order, Num) and order.value in range(1, 6) else 0


DIFFERENTIALS: Final = frozenset({"d", "partial"})
