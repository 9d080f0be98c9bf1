"""Answers to the parts of a question, each behind the label of its part: ``(a) 8, (b) 3`` (COL-39)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader.late import late
from refgrader.reading.clean import clean

#: A label behind a space or a separator, or set upright: ``(a)``, ``b)``, ``c. ``, ``\\text{(ii) }``, ``Part (3):``.
_LABEL: Final = (
    r"(?:\\text[a-z]{0,2}\{\s{0,2}(?:and )?|(?<![^\s;])|(?<=,)(?=\()|(?<=quad)|(?<=\\\\))"
    r"(?:[Pp]art )?\(?(%s)(?:\)%s)(?:\s?\}|:){0,2}"
)
#: The labels of each kind in their order, and where they stand.
_ROWS: Final[tuple[tuple[Sequence[str], re.Pattern[str]], ...]] = (
    ("abcdefghij", late(_LABEL % ("[a-j]", r"|\.(?=\s)"))),
    (("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), late(_LABEL % ("[ivx]{1,4}", r"|\.(?=\s)"))),
    ("123456789", late(_LABEL % ("[1-9]", ""))),
    ("123456789", late(r"(?<![^\s;,])Q(?:uestion )?([1-9])(?!\s?=)(?:[.:)]|(?=\s))")),
    ("①②③④⑤⑥⑦⑧⑨", late(r"(?:(?<![^\s;,])|(?<=quad))([①-⑨])[.:]?")),
)
#: Of which a text with labels has one.
_SIGNS: Final = (")", ". ", "①", "Q")


def answers(text: str) -> tuple[str, ...] | None:
    """The answers in the order of their labels, which are the first of a row; None where a text is not so labelled."""
    if all(sign not in text for sign in _SIGNS):
        return None
    return next((found for row, label in _ROWS if label.match(text) and (found := _behind(row, label, text))), None)


def _behind(row: Sequence[str], label: re.Pattern[str], text: str) -> tuple[str, ...] | None:
    _, *pieces = label.split(text)
    first = row[: len(pieces) // 2]
    given = {name: clean(piece).removesuffix(" and") for name, piece in zip(pieces[::2], pieces[1::2], strict=True)}
    is_whole = len(first) > 1 and len(given) == len(pieces) // 2 and given.keys() == set(first) and all(given.values())
    return tuple(given[name] for name in first) if is_whole else None
