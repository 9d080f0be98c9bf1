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
_CALCULATES: Final = frozenset("minus plus times exceeds negative".split())
#: Behind these a value is a bound or a part, or is calculated with.
_NOT_BEHIND: Final = (lexicon.words("leads to no result", "measures") - {"at"}) | _CALCULATES
_APPROXIMATELY: Final = lexicon.words("approximately")
_COPULAS: Final = frozenset("is are was were be equals".split())
_KNOWN: Final = lexicon.words("function word")
#: What a value may be called: "the remaining zero is 7", but not "the decoy is 7" (TXT-25).
_VALUES: Final = lexicon.words("name of a value") - _KNOWN
#: The calculation whose result a sentence tells: "She bought 9 × 3 = 27 towels".
_CALCULATION: Final = "0123456789.,+-*/×÷·−()$ ="
#: The clauses of extraction that take one value out of prose; what they do not decide, a sentence does not give.
_TELLS: Final = ("EXT-2", "EXT-3", "EXT-42", "EXT-56")


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
    conclusion = said[concluded[-1].end() :] if concluded else ""
    return _told(conclusion or said) or conclusion


def _told(said: str) -> str:
    """The value that a sentence tells; nothing where it does not, or where its words do not say that it is one."""
    found = extract(said, DEFAULT) if " " in said else None
    return found.text if found and found.rule.startswith(_TELLS) and _tells(said[: found.start]) else ""


def _tells(before: str) -> bool:
    """Whether words tell the value behind them: "Dean has", "there are", "the remaining zero is"."""
    if before.rstrip(" $").endswith("="):
        before = before.replace(r"\times", " ").replace(r"\cdot", " ").rstrip(_CALCULATION)
    words = before.rstrip(" $\\*(").lower().split()
    while words and words[-1] in _APPROXIMATELY:
        words.pop()
    if not words or not words[-1].isalpha() or words[-1] in _NOT_BEHIND:
        return False
    return words[-1] not in _COPULAS or _names_a_value([word for word in words[:-1] if word.isalpha()])


def _names_a_value(subject: list[str]) -> bool:
    """Whether a subject is known word by word, at least up to what it calls its value: "the number of fish caught"."""
    named = False
    for word in subject:
        if singular(word) in _VALUES or word in _VALUES:
            named = True
        elif word not in _KNOWN and len(word) > 1:
            break
    else:
        named = True
    return named and _CALCULATES.isdisjoint(subject)
