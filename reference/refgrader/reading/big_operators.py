r"""Sums, products, integrals, limits and derivatives: operators with a bound variable (READ, EXPR)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.limits import Unreadable
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import ADD, MUL
from refgrader.reading.scripts import asked
from refgrader.reading.token import FUNCTION, SYMBOL
from refgrader.reading.tree import App, Chain, Group, Node, Num, Sym, product

DIFFERENTIALS: Final = frozenset({"d", "partial"})
_ONE: Final = Num(fmpq(1))


def _bounds(cursor: Cursor) -> tuple[Node | None, Node | None]:
    bounds: dict[str, Node] = {}
    while cursor.at("_", "^"):
        side = cursor.next().text
        if side in bounds:
            raise Unreadable("two bounds on one side")
        bounds[side] = cursor.argument()
    return bounds.get("_"), bounds.get("^")


def _variable(lower: Node | None, sign: str) -> tuple[Sym, Node]:
    """The variable that a lower bound names, and its value: ``k=1``, ``x \\to 0``."""
    if not isinstance(lower, Chain) or lower.signs != (sign,) or not isinstance(lower.items[0], Sym):
        raise Unreadable("an operator without its variable")
    return lower.items[0], lower.items[1]


def _is_whole(node: Node) -> bool:
    """Whether a number is one that an index begins at: of all indices from a half on the first is 1."""
    return isinstance(node, Num) and node.value.q == 1


def total(cursor: Cursor, command: str) -> Node:
    r"""``\sum_{k=1}^{n} body`` and ``\prod``: (variable, from, to, body); without one of its bounds a name."""
    lower, upper = _bounds(cursor)
    body = cursor.expression(MUL)
    sign = "="
    if upper is None and isinstance(lower, Chain) and lower.signs == (">=",) and _is_whole(lower.items[1]):
        sign, upper = ">=", Sym("∞")
    if upper is None:
        return asked(cursor, command, body, lower)
    return App("sum" if command == r"\sum" else "prod", (*_variable(lower, sign), upper, body))


def integral(cursor: Cursor, command: str) -> Node:
    r"""``\int_a^b body dx``: (variable, from, to, body); without bounds (variable, body); over a curve C a name."""
    lower, upper = _bounds(cursor)
    operation = command.lstrip("\\o")
    variable, body = _integrated(cursor, several=operation != "int")
    named = isinstance(lower, Sym) and (lower.name[:1].isupper() or len(lower.name) > 1)  # C, gamma
    is_closed = command == r"\oint" and isinstance(lower, (Sym, Chain))
    region = lower if upper is None and (named or is_closed) else None
    if (operation != "int" and upper is None) or (region and cursor.at("=", r"\approx")):
        return asked(cursor, operation, product((body, variable)), lower)
    if lower is None and upper is None:
        return App("antiderivative", (variable, body))
    if region:
        return App("call", (Sym("integral"), region, body, variable))
    if lower is None or upper is None or operation != "int":
        raise Unreadable("an integral with one bound, or of several variables with two")
    return App("int", (variable, lower, upper, body))


def _integrated(cursor: Cursor, several: bool) -> tuple[Sym, Node]:
    """The last variable behind an integral sign, and what stands before it: with ``several``, ``dx dy`` as well."""
    before, cursor.integrand = cursor.integrand, True
    body = cursor.expression(ADD)
    cursor.integrand = before
    variables: list[Sym] = []
    while cursor.token.text == "d" and cursor.peek(1).kind == SYMBOL and (several or not variables):
        cursor.next()
        variables.append(Sym(cursor.next().text))
    if not variables:
        return _integrand(body)
    *others, last = variables
    return last, product((body, *others)) if others else body


def _integrand(body: Node) -> tuple[Sym, Node]:
    r"""The variable and the integrand where the differential is a factor of it: ``\frac{2dx}{x}``, ``f \cdot dr``."""
    factors = body.args if isinstance(body, App) and body.head == "mul" else (body,)
    *others, last = factors
    if isinstance(last, App) and last.head == "div":
        variable, above = _integrand(last.args[0])
        return variable, product((*others, App("div", (above, last.args[1]))))
    if not others or others[-1] != Sym("d") or not isinstance(last, Sym):
        raise Unreadable("an integral without its variable")
    return last, product(others[:-1]) if others[1:] else _ONE


def limit(cursor: Cursor, _command: str) -> Node:
    r"""``\lim_{x \to a} body``: (variable, point, body)."""
    lower, upper = _bounds(cursor)
    if upper is not None:
        raise Unreadable("a limit with a bound above")
    if lower is None or (isinstance(lower, Chain) and isinstance(lower.items[0], Group)):  # \lim_{(x, y) \to (0, 0)}
        return asked(cursor, "lim", cursor.expression(MUL), lower)
    return App("lim", (*_variable(lower, "→"), cursor.expression(MUL)))


def plain_derivative(cursor: Cursor, sign: str) -> Node | None:
    """``dy/dx``, and ``d/dx (body)``, whose first sign has just been read; None, and nothing read, for all else."""
    variable, body = cursor.peek(2), cursor.peek(3)
    applied = body.text in ("(", "[") or body.kind == FUNCTION
    if variable.kind == SYMBOL and applied and cursor.take_all("/", sign, variable.text):
        return App("derivative", (Sym(variable.text), cursor.expression(MUL)))
    return cursor.attempt(lambda cursor: _quotient(cursor, sign, "/"))


def derivative(cursor: Cursor) -> Node | None:
    r"""``\frac{dy}{dx}``, and ``\frac{d}{dx} body`` as (variable, body), whose command has just been read."""
    sign = cursor.peek(1).text
    if sign not in DIFFERENTIALS:
        return None
    variable = cursor.peek(5)
    if variable.kind == SYMBOL and cursor.take_all("{", sign, "}", "{", sign, variable.text, "}"):
        return App("derivative", (Sym(variable.text), cursor.expression(MUL)))
    return cursor.attempt(_braced_quotient)


def _braced_quotient(cursor: Cursor) -> Sym | None:
    cursor.next()
    quotient = _quotient(cursor, cursor.next().text, "}", "{")
    return quotient if cursor.take("}") else None


def _quotient(cursor: Cursor, sign: str, *middle: str) -> Sym | None:
    """A quotient of differentials behind its first sign, ``dy/dx`` as y'_x and ``∂z/∂x`` as z_x; None for any other."""
    order, function = _order(cursor), cursor.token
    if function.kind != SYMBOL or not cursor.take_all(function.text, *middle, sign) or cursor.token.kind != SYMBOL:
        return None
    variable = cursor.next().text
    if _order(cursor) != order:
        return None
    primes, variables = ("'" * order, variable) if sign == "d" else ("", variable * order)
    return Sym(f"{function.text}{primes}_{variables}")


def _order(cursor: Cursor) -> int:
    """The order that an exponent gives a derivative, 1 without one, 0 for any other exponent."""
    order = cursor.argument() if cursor.take("^") else Num(fmpq(1))
    return int(order.value.p) if isinstance(order, Num) and order.value in range(1, 6) else 0
