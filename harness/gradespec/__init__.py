"""GradeSpec: the conformance suite for math-answer graders."""

__version__ = "0.1.0"
