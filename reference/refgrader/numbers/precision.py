"""The guard of python-flint's one global precision: set for a computation, put back after it (RUN-8)."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flint import ctx

_LOCK: Final = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child must not inherit a lock that another thread held
    os.register_at_fork(before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release)


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with `bits` bits inside the block; one thread at a time."""
    with _LOCK:
        before = ctx.prec
        try:
            ctx.prec = bits
            yield
        finally:
            ctx.prec = before
