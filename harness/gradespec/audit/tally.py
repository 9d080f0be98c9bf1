"""What the rows come to, in memory that does not grow with them: counts, and the smallest examples of each cause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby
from typing import Final, NamedTuple

from gradespec.audit.transformation import transformation
from gradespec.golds import agree, kind_of_gold
from gradespec.rates import Rate
from gradespec.rows.model import MISSING, BadRow, Decided, Decision, Place, Row

EXAMPLES: Final = 3
BAD_ROWS: Final = 10  # that are shown
_MOST_CAUSES: Final = 1000
_MOST_GROUPS: Final = 200
_MOST_QUESTIONS: Final = 100_000  # whose golds are compared
_LONGEST_GOLD: Final = 200  # characters of one that is compared with others
_TAIL: Final = 600  # characters of a response that an example keeps: its end, where the answer is
OTHERS: Final = "(others)"
#: Verdicts of the reference by which it does not say that the answer is wrong, but that it does not know better: it
#: could not read the answer, met a limit, or found other words than those of the gold.
_UNSURE: Final = re.compile(r"READ-|LIM-|RUN-|TXT-9$")
_DETAIL: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|(?<![\w:-])\d[\d.,]*")


class Example(NamedTuple):
    """A row as it is shown. `detail` is the reference's reason, or what else there is to say."""

    place: Place
    id: str
    gold: str
    answer: str | None
    response: str
    detail: str

    @property
    def size(self) -> tuple[int, int]:
        """What makes it easier to look at than another: little to read."""
        return len(self.gold) + len(self.answer or ""), len(self.response)


@dataclass
class Examples:
    """How many there are, and the smallest of them."""

    count: int = 0
    smallest: list[Example] = field(default_factory=list)

    def add(self, example: Example) -> None:
        """Count one, and keep it if it is among the smallest; of equals the first."""
        self.count += 1
        if len(self.smallest) == EXAMPLES and example.size >= self.smallest[-1].size:
            return
        self.smallest.append(example)
        self.smallest.sort(key=lambda one: one.size)
        del self.smallest[EXAMPLES:]


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
    causes: dict[Cause, Examples] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    ungradable: dict[str, Examples] = field(default_factory=dict)
    contradictions: Examples = field(default_factory=Examples)
    _golds: dict[int, tuple[tuple[str, ...], Place]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.columns = self._columns()
        self.tables = {pair: Counter() for pair in combinations(range(len(self.names)), 2)}

    def _columns(self) -> tuple[Column, ...]:
        return tuple(Column() for _ in self.names)

    @property
    def missing(self) -> int:
        """How many verdicts are missing: errors, timeouts, crashes, what is not supported."""
        return sum(column.verdicts[kind] for column in self.columns for kind in MISSING)

    @property
    def largest(self) -> list[tuple[Cause, Examples]]:
        """The causes, the most frequent first."""
        return sorted(self.causes.items(), key=lambda item: (-item[1].count, item[0]))

    def add(self, found: Decided) -> None:
        """Count one row."""
        row = found.row
        if isinstance(row, BadRow):
            self.bad += 1
            if len(self.bad_rows) < BAD_ROWS:
                self.bad_rows.append(row)
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
            self._examples(cause_of(row.golds, verdicts, reference)).add(_example(row, reference))
        elif reference.verdict == "ungradable":
            self._ungradable(_sort(reference.reason)).add(_example(row, reference))
        if row.question:
            self._compare_golds(row)

    def _part(self, name: str, differ: bool) -> tuple[Column, ...]:
        name = name if name in self.parts or len(self.parts) < _MOST_GROUPS else OTHERS
        part = self.parts.setdefault(name, Part(self._columns()))
        part.rows += 1
        part.differ += differ
        return part.columns

    def _examples(self, cause: Cause) -> Examples:
        if cause not in self.causes and len(self.causes) >= _MOST_CAUSES:
            cause = cause._replace(clause="", reason=OTHERS, gold="", transformation="")
        return self.causes.setdefault(cause, Examples())

    def _ungradable(self, reason: str) -> Examples:
        reason = reason if reason in self.ungradable or len(self.ungradable) < _MOST_CAUSES else OTHERS
        return self.ungradable.setdefault(reason, Examples())

    def _compare_golds(self, row: Row) -> None:
        """Golds of one question that contradict each other; only the hash of a question is kept."""
        if len(row.gold) > _LONGEST_GOLD:
            return
        key = hash(row.question)
        if key not in self._golds:
            if len(self._golds) < _MOST_QUESTIONS:
                self._golds[key] = row.golds, row.place
            return
        golds, place = self._golds[key]
        if golds != row.golds and not _agree(golds, row.golds):
            detail = f"{place} has another gold for the same question: {' or '.join(golds)[:60]!r}"
            self.contradictions.add(Example(row.place, row.id, row.gold, None, row.question[:_TAIL], detail))


@lru_cache(maxsize=1024)
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
