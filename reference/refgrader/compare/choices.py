"""Letters of choices: ``A``, ``(A)``, ``\\textbf{(A) }5``, ``AC`` (TXT-1 to TXT-5)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from refgrader.reading.notation import TEXTUAL, TRANSPARENT

_MARKUP: Final = re.compile(
    r"\\(?:%s)\b|\\left|\\right|[{}$*`\"]|\\[,;: !]|\\q?quad\b|~" % "|".join(sorted(n[1:] for n in TEXTUAL | TRANSPARENT))
)
_CALLED: Final = re.compile(r"^(?:the )?(?:final )?(?:correct )?(?:option|choice|answer)s?(?: is|:)?\s+(?=\(?[A-Za-z]\b)", re.IGNORECASE)
_LETTER: Final = re.compile(r"^(?:\(([A-Ja-j])\)|\[([A-Ja-j])\]|([A-Ja-j]))[.):]?$")
_WITH_CONTENT: Final = re.compile(r"^(?:\(([A-Ja-j])\)\s*[.:]?\s*|([A-J])[.):]\s+|([A-J])[.):](?=\d))(\S.*)$", re.DOTALL)
_SEVERAL: Final = re.compile(r"^\(?[A-J]\)?(?:(?:\s*(?:,|;|and|&)\s*|\s+|,\s*and\s+)?\(?[A-J]\)?)+\.?$")
_ANOTHER: Final = re.compile(r"\([A-J]\)|(?:^|\n)\s*[A-J][.):]")


class Choice(NamedTuple):
    """The letters ticked, in order, and the content that stands behind a single letter."""

    letters: str
    content: str = ""


def choice(text: str) -> Choice | None:
    """The choice that a text names; None where it is no choice."""
    text = _CALLED.sub("", " ".join(_MARKUP.sub(" ", text).split()) if "\n" not in text else _MARKUP.sub(" ", text).strip())
    text = text.replace("( ", "(").replace(" )", ")")
    found = _LETTER.match(text)
    if found is not None:
        return Choice(next(group for group in found.groups() if group))
    found = _WITH_CONTENT.match(text)
    if found is not None:
        letter, content = next(group for group in found.groups()[:3] if group), found[4]
        return None if _ANOTHER.search(content) else Choice(letter, content)
    if _SEVERAL.match(text):
        return Choice("".join(sorted(set(re.findall(r"[A-J]", text)))))
    return None
