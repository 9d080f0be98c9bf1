"""When a rounded decimal stands for a value, and a value for a rounded decimal (NUM-6 to NUM-9, NUM-35)."""

from __future__ import annotations

from typing import Final, NamedTuple

from flint import fmpq

from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import real_value
from refgrader.numbers.functions import Number, ball, is_whole
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node, Num

FOR_EXACT_GOLD: Final = 4
FOR_DECIMAL_GOLD: Final = 3
#: Digits that double arithmetic gets right.
DOUBLE_DIGITS: Final = 15
_BITS: Final = 1_400
#: Accuracy from which the middle of an enclosure stands for the value.
_KNOWN_BITS: Final = 64
_TEN: Final = fmpq(10)


class Decimal(NamedTuple):
    """A decimal as written: its value, its significant digits, and the decimal exponent of the last of them."""

    value: fmpq
    significant: int
    exponent: int


def decimal(node: Node, whole: bool = False) -> Decimal | None:
    """The decimal that an expression writes, with its sign, percent sign or power of ten; None for anything else.

    `whole`: an integer is one as well, as it is behind an approximation sign.
    """
    if isinstance(node, Num):
        digits = node.digits
        if digits is None:
            return Decimal(node.value, len(str(abs(node.value))), 0) if whole and is_whole(node.value) else None
        return Decimal(node.value, digits.significant if node.value else 0, digits.exponent)
    if not isinstance(node, App):
        return None
    if node.head == "neg":
        inner = decimal(node.args[0], whole)
        return inner._replace(value=-inner.value) if inner else None
    if node.head == "percent":
        return _scaled(decimal(node.args[0], whole), -2)
    if node.head == "mul" and len(node.args) == 2:
        exponent = _power_of_ten(node.args[1])
        return _scaled(decimal(node.args[0], whole), exponent) if exponent is not None else None
    return None


def without_zeros(written: Decimal) -> Decimal:
    """A whole number by the digits before its last zeros, which may only tell where these stand: 920 may be 92 tens."""
    digits = str(written.value) if written.exponent == 0 else ""
    zeros = len(digits) - len(digits.rstrip("0")) if written.value else 0
    return Decimal(written.value, written.significant - zeros, written.exponent + zeros)


def _power_of_ten(node: Node) -> int | None:
    if isinstance(node, Num) and node.value in (10, 100, 1000, 10**6, 10**9, 10**12):
        return len(str(node.value)) - 1
    if isinstance(node, App) and node.head == "pow" and node.args[0] == Num(_TEN):
        exponent = decimal(node.args[1], whole=True)
        if exponent is not None and is_whole(exponent.value) and abs(exponent.value) < 10_000:
            return int(exponent.value.p)
    return None


def _scaled(inner: Decimal | None, places: int) -> Decimal | None:
    if inner is None:
        return None
    return Decimal(inner.value * _TEN**places, inner.significant, inner.exponent + places)


def stands_for(gold: Node, answer: Node, rule: str | int, budget: Budget) -> str | None:
    """The clause by which one of two different numbers stands for the other; None where none does.

    `rule` is the option ``precision``. Raises `Undefined` where one of the numbers has no real value.
    """
    gold_decimal, answer_decimal = decimal(gold), decimal(answer)
    if rule == "exact" or (gold_decimal is None and answer_decimal is None):
        return None
    with precision(_BITS):
        left = gold_decimal.value if gold_decimal else real_value(gold, {}, budget)
        right = answer_decimal.value if answer_decimal else real_value(answer, {}, budget)
        if isinstance(rule, int):
            return "OPT-1" if _same_digits(left, right, rule) else None
        if gold_decimal is None:
            assert answer_decimal is not None
            return _for_exact(left, answer_decimal)
        is_longer = answer_decimal is None or (
            answer_decimal.exponent < gold_decimal.exponent and answer_decimal.significant > gold_decimal.significant
        )
        rounds = gold_decimal.significant >= FOR_DECIMAL_GOLD and is_longer and rounds_to(right, gold_decimal)
        return "NUM-7" if rounds else None


def _for_exact(gold: Number, answer: Decimal) -> str | None:
    if answer.significant < FOR_EXACT_GOLD or is_whole(gold):
        return None
    if answer.significant > DOUBLE_DIGITS:
        extra = answer.significant - DOUBLE_DIGITS
        unit = _TEN ** (answer.exponent + extra)
        return "NUM-35" if abs(ball(gold) - ball(answer.value)).abs_upper() < unit else None
    return "NUM-6" if rounds_to(gold, answer) else None


def rounds_to(value: Number, target: Decimal) -> bool:
    """Whether `value`, rounded at the last digit of `target`, is `target`; a tie goes away from zero or to even."""
    half = _TEN**target.exponent / 2
    if not isinstance(value, fmpq):
        difference = abs(ball(value) - ball(target.value))
        return bool(difference.abs_upper() < half)
    difference = abs(value - target.value)
    if difference != half:
        return bool(difference < half)
    even = (target.value / _TEN**target.exponent).p % 2 == 0
    return bool(even or abs(target.value) > abs(value))


def _same_digits(left: Number, right: Number, digits: int) -> bool:
    """Whether both round to the same `digits` significant digits.

    Then neither is twice the other, and no more digits are written out for one than for the other: a ball such as
    2^(10^12) is a few bytes long. Of a ball that is hardly known no digits are told.
    """
    one, other = (abs(ball(value).real) for value in (left, right))
    if not all(size == 0 or size.rel_accuracy_bits() >= _KNOWN_BITS for size in (one, other)):
        return False
    if one * 2 < other or other * 2 < one:
        return False
    return bool(rounded(_middle(left), digits) == rounded(_middle(right), digits))


def _middle(value: Number) -> fmpq:
    if isinstance(value, fmpq):
        return value
    mantissa, exponent = ball(value).real.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def rounded(value: fmpq, digits: int) -> fmpq:
    """`value` to `digits` significant digits, half away from zero."""
    size = abs(value)
    exponent = len(str(size.p)) - len(str(size.q))
    if size < _TEN**exponent:
        exponent -= 1
    unit = _TEN ** (exponent - digits + 1)
    scaled = size / unit + fmpq(1, 2)
    whole = fmpq(scaled.p // scaled.q) * unit
    return whole if value > 0 else -whole
