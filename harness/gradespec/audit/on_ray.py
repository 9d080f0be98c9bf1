"""The same audit on many machines, by Ray Data: files are read by tasks, rows decided by actors that hold the graders,
and the tallies of chunks of rows put together by Ray's grouping.

An actor that is lost is started again and its chunk decided again; nobody hears of the first time, so that each row
counts once. Chunks depend on the rows alone, so that another run finds what was decided of them: see `parts`.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import pyarrow
import ray
from ray.data import ActorPoolStrategy, DataContext, Dataset, Datasource, ReadTask
from ray.data.aggregate import AggregateFnV2
from ray.data.block import BlockMetadata
from ray.exceptions import RayError

from gradespec.audit.groups import Mergeable, digest
from gradespec.audit.tally import Tally
from gradespec.cage import Limits
from gradespec.environments import Unavailable
from gradespec.rows.decide import decided, deciders
from gradespec.rows.fields import Fields, Rows
from gradespec.rows.files import STDIN, Records, Source, SourceError
from gradespec.rows.model import BadRow, Row
from gradespec.rows.parts import Parts
from gradespec.rows.sample import Sample

M = TypeVar("M", bound=Mergeable)
_Rows = Iterable["Row | BadRow"]
_Tables = Iterator[pyarrow.Table]

CHUNK: Final = 2048  # rows that are decided, and counted, at a time
_LONGEST: Final = 32 * 2**20  # characters of the responses in a chunk, or those of its last row more
_SHARDS: Final = 16  # at most, of tallies that are put together beside each other: each may be a process to start
_PATIENCE: Final = 5.0  # seconds in which a cluster answers
_READING: Final = 0.01  # of a processor: that of a reader, which waits for actors most of the time
_DECIDING: Final = 0.9  # of a processor: that of an actor
#: What a cluster of this process's own is. It starts no process that nothing asks for: that took an eighth of all work.
_OWN: Final = {
    "address": "local",
    "include_dashboard": False,
    "object_store_memory": 500_000_000,  # bytes, at most
    "_system_config": {
        "enable_worker_prestart": False,
        "prestart_worker_first_driver": False,
        "idle_worker_killing_time_threshold_ms": 600_000,
    },
}


@dataclass(frozen=True)
class Job:
    """What an actor is told: the graders, found from `folder` as they are here, what they are asked with, and where
    decisions are kept."""

    graders: tuple[str, ...]
    columns: tuple[str, ...]
    fields: Fields
    options: Mapping[str, Any]
    limits: Limits
    folder: Path
    parts: Parts | None = None


def read(found: Sequence[Source], fields: Sequence[Fields]) -> Dataset:
    """The rows of `found`, those of each file by its own `fields`. Inside `cluster`."""
    return _from_files(found, fields, _chunks, _READING)


def drawn(found: Sequence[Source], fields: Sequence[Fields], size: int, seed: int) -> Sample:
    """A sample of the rows that `read` has. Inside `cluster`."""
    empty = Sample(size, seed)
    draw = partial(_sample_of_file, empty, _shards())
    return _put_together(_from_files(found, fields, draw, _DECIDING), empty)


def given(sample: Sample, found: Sequence[Source]) -> Dataset:
    """The rows of a sample of the files `found`, as `read` has those of files, in their order. Inside `cluster`."""
    order = {source.name: number for number, source in enumerate(found)}
    chunks = _chunks("sample", sorted(sample, key=lambda row: (order[row.place.file], row.place.line)))
    return ray.data.from_arrow(list(chunks) or [_column(_CHUNK, [])])


def tallied(job: Job, rows: Dataset, workers: int | None = None) -> Tally:
    """The tally of `rows`. Inside `cluster`. `workers` are the actors, by default one for each of its processors."""
    tallies = rows.map_batches(
        _Auditor,
        fn_constructor_args=(job, _shards()),
        batch_size=1,
        batch_format="pyarrow",
        num_cpus=_DECIDING,
        compute=ActorPoolStrategy(size=workers or _processors()),
    )
    return _put_together(tallies, Tally(job.columns))


def _processors() -> int:
    """Those of the whole cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _shards() -> int:
    """Into how many tallies those of chunks are put together first: one for two processors."""
    return max(1, min(_SHARDS, _processors() // 2))


@contextmanager
def cluster(address: str | None, workers: int | None) -> Iterator[None]:
    """The cluster at `address`, or one of this process's own with so many processors. Raises `Unavailable`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    if address:
        _must_answer(address)
    which: Mapping[str, Any] = {"address": address} if address else {"num_cpus": workers, **_OWN}
    # where Ray tells of workers that were lost, at the latest when it ends; a report has no place for it
    with redirect_stdout(sys.stderr), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are about Ray's next versions
        try:
            _connect(address, which)
            yield
        except RayError as error:
            raise Unavailable(f"the audit ended on a worker: {str(error).strip().splitlines()[-1]}") from error
        finally:
            ray.shutdown()


def _must_answer(address: str) -> None:
    """Raise `Unavailable` where nobody is at the address: Ray itself would look for a quarter of an hour."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not port.isdigit():  # auto, say
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, error) from error


def _connect(address: str | None, which: Mapping[str, Any]) -> None:
    ended = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **which)
    except Exception as error:  # it raises no more than that where a machine takes its time
        raise _no_cluster(address, error) from error
    signal.signal(signal.SIGTERM, ended)  # Ray would abort, and say where in its code
    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.ERROR)
    context = DataContext.get_current()
    context.target_max_block_size = 1  # bytes: a chunk is a block, and never waits for others
    context.enable_progress_bars = sys.stderr.isatty()
    context.issue_detectors_config.detectors = []


def _no_cluster(address: str | None, error: Exception) -> Unavailable:
    why = error.strerror if isinstance(error, OSError) and error.strerror else error
    where = f"no Ray cluster at {address}" if address else "no Ray cluster could be started"
    return Unavailable(
        f"{where}: {why}; `ray start --head` starts one and says its address; without --address and RAY_ADDRESS, the"
        " audit starts one of its own"
    )


def fields_of_each(found: Sequence[Source], fields: Fields, guess: Callable[[Fields], None]) -> list[Fields]:
    """The fields by which the rows of each file are read: guessed by the first record that has any, as if the files
    were one. `guess` hears of them. Raises `SourceError` where other machines could not read.
    """
    each: list[Fields] = []
    guessed: list[Fields] = []
    for source in found:
        if source.name == STDIN:
            raise SourceError("standard input cannot be read by other machines: write it to a file")
        each.append(guessed[0] if guessed else fields)
        rows = iter(() if guessed else Rows(Records([source]), fields, guessed.append))
        next((row for row in rows if guessed), None)
    for one in guessed:
        guess(one)
    return each


def _from_files(
    found: Sequence[Source], fields: Sequence[Fields], read: Callable[[str, _Rows], _Tables], processors: float
) -> Dataset:
    """What `read` makes of the rows of each file, which it also gets a name for, by a task for each.

    At most one for two processors at once, which is more than enough to keep them at work: every task more is a
    process to start, and a chunk that waits in memory.
    """
    files = _Files(found, fields, read)
    at_once = (_processors() + 1) // 2
    return ray.data.read_datasource(files, num_cpus=processors, override_num_blocks=len(found), concurrency=at_once)


class _Files(Datasource):  # type: ignore[misc]
    """Files, each read by the reader that reads it on one machine."""

    def __init__(
        self, found: Sequence[Source], fields: Sequence[Fields], read: Callable[[str, _Rows], _Tables]
    ) -> None:
        super().__init__()
        self._found, self._fields, self._read = found, fields, read

    def estimate_inmemory_data_size(self) -> int | None:
        return sum(source.size for source in self._found)

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[ReadTask]:
        return [
            ReadTask(partial(_file, self._read, f"{number:06}", source, fields), _about(source))
            for number, (source, fields) in enumerate(zip(self._found, self._fields, strict=True), 1)
        ]


def _file(read: Callable[[str, _Rows], _Tables], name: str, source: Source, fields: Fields) -> _Tables:
    return read(name, Rows(Records([source]), fields))


def _about(source: Source) -> BlockMetadata:
    return BlockMetadata(num_rows=None, size_bytes=source.size, exec_stats=None, input_files=(source.name,))


def _chunks(name: str, rows: _Rows) -> _Tables:
    """Rows in chunks, each with a name of its own."""
    for number, chunk in enumerate(_divided(rows), 1):
        # pickled, since Arrow has no text with half of a character, as JSON has
        yield _column(_CHUNK, [(f"{name}-{number:06}", chunk)])


def _divided(rows: _Rows) -> Iterator[list[Row | BadRow]]:
    chunk: list[Row | BadRow] = []
    length = 0
    for row in rows:
        chunk.append(row)
        length += len(row.response) if isinstance(row, Row) else 0
        if len(chunk) == CHUNK or length >= _LONGEST:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _sample_of_file(empty: Sample, shards: int, name: str, rows: _Rows) -> _Tables:
    sample = deepcopy(empty)
    for row in rows:
        sample.add(row)
    yield _column(_PART, [sample], shard=[digest(name) % shards])


_CHUNK: Final = "chunk"
_PART: Final = "part"


def _column(name: str, values: Sequence[object], **more: Any) -> pyarrow.Table:
    return pyarrow.table({name: pyarrow.array(map(pickle.dumps, values), pyarrow.large_binary()), **more})


class _Auditor:
    """An actor: the graders in processes of their own; of chunks of rows it gives their tally."""

    def __init__(self, job: Job, shards: int) -> None:
        if job.folder.is_dir():  # a grader of its own may be there
            os.chdir(job.folder)
        self._job, self._shards = job, shards
        self._running = ExitStack()  # as long as the actor is there
        found = deciders(job.graders, job.fields, job.options, job.limits, 1, self._running)
        self._decide = partial(decided, deciders=found)

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        tally = Tally(self._job.columns)
        for chunk in batch.column(_CHUNK).to_pylist():
            name, rows = pickle.loads(chunk)
            parts = self._job.parts
            for one in parts.decided(name, rows, self._decide) if parts else self._decide(rows):
                tally.add(one)
        return _column(_PART, [tally], shard=[digest(name) % self._shards])


def _put_together(parts: Dataset, empty: M) -> M:
    """What the `parts` of something, in a column of that name, come to: first beside each other, by their shards.

    All parts are there before the first are put together: grouping asks for whole processors, which actors then have.
    """
    for one in parts.materialize().groupby("shard", num_partitions=_shards()).aggregate(_Merged(empty)).iter_rows():
        empty.merge(pickle.loads(one[_PART]))
    return empty


class _Merged(AggregateFnV2):  # type: ignore[misc]
    """Tallies, or samples, put together."""

    def __init__(self, empty: Mergeable) -> None:
        super().__init__(_PART, lambda: pickle.dumps(empty), on=_PART, ignore_nulls=False)

    def aggregate_block(self, block: pyarrow.Table) -> bytes:
        return _merged(block.column(_PART).to_pylist())

    def combine(self, current_accumulator: bytes, new: bytes) -> bytes:
        return _merged((current_accumulator, new))


def _merged(parts: Sequence[bytes]) -> bytes:
    whole, *others = (pickle.loads(one) for one in parts)
    for one in others:
        whole.merge(one)
    return pickle.dumps(whole)
