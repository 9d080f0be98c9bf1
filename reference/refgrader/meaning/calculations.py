"""Calculations written out: steps joined by ``=``, and values with their approximations (REL-12, REL-13)."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.limits import LimitReached, Unreadable
from refgrader.meaning.dispatch import interpret
from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import Either, Items, Relation, Scalar, Value
from refgrader.numbers.budget import Budget
from refgrader.numbers.decimals import Decimal, decimal, rounds_to, without_zeros
from refgrader.numbers.evaluate import LOG_BASE, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same, same_number
from refgrader.reading.tree import App, Group, Node, Num, Quantity, Sym, within

_ALL_DIGITS: Final = 99
_ANGLES: Final = frozenset("asin acos atan acot asec acsc".split())


def differ(member: Node, last: Node, budget: Budget) -> bool:
    """Whether two numbers of a chain are not the same, rounded or not (REL-12)."""
    return not (features(member).names or features(last).names) and _same_step(member, last, budget) is False


def worked_out(members: tuple[Node, ...], budget: Budget) -> Value:
    """A calculation in steps gives its last member, in any of its forms; members that differ are a system (REL-12)."""
    last = members[-1]
    forms = [interpret(last, budget)]
    for member in members[:-1]:
        same_as_last = _same_step(member, last, budget)
        if same_as_last is False:
            if any(features(item).names for item in members):
                pairs = pairwise(members)
                return Items(",", tuple(Relation("=", left, right) for left, right in pairs))
            raise Unreadable("a chain of equals whose members differ")
        if same_as_last and decimal(last) is not None:
            forms.append(interpret(member, budget))
    return forms[0] if len(forms) == 1 else Either(tuple(forms))


def digits_that_agree(exact: Node, shown: Node, budget: Budget) -> int:
    """To how many digits the second approximates the first: what shows but one is no answer of its own (REL-13).

    Raises `Unreadable` where it approximates something else.
    """
    exact, shown = _in_degrees(exact, shown)
    if isinstance(exact, Quantity) or isinstance(shown, Quantity):
        return digits_that_agree(*_in_one_unit(exact, shown), budget)
    if isinstance(exact, Group) and isinstance(shown, Group) and len(exact.items) == len(shown.items):
        pairs = zip(exact.items, shown.items, strict=True)
        return min((digits_that_agree(one, other, budget) for one, other in pairs), default=0)
    if isinstance(exact, Group) or isinstance(shown, Group) or is_infinite(shown):
        raise Unreadable("an approximation of something else")
    if _same_step(exact, shown, budget) is not False:
        return _ALL_DIGITS
    written = decimal(shown, whole=True)
    with suppress(Undefined, Undecided):
        for digits in (written, without_zeros(written)) if written is not None else ():
            if _rounds_to(exact, digits, budget.begin()):
                return digits.significant
    raise Unreadable("an approximation of something else")


def _in_degrees(angle: Node, shown: Node) -> tuple[Node, Node]:
    """An angle of an inverse function, which is in radians, and its value in degrees, both as numbers of degrees."""
    inverse = any(isinstance(part, App) and part.head in _ANGLES for part in within(angle))
    if not inverse or not isinstance(shown, Quantity) or shown.unit != units.DEGREES or isinstance(angle, Quantity):
        return angle, shown
    return App("div", (App("mul", (Num(fmpq(180)), angle)), Sym("π"))), shown.value


def _in_one_unit(exact: Node, shown: Node) -> tuple[Node, Node]:
    """The two values without their units, the first converted to the second's; a unit on one side only is dropped."""
    one, other = (side.value if isinstance(side, Quantity) else side for side in (exact, shown))
    if not (isinstance(exact, Quantity) and isinstance(shown, Quantity)):
        return one, other
    found = units.conversion(exact.unit, shown.unit)
    if found is None or found.offset:
        raise Unreadable("an approximation in another unit")
    return App("mul", (Num(found.factor), one)), other


def _same_step(member: Node, last: Node, budget: Budget) -> bool | None:
    """Whether a step is its result, or the result rounded; None where that cannot be told. Tuples go by their items."""
    if isinstance(member, Group) and isinstance(last, Group) and len(member.items) == len(last.items):
        parts = {_same_step(*pair, budget) for pair in zip(member.items, last.items, strict=True)}
        return False if False in parts else None if None in parts else True
    member, last = _in_degrees(member, last)
    member = _as_amount(member, budget) if isinstance(last, Quantity) else member
    if isinstance(member, Quantity) and isinstance(last, Quantity):
        found = units.conversion(member.unit, last.unit)
        member, last = _in_one_unit(member, last) if found and not found.offset else (member, last)
    counted = _in_hundredths_or_degrees(last)
    try:
        if same(member, last, budget) or (counted is not None and same(member, counted, budget)):
            return True
        if "" in features(member).logarithms and same_number(member, last, {LOG_BASE: fmpq(10)}, budget):
            return None  # \log 100 = 2 holds to base ten (EXPR-16)
        shown = decimal(last)
        return shown is not None and shown.significant > 1 and _rounds_to(member, shown, budget)
    except LimitReached:
        raise
    except (Undefined, Undecided, Unreadable):
        return None


def _as_amount(node: Node, budget: Budget) -> Node:
    """The amount that comes of a calculation with amounts: ``\\frac{6 m}{2 s}``; every other node as it is."""
    if not isinstance(node, App) or not any(isinstance(part, Quantity) for part in within(node)):
        return node
    try:
        value = interpret(node, budget)
    except Unreadable:
        return node
    return Quantity(value.node, value.unit) if isinstance(value, Scalar) and value.unit else node


def _in_hundredths_or_degrees(result: Node) -> Node | None:
    """The number before a percent or a degree sign, which a calculation without them comes to: ``6 · 90 = 540°``."""
    if isinstance(result, Quantity):
        return result.value if result.unit == units.DEGREES else None
    return result.args[0] if isinstance(result, App) and result.head == "percent" else None


def _rounds_to(number: Node, shown: Decimal, budget: Budget) -> bool:
    with precision(512):
        return not features(number).names and rounds_to(evaluate(number, {}, budget), shown)
