"""The reward for TRL: as a function, and in a step of training on a tiny model."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from refgrader import OptionError, UngradableGold
from refgrader.rewards.trl import accuracy_reward, make_accuracy_reward
from rewards_page import run_example

RIGHT, WRONG, SILENT = r"So it is \boxed{0.5}.", r"So it is \boxed{2}.", "I do not know."


@pytest.mark.parametrize("chat", [False, True], ids=["texts", "messages"])
def test_a_reward_for_each_completion_and_none_without_a_gold(chat: bool) -> None:
    said = [RIGHT, WRONG, SILENT, RIGHT, RIGHT, WRONG]
    completions = [[{"role": "assistant", "content": text}] for text in said] if chat else said
    golds = ["1/2", "1/2", "1/2", r"\frac{1}{", ["7", 0.5], None]
    found = accuracy_reward(completions=completions, solution=golds, prompts=["?"] * 6, options=["A"] * 6)
    assert found == [1.0, 0.0, 0.0, None, 1.0, None]


def test_what_trl_logs() -> None:
    columns: dict[str, list[Any]] = {}
    metrics: dict[str, float] = {}
    accuracy_reward([RIGHT, SILENT], ["1/2", ""], columns.__setitem__, metrics.__setitem__)
    assert columns == {"answer": ["0.5", ""], "verdict": ["correct", "ungradable"]}
    assert metrics == {"ungradable_golds": 0.5}


def test_another_column_other_options_and_another_policy() -> None:
    strict = make_accuracy_reward("answer", "strict")
    assert strict(completions=[r"\boxed{50\%}", r"\boxed{50}"], answer=[50, 50]) == [0.0, 1.0]
    assert make_accuracy_reward(ungradable=0)(completions=[RIGHT], solution=[""]) == [0.0]
    with pytest.raises(UngradableGold):
        make_accuracy_reward(ungradable="raise")(completions=[RIGHT], solution=[""])
    with pytest.raises(OptionError):
        make_accuracy_reward(options="strictest")
    with pytest.raises(ValueError, match="no column 'solution' for golds, but answer"):
        make_accuracy_reward()(completions=[RIGHT], answer=["1/2"])


def test_trl_calls_both_by_the_same_name() -> None:
    assert accuracy_reward.__name__ == make_accuracy_reward("answer").__name__ == "accuracy_reward"


def test_as_many_golds_as_completions() -> None:
    with pytest.raises(ValueError, match="zip"):
        accuracy_reward([RIGHT], ["1/2", "1/2"])


#: All that the tiny model can say: every completion is a few answers, of which some are right.
PIECES = ["<eos>", "<pad>", "<unk>", "Which?", *(rf"\boxed{{{digit}}}" for digit in range(4))]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with a tiny model of random weights, and its tokenizer."""
    for package in ("torch", "trl", "datasets"):
        pytest.importorskip(package)
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed

    set_seed(1)
    folder = str(tmp_path_factory.mktemp("model"))
    words = Tokenizer(models.WordLevel({piece: number for number, piece in enumerate(PIECES)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, eos_token="<eos>", pad_token="<pad>", unk_token="<unk>", padding_side="left"
    )
    tokenizer.chat_template = "{% for message in messages %}{{ message['content'] }} {% endfor %}"
    tokenizer.save_pretrained(folder)
    shape = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = LlamaConfig(vocab_size=len(PIECES), eos_token_id=0, pad_token_id=1, bos_token_id=0, **shape)
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def one_step(folder: Path) -> Any:
    """What is told to a trainer that is to make one step."""
    from trl import GRPOConfig

    return GRPOConfig(
        output_dir=str(folder),
        per_device_train_batch_size=16,
        num_generations=8,
        max_completion_length=4,
        max_steps=1,
        learning_rate=0.1,
        logging_steps=1,
        report_to=[],
        save_strategy="no",
        use_cpu=True,
        bf16=False,
        seed=1,
    )


def trained(
    model: str, folder: Path, prompt: object, golds: list[Any], reward: Callable[..., Any] = accuracy_reward
) -> Any:
    """A trainer after one step on prompts with these golds."""
    from datasets import Dataset
    from trl import GRPOTrainer

    rows = Dataset.from_list([{"prompt": prompt, "solution": gold} for gold in golds])
    trainer = GRPOTrainer(model=model, reward_funcs=reward, args=one_step(folder), train_dataset=rows)
    trainer.train()
    return trainer


def is_changed(trainer: Any, model: str) -> bool:
    """Whether the step moved the weights; they are finite in any case."""
    import torch
    from transformers import LlamaForCausalLM

    before = dict(LlamaForCausalLM.from_pretrained(model).named_parameters())
    after = dict(trainer.model.named_parameters())
    assert all(torch.isfinite(weights).all() for weights in after.values())
    return any(not torch.equal(weights.cpu(), before[name]) for name, weights in after.items())


@pytest.mark.long
@pytest.mark.parametrize("prompt", ["Which?", [{"role": "user", "content": "Which?"}]], ids=["text", "chat"])
def test_a_step_of_grpo_learns_from_the_reward(
    prompt: object, model: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    graded: list[tuple[int, float]] = []

    def timed(**columns: Any) -> list[float | None]:
        start = time.perf_counter()
        found = accuracy_reward(**columns)
        graded.append((len(found), time.perf_counter() - start))
        return found

    trainer = trained(model, tmp_path, prompt, ["1", "2"] * 8, timed)
    (row,) = [row for row in trainer.state.log_history if "reward" in row]
    assert 0 < row["rewards/timed/mean"] < 1
    assert is_changed(trainer, model)
    record_property("verdicts a second", round(sum(n for n, _ in graded) / sum(seconds for _, seconds in graded)))


@pytest.mark.long
def test_a_step_of_grpo_learns_nothing_from_an_ungradable_gold(model: str, tmp_path: Path) -> None:
    trainer = trained(model, tmp_path, "Which?", [r"\frac{1}{"] * 16)
    (row,) = [row for row in trainer.state.log_history if "loss" in row]
    assert row["ungradable_golds"] == 1
    assert not is_changed(trainer, model)


@pytest.mark.long
def test_the_example(model: str, tmp_path: Path) -> None:
    from datasets import Dataset

    rows = Dataset.from_list([{"prompt": "Which?", "solution": gold} for gold in ["1", "2"] * 8])
    trainer = run_example("TRL", model=model, config=one_step(tmp_path), dataset=rows)["trainer"]
    assert trainer.state.global_step == 1


def test_the_example_with_another_column() -> None:
    run_example("TRL", 1)
