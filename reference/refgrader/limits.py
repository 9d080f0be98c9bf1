"""The bounds of the reference grader: counts, never clocks (LIM). A text past a bound is never accepted."""

from __future__ import annotations

from typing import Final

#: Characters of an answer or a gold (LIM-1).
MAX_CHARACTERS: Final = 10_000
#: Tokens of an answer or a gold.
MAX_TOKENS: Final = 4_000
#: Levels of brackets, fractions, roots and exponents within one another.
MAX_DEPTH: Final = 50
#: Digits of one written numeral.
MAX_DIGITS: Final = 5_000
#: Bits of an exact rational; larger values are compared as enclosures.
MAX_BITS: Final = 200_000
#: Binary exponent of a value compared as an enclosure.
MAX_EXPONENT: Final = 1 << 32
#: Terms of a finite sum or product.
MAX_TERMS: Final = 2_000
#: Elements of a collection or matrix.
MAX_ELEMENTS: Final = 500
#: Plus-minus signs in one expression; each doubles its values.
MAX_PLUS_MINUS: Final = 4
#: Evaluations of the integrand of one definite integral.
MAX_INTEGRAND: Final = 2_000
#: Node evaluations that one comparison may spend.
MAX_STEPS: Final = 100_000


class Unreadable(Exception):
    """The text is not an answer that the grammar knows; the message says what stood in the way (READ)."""


class LimitReached(Unreadable):
    """A bound of this module was met; the message names it (LIM)."""

    def __init__(self, what: str, bound: int) -> None:
        super().__init__(f"over the limit of {bound:,} {what}")
