"""The packaged cases, read once in a process: two seconds that many tests would spend again."""

from __future__ import annotations

from functools import cache

from gradespec.corpus import Corpus, survey


@cache
def corpus() -> Corpus:
    """Every case of the suite that can be read, without samples; `gradespec lint` has a test of its own."""
    return survey().corpus.suite
