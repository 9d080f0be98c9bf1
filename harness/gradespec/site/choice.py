"""Which grader for what: three sentences of the first page, each with the rule by which it chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from gradespec.estimates import Estimate
from gradespec.rates import Rates, one_digit
from gradespec.site.board import Board, Grader

#: By how much the bar is lower where rates are of MUST checks, which are harder than what models write.
HARDER: Final = 0.25
#: Shares of right answers in words.
SHARES: Final = {0.75: "three quarters", 0.5: "half", 0.25: "a quarter"}
#: The share of the suite that a grader has to have an answer to.
SUPPORTED: Final = 0.5
#: The grader that is written beside the suite: its figures on it say little, so that the next one is named, too.
OWN: Final = "reference"


@dataclass(frozen=True)
class Choice:
    """`best` for a `purpose`, and `rule`, how it was chosen. `other` is the best that is not our own. Of both
    there is the figure that decides.

    `fit` is how many graders were to be chosen from: those that accept at least `bar` of what is right.
    """

    purpose: str
    rule: str
    best: Grader
    figure: str
    other: Grader | None
    other_figure: str
    fit: int
    bar: str


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
    def mean(self) -> float:
        return (self.false_accepts + self.false_rejects) / 2

    @property
    def executed(self) -> int:
        return sum(outcome.kind == "executed" for outcome in self.grader.outcomes.values())

    @property
    def seconds(self) -> float:
        return self.grader.quantile(0.5) or 0.0


class _Rule(NamedTuple):
    """How to choose for a `purpose`: in words, and by `key`, from those that accept at least `bar` of a sample.

    `figure` says of a candidate what decides.
    """

    purpose: str
    words: str
    bar: float
    key: Callable[[_Candidate], tuple[float, ...]]
    figure: Callable[[_Candidate], str]


_RULES: Final = (
    _Rule(
        "rewards",
        "a policy finds what is paid wrongly, so: executes nothing, then the lowest rate of false accepts",
        0.75,
        lambda one: (one.executed, one.false_accepts, one.false_rejects),
        lambda one: f"{one_digit(one.false_accepts)} % false accepts",
    ),
    _Rule(
        "benchmarks",
        "a score is off by errors of both kinds, so: the lowest mean of the two rates",
        0.75,
        lambda one: (one.mean,),
        lambda one: f"{one_digit(one.mean)} % wrong",
    ),
    _Rule(
        "speed",
        "the shortest median time for a check, in the run of its report",
        0.5,
        lambda one: (one.seconds, one.mean),
        lambda one: f"{1000 * one.seconds:.1f} ms",
    ),
)


def choices(board: Board) -> Iterator[Choice]:
    """A choice for each purpose, none where no grader is fit to be chosen."""
    for rule in _RULES:
        bar = rule.bar if sampled(board) else rule.bar - HARDER
        ordered = sorted(_candidates(board, bar), key=rule.key)
        others = [one for one in ordered if one.grader.report.name != OWN]
        if ordered:
            best = ordered[0]
            other = others[0] if others and best.grader.report.name == OWN else None
            yield Choice(
                rule.purpose,
                rule.words,
                best.grader,
                rule.figure(best),
                other.grader if other else None,
                rule.figure(other) if other else "",
                len(ordered),
                SHARES[bar],
            )


def best_first(board: Board) -> list[Grader]:
    """The graders by the mean of their two rates, the lowest first; those without rates last."""

    def mean(grader: Grader) -> float:
        rates = basis(grader, board)
        shares = (rates.false_accepts.share, rates.false_rejects.share)
        return 2.0 if None in shares else _Candidate(grader, rates).mean

    return sorted(board.graders, key=mean)


def basis(grader: Grader, board: Board) -> Estimate | Rates:
    """The rates that graders are chosen by: of the sample where every grader was asked it, else of MUST checks."""
    if sampled(board) and grader.sampled is not None:
        return grader.sampled
    return board.rates(grader)


def sampled(board: Board) -> bool:
    """Whether every grader was asked a sample, so that its rates can be compared."""
    return all(grader.sampled is not None for grader in board.graders)


def _candidates(board: Board, least: float) -> Iterator[_Candidate]:
    """The graders that have an answer to most checks, and accept at least so much of what is right."""
    for grader in board.graders:
        rates = basis(grader, board)
        tally = board.tally(grader, board.suite.checks)
        refused = rates.false_rejects.share
        if refused is not None and refused <= 1 - least and tally.supported >= SUPPORTED * tally.asked:
            yield _Candidate(grader, rates)
