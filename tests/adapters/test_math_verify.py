"""The Math-Verify adapter asks the real package as its README does, and maps options as its docstrings say.

Whether an answer is right is the suite's business; these tests are about the adapter's own part: math
environments, options, parsed lists, and the text that counts as extracted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from gradespec import data
from gradespec.cage import Limits
from gradespec.environments import at_version, environment_folder, read_needs
from gradespec.graders import resolve
from gradespec.protocol import Hello, Reply, Request
from gradespec.worker import Worker

pytest.importorskip("math_verify")
MIXED = "$x + y$ $E=mc^$"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with closing(Worker(resolve("math-verify").launch, Limits(seconds=600))) as found:
        yield found


def verify(worker: Worker, gold: Any, answer: Any, **options: Any) -> str:
    reply = worker.ask(Request("verify", {"gold": gold, "answer": answer}, options))
    return str(reply.value if reply.kind == "verdict" else f"{reply.kind}: {reply.why}")


def ask(worker: Worker, op: str, response: str, **options: Any) -> Reply:
    return worker.ask(Request(op, {"response": response}, options))


@pytest.mark.parametrize(
    ("gold", "answer"),
    [
        (r"\frac{1}{2}", "0.5"),
        ("$0.5$", r"\(\frac{1}{2}\)"),
        (r"\boxed{0.5}", r"\frac12"),
        ("5", "$5"),
        ("1\n", "1"),
    ],
)
def test_texts_are_put_into_one_math_environment(worker: Worker, gold: str, answer: str) -> None:
    assert verify(worker, gold, answer) == "correct"
    assert verify(worker, gold, "7") == "incorrect"


def test_precision_moves_both_parameters(worker: Worker) -> None:
    assert verify(worker, "0.0000001", "0.0000002") == "correct"
    assert verify(worker, "0.0000001", "0.0000002", precision=10) == "incorrect"
    assert verify(worker, "0.12", "0.14", precision=1) == "correct"


def test_strict_is_both_symbols_and_sets(worker: Worker) -> None:
    assert verify(worker, "x+1", "y+1") == "incorrect"
    assert verify(worker, "x+1", "y+1", symbols="by_position", set_vs_tuple="same") == "correct"
    assert verify(worker, "x+1", "y+1", symbols="strict") == "incorrect"
    assert verify(worker, "x+1", "y+1", symbols="by_position", set_vs_tuple="differ").startswith("unsupported")


def test_relations_and_sets(worker: Worker) -> None:
    relation, interval = "1 < x < 2", "(1,2)"
    assert verify(worker, interval, relation) == "incorrect"
    assert verify(worker, interval, relation, interval_vs_relation="same") == "correct"
    assert verify(worker, interval, relation, interval_vs_relation="differ") == "incorrect"


@pytest.mark.parametrize(
    ("extraction_mode", "fallback_mode", "parsed"),
    [
        ("first_match", "no_fallback", []),
        ("first_match", "first_match", [{"string": "E=mc^"}]),
        ("any_match", "no_fallback", [{"expression": "x + y"}]),
        ("any_match", "first_match", [{"expression": "x + y"}, {"string": "E=mc^"}]),
    ],
)
def test_modes(worker: Worker, extraction_mode: str, fallback_mode: str, parsed: list[dict[str, str]]) -> None:
    reply = ask(worker, "parse", MIXED, extraction_mode=extraction_mode, fallback_mode=fallback_mode)
    assert reply.value == parsed


@pytest.mark.parametrize(
    ("target", "response", "parsed"),
    [
        ("expr", "1 + 2", [{"expression": "1 + 2"}, {"string": "1 + 2"}]),
        ("latex", "1 + 2", []),
        ("latex", "$1 + 2$", [{"expression": "1 + 2"}, {"string": "1 + 2"}]),
        ("string", "The answer is B.", [{"string": "b"}, {"string": "B"}]),
    ],
)
def test_targets(worker: Worker, target: str, response: str, parsed: list[dict[str, str]]) -> None:
    assert ask(worker, "parse", response, targets=[target]).value == parsed


def test_boxed_match_priority(worker: Worker) -> None:
    response = r"\boxed{1} and the final answer is $2$"
    assert ask(worker, "extract", response).value == "2"
    assert ask(worker, "extract", response, boxed_match_priority=0).value == "1"


def test_the_extracted_text_does_not_depend_on_the_fallback(worker: Worker) -> None:
    assert ask(worker, "extract", r"so $\boxed{E=mc^}$", fallback_mode="no_fallback").value == "E=mc^"
    assert ask(worker, "extract", "I do not know").value is None


def test_parsed_lists_meet_by_kind(worker: Worker) -> None:
    zero, one = {"expression": "0"}, {"expression": "1"}
    text = {"string": "1"}
    assert verify(worker, [zero, text], [one, text]) == "correct"
    assert verify(worker, [zero], [zero, text]) == "correct"
    assert verify(worker, [one], [text]) == "incorrect"
    assert verify(worker, [], [one]) == "incorrect"


@pytest.mark.long
def test_an_older_release_says_what_it_lacks() -> None:
    needs = at_version(read_needs(data.adapters_dir() / "math-verify" / "adapter.py"), "0.5.2")
    if not (environment_folder("math-verify", needs) / "ready").exists():
        pytest.skip("math-verify 0.5.2 has no environment here")
    with closing(Worker(resolve("math-verify@0.5.2").launch, Limits(seconds=600))) as old:
        hello: Hello = old.start()
        assert hello.version == "0.5.2"
        assert verify(old, "1/2", "0.5") == "correct"
        assert verify(old, "(1,2)", "1<x<2", interval_vs_relation="same") == (
            "unsupported: this release has no allow_set_relation_comp"
        )
