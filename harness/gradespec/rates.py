"""Shares with their 95 % intervals, and those by which a grader is judged: how often it is wrong, and in which way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log10, sqrt
from typing import Any, Final

from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, UNSUPPORTED, WRONG_EXTRACTION, Outcome

#: The quantile of the normal distribution that leaves 2.5 % above it: both sides leave 95 % between them.
Z: Final = 1.959963984540054
#: Percent from which on one digit shows that it is more than nothing.
LEAST: Final = 0.05
#: The lists of a case whose checks ask for a text or a list of texts, and not for a verdict.
_ASKING_WHAT: Final = ("extract", "parse")


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `of`, as a share from 0 to 1 with its 95 % interval; no share where nothing was asked."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """The share that was seen."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's score interval, which holds for rare events and small numbers, too: 0 of 100 gives 0 to 3.7 %."""
        return wilson(self.count, self.of) if self.of else None

    def as_json(self) -> dict[str, Any]:
        """Count, total, share and interval as plain JSON values."""
        return {"count": self.count, "of": self.of, "rate": self.share, "interval": self.interval}

    @property
    def brief(self) -> str:
        """The share with its interval in as few digits as tell them apart: ``18 (17–20)``, ``<0.1 (0–0.1)``."""
        if self.share is None or self.interval is None:
            return "n/a"
        low, high = self.interval
        share = "<0.1" if 0 < 100 * self.share < LEAST else _brief(100 * self.share)
        return f"{share} ({_brief(100 * low)}–{_brief(_upper(100 * high))})"

    def __str__(self) -> str:
        """The share with its interval, in percent: ``3.4 (2.7–4.4)``."""
        if self.share is None:
            return "–"
        share, low, high = self.percents
        return f"{share} ({low}–{high})"

    @property
    def percents(self) -> tuple[str, str, str]:
        """The share and the ends of its interval, in as many digits as tell the ends apart, but one at least."""
        if self.share is None or self.interval is None:
            return "–", "", ""
        low, high = self.interval
        digits = max(1, ceil(-log10(50 * (high - low))))  # half of the interval is a unit of the last, or more
        share, low_end, high_end = (f"{100 * number:.{digits}f}" for number in (self.share, low, high))
        return share, low_end, high_end


def one_digit(share: float) -> str:
    """A share in percent, with one digit: ``3.4``, and ``< 0.1`` for what is little and not nothing."""
    return "< 0.1" if 0 < 100 * share < LEAST else f"{100 * share:.1f}"


def whole_percent(share: float) -> str:
    """A share in whole percent: ``61 %``, and ``< 1 %`` for what is little and not nothing."""
    return "< 1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def _brief(percent: float) -> str:
    return f"{percent:.0f}" if percent >= 9.95 or percent < LEAST else f"{percent:.1f}"


def _upper(percent: float) -> float:
    """The upper end of an interval as it is shown: it is never nothing, so it is rounded up where it would be."""
    return max(percent, 0.1) if percent < LEAST else percent


def wilson(count: int, of: int, z: float = Z) -> tuple[float, float]:
    """The score interval of Wilson (1927) for `count` successes `of` trials, both from 0 to 1."""
    share, square = count / of, z * z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else middle - half  # exactly so; floating point may differ in the last digit
    return low, 1.0 if count == of else middle + half


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a grader is wrong where it can be wrong in that way; what it does not support counts nowhere.

    `false_accepts` are of all verdicts that must reject, `false_rejects` of all that must accept, and
    `wrong_extractions` of all texts to be extracted or parsed. `unsupported` are of all that was asked.
    """

    false_accepts: Rate
    false_rejects: Rate
    wrong_extractions: Rate
    unsupported: Rate

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Rates:
        """The rates of `outcomes`."""
        found = {kind: [0, 0] for kind in (FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION, UNSUPPORTED)}
        for outcome in outcomes:
            kind = could_be(outcome)
            found[UNSUPPORTED][0] += outcome.kind == UNSUPPORTED
            found[UNSUPPORTED][1] += 1
            if outcome.kind != UNSUPPORTED:
                found[kind][0] += outcome.kind == kind
                found[kind][1] += 1
        return cls(*(Rate(*counted) for counted in found.values()))

    def as_json(self) -> dict[str, Any]:
        """Each rate as plain JSON values."""
        return {name: getattr(self, name).as_json() for name in self.__slots__}


def could_be(outcome: Outcome) -> str:
    """The wrong answer that the check of `outcome` can have: a false accept, a false reject or a wrong extraction."""
    if outcome.check.rpartition("#")[2].partition("-")[0] in _ASKING_WHAT or outcome.side == "value":
        return WRONG_EXTRACTION
    return FALSE_REJECT if outcome.side == "accept" else FALSE_ACCEPT
