"""Polynomials: expanded, factored, regrouped; and quotients of them (EXPR-1 to EXPR-4, EXPR-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.formulas import Formula, Name, formula, over, plus, power, times
from gradespec.fuzz.kinds.rows import at_one, replaced
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.values import differ, value

#: Symbols that stand together in one polynomial; none spells a word with its neighbours.
ALPHABETS: Final = (("x",), ("x",), ("x", "y"), ("a", "b"), ("t",), ("n",), ("x", "y", "z"), ("p", "q"))

Exponents = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Coefficients by exponents of `names`, from the highest term down; none is 0."""

    names: tuple[str, ...]
    terms: tuple[tuple[Exponents, Fraction], ...]

    @classmethod
    def of(cls, names: tuple[str, ...], terms: Iterable[tuple[Exponents, Fraction]]) -> Polynomial:
        """The polynomial of terms that may repeat themselves or vanish."""
        added: dict[Exponents, Fraction] = {}
        for exponents, coefficient in terms:
            added[exponents] = added.get(exponents, Fraction(0)) + coefficient
        kept = [(exponents, coefficient) for exponents, coefficient in added.items() if coefficient]
        return cls(names, tuple(sorted(kept, key=lambda term: (-sum(term[0]), [-e for e in term[0]]))))

    def __mul__(self, other: Polynomial) -> Polynomial:
        products = (
            (tuple(a + b for a, b in zip(one, two, strict=True)), c * d)
            for one, c in self.terms
            for two, d in other.terms
        )
        return Polynomial.of(self.names, products)

    def formula(self, terms: Iterable[tuple[Exponents, Fraction]] | None = None) -> Formula:
        """The polynomial as a sum of its terms, in the order given."""
        return plus(*(self._term(*term) for term in (self.terms if terms is None else terms)))

    def _term(self, exponents: Exponents, coefficient: Fraction) -> Formula:
        powers = [power(Name(name), e) for name, e in zip(self.names, exponents, strict=True) if e]
        if coefficient.denominator > 1 and powers:
            return over(times(coefficient.numerator, *powers), coefficient.denominator)
        return times(coefficient, *powers)


@dataclass(frozen=True, slots=True)
class Factored:
    """A polynomial as a product."""

    factors: tuple[Polynomial, ...]

    @property
    def expanded(self) -> Polynomial:
        """The product multiplied out."""
        return reduce(Polynomial.__mul__, self.factors)


# --- drawing -----------------------------------------------------------------------------------------------


def linear(names: tuple[str, ...], choices: Choices) -> Polynomial:
    """A factor of the first degree, of every symbol one term at most, and mostly a constant."""
    units = [tuple(int(place == at) for place in range(len(names))) for at in range(len(names))]
    terms = [(unit, Fraction(choices.small())) for unit in units if len(names) == 1 or not choices.chance(3)]
    constant = Fraction(choices.small() if not choices.chance(4) else 0)
    return Polynomial.of(names, [*terms, ((0,) * len(names), constant)])


def _draw(choices: Choices) -> Factored:
    names = choices.pick(ALPHABETS)
    factors = [linear(names, choices) for _ in range(choices.between(1, 3))]
    if choices.chance(4):
        factors.append(factors[0])
    if choices.chance(3):
        factors.append(_constant(names, Fraction(1, choices.between(2, 6))))
    found = Factored(tuple(factors))
    if not any(sum(exponents) for exponents, _ in found.expanded.terms):
        raise NotAsked("a constant")
    return found


def _constant(names: tuple[str, ...], number: Fraction) -> Polynomial:
    return Polynomial.of(names, [((0,) * len(names), number)])


# --- ways --------------------------------------------------------------------------------------------------


def _expanded(one: Factored, pen: Pen) -> str:
    return pen.write(one.expanded.formula())


def product(factors: Iterable[Polynomial]) -> Formula:
    """The factors side by side, numbers first, repeated ones as powers."""
    rows = list(factors)
    numbers = [one for one in rows if all(not any(exponents) for exponents, _ in one.terms)]
    others = [one for one in rows if one not in numbers]
    powers = [power(one.formula(), others.count(one)) for one in dict.fromkeys(others)]
    number = value(times(*(one.formula() for one in numbers)))
    return times(number, *powers)


def _partly_expanded(one: Factored, pen: Pen) -> str | None:
    if len(one.factors) < 3:
        return None
    first, second, *rest = one.factors
    return pen.write(product((first * second, *rest)))


def _over_one_denominator(one: Factored, pen: Pen) -> str:
    found = one.expanded
    below = lcm(*(coefficient.denominator for _, coefficient in found.terms))
    if below == 1:
        below = pen.choices.between(2, 5)
    above = found * _constant(found.names, Fraction(below))
    return pen.write(over(above.formula(), below))


def _by_degree(one: Factored) -> dict[int, Fraction]:
    """The coefficients of a polynomial in one symbol; nothing where it has several."""
    found = one.expanded
    return {exponents[0]: coefficient for exponents, coefficient in found.terms} if len(found.names) == 1 else {}


def _horner(one: Factored, pen: Pen) -> str | None:
    by_degree = _by_degree(one)
    degree = max(by_degree, default=0)
    if not 2 <= degree <= 3:
        return None
    name, nested = Name(one.expanded.names[0]), formula(by_degree[degree])
    for exponent in range(degree - 1, -1, -1):
        nested = plus(times(name, nested), by_degree.get(exponent, 0))
    return pen.write(nested)


def _completed_square(one: Factored, pen: Pen) -> str | None:
    by_degree = _by_degree(one)
    if max(by_degree, default=0) != 2:
        return None
    a, b, c = (by_degree.get(degree, Fraction(0)) for degree in (2, 1, 0))
    shift = b / (2 * a)
    return pen.write(plus(times(a, power(plus(Name(one.expanded.names[0]), shift), 2)), c - a * shift**2))


def _hole(one: Factored, pen: Pen) -> str | None:
    """The polynomial times a factor over the same factor, which leaves a hole."""
    if len(one.expanded.names) > 1:
        return None
    factor = linear(one.expanded.names, pen.choices)
    if len(factor.terms) < 2:  # a number or a lone symbol
        return None
    return pen.write(over(product((*one.factors, factor)), factor.formula()))


# --- mistakes ----------------------------------------------------------------------------------------------


def _at_term(
    change: Callable[[Exponents, Fraction, Choices], tuple[Exponents, Fraction] | None],
) -> Callable[[Factored, Choices], Factored | None]:
    """A mistake at one term of the expanded polynomial; None from `change` loses the term."""

    def changed(one: Factored, choices: Choices) -> Factored | None:
        found = one.expanded
        place = choices.below(len(found.terms))
        term = change(*found.terms[place], choices)
        terms = [*found.terms[:place], *([term] if term else []), *found.terms[place + 1 :]]
        made = Polynomial.of(found.names, terms)
        return Factored((made,)) if made.terms else None

    return changed


def _exponent_off(exponents: Exponents, coefficient: Fraction, choices: Choices) -> tuple[Exponents, Fraction]:
    place = choices.below(len(exponents))
    return replaced(exponents, place, exponents[place] + 1), coefficient


def _constant_added(one: Factored, number: Fraction) -> Factored | None:
    found = one.expanded
    made = Polynomial.of(found.names, (*found.terms, ((0,) * len(found.names), number)))
    return Factored((made,)) if made.terms else None


def _bracket_dropped(one: Factored, choices: Choices) -> Factored | None:
    """The first factor multiplies only the first term of the second: a(b+c) becomes ab+c."""
    if len(one.factors) < 2:
        return None
    first, second, *rest = one.factors
    head, tail = second.terms[:1], second.terms[1:]
    made = Polynomial.of(first.names, (*(first * Polynomial(first.names, head)).terms, *tail))
    return Factored((made, *rest)) if tail and made.terms else None


def _square_by_terms(one: Factored, choices: Choices) -> Factored | None:
    """(a+b)^2 becomes a^2+b^2."""
    twice = next((factor for factor in one.factors if one.factors.count(factor) > 1), None)
    if twice is None or len(twice.terms) < 2:
        return None
    squared = Polynomial.of(twice.names, [(tuple(2 * e for e in exponents), c**2) for exponents, c in twice.terms])
    rest = list(one.factors)
    rest.remove(twice)
    rest.remove(twice)
    return Factored((squared, *rest))


def _renamed(one: Factored, names: tuple[str, ...]) -> Factored:
    return Factored(tuple(replace(factor, names=names) for factor in one.factors))


def _other_symbol(one: Factored, choices: Choices) -> Factored:
    """One symbol under another name."""
    names = one.expanded.names
    place = choices.below(len(names))
    other = choices.pick([name for name in ("w", "s", "u", "X") if name not in names])
    return _renamed(one, replaced(names, place, other))


def _symbols_exchanged(one: Factored, choices: Choices) -> Factored | None:
    names = one.expanded.names
    return _renamed(one, names[::-1]) if len(names) > 1 else None


_MISTAKES: Final = (
    Mistake("sign of a term", "EXPR-2", _at_term(lambda exponents, c, choices: (exponents, -c))),
    Mistake("coefficient", "EXPR-2", _at_term(lambda exponents, c, choices: (exponents, c + choices.pick((1, -1))))),
    Mistake("exponent", "EXPR-2", _at_term(_exponent_off)),
    Mistake("term lost", "EXPR-2", _at_term(lambda exponents, c, choices: None)),
    Mistake("constant added", "EXPR-2", lambda one, choices: _constant_added(one, Fraction(choices.pick((1, -1, 2))))),
    Mistake("tiny constant", "EXPR-2", lambda one, choices: _constant_added(one, Fraction(1, 10**9))),
    Mistake("factor lost", "EXPR-2", lambda one, choices: Factored(one.factors[1:]) if one.factors[1:] else None),
    Mistake("bracket dropped", "READ-22", _bracket_dropped),
    Mistake("square by terms", "EXPR-15", _square_by_terms),
    Mistake("other symbol", "EXPR-6", _other_symbol),
    Mistake("symbols exchanged", "EXPR-6", _symbols_exchanged),
)


def _at_zero(one: Factored, pen: Pen) -> str:
    """The value where all symbols are 0."""
    return pen.write(next((c for exponents, c in one.expanded.terms if not any(exponents)), Fraction(0)))


_POLYNOMIAL: Final = Kind(
    "polynomial",
    "math",
    _draw,
    (
        Way("expanded", "EXPR-1", _expanded),
        Way(
            "factored",
            "EXPR-1",
            lambda one, pen: pen.write(product(pen.choices.shuffled(one.factors))) if one.factors[1:] else None,
        ),
        Way(
            "terms in another order",
            "EXPR-12",
            lambda one, pen: pen.write(one.expanded.formula(pen.choices.shuffled(one.expanded.terms))),
        ),
        Answer("partly expanded", "EXPR-1", _partly_expanded),
        Answer("one denominator", "EXPR-1", _over_one_denominator),
        Answer("nested", "EXPR-1", _horner),
        Answer("completed square", "EXPR-1", _completed_square),
        Answer("with a hole", "EXPR-4", _hole),
    ),
    _MISTAKES,
    (
        Slip("set to zero", "REL-3", lambda one, pen: _expanded(one, pen) + pen.sign("equals") + "0"),
        Slip("value at zero", "EXPR-1", _at_zero),
    ),
    lambda one, other: differ(one.expanded.formula(), other.expanded.formula()),
)


# --- quotients ---------------------------------------------------------------------------------------------


Part = tuple[Fraction, Fraction]
#: A sum of numbers over x minus roots, all different: ``(residue, root)``.
Rational = tuple[Part, ...]


def _draw_rational(choices: Choices) -> Rational:
    roots = choices.some(choices.between(1, 3), lambda: Fraction(choices.small()))
    return tuple((Fraction(choices.small()), root) for root in roots)


def _root_factor(root: Fraction) -> Polynomial:
    return Polynomial.of(("x",), [((1,), Fraction(1)), ((0,), -root)])


def _numerator(parts: Rational) -> Polynomial:
    products = [
        reduce(
            Polynomial.__mul__,
            [_root_factor(other) for _, other in parts if other != root],
            _constant(("x",), residue),
        )
        for residue, root in parts
    ]
    return Polynomial.of(("x",), [term for found in products for term in found.terms])


def _added(parts: Rational) -> Formula:
    return plus(*(over(residue, _root_factor(root).formula()) for residue, root in parts))


def _below_factored(parts: Rational, pen: Pen) -> str:
    below = product(_root_factor(root) for _, root in pen.choices.shuffled(parts))
    return pen.write(over(_numerator(parts).formula(), below))


def _below_expanded(parts: Rational, pen: Pen) -> str:
    below = reduce(Polynomial.__mul__, [_root_factor(root) for _, root in parts])
    return pen.write(over(_numerator(parts).formula(), below.formula()))


def _negative_power(parts: Rational, pen: Pen) -> str:
    return pen.write(plus(*(times(residue, power(_root_factor(root).formula(), -1)) for residue, root in parts)))


def _at_part(change: Callable[[Fraction, Fraction], Part]) -> Callable[[Rational, Choices], Rational | None]:
    def changed_part(part: Part, choices: Choices) -> Part:
        return change(*part)

    def changed(parts: Rational, choices: Choices) -> Rational | None:
        made = at_one(changed_part)(parts, choices) or ()
        different = len({root for _, root in made}) == len(made)
        return made if different and all(residue for residue, _ in made) else None

    return changed


def _upside_down(parts: Rational, pen: Pen) -> str | None:
    if len(parts) < 2 or not _numerator(parts).terms:  # no quotient of polynomials
        return None
    return pen.write(over(product(_root_factor(root) for _, root in parts), _numerator(parts).formula()))


_RATIONAL: Final = Kind(
    "rational function",
    "math",
    _draw_rational,
    (
        Way("partial fractions", "EXPR-1", lambda parts, pen: pen.write(_added(pen.choices.shuffled(parts)))),
        Way("one fraction", "EXPR-1", _below_factored),
        Way("denominator expanded", "EXPR-1", _below_expanded),
        Answer("negative powers", "EXPR-15", _negative_power),
    ),
    (
        Mistake("numerator", "EXPR-2", _at_part(lambda residue, root: (residue + 1, root))),
        Mistake("sign of a fraction", "EXPR-2", _at_part(lambda residue, root: (-residue, root))),
        Mistake("sign of a root", "EXPR-2", _at_part(lambda residue, root: (residue, -root))),
        Mistake("fraction lost", "EXPR-2", lambda parts, choices: parts[1:] or None),
    ),
    (Slip("upside down", "EXPR-2", _upside_down),),
    lambda one, other: differ(_added(one), _added(other)),
)

KINDS: Final = (_POLYNOMIAL, _RATIONAL)
