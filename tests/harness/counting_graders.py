"""A grader that tells a file how often it was asked."""

from __future__ import annotations

import os
import time


def slow(gold: str, response: str) -> bool:
    """Right now and then, after a millisecond; one byte for each time."""
    time.sleep(0.001)
    with open(os.environ["GRADESPEC_TEST_COUNTED"], "ab", buffering=0) as file:
        file.write(b".")
    return len(response) % 2 == 0
