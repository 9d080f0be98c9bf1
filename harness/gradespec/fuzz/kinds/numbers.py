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
from gradespec.fuzz.formulas import Binomial, Quotient, absolute, fact, formula, over, plus, power, sqrt, times
from gradespec.fuzz.kinds.english import cardinal
from gradespec.fuzz.model import ANSWER, Kind, Mistake, Slip, Way
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


def grouped(text: str, separator: str) -> str:
    """The digits before the point in groups of three."""
    head, point, tail = text.partition(".")
    return f"{int(head):,}".replace(",", separator) + point + tail


def _numeral(number: Fraction, pen: Pen) -> str:
    text = str(abs(whole(number)))
    return signed(pen, number, grouped(text, pen.sign("group")) if len(text) > 3 else text)


def _decimal(number: Fraction, pen: Pen) -> str:
    text = decimal(abs(number), places(number))
    if abs(number) >= 1000:
        text = grouped(text, pen.sign("group"))
    return signed(pen, number, text.removeprefix("0") if text.startswith("0.") and pen.choices.chance(6) else text)


def _short_decimal(number: Fraction, pen: Pen) -> str:
    if number.denominator == 1:
        raise Unwritable("an integer")
    return _decimal(number, pen)


def _trailing_zeros(number: Fraction, pen: Pen) -> str:
    count = places(number)
    zeros = "0" * pen.choices.between(0 if count == 0 else 1, 2)
    return signed(pen, number, decimal(abs(number), count) + ("." if count == 0 else "") + zeros)


def _leading_zeros(number: Fraction, pen: Pen) -> str:
    return signed(pen, number, "0" * pen.choices.between(1, 2) + str(abs(whole(number))))


def _plus_sign(number: Fraction, pen: Pen) -> str:
    if number <= 0:
        raise Unwritable("not positive")
    return "+" + pen.write(number)


def _fraction(number: Fraction, pen: Pen) -> str:
    if number.denominator == 1:
        raise Unwritable("an integer")
    return pen.write(number)


def _sign_inside(number: Fraction, pen: Pen) -> str:
    if number >= 0 or number.denominator == 1:
        raise Unwritable("no negative fraction")
    sign = pen.choices.pick((1, -1))
    return pen.write(Quotient(formula(sign * number.numerator), formula(sign * number.denominator)))


def _unreduced(number: Fraction, pen: Pen) -> str:
    factor = pen.choices.between(2, 9)
    return pen.write(Quotient(formula(number.numerator * factor), formula(number.denominator * factor)))


def _mixed(number: Fraction, pen: Pen) -> str:
    size = abs(number)
    if size.denominator == 1 or size < 1:
        raise Unwritable("no mixed number")
    rest = size - size.numerator // size.denominator
    text = pen.sign("mixed", *map(str, (size.numerator // size.denominator, rest.numerator, rest.denominator)))
    return signed(pen, number, text)


def _repeating(number: Fraction, pen: Pen) -> str:
    head, block = expansion(abs(number))
    return signed(pen, number, pen.sign("repeat", head, block))


def _with_dots(number: Fraction, pen: Pen) -> str:
    head, block = expansion(abs(number))
    if len(block) != 1:
        raise Unwritable("the dots would leave a guess")
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
    digits = decimal(number, places(number)).replace(".", "").strip("0")
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


def _science(number: Fraction, pen: Pen) -> str:
    size = abs(number)
    if size == 0 or (1 <= size < 100 and size.denominator == 1):
        raise Unwritable("nobody writes it so")
    return signed(pen, number, science(pen, size))


def _percent(number: Fraction, pen: Pen) -> str:
    hundredfold = number * 100
    return signed(pen, number, pen.sign("percent", decimal(abs(hundredfold), places(hundredfold))))


def _words(number: Fraction, pen: Pen) -> str:
    count = whole(number)
    if not 0 <= count < 1000:
        raise Unwritable("no short word")
    text = cardinal(count)
    return pen.sign("word", text) if not pen.choices.chance(3) else text.capitalize()


def _large_words(number: Fraction, pen: Pen) -> str:
    scale, word = pen.choices.pick(((1000, "thousand"), (10**6, "million")))
    amount = number / scale
    if number <= 0 or number < scale or places(amount) > 2:
        raise Unwritable("not in thousands")
    text = decimal(amount, places(amount))
    return rf"{text} \text{{ {word}}}" if pen.latex else f"{text} {word}"


# --- arithmetic left undone --------------------------------------------------------------------------------


def _sum(number: Fraction, pen: Pen) -> str:
    term = pen.choices.between(1, 20)
    return pen.write(plus(number - term, term))


def _product(number: Fraction, pen: Pen) -> str:
    count = abs(whole(number))
    factor = next((k for k in (2, 3, 5, 7) if count > k and count % k == 0), None)
    if factor is None:
        raise Unwritable("no small factor")
    exponent = 0
    while count % factor == 0:
        count, exponent = count // factor, exponent + 1
    text = pen.write(times(power(factor, exponent), count))
    return signed(pen, number, text)


def _quotient(number: Fraction, pen: Pen) -> str:
    divisor = pen.choices.between(2, 12)
    return pen.write(over(number * divisor, divisor)) if whole(number) else pen.write(number)


def _root_of_square(number: Fraction, pen: Pen) -> str:
    if not 0 < whole(number) < 100:
        raise Unwritable("no small count")
    return pen.write(sqrt(number**2))


def _absolute(number: Fraction, pen: Pen) -> str:
    if number <= 0:
        raise Unwritable("not positive")
    return pen.write(absolute(-number))


def _rounded_down(number: Fraction, pen: Pen) -> str:
    half = Fraction(pen.choices.between(1, 8), 9)
    name, inside = pen.choices.pick((("floor", whole(number) + half), ("ceil", whole(number) - half)))
    return pen.sign(name, pen.write(inside))


def _counted(number: Fraction, pen: Pen) -> str:
    found = _COUNTS.get(whole(number))
    if found is None:
        raise Unwritable("counts nothing")
    return pen.write(pen.choices.pick(found))


_COUNTS: Final = {
    count: tuple(form for other, form in forms if other == count)
    for forms in (
        [
            *((factorial(n), fact(n)) for n in range(3, 9)),
            *((comb(n, k), Binomial(formula(n), formula(k))) for n in range(4, 13) for k in range(2, n - 1)),
        ],
    )
    for count, _ in forms
}


# --- mistakes ----------------------------------------------------------------------------------------------


def _swapped_digits(number: Fraction, choices: Choices) -> Fraction | None:
    digits = str(abs(number.numerator))
    if len(digits) < 2:
        return None
    at = choices.below(len(digits) - 1)
    swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
    return Fraction(int(swapped) * (1 if number > 0 else -1), number.denominator)


def _lost_digit(number: Fraction, choices: Choices) -> Fraction | None:
    digits = str(abs(number.numerator))
    if len(digits) < 2:
        return None
    at = choices.below(len(digits))
    return Fraction(int(digits[:at] + digits[at + 1 :]) * (1 if number > 0 else -1), number.denominator)


def _upside_down(number: Fraction, choices: Choices) -> Fraction | None:
    return 1 / number if number else None


def _tenfold(number: Fraction, choices: Choices) -> Fraction:
    return number * Fraction(10) ** choices.pick((1, -1, 2, -2, 3))


def _next_to(number: Fraction, choices: Choices) -> Fraction:
    return number + choices.pick((1, -1)) if number.denominator == 1 else _numerator_off(number, choices)


def _numerator_off(number: Fraction, choices: Choices) -> Fraction:
    return Fraction(number.numerator + choices.pick((1, -1)), number.denominator)


def _denominator_off(number: Fraction, choices: Choices) -> Fraction | None:
    below = number.denominator + choices.pick((1, -1))
    return Fraction(number.numerator, below) if number.denominator > 2 else None


#: The mistakes that turn one number into another.
MISTAKES: Final = (
    Mistake("sign", "NUM-1", lambda number, choices: -number),
    Mistake("off by one", "NUM-9", _next_to),
    Mistake("power of ten", "NUM-4", _tenfold),
    Mistake("reciprocal", "NUM-5", _upside_down),
    Mistake("digits swapped", "NUM-3", _swapped_digits),
    Mistake("digit lost", "NUM-3", _lost_digit),
    Mistake("doubled", "NUM-3", lambda number, choices: number * choices.pick((Fraction(2), Fraction(1, 2)))),
    Mistake("squared", "NUM-17", lambda number, choices: number**2),
    Mistake("denominator off by one", "NUM-5", _denominator_off),
    Mistake("complement", "NUM-3", lambda number, choices: 1 - number),
)


#: Those that make a decimal of a decimal, and an integer of an integer.
_OF_DECIMALS: Final = tuple(one for one in MISTAKES if one.name not in ("denominator off by one", "off by one"))
_OF_INTEGERS: Final = tuple(one for one in MISTAKES if one.name not in ("denominator off by one", "reciprocal"))

#: What a double does not tell apart.
_LAST_DIGIT: Final = Mistake("last digit", "NUM-23", lambda number, choices: number + choices.between(1, 3))


def _said_of(*templates: str) -> Callable[[Fraction, Pen], str]:
    """The number in a text that says something else about it; only in words, where the pen has no LaTeX."""
    return lambda number, pen: pen.choices.pick(templates) % pen.write(number)


def _bound(number: Fraction, pen: Pen) -> str:
    return pen.sign(pen.choices.pick(("more", "less", "at least", "unequal"))) + pen.write(number)


def _both_signs(number: Fraction, pen: Pen) -> str:
    if number == 0:
        raise Unwritable("0 has no sign")
    return pen.sign("plus-minus", pen.factor(abs(number)))


def _no_solution_yet(number: Fraction, pen: Pen) -> str:
    factor = pen.choices.between(2, 9)
    return f"{factor}x" + pen.sign("equals") + pen.write(number * factor)


def _integral(number: Fraction, pen: Pen) -> str:
    if not pen.latex:
        raise Unwritable("an integral needs LaTeX")
    forms = (rf"\int_0^1 {pen.factor(number)} \, dx", rf"\int_{{0}}^{{1}} {pen.factor(number * 2)} x\,dx")
    return pen.choices.pick(forms)


#: Wrong texts about a number, whichever it is.
SLIPS: Final = (
    Slip("two values", "COL-12", lambda n, pen: pen.listed([pen.write(n), pen.write(n + 1)])),
    Slip("offers another", "COL-12", lambda n, pen: pen.write(n) + pen.sign("or") + pen.write(n + 1)),
    Slip("both signs", "COL-17", _both_signs),
    Slip("bound for value", "NUM-33", _bound),
    Slip("denied", "TXT-21", _said_of("not %s", "it is not %s", "anything but %s")),
    Slip("unsolved", "REL-7", _no_solution_yet),
    Slip("integral left undone", "EXPR-22", _integral),
    Slip("term added", "EXPR-2", lambda n, pen: pen.write(n) + pen.sign("plus") + "x"),
)


# --- kinds -------------------------------------------------------------------------------------------------


def _draw_integer(choices: Choices) -> Fraction:
    return Fraction(choices.whole() * choices.pick((1, 1, -1)))


def _draw_thousands(choices: Choices) -> Fraction:
    return Fraction(choices.between(1, 99), choices.pick((1, 2, 10))) * choices.pick((1000, 10**6))


def _draw_large(choices: Choices) -> Fraction:
    return Fraction(10 ** choices.between(15, 30) + choices.between(1, 10**9)) * choices.pick((1, -1))


def _draw_fraction(choices: Choices) -> Fraction:
    return Fraction(choices.nonzero(), choices.between(2, 40))


def _draw_decimal(choices: Choices) -> Fraction:
    return Fraction(choices.nonzero(), 10 ** choices.between(1, 4))


def _far(one: Fraction, other: Fraction) -> bool:
    """Whether no rounding of one is the other: they differ by a five-hundredth."""
    return abs(one - other) * 500 > max(abs(one), abs(other))


def _differ_fractions(one: Fraction, other: Fraction) -> bool:
    return _far(one, other) and _not_hundredfold(one, other)


def _not_hundredfold(one: Fraction, other: Fraction) -> bool:
    """Whether no percent sign makes one of the other (NUM-11)."""
    return other not in (one, one * 100, one / 100)


def _differ_decimals(one: Fraction, other: Fraction) -> bool:
    return _far(one, other) and abs(one - other) > Fraction(2, 10 ** places(one)) and _not_hundredfold(one, other)


_NUMERAL: Final = Way("numeral", "NUM-1", _numeral)
_FRACTION: Final = Way("fraction", "NUM-5", _fraction)
_DECIMAL: Final = Way("decimal", "NUM-3", _short_decimal)
_EXACT_INTEGER: Final = (
    Way("leading zeros", "NUM-1", _leading_zeros, ANSWER),
    Way("plus sign", "NUM-1", _plus_sign, ANSWER),
    Way("trailing zeros", "NUM-4", _trailing_zeros, ANSWER),
    Way("unreduced fraction", "NUM-5", _unreduced, ANSWER),
    Way("power of ten", "NUM-13", _science, ANSWER),
    Way("hundredfold percent", "NUM-11", _percent, ANSWER),
    Way("words", "NUM-15", _words, ANSWER),
    Way("thousands in words", "NUM-15", _large_words, ANSWER, _draw_thousands),
    Way("sum", "NUM-3", _sum, ANSWER),
    Way("product", "NUM-3", _product, ANSWER),
    Way("quotient", "NUM-5", _quotient, ANSWER),
    Way("root of a square", "NUM-17", _root_of_square, ANSWER),
    Way("absolute value", "NUM-26", _absolute, ANSWER),
    Way("floor or ceiling", "NUM-26", _rounded_down, ANSWER),
    Way("count", "NUM-22", _counted, ANSWER, lambda choices: Fraction(choices.pick(sorted(_COUNTS)))),
)
_EXACT_FRACTION: Final = (
    Way("sign above or below", "NUM-5", _sign_inside, ANSWER),
    Way("mixed number", "NUM-10", _mixed),
    Way("repeating decimal", "NUM-30", _repeating),
    Way("repeating with dots", "NUM-30", _with_dots, ANSWER),
    Way("unreduced fraction", "NUM-5", _unreduced, ANSWER),
    Way("trailing zeros", "NUM-4", _trailing_zeros, ANSWER),
    Way("power of ten", "NUM-13", _science, ANSWER),
    Way("percent", "NUM-11", _percent, ANSWER),
    Way("sum", "NUM-3", _sum, ANSWER),
    Way("plus sign", "NUM-1", _plus_sign, ANSWER),
)

KINDS: Final = (
    Kind("integer", "scalar", _draw_integer, (_NUMERAL, *_EXACT_INTEGER), _OF_INTEGERS, SLIPS, _not_hundredfold),
    Kind("large integer", "scalar", _draw_large, (_NUMERAL,), (*_OF_INTEGERS, _LAST_DIGIT), SLIPS, _not_hundredfold),
    Kind(
        "fraction",
        "scalar",
        _draw_fraction,
        (_FRACTION, Way("decimal", "NUM-3", _short_decimal, ANSWER), *_EXACT_FRACTION),
        MISTAKES,
        SLIPS,
        _differ_fractions,
    ),
    Kind(
        "decimal",
        "scalar",
        _draw_decimal,
        (_DECIMAL, Way("fraction", "NUM-3", _fraction, ANSWER), *_EXACT_FRACTION[4:]),
        _OF_DECIMALS,
        SLIPS,
        _differ_decimals,
    ),
)
