"""Graders with one fault each: a right one that first does to both texts, or to its verdict, what graders really do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from refgrader import verify

Grader = Callable[[str, str], bool]


def _right(gold: str, answer: str) -> bool:
    return verify(gold, answer).correct


def _blind(pattern: str, to: str = "") -> Grader:
    """One that does not see what the pattern matches, in either text."""
    return lambda gold, answer: _right(re.sub(pattern, to, gold), re.sub(pattern, to, answer))


def _also(accepts: Grader) -> Grader:
    """One that accepts something more."""
    return lambda gold, answer: _right(gold, answer) or accepts(gold, answer)


def _never(refuses: Grader) -> Grader:
    """One that refuses something."""
    return lambda gold, answer: _right(gold, answer) and not refuses(gold, answer)


def _number(text: str) -> float | None:
    try:
        return float(re.sub(r"[$\s,{}~]|\\[,!()\[\]]|\.$", "", text))
    except ValueError:
        return None


def _near(tolerance: float) -> Grader:
    def near(gold: str, answer: str) -> bool:
        one, other = _number(gold), _number(answer)
        return one is not None and other is not None and abs(one - other) <= tolerance * max(abs(one), abs(other))

    return near


def _at(point: str) -> Grader:
    """Takes formulas for equal that are equal where their symbols have one value."""
    symbol = r"(?<![a-zA-Z\\])[xyt](?![a-zA-Z(])"
    return _also(lambda gold, answer: "=" not in gold + answer and _blind(symbol, f"({point})")(gold, answer))


def _last_number(gold: str, answer: str) -> bool:
    numbers = [re.findall(r"\d+", text) for text in (gold, answer)]
    return bool(numbers[0] and numbers[1]) and numbers[0][-1] == numbers[1][-1]


def _sorted_elements(gold: str, answer: str) -> bool:
    return sorted(re.split(r"[,()\s]+", gold)) == sorted(re.split(r"[,()\s]+", answer))


#: name → grader
FAULTS: Final[dict[str, Grader]] = {
    "ignores signs": _blind("[-−–]"),
    "rounds to two digits": _also(_near(0.02)),
    "relative tolerance": _also(_near(1e-4)),
    "compares as doubles": _also(_near(0)),
    "treats sets as tuples": _blind(r"\\\{|\{(?=[^{}]*,)|\\\}|(?<=\d)\}", "("),
    "ignores the order of tuples": _also(_sorted_elements),
    "evaluates at one point": _at("1"),
    "evaluates at a positive point": _at("7"),
    "reads f(0) as a product": _blind(r"[A-Za-z]\(0\)", "0"),
    "ignores open and closed": _blind(r"\[", "("),
    "ignores which way a sign points": _blind(r"<|\\lt\b", ">"),
    "drops units": _blind(r"\\(?:text|mathrm)\{ ?[a-zA-Z/]+ ?\}|(?<=\d) ?[a-zA-Z]{2,}.*"),
    "takes the last number": _also(_last_number),
    "ignores letter case": lambda gold, answer: _right(gold.lower(), answer.lower()),
    "searches for the gold": _also(lambda gold, answer: bool(gold.strip()) and gold in answer),
    "searches for the answer": _also(lambda gold, answer: bool(answer.strip()) and answer in gold),
    "drops percent signs": _blind(r"\\?[%％]| percent"),
    "drops exponents": _blind(r"\^\{?-?\w\}?|[²³⁴]"),
    "drops bases": _blind(r"_\{?\d+\}?|[₀-₉]+"),
    "takes one side of an equation": _blind(r"^[^=]*=|\$"),
    "drops absolute values": _blind(r"\\left\||\\right\||\\[lr]?vert|\||abs"),
    "drops roots": _blind(r"\\sqrt|√|sqrt"),
    "compares text alone": _never(lambda gold, answer: gold.strip() != answer.strip()),
    "knows no fractions of LaTeX": _never(lambda gold, answer: r"\dfrac" in answer),
    "knows no words": _never(lambda gold, answer: answer.strip().isalpha() and len(answer.strip()) > 1),
    "knows no Unicode": _never(lambda gold, answer: not answer.isascii()),
}


def slow(gold: str, answer: str) -> bool:
    """Hangs on matrices."""
    while "matrix" in answer:
        pass
    return _right(gold, answer)
