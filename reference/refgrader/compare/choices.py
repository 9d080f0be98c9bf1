"""Letters of choices: ``A``, ``(A)``, ``\\textbf{(A) }5``, ``AC`` (TXT-1 to TXT-5)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from refgrader.reading.notation import TEXTUAL

_FONT_NAMES: Final = "|".join(sorted(name[1:] for name in TEXTUAL | {r"\mathbf", r"\boldsymbol", r"\bm", r"\boxed"}))
_FONTS: Final = rf"(?:\\(?:{_FONT_NAMES})\s*\{{\s*)"
#: Bounded, since two of them can share what stands between them in as many ways as it is long.
_GAP: Final = r"(?:\s|~|\\[,;: !]|\\q?quad|[{}$*]){0,12}"
_CALLED: Final = re.compile(
    rf"^{_FONTS}*(?:the )?(?:final )?(?:correct )?(?:option|choice|answer)s?(?: is|:)?"
    rf"{_GAP}\s+{_GAP}(?=[({{\[\\]*[A-Za-z]?)",
    re.IGNORECASE,
)
_BLANKS: Final = re.compile(r"[ \t]+")
_CALLED_IN_CHINESE: Final = re.compile(r"^(?:【答案】|答案(?:是|为)?|故?应?选(?:择)?)\s*[:：]?\s*")
_REASON: Final = re.compile(r"(?<=^[A-J]),?\s+(?:because|since|as)\b.*$", re.DOTALL)
_TAKEN_BACK: Final = re.compile(r"\b(?:[A-J]|wrong|incorrect|not|false|but|however)\b|n['’]t\b")
_DENIES: Final = re.compile(
    r"^(?:is|was|isn['’]t|wasn['’]t|cannot|can['’]t)\b|\b(?:wrong|incorrect|the answer is|maybe)\b|"
    r"(?:[,;]|\bor\b)\s*\(?[A-Ja-j][.):](?=\s|$)|[,;]\s*\(?[B-J]\)?\W*$",
    re.IGNORECASE,
)
_LETTER: Final = re.compile(
    rf"^{_GAP}{_FONTS}*{_GAP}(?:\({_GAP}{_FONTS}*{_GAP}([A-Ja-j]){_GAP}\)|\[([A-Ja-j])\]|([A-Ja-j])){_GAP}[.):]?{_GAP}$"
)
_WITH_CONTENT: Final = re.compile(
    rf"^{_FONTS}*(?:\({_GAP}{_FONTS}*([A-Ja-j])\s*\}}*{_GAP}\)(?:\s*[.:])?|([A-J])\s*(?:\}}+\s*)?(?:[.):](?=\s|\d|~|\\|\$|\}})|(?<=\s)-(?=\s)))"
    rf"(?:\s|\}}|~|\\[,;: ]|\\q?quad)*(\S.*)$",
    re.DOTALL,
)
_JOIN: Final = r"(?:\s*(?:,|;|\band\b|&)\s*|\s+|,\s*and\s+)?"
_SEVERAL: Final = re.compile(rf"^(?:\([A-J]\)|[A-J])(?:{_JOIN}(?:\([A-J]\)|[A-J]))+\.?$")
_SEVERAL_SMALL: Final = re.compile(r"^\(?[a-j]\)?(?:\s*(?:,|;|and|&|,\s*and)\s*\(?[a-j]\)?)+\.?$")
_MARKUP: Final = re.compile(rf"{_FONTS}|[{{}}$*]|\\[,;: !]|~")
#: A letter that is no part of a word, or capitals side by side, as every text that names a choice has.
_STANDS_ALONE: Final = re.compile(r"(?<![a-zA-Z])(?:[A-J]+|[a-j])(?![a-zA-Z])")
#: What a text that names a choice does not begin with.
_NO_CHOICE: Final = frozenset("0123456789-+.|xyz")
_ANOTHER: Final = re.compile(r"\([A-J]\)|(?:^|\n)[ \t]*[A-J][.):]")


class Choice(NamedTuple):
    """The letters ticked, in order, and the content that stands behind a single letter."""

    letters: str
    content: str = ""


def is_taken_back(content: str) -> bool:
    """Whether what stands behind a letter denies it or names other letters, instead of being its content."""
    return _DENIES.search(content) is not None


def _without_reason(text: str) -> str:
    """The letter before a reason that speaks of no other letter and takes nothing back."""
    found = _REASON.search(text)
    if found is None or _TAKEN_BACK.search(found.group()):
        return text
    return text[: found.start()]


def _inside(text: str) -> str:
    """A text without what says nothing around it."""
    while text and (text[-1] in "$*~" or text[-1].isspace()):
        text = text.rstrip().rstrip("$*~")
    while text and (text[0] in "$*~" or text[0].isspace()):
        text = text.lstrip().lstrip("$*~")
    return text


def choice(text: str) -> Choice | None:
    """The choice that a text names; None where it is no choice."""
    if text[:1] in _NO_CHOICE or not _STANDS_ALONE.search(text):
        return None
    text = _without_reason(_CALLED_IN_CHINESE.sub("", _CALLED.sub("", _BLANKS.sub(" ", _inside(text)))))
    found = _LETTER.match(text)
    if found is not None:
        return Choice(next(group for group in found.groups() if group))
    found = _WITH_CONTENT.match(text)
    if found is not None:
        content = found[3].rstrip()
        while content.endswith("}") and content.count("}") > content.count("{"):
            content = content[:-1]
        if content and not _ANOTHER.search(content) and not (len(content) == 1 and found[0].rstrip()[1:2] == " "):
            return Choice(found[1] or found[2], content)
    bare = " ".join(_MARKUP.sub("", text).split())
    letters = re.findall(r"[A-J]", bare) if _SEVERAL.match(bare) else []
    if _SEVERAL_SMALL.match(bare):
        letters = re.findall(r"\b[a-j]\b", bare)
    return Choice("".join(sorted(letters))) if letters and len(set(letters)) == len(letters) else None
