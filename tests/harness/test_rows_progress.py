"""What is said of the way through rows: how many, how fast, and how much is left."""

from __future__ import annotations

import time

import pytest
from gradespec.cli import progress
from gradespec.rows.files import Records


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Whatever the last entry is, is the time."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[-1])
    return now


class _Half(Records):
    """Records of which so many were read, and half of the bytes."""

    def __init__(self, count: int) -> None:
        super().__init__(())
        self.total, self.count = 100, count

    @property
    def read(self) -> int:
        return 50


def test_the_time_that_is_left_is_that_of_what_took_work(clock: list[float]) -> None:
    pace = progress._Pace(_Half(20))
    for _ in range(10):
        assert not pace.due(False, 60.0)  # an earlier run did these
    assert pace.said == "10 rows, 0 rows/s"
    clock.append(50.0)
    pace.due(True, 60.0)
    clock.append(59.0)
    for _ in range(9):
        pace.due(True, 60.0)
    assert pace.share == 0.5
    assert pace.said == "20 rows, 1 rows/s, about 18 s left"
    clock.append(61.0)
    assert not pace.due(True, 60.0)  # a minute after the first that took work: before, one knows nothing
    clock.append(110.0)
    assert pace.due(True, 60.0)
    clock.append(111.0)
    assert not pace.due(True, 60.0)


def test_of_a_sample_one_knows_how_many_are_left(clock: list[float]) -> None:
    pace = progress._Pace(_Half(1000), total=40)
    pace.due(True, 60.0)
    clock.append(9.0)
    for _ in range(9):
        pace.due(True, 60.0)
    assert pace.said == "10 rows, 1 rows/s, about 27 s left"


def test_of_what_has_no_length_nothing_is_left(clock: list[float]) -> None:
    pace = progress._Pace(Records(()))
    clock.append(2.0)
    pace.due(True, 60.0)
    clock.append(3.0)
    assert pace.said == "1 row, 1 rows/s"
