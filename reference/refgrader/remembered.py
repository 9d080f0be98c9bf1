"""What is worked out of one text again and again: a gold meets many answers, and several rules ask the same of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Generic, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def remembered(texts: int, longest: int) -> Callable[[F], F]:
    """Keep what a function finds of the last `texts` texts of at most `longest` characters; of a longer one, the last.

    What it finds is immutable and depends on its arguments alone: a text, and others that are hashable.
    """

    def of(find: F) -> F:
        short, long = lru_cache(maxsize=texts)(find), lru_cache(maxsize=1)(find)

        @wraps(find)
        def found(text: str, *rest: Hashable) -> Any:
            kept = short if len(text) <= longest else long
            return kept(text, *rest) if rest else kept(text)

        return cast(F, found)

    return of


class Once(Generic[T]):
    """What is worked out of an instance when it is first asked for, and stands in its dictionary from then on.

    Unlike `cached_property` it takes no lock, and mypyc does not take it for a `property`; see `remembering`.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name  # a compiled function does not know its own

    def __get__(self, instance: Any, owner: Any = None) -> T:
        found = instance.__dict__[self.name] = self.find(instance)
        return found


def remembering(kind: type[T]) -> type[T]:
    """A class with `Once`: where it is compiled, its instances have a dictionary as they have where it is not."""
    return kind
