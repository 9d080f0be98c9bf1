"""The same audit on many machines, by Ray Data: files are read by tasks, rows decided by actors that hold the graders,
and the tallies of batches of rows put together by Ray's grouping.

An actor that is lost is started again and its batch decided again; nobody hears of the first time, so that each row
counts once.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pyarrow
import ray
from ray.data import ActorPoolStrategy, DataContext, Datasource, ReadTask
from ray.data.aggregate import AggregateFnV2
from ray.data.block import BlockMetadata
from ray.exceptions import RayError

from gradespec.audit.groups import digest
from gradespec.audit.tally import Tally
from gradespec.cage import Limits
from gradespec.environments import Unavailable
from gradespec.rows.decide import decided, deciders
from gradespec.rows.fields import Fields, Rows
from gradespec.rows.files import STDIN, Records, Source, SourceError
from gradespec.rows.model import BadRow, Row

BATCH: Final = 512  # rows that are decided, and counted, at a time
_SHARDS: Final = 16  # tallies that are put together beside each other
_READING: Final = 0.01  # of a processor: that of a reader, which waits for actors most of the time
_DECIDING: Final = 0.9  # of a processor: that of an actor
_STORE: Final = 500_000_000  # bytes of objects that a cluster of this process's own holds at most


@dataclass(frozen=True)
class Job:
    """What an actor is told: the graders, found from `folder` as they are here, and what they are asked with."""

    graders: tuple[str, ...]
    columns: tuple[str, ...]
    fields: Fields
    options: Mapping[str, Any]
    limits: Limits
    folder: Path


def tallied(job: Job, found: Sequence[Source], fields: Sequence[Fields], workers: int | None = None) -> Tally:
    """The tally of the rows of `found`, those of each file by its own `fields`. Inside `cluster`.

    `workers` is the number of actors, by default one for each processor of the cluster.
    """
    rows = ray.data.read_datasource(_Files(found, fields), num_cpus=_READING, override_num_blocks=len(found))
    tallies = rows.map_batches(
        _Auditor,
        fn_constructor_args=(job,),
        batch_size=BATCH,
        batch_format="pyarrow",
        num_cpus=_DECIDING,
        compute=ActorPoolStrategy(size=workers or max(1, int(ray.cluster_resources().get("CPU", 1)))),
    )
    whole = Tally(job.columns)
    for one in tallies.groupby("shard", num_partitions=_SHARDS).aggregate(_Merged(job.columns)).iter_rows():
        whole.merge(pickle.loads(one[_TALLY]))
    return whole


@contextmanager
def cluster(address: str | None, workers: int | None) -> Iterator[None]:
    """The cluster at `address`, or one of this process's own with so many processors. Raises `Unavailable`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    own = {} if address else {"num_cpus": workers, "object_store_memory": _STORE, "include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="WARNING", **own)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise Unavailable(f"no Ray cluster at {address}: {error}; `ray start --head` starts one here") from error
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    context = DataContext.get_current()
    context.enable_progress_bars = sys.stderr.isatty()
    context.issue_detectors_config.detectors = []
    try:
        with redirect_stdout(sys.stderr):  # where Ray tells of workers that were lost, and a report has no place for it
            yield
    except RayError as error:
        raise Unavailable(f"the audit ended on a worker: {str(error).strip().splitlines()[-1]}") from error
    finally:
        ray.shutdown()


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


class _Files(Datasource):  # type: ignore[misc]
    """Rows, as files have them: a task for each file, read by the reader that reads it on one machine."""

    def __init__(self, found: Sequence[Source], fields: Sequence[Fields]) -> None:
        super().__init__()
        self._found = tuple(zip(found, fields, strict=True))

    def estimate_inmemory_data_size(self) -> int | None:
        return sum(source.size for source, _ in self._found)

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[ReadTask]:
        return [
            ReadTask(lambda source=source, fields=fields: _blocks(source, fields), _about(source))
            for source, fields in self._found
        ]


def _about(source: Source) -> BlockMetadata:
    return BlockMetadata(num_rows=None, size_bytes=source.size, exec_stats=None, input_files=(source.name,))


def _blocks(source: Source, fields: Fields) -> Iterator[pyarrow.Table]:
    rows: list[bytes] = []
    for row in Rows(Records([source]), fields):
        rows.append(pickle.dumps(row))  # Arrow has no text with half of a character, as JSON has
        if len(rows) == BATCH:
            yield _table(_ROW, rows)
            rows = []
    if rows:
        yield _table(_ROW, rows)


_ROW: Final = "row"
_TALLY: Final = "tally"


def _table(name: str, values: Sequence[bytes], **more: Any) -> pyarrow.Table:
    return pyarrow.table({name: pyarrow.array(values, pyarrow.large_binary()), **more})


class _Auditor:
    """An actor: the graders in processes of their own; of a batch of rows it gives their tally."""

    def __init__(self, job: Job) -> None:
        if job.folder.is_dir():  # a grader of its own may be there
            os.chdir(job.folder)
        self._job = job
        self._running = ExitStack()  # as long as the actor is there
        self._deciders = deciders(job.graders, job.fields, job.options, job.limits, 1, self._running)

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        tally = Tally(self._job.columns)
        rows: list[Row | BadRow] = [pickle.loads(row) for row in batch.column(_ROW).to_pylist()]
        for one in decided(rows, self._deciders):
            tally.add(one)
        return _table(_TALLY, [pickle.dumps(tally)], shard=[digest(str(rows[0].place)) % _SHARDS])


class _Merged(AggregateFnV2):  # type: ignore[misc]
    """Tallies put together."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        super().__init__(_TALLY, lambda: pickle.dumps(Tally(columns)), on=_TALLY, ignore_nulls=False)

    def aggregate_block(self, block: pyarrow.Table) -> bytes:
        return _merged(block.column(_TALLY).to_pylist())

    def combine(self, current_accumulator: bytes, new: bytes) -> bytes:
        return _merged((current_accumulator, new))


def _merged(tallies: Sequence[bytes]) -> bytes:
    whole, *others = (pickle.loads(one) for one in tallies)
    for one in others:
        whole.merge(one)
    return pickle.dumps(whole)
