"""What the rows come to, in memory that does not grow with them: counts, and the smallest examples of each cause.

A tally does not depend on the order of the rows, and tallies of parts of the rows, put together in any order, are the
tally of all: so it may be taken on many machines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from heapq import nsmallest
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple

from gradespec.audit.groups import Groups, digest
from gradespec.audit.transformation import transformation
from gradespec.golds import agree, kind_of_gold
from gradespec.rates import Rate
from gradespec.rows.decide import Finder
from gradespec.rows.model import MISSING, BadRow, Decided, Decision, Place, Row

EXAMPLES: Final = 3
ASKED: Final = 200  # causes about whose examples graders are asked again
BAD_ROWS: Final = 10  # that are shown
_MOST_CAUSES: Final = 5000
_MOST_GROUPS: Final = 5000
_MOST_GOLDS: Final = 100_000  # of questions; a question with all its golds comes under it, or another
_MOST_GOLDS_OF_ONE: Final = 8  # question, the most frequent ones
_LONGEST_GOLD: Final = 200  # characters of one that is compared with others
_TAIL: Final = 4_000  # characters of a response that an example keeps: its end, where the answer is
_HEAD: Final = 100  # characters of a question
OTHERS: Final = "(others)"
#: Verdicts of the reference by which it does not say that the answer is wrong, but that it does not know better: it
#: could not read the answer, met a limit, or found other words than those of the gold.
_UNSURE: Final = re.compile(r"READ-|LIM-|RUN-|TXT-9$")
_DETAIL: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|(?<![\w:-])\d[\d.,]*")


class Example(NamedTuple):
    """A row as it is shown. `detail` is the reference's reason, or what else there is to say.

    `found` is what other graders find in the response, by their names: see `ask_for_answers`.
    """

    place: Place
    id: str
    gold: str
    answer: str | None
    response: str
    detail: str
    found: tuple[tuple[str, str | None], ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """What makes it easier to look at than another: little to read."""
        return len(self.gold) + len(self.answer or ""), len(self.response)

    @property
    def order(self) -> tuple[Any, ...]:
        """The smallest first, then by text, so that it does not matter which came first."""
        return self.size, self.gold, self.answer or "", self.response, self.place, self.id, self.detail


@dataclass
class Examples:
    """How many there are, and the smallest of them."""

    count: int = 0
    smallest: list[Example] = field(default_factory=list)

    def add(self, example: Example, count: int = 1) -> None:
        """Count it, and keep it if it is among the smallest."""
        self.count += count
        if len(self.smallest) < EXAMPLES or example.size <= self.smallest[-1].size:
            self.smallest = nsmallest(EXAMPLES, (*self.smallest, example), _order)

    def merge(self, other: Examples) -> None:
        """Count what `other` has counted."""
        self.count += other.count
        self.smallest = nsmallest(EXAMPLES, (*self.smallest, *other.smallest), _order)


def _order(example: Example) -> tuple[Any, ...]:
    return example.order


class Cause(NamedTuple):
    """What disagreements have in common: the verdicts, in the order of the columns, and why the reference says so."""

    verdicts: tuple[str, ...]
    clause: str
    reason: str
    gold: str
    transformation: str

    @property
    def unsure(self) -> bool:
        """Whether the reference does not accept the answer because it does not understand it."""
        return is_unsure(self.verdicts[0], self.clause)

    def said(self, names: Sequence[str]) -> str:
        """Who of the columns with these names says what, those together who say the same."""
        said = zip(names, self.verdicts, strict=True)
        by_verdict = groupby(sorted(said, key=lambda one: self.verdicts.index(one[1])), key=lambda one: one[1])
        return "; ".join(f"{verdict}: {', '.join(name for name, _ in who)}" for verdict, who in by_verdict)


def is_unsure(verdict: str, clause: str) -> bool:
    """Whether a verdict of the reference says that it does not know, and not that the answer is another."""
    return verdict == "incorrect" and _UNSURE.match(clause) is not None


@dataclass
class Column:
    """What one grader, or what was recorded, comes to. Missed and false ones are by the reference's verdicts.

    `unsure` are those of `false` at which the reference did not understand the answer.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    judged: int = 0
    false: int = 0
    missed: int = 0
    unsure: int = 0

    def add(self, own: str, reference: Decision) -> None:
        """Count one verdict beside the reference's."""
        self.verdicts[own] += 1
        if own in MISSING or own == "ungradable" or reference.verdict not in ("correct", "incorrect"):
            return
        self.judged += 1
        if own != reference.verdict:
            self.false += own == "correct"
            self.missed += own == "incorrect"
            self.unsure += own == "correct" and is_unsure(reference.verdict, reference.clause)

    def merge(self, other: Column) -> None:
        """Count what `other` has counted."""
        self.verdicts += other.verdicts
        self.judged += other.judged
        self.false += other.false
        self.missed += other.missed
        self.unsure += other.unsure

    @property
    def false_rewards(self) -> Rate:
        """Of all rows with both verdicts, those that it rewards and the reference does not."""
        return Rate(self.false, self.judged)

    @property
    def missed_rewards(self) -> Rate:
        """Of all rows with both verdicts, those that the reference rewards and it does not."""
        return Rate(self.missed, self.judged)

    @property
    def accuracy(self) -> Rate:
        """Of all rows, those that it rewards."""
        return Rate(self.verdicts["correct"], sum(self.verdicts.values()))


@dataclass
class Part:
    """The rows with one value of the field that ``--by`` names."""

    columns: tuple[Column, ...]
    rows: int = 0
    differ: int = 0

    @classmethod
    def of(cls, columns: int) -> Part:
        """No rows, with so many columns."""
        return cls(tuple(Column() for _ in range(columns)))

    def merge(self, other: Part) -> None:
        """Count what `other` has counted."""
        self.rows += other.rows
        self.differ += other.differ
        for own, its in zip(self.columns, other.columns, strict=True):
            own.merge(its)


class Asked(NamedTuple):
    """A question as a row asks it, and its golds."""

    place: Place
    id: str
    golds: tuple[str, ...]
    question: str


@dataclass
class Gold:
    """How many rows ask a question with the same golds, and the first of them."""

    count: int = 0
    first: Asked | None = None

    def add(self, asked: Asked, count: int = 1) -> None:
        """Count it."""
        self.count += count
        self.first = asked if self.first is None else min(self.first, asked)

    def merge(self, other: Gold) -> None:
        """Count what `other` has counted."""
        if other.first:
            self.add(other.first, other.count)


@dataclass
class Tally:
    """What the rows have come to. The first of `names` is the reference; others are graders and what is recorded."""

    names: tuple[str, ...]
    rows: int = 0
    bad: int = 0
    bad_rows: list[BadRow] = field(default_factory=list)
    differ: int = 0
    columns: tuple[Column, ...] = ()
    tables: dict[tuple[int, int], Counter[tuple[str, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.columns = tuple(Column() for _ in self.names)
        self.tables = {pair: Counter() for pair in combinations(range(len(self.names)), 2)}
        self.causes: Groups[Cause, Examples] = Groups(_MOST_CAUSES, Examples, _other_cause)
        self.parts: Groups[str, Part] = Groups(_MOST_GROUPS, partial(Part.of, len(self.names)), _others)
        self.ungradable: Groups[str, Examples] = Groups(_MOST_CAUSES, Examples, _others)
        self._golds: Groups[int, Gold] = Groups(_MOST_GOLDS, Gold, _other_gold, abs)

    @property
    def missing(self) -> int:
        """How many verdicts are missing: errors, timeouts, crashes, what is not supported."""
        return sum(column.verdicts[kind] for column in self.columns for kind in MISSING)

    @property
    def largest(self) -> list[tuple[Cause, Examples]]:
        """The causes, the most frequent first."""
        return sorted(self.causes.items(), key=lambda item: (-item[1].count, item[0]))

    def ask_for_answers(self, finders: Mapping[str, Finder]) -> None:
        """Have the examples of the most frequent causes say which answers these graders find in them.

        None is asked about a row that it did not come to a verdict on.
        """
        for cause, found in self.largest[:ASKED]:
            verdicts = dict(zip(self.names, cause.verdicts, strict=True))
            asked = [(name, find) for name, find in finders.items() if verdicts[name] not in MISSING]
            found.smallest = [
                one._replace(found=tuple((name, find(one.response)) for name, find in asked)) for one in found.smallest
            ]

    @property
    def contradictions(self) -> Examples:
        """Rows whose gold is no answer to the most frequent gold of their question, nor the other way round."""
        found = Examples()
        kept = (item for item in self._golds.items() if item[0] != _OTHER_GOLD)
        for _, items in groupby(kept, lambda item: item[0] >> _BITS):
            told = sorted((-gold.count, gold.first.golds, gold.first) for _, gold in items if gold.first)
            (_, usual, first), *others = told[:_MOST_GOLDS_OF_ONE]
            for count, golds, one in others:
                if not _agree(usual, golds):
                    detail = f"{first.place} has another gold for the same question: {' or '.join(usual)[:60]!r}"
                    found.add(Example(one.place, one.id, " or ".join(golds), None, one.question, detail), -count)
        return found

    def merge(self, other: Tally) -> None:
        """Count what `other`, a tally of other rows with the same names, has counted."""
        self.rows += other.rows
        self.bad += other.bad
        self.bad_rows = nsmallest(BAD_ROWS, (*self.bad_rows, *other.bad_rows), _where)
        self.differ += other.differ
        for own, its in zip(self.columns, other.columns, strict=True):
            own.merge(its)
        for pair, counts in other.tables.items():
            self.tables[pair] += counts
        self.causes.merge(other.causes)
        self.parts.merge(other.parts)
        self.ungradable.merge(other.ungradable)
        self._golds.merge(other._golds)

    def add(self, found: Decided) -> None:
        """Count one row."""
        row = found.row
        if isinstance(row, BadRow):
            self.bad += 1
            self.bad_rows = nsmallest(BAD_ROWS, (*self.bad_rows, row), _where)
            return
        self.rows += 1
        verdicts = tuple(decision.verdict for decision in found.decisions)
        reference = found.decisions[0]
        differ = len(set(verdicts)) > 1 and reference.verdict != "ungradable"
        parts = (self.columns, self._part(row.group, differ)) if row.group else (self.columns,)
        for columns in parts:
            for column, verdict in zip(columns, verdicts, strict=True):
                column.add(verdict, reference)
        for one, other in self.tables:
            self.tables[one, other][verdicts[one], verdicts[other]] += 1
        if differ:
            self.differ += 1
            self.causes.of(cause_of(row.golds, verdicts, reference)).add(_example(row, reference))
        elif reference.verdict == "ungradable":
            self.ungradable.of(_sort(reference.reason)).add(_example(row, reference))
        if row.question and len(row.gold) <= _LONGEST_GOLD:
            key = digest(row.question) << _BITS | digest(repr(row.golds))
            self._golds.of(key).add(Asked(row.place, row.id, row.golds, row.question[:_HEAD]))

    def _part(self, name: str, differ: bool) -> tuple[Column, ...]:
        part = self.parts.of(name)
        part.rows += 1
        part.differ += differ
        return part.columns


def _where(row: BadRow) -> tuple[Place, str, str]:
    return row.place, row.why, row.id


def _others(_: str) -> str:
    return OTHERS


def _other_cause(cause: Cause) -> Cause:
    return Cause(cause.verdicts, "", OTHERS, "", "")


_BITS: Final = 64
_OTHER_GOLD: Final = -1


def _other_gold(_: int) -> int:
    return _OTHER_GOLD


@lru_cache(maxsize=1 << 16)
def _agree(ones: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether some gold of the ones is an answer to one of the others, or the other way round."""
    return any(agree(one, other) for one in ones for other in others)


def cause_of(golds: Sequence[str], verdicts: Sequence[str], reference: Decision) -> Cause:
    """What a row with these golds is put down to, on which the verdicts differ."""
    return Cause(
        tuple(verdicts),
        reference.clause,
        _sort(reference.reason),
        kind_of_gold(golds[0]),
        transformation(golds, reference.answer),
    )


def _example(row: Row, decision: Decision) -> Example:
    return Example(row.place, row.id, row.gold[:_TAIL], decision.answer, row.response[-_TAIL:], decision.reason)


def _sort(reason: str) -> str:
    """A reason without what is of one row alone: quoted texts and numbers."""
    return _DETAIL.sub("…", reason)


@dataclass(frozen=True, slots=True)
class Table:
    """Two columns beside each other, where both have a verdict: how often which of them says correct."""

    both: int
    first: int
    second: int
    neither: int
    without: int

    @classmethod
    def of(cls, counts: Counter[tuple[str, str]]) -> Table:
        """The table of pairs of verdicts. What is ungradable has no verdict here."""
        found = {(a, b): counts[a, b] for a in _TOLD for b in _TOLD}
        told = sum(found.values())
        correct, incorrect = _TOLD
        return cls(
            found[correct, correct],
            found[correct, incorrect],
            found[incorrect, correct],
            found[incorrect, incorrect],
            counts.total() - told,
        )

    @property
    def told(self) -> int:
        """Rows on which both have a verdict."""
        return self.both + self.first + self.second + self.neither

    @property
    def agree(self) -> Rate:
        """How often they say the same."""
        return Rate(self.both + self.neither, self.told)


_TOLD: Final = ("correct", "incorrect")
