"""Calculations written out: steps joined by ``=``, and values with their approximations (REL-12, REL-13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import AtOdds, LimitReached, Unreadable
from refgrader.meaning import signs, written_out
from refgrader.meaning.dispatch import interpret
from refgrader.meaning.line import Line, ends_of
from refgrader.meaning.names import may_be_arbitrary
from refgrader.meaning.sets import is_infinite, real_set
from refgrader.meaning.values import LISTS, Either, Items, Reals, Relation, Scalar, Table, Value, unnamed
from refgrader.numbers.budget import Budget
from refgrader.numbers.decimals import Decimal, decimal, rounds_to, without_zeros
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Number, Undecided, Undefined, is_real, is_whole, less
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same
from refgrader.operations import INDEXED, ROUGH
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import (
    ZERO,
    App,
    Builder,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    applies,
    children,
    mapped,
    minus,
    product,
    vocabulary,
    within,
)

#: What may have a value that nobody works out here: an infinite sum, an integral without end, with its antiderivative
#: at both ends, a set with dots.
_BEYOND: Final = ROUGH | INDEXED | {"at", "…"}
_OF_NUMBERS: Final = frozenset("ℕℤℚℂ")
_ANGLES: Final = frozenset("asin acos atan acot asec acsc".split())
_ALL_DIGITS: Final = 99
#: Of what a calculation is made that has nothing but numbers.
_STEPS: Final = frozenset({"add", "mul", "div", "neg"})
#: A set beside a tuple or what is in square brackets, which may be an interval.
_OF_TWO_KINDS: Final = ({"{", "("}, {"{", "["})


#: Of which numbers a quantity may be one.
_BOUNDED: Final[dict[str, Callable[[Number], bool]]] = {
    "abs": lambda number: is_real(number) and not less(number, fmpq(0)),
    **dict.fromkeys(("floor", "ceil"), is_whole),
}


def differ(member: Node, last: Node, budget: Budget) -> bool:
    """Whether a member of a chain is not its last, rounded or not, which has all its symbols (REL-12).

    Nothing is told of arbitrary constants, ``e^{x + C} = Ce^x`` and of rounded coefficients, ``\\frac13 x = 0.3x``.
    """
    names, known = features(member).names, features(last).names
    is_substituted = names and names.isdisjoint(known) and not all(map(may_be_arbitrary, known))  # \int u du
    if isinstance(member, App) and member.head in ("derivative", "antiderivative"):
        bound = features(member.args[0]).names
        names = names - bound if member.head == "antiderivative" or names <= bound else names
    if is_substituted or not names <= known or (names and not _is_told(names, member, last)):
        return False
    if isinstance(member, App) and member.head == "antiderivative":
        variable, integrand = member.args
        return agree(integrand, App("derivative", (variable, last)), budget) is False
    if applies(member, "int") and isinstance(upper := member.args[2], Sym):
        variable, lower, _, integrand = member.args
        # It grows from nought with its upper end
        if isinstance(variable, Sym) and upper.name in known - features(integrand).names:
            grows = agree(substituted(integrand, {variable.name: upper}), App("derivative", (upper, last)), budget)
            return grows is False or agree(substituted(last, {upper.name: lower}), ZERO, budget) is False
    return agree(member, last, budget) is False


def cannot_be(quantity: Node, value: Node, budget: Budget) -> bool:
    """Whether a quantity is never that number: ``|x| = -5``, ``⌊x⌋ = ½`` (REL-7)."""
    if not isinstance(quantity, App) or quantity.head not in _BOUNDED or features(value).names:
        return False
    try:
        number = evaluate(value, {}, budget.begin())
        return not _BOUNDED[quantity.head](number)
    except (Undefined, Undecided, Unreadable):
        return False


def _is_told(names: frozenset[str], *sides: Node) -> bool:
    rounded = any(isinstance(part, Num) and part.digits for side in sides for part in within(side))
    return not rounded and not any(map(may_be_arbitrary, names))


def worked_out(members: tuple[Node, ...], budget: Budget) -> Value:
    """A calculation in steps gives its last member; members with symbols that differ are a system (REL-12)."""
    last = members[-1]
    alone = last.value if isinstance(last, Quantity) and features(last).names else last  # y = \\cos t cm
    others = [member for member in members[:-1] if agree(member, alone, budget) is False]
    if not others:
        if are_amounts(members):
            return Either(tuple(interpret(member, budget) for member in members))
        return interpret(last, budget)
    if features(last).names or all(features(other).names for other in others):
        return Items(",", tuple(Relation("=", left, right) for left, right in pairwise(members)))
    raise AtOdds("a chain of equals whose members differ")


def are_amounts(members: Sequence[Node]) -> bool:
    """Whether all members are amounts, so that one is told in several units: ``18 ft = 6 yd`` (UNIT-12)."""
    plain = [member.args[0] if applies(member, "neg") else member for member in members]
    return all(isinstance(member, Quantity) and isinstance(member.value, Num) for member in plain)


def digits_that_agree(exact: Node, shown: Node, budget: Budget) -> int:
    """To how many digits the second approximates the first: what shows but one is no answer of its own (REL-13).

    Raises `Unreadable` where it approximates something else.
    """
    if applies(exact, "neg") and applies(shown, "neg"):
        return digits_that_agree(exact.args[0], shown.args[0], budget)
    if isinstance(exact, App) and isinstance(shown, Quantity):  # 25 J / 5 K ≈ 5 J/K
        value = interpret(exact, budget)
        exact = Quantity(*value) if isinstance(value, Scalar) and value.unit else exact
    exact, shown = _in_degrees(exact, shown)
    if isinstance(exact, Quantity) or isinstance(shown, Quantity):
        return _digits_of_amounts(exact, shown, budget)
    ours, theirs = _members(exact), _members(shown)
    if isinstance(exact, Group) and isinstance(shown, Group) and exact._replace(items=theirs) != shown:
        raise AtOdds("an approximation in other brackets")
    if len(ours) == len(theirs) > 0:
        return min(digits_that_agree(one, other, budget) for one, other in zip(ours, theirs, strict=True))
    if ours or theirs or (is_infinite(shown) and exact != shown):
        raise AtOdds("an approximation of something else")
    return _ALL_DIGITS if agree(exact, shown, budget) is not False else _digits_shown(exact, shown, budget)


def _digits_of_amounts(exact: Node, shown: Node, budget: Budget) -> int:
    """The same of amounts, of which in two units both may be rounded: ``2.38 rad ≈ 136.28°``."""
    with suppress(AtOdds):
        return digits_that_agree(*_in_one_unit(exact, shown), budget)
    in_two_units = isinstance(exact, Quantity) and isinstance(shown, Quantity) and exact.unit != shown.unit
    if in_two_units and (agreeing := digits_that_agree(*_in_one_unit(shown, exact), budget)) > 1:
        return agreeing
    raise AtOdds("an approximation of something else")


def _digits_shown(exact: Node, shown: Node, budget: Budget) -> int:
    """The same of a value and a decimal, both perhaps times what has letters."""
    exact, shown = _factors(exact, shown, budget)
    written = decimal(shown, whole=True)
    with suppress(Undefined, Undecided):
        for digits in (written, without_zeros(written)) if written is not None else ():
            if _rounds(exact, digits, budget.begin()):
                return digits.significant
    raise AtOdds("an approximation of something else")


def _factors(exact: Node, shown: Node, budget: Budget) -> tuple[Node, Node]:
    """``\\frac{c}{\\sqrt2} ≈ 0.707c`` as what both multiply the same by; what is no such product as it stands."""
    first, *others = shown.args if applies(shown, "mul") else (shown,)
    if not isinstance(first, Num) or not others or not features(shown).names:
        return exact, shown
    number = substituted(exact, dict.fromkeys(features(exact).names, Num(fmpq(1))))
    multiplied = substituted(product(others), dict.fromkeys(features(shown).names, Num(fmpq(1))))
    factor = App("div", (number, multiplied))
    return (factor, first) if agree(exact, product((factor, *others)), budget) else (exact, shown)


def _members(node: Node) -> tuple[Node, ...]:
    """The members of a tuple, a matrix or a list, and the values that signs stand for; none of a number."""
    if isinstance(node, (Group, Matrix, Listing)):
        return children(node)
    return signs.expand(node) if signs.standing_in(node) else ()


def _in_one_unit(exact: Node, shown: Node) -> tuple[Node, Node]:
    """The two values without their units, the first converted to the second's; a unit on one side only is dropped."""
    one, other = (side.value if isinstance(side, Quantity) else side for side in (exact, shown))
    if not (isinstance(exact, Quantity) and isinstance(shown, Quantity)):
        return one, other
    if {exact.unit, shown.unit} == {units.DEGREES, units.RADIANS}:
        return App("div" if shown.unit == units.DEGREES else "mul", (one, Quantity(Num(fmpq(1)), units.DEGREES))), other
    found = units.conversion(exact.unit, shown.unit)
    if found is None or found.offset:
        raise Unreadable("an approximation in another unit")
    return App("mul", (Num(found.factor), one)), other


# --- whether two members are one value, as far as arithmetic tells ------------------------------------------


def agree(member: Node, last: Node, budget: Budget) -> bool | None:
    """Whether a step is its result, or the result rounded; None where it has a value that is not worked out here.

    What has no value, or is of another kind, is not the result, nor is what is done to a set of numbers.
    """
    try:
        if signs.standing_in(member) and not _members(last):  # one number is not both values of ±5
            return all(_same(value, last, budget) for value in signs.expand(member))
        return member == last or (not _in_other_brackets(member, last) and _same(member, last, budget))
    except Undefined:
        return False if _BEYOND.isdisjoint(vocabulary(member, last)) else None
    except Undecided:
        is_built = any(isinstance(part, Builder) for part in within(member))  # {n ∈ ℤ | n^2 < 5}
        return None if is_built or _OF_NUMBERS.isdisjoint(vocabulary(member, last)) else False


def _in_other_brackets(one: Node, other: Node) -> bool:
    """Whether two pairs are not both open, or closed, at the same ends; a set and a tuple are of two kinds anyhow."""
    if not (isinstance(one, Group) and isinstance(other, Group)) or len(one.items) != 2:
        return False
    ends = {(side.opening, side.closing) for side in (one, other)}
    return len(ends) > 1 and all(opening in "()[]" and closing in "()[]" for opening, closing in ends)


def _in_degrees(angle: Node, shown: Node) -> tuple[Node, Node]:
    """An angle of an inverse function, which is in radians, and its value in degrees, both as numbers of degrees."""
    inverse = any(isinstance(part, App) and part.head in _ANGLES for part in within(angle))
    if not inverse or not isinstance(shown, Quantity) or shown.unit != units.DEGREES or isinstance(angle, Quantity):
        return angle, shown
    return App("div", (App("mul", (Num(fmpq(180)), angle)), Sym("π"))), shown.value


def _rounds(number: Node, shown: Decimal, budget: Budget) -> bool:
    """Whether a decimal is a number rounded."""
    with precision(512):
        return not features(number).names and rounds_to(evaluate(number, {}, budget), shown)


def _same(member: Node, last: Node, budget: Budget) -> bool:
    """Raises `Undecided` where that is not known, `Undefined` where one has no value, `LimitReached` past a bound."""
    for way in (_by_number, _by_entries, _by_value, _by_number_alone):
        try:
            return way(member, last, budget)
        except LimitReached:
            raise
        except Unreadable:
            continue
    raise Undecided


def _by_number(member: Node, last: Node, budget: Budget) -> bool:
    if any(isinstance(side, Sym) and side.name[0] == "ℝ" for side in (member, last)):
        raise Unreadable("a set of numbers")
    return _same_numbers(*_in_degrees(member, last), budget) or _is_of_degrees(member, last, budget)


def _is_of_degrees(member: Node, last: Node, budget: Budget) -> bool:
    """Whether an angle in degrees is what numbers without a sign for them come to: ``180 - 70 = 110°``."""
    if not isinstance(last, Quantity) or last.unit != units.DEGREES:
        return False
    are_numbers = all(isinstance(part, Num) or _is_step(part) for part in within(member))
    return are_numbers and _same_numbers(member, last.value, budget)


def _is_step(part: Node) -> bool:
    return isinstance(part, App) and part.head in _STEPS


def _by_entries(member: Node, last: Node, budget: Budget) -> bool:
    ours, theirs = ([*chain.from_iterable(rows)] for rows in written_out.compared(member, last))
    if not written_out.is_worked_out(member) or not ours:
        raise Unreadable("nothing that is worked out here")
    if not theirs and len(ours) > 1:
        raise Unreadable("a result that is no vector")
    return len(ours) == len(theirs) and all(_same_numbers(*pair, budget) for pair in zip(ours, theirs, strict=True))


def _by_value(member: Node, last: Node, budget: Budget) -> bool:
    if features(member).names or features(last).names:
        raise Undecided
    amounts = [side for side in (member, last) if isinstance(side, Quantity) and isinstance(side.value, Num)]
    if len(amounts) > 1 and not units.conversion(amounts[0].unit, amounts[1].unit):
        return False  # 5 kg are no 5 apples
    found = _same_values(interpret(member, budget), interpret(last, budget), budget)
    if not found and isinstance(member, App) and member.head in ("mul", "div"):
        measured = [_without_units(factor) != factor for factor in member.args]
        if any(measured) and not all(measured):  # 60 mph · 2
            raise Unreadable("units that do not come out")
    return found


def _by_number_alone(member: Node, last: Node, budget: Budget) -> bool:
    """Without the units of a calculation, all of which nobody writes out: ``60 mph · 2``, ``5 boys + 3 girls``."""
    if not isinstance(member, App) or member.head not in ("add", "mul", "div", "ratio"):
        raise Undecided
    return _same_numbers(_without_units(member), _without_units(last), budget)


def _without_units(node: Node) -> Node:
    return _without_units(node.value) if isinstance(node, Quantity) else mapped(node, _without_units)


def _same_numbers(member: Node, last: Node, budget: Budget) -> bool:
    if same(member, last, budget):
        return True
    if "" in features(member).logarithms and same(_to_base_ten(member), _to_base_ten(last), budget):
        raise Undecided  # \log 100 = 2 holds so (EXPR-16)
    shown = decimal(last)
    return shown is not None and shown.significant > 1 and _rounds(member, shown, budget)


def _to_base_ten(node: Node) -> Node:
    if isinstance(node, App) and node.head == "log" and len(node.args) == 1:
        node = App("log", (Num(fmpq(10)), *node.args))
    return mapped(node, _to_base_ten)


def _same_values(one: Value, other: Value, budget: Budget) -> bool:
    one, other = (_in_rows(unnamed(value)) for value in (one, other))
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return _same_amounts(one, other, budget)
    if isinstance(one, Items) and isinstance(other, Items):
        return _same_items(one, other, budget)
    if isinstance(one, Reals) or isinstance(other, Reals):
        return _same_sets(one, other, budget)
    for single, several in ((one, other), (other, one)):
        if isinstance(single, Scalar) and isinstance(several, Items):
            evaluate(single.node, {}, budget)
            of_signs = several is one and several.kind in LISTS  # one of the values of a ±
            return of_signs and any(_same_values(single, each, budget) for each in several.items)
    raise Unreadable("values that cannot be compared")


def _in_rows(value: Value) -> Value:
    """A matrix as its rows, or as its one row or column."""
    if not isinstance(value, Table):
        return value
    columns = tuple(zip(*value.rows, strict=True))
    rows = value.rows if len(columns) > 1 else columns
    return Items("(", rows[0] if len(rows) == 1 else tuple(Items("(", row) for row in rows))


def _same_items(one: Items, other: Items, budget: Budget) -> bool:
    if {one.kind, other.kind} in _OF_TWO_KINDS:
        return False
    if one.kind == "{|":
        return _holds_of(one, other, budget)
    if len(one.items) != len(other.items):
        return False
    if {one.kind, other.kind} <= LISTS:  # 2 ± 6 = -4, 8
        return all(any(_same_values(each, value, budget) for value in other.items) for each in one.items)
    return all(_same_values(*pair, budget) for pair in zip(one.items, other.items, strict=True))


def _holds_of(built: Items, members: Items, budget: Budget) -> bool:
    """Whether the equation of a set-builder is true of each member, as of both in ``{x | x^2 = 4} = {-2, 2}``."""
    element, given = built.items
    letter = element.node if isinstance(element, Scalar) else None
    nodes = [each.node for each in members.items if isinstance(each, Scalar)]
    if not isinstance(letter, Sym) or not isinstance(given, Relation) or given.sign != "=":
        raise Undecided
    sides = minus(given.left, given.right)
    return all(_same_numbers(substituted(sides, {letter.name: node}), ZERO, budget) for node in nodes)


def _same_sets(one: Value, other: Value, budget: Budget) -> bool:
    ours, theirs = real_set(one), real_set(other)
    if isinstance(one, Scalar) or isinstance(other, Scalar):
        return False  # a set beside a number
    if ours is None or theirs is None:
        raise Unreadable("a set that is not worked out")
    line = Line((*ends_of(ours.members), *ends_of(theirs.members)), {}, budget)
    return not line.difference(ours.members, theirs.members)


def _same_amounts(one: Scalar, other: Scalar, budget: Budget) -> bool:
    """In one unit; a unit on one side only, or a noun beside another noun, is left out."""
    found = units.conversion(one.unit, other.unit) if one.unit and other.unit else None
    if found is None:
        return _same_numbers(one.node, other.node, budget)
    converted = App("add", (App("mul", (Num(found.factor), one.node)), Num(found.offset)))
    return _same_numbers(converted, other.node, budget)
