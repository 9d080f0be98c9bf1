"""How Hypothesis runs here: the same examples on every run, and no deadline on shared machines."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("reference", deadline=None, derandomize=True, database=None, max_examples=100)
settings.load_profile("reference")
