"""An independent opinion on pairs: latex2sympy2_extended reads, SymPy evaluates. Run as a program, since it may hang.

Reads a JSON list of pairs from standard input; prints one line each: ``same``, ``different`` or ``no opinion``.
It has an opinion on plain formulas only: notations in which the two conventions differ on purpose (percent, units,
bases, lists, `\\log` of no base, constants of integration) are none of its business.
"""

from __future__ import annotations

import json
import math
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Any

#: Processor seconds for one pair: a busy machine takes nothing of them.
SECONDS = 3
#: Characters of a text.
_LONGEST = 1_000
#: One formula, of letters that stand alone, numbers and the commands below.
_COMMANDS = r"frac|dfrac|tfrac|sqrt|cdot|times|pi|left|right|sin|cos|tan|ln|alpha|beta|theta"
PLAIN = re.compile(
    rf"(?:\\(?:{_COMMANDS})(?![a-zA-Z])|\d+(?:\.\d+)?|(?<![a-zA-Z])[a-hj-z](?![a-zA-Z])|[ {{}}()^+*/-])+"
)
#: What the two read differently, or one of them not at all.
UNSURE = re.compile(
    r"\^\s*\d\d|\^\s*-|\^\s*\w\s*\^|\*\*"  # exponents without braces, towers
    r"|\d\s+\d|[)}]\s*\d|\d\s*\{|\d\s*x\s*\d"  # numbers side by side, the letter x for "times"
    r"|\(\s*[\d.]+\s*(?:/\s*\d+\s*)?\)"  # a number in brackets: a factor, or the same value once more
    r"|[a-z]\s*\(|\d\s*e|\be\b"  # a letter that may be a function, an e that may be a power of ten
    r"|\d\s*/\s*\d+\s*[a-zA-Z\\(]"  # 1/2x
    r"|\\(?:sin|cos|tan|ln)[^(){}]*\\(?:cdot|times)"  # where the argument of a function ends
    r"|\(\s*-\s*\d+\s*\)\s*\^\s*\{?[^\d]"  # symbols that are integers (EXPR-5)
    r"|[\d})]\s*[a-z]\s*/\s*[a-z]"  # a quotient of letters, which may be a unit (UNIT-5)
)


def opinion(gold: str, answer: str) -> str:
    """What SymPy thinks of a pair."""
    if not within_competence(gold, answer):
        return "no opinion"
    try:
        return _compared(_read(gold), _read(answer), rounded="." in gold + answer)
    except Exception:  # out of time, or whatever it cannot read
        return "no opinion"


def within_competence(gold: str, answer: str) -> bool:
    """Whether both are plain formulas, and short ones: the patterns go through a long row of digits again and again."""
    texts = (_bare(gold), _bare(answer))
    return all(len(text) <= _LONGEST and PLAIN.fullmatch(text) and not UNSURE.search(text) for text in texts)


def _bare(text: str) -> str:
    return text.strip().strip("$").strip()


def _read(text: str) -> Any:
    from latex2sympy2_extended import latex2sympy

    return latex2sympy(_bare(text))


def _compared(one: Any, other: Any, rounded: bool) -> str:
    import sympy

    if not all(isinstance(side, sympy.Expr) for side in (one, other)):
        return "no opinion"
    symbols = sorted(one.free_symbols | other.free_symbols, key=str)
    tolerance = 0.006 if rounded else 1e-9
    opinions = set()
    for shift in range(3):
        point = {symbol: sympy.Rational(7 + 4 * k + 3 * shift, 5 + shift) for k, symbol in enumerate(symbols)}
        left, right = (complex(side.subs(point).evalf(30)) for side in (one, other))
        size = max(abs(left), abs(right), 1e-15)  # thirty digits of a value that is nought leave a little
        if not math.isfinite(size):
            return "no opinion"
        opinions.add(abs(left - right) <= tolerance * size)
    return "same" if opinions == {True} else "different"


def _out_of_time(_number: int, _frame: object) -> None:
    raise TimeoutError


def main(pairs: Sequence[Sequence[str]]) -> None:
    """Print an opinion for each pair."""
    warnings.simplefilter("ignore")
    opinion("1", "1")  # what is imported for the first pair is none of its time, and is not to be broken off
    signal.signal(signal.SIGPROF, _out_of_time)
    for gold, answer in pairs:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        said = opinion(gold, answer)
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(said, flush=True)


if __name__ == "__main__":
    main(json.load(sys.stdin))
