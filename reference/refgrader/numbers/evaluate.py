"""Tree → value at a point: one walk over the expression, within a budget of steps (EXPR, LIM)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from flint import acb, acb_mat, arb, ctx, fmpq, fmpq_mat

from refgrader.limits import MAX_INTEGRAND, MAX_TERMS, PRECISION, LimitReached, Unreadable
from refgrader.numbers import draw
from refgrader.numbers import functions as f
from refgrader.numbers.budget import Budget
from refgrader.numbers.formulas import LETTERS, derivative, formula
from refgrader.numbers.functions import Number, Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.operations import KINKED, OPERATIONS, ROWS
from refgrader.reading.substitution import name_at
from refgrader.reading.tree import (
    App,
    Chain,
    Given,
    Group,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    children,
    is_otherwise,
    spelled,
    vocabulary,
)

#: Constants, computed at the precision in force.
_CONSTANTS: Final[dict[str, Callable[[], acb]]] = {
    "π": acb.pi,
    "e": lambda: acb(arb.const_e()),
    "i": lambda: acb(0, 1),
}
CONSTANTS: Final = frozenset(_CONSTANTS)
ANGLES: Final = {"degree": fmpq(1, 180), "arcminute": fmpq(1, 180 * 60), "arcsecond": fmpq(1, 180 * 3600)}
#: The name under which a point holds the base of ``\\log`` without a base.
LOG_BASE: Final = "base of log"

Point = Mapping[str, Number]


class OutsideCases(Undefined):
    """No case of a function by cases holds at the point (EXPR-20)."""


class CasesAtOdds(Undefined):
    """Two cases hold at the point, with different values: it is no function (EXPR-20)."""


def evaluate(node: Node, point: Point, budget: Budget) -> Number:
    """The value of an expression where the symbols have the values of `point`.

    Raises `Undefined` or `Undecided` where it has none, `Unreadable` where it is no expression.
    """
    if type(node) is Num:
        return node.value
    if type(node) is Sym:
        value = point.get(node.name)
        return value if value is not None else _symbol(node.name, point)
    if type(node) is App:
        budget.left -= 1
        if budget.left < 0:
            raise budget.spent()
        head, args = node
        walk = _WALKS.get(head)
        return walk(args, point, budget) if walk is not None else _application(head, args, point, budget)
    if type(node) is Text:
        return _symbol(node.words, point)
    if isinstance(node, Quantity):
        return _angle(node, point, budget)
    if isinstance(node, Matrix) and node.kind == "vmatrix":
        return _determinant(node, point, budget)
    raise Unreadable("it is no expression")


def real_value(node: Node, point: Point, budget: Budget) -> Number:
    """The same where it is a real number. Raises `Undefined` where it is none, or the precision does not tell."""
    try:
        value = evaluate(node, point, budget)
    except Undecided:
        raise Undefined from None
    if not f.is_real(value):
        raise Undefined
    return value


def _symbol(name: str, point: Point) -> Number:
    value = point.get(name)
    if value is not None:
        return value
    constant = _CONSTANTS.get(name)
    if constant is None:
        raise Undefined
    return constant()


def _application(head: str, args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    known = _VALUES.get(head)
    if known is None:
        raise Unreadable(f"{head} has no value")
    arity, price, function, definition = known
    if arity and len(args) != arity:
        raise Unreadable(f"{head} of {len(args)} arguments")
    if price:
        budget.refine(price)
    values = [evaluate(arg, point, budget) for arg in args]
    if function is not None:
        value = function(*values)
    else:
        value = evaluate(formula(definition), dict(zip(LETTERS, values, strict=False)), budget)
    for weighed in (value,) if isinstance(value, fmpq) else values:
        budget.weigh(weighed, weighed)
    return _real(value, budget)


def _real(value: Number, budget: Budget) -> Number:
    if budget.real and not f.is_real(value):
        raise Undefined
    return value


#: Head → how many arguments it takes, its price, its value at theirs, and the formula of it where there is no other.
_VALUES: Final = {
    row.head: (row.arity, row.price, row.value, row.definition) for row in ROWS if row.value or row.definition
}


# --- arithmetic --------------------------------------------------------------------------------------------


def _product(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    product = evaluate(args[0], point, budget)
    budget.left -= len(args) - 2
    for arg in args[1:]:
        factor = evaluate(arg, point, budget)
        product = f.multiply(product, factor)
        if budget.longest:
            budget.weigh(product, factor)
    return product


def _sum(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    terms = [evaluate(arg, point, budget) for arg in args]
    total = terms[0]
    budget.left -= len(args) - 2
    for term in terms[1:]:
        total = total + term
        if budget.longest:
            budget.weigh(total, term)
    if budget.exacting and not isinstance(total, fmpq):
        sizes = [abs(ball(term)) for term in terms]
        largest = max(size.abs_upper() for size in sizes)
        if any(size > 0 and size < largest / 2**PRECISION for size in sizes):
            raise LimitReached("precision", 300)
    return total


def _opposite(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    value = -evaluate(args[0], point, budget)
    if isinstance(value, fmpq):
        budget.weigh(value, value)
        return value
    return _real(value, budget)


def _quotient(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    above, below = evaluate(args[0], point, budget), evaluate(args[1], point, budget)
    value = f.divide(above, below)
    if isinstance(value, fmpq):
        budget.weigh(value, value)
        return value
    budget.weigh(above, above)
    budget.weigh(below, below)
    return _real(value, budget)


def _power(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    base, exponent = args
    if isinstance(base, Sym) and base.name == "e" and "e" not in point and not budget.nearing:
        return _application("exp", args[1:], point, budget)
    raised, times = evaluate(base, point, budget), evaluate(exponent, point, budget)
    value = _NEARLY_NOUGHT if budget.nearing and f.vanishes(raised, times) else f.power(raised, times)
    if isinstance(value, fmpq):
        budget.weigh(value, value)
        return value
    budget.weigh(raised, raised)
    budget.refine(1)
    return _real(value, budget)


def _log(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """A logarithm that writes no base has the one of the point."""
    if len(args) == 1:
        args = (Num(_SOME_BASE), *args) if LOG_BASE not in point else (Sym(LOG_BASE), *args)
    return _application("log", args, point, budget)


#: What depends on a base that is nowhere told has no value that anything else could have.
_SOME_BASE: Final = fmpq(7, 3)


def _angle(node: Quantity, point: Point, budget: Budget) -> Number:
    (name, exponent), *rest = node.unit
    if name == "radian" and not rest:
        return evaluate(node.value, point, budget)
    if name not in ANGLES or rest or exponent != 1:
        raise Unreadable("a unit within an expression")
    turned = f.multiply(evaluate(node.value, point, budget), ANGLES[name])
    return f.multiply(turned, acb.pi()) if turned != 0 else f.ZERO


def _determinant(matrix: Matrix, point: Point, budget: Budget) -> Number:
    size = len(matrix.rows)
    if len(matrix.rows[0]) != size:
        raise Unreadable("a row in bars") if size == 1 else Undefined  # only a square table has a determinant
    budget.spend(size * size)
    cells = [evaluate(cell, point, budget) for row in matrix.rows for cell in row]
    if all(isinstance(cell, fmpq) for cell in cells):
        return fmpq_mat(size, size, cells).det()
    return f.checked(acb_mat(size, size, list(map(ball, cells))).det())


def _det(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    if not isinstance(args[0], Matrix):
        raise Unreadable("the determinant of what is no table")
    return _determinant(args[0], point, budget)


# --- operations with a name of their own -------------------------------------------------------------------


def _bounds(args: tuple[Node, ...], point: Point, budget: Budget) -> tuple[str, int, int]:
    name, lower, upper = args[0], evaluate(args[1], point, budget), evaluate(args[2], point, budget)
    if not (f.is_whole(lower) and f.is_whole(upper)) or not isinstance(name, Sym):
        raise Undefined
    first, last = int(lower.p), int(upper.p)
    if last - first >= MAX_TERMS:
        raise LimitReached("terms", MAX_TERMS)
    if last < first - 1 and not budget.free.isdisjoint(vocabulary(*args[1:3])):
        raise Undefined
    return name.name, first, last


#: The steps that it takes to see whether a sum or an integral is known, by all that stands in it.
_LOOKED_UP: Final = 5


def _once(special: Callable[..., Number]) -> Callable[..., Number]:
    """What holds no symbol is worked out once in a verdict at each precision, in however many elements it stands."""

    def value(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
        budget.spend(_LOOKED_UP)
        if point and (LOG_BASE in point or not vocabulary(*args[1:]).isdisjoint(point)):
            return special(args, point, budget)
        key = special, args, ctx.prec, budget.real
        found = budget.known.get(key)
        if found is None:
            found = budget.known[key] = special(args, point, budget)
        return found

    return value


def _of_index(symbol: str, index: str) -> str:
    """``x_#`` of ``x_i``, ``a_{#+1}`` of ``a_{i+1}``: what has a value at every index; empty where it has none."""
    name = name_at(symbol, index, "#") if len(symbol) > 2 else symbol
    return name if name != symbol and name[0] != "#" else ""


def _at_index(name: str, value: Number, k: int) -> Number:
    """Of what has a value at every index that at k: a multiple of one, drawn for it, from a half to two.

    Where the one is negative, some of them are positive.
    """
    factor, may_be_opposite = _drawn(name, k)
    is_opposite = may_be_opposite and isinstance(value, fmpq) and value < 0
    return value * (-factor if is_opposite else factor)


@lru_cache(maxsize=4096)  # a sum asks for the same ones at every point
def _drawn(name: str, k: int) -> tuple[fmpq, bool]:
    """What the value at an index is a multiple by, and whether the opposite is taken of a negative one."""
    drawn = draw.bits(f"{name} {k}")
    return fmpq(2**30 + drawn % 2**30, 2**30 + (drawn >> 32) % 2**30), bool(drawn >> 63)


def _total(step: Callable[[Number, Number], Number], start: Number) -> Callable[..., Number]:
    def total(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
        name, first, last = _bounds(args, point, budget)
        result = start
        here = dict(point)
        met = vocabulary(args[3]).intersection(point)
        indexed = [(symbol, of) for symbol in met if (of := _of_index(symbol, name))]
        for k in range(first, last + 1):
            here[name] = fmpq(k)
            for symbol, of in indexed:
                here[symbol] = _at_index(of, point[symbol], k)
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
            budget.refine(5)  # a node of the quadrature has as many digits
            if analytic and _meets_cut(args[3], here, budget):
                return acb("nan")
            return ball(evaluate(args[3], here, budget))
        except (Undefined, Undecided, Unreadable):  # nothing may be raised through the library
            return acb("nan")

    value = acb.integral(integrand, lower, upper, eval_limit=MAX_INTEGRAND)
    budget.spend(0)  # what the integrand could not raise
    return f.checked(value)


def _meets_cut(node: Node, point: Point, budget: Budget) -> bool:
    """Whether the expression is not analytic all over the ball: what the integration theorem must know."""
    if not isinstance(node, App):
        return False
    row = OPERATIONS.get(node.head)
    if row is None or row.kind == KINKED or any(_meets_cut(arg, point, budget) for arg in node.args):
        return True
    if row.definition and row.cut is f.nowhere:
        values = (evaluate(arg, point, budget) for arg in node.args)
        return _meets_cut(formula(row.definition), dict(zip(LETTERS, values, strict=False)), budget)
    if row.head == "pow" and f.is_whole(evaluate(node.args[1], point, budget)):
        return False
    if row.cut is f.nowhere:
        return False
    argument = evaluate(node.args[0], point, budget)
    return isinstance(argument, acb) and row.cut(argument)  # what is exact is no function of the variable


def _at(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    assert isinstance(args[0], Sym)
    return evaluate(args[2], {**point, args[0].name: evaluate(args[1], point, budget)}, budget)


#: How near a limit's point is looked at: its value is then known to fewer digits than that (NUM-29).
_NEAR: Final = fmpq(1, 10**60)
#: Bits in which a limit is looked at: so near its point much cancels.
_LIMIT_BITS: Final = 1_400
_LIMIT_RADIUS: Final = arb(0, fmpq(1, 10**40))
#: A power near a limit's point that is smaller than 10^(-10^15): no condition takes it for nought itself.
_NEARLY_NOUGHT: Final = acb(arb(0, fmpq(1, 10**200)))


def _limit(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """The value beside the point, on both sides, as a ball that holds a limit approached like a power."""
    variable, target, body = args
    assert isinstance(variable, Sym)
    if target == Sym("∞") or target == App("neg", (Sym("∞"),)):
        far = 1 / _NEAR if target == Sym("∞") else -1 / _NEAR
        places = [far, 2 * far]
    else:
        at = evaluate(target, point, budget)
        places = [at + _NEAR, at - _NEAR]
    before, budget.nearing = budget.nearing, True
    try:
        with precision(_LIMIT_BITS):
            one, other = (ball(evaluate(body, {**point, variable.name: place}, budget)) for place in places)
    finally:
        budget.nearing = before
    if abs(one - other).abs_upper() > fmpq(1, 10**45) * (1 + abs(one).abs_upper()):
        raise Undefined
    return one + acb(_LIMIT_RADIUS * (1 + abs(one).abs_upper()))


def _derivative(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    assert isinstance(args[0], Sym)
    return evaluate(derivative(args[1], args[0].name), point, budget)


# --- cases -------------------------------------------------------------------------------------------------


def _cases(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    otherwise, values = None, []
    for piece in args:
        if not isinstance(piece, Given):
            raise Unreadable("a piece without its condition")
        if is_otherwise(piece.condition):
            otherwise = piece.body
        elif holds(piece.condition, point, budget):
            values.append(evaluate(piece.body, point, budget))
    if not all(f.meet(values[0], value) for value in values):
        raise CasesAtOdds
    if values:
        return values[0]
    if otherwise is None:
        raise OutsideCases
    return evaluate(otherwise, point, budget)


def holds(condition: Node, point: Point, budget: Budget) -> bool:
    """Whether a chain of relations is true at the point. Raises `Unreadable` for any other condition."""
    if not isinstance(condition, Chain) or not _HOLDS.keys() >= set(condition.signs):
        raise Unreadable("a condition that no values decide")
    values = [evaluate(item, point, budget) for item in condition.items]
    return all(_holds(sign, *values[k : k + 2]) for k, sign in enumerate(condition.signs))


def _holds(sign: str, left: Number, right: Number) -> bool:
    """Whether a relation is true of two values, which are equal where they agree to hundreds of digits."""
    try:
        return _HOLDS[sign](left, right)
    except Undecided:
        if abs(ball(left) - ball(right)).abs_upper() > fmpq(1, 2**PRECISION):
            raise
        return sign in ("=", "<=", ">=")


_HOLDS: Final[dict[str, Callable[[Number, Number], bool]]] = {
    "=": f.equal,
    "!=": lambda left, right: not f.equal(left, right),
    "<": f.less,
    ">=": lambda left, right: not f.less(left, right),
    ">": lambda left, right: f.less(right, left),
    "<=": lambda left, right: not f.less(right, left),
}


# --- operations whose value nothing tells ------------------------------------------------------------------


def _call(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """An unknown function: a number drawn from its name and the values of its arguments."""
    if not isinstance(args[0], Sym):
        raise Undefined
    told = [_argument(arg, point, budget) for arg in args[1:]]
    top, bottom = divmod(draw.bits(repr((args[0].name, told))), 2**31)
    return fmpq(top - 2**32, bottom | 1)  # of either sign


def _argument(node: Node, point: Point, budget: Budget) -> str:
    """What an unknown function is applied to: a value, or what makes an event or a set, ``A \\cap B``, ``X > 2``."""
    if isinstance(node, (Chain, Group)) or (isinstance(node, App) and node.head in _OF_SETS):
        parts = [_argument(part, point, budget) for part in children(node)]
        return repr((node.signs if isinstance(node, Chain) else node[:-1], parts))
    value = evaluate(node, point, budget)
    return str(value) if isinstance(value, fmpq) else _cell(value, budget)


_OF_SETS: Final = frozenset({"union", "intersect", "minus"})


def _cell(value: acb, budget: Budget) -> str:
    """Where a value lies that is not exact, to half the bits in force: one place for ``\\pi`` and ``2 \\arcsin 1``.

    Near the point of a limit, or within the step of an integral, it is no single value.
    """
    half = ctx.prec // 2
    parts = [(part * arb(2) ** half + arb(0.5)).floor().unique_fmpz() for part in (value.real, value.imag)]
    if budget.nearing or None in parts:
        raise Undefined
    return str(parts)


def _cross(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """A product of vectors: a number drawn from both, times −1 when they are exchanged."""
    left, right = (evaluate(arg, point, budget) for arg in args)
    if not (isinstance(left, fmpq) and isinstance(right, fmpq)) or left == right:
        raise Undefined
    value = _call((Sym("×"), Num(min(left, right)), Num(max(left, right))), point, budget)
    return value if left < right else -value


def _overline(args: tuple[Node, ...], point: Point, budget: Budget) -> Number:
    """The conjugate of a number; of an expression in symbols it is a quantity of its own (READ-7).

    Single letters and digits side by side are those of a number, in their order, unless two capitals name a segment.
    """
    if not point:
        return _application("conj", args, point, budget)
    under = args[0].args if isinstance(args[0], App) and args[0].head == "mul" else ()
    digits = [spelled(digit) for digit in under if isinstance(digit, (Sym, Num))]
    is_numeral = len(digits) == len(under) > 0 and max(map(len, digits)) == 1
    is_segment = len(digits) == 2 and "".join(digits).isupper()
    return _call((Sym("overline"), *(under if is_numeral and not is_segment else args)), point, budget)


#: Head → the value of an operation that reads its arguments itself.
_WALKS: Final[dict[str, Callable[[tuple[Node, ...], Point, Budget], Number]]] = {
    "add": _sum,
    "mul": _product,
    "neg": _opposite,
    "div": _quotient,
    "pow": _power,
    "log": _log,
    "based": lambda args, point, budget: evaluate(args[0], point, budget),
    "sum": _once(_total(operator.add, f.ZERO)),
    "prod": _once(_total(f.multiply, f.ONE)),
    "int": _once(_integral),
    "lim": _once(_limit),
    "at": _at,
    "derivative": _derivative,
    "cases": _cases,
    "call": _call,
    "cross": _cross,
    "overline": _overline,
    "det": _det,
}
