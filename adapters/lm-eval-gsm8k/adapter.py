# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26", "pyyaml==6.0.2"]
#
# [tool.gradespec]
# version = "0.4.13"
# package = "lm-eval"
# no-deps = ["lm-eval==0.4.13"]
# summary = "lm-evaluation-harness, task gsm8k: its flexible-extract, the last number, as an exact text"
# license = "MIT"
# homepage = "https://github.com/EleutherAI/lm-evaluation-harness"
# capabilities = ["verify", "grade"]
# ///
"""The exact match of lm-evaluation-harness's gsm8k task behind its filter flexible-extract.

Filters and metric are those that the task's YAML file names. Its other filter, strict-match, wants ``#### ``; that is
how an answer and a gold are put to it here, as the data set has them. Stand-ins take the place of what its other
metrics and its tasks need.
"""

import importlib
import sys
from importlib.metadata import distribution
from types import SimpleNamespace
from unittest.mock import MagicMock

import yaml
from gradespec_sdk import packages_alone, serve

LM_EVAL = distribution("lm-eval")
FILTER = "flexible-extract"

packages_alone(LM_EVAL, "lm_eval", "lm_eval.api")
for name in ("datasets", "sacrebleu"):
    sys.modules[name] = MagicMock()
task = yaml.safe_load(LM_EVAL.locate_file("lm_eval/tasks/gsm8k/gsm8k.yaml").read_text())
exact_match = importlib.import_module("lm_eval.api.metrics").exact_match_fn
build_filter_ensemble = importlib.import_module("lm_eval.filters").build_filter_ensemble

(steps,) = (entry["filter"] for entry in task["filter_list"] if entry["name"] == FILTER)
(metric,) = task["metric_list"]
OF_THE_TASK = ("metric", "aggregation", "higher_is_better")
choices = {name: value for name, value in metric.items() if name not in OF_THE_TASK}
pipeline = build_filter_ensemble(FILTER, [(step.pop("function"), step) for step in steps])


def grade(gold: str, response: str, options: dict[str, object]) -> bool:
    """Its exact match, of what the filters leave of the response."""
    asked = SimpleNamespace(resps=[response], doc={}, filtered_resps={})
    pipeline.apply([asked])
    found = exact_match(predictions=[asked.filtered_resps[FILTER]], references=[f"#### {gold}"], **choices)
    return bool(found["exact_match"])


serve(
    name="lm-eval-gsm8k",
    version=LM_EVAL.version,
    verify=lambda gold, answer, options: grade(gold, f"#### {answer}", options),
    grade=grade,
)
