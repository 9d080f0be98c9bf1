"""A score cannot be had without mathematics, nor a gate be opened without answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gradespec import report
from gradespec.asking import PATIENCE, GivenUp, outcomes, shuffled
from gradespec.cli import main
from gradespec.corpus import Check
from gradespec.judge import Outcome, judge, twin_score
from gradespec.protocol import Hello, Reply, Request
from packaged import corpus

#: From what it remembers, a gold and what is given for it to a verdict, without looking at what they mean.
Strategy = Callable[[dict[str, int], str, str], bool]


def _first_seen(met: dict[str, int], gold: str, given: str) -> bool:
    met[gold] = met.get(gold, 0) + 1
    return met[gold] == 1


def _alternating(met: dict[str, int], gold: str, given: str) -> bool:
    met[""] = met.get("", 0) + 1
    return met[""] % 2 == 0


def _longest(met: dict[str, int], gold: str, given: str) -> bool:
    longest = met.get(gold, 0)
    met[gold] = max(longest, len(given))
    return len(given) > longest


#: What a score of theirs may be, in percent.
MOST = 5
STRATEGIES: dict[str, Strategy] = {
    "always yes": lambda met, gold, given: True,
    "always no": lambda met, gold, given: False,
    "a coin": lambda met, gold, given: Random(gold + given).random() < 0.5,
    "first seen": _first_seen,
    "repeated": lambda met, gold, given: not _first_seen(met, gold, given),
    "alternating": _alternating,
    "an even length": lambda met, gold, given: len(given) % 2 == 0,
    "the same length": lambda met, gold, given: len(given) == len(gold),
    "short": lambda met, gold, given: len(given) < 6,
    "with a digit": lambda met, gold, given: re.search(r"\d", given) is not None,
    "the same text": lambda met, gold, given: gold == given,
    "the longest": _longest,
    "longer than the gold": lambda met, gold, given: len(given) > len(gold),
}


@pytest.fixture(scope="module")
def checks() -> tuple[Check, ...]:
    """Every check of the suite."""
    return corpus().checks


@pytest.fixture(scope="module")
def judging(checks: tuple[Check, ...]) -> list[tuple[Check, str, str]]:
    """Every check that asks for a verdict, in the order in which it is asked, with its gold and what is given."""
    found = []
    for check in shuffled(checks, seed=20):
        if check.op in ("verify", "grade"):
            asked = check.request()
            found.append((check, str(asked["gold"]), str(asked.get("answer", asked.get("response")))))
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_without_mathematics_scores_next_to_nothing(
    name: str, judging: list[tuple[Check, str, str]]
) -> None:
    strategy = STRATEGIES[name]
    met: dict[str, int] = {}
    said = [
        judge(check, Reply("verdict", "correct" if strategy(met, gold, given) else "incorrect"))
        for check, gold, given in judging
    ]
    score = twin_score(said)
    assert score is not None
    assert 100 * score <= MOST


def test_the_checks_of_a_case_lie_apart_in_an_order_that_the_seed_tells(checks: tuple[Check, ...]) -> None:
    order = shuffled(checks, 1)
    assert order == shuffled(checks, 1) != shuffled(checks, 2)
    assert sorted(check.id for check in order) == sorted(check.id for check in checks)
    assert sum(one.case == other.case for one, other in pairwise(order)) < 5
    as_written = {check.case: check.id for check in reversed(checks)}
    first = {check.case: check.id for check in reversed(order)}
    assert sum(first[case] == as_written[case] for case in first) < len(first) / 2


class Answering:
    """A pool that answers as it is told: a reply for each check, by how often it was asked and what for."""

    hello = Hello("told", "1", ("verify",), {})

    def __init__(self, reply: Callable[[int, Request], Reply]) -> None:
        self.reply = reply
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        return self.reply(len(self.asked), request)

    def left(self) -> tuple[str, ...]:
        return ()

    @property
    def canaries(self) -> Answering:
        return self

    def late(self) -> tuple[Check, ...]:
        return ()

    def map(self, function: Callable[[Any], Any], items: list[Any]) -> Iterator[Any]:
        yield from map(function, items)


def asked(checks: Sequence[Check], reply: Callable[[int, Request], Reply]) -> tuple[list[Outcome], str, int]:
    """The outcomes of 400 checks of a verdict, why the grader was given up, how often it was asked."""
    checks = [check for check in checks if check.op == "verify" and not check.has_canary][:400]
    pool, found = Answering(reply), []
    try:
        for outcome in outcomes(pool, checks, 1):  # type: ignore[arg-type]
            found.append(outcome)
    except GivenUp as why:
        return found, str(why), len(pool.asked)
    return found, "", len(pool.asked)


def test_some_are_asked_again_and_another_verdict_is_flaky_and_wrong(checks: tuple[Check, ...]) -> None:
    yes, no = Reply("verdict", "correct"), Reply("verdict", "incorrect")
    found, _, times = asked(checks, lambda number, request: yes)
    assert (len(found), times) == (400, 412)
    found, _, times = asked(checks, lambda number, request: yes if number <= 400 else no)
    again = found[400:]
    assert (len(again), times) == (12, 412)
    assert all(outcome.failed and outcome.flaky for outcome in again)
    assert {outcome.flaky for outcome in again} == {
        "pass at first, false reject when asked again",
        "false accept at first, pass when asked again",
    }


def test_a_grader_that_always_hangs_is_given_up_and_the_rest_is_not_asked(checks: tuple[Check, ...]) -> None:
    found, why, times = asked(checks, lambda number, request: Reply("timeout", why="no answer within 10 s"))
    assert len(found) == times == PATIENCE
    assert why == "20 checks in a row without an answer, the last: no answer within 10 s"
    found, why, _ = asked(checks, lambda n, request: Reply("timeout") if n % PATIENCE else Reply("verdict", "correct"))
    assert not why
    assert sum(outcome.kind == "timeout" for outcome in found) == 380


def test_what_could_not_be_asked_is_no_failure(checks: tuple[Check, ...]) -> None:
    reply = Reply("crash", why="the grader does not start again", asked=False)
    found, why, times = asked(checks, lambda number, request: Reply("verdict", "correct") if number <= 100 else reply)
    assert (len(found), times, why) == (100, 103, "the grader does not start again")


CASES = "chapter: mine/few\ncases:\n" + "".join(
    f"  - {{id: c{number}, gold: '{number}', accept: ['{number}'], reject: ['{number + 1}', '-{number}']}}\n"
    for number in range(1, 11)
)
GRADERS = """
import os
from os.path import dirname, exists, join
from gradespec_sdk import Unsupported

def right(gold, answer):
    return gold == answer

def declines(gold, answer):
    raise Unsupported("not today")

def declines_often(gold, answer):
    if int(gold) > 4:
        raise Unsupported("too large")
    return gold == answer

def crashes_first(gold, answer):
    seen = join(dirname(__file__), f"seen{gold}{answer}")
    if not exists(seen) and exists(join(dirname(__file__), "go")):
        open(seen, "w").close()
        os._exit(7)
    return gold == answer

def never_again(gold, answer):
    open(join(dirname(__file__), "broken"), "w").close()
    os._exit(7)
"""
BROKEN = "\nif exists(join(dirname(__file__), 'broken')):\n    raise SystemExit(9)\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Something that runs a grader of `GRADERS` against `CASES`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.yaml").write_text(CASES)
    (tmp_path / "graders.py").write_text(GRADERS + BROKEN)

    def run(name: str, *more: object) -> Result:
        fixed = [
            "run",
            "--grader",
            f"verify:graders:{name}",
            "--cases",
            "few.yaml",
            "--workers",
            "1",
            "--sandbox",
            "off",
        ]
        return CliRunner(env={"COLUMNS": "120"}).invoke(main, [*fixed, *map(str, more)])

    return run


def test_a_grader_that_answers_nothing_opens_no_gate(run: Callable[..., Result]) -> None:
    result = run("declines")
    assert result.exit_code == 1
    assert "it answers 0 of 30 checks, less than 50%; --allow-na lets that do" in result.stdout
    assert (run("declines", "--allow-na").exit_code, run("declines_often").exit_code) == (1, 1)
    assert (run("declines_often", "--allow-na").exit_code, run("right").exit_code) == (0, 0)


def test_a_fault_that_goes_away_is_told_and_asked_again(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    told = ["--report", "out.json", "--select", "*/c1#*"]
    result = run("crashes_first", *told)
    assert "3 of 3 passed, 3 flaky" in result.stdout
    found = json.loads(Path("out.json").read_text())
    assert {outcome["flaky"] for outcome in found["outcomes"]} == {"crash at first: it exited with code 7"}
    assert report.read(Path("out.json")).outcomes[0].flaky
    (tmp_path / "go").unlink()
    assert "3 of 3 passed\n" in run("crashes_first", *told, "--resume").stdout
    assert report.read(Path("out.json")).harness["seed"] == found["harness"]["seed"], "it is one run"


def test_a_grader_that_starts_no_more_has_no_failures_by_it(run: Callable[..., Result], tmp_path: Path) -> None:
    result = run("never_again", "--report", "out.json", "--seed", 5)
    assert result.exit_code == 1
    found = report.read(Path("out.json"))
    assert found.harness["seed"] == 5
    assert found.outcomes == ()
    assert "30 of 30 checks were not asked: given up, the grader does not start again" in result.stdout
    (tmp_path / "broken").unlink()
    (tmp_path / "graders.py").write_text(GRADERS.replace("def never_again", "def gone") + "\nnever_again = right\n")
    result = run("never_again", "--report", "out.json", "--resume")
    assert result.exit_code == 0
    assert len(report.read(Path("out.json")).outcomes) == 30


def test_a_grader_knows_no_id_of_a_check(checks: tuple[Check, ...]) -> None:
    lines = [(check, Request.of(check.request()).line(7)) for check in checks[:500]]
    assert not any(check.id.encode() in line for check, line in lines)
