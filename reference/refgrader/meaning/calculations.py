"""Calculations written out: steps joined by ``=``, and values with their approximations (REL-12, REL-13)."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Final

from refgrader import units
from refgrader.limits import AtOdds, Unreadable
from refgrader.meaning.agreement import agree, in_degrees, rounds
from refgrader.meaning.dispatch import interpret
from refgrader.meaning.names import may_be_arbitrary
from refgrader.meaning.sets import is_infinite
from refgrader.meaning.values import Items, Relation, Scalar, Value
from refgrader.numbers.budget import Budget
from refgrader.numbers.decimals import decimal, without_zeros
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.reading.tree import App, Node, Num, Quantity, within

_ALL_DIGITS: Final = 99


def differ(member: Node, last: Node, budget: Budget) -> bool:
    """Whether a member of a chain is not its last, rounded or not, which has all its symbols (REL-12).

    Nothing is told of arbitrary constants, ``e^{x + C} = Ce^x`` and of rounded coefficients, ``\\frac13 x = 0.3x``.
    """
    names = features(member).names
    if not names <= features(last).names or (names and not _is_told(names, member, last)):
        return False
    if isinstance(member, App) and member.head == "antiderivative":
        variable, integrand = member.args
        return agree(integrand, App("derivative", (variable, last)), budget) is False
    return agree(member, last, budget) is False


def _is_told(names: frozenset[str], *sides: Node) -> bool:
    rounded = any(isinstance(part, Num) and part.digits for side in sides for part in within(side))
    return not rounded and not any(map(may_be_arbitrary, names))


def worked_out(members: tuple[Node, ...], budget: Budget) -> Value:
    """A calculation in steps gives its last member; members with symbols that differ are a system (REL-12)."""
    last = members[-1]
    if all(agree(member, last, budget) is not False for member in members[:-1]):
        return interpret(last, budget)
    if any(features(item).names for item in members):
        return Items(",", tuple(Relation("=", left, right) for left, right in pairwise(members)))
    raise AtOdds("a chain of equals whose members differ")


def digits_that_agree(exact: Node, shown: Node, budget: Budget) -> int:
    """To how many digits the second approximates the first: what shows but one is no answer of its own (REL-13).

    Raises `Unreadable` where it approximates something else.
    """
    if isinstance(exact, App) and isinstance(shown, Quantity):  # 25 J / 5 K ≈ 5 J/K
        value = interpret(exact, budget)
        exact = Quantity(*value) if isinstance(value, Scalar) and value.unit else exact
    exact, shown = in_degrees(exact, shown)
    if isinstance(exact, Quantity) or isinstance(shown, Quantity):
        return digits_that_agree(*_in_one_unit(exact, shown), budget)
    if is_infinite(shown) and exact != shown:
        raise AtOdds("an approximation of something else")
    if agree(exact, shown, budget) is not False:
        return _ALL_DIGITS
    written = decimal(shown, whole=True)
    with suppress(Undefined, Undecided):
        for digits in (written, without_zeros(written)) if written is not None else ():
            if rounds(exact, digits, budget.begin()):
                return digits.significant
    raise AtOdds("an approximation of something else")


def _in_one_unit(exact: Node, shown: Node) -> tuple[Node, Node]:
    """The two values without their units, the first converted to the second's; a unit on one side only is dropped."""
    one, other = (side.value if isinstance(side, Quantity) else side for side in (exact, shown))
    if not (isinstance(exact, Quantity) and isinstance(shown, Quantity)):
        return one, other
    found = units.conversion(exact.unit, shown.unit)
    if found is None or found.offset:
        raise Unreadable("an approximation in another unit")
    return App("mul", (Num(found.factor), one)), other
