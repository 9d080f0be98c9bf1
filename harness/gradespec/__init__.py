"""GradeSpec: the conformance suite for math-answer graders."""

from importlib.metadata import version

__version__ = version("gradespec")
