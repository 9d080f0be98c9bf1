"""Which readings a text has besides the usual one, and what on the other side asks for them (READ-1).

An answer is read in the usual way first, and then in each of the ways below that its gold asks for: ``3,14`` as
a decimal beside the gold 3.14, ``5 m`` as metres beside ``5 \\text{ m}``. A gold has but one other reading: its
letters are units where the answer has a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.words import spoken
from refgrader.late import late
from refgrader.limits import Unreadable
from refgrader.meaning.values import (
    Conditional,
    Either,
    Items,
    Named,
    Reals,
    Relation,
    Scalar,
    Table,
    Value,
    nodes_in,
    unnamed,
)
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, is_whole
from refgrader.options import Options
from refgrader.reading.chinese_numerals import has_han
from refgrader.reading.letters import BEFORE_A_NUMBER
from refgrader.reading.notation import GREEK
from refgrader.reading.operators import IMPLICATIONS
from refgrader.reading.parser import parse
from refgrader.reading.tokens import DECIMAL, SEPARATOR, THOUSANDS
from refgrader.reading.tree import ZERO, Chain, Listing, Node, Quantity, Sym, Text, applies, within


class Reading(NamedTuple):
    """A text and how it is read: what a comma between digits is, and whether a letter behind a number is a unit.

    `called`: letters that are functions before brackets, since they are so on the other side.
    """

    text: str
    comma: str
    letter_units: bool = False
    called: frozenset[str] = frozenset()

    def tree(self) -> Node:
        """What the text says. Raises `Unreadable` where it is not in the grammar, `LimitReached` past a bound."""
        try:
            return parse(_spelt(self.text), self.comma, self.letter_units, self.called)
        except RecursionError:  # the caller's own stack was nearly full
            raise Unreadable("limit:depth") from None
        except Unreadable:
            from refgrader.reading import in_words

            if (labelled := in_words.labelled(self.text)) == self.text:
                raise
            return parse(labelled, self.comma, self.letter_units, self.called)


#: A zero that is marked as a vector, or called one (COL-32).
_ZERO_VECTOR: Final = late(
    r"\$?\\(?:mathbf|boldsymbol|bm|vec|overrightarrow) ?(?:0|\{(?:0|\\mathbf ?\{?0\}?)\})\$?"
    r"(?:(?:\\text ?\{)?(?:, ?| \()the zero vector[)}.]{0,2})?|[Tt]he zero vector\.?"
)
#: What every text has that says notation in words.
_TELLING: Final = late(
    r"between| but | only at| while | whereas |\\bigcup|"
    r"(?:\A|[ {])(?:[iI]n|[oO]n|of|and|with|[Ff]or|[Ii]f|[Ww]hen) |therwise|alf|"
    r"[a-z]{4}[ $}]{1,3}-[\\\d]|[;.,:] ?(?:\\[a-z ,]{1,6})?[a-z] ?(?:\\in(?![a-z])|∈)"
)


def _spelt(text: str) -> str:
    """The text, with notation for what it says in words."""
    if not has_han(text) and _TELLING.search(text) is None:
        return text
    from refgrader.reading import in_words  # long patterns, which few answers need

    return in_words.spelt(text)


class Pair(NamedTuple):
    """The gold, as text and as it was read, and an answer that is to be read beside it."""

    gold: str
    value: Value
    answer: str


def usual_comma(options: Options) -> str:
    """What a comma between digits is where nothing else asks: nothing, or by an option the decimal point."""
    return DECIMAL if options.decimal_comma == "always" else THOUSANDS


def readings_of_answer(pair: Pair, options: Options) -> Iterator[Reading]:
    """How the answer may be read, the usual way first; what the gold calls as a function is one in all of them."""
    called = _called(pair.value)
    for reading in _readings(pair, options):
        yield reading._replace(called=called) if called else reading


def _called(value: Value) -> frozenset[str]:
    """The letters that are functions in a value, but for those of which it has a value at a number alone: ``I(0)``.

    The d of a differential is among them.
    """
    nodes = nodes_in(value.value if isinstance(value, Conditional) else value)
    found = frozenset("d" for node in nodes if any(map(_is_differential, features(node).names)))
    if not any("call" in features(node).said for node in nodes):
        return found
    calls = (part.args for node in nodes for part in within(node) if applies(part, "call"))
    return found.union(
        name.name for name, *of in calls if isinstance(name, Sym) and any(features(each).names for each in of)
    )


def _is_differential(name: str) -> bool:
    """Whether a name is of a d and a letter: ``dx``, ``dx_1``, ``dtheta``."""
    letter = name[1:].partition("_")[0].rstrip("'")
    return name[:1] == "d" and name not in GREEK and (len(letter) == 1 or letter in GREEK)


def _readings(pair: Pair, options: Options) -> Iterator[Reading]:
    comma = _comma(pair, options)
    yield Reading(pair.answer, comma)
    if comma == SEPARATOR and _GROUPED.search(pair.answer) and any(map(pair.answer.__contains__, _SEPARATORS)):
        yield Reading(pair.answer, THOUSANDS)
    if _has_decimal_comma(pair, options):
        yield Reading(pair.answer, DECIMAL)
    if ("e-" in pair.answer or "e+" in pair.answer) and _has_constant(pair):
        yield Reading(_EXPONENT.sub(" e", pair.answer), comma)
    measured = is_measured(pair.value)
    has_letters = _has_letters(pair.answer)
    if measured or (has_letters and _has_unit(pair)):
        yield Reading(pair.answer, comma, letter_units=True)
    if has_letters and not measured and (apart := _apart(pair)):
        yield Reading(apart, comma)
    if (multiplied := _multiplied(pair.answer, pair.value)) != pair.answer:
        yield Reading(multiplied, comma)
    if ": " in pair.answer and ":" not in pair.gold and _CALLS.search(pair.answer):  # the gold is no ratio
        yield Reading(_CALLS.sub(r"\1 = ", pair.answer), comma)
    if concluded := _concluded(pair.answer) or _zero_vector(pair):
        yield Reading(concluded, comma)


def _zero_vector(pair: Pair) -> str:
    """The gold, where that is a vector of zeros and the answer a sign of one; nothing elsewhere."""
    return pair.gold if _ZERO_VECTOR.fullmatch(pair.answer) and _is_zero_vector(pair.value) else ""


def _is_zero_vector(value: Value) -> bool:
    """Whether a value is a vector of several zeros."""
    row = (value.items,) if isinstance(value, Items) and value.kind in ("(", "<", "[") else ()
    rows = value.rows if isinstance(value, Table) else row
    is_vector = bool(rows) and 1 in (len(rows), len(rows[0]))
    return is_vector and all(isinstance(each, Scalar) and each.node == ZERO for row in rows for each in row)


def reading_of_gold(gold: str, value: Value, answer: Value) -> Reading | None:
    """The gold in another reading, for which the answer asks.

    Its letters are units, where the answer has a unit and the gold none, or symbols too (UNIT-11); its comma stands
    between two values, where the answer has several (NUM-2), or is left out before the second of two numbered names
    (REL-9); letters set upright are the product that the answer has; what it has as functions are functions.
    """
    if not isinstance(answer, Scalar) and (first := _RUN_TOGETHER.match(gold)):
        return Reading(f"{first[0]}, {gold[first.end() :]}", THOUSANDS)
    called = isinstance(answer, Items) and is_measured(answer) and any(isinstance(item, Named) for item in answer.items)
    if isinstance(answer, Items) and not called and _TWO_OR_THOUSANDS.fullmatch(gold):
        return Reading(gold, SEPARATOR)
    if not (_has_letters(gold) or "'" in gold):  # without a unit
        return None
    if is_measured(answer) and (not is_measured(value) or (isinstance(value, Scalar) and features(value.node).names)):
        return Reading(gold, THOUSANDS, letter_units=True)
    may_have_unit = _number(answer) is not None
    if may_have_unit and (_METRES_APART.search(gold) or _DECIMAL_AND_UNIT.fullmatch(gold)):
        return Reading(gold, THOUSANDS, letter_units=True)
    if functions := _called(answer) - _called(value):
        return Reading(gold, THOUSANDS, called=functions | _called(value))
    apart = _multiplied(gold, answer)
    return None if apart == gold else Reading(apart, THOUSANDS)


# --- what asks for another reading -------------------------------------------------------------------------

#: The e of scientific notation, and one that can be nothing but the constant.
_EXPONENT: Final = late(r"(?<=\d)e(?=[-+]\d)")
_CONSTANT: Final = late(r"(?<![a-zA-Z\\])e(?![a-zA-Z]|[-+]?\d)")
_UPRIGHT_LETTERS: Final = late(r"\\mathrm\s?\{\s?([a-zA-Z]{2,3})\s?\}")
#: Two numbers, or one in thousands, which only the answer tells.
_TWO_OR_THOUSANDS: Final = late(r"[1-9]\d{0,2},[1-9]\d{2}")
#: The first of two equations for numbered names of one letter, and nothing between them: ``b_0 = 2a_0 b_n = …``.
_RUN_TOGETHER: Final = late(r"\A\$?([a-z])_\{?\w\}? ?=[^=,;]{1,200}(?= \1_\{?\w\}? ?=[^=]{1,200}\Z)")
_DIGIT_COMMA: Final = late(r"\d(?:,|\{,\})\d")
#: A number whose commas can group its digits.
_GROUPED: Final = late(r"(?<![\d.,])[1-9]\d{0,2}(?:(?:,|\{,\})\d{3})+(?!,?\d|\{,\}\d)")
#: What separates values beside numbers whose digits are grouped.
_SEPARATORS: Final = ("; ", ", ", " and ")
_COMMA: Final = late(r",|\{,\}")
_DIGITS: Final = late(r"\d+(?:\.\d+)?")
#: A comma between digits within brackets, where it separates (COL-19).
_IN_BRACKETS: Final = late(r"(?:[(\[]|\\\{|\\langle\b)[^()\[\]]{0,99}\d(?:,|\{,\})\d")


def _comma(pair: Pair, options: Options) -> str:
    """What a comma between digits is in the usual reading: it separates beside a gold of several values, none of which
    groups its digits (COL-19)."""
    comma = usual_comma(options)
    separates = comma == THOUSANDS and "," in pair.answer and _is_several(pair.value)
    return SEPARATOR if separates and not _DIGIT_COMMA.search(pair.gold) else comma


def _multiplied(text: str, other: Value) -> str:
    r"""The text with letters that it sets upright, ``\mathrm{bw}_1``, and no unit, as the product of the other."""
    if "mathrm" not in text:
        return text
    found = unnamed(other)
    sides = found[:1] if isinstance(found, Scalar) else found[1:] if isinstance(found, Relation) else ()
    symbols = {name.partition("_")[0] for side in sides for name in features(side).names}
    return _UPRIGHT_LETTERS.sub(
        lambda run: " ".join(run[1]) if symbols.issuperset(run[1]) and not _is_unit(run) else run[0], text
    )


def _is_unit(run: re.Match[str]) -> bool:
    r"""Whether upright letters are a unit behind something: ``5 \mathrm{dm}``, but not ``\frac{1}{\mathrm{dm}}``."""
    return units.is_known(run[1]) and run.string[: run.start()].rstrip()[-1:] not in ("{", "(", "=", "/", "")


def _has_decimal_comma(pair: Pair, options: Options) -> bool:
    """``3,14`` beside 3.14, ``1,5; 2,5`` beside several values; ``1,500`` beside 1.500 alone (OPT-6)."""
    if options.decimal_comma != "by_gold" or "," not in pair.answer or not _DIGIT_COMMA.search(pair.answer):
        return False
    written = _DIGITS.findall(pair.gold)
    if any(_COMMA.sub(".", number) not in written for number in _GROUPED.findall(pair.answer)):
        return False
    if _is_several(pair.value):
        return ";" in pair.answer or not spoken(pair.answer).isdisjoint(("or", "and"))
    return _is_not_whole(pair.value) and not _IN_BRACKETS.search(pair.answer)


#: The end of a number, with or without that of its formula.
_END_OF_FORMULA: Final = r"\s?(?:\${1,2}|\\[)\]])"
_NUMBER: Final = rf"(?:[\d}})](?:{_END_OF_FORMULA})?|\\pi{_END_OF_FORMULA})"
_SPACE: Final = r"(?:\s|\\[ ,:;])+"
_LETTER: Final = "[mgshLAVWJNKCFTMÅu]"
_FACTOR: Final = rf"(?:{_LETTER}|[a-zA-Z]{{2,4}})"
_RAISED: Final = r"\s?\$?\^\{?"
_POWER: Final = rf"(?:{_RAISED}-?[1-9]\}}?\$?)?"
#: A letter apart from the number before it, at the end: ``2.4 J`` beside a bare number, but not ``2.4J``. Of several
#: and of powers, what is hardly a product of symbols: ``5 m^2``, ``2.4 s^{-1}``, ``2.4 m s^{-1}``, ``2.4 N \cdot m``,
#: and of several behind a power of ten.
_SPACED_UNIT: Final = late(
    rf"10\^\{{-?\d{{1,2}}\}}{_SPACE}[a-zA-Zμ]{{2,4}}[.\s$]*\Z|{_NUMBER}{_SPACE}(?:{_LETTER}|[kM]\\Omega|m{_RAISED}[23]\}}?|"
    rf"(?:{_FACTOR}{_POWER}(?:{_SPACE}|\s?\\cdot\s?)){{0,3}}{_FACTOR}{_RAISED}-[1-9]\}}?|"
    rf"{_FACTOR}{_POWER}(?:\s?(?:\\cdot|/)\s?{_FACTOR}{_POWER}){{1,3}})[.\s$]*\Z"
)
#: In a gold, where what stands apart may be a factor, only with a command that sets it apart: ``5\\pi\\;m^2``.
_METRES_APART: Final = late(rf"(?:[\d}})]|\\pi)\s?\\[ ,:;]\s?m{_RAISED}[23]\}}?[.\s$]*\Z")
#: As a gold: a decimal and the letter of a unit, ``0.7854 s``; a number and a quotient of two, ``12 m/s``; or several
#: digits, and letters in dollars, ``680 $m$``.
_DECIMAL_AND_UNIT: Final = late(
    rf"-?\d+(?:\.\d+{_SPACE}{_LETTER}|(?:\.\d+)?{_SPACE}{_LETTER}/{_LETTER})|"
    r"-?\d[\d,.]+\s\$[^$\d]{1,40}(?:\^\{?-?\d\}?)?\$"
)
_LETTERS: Final = late(r"(?<![\\a-zA-Z])[a-zA-ZμΩ]{2,}")
#: Letters that are set upright are no product.
_UPRIGHT: Final = (r"\text", r"\mathrm")


def _has_letters(text: str) -> bool:
    """Whether there is a letter, without which no unit is."""
    return any(map(str.isalpha, text))


def _has_unit(pair: Pair) -> bool:
    """Whether letters of the answer stand where a unit may stand."""
    ends_in_letter = pair.answer.rstrip(". $\t\r\n")[-1:].isalpha()
    values = pair.value.items if isinstance(pair.value, Items) else (pair.value,)
    may_be = (ends_in_letter or "^" in pair.answer) and None not in map(_number, values)
    return may_be and _SPACED_UNIT.search(pair.answer) is not None


def _apart(pair: Pair) -> str:
    """The answer with its short units as products of symbols, beside a gold without a unit: ``mg``, and ``pm`` where
    the gold has p and m. Else empty."""
    if any(map(pair.answer.__contains__, _UPRIGHT)) or not _LETTERS.search(pair.answer):
        return ""
    symbols = features(pair.value.node).names if isinstance(pair.value, Scalar) else frozenset()

    def spaced(run: re.Match[str]) -> str:
        may_be = run[0] in units.AMBIGUOUS or symbols.issuperset(run[0])
        may_be = may_be and not BEFORE_A_NUMBER.match(run.string, run.end())
        return " ".join(run[0]) if may_be and not _is_amount_apart(run, pair.gold) else run[0]

    apart = _LETTERS.sub(spaced, pair.answer)
    return "" if apart == pair.answer else apart


#: The end of a number and what sets it apart from the letters behind it.
_NUMBER_APART: Final = late(r"\d(?:\s|\\[ ,:;]|[$~]){1,4}\Z")
#: A gold that may be an amount: a number, and apart from it letters with their powers and nothing else.
_MAY_BE_AMOUNT: Final = late(rf"-?\d[\d.,]*{_SPACE}(?:{_LETTER}{_POWER}[\s*]*){{1,3}}")


def _is_amount_apart(run: re.Match[str], gold: str) -> bool:
    """Whether letters apart from their number are a unit and no product: ``12 mm``, which has a letter twice, or
    ``12 ms`` beside ``12 m s``, which may be an amount itself."""
    if not units.is_known(run[0]) or not _NUMBER_APART.search(run.string, 0, run.start()):
        return False
    return len({*run[0]}) < len(run[0]) or _MAY_BE_AMOUNT.fullmatch(gold.strip(" $.")) is not None


def _concluded(answer: str) -> str:
    """What stands behind the last ``\\Rightarrow`` of an answer with several relations before the first (REL-14).

    It may follow from all of them. Else empty.
    """
    if "\\" not in answer and ">" not in answer:
        return ""
    *steps, conclusion = _IMPLIES.split(answer)
    if not steps:
        return ""
    try:
        premise, *between = (parse(step) for step in steps)
    except (Unreadable, RecursionError):
        return ""
    follows = not any(isinstance(step, Listing) for step in between)
    return conclusion if follows and _are_relations(premise) else ""


def _are_relations(premise: Node) -> bool:
    """Whether several relations stand side by side, without a word; behind "or" a bare value is one of the same."""
    items = premise.items if isinstance(premise, Listing) else ()
    of_same = items[1:] if isinstance(premise, Listing) and premise.joiner == "or" else ()
    are_related = all(isinstance(item, Chain) for item in items if item not in of_same)
    return bool(items) and are_related and not any(isinstance(part, Text) for item in items for part in within(item))


_IMPLIES: Final = late(lexicon.pattern(IMPLICATIONS.spellings))


#: A letter and a colon right behind it, for which an equals sign may stand: ``x: 4``.
_CALLS: Final = late(r"(?:(?<=[\s(,;])|\A)(\$?[a-zA-Z]\$?): (?=\S)")


def _has_constant(pair: Pair) -> bool:
    """Whether the gold has the constant e, or the answer has it a second time: there ``3e-1`` is no 0.3 (READ-1)."""
    parts = (part for node in nodes_in(pair.value) for part in within(node))
    return bool(_CONSTANT.search(pair.answer)) or Sym("e") in parts


# --- what a gold is ----------------------------------------------------------------------------------------


def _is_several(value: Value) -> bool:
    return isinstance(unnamed(value), (Items, Reals))


def _number(value: Value) -> Node | None:
    """The number that a value is, with a name or without; None where it is none, or has symbols."""
    value = unnamed(value)
    value = unnamed(value.values[-1]) if isinstance(value, Either) else value
    return value.node if isinstance(value, Scalar) and not features(value.node).names else None


def _is_not_whole(value: Value) -> bool:
    """Whether the gold is a single number that is not whole, however it is written: -7 and 3! are."""
    node = _number(value)
    try:
        return node is not None and not is_whole(evaluate(node, {}, Budget()))
    except (Undefined, Undecided, Unreadable):  # in doubt the comma groups thousands
        return False


def is_measured(value: Value) -> bool:
    """Whether a value, or one of several, has a unit."""
    value = unnamed(value)
    if isinstance(value, (Items, Either)):
        return any(map(is_measured, value.items if isinstance(value, Items) else value.values))
    if isinstance(value, Relation):
        return isinstance(value.right, Quantity)
    return isinstance(value, (Scalar, Reals)) and bool(value.unit)
