"""What is said around an answer: the phrases of the lexicon, found in a text (EXT-7, EXT-26, EXT-45, EXT-47).

A phrase is written in words, ``i/we [have] made a/an [*] mistake/error``; the notation is explained in the lexicon.
It is looked for only where one of its words occurs at all, and compiled when that first happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from refgrader import lexicon

#: The signs of the notation that stand for more than a word.
_SIGNS: Final = {
    ",": r"[\s,.!…:;—–-]{1,9}",
    "*": r"[\w'’]{1,30}",
    "...": r"[^.;\n]{0,40}?",
    "N": r"(?=[\s*$\\(]{0,6}-?\d)",
    "N+": r"(?=[^\n]{0,200}?\d)",
    "^": r"(?<!\w\s)(?<!\w,\s)",
}
_NOT: Final = re.compile(r"n['’]t\b|不是|ではな|아니", re.I)
_WORDS: Final = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_RELATIONS: Final = ("=", ":", "：", "≈", "是", "为")
_STOPS: Final = frozenset(".;")
_PAUSE: Final = r"(?=\s{0,9}(?:[,.!?…:;—–-]|\Z))"
_BEFORE: Final = {"^": r"(?<!\w\s)", "^^": r"(?<![\w,]\s)"}
_GAP: Final = r",?\s{1,9}"


def said(category: str, text: str, start: int, end: int) -> re.Match[str] | None:
    """The first phrase of a category that is found in a stretch, if any is."""
    return next(every(category, text, start, end), None)


def every(category: str, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Where the phrases of a category stand in a stretch, phrase by phrase."""
    stretch = text[start:end].lower()
    for phrase in dict.fromkeys([phrase for key, phrase in _phrases(category) if key in stretch]):
        yield from compiled(phrase).finditer(text, start, end)


def opens(category: str, text: str, start: int, end: int) -> re.Match[str] | None:
    """The phrase of a category that a stretch begins with."""
    stretch = text[start : start + 60].lower()
    for phrase in dict.fromkeys([phrase for key, phrase in _phrases(category) if key in stretch]):
        if found := compiled(phrase).match(text, start, end):
            return found
    return None


@lru_cache(maxsize=64)
def _phrases(category: str) -> tuple[tuple[str, str], ...]:
    """The phrases, behind each of some words of which one occurs wherever the phrase does."""
    return tuple((key, phrase) for phrase in lexicon.phrases(category) for key in keys(phrase))


def keys(phrase: str) -> tuple[str, ...]:
    """Words of which one occurs wherever a phrase does."""
    slots = [slot for slot in phrase.split() if slot[0].isalnum()] or [""]
    ways = [tuple(_key(way) for way in slot.split("/")) for slot in slots if slot not in _SIGNS]
    return max(ways, key=lambda words: min(map(len, words)))


def _key(way: str) -> str:
    return max(way.replace("'", "_").split("_"), key=len)


@lru_cache(maxsize=1024)
def compiled(phrase: str) -> re.Pattern[str]:
    """The pattern of a phrase, compiled once."""
    whole = "" if phrase.endswith((" ,", " N", " N+")) else r"(?!\w)"
    return re.compile(rf"(?<!\w){source(phrase)}{whole}", re.I)


def source(phrase: str) -> str:
    """The source of a phrase's pattern. It begins with a word, and every gap in it is bounded: so it is linear."""
    built, gap = "", ""
    slots = phrase.split()
    for at, slot in enumerate(slots):
        if slot in _BEFORE:
            built += _BEFORE[slot]
        elif slot == "," and at == len(slots) - 1:
            built += _PAUSE
        elif slot in (",", "N", "N+", "..."):
            built, gap = built + _SIGNS[slot], "" if slot == "," else gap
        elif slot.startswith("["):
            built += rf"(?:{gap}{_way(slot[1:-1])})?" if gap else rf"(?:{_way(slot[1:-1])}{_GAP})?"
        else:
            built, gap = built + gap + _way(slot), _GAP
    return built


def _way(slot: str) -> str:
    """One of several words, or a phrase of another category."""
    if slot == "*":
        return _SIGNS["*"]
    ways = slot.split("/")
    if slot.startswith("{"):
        ways = [way for phrase in lexicon.phrases(slot[1:-1].replace("_", " ")) for way in phrase.split("/")]
    escaped = (re.escape(way).replace("_", r"\s{1,9}").replace("'", "['’]") for way in ways)
    return f"(?:{'|'.join(escaped)})"


def near(category: str, text: str, start: int, at: int, distance: int) -> bool:
    """Whether a phrase of a category stands before a place, within a distance and in the same part of a sentence."""
    found = every(category, text, max(start, at - 40), at)
    return any(at - one.end() <= distance and not _STOPS.intersection(text[one.end() : at]) for one in found)


def denials(text: str, start: int, end: int) -> Iterator[int]:
    """Where the words end that deny something in a stretch."""
    for found in every("denied in a sentence", text, start, end):
        yield found.end()
    for found in _NOT.finditer(text, start, end):
        yield found.end()


def words_before(text: str, start: int, at: int) -> list[str]:
    """The last words before a place, in lower case; none where something else stands between. Markup is passed over."""
    stretch = text[max(start, at - 48) : at].rstrip(" \t\n\r,*_$\u00a0").lower().replace("’", "'")
    return _WORDS.findall(stretch) if stretch[-1:].isalnum() else []


def tells(text: str, start: int, at: int) -> bool:
    """Whether a value at a place is told as the result: after "is", "gives", "=" and the like (EXT-42)."""
    stretch = text[max(start, at - 24) : at].rstrip(" \t\n\r,*_$\u00a0")
    if stretch.endswith(_RELATIONS):
        return not stretch.endswith("不是")
    *before, last = ["", *words_before(text, start, at)]
    if last not in among("tells a result"):
        return False
    last_but_one = before[-1] if before else ""
    if last == "to":  # "from 2 to 5", "9 am to 5 pm"
        return not (last_but_one.isdigit() or last_but_one in ("am", "pm"))
    return not (last == "be" and last_but_one.endswith(("not", "n't", "never")))


def follows(categories: tuple[str, ...], text: str, start: int, at: int) -> bool:
    """Whether a word of some categories stands before a place, perhaps with articles and the like between."""
    words = words_before(text, start, at)
    while words and words[-1] in among("introduces a noun"):
        words.pop()
    return bool(words) and words[-1] in among(*categories)


@lru_cache(maxsize=64)
def among(*categories: str) -> frozenset[str]:
    """The words of some categories."""
    return lexicon.words(*categories)
