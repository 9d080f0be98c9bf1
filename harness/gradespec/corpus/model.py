"""The corpus in memory: cases, and the checks that they come down to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from gradespec.corpus.texts import CANARY, VALUE, WORD, Text, expand

Op = Literal["verify", "grade", "extract", "parse"]
Form = Literal["equivalence", "golds", "extraction", "grading", "modes"]
Side = Literal["accept", "reject", "value"]

CORRECT: Final = "correct"
INCORRECT: Final = "incorrect"
UNGRADABLE: Final = "ungradable"


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a parsed list: an ``expression`` or a ``string``, in `spellings` that are all right."""

    kind: Literal["expression", "string"]
    spellings: tuple[Text, ...]


#: What a request carries in one field: a text, or a parsed list.
Payload = Text | tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class ExpectVerdict:
    """`verdict` is ``correct``, ``incorrect`` or ``ungradable``."""

    verdict: str


@dataclass(frozen=True, slots=True)
class ExpectAnswer:
    """Any of `spellings` or the same answer in another (CONF-12); none of them means that there is no answer (null)."""

    spellings: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class ExpectParsed:
    """These items in this order, each in one of its spellings."""

    items: tuple[Item, ...]


Expected = ExpectVerdict | ExpectAnswer | ExpectParsed


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a case of a sample was drawn as: the groups by which rates are estimated (CONF-11).

    `stratum` says how its answers were written (``plain``, ``rewritten``, ``responses``), `source` names the
    collection of its gold, and `kind` what sort of answer the gold is (``number``, ``interval``, ``text`` …).
    """

    stratum: str
    source: str
    kind: str


@dataclass(frozen=True)
class Check:
    """One question to a grader and what is right.

    `payload` holds the fields of the request: `gold` and `answer`, `gold` and `response`, or `response`, with
    texts not yet built. `options` is what it asks for, with `profile` among them where the case names one.
    """

    id: str
    op: Op
    payload: Mapping[str, Payload]
    expected: Expected
    clause: str | None
    options: Mapping[str, Any]
    file: Path
    line: int
    origin: str | None = None
    why: str | None = None
    reason: str | None = None
    sample: Sampled | None = None

    @property
    def case(self) -> str:
        """The id of the case: ``numbers/decimals/fraction-half``."""
        return self.id.partition("#")[0]

    @property
    def chapter(self) -> str:
        """The folder of the case: ``numbers``."""
        return self.id.partition("/")[0]

    @property
    def side(self) -> Side:
        """Whether a grader must say yes, must say no, or must say which."""
        if isinstance(self.expected, ExpectVerdict):
            return "accept" if self.expected.verdict == CORRECT else "reject"
        if isinstance(self.expected, ExpectAnswer):
            return "value" if self.expected.spellings else "reject"
        return "value" if self.expected.items else "reject"

    @property
    def has_canary(self) -> bool:
        """Whether the request names a file that must not exist afterwards."""
        return self._holds(CANARY)

    @property
    def has_value(self) -> bool:
        """Whether the request holds code whose value nobody can foresee."""
        return self._holds(WORD) and self._holds(VALUE)

    @property
    def length(self) -> int:
        """Characters of what is to be judged, the answer or the response as it is built; of a list, of its items."""
        request = self.request()
        given = request["answer"] if "answer" in request else request["response"]
        return len(given) if isinstance(given, str) else sum(len(text) for item in given for text in item.values())

    def _holds(self, placeholder: str) -> bool:
        return any(placeholder in text for payload in self.payload.values() for text in _strings(payload))

    @cached_property
    def digest(self) -> str:
        """Another one for whatever is asked, held to be right or tested otherwise: 12 hexadecimal digits."""
        told = (self.op, sorted(self.payload.items()), self.expected, self.clause, sorted(self.options.items()))
        drawn = repr(self.sample) if self.sample else ""
        return sha256((repr(told) + drawn).encode()).hexdigest()[:12]

    def request(self, canary: str | None = None) -> dict[str, Any]:
        """The protocol request without its id: texts built, with the path `canary` and its name as the word in them."""
        fields = {name: _spelled(value, canary) for name, value in self.payload.items()}
        return {"op": self.op, **fields, "options": dict(self.options)}


@dataclass(frozen=True)
class Case:
    """One behaviour from both sides. `id` is chapter and name: ``numbers/decimals/fraction-half``."""

    id: str
    form: Form
    clause: str | None
    checks: tuple[Check, ...]
    options: Mapping[str, Any]
    file: Path
    line: int
    origin: str | None = None
    why: str | None = None
    reason: str | None = None
    sample: Sampled | None = None


@dataclass(frozen=True)
class Corpus:
    """Cases in the order of their files, and the files they come from."""

    cases: tuple[Case, ...]
    files: tuple[Path, ...] = field(default=(), repr=False)

    @property
    def suite(self) -> Corpus:
        """What a grader conforms to: the cases that are of no sample."""
        return replace(self, cases=tuple(case for case in self.cases if case.sample is None))

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every check, in the order of the files."""
        return tuple(check for case in self.cases for check in case.checks)

    def __iter__(self) -> Iterator[Check]:
        return iter(self.checks)

    def __len__(self) -> int:
        return sum(len(case.checks) for case in self.cases)


def _spelled(payload: Payload, canary: str | None) -> Any:
    if isinstance(payload, tuple):
        return [{item.kind: expand(item.spellings[0], canary)} for item in payload]
    return expand(payload, canary)


def _strings(payload: Payload) -> Iterator[str]:
    """Every plain string that the payload is made of."""
    for text in (
        (spelling for item in payload for spelling in item.spellings) if isinstance(payload, tuple) else (payload,)
    ):
        yield from _pieces(text)


def _pieces(text: Text) -> Iterator[str]:
    if isinstance(text, str):
        yield text
        return
    for name in text.__slots__:
        value = getattr(text, name)
        for part in value if isinstance(value, tuple) else (value,):
            if not isinstance(part, int):
                yield from _pieces(part)
