"""Remarks around an answer: its unit, a reason, a rounding, a root that was dropped (REL-13, COL-12, TXT-24)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from refgrader import units
from refgrader.limits import Unreadable
from refgrader.meaning import signs
from refgrader.numbers.features import features
from refgrader.reading.notation import NUMBER_WORDS, SCALES
from refgrader.reading.parser import parse
from refgrader.reading.tree import App, Num


class Reading(NamedTuple):
    """Texts that must each be the gold's answer, and one that must not."""

    said: tuple[str, ...]
    dropped: str = ""


#: What every answer with a remark has.
_TRACE: Final = re.compile(r"\)[\s}]*\Z|,|\b(?:or|since|because|only|is|both|either)\b")
_TEXT: Final = re.compile(r"\\text\{([^{}]*)\}")
#: What may be said of a value without saying another.
_PLAIN: Final = frozenset(
    (
        "answer, the answer, final answer, the final answer, our answer, my answer, exact, exactly, simplified, "
        "rounded, as required, as desired, as expected, only, valid, total, in total, each, minimum, maximum"
    ).split(", ")
)
_BEHIND: Final = (" only", " is the only solution", " is the only answer", " is the solution", " is the answer")
#: Nouns that are counted and have another plural.
_PEOPLE: Final = frozenset(("people", "persons", "men", "women", "children"))
_SCALES: Final = frozenset((*SCALES, "percent", "%", r"\%"))
_REASON: Final = re.compile(r"(?:since|because|as|from|using|by)\b")
#: What begins like a reason and is none: "as a lower bound", "from below".
_NO_REASON: Final = re.compile(
    r"(?:as (?:an?|well|opposed|many|much|far|long|log)|from (?:below|above|now|which|here|the (?:left|right)))\b"
)
_RELATED: Final = re.compile(r"[<>=≤≥≠]|\\(?:[lg]eq?|neq?|leqslant|geqslant|in|mid|equiv)(?![a-zA-Z])")
_BARE_REASON: Final = re.compile(r",? (?:since|because)\b")
#: What no reason and no noun says: another answer, or that this is none.
_ANOTHER_ANSWER: Final = re.compile(
    r"\b(?:answers?|not|no|or|but|wrong|however|should|instead|unless|maybe|cannot|fails?|contradicts?|false|impossible"
    r"|negatives?|opposites?|reciprocals?|inverses?|extraneous|reject\w*|discard\w*|exclud\w*|invalid|guess\w*)\b|n't\b"
)
_AGAIN: Final = re.compile(r"(?:or|i\.e\.,?|that is,?|which is|=) ?")
_APPROXIMATELY: Final = re.compile(r"(?:\\approx|approximately\b|approx\b\.?|about\b|roughly\b|around\b) ?")
_SHOWS_DIGITS: Final = re.compile(r"-?\d*\.\d+|-?\d+(?:\.\d+)? ?\\?%")
#: What no bare letter has, of which a number is the value and not a rounding.
_IS_EXACT: Final = re.compile(r"\d|\\pi\b|\be\b")
_JOINER: Final = re.compile(r",? or |, ?")
_DROPPED: Final = tuple(
    f" {verb} {word}"
    for verb in ("is", "was")
    for word in ("extraneous", "an extraneous root", "an extraneous solution", "rejected", "discarded", "excluded",
                 "not valid", "invalid", "impossible", "not a solution")
)  # fmt: skip
_DROPPING: Final = ("reject ", "rejecting ", "discard ", "discarding ", "excluding ")
_OF_ONE_NAME: Final = re.compile(r"[a-zA-Z] ?= ?")


def readings(answer: str) -> Iterator[Reading]:
    """What an answer with a remark may say, the likelier first."""
    if _TRACE.search(answer) is None:
        return
    text = " ".join(_TEXT.sub(r" \1 ", answer).split())
    bracketed = _bracketed(text)
    if bracketed is not None:
        yield from _in_brackets(*bracketed)
        return
    if (reason := _BARE_REASON.search(text)) and _is_reason(text[reason.end() :]):
        yield Reading((text[: reason.start()],))
    for ending in _BEHIND:
        if text.endswith(ending):
            yield Reading((text.removesuffix(ending),))
    for opening, joiner in (("either ", " or "), ("both ", " and ")):
        if text.startswith(opening) and joiner in text:
            yield Reading((text.removeprefix(opening),))
    *_, joined = [None, *_JOINER.finditer(text)]
    if joined is not None and _IS_EXACT.search(text[: joined.start()]):
        main, rest = text[: joined.start()], text[joined.end() :]
        if (sign := _APPROXIMATELY.match(rest)) or ("or" in joined[0] and _SHOWS_DIGITS.fullmatch(rest)):
            yield Reading((f"{main} \\approx {rest[sign.end() if sign else 0 :]}",))


def _bracketed(text: str) -> tuple[str, str] | None:
    """An answer and the remark in brackets behind it, which a space keeps from being a factor."""
    main, space, remark = text.removesuffix(")").rpartition(" (")
    if not text.endswith(")") or not space or ")" in remark or not remark.strip() or main[-1:] in ("", "(", "[", ","):
        return None
    return main.removesuffix(r"\quad"), remark.strip()


def _in_brackets(main: str, remark: str) -> Iterator[Reading]:
    """What an answer says with a remark in brackets."""
    if reason := _REASON.match(remark):
        if not _NO_REASON.match(remark) and _is_reason(remark[reason.end() :]):
            yield Reading((main,))
        return
    if remark.lower() in _PLAIN:
        yield Reading((main,))
    if _is_counted(remark) and not _ANOTHER_ANSWER.search(remark.lower()):
        yield Reading((f"{main} {remark}",))
    again = _AGAIN.match(remark)
    rest = remark[again.end() :] if again else remark
    about = _APPROXIMATELY.match(rest)
    rest = rest[about.end() :] if about else rest
    if about or again or _has_letters(rest) or _SHOWS_DIGITS.fullmatch(rest):
        yield Reading((main, rest))
    if (about or (not again and _SHOWS_DIGITS.fullmatch(rest))) and _IS_EXACT.search(main):
        yield Reading((f"{main} \\approx {rest}",))
    dropped = next((remark.removesuffix(end) for end in _DROPPED if remark.endswith(end)), "") or next(
        (remark.removeprefix(start) for start in _DROPPING if remark.startswith(start) and _OF_ONE_NAME.search(remark)),
        "",
    )
    if _is_one_number(main) and _is_one_number(dropped):
        yield Reading((main,), dropped)


def _is_reason(words: str) -> bool:
    """Whether words give a reason and no other answer: a number in them is related to something, and no name to it."""
    if _ANOTHER_ANSWER.search(words) or _OF_ONE_NAME.search(words):
        return False
    names_number = any(char.isdigit() for char in words) or not NUMBER_WORDS.keys().isdisjoint(words.lower().split())
    return not names_number or bool(_RELATED.search(words))


def _is_counted(remark: str) -> bool:
    """Whether a remark can be a unit, or the plural of what is counted."""
    words = remark.lower().split()
    if not words or units.is_known(remark) or all(units.is_known(word) for word in words):
        return bool(words)
    if remark.lower() in _SCALES:
        return True
    last = words[-1]
    plural = last in _PEOPLE or (len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us")))
    return plural and all(word.isalpha() for word in words)


def _has_letters(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _is_one_number(text: str) -> bool:
    """Whether a text is a number, or a letter that equals one."""
    try:
        node = parse(_OF_ONE_NAME.sub("", text, count=1))
    except Unreadable:
        return False
    return isinstance(node, (Num, App)) and not features(node).names and not signs.count(node)
