"""What takes an answer back, or leaves it in doubt (EXT-7, EXT-20, EXT-26, EXT-45, EXT-57).

Doubt refuses: what stands behind an answer that is not boxed has to show that it leaves the answer alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from refgrader import lexicon
from refgrader.extract import cues, mathenv
from refgrader.extract.sentences import Closing

#: "5 if n is even and 4 otherwise".
_BY_CASES: Final = re.compile(
    r"(?:if|when)\s[^.;]{1,60}?(?:,|\band\b)[^.;\d]{0,20}\d[^.;]{0,40}?\b(?:if|when|otherwise)\b", re.I
)
_MARKUP: Final = " \t\n$*_\\)],("
_IDENTITY: Final = re.compile(r"[^\W\d_]{4,}")
_VALUE: Final = re.compile(r"\d|[\\$]\S")
_DIGIT: Final = re.compile(r"\d")


def retracted(text: str, start: int, end: int) -> int | None:
    """The end of the last retraction in a stretch, if there is one (EXT-7)."""
    ends = [found.end() for found in cues.every("retraction", text, start, end)]
    for found in cues.every("retraction unless confirmed", text, start, end):
        described = found[0][0] in "aA" and cues.words_before(text, start, found.start())[-1:] in _IS
        if not described and not _confirmed(text, found.end(), end):
            ends.append(found.end())
    return max(ends, default=None)


#: Before "actually": "this is actually the answer" takes nothing back.
_IS: Final = (["is"], ["are"], ["was"])
_STILL: Final = re.compile(
    r"(?:['’]?s|\s(?:is|was|does|seems|looks))?\s(?:(?:indeed|also|still|all|exactly|just|quite|perfectly)\s)?", re.I
)


def _confirmed(text: str, at: int, end: int) -> bool:
    """Whether what follows "wait, that" or "actually, it" says that it stands."""
    still = _STILL.match(text, at, end)
    said = cues.opens("confirmed", text, still.end(), end) if still else None
    return said is not None and not text[said.end() : said.end() + 3].lstrip().startswith("?")


def withdrawn(text: str, start: int, end: int) -> int | None:
    """Where the last phrase of a stretch ends that withdraws its own sentence and what stands before it."""
    return max((found.end() for found in cues.every("withdrawal", text, start, end)), default=None)


def is_undone(text: str, at: int, end: int) -> bool:
    """Whether a value that ends at `at` is undone behind it in its sentence."""
    while at < end and text[at] in _MARKUP:
        at += 1
    return bool(cues.opens("undoes", text, at, end) or _BY_CASES.match(text, at, end))


def is_about_grading(text: str, start: int, end: int) -> bool:
    """Whether a sentence speaks to a grader, or of another answer than the response's own (EXT-26)."""
    for found in cues.every("who grades", text, start, end):
        if not _ORDINAL.search(text, max(start, found.start() - 12), found.start()):
            return True
    if cues.said("grader talk", text, start, end) or _SCORE.search(text, start, end):
        return True
    return any(
        not (_turns(text, found.end(), end) or text[max(start, found.start() - 2) : found.start()].strip().isdigit())
        for found in cues.every("others say", text, start, end)
    )


#: Before "grader": a pupil of a grade.
_ORDINAL: Final = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)|first|second|{'|'.join(sorted(lexicon.words('part')))})[\s-]\Z", re.I
)
#: A score that is given, but none that is worked out.
_SCORE: Final = re.compile(
    r"(?<!\w\s)\b(?:score|reward|verdict)\s{0,3}[:=]|\b(?:score|reward)\s{0,3}[:=]\s{0,3}[\d.]{1,9}\s{0,3}/\s{0,3}\d",
    re.I,
)


def _turns(text: str, at: int, end: int) -> bool:
    """Whether a sentence goes on to say what is so: it turns, and a number follows."""
    turn = cues.said("turns to another", text, at, end)
    return turn is not None and _DIGIT.search(text, turn.end(), end) is not None


def is_in_doubt(text: str, start: int, end: int) -> bool:
    """Whether a stretch hedges or refuses (EXT-45)."""
    return bool(
        cues.said("hedge", text, start, end)
        or cues.said("refusal", text, start, end)
        or _HEDGED_IN_CHINESE.search(text, start, end)
    )


_HEDGED_IN_CHINESE: Final = re.compile(r"或者?(?:可能|也许)|(?:可能|也许|大概)(?:是|为)|(?<=\d)或者?\d")


def is_unsettled(close: Closing, index: int, at: int) -> bool:
    """Whether a sentence behind sentence number `index` might take the answer back that ends at `at` (EXT-57)."""
    text = close.text
    known: frozenset[str] | None = None
    for start, end in close.sentences[index + 1 :]:
        if is_appendix(text, start, end):
            return False
        if is_contrary(text, start, end):
            return True
        if _VALUE.search(text, start, end) or mathenv.within(close.maths, start, end):
            continue
        if cues.said("slip", text, start, end):
            return True
        if _is_harmless(text, start, end):
            continue
        known = _known(text, close.start, at) if known is None else known
        if known.isdisjoint(_words(text, start, end)):
            return True
    return False


def begins(text: str, start: int, end: int) -> int:
    """Where the first letter or digit of a stretch is."""
    while start < end and not text[start].isalnum():
        start += 1
    return start


def _is_harmless(text: str, start: int, end: int) -> bool:
    first = begins(text, start, end)
    if first == end or text[end - 1] in ":：" or text.startswith(("#", "```", "|"), start):
        return True
    return any(cues.opens(category, text, first, end) for category in ("aside", "courtesy", "explains"))


def _known(text: str, start: int, end: int) -> frozenset[str]:
    return _words(text, start, end)


def _words(text: str, start: int, end: int) -> frozenset[str]:
    """The words that say what a stretch is about, by their beginnings: "apple" and "apples" are one."""
    found = (word.lower() for word in _IDENTITY.findall(text[start:end]))
    return frozenset(word[:5] for word in found if word not in _no_subject())


@lru_cache(maxsize=1)
def _no_subject() -> frozenset[str]:
    return lexicon.words("function word", "about the answer")


def is_anothers(text: str, start: int, at: int) -> bool:
    """Whether the noun of an announcement names somebody else's answer, or not the final one (EXT-26)."""
    words = cues.words_before(text, start, at)[-1:]
    if text[max(start, at - 1) : at] in (" ", "-", "\n", "\t") and words and words[0] in _others():
        return True
    return text[max(start, at - 2) : at] in ("错误", "参考", "标准")


@lru_cache(maxsize=1)
def _others() -> frozenset[str]:
    return frozenset(lexicon.phrases("not mine"))


def is_offered(text: str, start: int, at: int) -> bool:
    """Whether a sentence only offers the answer that it announces at `at`: "Maybe the answer is 5" (EXT-45)."""
    return cues.said("offer", text, start, at) is not None or text[max(start, at - 4) : at].startswith(("可能", "也许"))


def is_bound(text: str, start: int, at: int) -> bool:
    """Whether the value at `at` is but a bound or an exception: "at least 7" (EXT-43)."""
    return cues.near("bound", text, start, at, 12) or _BOUND_IN_CHINESE.search(text, max(start, at - 8), at) is not None


_BOUND_IN_CHINESE: Final = re.compile(r"(?:至少|至多|最多|最少)[^。]{0,4}\Z")


def is_appendix(text: str, start: int, end: int) -> bool:
    """Whether a line is a heading below which the answer is only checked or remarked upon (EXT-47)."""
    heading = cues.opens("appendix", text, begins(text, start, end), end)
    return heading is not None and not text[heading.end() : end].strip("*_:： ")


#: The same in languages that put no space behind a word.
_TURNS: Final = ("但", "不过", "然而", "可是", "其实", "しかし", "でも", "하지만", "그러나")


def is_contrary(text: str, start: int, end: int) -> bool:
    """Whether a sentence turns to another value: "However, the correct value is 4"."""
    first = begins(text, start, end)
    turns = cues.opens("turns to another", text, first, end) or text.startswith(_TURNS, first, end)
    return bool(turns) and _VALUE.search(text, first, end) is not None
