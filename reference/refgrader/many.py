"""Many pairs on several cores: chunks of a stream go to worker processes, verdicts come back in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from refgrader.grade import grade, must_be_text
from refgrader.options import Options
from refgrader.verdict import Verdict

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Pair = tuple[str, str]
Chunk = list[Pair]

#: A chunk ends with so many pairs, or with the pair that brings it to so many characters.
_PAIRS: Final = 256
_CHARACTERS: Final = 1_000_000
#: Chunks on the way for each worker: one in work, one waiting, one done; more would only take memory.
_AHEAD: Final = 3


def grade_many(
    pairs: Iterable[Pair],
    options: Options | Mapping[str, Any] | str | None = None,
    workers: int | None = None,
) -> Iterator[Verdict]:
    """The verdict of `grade` for every (gold, response) of `pairs`, in their order.

    `pairs` may be a stream without end: it is read a few chunks ahead, and so much is held in memory.
    `workers` is a number of processes, by default one for each core that this process may use; with 1, or
    where all pairs fit one chunk, everything happens here. Workers are spawned, never forked, so threads,
    locks and devices of the caller do not matter; a script has to guard its start with
    ``if __name__ == "__main__":`` as for any such process. Closing the iterator, or an exception such as
    KeyboardInterrupt, ends the workers.

    Raises `OptionError` and `ValueError` (workers) when called, `TypeError` on reaching a pair that is none.
    """
    chosen = Options.of(options)
    count = _cores() if workers is None else workers
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise ValueError(f"workers is a number of processes from 1, not {workers!r}")
    return _graded(_checked(pairs), chosen, count)


def _graded(pairs: Iterator[Pair], options: Options, workers: int) -> Iterator[Verdict]:
    if workers == 1:
        for gold, response in pairs:
            yield grade(gold, response, options)
        return
    chunks = _chunks(pairs)
    first = list(islice(chunks, 2))
    if len(first) < 2:
        for chunk in first:
            yield from _grade_chunk(chunk, options)
        return
    with _pool(workers) as pool:
        try:
            yield from _in_order(pool, chain(first, chunks), options, workers * _AHEAD)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _in_order(pool: Executor, chunks: Iterator[Chunk], options: Options, ahead: int) -> Iterator[Verdict]:
    waiting: deque[Future[list[Verdict]]] = deque()
    for chunk in chunks:
        waiting.append(pool.submit(_grade_chunk, chunk, options))
        if len(waiting) == ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _grade_chunk(chunk: Chunk, options: Options) -> list[Verdict]:
    return [grade(gold, response, options) for gold, response in chunk]


def _checked(pairs: Iterable[Pair]) -> Iterator[Pair]:
    for number, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"pair {number} is not a gold and a response: {type(pair).__name__}")
        gold, response = pair
        must_be_text(f"gold of pair {number}", gold)
        must_be_text(f"response of pair {number}", response)
        yield gold, response


def _chunks(pairs: Iterator[Pair]) -> Iterator[Chunk]:
    chunk: Chunk = []
    characters = 0
    for gold, response in pairs:
        chunk.append((gold, response))
        characters += len(gold) + len(response)
        if len(chunk) == _PAIRS or characters >= _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _pool(workers: int) -> Executor:
    # Imported here: it takes as long as the whole grader, and one verdict does without.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    spawn = get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=spawn, initializer=_leave_interrupts_to_parent)


def _leave_interrupts_to_parent() -> None:
    """In a worker: Ctrl-C reaches every process of the terminal, and the parent ends its workers itself."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
