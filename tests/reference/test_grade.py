"""`grade`: extraction, then comparison, both named in reason and trace; `grade_many`: that for a stream."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import refgrader
from examples import Pair, sample
from refgrader.limits import MAX_RESPONSE
from refgrader.worker import Worker

RESPONSE = r"48 + 24 = 72, so she sold \boxed{72} clips. Have a nice day!"


def test_the_reason_names_the_answer_its_span_and_the_clause_of_extraction() -> None:
    verdict = refgrader.grade("72", RESPONSE)
    start = RESPONSE.index("72}")
    assert verdict.kind == "correct"
    assert all(part in verdict.reason for part in ("'72'", f"{start} to {start + 2}", "EXT-10"))


def test_the_trace_is_the_extraction_and_then_the_comparison() -> None:
    first, *rest = refgrader.grade("73", RESPONSE).trace
    assert first.clause == "EXT-10"
    assert "'72'" in first.text
    assert tuple(rest) == refgrader.verify("73", "72").trace


def test_a_long_answer_is_quoted_in_part() -> None:
    verdict = refgrader.grade("72", r"\boxed{" + "+".join(["1"] * 900) + "}")
    assert verdict.kind == "incorrect"
    assert len(verdict.reason) < 300


def test_a_response_without_an_answer_is_incorrect_by_a_clause_of_extraction() -> None:
    verdict = refgrader.grade("72", "Let me think about the clips.")
    assert (verdict.kind, verdict.clause) == ("incorrect", "EXT-1")
    assert [step.clause for step in verdict.trace] == ["EXT-1"]


@pytest.mark.parametrize("gold", ["", "  ", r"\frac{1}{", "(1+2"])
@pytest.mark.parametrize("response", [r"So it is \boxed{72}.", "Let me think about it.", ""])
def test_a_gold_that_cannot_be_understood_is_ungradable_whatever_the_response(gold: str, response: str) -> None:
    verdict = refgrader.grade(gold, response)
    assert verdict.kind == "ungradable"
    assert verdict.trace[0].clause.startswith("EXT")


def test_a_gold_that_cannot_be_read_takes_itself() -> None:
    assert refgrader.grade("(1+2", r"\boxed{(1+2}").correct


def test_options_reach_both_halves() -> None:
    truncated = r"So the answer is \boxed{50\%"
    assert not refgrader.grade("1/2", truncated).correct
    assert refgrader.grade("1/2", truncated, {"truncated_box": "take"}).correct
    assert refgrader.grade("50", r"\boxed{50\%}").correct
    assert not refgrader.grade("50", r"\boxed{50\%}", "strict").correct


def test_a_response_past_the_limit_has_no_answer_and_the_reason_says_so() -> None:
    within = r"\boxed{72}".rjust(MAX_RESPONSE)
    assert refgrader.grade("72", within).correct
    assert refgrader.extract(" " + within) is None
    assert "limit:response" in refgrader.grade("72", " " + within).reason


def test_a_verdict_holds_the_answer_and_not_the_response() -> None:
    response = "So. " * 100_000 + RESPONSE
    assert len(pickle.dumps(refgrader.grade("72", response))) < 2_000


def test_extract_gives_the_span_of_the_text() -> None:
    found = refgrader.extract(RESPONSE)
    assert found is not None
    assert found.text == RESPONSE[found.start : found.end] == "72"


# --- many ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many() -> list[Pair]:
    """Pairs for several chunks, the answers boxed."""
    return [(gold, rf"So it is \boxed{{{answer}}}.") for gold, answer in sample(300) * 2]


@pytest.fixture(scope="module")
def each_alone(many: list[Pair]) -> list[refgrader.Verdict]:
    """What is said of each by itself."""
    return [refgrader.grade(gold, response) for gold, response in many]


@pytest.mark.parametrize("workers", [1, 2, None])
def test_many_are_graded_as_each_alone_and_in_order(
    workers: int | None, many: list[Pair], each_alone: list[refgrader.Verdict]
) -> None:
    found = list(refgrader.grade_many(many, workers=workers))
    assert found == each_alone
    assert [verdict.trace for verdict in found[:20]] == [verdict.trace for verdict in each_alone[:20]]


def test_no_pairs_give_no_verdicts() -> None:
    assert list(refgrader.grade_many([])) == []


def test_options_hold_for_all() -> None:
    pairs = [("50", r"\boxed{50\%}")] * 3
    assert [verdict.correct for verdict in refgrader.grade_many(pairs, "strict")] == [False] * 3


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stream_without_end_is_read_a_little_ahead(workers: int) -> None:
    read = 0

    def endless() -> Iterator[Pair]:
        nonlocal read
        for read in itertools.count(1):
            yield str(read), rf"\boxed{{{read}}}"

    verdicts = refgrader.grade_many(endless(), workers=workers)
    assert all(verdict.correct for verdict in itertools.islice(verdicts, 1000))
    assert read < 6_000
    verdicts.close()  # type: ignore[attr-defined]


def test_long_responses_make_small_chunks() -> None:
    """Of megabytes, a few are held at once, not hundreds."""
    read = 0

    def endless() -> Iterator[Pair]:
        nonlocal read
        for number in itertools.count(1):
            read = number
            yield "5", "word " * 200_000 + r"\boxed{5}"

    verdicts = refgrader.grade_many(endless(), workers=2)
    assert next(verdicts).correct
    assert read <= 10
    verdicts.close()  # type: ignore[attr-defined]


def test_few_pairs_start_no_process() -> None:
    code = (
        "import sys, refgrader; print(len(list(refgrader.grade_many([('5', '5')] * 50, workers=8))),"
        " 'multiprocessing' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["50", "False"]


@pytest.mark.parametrize(("workers", "before"), [(1, 1), (2, 1), (2, 1_000)])
def test_a_wrong_pair_is_named_and_those_before_it_are_graded(workers: int, before: int) -> None:
    pairs = [*[("5", "5")] * before, ("5", None)]
    verdicts = refgrader.grade_many(pairs, workers=workers)  # type: ignore[arg-type]
    assert all(next(verdicts).correct for _ in range(before))
    with pytest.raises(TypeError, match=f"response of pair {before} "):
        next(verdicts)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "2"])
def test_workers_is_a_number_of_processes(workers: object) -> None:
    with pytest.raises(ValueError, match="workers"):
        refgrader.grade_many([], workers=workers)  # type: ignore[arg-type]


def test_an_unknown_option_is_an_error_before_anything_is_graded() -> None:
    with pytest.raises(refgrader.OptionError):
        refgrader.grade_many([("5", "5")], {"precission": 3})


@pytest.mark.long
def test_workers_that_are_killed_lose_nothing_and_are_replaced(
    many: list[Pair], each_alone: list[refgrader.Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Worker] = []
    monkeypatch.setattr("refgrader.many.Worker", lambda options: made.append(Worker(options)) or made[-1])
    expected = itertools.cycle(each_alone)
    verdicts = refgrader.grade_many(itertools.cycle(many), workers=2)
    killed: set[int] = set()
    while len(killed) < 3:
        assert next(verdicts) == next(expected)
        if made[0]._has_graded:
            killed.add(made[0]._process.pid)
            made[0]._process.kill()
    assert list(itertools.islice(verdicts, 3_000)) == list(itertools.islice(expected, 3_000))
    verdicts.close()  # type: ignore[attr-defined]
    assert [worker._process.poll() for worker in made] == [-signal.SIGKILL]


def test_workers_that_do_not_come_up_cost_nothing_but_time(
    many: list[Pair], each_alone: list[refgrader.Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refgrader.worker._START", "raise SystemExit(1)")
    assert list(refgrader.grade_many(many, workers=3)) == each_alone


def test_where_no_process_can_be_started_everything_is_graded_here(
    many: list[Pair], each_alone: list[refgrader.Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert list(refgrader.grade_many(many, workers=3)) == each_alone


def _graded_by_a_pool(pairs: list[Pair]) -> int:
    return sum(verdict.correct for verdict in refgrader.grade_many(pairs, workers=2))


def test_in_a_process_that_may_start_none_everything_happens_there() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_graded_by_a_pool, ([("5", r"\boxed{5}")] * 300,)) == 300


#: No guard, as people write scripts.
UNGUARDED = """
import refgrader
print("here", flush=True)
pairs = [("5", r"so it is \\boxed{5}")] * 1000
print(sum(verdict.correct for verdict in refgrader.grade_many(pairs, workers=3)))
"""


@pytest.mark.parametrize("from_standard_input", [False, True])
def test_a_script_without_a_guard_runs_once_and_quietly(from_standard_input: bool, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(UNGUARDED)
    command = [sys.executable, "-" if from_standard_input else str(tmp_path / "script.py")]
    done = subprocess.run(command, input=UNGUARDED, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.split() == ["here", "1000"]


ENDLESS = """
import itertools, psutil, refgrader, signal
# a shell starts what it puts in the background with SIGINT ignored, and children inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
pairs = (("5", r"so it is \\boxed{5}") for _ in itertools.count())
for number, verdict in enumerate(refgrader.grade_many(pairs, workers=2)):
    if number == 2000:
        print(*(child.pid for child in psutil.Process().children()), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs a process group to interrupt")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_ends_the_caller_ends_the_workers_quietly(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C reaches all processes of a terminal; only the caller's own traceback is seen, nobody stays."""
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    workers = [int(word) for word in process.stdout.readline().split()]
    assert workers
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=300)
    assert errors.count("Traceback") == errors.count("KeyboardInterrupt") == (number == signal.SIGINT)
    assert all(_is_gone(worker) for worker in workers)


def _is_gone(worker: int, seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not psutil.pid_exists(worker) or psutil.Process(worker).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


# --- in an event loop --------------------------------------------------------------------------------------


def test_agrade_is_grade_and_leaves_the_loop_free(many: list[Pair]) -> None:
    async def together() -> tuple[list[refgrader.Verdict], int]:
        turns = 0

        async def turn() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(turn())
        found = await asyncio.gather(*(refgrader.agrade(*pair) for pair in many))
        ticking.cancel()
        return list(found), turns

    found, turns = asyncio.run(together())
    assert found == [refgrader.grade(*pair) for pair in many]
    assert turns > 5  # it has two or three where the answers are graded in the loop itself
    assert asyncio.run(refgrader.agrade("50", r"\boxed{50\%}", "strict")).kind == "incorrect"


@pytest.mark.parametrize("gold", ["35 m east", ["35 m east"], ["35 m east", "35 m north"]])
def test_what_is_said_with_a_value_counts_for_each_form_of_a_gold(gold: str | list[str]) -> None:
    assert refgrader.grade(gold, "So it is 35 m east.").correct
    assert not refgrader.grade(gold, "So it is 35 m west.").correct
