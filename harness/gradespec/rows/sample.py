"""Some rows of a stream, each as likely as any other (Vitter's algorithm R), in the order of the stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Sample(Generic[T]):
    """`size` of `items`, drawn by `seed` when the sample is read. `of` says how many there were."""

    def __init__(self, items: Iterable[T], size: int, seed: int) -> None:
        self._items, self._size, self._random = items, size, Random(seed)
        self.of = 0

    def __iter__(self) -> Iterator[T]:
        kept: list[tuple[int, T]] = []
        for place, item in enumerate(self._items):
            self.of = place + 1
            if place < self._size:
                kept.append((place, item))
            elif (chosen := self._random.randrange(place + 1)) < self._size:
                kept[chosen] = place, item
        kept.sort(key=lambda entry: entry[0])
        return (item for _, item in kept)
