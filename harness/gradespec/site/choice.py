"""Which grader for what: three sentences of the first page, each with the rule by which it chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gradespec.estimates import Estimate
from gradespec.rates import Rates
from gradespec.site.board import Board, Grader

#: The share of right answers that a grader has to accept before its speed or its care is worth anything: of the sample,
#: and of MUST checks, which are harder than what models write.
USABLE_ON_SAMPLE: Final = 0.75
USABLE: Final = 0.5
#: The share of the suite that a grader has to have an answer to.
SUPPORTED: Final = 0.5
#: The grader that is written beside the suite: its figures on it say little, so that the next one is named, too.
OWN: Final = "reference"


@dataclass(frozen=True)
class Choice:
    """`best` for a `purpose`, and `rule`, how it was chosen. `other` is the best that is not our own."""

    purpose: str
    rule: str
    best: Grader
    other: Grader | None


@dataclass(frozen=True)
class _Candidate:
    grader: Grader
    rates: Estimate | Rates

    @property
    def false_accepts(self) -> float:
        return self.rates.false_accepts.share or 0.0

    @property
    def false_rejects(self) -> float:
        return self.rates.false_rejects.share or 0.0

    @property
    def executed(self) -> int:
        return sum(outcome.kind == "executed" for outcome in self.grader.outcomes.values())

    @property
    def seconds(self) -> float:
        return self.grader.quantile(0.5) or 0.0


_RULES: Final[tuple[tuple[str, str, Callable[[_Candidate], tuple[float, ...]]], ...]] = (
    (
        "rewards",
        "a policy finds what is paid wrongly, so: executes nothing, then the lowest rate of false accepts",
        lambda one: (one.executed, one.false_accepts, one.false_rejects),
    ),
    (
        "benchmarks",
        "a score is off by errors of both kinds, so: the lowest mean of the two rates",
        lambda one: (one.false_accepts + one.false_rejects,),
    ),
    ("speed", "the shortest median time for a check, in the run of its report", lambda one: (one.seconds,)),
)


def choices(board: Board) -> Iterator[Choice]:
    """A choice for each purpose, none where no grader is fit to be chosen."""
    candidates = list(_candidates(board))
    for purpose, rule, key in _RULES:
        ordered = [one.grader for one in sorted(candidates, key=key)]
        others = [grader for grader in ordered if grader.report.name != OWN]
        if ordered:
            first_of_ours = ordered[0].report.name == OWN
            yield Choice(purpose, rule, ordered[0], others[0] if others and first_of_ours else None)


def basis(grader: Grader, board: Board) -> Estimate | Rates:
    """The rates that graders are chosen by: of the sample where every grader was asked it, else of MUST checks."""
    if sampled(board) and grader.sampled is not None:
        return grader.sampled
    return board.rates(grader)


def sampled(board: Board) -> bool:
    """Whether every grader was asked a sample, so that its rates can be compared."""
    return all(grader.sampled is not None for grader in board.graders)


def _candidates(board: Board) -> Iterator[_Candidate]:
    """The graders that have an answer to most checks, and accept most of what is right."""
    least = USABLE_ON_SAMPLE if sampled(board) else USABLE
    for grader in board.graders:
        rates = basis(grader, board)
        tally = board.tally(grader, board.suite.checks)
        refused = rates.false_rejects.share
        if refused is not None and refused <= 1 - least and tally.supported >= SUPPORTED * tally.asked:
            yield _Candidate(grader, rates)
