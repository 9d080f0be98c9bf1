"""What can be said of a gold before any answer meets it: whether it can be graded, and what looks wrong."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader import golds
from refgrader.compare import eigen
from refgrader.compare.describe import describe
from refgrader.golds import Gold
from refgrader.limits import LimitReached
from refgrader.meaning.values import Items, Value, Words
from refgrader.reading.clean import clean
from refgrader.verdict import CORRECT
from refgrader.verify import Ungradable, read, verify

#: A text of more words is prose, which no answer is likely to repeat word by word.
_MOST_WORDS: Final = 6

SOLUTION: Final = "a whole solution: what it marks as its answer counts"
PROSE: Final = "prose: only the same words are right"
EIGEN: Final = "eigenvalues with their eigenvectors"
MIXED: Final = "answers of several kinds in one gold"


class GoldCheck(NamedTuple):
    """Whether a gold can be graded.

    `why` says why it cannot. `read_as` says in words what it is read as, and `doubts` what looks wrong about it.
    """

    gradable: bool
    why: str = ""
    read_as: str = ""
    doubts: tuple[str, ...] = ()


def check_gold(gold: Gold) -> GoldCheck:
    """Whether answers can be judged by `gold`, and what looks wrong about it. Raises `TypeError` as `verify` does."""
    try:
        found = [_checked(text) for text in golds.texts(gold)]
    except (ValueError, Ungradable, LimitReached) as reason:
        return GoldCheck(False, str(reason))
    doubts = dict.fromkeys(doubt for one in found for doubt in one.doubts)
    return GoldCheck(True, "", " or ".join(one.read_as for one in found), tuple(doubts))


def _checked(text: str) -> GoldCheck:
    inside = golds.inside(text)
    if inside.again and verify(inside.marked, inside.again).kind != CORRECT:
        raise Ungradable(golds.AT_ODDS)
    solution = [SOLUTION] if inside.told or (inside.marked and not inside.again) else []
    reason = Ungradable()
    if eigen.told(clean(text)):
        return GoldCheck(True, "", EIGEN)
    if inside.truth:
        return GoldCheck(True, "", describe(read(inside.truth)))
    others = (*filter(None, [inside.told]), *inside.forms)
    for form in (inside.marked or text, *others):
        try:
            value = read(form)
        except Ungradable as failure:
            reason = failure
            continue
        if others and form not in others and isinstance(value, Words):
            continue
        if unsure := inside.unsure(read=not isinstance(value, Words)):
            raise Ungradable(unsure)
        return GoldCheck(True, "", describe(value), (*solution, *_doubts(value, form)))
    raise Ungradable(inside.unsure(read=False) or str(reason))


def _doubts(value: Value, text: str) -> list[str]:
    if isinstance(value, Words):
        return [PROSE] if len(text.split()) > _MOST_WORDS else []
    if isinstance(value, Items) and len({isinstance(item, Words) for item in value.items}) > 1:
        return [MIXED]
    return []
