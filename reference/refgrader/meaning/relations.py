"""Relations in a row: what is named, what is solved, what is only stated (REL)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import Unreadable
from refgrader.meaning import signs
from refgrader.meaning.dispatch import interpret, reads
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY, is_infinite, real_set
from refgrader.meaning.values import (
    Combined,
    Either,
    Interval,
    Items,
    Named,
    Reals,
    RealSet,
    Relation,
    Residue,
    Scalar,
    Value,
)
from refgrader.numbers.decimals import decimal, rounds_to
from refgrader.numbers.evaluate import CONSTANTS, Budget, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same
from refgrader.reading.notation import DENIALS, NUMBER_SETS
from refgrader.reading.tree import MODULAR, App, Chain, Group, Matrix, Node, Num, Quantity, Sym, Text, children, spelled

_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


@reads(Chain)
def _chain(node: Chain) -> Value:
    kinds = set(node.signs)
    if kinds <= {"=", "≈"}:
        left, right = node.items[0], node.items[-1]
        if len(node.signs) == 1 and isinstance(left, Sym) and isinstance(right, App) and right.head == "residue":
            return residues(left, right)  # n = 3 (mod 4)
        return _equalities(node)
    if kinds <= {"<", ">", "<=", ">=", "!="} or kinds <= {"<", ">", "<=", ">=", "="}:
        return _inequality(node)
    if len(node.signs) == 1:
        left, right = node.items
        if node.signs[0] == "∈":
            if isinstance(right, Sym) and right.name in NUMBER_SETS:  # x in R, as plain text has it
                right = Sym(NUMBER_SETS[right.name])
            value = interpret(right)
            if isinstance(value, Items) and value.kind in ("(", "["):
                value = real_set(value) or value
            if isinstance(value, Scalar) and isinstance(right, Sym) and right.name.isascii():
                return Relation("∈", left, right)  # of a set that has a name only
            return Named(_name(left) or "", (), value)
        if node.signs[0] == "≡" and isinstance(right, App) and right.head in MODULAR:
            return residues(left, right)
        if node.signs[0] == "≡":
            return _equalities(Chain(("=",), node.items))
    return Relation(" ".join(node.signs), App("tuple", node.items), Num(fmpq(0)))


def residues(symbol: Node | None, node: App) -> Value:
    """The class, or for ``±1 (mod 5)`` the classes, of a value with its modulus."""
    found = tuple(Residue(symbol, value, node.args[1]) for value in signs.expand(node.args[0]))
    return found[0] if len(found) == 1 else Items("or", found)


def without_unit(node: Chain) -> tuple[Chain, units.Unit]:
    """``5 < t < 10 seconds``: the inequality without the unit of its bounds, and that unit, () for none (UNIT-1)."""
    found = {units.simplified(item.unit) for item in node.items if isinstance(item, Quantity)}
    if len(found) != 1 or not set(node.signs) <= {"<", ">", "<=", ">="}:
        return node, ()
    if not isinstance(next(item for item in reversed(node.items) if not isinstance(item, Sym)), Quantity):
        return node, ()  # 5 cm < x < 10
    bounds = tuple(item.value if isinstance(item, Quantity) else item for item in node.items)
    return Chain(node.signs, bounds), found.pop()


def _is_label(node: Node) -> bool:
    return _name(node) is not None and not (isinstance(node, Sym) and node.name in CONSTANTS)


def _equalities(node: Chain) -> Value:
    left, last = node.items[0], node.items[-1]
    cut = next((k for k, sign in enumerate(node.signs) if sign == "≈"), None)
    if cut is not None and not (cut == 0 and len(node.items) == 2 and _is_label(left)):
        exact = node.items[: cut + 1]
        digits = _digits_that_agree(exact[-1], last)
        given = exact[0] if len(exact) == 1 else Chain(("=",) * cut, exact)
        values = [interpret(side) for side in ((given, last) if digits > 1 else (given,))]
        return Either(tuple(value.value if isinstance(value, Named) else value for value in values))
    if len(node.items) > 2 and all(isinstance(item, Sym) for item in node.items[:-1]) and not features(last).names:
        return Items(
            ",", tuple(Named(item.name, (), interpret(last)) for item in node.items[:-1] if isinstance(item, Sym))
        )
    name = _name(left)
    if name is None and len(node.items) == 2 and isinstance(last, Sym) and last.name not in CONSTANTS:
        return _named(last, last.name, left)
    if isinstance(left, App) and left.head == "mul" and len(features(last).names) > 1 and len(left.args) > 1:
        is_product = all(isinstance(arg, Sym) for arg in left.args) and not isinstance(last, (Group, Matrix))
        return _equation(left, last) if is_product else _named(left, name or "", last)
    if name is not None and not (len(node.items) > 2 and isinstance(last, Sym)):
        if any(_differ(member, last) for member in node.items[1:-1]):
            raise Unreadable("a chain of equals whose members differ")
        return _named(left, name, last)
    if len(node.items) == 2 and left == last and _bare(left):
        return Relation("=", left, last)  # 0 = 0 names nothing and works nothing out
    if len(node.items) == 2 and (features(left).names or features(last).names):
        return _equation(left, last)
    return _worked_out(node.items)


def _differ(member: Node, last: Node) -> bool:
    """Whether two numbers of a chain are not the same, rounded or not (REL-12)."""
    return not (features(member).names or features(last).names) and _same_step(member, last) is False


def _worked_out(members: tuple[Node, ...]) -> Value:
    """A calculation in steps gives its last member, in any of its forms; members that differ are a system (REL-12)."""
    last = members[-1]
    forms = [interpret(last)]
    for member in members[:-1]:
        same_as_last = _same_step(member, last)
        if same_as_last is False:
            if any(features(item).names for item in members):
                pairs = pairwise(members)
                return Items(",", tuple(Relation("=", left, right) for left, right in pairs))
            raise Unreadable("a chain of equals whose members differ")
        if same_as_last and decimal(last) is not None:
            forms.append(interpret(member))
    return forms[0] if len(forms) == 1 else Either(tuple(forms))


def _digits_that_agree(exact: Node, shown: Node) -> int:
    """To how many digits the second approximates the first: what shows but one is no answer of its own (REL-13).

    Raises `Unreadable` where it approximates something else.
    """
    if isinstance(exact, Quantity) and isinstance(shown, Quantity):
        found = units.conversion(exact.unit, shown.unit)
        factor = found.factor if found and not found.offset else None
        if factor is None:
            raise Unreadable("an approximation in another unit")
        return _digits_that_agree(
            App("mul", (Num(fmpq(factor.numerator, factor.denominator)), exact.value)), shown.value
        )
    if isinstance(exact, Quantity) or isinstance(shown, Quantity):
        bare = [side.value if isinstance(side, Quantity) else side for side in (exact, shown)]
        return _digits_that_agree(bare[0], bare[1])
    if isinstance(exact, Group) and isinstance(shown, Group) and len(exact.items) == len(shown.items):
        return min(map(_digits_that_agree, exact.items, shown.items), default=0)
    if isinstance(exact, Group) or isinstance(shown, Group) or is_infinite(shown):
        raise Unreadable("an approximation of something else")
    if _same_step(exact, shown) is not False:
        return _ALL_DIGITS
    written = decimal(shown, whole=True)
    try:
        with precision(512):
            if written is None or features(exact).names or not rounds_to(evaluate(exact, {}, Budget()), written):
                raise Unreadable("an approximation of something else")
    except (Undefined, Undecided):
        raise Unreadable("an approximation of what has no value") from None
    return written.significant


_ALL_DIGITS: Final = 99


def _same_step(member: Node, last: Node) -> bool | None:
    """Whether a step is its result, or the result rounded; None where that cannot be told."""
    budget = Budget()
    try:
        if same(member, last, budget):
            return True
        shown = decimal(last)
        if shown is None or shown.significant < 2 or features(member).names:
            return False
        with precision(512):
            return rounds_to(evaluate(member, {}, budget), shown)
    except (Undefined, Undecided, Unreadable):
        return None


def _bare(node: Node) -> bool:
    return isinstance(node, Num) or (isinstance(node, App) and node.head == "neg" and isinstance(node.args[0], Num))


def _equation(left: Node, right: Node) -> Value:
    if isinstance(left, Group) and isinstance(right, Group) and len(left.items) == len(right.items):
        pairs = zip(left.items, right.items, strict=True)
        named = [Named(name.name, (), interpret(value)) for name, value in pairs if isinstance(name, Sym)]
        if len(named) == len(left.items):
            return Items(",", tuple(named))
    if signs.count(left) + signs.count(right):
        pair = Group("(", ")", (left, right))
        values = (value for value in signs.expand(pair) if isinstance(value, Group))
        return Items(",", tuple(Relation("=", *value.items) for value in values))
    return Relation("=", left, right)


def _named(left: Node, name: str, right: Node) -> Value:
    if isinstance(left, Sym):
        base, _, index = name.partition("_")
        runs = len(index) == 1 and index.isalpha() and index not in "xyz"  # z_x is a partial derivative
        parameter = (index,) if runs and index in features(right).names else ()
        return Named(base if parameter else name, parameter, interpret(right))
    if isinstance(left, App) and left.head == "call":
        parameters = tuple(arg.name for arg in left.args[1:] if isinstance(arg, Sym))
        if len(parameters) == len(left.args) - 1:
            if all(name.isupper() and name not in features(right).names for name in parameters):
                return Named(f"{name}({', '.join(parameters)})", (), interpret(right))  # P(A) names a number
            return Named(name, parameters, interpret(right))
    return Named(name, (), interpret(right))


#: Operations on names whose value an equation gives, rather than a condition on the names.
_QUANTITIES: Final = frozenset(
    "det trace rank dim re im gcd lcm antiderivative int lim sin cos tan cot sec csc".split()
)


def _name(node: Node) -> str | None:
    """What the left side of an equation calls its right side; None where it is no mere name."""
    if isinstance(node, Sym):
        return None if node.name in ("∞", "∅") else node.name
    if isinstance(node, Text):
        words = node.words.lower()
        if DENIALS & set(words.split()) or any(char.isdecimal() for char in words):
            raise Unreadable("words that say something else of the value")
        return words
    if isinstance(node, App):
        if node.head == "call" and isinstance(node.args[0], Sym):
            if all(isinstance(arg, Sym) for arg in node.args[1:]):
                return node.args[0].name
            return f"{node.args[0].name}({', '.join(map(spelled, node.args[1:]))})"
        if node.head == "pow" and isinstance(node.args[0], Sym) and node.args[0].name in "fgh":
            return f"{node.args[0].name}^{spelled(node.args[1])}"
        if node.head in ("abs", "overline"):
            return _length(node)
        if node.head in _QUANTITIES and features(node).names:
            return spelled(node)
        if node.head == "pow" and isinstance(node.args[0], Sym) and node.args[0].name.isupper():
            return _matrix_power(node)
        if node.head == "mul":
            return _letters(node)
        if node.head in ("derivative", "union", "intersect", "minus"):
            return spelled(node)
    return None


def _length(node: App) -> str | None:
    """``|AB|``, ``|a+b|``: a length, but not ``|x|``, which leaves x open."""
    (inner,) = node.args
    if isinstance(inner, Sym):
        return f"|{inner.name}|" if inner.name not in ("x", "y", "t") or node.head == "overline" else None
    if isinstance(inner, App) and inner.head == "add" and len(features(inner).names) > 1 and not _numbers(inner):
        return spelled(node)
    return _name(inner)


def _numbers(node: Node) -> bool:
    return isinstance(node, Num) or any(_numbers(child) for child in children(node))


def _matrix_power(node: App) -> str | None:
    """``A^{-1}``, ``A^T``, ``A^n``: what is done to a matrix."""
    exponent = node.args[1]
    if exponent in (App("neg", (Num(fmpq(1)),)), Sym("T"), Sym("n"), Sym("k")):
        return spelled(node)
    return None


def _letters(node: App) -> str | None:
    """``AB``, ``\\angle ABC``, ``v(t)``: letters side by side that name one thing."""
    if isinstance(node.args[0], Text) and len(node.args) == 2:  # Var(X)
        return spelled(node)
    if all(isinstance(arg, Sym) for arg in node.args):
        names = [arg.name for arg in node.args if isinstance(arg, Sym)]
        if names[0] == "nabla" and len(names) == 2:
            return " ".join(names)
        if names[0] in ("angle", "triangle", "measuredangle") or all(name[:1].isupper() for name in names):
            return "".join(names)
    if isinstance(node.args[0], Sym) and node.args[0].name in ("angle", "measuredangle") and len(node.args) == 2:
        return f"angle {_name(node.args[1]) or ''}"
    return None


def _inequality(node: Chain) -> Value:
    solved = _solved(node) or _absolute(node)
    if solved is not None:
        return solved
    if len(node.signs) == 1:
        return Relation(node.signs[0], *node.items)
    parts = tuple(Relation(sign, node.items[k], node.items[k + 1]) for k, sign in enumerate(node.signs))
    return Items(",", parts)


def _solved(node: Chain) -> Reals | None:
    """``3 < x <= 4``: the interval, where one symbol alone is compared with numbers (REL-15)."""
    symbols = {k: item.name for k, item in enumerate(node.items) if isinstance(item, Sym) and not is_infinite(item)}
    if len(symbols) > 1:  # x > a: the unknown, and a parameter
        symbols = {k: name for k, name in symbols.items() if name in _VARIABLES}
    if len(symbols) != 1:
        return None
    ((place, name),) = symbols.items()
    others = [item for k, item in enumerate(node.items) if k != place and not is_infinite(item)]
    if any(features(item).names & (_VARIABLES | {name}) for item in others):
        return None
    members: RealSet = ALL
    for k, sign in enumerate(node.signs):
        if place not in (k, k + 1):
            continue
        other = node.items[k + 1] if place == k else node.items[k]
        part = _half_line(sign if place == k else _FLIPPED[sign], other)
        members = part if members == ALL else Combined("intersect", members, part)
    return Reals(members, name)


#: Letters that are rarely a parameter: an inequality between two of them is a region, not a range.
_VARIABLES: Final = frozenset("xyzt")


def _absolute(node: Chain) -> Reals | None:
    """``|x| < 2`` and its kin, which are as good as solved."""
    if len(node.items) != 2 or node.signs[0] not in ("<", "<=", ">", ">="):
        return None
    (left, right), sign = node.items, node.signs[0]
    if isinstance(right, App) and right.head == "abs":
        left, right, sign = right, left, _FLIPPED[sign]
    if not (isinstance(left, App) and left.head == "abs" and isinstance(left.args[0], Sym)) or features(right).names:
        return None
    closed = sign in ("<=", ">=")
    minus = App("neg", (right,))
    if sign[0] == "<":
        return Reals(Interval(minus, right, closed, closed), left.args[0].name)
    outside = (Interval(MINUS_INFINITY, minus, False, closed), Interval(right, INFINITY, closed, False))
    return Reals(Combined("union", *outside), left.args[0].name)


def _half_line(sign: str, end: Node) -> RealSet:
    if sign == "!=":
        members: RealSet = ALL
        for value in signs.expand(end):
            members = Combined("minus", members, Interval(value, value, True, True))
        return members
    if sign == "=":
        return Interval(end, end, True, True)
    if sign in ("<", "<="):
        return Interval(MINUS_INFINITY, end, False, sign == "<=")
    return Interval(end, INFINITY, sign == ">=", False)
