"""Rows of things, whatever they are: a mistake at one place, and whether two hold the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gradespec.fuzz.choices import Choices

T = TypeVar("T")

Row = tuple[T, ...]


def replaced(row: Row[T], place: int, other: T) -> Row[T]:
    """The row with another thing at that place."""
    return (*row[:place], other, *row[place + 1 :])


def at_one(change: Callable[[T, Choices], T | None]) -> Callable[[Row[T], Choices], Row[T] | None]:
    """The change made at one place of a row; None where it does not apply to what stands there."""

    def changed(row: Row[T], choices: Choices) -> Row[T] | None:
        place = choices.below(len(row))
        other = change(row[place], choices)
        return None if other is None else replaced(row, place, other)

    return changed


def unlike_sets(one: Row[T], other: Row[T], unlike: Callable[[T, T], bool]) -> bool:
    """Whether something is in one of the two and nothing like it in the other."""

    def within(some: Row[T], others: Row[T]) -> bool:
        return all(any(not unlike(item, found) for found in others) for item in some)

    return not (within(one, other) and within(other, one))
