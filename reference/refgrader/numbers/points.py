"""Where two functions are looked at (EXPR-1, EXPR-3, EXPR-4).

*Drawn* points come from a digest of both expressions, so that neither can be made to agree at them: they are what
equality rests on. Names enter the digest by the place where each first appears, so that renaming moves no point. Where
an identity may hold for some signs only, as ``\\sqrt{x^2} = x`` does, there are points for every combination of signs.
*Telling* points are known to everybody: they may refute, and prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, pairwise, product
from typing import Any, Final

from flint import acb, fmpq, fmpz

from refgrader.limits import LimitReached, Unreadable
from refgrader.numbers import draw
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import CONSTANTS, Point, evaluate
from refgrader.numbers.features import COMPLEX, COUNTING, Features, constants_in
from refgrader.numbers.functions import Number, Undecided, Undefined
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node, Num, Sym, Text

Interval = tuple[Any, Any]  # of fmpq or int
Signs = tuple[bool, ...]

#: Sizes of the values that are drawn: near the origin, and away from it, where the domain of some begins.
_NEAR: Final[tuple[Interval, ...]] = ((0, 1), (1, 4), (4, 25))
_FAR: Final[tuple[Interval, ...]] = ((150, 200), (5_000, 6_000), (10**6, 10**9))
_SIZES: Final = (*_NEAR, *_FAR)
#: Where functions are looked at whose identities hold everywhere if they hold in one place: on both sides of zero.
_ONE_PIECE: Final[tuple[Interval, ...]] = ((0, 1), (-4, -1), (1, 4), (-1, 0), (4, 25), (-25, -4))
#: So many symbols have each combination of their signs; of more, each two symbols have each combination of theirs.
_ALL_SIGNS: Final = 4
#: Points drawn around the numbers that the texts write, for a function with kinks or with a value nowhere else.
_AROUND: Final = 48
#: Points with complex numbers.
_IN_THE_PLANE: Final = 3
#: The numbers that are looked at for it, the least and the largest, and the quotients of two.
_LEAST, _LARGEST, _QUOTIENTS = 4, 2, 6
#: The constants of a text that are worked out to find them.
_CONSTANTS: Final = 40
_WHOLE: Final = tuple(map(fmpq, (0, 1, 2, -1, -3, 6)))
_MORE_WHOLE: Final = tuple(map(fmpq, (3, 4, 5, 7, 8, 9, 10, -2)))
#: So near to a whole number a step shows that was moved by less: ``⌊x + 0.99⌋`` for ``⌈x⌉``.
_LITTLE: Final = fmpq(1, 2**20)
#: So many ends of cases are looked at, and of the numbers that the texts write.
_ENDS: Final = 8
#: Bits of the denominator of the points: a prime, so that no period that an expression can write divides them all; a
#: shorter one that need not be prime will do for exact arithmetic.
_GRAIN: Final = 31
_COARSE_GRAIN: Final = 16


class Points:
    """The points for two expressions, the same ones in every process; a series that is asked for again goes on."""

    def __init__(self, gold: Node, answer: Node, one: Features, other: Features, budget: Budget) -> None:
        self._nodes = gold, answer
        places: dict[str, int] = {}
        written = _written((answer, gold), places)
        self._names = sorted(one.names | other.names, key=lambda name: places.get(name.removesuffix("()"), 0))
        self.integers = integers(one, other)
        self._branched = one.branched or other.branched
        self._budget = budget
        self._breaks = (*one.breaks, *other.breaks)
        self._digest = _numbers(draw.bits(written))
        self._exact = one.rational and other.rational
        self._grain = 1 << _COARSE_GRAIN | next(self._digest) % (1 << _COARSE_GRAIN) | 1

    def drawn(self) -> Iterator[Point]:
        """Points all over the line: of each combination of signs, where some may not agree with the others."""
        points = self._in_all_signs() if self._branched else self._on_both_sides()
        yield next(points)  # most functions that differ do so at once: what is dear to make comes after it
        if not self._exact:
            self._grain = _prime(1 << _GRAIN | next(self._digest))
        yield from points

    def _on_both_sides(self) -> Iterator[Point]:
        for interval in _ONE_PIECE:
            yield self._point([interval] * len(self._names))
        for _ in range(6 if len(self._names) > 1 else 0):
            yield self._point([_ONE_PIECE[next(self._digest) % len(_ONE_PIECE)] for _ in self._names])
        for size in _FAR:
            yield self._point([size] * len(self._names))

    def _in_all_signs(self) -> Iterator[Point]:
        """Each combination of signs near the origin, then each with sizes of their own, then each far away."""
        several = len(self._names) > 1
        combinations = list(_combinations(len(self._names)))
        for sizes in (_NEAR[:1], _NEAR[1:2], _NEAR, *([_SIZES] if several else ()), *((size,) for size in _FAR)):
            for signs in combinations:
                yield self._point([_signed(sizes[next(self._digest) % len(sizes)], positive) for positive in signs])

    def in_the_plane(self) -> Iterator[Point]:
        """Points where z and w, of which a part or the size is taken, are no real numbers."""
        for point in islice(self._on_both_sides(), _IN_THE_PLANE):
            yield {name: acb(x, 1 + self._fraction()) if name in COMPLEX else x for name, x in point.items()}

    def beside(self, point: Point) -> Iterator[Point]:
        """Points so near to one where both are defined that they are most likely defined there as well."""
        for step, nearness in enumerate((8, 64, 512), 1):
            yield {
                name: value + step if name in self.integers else value * (1 + self._fraction() / nearness)
                for name, value in point.items()
            }

    def around(self) -> Iterator[Point]:
        """Points between and beside the numbers that the texts write, their quotients and the opposites of both.

        A name that is alone is put into one interval after the other, several names into any.
        """
        yield from self._around(self._numbers())

    def _around(self, numbers: set[fmpq]) -> Iterator[Point]:
        intervals = _beside(numbers)
        for k in range(_AROUND if intervals else 0):
            alone = len(self._names) == 1
            yield self._point([intervals[(k if alone else next(self._digest)) % len(intervals)] for _ in self._names])

    def telling(self) -> Iterator[Point]:
        """Whole numbers, where what is defined for them differs from what lies between them."""
        for value in _WHOLE:
            yield self._everywhere(value)

    def kinks(self) -> Iterator[Point]:
        """Where steps and kinks show: more whole numbers, the ends of cases with what lies beside and between them.

        Then the numbers that the texts write, their reciprocals, the whole numbers beside them, and points around them.
        """
        for value in _MORE_WHOLE:
            yield self._everywhere(value)
        yield from (self._everywhere(1 + beside) for beside in (_LITTLE, -_LITTLE))
        ends = sorted(self._near(self._breaks))[:_ENDS]
        for end in ends:
            yield from (self._everywhere(end + beside) for beside in (0, fmpq(1, 2), fmpq(-1, 2)))
        for one, other in pairwise(ends):
            yield self._everywhere((one + other) / 2)
        for end in self._values(self._breaks):
            if not (isinstance(end, fmpq) or self.integers):
                yield dict.fromkeys(self._names, end)
        numbers = self._numbers()
        turned = {1 / number for number in numbers if number}
        for number in sorted((numbers | turned).difference(_WHOLE, _MORE_WHOLE))[-_ENDS:]:
            yield from (self._everywhere(number + beside) for beside in ((0, 1, -1) if self.integers else (0,)))
        yield from self._around(numbers)

    def _numbers(self) -> set[fmpq]:
        """The numbers that the texts write, or nearly."""
        return self._near(chain.from_iterable(map(constants_in, self._nodes)))

    def _near(self, constants: Iterable[Node]) -> set[fmpq]:
        """Rational numbers that are the constants, or nearly: ``\\frac{\\pi}{2}`` to twenty bits."""
        found = set()
        with precision(64):
            for value in self._values(constants):
                with suppress(OverflowError, ValueError):
                    found.add(value if isinstance(value, fmpq) else fmpq(round(float(value.real.mid()) * 2**20), 2**20))
        return found

    def _values(self, constants: Iterable[Node]) -> Iterator[Number]:
        for constant in islice(constants, _CONSTANTS):
            try:
                yield evaluate(constant, {}, self._budget)
            except LimitReached as limit:
                if limit.ends_the_verdict:
                    raise
            except (Undefined, Undecided, Unreadable):
                continue

    def _point(self, intervals: Sequence[Interval]) -> Point:
        return {
            name: self._integer(interval) if name in self.integers else self._between(*interval)
            for name, interval in zip(self._names, intervals, strict=True)
        }

    def _between(self, low: fmpq, high: fmpq) -> fmpq:
        return low + (high - low) * self._fraction()

    def _fraction(self) -> fmpq:
        return fmpq(1 + next(self._digest) % (self._grain - 1), self._grain)

    def _integer(self, interval: Interval) -> fmpq:
        """A whole number of about that size; negative only where signs may matter, since most formulas count from 1."""
        low, high = sorted(abs(fmpq(end)) for end in interval)
        several = 14 if high <= 4 else max(int((high - low).floor()), 36)
        value = fmpq(low.floor() + 1 + next(self._digest) % several)
        return -value if self._branched and interval[0] < 0 else value

    def _everywhere(self, value: fmpq) -> Point:
        whole = fmpq(max(int(abs(value).floor()), 1))
        return {name: whole if name in self.integers else value for name in self._names}


def integers(gold: Features, answer: Features) -> frozenset[str]:
    """The names that stand for integers: an answer alone says so of letters that count, indices too, never of x."""
    told = gold.integers | (gold.whole & gold.names)
    return told | {name for name in answer.integers if name.partition("_")[0] in COUNTING or name[0] == "#"}


def signs_of(point: Point) -> Signs:
    """Which of the values at a point are positive."""
    return tuple(value > 0 for value in point.values())


def _combinations(count: int) -> Iterable[Signs]:
    """Signs for so many symbols: all combinations, or such that each two symbols are seen in all four of theirs."""
    if count <= _ALL_SIGNS:
        return product((True, False), repeat=count)
    halves = [tuple(bool(place >> bit & 1) for place in range(count)) for bit in range((count - 1).bit_length())]
    return chain.from_iterable((signs, tuple(not sign for sign in signs)) for signs in [(True,) * count, *halves])


def _signed(size: Interval, positive: bool) -> Interval:
    return size if positive else (-size[1], -size[0])


def _written(nodes: tuple[Node, ...], places: dict[str, int]) -> str:
    """Everything that some expressions say, their names by the place of their first appearance."""
    said: list[str] = []
    left: list[Any] = list(nodes)
    while left:
        part = left.pop()
        kind = type(part)
        if kind is App:
            said.append(f"{part.head} {len(part.args)}")
            left.extend(part.args)
        elif kind is Num:
            said.append(f"{int(part.value.p):x}/{int(part.value.q):x}")  # fmpq's own text takes five times as long
        elif kind is Sym or kind is Text:
            name = part[0]
            said.append(name if name in CONSTANTS else f"#{places.setdefault(name, len(places))}")
        elif isinstance(part, tuple):
            said.append(f"{kind.__name__} {len(part)}")
            left.extend(part)
        else:
            said.append(str(part))
    return "\0".join(said)


def _beside(written: set[fmpq]) -> list[Interval]:
    """Between neighbouring numbers, and one to each side; a quotient by q is where a function of q·x changes."""
    numbers = sorted({abs(number) for number in written} - {fmpq(0)})
    numbers = numbers[:_LEAST] + numbers[_LEAST:][-_LARGEST:]
    quotients = [(one / other, 1 / other) for one in numbers for other in numbers if other > 1 and one != other]
    centres = [(number, fmpq(1)) for number in numbers] + quotients[:_QUOTIENTS]
    ends = sorted({sign * number for number, _ in centres for sign in (1, -1)} | {fmpq(0)})
    beside = [
        (min(sign * number, sign * number + side * width), max(sign * number, sign * number + side * width))
        for number, width in centres
        for sign in (1, -1)
        for side in (1, -1)
    ]
    return [*pairwise(ends), *beside]


def _prime(least: int) -> int:
    found = fmpz(least | 1)
    while not found.is_prime():
        found += 2
    return int(found)


def _numbers(state: int) -> Iterator[int]:
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33
