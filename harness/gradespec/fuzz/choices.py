"""Where everything random comes from: whole numbers below a bound, remembered, so that they can be replayed.

A pair is what a sequence of such numbers makes of it. To shrink a pair is to shorten the sequence and to make its
numbers smaller, so wherever something is chosen the simplest comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio: the step of SplitMix64


class NotAsked(Exception):
    """No pair came of the choices, or none whose truth is certain."""


class Choices:
    """A source of choices. `made` are the numbers that were drawn from it so far."""

    def __init__(self, number_below: Callable[[int], int]) -> None:
        self._number_below = number_below
        self.made: list[int] = []

    @classmethod
    def drawn(cls, seed: int, index: int) -> Choices:
        """The choices of pair `index` under `seed`: SplitMix64, the same on every machine."""
        state = _mixed((seed * _GOLDEN + _mixed(index * _GOLDEN & _WORD)) & _WORD)

        def number_below(bound: int) -> int:
            nonlocal state
            state = (state + _GOLDEN) & _WORD
            return _mixed(state) * bound >> 64

        return cls(number_below)

    @classmethod
    def replayed(cls, made: Iterable[int]) -> Choices:
        """The choices `made` once more; whatever is asked for beyond them is the simplest."""
        left = iter(made)
        return cls(lambda bound: min(next(left, 0), bound - 1))

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        number = self._number_below(bound)
        self.made.append(number)
        return number

    def between(self, low: int, high: int) -> int:
        """A number from `low`, the simplest, to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; the first is the simplest."""
        return options[self.below(len(options))]

    def chance(self, one_in: int) -> bool:
        """True once in `one_in` times; False is simpler."""
        return self.below(one_in) == one_in - 1

    def some(self, count: int, draw: Callable[[], T]) -> tuple[T, ...]:
        """`count` different things of one kind, fewer where `draw` repeats itself too often."""
        found: list[T] = []
        for _ in range(4 * count):
            if len(found) < count and (one := draw()) not in found:
                found.append(one)
        return tuple(found)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in another order, or the same."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(len(left)))

    def whole(self) -> int:
        """A whole number that is not negative: mostly of one or two digits, at times of six."""
        return self.below(self.pick((10, 10, 100, 100, 1000, 1000000)))

    def nonzero(self) -> int:
        """A whole number that is not 0, of either sign."""
        number = self.whole() + 1
        return -number if self.chance(3) else number

    def small(self) -> int:
        """One of 1 to 9, or one of these negative."""
        number = self.between(1, 9)
        return -number if self.chance(3) else number


def _mixed(word: int) -> int:
    """The finishing of SplitMix64: all bits of 64 spread over all."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
    return word ^ word >> 31
