"""The reference grader of GradeSpec: right, bounded and fast.

>>> from refgrader import verify
>>> verify(r"\\frac{1}{2}", "0.5").correct
True
"""

from refgrader.limits import LimitReached, Unreadable
from refgrader.options import OptionError, Options
from refgrader.reading import Answer, read_answer
from refgrader.verdict import Extraction, Step, Verdict
from refgrader.verify import verify

__all__ = [
    "Answer",
    "Extraction",
    "LimitReached",
    "OptionError",
    "Options",
    "Step",
    "Unreadable",
    "Verdict",
    "read_answer",
    "verify",
]
