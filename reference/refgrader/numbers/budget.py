"""What one verdict may spend on computing: so much for each comparison, and so much for all of it (LIM-13)."""

from __future__ import annotations

from typing import Final

from flint import ctx, fmpq

from refgrader.limits import MAX_STEPS, MAX_WORK, PRECISION, LimitReached
from refgrader.numbers.functions import Number

#: Bits of an exact value from which arithmetic with it takes longer than a step.
LONG: Final = 1_500
#: Bits of an exact value from which what is made of it may differ from another value past all usual digits (LIM-7).
_NOTED: Final = PRECISION // 2


class Budget:
    """The steps that one verdict may still take: one for each operation that is carried out, more for long ones.

    `left` are those of the comparison at hand, `rest` those of the verdict beyond it; `begin` turns to the next
    comparison, so that neither many members nor many elements make a verdict dearer than `MAX_WORK`.

    While `real`, what is not a real number is undefined (EXPR-4). While `exacting`, a term that is lost beside a larger
    one for want of digits is a limit met, not a term that may be left out (LIM-7). While `nearing` the point of a
    limit, a power that is too small for all else is a ball around nought. `longest`: the bits of the longest exact
    value that was met, none where all were short. `free`: names that the compared expressions leave open; a sum whose
    bounds they turn around has no value (EXPR-21). `known`: what sums and integrals without symbols came to, so that a
    list that is compared in every order works each out once.
    """

    __slots__ = ("exacting", "free", "known", "left", "longest", "nearing", "real", "rest")

    def __init__(self, work: int = MAX_WORK) -> None:
        self.rest = work
        self.left = 0
        self.longest = 0
        self.real = self.exacting = self.nearing = False
        self.free: frozenset[str] = frozenset()
        self.known: dict[object, Number] = {}
        self.begin()

    def begin(self) -> Budget:
        """This budget, with the steps of a new comparison to spend."""
        self.rest += self.left
        self.left = min(MAX_STEPS, self.rest)
        self.rest -= self.left
        return self

    @property
    def remaining(self) -> int:
        """The steps that the verdict may still take; less than none where it took too many."""
        return self.left + self.rest

    def spend(self, steps: int) -> None:
        """Take `steps`. Raises `LimitReached` where none are left."""
        self.left -= steps
        if self.left < 0:
            raise self.spent()

    def charge(self, steps: int) -> None:
        """Take `steps` that were spent on reading a text that is remembered; the next to be taken may raise."""
        self.rest -= steps

    def spent(self) -> LimitReached:
        """The limit that is met where no steps are left."""
        return LimitReached("steps", MAX_STEPS) if self.rest > 0 else LimitReached("work", MAX_WORK)

    def weigh(self, left: Number, right: Number) -> None:
        """Take the steps that arithmetic with two exact values costs where they are long: in proportion to both."""
        if isinstance(left, fmpq) and isinstance(right, fmpq) and (bits := left.height_bits()) > _NOTED:
            self.longest = max(self.longest, bits)
            if bits > LONG:
                self.spend(int(bits * right.height_bits() >> 21))

    def refine(self, price: int) -> None:
        """Take the steps for a function whose digits are computed one after the other, at the precision in force."""
        self.spend(price * (1 + (ctx.prec * ctx.prec >> 17)))
