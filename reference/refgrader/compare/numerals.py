"""Numerals that are compared as they are written: in a base, as a time of day, as a ratio (NUM-12, NUM-14, NUM-16)."""

from __future__ import annotations

from typing import Final, TypeGuard

from flint import fmpq

from refgrader.compare.finding import Context, Finding, alike, no, yes
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node, Num, Sym

_HALF_DAY: Final = 12 * 60


def compare_based(gold: Node, answer: Node, context: Context) -> Finding | None:
    """Numerals with a base: the gold's base is the answer's (NUM-14)."""
    if not isinstance(gold, App) or gold.head != "based":
        return None
    value, base, _ = gold.args
    if isinstance(answer, App) and answer.head == "based":
        if answer.args[1] != base:
            return no("NUM-14", "a numeral in another base")
        return alike(answer.args[0] == value, "NUM-14", "the same numeral in the same base")
    digits = _digits(answer)
    if digits is None:
        return no("NUM-14", "no numeral in the gold's base")
    assert isinstance(base, Num)
    try:
        return alike(
            Num(fmpq(int(digits, int(base.value.p)))) == value,
            "NUM-14",
            "the gold's numeral without its base",
        )
    except ValueError:
        return no("NUM-14", "a digit that the gold's base does not have")


def _digits(node: Node) -> str | None:
    """The digits of a bare numeral, letters among them: ``A3`` is read as a product elsewhere."""
    if isinstance(node, Num) and node.value.q == 1 and node.digits is None and node.value >= 0:
        return str(node.value)
    if isinstance(node, Sym) and node.name.replace("_", "").isalnum():
        return node.name.replace("_", "")
    if isinstance(node, App) and node.head == "mul":
        parts = [_digits(arg) for arg in node.args]
        return "".join(part for part in parts if part) if all(parts) else None
    return None


def compare_times(gold: Node, answer: Node, context: Context) -> Finding | None:
    """Times of day, one of them perhaps as a ratio: ``3:30`` and "half past three" (NUM-16)."""
    one, other = _minutes(gold), _minutes(answer)
    if one != other and _shows_clock(gold, in_lowest_terms=False) and _shows_clock(answer):
        return no("NUM-16", "another time of day")
    if one is None or other is None or not (_is_time(gold) or _is_time(answer)):
        return None
    if _is_time(gold) and _is_time(answer):
        return alike(one == other, "NUM-16", "the same time of day")
    clock = other if _is_time(gold) else one
    if 60 <= clock < _HALF_DAY + 60:  # twelve hours without AM or PM: the other side tells
        return alike((one - other) % _HALF_DAY == 0 or one == other, "NUM-16", "the same time of day")
    return alike(one == other, "NUM-16", "the same time of day")


def _shows_clock(node: Node, in_lowest_terms: bool = True) -> bool:
    """Whether a ratio looks like a time as well: minutes of two digits; a ratio is mostly given in lowest terms."""
    if not isinstance(node, App) or node.head != "ratio" or _minutes(node) is None:
        return False
    hour, minute = (arg.value.p for arg in node.args if isinstance(arg, Num))
    return bool(1 <= hour <= 12 and minute >= 10 and (in_lowest_terms or hour.gcd(minute) > 1))


def _is_time(node: Node) -> bool:
    return isinstance(node, App) and node.head == "time"


def _minutes(node: Node) -> int | None:
    if not isinstance(node, App):
        return None
    if node.head == "time" and isinstance(node.args[0], Num):
        return int(node.args[0].value.p)
    if node.head == "ratio" and len(node.args) == 2:
        hour, minute = node.args
        if not (isinstance(hour, Num) and isinstance(minute, Num) and hour.value.q == minute.value.q == 1):
            return None
        if 0 <= hour.value < 24 and 0 <= minute.value < 60:
            return int(hour.value.p) * 60 + int(minute.value.p)
    return None


def compare_ratios(gold: Node, answer: Node, context: Context) -> Finding | None:
    """Ratios of several terms, or with nought first; ``2:3`` is the number that it is elsewhere (NUM-12)."""
    if not (_is_long(gold) or _is_long(answer) or (_is_ratio(gold) and gold.args[0] == Num(fmpq(0)))):
        return None
    if not (_is_ratio(gold) and _is_ratio(answer)):
        return no("NUM-12", "a ratio on one side only")
    if len(gold.args) != len(answer.args):
        return no("NUM-12", "ratios of different lengths")
    if gold.args[0] == Num(fmpq(0)):
        return alike(gold.args == answer.args, "NUM-12", "the same ratio")
    for k in range(1, len(gold.args)):
        crossed = (App("mul", (gold.args[k], answer.args[0])), App("mul", (gold.args[0], answer.args[k])))
        if not same(*crossed, context.budget):
            return no("NUM-12", "not proportional")
    return yes("NUM-12", "proportional term by term")


def _is_ratio(node: Node) -> TypeGuard[App]:
    return isinstance(node, App) and node.head == "ratio"


def _is_long(node: Node) -> bool:
    return _is_ratio(node) and len(node.args) > 2
