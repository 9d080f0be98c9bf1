"""Failures of every packaged grader, confirmed twice: by the grader itself, and by the suite's own run of it.

A conformance suite must not blame a grader for what an adapter does to it. `confirmed.yaml` calls each grader as
its users do; here these calls are made again in the grader's environment, in a plain `python -c` that knows of no
adapter and no harness, and the same texts are put to it through the harness, which must come to the same.

A grader whose environment is not there is skipped; GRADESPEC_TEST_INSTALL=1 has the environments made first. Code
that no package index has is skipped where it is not at hand; GRADESPEC_SOURCES names a folder of clones.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from at_hand import ADAPTERS, of_each, why_not
from gradespec import sources
from gradespec.cage import Limits
from gradespec.corpus.clauses import Clause, read_spec
from gradespec.corpus.model import CORRECT, INCORRECT, Check
from gradespec.graders import resolve
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION, judge
from gradespec.protocol import Request
from gradespec.worker import Worker
from packaged import corpus

pytestmark = pytest.mark.long

ENOUGH = 3  # confirmed failures of every grader
SECONDS = 600
#: Begins the lines that are ours, since graders print.
MARK = "gives "
#: What graders want around a text: a gold in mathematics, an answer in the sentence that it is looked for in.
DRESSES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(.*)",
        r"\$(.*)\$",
        r"\\boxed\{(.*)\}",
        r"Answer: (.*)",
        r"ANSWER: \\boxed\{(.*)\}",
        r"#### (.*)",
        r"<think></think>\\boxed\{(.*)\}",
        r"Final Answer: The final answer is \$(.*)\$\. I hope it is correct\.",
    )
)


@dataclass(frozen=True)
class Failure:
    """One confirmed failure: the `check`, the expression that `call` is, and the value that it `gives`."""

    grader: str
    check: str
    call: str
    gives: bool | float | str

    def __str__(self) -> str:
        return f"{self.grader}: {self.check}"

    @property
    def kind(self) -> str:
        """The outcome that `gives` amounts to, for a check that the grader fails."""
        if isinstance(self.gives, str):
            return WRONG_EXTRACTION
        return FALSE_ACCEPT if self.gives > 0 else FALSE_REJECT

    @property
    def answer(self) -> str:
        """`gives` as the protocol has it: a verdict, or the text that was extracted."""
        if isinstance(self.gives, str):
            return self.gives
        return CORRECT if self.gives > 0 else INCORRECT


@dataclass(frozen=True)
class Confirmed:
    """The confirmed failures of one grader, and the `setup` that their calls need."""

    setup: str
    failures: tuple[Failure, ...]


def read(path: Path) -> dict[str, Confirmed]:
    """What the file confirms, by grader."""
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {
        grader: Confirmed(entry["setup"], tuple(Failure(grader, **failure) for failure in entry["failures"]))
        for grader, entry in data.items()
    }


CONFIRMED = read(Path(__file__).with_name("confirmed.yaml"))
FAILURES = [failure for confirmed in CONFIRMED.values() for failure in confirmed.failures]
each_failure = pytest.mark.parametrize("failure", FAILURES, ids=str)
asked_again = pytest.mark.parametrize("failure", of_each(FAILURES, lambda failure: failure.grader))


@cache
def checks() -> Mapping[str, Check]:
    """The checks of the suite by id."""
    return {check.id: check for check in corpus()}


@cache
def clauses() -> Mapping[str, Clause]:
    """The clauses of the specification by id."""
    return read_spec().clauses


# ---- what needs no grader ----


@pytest.mark.parametrize("name", sorted(ADAPTERS.keys() - {"reference"}))
def test_every_grader_has_enough(name: str) -> None:
    assert len({failure.check for failure in CONFIRMED[name].failures}) >= ENOUGH


def test_every_grader_is_a_packaged_one() -> None:
    assert CONFIRMED.keys() <= ADAPTERS.keys()


@each_failure
def test_what_it_gives_is_wrong_by_a_clause_that_binds(failure: Failure) -> None:
    check = checks()[failure.check]
    assert clauses()[str(check.clause)].level == "MUST"
    assert failure.kind == {"accept": FALSE_REJECT, "reject": FALSE_ACCEPT, "value": WRONG_EXTRACTION}[check.side]


@each_failure
def test_its_call_has_the_texts_of_the_check(failure: Failure) -> None:
    """Or else it would confirm something else than what the suite asks."""
    request = checks()[failure.check].request()
    assert request.pop("options") == {}, "the call does not ask for options"
    assert {text for field, text in request.items() if field != "op"} <= undressed(failure.call)


def undressed(call: str) -> set[str]:
    """The texts that are written in a call, each as it stands there and without what a grader wants around it."""
    nodes = ast.walk(ast.parse(call, mode="eval"))
    written = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    found = (dress.fullmatch(text) for dress in DRESSES for text in written)
    return {match[1] for match in found if match}


def test_a_text_that_is_not_the_one_of_the_check_is_noticed() -> None:
    assert undressed(r"f(r'\boxed{5}', 'Answer: 6')") == {r"\boxed{5}", "5", "Answer: 6", "6"}


# ---- what the graders say ----


def real(name: str) -> str:
    """The grader's name, that of the real one where the adapter has another backend too."""
    has_source = sources.read_source(ADAPTERS[name].needs.about) is not None
    return f"{name}@{sources.UPSTREAM}" if has_source else name


def skip_unless_here(name: str) -> None:
    if why := why_not(real(name)):
        pytest.skip(why)


@asked_again
def test_the_grader_itself_gives_it(failure: Failure) -> None:
    skip_unless_here(failure.grader)
    assert given(failure.grader)[failure.check] == json.dumps(failure.gives)


@asked_again
def test_the_harness_finds_the_same(failure: Failure) -> None:
    skip_unless_here(failure.grader)
    assert harnessed(failure.grader)[failure.check] == (failure.kind, failure.answer)


@cache
def given(name: str) -> dict[str, str]:
    """What the grader answers to each of its calls."""
    failures = CONFIRMED[name].failures
    said = answers(name, [failure.call for failure in failures])
    return {failure.check: line for failure, line in zip(failures, said, strict=True)}


def answers(name: str, calls: Sequence[str]) -> list[str]:
    """What the grader answers to calls, as JSON, so that 1, 1.0 and true differ.

    The interpreter and its environment are all that is the harness's. It starts in an empty folder, where nothing
    of this repository can be imported by chance, and goes to that of the grader's sources, as in a clone: only then,
    since one of them has a file with a name of the standard library's.
    """
    launch = resolve(real(name)).launch
    printed = [f"print({MARK!r} + json.dumps({call}))" for call in calls]
    source = sources.read_source(ADAPTERS[name].needs.about)
    with TemporaryDirectory() as empty:
        folder = empty if source is None else sources.located(source)
        start = f"import json, os\nos.chdir({str(folder)!r})"
        done = subprocess.run(
            [launch.command[0], "-c", "\n".join([start, CONFIRMED[name].setup, *printed])],
            cwd=empty,
            env={**os.environ, **launch.environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    assert done.returncode == 0, done.stderr
    return [line.removeprefix(MARK) for line in done.stdout.splitlines() if line.startswith(MARK)]


@cache
def harnessed(name: str) -> dict[str, tuple[str, object]]:
    """The kind of the outcome of each check, and what the adapter answered."""
    outcomes = {}
    with closing(Worker(resolve(real(name)).launch, Limits(seconds=600))) as worker:
        for failure in CONFIRMED[name].failures:
            check = checks()[failure.check]
            reply = worker.ask(Request.of(check.request()))
            outcomes[check.id] = (judge(check, reply).kind, reply.value)
    return outcomes
