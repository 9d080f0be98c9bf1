"""Collections of numbers: points, sets, lists, plus or minus, matrices, and points in them (chapter 7 of the spec)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import Formula, Number, formula, plus, times
from gradespec.fuzz.kinds.elements import (
    Elements,
    changed,
    differ_as_sets,
    differ_in_order,
    element,
    elements,
    listed,
    one_changed,
    size,
    written,
)
from gradespec.fuzz.kinds.rows import at_one, unlike_sets
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import value

# --- mistakes about any row of numbers ---------------------------------------------------------------------


def _one_lost(items: Elements, choices: Choices) -> Elements | None:
    place = choices.below(len(items))
    return items[:place] + items[place + 1 :] if len(items) > 2 else None


def _one_added(items: Elements, choices: Choices) -> Elements:
    place = choices.below(len(items) + 1)
    return (*items[:place], element(choices), *items[place:])


def _order(items: Elements, choices: Choices) -> Elements:
    place = choices.below(len(items) - 1) if len(items) > 1 else 0
    return items[:place] + items[place : place + 2][::-1] + items[place + 2 :]


def _signs(items: Elements, choices: Choices) -> Elements:
    return tuple(-item for item in items)


def _in_a_row(clause: str, *, changed: str = "") -> tuple[Mistake, ...]:
    """What happens to any row of numbers."""
    return (
        Mistake("element changed", changed or clause, one_changed),
        Mistake("element lost", clause, _one_lost),
        Mistake("element added", clause, _one_added),
        Mistake("all signs", clause, _signs),
    )


# --- tuples ------------------------------------------------------------------------------------------------

_NAMES: Final = ("x", "y", "z", "w", "v")


def _around(sign: str) -> Callable[[Elements, Pen], str | None]:
    """The numbers between signs; a set of one would be its element, and brackets around one say nothing."""
    return lambda items, pen: pen.sign(sign, listed(items, pen)) if len(items) > 1 else None


def _column(items: Elements, pen: Pen) -> str:
    return pen.sign("matrix", pen.sign("row").join(written(item, pen) for item in items))


def _equations(names: Iterable[str], items: Elements, pen: Pen) -> list[str]:
    return [name + pen.sign("equals") + written(item, pen) for name, item in zip(names, items, strict=True)]


def _named(items: Elements, pen: Pen) -> str:
    return pen.listed(pen.choices.shuffled(_equations(sorted(_NAMES[: len(items)]), items, pen)))


def _names_equal(items: Elements, pen: Pen) -> str:
    names = ", ".join(sorted(_NAMES[: len(items)]))
    return f"({names})" + pen.sign("equals") + pen.sign("bracket", listed(items, pen))


def _any_elements(choices: Choices, count: int) -> Elements:
    return tuple(element(choices) for _ in range(count))


_TUPLE: Final = Kind(
    "tuple",
    "math",
    lambda choices: _any_elements(choices, choices.between(2, 4)),
    (
        Way("tuple", "COL-5", _around("tuple")),
        Way("spaced tuple", "COL-5", lambda items, pen: f"( {' , '.join(written(item, pen) for item in items)} )"),
        Answer("column", "COL-32", _column),
        Answer("values by name", "COL-13", _named),
        Answer("names equal", "REL-10", _names_equal),
        Answer("without brackets", "COL-11", listed),
    ),
    (
        Mistake("order of elements", "COL-1", _order),
        *_in_a_row("COL-1", changed="COL-2"),
    ),
    (
        Slip("set for tuple", "COL-3", _around("set")),
        # A longer row in square brackets may be a vector.
        Slip("closed for point", "COL-3", lambda items, pen: f"[{listed(items, pen)}]" if len(items) == 2 else None),
    ),
    differ_in_order,
)


# --- sets and lists ----------------------------------------------------------------------------------------


def _shuffled_set(items: Elements, pen: Pen) -> str:
    return pen.sign("set", listed(pen.choices.shuffled(items), pen))


def _member(items: Elements, pen: Pen) -> str:
    return "x" + pen.sign("element") + _shuffled_set(items, pen)


def _alternatives(items: Elements, pen: Pen) -> str:
    equations = ["x" + pen.sign("equals") + written(item, pen) for item in pen.choices.shuffled(items)]
    return pen.sign("or").join(equations)


def _bare_list(items: Elements, pen: Pen) -> str:
    return listed(pen.choices.shuffled(items), pen)


def _joined(word: str) -> Callable[[Elements, Pen], str]:
    def write(items: Elements, pen: Pen) -> str:
        *most, last = [written(item, pen) for item in items]
        return pen.listed(most) + pen.sign(word) + last

    return write


def _numbered(items: Elements, pen: Pen) -> str:
    names = [pen.subscripted("x", str(place)) for place in range(1, len(items) + 1)]
    return pen.listed(_equations(names, items, pen))


def _twice(items: Elements, pen: Pen) -> str:
    return listed((*items, pen.choices.pick(items)), pen)


_ONE_ALONE: Final = Slip("one of several", "COL-12", lambda items, pen: pen.write(pen.choices.pick(items)))
_NOT_IN: Final = Slip(
    "complement",
    "COL-9",
    lambda items, pen: rf"x \notin {pen.sign('set', listed(items, pen))}" if pen.latex else None,
)

_SET: Final = Kind(
    "set",
    "math",
    lambda choices: elements(choices, 2, 5),
    (
        Way("set", "COL-10", _around("set")),
        Way("set in another order", "COL-10", _shuffled_set),
        Answer("element said twice", "COL-10", lambda items, pen: pen.sign("set", _twice(items, pen))),
        Answer("membership", "REL-21", _member),
        Answer("alternatives", "COL-9", _alternatives),
        Answer("bare list", "COL-10", _bare_list),
    ),
    _in_a_row("COL-10"),
    (Slip("tuple for set", "COL-3", _around("bracket")), _ONE_ALONE, _NOT_IN),
    differ_as_sets,
)

_LIST: Final = Kind(
    "list",
    "math",
    lambda choices: elements(choices, 2, 4),
    (
        Way("list", "COL-7", _bare_list),
        Way("joined by and", "COL-8", _joined("and")),
        Answer("joined by or", "COL-8", _joined("or")),
        Answer("alternatives", "COL-9", _alternatives),
        Answer("semicolons", "COL-8", lambda items, pen: "; ".join(written(item, pen) for item in items)),
        Answer("named list", "COL-9", lambda items, pen: "x" + pen.sign("equals") + listed(items, pen)),
        Answer("numbered", "COL-9", _numbered),
        Answer("set", "COL-10", _shuffled_set),
        Answer("membership", "REL-11", _member),
    ),
    _in_a_row("COL-7"),
    (_ONE_ALONE, Slip("value said twice", "COL-7", _twice), _NOT_IN),
    differ_as_sets,
)


# --- plus or minus -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Around:
    """The two numbers at one distance from a centre."""

    centre: Formula
    distance: Formula

    @property
    def both(self) -> Elements:
        """The two of them."""
        return (plus(self.centre, self.distance), plus(self.centre, -self.distance))


def _draw_around(choices: Choices) -> Around:
    distance = element(choices)
    if not size(distance) > 0:
        raise NotAsked("no distance")
    rational = isinstance(distance, Number)
    return Around(formula(0) if rational or choices.chance(2) else formula(choices.small()), distance)


def _plus_minus(pair: Around, pen: Pen) -> str:
    if pair.centre == formula(0):
        return pen.sign("plus-minus", pen.factor(pair.distance))
    return pen.write(pair.centre) + pen.sign("between plus-minus") + pen.factor(pair.distance)


def _of_both(write: Callable[[Elements, Pen], str]) -> Callable[[Around, Pen], str]:
    return lambda pair, pen: write(pair.both, pen)


_PLUS_MINUS: Final = Kind(
    "plus or minus",
    "math",
    _draw_around,
    (
        Way("plus-minus", "COL-17", _plus_minus),
        Way("list", "COL-17", _of_both(_bare_list)),
        Answer("alternatives", "REL-11", _of_both(_alternatives)),
        Answer("set", "COL-10", _of_both(_shuffled_set)),
        Answer("named plus-minus", "REL-11", lambda pair, pen: "x" + pen.sign("equals") + _plus_minus(pair, pen)),
    ),
    (
        Mistake("distance changed", "COL-17", lambda pair, drawn: Around(pair.centre, changed(pair.distance, drawn))),
        Mistake("centre changed", "COL-17", lambda pair, drawn: Around(plus(pair.centre, 1), pair.distance)),
        Mistake("sign of the centre", "COL-17", lambda pair, drawn: Around(times(-1, pair.centre), pair.distance)),
    ),
    (Slip("one of the signs", "COL-17", lambda pair, pen: pen.write(pen.choices.pick(pair.both))),),
    lambda one, other: differ_as_sets(one.both, other.both),
)


# --- matrices ----------------------------------------------------------------------------------------------

Rows = tuple[Elements, ...]


def _draw_matrix(choices: Choices) -> Rows:
    width, height = choices.between(2, 3), choices.between(2, 3)
    return tuple(_any_elements(choices, width) for _ in range(height))


def _matrix(rows: Rows, pen: Pen) -> str:
    cells = [pen.sign("cell").join(written(item, pen) for item in row) for row in rows]
    return pen.sign("matrix", pen.sign("row").join(cells))


def _factored(rows: Rows, pen: Pen) -> str | None:
    factor = pen.choices.between(2, 9)
    if not all(isinstance(item, Number) for row in rows for item in row):
        return None
    multiplied = tuple(tuple(formula(value(times(factor, item))) for item in row) for row in rows)
    return pen.write(Fraction(1, factor)) + _matrix(multiplied, pen)


def _determinant(rows: Rows, pen: Pen) -> str | None:
    if not pen.latex or len(rows) != len(rows[0]):
        return None
    return r"\begin{vmatrix}" + r" \\ ".join(" & ".join(map(pen.write, row)) for row in rows) + r"\end{vmatrix}"


_entry_changed: Final = at_one(one_changed)


_MATRIX: Final = Kind(
    "matrix",
    "math",
    _draw_matrix,
    (
        Way("matrix", "COL-31", _matrix),
        Answer("nested list", "COL-31", lambda rows, pen: f"[{', '.join(f'[{listed(row, pen)}]' for row in rows)}]"),
        Answer("factor in front", "COL-34", _factored),
    ),
    (
        Mistake("entry changed", "COL-31", _entry_changed),
        Mistake("transposed", "COL-31", lambda rows, choices: tuple(zip(*rows, strict=True))),
        Mistake("rows exchanged", "COL-31", lambda rows, choices: rows[::-1]),
        Mistake("row lost", "COL-31", lambda rows, choices: rows[:-1] if len(rows) > 2 else None),
        Mistake("all signs", "COL-34", lambda rows, choices: tuple(_signs(row, choices) for row in rows)),
    ),
    (Slip("determinant", "COL-35", _determinant),),
    lambda one, other: len(one) != len(other) or any(map(differ_in_order, one, other)),
)


# --- points in sets ----------------------------------------------------------------------------------------


def _draw_points(choices: Choices) -> Rows:
    firsts = elements(choices, 2, 3)
    return tuple((first, element(choices)) for first in firsts)


def _point(items: Elements, pen: Pen) -> str:
    return pen.sign("bracket", listed(items, pen))


def _points(points: Rows, pen: Pen) -> str:
    return pen.listed([_point(point, pen) for point in pen.choices.shuffled(points)])


def _set_of_points(points: Rows, pen: Pen) -> str:
    return pen.sign("set", _points(points, pen))


def _recombined(points: Rows, choices: Choices) -> Rows:
    """The points with their second coordinates exchanged."""
    seconds = [point[1] for point in points]
    return tuple((point[0], second) for point, second in zip(points, seconds[1:] + seconds[:1], strict=True))


_POINTS: Final = tuple(
    Kind(
        name,
        "math",
        _draw_points,
        ways,
        (
            Mistake("coordinates exchanged", "COL-16", at_one(lambda point, choices: point[::-1])),
            Mistake("coordinates recombined", "COL-16", _recombined),
            Mistake("coordinate changed", "COL-16", _entry_changed),
            Mistake("point lost", "COL-16", lambda points, choices: points[:-1] if len(points) > 2 else None),
        ),
        (
            Slip("flattened", "COL-16", lambda points, pen: listed(tuple(c for point in points for c in point), pen)),
            Slip("one of several", "COL-12", lambda points, pen: _point(pen.choices.pick(points), pen)),
        ),
        lambda one, other: unlike_sets(one, other, differ_in_order),
    )
    for name, ways in (
        ("set of points", (Way("set of points", "COL-16", _set_of_points), Answer("points", "COL-10", _points))),
        ("points", (Way("points", "COL-7", _points), Answer("set of points", "COL-10", _set_of_points))),
    )
)

KINDS: Final = (_TUPLE, _SET, _LIST, _PLUS_MINUS, _MATRIX, *_POINTS)
