"""The reference grader of GradeSpec: right, bounded and fast.

>>> from refgrader import grade, verify
>>> verify(r"\\frac{1}{2}", "0.5").correct
True
>>> grade("72", r"48 + 24 = \\boxed{72} clips.").correct
True
"""

from refgrader.agrade import agrade
from refgrader.answer import Answer, read_answer
from refgrader.check_gold import GoldCheck, check_gold
from refgrader.grade import extract, grade
from refgrader.limits import LimitReached, Unreadable
from refgrader.many import grade_many
from refgrader.options import OptionError, Options
from refgrader.parse import parse
from refgrader.score import score
from refgrader.verdict import Extraction, Step, UngradableGold, Verdict
from refgrader.verify import verify

#: Of both distributions, `refgrader` and `gradespec`: their builds read it here.
__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Extraction",
    "GoldCheck",
    "LimitReached",
    "OptionError",
    "Options",
    "Step",
    "UngradableGold",
    "Unreadable",
    "Verdict",
    "agrade",
    "check_gold",
    "extract",
    "grade",
    "grade_many",
    "parse",
    "read_answer",
    "score",
    "verify",
]
