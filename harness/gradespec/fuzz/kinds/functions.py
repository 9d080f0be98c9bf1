"""Functions and families: definitions, antiderivatives, functions by cases, sums (chapter 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import Formula, Name, Sum, cos, exp, formula, over, plus, power, renamed, sin, times
from gradespec.fuzz.kinds.polynomials import Polynomial
from gradespec.fuzz.model import Answer, Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import apart, differ, value

X: Final = Name("x")


def polynomial(choices: Choices, low: int = 1) -> Polynomial:
    """A polynomial in x of a degree from `low` to 3, of two terms or three."""
    degrees = choices.some(choices.between(1, 2), lambda: choices.between(low, 3))
    terms = [((degree,), Fraction(choices.small())) for degree in degrees]
    return Polynomial.of(("x",), [*terms, ((0,), Fraction(choices.small()))])


def _off(one: Polynomial, choices: Choices) -> Polynomial:
    """The polynomial with another coefficient at its highest term."""
    (exponents, coefficient), *rest = one.terms
    return Polynomial.of(
        one.names, [(exponents, choices.pick((coefficient + 1, -coefficient, coefficient * 2))), *rest]
    )


# --- definitions -------------------------------------------------------------------------------------------


def _defined(head: str, variable: str = "x") -> Callable[[Polynomial, Pen], str]:
    """A definition ``head = …`` with the formula in that variable."""
    return lambda one, pen: head + pen.sign("equals") + _bare(variable)(one, pen)


def _bare(variable: str) -> Callable[[Polynomial, Pen], str]:
    return lambda one, pen: pen.write(renamed(one.formula(), {"x": variable}))


def _in_other_variable(one: Polynomial, pen: Pen) -> str:
    name = pen.choices.pick(("t", "z", "u"))
    return _defined(f"f({name})", name)(one, pen)


_DEFINITION: Final = Kind(
    "definition",
    "math",
    polynomial,
    (
        Way("definition", "EXPR-30", _defined("f(x)")),
        Answer("other variable", "EXPR-29", _in_other_variable),
        Answer("right side alone", "EXPR-30", _bare("x")),
        Right("named y", "EXPR-31", _defined("y")),
    ),
    (Mistake("coefficient", "EXPR-2", _off),),
    (
        Slip("other function", "EXPR-31", _defined("g(x)")),
        Slip("derivative", "EXPR-31", _defined("f'(x)")),
        Slip("inverse function", "EXPR-31", _defined("f^{-1}(x)")),
        Slip("half renamed", "EXPR-29", _defined("f(t)")),
        Slip("bare in another variable", "EXPR-29", _bare("t")),
    ),
    lambda one, other: differ(one.formula(), other.formula()),
)


# --- antiderivatives ---------------------------------------------------------------------------------------


def _draw_antiderivative(choices: Choices) -> Sum:
    inner = times(choices.pick((1, 2, 3)), X)
    terms: list[Formula] = [power(X, choices.between(1, 4))]
    terms.append(choices.pick((sin(inner), cos(inner), exp(inner), power(X, 5))))
    return Sum(tuple(over(times(choices.small(), term), choices.pick((1, 1, 2, 3))) for term in terms))


def _with_constant(*names: str) -> Callable[[Formula, Pen], str]:
    return lambda one, pen: pen.write(plus(one, Name(pen.choices.pick(names))))


def _number_absorbed(one: Formula, pen: Pen) -> str:
    return pen.write(plus(one, pen.choices.between(1, 9), Name("C")))


def _varies(one: Formula) -> bool:
    values = [value(one, {"x": Fraction(number)}) for number in (-2, 1, 3)]
    return any(apart(values[0], other) for other in values[1:])


_ANTIDERIVATIVE: Final = Kind(
    "antiderivative",
    "math",
    _draw_antiderivative,
    (
        Way("constant C", "EXPR-25", _with_constant("C")),
        Answer("other constant", "EXPR-25", _with_constant("c", "K", "C_1")),
        Answer("constant first", "EXPR-12", lambda one, pen: pen.write(plus(Name("C"), one))),
        Answer("number absorbed", "EXPR-25", _number_absorbed),
    ),
    (
        Mistake("coefficient", "EXPR-2", lambda one, choices: plus(one, times(choices.small(), X))),
        Mistake("sign", "EXPR-2", lambda one, choices: plus(*(times(-1, term) for term in one.inside))),
    ),
    (
        Slip("constant lost", "EXPR-25", lambda one, pen: pen.write(one)),
        Slip("constant as a factor", "EXPR-25", lambda one, pen: "C(" + pen.write(one) + ")"),
        Slip("symbol for the constant", "EXPR-25", lambda one, pen: pen.write(plus(one, Name("y")))),
        Slip("constant times x", "EXPR-25", lambda one, pen: pen.write(plus(one, times(Name("C"), X)))),
    ),
    lambda one, other: _varies(plus(one, times(-1, other))),
)


# --- functions by cases ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pieces:
    """One formula below a number, another above; the number belongs to the side that `closed_above` says."""

    below: Polynomial
    above: Polynomial
    at: Fraction
    closed_above: bool = True

    @property
    def jump(self) -> bool:
        """Whether the formulas differ where they meet."""
        point = {"x": self.at}
        return apart(value(self.below.formula(), point), value(self.above.formula(), point))


def _draw_pieces(choices: Choices) -> Pieces:
    found = Pieces(polynomial(choices), polynomial(choices), Fraction(choices.small()), choices.chance(2))
    if found.below == found.above:
        raise NotAsked("one formula")
    return found


def _rows(one: Pieces, pen: Pen) -> list[tuple[str, str]]:
    low, high = ("less", "at least") if one.closed_above else ("at most", "more")
    return [
        (pen.write(piece.formula()), f"x{pen.sign(sign)}{pen.write(one.at)}")
        for piece, sign in ((one.below, low), (one.above, high))
    ]


def _cases(order: int) -> Callable[[Pieces, Pen], str]:
    """The cases from the left, or with -1 from the right."""
    return lambda one, pen: pen.sign(
        "cases", pen.sign("row").join(pen.sign("case", *row) for row in _rows(one, pen)[::order])
    )


def _cases_in_words(one: Pieces, pen: Pen) -> str | None:
    if pen.latex:
        return None
    return ", ".join(f"{text} if {condition}" for text, condition in _rows(one, pen))


def _pieces_differ(one: Pieces, other: Pieces) -> bool:
    """Compared where each has its first formula, its second, and where they meet."""
    return (one.below, one.above, one.at) != (other.below, other.above, other.at) or one.jump


_CASES: Final = Kind(
    "function by cases",
    "math",
    _draw_pieces,
    (
        Way("cases", "EXPR-20", _cases(1)),
        Way("cases in another order", "EXPR-20", _cases(-1)),
        Answer("cases in words", "EXPR-20", _cases_in_words),
    ),
    (
        Mistake("formulas exchanged", "EXPR-20", lambda one, choices: replace(one, below=one.above, above=one.below)),
        Mistake("formula changed", "EXPR-20", lambda one, choices: replace(one, above=_off(one.above, choices))),
        Mistake("meeting point", "EXPR-20", lambda one, choices: replace(one, at=one.at + 1)),
        Mistake(
            "side of the meeting point",
            "EXPR-20",
            lambda one, choices: replace(one, closed_above=not one.closed_above),
        ),
    ),
    (
        Slip("one case", "EXPR-20", lambda one, pen: pen.write(one.above.formula())),
        Slip("case lost", "EXPR-20", lambda one, pen: pen.sign("cases", pen.sign("case", *_rows(one, pen)[0]))),
    ),
    _pieces_differ,
)


# --- sums --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of ``step k + start`` for k from `low` to `high`, or of its square."""

    low: int
    high: int
    step: int
    start: int
    exponent: int

    def term(self, k: Formula) -> Formula:
        """The term of that index."""
        return power(plus(times(self.step, k), self.start), self.exponent)

    @property
    def number(self) -> Fraction:
        """What it comes to."""
        return sum((value(self.term(formula(k))) for k in range(self.low, self.high + 1)), Fraction(0))


def _draw_total(choices: Choices) -> Total:
    low = choices.between(0, 3)
    step, start = choices.between(1, 3), choices.between(0, 3)
    return Total(low, low + choices.between(2, 5), step, start, choices.between(1, 2))


def _sigma(name: str, shift: int = 0) -> Callable[[Total, Pen], str]:
    def write(one: Total, pen: Pen) -> str:
        term = one.term(plus(Name(name), -shift))
        bounds = (name, str(one.low + shift), str(one.high + shift))
        return pen.sign("sum", *bounds, pen.factor(term))

    return write


def _written_out(one: Total, pen: Pen) -> str:
    return pen.write(plus(*(value(one.term(formula(k))) for k in range(one.low, one.high + 1))))


_SUM: Final = Kind(
    "sum",
    "math",
    _draw_total,
    (
        Way("sum", "NUM-27", _sigma("k")),
        Answer("other index", "EXPR-21", _sigma("j")),
        Answer("shifted index", "EXPR-21", _sigma("n", 1)),
        Answer("written out", "NUM-27", _written_out),
        Answer("value", "NUM-27", lambda one, pen: pen.write(one.number)),
    ),
    (
        Mistake("upper bound", "NUM-27", lambda one, choices: replace(one, high=one.high + choices.pick((1, -1)))),
        Mistake("lower bound", "NUM-27", lambda one, choices: replace(one, low=one.low + 1)),
        Mistake("term", "NUM-27", lambda one, choices: replace(one, start=one.start + 1)),
    ),
    (),
    lambda one, other: one.number != other.number,
)

KINDS: Final = (_DEFINITION, _ANTIDERIVATIVE, _CASES, _SUM)
