"""Numbers: integers, fractions, decimals, percents (chapter 4 of the spec).

An object is a `Fraction`. A decimal gold of three digits or more stands for all that rounds to it (NUM-7), so wrong
numbers keep a distance from it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, gcd
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.formulas import Binomial, Formula, Quotient, absolute, fact, formula, over, plus, power, sqrt, times
from gradespec.fuzz.kinds.english import cardinal
from gradespec.fuzz.model import Answer, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.signs import PLAIN, RAISED, UNICODE

MAX_PLACES: Final = 9


# --- numerals ----------------------------------------------------------------------------------------------


def whole(number: Fraction) -> int:
    """The number as an integer. Raises `Unwritable` where it is none."""
    if number.denominator != 1:
        raise Unwritable("no integer")
    return number.numerator


def places(number: Fraction) -> int:
    """How many decimal places the number needs. Raises `Unwritable` where they do not end soon."""
    for count in range(MAX_PLACES + 1):
        if 10**count % number.denominator == 0:
            return count
    raise Unwritable("a decimal that does not end")


def decimal(number: Fraction, count: int) -> str:
    """The digits of a number that is not negative, with so many places: exact, or cut off."""
    digits = str(number.numerator * 10**count // number.denominator).rjust(count + 1, "0")
    return f"{digits[:-count]}.{digits[-count:]}" if count else digits


def signed(pen: Pen, number: Fraction, text: str) -> str:
    """The text of the number's size behind its sign."""
    return pen.sign("negative").strip() + text if number < 0 else text


def exact(number: Fraction) -> str:
    """All digits of the number's size. Raises `Unwritable` where they do not end soon."""
    return decimal(abs(number), places(number))


def ended(number: Fraction, pen: Pen) -> str:
    """The number as a decimal that ends, with its sign."""
    return signed(pen, number, exact(number))


def percent(hundredfold: Fraction, pen: Pen) -> str:
    """So many percent."""
    return signed(pen, hundredfold, pen.sign("percent", exact(hundredfold)))


def grouped(text: str, separator: str) -> str:
    """The digits before the point in groups of three."""
    head, point, tail = text.partition(".")
    return f"{int(head):,}".replace(",", separator) + point + tail


def _numeral(number: Fraction, pen: Pen) -> str:
    text = str(abs(whole(number)))
    return signed(pen, number, grouped(text, pen.sign("group")) if len(text) > 3 else text)


def _decimal(number: Fraction, pen: Pen) -> str | None:
    if number.denominator == 1:
        return None
    text = exact(number)
    if abs(number) >= 1000:
        text = grouped(text, pen.sign("group"))
    return signed(pen, number, text.removeprefix("0") if text.startswith("0.") and pen.choices.chance(6) else text)


def _trailing_zeros(number: Fraction, pen: Pen) -> str:
    count = places(number)
    zeros = "0" * pen.choices.between(0 if count == 0 else 1, 2)
    return signed(pen, number, decimal(abs(number), count) + ("." if count == 0 else "") + zeros)


def _multiplied(number: Fraction, factor: int) -> Quotient:
    """The fraction with both its numbers multiplied."""
    return Quotient(formula(number.numerator * factor), formula(number.denominator * factor))


def _mixed(number: Fraction, pen: Pen) -> str | None:
    size = abs(number)
    if size.denominator == 1 or size < 1:
        return None
    rest = size - size.numerator // size.denominator
    text = pen.sign("mixed", *map(str, (size.numerator // size.denominator, rest.numerator, rest.denominator)))
    return signed(pen, number, text)


def _with_dots(number: Fraction, pen: Pen) -> str | None:
    head, block = expansion(abs(number))
    if len(block) != 1:  # the dots would leave a guess
        return None
    return signed(pen, number, head + block * 3 + pen.sign("dots"))


def expansion(number: Fraction) -> tuple[str, str]:
    """A repeating decimal up to the digits that repeat, and these. Raises `Unwritable` where it ends, or is long."""
    before = next((k for k in range(4) if gcd(number.denominator // gcd(number.denominator, 10**k), 10) == 1), None)
    period = next((k for k in range(1, 7) if before is not None and _repeats(number, before, k)), None)
    if before is None or period is None or number.denominator == 1:
        raise Unwritable("no short period")
    scaled = number * 10**before
    head = decimal(number, before)
    block = decimal(scaled - scaled.numerator // scaled.denominator, period).partition(".")[2]
    if set(block) == {"0"}:
        raise Unwritable("a decimal that ends")
    return head if before else head + ".", block


def _repeats(number: Fraction, before: int, period: int) -> bool:
    scaled = number * 10**before * (10**period - 1)
    return bool(scaled.denominator == 1)


def science(pen: Pen, number: Fraction) -> str:
    """The number, which is not negative and ends, as a mantissa times a power of ten."""
    digits = exact(number).replace(".", "").strip("0")
    exponent = 0
    while number >= 10 ** (exponent + 1):
        exponent += 1
    while number < Fraction(10) ** exponent:
        exponent -= 1
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    raised = "".join(RAISED[c] for c in str(exponent)) if pen.dialect == UNICODE else str(exponent)
    if pen.dialect == PLAIN and exponent < 0 and "^" in pen.sign("science", "", ""):
        raised = f"({exponent})"
    return pen.sign("science", mantissa, raised)


def _science(number: Fraction, pen: Pen) -> str | None:
    size = abs(number)
    if size == 0 or (1 <= size < 100 and size.denominator == 1):  # nobody writes these so
        return None
    return signed(pen, number, science(pen, size))


def _words(number: Fraction, pen: Pen) -> str | None:
    if not 0 <= whole(number) < 1000:
        return None
    text = cardinal(whole(number))
    return pen.sign("word", text) if not pen.choices.chance(3) else text.capitalize()


def _large_words(number: Fraction, pen: Pen) -> str | None:
    scale, word = pen.choices.pick(((1000, "thousand"), (10**6, "million")))
    amount = number / scale
    return pen.beside(exact(amount), word) if number >= scale and places(amount) <= 2 else None


# --- arithmetic left undone --------------------------------------------------------------------------------


def _sum(number: Fraction, pen: Pen) -> str:
    term = pen.choices.between(1, 20)
    return pen.write(plus(number - term, term))


def _product(number: Fraction, pen: Pen) -> str | None:
    count = abs(whole(number))
    factor = next((k for k in (2, 3, 5, 7) if count > k and count % k == 0), None)
    if factor is None:
        return None
    exponent = 0
    while count % factor == 0:
        count, exponent = count // factor, exponent + 1
    text = pen.write(times(power(factor, exponent), count))
    return signed(pen, number, text)


def _quotient(number: Fraction, pen: Pen) -> str:
    divisor = pen.choices.between(2, 12)
    return pen.write(over(number * divisor, divisor)) if whole(number) else pen.write(number)


def _rounded_down(number: Fraction, pen: Pen) -> str:
    half = Fraction(pen.choices.between(1, 8), 9)
    name, inside = pen.choices.pick((("floor", whole(number) + half), ("ceil", whole(number) - half)))
    return pen.sign(name, pen.write(inside))


_COUNTS: Final[dict[int, list[Formula]]] = {}
for _count, _form in (
    *((factorial(n), fact(n)) for n in range(3, 9)),
    *((comb(n, k), Binomial(formula(n), formula(k))) for n in range(4, 13) for k in range(2, n - 1)),
):
    _COUNTS.setdefault(_count, []).append(_form)


# --- mistakes ----------------------------------------------------------------------------------------------


def _respelt(spell: Callable[[str, int], str], last: int) -> Callable[[Fraction, Choices], Fraction | None]:
    """Something done to the digits, or to those above the bar, at one place, which is not among the `last`."""

    def change(number: Fraction, choices: Choices) -> Fraction | None:
        digits = str(abs(number.numerator))
        if len(digits) < 2:
            return None
        made = int(spell(digits, choices.below(len(digits) - last)))
        return Fraction(made if number > 0 else -made, number.denominator)

    return change


def _numerator_off(number: Fraction, choices: Choices) -> Fraction:
    return Fraction(number.numerator + choices.pick((1, -1)), number.denominator)


def _denominator_off(number: Fraction, choices: Choices) -> Fraction | None:
    below = number.denominator + choices.pick((1, -1))
    return Fraction(number.numerator, below) if number.denominator > 2 else None


#: The mistakes that turn one number into another.
MISTAKES: Final = (
    Mistake("sign", "NUM-1", lambda number, choices: -number),
    Mistake("off by one", "NUM-9", _numerator_off),
    Mistake("power of ten", "NUM-4", lambda number, choices: number * Fraction(10) ** choices.pick((1, -1, 2, -2, 3))),
    Mistake("reciprocal", "NUM-5", lambda number, choices: 1 / number if number else None),
    Mistake(
        "digits swapped", "NUM-3", _respelt(lambda text, at: text[:at] + text[at : at + 2][::-1] + text[at + 2 :], 1)
    ),
    Mistake("digit lost", "NUM-3", _respelt(lambda text, at: text[:at] + text[at + 1 :], 0)),
    Mistake("doubled", "NUM-3", lambda number, choices: number * choices.pick((Fraction(2), Fraction(1, 2)))),
    Mistake("squared", "NUM-17", lambda number, choices: number**2),
    Mistake("denominator off by one", "NUM-5", _denominator_off),
    Mistake("complement", "NUM-3", lambda number, choices: 1 - number),
)


def _without(*names: str) -> tuple[Mistake, ...]:
    return tuple(one for one in MISTAKES if one.name not in names)


#: Those that make an integer of an integer.
_OF_INTEGERS: Final = _without("denominator off by one", "reciprocal")

#: What a double does not tell apart.
_LAST_DIGIT: Final = Mistake("last digit", "NUM-23", lambda number, choices: number + choices.between(1, 3))


def _bound(number: Fraction, pen: Pen) -> str:
    return pen.sign(pen.choices.pick(("more", "less", "at least", "unequal"))) + pen.write(number)


def _no_solution_yet(number: Fraction, pen: Pen) -> str:
    factor = pen.choices.between(2, 9)
    return f"{factor}x" + pen.sign("equals") + pen.write(number * factor)


def _integral(number: Fraction, pen: Pen) -> str | None:
    if not pen.latex:
        return None
    forms = (rf"\int_0^1 {pen.factor(number)} \, dx", rf"\int_{{0}}^{{1}} {pen.factor(number * 2)} x\,dx")
    return pen.choices.pick(forms)


#: Wrong texts about a number, whichever it is.
SLIPS: Final = (
    Slip("two values", "COL-12", lambda n, pen: pen.listed([pen.write(n), pen.write(n + 1)])),
    Slip("offers another", "COL-12", lambda n, pen: pen.write(n) + pen.sign("or") + pen.write(n + 1)),
    Slip("both signs", "COL-17", lambda n, pen: pen.sign("plus-minus", pen.factor(abs(n))) if n else None),
    Slip("bound for value", "NUM-33", _bound),
    Slip("denied", "TXT-21", lambda n, pen: pen.choices.pick(("not ", "it is not ", "anything but ")) + pen.write(n)),
    Slip("unsolved", "REL-7", _no_solution_yet),
    Slip("integral left undone", "EXPR-22", _integral),
    Slip("term added", "EXPR-2", lambda n, pen: pen.write(n) + pen.sign("plus") + "x"),
)


# --- kinds -------------------------------------------------------------------------------------------------


def _draw_thousands(choices: Choices) -> Fraction:
    return Fraction(choices.between(1, 99), choices.pick((1, 2, 10))) * choices.pick((1000, 10**6))


def _draw_large(choices: Choices) -> Fraction:
    return Fraction(10 ** choices.between(15, 30) + choices.between(1, 10**9)) * choices.pick((1, -1))


def far(one: Fraction, other: Fraction) -> bool:
    """Whether neither is the other rounded, which are a five-hundredth apart, or in percent (NUM-11)."""
    return abs(one - other) * 500 > max(abs(one), abs(other)) and _not_hundredfold(one, other)


def _not_hundredfold(one: Fraction, other: Fraction) -> bool:
    return other not in (one, one * 100, one / 100)


_UNREDUCED: Final = Answer(
    "unreduced fraction", "NUM-5", lambda n, pen: pen.write(_multiplied(n, pen.choices.between(2, 9)))
)
_PLUS: Final = Answer("plus sign", "NUM-1", lambda n, pen: "+" + pen.write(n) if n > 0 else None)
_ZEROS: Final = Answer("trailing zeros", "NUM-4", _trailing_zeros)
_SCIENCE: Final = Answer("power of ten", "NUM-13", _science)
_SUM: Final = Answer("sum", "NUM-3", _sum)

_EXACT_FRACTION: Final = (
    Answer(
        "sign above or below",
        "NUM-5",
        lambda n, pen: pen.write(_multiplied(n, pen.choices.pick((1, -1)))) if n < 0 and n.denominator > 1 else None,
    ),
    Way("mixed number", "NUM-10", _mixed),
    Way("repeating decimal", "NUM-30", lambda n, pen: signed(pen, n, pen.sign("repeat", *expansion(abs(n))))),
    Answer("repeating with dots", "NUM-30", _with_dots),
)
_EXACT: Final = (
    _UNREDUCED,
    _ZEROS,
    _SCIENCE,
    Answer("percent", "NUM-11", lambda n, pen: percent(n * 100, pen)),
    _SUM,
    _PLUS,
)


def _fraction(number: Fraction, pen: Pen) -> str | None:
    return pen.write(number) if number.denominator > 1 else None


KINDS: Final = (
    Kind(
        "integer",
        "scalar",
        lambda choices: Fraction(choices.whole() * choices.pick((1, 1, -1))),
        (
            Way("numeral", "NUM-1", _numeral),
            Answer(
                "leading zeros",
                "NUM-1",
                lambda n, pen: signed(pen, n, "0" * pen.choices.between(1, 2) + str(abs(whole(n)))),
            ),
            _PLUS,
            _ZEROS,
            _UNREDUCED,
            _SCIENCE,
            Answer("hundredfold percent", "NUM-11", lambda n, pen: percent(n * 100, pen)),
            Answer("words", "NUM-15", _words),
            Answer("thousands in words", "NUM-15", _large_words, _draw_thousands),
            _SUM,
            Answer("product", "NUM-3", _product),
            Answer("quotient", "NUM-5", _quotient),
            Answer("root of a square", "NUM-17", lambda n, pen: pen.write(sqrt(n**2)) if 0 < whole(n) < 100 else None),
            Answer("absolute value", "NUM-26", lambda n, pen: pen.write(absolute(-n)) if n > 0 else None),
            Answer("floor or ceiling", "NUM-26", _rounded_down),
            Answer(
                "count",
                "NUM-22",
                lambda n, pen: pen.write(pen.choices.pick(_COUNTS[n])) if n in _COUNTS else None,
                lambda choices: Fraction(choices.pick(sorted(_COUNTS))),
            ),
        ),
        _OF_INTEGERS,
        SLIPS,
        _not_hundredfold,
    ),
    Kind(
        "large integer",
        "scalar",
        _draw_large,
        (Way("numeral", "NUM-1", _numeral),),
        (*_OF_INTEGERS, _LAST_DIGIT),
        SLIPS,
        _not_hundredfold,
    ),
    Kind(
        "fraction",
        "scalar",
        lambda choices: Fraction(choices.nonzero(), choices.between(2, 40)),
        (Way("fraction", "NUM-5", _fraction), Answer("decimal", "NUM-3", _decimal), *_EXACT_FRACTION, *_EXACT),
        MISTAKES,
        SLIPS,
        far,
    ),
    Kind(
        "decimal",
        "scalar",
        lambda choices: Fraction(choices.nonzero(), 10 ** choices.between(1, 4)),
        (Way("decimal", "NUM-3", _decimal), Answer("fraction", "NUM-3", _fraction), *_EXACT),
        _without("denominator off by one", "off by one"),
        SLIPS,
        lambda one, other: far(one, other) and abs(one - other) > Fraction(2, 10 ** places(one)),
    ),
)
