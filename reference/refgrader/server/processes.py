"""The processes that grade: as many as there may be, each bounded in time, and made anew where one is lost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from anyio import BrokenWorkerProcess, CapacityLimiter, create_task_group, fail_after, to_process

from refgrader.server.rows import Row
from refgrader.server.work import answer, answers

#: Rows that are graded together: sending one alone costs as much as grading it.
_CHUNK: Final = 32
#: Asked of every process first: what is loaded and worked out when it is first needed is there then.
_FIRST: Final = Row(None, "grade", "1/2", r"\boxed{0.5}")
#: Seconds for one chunk, past which its process is ended. Work is bounded by counts: only one that is stopped,
#: or starved, ever takes so long.
SECONDS: Final = 120.0
LOST: Final = "the process that graded it was lost, twice; grade it by itself, and report it if that fails"


class Processes:
    """At most `count` processes; rows wait for one that is free, those of a request all at once."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._free = CapacityLimiter(count)

    async def start(self) -> None:
        """Have all of them started, so that the first request waits for none."""
        async with create_task_group() as group:
            for _ in range(self.count):
                group.start_soon(self._answers, [_FIRST])

    async def answers(self, rows: Sequence[Row]) -> list[str]:
        """The answer to every row, as JSON, in their order."""
        chunks = [rows[first : first + _CHUNK] for first in range(0, len(rows), _CHUNK)]
        found: list[list[str]] = [[] for _ in chunks]

        async def put(place: int) -> None:
            found[place] = await self._answers(chunks[place])

        async with create_task_group() as group:
            for place in range(len(chunks)):
                group.start_soon(put, place)
        return list(chain.from_iterable(found))

    async def _answers(self, rows: Sequence[Row], again: bool = True) -> list[str]:
        """The answers from one process. Where it is lost, each row is asked once more by itself."""
        try:
            async with self._free:
                with fail_after(SECONDS):
                    return await to_process.run_sync(answers, rows, cancellable=True, limiter=CapacityLimiter(1))
        except (BrokenWorkerProcess, TimeoutError):
            if not again:
                return [answer(row.id, error=LOST) for row in rows]
        return [one for row in rows for one in await self._answers([row], again=False)]
