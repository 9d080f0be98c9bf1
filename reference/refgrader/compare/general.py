"""General solutions: the same functions for all values of their constants, whatever these multiply (EXPR-26).

``c_1 e^t + c_2 e^{-t}`` and ``A \\cosh t + B \\sinh t`` are one family. Each is a function plus a combination of
others, one for each constant. Two are one where the answer's functions, and the difference of what has no constant, are
combinations of the gold's, with the same numbers at every point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice
from typing import Final

from flint import acb, acb_mat, fmpq

from refgrader.compare.constants import arbitrary_in, constants_of
from refgrader.compare.finding import Context
from refgrader.compare.phases import without_phase
from refgrader.limits import LimitReached
from refgrader.meaning.names import UNKNOWNS
from refgrader.numbers.evaluate import Point, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, ball, is_real
from refgrader.numbers.points import Points
from refgrader.numbers.precision import precision
from refgrader.reading.tree import App, Node, vocabulary

_MOST: Final = 4  # constants
_BITS: Final = 512
#: What is nought at that precision.
_NOUGHT: Final = fmpq(1, 2**128)
#: Values beyond those that the numbers are found from, which they must give as well; values looked at in all; choices
#: of those that the numbers are found from.
_MORE, _IN_ALL, _CHOICES = 6, 24, 20
#: What constants are put in to see that each is a factor, and not its size or a whole number near it.
_SOME: Final = (fmpq(-5, 2), fmpq(7, 3), fmpq(-9, 4), fmpq(11, 5))


class _Otherwise(Exception):
    """A constant is no factor of a term: at some points that is too small to be seen, and so one decides for all."""


#: At one point, of one component: what has no constant, and what each constant multiplies.
_Parts = list[acb]


def same_solutions(gold: Sequence[Node], answer: Sequence[Node], context: Context) -> bool:
    """Whether two functions of one unknown, or two vectors of them, are the same for all values of their constants."""
    ours = constants_of(gold, answer)
    answer = [without_phase(node, UNKNOWNS, context.budget) for node in answer] if len(ours) == 2 else answer
    theirs = arbitrary_in(answer, False, several=len(ours) > 1)
    if not 0 < len(ours) == len(theirs) <= _MOST or len(gold) != len(answer):
        return False
    one, other = (App("tuple", tuple(nodes)) for nodes in (gold, answer))
    unknown = features(one).names.difference(ours)
    if len(unknown) != 1 or not unknown <= UNKNOWNS or features(other).names.difference(theirs) != unknown:
        return False
    if "cases" in vocabulary(one) | vocabulary(other):  # where one has no value, no point tells the two apart
        return False
    with precision(_BITS), suppress(_Otherwise):
        values = _values(one, other, (ours, theirs), context)
        found = list(islice(values, len(ours) + 1))
        if found and _is_one_family(found) is not False:  # most others are told by so few
            found += islice(values, _IN_ALL - len(found))
            return len(found) >= len(ours) + _MORE and _is_one_family(found) is True
    return False


def same_for_all(
    gold: Sequence[Node], answer: Sequence[Node], letters: tuple[Sequence[str], Sequence[str]], context: Context
) -> bool:
    """Whether two vectors of numbers are the same for all values of their letters."""
    if not 0 < len(letters[0]) == len(letters[1]) <= _MOST or len(gold) != len(answer):
        return False
    with precision(_BITS), suppress(Undefined, Undecided, _Otherwise):
        ours, theirs = (
            [_parts(node, own, {}, context) for node in nodes]
            for nodes, own in zip((gold, answer), letters, strict=True)
        )
        return _is_one_family([*zip(ours, theirs, strict=True)]) is True
    return False


def _values(
    gold: App, answer: App, constants: tuple[Sequence[str], Sequence[str]], context: Context
) -> Iterator[tuple[_Parts, _Parts]]:
    """The parts of both, component by component, at one point after the other, where both are real."""
    ours, theirs = constants
    points = Points(gold, answer, features(gold), features(answer), context.budget)
    for point in chain(points.drawn(), points.around()):
        for left, right in zip(gold.args, answer.args, strict=True):
            try:
                yield _parts(left, ours, point, context), _parts(right, theirs, point, context)
            except LimitReached as limit:
                if limit.ends_the_verdict:
                    raise
            except (Undefined, Undecided):
                continue


def _parts(node: Node, constants: Sequence[str], point: Point, context: Context) -> _Parts:
    """Raises `Undefined` where it has no real value there or it is too large to tell, and `_Otherwise` where a constant
    is no factor of a term."""

    def value(numbers: Sequence[fmpq]) -> acb:
        at = {**point, **dict(zip(constants, numbers, strict=True))}
        found = ball(evaluate(node, at, context.budget))
        if not is_real(found):
            raise Undefined
        return found

    alone = value([fmpq(0)] * len(constants))
    adds = [value([fmpq(k == place) for k in range(len(constants))]) - alone for place in range(len(constants))]
    together = sum((factor * part for factor, part in zip(_SOME, adds, strict=False)), alone)
    left = value(_SOME[: len(constants)]) - together
    if not is_nought(left):
        raise Undefined if left.contains(0) else _Otherwise
    return [alone, *adds]


def _is_one_family(found: Sequence[tuple[_Parts, _Parts]]) -> bool | None:
    """Whether the same numbers make the answer's parts of the gold's at every point, and the gold's of the answer's.

    They are found from a few points, and looked at with all of them; None where no few of these give them.
    """
    functions = [ours[1:] for ours, _ in found]
    wanted = [[theirs[0] - ours[0], *theirs[1:]] for ours, theirs in found]
    for chosen in islice(combinations(range(len(found)), len(functions[0])), _CHOICES):
        with suppress(ZeroDivisionError):
            numbers = acb_mat([functions[k] for k in chosen]).solve(acb_mat([wanted[k] for k in chosen]))
            rest = acb_mat(functions) * numbers - acb_mat(wanted)
            of_constants = acb_mat([row[1:] for row in numbers.tolist()])
            return all(map(is_nought, rest.entries())) and not of_constants.det().contains(0)
    return None


def is_nought(value: acb) -> bool:
    return bool(value.contains(0) and value.abs_upper() < _NOUGHT)
