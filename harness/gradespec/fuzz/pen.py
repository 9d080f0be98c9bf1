"""Writing formulas: a pen has a dialect and habits, drawn as they are needed and kept for the rest of the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import (
    Binomial,
    Call,
    Constant,
    Formula,
    Log,
    Name,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    formula,
    over,
    times,
)
from gradespec.fuzz.signs import DIALECTS, LATEX, LOWERED, PLAIN, RAISED, SIGNS, UNICODE, VULGAR

#: How tightly a text holds together, from a sum to what needs no brackets anywhere.
ADDED, MULTIPLIED, RAISED_TO, WHOLE = range(4)


class Unwritable(Exception):
    """The dialect has no way to write the thing."""


@dataclass
class Pen:
    """Writes in one dialect. `used` names every notation that it wrote, as ``latex fraction 1``."""

    choices: Choices
    dialect: str
    used: set[str] = field(default_factory=set)
    _habits: dict[str, str] = field(default_factory=dict)

    @classmethod
    def drawn(cls, choices: Choices, like: Pen | None = None) -> Pen:
        """A pen of any dialect, mostly of LaTeX; one in three has the dialect and habits of the one it is `like`."""
        if like and choices.chance(3):
            return cls(choices, like.dialect, _habits=dict(like._habits))
        return cls(choices, choices.pick((LATEX, LATEX, LATEX, *DIALECTS)))

    @property
    def latex(self) -> bool:
        """Whether it writes LaTeX."""
        return self.dialect == LATEX

    def sign(self, name: str, *inside: str) -> str:
        """The sign as this pen writes it, about what it applies to. Raises `Unwritable`."""
        if name not in self._habits:
            ways = SIGNS[self.dialect].get(name)
            if ways is None:
                raise Unwritable(f"{self.dialect} has no {name}")
            place = self.choices.below(len(ways))
            self._habits[name] = ways[place]
            self.used.add(f"{self.dialect} {name} {place + 1}")
        return self._habits[name] % inside if inside else self._habits[name]

    def has(self, name: str) -> bool:
        """Whether the dialect can write the sign."""
        return name in SIGNS[self.dialect]

    def write(self, one: Formula | int | Fraction) -> str:
        """The formula as text. Raises `Unwritable`."""
        return self._written(formula(one))[0]

    def factor(self, one: Formula | int | Fraction) -> str:
        """The formula as a part of a product, in brackets where it needs them."""
        return self._at_least(MULTIPLIED, formula(one))

    def listed(self, items: list[str]) -> str:
        """The texts with commas."""
        return self.sign("comma").join(items)

    # --- formulas ------------------------------------------------------------------------------------------

    def _written(self, one: Formula) -> tuple[str, int]:
        return _WRITERS[type(one)](self, one)

    def _at_least(self, level: int, one: Formula) -> str:
        text, own = self._written(one)
        return text if own >= level else self.sign("bracket", text)

    def _number(self, one: Number) -> tuple[str, int]:
        if one.value < 0:
            text, _ = self._written(Number(-one.value))
            return self.sign("negative").strip() + text, ADDED
        if one.value.denominator > 1:
            return self._quotient(Quotient(formula(one.value.numerator), formula(one.value.denominator)))
        return str(one.value.numerator), WHOLE

    def _name(self, one: Name) -> tuple[str, int]:
        return one.name, WHOLE

    def _constant(self, one: Constant) -> tuple[str, int]:
        return self.sign(one.name), WHOLE

    def _sum(self, one: Sum) -> tuple[str, int]:
        first, *rest = one.terms
        text = self._at_least(ADDED, first) if not isinstance(first, Sum) else self.sign("bracket", self.write(first))
        for term in rest:
            positive = _without_sign(term)
            text += self.sign("plus") if positive is None else self.sign("minus")
            text += self._at_least(MULTIPLIED, term if positive is None else positive)
        return text, ADDED

    def _product(self, one: Product) -> tuple[str, int]:
        positive = _without_sign(one)
        if positive is not None:
            return self.sign("negative").strip() + self._at_least(MULTIPLIED, positive), ADDED
        text = ""
        for place, factor in enumerate(one.factors):
            level = RAISED_TO if self._divides(factor) or place else MULTIPLIED
            part = self._at_least(level, factor)
            touch = place == 0 or (self._can_touch(text, part, one.factors[place - 1 :]) and not self._spells_out())
            text += part if touch else self.sign("times") + part
        return text, MULTIPLIED

    def _divides(self, factor: Formula) -> bool:
        """Whether the factor is written with a stroke: then it has brackets, for whoever reads 1/2x otherwise."""
        broken = isinstance(factor, Quotient) or (isinstance(factor, Number) and factor.value.denominator > 1)
        return broken and not self.latex

    def _spells_out(self) -> bool:
        """Whether this pen writes a sign also where factors could stand side by side."""
        return self._habits.setdefault("spell out", "yes" if self.choices.chance(4) else "") == "yes"

    def _can_touch(self, before: str, after: str, factors: tuple[Formula, ...]) -> bool:
        """Whether two factors side by side can only be read as their product."""
        if before[-1] in "|!" or after[0] in "|-−" or after[0].isdigit() or "√" in before:
            return False
        if isinstance(factors[0], Name) and len(factors[0].name) > 1:
            return False
        if isinstance(factors[0], Call | Log) or isinstance(factors[1], Call | Log | Number):
            return False
        if before[-1].isdigit():  # no mixed number, and no numeral with an exponent: 2e^x is 2 e^x
            return not after.startswith(_MIXES)
        if before[-1] in "})":
            return after[0] in "(\\" and not after.startswith("\\l")
        return before[-1].isalpha() and before[-1] in "xyzabcpquvw" and after[0] in "xyzabcpquvw(" and len(before) < 4

    def _quotient(self, one: Quotient) -> tuple[str, int]:
        if self.latex:
            above, below = self.write(one.top), self.write(one.bottom)
            short = len(above) == len(below) == 1 and above.isdigit() and below.isdigit()
            sign = "short fraction" if short and self.choices.chance(3) else "fraction"
            return self.sign(sign, above, below), RAISED_TO
        if isinstance(one.top, Number) and isinstance(one.bottom, Number) and self.dialect == UNICODE:
            vulgar = VULGAR.get((int(one.top.value), int(one.bottom.value)))
            if vulgar and self.choices.chance(2):
                return vulgar, RAISED_TO
        above = self._at_least(RAISED_TO, one.top)
        return self.sign("quotient", above, self._at_least(WHOLE, one.bottom)), MULTIPLIED

    def _power(self, one: Power) -> tuple[str, int]:
        if one.base == Constant("e"):
            return self.sign("power of e", self.write(one.exponent)), RAISED_TO
        if isinstance(one.base, Call) and self.has("call power") and one.base.function in _RAISED_BY_NAME:
            name, inside = one.base.function, self.write(one.base.inside)
            if isinstance(one.exponent, Number) and one.exponent.value > 0 and self.choices.chance(2):
                return self.sign("call power", name, self.write(one.exponent), inside), MULTIPLIED
        base = self._at_least(WHOLE, one.base)
        exponent = self.write(one.exponent)
        if self.dialect == UNICODE and all(c in RAISED for c in exponent):
            return self.sign("short power", base, "".join(RAISED[c] for c in exponent)), RAISED_TO
        short = (self.latex and len(exponent) == 1) or (self.dialect == PLAIN and exponent.isdigit())
        return self.sign("short power" if short else "power", base, exponent), RAISED_TO

    def _root(self, one: Root) -> tuple[str, int]:
        inside = self.write(one.inside)
        if one.index != 2:
            return self.sign("index root", str(one.index), inside), WHOLE
        short = inside.isdigit() and (len(inside) == 1 or not self.latex) and self.has("short root")
        text = self.sign("short root" if short else "root", inside)
        return text, WHOLE if self.latex or text.startswith("sqrt") else RAISED_TO

    def _call(self, one: Call) -> tuple[str, int]:
        function = one.function
        if function in ("abs", "floor", "ceil"):
            inside = self.write(one.inside)
            if function == "abs" and ("|" in inside or "vert" in inside):
                raise Unwritable("bars within bars")
            return self.sign(function, inside), WHOLE
        if function == "factorial":
            return self.sign("factorial", self._at_least(WHOLE, one.inside)), RAISED_TO
        if function == "exp":
            return self._power(Power(Constant("e"), one.inside))
        if self.latex and isinstance(one.inside, Name):
            return self.sign("call of one", function, one.inside.name), MULTIPLIED
        text = self.sign("call", function, self.write(one.inside))
        return text, MULTIPLIED if self.latex else RAISED_TO

    def _log(self, one: Log) -> tuple[str, int]:
        return self.sign("log", str(one.base), self.write(one.inside)), MULTIPLIED

    def _binomial(self, one: Binomial) -> tuple[str, int]:
        return self.sign("binomial", self.write(one.n), self.write(one.k)), RAISED_TO

    # --- names ---------------------------------------------------------------------------------------------

    def subscripted(self, name: str, index: str) -> str:
        """The name with a subscript."""
        if self.dialect == UNICODE and all(c in LOWERED for c in index):
            return name + "".join(LOWERED[c] for c in index)
        return self.sign("subscript", name, index)


#: What may not follow a digit without a sign: a mixed number or a numeral with an exponent would come of it.
_MIXES: Final = (r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", "{", "e", *VULGAR.values())
#: The functions whose power is written on their name.
_RAISED_BY_NAME: Final = ("sin", "cos", "tan", "sinh", "cosh", "tanh", "ln")


def _without_sign(one: Formula) -> Formula | None:
    """What follows the minus sign of a negative term; None where it is not negative."""
    match one:
        case Number(value) if value < 0:
            return Number(-value)
        case Product((Number(value), *rest)) if value < 0:
            return times(-value, *rest)
        case Quotient(top, bottom) if (positive := _without_sign(top)) is not None:
            return over(positive, bottom)
        case _:
            return None


_WRITERS: Final[dict[type[Formula], Callable[..., tuple[str, int]]]] = {
    Number: Pen._number,
    Name: Pen._name,
    Constant: Pen._constant,
    Sum: Pen._sum,
    Product: Pen._product,
    Quotient: Pen._quotient,
    Power: Pen._power,
    Root: Pen._root,
    Call: Pen._call,
    Log: Pen._log,
    Binomial: Pen._binomial,
}
