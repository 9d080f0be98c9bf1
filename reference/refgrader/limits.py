"""The bounds of the reference grader: counts, never clocks (LIM). Past a bound nothing is accepted but identity."""

from __future__ import annotations

from typing import Final

MAX_RESPONSE: Final = 2_000_000
MAX_CHARACTERS: Final = 10_000
MAX_TOKENS: Final = 4_000
MAX_DEPTH: Final = 100
#: Calls of the parser's loop within one another: operators between the brackets that MAX_DEPTH counts.
MAX_CALLS: Final = 310
MAX_DIGITS: Final = 10_000
#: Binary digits of 10^MAX_DIGITS.
MAX_BITS: Final = MAX_DIGITS * 3_322 // 1_000
#: Binary digits to which values are told apart that cannot be compared exactly: 300 decimal ones.
PRECISION: Final = 1_024
#: Natural logarithm of a value that is only enclosed: of 10^(10^15).
MAX_MAGNITUDE: Final = 2_302_585_092_994_046
MAX_FACTORIAL: Final = 10_000
MAX_POWER: Final = 10_000
MAX_TERMS: Final = 1_000
MAX_ELEMENTS: Final = 200
MAX_SIGNS: Final = 64
MAX_ENTRIES: Final = 400
MAX_NAMES: Final = 50
#: Evaluations of the integrand of one definite integral.
MAX_INTEGRAND: Final = 1_500
#: Operations in one comparison, and in one verdict.
MAX_STEPS: Final = 60_000
MAX_WORK: Final = 165_000


class Unreadable(Exception):
    """The text is not an answer that the grammar knows; the message says what stood in the way (READ)."""


class AtOdds(Unreadable):
    """What was read says that two different values are one: it gives none, however else it may be read (REL-12)."""


class LimitReached(Unreadable):
    """A bound of this module was met; the message names it as chapter 10 does: ``limit:depth`` (LIM-3)."""

    def __init__(self, name: str, bound: int) -> None:
        self.name = name
        super().__init__(f"limit:{name} is {bound:,}")

    @property
    def ends_the_verdict(self) -> bool:
        """Whether what all of a verdict shares is spent, and not only a value at one point out of reach."""
        return self.name in ("steps", "work")
