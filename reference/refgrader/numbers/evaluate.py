"""Tree → value at a point: one walk over the expression, within a budget of steps (EXPR, LIM)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from flint import acb, arb, ctx, fmpq

from refgrader.limits import MAX_INTEGRAND, MAX_TERMS, PRECISION, LimitReached, Unreadable
from refgrader.numbers import functions
from refgrader.numbers.budget import LONG, PRICES, Budget
from refgrader.numbers.functions import Number, Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.reading.tree import (
    MODULAR,
    App,
    Chain,
    Given,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    children,
    is_otherwise,
)

#: Constants, computed at the precision in force.
_CONSTANTS: Final[dict[str, Callable[[], acb]]] = {
    "π": acb.pi,
    "e": lambda: acb(arb.const_e()),
    "i": lambda: acb(0, 1),
}
CONSTANTS: Final = frozenset(_CONSTANTS)
_ANGLES: Final = {"degree": fmpq(1, 180), "arcminute": fmpq(1, 180 * 60), "arcsecond": fmpq(1, 180 * 3600)}
#: The name under which a point holds the base of ``\\log`` without a base.
LOG_BASE: Final = "base of log"

Point = Mapping[str, Number]


class OutsideCases(Undefined):
    """No case of a function by cases holds at the point (EXPR-20)."""


def evaluate(node: Node, point: Point, budget: Budget) -> Number:
    """The value of an expression where the symbols have the values of `point`.

    Raises `Undefined` or `Undecided` where it has none, `Unreadable` where it is no expression.
    """
    if isinstance(node, Num):
        return node.value
    if isinstance(node, App):
        budget.left -= 1
        if budget.left < 0:
            raise budget.spent()
        head, args = node
        special = _SPECIAL.get(head)
        return special(args, point, budget) if special is not None else _application(head, args, point, budget)
    if isinstance(node, (Sym, Text)):
        return _symbol(node[0], point)
    if isinstance(node, Quantity):
        return _angle(node, point, budget)
    if isinstance(node, Matrix) and node.kind == "vmatrix":
        return _determinant(node, point, budget)
    raise Unreadable("it is no expression")


def _symbol(name: str, point: Point) -> Number:
    value = point.get(name)
    if value is not None:
        return value
    constant = _CONSTANTS.get(name)
    if constant is None:
        raise Undefined
    return constant()


def _application(head: str, args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    function = functions.FUNCTIONS.get(head)
    if function is None:
        raise Unreadable(f"{head} has no value")
    price = PRICES.get(head)
    if price is not None:
        budget.refine(price)
    try:
        value: Number = function(*[evaluate(arg, point, budget) for arg in args])
    except TypeError:
        raise Unreadable(f"{head} of {len(args)} arguments") from None
    if price is not None or budget.long:
        budget.weigh(value, value)
    if budget.real and not functions.is_real(value):
        raise Undefined
    return value


def _product(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    product = evaluate(args[0], point, budget)
    budget.left -= len(args) - 2
    for arg in args[1:]:
        factor = evaluate(arg, point, budget)
        product = functions.multiply(product, factor)
        if budget.long:
            budget.weigh(product, factor)
    return product


def _sum(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    terms = [evaluate(arg, point, budget) for arg in args]
    total = terms[0]
    budget.left -= len(args) - 2
    for term in terms[1:]:
        total = total + term
        if budget.long:
            budget.weigh(total, term)
    if budget.exacting and not isinstance(total, fmpq):
        sizes = [abs(ball(term)) for term in terms]
        largest = max(size.abs_upper() for size in sizes)
        if any(size > 0 and size < largest / 2**PRECISION for size in sizes):
            raise LimitReached("precision", 300)
    return total


def _angle(node: Quantity, point: Point, budget: Budget) -> Number:
    (name, exponent), *rest = node.unit
    if name == "radian" and not rest:
        return evaluate(node.value, point, budget)
    if name not in _ANGLES or rest or exponent != 1:
        raise Unreadable("a unit within an expression")
    turned = functions.multiply(evaluate(node.value, point, budget), _ANGLES[name])
    return functions.multiply(turned, acb.pi()) if turned != 0 else functions.ZERO


def _power(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    base, exponent = args
    if isinstance(base, Sym) and base.name == "e" and "e" not in point:
        value: Number = functions.FUNCTIONS["exp"](evaluate(exponent, point, budget))
    else:
        value = functions.power(evaluate(base, point, budget), evaluate(exponent, point, budget))
    if isinstance(value, fmpq):
        if value.height_bits() > LONG:
            budget.weigh(value, value)
        return value
    budget.refine(1)
    if budget.real and not functions.is_real(value):
        raise Undefined
    return value


def _log(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    if len(args) == 2:
        return functions.log(evaluate(args[0], point, budget), evaluate(args[1], point, budget))
    base = point.get(LOG_BASE, fmpq(7, 3))
    return functions.log(base, evaluate(args[0], point, budget))


def _bounds(args: tuple[Node, ...], point: Point, budget: Budget) -> tuple[str, int, int]:
    name, lower, upper = args[0], evaluate(args[1], point, budget), evaluate(args[2], point, budget)
    if not (functions.is_whole(lower) and functions.is_whole(upper)) or not isinstance(name, Sym):
        raise Undefined
    first, last = int(lower.p), int(upper.p)
    if last - first >= MAX_TERMS:
        raise LimitReached("terms", MAX_TERMS)
    if last < first - 1 and not budget.free.isdisjoint(_names(args[1:3])):
        raise Undefined
    return name.name, first, last


def _names(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Sym):
            yield node.name
        yield from _names(children(node))


def _once(special: Callable[..., Number]) -> Callable[..., Number]:
    """What holds no symbol is worked out once in a verdict at each precision, in however many elements it stands."""

    def value(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
        if point:
            return special(args, point, budget)
        key = special, args, ctx.prec, budget.real
        found = budget.known.get(key)
        if found is None:
            found = budget.known[key] = special(args, point, budget)
        return found

    return value


def _total(step: Callable[[Number, Number], Number], start: Number) -> Callable[..., Number]:
    def total(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
        name, first, last = _bounds(args, point, budget)
        result = start
        here = dict(point)
        for k in range(first, last + 1):
            here[name] = fmpq(k)
            term = evaluate(args[3], here, budget)
            result = step(result, term)
            budget.spend(1)
            budget.weigh(result, term)
        return result

    return total


def _integral(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    variable = args[0]
    if not isinstance(variable, Sym):
        raise Undefined
    lower, upper = ball(evaluate(args[1], point, budget)), ball(evaluate(args[2], point, budget))

    def integrand(at: acb, analytic: bool) -> acb:
        here = {**point, variable.name: at}
        try:
            budget.spend(1)
            if analytic and _meets_cut(args[3], here, budget):
                return acb("nan")
            return ball(evaluate(args[3], here, budget))
        except (Undefined, Undecided, Unreadable):  # nothing may be raised through the library
            return acb("nan")

    value = acb.integral(integrand, lower, upper, eval_limit=MAX_INTEGRAND)
    budget.spend(0)  # what the integrand could not raise
    return functions.checked(value)


def _meets_cut(node: Node, point: Point, budget: Budget) -> bool:
    """Whether the expression is not analytic all over the ball: what the integration theorem must know."""
    if not isinstance(node, App):
        return False
    if node.head in _CUT:
        argument = ball(evaluate(node.args[-1] if node.head != "pow" else node.args[0], point, budget))
        whole = node.head == "pow" and isinstance(node.args[1], Num) and node.args[1].value.q == 1
        if not whole and argument.imag.contains(0) and not argument.real > 0:
            return True
    return node.head in _NOWHERE or any(_meets_cut(arg, point, budget) for arg in node.args)


#: Functions with a cut along the negative axis, and functions that are analytic nowhere.
_CUT: Final = frozenset({"sqrt", "root", "ln", "log", "pow", "gamma"})
_NOWHERE: Final = frozenset(
    (
        "abs floor ceil sign max min mod re im conj arg cases fact asin acos asec acsc acosh atanh acoth asech "
        "cross call overline"
    ).split()
)


def _cases(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    otherwise = None
    for piece in args:
        if not isinstance(piece, Given):
            raise Unreadable("a piece without its condition")
        if is_otherwise(piece.condition):
            otherwise = piece.body
        elif holds(piece.condition, point, budget):
            return evaluate(piece.body, point, budget)
    if otherwise is None:
        raise OutsideCases
    return evaluate(otherwise, point, budget)


def holds(condition: Node, point: Point, budget: Budget) -> bool:
    """Whether a chain of relations is true at the point. Raises `Unreadable` for any other condition."""
    if not isinstance(condition, Chain):
        raise Unreadable("a condition that is no relation")
    if condition.signs == ("≡",):
        condition = _divisibility(*condition.items)
    values = [evaluate(item, point, budget) for item in condition.items]
    return all(_compare(sign, values[k], values[k + 1]) for k, sign in enumerate(condition.signs))


def _divisibility(left: Node, right: Node) -> Chain:
    """``a ≡ b (mod m)``: m divides the difference."""
    if not isinstance(right, App) or right.head not in MODULAR:
        raise Unreadable("the condition ≡")
    difference = App("add", (left, App("neg", (right.args[0],))))
    return Chain(("=",), (App("mod", (difference, right.args[1])), Num(fmpq(0))))


def _compare(sign: str, left: Number, right: Number) -> bool:
    if sign in ("=", "!="):
        if not (isinstance(left, fmpq) and isinstance(right, fmpq)):
            if (ball(left) - ball(right)).contains(0):
                raise Undecided
            return sign == "!="
        return bool(left == right) == (sign == "=")
    if sign in ("<", ">="):
        return functions.less(left, right) == (sign == "<")
    if sign in (">", "<="):
        return functions.less(right, left) == (sign == ">")
    raise Unreadable(f"the condition {sign}")


def _determinant(matrix: Matrix, point: Point, budget: Budget) -> Number:
    rows = [[evaluate(cell, point, budget) for cell in row] for row in matrix.rows]
    return _expand(rows, budget)


def _expand(rows: list[list[Number]], budget: Budget) -> Number:
    if len(rows) != len(rows[0]):
        raise Unreadable("a determinant of a table that is not square")
    if len(rows) == 1:
        return rows[0][0]
    budget.spend(len(rows))
    result: Number = functions.ZERO
    for column, entry in enumerate(rows[0]):
        minor = [row[:column] + row[column + 1 :] for row in rows[1:]]
        term = functions.multiply(entry, _expand(minor, budget))
        result = functions.add(result, term if column % 2 == 0 else -term)
    return result


def _value_of(index: int) -> Callable[..., Number]:
    return lambda args, point, budget: evaluate(args[index], point, budget)


def _ratio(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    if len(args) != 2:
        raise Unreadable("a ratio of more than two numbers")
    return functions.divide(evaluate(args[0], point, budget), evaluate(args[1], point, budget))


def _call(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """An unknown function: a number drawn from its name and the exact values of its arguments."""
    values = [evaluate(arg, point, budget) for arg in args[1:]]
    if not isinstance(args[0], Sym) or not all(isinstance(value, fmpq) for value in values):
        raise Undefined
    digest = blake2b(
        repr((args[0].name, [str(value) for value in values])).encode("utf-8", "surrogatepass"), digest_size=4
    )
    return fmpq(int.from_bytes(digest.digest(), "big"), 1_000_003)


def _cross(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """A product of vectors: a number drawn from both, times −1 when they are exchanged."""
    left, right = (evaluate(arg, point, budget) for arg in args)
    if not (isinstance(left, fmpq) and isinstance(right, fmpq)) or left == right:
        raise Undefined
    value = _call((Sym("×"), Num(min(left, right)), Num(max(left, right))), point, budget)
    return value if left < right else -value


def _overline(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """The conjugate of a number; of an expression in symbols it is a quantity of its own (READ-7)."""
    value = evaluate(args[0], point, budget)
    if not point:
        return value if isinstance(value, fmpq) else value.conjugate()
    return _call((Sym("overline"), args[0]), point, budget)


def _at(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    assert isinstance(args[0], Sym)
    return evaluate(args[2], {**point, args[0].name: evaluate(args[1], point, budget)}, budget)


#: How near a limit's point is looked at: its value is then known to fewer digits than that (NUM-29).
_NEAR: Final = fmpq(1, 10**60)
#: Bits in which a limit is looked at: so near its point much cancels.
_LIMIT_BITS: Final = 1_400
_LIMIT_RADIUS: Final = arb(0, fmpq(1, 10**40))


def _limit(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """The value beside the point, on both sides, as a ball that holds a limit approached like a power."""
    variable, target, body = args
    assert isinstance(variable, Sym)
    if target == Sym("∞") or target == App("neg", (Sym("∞"),)):
        far = 1 / _NEAR if target == Sym("∞") else -1 / _NEAR
        places = [far, 2 * far]
    else:
        at = evaluate(target, point, budget)
        places = [functions.add(at, _NEAR), functions.add(at, -_NEAR)]
    with precision(_LIMIT_BITS):
        one, other = (ball(evaluate(body, {**point, variable.name: place}, budget)) for place in places)
    if abs(one - other).abs_upper() > fmpq(1, 10**45) * (1 + abs(one).abs_upper()):
        raise Undefined
    return one + acb(_LIMIT_RADIUS * (1 + abs(one).abs_upper()))


def _derivative(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    assert isinstance(args[0], Sym)
    return evaluate(_derived(args[1], args[0].name), point, budget)


@lru_cache(maxsize=16)
def _derived(body: Node, name: str) -> Node:
    """The derivative, worked out once for all points."""
    from refgrader.numbers.derivative import derivative

    return derivative(body, name)


_SPECIAL: Final[dict[str, Callable[[tuple[Node, ...], Point, Budget], Number]]] = {
    "add": _sum,
    "mul": _product,
    "pow": _power,
    "log": _log,
    "sum": _once(_total(functions.add, functions.ZERO)),
    "prod": _once(_total(functions.multiply, functions.ONE)),
    "int": _once(_integral),
    "cases": _cases,
    "based": _value_of(0),
    "time": _value_of(0),
    "ratio": _ratio,
    "call": _call,
    "overline": _overline,
    "cross": _cross,
    "derivative": _derivative,
    "at": _at,
    "lim": _once(_limit),
}
