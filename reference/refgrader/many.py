"""Many pairs on several cores: chunks of a stream are graded here and in other processes; verdicts come in order."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, Final

from refgrader.golds import Gold, plain
from refgrader.grade import grade, must_be_text
from refgrader.options import Options
from refgrader.verdict import Verdict
from refgrader.worker import Chunk, Place, Worker

Pair = tuple[Gold, str]

#: A chunk ends with so many pairs, or with the pair that brings it to so many characters: some of them lie in a pipe.
_PAIRS: Final = 64
_CHARACTERS: Final = 45_000
#: Chunks of which the verdicts wait for those before them, for each other process; more would only take memory.
_WAITING: Final = 32


def grade_many(
    pairs: Iterable[Pair],
    options: Options | Mapping[str, Any] | str | None = None,
    workers: int | None = None,
) -> Iterator[Verdict]:
    """The verdict of `grade` for every (gold, response) of `pairs`, in their order.

    `pairs` may be a stream without end: for each other process it is read some two thousand pairs ahead, fewer
    where responses are long (of megabytes some thirty), and so much is held in memory.
    `workers` is a number of processes, this one among them, by default one for each core that it may use; with 1,
    or where all pairs fit one chunk, or in a process of a pool, everything happens here. The others are new programs,
    never forks, so threads, locks and devices of the caller do not matter, nor does his script, which needs no
    ``if __name__ == "__main__":``. What one was to grade that is killed is graded here, and another takes its place.
    Closing the iterator, or an exception such as KeyboardInterrupt, ends them.

    Raises `OptionError` and `ValueError` (workers) when called, `TypeError` on reaching a pair that is none.
    """
    chosen = Options.of(options)
    count = cores() if workers is None else workers
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise ValueError(f"workers is a number of processes from 1, not {workers!r}")
    return _graded(_checked(pairs), chosen, count)


def _graded(pairs: Iterator[Pair], options: Options, workers: int) -> Iterator[Verdict]:
    if workers == 1 or not _may_start_processes():
        for gold, response in pairs:
            yield grade(gold, response, options)
        return
    failures: list[Exception] = []
    places = (Place(chunk, options) for chunk in _chunks(_until_failure(pairs, failures)))
    first = list(islice(places, 2))
    if len(first) < 2:
        for place in first:
            place.grade()
            yield from place.wait()
    else:
        others: list[Worker] = []
        try:
            with suppress(OSError):  # there is no room for as many
                others += (Worker(options) for _ in range(workers - 1))
            yield from _in_order(chain(first, places), others)
        finally:
            for worker in others:
                worker.end()
    if failures:
        raise failures[0]


def _in_order(places: Iterator[Place], others: list[Worker]) -> Iterator[Verdict]:
    """What the others have no room for is graded here: sending a pair and waiting for it is work as well."""
    waiting: deque[Place] = deque()
    for place in places:
        waiting.append(place)
        worker = next((worker for worker in others if worker.has_room), None)
        if worker is None:
            place.grade()
        else:
            worker.send(place)
        for worker in others:
            worker.collect()
        while waiting and (waiting[0].verdicts is not None or len(waiting) > _WAITING * len(others)):
            yield from waiting.popleft().wait()
    for place in waiting:
        yield from place.wait()


def _until_failure(pairs: Iterator[Pair], failures: list[Exception]) -> Iterator[Pair]:
    """The pairs before one that is none: they are graded before anybody hears of it."""
    try:
        yield from pairs
    except Exception as failure:
        failures.append(failure)


def _checked(pairs: Iterable[Pair]) -> Iterator[Pair]:
    for number, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"pair {number} is not a gold and a response: {type(pair).__name__}")
        gold, response = pair
        must_be_text(f"response of pair {number}", response)
        yield plain(f"gold of pair {number}", gold), response


def _chunks(pairs: Iterator[Pair]) -> Iterator[Chunk]:
    chunk: Chunk = []
    characters = 0
    for gold, response in pairs:
        chunk.append((gold, response))
        characters += len(gold if isinstance(gold, str) else str(gold)) + len(response)
        if len(chunk) == _PAIRS or characters >= _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _may_start_processes() -> bool:
    """Whether others can be started, and this is no daemon of `multiprocessing`: a worker of a pool has a core."""
    if os.name != "posix" or not sys.executable:
        return False
    multiprocessing = sys.modules.get("multiprocessing.process")
    return multiprocessing is None or not multiprocessing.current_process().daemon


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
