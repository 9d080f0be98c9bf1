"""A pool reads no further ahead than what it may hold."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event

import pytest
from gradespec import pool
from gradespec.cage import Limits
from gradespec.graders import resolve
from gradespec.run import started


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("size", "ahead"), [(4, 3), (0, 7)])
def test_of_large_items_fewer_are_read_ahead(size: int, ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "HELD", 10)
    monkeypatch.setattr(pool, "WINDOW", 7)
    read, enough = 0, Event()

    def items() -> Iterator[int]:
        nonlocal read
        for number in range(50):
            read += 1
            if read == ahead:
                enough.set()
            yield number

    def looked_at(number: int) -> int:
        if number:
            return number
        assert enough.wait(60)
        time.sleep(0.2)  # in which all the others would be read
        return read

    with started(resolve("bad_graders:yes"), Limits(), 1) as graders:
        assert list(graders.map(looked_at, items(), lambda _: size)) == [ahead, *range(1, 50)]
