"""Whether the noun of an announcement names the response's own and final answer (EXT-26).

What stands before it in its sentence has to be of the few kinds that leave it that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.remarks import HOW_MEANT, is_in_units
from refgrader.extract import cues, trust
from refgrader.late import late

#: How the English nouns of an announcement begin: answer, final result, correct option.
_ENGLISH: Final = ("ans", "fin", "cor", "rig")
#: Where what stands before the noun begins: a sentence, and in other languages a clause; and the word that it ends in.
_SENTENCE: Final = late(r"[.!?…][\"'”’)*_]*\s|[\n。！？>]")
_CLAUSE: Final = late(r"[.!?…,;:]\s|[\n。！？>，；：、（【(]")
_LAST: Final = late(r"([^\W_]{1,40}(?:['’][^\W\d_]{1,9})?)[\s,*_$-]{0,9}\Z")
_LONGEST_LAST: Final = 60
#: What is said of the noun in brackets, and how many words "the square of the radius" has before its noun.
_REMARK: Final = late(r"[*_]{0,2}\s\(([^()\n]{0,60}[^\W_]\$?)\)")
_OF_THE: Final = 3
#: The longest sentence whose beginning is looked for.
_FAR: Final = 400
_OPERATORS: Final = tuple("/+^×÷·√")
_MARK: Final = late(r"[,;—–(](?=[\s*_]|\w)(?!\d)|\s-(?=\s)")
_REASON: Final = late(r"\W*(?:since|because)\s", re.I)
_MARKS: Final = late(r"[\W_]")
_ABROAD: Final = lexicon.words("before the answer abroad")
_UNSPACED: Final = lexicon.phrases("before the answer without a space")
#: From here on scripts put no space between words.
_NO_SPACES: Final = "\u3040"
#: Behind the noun of an announcement, what tells the answer.
_TOLD: Final = late(r"[:：=]|(?<![A-Za-z])(?:is|are|was|were|equals|will\sbe|would\sbe)(?![A-Za-z])", re.I)


#: What the answer is to, and what that may be whatever words follow.
_OF_WHAT: Final = late(r"\s(to|of|for|in)\s([^,(]{1,80}|\(\w{1,3}\)\s?)", re.I)
_ASKED: Final = late(
    r"(?:(?:the|this|that|your|our|my|given|original|main|above|first|second|third|last)\s){0,3}"
    r"(?:question|problem|exercise|task|puzzle|riddle|equation|inequality|system|part)s?\b"
    r"|\(?\w\)?\Z|(?:how|what|which|where|who|when|whether)\b",
    re.I,
)


def is_english(text: str, at: int) -> bool:
    """Whether the noun of an announcement at a place is English."""
    return text[at : at + 3].lower() in _ENGLISH


def is_anothers(text: str, start: int, at: int) -> bool:
    """Whether the noun of an announcement may name another answer than the response's own and final one."""
    start = max(start, at - _FAR)
    if is_english(text, at):
        said = _behind(_SENTENCE, text, start, at)
        if said.endswith("-") or said.lower().split()[-1:] == ["no"]:
            return True
        return said.endswith(_OPERATORS) or not any(map(leads, without_names(said)))
    said = _behind(_CLAUSE, text, start, at)
    if max(text[at], *said, "") < _NO_SPACES:
        return not _ABROAD.issuperset(cues.WORDS.findall(said.lower().replace("’", "'")))
    said = _MARKS.sub("", said)
    while lead := next(filter(said.startswith, _UNSPACED), ""):
        said = said.removeprefix(lead)
    return bool(said)


def is_another_answer(text: str, at: int, end: int) -> bool:
    """Whether what stands between the noun that ends at a place and its verb makes another answer of it: of what it is
    the answer has to be what is asked, a part or a form of it ("to part (b)", "for the total cost", "in cm")."""
    told = _TOLD.search(text, at, min(end, at + 80))
    if told is None or cues.said("another answer", text, at, told.start()) is not None:
        return told is not None
    is_answer = text[max(0, at - 7) : at].lower().endswith(("answer", "answers"))
    of_what = _OF_WHAT.match(text, at, told.start()) if is_answer else None
    return of_what is not None and not _is_what_is_asked(of_what[1], of_what[2].strip(" *_"))


def _is_what_is_asked(preposition: str, said: str) -> bool:
    """Whether what the answer is to, of, for or in may be what is asked for."""
    if preposition == "in":
        last = said.rpartition(" ")[2]
        return units.is_known(last) or is_in_units(f"1 (in {said})") or HOW_MEANT.fullmatch(f"in {said}") is not None
    return _ASKED.match(said) is not None or (preposition != "of" and trust.is_its_heading(said))


def leads_from(text: str, at: int, end: int) -> bool:
    """Whether behind the noun that ends at a place something leads to its value, or says in brackets of what it is."""
    remark = _REMARK.match(text, at, end)
    if remark is None:
        return cues.opens("leads from the answer", text, at + 1, end) is not None
    *_, noun = words = cues.WORDS.findall(remark[1].lower())
    of_what = len(words) > _OF_THE and words[1:3] == ["of", "the"] and trust.makes_no_other(words)
    in_a_unit = words[0] == "in" and (units.is_known(noun) or is_in_units(f"1 ({remark[1]})"))
    how = HOW_MEANT.fullmatch(remark[1].lower()) or cues.among("plain remark").issuperset(words)
    return bool(of_what or in_a_unit or (len(noun) == 1 and noun.isalpha()) or how)


def _behind(mark: re.Pattern[str], text: str, start: int, at: int) -> str:
    """What stands before a place behind the last mark."""
    return text[max((found.end() for found in mark.finditer(text, start, at)), default=start) : at]


def _last(said: str) -> re.Match[str] | None:
    """The word that a stretch ends in."""
    return _LAST.search(said, max(0, len(said) - _LONGEST_LAST))


def without_names(said: str) -> Iterator[str]:
    """What stands before the noun, without each of its adjectives and its article: "so the final", "so the", "so"."""
    yield said
    while (last := _last(said)) and last[1].lower() in cues.among("mine"):
        said = said[: last.start()]
        yield said


def leads(said: str) -> bool:
    """Whether words lead to an answer: none, joiners, "we see that", these behind a clause, or a reason."""
    if only_leads(said):
        return True
    *_, mark = [None, *_MARK.finditer(said)]
    if mark is None or not only_leads(said[mark.end() :]):
        return False
    joined = any(map(str.isalpha, said[mark.end() :]))
    return (
        mark[0] != ","
        or _REASON.match(said) is not None
        or not cues.among("works towards a result").isdisjoint(cues.WORDS.findall(said.lower())[:1])
        or (joined and not cues.begins("supposes", said, 0, mark.end()))
    )


def only_leads(said: str) -> bool:
    """Whether nothing stands in a stretch but words that lead to an answer."""
    at = cues.behind_all("leads to the answer", said, 0, len(said))
    return not any(map(str.isalnum, said[at:])) or HOW_MEANT.fullmatch(said[at:].strip(" ,:*_$").lower()) is not None
