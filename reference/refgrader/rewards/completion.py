"""What a model wrote, as frameworks hand it over: a text, or chat messages of which the model's last one counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def text(completion: Any) -> str:
    """The text of a completion.

    It is a text, a chat message, or a list of messages: then the last one of the assistant. A message is a mapping or
    an object with `content`, which is a text, or parts of which some have a `text`. Nothing (None, no message of the
    assistant, a message that only calls tools) is the empty text. Raises `TypeError` for what is none of these.
    """
    if completion is None or isinstance(completion, str):
        return completion or ""
    if isinstance(completion, (list, tuple)):
        said = [message for message in completion if _get(message, "role") in ("assistant", None)]
        return text(said[-1]) if said else ""
    if not _is_message(completion):
        raise TypeError(f"a completion is a text or chat messages, not {type(completion).__name__}")
    content = _get(completion, "content")
    return content if isinstance(content, str) else "".join(_parts(content or ()))


def _parts(content: Iterable[Any]) -> Iterator[str]:
    for part in content:
        said = part if isinstance(part, str) else _get(part, "text")
        if isinstance(said, str):
            yield said


def _is_message(value: object) -> bool:
    return "content" in value or "role" in value if isinstance(value, Mapping) else hasattr(value, "content")


def _get(value: object, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
