"""The smallest pair that a grader still gets wrong in the same way.

The choices that made a pair are made fewer and smaller, as Hypothesis does it, and the pair is made and asked anew:
whatever comes out is a pair of the grammar, with a truth as certain as before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gradespec.fuzz import engine
from gradespec.fuzz.engine import EVERYTHING, Selection
from gradespec.fuzz.model import Pair

ASKED: Final = 2_000  # pairs that a failure is worth
SECONDS: Final = 10.0  # after which the smallest so far has to do

Made = tuple[int, ...]


@dataclass
class Shrinker:
    """Shrinks one failure: `still_fails` asks the grader. Until `deadline`, of the monotonic clock, at the latest."""

    still_fails: Callable[[Pair], bool]
    selection: Selection = EVERYTHING
    deadline: float = math.inf
    asked: int = 0

    def shrunk(self, pair: Pair) -> Pair:
        """The smallest pair found that fails like this one."""
        self._until = min(self.deadline, time.monotonic() + SECONDS)
        self._seen: set[Made] = set()
        best = pair
        while (better := self._better(best)) is not None:
            best = better
        return best

    def _better(self, pair: Pair) -> Pair | None:
        """The first smaller pair that fails, if there is one."""
        for made in _smaller(pair.made):
            if self.asked >= ASKED or time.monotonic() > self._until:
                return None
            if made in self._seen:
                continue
            self._seen.add(made)
            found = engine.replayed(made, self.selection)
            if found and found.size < pair.size and _alike(found, pair):
                self.asked += 1
                if self.still_fails(found):
                    return found
        return None


def _alike(found: Pair, pair: Pair) -> bool:
    return (found.subject, found.clause, found.equal) == (pair.subject, pair.clause, pair.equal)


def _smaller(made: Made) -> Iterator[Made]:
    """Sequences a step simpler: with a stretch left out or set to 0, or one number smaller."""
    for length in (8, 4, 2, 1):
        for start in range(len(made) - length, -1, -1):
            yield made[:start] + made[start + length :]
            if any(made[start : start + length]):
                yield made[:start] + (0,) * length + made[start + length :]
    for place, number in enumerate(made):
        for smaller in sorted({number // 10, number // 2, number - 1} - {number, -1}):
            yield (*made[:place], smaller, *made[place + 1 :])
