"""In which order a grader is asked, what is asked of it twice, and when it is given up (CONF-13).

Nothing about the place of a check tells what is right: the order is shuffled with a seed that the report names and a
grader cannot guess, and the checks of a case lie apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from gradespec.corpus.model import Check
from gradespec.judge import Outcome
from gradespec.pool import AGAIN, Pool
from gradespec.run import at_the_end, check_one

TWICE: Final = 0.03  # the share of the checks that is asked once more at the end
PATIENCE: Final = 20  # checks in a row without an answer, each tried twice, after which a grader is given up
UNSTARTED: Final = 3  # the same for checks that could not be asked, since the grader did not start


class GivenUp(Exception):
    """The grader is not asked any further; the message says why."""


def shuffled(checks: Sequence[Check], seed: int) -> list[Check]:
    """The checks in the order of `seed`: those of a case at even distances, in any order among themselves."""
    random, sizes = Random(seed), Counter(check.case for check in checks)
    mixed = random.sample(list(checks), len(checks))
    start = {case: random.random() for case in sizes}
    met: Counter[str] = Counter()
    places: dict[str, float] = {}
    for check in mixed:
        places[check.id] = (met[check.case] + start[check.case]) / sizes[check.case]
        met[check.case] += 1
    return sorted(mixed, key=lambda check: places[check.id])


def asked_twice(checks: Sequence[Check], seed: int) -> list[Check]:
    """The checks that are asked again at the end, in another order: a sample of them."""
    return Random(seed + 1).sample(list(checks), int(TWICE * len(checks)))


@dataclass
class _Patience:
    """How many checks in a row had no answer, or could not be asked."""

    lost: int = 0
    unstarted: int = 0

    def see(self, outcome: Outcome) -> None:
        """Count one. Raises `GivenUp`."""
        self.unstarted = 0 if outcome.asked else self.unstarted + 1
        self.lost = self.lost + 1 if outcome.kind in AGAIN else 0
        if self.unstarted >= UNSTARTED:
            raise GivenUp(outcome.why)
        if self.lost >= PATIENCE:
            raise GivenUp(f"{PATIENCE} checks in a row without an answer, the last: {outcome.why}")


def outcomes(pool: Pool, checks: Sequence[Check], seed: int) -> Iterator[Outcome]:
    """The outcomes of the checks as they come; of one whose second verdict is another, there is a second one.

    So there is of what shows only at the end. What could not be asked has no outcome. Raises `GivenUp` at the end where
    the grader had to be given up.
    """
    last: Outcome | None = None
    why: GivenUp | None = None
    try:
        for last in _asked(pool, checks, seed):
            yield last
    except GivenUp as given_up:
        why = given_up
    yield from at_the_end(pool, last)
    if why:
        raise why


def _asked(pool: Pool, checks: Sequence[Check], seed: int) -> Iterator[Outcome]:
    patience = _Patience()
    found: dict[str, Outcome] = {}
    with closing(pool.map(partial(check_one, pool), shuffled(checks, seed))) as replies:
        for outcome in replies:
            if outcome.asked:
                found[outcome.check] = outcome
                yield outcome
            patience.see(outcome)
    answered = [check for check in checks if check.id in found and found[check.id].kind not in AGAIN]
    with closing(pool.map(partial(check_one, pool), asked_twice(answered, seed))) as replies:
        for again in replies:
            patience.see(again)
            if again.asked and again.kind != found[again.check].kind:
                yield _worse(found[again.check], again)


def _worse(first: Outcome, again: Outcome) -> Outcome:
    """A verdict that is not the same twice is no verdict to rely on: the one that fails counts."""
    told = f"{first.kind} at first, {again.kind} when asked again"
    return replace(again if again.failed else first, flaky=told.replace("_", " "))
