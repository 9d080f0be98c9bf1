"""The reward for verl: as its managers call it, in threads and in processes, and with the real ones."""

from __future__ import annotations

import asyncio
import multiprocessing
import shlex
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from examples import sample
from refgrader import UngradableGold, grade
from refgrader.rewards.verl import compute_score
from rewards_page import examples, run_example

ROW = {"data_source": "mine", "ground_truth": "1/2", "extra_info": {"index": 3}}


def test_a_number_for_each_response() -> None:
    assert compute_score(**ROW, solution_str=r"So it is \boxed{0.5}.") == 1.0
    assert compute_score(**ROW, solution_str=r"So it is \boxed{2}.") == 0.0
    assert compute_score(**ROW, solution_str="") == 0.0
    assert type(compute_score("mine", r"\boxed{7}", ["1/2", 7])) is float


def test_keywords_of_a_configuration() -> None:
    assert compute_score("mine", r"\boxed{50\%}", "50", options="strict") == 0.0
    assert compute_score("mine", r"\boxed{5}", None, ungradable=0) == 0.0
    assert compute_score("mine", r"\boxed{5}", "5", reward_router_address=None) == 1.0


def test_an_ungradable_gold_is_no_zero() -> None:
    with pytest.raises(UngradableGold):
        compute_score("mine", r"\boxed{5}", r"\frac{1}{")


def test_the_example() -> None:
    run_example("verl")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """Rows as verl hands them over, with golds that can be graded."""
    pairs = [(gold, rf"So it is \boxed{{{answer}}}.") for gold, answer in sample(400)]
    found = [{"data_source": "mine", "solution_str": response, "ground_truth": gold} for gold, response in pairs]
    return [row for row in found if grade(row["ground_truth"], row["solution_str"]).kind != "ungradable"]


def _pool(kind: str) -> Executor:
    if kind == "threads":
        return ThreadPoolExecutor(8)
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind))


@pytest.mark.parametrize(
    "kind",
    [
        "threads",
        *(
            pytest.param(method, marks=[pytest.mark.long] if method == "spawn" else [])  # as forkserver, and slower
            for method in multiprocessing.get_all_start_methods()
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_loop_as_those_of_verl(
    kind: str, rows: list[dict[str, Any]], record_property: Callable[[str, object], None]
) -> None:
    """Its managers run a coroutine for each row, which waits for a thread or for a process."""

    async def scored(executor: Executor) -> list[float]:
        loop = asyncio.get_running_loop()
        asked = (loop.run_in_executor(executor, partial(compute_score, **row)) for row in rows)
        return list(await asyncio.gather(*asked))

    expected = [compute_score(**row) for row in rows]
    assert {0.0, 1.0} == set(expected)
    with _pool(kind) as executor:
        assert list(executor.map(abs, [-1])) == [1]  # it is up
        start = time.perf_counter()
        assert asyncio.run(scored(executor)) == expected
        record_property("verdicts a second", round(len(rows) / (time.perf_counter() - start)))


# --- the real package --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reward_function() -> Callable[..., float]:
    """The function as verl's own code finds and wraps it, by the command line of the page."""
    pytest.importorskip("verl")
    from omegaconf import OmegaConf
    from verl.trainer.ppo.reward import get_custom_reward_fn

    _, _, _, *told = shlex.split(examples("verl", "sh")[0])
    ungradable = "reward.custom_reward_function.reward_kwargs.ungradable=0"
    found = get_custom_reward_fn(OmegaConf.from_dotlist([*(one.lstrip("+") for one in told), ungradable]))
    assert found is not None
    return found


class Tokenizer:
    """Tokens that are responses."""

    texts = ("", r"So it is \boxed{0.5}.", r"So it is \boxed{2}.", r"\boxed{50\%}")

    def decode(self, tokens: Any, skip_special_tokens: bool = True) -> str:
        """The text of the last token."""
        return self.texts[int(tokens[-1])]


def batch(golds: list[Any], responses: list[int]) -> Any:
    """Rows as verl's trainer hands them to a manager of rewards."""
    import numpy as np
    import torch
    from verl import DataProto

    count = len(golds)
    models = np.array([{"ground_truth": gold} for gold in golds], dtype=object)
    others = {"data_source": np.array(["mine"] * count), "extra_info": np.array([{} for _ in golds], dtype=object)}
    tensors = {
        "prompts": torch.zeros(count, 1, dtype=torch.long),
        "responses": torch.tensor(responses).reshape(count, 1),
        "attention_mask": torch.ones(count, 2, dtype=torch.long),
    }
    return DataProto.from_dict(tensors=tensors, non_tensors={"reward_model": models, **others})


@pytest.mark.long
def test_the_manager_of_rewards_of_verl(reward_function: Callable[..., float]) -> None:
    from omegaconf import OmegaConf
    from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager

    rows = batch(["1/2", "1/2", ["7", 0.5], None, "50"], [1, 2, 1, 1, 3])

    async def scores() -> list[float]:
        manager = NaiveRewardManager(OmegaConf.create({}), Tokenizer(), reward_function)
        found = [await manager.run_single(rows[number : number + 1]) for number in range(len(rows))]
        return [one["reward_score"] for one in found]

    assert asyncio.run(scores()) == [1.0, 0.0, 1.0, 0.0, 0.0]
