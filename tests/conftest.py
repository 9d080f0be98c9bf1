"""How the tests run here: Hypothesis makes the same examples on every run, without a deadline, since machines are slow
and shared; few by default, and more of them where the long tests are asked for, too.

Hundreds of tests start an interpreter. Where none may keep byte code (``PYTHONDONTWRITEBYTECODE``, as images for
containers set it) each compiles anew all that it imports, and so do pytest's own workers: a quarter of all the time.
"""

from __future__ import annotations

import gc
import os
import sys

import pytest
from hypothesis import settings

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

EVERYWHERE = settings(deadline=None, derandomize=True, database=None)
settings.register_profile("few", EVERYWHERE, max_examples=40)
settings.register_profile("many", EVERYWHERE, max_examples=100)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("few" if config.option.markexpr == "not long" else "many")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("interpreted") and not sys.modules["refgrader.verify"].__file__.endswith(".py"):
        pytest.skip("the grader is compiled")


def pytest_collection_finish() -> None:
    """Thousands of tests and SymPy's tables stay until the end: no collection of garbage goes through them again."""
    gc.freeze()
