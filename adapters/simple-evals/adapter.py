# /// script
# requires-python = ">=3.10"
# dependencies = ["jinja2==3.1.6", "numpy>=1.26", "requests>=2.32", "tqdm>=4.66"]
#
# [tool.gradespec]
# version = "ee3b031"
# summary = "simple-evals' ANSWER_PATTERN: the line behind the first 'Answer:'; a model compares it"
# license = "MIT"
# homepage = "https://github.com/openai/simple-evals"
# capabilities = ["extract"]
#
# [tool.gradespec.source]
# repository = "https://github.com/openai/simple-evals"
# commit = "ee3b0318d8d1d9d72755a4120879be65f7c07e9e"
# files = ["common.py", "types.py"]
# ///
"""simple-evals' `ANSWER_PATTERN`, looked for as its math_eval.py does. The rest of that is a question to a model."""

import importlib
import os
import re
import sys
from types import ModuleType

from gradespec_sdk import serve

# The repository is a package: its files import each other by a dot.
package = sys.modules["simple_evals"] = ModuleType("simple_evals")
package.__path__ = [os.environ["GRADESPEC_SOURCE"]]
ANSWER_PATTERN = importlib.import_module("simple_evals.common").ANSWER_PATTERN


def extract(response: str, options: dict[str, object]) -> str | None:
    """The first group of the first match."""
    match = re.search(ANSWER_PATTERN, response)
    return match.group(1) if match else None


serve(name="simple-evals", version="ee3b031", backend="upstream", extract=extract)
