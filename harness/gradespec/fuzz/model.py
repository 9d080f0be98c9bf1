"""The words of the fuzzer: kinds of objects, ways to write them, mistakes; and the pairs that they come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from gradespec.corpus.model import CORRECT, INCORRECT, Check, ExpectVerdict
from gradespec.fuzz.choices import Choices
from gradespec.fuzz.pen import Pen


class NotAsked(Exception):
    """No pair came of the choices, or none whose truth is certain."""


#: What may be put around a text: a `scalar` is one value, `math` any mathematics, `words` are words.
Family = Literal["scalar", "math", "words"]


#: What a way of writing is for: `ANY` text, a right or wrong `ANSWER` but no gold, or a `RIGHT` answer alone, since a
#: wrong one has no such form, or it leaves out what only the gold tells.
Use = Literal["any", "answer", "right"]
ANY: Final = "any"
ANSWER: Final = "answer"
RIGHT: Final = "right"


@dataclass(frozen=True, slots=True)
class Way:
    """A way to write an object, another form of it included; raises `Unwritable` where it has none for the object.

    Where it fits few objects of its kind, `draw` draws one that it fits; so with a `Slip`.
    """

    name: str
    clause: str
    write: Callable[[Any, Pen], str]
    use: Use = ANY
    draw: Callable[[Choices], Any] | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """Another object in place of the right one, or None where the mistake does not apply."""

    name: str
    clause: str
    change: Callable[[Any, Choices], Any]
    draw: Callable[[Choices], Any] | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong text about the right object; raises `Unwritable` where there is none."""

    name: str
    clause: str
    write: Callable[[Any, Pen], str]
    draw: Callable[[Choices], Any] | None = None


Operator = Way | Mistake | Slip


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

    def check(self, index: int) -> Check:
        """The pair as a check of the suite, to be asked and judged like any other."""
        side = "accept" if self.equal else "reject"
        return Check(
            id=f"fuzz/{self.kind}/{index}#{side}-1",
            op=self.op,
            payload={"gold": self.gold, self.given_as: self.given},
            expected=ExpectVerdict(CORRECT if self.equal else INCORRECT),
            clause=self.clause,
            options={},
            file=NOWHERE,
            line=0,
        )


NOWHERE: Final = Path("fuzz")
