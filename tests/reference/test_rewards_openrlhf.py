"""The functions for OpenRLHF, asked as its executor asks them.

The signatures are those of openrlhf/utils/agent.py at 3c3be6234e0cb353e76bb8019947db9dfe99fca7, whose
executor calls `reward_func(queries, prompts, labels)` of a file, or posts `query`, `prompts` and `labels`.
"""

from __future__ import annotations

import importlib.util
import json
import threading
import urllib.request
from pathlib import Path

import pytest
from refgrader import UngradableGold
from refgrader.rewards.openrlhf import remote_reward, reward_func
from rewards_page import examples, run_example

PROMPT = "<|user|>A box like \\boxed{7}: what is half of 1?<|assistant|>"
REQUEST = {
    "query": [f"<s>{PROMPT}It is \\boxed{{0.5}}.<|end|>", f"{PROMPT}It is \\boxed{{2}}.</s>", f"{PROMPT}Who knows?"],
    "prompts": [PROMPT] * 3,
    "labels": ["1/2", "1/2", "7"],
}


def test_a_server_answers_with_a_number_for_each_query() -> None:
    answer = json.loads(json.dumps(remote_reward(REQUEST)))
    assert answer["rewards"] == answer["scores"] == [1.0, 0.0, 0.0]


def test_nothing_of_a_prompt_is_taken_for_the_response() -> None:
    """Of a prompt that is too long, OpenRLHF keeps the end."""
    kept = PROMPT[9:]
    request = {"query": [f"{kept}Who knows?", f"{kept}It is \\boxed{{0.5}}."], "prompts": [PROMPT] * 2}
    assert remote_reward({**request, "labels": ["7", "1/2"]})["rewards"] == [0.0, 1.0]
    assert remote_reward({"query": [r"\boxed{0.5}"], "prompts": ["?"], "labels": ["1/2"]})["rewards"] == [1.0]


def test_an_ungradable_label_is_no_zero_unless_it_is_told() -> None:
    request = {"query": [r"?\boxed{0.5}"], "prompts": ["?"], "labels": [""]}
    with pytest.raises(UngradableGold):
        remote_reward(request)
    assert remote_reward(request, ungradable=0)["rewards"] == [0.0]
    assert remote_reward({**request, "labels": ["50"]}, "strict")["rewards"] == [0.0]


def test_a_file_with_the_function_as_openrlhf_loads_it(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    file = tmp_path / "reward.py"
    file.write_text(examples("OpenRLHF")[0])
    spec = importlib.util.spec_from_file_location("reward_func", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.reward_func(REQUEST["query"], REQUEST["prompts"], REQUEST["labels"])
    assert torch.equal(found["rewards"], torch.tensor([1.0, 0.0, 0.0]))
    assert torch.equal(found["scores"], found["rewards"])
    assert found["extra_logs"]["accuracy"].mean() == pytest.approx(1 / 3)


def test_the_example_with_a_file() -> None:
    assert run_example("OpenRLHF")["reward_func"].func is reward_func


def test_the_example_with_a_server() -> None:
    server = run_example("OpenRLHF", 1, port=0)["server"]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        where = f"http://127.0.0.1:{server.server_address[1]}/"
        request = urllib.request.Request(where, json.dumps(REQUEST).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            assert json.load(reply)["rewards"] == [1.0, 0.0, 0.0]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
