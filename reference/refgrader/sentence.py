"""What an answer in words gives: "She needs 9 trips." gives 9, "the 9th" as well (READ-34 to READ-37)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import chinese, lexicon
from refgrader.compare.words import without_command
from refgrader.extract import extract
from refgrader.lexicon.nouns import singular
from refgrader.options import DEFAULT
from refgrader.reading.clean import clean

#: A capital letter, and words.
_OPENING: Final = re.compile(r"\s*(?:\\text\s?\{\s*)?[A-Z][a-z'’]*\s+\S+\s+\S")
#: Behind a comma or a stop, what begins the conclusion of what stands before it.
_CONCLUSION: Final = re.compile(
    rf"[,;.][\s\\]+(?:and\s+)?(?:{'|'.join(sorted(lexicon.phrases('concludes')))}|that is,|i\.e\.,?)\s+(?=\S)"
)
#: ``21st``, ``the 9^{\\text{th}}``: which one it is, for a gold that is a number.
_ORDINAL: Final = re.compile(r"(?:the\s)?\s*(\d+)\s?\^?\s?\{?\s?(?:st|nd|rd|th)\s?\}?")
_WORD: Final = re.compile(r"[a-z]+(?:n['’]t)?")
#: A sentence with one of these may speak of another value than the one it names: of half of it, or of none.
_TURNS: Final = lexicon.words("denial", "rejection", "doubt", "part", "turn", "supposes") - {
    "only",
    "more",
    "first",
    "last",
}
#: Behind these a value is a bound or a part, or is calculated with.
_NOT_BEHIND: Final = (lexicon.words("leads to no result", "measures", "approximately") - {"at"}) | frozenset(
    "minus plus exceeds negative".split()
)
_COPULAS: Final = frozenset("is are was were be equals".split())
#: What a value may be called, word by word: "the remaining zero is 7", but not "the decoy is 7" (TXT-25).
_CALLED: Final = lexicon.words("name of a value", "function word")
#: The clauses of extraction that take one value out of prose; what they do not decide, a sentence does not give.
_TOLD: Final = ("EXT-2", "EXT-3", "EXT-42", "EXT-56")


def answers(text: str) -> tuple[str, ...]:
    """The answers that words around them may give; none where `text` has none, or gives no definite one."""
    said = without_command(clean(text))
    if place := _ORDINAL.fullmatch(said):
        return (place[1],)
    one = _in_english(said)
    return (one,) if one else chinese.answers(said)


def _in_english(said: str) -> str:
    """What a sentence tells, or concludes; nothing where it does neither, or denies, doubts or supposes anything."""
    opened = _OPENING.match(said)
    concluded = list(_CONCLUSION.finditer(said))
    if not (opened or concluded) or not _TURNS.isdisjoint(words := _WORD.findall(said.lower())):
        return ""
    if any(word.endswith(("n't", "n’t")) for word in words):
        return ""
    found = extract(said, DEFAULT) if opened else None
    if found is not None and found.rule.startswith(_TOLD) and _is_told(said[: found.start]):
        return found.text
    return said[concluded[-1].end() :] if concluded else ""


def _is_told(before: str) -> bool:
    """Whether words tell the value behind them: "Dean has", "there are", "the remaining zero is"."""
    words = before.rstrip(" $\\*(").lower().split()
    if not words or not words[-1].isalpha() or words[-1] in _NOT_BEHIND:
        return False
    subject = (word for word in words[:-1] if word.isalpha() and len(word) > 1)
    return words[-1] not in _COPULAS or all(word in _CALLED or singular(word) in _CALLED for word in subject)
