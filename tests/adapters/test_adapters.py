"""Every packaged adapter, asked for real: something it must know, something it must refuse, and what it is.

A grader whose environment is not there is skipped; GRADESPEC_TEST_INSTALL=1 has the environments made first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from at_hand import ADAPTERS, of_each, why_not
from gradespec.cage import Limits
from gradespec.graders import Adapter, resolve
from gradespec.protocol import Request
from gradespec.worker import Worker

#: How a response must give its answer for graders that do not look into boxes.
SENTENCES = {
    "verl-math-dapo": "So we are done.\nAnswer: {}",
    "simple-evals": "So we are done.\nAnswer: {}",
    "lm-eval-gsm8k": "So we are done.\n#### {}",
    "lm-eval-hendrycks-math": "The answer is ${}$.",
    "lm-eval-minerva-math": "Final Answer: The final answer is ${}$. I hope it is correct.",
}
BOXED = "First 5, then 6. The answer is $\\boxed{{{}}}$."
#: A pair that only a grader which computes takes for equal, and those that do.
COMPUTED = ("x+1", "1+x")
COMPUTING = {
    *("deepseek-math", "evalscope-math", "latex2sympy", "lighteval-math", "lm-eval-minerva-math", "math-verify"),
    *("mathruler", "nemo-skills", "olympiadbench", "open-instruct", "prm800k", "qwen-math", "reference", "rllm-math"),
    *("trl-accuracy", "understand-r1-zero", "verl-prime-math"),
}
#: Those that read no fractions.
WHOLE_NUMBERS = {"lm-eval-gsm8k"}


def that(capability: str) -> pytest.MarkDecorator:
    """The adapters that have the capability, one test each."""
    names = [name for name, adapter in ADAPTERS.items() if capability in adapter.needs.about["capabilities"]]
    return pytest.mark.parametrize("adapter", of_each(names), indirect=True)


@pytest.fixture(scope="module")
def adapter(request: pytest.FixtureRequest) -> Adapter:
    found = ADAPTERS[request.param]
    if why := why_not(found.name):
        pytest.skip(why)
    return found


@pytest.fixture(scope="module")
def worker(adapter: Adapter) -> Iterator[Worker]:
    with closing(Worker(resolve(adapter.name).launch, Limits(seconds=600))) as found:
        yield found


@pytest.mark.parametrize("adapter", of_each(ADAPTERS), indirect=True)
def test_it_is_what_its_metadata_says(adapter: Adapter, worker: Worker) -> None:
    hello = worker.start()
    about = adapter.needs.about
    assert hello.name == adapter.name
    assert sorted(hello.capabilities) == sorted(about["capabilities"])
    assert sorted(hello.options) == sorted(about.get("options", ()))
    assert hello.version == about.get("version", hello.version)
    assert all(about[key] for key in ("summary", "license", "homepage"))


@that("verify")
def test_verify(adapter: Adapter, worker: Worker) -> None:
    def verdict(gold: str, answer: str) -> object:
        return worker.ask(Request("verify", {"gold": gold, "answer": answer})).value

    assert verdict("17", "17") == "correct"
    assert verdict("17", "71") == "incorrect"
    assert verdict(r"\frac{3}{4}", r"\frac{3}{4}") == fraction(adapter)
    assert verdict(r"\frac{3}{4}", r"\frac{4}{3}") == "incorrect"
    assert verdict(*COMPUTED) == ("correct" if adapter.name in COMPUTING else "incorrect")


@that("grade")
def test_grade(adapter: Adapter, worker: Worker) -> None:
    sentence = SENTENCES.get(adapter.name, BOXED)

    def verdict(gold: str, answer: str) -> object:
        return worker.ask(Request("grade", {"gold": gold, "response": sentence.format(answer)})).value

    assert verdict("17", "17") == "correct"
    assert verdict("17", "71") == "incorrect"
    assert verdict(r"\frac{3}{4}", r"\frac{3}{4}") == fraction(adapter)


def fraction(adapter: Adapter) -> str:
    """The adapter's verdict on a fraction that is the gold."""
    return "incorrect" if adapter.name in WHOLE_NUMBERS else "correct"


@that("extract")
def test_extract(adapter: Adapter, worker: Worker) -> None:
    def answer(response: str) -> object:
        return worker.ask(Request("extract", {"response": response})).value

    assert answer(SENTENCES.get(adapter.name, BOXED).format("17")) == "17"
    assert answer("I do not know.") is None
