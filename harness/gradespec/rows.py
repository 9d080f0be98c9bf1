"""Rows of {gold, response} from a JSON Lines file, graded by several graders at once, as a stream (CONF)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import tee
from typing import Any

from gradespec.pool import Pool
from gradespec.protocol import Reply, Request


@dataclass(frozen=True, slots=True)
class Row:
    """A row to grade: its `line` in the file (from 1), its `id` if it has one, and golds of which any will do."""

    line: int
    id: str
    golds: tuple[str, ...]
    response: str

    @property
    def gold(self) -> str:
        """The golds as they are shown."""
        return " or ".join(self.golds)


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that is no row, and why."""

    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Graded:
    """A row and each grader's reply, in the order of the graders."""

    row: Row
    replies: tuple[Reply, ...]

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What each grader said, or why it said nothing: ``correct``, ``timeout``."""
        return tuple(reply.value if reply.kind == "verdict" else reply.kind for reply in self.replies)

    @property
    def differ(self) -> bool:
        """Whether the graders do not all say the same."""
        return len(set(self.verdicts)) > 1


def json_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, Any]]:
    """The number and the value of each line of a JSON Lines file that is not blank; a `BadRow` for what is no JSON."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, _value(number, line)


def _value(number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except UnicodeDecodeError:
        return BadRow(number, "not UTF-8")
    except (ValueError, RecursionError) as error:
        return BadRow(number, f"not JSON: {error}")


def read_rows(lines: Iterable[bytes]) -> Iterator[Row | BadRow]:
    """The rows of a JSON Lines file."""
    return (value if isinstance(value, BadRow) else _row(number, value) for number, value in json_lines(lines))


def _row(number: int, found: Any) -> Row | BadRow:
    if not isinstance(found, dict):
        return BadRow(number, "not an object with gold and response")
    for name in ("gold", "response"):
        if name not in found:
            return BadRow(number, f"has no {name!r}; its fields are {', '.join(map(repr, found)) or 'none'}")
    if not isinstance(found["response"], str):
        return BadRow(number, f"'response' is not a text; put {json.dumps(found['response'])[:40]} in quotes")
    try:
        golds = gold_texts(found["gold"])
    except ValueError as error:
        return BadRow(number, f"'gold': {error}")
    return Row(number, str(found.get("id", "")), golds, found["response"])


def gold_texts(value: Any) -> tuple[str, ...]:
    """The texts of a gold as JSON has it, of which any will do (GOLD-5). Raises `ValueError` where it is no gold."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and value:
        return tuple(text for one in value for text in gold_texts(one))
    if isinstance(value, float) and math.isfinite(value):
        return (str(int(value)) if value.is_integer() else repr(value),)
    if isinstance(value, (bool, int)):
        return (str(value),)
    raise ValueError(f"{json.dumps(value)[:40]} is no gold; a text, a number, true, false or a list of them is")


def grade_rows(pools: Sequence[Pool], rows: Iterable[Row], options: Mapping[str, Any]) -> Iterator[Graded]:
    """Every row with every grader's reply, in order; rows are read as they are needed."""
    copies = tee(rows, len(pools) + 1)
    with ExitStack() as stack:
        replies = [
            stack.enter_context(closing(pool.map(partial(_ask, pool, options), copy)))
            for pool, copy in zip(pools, copies, strict=False)
        ]
        for row, *found in zip(copies[-1], *replies, strict=True):
            yield Graded(row, tuple(found))


def _ask(pool: Pool, options: Mapping[str, Any], row: Row) -> Reply:
    """The reply on the first gold that is met; else on the one that leaves most open: no verdict, then ungradable."""
    replies = []
    for gold in row.golds:
        replies.append(pool.ask(Request("grade", {"gold": gold, "response": row.response}, options)))
        if replies[-1].value == "correct":
            break
    return max(replies, key=_openness)


def _openness(reply: Reply) -> int:
    if reply.kind != "verdict":
        return 2
    return {"correct": 3, "ungradable": 1}.get(reply.value, 0)
