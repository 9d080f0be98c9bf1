"""Oscillations: an amplitude and a phase in the place of two constants of a general solution (EXPR-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Final

from flint import fmpq

from refgrader.compare.equations import degree
from refgrader.numbers.budget import Budget
from refgrader.numbers.features import features
from refgrader.numbers.same import surely_same
from refgrader.reading.substitution import replaced, substituted
from refgrader.reading.tree import ZERO, App, Node, Num, Sym, applies, minus, within

_OTHER: Final = {"cos": "sin", "sin": "cos"}
#: What stands in the place of the oscillation.
_WAVE: Final = Sym("□")


def without_phase(node: Node, known: Set[str], budget: Budget) -> Node:
    """``A\\cos(u - φ)`` as ``A\\cos u + φ\\sin u``: where each of A and φ stands there once, for all of them the same.

    Anything else as it stands; `known` are names that are no constants.
    """
    count = Counter(part.name for part in within(node) if isinstance(part, Sym))
    free = {name for name in features(node).names if count[name] == 1 and name not in known}
    waves = [part for part in within(node) if isinstance(part, App) and part.head in _OTHER]
    for wave in waves if len(free) == 2 else ():
        if (apart := _apart(node, wave, free, budget)) is not None:
            return apart
    return node


def _apart(node: Node, wave: App, free: Set[str], budget: Budget) -> Node | None:
    """The expression with two terms for one oscillation, which has one of two letters for its phase; None if not."""
    terms = wave.args[0].args if applies(wave.args[0], "add") else ()
    shifts = [term for term in terms if _letter(term) in free]
    if len(shifts) != 1:
        return None
    phase = _letter(shifts[0])
    (amplitude,) = free - {phase}
    in_wave = replaced(node, {wave: _WAVE})
    alone, beside = (substituted(in_wave, {amplitude: ZERO, _WAVE.name: Num(fmpq(k))}) for k in (0, 1))
    if degree(in_wave, _WAVE.name) != 1 or not surely_same(alone, beside, budget):
        return None
    rest = App("add", tuple(term for term in terms if term is not shifts[0]))
    one, other = (replaced(node, {wave: App(head, (rest,))}) for head in (wave.head, _OTHER[wave.head]))
    return minus(App("add", (one, substituted(other, {amplitude: Sym(phase)}))), alone)


def _letter(term: Node) -> str:
    """The symbol that a term is, with either sign; empty for any other."""
    bare = term.args[0] if applies(term, "neg") else term
    return bare.name if isinstance(bare, Sym) else ""
