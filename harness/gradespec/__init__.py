"""GradeSpec: the conformance suite for math-answer graders."""

from importlib.metadata import version


def __getattr__(name: str) -> str:
    # Looked up when it is asked for: parts of the harness run from a checkout that nobody installed.
    if name == "__version__":
        return version("gradespec")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
