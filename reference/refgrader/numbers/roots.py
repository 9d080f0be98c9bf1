"""Whether a rational number solves an equation in one name (REL-7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from flint import fmpq, fmpq_poly

from refgrader.limits import Unreadable
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, ball, is_real
from refgrader.numbers.precision import precision
from refgrader.reading.tree import MINUS_ONE, App, Node, Quantity, Sym, vocabulary

#: A polynomial above another.
_Quotient = tuple[fmpq_poly, fmpq_poly]
_COMBINED: Final[dict[str, Callable[[_Quotient, _Quotient], _Quotient]]] = {
    "add": lambda one, other: (one[0] * other[1] + other[0] * one[1], one[1] * other[1]),
    "mul": lambda one, other: (one[0] * other[0], one[1] * other[1]),
    "div": lambda one, other: (one[0] * other[1], one[1] * other[0]),
}
_ONE: Final = fmpq_poly([1])
_MAX_DEGREE: Final = 24
#: What a number is multiplied by to see whether it is a fraction that only looks irrational.
_DENOMINATORS: Final = 2**20 * 3**10 * 5**10 * 7**5 * 11 * 13 * 17 * 19


def no_rational_solves(left: Node, right: Node, budget: Budget) -> bool:
    """Whether what is on the left, in one name, is that number for no rational one; False where nobody knows.

    What is linear is solved by one step, whatever the number is; ``2c = 4\\sqrt{15}`` is left as it stands.
    """
    if len(features(left).names) != 1:
        return False
    number = right.value if isinstance(right, Quantity) else right
    try:
        with precision(256):
            value = evaluate(number, {}, budget)
            looks_rational = not is_real(value) or (ball(value).real * _DENOMINATORS).contains_integer()
        above, below = _quotient(left, budget)
    except (Unreadable, Undefined, Undecided):
        return False
    is_symmetric = above.coeffs()[::-1] in (above.coeffs(), (-above).coeffs())
    if 0 < 2 * below.degree() == above.degree() and not any(below.coeffs()[:-1]) and is_symmetric:
        return True  # x^2 + 1/x^2
    if isinstance(value, fmpq):
        equation = above - value * below
        return bool(equation.degree() > 0 and not equation.roots() and _has_real_root(equation))
    is_multiple = below == 1 and above[0] == 0 and above[1] > 0 and above[1].q == 1
    is_higher = max(above.degree(), below.degree()) > 1
    return not looks_rational and (is_higher or bool(is_multiple and {"sqrt", "root"} & vocabulary(number)))


def _has_real_root(equation: fmpq_poly) -> bool:
    """Whether some real number solves an equation: of ``x^2 = -5`` none does."""
    return any(root.imag == 0 for root, _ in equation.numer().complex_roots())


def _quotient(node: Node, budget: Budget) -> _Quotient:
    """The polynomials, with rational coefficients, of which an expression is the quotient, or `Unreadable`."""
    value = fmpq_poly([0, 1]) if isinstance(node, Sym) and features(node).names else None
    if not features(node).names:
        value = evaluate(node, {}, budget)
    if isinstance(value, (fmpq, fmpq_poly)):
        return _ONE * value, _ONE
    head, args = node if isinstance(node, App) else ("", ())
    if head == "neg":
        head, args = "mul", (*args, MINUS_ONE)
    if head == "pow" and isinstance(exponent := evaluate(args[1], {}, budget), fmpq) and exponent.q == 1:
        several = abs(int(exponent.p))
        quotient = _quotient(args[0], budget)
        if max(map(fmpq_poly.degree, quotient)) * several <= _MAX_DEGREE:
            above, below = (part**several for part in quotient)
            return (above, below) if exponent > 0 else (below, above)
    elif head in _COMBINED:
        above, below = reduce(_COMBINED[head], [_quotient(arg, budget) for arg in args])
        if below != 0 and max(above.degree(), below.degree()) <= _MAX_DEGREE:
            return above, below
    raise Unreadable("no quotient of polynomials")
