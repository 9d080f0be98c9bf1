"""A process that grades chunks of pairs for another one, in the order in which they are sent."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from refgrader.golds import Gold
from refgrader.grade import Parcel, grade, pack, unpack
from refgrader.options import Options
from refgrader.verdict import Verdict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from queue import SimpleQueue
    from subprocess import Popen

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


#: The other process. It looks for modules where this one does, and nothing but a grader is loaded: `multiprocessing`
#: would run the caller's script in it once more, down to the first line that is not guarded.
#: Ctrl-C reaches every process of the terminal, and the caller ends the others himself.
_START: Final = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import sys
from multiprocessing.connection import Connection
connection = Connection(int(sys.argv[1]))
sys.path[:] = connection.recv()
from refgrader.worker import serve
serve(connection)
"""


class Worker:
    """The other process, seen from this one.

    One that is lost gives back what it had, which is graded here; if it had graded anything, another takes its place.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._sent: deque[Place] = deque()
        self._lost = True
        self._start()

    def _start(self) -> None:
        # Imported here: it takes as long as the whole grader, and one verdict does without.
        from multiprocessing import Pipe
        from subprocess import DEVNULL, Popen

        self._connection, theirs = Pipe()
        end = theirs.fileno()
        self._process: Popen[bytes] = Popen(
            [sys.executable, "-I", "-c", _START, str(end)], stdin=DEVNULL, pass_fds=[end]
        )
        theirs.close()
        self._lost = self._has_graded = False
        self._tell(sys.path)
        self._tell(self._options)

    def _tell(self, what: object) -> None:
        try:
            self._connection.send(what)
        except OSError:
            self._give_back()

    @property
    def has_room(self) -> bool:
        """Whether it takes another chunk now."""
        return not self._lost and len(self._sent) < AHEAD

    def send(self, place: Place) -> None:
        """Have the chunk of `place` graded."""
        place.worker = self
        self._sent.append(place)
        self._tell(place.chunk)

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
        self._has_graded = True
        place = self._sent.popleft()
        pairs = zip(parcels, place.chunk, strict=True)
        place.verdicts = [unpack(parcel, gold, place.options) for parcel, (gold, _) in pairs]

    def _give_back(self) -> None:
        self._lost = True
        while self._sent:
            self._sent.popleft().grade()
        self.end()
        if self._has_graded:
            with suppress(OSError):
                self._start()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._connection.close()


def serve(connection: Connection) -> None:
    """In the other process: grade what comes until the sender is gone."""
    from queue import SimpleQueue
    from threading import Thread

    options: Options = connection.recv()
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
