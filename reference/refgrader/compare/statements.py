"""Statements that are chosen by their numerals in circles: ``①③④`` (TXT-19)."""

from __future__ import annotations

import re
from typing import Final

_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_ONE: Final = re.compile(rf"([{_CIRCLED}])|\((?:\\text\{{)?\s?([1-9][0-9]?)\s?\}}?\)")
_BETWEEN: Final = re.compile(r"(?:\\(?:text|mathrm|mbox)\s?\{|\\[,;: !]|\\q?quad\b|\band\b|[\s,;&.$~}])*")


def chosen(text: str, bracketed: bool = False) -> frozenset[int] | None:
    """The numerals of a text that has nothing else, each once; None for other texts. `bracketed`: ``(1)`` is ①."""
    if _BETWEEN.fullmatch(_ONE.sub(" ", text)) is None:
        return None
    found = _ONE.findall(text)
    numerals = [_CIRCLED.index(circled) + 1 if circled else int(bare) for circled, bare in found]
    is_set = bool(found) and len(set(numerals)) == len(numerals) and (bracketed or all(one for one, _ in found))
    return frozenset(numerals) if is_set else None
