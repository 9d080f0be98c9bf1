"""What stands raised or lowered behind an operand: powers, primes, degrees, subscripts (READ-24, READ-25, READ-33)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from flint import fmpq

from refgrader import lexicon
from refgrader.limits import MAX_DEPTH, LimitReached, Unreadable
from refgrader.operations import TIGHT
from refgrader.reading import numerals, quantities
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import POWER
from refgrader.reading.token import END, NUMERAL, SIGN, SYMBOL
from refgrader.reading.tree import (
    App,
    Chain,
    Group,
    Listing,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    numeral,
    spelled,
    symbol,
    within,
)

#: Letters that are numbers: digits behind them, and a number in brackets, multiply them.
CONSTANTS: Final = frozenset({"π", "e", "i", "∞"})
#: Raised, what says that the state is the standard one; a ring beside an index, or on a capital before its value, only.
_STATES: Final = frozenset({r"\circ", r"\ominus", r"\standardstate"})
#: Endings of ordinal numbers, which as an exponent say nothing: ``4^{th}`` (TXT-18).
_ORDINAL: Final = frozenset({"th", "st", "nd", "rd"})
#: Raised behind a subscript, these are no number of what is chosen.
_MARKS: Final = frozenset({r"\prime", "'", r"\circ", "*"})
#: What raised behind a name is the charge of an ion.
_CHARGES: Final = frozenset(many + sign for sign in "+-" for many in ("", sign, *"23456789"))
#: Signs that may be a subscript without braces.
_INDICES: Final = frozenset({"+", "-", "*", r"\ast", r"\circ", r"\perp", r"\parallel", r"\odot"})


def power(cursor: Cursor, base: Node) -> Node:
    """What the sign ``^`` makes of the operand before it."""
    if primes := raised_primes(cursor):
        return primed(base, primes)
    cursor.next()
    if _is_plain(cursor) and (number := cursor.in_braces()):
        return App("pow", (base, numeral(number.text)))
    braced = cursor.at("{") and cursor.peek(2).text == "}"
    mark = cursor.peek(1 if braced else 0).text
    if mark in _STATES:
        cursor.skip(3 if braced else 1)
        return _in_its_state(cursor, base) if _is_state(cursor, base, mark) else _degrees(cursor, base)
    name = _raised_name(cursor, base) if isinstance(base, (Sym, Text)) else None
    if name is not None:
        return name
    raised = exponent(cursor)
    if isinstance(base, Sym) and cursor.at("_"):  # x^2_1
        if count := choices(cursor, base.name, raised):
            return count
        cursor.next()
        base = subscripted(cursor, base)
    if raised == Sym("o") and quantities.closed([base]):
        return _degrees(cursor, base)
    if isinstance(raised, (Text, Sym)) and raised[0].lower() in _ORDINAL:
        return base
    return App("pow", (base, raised))


def _is_plain(cursor: Cursor) -> bool:
    """Whether a numeral is raised in braces, and nothing behind it raised or lowered as well."""
    return cursor.peek(1).kind == NUMERAL and cursor.peek(3).text not in ("^", "_")


def _is_state(cursor: Cursor, base: Node, mark: str) -> bool:
    """Whether a raised mark behind a symbol says that it is of the standard state, and a ring is no degrees."""
    if not isinstance(base, Sym):
        return False
    is_told = base.name[:1].isupper() and cursor.at("=", r"\approx")
    return mark != r"\circ" or "_" in base.name or cursor.at("_") or is_told


def _in_its_state(cursor: Cursor, base: Node) -> Node:
    """``G^\\circ``, ``E^\\ominus_1``: the symbol, marked before its index."""
    letter, index, rest = spelled(base).partition("_")
    marked = Sym(f"{letter}°{index}{rest}")
    return subscripted(cursor, marked) if cursor.take("_") else marked


def choices(cursor: Cursor, letter: str, upper: Node | None = None) -> Node | None:
    """``C_5^2``, or behind its exponent ``C^2_5``: the larger of two numbers is how many things there are (NUM-22).

    None where the letter is a name.
    """
    lower = cursor.attempt(_lower_of_two if upper is None else _lower) if letter == "C" else None
    if lower is None:
        return None
    if upper is None:
        cursor.next()
        upper = exponent(cursor)
    turned = isinstance(upper, Num) and isinstance(lower, Num) and upper.value > lower.value
    return App("binom", (upper, lower) if turned else (lower, upper))


def _lower(cursor: Cursor) -> Node | None:
    """The subscript of which as many are chosen as the exponent says; a first one is that of a name."""
    cursor.next()
    lower = cursor.argument()
    return None if lower == Num(fmpq(1)) else lower


def _lower_of_two(cursor: Cursor) -> Node | None:
    """One before an exponent that is no prime or mark; of the exponent nothing is read, lest it be twice."""
    lower = _lower(cursor)
    mark = cursor.peek(2 if cursor.peek(1).text == "{" else 1).text
    return lower if cursor.at("^") and mark not in _MARKS else None


def exponent(cursor: Cursor) -> Node:
    r"""The exponent behind ``^``: braces, one name, or an operand with its sign; towers bind from the right.

    A degree sign behind it is of the power: ``10^3^\circ C``.
    """
    if cursor.at("-", "+"):
        sign = cursor.next().text
        operand = cursor.expression(POWER)
        return App("neg", (operand,)) if sign == "-" else operand
    if cursor.token.kind == SYMBOL:
        name: Node = symbol(cursor.next().text)
        return power(cursor, name) if cursor.at("^") else name
    if cursor.take_all("{", "trace", "}"):  # set upright, "tr" is a transpose there
        return Sym("T")
    if cursor.token.kind == NUMERAL and (cursor.peek(1).text == "_" or _is_degree(cursor, 1)):
        return numeral(cursor.next().text)
    if not cursor.at("{"):
        return cursor.expression(POWER)
    group = cursor.argument()
    while cursor.at("^") and not _is_degree(cursor):
        group = power(cursor, group)
    return group


def _is_degree(cursor: Cursor, ahead: int = 0) -> bool:
    r"""Whether a degree sign stands `ahead` places on: ``^\circ``, ``^{\circ}``."""
    raised = [cursor.peek(ahead + place).text for place in range(3)]
    return raised[:2] == ["^", r"\circ"] or raised == ["^", "{", r"\circ"]


def _raised_name(cursor: Cursor, base: Sym | Text) -> Sym | Text | None:
    """``y^{(4)}``, a derivative of that order, ``x^*`` and ``He^{2+}``: other names; None where a power begins."""
    charge = cursor.peek(1).text + cursor.peek(2).text.removesuffix("}") if cursor.at("{") else ""
    if charge in _CHARGES and cursor.take_all("{", *charge, "}"):
        return type(base)(base[0] + charge)
    if isinstance(base, Text):
        return None
    order = cursor.peek(2).text
    if cursor.take_all("{", "(", order, ")", "}"):
        return Sym(f"{base.name}^({order})")
    starred = cursor.at("*", r"\ast") and not cursor.starts_operand(cursor.peek(1), base)
    if cursor.take_all("{", "*", "}") or (starred and cursor.take("*", r"\ast")):
        return Sym(base.name + "*")
    return None


def raised_primes(cursor: Cursor) -> int:
    r"""How many primes an exponent is, ``^\prime``, ``^{\prime\prime}``; of any other nothing is stepped over."""
    if not cursor.at("^"):
        return 0
    braces = cursor.peek(1).text == "{"
    first = end = 2 if braces else 1
    while (mark := cursor.peek(end).text) == r"\prime" or (braces and mark == "'"):
        end += 1
    if end == first or (braces and mark != "}"):
        return 0
    cursor.skip(end + braces)
    return end - first


def primed(base: Node, primes: int) -> Node:
    """A symbol with primes in its name; a number with one is minutes of arc, with two seconds."""
    if isinstance(base, Sym):
        return Sym(base.name + "'" * primes)
    marks = ["arcminute", "arcsecond"]
    if isinstance(base, Quantity) and base.unit == (("arcminute", 1),):
        base, primes = base.value, primes + 1
    if not isinstance(base, Num) or primes > len(marks):
        raise Unreadable("a prime on something that is no symbol")
    return Quantity(base, ((marks[primes - 1], 1),))


def _degrees(cursor: Cursor, value: Node) -> Node:
    r"""``30^\circ``, ``30^\circ 15' 20''``, ``20^\circ C``."""
    if cursor.token.text in quantities.SCALES_OF_DEGREES:
        return Quantity(value, ((quantities.SCALES_OF_DEGREES[cursor.next().text], 1),))
    if any(isinstance(part, Group) and not {"[", "]"}.isdisjoint(part[:2]) for part in within(value)):
        raise Unreadable("the interior of an interval, or the degrees of one")
    parts: list[Node] = [Quantity(value, (("degree", 1),))]
    while part := cursor.attempt(_minutes):
        parts.append(part)
    return parts[0] if len(parts) == 1 else App("add", tuple(parts))


def _minutes(cursor: Cursor) -> Node | None:
    """``15'`` or ``20''`` behind degrees."""
    if cursor.token.kind != NUMERAL:
        return None
    number = numeral(cursor.next().text)
    primes = raised_primes(cursor)
    while cursor.take("'"):
        primes += 1
    return primed(number, primes) if primes else None


def subscript(cursor: Cursor, base: Node) -> Node:
    """What the sign ``_`` makes of the operand before it: a part of its name, or the base of a numeral."""
    brackets = cursor.peek(-1).text == "]"
    cursor.next()
    if brackets and isinstance(base, App) and base.head == "mul":  # [ABC]_{max}: an area
        letters = "".join([arg.name for arg in base.args if isinstance(arg, Sym)])
        base = Sym(letters) if len(letters) == len(base.args) and letters.isupper() else base
    if isinstance(base, Text) and (base.words in _NAMES or lexicon.is_abbreviation(base.words)):
        base = Sym(base.words)
    if isinstance(base, Sym):
        return subscripted(cursor, base)
    if extreme_of := extreme_index(cursor):
        cursor.skip(3)
        return asked(cursor, extreme_of, base)
    index = cursor.argument()
    return between(cursor, base, index) if brackets and cursor.at("^") else numerals.in_base(base, index)


def between(cursor: Cursor, body: Node, low: Node) -> App:
    """``[f(x)]_0^2``: the value at the upper place less that at the lower one, of what has one letter (NUM-28).

    Of several it is the one of the differential before it: ``\\int_0^1 ax\\,dx = [\\frac{ax^2}{2}]_0^1``.
    """
    cursor.next()
    places = exponent(cursor), low
    named = {place.items[0] for place in places if isinstance(place, Chain)}
    letters = named or {part for part in within(body) if isinstance(part, Sym) and part.name not in CONSTANTS}
    before = pairwise(token.text for token in cursor.tokens[: cursor.position])
    differentials = [Sym(letter) for sign, letter in before if sign == "d" and Sym(letter) in letters]
    letters = {*differentials[-1:]} or letters
    upper, lower = (place.items[-1] if isinstance(place, Chain) else place for place in places)
    if len(letters) != 1 or any(isinstance(part, (Chain, Listing, Text)) for part in (body, *letters, upper, lower)):
        raise Unreadable("what lies between two places has not one letter")
    (letter,) = letters
    return App("add", (App("at", (letter, upper, body)), App("neg", (App("at", (letter, lower, body)),))))


#: What has an index, as symbols have and capitals side by side: ``\\text{proj}_v``.
_NAMES: Final = lexicon.words("name of a value")
#: What an index may say of all the values that an expression has.
EXTREMES: Final = ("max", "min", "sup", "inf")


def extreme_index(cursor: Cursor, start: int = 0) -> str:
    """The ``max`` or ``min`` in braces `start` tokens on; empty where another index stands there."""
    opening, name, closing = [cursor.peek(start + ahead).text for ahead in range(3)]
    return name if (opening, closing) == ("{", "}") and name in EXTREMES else ""


def asked(cursor: Cursor, operation: str, body: Node, index: Node | None = None) -> Sym:
    r"""``\max L = 5``, ``[PQRS]_{\max} = 5``, ``\iint_D f\,dA = 5``: a name before its value, which nobody works out.

    Raises `Unreadable` where no value follows, or nothing is named.
    """
    named = any(isinstance(part, Sym) and part.name not in CONSTANTS for part in within(body))
    named = named or (isinstance(body, Text) and body.words.isupper())
    if not named or not cursor.at("=", r"\approx"):
        raise Unreadable(f"the {operation} of one value")
    return Sym(f"{operation} {spelled(body)}" if index is None else f"{operation}_{spelled(index)} {spelled(body)}")


def subscripted(cursor: Cursor, base: Sym) -> Sym:
    """The symbol `base` with the subscript that follows in its name: braces and all in them, or one token."""
    first = cursor.token
    if first.text in TIGHT or (first.kind == SIGN and first.text != "{" and first.text not in _INDICES):
        raise Unreadable(f"{first.text!r} as a subscript without braces")
    name = f"{base.name}_"
    for part in _subscript_parts(cursor):
        name += f" {part}" if name[-1].isdecimal() and part[0].isdecimal() else part
    return Sym(name)


def _subscript_parts(cursor: Cursor, depth: int = 0) -> list[str]:
    """The texts of one token or of a group, in which braces around one token say nothing."""
    if depth > MAX_DEPTH:
        raise LimitReached("depth", MAX_DEPTH)
    token = cursor.next()
    if token.kind == END:
        raise Unreadable("a subscript that does not end")
    if token.text != "{":
        return [token.text]
    parts: list[str] = []
    while not cursor.take("}"):
        inner = _subscript_parts(cursor, depth + 1)
        parts += inner if len(inner) == 1 else ["{", *inner, "}"]
    return parts
