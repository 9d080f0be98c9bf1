"""Numerals as they are written: in a base, as a time, as a ratio, in lowest terms (NUM-12, NUM-14, NUM-16, OPT-5)."""

from __future__ import annotations

from itertools import combinations
from math import gcd
from typing import Final

from flint import fmpq

from refgrader.compare.finding import Context
from refgrader.numbers.features import features
from refgrader.numbers.same import same
from refgrader.reading.tree import App, Node, Num, applies, children, spelled

_HALF_DAY: Final = 12 * 3600


def is_based(gold: Node) -> bool:
    """Whether a gold is a numeral with a base, perhaps behind a sign."""
    return applies(gold.args[0] if applies(gold, "neg") else gold, "based")


def same_based(gold: Node, answer: Node, _context: Context) -> bool:
    """Whether a numeral is the gold's in the gold's base, which it may leave out (NUM-14)."""
    if applies(gold, "neg"):
        return applies(answer, "neg") and same_based(gold.args[0], answer.args[0], _context)
    value, base, _ = children(gold)
    if applies(answer, "based"):
        return answer.args[:2] == (value, base)
    try:
        return Num(fmpq(int(spelled(answer), int(spelled(base))))) == value
    except ValueError:
        return False


def leaves_base_out(gold: Node, answer: Node) -> bool:
    """Whether a gold has the digits of an answer in base two, whose base it may have left out (NUM-14).

    So it may where it is hardly in base ten: four digits or more, all ones and noughts, and several ones.
    """
    if not applies(answer, "based") or answer.args[1] != Num(fmpq(2)) or not isinstance(gold, Num):
        return False
    digits = spelled(gold)
    is_binary = len(digits) > 3 and set(digits) <= {"0", "1"} and digits.count("1") > 1
    return is_binary and Num(fmpq(int(digits, 2))) == answer.args[0]


def are_times(gold: Node, answer: Node) -> bool:
    """Whether two expressions are times of day, one of them perhaps as a ratio: ``3:30`` and "half past three"."""
    if _shows_clock(gold) and _shows_clock(answer):
        return True
    return None not in (_seconds(gold), _seconds(answer)) and (applies(gold, "time") or applies(answer, "time"))


def same_time(gold: Node, answer: Node, _context: Context) -> bool:
    """Whether two are the same time; a clock on one side only says nothing of the half of the day (NUM-16)."""
    one, other = _seconds(gold) or 0, _seconds(answer) or 0
    clock = other if applies(gold, "time") else one
    is_either_half = applies(gold, "time") is not applies(answer, "time") and 3600 <= clock < _HALF_DAY + 3600
    return (one - other) % _HALF_DAY == 0 if is_either_half else one == other


def _shows_clock(node: Node) -> bool:
    """Whether a ratio looks like a time as well: with minutes of two digits."""
    if not applies(node, "ratio") or len(node.args) > 2 or _seconds(node) is None:
        return False
    return any(isinstance(arg, Num) and arg.value >= 10 for arg in node.args[1:])


def _seconds(node: Node) -> int | None:
    """The seconds from midnight to a time of day, or to what a ratio of two or three terms shows on a clock."""
    parts = [part.value for part in node.args if isinstance(part, Num)] if isinstance(node, App) else []
    if applies(node, "time") and parts:
        return int((parts[0] * 60).p)
    if not applies(node, "ratio") or not 2 <= len(parts) == len(node.args) <= 3:
        return None
    if not all(part.q == 1 for part in parts) or parts[0] >= 24 or max(parts[1:]) >= 60:
        return None
    return sum(int(part.p) * unit for part, unit in zip(parts, (3600, 60, 1), strict=False))


def same_ratio(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two ratios are proportional term by term (NUM-12)."""
    if not (applies(gold, "ratio") and applies(answer, "ratio")) or len(gold.args) != len(answer.args):
        return False
    terms = list(zip(gold.args, answer.args, strict=True))
    return any(term != Num(fmpq(0)) for term in answer.args) and all(
        same(App("mul", (ours, again)), App("mul", (other, theirs)), context.budget)
        for (ours, theirs), (other, again) in combinations(terms, 2)
    )


# --- in lowest terms ---------------------------------------------------------------------------------------


def reduced(node: Node) -> bool:
    """Whether a number is written in lowest terms with no arithmetic left to do (OPT-5)."""
    if not isinstance(node, App) or features(node).names:
        return True
    head, args = node
    if head not in ("add", "mul", "div", "pow", "fact", "binom") or not all(features(arg).rational for arg in args):
        return all(map(reduced, args))
    if head == "div":
        top, bottom = map(spelled, args)
        is_whole = top.removeprefix("-").isdecimal() and bottom.isdecimal()
        return is_whole and int(bottom) > 1 and gcd(int(top), int(bottom)) == 1
    return head == "mul" and applies(args[-1], "pow") and args[-1].args[0] == Num(fmpq(10))
