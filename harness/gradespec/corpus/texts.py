"""Texts, plain or built: hostile input stays a line in the file and is spelled out only when it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MAX_CHARS: Final = 2_000_000
#: What stands in a text for a path that must not exist afterwards, for a word of letters that nobody can foresee, and
#: for the sum of their codes.
CANARY: Final = "{{canary}}"
WORD: Final = "{{word}}"
VALUE: Final = "{{value}}"
_ANY_WORD: Final = "qwertz"


@dataclass(frozen=True, slots=True)
class Repeat:
    """`unit`, `times` over."""

    unit: Text
    times: int


@dataclass(frozen=True, slots=True)
class Nest:
    """`core` inside `times` levels of `opening` and `closing`."""

    opening: str
    closing: str
    core: Text
    times: int


@dataclass(frozen=True, slots=True)
class Join:
    """`parts`, one after the other."""

    parts: tuple[Text, ...]


Text = str | Repeat | Nest | Join


def read_text(data: Any) -> Text:
    """The text that a case file (already checked by the schema) writes."""
    if isinstance(data, str):
        return data
    if "repeat" in data:
        return Repeat(read_text(data["repeat"]), data["times"])
    if "nest" in data:
        opening, closing = data["nest"]
        return Nest(opening, closing, read_text(data["core"]), data["times"])
    return Join(tuple(read_text(part) for part in data["join"]))


def write_text(text: Text) -> str | Mapping[str, Any]:
    """The text as a case file writes it: the inverse of `read_text`."""
    if isinstance(text, str):
        return text
    if isinstance(text, Repeat):
        return {"repeat": write_text(text.unit), "times": text.times}
    if isinstance(text, Nest):
        return {"nest": [text.opening, text.closing], "core": write_text(text.core), "times": text.times}
    return {"join": [write_text(part) for part in text.parts]}


def size(text: Text) -> int:
    """The length of the built text in characters, found without building it."""
    if isinstance(text, str):
        return len(text)
    if isinstance(text, Repeat):
        return size(text.unit) * text.times
    if isinstance(text, Nest):
        return (len(text.opening) + len(text.closing)) * text.times + size(text.core)
    return sum(size(part) for part in text.parts)


def expand(text: Text, canary: str | None = None) -> str:
    """The built text, with the path `canary` in place of ``{{canary}}`` and its last part in place of ``{{word}}``.

    Without a canary, that stays as it is and the word is always the same. Raises `ValueError` where the text would be
    longer than `MAX_CHARS`, before anything is built.
    """
    if size(text) > MAX_CHARS:
        raise ValueError(f"a built text of {size(text)} characters; at most {MAX_CHARS} are allowed")
    built = _expand(text)
    if "{{" not in built:
        return built
    word = (canary or "").rpartition("/")[2] or _ANY_WORD
    filled = built.replace(WORD, word).replace(VALUE, value_of(word))
    return filled if canary is None else filled.replace(CANARY, canary)


def value_of(word: str) -> str:
    """The sum of the codes of the letters."""
    return str(sum(map(ord, word)))


def _expand(text: Text) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, Repeat):
        return _expand(text.unit) * text.times
    if isinstance(text, Nest):
        return text.opening * text.times + _expand(text.core) + text.closing * text.times
    return "".join(_expand(part) for part in text.parts)
