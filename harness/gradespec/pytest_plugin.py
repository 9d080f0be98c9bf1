"""The pytest plugin: ``pytest --grader=NAME`` runs the conformance checks, one item each (RUN)."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a conformance run; without ``--grader`` nothing else of this package is imported."""
    group = parser.getgroup("gradespec", "conformance of math-answer graders")
    group.addoption("--grader", metavar="NAME", help="run the conformance checks against this grader")
