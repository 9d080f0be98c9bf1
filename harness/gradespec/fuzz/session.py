"""Asking a grader pairs, and counting what it makes of them."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from gradespec.fuzz import engine
from gradespec.fuzz.case import as_check
from gradespec.fuzz.engine import EVERYTHING, Selection
from gradespec.fuzz.model import Pair
from gradespec.fuzz.shrink import Shrinker
from gradespec.judge import FAILED, UNSUPPORTED, Outcome
from gradespec.pool import Pool
from gradespec.run import check_one, outcomes

KEPT: Final = 3  # failures of each group that are kept, the smallest

#: What failures are grouped by: the outcome's kind, the operator, the clause.
Group = tuple[str, str, str]


SORTS: Final = ("kinds", "operators", "endings", "notations", "clauses")


def generated(pair: Pair) -> dict[str, Iterable[str]]:
    """The names of what the pair is made of, by sort."""
    return {
        "kinds": (pair.kind,),
        "operators": (f"{pair.kind}: {pair.operator}",),
        "endings": (pair.ending,) if pair.ending else (),
        "notations": pair.notations,
        "clauses": {pair.clause, *pair.also},
    }


@dataclass(frozen=True, slots=True)
class Failure:
    """A pair that the grader got wrong: the number of the pair it was found as, and what became of it."""

    index: int
    pair: Pair
    outcome: Outcome

    @property
    def group(self) -> Group:
        """What other failures it goes with."""
        return (self.outcome.kind, self.pair.subject, self.pair.clause)


@dataclass
class Tally:
    """What was asked so far, and what came of it."""

    asked: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    by_kind: Counter[tuple[str, str]] = field(default_factory=Counter)
    sides: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_group: Counter[Group] = field(default_factory=Counter)
    generated: dict[str, Counter[str]] = field(default_factory=lambda: {sort: Counter() for sort in SORTS})
    failures: dict[Group, list[Failure]] = field(default_factory=dict)

    def add(self, index: int, pair: Pair, outcome: Outcome) -> None:
        """Count one pair."""
        self.asked += 1
        self.outcomes[outcome.kind] += 1
        self.by_kind[pair.kind, outcome.kind] += 1
        if outcome.kind != UNSUPPORTED:
            self.sides[pair.kind, outcome.side] += 1
        self.by_group[outcome.kind, pair.subject, pair.clause] += 1
        for sort, names in generated(pair).items():
            self.generated[sort].update(names)
        if outcome.kind in FAILED:
            self._keep(Failure(index, pair, outcome))

    def _keep(self, failure: Failure) -> None:
        found = self.failures.setdefault(failure.group, [])
        found.append(failure)
        found.sort(key=lambda one: one.pair.size)
        del found[KEPT:]

    @property
    def failed(self) -> int:
        """How many pairs the grader got wrong, in whatever way."""
        return sum(count for kind, count in self.outcomes.items() if kind in FAILED)


def asked(
    pool: Pool, seed: int, indices: Iterable[int], selection: Selection = EVERYTHING
) -> Iterator[tuple[int, Pair, Outcome]]:
    """Every pair of the numbers with what the grader makes of it, in order."""
    made: deque[tuple[int, Pair]] = deque()

    def remembered() -> Iterator[tuple[int, Pair]]:
        for index, pair in engine.pairs(seed, indices, selection):
            made.append((index, pair))
            yield index, pair

    checks = (as_check(pair, index) for index, pair in remembered())
    for outcome in outcomes(pool, checks):
        yield (*made.popleft(), outcome)


def smallest(failures: dict[Group, list[Failure]]) -> list[Failure]:
    """The smallest failure of each group as it was found; the smallest first."""
    return sorted((found[0] for found in failures.values()), key=lambda failure: failure.pair.size)


def shrunk(
    failures: dict[Group, list[Failure]], ask: Callable[[Pair], Outcome], selection: Selection, seconds: float
) -> list[Failure]:
    """One failure of each group, the smallest that can be found in the time for all; the smallest first.

    What fails as a response and fails no less as a bare answer is counted as the latter.
    """
    deadline = time.monotonic() + seconds
    found: dict[Group, Failure] = {}
    for group in failures.values():
        failure = _shrunk(_bare(group[0], ask, selection), ask, selection, deadline)
        known = found.get(failure.group)
        if known is None or failure.pair.size < known.pair.size:
            found[failure.group] = failure
    return sorted(found.values(), key=lambda failure: failure.pair.size)


def _bare(failure: Failure, ask: Callable[[Pair], Outcome], selection: Selection) -> Failure:
    if failure.pair.op != "grade":
        return failure
    place, equal, operator, _, *rest = failure.pair.made
    bare = engine.replayed((place, equal, operator, 0, *rest), selection)
    if bare is None or bare.equal != failure.pair.equal:
        return failure
    outcome = ask(bare)
    return replace(failure, pair=bare, outcome=outcome) if outcome.kind == failure.outcome.kind else failure


def _shrunk(failure: Failure, ask: Callable[[Pair], Outcome], selection: Selection, deadline: float) -> Failure:
    pair = Shrinker(lambda pair: ask(pair).kind == failure.outcome.kind, selection, deadline).shrunk(failure.pair)
    if pair is failure.pair:
        return failure
    return replace(failure, pair=pair, outcome=ask(pair))


def asker(pool: Pool) -> Callable[[Pair], Outcome]:
    """Something that asks the pool one pair."""
    return lambda pair: check_one(pool, as_check(pair, 0))
