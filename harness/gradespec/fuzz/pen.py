"""Writing formulas: a pen has a dialect and habits, drawn as they are needed and kept for the rest of the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from gradespec.fuzz import formulas as f
from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.signs import DIALECTS, LATEX, LOWERED, PLAIN, RAISED, SIGNS, UNICODE, VULGAR

#: How tightly a text holds together, from a sum to what needs no brackets anywhere.
ADDED, MULTIPLIED, RAISED_TO, WHOLE = range(4)


class Unwritable(NotAsked):
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

    def write(self, one: f.Formula | int | Fraction) -> str:
        """The formula as text. Raises `Unwritable`."""
        return self._written(f.formula(one))[0]

    def factor(self, one: f.Formula | int | Fraction) -> str:
        """The formula as a part of a product, in brackets where it needs them."""
        return self._at_least(MULTIPLIED, f.formula(one))

    def listed(self, items: Iterable[str]) -> str:
        """The texts with commas."""
        return self.sign("comma").join(items)

    def beside(self, text: str, words: str) -> str:
        """The text with words behind it."""
        return rf"{text} \text{{ {words}}}" if self.latex else f"{text} {words}"

    # --- formulas ------------------------------------------------------------------------------------------

    def _written(self, one: f.Formula) -> tuple[str, int]:
        """The formula as text, and how tightly that holds together."""
        match one:
            case f.Number(value) if value < 0:
                text = self.write(-value)
                return self.sign("negative").strip() + text, ADDED
            case f.Number(value) if value.denominator > 1:
                return self._quotient(f.formula(value.numerator), f.formula(value.denominator))
            case f.Number(value):
                return str(value.numerator), WHOLE
            case f.Name(name):
                return name, WHOLE
            case f.Constant(name):
                return self.sign(name), WHOLE
            case f.Sum(terms):
                return self._sum(*terms), ADDED
            case f.Product(factors):
                return self._product(one, factors)
            case f.Quotient(top, bottom):
                return self._quotient(top, bottom)
            case f.Power(base, exponent):
                return self._power(base, exponent)
            case f.Root(index, inside):
                return self._root(index, self.write(inside))
            case f.Call(function, inside):
                return self._call(function, inside)
            case f.Log(number, inside):
                return self.sign("log", str(number), self.write(inside)), MULTIPLIED
            case f.Binomial(n, k):
                return self.sign("binomial", self.write(n), self.write(k)), RAISED_TO
        raise AssertionError(one)

    def _at_least(self, level: int, one: f.Formula) -> str:
        text, own = self._written(one)
        return text if own >= level else self.sign("bracket", text)

    def _sum(self, first: f.Formula, *rest: f.Formula) -> str:
        text = self._at_least(ADDED, first) if not isinstance(first, f.Sum) else self.sign("bracket", self.write(first))
        for term in rest:
            positive = _without_sign(term)
            text += self.sign("plus") if positive is None else self.sign("minus")
            text += self._at_least(MULTIPLIED, term if positive is None else positive)
        return text

    def _product(self, one: f.Formula, factors: tuple[f.Formula, ...]) -> tuple[str, int]:
        positive = _without_sign(one)
        if positive is not None:
            return self.sign("negative").strip() + self._at_least(MULTIPLIED, positive), ADDED
        text = ""
        for place, factor in enumerate(factors):
            level = RAISED_TO if self._divides(factor) or place else MULTIPLIED
            part = self._at_least(level, factor)
            touch = place == 0 or (self._can_touch(text, part, factors[place - 1 :]) and not self._spells_out())
            text += part if touch else self.sign("times") + part
        return text, MULTIPLIED

    def _divides(self, factor: f.Formula) -> bool:
        """Whether the factor is written with a stroke: then it has brackets, for whoever reads 1/2x otherwise."""
        broken = isinstance(factor, f.Quotient) or (isinstance(factor, f.Number) and factor.value.denominator > 1)
        return broken and not self.latex

    def _spells_out(self) -> bool:
        """Whether this pen writes a sign also where factors could stand side by side."""
        return self._habits.setdefault("spell out", "yes" if self.choices.chance(4) else "") == "yes"

    def _can_touch(self, before: str, after: str, factors: tuple[f.Formula, ...]) -> bool:
        """Whether two factors side by side can only be read as their product."""
        if before[-1] in "|!" or after[0] in "|-−" or after[0].isdigit() or "√" in before:
            return False
        if isinstance(factors[0], f.Name) and len(factors[0].name) > 1:
            return False
        if isinstance(factors[0], f.Call | f.Log) or isinstance(factors[1], f.Call | f.Log | f.Number):
            return False
        if before[-1].isdigit():  # no mixed number, and no numeral with an exponent: 2e^x is 2 e^x
            return not after.startswith(_MIXES)
        if before[-1] in "})":
            return after[0] in "(\\" and not after.startswith("\\l")
        return before[-1].isalpha() and before[-1] in "xyzabcpquvw" and after[0] in "xyzabcpquvw(" and len(before) < 4

    def _quotient(self, top: f.Formula, bottom: f.Formula) -> tuple[str, int]:
        if self.latex:
            above, below = self.write(top), self.write(bottom)
            short = len(above) == len(below) == 1 and above.isdigit() and below.isdigit()
            sign = "short fraction" if short and self.choices.chance(3) else "fraction"
            return self.sign(sign, above, below), RAISED_TO
        if isinstance(top, f.Number) and isinstance(bottom, f.Number) and self.dialect == UNICODE:
            vulgar = VULGAR.get((int(top.value), int(bottom.value)))
            if vulgar and self.choices.chance(2):
                return vulgar, RAISED_TO
        above = self._at_least(RAISED_TO, top)
        return self.sign("quotient", above, self._at_least(WHOLE, bottom)), MULTIPLIED

    def _power(self, base: f.Formula, exponent: f.Formula) -> tuple[str, int]:
        if base == f.E:
            return self.sign("power of e", self.write(exponent)), RAISED_TO
        if isinstance(base, f.Call) and self.has("call power") and base.by in _RAISED_BY_NAME:
            inside = self.write(base.inside)
            if isinstance(exponent, f.Number) and exponent.value > 0 and self.choices.chance(2):
                return self.sign("call power", base.by, self.write(exponent), inside), MULTIPLIED
        below = self._at_least(WHOLE, base)
        above = self.write(exponent)
        if self.dialect == UNICODE and all(c in RAISED for c in above):
            return self.sign("short power", below, "".join(RAISED[c] for c in above)), RAISED_TO
        short = (self.latex and len(above) == 1) or (self.dialect == PLAIN and above.isdigit())
        return self.sign("short power" if short else "power", below, above), RAISED_TO

    def _root(self, index: int, inside: str) -> tuple[str, int]:
        if index != 2:
            return self.sign("index root", str(index), inside), WHOLE
        short = inside.isdigit() and (len(inside) == 1 or not self.latex) and self.has("short root")
        text = self.sign("short root" if short else "root", inside)
        return text, WHOLE if self.latex or text.startswith("sqrt") else RAISED_TO

    def _call(self, function: str, inside: f.Formula) -> tuple[str, int]:
        if function in ("abs", "floor", "ceil"):
            text = self.write(inside)
            if function == "abs" and ("|" in text or "vert" in text):
                raise Unwritable("bars within bars")
            return self.sign(function, text), WHOLE
        if function == "factorial":
            return self.sign("factorial", self._at_least(WHOLE, inside)), RAISED_TO
        if function == "exp":
            return self._power(f.E, inside)
        if self.latex and isinstance(inside, f.Name):
            return self.sign("call of one", function, inside.name), MULTIPLIED
        return self.sign("call", function, self.write(inside)), MULTIPLIED if self.latex else RAISED_TO

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


def _without_sign(one: f.Formula) -> f.Formula | None:
    """What follows the minus sign of a negative term; None where it is not negative."""
    match one:
        case f.Number(value) if value < 0:
            return f.Number(-value)
        case f.Product((f.Number(value), *rest)) if value < 0:
            return f.times(-value, *rest)
        case f.Quotient(top, bottom) if (positive := _without_sign(top)) is not None:
            return f.over(positive, bottom)
        case _:
            return None
