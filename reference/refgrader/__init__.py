"""The reference grader of GradeSpec: right, bounded and fast."""

from refgrader.options import OptionError, Options
from refgrader.verdict import Extraction, Step, Verdict

__all__ = ["Extraction", "OptionError", "Options", "Step", "Verdict"]
