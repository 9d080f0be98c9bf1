"""A fixed piece of work, so that a time can be stated as a ratio to something measured in the same process.

One *unit* is the processor time of this work: about a millisecond on the machine where the bars were set, two on one
that is half as fast or shares its core. It is of the kind that graders do (a regular expression over LaTeX, a small
stack machine over its tokens, exact arithmetic), and uses nothing but the standard library.
"""

from __future__ import annotations

import re
from fractions import Fraction
from statistics import median
from time import process_time
from typing import Final

TEXT: Final = r"\frac{1}{2} + 3 \cdot (x - \frac{5}{7}) ^ 2 - \sqrt{16} + 0.25 "
TOKEN: Final = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(\\[a-zA-Z]+|[a-zA-Z])|(\S))")
CLOSING: Final = {"{": "}", "(": ")"}
TIMES: Final = 34


def unit(tries: int = 25) -> float:
    """The processor time of the work in seconds, the median of some tries."""
    return median(_once() for _ in range(tries))


def _once() -> float:
    start = process_time()
    for _ in range(TIMES):
        work()
    return process_time() - start


def work() -> Fraction:
    """Read the text into nested lists of tokens, and add up its numbers."""
    total = Fraction(0)
    stack: list[tuple[str, list[object]]] = [("", [])]
    for match in TOKEN.finditer(TEXT):
        number, name, sign = match.groups()
        if number:
            value = Fraction(number)
            total += value
            stack[-1][1].append(value)
        elif name:
            stack[-1][1].append(name)
        elif sign in CLOSING:
            stack.append((CLOSING[sign], []))
        elif sign == stack[-1][0]:
            _, inside = stack.pop()
            stack[-1][1].append(tuple(inside))
        else:
            stack[-1][1].append(sign)
    return total
