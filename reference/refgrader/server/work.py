"""What a process of the server does: grade the rows that it is given, and write the answers as JSON."""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from refgrader.grade import grade
from refgrader.server.rows import Row
from refgrader.verdict import Verdict
from refgrader.verify import FAULT, verify

MEMORY: Final = 4 * 2**30  # bytes of addresses that one process may have (Linux)

_JUDGED_BY: Final[dict[str, Callable[..., Verdict]]] = {"grade": grade, "verify": verify}


def answers(rows: Sequence[Row]) -> list[str]:
    """The answer to every row, as JSON: a verdict with reason, clause and the answer that was judged, or an error."""
    _prepare()
    return [answer(row.id, **_judged(row)) for row in rows]


def answer(number: int | str | None, **members: object) -> str:
    """An answer as the protocol has it, with the id of its row, if that has one."""
    return json.dumps(members if number is None else {"id": number, **members})


def _judged(row: Row) -> dict[str, Any]:
    if row.wrong:
        return {"error": row.wrong}
    try:
        verdict = _JUDGED_BY[row.op](row.gold, row.text, row.options)
    except MemoryError:
        return {"error": "grading it takes more memory than a process may have"}
    if verdict.clause == FAULT:
        return {"error": verdict.reason}
    return verdict.to_dict()


@cache
def _prepare() -> None:
    """Once in a process: it ends when the server says so, whatever a terminal sends to all, and is bounded."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard), hard))
