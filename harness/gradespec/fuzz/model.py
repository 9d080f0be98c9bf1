"""The words of the fuzzer: kinds of objects, ways to write them, mistakes; and the pairs that they come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from gradespec.fuzz.choices import Choices

#: What may be put around a text: a `scalar` is one value, `math` any mathematics, `words` are words.
Family = Literal["scalar", "math", "words"]


@dataclass(frozen=True, slots=True)
class Operator:
    """What can be done to an object of a kind, and the clause that it tests.

    `make` takes the object and what it draws from, and returns None where it does not apply. Where it fits few objects
    of its kind, `draw` draws one that it fits.
    """

    name: str
    clause: str
    make: Callable[[Any, Any], Any]
    draw: Callable[[Choices], Any] | None = None


class Way(Operator):
    """Writes the object with a pen: as it is, or in another form."""


class Answer(Way):
    """Writes an answer, right or wrong, but no gold."""


class Right(Answer):
    """Writes a right answer: a wrong one has no such form, or it leaves out what only the gold tells."""


class Slip(Operator):
    """Writes a wrong text about the right object with a pen."""


class Mistake(Operator):
    """Makes another object of the right one, by choices."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of answer. `differ` says whether two objects are different answers for certain, however written."""

    name: str
    family: Family
    draw: Callable[[Choices], Any]
    ways: tuple[Way, ...]
    mistakes: tuple[Mistake, ...] = ()
    slips: tuple[Slip, ...] = ()
    differ: Callable[[Any, Any], bool] = lambda one, other: bool(one != other)

    @property
    def operators(self) -> tuple[Operator, ...]:
        """All that can be done to an object of the kind."""
        return (*self.ways, *self.mistakes, *self.slips)


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold and an answer, or a response, and the truth about them.

    `operator` is the way or the mistake that made the second from the first, `ending` how the response ends that it is
    in, and `clause` what the pair tests. `also` are the other clauses that the texts rest on, `notations` the signs
    that they are written with; `made` are the choices that made it.
    """

    kind: str
    operator: str
    clause: str
    gold: str
    given: str
    equal: bool
    ending: str = ""
    also: tuple[str, ...] = ()
    notations: frozenset[str] = frozenset()
    made: tuple[int, ...] = ()

    @property
    def op(self) -> Literal["verify", "grade"]:
        """What a grader is asked to do."""
        return "grade" if self.ending else "verify"

    @property
    def subject(self) -> str:
        """What a grader gets wrong that fails on it: the ending of a response, or the operator."""
        return self.ending or self.operator

    @property
    def given_as(self) -> str:
        """The field of the request that holds the second text."""
        return "answer" if self.op == "verify" else "response"

    @property
    def digest(self) -> str:
        """A name for the pair of texts: 8 hexadecimal digits."""
        return sha256(f"{self.op}\0{self.gold}\0{self.given}".encode()).hexdigest()[:8]

    @property
    def size(self) -> tuple[int, int, str]:
        """The order in which pairs are shown and shrunk: the shortest texts first."""
        return (len(self.gold) + len(self.given), len(self.made), self.gold + self.given)
