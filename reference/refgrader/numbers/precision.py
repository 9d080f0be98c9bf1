"""The guard of python-flint's one global precision: set for a computation, put back after it (RUN-8)."""

from __future__ import annotations

import os
import threading
from typing import Final

from flint import ctx

_LOCK: Final = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child must not inherit a lock that another thread held
    os.register_at_fork(before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release)


class precision:  # noqa: N801 - a block that is entered a dozen times for a pair: no generator behind it
    """Compute with `bits` bits inside the block; one thread at a time."""

    __slots__ = ("before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        _LOCK.acquire()
        self.before = ctx.prec
        ctx.prec = self.bits

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        ctx.prec = self.before
        _LOCK.release()
