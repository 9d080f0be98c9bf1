"""The kinds of answers, a chapter of the spec to a file or two."""

from __future__ import annotations

from typing import Final

from gradespec.fuzz.kinds import (
    amounts,
    constants,
    families,
    functions,
    identities,
    intervals,
    measures,
    nested,
    numbers,
    polynomials,
    relations,
    rounded,
    trees,
    tuples,
    vectors,
    words,
)
from gradespec.fuzz.model import Kind

KINDS: Final[tuple[Kind, ...]] = (
    *numbers.KINDS,
    *rounded.KINDS,
    *constants.KINDS,
    *measures.KINDS,
    *amounts.KINDS,
    *polynomials.KINDS,
    *identities.KINDS,
    *trees.KINDS,
    *functions.KINDS,
    *families.KINDS,
    *relations.KINDS,
    *tuples.KINDS,
    *vectors.KINDS,
    *nested.KINDS,
    *intervals.KINDS,
    *words.KINDS,
)
