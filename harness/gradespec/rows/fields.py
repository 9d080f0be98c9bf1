"""From records to rows: fields as dotted paths, named or guessed; golds and responses as datasets have them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final

from gradespec.rows.bounds import GOLDS
from gradespec.rows.model import BadRow, Broken, Record, Row

#: The names that datasets, trainers and evaluations give to a field, the likelier first.
GOLD_FIELDS: Final = (
    *("gold", "answer", "final_answer", "ground_truth", "gold_answer", "target", "label", "solution", "gts"),
    *("reward_model.ground_truth", "extra_info.answer", "doc.answer"),
)
RESPONSE_FIELDS: Final = (
    *("response", "completion", "output", "generation", "generated_text", "model_output", "prediction", "solution_str"),
    *("resps[0][0]", "responses[0]", "completions[0]", "outputs[0]", "choices[0].message.content", "messages", "text"),
)
ID_FIELDS: Final = ("id", "uid", "uuid", "custom_id", "doc_id", "index", "extra_info.index")
QUESTION_FIELDS: Final = ("question", "problem", "prompt", "query", "input", "doc.question")
_STEP: Final = re.compile(r"\[(-?\d+)\]|\.?([^.\[\]]+)")
_SHOWN: Final = 40  # characters of a value in the words about it
_NAMED: Final = 20  # fields that are named where one is missing
_LONGEST_GROUP: Final = 60


class NoValue(Exception):
    """A row that cannot be one; the message says why."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The paths of what a row holds; empty: guessed (gold, response, id, question) or not asked for (the others).

    A reward above `threshold` says that the response is correct.
    """

    gold: str = ""
    response: str = ""
    id: str = ""
    question: str = ""
    reward: str = ""
    recorded: str = ""
    group: str = ""
    threshold: float = 0.0

    def guessed(self, record: Mapping[str, Any]) -> Fields:
        """The fields with a guess for each that is not named, by what a record has."""
        gold = self.gold or _first(record, GOLD_FIELDS, {self.response, self.recorded})
        taken = {gold, self.reward, self.recorded, self.group}
        return replace(
            self,
            gold=gold,
            response=self.response or _first(record, RESPONSE_FIELDS, taken),
            id=self.id or _first(record, ID_FIELDS),
            question=self.question or _first(record, QUESTION_FIELDS, taken),
        )


def _first(record: Mapping[str, Any], names: Sequence[str], taken: Iterable[str] = ()) -> str:
    return next((name for name in names if name not in taken and has(record, name)), "")


def has(record: Any, path: str) -> bool:
    """Whether there is something at `path`."""
    return _found(record, path) is not None


def _found(record: Any, path: str) -> Any:
    """What stands at `path`, None where there is nothing, or no path."""
    try:
        return value_at(record, path) if path else None
    except LookupError:
        return None


def value_at(record: Any, path: str) -> Any:
    """What stands at a path such as ``messages[-1].content``; a field of that whole name comes first.

    Raises `LookupError` where there is nothing, `ValueError` where it is no path.
    """
    if isinstance(record, dict) and path in record:
        return record[path]
    found: Any = record
    for step in steps(path):
        if not isinstance(found, list if isinstance(step, int) else dict):
            raise LookupError(path)
        found = found[step]  # type: ignore[index]
    return found


@lru_cache(maxsize=64)
def steps(path: str) -> tuple[str | int, ...]:
    """The names and places of a path. Raises `ValueError` where it is none."""
    found = list(_STEP.finditer(path))
    if not path or "".join(match[0] for match in found) != path:
        raise ValueError(f"{path!r} is no path of fields; write one as messages[-1].content")
    return tuple(int(match[1]) if match[1] else match[2] for match in found)


class Rows:
    """The rows of `records`, and what is none as `BadRow`. Fields that are not named are guessed by the first record.

    `guess` hears, once, which fields were taken.
    """

    def __init__(self, records: Iterable[Record], fields: Fields, guess: Callable[[Fields], None] = lambda _: None):
        self._records, self._fields, self._guess = records, fields, guess

    def __iter__(self) -> Iterator[Row | BadRow]:
        fields: Fields | None = None
        for record in self._records:
            if record.why or not isinstance(record.value, dict):
                yield BadRow(record.place, record.why or "not an object with gold and response")
                continue
            if fields is None:
                found = self._fields.guessed(record.value)
                if found.gold and found.response:
                    fields = found
                    self._guess(fields)
            yield row(record, fields or found)


def row(record: Record, fields: Fields) -> Row | BadRow:
    """The row that a record is, its fields at the paths of `fields`."""
    value: Any = record.value
    id = _text_at(value, fields.id)
    try:
        return Row(
            record.place,
            id,
            _taken(value, "gold", fields.gold or "gold", gold_texts),
            _taken(value, "response", fields.response or "response", response_text),
            _taken(value, "reward", fields.reward, partial(reward, threshold=fields.threshold)),
            _taken(value, "answer", fields.recorded, _text),
            _text_at(value, fields.question),
            _text_at(value, fields.group)[:_LONGEST_GROUP] or ("(none)" if fields.group else ""),
        )
    except NoValue as error:
        return BadRow(record.place, str(error), id)


def _taken(record: Mapping[str, Any], what: str, path: str, read: Callable[[Any], Any]) -> Any:
    """What `read` makes of the value at `path`, None where there is no path. Raises `NoValue`."""
    if not path:
        return None
    try:
        found = value_at(record, path)
        if isinstance(found, Broken):
            raise ValueError(found.why)
        return read(found)
    except LookupError:
        fields = ", ".join(repr(name[:_SHOWN]) for name in islice(record, _NAMED)) or "none"
        fields += f" and {len(record) - _NAMED:,} more" if len(record) > _NAMED else ""
        raise NoValue(f"has no {path!r}; its fields are {fields}; --{what}-field names another") from None
    except ValueError as error:
        raise NoValue(f"{path!r}: {error}") from None


def _text_at(record: Mapping[str, Any], path: str) -> str:
    found = _found(record, path)
    return "" if found is None else _text(found)


def _text(value: Any) -> str:
    if value is None:
        raise ValueError("null")
    return value if isinstance(value, str) else _shown(value, 10**6)


def gold_texts(value: Any) -> tuple[str, ...]:
    """The texts of a gold as JSON has it, of which any will do (GOLD-5). Raises `ValueError` where it is no gold."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and value:
        found = tuple(text for one in value for text in gold_texts(one))
        if len(found) > GOLDS:
            raise ValueError(f"more than {GOLDS:,} golds")
        return found
    if isinstance(value, float) and math.isfinite(value):
        return (str(int(value)) if value.is_integer() else repr(value),)
    if isinstance(value, (bool, int, Decimal)):
        return (str(value),)
    if isinstance(value, bytes):
        return (_decoded(value),)
    raise ValueError(f"{_shown(value)} is no gold; a text, a number, true, false or a list of them is")


def _decoded(value: bytes) -> str:
    """The text of a binary field, as old writers of Parquet have it."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None


def response_text(value: Any) -> str:
    """A response: a text, or what the assistant says last in chat messages. Raises `ValueError` where it is neither."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return _decoded(value)
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        said = [message for message in value if message.get("role") in ("assistant", "gpt")] or value
        if isinstance(text := _content(said[-1]), str):
            return text
        if any(name in said[-1] for name in _SAID_IN):
            raise ValueError("chat messages, the last of which has no text")
    if isinstance(value, list) and value:
        raise ValueError(f"a list of {len(value)}; name one of them, as in --response-field 'responses[0]'")
    raise ValueError(f"is not a text; put {_shown(value)} in quotes")


_SAID_IN: Final = ("content", "value")


def _content(message: Mapping[str, Any]) -> Any:
    """The text of a chat message, which may come in parts."""
    found = next((message[name] for name in _SAID_IN if name in message), None)
    if isinstance(found, list) and all(isinstance(part, dict) for part in found):
        return "".join(str(part.get("text") or "") for part in found)
    return found


_SAID: Final = {
    **dict.fromkeys(("true", "correct", "yes"), True),
    **dict.fromkeys(("false", "incorrect", "wrong", "no"), False),
}


def reward(value: Any, threshold: float = 0.0) -> bool:
    """Whether a recorded reward says correct: true, or a number above `threshold`. Raises `ValueError`."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        if (said := _SAID.get(value.strip().lower())) is not None:
            return said
        value = float(value)
    if isinstance(value, (int, float, Decimal)) and not math.isnan(value):
        return value > threshold
    raise ValueError(f"{_shown(value)} is no reward; true, false or a number is")


def _shown(value: Any, most: int = _SHOWN) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:most]
