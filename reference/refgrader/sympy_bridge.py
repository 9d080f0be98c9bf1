"""What an answer means → SymPy object: the bridge out of this grader. No verdict crosses it, and no text is evaluated.

Everything is built with ``evaluate=False``: SymPy gets what was written, and building it is as bounded as
reading it was. ``.doit()`` evaluates, at the caller's own risk: nothing bounds SymPy on ``9^{9^{9}}``.

What is written as one numeral is exact: ``0.5`` is ``Rational(1, 2)``. A pair in round brackets is a `Tuple`,
in any other brackets an `Interval`; a bare list, like a set, is a `FiniteSet`, which counts no repetition.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Final

import sympy as sp
from sympy.logic.boolalg import Boolean

from refgrader.limits import Unreadable
from refgrader.meaning import interpret, signs
from refgrader.meaning import values as v
from refgrader.meaning.sets import real_set
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import ANGLES
from refgrader.numbers.formulas import filled
from refgrader.operations import OPERATIONS
from refgrader.reading.tree import App, Given, Matrix, Node, Num, Quantity, Sym, is_otherwise

#: Names that an operator around the node binds: there ``i`` is an index and not the imaginary unit.
Bound = frozenset[str]
_FREE: Final[Bound] = frozenset()


def to_sympy(tree: Node) -> Any:
    """The SymPy object that `tree` writes, unevaluated.

    Raises `Unreadable` where SymPy has no counterpart: words, units, times of day, ellipses.
    """
    try:
        return _meant(tree)
    except (TypeError, ValueError, AttributeError, RecursionError) as refusal:
        raise Unreadable(f"SymPy refuses it: {refusal}") from None


# --- expressions -------------------------------------------------------------------------------------------

_SYMBOLS: Final[dict[str, Any]] = {
    "π": sp.pi, "e": sp.E, "i": sp.I, "∞": sp.oo,
    "ℝ": sp.S.Reals, "ℤ": sp.S.Integers, "ℕ": sp.S.Naturals, "ℚ": sp.S.Rationals, "ℂ": sp.S.Complexes,
    "ℤ+": sp.S.Naturals,
}  # fmt: skip
#: The base of a logarithm that writes none: whatever does not depend on it has its value (NUM-18).
LOG_BASE: Final = sp.Symbol("base", positive=True)


def _expression(node: Node, bound: Bound = _FREE) -> Any:
    if isinstance(node, Num):
        return sp.Rational(int(node.value.p), int(node.value.q))
    if isinstance(node, Sym):
        return _symbol(node.name, bound)
    if isinstance(node, Quantity):
        return _angle(node, bound)
    if isinstance(node, App):
        return _application(node, bound)
    if isinstance(node, Matrix):
        matrix = sp.ImmutableMatrix([[_expression(cell, bound) for cell in row] for row in node.rows])
        return sp.Determinant(matrix) if node.kind == "vmatrix" else matrix
    return _meant(node)


def _symbol(name: str, bound: Bound) -> Any:
    if name in bound or name not in _SYMBOLS:
        if name[0] in "…ℝℤℕℚℂ":
            raise Unreadable(f"SymPy has no counterpart of {name}")
        return sp.Symbol(name)
    return _SYMBOLS[name]


def _angle(node: Quantity, bound: Bound) -> Any:
    value, unit = _expression(node.value, bound), dict(node.unit)
    if unit == {"radian": 1}:
        return value
    name = next(iter(unit), "")
    if unit != {name: 1} or name not in ANGLES:
        raise Unreadable("SymPy has no counterpart of a unit that is no angle")
    return sp.Mul(value, _expression(Num(ANGLES[name])), sp.pi, evaluate=False)


def _application(node: App, bound: Bound) -> Any:
    head, args = node
    if head in _READ:
        return _READ[head](args, bound)
    row = OPERATIONS.get(head)
    build = _BUILT.get(head)
    if row is None or not (build or row.sympy or row.definition) or (row.arity and len(args) != row.arity):
        raise Unreadable(f"SymPy has no counterpart of {head} of {len(args)} arguments")
    if not (build or row.sympy):
        return _expression(filled(row.definition, args), bound)
    values = [_expression(arg, bound) for arg in args]
    if not all(isinstance(value, (sp.Expr, sp.MatrixBase)) for value in values):
        raise Unreadable(f"{head} of what is no expression")
    return build(*values) if build else getattr(sp, row.sympy)(*values, evaluate=False)


def _arithmetic(of_numbers: Any, of_matrices: Any) -> Callable[..., Any]:
    def operation(*values: Any) -> Any:
        if any(isinstance(value, (sp.MatrixBase, sp.MatrixExpr)) for value in values):
            return of_matrices(*values)
        return of_numbers(*values, evaluate=False)

    return operation


_add, _multiply = _arithmetic(sp.Add, sp.MatAdd), _arithmetic(sp.Mul, sp.MatMul)


def _exact(value: Any) -> bool:
    """Whether the value is a literal, on which a sign or a bar may act at once."""
    return isinstance(value, (sp.Rational, sp.core.numbers.Infinity))


def _negative(value: Any) -> Any:
    return -value if _exact(value) else _multiply(sp.Integer(-1), value)


def _divide(top: Any, bottom: Any) -> Any:
    if isinstance(top, sp.Rational) and isinstance(bottom, sp.Rational) and bottom != 0:
        return top / bottom
    inverse = sp.Pow(bottom, -1, evaluate=False)
    return inverse if top == 1 else _multiply(top, inverse)


def _power(base: Any, exponent: Any) -> Any:
    if base is sp.E:
        return sp.exp(exponent, evaluate=False)
    if _exact(base) and base < 0 and isinstance(exponent, sp.Rational) and exponent.q % 2 and exponent.q > 1:
        root = sp.Pow(-base, exponent, evaluate=False)  # the real root (NUM-17)
        return _negative(root) if exponent.p % 2 else root
    return _arithmetic(sp.Pow, sp.MatPow)(base, exponent)


def _of_integers(function: Any) -> Callable[..., Any]:
    def operation(*args: Any) -> Any:
        if not all(isinstance(arg, sp.Integer) for arg in args):
            raise Unreadable("SymPy has no unevaluated greatest common divisor or least common multiple")
        return sp.Integer(function(*args))

    return operation


#: Head → what to build of its arguments where it is not a function of SymPy that is called unevaluated.
_BUILT: Final[dict[str, Callable[..., Any]]] = {
    "add": _add, "mul": _multiply, "neg": _negative, "div": _divide, "pow": _power,
    "mixed": lambda whole, part: whole + part if _exact(whole) and _exact(part) else _add(whole, part),
    "gcd": _of_integers(sp.igcd), "lcm": _of_integers(sp.ilcm), "det": sp.Determinant, "trace": sp.Trace,
}  # fmt: skip

# --- operations that bind a variable, or read their arguments themselves -----------------------------------

Read = Callable[[tuple[Node, ...], Bound], Any]


def _binding(build: Callable[..., Any]) -> Read:
    """`build` of the last argument, in which the first one is a bound name, of that name, and of those between them."""

    def read(args: tuple[Node, ...], bound: Bound) -> Any:
        name, *between, body = args
        own = _name(name)
        return build(_expression(body, bound | {own}), sp.Symbol(own), *(_expression(arg, bound) for arg in between))

    return read


def _name(node: Node) -> str:
    if not isinstance(node, Sym):
        raise Unreadable("a bound variable that is no symbol")
    return node.name


def _limit(body: Any, name: Any, point: Any) -> Any:
    return sp.Limit(body, name, point, "+" if point in (sp.oo, -sp.oo) else "+-")


def _log(args: tuple[Node, ...], bound: Bound) -> Any:
    *base, value = (_expression(arg, bound) for arg in args)
    return _divide(sp.log(value, evaluate=False), sp.log(*(base or [LOG_BASE]), evaluate=False))


def _cases(args: tuple[Node, ...], bound: Bound) -> Any:
    pieces = []
    for piece in args:
        if not isinstance(piece, Given):
            raise Unreadable("a piece without its condition")
        condition = sp.true if is_otherwise(piece.condition) else _meant(piece.condition)
        pieces.append((_expression(piece.body, bound), condition))
    return sp.Piecewise(*pieces, evaluate=False)


_READ: Final[dict[str, Read]] = {
    "sum": _binding(lambda body, name, *ends: sp.Sum(body, (name, *ends))),
    "prod": _binding(lambda body, name, *ends: sp.Product(body, (name, *ends))),
    "int": _binding(lambda body, name, *ends: sp.Integral(body, (name, *ends))),
    "antiderivative": _binding(sp.Integral),
    "derivative": _binding(lambda body, name: sp.Derivative(body, name, evaluate=False)),
    "lim": _binding(_limit),
    "at": _binding(sp.Subs),
    "based": lambda args, bound: _expression(args[0], bound),
    "log": _log, "cases": _cases,
    "call": lambda args, bound: sp.Function(_name(args[0]))(*(_expression(arg, bound) for arg in args[1:])),
}  # fmt: skip


# --- what expressions are put together to ------------------------------------------------------------------


def _meant(node: Node) -> Any:
    return _converted(interpret(node, Budget()))


def _converted(value: v.Value) -> Any:
    return _KINDS[type(value)](value)


def _items(value: v.Items) -> Any:
    found = [_converted(item) for item in value.items]
    if value.kind in ("(", "<"):
        return sp.Tuple(*found)
    interval = real_set(value) if value.kind == "[" else None
    if interval is not None:
        return _converted(interval)
    if all(isinstance(each, Boolean) for each in found):
        return (sp.Or if value.kind == "or" else sp.And)(*found, evaluate=False)
    if value.kind not in v.LISTS_AND_SETS or any(isinstance(each, Boolean) for each in found):
        raise Unreadable("SymPy has no counterpart of such a list")
    return sp.FiniteSet(*found, evaluate=False)


def _reals(value: v.Reals) -> Any:
    """A set; under the name of its members, what is said of them: ``3 < x``."""
    if not value.variable:
        return _joined(value.members, _interval, sp.EmptySet, _SETS)
    name = sp.Symbol(value.variable)
    return _joined(value.members, lambda interval: _bounded(name, interval), sp.false, _CONDITIONS)


#: How two sets of reals, or what is said of their members, are joined.
_SETS: Final = {
    "union": sp.Union,
    "or": sp.Union,
    "intersect": sp.Intersection,
    "comma": sp.Intersection,
    "minus": sp.Complement,
}
_CONDITIONS: Final[dict[str, Any]] = {
    "union": sp.Or, "or": sp.Or, "intersect": sp.And, "comma": sp.And,
    "minus": lambda left, right, evaluate: sp.And(left, sp.Not(right), evaluate=evaluate),
}  # fmt: skip


def _joined(members: v.RealSet, of_interval: Callable[[v.Interval], Any], empty: Any, join: dict[str, Any]) -> Any:
    if members is None:
        return empty
    if isinstance(members, v.Interval):
        return of_interval(members)
    sides = (_joined(side, of_interval, empty, join) for side in (members.left, members.right))
    return join[members.operation](*sides, evaluate=False)


def _interval(value: v.Interval) -> Any:
    """Built past `Interval`'s own constructor, which compares the ends by value and has to compute them."""
    if value.low == value.high:
        return sp.FiniteSet(_expression(value.low))
    opens = [sp.false if closed else sp.true for closed in (value.low_closed, value.high_closed)]
    return sp.Basic.__new__(sp.Interval, _expression(value.low), _expression(value.high), *opens)


def _bounded(name: Any, value: v.Interval) -> Any:
    low, high = _expression(value.low), _expression(value.high)
    if value.low == value.high:
        return sp.Eq(name, low, evaluate=False)
    above = () if low == -sp.oo else ((sp.Ge if value.low_closed else sp.Gt)(name, low, evaluate=False),)
    below = () if high == sp.oo else ((sp.Le if value.high_closed else sp.Lt)(name, high, evaluate=False),)
    return sp.And(*above, *below, evaluate=False) if above and below else next(iter((*above, *below)), sp.true)


def _named(value: v.Named) -> Any:
    inner = _converted(value.value)
    if not value.name:
        return inner
    name = sp.Symbol(value.name) if value.written is None else _expression(value.written)
    if value.parameters:
        name = sp.Function(value.name)(*map(sp.Symbol, value.parameters))
    return (sp.Contains if isinstance(inner, sp.Set) else sp.Eq)(name, inner, evaluate=False)


_RELATIONS: Final[dict[str, Callable[..., Any]]] = {
    "=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "∈": sp.Contains,
    "∉": lambda element, of, evaluate: sp.Not(sp.Contains(element, of, evaluate=evaluate), evaluate=evaluate),
}  # fmt: skip


def _relation(value: v.Relation) -> Any:
    build = _RELATIONS.get(value.sign)
    if build is None:
        raise Unreadable(f"SymPy has no counterpart of the relation {value.sign}")
    sides = value.left.args if isinstance(value.left, App) and value.left.head == "tuple" else (value.left, value.right)
    meant = [interpret(side, Budget()) for side in sides]
    if value.sign in ("∈", "∉"):
        meant = [real_set(side) or side for side in meant]
    return build(*map(_converted, meant), evaluate=False)


def _residue(value: v.Residue) -> Any:
    modulus = _expression(value.modulus)
    residue = sp.Mod(_expression(value.value), modulus, evaluate=False)
    if value.symbol is None:
        return residue
    return sp.Eq(sp.Mod(_expression(value.symbol), modulus, evaluate=False), residue, evaluate=False)


def _family(value: v.Family) -> Any:
    index = sp.Symbol(value.symbol)
    bodies = [_expression(each, frozenset({value.symbol})) for member in value.members for each in signs.expand(member)]
    images = [sp.ImageSet(sp.Lambda(index, body), sp.S.Integers) for body in bodies]
    return reduce(lambda left, right: sp.Union(left, right, evaluate=False), images)


def _conditional(value: v.Conditional) -> Any:
    body, conditions = _converted(value.value), [_meant(condition) for condition in value.conditions]
    if isinstance(body, Boolean):
        return sp.And(body, *conditions, evaluate=False)
    return sp.Piecewise((body, sp.And(*conditions)), evaluate=False)


def _words(_value: v.Words) -> Any:
    raise Unreadable("SymPy has no counterpart of words")


_KINDS: Final[dict[type, Callable[[Any], Any]]] = {
    v.Scalar: lambda value: _expression(Quantity(value.node, value.unit) if value.unit else value.node),
    v.Items: _items,
    v.Table: lambda value: sp.ImmutableMatrix([[_converted(cell) for cell in row] for row in value.rows]),
    v.Reals: _reals,
    v.Named: _named,
    v.Relation: _relation,
    v.Residue: _residue,
    v.Family: _family,
    v.Conditional: _conditional,
    v.Either: lambda value: _converted(value.values[0]),
    v.Words: _words,
}
