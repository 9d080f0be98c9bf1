"""The kinds of answers, a chapter of the spec to a file."""

from __future__ import annotations

from typing import Final

from gradespec.fuzz.kinds import numbers, tuples
from gradespec.fuzz.model import Kind

KINDS: Final[tuple[Kind, ...]] = (*numbers.KINDS, *tuples.KINDS)
