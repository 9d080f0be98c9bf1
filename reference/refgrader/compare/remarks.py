"""Remarks around an answer: its unit, a reason, a rounding, a root that was dropped (REL-13, COL-12, TXT-24)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.lexicon.nouns import KNOWN, is_plural
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


def _after(phrases: tuple[str, ...], text: str) -> str | None:
    """What stands in a text after the phrase that begins it; None where none of them does, as a whole."""
    rests = (text.removeprefix(phrase) for phrase in phrases if text.startswith(phrase))
    return next((rest.removeprefix(" ") for rest in rests if not rest[:1].isalpha()), None)


#: What every answer with a remark has.
_TRACE: Final = re.compile(r"\)[\s}]*\Z|,|\b(?:or|since|because|only|is|both|either)\b")
_TEXT: Final = re.compile(r"\\text\{([^{}]*)\}")
_PLAIN: Final = frozenset(lexicon.phrases("plain remark"))
_BEHIND: Final = tuple(f" {phrase}" for phrase in lexicon.phrases("says it is the answer"))
_PAIRED: Final = (("either ", " or "), ("both ", " and "))
_REASONS: Final = lexicon.words("reason")
_NO_REASON: Final = _phrases("no reason")
_BARE_REASON: Final = re.compile(r",? (?:since|because)\b")
_RELATED: Final = re.compile(r"[<>=≤≥≠]|\\(?:[lg]eq?|neq?|leqslant|geqslant|in|mid|equiv)(?![a-zA-Z])")
#: What no reason says: another answer, or that this is none.
_ANOTHER_ANSWER: Final = lexicon.words("denial", "rejection", "contrast", "doubt") | {"answer", "answers"}
_ABOUT_THE_ANSWER: Final = lexicon.words("says it of the answer")
_AGAIN: Final = _phrases("again")
_APPROXIMATELY: Final = _phrases("approximately")
_SHOWS_DIGITS: Final = re.compile(r"-?\d*\.\d+|-?\d+(?:\.\d+)? ?\\?%")
#: What no bare letter has, of which a number is the value and not a rounding.
_IS_EXACT: Final = re.compile(r"\d|\\pi\b|\be\b")
_JOINER: Final = re.compile(r",? or |, ?")
_DROPPED: Final = tuple(f" {verb} {phrase}" for phrase in _phrases("says it is dropped") for verb in ("is", "was"))
_DROPPING: Final = tuple(f"{word} " for word in lexicon.words("drops"))
_OF_ONE_NAME: Final = re.compile(r"[a-zA-Z] ?= ?")
_WORD: Final = re.compile(r"[a-z]+(?:'t)?")
_AMOUNT: Final = re.compile(r"[0-9][0-9,./]*")


def readings(answer: str) -> Iterator[Reading]:
    """What an answer with a remark may say, the likelier first."""
    if _TRACE.search(answer) is None:
        return
    text = " ".join(_TEXT.sub(r" \1 ", answer).split())
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
    if not text.endswith(")") or not space or ")" in remark or not remark.strip() or main[-1:] in ("", "(", "[", ","):
        return None
    return main.removesuffix(r"\quad"), remark.strip()


def counted(gold: str) -> str:
    """The gold ``8 (pencils)`` as ``8 pencils``, which is how some datasets write what they count (UNIT-8)."""
    amount, noun = _bracketed(gold) or ("", "")
    last = noun.lower().rpartition(" ")[2]
    is_noun = noun.replace(" ", "").isalpha() and (units.is_known(noun) or is_plural(last) or last in KNOWN)
    return f"{amount} {noun}" if is_noun and _AMOUNT.fullmatch(amount) else gold


# --- without brackets --------------------------------------------------------------------------------------


def _bare_reason(text: str) -> Iterator[Reading]:
    """``x = 2, since x > 0``."""
    if (reason := _BARE_REASON.search(text)) and _is_reason(text[reason.end() :]):
        yield Reading((text[: reason.start()],))


def _is_the_answer(text: str) -> Iterator[Reading]:
    """``x = 2 is the only solution``."""
    yield from (Reading((text.removesuffix(ending),)) for ending in _BEHIND if text.endswith(ending))


def _pair(text: str) -> Iterator[Reading]:
    """``either 2 or 3``, ``both 2 and 3``."""
    for opening, joiner in _PAIRED:
        if text.startswith(opening) and joiner in text:
            yield Reading((text.removeprefix(opening),))


def _rounded(text: str) -> Iterator[Reading]:
    """``\\sqrt{2}, about 1.414``: the last of several is the value of what stands before it."""
    joined = list(_JOINER.finditer(text))[-1:]
    for place in joined if joined and _IS_EXACT.search(text[: joined[0].start()]) else ():
        main, rest = text[: place.start()], text[place.end() :]
        about = _after(_APPROXIMATELY, rest)
        if about is not None or ("or" in place[0] and _SHOWS_DIGITS.fullmatch(rest)):
            yield Reading((f"{main} \\approx {rest if about is None else about}",))


_WITHOUT_BRACKETS: Final = (_bare_reason, _is_the_answer, _pair, _rounded)

# --- in brackets -------------------------------------------------------------------------------------------


def _reason(main: str, remark: str) -> Iterator[Reading]:
    """``10 (since 7 + 3 = 10)``."""
    word, _, words = remark.partition(" ")
    if word in _REASONS and _after(_NO_REASON, remark) is None and _is_reason(words):
        yield Reading((main,))


def _plain(main: str, remark: str) -> Iterator[Reading]:
    """``5 (final answer)``."""
    if remark.lower() in _PLAIN:
        yield Reading((main,))


def _counted(main: str, remark: str) -> Iterator[Reading]:
    """``5 (apples)`` as ``5 apples``: whether they are counted is the same question in brackets."""
    words = remark.split()
    if units.is_known(remark) or all(word.isalpha() and len(word) > 1 for word in words) or remark in ("%", r"\%"):
        yield Reading((f"{main} {remark}",))


def _again(main: str, remark: str) -> Iterator[Reading]:
    """``\\frac{1}{2} (or 0.5)``, ``\\sqrt{2} (about 1.414)``: the same value a second time."""
    if remark.partition(" ")[0] in _REASONS:
        return
    again = _after(_AGAIN, remark)
    rest = remark if again is None else again
    about = _after(_APPROXIMATELY, rest)
    rest = rest if about is None else about
    digits = _SHOWS_DIGITS.fullmatch(rest)
    if again is not None or about is not None or digits or any(char.isalpha() for char in rest):
        yield Reading((main, rest))
    if (about is not None or (digits and again is None)) and _IS_EXACT.search(main):
        yield Reading((f"{main} \\approx {rest}",))


def _dropped_root(main: str, remark: str) -> Iterator[Reading]:
    """``x = 2 (x = -1 is extraneous)``."""
    behind = next((remark.removesuffix(end) for end in _DROPPED if remark.endswith(end)), "")
    before = next((remark.removeprefix(start) for start in _DROPPING if remark.startswith(start)), "")
    dropped = behind or (before if _OF_ONE_NAME.search(before) else "")
    if _is_one_number(main) and _is_one_number(dropped):
        yield Reading((main,), dropped)


_IN_BRACKETS: Final = (_reason, _plain, _counted, _again, _dropped_root)


def _is_reason(words: str) -> bool:
    """Whether words give a reason and no other answer: a number in them is related to something, and no name to it."""
    said = set(_WORD.findall(words.lower()))
    if not _ANOTHER_ANSWER.isdisjoint(said) or any(word.endswith("n't") for word in said) or _OF_ONE_NAME.search(words):
        return False
    if _RELATED.search(words):
        return True
    names_number = any(char.isdigit() for char in words) or not NUMBER_WORDS.keys().isdisjoint(said)
    return not names_number and _ABOUT_THE_ANSWER.isdisjoint(said)


def _is_one_number(text: str) -> bool:
    """Whether a text is a number, or a letter that equals one."""
    try:
        node = parse(_OF_ONE_NAME.sub("", text, count=1))
    except Unreadable:
        return False
    return isinstance(node, (Num, App)) and not features(node).names and not signs.count(node)
