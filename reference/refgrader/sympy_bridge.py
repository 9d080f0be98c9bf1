"""Tree → SymPy object: the bridge out of this grader. No verdict crosses it, and no text is evaluated.

Everything is built with ``evaluate=False``: SymPy gets what was written, and building it is as bounded as
reading it was. ``.doit()`` evaluates, at the caller's own risk: nothing bounds SymPy on ``9^{9^{9}}``.

What is written as one numeral is exact: ``0.5`` is ``Rational(1, 2)``. A pair in round brackets is a `Tuple`,
in any other brackets an `Interval`; a bare list, like a set, is a `FiniteSet`, which counts no repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import sympy as sp

from refgrader.limits import Unreadable
from refgrader.meaning import signs
from refgrader.numbers.formulas import filled
from refgrader.operations import OPERATIONS
from refgrader.reading.tree import (
    MODULAR,
    App,
    Builder,
    Chain,
    Given,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    is_otherwise,
)

#: Names that an operator around the node binds: there ``i`` is an index and not the imaginary unit.
Bound = frozenset[str]
_FREE: Final[Bound] = frozenset()


def to_sympy(tree: Node) -> Any:
    """The SymPy object that `tree` writes, unevaluated.

    Raises `Unreadable` where SymPy has no counterpart: words, units, times of day, ellipses.
    """
    try:
        return _convert(tree, _FREE)
    except (TypeError, ValueError, AttributeError, RecursionError) as refusal:
        raise Unreadable(f"SymPy refuses it: {refusal}") from None


def _convert(node: Node, bound: Bound) -> Any:
    return _KINDS[type(node)](node, bound)


def _each(nodes: tuple[Node, ...], bound: Bound) -> Iterator[Any]:
    """The nodes converted, the values of ``±`` side by side (COL-17)."""
    for node in nodes:
        for value in signs.expand(node):
            yield _convert(value, bound)


def _no_counterpart(what: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Unreadable(f"SymPy has no counterpart of {what}")

    return refuse


# --- numbers and symbols -----------------------------------------------------------------------------------


def _number(node: Num, _bound: Bound) -> Any:
    return sp.Rational(int(node.value.p), int(node.value.q))


_SYMBOLS: Final[dict[str, Any]] = {
    "π": sp.pi, "e": sp.E, "i": sp.I, "∞": sp.oo, "∅": sp.EmptySet,
    "ℝ": sp.S.Reals, "ℤ": sp.S.Integers, "ℕ": sp.S.Naturals, "ℚ": sp.S.Rationals, "ℂ": sp.S.Complexes,
    "ℝ+": sp.Interval.open(0, sp.oo), "ℝ-": sp.Interval.open(-sp.oo, 0), "ℤ+": sp.S.Naturals,
}  # fmt: skip
_INFINITIES: Final = (sp.oo, -sp.oo)
#: The base of a logarithm that writes none: whatever does not depend on it has its value (NUM-18).
LOG_BASE: Final = sp.Symbol("base", positive=True)


def _symbol(node: Sym, bound: Bound) -> Any:
    if node.name in bound:
        return sp.Symbol(node.name)
    if node.name == "…" or (node.name[0] in "ℝℤℕℚℂ" and node.name not in _SYMBOLS):
        raise Unreadable(f"SymPy has no counterpart of {node.name}")
    return _SYMBOLS[node.name] if node.name in _SYMBOLS else sp.Symbol(node.name)


_ANGLES: Final = {"degree": 180, "arcminute": 180 * 60, "arcsecond": 180 * 3600}


def _quantity(node: Quantity, bound: Bound) -> Any:
    ((name, power),) = node.unit if len(node.unit) == 1 else (("", 0),)
    if name == "radian" and power == 1:
        return _convert(node.value, bound)
    if name not in _ANGLES or power != 1:
        raise Unreadable("SymPy has no counterpart of a unit that is no angle")
    return _multiply(_convert(node.value, bound), sp.Rational(1, _ANGLES[name]), sp.pi)


# --- operations --------------------------------------------------------------------------------------------


def _application(node: App, bound: Bound) -> Any:
    special = _BINDING.get(node.head)
    if special is not None:
        return special(node.args, bound)
    values = signs.expand(node)
    if values[0] != node:
        return sp.FiniteSet(*(_convert(value, bound) for value in values), evaluate=False)
    if node.head == "log" and len(node.args) == 1:
        return _divide(*(sp.log(value, evaluate=False) for value in (_convert(node.args[0], bound), LOG_BASE)))
    row = OPERATIONS.get(node.head)
    build = _BUILT.get(node.head)
    if row is None or not (build or row.sympy or row.definition) or (row.arity and len(node.args) != row.arity):
        raise Unreadable(f"SymPy has no counterpart of {node.head} of {len(node.args)} arguments")
    if not (build or row.sympy):
        return _convert(filled(row.definition, node.args), bound)
    args = [_convert(arg, bound) for arg in node.args]
    if not all(isinstance(arg, (sp.Expr, sp.MatrixBase)) for arg in args):
        raise Unreadable(f"{node.head} of what is no expression")
    return build(*args) if build else getattr(sp, row.sympy)(*args, evaluate=False)


def _is_matrix(value: Any) -> bool:
    return isinstance(value, (sp.MatrixBase, sp.MatrixExpr))


def _exact(value: Any) -> bool:
    """Whether the value is a literal, on which a sign or a bar may act at once."""
    return isinstance(value, (sp.Rational, sp.core.numbers.Infinity))


def _add(*terms: Any) -> Any:
    return sp.MatAdd(*terms) if any(map(_is_matrix, terms)) else sp.Add(*terms, evaluate=False)


def _multiply(*factors: Any) -> Any:
    return sp.MatMul(*factors) if any(map(_is_matrix, factors)) else sp.Mul(*factors, evaluate=False)


def _negative(value: Any) -> Any:
    return -value if _exact(value) else _multiply(sp.Integer(-1), value)


def _divide(top: Any, bottom: Any) -> Any:
    if isinstance(top, sp.Rational) and isinstance(bottom, sp.Rational) and bottom != 0:
        return top / bottom
    inverse = sp.Pow(bottom, -1, evaluate=False)
    return inverse if top == 1 else _multiply(top, inverse)


_TRANSPOSE: Final = (sp.Symbol("T"), sp.Symbol("top"))


def _power(base: Any, exponent: Any) -> Any:
    if _is_matrix(base):
        return sp.Transpose(base) if exponent in _TRANSPOSE else sp.MatPow(base, exponent)
    if base is sp.E:
        return sp.exp(exponent, evaluate=False)
    if _exact(base) and base < 0 and isinstance(exponent, sp.Rational) and exponent.q % 2 and exponent.q > 1:
        root = sp.Pow(-base, exponent, evaluate=False)  # the real root (NUM-17)
        return _negative(root) if exponent.p % 2 else root
    return sp.Pow(base, exponent, evaluate=False)


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


# --- operators with a bound variable, and others that read their arguments themselves ----------------------

Convert = Callable[[tuple[Node, ...], Bound], Any]


def _binding(build: Callable[..., Any]) -> Convert:
    """`build` of the last argument, in which the first one is a bound name, of that name, and of those between them."""

    def convert(args: tuple[Node, ...], bound: Bound) -> Any:
        name, *between, body = args
        own = _name(name)
        return build(_convert(body, bound | {own}), sp.Symbol(own), *(_convert(arg, bound) for arg in between))

    return convert


def _name(node: Node) -> str:
    if not isinstance(node, Sym):
        raise Unreadable("a bound variable that is no symbol")
    return node.name


def _limit(body: Any, name: Any, point: Any) -> Any:
    return sp.Limit(body, name, point, "+" if point in _INFINITIES else "+-")


def _call(args: tuple[Node, ...], bound: Bound) -> Any:
    return sp.Function(_name(args[0]))(*(_convert(arg, bound) for arg in args[1:]))


def _cases(args: tuple[Node, ...], bound: Bound) -> Any:
    pieces = []
    for piece in args:
        if not isinstance(piece, Given):
            raise Unreadable("a piece without its condition")
        condition = sp.true if is_otherwise(piece.condition) else _convert(piece.condition, bound)
        pieces.append((_convert(piece.body, bound), condition))
    return sp.Piecewise(*pieces, evaluate=False)


def _set_operation(function: Any) -> Convert:
    return lambda args, bound: function(*(_as_set(arg, bound) for arg in args), evaluate=False)


def _as_set(node: Node, bound: Bound) -> Any:
    """The node as a set: a pair in round brackets is an interval here."""
    if isinstance(node, Group) and len(node.items) == 2 and node.opening == "(" and node.closing == ")":
        return _interval(node, bound)
    return _convert(node, bound)


_BINDING: Final[dict[str, Convert]] = {
    "sum": _binding(lambda body, name, *ends: sp.Sum(body, (name, *ends))),
    "prod": _binding(lambda body, name, *ends: sp.Product(body, (name, *ends))),
    "int": _binding(lambda body, name, *ends: sp.Integral(body, (name, *ends))),
    "antiderivative": _binding(sp.Integral),
    "derivative": _binding(lambda body, name: sp.Derivative(body, name, evaluate=False)),
    "lim": _binding(_limit),
    "at": _binding(sp.Subs),
    "based": lambda args, bound: _convert(args[0], bound),
    "call": _call, "cases": _cases,
    "union": _set_operation(sp.Union), "intersect": _set_operation(sp.Intersection),
    "minus": _set_operation(sp.Complement),
}  # fmt: skip


# --- collections -------------------------------------------------------------------------------------------


def _group(node: Group, bound: Bound) -> Any:
    if node.opening == "{":
        return _braced(node, bound)
    return _interval(node, bound) if _is_interval(node) else sp.Tuple(*_each(node.items, bound))


_NO_ENDS: Final = (Group, Listing, Chain, Text)


def _is_interval(node: Group) -> bool:
    """Two ends in brackets that are not those of a point, or of which one is infinite."""
    ends = [item for item in node.items if not isinstance(item, _NO_ENDS)]
    if len(ends) != len(node.items) or len(ends) != 2 or node.opening not in "()[]":
        return False
    return (node.opening, node.closing) != ("(", ")") or any(map(_is_infinite, node.items))


def _is_infinite(node: Node) -> bool:
    return node in (Sym("∞"), App("neg", (Sym("∞"),)))


def _interval(node: Group, bound: Bound) -> Any:
    """Built past `Interval`'s own constructor, which compares the ends by value and has to compute them."""
    low, high = (_convert(end, bound) for end in node.items)
    left_open = node.opening != "[" or low in _INFINITIES
    right_open = node.closing != "]" or high in _INFINITIES
    opens = [sp.true if is_open else sp.false for is_open in (left_open, right_open)]
    return sp.Basic.__new__(sp.Interval, low, high, *opens)


def _braced(node: Group, bound: Bound) -> Any:
    first, more = (node.items[0], node.items[1:]) if node.items else (None, ())
    if isinstance(first, Builder):
        return _built(first.element, (first.condition, *more), bound)
    return sp.FiniteSet(*_each(node.items, bound), evaluate=False)


def _built(element: Node, conditions: tuple[Node, ...], bound: Bound) -> Any:
    """``{x | x > 3}``, ``{x in Z | x > 3}`` and ``{2k | k in Z}``."""
    domain = sp.S.Reals
    if isinstance(element, Chain) and element.signs == ("∈",):
        domain, element = _convert(element.items[1], bound), element.items[0]
    if isinstance(element, Sym):
        holds = sp.And(*(_convert(condition, bound) for condition in conditions), evaluate=False)
        return sp.ConditionSet(_convert(element, bound | {element.name}), holds, domain)
    if len(conditions) == 1 and (integer := _integer(conditions[0])):
        return _family((element,), integer, bound)
    raise Unreadable("a set whose condition SymPy cannot hold")


def _integer(condition: Node) -> str:
    """The symbol that the condition declares to be an integer; "" where it says something else."""
    if not isinstance(condition, Chain) or condition.signs != ("∈",):
        return ""
    subject, domain = condition.items
    return subject.name if isinstance(subject, Sym) and domain in (Sym("ℤ"), Sym("Z")) else ""


def _family(members: tuple[Node, ...], integer: str, bound: Bound) -> Any:
    index = sp.Symbol(integer)
    images = [sp.ImageSet(sp.Lambda(index, value), sp.S.Integers) for value in _each(members, bound | {integer})]
    return images[0] if len(images) == 1 else sp.Union(*images, evaluate=False)


def _matrix(node: Matrix, bound: Bound) -> Any:
    matrix = sp.ImmutableMatrix([[_convert(cell, bound) for cell in row] for row in node.rows])
    return sp.Determinant(matrix) if node.kind == "vmatrix" else matrix


def _listing(node: Listing, bound: Bound) -> Any:
    *before, last = node.items
    if _integer(last) and not any(map(_integer, before)):
        return _given(Given(before[0] if len(before) == 1 else Listing(",", tuple(before)), last), bound)
    values = list(_each(node.items, bound))
    if all(isinstance(value, sp.logic.boolalg.Boolean) for value in values):
        return _statements(node.joiner, values)
    if node.joiner == "or" and all(isinstance(value, sp.Set) for value in values):
        return sp.Union(*values, evaluate=False)
    first, *rest = values
    if isinstance(first, sp.Eq) and not any(isinstance(value, sp.logic.boolalg.Boolean) for value in rest):
        return _equal(first.lhs, sp.FiniteSet(first.rhs, *rest, evaluate=False))  # x = 1, 2
    return sp.FiniteSet(*values, evaluate=False)


def _statements(joiner: str, values: list[Any]) -> Any:
    """Statements side by side: alternatives joined by "or", or several values of one unknown (COL-9)."""
    equations = all(isinstance(value, sp.Eq) for value in values)
    alternatives = joiner == "or" or (equations and len({value.lhs for value in values}) == 1)
    return (sp.Or if alternatives else sp.And)(*values, evaluate=False)


def _given(node: Given, bound: Bound) -> Any:
    integer = _integer(node.condition)
    if integer and isinstance(node.body, Chain) and node.body.signs == ("=",):
        name, value = node.body.items
        return sp.Contains(_convert(name, bound), _family(_members(value), integer, bound), evaluate=False)
    if integer:
        return _family(_members(node.body), integer, bound)
    body, condition = _convert(node.body, bound), _convert(node.condition, bound)
    if isinstance(body, sp.logic.boolalg.Boolean):
        return sp.And(body, condition, evaluate=False)
    return sp.Piecewise((body, condition), evaluate=False)


def _members(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Listing) else (node,)


# --- relations ---------------------------------------------------------------------------------------------


def _chain(node: Chain, bound: Bound) -> Any:
    if node.signs == ("≡",):
        return _congruence(node.items[0], node.items[1], bound)
    values = [
        _as_set(item, bound) if sign in ("∈", "∉") else _convert(item, bound)
        for sign, item in zip(("", *node.signs), node.items, strict=True)
    ]
    links = [_RELATIONS[sign](*values[k : k + 2], evaluate=False) for k, sign in enumerate(node.signs)]
    return links[0] if len(links) == 1 else sp.And(*links, evaluate=False)


def _equal(left: Any, right: Any, evaluate: bool = False) -> Any:
    if isinstance(right, sp.FiniteSet) and isinstance(left, sp.Expr):  # x = ±3
        return sp.Contains(left, right, evaluate=evaluate)
    return sp.Eq(left, right, evaluate=evaluate)


def _congruence(left: Node, right: Node, bound: Bound) -> Any:
    if not isinstance(right, App) or right.head not in MODULAR:
        return _equal(_convert(left, bound), _convert(right, bound))
    residue, modulus = (_convert(arg, bound) for arg in right.args)
    value = _convert(left, bound)
    return _equal(sp.Mod(value, modulus, evaluate=False), sp.Mod(residue, modulus, evaluate=False))


_RELATIONS: Final[dict[str, Callable[..., Any]]] = {
    "=": _equal, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "∈": sp.Contains,
    "∉": lambda element, of, evaluate: sp.Not(sp.Contains(element, of, evaluate=evaluate), evaluate=evaluate),
    **{sign: _no_counterpart(f"the relation {sign}") for sign in "≈≅~≡⊂⊆⊃⊇→⊥∥∝≪≫≺≻"},
}  # fmt: skip

_KINDS: Final[dict[type, Callable[[Any, Bound], Any]]] = {
    Num: _number,
    Sym: _symbol,
    Text: _no_counterpart("words"),
    App: _application,
    Group: _group,
    Listing: _listing,
    Chain: _chain,
    Builder: _no_counterpart("a condition outside a set"),
    Matrix: _matrix,
    Quantity: _quantity,
    Given: _given,
}
