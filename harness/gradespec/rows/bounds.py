"""How much a row may hold: what holds more is no row, and is told as such."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

#: Bytes of a line, characters of a text: an escaped response of a million code points fits.
LONGEST: Final = 16 * 2**20
FIELDS: Final = 10_000
GOLDS: Final = 1_000  # of one row, of which any will do
VALUES: Final = 1_000_000  # in lists and objects, all of them together
DEPTH: Final = 64
TOO_LONG: Final = f"longer than {LONGEST:,} bytes"


def excess(record: Any) -> str:
    """Of what a record has too much, empty where it is within bounds."""
    if isinstance(record, dict) and len(record) > FIELDS:
        return f"more than {FIELDS:,} fields"
    level, count = [record], 0
    for _ in range(DEPTH):
        values = [value for one in level for value in _within(one)]
        count += len(values)
        if count > VALUES:
            return f"more than {VALUES:,} values"
        if any(isinstance(value, (str, bytes)) and len(value) > LONGEST for value in values):
            return f"a text of more than {LONGEST:,} characters"
        level = [value for value in values if isinstance(value, (dict, list))]
        if not level:
            return ""
    return f"nested more than {DEPTH} deep"


def _within(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
