"""Equations, named values, linear inequalities, congruences, systems (chapter 6 of the spec)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import Formula, formula, names, plus, power, times
from gradespec.fuzz.kinds.elements import Elements, differ_in_order, elements, listed, one_changed, written
from gradespec.fuzz.kinds.rows import replaced
from gradespec.fuzz.model import Answer, Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen

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


def _sides(one: Equation, left: int) -> tuple[Formula, Formula]:
    """The equation with so many of its terms on the left."""
    terms = [times(c, monomial) for c, monomial in zip(one.coefficients, one.basis, strict=True)]
    return plus(*terms[:left]), plus(*(times(-1, term) for term in terms[left:]))


def _equal(left: Formula | Fraction, right: Formula | Fraction | int, pen: Pen) -> str:
    return pen.write(left) + pen.sign("equals") + pen.write(right)


def _split(left: int | None = None, *, swapped: bool = False) -> Callable[[Equation, Pen], str]:
    """The equation with so many of its terms on the left, mostly all but the constant."""

    def write(one: Equation, pen: Pen) -> str:
        sides = _sides(one, len(one.basis) - 1 if left is None else left)
        return _equal(*(sides[::-1] if swapped else sides), pen)

    return write


_equation: Final = _split()


def _multiplied(one: Equation, pen: Pen) -> str:
    factor = pen.choices.pick((2, 3, -1, -2))
    return _equation(replace(one, coefficients=tuple(factor * c for c in one.coefficients)), pen)


def _slope_form(one: Equation, pen: Pen) -> str:
    a, b, c = one.coefficients
    return "y" + pen.sign("equals") + pen.write(plus(times(Fraction(-a, b), X), Fraction(-c, b)))


def _centre_form(one: Equation, pen: Pen) -> str | None:
    if one.coefficients[:2] != (1, 1):
        return None
    _, _, d, e, c = one.coefficients
    squares = plus(power(plus(X, Fraction(d, 2)), 2), power(plus(Y, Fraction(e, 2)), 2))
    return _equal(squares, Fraction(d * d + e * e, 4) - c, pen)


def _at(change: Callable[[int], int]) -> Callable[[Equation, Choices], Equation]:
    def changed(one: Equation, choices: Choices) -> Equation:
        place = choices.below(len(one.coefficients))
        return replace(one, coefficients=replaced(one.coefficients, place, change(one.coefficients[place])))

    return changed


def _equations_differ(one: Equation, other: Equation) -> bool:
    return bool(other.coefficients[0]) and one.lowest != other.lowest and _has_points(other)


def _has_points(one: Equation) -> bool:
    """Whether real points satisfy the equation: an ellipse may have none."""
    if one.basis == _LINE:
        return True
    a, b, d, e, c = one.coefficients
    return a * b < 0 or (a * b > 0 and (Fraction(d * d, 4 * a) + Fraction(e * e, 4 * b) - c) * a > 0)


def _side(missing: int) -> Callable[[Equation, Pen], str]:
    return lambda one, pen: pen.write(_sides(one, len(one.basis) - missing)[0])


def _times_a_symbol(one: Equation, pen: Pen) -> str:
    left, right = _sides(one, len(one.basis) - 1)
    return _equal(times(X, left), times(right, X), pen)


_EQUATIONS: Final = tuple(
    Kind(
        name,
        "math",
        draw,
        (
            Way("equation", "REL-1", _equation),
            Way("equal to zero", "REL-1", lambda one, pen: _equal(_sides(one, len(one.basis))[0], 0, pen)),
            Answer("sides swapped", "REL-1", _split(swapped=True)),
            Answer("term moved", "REL-1", _split(1)),
            Answer("multiplied", "REL-1", _multiplied),
            extra,
        ),
        (
            Mistake("sign of a term", "REL-2", _at(lambda c: -c)),
            Mistake("coefficient", "REL-2", _at(lambda c: c + 1)),
            Mistake("term doubled", "REL-2", _at(lambda c: 2 * c)),
        ),
        (
            Slip("constant for the equation", "REL-3", lambda one, pen: pen.write(-one.coefficients[-1])),
            Slip("side for the equation", "REL-3", _side(1)),
            Slip("difference of the sides", "REL-3", _side(0)),
            Slip("times a symbol", "REL-2", _times_a_symbol),
            Slip(
                "inequality for equation",
                "REL-2",
                lambda one, pen: _equation(one, pen).replace("=", pen.sign("at most").strip() + " "),
            ),
        ),
        _equations_differ,
    )
    for name, draw, extra in (
        ("line", _draw_line, Answer("slope form", "REL-1", _slope_form)),
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


def _half_plane(factor: int = 1, *, turned: bool = False) -> Callable[[HalfPlane, Pen], str]:
    """The inequality multiplied by a factor, with the bound on the other side where it is `turned`."""

    def write(one: HalfPlane, pen: Pen) -> str:
        sides = _sides_of(one, factor)
        return _compared(one, sides[::-1] if turned else sides, pen, more=turned != (factor < 0))

    return write


def _sides_of(one: HalfPlane, factor: int = 1) -> tuple[Formula, Formula]:
    return plus(times(factor * one.a, X), times(factor * one.b, Y)), formula(factor * one.c)


def _compared(one: HalfPlane, sides: Sequence[Formula], pen: Pen, *, more: bool = False) -> str:
    signs = ("at least", "more") if more else ("at most", "less")
    return pen.write(sides[0]) + pen.sign(signs[not one.closed]) + pen.write(sides[1])


_HALF_PLANE: Final = Kind(
    "half-plane",
    "math",
    lambda choices: HalfPlane(choices.between(1, 7), choices.small(), choices.small(), choices.chance(2)),
    (
        Way("inequality", "REL-20", _half_plane()),
        Answer("from the other side", "REL-16", _half_plane(turned=True)),
        Answer("negated", "REL-20", lambda one, pen: _half_plane(pen.choices.pick((-1, -2)))(one, pen)),
        Answer("doubled", "REL-20", _half_plane(2)),
        Answer(
            "term across",
            "REL-20",
            lambda one, pen: _compared(one, (times(one.a, X), plus(one.c, times(-one.b, Y))), pen),
        ),
    ),
    (
        Mistake("open or closed", "REL-15", lambda one, choices: replace(one, closed=not one.closed)),
        Mistake("sign turned", "REL-20", lambda one, choices: HalfPlane(-one.a, -one.b, -one.c, one.closed)),
        Mistake("coefficient", "REL-20", lambda one, choices: replace(one, a=one.a + 1)),
        Mistake("bound", "REL-20", lambda one, choices: replace(one, c=one.c + 1)),
    ),
    (
        Slip(
            "equation for inequality",
            "REL-20",
            lambda one, pen: _equal(*_sides_of(one), pen),
        ),
        Slip("bound alone", "REL-20", lambda one, pen: pen.write(one.c)),
    ),
)


# --- named values ------------------------------------------------------------------------------------------

_NAMES: Final = ("a", "b", "c")


def _assigned(values: Elements, pen: Pen, names: tuple[str, ...] = _NAMES) -> list[str]:
    """An equation for each of the values."""
    return [name + pen.sign("equals") + written(one, pen) for name, one in zip(names, values, strict=False)]


def _named(values: Elements, pen: Pen) -> str:
    return pen.listed(_assigned(values, pen))


_NAMED: Final = Kind(
    "named values",
    "math",
    lambda choices: elements(choices, 2, 3),
    (
        Way("named values", "REL-9", _named),
        Answer("in another order", "REL-9", lambda row, pen: pen.listed(pen.choices.shuffled(_assigned(row, pen)))),
        Answer("joined by and", "COL-8", lambda values, pen: pen.sign("and").join(_assigned(values, pen))),
        Answer(
            "tuple of names",
            "REL-10",
            lambda values, pen: f"({', '.join(_NAMES[: len(values)])}){pen.sign('equals')}({listed(values, pen)})",
        ),
        Right("tuple", "REL-10", lambda values, pen: f"({listed(values, pen)})"),
    ),
    (Mistake("value changed", "REL-9", one_changed),),
    (
        Slip("values exchanged", "REL-9", lambda values, pen: _named((*values[1:], values[0]), pen)),
        Slip("value lost", "REL-9", lambda values, pen: pen.listed(_assigned(values, pen)[:-1])),
        Slip("other name", "REL-6", lambda values, pen: pen.listed(_assigned(values, pen, ("a", "d", "c")))),
    ),
    differ_in_order,
)


# --- congruences -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Class:
    """All that leave a residue by a modulus."""

    residue: int
    modulus: int


def _class(modulus: int, choices: Choices) -> Class:
    return Class(choices.below(modulus), modulus)


def _congruence(name: str = "x", shift: int = 0) -> Callable[[Class, Pen], str]:
    def write(one: Class, pen: Pen) -> str:
        return pen.sign("modulus", name, str(one.residue + shift * one.modulus), str(one.modulus))

    return write


_CONGRUENCE: Final = Kind(
    "congruence",
    "math",
    lambda choices: _class(choices.between(3, 30), choices),
    (
        Way("congruence", "REL-23", _congruence()),
        Answer("larger residue", "REL-23", _congruence(shift=1)),
        Answer("negative residue", "REL-23", _congruence(shift=-1)),
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


def _joined(sign: str, *, turned: bool = False) -> Callable[[System, Pen], str]:
    def write(system: System, pen: Pen) -> str:
        return pen.sign(sign).join(_equation(one, pen) for one in (system[::-1] if turned else system))

    return write


_SYSTEM: Final = Kind(
    "system of equations",
    "math",
    _draw_system,
    (
        Way("system", "REL-24", lambda system, pen: pen.listed([_equation(one, pen) for one in system])),
        Answer("in another order", "REL-24", _joined("and", turned=True)),
        Answer("with a brace", "REL-24", lambda system, pen: pen.sign("cases", _joined("row")(system, pen))),
    ),
    (
        Mistake("coefficient", "REL-24", lambda system, choices: (system[0], _at(lambda c: c + 1)(system[1], choices))),
        Mistake("sign of a term", "REL-24", lambda system, choices: (_at(lambda c: -c)(system[0], choices), system[1])),
    ),
    (Slip("equation lost", "REL-24", lambda system, pen: _equation(pen.choices.pick(system), pen)),),
    lambda one, other: any(map(_equations_differ, one, other)) and {e.lowest for e in one} != {e.lowest for e in other},
)

KINDS: Final = (*_EQUATIONS, _HALF_PLANE, _NAMED, _CONGRUENCE, _SYSTEM)
