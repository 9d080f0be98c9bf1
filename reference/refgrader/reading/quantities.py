"""Numbers with something after them: units, money, percentages, degrees, counts (UNIT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.limits import Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import MUL, SUMS
from refgrader.reading.token import END, NUMERAL, SYMBOL, WORD, Token
from refgrader.reading.tree import App, Node, Num, Quantity, Sym, product

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
#: What may stand before "each": ``9 plants in each row``.
_BEFORE_EACH: Final = frozenset({"in", "on", "to", "for", "at"})
#: Words with which a remark begins, behind a unit or a noun only: ``3 miles from home``, ``12 years old``.
_BEGINS_REMARK: Final = lexicon.words("begins a remark", "determiner", "remark")
#: Before other words "in" is the preposition, and no inches.
_BEHIND_INCHES: Final = lexicon.words("remark", "rate", "says of what") | {"by", "x"}
#: A remark that stands before the noun.
_MORE: Final = frozenset({"more", "additional", "extra", "old"})
#: What is a remark before a noun as well, unlike that which describes it: "12 distinct total sums", "12 dollars total".
_REMARK_ALWAYS: Final = _BEGINS_REMARK - {*_MORE, *"total long wide tall high deep large daily weekly monthly".split()}
_PERCENT: Final = frozenset({"percent", "percentage", "pct"})
SCALES_OF_DEGREES: Final = {
    **dict.fromkeys(("celsius", "Celsius", "C"), "celsius"),
    **dict.fromkeys(("fahrenheit", "Fahrenheit", "F"), "fahrenheit"),
}


def join(cursor: Cursor, factors: list[Node]) -> Node | None:
    """What a word or a unit behind a product makes of it (a scale, a percentage, a quantity); None for all else."""
    if cursor.token.kind == WORD:
        value = product(factors)
        return _scaled(cursor, value) or _with_remark(cursor, value) or _measured(cursor, value)
    unit = cursor.attempt(_unit_as_fraction) if cursor.token.text in table.FRACTIONS and closed(factors) else None
    return Quantity(product(factors), unit) if unit else None


def _scaled(cursor: Cursor, value: Node) -> Node | None:
    """``3 million``, ``50 percent``, ``5 squared``: what a word multiplies its number by, or does with it."""
    lower = cursor.token.text.lower()
    if lower in table.SCALES and isinstance(value, (Num, App)):
        cursor.next()
        return App("mul", (value, Num(fmpq(table.SCALES[lower]))))
    if lower in _PERCENT or (lower == "per" and cursor.peek(1).text.lower() == "cent"):
        cursor.skip(1 if lower in _PERCENT else 2)
        return App("percent", (value,))
    if lower in _POWER_AFTER:
        if cursor.peek(-1).kind == NUMERAL and cursor.peek(-2).text in SUMS.spellings:
            raise Unreadable("nobody can say what is squared")  # x + 1 squared
        cursor.next()
        return App("pow", (value, Num(fmpq(_POWER_AFTER[lower]))))
    return None


def _with_remark(cursor: Cursor, value: Node) -> Node | None:
    """``20% increase``, ``1/2 of the class``: an amount or a part, and words behind it that are no unit."""
    lower = cursor.token.text.lower()
    part = isinstance(value, App) and (value.head == "percent" or (value.head == "div" and lower == "of"))
    amount = part or isinstance(value, Quantity)
    if (lower in _NEVER_A_NOUN and not amount and not _more_of(cursor)) or lower in table.NUMBER_WORDS:
        raise Unreadable(f"the word {lower!r} after a number")
    words: list[str] = []
    while amount and _describes(cursor):
        words.append(cursor.next().text.lower())
    if not _NEVER_THE_LAST.isdisjoint(words[-1:]):
        raise Unreadable(f"the word {words[-1]!r} behind an amount")
    return Quantity(value, _remark(words)) if words else None


def _measured(cursor: Cursor, value: Node) -> Node:
    """``5 cm``, ``3 hours 20 minutes``, ``12 red apples``: a number and its unit, or what it counts."""
    word, after = cursor.token.text, cursor.peek(1)
    if word == "in" and after.kind == WORD and after.text.lower() not in _BEHIND_INCHES:
        if not units.is_known(after.text) or units.canonical(after.text) == "unit":
            raise Unreadable("a preposition behind a number")
        cursor.next()
    is_known = units.is_known(word) or word.lower() in _POWER_BEFORE
    if not (is_known or closed([value]) or (isinstance(value, App) and _ends_in_things(cursor))):
        raise Unreadable(f"the word {word!r} in a formula")
    amount = Quantity(value, unit_phrase(cursor))
    _skip_names(cursor, amount.unit[-1][0])
    if cursor.token.kind != NUMERAL and cursor.token.text.lower() not in table.NUMBER_WORDS:
        return amount
    more = None if units.remarked(amount.unit) else cursor.expression(MUL)
    if not isinstance(more, Quantity):
        raise Unreadable("a number after a unit or a remark")
    return App("add", (amount, more))


def _ends_in_things(cursor: Cursor) -> bool:
    """Whether the text ends here in known things in the plural: ``3n ways``, ``2^n subsets``."""
    things = cursor.peek(0).text
    return cursor.peek(1).kind == END and is_plural(things) and singular(things) in KNOWN.difference(table.SCALES)


def _skip_names(cursor: Cursor, last: str) -> None:
    """Step over what the things that are counted are called: ``12 values of n``, ``12 triples (a, b, c)`` (UNIT-8)."""
    names = cursor.group()
    signs = {token.text for token in names if token.kind != SYMBOL}
    if cursor.at("(") and signs == {","}:
        cursor.skip(len(names) + 2)
    elif last.endswith("of") and not signs and cursor.peek(1).kind == END:
        cursor.skip(1)


def closed(factors: Iterable[Node]) -> bool:
    """Whether the factors are a number: no symbols but the constants."""
    return all(
        closed(node.args)
        if isinstance(node, App)
        else isinstance(node, (Num, Quantity)) or (isinstance(node, Sym) and node.name in ("π", "e", "i"))
        for node in factors
    )


def unit_phrase(cursor: Cursor, *, enclosed: bool = False) -> units.Unit:
    """The unit at the position: ``cm^2``, ``J/(mol K)``, ``square feet``, ``miles per hour``, ``red apples``.

    Among brackets or braces, where nothing but units stands, bare letters are units as well. What is below the line
    stays there, ``J/mol K``, but for a power that is below it by itself: ``J/mol K^{-1}``.
    """
    kinds = (WORD, SYMBOL) if enclosed else (WORD,)
    factors: list[tuple[str, int]] = []
    sign, begins = 1, True
    while True:
        if words := _per(cursor):
            cursor.skip(words)
            sign, begins = -1, True
        (name, power), *remark = _unit_factor(cursor, sign)
        factors += (name, power if begins or sign > 0 else -abs(power)), *remark
        token, after = cursor.token, cursor.peek(1)
        if _joins_units(cursor):
            cursor.next()
            begins = token.text == "/"
            sign = -1 if begins or (sign < 0 and token.text != "*") else 1
        elif token.text == "/" and after.text == "(" and units.is_known(cursor.peek(2).text):
            cursor.skip(2)
            factors += inverse(unit_phrase(cursor, enclosed=True))
            cursor.close(")")
            return tuple(factors)
        elif token.kind in kinds and units.is_known(token.text) and units.is_known(factors[-1][0]):
            begins = False
        elif not _per(cursor):
            return tuple(factors)


def _joins_units(cursor: Cursor) -> bool:
    """Whether the sign at the position joins a factor of a unit and the next one: ``m/s``, ``N·m``, ``km/box``."""
    token, is_unit = cursor.token, units.is_known(cursor.peek(1).text)
    if token.text == "/":
        return is_unit or (not token.spaced and _noun_follows(cursor))
    return is_unit and token.text in (r"\cdot", "*", "-")


def inverse(unit: units.Unit) -> units.Unit:
    """For each of a unit."""
    return tuple((name, -power) for name, power in unit)


def _noun_follows(cursor: Cursor) -> bool:
    return _is_noun(cursor.peek(1))


def _is_noun(token: Token) -> bool:
    return token.kind == WORD and token.text.lower() not in _NEVER_A_NOUN


def _per(cursor: Cursor) -> int:
    """How many words say that an amount is for each of what follows: ``per hour``, ``an hour``, ``in each row``."""
    lower = cursor.token.text.lower() if cursor.token.text != "A" else ""  # amperes
    if lower in _BEFORE_EACH and cursor.peek(1).text.lower() == "each" and cursor.peek(2).kind == WORD:
        return 2
    return int(lower in _PER and (_noun_follows(cursor) or (lower == "per" and cursor.peek(1).kind == SYMBOL)))


def _more_of(cursor: Cursor) -> bool:
    """Whether "more" or its like stands before what is counted: ``12 more days``, not ``12 more``, ``12 more than``."""
    is_more = cursor.token.text.lower() in _MORE and _noun_follows(cursor)
    return is_more and cursor.peek(1).text.lower() not in _MULTIPLIERS


def _unit_factor(cursor: Cursor, sign: int) -> units.Unit:
    """One factor of a unit, with its power, and the remark behind it (UNIT-8)."""
    more = [cursor.next().text.lower()] if _more_of(cursor) else []
    remark: list[str] = []
    power = _power_before(cursor)
    text = _of_several_words(cursor, cursor.next().text)
    known = units.is_known(text)
    lower = text.lower()
    name = units.canonical(text) if known else text
    while _describes(cursor):
        lower = cursor.next().text.lower()
        if lower in _POWER_AFTER:
            power = _POWER_AFTER[lower]
        elif known or remark or lower in (_REMARK_ALWAYS if _is_noun(cursor.token) else _BEGINS_REMARK):
            remark.append(lower)  # as all is after a known unit
        else:  # "red apples": the noun with what describes it
            name = f"{name} {lower}"
        if known and _is_share(cursor, remark):
            remark.append(f"{cursor.next().text}{cursor.next().text}")
    if sign < 0 and not known and cursor.token.kind == WORD and units.is_known(cursor.token.text):
        name = f"{name} {cursor.next().text.lower()}"  # per candy bar
    if lower in _NEVER_THE_LAST:
        raise Unreadable(f"the word {lower!r} in the place of a noun")
    if name == "degree" and cursor.token.text in SCALES_OF_DEGREES:
        name = SCALES_OF_DEGREES[cursor.next().text]
    if cursor.take("^"):
        power = _exponent(cursor)
    return ((name, sign * power), *_remark(more + remark))


def _is_share(cursor: Cursor, words: list[str]) -> bool:
    """Whether a percentage follows, which says what stuff it is: ``3 liters of 20% acid``, ``of the 20% tea``."""
    return (
        words[-1:] in (["of"], ["the"])
        and "of" in words[-2:]
        and cursor.token.kind == NUMERAL
        and cursor.peek(1).text in ("%", "\\%")
    )


def _power_before(cursor: Cursor) -> int:
    """The power that a word before a unit gives it: of "square feet"; else 1."""
    word, unit = cursor.token.text.lower(), cursor.peek(1)
    if word in _POWER_BEFORE and unit.kind in (WORD, SYMBOL):
        cursor.next()
        return _POWER_BEFORE[word]
    return 1


def _of_several_words(cursor: Cursor, first: str) -> str:
    """The word, or its unit with those behind it: ``light years``, ``electron-volts``, ``minutes of arc``."""
    place = 1 if cursor.at("-") else 0
    behind = [cursor.peek(place), cursor.peek(place + 1)]
    for many in (2, 1):
        joined = "_".join((first, *[token.text for token in behind[:many]])).lower()
        if units.is_known(joined) and behind[many - 1].kind == WORD:
            cursor.skip(place + many)
            return joined
    return first


def _remark(words: list[str]) -> units.Unit:
    """What words say of an amount without being its unit, as a factor."""
    return ((units.REMARK + " ".join(words), 1),) if words else ()


def _describes(cursor: Cursor) -> bool:
    """Whether a word follows that goes with the unit or noun before it. Raises `Unreadable` where it undoes it."""
    token = cursor.token
    lower = token.text.lower()
    if token.kind != WORD or units.is_known(token.text) or lower in table.CONDITIONS or lower in table.NUMBER_WORDS:
        return False
    if lower == "per" or _per(cursor):
        return False
    if (lower in _NEVER_A_NOUN and lower not in _BEGINS_REMARK) or lower in _MULTIPLIERS:
        raise Unreadable(f"the word {lower!r} in a unit")
    return True


def _exponent(cursor: Cursor) -> int:
    """The power behind a unit."""
    negative = cursor.take("-")
    exponent = cursor.argument()
    if isinstance(exponent, App) and exponent.head == "neg":
        negative, exponent = True, exponent.args[0]
    if not isinstance(exponent, Num) or exponent.value.q != 1 or abs(exponent.value) > 9:
        raise Unreadable("a power of a unit that is no whole number")
    return -int(exponent.value.p) if negative else int(exponent.value.p)


def per(cursor: Cursor, factors: list[Node]) -> Node | None:
    """An amount for each unit in words behind its slash, ``\\$3/\\text{hour}``; None where none is there."""
    is_for = units.is_known(cursor.token.text) or (cursor.peek(-3).text in units.CURRENCIES and _is_noun(cursor.token))
    if cursor.token.kind != WORD or not is_for or not closed(factors):
        return None
    value = product(factors)
    below = inverse(unit_phrase(cursor))
    return Quantity(value.value, value.unit + below) if isinstance(value, Quantity) else Quantity(value, below)


def _unit_as_fraction(cursor: Cursor) -> units.Unit | None:
    r"""``\frac{\text{km}}{\text{h}}``, ``\frac{1}{\text{s}}``; None for all but upright units and their powers."""
    cursor.next()
    start = cursor.position
    above = () if cursor.take_all("{", "1", "}") else _braced_unit(cursor)
    below = _braced_unit(cursor)
    tokens = cursor.tokens[start : cursor.position]
    upright = any(token.kind == WORD or token.roman or (token.text == "^" and above) for token in tokens)
    return above + inverse(below) if upright and units.convertible(above + below) else None


def _braced_unit(cursor: Cursor) -> units.Unit:
    if not cursor.take("{") or not units.is_known(cursor.token.text):
        raise Unreadable("no unit in braces")
    unit = unit_phrase(cursor, enclosed=True)
    cursor.close("}")
    return unit


def money(cursor: Cursor, amount: Node) -> Node:
    """A currency sign behind its amount: ``12 €``, ``75¢``."""
    sign = cursor.next().text
    if not closed([amount]):
        raise Unreadable("a currency sign behind a formula")
    return Quantity(amount, (("cent" if sign == "¢" else units.CURRENCIES[sign], 1),))
