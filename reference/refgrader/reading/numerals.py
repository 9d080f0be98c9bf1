"""Numerals and what they begin: mixed numbers, repeating decimals, number words, bases, times (NUM)."""

from __future__ import annotations

from typing import Final

from flint import fmpq, fmpz

from refgrader import lexicon, units
from refgrader.late import late
from refgrader.limits import Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import MUL, PRODUCTS
from refgrader.reading.token import END, NUMERAL, SYMBOL, WORD, Token
from refgrader.reading.tree import App, Chain, Group, Node, Num, Quantity, Text, applies, numeral

_LONGEST_PERIOD: Final = 6
#: Signs before a numeral that is no hour.
_CALCULATES: Final = frozenset({"^", *PRODUCTS.spellings})
_ORDINALS: Final = {word: int(value[:-2]) for word, value in lexicon.table("ordinal").items()}
_THOUSANDS: Final = frozenset({"thousand", "million", "billion", "trillion"})
_BASE_IN_WORDS: Final = late(
    r"([0-9A-Z]+|[1-9]\d{0,2}(?:,\d{3})+)(?:\\text\{|[\s(])*(?:in )?"
    r"base[ -]?(\d{1,2}|[a-z]+)[\s})]*"
)
_WITH_BASE: Final = late(
    r"(?:\\(?:text|mathrm|textrm|mathtt)\s*)?(?:[({]+\s*)?([0-9A-Za-z](?:[0-9A-Za-z ]|\\,)*?)[)}]*_\{?(?:\\text\{)?"
    r"(\d{1,2}|[a-z]+)\}*"
)
#: A quotient with its remainder as the whole answer.
_DIVIDED: Final = late(
    r"(-?\d{1,15})(?:\s|\\[,;: ]|~|\$){0,3}(?:\\(?:text|mathrm|textrm)\s?\{)?\s{0,2}"
    r"(?:with (?:an? )?)?(?:[Rr](?:em(?:ainder)?)?\.?)(?: of)?\s{0,2}\}?(?:\s|\\[,;: ]|~|\$){0,3}(\d{1,15})"
)
#: The first of two angles that say where a place is, and a point of the compass behind it.
_COMPASS: Final = late(r"(\\circ\s?\}?\s?(?:\\text\s?\{\s?)?[NSEW]\s?\}?)(?:\s|\\[,;: ]|\\q?quad)\s{0,3}(?=-?\d)")


def quotient_with_remainder(text: str) -> Node | None:
    """``12 R 3``, ``12 r 3``, ``12 remainder 3``: the quotient and the remainder, each by its name (COL-13)."""
    found = _DIVIDED.fullmatch(text)
    if found is None:
        return None
    parts = zip(("quotient", "remainder"), found.groups(), strict=True)
    return Group("(", ")", tuple(Chain(("=",), (Text(name), Num(fmpq(int(digits))))) for name, digits in parts))


def apart(text: str) -> str:
    """The text with a comma between the two angles of a place, ``5^\\circ N 7^\\circ E``, which nobody multiplies."""
    return _COMPASS.sub(r"\1, ", text) if r"\circ" in text else text


def after_numeral(cursor: Cursor, text: str) -> Node:
    """What a numeral begins: a mixed number, a decimal with its marks, scientific notation, ``3 pm``, or itself."""
    number, token = numeral(text), cursor.token
    if token.kind == END:
        return number
    if token.text in table.FRACTIONS or (token.kind == NUMERAL and token.spaced):
        return _times_ten(cursor, number) or _mixed(cursor, number)
    if token.text in ("e", "E") and not token.spaced:
        return _exponent_notation(cursor, number)
    if "." in text:
        return _decimal(cursor, number)
    if token.kind == WORD and cursor.peek(-2).text != ":":
        return (None if _in_picometers(cursor, number) else time_of_day(cursor, (number, Num(fmpq(0))))) or number
    return _and_a_part(cursor, number) if token.text == "and" else number


def _decimal(cursor: Cursor, number: Num) -> Node:
    """What a decimal and the marks behind it make: ``0.1\\overline{6}``, ``0.333\\ldots``."""
    places = -number.digits.exponent if number.digits else 0
    if not cursor.token.spaced and cursor.token.text in (r"\overline", r"\bar", r"\dot", "("):
        block = None if _is_factor(cursor) else cursor.attempt(_repetend)
        return number if block is None else _repeating(number, places, block)
    if number.digits is None or not cursor.take(*table.ELLIPSES):
        return number
    decimals = str(number.value * fmpz(10) ** places).zfill(places)[-places:]
    blocks = (decimals[-length:] for length in range(1, _LONGEST_PERIOD + 1))
    block = next((block for block in blocks if decimals.endswith(block * 3) and decimals[-1] != "0"), None)
    if block is None:  # these are the first of many digits
        return Num(number.value, number.digits._replace(cut=True))
    return _repeating(number, places, block)


def _is_factor(cursor: Cursor) -> bool:
    """Whether what stands in brackets behind a decimal multiplies it, as beside a sign: ``20 - 0.4(50)``."""
    behind = cursor.peek(len(cursor.group()) + 2).text
    sign, before = cursor.peek(-2).text, cursor.peek(-3)
    is_added = sign == "+" or (sign == "-" and (before.kind in (NUMERAL, SYMBOL) or before.text in (")", "}")))
    return cursor.at("(") and (is_added or behind in ("+", "-"))


def _repeating(number: Num, places: int, block: str) -> Num:
    r"""``0.1\overline{6}``, ``0.\dot{1}4285\dot{7}``, ``0.(3)``, ``0.333…``: the exact rational (NUM-30)."""
    return Num(number.value + fmpq(fmpz(block), fmpz(10) ** places * (fmpz(10) ** len(block) - 1)))


def _repetend(cursor: Cursor) -> str | None:
    """The digits that repeat: under a bar, in brackets, or with a dot over the first and the last; None for others."""
    if not cursor.at(r"\dot"):
        cursor.take(r"\overline", r"\bar")
        return _block(cursor)
    digits: str | None = ""
    while digits is not None and cursor.take(r"\dot"):
        dotted = _block(cursor)
        between = cursor.next().text if cursor.peek(1).text == r"\dot" else ""
        digits = digits + dotted + between if dotted and f"0{between}".isdecimal() else None
    return digits


def _block(cursor: Cursor) -> str | None:
    """The digits in brackets here, or one without; None for anything else."""
    brackets, within = cursor.at("{", "("), cursor.group()
    cursor.skip(len(within) + 2 * brackets)
    digits = "".join(token.text for token in within)
    return digits if digits.isdecimal() and (brackets or len(digits) == 1) else None


def _mixed(cursor: Cursor, number: Num) -> Node:
    r"""An integer before a proper fraction of integers, ``1 1/2``, ``1\frac12``; before any other the number alone.

    Raises `Unreadable` before a fraction of integers that is not proper: that says nothing (NUM-10).
    """
    part = cursor.attempt(_fraction_of_integers) if number.digits is None else None
    if part is None:
        return number
    top, bottom = part
    if not 0 < top.value < bottom.value:
        raise Unreadable("an integer before a fraction that is not proper")
    return App("mixed", (number, App("div", (top, bottom))))


def _fraction_of_integers(cursor: Cursor) -> tuple[Num, Num] | None:
    r"""``\frac12``, ``\frac{1}{2}``, ``1/2``; None where it is the base of a power: ``2\frac12^n``.

    Of other fractions nothing is read, lest of one within the other each level be read twice.
    """
    command = cursor.take(*table.FRACTIONS)
    top = _integer_alone(cursor)
    bottom = _integer_alone(cursor) if command or cursor.take("/") else None
    if top is None or bottom is None:
        return None
    raised = cursor.at("^") and cursor.peek(1).text not in (r"\circ", "{")
    return None if raised and top.value < bottom.value else (top, bottom)


def _integer_alone(cursor: Cursor) -> Num | None:
    within = cursor.group()
    argument = cursor.argument() if len(within) == 1 and within[0].text.isdecimal() else None
    return argument if isinstance(argument, Num) else None


def _exponent_notation(cursor: Cursor, number: Num) -> Node:
    """``1.5e-3``: read as scientific notation where digits follow at once."""
    sign = cursor.peek(1).text if cursor.peek(1).text in ("+", "-") else ""
    digits = cursor.peek(2 if sign else 1)
    if digits.kind != NUMERAL or digits.spaced or not digits.text.isdecimal() or len(digits.text) > 6:
        return number
    cursor.skip(3 if sign else 2)
    exponent = int(sign + digits.text)
    return App("mul", (number, App("pow", (Num(fmpq(10)), Num(fmpq(exponent))))))


def _times_ten(cursor: Cursor, number: Num) -> Node | None:
    """``5.4 10^7``: a numeral before a whole power of ten, without a sign of multiplication (NUM-13); else None."""
    power = cursor.attempt(_power_of_ten) if cursor.token.text == "10" else None
    return App("mul", (number, power)) if power else None


def _power_of_ten(cursor: Cursor) -> Node | None:
    ten = numeral(cursor.next().text)
    exponent = cursor.argument() if cursor.take("^") else None
    size = exponent.args[0] if exponent and applies(exponent, "neg") else exponent
    is_whole = isinstance(size, Num) and size.value.q == 1
    return App("pow", (ten, exponent)) if exponent and is_whole else None


def words(cursor: Cursor, first: Token) -> Node:
    """A number in words, a currency before its amount, or words that name something."""
    number = _cardinal(cursor, first)
    if number is not None:
        return number
    if first.text in table.CURRENCY_CODES and cursor.peek().kind == NUMERAL:
        return Quantity(cursor.expression(MUL), ((units.canonical(first.text), 1),))
    parts = [first.text]
    while cursor.peek().kind == WORD and cursor.peek().text.lower() not in table.CONDITIONS:
        parts.append(cursor.next().text)
    return Text(" ".join(parts))


def _cardinal(cursor: Cursor, first: Token) -> Node | None:
    """``forty-two``, ``one hundred and twenty``, ``three fourths``, ``half``; None for other words (NUM-15)."""
    word = first.text.lower()
    if word == "half" and cursor.peek().kind == END:
        return App("div", (Num(fmpq(1)), Num(fmpq(2))))
    if word not in table.NUMBER_WORDS:
        return None
    total, group = 0, table.NUMBER_WORDS[word]
    while True:
        joiner = cursor.peek().text if _joins(cursor) else ""
        ahead = 1 if joiner else 0
        word = cursor.peek(ahead).text.lower()
        small = table.NUMBER_WORDS.get(word)
        if small and _continues(total, group, small, joiner):
            group += small
        elif word == "hundred" and not ahead and 0 < group < 100:
            group *= 100
        elif word in _THOUSANDS and not ahead and group:
            total, group = total + group * table.SCALES[word], 0
        elif not total and joiner != "and" and (part := _part(cursor, ahead)):
            cursor.skip(ahead + part[1])
            return App("div", (Num(fmpq(group)), Num(fmpq(part[0]))))
        else:
            whole = total + group
            return _behind_the_point(cursor, whole) or _and_a_part(cursor, _said_again(cursor, whole))
        cursor.skip(ahead + 1)


def _behind_the_point(cursor: Cursor, whole: int) -> Num | None:
    """The decimal whose digits are named one by one: ``five point nine``; None where none is."""
    digits = ""
    while (digit := table.NUMBER_WORDS.get(cursor.peek(1 + len(digits)).text.lower(), 10)) < 10:
        digits += str(digit)
    if not digits or cursor.token.text.lower() != "point":
        return None
    cursor.skip(1 + len(digits))
    return numeral(f"{whole}.{digits}")


def _part(cursor: Cursor, place: int) -> tuple[int, int] | None:
    """How many of the parts that are named at a place make one, and how many tokens name them: ``thirty-thirds``."""
    word, hyphen, ones = [cursor.peek(at) for at in range(place, place + 3)]
    if part := table.PARTS.get(word.text.lower()):
        return part, 1
    tens, one = table.NUMBER_WORDS.get(word.text.lower(), 0), _ORDINALS.get(ones.text.lower().removesuffix("s"))
    joined = hyphen.text == "-" and not hyphen.spaced and not ones.spaced
    return (tens + one, 3) if joined and one and one < 10 < tens and tens % 10 == 0 else None


def _said_again(cursor: Cursor, number: int) -> Num:
    """The number, with its digits in brackets behind it, ``seven (7)``, which are no factor (NUM-15)."""
    if [cursor.peek(ahead).text for ahead in range(3)] == ["(", str(number), ")"]:
        cursor.skip(3)
    return Num(fmpq(number))


def _and_a_part(cursor: Cursor, whole: Num) -> Node:
    """``two and a half``, ``six and nine tenths``; the number alone where no part of one follows."""
    count, at = _count(cursor, 1) if cursor.peek().text == "and" else (0, 0)
    part = _part(cursor, at) if count else None
    if part is None or count >= part[0]:
        return whole
    cursor.skip(at + part[1])
    return App("mixed", (whole, App("div", (Num(fmpq(count)), Num(fmpq(part[0]))))))


def _count(cursor: Cursor, at: int) -> tuple[int, int]:
    """How many the words at a place say, and where they end: ``a``, ``nine``, ``forty-nine``; 0 of other words."""
    word, hyphen, ones = [cursor.peek(place).text.lower() for place in range(at, at + 3)]
    count, more = 1 if word == "a" else table.NUMBER_WORDS.get(word, 0), table.NUMBER_WORDS.get(ones, 0)
    return (count + more, at + 3) if hyphen == "-" and 0 < more < 10 < count and count % 10 == 0 else (count, at + 1)


def _joins(cursor: Cursor) -> bool:
    """Whether "and" or a hyphen comes next; a minus has spaces around it."""
    token = cursor.peek()
    return token.text == "and" or (token.text == "-" and not token.spaced and not cursor.peek(1).spaced)


def _continues(total: int, group: int, small: int, joiner: str) -> bool:
    """Whether a numeral word goes on: ``twenty-three``, and a hundred or a thousand with what "and" may join."""
    if group % 100:
        return joiner != "and" and small < 10 < group % 100 and group % 10 == 0
    return joiner != "-" and small < 100 and bool(group or total)


def numeral_with_base(text: str) -> Node | None:
    r"""A numeral with its base as the whole answer: ``1011_2``, ``\text{A3}_{16}``, ``0b1011``; else None (NUM-14)."""
    if text[:2] == "0b" and text[2:].isdecimal():
        return _based(text[2:], 2, Text(text[2:]))
    if "_" not in text and "base" not in text:
        return None
    if text[0] == "-" != text[1]:
        based = numeral_with_base(text[1:])
        return App("neg", (based,)) if based else None
    found = _WITH_BASE.fullmatch(text) or _BASE_IN_WORDS.fullmatch(text)
    digits = found[1].replace(" ", "").replace("\\,", "").replace(",", "") if found else ""
    if found is None or (len(digits) == 1 and digits.isalpha()):  # A_5 is a symbol
        return None
    try:
        base = table.NUMBER_WORDS.get(found[2]) if found[2].isalpha() else int(found[2])
        return None if base is None else _based(digits, base, Text(digits.upper()))
    except Unreadable:
        if digits.isdecimal():
            raise
        return None


def in_base(number: Node, base: Node) -> Node:
    """``1011_2``: the digits with the base that they are written in."""
    if not isinstance(base, Num) or base.value.q != 1 or not isinstance(number, Num) or number.value.q != 1:
        raise Unreadable("a base or digits that are no whole number")
    return _based(str(number.value), int(base.value.p), number)


def _based(digits: str, base: int, shown: Node) -> Node:
    """What the digits write. Raises `Unreadable` where the base does not have them."""
    try:
        return App("based", (Num(fmpq(int(digits, base or 1))), Num(fmpq(base)), shown))
    except ValueError:
        raise Unreadable(f"{digits} has no meaning in base {base}") from None


def _in_picometers(cursor: Cursor, number: Num) -> bool:
    """Whether ``pm`` behind a numeral makes no time of day: of what no clock shows, and of a power or a factor."""
    is_hour = 1 <= number.value <= 12 and cursor.peek(-2).text not in _CALCULATES
    return cursor.token.text == "pm" and not is_hour


def time_of_day(cursor: Cursor, parts: tuple[Node, ...]) -> Node | None:
    """``3:30 PM`` as minutes after midnight; None where the parts are a ratio."""
    token = cursor.peek()
    suffix = token.text.lower() if token.kind == WORD else ""
    if suffix not in ("am", "pm") or not all(isinstance(part, Num) and part.value.q == 1 for part in parts):
        return None
    hour, *rest = [part.value for part in parts if isinstance(part, Num)]
    if not (1 <= hour <= 12 and all(0 <= part < 60 for part in rest)) or len(rest) > 2:
        raise Unreadable("a time that no clock shows")
    cursor.next()
    minutes = sum((part / 60**place for place, part in enumerate(rest)), hour * 60)
    shift = 12 * ((suffix == "pm") - (hour == 12))  # 12:30 AM is 0:30
    return App("time", (Num(minutes + 60 * shift),))
