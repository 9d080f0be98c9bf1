"""Collections of numbers: points, sets, lists, plus or minus, matrices, and points in them (chapter 7 of the spec)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import Formula, Number, formula, plus, times
from gradespec.fuzz.kinds.elements import (
    Elements,
    changed,
    changed_at,
    differ_as_sets,
    element,
    elements,
    listed,
    same,
    size,
    written,
)
from gradespec.fuzz.model import ANSWER, Kind, Mistake, NotAsked, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.values import value

# --- mistakes about any row of numbers ---------------------------------------------------------------------


def _one_changed(items: Elements, choices: Choices) -> Elements:
    return changed_at(items, choices.below(len(items)), choices)


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


def _differ_in_order(one: Elements, other: Elements) -> bool:
    return len(one) != len(other) or not all(map(same, one, other))


# --- tuples ------------------------------------------------------------------------------------------------

_NAMES: Final = ("x", "y", "z", "w", "v")


def _tuple(items: Elements, pen: Pen) -> str:
    return pen.sign("tuple", listed(items, pen))


def _spaced_tuple(items: Elements, pen: Pen) -> str:
    return "( " + " , ".join(written(item, pen) for item in items) + " )"


def _column(items: Elements, pen: Pen) -> str:
    return pen.sign("matrix", pen.sign("row").join(written(item, pen) for item in items))


def _named(items: Elements, pen: Pen) -> str:
    names = sorted(_NAMES[: len(items)])
    pairs = [name + pen.sign("equals") + written(item, pen) for name, item in zip(names, items, strict=True)]
    return pen.listed(list(pen.choices.shuffled(pairs)))


def _names_equal(items: Elements, pen: Pen) -> str:
    names = ", ".join(sorted(_NAMES[: len(items)]))
    return f"({names})" + pen.sign("equals") + pen.sign("bracket", listed(items, pen))


def _braces(items: Elements, pen: Pen) -> str:
    if len(items) < 2:
        raise Unwritable("a set of one is its element")
    return pen.sign("set", listed(items, pen))


def _square(items: Elements, pen: Pen) -> str:
    if len(items) != 2:
        raise Unwritable("a row in square brackets may be a vector")
    return f"[{listed(items, pen)}]"


def _draw_tuple(choices: Choices) -> Elements:
    return tuple(element(choices) for _ in range(choices.between(2, 4)))


_TUPLE: Final = Kind(
    "tuple",
    "math",
    _draw_tuple,
    (
        Way("tuple", "COL-5", _tuple),
        Way("spaced tuple", "COL-5", _spaced_tuple),
        Way("column", "COL-32", _column, ANSWER),
        Way("values by name", "COL-13", _named, ANSWER),
        Way("names equal", "REL-10", _names_equal, ANSWER),
        Way("without brackets", "COL-11", listed, ANSWER),
    ),
    (
        Mistake("order of elements", "COL-1", _order),
        Mistake("element changed", "COL-2", _one_changed),
        Mistake("element lost", "COL-1", _one_lost),
        Mistake("element added", "COL-1", _one_added),
        Mistake("all signs", "COL-1", _signs),
    ),
    (Slip("set for tuple", "COL-3", _braces), Slip("closed for point", "COL-3", _square)),
    _differ_in_order,
)


# --- sets and lists ----------------------------------------------------------------------------------------


def _shuffled_set(items: Elements, pen: Pen) -> str:
    return pen.sign("set", listed(pen.choices.shuffled(items), pen))


def _repeated_set(items: Elements, pen: Pen) -> str:
    return pen.sign("set", listed((*items, pen.choices.pick(items)), pen))


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


def _semicolons(items: Elements, pen: Pen) -> str:
    return "; ".join(written(item, pen) for item in items)


def _named_list(items: Elements, pen: Pen) -> str:
    return "x" + pen.sign("equals") + listed(items, pen)


def _numbered(items: Elements, pen: Pen) -> str:
    names = [pen.subscripted("x", str(place)) for place in range(1, len(items) + 1)]
    return pen.listed([name + pen.sign("equals") + written(item, pen) for name, item in zip(names, items, strict=True)])


def _brackets(items: Elements, pen: Pen) -> str:
    if len(items) < 2:
        raise Unwritable("brackets around one value say nothing")
    return pen.sign("bracket", listed(items, pen))


def _one_alone(items: Elements, pen: Pen) -> str:
    return pen.write(pen.choices.pick(items))


def _twice(items: Elements, pen: Pen) -> str:
    return listed((*items, pen.choices.pick(items)), pen)


def _not_in(items: Elements, pen: Pen) -> str:
    if not pen.latex:
        raise Unwritable("a sign of LaTeX")
    return rf"x \notin {pen.sign('set', listed(items, pen))}"


_SET: Final = Kind(
    "set",
    "math",
    lambda choices: elements(choices, 2, 5),
    (
        Way("set", "COL-10", _braces),
        Way("set in another order", "COL-10", _shuffled_set),
        Way("element said twice", "COL-10", _repeated_set, ANSWER),
        Way("membership", "REL-21", _member, ANSWER),
        Way("alternatives", "COL-9", _alternatives, ANSWER),
        Way("bare list", "COL-10", _bare_list, ANSWER),
    ),
    (
        Mistake("element changed", "COL-10", _one_changed),
        Mistake("element lost", "COL-10", _one_lost),
        Mistake("element added", "COL-10", _one_added),
        Mistake("all signs", "COL-10", _signs),
    ),
    (
        Slip("tuple for set", "COL-3", _brackets),
        Slip("one of several", "COL-12", _one_alone),
        Slip("complement", "COL-9", _not_in),
    ),
    differ_as_sets,
)

_LIST: Final = Kind(
    "list",
    "math",
    lambda choices: elements(choices, 2, 4),
    (
        Way("list", "COL-7", _bare_list),
        Way("joined by and", "COL-8", _joined("and")),
        Way("joined by or", "COL-8", _joined("or"), ANSWER),
        Way("alternatives", "COL-9", _alternatives, ANSWER),
        Way("semicolons", "COL-8", _semicolons, ANSWER),
        Way("named list", "COL-9", _named_list, ANSWER),
        Way("numbered", "COL-9", _numbered, ANSWER),
        Way("set", "COL-10", _shuffled_set, ANSWER),
        Way("membership", "REL-11", _member, ANSWER),
    ),
    (
        Mistake("element changed", "COL-7", _one_changed),
        Mistake("element lost", "COL-7", _one_lost),
        Mistake("element added", "COL-7", _one_added),
        Mistake("all signs", "COL-7", _signs),
    ),
    (
        Slip("one of several", "COL-12", _one_alone),
        Slip("value said twice", "COL-7", _twice),
        Slip("complement", "COL-9", _not_in),
    ),
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
        Way("alternatives", "REL-11", _of_both(_alternatives), ANSWER),
        Way("set", "COL-10", _of_both(_shuffled_set), ANSWER),
        Way("named plus-minus", "REL-11", lambda pair, pen: "x" + pen.sign("equals") + _plus_minus(pair, pen), ANSWER),
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
    return tuple(tuple(element(choices) for _ in range(width)) for _ in range(height))


def _matrix(rows: Rows, pen: Pen) -> str:
    cells = [pen.sign("cell").join(written(item, pen) for item in row) for row in rows]
    return pen.sign("matrix", pen.sign("row").join(cells))


def _nested(rows: Rows, pen: Pen) -> str:
    return "[" + ", ".join(f"[{listed(row, pen)}]" for row in rows) + "]"


def _factored(rows: Rows, pen: Pen) -> str:
    factor = pen.choices.between(2, 9)
    inside = tuple(tuple(times(factor, item) for item in row) for row in rows)
    if not all(isinstance(item, Number) for row in rows for item in row):
        raise Unwritable("only of rationals")
    multiplied = tuple(tuple(formula(value(item)) for item in row) for row in inside)
    return pen.write(Fraction(1, factor)) + _matrix(multiplied, pen)


def _determinant(rows: Rows, pen: Pen) -> str:
    if not pen.latex or len(rows) != len(rows[0]):
        raise Unwritable("no determinant")
    return r"\begin{vmatrix}" + r" \\ ".join(" & ".join(map(pen.write, row)) for row in rows) + r"\end{vmatrix}"


def _entry(rows: Rows, choices: Choices) -> Rows:
    place = choices.below(len(rows))
    return (*rows[:place], _one_changed(rows[place], choices), *rows[place + 1 :])


_MATRIX: Final = Kind(
    "matrix",
    "math",
    _draw_matrix,
    (
        Way("matrix", "COL-31", _matrix),
        Way("nested list", "COL-31", _nested, ANSWER),
        Way("factor in front", "COL-34", _factored, ANSWER),
    ),
    (
        Mistake("entry changed", "COL-31", _entry),
        Mistake("transposed", "COL-31", lambda rows, choices: tuple(zip(*rows, strict=True))),
        Mistake("rows exchanged", "COL-31", lambda rows, choices: rows[::-1]),
        Mistake("row lost", "COL-31", lambda rows, choices: rows[:-1] if len(rows) > 2 else None),
        Mistake("all signs", "COL-34", lambda rows, choices: tuple(_signs(row, choices) for row in rows)),
    ),
    (Slip("determinant", "COL-35", _determinant),),
    lambda one, other: len(one) != len(other) or any(map(_differ_in_order, one, other)),
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


def _point_turned(points: Rows, choices: Choices) -> Rows:
    place = choices.below(len(points))
    return (*points[:place], points[place][::-1], *points[place + 1 :])


def _differ_as_points(one: Rows, other: Rows) -> bool:
    def found(point: Elements, among: Rows) -> bool:
        return any(not _differ_in_order(point, candidate) for candidate in among)

    return not (all(found(point, other) for point in one) and all(found(point, one) for point in other))


_POINTS: Final = tuple(
    Kind(
        name,
        "math",
        _draw_points,
        ways,
        (
            Mistake("coordinates exchanged", "COL-16", _point_turned),
            Mistake("coordinates recombined", "COL-16", _recombined),
            Mistake("coordinate changed", "COL-16", _entry),
            Mistake("point lost", "COL-16", lambda points, choices: points[:-1] if len(points) > 2 else None),
        ),
        (
            Slip("flattened", "COL-16", lambda points, pen: listed(tuple(c for point in points for c in point), pen)),
            Slip("one of several", "COL-12", lambda points, pen: _point(pen.choices.pick(points), pen)),
        ),
        _differ_as_points,
    )
    for name, ways in (
        ("set of points", (Way("set of points", "COL-16", _set_of_points), Way("points", "COL-10", _points, ANSWER))),
        ("points", (Way("points", "COL-7", _points), Way("set of points", "COL-10", _set_of_points, ANSWER))),
    )
)

KINDS: Final = (_TUPLE, _SET, _LIST, _PLUS_MINUS, _MATRIX, *_POINTS)
