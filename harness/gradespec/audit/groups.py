"""Something for each of many keys, in memory that is bounded, and the same in whatever order they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Any, Protocol, TypeVar


class Mergeable(Protocol):
    """What takes in another of its kind."""

    def merge(self, other: Any) -> None:
        """Count what `other` has counted."""


K = TypeVar("K")
V = TypeVar("V", bound=Mergeable)


def digest(text: str) -> int:
    """A number of 64 bits that is the same in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _drawn(key: object) -> int:
    return digest(repr(key))


class Groups(Mapping[K, V]):
    """A `new` value for each of at most `most` keys, in the order of the keys; `other` names what stands for the rest.

    Kept are the keys of the lowest ranks, by default as good as drawn by lot. Those that came first, or were the most
    frequent so far, would not do: where parts of the rows are counted apart, each part would keep others.
    """

    def __init__(
        self, most: int, new: Callable[[], V], other: Callable[[K], K], rank: Callable[[K], int] = _drawn
    ) -> None:
        self._most, self._new, self._other, self._rank = most, new, other, rank
        self._kept: dict[K, V] = {}
        self._others: dict[K, V] = {}
        self._highest: list[tuple[int, K]] = []  # a heap of the keys that are kept, by rank

    def of(self, key: K) -> V:
        """The value of `key`, or of what stands for it."""
        if key in self._kept:
            return self._kept[key]
        if key == self._other(key):
            return self._others.setdefault(key, self._new())
        self._kept[key] = self._new()
        heappush(self._highest, (-self._rank(key), key))
        if len(self._kept) > self._most:
            _, last = heappop(self._highest)
            self.of(self._other(last)).merge(self._kept.pop(last))
        return self._kept[key] if key in self._kept else self.of(self._other(key))

    def merge(self, other: Groups[K, V]) -> None:
        """Count what `other` has counted."""
        for key, value in (*other._kept.items(), *other._others.items()):
            self.of(key).merge(value)

    def __getitem__(self, key: K) -> V:
        return self._kept[key] if key in self._kept else self._others[key]

    def __iter__(self) -> Iterator[K]:
        return iter(sorted((*self._kept, *self._others)))  # type: ignore[type-var]

    def __len__(self) -> int:
        return len(self._kept) + len(self._others)
