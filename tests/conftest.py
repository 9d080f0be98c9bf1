"""How Hypothesis runs here: the same examples on every run, and no deadline, since machines are slow and shared."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("everywhere", deadline=None, derandomize=True, database=None, max_examples=100)
settings.load_profile("everywhere")
