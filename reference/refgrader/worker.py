"""A process that grades chunks of pairs for another one, in the order in which they are sent."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from refgrader.golds import Gold
from refgrader.grade import Parcel, grade, pack, unpack
from refgrader.options import Options
from refgrader.verdict import Verdict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from queue import SimpleQueue

Chunk = list[tuple[Gold, str]]

#: Chunks on the way to a worker: one in work, the others waiting, so that it never waits for its sender.
AHEAD: Final = 4


class Place:
    """A chunk, and its verdicts once they are there."""

    __slots__ = ("chunk", "options", "verdicts", "worker")

    def __init__(self, chunk: Chunk, options: Options) -> None:
        self.chunk, self.options = chunk, options
        self.verdicts: list[Verdict] | None = None
        self.worker: Worker | None = None

    def grade(self) -> None:
        """Grade the chunk in this process."""
        self.verdicts = [grade(gold, response, self.options) for gold, response in self.chunk]

    def wait(self) -> list[Verdict]:
        """The verdicts, waited for."""
        while self.verdicts is None:
            assert self.worker is not None
            self.worker.receive()
        return self.verdicts


class Worker:
    """The other process, seen from this one. One that is lost gives back what it had: it is graded here."""

    def __init__(self, options: Options) -> None:
        # Imported here: it takes as long as the whole grader, and one verdict does without.
        from multiprocessing import get_context

        spawn = get_context("spawn")
        self._connection, other_end = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(other_end, options), daemon=True)
        self._process.start()
        other_end.close()
        self._sent: deque[Place] = deque()
        self._lost = False

    @property
    def has_room(self) -> bool:
        """Whether it takes another chunk now."""
        return not self._lost and len(self._sent) < AHEAD

    def send(self, place: Place) -> None:
        """Have the chunk of `place` graded."""
        place.worker = self
        self._sent.append(place)
        try:
            self._connection.send(place.chunk)
        except OSError:
            self._give_back()

    def collect(self) -> None:
        """Take what has come back, without waiting."""
        while self._sent and self._has_more():
            self.receive()

    def _has_more(self) -> bool:
        try:
            return self._connection.poll()
        except OSError:
            return True  # it is lost: `receive` will see

    def receive(self) -> None:
        """Take the next verdicts, waiting for them."""
        try:
            parcels: list[Parcel] = self._connection.recv()
        except (EOFError, OSError):
            self._give_back()
            return
        place = self._sent.popleft()
        pairs = zip(parcels, place.chunk, strict=True)
        place.verdicts = [unpack(parcel, gold, place.options) for parcel, (gold, _) in pairs]

    def _give_back(self) -> None:
        self._lost = True
        while self._sent:
            self._sent.popleft().grade()

    def end(self) -> None:
        """End the process, whatever it is doing, and whatever the caller's main module has it do with SIGTERM."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def _serve(connection: Connection, options: Options) -> None:
    """In the other process: grade what comes until the sender is gone."""
    import signal
    from queue import SimpleQueue
    from threading import Thread

    # Ctrl-C reaches every process of the terminal, and the sender ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parcels: SimpleQueue[list[Parcel]] = SimpleQueue()
    # Verdicts are sent while other chunks are graded: neither side ever waits for the other to read.
    Thread(target=_send, args=(connection, parcels), daemon=True).start()
    while True:
        try:
            chunk: Chunk = connection.recv()
        except (EOFError, OSError):
            return
        parcels.put([pack(grade(gold, response, options)) for gold, response in chunk])


def _send(connection: Connection, parcels: SimpleQueue[list[Parcel]]) -> None:
    try:
        while True:
            connection.send(parcels.get())
    except OSError:
        return
