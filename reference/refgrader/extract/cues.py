"""What is said around an answer: the phrases of the lexicon, found in a text (EXT-7, EXT-26, EXT-45, EXT-47).

A phrase is written in words, ``i/we [have] made a/an [*] mistake/error``; the notation is explained in the lexicon.
It is looked for only where one of its words occurs at all, and compiled when that first happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.late import late
from refgrader.remembered import remembered

#: What stands before a phrase, as its first sign says.
_BEFORE: Final = {
    "^": r"(?<!\w\s)(?<!\w,\s)",
    "^^": r"(?<![\w,]\s)",
    ";": r"(?<=[,;–—]\s)",
    "N": r"(?<=\d\s)",
}
#: The signs of the notation that stand for more than a word, and for those that precede a word: the gap before that.
_SIGNS: Final = {
    ",": r"[\s,.!…:;—–-]{1,9}",
    "...": r"[^,;\n]{0,80}?",
    "N...": r"[^;\n\d]{0,40}\d[^;\n]{0,80}?",
    "N": r"(?=[\s*$\\(]{0,6}-?\d)",
    "N+": r"(?=[^\n]{0,200}?\d)",
    ":": r"\s{0,9}[:=]",
    ".": r"[\W_]{0,9}\Z",
    ">": r"(?=",
}
_WAYS: Final = {
    "*": r"[\w'’]{1,30}",
    "A": r"((?-i:[A-J]+)|[(（][A-J])[)）]?",
    "x=": r"\$?[A-Za-z]\s?=",
    "N/N": r"\d[\d.]{0,9}\s?/\s?\d",
}
_NO_WORDS: Final = frozenset((*_SIGNS, *_WAYS, *_BEFORE))
_PAUSE: Final = r"(?=[ \t*_\"”]{0,9}(?:[,.!?…:;—–。．，；\n-]|\Z))"
_GAP: Final = r",?\s{1,9}"
#: From here on scripts put no space between words, or none behind what is joined to one: Arabic, Hindi, Chinese.
_UNSPACED: Final = "\u0600"
WORDS: Final = late(r"[^\W_]+(?:'[^\W\d_]+)?")
_LETTERS: Final = late("[a-z]+")
_OFTEN: Final = lexicon.pattern(lexicon.phrases("how often it counts"))
#: Behind a root, how often it counts; the pattern begins with the bracket, for which a long text is searched fast.
HOW_OFTEN: Final = late(rf"\((?<=[^\sa-zA-Z][\s~]\()(?:{_OFTEN})\)")
#: A trace of each slot of a phrase that opens a stretch stands within so many characters.
_AHEAD: Final = 60
#: How many characters before a place are looked through for what stands near it.
REACH: Final = 40
#: Signs before which a word may go on.
_RUNS_ON: Final = frozenset({"...", "N...", "N+"})
_RELATIONS: Final = ("=", ":", "：", "≈", "是", "为")
_STOPS: Final = frozenset(".;")


def said(category: str, text: str, start: int, end: int) -> re.Match[str] | None:
    """The first phrase of a category that is found in a stretch, if any is."""
    return next(every(category, text, start, end), None)


def every(category: str, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Where the phrases of a category stand in a stretch, phrase by phrase."""
    for phrase in occurring(category, text[start:end]):
        yield from compiled(phrase).finditer(text, start, end)


def opens(category: str, text: str, start: int, end: int) -> re.Match[str] | None:
    """The phrase of a category that a stretch begins with."""
    return _opened(occurring(category, text[start : min(start + _AHEAD, end)]), text, start, end)


def _opened(phrases: list[str], text: str, start: int, end: int) -> re.Match[str] | None:
    for phrase in phrases:
        if found := compiled(phrase).match(text, start, end):
            return found
    return None


def begins(category: str, text: str, start: int, end: int) -> re.Match[str] | None:
    """The phrase of a category that a stretch begins with, behind marks that are no words."""
    return opens(category, text, _first(text, start, end), end)


def begins_any(categories: tuple[str, ...], text: str, start: int, end: int) -> bool:
    """Whether a stretch begins with a phrase of some categories."""
    first = _first(text, start, end)
    return any(opens(category, text, first, end) for category in categories)


def behind_all(category: str, text: str, start: int, end: int) -> int:
    """Where what a stretch begins with ends: phrases of a category, one behind the other, and marks before each."""
    phrases = occurring(category, text[start:end])
    while found := _opened(phrases, text, _first(text, start, end), end):
        start = found.end()
    return start


def _first(text: str, start: int, end: int) -> int:
    """Where the first letter or digit of a stretch is."""
    while start < end and not text[start].isalnum():
        start += 1
    return start


def occurring(category: str, stretch: str) -> list[str]:
    """The phrases of a category, in their order, of which a trace of each slot occurs in a stretch."""
    traces, (stretch, words) = _traces(category), _heard(stretch)
    parts = traces.signs if stretch.isascii() else traces.others
    if not parts and traces.keys.isdisjoint(words):
        return []
    found = {number for run in traces.keys & words for number in traces.runs[run]}
    found.update(number for part, number in parts if part in stretch)
    phrases = (traces.phrases[number] for number in sorted(found))
    return [phrase for phrase in phrases if _may_occur(phrase, stretch, words)]


def _may_occur(phrase: str, stretch: str, words: Set[str]) -> bool:
    """Whether a trace of each slot of a phrase occurs in a stretch of some words."""
    return all(not runs.isdisjoint(words) or any(part in stretch for part in parts) for runs, parts in slots(phrase))


@remembered(texts=16, longest=2_000)
def _heard(stretch: str) -> tuple[str, frozenset[str]]:
    """A stretch in lower case, and the runs of letters in it: several categories are looked for in one sentence."""
    return stretch.lower(), frozenset(letters(stretch))


class _Traces(NamedTuple):
    """The phrases of a category, and the numbers of those that may stand where something does: a run of letters, a
    sign, or one of other parts of words, which are not all in ASCII."""

    phrases: tuple[str, ...]
    keys: frozenset[str]
    runs: Mapping[str, list[int]]
    signs: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...]


@lru_cache(maxsize=128)
def _traces(category: str) -> _Traces:
    phrases = tuple(lexicon.table(category))
    runs: dict[str, list[int]] = {}
    others: list[tuple[str, int]] = []
    for number, phrase in enumerate(phrases):
        whole, parts = _key(phrase)
        others += [(part, number) for part in parts]
        for run in whole:
            runs.setdefault(run, []).append(number)
    return _Traces(phrases, frozenset(runs), runs, tuple(pair for pair in others if pair[0].isascii()), tuple(others))


Slot = tuple[frozenset[str], tuple[str, ...]]


def _key(phrase: str) -> Slot:
    """The slot of a phrase whose traces are the rarest: runs of letters, long ones, and no words such as "the"."""
    return max(slots(phrase), key=_rarity, default=(frozenset(), ("",)))


def _rarity(slot: Slot) -> tuple[bool, bool, int]:
    runs, parts = slot
    return not any(map(str.isascii, parts)), among("function word").isdisjoint(runs), min(map(len, (*runs, *parts)))


@lru_cache(maxsize=64)
def signs(*categories: str) -> frozenset[str]:
    """Runs of letters of which one occurs in ASCII wherever a phrase of some categories does that is one of words."""
    return frozenset().union(*(_traces(category).keys for category in categories))


def letters(stretch: str) -> list[str]:
    """The runs of letters in a stretch, in lower case: those of words in English."""
    return _LETTERS.findall(stretch.lower())


@lru_cache(maxsize=1024)
def slots(phrase: str) -> tuple[Slot, ...]:
    """For each slot that a phrase always has, of what one occurs wherever the phrase does: of runs of small letters,
    with no other letter beside them, or of parts of words."""
    parts = phrase.split()
    pairs = zip_longest(parts, parts[1:], fillvalue="")
    always = ((part, behind) for part, behind in pairs if part[0] not in "[!" and part not in _NO_WORDS)
    return tuple(_slot(part, behind in _RUNS_ON) for part, behind in always)


@lru_cache(maxsize=1024)
def _slot(part: str, goes_on: bool) -> Slot:
    """The traces of the ways of a slot, behind which a word may go on."""
    runs, parts = set(), []
    for way in _members(part):
        if way.isalpha() and way.isascii() and not goes_on:
            runs.add(way.lower())
        elif way.isascii() and not goes_on and (found := letters(way)):
            runs.add(max(found, key=len))
        else:
            parts.append(max(way.replace("'", "_").split("_"), key=len))
    return frozenset(runs), tuple(parts)


@lru_cache(maxsize=1024)
def compiled(phrase: str) -> re.Pattern[str]:
    """The pattern of a phrase, compiled once."""
    before = r"(?<!\w)" if phrase[0] < _UNSPACED and phrase[0] not in "\\≠+" else ""
    ends_in_word = phrase.split()[-1] not in _SIGNS and phrase[-1] < _UNSPACED and phrase[-1] not in "=:≈≠-–—+(){"
    return late(before + source(phrase) + (r"(?!\w)" if ends_in_word else ""), re.I)


def source(phrase: str) -> str:
    """The source of a phrase's pattern. It begins with a word, and every gap in it is bounded: so it is linear."""
    slots = phrase.split()
    built, gap = _BEFORE.get(slots[0], ""), ""
    for slot in slots[bool(built) :]:
        if slot == ",":
            built, gap = built + _SIGNS[slot], ""
        elif slot in _SIGNS:
            built += _SIGNS[slot]
        elif slot.startswith("!"):
            built += rf"(?!{gap}{_way(slot[1:])}(?!\w))"
        elif slot.startswith("["):
            built += rf"(?:{gap}{_way(slot[1:-1])})?" if gap else rf"(?:{_way(slot[1:-1])}{_GAP})?"
        else:
            built, gap = built + gap + _way(slot), _GAP
    if slots[-1] == ",":
        built = built.removesuffix(_SIGNS[","]) + _PAUSE
    return built + ")" * slots.count(">")


def _way(slot: str) -> str:
    """One of several words, or a phrase of another category."""
    if slot in _WAYS:
        return _WAYS[slot]
    escaped = (re.escape(way).replace("_", r"\s{1,9}").replace("'", "['’]") for way in _members(slot))
    return f"(?:{'|'.join(escaped)})"


def _members(slot: str) -> list[str]:
    """The ways of a slot, with those of the categories that it names."""
    if "{" not in slot:
        return slot.split("/")
    found: list[str] = []
    for way in slot.split("/"):
        named = lexicon.phrases(way[1:-1].replace("_", " ")) if way.startswith("{") else ()
        found += [one for phrase in named for one in phrase.split("/")] or [way]
    return found


def near(category: str, text: str, start: int, at: int, distance: int) -> bool:
    """Whether a phrase of a category stands before a place, within a distance and in the same part of a sentence."""
    start = max(start, at - REACH)
    return any(
        at - one.end() <= distance and not _STOPS.intersection(text[one.end() : at])
        for phrase in occurring(category, text[start:at])
        for one in compiled(phrase).finditer(text, start, at)
    )


def words_before(text: str, start: int, at: int) -> list[str]:
    """The last words before a place, in lower case; none where something else stands between. Markup is passed over."""
    stretch = text[max(start, at - 48) : at].rstrip(" \t\n\r,*_$\u00a0").lower().replace("’", "'")
    return WORDS.findall(stretch) if stretch[-1:].isalnum() else []


def tells(text: str, start: int, at: int) -> bool:
    """Whether a value at a place is told as the result: after "is", "gives", "=" and the like (EXT-42)."""
    stretch = text[max(start, at - 24) : at].rstrip(" \t\n\r,*_$\u00a0([")
    if stretch.endswith(_RELATIONS):
        return stretch.isascii() or not _NOT_SO.search(stretch)
    *before, last = ["", *words_before(text, start, at - (text[at - 1 : at] in ("(", "[")))]
    if (last, *before[-1:]) in _TELL_TOGETHER:
        return True
    if last not in among("tells a result"):
        return False
    last_but_one = before[-1] if before else ""
    if last == "to":  # "from 2 to 5", "9 am to 5 pm", "up to 5", but "adds up to 5"
        bound = last_but_one == "up" and among("adds up").isdisjoint(before[-2:-1])
        return not (bound or last_but_one.isdigit() or last_but_one in ("am", "pm"))
    return not (last == "be" and last_but_one.endswith(("not", "n't", "never")))


#: Words that tell a value only with the one before them, which stands second here: "written as", "is at".
_TELL_TOGETHER: Final = frozenset({("as", "written"), ("as", "expressed"), ("at", "is"), ("at", "are")})
#: In Chinese: "is not", "is at least".
_NOT_SO: Final = late(r"(?:不\w{0,2}|至少|至多|最多|最少)[是为]\Z")


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
