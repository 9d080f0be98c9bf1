"""Equations, named values, linear inequalities, congruences, systems (chapter 6 of the spec)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import Formula, formula, names, plus, power, times
from gradespec.fuzz.kinds.elements import Elements, changed_at, elements, same, written
from gradespec.fuzz.model import ANSWER, RIGHT, Kind, Mistake, NotAsked, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable

X, Y = names("x y")

# --- lines and circles -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Equation:
    """Coefficients by the monomials of `basis`, the last of which is 1: their sum is 0."""

    coefficients: tuple[int, ...]
    basis: tuple[Formula, ...]

    @property
    def lowest(self) -> tuple[int, ...]:
        """The coefficients without a common factor, the first positive."""
        divisor = gcd(*self.coefficients) * (1 if self.coefficients[0] > 0 else -1)
        return tuple(coefficient // divisor for coefficient in self.coefficients)


_LINE: Final = (X, Y, formula(1))
_CURVE: Final = (power(X, 2), power(Y, 2), X, Y, formula(1))


def _draw_line(choices: Choices) -> Equation:
    a, b = choices.between(2, 9), choices.between(2, 9) * choices.pick((1, -1))
    return Equation((a, b, -choices.small()), _LINE)


def _draw_circle(choices: Choices) -> Equation:
    d, e, radius = choices.small(), choices.small(), choices.between(1, 6)
    return Equation((1, 1, -2 * d, -2 * e, d * d + e * e - radius * radius), _CURVE)


def _sides(one: Equation, pen: Pen, left: tuple[int, ...]) -> tuple[Formula, Formula]:
    """The equation with these of its terms on the left."""
    terms = [times(c, monomial) for c, monomial in zip(one.coefficients, one.basis, strict=True)]
    right = (times(-1, term) for place, term in enumerate(terms) if place not in left)
    return plus(*(terms[place] for place in left)), plus(*right)


def _equation(one: Equation, pen: Pen) -> str:
    left, right = _sides(one, pen, tuple(range(len(one.basis) - 1)))
    return pen.write(left) + pen.sign("equals") + pen.write(right)


def _equal_to_zero(one: Equation, pen: Pen) -> str:
    left, _ = _sides(one, pen, tuple(range(len(one.basis))))
    return pen.write(left) + pen.sign("equals") + "0"


def _sides_swapped(one: Equation, pen: Pen) -> str:
    left, right = _sides(one, pen, tuple(range(len(one.basis) - 1)))
    return pen.write(right) + pen.sign("equals") + pen.write(left)


def _term_moved(one: Equation, pen: Pen) -> str:
    left, right = _sides(one, pen, (0,))
    return pen.write(left) + pen.sign("equals") + pen.write(right)


def _multiplied(one: Equation, pen: Pen) -> str:
    factor = pen.choices.pick((2, 3, -1, -2))
    return _equation(replace(one, coefficients=tuple(factor * c for c in one.coefficients)), pen)


def _slope_form(one: Equation, pen: Pen) -> str:
    if one.basis != _LINE:
        raise Unwritable("no line")
    a, b, c = one.coefficients
    return "y" + pen.sign("equals") + pen.write(plus(times(Fraction(-a, b), X), Fraction(-c, b)))


def _centre_form(one: Equation, pen: Pen) -> str:
    if one.coefficients[:2] != (1, 1):
        raise Unwritable("no circle")
    _, _, d, e, c = one.coefficients
    squares = plus(power(plus(X, Fraction(d, 2)), 2), power(plus(Y, Fraction(e, 2)), 2))
    return pen.write(squares) + pen.sign("equals") + pen.write(Fraction(d * d + e * e, 4) - c)


def _at(change: Callable[[int], int]) -> Callable[[Equation, Choices], Equation]:
    def changed(one: Equation, choices: Choices) -> Equation:
        place = choices.below(len(one.coefficients))
        rest = one.coefficients
        return replace(one, coefficients=(*rest[:place], change(rest[place]), *rest[place + 1 :]))

    return changed


def _equations_differ(one: Equation, other: Equation) -> bool:
    return bool(other.coefficients[0]) and one.lowest != other.lowest and _has_points(other)


def _has_points(one: Equation) -> bool:
    """Whether real points satisfy the equation: an ellipse may have none."""
    if one.basis == _LINE:
        return True
    a, b, d, e, c = one.coefficients
    return a * b < 0 or (a * b > 0 and (Fraction(d * d, 4 * a) + Fraction(e * e, 4 * b) - c) * a > 0)


def _constant_alone(one: Equation, pen: Pen) -> str:
    return pen.write(-one.coefficients[-1])


def _side_alone(one: Equation, pen: Pen) -> str:
    return pen.write(_sides(one, pen, tuple(range(len(one.basis) - 1)))[0])


def _difference_of_sides(one: Equation, pen: Pen) -> str:
    return pen.write(_sides(one, pen, tuple(range(len(one.basis))))[0])


def _times_a_symbol(one: Equation, pen: Pen) -> str:
    left, right = _sides(one, pen, tuple(range(len(one.basis) - 1)))
    return pen.write(times(X, left)) + pen.sign("equals") + pen.write(times(right, X))


def _bound_for_equation(one: Equation, pen: Pen) -> str:
    return _equation(one, pen).replace("=", pen.sign("at most").strip() + " ")


_EQUATIONS: Final = tuple(
    Kind(
        name,
        "math",
        draw,
        (
            Way("equation", "REL-1", _equation),
            Way("equal to zero", "REL-1", _equal_to_zero),
            Way("sides swapped", "REL-1", _sides_swapped, ANSWER),
            Way("term moved", "REL-1", _term_moved, ANSWER),
            Way("multiplied", "REL-1", _multiplied, ANSWER),
            extra,
        ),
        (
            Mistake("sign of a term", "REL-2", _at(lambda c: -c)),
            Mistake("coefficient", "REL-2", _at(lambda c: c + 1)),
            Mistake("term doubled", "REL-2", _at(lambda c: 2 * c)),
        ),
        (
            Slip("constant for the equation", "REL-3", _constant_alone),
            Slip("side for the equation", "REL-3", _side_alone),
            Slip("difference of the sides", "REL-3", _difference_of_sides),
            Slip("times a symbol", "REL-2", _times_a_symbol),
            Slip("inequality for equation", "REL-2", _bound_for_equation),
        ),
        _equations_differ,
    )
    for name, draw, extra in (
        ("line", _draw_line, Way("slope form", "REL-1", _slope_form, ANSWER)),
        ("circle", _draw_circle, Way("centre form", "REL-1", _centre_form)),
    )
)


# --- half-planes -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """``a x + b y < c``, or at most c where it is closed."""

    a: int
    b: int
    c: int
    closed: bool


def _half_plane(one: HalfPlane, pen: Pen) -> str:
    left = plus(times(one.a, X), times(one.b, Y))
    return pen.write(left) + pen.sign("at most" if one.closed else "less") + pen.write(one.c)


def _from_the_other_side(one: HalfPlane, pen: Pen) -> str:
    left = plus(times(one.a, X), times(one.b, Y))
    return pen.write(one.c) + pen.sign("at least" if one.closed else "more") + pen.write(left)


def _negated(one: HalfPlane, pen: Pen) -> str:
    """Multiplied by a negative number, which turns the sign."""
    factor = pen.choices.pick((-1, -2))
    left = plus(times(factor * one.a, X), times(factor * one.b, Y))
    return pen.write(left) + pen.sign("at least" if one.closed else "more") + pen.write(factor * one.c)


def _doubled(one: HalfPlane, pen: Pen) -> str:
    return _half_plane(HalfPlane(2 * one.a, 2 * one.b, 2 * one.c, one.closed), pen)


def _term_across(one: HalfPlane, pen: Pen) -> str:
    right = plus(one.c, times(-one.b, Y))
    return pen.write(times(one.a, X)) + pen.sign("at most" if one.closed else "less") + pen.write(right)


_HALF_PLANE: Final = Kind(
    "half-plane",
    "math",
    lambda choices: HalfPlane(choices.between(1, 7), choices.small(), choices.small(), choices.chance(2)),
    (
        Way("inequality", "REL-20", _half_plane),
        Way("from the other side", "REL-16", _from_the_other_side, ANSWER),
        Way("negated", "REL-20", _negated, ANSWER),
        Way("doubled", "REL-20", _doubled, ANSWER),
        Way("term across", "REL-20", _term_across, ANSWER),
    ),
    (
        Mistake("open or closed", "REL-15", lambda one, choices: replace(one, closed=not one.closed)),
        Mistake("sign turned", "REL-20", lambda one, choices: HalfPlane(-one.a, -one.b, -one.c, one.closed)),
        Mistake("coefficient", "REL-20", lambda one, choices: replace(one, a=one.a + 1)),
        Mistake("bound", "REL-20", lambda one, choices: replace(one, c=one.c + 1)),
    ),
    (
        Slip("equation for inequality", "REL-20", lambda one, pen: _boundary(one, pen)),
        Slip("bound alone", "REL-20", lambda one, pen: pen.write(one.c)),
    ),
)


def _boundary(one: HalfPlane, pen: Pen) -> str:
    return pen.write(plus(times(one.a, X), times(one.b, Y))) + pen.sign("equals") + pen.write(one.c)


# --- named values ------------------------------------------------------------------------------------------

_NAMES: Final = ("a", "b", "c")


def _assigned(values: Elements, pen: Pen, names: tuple[str, ...] = _NAMES) -> list[str]:
    """An equation for each of the values."""
    return [name + pen.sign("equals") + written(one, pen) for name, one in zip(names, values, strict=False)]


def _named(values: Elements, pen: Pen) -> str:
    return pen.listed(_assigned(values, pen))


def _in_another_order(values: Elements, pen: Pen) -> str:
    return pen.listed(list(pen.choices.shuffled(_assigned(values, pen))))


def _joined(values: Elements, pen: Pen) -> str:
    return pen.sign("and").join(_assigned(values, pen))


def _tuple_equal(values: Elements, pen: Pen) -> str:
    head = ", ".join(_NAMES[: len(values)])
    return f"({head}){pen.sign('equals')}({pen.listed([written(one, pen) for one in values])})"


def _bare_tuple(values: Elements, pen: Pen) -> str:
    return f"({pen.listed([written(one, pen) for one in values])})"


def _value_changed(values: Elements, choices: Choices) -> Elements:
    return changed_at(values, choices.below(len(values)), choices)


def _named_differ(one: Elements, other: Elements) -> bool:
    return len(one) != len(other) or not all(map(same, one, other))


def _other_names(values: Elements, pen: Pen) -> str:
    return pen.listed(_assigned(values, pen, ("a", "d", "c")))


_NAMED: Final = Kind(
    "named values",
    "math",
    lambda choices: elements(choices, 2, 3),
    (
        Way("named values", "REL-9", _named),
        Way("in another order", "REL-9", _in_another_order, ANSWER),
        Way("joined by and", "COL-8", _joined, ANSWER),
        Way("tuple of names", "REL-10", _tuple_equal, ANSWER),
        Way("tuple", "REL-10", _bare_tuple, RIGHT),
    ),
    (Mistake("value changed", "REL-9", _value_changed),),
    (
        Slip("values exchanged", "REL-9", lambda values, pen: _named((*values[1:], values[0]), pen)),
        Slip("value lost", "REL-9", lambda values, pen: pen.listed(_assigned(values, pen)[:-1])),
        Slip("other name", "REL-6", _other_names),
    ),
    _named_differ,
)


# --- congruences -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Class:
    """All that leave a residue by a modulus."""

    residue: int
    modulus: int


def _draw_class(choices: Choices) -> Class:
    modulus = choices.between(3, 30)
    return Class(choices.below(modulus), modulus)


def _congruence(name: str = "x", shift: int = 0) -> Callable[[Class, Pen], str]:
    def write(one: Class, pen: Pen) -> str:
        return pen.sign("modulus", name, str(one.residue + shift * one.modulus), str(one.modulus))

    return write


_CONGRUENCE: Final = Kind(
    "congruence",
    "math",
    _draw_class,
    (
        Way("congruence", "REL-23", _congruence()),
        Way("larger residue", "REL-23", _congruence(shift=1), ANSWER),
        Way("negative residue", "REL-23", _congruence(shift=-1), ANSWER),
    ),
    (
        Mistake("residue", "REL-23", lambda one, choices: replace(one, residue=one.residue + choices.pick((1, -1)))),
        Mistake("modulus", "REL-23", lambda one, choices: replace(one, modulus=one.modulus + 1)),
        Mistake("modulus doubled", "REL-23", lambda one, choices: replace(one, modulus=2 * one.modulus)),
    ),
    (
        Slip("residue alone", "REL-23", lambda one, pen: str(one.residue)),
        Slip("one of the class", "REL-23", lambda one, pen: "x" + pen.sign("equals") + str(one.residue)),
        Slip("other symbol", "REL-23", _congruence("y")),
    ),
    lambda one, other: one.modulus != other.modulus or (one.residue - other.residue) % one.modulus != 0,
)


# --- systems -----------------------------------------------------------------------------------------------

System = tuple[Equation, Equation]


def _draw_system(choices: Choices) -> System:
    first, second = _draw_line(choices), _draw_line(choices)
    if first.lowest == second.lowest:
        raise NotAsked("one line")
    return first, second


def _system(system: System, pen: Pen) -> str:
    return pen.listed([_equation(one, pen) for one in system])


def _system_turned(system: System, pen: Pen) -> str:
    return pen.sign("and").join(_equation(one, pen) for one in system[::-1])


def _system_in_cases(system: System, pen: Pen) -> str:
    return pen.sign("cases", pen.sign("row").join(_equation(one, pen) for one in system))


_SYSTEM: Final = Kind(
    "system of equations",
    "math",
    _draw_system,
    (
        Way("system", "REL-24", _system),
        Way("in another order", "REL-24", _system_turned, ANSWER),
        Way("with a brace", "REL-24", _system_in_cases, ANSWER),
    ),
    (
        Mistake("coefficient", "REL-24", lambda system, choices: (system[0], _at(lambda c: c + 1)(system[1], choices))),
        Mistake("sign of a term", "REL-24", lambda system, choices: (_at(lambda c: -c)(system[0], choices), system[1])),
    ),
    (Slip("equation lost", "REL-24", lambda system, pen: _equation(pen.choices.pick(system), pen)),),
    lambda one, other: any(map(_equations_differ, one, other)) and {e.lowest for e in one} != {e.lowest for e in other},
)

KINDS: Final = (*_EQUATIONS, _HALF_PLANE, _NAMED, _CONGRUENCE, _SYSTEM)
