"""How Hypothesis runs here: the same examples on every run, and no deadline, since machines are slow and shared.

There are few examples by default, and more of them where the long tests are asked for, too.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

EVERYWHERE = settings(deadline=None, derandomize=True, database=None)
settings.register_profile("few", EVERYWHERE, max_examples=40)
settings.register_profile("many", EVERYWHERE, max_examples=100)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("few" if config.option.markexpr == "not long" else "many")
