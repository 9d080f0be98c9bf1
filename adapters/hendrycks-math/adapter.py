# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "985bdc1"
# summary = "The MATH data set's own is_equiv: the last box, both sides as normalised texts"
# license = "MIT"
# homepage = "https://github.com/hendrycks/math"
# capabilities = ["extract", "verify", "grade"]
#
# [tool.gradespec.source]
# repository = "https://github.com/hendrycks/math"
# commit = "985bdc1696e88e8643f081a0ff4719da39f2ae2a"
# files = ["modeling/dataset/util.py", "modeling/eval_math_gpt.py", "modeling/math_equivalence.py"]
# ///
"""The MATH data set's `is_equiv(output, answer)` over `remove_boxed`, as its eval_math_gpt.py calls them.

Stand-ins take the place of what that script imports to run the model.
"""

import importlib
import os
import sys
from unittest.mock import MagicMock

from gradespec_sdk import serve

for name in (
    *("numpy", "torch", "torch.distributed", "torch.multiprocessing", "torch.nn", "torch.nn.functional"),
    *("torch.nn.parallel", "torch.optim", "tqdm", "transformers", "dataset.MATH", "dataset.khan_academy"),
):
    sys.modules[name] = MagicMock()
sys.path.insert(0, os.path.join(os.environ["GRADESPEC_SOURCE"], "modeling"))
script = importlib.import_module("eval_math_gpt")


def extract(response: str, options: dict[str, object]) -> str | None:
    """What is in the last box."""
    content: str | None = script.remove_boxed(script.last_boxed_only_string(response))
    return content


serve(
    name="hendrycks-math",
    version="985bdc1",
    backend="upstream",
    extract=extract,
    verify=lambda gold, answer, options: script.is_equiv(answer, gold),
    grade=lambda gold, response, options: script.is_equiv(extract(response, options), gold),
)
