"""Statements that are chosen by their numerals in circles: ``①③④`` (TXT-19)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.late import late

_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_ONE: Final = late(rf"([{_CIRCLED}])|\((?:\\text\{{)?\s?([1-9][0-9]?)\s?\}}?\)")
_BETWEEN: Final = late(
    r"(?:\\(?:text|mathrm|mbox)\s?\{|\\[,;: !]|\\q?quad\b|\band\b|(?<!\.)\.(?!\s?\.)|(?<=[,;&])~|[\s,;&$}])*"
)
_NUMERAL: Final = late("[0-9]+")
#: Numerals without brackets, and what separates them.
_PLAIN: Final = late(r"[1-9][0-9]?(?:(?:, ?(?:and )?|; ?| and )[1-9][0-9]?){0,19}")
#: What calls those that are chosen right.
_RIGHT: Final = late("(?i:" + lexicon.pattern(lexicon.words("calls statements right")) + ")")


def chosen(text: str, answer: bool = False) -> frozenset[int] | None:
    """The numerals of a text that has nothing else, each once; None for other texts.

    In an answer ``(1)`` is ①, and so is a 1 of a list; they may be called right. In a gold several that ascend are so.
    """
    if answer and _PLAIN.fullmatch(text := _RIGHT.sub(" ", text).replace("$", "").strip(" .")):
        text = _NUMERAL.sub(r"(\g<0>)", text)
    if _BETWEEN.fullmatch(_ONE.sub(" ", text)) is None:
        return None
    found = _ONE.findall(text)
    numerals = [_CIRCLED.index(circled) + 1 if circled else int(bare) for circled, bare in found]
    ascend = len(numerals) > 1 and numerals == sorted(numerals) and not {*text}.difference("()0123456789 ")
    is_set = bool(found) and len({*numerals}) == len(numerals) and (answer or ascend or all(one for one, _ in found))
    return frozenset(numerals) if is_set else None
