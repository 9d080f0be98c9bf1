"""Numerals and what they begin: mixed numbers, repeating decimals, number words, bases, times (NUM)."""

from __future__ import annotations

import re
from typing import Final

from flint import fmpq, fmpz

from refgrader import units
from refgrader.limits import Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import MUL
from refgrader.reading.token import END, NUMERAL, SIGN, WORD, Token
from refgrader.reading.tree import App, Node, Num, Quantity, Text, numeral


def after_numeral(cursor: Cursor, number: Num, text: str) -> Node:
    """What a numeral begins: a mixed number, a repeating decimal, a cut decimal, scientific notation, or itself."""
    token = cursor.token
    if token.kind == END:
        return number
    if token.kind == NUMERAL:
        return _mixed_with_slash(cursor, number) if token.spaced else number
    if token.kind == SIGN and token.text in table.FRACTIONS:
        return _mixed_fraction(cursor, number)
    if token.text in ("e", "E") and not token.spaced:
        return _exponent_notation(cursor, number)
    return _decimal(cursor, number, text) if "." in text else _integer(cursor, number)


def _integer(cursor: Cursor, number: Num) -> Node:
    """What an integer and a word make: ``3 pm``, ``two and a half``."""
    word = cursor.token.text.lower()
    if word in ("am", "pm") and cursor.token.kind == WORD and cursor.peek(-2).text != ":":
        return time_of_day(cursor, (number, Num(fmpq(0)))) or number
    return _and_a_part(cursor, number) if word == "and" else number


def _decimal(cursor: Cursor, number: Num, text: str) -> Node:
    """What a decimal and the marks behind it make: ``0.1\\overline{6}``, ``0.333\\ldots``."""
    if not cursor.token.spaced and cursor.token.text in (r"\overline", r"\bar", r"\dot", "("):
        return _repeating(cursor, number, len(text.partition(".")[2])) or number
    if number.digits is not None and cursor.take(*table.ELLIPSES):
        return _continued(number)
    return number


def _mixed_with_slash(cursor: Cursor, number: Num) -> Node:
    """``1 1/2``; the number alone where no proper fraction of integers follows."""
    top, sign, bottom = (cursor.peek(ahead) for ahead in range(3))
    if sign.text != "/" or not top.text.isdecimal() or not bottom.text.isdecimal() or number.digits is not None:
        return number
    part = App("div", (numeral(top.text), numeral(bottom.text)))
    if not _is_proper(part):
        return number
    cursor.skip(3)
    return App("mixed", (number, part))


def _mixed_fraction(cursor: Cursor, number: Num) -> Node:
    """An integer before a proper fraction of integers; before another fraction of integers it says nothing (NUM-10)."""
    if number.digits is not None or not _is_fraction_of_numerals(cursor):
        return number
    part = cursor.attempt(_fraction_of_integers)
    if part is None:
        return number
    if not _is_proper(part):
        raise Unreadable("an integer before a fraction that is not proper")
    return App("mixed", (number, part))


def _is_fraction_of_numerals(cursor: Cursor) -> bool:
    """Whether nothing but brackets stands around the two numerals of the fraction ahead.

    Only such a one is read to see what it is: of others, one within the other, each level would be read twice.
    """
    place = found = depth = 0
    while found < 2 or depth > 0:
        place += 1
        token = cursor.peek(place)
        if token.kind == NUMERAL:
            found += 1 if depth else len(token.text)
        elif token.text in _BRACKETS or token.text in table.TRANSPARENT:
            depth += _BRACKETS.get(token.text, 0)
        else:
            return False
    return True


_BRACKETS: Final = {"{": 1, "}": -1, "(": 1, ")": -1}


def _fraction_of_integers(cursor: Cursor) -> App | None:
    part = cursor.operand()
    if not isinstance(part, App) or part.head != "div":
        return None
    if not all(isinstance(term, Num) and term.value.q == 1 for term in part.args):
        return None
    raised = cursor.at("^") and cursor.peek(1).text not in (r"\circ", "{")
    return None if raised and _is_proper(part) else part


def _is_proper(fraction: App) -> bool:
    top, bottom = fraction.args
    return isinstance(top, Num) and isinstance(bottom, Num) and 0 < top.value < bottom.value


def _repeating(cursor: Cursor, number: Num, places: int) -> Num | None:
    r"""``0.1\overline{6}``, ``0.\dot{1}4285\dot{7}``, ``0.(3)``: the exact rational; None where it is none (NUM-30)."""
    block = cursor.attempt(_repetend)
    if block is None:
        return None
    unit = fmpq(1, fmpz(10) ** places)
    return Num(number.value + fmpz(block) * unit / (fmpz(10) ** len(block) - 1))


def _repetend(cursor: Cursor) -> str | None:
    """The digits that repeat, as they are marked; None where they are not digits."""
    if cursor.take(r"\overline", r"\bar"):
        digits = _barred(cursor)
    elif cursor.take("("):
        digits = _block(cursor, ")")
    else:
        digits = _dotted(cursor)
    return digits if digits.isdecimal() else None


def _block(cursor: Cursor, closing: str) -> str:
    token = cursor.next()
    return token.text if token.kind == NUMERAL and token.text.isdecimal() and cursor.take(closing) else ""


def _barred(cursor: Cursor) -> str:
    if cursor.take("{"):
        return _block(cursor, "}")
    token = cursor.next()
    return token.text if token.kind == NUMERAL and len(token.text) == 1 else ""


def _dotted(cursor: Cursor) -> str:
    """A dot over the only digit that repeats, or over the first and the last."""
    digits = ""
    while cursor.take(r"\dot"):
        digits += _barred(cursor)
        if cursor.peek().kind == NUMERAL and cursor.peek(1).text == r"\dot":
            digits += cursor.next().text
    return digits


_PERIOD: Final = re.compile(r"(\d{1,6}?)\1\1+$")


def _continued(number: Num) -> Node:
    """``0.333…``: the repeating decimal where the digits repeat; else the digits are the first of many."""
    assert number.digits is not None
    places = -number.digits.exponent
    decimals = str(number.value * fmpz(10) ** places).zfill(places)[-places:]
    found = _PERIOD.search(decimals)
    if found is None or decimals.endswith("0"):
        return Num(number.value, number.digits._replace(cut=True))
    block = found[1]
    unit = fmpq(1) / fmpz(10) ** places
    return Num(number.value + int(block) * unit / (fmpz(10) ** len(block) - 1))


def _exponent_notation(cursor: Cursor, number: Num) -> Node:
    """``1.5e-3``: read as scientific notation where digits follow at once."""
    sign = cursor.peek(1).text if cursor.peek(1).text in ("+", "-") else ""
    digits = cursor.peek(2 if sign else 1)
    if digits.kind != NUMERAL or digits.spaced or not digits.text.isdecimal() or len(digits.text) > 6:
        return number
    cursor.skip(3 if sign else 2)
    exponent = int(sign + digits.text)
    return App("mul", (number, App("pow", (Num(fmpq(10)), Num(fmpq(exponent))))))


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
        elif word in table.PARTS and cursor.peek().text != "and" and not total:
            cursor.skip(ahead + 1)
            return App("div", (Num(fmpq(group)), Num(fmpq(table.PARTS[word]))))
        else:
            return _and_a_part(cursor, Num(fmpq(total + group)))
        cursor.skip(ahead + 1)


def _and_a_part(cursor: Cursor, whole: Num) -> Node:
    """``two and a half``; the number alone where no part of one follows."""
    part = table.PARTS.get(cursor.peek(2).text.lower())
    if part is None or cursor.peek().text != "and" or cursor.peek(1).text.lower() not in ("a", "one"):
        return whole
    cursor.skip(3)
    return App("mixed", (whole, App("div", (Num(fmpq(1)), Num(fmpq(part))))))


def _joins(cursor: Cursor) -> bool:
    """Whether "and" or a hyphen comes next; a minus has spaces around it."""
    token = cursor.peek()
    return token.text == "and" or (token.text == "-" and not token.spaced and not cursor.peek(1).spaced)


def _continues(total: int, group: int, small: int, joiner: str) -> bool:
    """Whether a numeral word goes on: ``twenty-three``, and a hundred or a thousand with what "and" may join."""
    if group % 100:
        return joiner != "and" and small < 10 < group % 100 and group % 10 == 0
    return joiner != "-" and small < 100 and bool(group or total)


_THOUSANDS: Final = frozenset({"thousand", "million", "billion", "trillion"})


_BASE_IN_WORDS: Final = re.compile(
    r"([0-9A-Z]+)\s*(?:\(\s*)?(?:\\text\{\s*)?(?:in )?base[ -]?(\d{1,2})\s*(?:\}\s*)?\)?"
)
_WITH_BASE: Final = re.compile(
    r"(?:\\(?:text|mathrm|textrm|mathtt)\s*)?(?:[({]+\s*)?([0-9A-Za-z][0-9A-Za-z ]*?)[)}]*_\{?(?:\\text\{)?(\d{1,2})\}*"
)


def numeral_with_base(text: str) -> Node | None:
    r"""A whole answer that is a numeral with its base: ``1011_2``, ``\text{A3}_{16}``; None for others (NUM-14)."""
    if "_" not in text and "base" not in text:
        return None
    found = _WITH_BASE.fullmatch(text) or _BASE_IN_WORDS.fullmatch(text)
    if found is None:
        return None
    digits, base = found[1].replace(" ", ""), int(found[2])
    if not digits or not 2 <= base <= 36 or (not digits[0].isdecimal() and (len(digits) < 2 or base <= 10)):
        return None
    try:
        value = int(digits, base)
    except ValueError:
        if digits.isdecimal():
            raise Unreadable(f"a digit that base {base} does not have") from None
        return None
    return App("based", (Num(fmpq(value)), Num(fmpq(base)), Text(digits.upper())))


def in_base(number: Node, base: Node) -> Node:
    """``1011_2``: the digits with the base that they are written in."""
    if not isinstance(base, Num) or base.value.q != 1 or not 2 <= base.value <= 36:
        raise Unreadable("a base that is no whole number from 2 to 36")
    radix = int(base.value.p)
    if not isinstance(number, Num) or number.value.q != 1:
        raise Unreadable("digits that are no numeral")
    try:
        return App("based", (Num(fmpq(int(str(number.value), radix))), base, number))
    except ValueError:
        raise Unreadable(f"a digit that base {radix} does not have") from None


def time_of_day(cursor: Cursor, parts: tuple[Node, ...]) -> Node | None:
    """``3:30 PM`` as minutes after midnight; None where the parts are a ratio."""
    token = cursor.peek()
    suffix = token.text.lower() if token.kind == WORD else ""
    if suffix not in ("am", "pm") or not all(isinstance(part, Num) and part.value.q == 1 for part in parts):
        return None
    hour, minute, *_ = [int(part.value.p) for part in parts if isinstance(part, Num)]
    if not (1 <= hour <= 12 and 0 <= minute < 60):
        raise Unreadable("a time that no clock shows")
    cursor.next()
    return App("time", (Num(fmpq((hour % 12 + (12 if suffix == "pm" else 0)) * 60 + minute)),))
