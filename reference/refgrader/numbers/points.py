"""Where two functions are looked at (EXPR-1, EXPR-4).

*Drawn* points come from a digest of both texts, each name's value independent of the others', so that no text can be
made to agree at them: they are what equality rests on. *Telling* points are known to everybody: they may refute, and
prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

from flint import fmpq

from refgrader.numbers.evaluate import Point
from refgrader.numbers.features import Features, numbers_in
from refgrader.reading.tree import App, Node, Num, Sym

Interval = tuple[Any, Any]  # of fmpq or int

#: Intervals from which points are drawn, near the origin; a function is looked at on each.
_NEAR: Final[tuple[Interval, ...]] = ((0, 1), (1, 4), (-1, 0), (-4, -1), (4, 25), (-25, -4))
#: And away from it, where the domain of some begins.
_FAR: Final[tuple[Interval, ...]] = ((5, 6), (150, 200), (-200, -150), (5_000, 6_000))
#: Points of an interval that are drawn: all that are so many parts of it, but its ends.
_GRAIN: Final = fmpq(1009)
_PLACES: Final = 1007
#: Points drawn around the numbers that the texts write, for a function with kinks or with a value nowhere else.
_AROUND: Final = 48
#: The numbers that are looked at for it, and the quotients of two.
_CENTRES: Final = 6
_WHOLE: Final = tuple(map(fmpq, (0, 1, 2, -1, -3, 6)))
_MORE_WHOLE: Final = tuple(map(fmpq, (3, 4, 5, 7, 8, 9, 10, -2)))
#: Cases end there: so many ends are looked at.
_ENDS: Final = 8
#: Symbols of quantities that are never negative: a standard deviation, a constant of nature.
_POSITIVE: Final = frozenset({"sigma", "hbar"})


class Points:
    """The points for two expressions, the same ones in every process; a series that is asked for again goes on."""

    def __init__(self, gold: Node, answer: Node, one: Features, other: Features) -> None:
        self._nodes = gold, answer
        self._names = sorted(one.names | other.names)
        self._integers = one.integers | other.integers
        self._positive = {name for name in self._names if name.partition("_")[0] in _POSITIVE}
        self._ends = sorted(one.breaks | other.breaks)[:_ENDS]
        seed = blake2b(f"{_written(gold)}\0{_written(answer)}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        self._digest = _numbers(int.from_bytes(seed, "big"))

    def drawn(self) -> Iterator[Point]:
        """Points all over the line, of each name in the same interval, then in intervals of its own."""
        several = len(self._names) > 1
        for interval in _NEAR:
            yield self._point([interval] * len(self._names))
        for _ in range(6 if several else 2):
            yield self._point([_NEAR[next(self._digest) % len(_NEAR)] for _ in self._names])
        for interval in _FAR:
            yield self._point([interval] * len(self._names))

    def around(self) -> Iterator[Point]:
        """Points between and beside the numbers that the texts write, their quotients and the opposites of both.

        A name that is alone is put into one interval after the other, several names into any.
        """
        intervals = _beside(frozenset().union(*(numbers_in(node) for node in self._nodes)))
        for k in range(_AROUND if intervals else 0):
            alone = len(self._names) == 1
            yield self._point([intervals[(k if alone else next(self._digest)) % len(intervals)] for _ in self._names])

    def telling(self) -> Iterator[Point]:
        """Whole numbers, where what is defined for them differs from what lies between them."""
        for value in _WHOLE:
            yield self._everywhere(value)

    def kinks(self) -> Iterator[Point]:
        """Where steps and kinks show: more whole numbers, the ends of cases with what lies beside and between them.

        Then points around the numbers that the texts write.
        """
        for value in _MORE_WHOLE:
            yield self._everywhere(value)
        for end in self._ends:
            yield from (self._everywhere(end + beside) for beside in (0, fmpq(1, 2), fmpq(-1, 2)))
        for one, other in pairwise(self._ends):
            yield self._everywhere((one + other) / 2)
        yield from self.around()

    def _point(self, intervals: Sequence[Interval]) -> Point:
        return {
            name: fmpq(_integer(interval, next(self._digest)))
            if name in self._integers
            else self._signed(name, _between(*interval, next(self._digest)))
            for name, interval in zip(self._names, intervals, strict=True)
        }

    def _signed(self, name: str, value: fmpq) -> fmpq:
        return abs(value) if name in self._positive else value

    def _everywhere(self, value: fmpq) -> Point:
        return {name: abs(value.p) % 9 + fmpq(1) if name in self._integers else value for name in self._names}


def _written(node: Node) -> str:
    """Everything that an expression says, in a form that is quick to make."""
    if isinstance(node, App):
        return f"{node.head}({','.join(map(_written, node.args))})"
    if isinstance(node, Sym):
        return node.name
    return str(node.value) if isinstance(node, Num) else repr(node)


def _beside(written: frozenset[fmpq]) -> list[Interval]:
    """Between neighbouring numbers, and one to each side; a quotient by q is where a function of q·x changes."""
    numbers = sorted({abs(number) for number in written} - {fmpq(0)})[:_CENTRES]
    quotients = [(one / other, 1 / other) for one in numbers for other in numbers if other > 1 and one != other]
    centres = [(number, fmpq(1)) for number in numbers] + quotients[:_CENTRES]
    ends = sorted({sign * number for number, _ in centres for sign in (1, -1)} | {fmpq(0)})
    beside = [
        (min(sign * number, sign * number + side * width), max(sign * number, sign * number + side * width))
        for number, width in centres
        for sign in (1, -1)
        for side in (1, -1)
    ]
    return [*pairwise(ends), *beside]


def _integer(interval: Interval, number: int) -> int:
    """A small number, or a larger one for the last points, since a remainder by 15 is no identity."""
    return 1 + number % 14 if interval in _NEAR or interval in _FAR[:-1] else 15 + number % 26


def _between(low: fmpq, high: fmpq, number: int) -> fmpq:
    return low + (high - low) * (1 + number % _PLACES) / _GRAIN


def _numbers(state: int) -> Iterator[int]:
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33
