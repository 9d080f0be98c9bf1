"""The corpus: case files as checks, and the clauses they show."""

from gradespec.corpus.clauses import Clause, Spec, clauses, read_spec
from gradespec.corpus.load import Loaded, load, survey
from gradespec.corpus.model import (
    CORRECT,
    INCORRECT,
    UNGRADABLE,
    Case,
    Check,
    Corpus,
    ExpectAnswer,
    Expected,
    ExpectParsed,
    ExpectVerdict,
    Item,
    Sampled,
)
from gradespec.corpus.problems import CorpusError, Problem
from gradespec.corpus.select import matches, select
from gradespec.corpus.texts import expand

__all__ = [
    "CORRECT",
    "INCORRECT",
    "UNGRADABLE",
    "Case",
    "Check",
    "Clause",
    "Corpus",
    "CorpusError",
    "ExpectAnswer",
    "ExpectParsed",
    "ExpectVerdict",
    "Expected",
    "Item",
    "Loaded",
    "Problem",
    "Sampled",
    "Spec",
    "clauses",
    "expand",
    "load",
    "matches",
    "read_spec",
    "select",
    "survey",
]
