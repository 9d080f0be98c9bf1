"""The ends that come from outside: Ctrl-C, a closed terminal, what CI sends to cancel."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(KeyboardInterrupt):
    """A signal came that ends programs; `signal` is its number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.signal = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Make each of `ENDS` raise `Ended`, once: while graders are ended and files closed, a second one is not heard.

    A signal that whoever started the program has it ignore (nohup) stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDS}
    heard = [number for number in ENDS if before[number] is not signal.SIG_IGN]

    def end(number: int, frame: FrameType | None) -> None:
        for other in heard:
            signal.signal(other, signal.SIG_IGN)
        raise Ended(number)

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
