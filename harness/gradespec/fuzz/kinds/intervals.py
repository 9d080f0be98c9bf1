"""Sets of reals: intervals, solved inequalities, unions, the line but a few points (chapters 6 and 7 of the spec)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import Formula, formula
from gradespec.fuzz.kinds.elements import (
    Elements,
    changed,
    differ_as_sets,
    element,
    elements,
    listed,
    one_changed,
    size,
    written,
)
from gradespec.fuzz.kinds.rows import at_one
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import apart, value


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, either of which may be missing; an end that is `closed` belongs to it."""

    low: Formula | None
    high: Formula | None
    low_closed: bool = False
    high_closed: bool = False

    @property
    def ends(self) -> Elements:
        """The ends that it has."""
        return tuple(end for end in (self.low, self.high) if end is not None)


Union = tuple[Interval, ...]


def _draw(choices: Choices) -> Interval:
    low, high = sorted(elements(choices, 2, 2), key=size)
    closed = (choices.chance(2), choices.chance(2))
    sides = choices.below(4)
    if sides == 2:
        return Interval(low, None, closed[0])
    if sides == 3:
        return Interval(None, high, False, closed[1])
    return Interval(low, high, *closed)


# --- ways --------------------------------------------------------------------------------------------------


def _ends(one: Interval, pen: Pen) -> str:
    infinite = pen.sign("oo") if None in (one.low, one.high) else ""
    low = pen.sign("negative").strip() + infinite if one.low is None else written(one.low, pen)
    high = infinite if one.high is None else written(one.high, pen)
    return low + pen.sign("comma") + high


def brackets(one: Interval, pen: Pen) -> str:
    """The interval between a bracket of each sort."""
    opening, closing = "[" if one.low_closed else "(", "]" if one.high_closed else ")"
    if pen.latex and pen.choices.chance(3):
        opening, closing = rf"\left{opening}", rf"\right{closing}"
    return opening + _ends(one, pen) + closing


def _outward(one: Interval, pen: Pen) -> str | None:
    """The interval as French and German schools write it: an open end has its bracket turned away."""
    if one.low_closed and one.high_closed:
        return None
    return ("[" if one.low_closed else "]") + _ends(one, pen) + ("]" if one.high_closed else "[")


def _less(closed: bool) -> str:
    return "at most" if closed else "less"


def _more(closed: bool) -> str:
    return "at least" if closed else "more"


def inequality(one: Interval, pen: Pen, name: str = "x") -> str:
    """The interval as what it says of a symbol, smallest first."""
    low = "" if one.low is None else written(one.low, pen) + pen.sign(_less(one.low_closed))
    if one.low is not None and one.high is None:
        return name + pen.sign(_more(one.low_closed)) + written(one.low, pen)
    return low + name + ("" if one.high is None else pen.sign(_less(one.high_closed)) + written(one.high, pen))


def _from_the_other_side(one: Interval, pen: Pen) -> str:
    if one.high is None and one.low is not None:
        return written(one.low, pen) + pen.sign(_less(one.low_closed)) + "x"
    high = "" if one.high is None else written(one.high, pen) + pen.sign(_more(one.high_closed))
    return high + "x" + ("" if one.low is None else pen.sign(_more(one.low_closed)) + written(one.low, pen))


def _two_inequalities(one: Interval, pen: Pen) -> str | None:
    if len(one.ends) < 2:
        return None
    return inequality(_ray(one, high=True), pen) + pen.sign("and") + inequality(_ray(one, high=False), pen)


def _ray(one: Interval, *, high: bool) -> Interval:
    """The interval without its high end, or without its low one."""
    return replace(one, high=None, high_closed=False) if high else replace(one, low=None, low_closed=False)


def _builder(one: Interval, pen: Pen) -> str:
    name = pen.choices.pick(("x", "x", "t", "y"))
    return pen.sign("set", name + pen.sign("such that") + inequality(one, pen, name))


def _split(one: Interval, pen: Pen) -> str | None:
    """The interval as a union of two that meet."""
    middle = None if one.low is None or one.high is None else (value(one.low) + value(one.high)) / 2
    if not isinstance(middle, Fraction):
        return None
    left = replace(one, high=formula(middle), high_closed=pen.choices.chance(2))
    right = replace(one, low=formula(middle), low_closed=not left.high_closed or pen.choices.chance(2))
    return brackets(left, pen) + pen.sign("union") + brackets(right, pen)


def union(parts: Union, pen: Pen) -> str:
    """The intervals with a sign between."""
    return pen.sign("union").join(brackets(part, pen) for part in parts)


# --- mistakes ----------------------------------------------------------------------------------------------


def _other_low(one: Interval, choices: Choices) -> Interval | None:
    return replace(one, low_closed=not one.low_closed) if one.low is not None else None


def _other_high(one: Interval, choices: Choices) -> Interval | None:
    return replace(one, high_closed=not one.high_closed) if one.high is not None else None


def _moved(one: Interval, choices: Choices) -> Interval | None:
    if one.low is not None and (one.high is None or choices.chance(2)):
        return _sound(replace(one, low=changed(one.low, choices)))
    assert one.high is not None
    return _sound(replace(one, high=changed(one.high, choices)))


def _mirrored(one: Interval, choices: Choices) -> Interval:
    low, high = (None if end is None else -end for end in (one.high, one.low))
    return Interval(low, high, one.high_closed, one.low_closed)


def _turned(one: Interval) -> Interval:
    """The inequality with its sign turned: the other ray from the same end."""
    return Interval(one.high, one.low, one.high_closed, one.low_closed)


def _sound(one: Interval) -> Interval | None:
    """The interval, where its ends are still in order."""
    in_order = one.low is None or one.high is None or size(one.low) < size(one.high)
    return one if in_order and (len(one.ends) < 2 or apart(*map(value, one.ends))) else None


def differ(one: Interval, other: Interval) -> bool:
    """Whether some number is in one of the two and not in the other."""
    low = _ends_differ(one.low, one.low_closed, other.low, other.low_closed)
    return low or _ends_differ(one.high, one.high_closed, other.high, other.high_closed)


def _ends_differ(one: Formula | None, closed: bool, other: Formula | None, other_closed: bool) -> bool:
    if one is None or other is None:
        return one is not other
    return closed != other_closed or apart(value(one), value(other))


_MISTAKES: Final = (
    Mistake("lower end open or closed", "COL-22", _other_low),
    Mistake("upper end open or closed", "COL-22", _other_high),
    Mistake("end changed", "COL-22", _moved),
    Mistake("mirrored", "COL-22", _mirrored),
    Mistake("end lost", "COL-22", lambda one, choices: _ray(one, high=not choices.chance(2)) if one.ends[1:] else None),
    Mistake("sign turned", "REL-15", lambda one, choices: None if one.ends[1:] else _turned(one)),
)


def _an_end(one: Interval, pen: Pen) -> str:
    return pen.choices.pick(("", "x" + pen.sign("equals"))) + pen.write(pen.choices.pick(one.ends))


def _unsolved(one: Interval, pen: Pen) -> str | None:
    """The inequality before it was solved."""
    if len(one.ends) == 2:
        return None
    factor = pen.choices.between(2, 9)
    bound = value(one.ends[0])
    if not isinstance(bound, Fraction):
        return None
    sign = pen.sign(_less(one.high_closed) if one.low is None else _more(one.low_closed))
    return f"{factor}x{sign}{pen.write(bound * factor)}"


_SLIPS: Final = (
    Slip("set of the ends", "COL-3", lambda one, pen: pen.sign("set", listed(one.ends, pen)) if one.ends[1:] else None),
    Slip("an end for all", "COL-12", _an_end),
    Slip("inequality unsolved", "REL-17", _unsolved),
)

_BRACKETS: Final = Way("brackets", "COL-23", brackets)
_INEQUALITY: Final = Way("inequality", "REL-15", inequality)
_FORMS: Final = (
    Answer("outward brackets", "COL-23", _outward),
    Answer("from the other side", "REL-16", _from_the_other_side),
    Answer("two inequalities", "REL-18", _two_inequalities),
    Answer("set-builder", "COL-29", _builder),
    Answer("membership", "REL-21", lambda one, pen: "x" + pen.sign("element") + brackets(one, pen)),
    Answer("split in two", "COL-24", _split),
)


# --- unions ------------------------------------------------------------------------------------------------


def _draw_union(choices: Choices) -> Union:
    """Two or three intervals with room between them, the outer ones rays at times."""
    count = choices.between(2, 3)
    ends = sorted(elements(choices, 2 * count, 2 * count), key=size)
    parts = [
        Interval(low, high, choices.chance(2), choices.chance(2))
        for low, high in zip(ends[::2], ends[1::2], strict=True)
    ]
    if choices.chance(2):
        parts[0] = _ray(parts[0], high=False)
    if choices.chance(2):
        parts[-1] = _ray(parts[-1], high=True)
    return tuple(parts)


def _at_part(change: Callable[[Interval, Choices], Interval | None]) -> Callable[[Union, Choices], Union | None]:
    at_any = at_one(change)

    def changed_part(parts: Union, choices: Choices) -> Union | None:
        made = at_any(parts, choices)
        return made if made is not None and _apart(made) else None

    return changed_part


def _apart(parts: Union) -> bool:
    """Whether there is room between the parts, so that no two of them merge."""
    return all(
        left.high is not None and right.low is not None and size(left.high) < size(right.low)
        for left, right in pairwise(parts)
    )


def _gap_filled(parts: Union, choices: Choices) -> Union:
    left, right, *rest = parts
    return (Interval(left.low, right.high, left.low_closed, right.high_closed), *rest)


def _intersection(parts: Union, pen: Pen) -> str | None:
    return r" \cap ".join(brackets(part, pen) for part in parts) if pen.latex else None


_UNION: Final = Kind(
    "union",
    "math",
    _draw_union,
    (
        Way("union", "COL-24", union),
        Answer("parts in another order", "COL-24", lambda parts, pen: union(pen.choices.shuffled(parts), pen)),
        Way("inequalities", "REL-18", lambda parts, pen: pen.sign("or").join(inequality(part, pen) for part in parts)),
        Answer("membership", "REL-21", lambda parts, pen: "x" + pen.sign("element") + union(parts, pen)),
    ),
    (
        Mistake("lower end open or closed", "COL-24", _at_part(_other_low)),
        Mistake("upper end open or closed", "COL-24", _at_part(_other_high)),
        Mistake("end changed", "COL-24", _at_part(_moved)),
        Mistake("part lost", "COL-24", lambda parts, choices: parts[1:]),
        Mistake("gap filled", "COL-24", _gap_filled),
    ),
    (Slip("intersection for union", "COL-25", _intersection),),
    lambda one, other: len(one) != len(other) or any(map(differ, one, other)),
)


# --- all but a few points ----------------------------------------------------------------------------------


def _rays(points: Elements, pen: Pen) -> str:
    ordered = sorted(points, key=size)
    ends: list[Formula | None] = [None, *ordered, None]
    return union(tuple(map(Interval, ends[:-1], ends[1:])), pen)


def _without(points: Elements, pen: Pen) -> str | None:
    if len(points) == 1 and not pen.latex:  # bare braces around one value are brackets
        return None
    return pen.sign("reals") + pen.sign("without") + pen.sign("set", listed(points, pen))


def _in_words(points: Elements, pen: Pen) -> str | None:
    if pen.latex or len(points) > 1:
        return None
    return f"all real numbers except {pen.write(points[0])}"


_EXCEPT: Final = Kind(
    "all but points",
    "math",
    lambda choices: elements(choices, 1, 3),
    (
        Way("difference", "COL-25", _without),
        Way("rays", "COL-25", _rays),
        Answer("unequal", "REL-19", lambda points, pen: "x" + pen.sign("unequal") + listed(points, pen)),
        Answer("in words", "COL-26", _in_words),
    ),
    (
        Mistake("point changed", "COL-25", one_changed),
        Mistake("point lost", "COL-25", lambda points, choices: points[1:] if len(points) > 1 else None),
        Mistake("point added", "COL-25", lambda points, choices: (*points, element(choices))),
    ),
    (
        Slip("the points themselves", "COL-25", lambda points, pen: pen.sign("set", listed(points, pen))),
        Slip("equal for unequal", "REL-19", lambda points, pen: "x" + pen.sign("equals") + listed(points, pen)),
    ),
    differ_as_sets,
)

KINDS: Final = (
    Kind(
        "interval",
        "math",
        _draw,
        (_BRACKETS, Answer("inequality", "REL-15", inequality), *_FORMS),
        _MISTAKES,
        _SLIPS,
        differ,
    ),
    Kind(
        "inequality",
        "math",
        _draw,
        (_INEQUALITY, Answer("brackets", "REL-15", brackets), *_FORMS),
        _MISTAKES,
        (
            *_SLIPS,
            Slip("other symbol", "REL-6", lambda one, pen: inequality(one, pen, pen.choices.pick(("y", "t", "a")))),
        ),
        differ,
    ),
    _UNION,
    _EXCEPT,
)
