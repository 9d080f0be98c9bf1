"""Numerals that are compared as they are written: in a base, as a time of day, as a ratio (NUM-12, NUM-14, NUM-16)."""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeGuard

from flint import fmpq

from refgrader.compare.finding import Context, Finding, alike, no
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node, Num, Sym, spelled

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
    assert isinstance(base, Num)
    try:
        written = Num(fmpq(int(_digits(answer), int(base.value.p))))
    except ValueError:
        return no("NUM-14", "no numeral in the gold's base")
    return alike(written == value, "NUM-14", "the gold's numeral without its base")


def _digits(node: Node) -> str:
    """The digits of a bare numeral, letters among them: ``A3`` is read as a product elsewhere."""
    if isinstance(node, App) and node.head == "mul":
        return "".join(map(_digits, node.args))
    return node.name.replace("_", "") if isinstance(node, Sym) else spelled(node)


def compare_times(gold: Node, answer: Node, context: Context) -> Finding | None:
    """Times of day, one of them perhaps as a ratio: ``3:30`` and "half past three" (NUM-16)."""
    one, other = _minutes(gold), _minutes(answer)
    if _shows_clock(gold, in_lowest_terms=False) and _shows_clock(answer):
        return alike(one == other, "NUM-16", "the same time of day")
    if one is None or other is None or not (_is_time(gold) or _is_time(answer)):
        return None
    clock = other if _is_time(gold) else one
    is_either_half = not (_is_time(gold) and _is_time(answer)) and 60 <= clock < _HALF_DAY + 60  # no AM or PM there
    is_same = (one - other) % _HALF_DAY == 0 if is_either_half else one == other
    return alike(is_same, "NUM-16", "the same time of day")


def _shows_clock(node: Node, in_lowest_terms: bool = True) -> bool:
    """Whether a ratio looks like a time as well: minutes of two digits; a ratio is mostly given in lowest terms."""
    if not isinstance(node, App) or node.head != "ratio" or _minutes(node) is None:
        return False
    hour, minute = (arg.value.p for arg in node.args if isinstance(arg, Num))
    return bool(1 <= hour <= 12 and minute >= 10 and (in_lowest_terms or hour.gcd(minute) > 1))


def _is_time(node: Node) -> bool:
    return isinstance(node, App) and node.head == "time"


def _minutes(node: Node) -> int | None:
    parts = [part.value for part in node.args if isinstance(part, Num)] if isinstance(node, App) else []
    if _is_time(node) and parts:
        return int(parts[0].p)
    is_clock = _is_ratio(node) and len(parts) == 2 and all(part.q == 1 for part in parts) and parts[0] < 24
    return int(parts[0].p) * 60 + int(parts[1].p) if is_clock and parts[1] < 60 else None


def compare_ratios(gold: Node, answer: Node, context: Context) -> Finding | None:
    """Ratios of several terms; ``2:3`` is the number that it is elsewhere (NUM-12)."""
    if not any(_is_ratio(side) and len(side.args) > 2 for side in (gold, answer)):
        return None
    if not (_is_ratio(gold) and _is_ratio(answer)) or len(gold.args) != len(answer.args):
        return no("NUM-12", "no ratio of as many terms")
    terms = list(zip(gold.args, answer.args, strict=True))
    proportional = any(term != Num(fmpq(0)) for term in answer.args) and all(
        same(App("mul", (ours, again)), App("mul", (other, theirs)), context.budget)
        for (ours, theirs), (other, again) in combinations(terms, 2)
    )
    return alike(proportional, "NUM-12", "proportional term by term")


def _is_ratio(node: Node) -> TypeGuard[App]:
    return isinstance(node, App) and node.head == "ratio"
