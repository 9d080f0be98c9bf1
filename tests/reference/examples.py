"""What the tests of the reference share: texts of the case files as examples, and the verdicts of a process.

Run as a program, it reads pairs as JSON from standard input and prints what the reference says of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from zlib import crc32

import refgrader

Pair = tuple[str, str]
#: Verdict and reason of `verify` and of `grade` on one pair.
Outcome = list[str]

#: Longer texts of the case files are about limits, which have tests of their own.
_SHORT = 300


@cache
def pairs() -> tuple[Pair, ...]:
    """Every short gold of the case files with an answer or response beside it."""
    from packaged import corpus

    found: list[Pair] = []
    for check in corpus():
        request = check.request(canary="canary")
        gold, other = request.get("gold"), request.get("answer", request.get("response"))
        if isinstance(gold, str) and isinstance(other, str) and len(gold) + len(other) < _SHORT:
            found.append((gold, other))
    return tuple(found)


def eighth(which: int) -> list[Pair]:
    """An eighth of the pairs, told by their texts: which pairs are in it does not change with cases beside them."""
    return [pair for pair in pairs() if crc32("\0".join(pair).encode()) % 8 == which]


def sample(count: int) -> list[Pair]:
    """`count` pairs spread evenly over the chapters."""
    return list(pairs()[:: max(1, len(pairs()) // count)])[:count]


@cache
def texts() -> tuple[str, ...]:
    """Every text of `pairs`, once."""
    return tuple(dict.fromkeys(text for pair in pairs() for text in pair))


def outcome(pair: Sequence[str]) -> Outcome:
    """What the reference says of one pair, in full."""
    gold, answer = pair
    verified, graded = refgrader.verify(gold, answer), refgrader.grade(gold, answer)
    return [verified.kind, verified.clause, verified.reason, graded.kind, graded.clause, graded.reason]


def outcomes(some: Sequence[Sequence[str]]) -> list[Outcome]:
    """The outcome of every pair."""
    return [outcome(pair) for pair in some]


if __name__ == "__main__":
    print(json.dumps(outcomes(json.load(sys.stdin))))
