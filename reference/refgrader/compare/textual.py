"""Golds whose text decides, before anything is read: integers, sizes, yes and no, dates, ordinals, statements, choices.

Many answers meet one gold. So a gold's rules are worked out from it alone, and then asked for each answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from refgrader import units
from refgrader.compare import choices, eigen, sizes, statements, words
from refgrader.compare.finding import ONE_SIDE_ONLY, Context, Finding, alike, no, yes
from refgrader.late import late
from refgrader.reading import parts

#: How the contents of two choices are compared: as answers of their own.
Contents: TypeAlias = Callable[[str, str, Context], Finding]
#: The finding for an answer; None where the rule has none.
Rule: TypeAlias = Callable[[str, Context, Contents], Finding | None]

#: An integer, or a decimal, of so few digits that nothing about them is in question.
_DIGITS: Final = r"(-?[0-9]{1,15})(?:\.([0-9]{1,15}))?"
_NUMERAL: Final = late(_DIGITS)
#: One with a unit whose name is long enough to be no product of symbols: "18 dollars".
_AMOUNT: Final = late(rf"{_DIGITS}(?: ([a-z]{{3,20}}s|[a-z]{{5,20}}))?")
#: A truth beside its number: "1 (yes)", "no: 0".
_NUMBERED: Final = late(r"(?:([01])[\s,:=(\\]{1,4}(yes|true|no|false)|(yes|true|no|false)[\s,:=(\\]{1,4}([01]))\)?")
#: A number before a unit that begins with a power of ten, as datasets write it: ``5.4 $10^7 \mathrm{~N/C}$``.
_IN_POWERS: Final = late(
    r"(-?[0-9]{1,15}(?:\.[0-9]{1,15})?)\s+\$?10\s?\^\s?\{?\s?-?[0-9]{1,3}\s?\}?\s?\\?[A-Za-z].*", re.S
)
_PART: Final = late(r"\W*(?:text\W*)?an?\s", re.I)
_ENDINGS: Final = ("st", "nd", "rd", "th")


def rules(gold: str) -> tuple[Rule, ...]:
    """The rules that hold for a cleaned gold, in the order in which they are asked."""
    found = [*_of_numerals(gold)] if gold[0] == "-" or gold[0].isdecimal() else []
    if words.without_end(gold)[-1:] in _LAST_LETTERS:
        if (truth := words.truth(gold, gold=True)) is not None:
            found.append(partial(_truth, truth, words.plain(gold) == "no"))
        if ordinal := _place(gold):  # a place in an order is no number: ``4th``, "fourth"
            found.append(partial(_is_said, _place, ordinal, "TXT-18", "the same ordinal"))
    if (gold[0] == "(" or not gold.isascii()) and (chosen := statements.chosen(gold)):  # in any order
        chosen_in = partial(statements.chosen, answer=True)
        found.append(partial(_is_said, chosen_in, chosen, "TXT-19", "the same statements"))
    if spaces := eigen.told(gold):
        return (partial(eigen.compare, spaces),)
    if parts.answers(gold):  # (a) 5 (b) 7: no choice of one of them
        return tuple(found)
    choice = choices.choice(gold)
    if choice is None:
        found.append(partial(_content_of_choice, gold))
    elif len(choice.letters) > 1 or choice.content or choice.letters < ("i" if "(" in gold else "a"):  # A, (a)
        found.append(partial(_choice, choice))
    return tuple(found)


#: What a truth or an ordinal ends in: "yes", "true", "no", "false", the letter of one of them, "21st", "third".
_LAST_LETTERS: Final = frozenset("seoytnfdhSEOYTNFDH")


def _of_numerals(gold: str) -> Iterator[Rule]:
    """The rules of a gold that begins with a numeral."""
    numeral = _NUMERAL.fullmatch(gold)
    if numeral and not numeral[2]:
        yield partial(_integer, int(gold))
    if numeral and numeral[1] in ("0", "1") and not (numeral[2] or "").strip("0"):
        yield partial(_numbered_truth, numeral[1])
    if "10" in gold and (powers := _IN_POWERS.fullmatch(gold)):
        yield partial(_in_powers, powers[1])
    if sizes.are_sizes(gold) or sizes.are_measured(gold):
        measured = not sizes.are_sizes(gold)
        yield partial(_sizes, sizes.as_tuples(gold, measured), measured)
    if named := sizes.by_name(gold):
        yield partial(_is_said, sizes.by_name, named, "EXPR-35", "the same sides")
    fields = gold.split("-")
    if [len(field) for field in fields] == [4, 2, 2] and all(map(str.isdecimal, fields)):
        # As it is written: no difference of numbers, and nothing that only markup makes a date.
        yield partial(_is_said, lambda answer: gold in answer and words.plain(answer), gold, "TXT-17", "the same date")


def _integer(gold: int, answer: str, context: Context, _contents: Contents) -> Finding | None:
    """An integer and a plain numeral, as most pairs of most datasets are, perhaps with a unit, need no reading."""
    numeral = _AMOUNT.fullmatch(answer)
    options = context.options
    if numeral is None or (numeral[2] and (isinstance(options.precision, int) or options.decimal_comma == "always")):
        return None
    is_same = gold == int(numeral[1]) and not (numeral[2] or "").strip("0")
    if numeral[3] is None:
        return alike(is_same, "NUM-3", "the same number")
    if not units.is_known(numeral[3]):
        return None
    if not is_same:
        return no("NUM-8", "different numbers")
    context.note("UNIT-1", ONE_SIDE_ONLY)
    return yes("NUM-3", "the same number")


def _numbered_truth(gold: str, answer: str, _context: Context, _contents: Contents) -> Finding | None:
    """``1 (yes)``, ``no: 0``: a number that stands for a truth, with the word for it (TXT-6)."""
    said = _NUMBERED.fullmatch(words.plain(answer)) if len(answer) < 40 else None
    if said is None:
        return None
    number, is_true = said[1] or said[4], (said[2] or said[3]) in ("yes", "true")
    return alike(number == gold and is_true == (number == "1"), "TXT-6", "the same yes or no")


def _in_powers(number: str, answer: str, _context: Context, _contents: Contents) -> Finding | None:
    """The number of a gold whose unit begins with a power of ten, without that unit (UNIT-1)."""
    return yes("UNIT-1", "the same number of a unit with a power of ten") if answer.strip("$ ") == number else None


def _sizes(gold: str, measured: bool, answer: str, context: Context, contents: Contents) -> Finding:
    """The sides of a rectangle, the shape of a matrix: factors in their order, not their product (EXPR-35)."""
    if not measured and words.has_words(answer) and sizes.told_apart(gold, answer):
        return yes("EXPR-35", "the same sizes")
    found = contents(gold, sizes.as_tuples(answer, measured), context)
    is_choice = measured and "or" in words.spoken(answer)
    return alike(found.same and not is_choice, "EXPR-35", "the same sizes")


def _truth(gold: bool, asked: bool, answer: str, _context: Context, _contents: Contents) -> Finding:
    """The same truth; beside a gold that answers a question with "no", also that things are not so: "not parallel"."""
    is_same = words.truth(answer) is gold or (asked and words.denies_it(answer))
    return alike(is_same, "TXT-6", "the same yes or no")


def _is_said(read: Callable[[str], object], gold: object, clause: str, why: str, answer: str, *_: object) -> Finding:
    """Whether the text of an answer says what the gold's does."""
    return alike(read(answer) == gold, clause, why)


def _place(text: str) -> str:
    """The ordinal that a text is, in digits; empty for others, and for a part: "a fourth"."""
    said = words.plain(text)
    ordinal = words.canonical(said) if said.endswith(_ENDINGS) else ""
    is_place = ordinal.endswith(_ENDINGS) and ordinal[:-2].isdecimal() and not _PART.match(text)
    return ordinal if is_place else ""


# --- choices -----------------------------------------------------------------------------------------------


def _choice(gold: choices.Choice, answer: str, context: Context, contents: Contents) -> Finding:
    """The letter, and of a gold that has it the content alone; what contradicts either is wrong (TXT-1 to TXT-3)."""
    said = None if parts.answers(answer) else choices.choice(answer)
    if said is None:
        other = choices.letter_behind(answer) if gold.content else ""
        if other not in ("", gold.letters, choices.letter_behind(gold.content)):
            return no("TXT-3", "the content with another letter behind it")
        alone = bool(gold.content) and contents(gold.content, answer, context).same
        return alike(alone, "TXT-3", "the content of the choice")
    if not gold.ticks(said):
        return no("TXT-1", "another choice")
    if context.options.text_case == "match" and said.letters.isupper() != gold.letters.isupper():
        return no("OPT-7", "the letter is in another case")
    if said.content and not gold.content and not choices.is_content(said.content):
        return no("TXT-2", "what stands behind the letter is no content")
    if gold.content and said.content and not contents(gold.content, said.content, context).same:
        return no("TXT-3", "the letter with other content")
    return yes("TXT-1", f"choice {gold.letters}")


#: What says that K, which is a name elsewhere, is the letter of a choice.
_OPTION: Final = late(r"(?:[Oo]ption|[Cc]hoice) \(?K\b\)?\.?")


def _content_of_choice(gold: str, answer: str, context: Context, contents: Contents) -> Finding | None:
    """A letter before the content that the gold is (TXT-4), or that is the letter K of a choice (TXT-1)."""
    said, option = choices.choice(answer), gold == "K" and _OPTION.match(answer)
    if option and option.end() == len(answer):
        return yes("TXT-2", "choice K")
    if said is None or not said.content or len(said.letters) != 1 or parts.answers(answer):
        return None
    if said.letters == gold and (answer.startswith("\\") or option):
        return yes("TXT-2", f"choice {gold}")
    is_same = contents(gold, said.content, context).same
    return yes("TXT-4", "the content, with the letter of its choice") if is_same else None
