"""What Inspect, lighteval, verifiers and NeMo Gym call: with the real packages."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from refgrader import OptionError, UngradableGold
from refgrader.rewards.verifiers import correct_answer, correct_reply
from rewards_page import examples, run_example

# --- Inspect -----------------------------------------------------------------------------------------------


def test_inspect_scores_samples_and_leaves_out_the_ungradable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    said = {1: r"\boxed{0.5}", 2: "2", 3: "5"}

    @solver
    def says() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            state.output = ModelOutput.from_content("mockllm/model", said[int(state.sample_id)])
            return state

        return solve

    monkeypatch.chdir(tmp_path)
    task = run_example("Inspect")["half"]()
    (log,) = inspect_ai.eval(
        task, solver=says(), model="mockllm/model", display="none", log_dir=str(tmp_path), log_format="json"
    )
    assert log.status == "success", log.error
    scores = [sample.scores["math_answer"] for sample in log.samples]
    assert [one.value for one in scores[:2]] == [1.0, 0.0]
    assert math.isnan(scores[2].value)
    assert scores[0].answer == "0.5"
    assert log.results.scores[0].metrics["accuracy"].value == 0.5


def test_inspect_knows_the_options() -> None:
    pytest.importorskip("inspect_ai")
    from inspect_ai.scorer import Target
    from refgrader.rewards.inspect_ai import math_answer

    state = SimpleNamespace(output=SimpleNamespace(completion=r"\boxed{50\%}"))
    for options, value in (None, 1.0), ("strict", 0.0):
        assert asyncio.run(math_answer(options)(state, Target(["7", "50"]))).value == value
    assert asyncio.run(math_answer(ungradable=0)(state, Target(""))).value == 0.0
    with pytest.raises(OptionError):
        math_answer("strictest")


# --- lighteval ---------------------------------------------------------------------------------------------


def test_lighteval_computes_the_metric() -> None:
    pytest.importorskip("lighteval")
    from lighteval.models.model_output import ModelResponse
    from lighteval.tasks.requests import Doc

    metric = run_example("lighteval")["metric"]

    def found(gold: str, *responses: str) -> float:
        doc = Doc(query="?", choices=[gold], gold_index=0)
        return float(metric.compute_sample(doc=doc, model_response=ModelResponse(text=list(responses)))["math_answer"])

    assert found("1/2", r"\boxed{0.5}") == 1.0
    assert found("1/2", r"\boxed{0.5}", "2") == 0.5
    assert math.isnan(found("", r"\boxed{0.5}"))
    mean = metric.get_corpus_aggregations()["math_answer"]
    assert mean([1.0, 0.0, math.nan]) == 0.5


# --- verifiers ---------------------------------------------------------------------------------------------

SAID = [{"role": "assistant", "content": r"So it is \boxed{0.5}."}]


def test_a_reward_of_a_rubric() -> None:
    assert correct_answer(completion=SAID, answer="1/2", prompt="?", state={}) == 1.0
    assert correct_answer(completion="Who knows?", answer="1/2") == 0.0
    with pytest.raises(UngradableGold):
        correct_answer(completion=SAID, answer="")


def test_a_reward_of_a_task() -> None:
    trace = SimpleNamespace(last_reply=SAID[0]["content"])
    assert asyncio.run(correct_reply(SimpleNamespace(answer=0.5), trace)) == 1.0
    assert asyncio.run(correct_reply(SimpleNamespace(answer=2), trace)) == 0.0
    with pytest.raises(UngradableGold):
        asyncio.run(correct_reply(SimpleNamespace(answer=None), trace))


def test_the_rubric_of_verifiers() -> None:
    verifiers = pytest.importorskip("verifiers")
    if not hasattr(verifiers, "Rubric"):
        pytest.skip("verifiers 0.4 has no rubrics")
    rubric = run_example("verifiers")["rubric"]
    state = verifiers.State(
        prompt=[{"role": "user", "content": "?"}], completion=SAID, answer="1/2", task="mine", info={}, timing={}
    )
    state["trajectory"] = []
    assert asyncio.run(rubric._call_individual_reward_func(rubric.funcs[0], state)) == 1.0


def test_the_configuration_of_verifiers() -> None:
    pytest.importorskip("verifiers.v1.configs.task")
    import tomllib
    import verifiers.v1 as vf
    from verifiers.v1.configs.task import TaskConfig

    class Data(vf.TaskData):  # type: ignore[misc, name-defined]
        """A row with a gold."""

        answer: str

    config: dict[str, Any] = tomllib.loads(examples("verifiers", "toml")[0])
    task = vf.Task[Data](Data(answer="1/2", prompt="?"), TaskConfig(**config["env"]["taskset"]["task"]))
    (reward,) = task.hooks("reward")
    trace = SimpleNamespace(last_reply=SAID[0]["content"])
    assert reward.__name__ == "correct_reply"
    assert asyncio.run(reward(task=task.data, trace=trace)) == 1.0


# --- NeMo Gym ----------------------------------------------------------------------------------------------


@pytest.fixture
def gym() -> Any:
    """A client of the server of the page."""
    pytest.importorskip("nemo_gym.base_resources_server")
    from unittest.mock import MagicMock

    from fastapi.testclient import TestClient
    from nemo_gym.base_resources_server import BaseResourcesServerConfig
    from nemo_gym.server_utils import ServerClient

    config = BaseResourcesServerConfig(host="127.0.0.1", port=8080, entrypoint="", name="my_math")
    server = run_example("NeMo Gym")["MathResourcesServer"](config=config, server_client=MagicMock(spec=ServerClient))
    return TestClient(server.setup_webserver())


def asked(gold: object, *texts: str) -> dict[str, Any]:
    """A row with a response of several messages, as NeMo Gym posts it."""
    output = [
        {
            "id": f"message-{number}",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        }
        for number, text in enumerate(texts)
    ]
    response = {"id": "1", "created_at": 1, "model": "mine", "object": "response", "output": output}
    rest = {"parallel_tool_calls": False, "tool_choice": "none", "tools": []}
    return {"responses_create_params": {"input": []}, "response": {**response, **rest}, "expected_answer": gold}


def test_the_server_of_nemo_gym(gym: Any) -> None:
    replies = [
        gym.post("/verify", json=body).json()
        for body in (asked("1/2", "Let me see.", r"So it is \boxed{0.5}."), asked("1/2", r"\boxed{2}"), asked(["7", 8]))
    ]
    assert [reply["reward"] for reply in replies] == [1.0, 0.0, 0.0]
    assert [reply["extracted_answer"] for reply in replies] == ["0.5", "2", None]
    assert replies[0]["expected_answer"] == "1/2"
    with pytest.raises(UngradableGold):
        gym.post("/verify", json=asked("90^", r"\boxed{2}"))
