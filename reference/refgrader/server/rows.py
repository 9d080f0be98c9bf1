"""From the body of a request to the rows that are asked for, each within bounds: bodies are not trusted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn

from refgrader.limits import MAX_RESPONSE
from refgrader.options import DEFAULT, Options

MAX_BODY: Final = 16 * 2**20  # bytes of one body
MAX_ROWS: Final = 1_000
MAX_GOLDS: Final = 100  # texts and numbers in the gold of one row
MAX_DEPTH: Final = 4  # lists within one another in a gold
MAX_OPTIONS: Final = 2_000  # characters of the options of one row, as JSON
MAX_ID: Final = 200  # characters of an id

#: What a row says beside its gold, by what it asks for.
TEXTS: Final = {"grade": "response", "verify": "answer"}
_SEND: Final = 'send a row {"gold": "1/2", "response": "so \\\\boxed{0.5}"}, or a list of rows'


class Refused(Exception):
    """What is not answered as it was sent: the HTTP `status`, and in words what to send instead."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one request may bring: bytes, and rows."""

    body: int = MAX_BODY
    rows: int = MAX_ROWS


class Row(NamedTuple):
    """One question. `wrong` says what is wrong with it; then it is not asked."""

    id: int | str | None
    op: str = ""
    gold: Any = None
    text: str = ""
    options: Options = DEFAULT
    wrong: str = ""


def read(body: bytes, limits: Limits) -> Row | list[Row]:
    """The row, or the rows, that a body is. Raises `Refused` where it is neither; a row may be wrong by itself."""
    try:
        found = json.loads(body, parse_constant=_no_constant)
    except RecursionError:
        raise Refused(400, f"the body is nested too deeply; {_SEND}") from None
    except ValueError as error:  # of decoding as well, and of integers that are too long
        raise Refused(400, f"the body is not JSON ({str(error)[:200]}); {_SEND}") from None
    if isinstance(found, dict):
        return _row(found)
    if not isinstance(found, list):
        raise Refused(400, f"the body is neither an object nor a list; {_SEND}")
    if len(found) > limits.rows:
        raise Refused(413, f"{len(found):,} rows are more than {limits.rows:,}; send them in several requests")
    return [_row(one) for one in found]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _row(found: Any) -> Row:
    if not isinstance(found, dict):
        return Row(None, wrong="a row is an object with gold and response")
    number = found.get("id")
    if not _is_id(number):
        return Row(None, wrong=f"id is an integer, or a text of at most {MAX_ID} characters")
    op, options = found.get("op", "grade"), found.get("options", {})
    if not isinstance(op, str) or op not in TEXTS:
        return Row(number, wrong=f"op is one of {', '.join(TEXTS)}; leave it out for grade")
    text = found.get(TEXTS[op])
    if not isinstance(text, str):
        return Row(number, wrong=f"{TEXTS[op]} is a text; it is missing or something else")
    if "gold" not in found:
        return Row(number, wrong="gold is missing: a text, a number, or a list of which any will do")
    gold = found["gold"]
    golds = list(islice(_golds(gold, MAX_DEPTH), MAX_GOLDS + 1))
    if len(golds) > MAX_GOLDS or any(isinstance(one, (list, dict)) for one in golds):
        return Row(number, wrong=f"a gold is a text, a number or a list of at most {MAX_GOLDS} of which any will do")
    if any(isinstance(one, str) and len(one) > MAX_RESPONSE for one in (text, *golds)):
        return Row(number, wrong=f"a text has more than {MAX_RESPONSE:,} characters, and cannot be graded")
    try:
        return Row(number, op, gold, text, _options(options))
    except ValueError as error:
        return Row(number, wrong=str(error))


def _is_id(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_ID
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _options(found: Any) -> Options:
    """The options of a row. Raises `ValueError` where there are no such."""
    if not found:
        return DEFAULT
    try:
        if len(json.dumps(found)) <= MAX_OPTIONS:
            return Options.of(dict(found))
    except (TypeError, RecursionError):  # no object, or a value of a type that no option has
        pass
    raise ValueError(f'options are an object such as {{"profile": "strict"}}, of at most {MAX_OPTIONS:,} characters')


def _golds(gold: Any, depth: int) -> Iterator[object]:
    """What a gold is a list of; a list that is nested more deeply than `depth` is left as it is."""
    if isinstance(gold, list) and depth:
        for one in gold:
            yield from _golds(one, depth - 1)
    else:
        yield gold
