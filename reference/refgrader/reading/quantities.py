"""Numbers with something after them: units, money, percentages, degrees, counts (UNIT)."""

from __future__ import annotations

import re
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.limits import Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import MUL
from refgrader.reading.token import NUMERAL, SYMBOL, WORD
from refgrader.reading.tree import App, Node, Num, Quantity, Sym, Text, numeral

_POWER_BEFORE: Final = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_POWER_AFTER: Final = {"squared": 2, "cubed": 3}
#: Words that are no noun and stand beside none: "12 of", "12 is wrong", "12 halves" (TXT-21, TXT-23, NUM-34).
_NEVER_A_NOUN: Final = (
    lexicon.words("function word", "doubt", "part", "scale without a value") | {f"{scale}s" for scale in table.SCALES}
) - {"in", *lexicon.words("rate")}
#: Words that describe a noun after them and are none themselves: ``12 positive integers``, not ``12 negative``.
_NEVER_THE_LAST: Final = lexicon.words("denial", "rejection", "turn")
#: Words that multiply or divide, and none of which can follow a unit: ``4 dollars million`` (NUM-15).
_MULTIPLIERS: Final = frozenset((*table.SCALES, *table.PARTS)) - {"score", "gross"}
#: Words between an amount and what it is for each of: ``12 hours a day``.
_PER: Final = lexicon.words("rate")
#: Words with which a remark begins, behind a unit or a noun only: ``3 miles from home``, ``12 years old``.
_BEGINS_REMARK: Final = lexicon.words("begins a remark", "determiner", "remark")
_PERCENT: Final = frozenset({"percent", "percentage", "pct"})
_SCALES_OF_DEGREES: Final = {
    **dict.fromkeys(("celsius", "Celsius", "C"), "celsius"),
    **dict.fromkeys(("fahrenheit", "Fahrenheit", "F"), "fahrenheit"),
}


# --- words -------------------------------------------------------------------------------------------------


def join(cursor: Cursor, factors: list[Node]) -> Node | None:
    """What a word after a product makes of it (a scale, a percentage, a quantity); None where no word follows."""
    token = cursor.peek()
    if token.kind != WORD and not _is_letter_unit(cursor, factors):
        return None
    value = factors[0] if len(factors) == 1 else App("mul", tuple(factors))
    return _scaled(cursor, value) or _with_remark(cursor, value) or _measured(cursor, value)


def _is_letter_unit(cursor: Cursor, factors: list[Node]) -> bool:
    """Whether a letter is a unit here: ``5 m`` where units are looked for."""
    token = cursor.peek()
    return (
        token.kind == SYMBOL
        and cursor.letter_units
        and token.text in units.LETTERS
        and closed(factors)
        and _letter_unit_ends(cursor)
    )


def _scaled(cursor: Cursor, value: Node) -> Node | None:
    """``3 million``, ``50 percent``, ``5 squared``: what a word multiplies its number by, or does with it."""
    lower = cursor.peek().text.lower()
    if lower in table.SCALES and isinstance(value, (Num, App)):
        cursor.next()
        return _and_more(cursor, App("mul", (value, Num(fmpq(table.SCALES[lower])))))
    if lower in _PERCENT or (lower == "per" and cursor.peek(1).text.lower() == "cent"):
        cursor.skip(1 if lower in _PERCENT else 2)
        return App("percent", (value,))
    if lower in _POWER_AFTER:
        cursor.next()
        return App("pow", (value, Num(fmpq(_POWER_AFTER[lower]))))
    return None


def _with_remark(cursor: Cursor, value: Node) -> Node | None:
    """``20% increase``, ``1/2 of the class``: an amount or a part, and words behind it that are no unit."""
    lower = cursor.peek().text.lower()
    part = isinstance(value, App) and (value.head == "percent" or (value.head == "div" and lower == "of"))
    amount = part or isinstance(value, Quantity)
    if (lower in _NEVER_A_NOUN and not amount and not _more_of(cursor)) or lower in table.NUMBER_WORDS:
        raise Unreadable(f"the word {lower!r} after a number")
    words: list[str] = []
    while amount and lower not in _POWER_BEFORE and _describes(cursor):
        words.append(cursor.next().text.lower())
    if words and words[-1] in _NEVER_THE_LAST:
        raise Unreadable(f"the word {words[-1]!r} behind an amount")
    return Quantity(value, _remark(words)) if words else None


def _measured(cursor: Cursor, value: Node) -> Node:
    """``5 cm``, ``12 red apples``: a number and its unit, or what it counts."""
    word = cursor.peek().text
    if not units.is_known(word) and not closed([value]) and word.lower() not in _POWER_BEFORE:
        raise Unreadable(f"the word {word!r} in a formula")
    amount = Quantity(value, unit_phrase(cursor))
    _skip_names(cursor, amount.unit[-1][0])
    return _and_more(cursor, amount)


def _skip_names(cursor: Cursor, last: str) -> None:
    """Step over what the things that are counted are called: ``12 values of n``, ``12 triples (a, b, c)`` (UNIT-8)."""
    rest = cursor.tokens[cursor.position :][:_MAX_NAMES]
    if len(rest) == _MAX_NAMES or cursor.peek(-1).kind != WORD:
        return
    names = "".join("x" if token.kind == SYMBOL else token.text for token in rest)
    of_what = names == "x" and last.startswith(units.REMARK) and last.endswith("of")
    if of_what or _TUPLE.fullmatch(names):
        cursor.skip(len(rest) - 1)


#: More tokens than names take.
_MAX_NAMES: Final = 14
_TUPLE: Final = re.compile(r"\((?:x,)+x\)")


def _and_more(cursor: Cursor, amount: Node) -> Node:
    """``3 hours 20 minutes``, ``5 million dollars``: what follows an amount at once."""
    token = cursor.peek()
    if token.kind == WORD and isinstance(amount, App):
        return join(cursor, [amount]) or amount
    if isinstance(amount, Quantity) and (token.kind == NUMERAL or token.text.lower() in table.NUMBER_WORDS):
        if units.remarked(amount.unit):
            raise Unreadable("a number after a remark")
        rest = cursor.expression(MUL)
        if not isinstance(rest, Quantity):
            raise Unreadable("a number after a unit")
        return App("add", (amount, rest))
    return amount


def closed(factors: list[Node]) -> bool:
    """Whether the factors are a number: no symbols but the constants."""
    return all(_constant(factor) for factor in factors)


def _constant(node: object) -> bool:
    if isinstance(node, Sym):
        return node.name in ("π", "e", "i")
    if isinstance(node, (Num, Quantity)):
        return True
    if isinstance(node, App):
        return all(_constant(arg) for arg in node.args)
    return False


def _letter_unit_ends(cursor: Cursor) -> bool:
    """Whether the letters ahead are a unit to the end: ``m``, ``m/s``, ``m/s^2``; not ``m + n``."""
    place = cursor.position
    texts = [token.text for token in cursor.tokens[place : place + 12]]
    return _LETTER_UNIT.fullmatch(" ".join(texts).strip()) is not None


_LETTER_UNIT: Final = re.compile(
    r"[a-zA-Z](?: \^ (?:\d|\{ \d \}))?(?:(?: (?:/|\\cdot|\*))? [a-zA-Z]+(?: \^ (?:\d|\{ \d \}))?)*(?: [)\]},].*)?"
)


def unit_phrase(cursor: Cursor) -> units.Unit:
    """The unit at the position: ``cm^2``, ``km/h``, ``square feet``, ``miles per hour``, ``red apples``."""
    factors: list[tuple[str, int]] = []
    sign = 1
    if cursor.peek().text.lower() == "per" or _per_ahead(cursor):
        cursor.next()
        sign = -1
        if cursor.peek().kind not in (WORD, SYMBOL):
            raise Unreadable("a rate without its unit")
    while True:
        factors += _unit_factor(cursor, sign)
        token = cursor.peek()
        after = cursor.peek(1)
        if token.text in ("/", r"\cdot", "*", "-") and after.kind in (WORD, SYMBOL) and units.is_known(after.text):
            cursor.next()
            sign = -1 if token.text == "/" else 1
        elif token.text == "/" and after.text == "(" and units.is_known(cursor.peek(2).text):
            return (*factors, *_below(cursor))
        elif _per_ahead(cursor) or (token.text.lower() == "per" and after.kind == SYMBOL):
            cursor.next()
            sign = -1
        elif token.kind == WORD and units.is_known(token.text) and units.is_known(factors[-1][0]):
            sign = 1
        else:
            break
    return tuple(factors)


def _below(cursor: Cursor) -> units.Unit:
    """Units in brackets below a slash: ``J/(mol K)``."""
    cursor.skip(2)
    factors: list[tuple[str, int]] = []
    while cursor.peek().kind in (WORD, SYMBOL) and units.is_known(cursor.peek().text):
        factors += _unit_factor(cursor, -1)
        cursor.take(r"\cdot", "*")
    if not cursor.take(")"):
        raise Unreadable("units in brackets that do not close")
    return tuple(factors)


def _per_ahead(cursor: Cursor) -> bool:
    """Whether an amount is for each of what follows: ``per hour``, ``an hour``, ``a day``."""
    after = cursor.peek(1)
    lower = after.text.lower()
    return (
        cursor.peek().text.lower() in _PER
        and after.kind == WORD
        and lower not in table.CONDITIONS
        and lower not in _NEVER_A_NOUN
    )


def _more_of(cursor: Cursor) -> bool:
    """Whether "more" or "old" stands before what is counted: ``12 more days``, not ``12 more`` or ``12 more than``."""
    if cursor.peek().text.lower() not in ("more", "old"):
        return False
    after = cursor.peek(1)
    return after.kind == WORD and after.text.lower() not in _NEVER_A_NOUN


def _unit_factor(cursor: Cursor, sign: int) -> units.Unit:
    """One factor of a unit, with its power, and the remark behind it (UNIT-8)."""
    power = 1
    more = [cursor.next().text.lower()] if _more_of(cursor) else []
    remark: list[str] = []
    token = cursor.next()
    if token.text.lower() in _POWER_BEFORE and cursor.peek().kind in (WORD, SYMBOL):
        power, token = _POWER_BEFORE[token.text.lower()], cursor.next()
    text = _of_two_words(cursor, token.text)
    known = units.is_known(text)
    lower = text.lower()
    name = units.canonical(text) if known else text
    while _describes(cursor):
        lower = cursor.next().text.lower()
        if lower in _POWER_AFTER:
            power = _POWER_AFTER[lower]
        elif name == "degree" and lower in _SCALES_OF_DEGREES:
            name = lower
        elif known or remark or lower in _BEGINS_REMARK:  # after a known unit it is a remark
            remark.append(lower)
        else:  # "red apples": the noun with what describes it
            name = f"{name} {lower}"
    if lower in _NEVER_THE_LAST:
        raise Unreadable(f"the word {lower!r} in the place of a noun")
    if name == "degree" and cursor.peek().text in _SCALES_OF_DEGREES:
        name = _SCALES_OF_DEGREES[cursor.next().text]
    if cursor.at("^"):
        power, sign = _exponent(cursor, sign)
    return ((name, sign * power), *_remark(more + remark))


def _of_two_words(cursor: Cursor, first: str) -> str:
    """The word, or the unit that it makes with the word behind it: ``light years``, ``electron-volts``."""
    place = 1 if cursor.at("-") else 0
    second = cursor.peek(place)
    joined = f"{first}_{second.text}".lower()
    if second.kind != WORD or not units.is_known(joined):
        return first
    cursor.skip(place + 1)
    return joined


def _remark(words: list[str]) -> units.Unit:
    """What words say of an amount without being its unit, as a factor."""
    return ((units.REMARK + " ".join(words), 1),) if words else ()


def _describes(cursor: Cursor) -> bool:
    """Whether a word follows that goes with the unit or noun before it. Raises `Unreadable` where it undoes it."""
    token = cursor.peek()
    lower = token.text.lower()
    if token.kind != WORD or units.is_known(token.text) or lower in table.CONDITIONS or lower in table.NUMBER_WORDS:
        return False
    if lower == "per" or _per_ahead(cursor):
        return False
    if (lower in _NEVER_A_NOUN and lower not in _BEGINS_REMARK) or lower in _MULTIPLIERS:
        raise Unreadable(f"the word {lower!r} in a unit")
    return True


def _exponent(cursor: Cursor, sign: int) -> tuple[int, int]:
    """The power behind a unit, and the sign that it leaves."""
    cursor.next()
    negative = cursor.take("-")
    exponent = cursor.argument()
    if negative:
        exponent = App("neg", (exponent,))
    if isinstance(exponent, App) and exponent.head == "neg":
        exponent, sign = exponent.args[0], -sign
    if not isinstance(exponent, Num) or exponent.value.q != 1 or abs(exponent.value) > 9:
        raise Unreadable("a power of a unit that is no whole number")
    return int(exponent.value.p), sign


def unit_ahead(cursor: Cursor, factors: list[Node]) -> bool:
    """Whether a unit in words follows a slash after an amount: ``\\$3/\\text{hour}``."""
    return cursor.peek().kind == WORD and units.is_known(cursor.peek().text) and closed(factors)


def per(cursor: Cursor, factors: list[Node]) -> Node:
    """An amount for each unit that follows."""
    value = factors[0] if len(factors) == 1 else App("mul", tuple(factors))
    below = tuple((name, -power) for name, power in unit_phrase(cursor))
    return Quantity(value.value, value.unit + below) if isinstance(value, Quantity) else Quantity(value, below)


def unit_of(node: Node) -> units.Unit:
    r"""The unit that a fraction of upright words is, as ``\frac{\text{km}}{\text{h}}``; empty where it is none."""
    if not (isinstance(node, App) and node.head == "div" and any(isinstance(arg, (Text, App)) for arg in node.args)):
        return ()
    top, bottom = (_unit_part(arg) for arg in node.args)
    if not top or not bottom:
        return ()
    return top + tuple((name, -power) for name, power in bottom)


def _unit_part(node: Node) -> units.Unit:
    if isinstance(node, Text):
        names = node.words.split()
        return tuple((units.canonical(name), 1) for name in names) if all(map(units.is_known, names)) else ()
    if isinstance(node, Sym):
        return ((units.canonical(node.name), 1),) if node.name in units.LETTERS else ()
    if isinstance(node, App) and node.head == "pow" and isinstance(node.args[1], Num) and node.args[1].value.q == 1:
        return tuple((name, power * int(node.args[1].value.p)) for name, power in _unit_part(node.args[0]))
    if isinstance(node, App) and node.head == "mul":
        parts = [_unit_part(arg) for arg in node.args]
        return tuple(factor for part in parts for factor in part) if all(parts) else ()
    return ()


def money(cursor: Cursor, amount: Node) -> Node:
    """A currency sign behind its amount: ``12 €``, ``75¢``."""
    sign = cursor.next().text
    if not closed([amount]):
        raise Unreadable("a currency sign behind a formula")
    return Quantity(amount, (("cent" if sign == "¢" else units.CURRENCIES[sign], 1),))


# --- degrees, bases, time ----------------------------------------------------------------------------------


def degrees(cursor: Cursor, value: Node) -> Node:
    r"""``30^\circ``, ``30^\circ 15' 20''``, ``20^\circ C``."""
    token = cursor.peek()
    if token.kind in (SYMBOL, WORD) and token.text in ("C", "F"):
        cursor.next()
        return Quantity(value, ((_SCALES_OF_DEGREES[token.text], 1),))
    amount: Node = Quantity(value, (("degree", 1),))
    parts: list[Node] = [amount]
    for unit, primes in (("arcminute", 1), ("arcsecond", 2)):
        width = _primes_ahead(cursor, primes)
        if cursor.peek().kind == NUMERAL and width:
            parts.append(Quantity(numeral(cursor.next().text), ((unit, 1),)))
            cursor.skip(width)
    return amount if len(parts) == 1 else App("add", tuple(parts))


def _primes_ahead(cursor: Cursor, primes: int) -> int:
    """How many tokens after a numeral write that many primes; 0 where they do not."""
    texts = [cursor.peek(k + 1).text for k in range(primes + 3)]
    marks = ["'" if text == r"\prime" else text for text in texts]
    for form in (["'"] * primes, ["^", *["'"] * primes], ["^", "{", *["'"] * primes, "}"]):
        if marks[: len(form)] == form:
            return len(form)
    return 0
