"""Remarks around an answer: its unit, a reason, a rounding, a root that was dropped (REL-13, COL-12, TXT-24)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.words import after, spoken, without_command
from refgrader.limits import Unreadable
from refgrader.meaning import signs
from refgrader.numbers.features import features
from refgrader.reading.notation import NUMBER_WORDS
from refgrader.reading.parser import parse
from refgrader.reading.tree import App, Num


class Reading(NamedTuple):
    """Texts that must each be the gold's answer, and one that must not."""

    said: tuple[str, ...]
    dropped: str = ""


def _phrases(category: str) -> tuple[str, ...]:
    """The phrases of a category, the longest first."""
    return tuple(sorted(lexicon.phrases(category), key=len, reverse=True))


#: What every answer with a remark has.
_TRACES: Final = (")", ",", " or ", " is ", " only", "since ", "because ", "either ", "both ")
_PLAIN: Final = frozenset(lexicon.phrases("plain remark"))
_BEHIND: Final = tuple(f" {phrase}" for phrase in lexicon.phrases("says it is the answer"))
_PAIRED: Final = (("either ", " or "), ("both ", " and "))
_REASONS: Final = lexicon.words("reason")
_NO_REASON: Final = _phrases("no reason")
_BARE_REASONS: Final = (" since ", " because ")
#: What relates two values of which a reason speaks.
_RELATIONS: Final = frozenset(r"\le \leq \leqslant \ge \geq \geqslant \ne \neq \in \mid \equiv".split())
#: What bounds a value.
_ORDER: Final = frozenset(r"< > ≤ ≥ \le \leq \leqslant \ge \geq \geqslant \lt \gt".split())
#: What no reason says: another answer, or that this is none.
_ANOTHER_ANSWER: Final = lexicon.words("denial", "rejection", "contrast", "doubt") | {"answer", "answers"}
_ABOUT_THE_ANSWER: Final = lexicon.words("says it of the answer")
_AGAIN: Final = _phrases("again")
_APPROXIMATELY: Final = _phrases("approximately")
_DROPPED: Final = tuple(f" {verb} {phrase}" for phrase in _phrases("says it is dropped") for verb in ("is", "was"))
_DROPPING: Final = tuple(f"{word} " for word in lexicon.words("drops"))
_OF_ONE_NAME: Final = re.compile(r"[a-zA-Z] ?= ?")


def readings(answer: str) -> Iterator[Reading]:
    """What an answer with a remark may say, the likelier first."""
    if not any(trace in answer for trace in _TRACES):
        return
    text = without_command(answer)
    bracketed = _bracketed(text)
    if bracketed is None:
        for rule in _WITHOUT_BRACKETS:
            yield from rule(text)
    else:
        for rule_of_two in _IN_BRACKETS:
            yield from rule_of_two(*bracketed)


def _bracketed(text: str) -> tuple[str, str] | None:
    """An answer and the remark in brackets behind it, which a space keeps from being a factor."""
    main, space, remark = text.removesuffix(")").rpartition(" (")
    is_bracketed = space and text.endswith(")") and ")" not in remark
    return (main.removesuffix(r"\quad"), remark.strip()) if is_bracketed else None


# --- without brackets --------------------------------------------------------------------------------------


def _beside(text: str) -> Iterator[Reading]:
    """``x = 2, since x > 0``, ``x = 2 is the only solution``, ``either 2 or 3``, ``both 2 and 3``."""
    for word in _BARE_REASONS:
        main, _, reason = text.partition(word)
        if reason and is_reason(reason):
            yield Reading((main.removesuffix(","),))
    yield from (Reading((text.removesuffix(ending),)) for ending in _BEHIND if text.endswith(ending))
    for opening, joiner in _PAIRED:
        if text.startswith(opening) and joiner in text:
            yield Reading((text.removeprefix(opening),))


def _rounded(text: str) -> Iterator[Reading]:
    """``\\sqrt{2}, about 1.414``: the last of several is the value of what stands before it."""
    main, joiner, rest = max((text.rpartition(joiner) for joiner in (" or ", ",")), key=lambda parts: len(parts[0]))
    about = after(_APPROXIMATELY, rest.lstrip())
    if _is_exact(main) and (about is not None or (joiner == " or " and _shows_digits(rest))):
        yield Reading((f"{main.removesuffix(',')} \\approx {about or rest}",))


def _is_exact(text: str) -> bool:
    """Whether a text has what a number can be a rounding of; of a bare letter it is the value."""
    return any(char.isdecimal() for char in text) or not {"e", r"\pi"}.isdisjoint(spoken(text))


def _shows_digits(text: str) -> bool:
    """Whether a text is a decimal or a percentage."""
    number = text.removeprefix("-").rstrip("%\\ ")
    return number.replace(".", "", 1).isdecimal() and ("." in number or text.endswith("%"))


def said_again(text: str) -> tuple[str, str] | None:
    """``x < 2: (-\\infty, 2)``: an inequality, and behind a colon an interval, which are to say the same (GOLD-7)."""
    main, _, again = text.partition(":")
    is_bounded = "\\{" not in main and not _ORDER.isdisjoint((*spoken(main), *main))
    return (main, again) if is_bounded and again.lstrip().removeprefix(r"\left").lstrip()[:1] in ("(", "[") else None


def _twice(text: str) -> Iterator[Reading]:
    if twice := said_again(text):
        yield Reading(twice)


_WITHOUT_BRACKETS: Final = (_twice, _beside, _rounded)

# --- in brackets -------------------------------------------------------------------------------------------


def _reason(main: str, remark: str) -> Iterator[Reading]:
    """``10 (since 7 + 3 = 10)``, ``5 (final answer)``."""
    word, _, words = remark.partition(" ")
    has_reason = word in _REASONS and after(_NO_REASON, remark) is None and is_reason(words)
    if has_reason or remark.lower() in _PLAIN:
        yield Reading((main,))


def _counted(main: str, remark: str) -> Iterator[Reading]:
    """``5 (apples)`` as ``5 apples``: whether they are counted is the same question in brackets."""
    words = remark.split()
    if units.is_known(remark) or all(word.isalpha() and len(word) > 1 for word in words):
        yield Reading((f"{main} {remark}",))


def _again(main: str, remark: str) -> Iterator[Reading]:
    """``\\frac{1}{2} (or 0.5)``, ``\\sqrt{2} (about 1.414)``: the same value a second time."""
    again = after(_AGAIN, remark)
    rest = remark if again is None else again
    about = after(_APPROXIMATELY, rest)
    rest = rest if about is None else about
    digits = _shows_digits(rest)
    if rest != remark or digits or any(char.isalpha() for char in rest):
        yield Reading((main, rest))
    if (about is not None or (digits and again is None)) and _is_exact(main):
        yield Reading((f"{main} \\approx {rest}",))


def _dropped_root(main: str, remark: str) -> Iterator[Reading]:
    """``x = 2 (x = -1 is extraneous)``."""
    behind = next((remark.removesuffix(end) for end in _DROPPED if remark.endswith(end)), "")
    before = next((remark.removeprefix(start) for start in _DROPPING if remark.startswith(start)), "")
    dropped = behind or (before if _OF_ONE_NAME.search(before) else "")
    if _is_one_number(main) and _is_one_number(dropped):
        yield Reading((main,), dropped)


_IN_BRACKETS: Final = (_reason, _counted, _again, _dropped_root)


def is_reason(words: str) -> bool:
    """Whether words give a reason and no other answer: a number in them is related to something, and no name to it."""
    said = spoken(words)
    if takes_back(words) or _OF_ONE_NAME.search(words):
        return False
    if not _RELATIONS.isdisjoint(said) or any(char in "<>=≤≥≠" for char in words):
        return True
    names_number = any(char.isdigit() for char in words) or not NUMBER_WORDS.keys().isdisjoint(said)
    return not names_number and _ABOUT_THE_ANSWER.isdisjoint(said)


def takes_back(words: str) -> bool:
    """Whether words deny something, turn from it, or speak of another answer."""
    said = spoken(words)
    return not _ANOTHER_ANSWER.isdisjoint(said) or any(word.endswith("n't") for word in said)


def _is_one_number(text: str) -> bool:
    """Whether a text is a number, or a letter that equals one."""
    try:
        node = parse(_OF_ONE_NAME.sub("", text, count=1))
    except Unreadable:
        return False
    return isinstance(node, (Num, App)) and not features(node).names and not signs.standing_in(node)
