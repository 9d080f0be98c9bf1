"""The functions for lm-evaluation-harness, and the task of the page run by the real one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from refgrader import OptionError, UngradableGold
from refgrader.rewards.lm_eval import FinalAnswer, make_process_results, process_results
from rewards_page import examples, run_example

ROWS = [
    {"problem": "How many clips?", "answer": "72"},
    {"problem": "Which half?", "answer": "1/2"},
    {"problem": "Nobody knows.", "answer": r"\frac{1}{"},
]


def test_a_row_is_right_or_wrong_or_counts_as_ungradable() -> None:
    assert process_results(ROWS[1], [r"So it is \boxed{0.5}."]) == {"accuracy": 1.0, "ungradable": 0.0}
    assert process_results(ROWS[1], ["Who knows?"]) == {"accuracy": 0.0, "ungradable": 0.0}
    assert process_results(ROWS[2], [r"So it is \boxed{0.5}."]) == {"ungradable": 1.0}
    assert process_results(ROWS[1], [[r"\boxed{0.5}", r"\boxed{2}"]]) == {"accuracy": 0.5, "ungradable": 0.0}


def test_another_field_other_options_and_another_policy() -> None:
    strict = make_process_results("solution", "strict")
    assert strict({"solution": "50"}, [r"\boxed{50\%}"])["accuracy"] == 0.0
    assert make_process_results(ungradable=0)(ROWS[2], ["5"]) == {"accuracy": 0.0, "ungradable": 1.0}
    with pytest.raises(UngradableGold):
        make_process_results(ungradable="raise")(ROWS[2], ["5"])
    with pytest.raises(OptionError):
        make_process_results(options="strictest")
    with pytest.raises(KeyError, match="solution"):
        strict(ROWS[0], ["5"])


def test_the_filter_leaves_the_final_answer() -> None:
    responses = [[r"So it is \boxed{0.5}.", "Who knows?"], ["#### 72"]]
    assert FinalAnswer().apply(responses, ROWS) == [["0.5", "[invalid]"], ["72"]]


def test_the_example() -> None:
    run_example("lm-evaluation-harness")


def run_by_the_harness(model: Any, folder: Path, rows: Sequence[dict[str, str]] = ROWS) -> dict[str, Any]:
    """What the harness reports of the task of the page, on these rows."""
    lm_eval = pytest.importorskip("lm_eval")
    pytest.importorskip("datasets")
    from lm_eval.tasks import TaskManager

    problems = folder / "problems.jsonl"
    problems.write_text("".join(json.dumps(row) + "\n" for row in rows))
    task = examples("lm-evaluation-harness", "yaml")[0].replace("problems.jsonl", str(problems))
    (folder / "my_math.yaml").write_text(task)
    tasks = TaskManager(include_path=str(folder), include_defaults=False)
    found = lm_eval.simple_evaluate(model=model, tasks=["my_math"], task_manager=tasks, log_samples=False)
    report: dict[str, Any] = found["results"]["my_math"]
    return report


@pytest.mark.long
def test_the_task_of_the_page_on_the_dummy_model(tmp_path: Path) -> None:
    report = run_by_the_harness("dummy", tmp_path)
    assert report["accuracy,none"] == report["accuracy,final-answer"] == 0
    assert report["ungradable,none"] == pytest.approx(1 / 3)


@pytest.mark.long
def test_the_task_of_the_page_on_a_model_that_knows_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    dummy = pytest.importorskip("lm_eval.models.dummy")
    graded: list[float] = []

    class Half(dummy.DummyLM):  # type: ignore[misc, name-defined]
        """A model with one answer to everything."""

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            return [r"So it is $\boxed{0.5}$." for _ in requests]

    def timed(row: dict[str, Any], responses: list[Any]) -> dict[str, float]:
        start = time.perf_counter()
        found = process_results(row, responses)
        graded.append(time.perf_counter() - start)
        return found

    monkeypatch.setattr("refgrader.rewards.lm_eval.process_results", timed)
    report = run_by_the_harness(Half(), tmp_path, ROWS * 100)
    assert report["accuracy,none"] == report["accuracy,final-answer"] == 0.5
    record_property("verdicts a second", round(len(graded) / sum(graded)))
