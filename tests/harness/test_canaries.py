"""Whether a grader runs the code in a text is told from what that does, however it hides it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gradespec.cage import Limits
from gradespec.canaries import COMPUTED, RAN, RAN_LATE, Canary
from gradespec.corpus import Check, load
from gradespec.graders import resolve
from gradespec.judge import Outcome
from gradespec.pool import Pool
from gradespec.protocol import Reply, Request
from gradespec.run import outcomes, started

HERE = Path(__file__).parent
LIMITS = Limits(seconds=60, start_seconds=60)
CASES = """
chapter: mine/few
cases:
  - {id: one, gold: '1', accept: ['1'], reject: ["open('{{canary}}', 'w')", wait]}
  - {id: two, gold: '{{value}}', accept: ['{{value}}'], reject: ["sum(b'{{word}}')", "sum(map(ord, '{{word}}'))", '1']}
"""
PASSED = {
    **dict.fromkeys(("one#accept-1", "one#reject-1", "one#reject-2"), "pass"),
    **dict.fromkeys(("two#accept-1", "two#reject-1", "two#reject-2", "two#reject-3"), "pass"),
}


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Check, ...]:
    monkeypatch.chdir(HERE)
    (tmp_path / "few.yaml").write_text(CASES)
    return load([tmp_path / "few.yaml"]).checks


@contextmanager
def pool(grader: str) -> Iterator[Pool]:
    with started(resolve(f"verify:hostile_graders:{grader}"), LIMITS, workers=1) as made:
        yield made


def told(grader: str, checks: tuple[Check, ...]) -> dict[str, Outcome]:
    """What was said of each check last: some of it shows only at the end."""
    with pool(grader) as made:
        return {outcome.check.removeprefix("mine/few/"): outcome for outcome in outcomes(made, checks)}


def executed(grader: str, checks: tuple[Check, ...]) -> dict[str, str]:
    return {check: found.why for check, found in told(grader, checks).items() if found.kind == "executed"}


def test_an_effect_that_is_taken_back_shows(checks: tuple[Check, ...]) -> None:
    assert executed("executes_and_cleans_up", checks) == {"one#reject-1": RAN}


def test_an_effect_of_a_late_thread_shows(checks: tuple[Check, ...]) -> None:
    assert executed("executes_late", checks) == {"one#reject-1": RAN_LATE}


def test_computing_without_files_shows_by_its_result(checks: tuple[Check, ...]) -> None:
    assert executed("computes", checks) == {"two#reject-1": COMPUTED, "two#reject-2": COMPUTED}


def test_opening_a_path_is_not_running_code(checks: tuple[Check, ...]) -> None:
    kinds = {check: outcome.kind for check, outcome in told("opens_paths", checks).items()}
    assert kinds == {**PASSED, "two#accept-1": "pass"}


def test_saying_yes_is_not_computing(checks: tuple[Check, ...]) -> None:
    kinds = {check: outcome.kind for check, outcome in told("yes", checks).items()}
    assert kinds == {check: "false_accept" if "reject" in check else "pass" for check in PASSED}


def test_whatever_happens_in_the_folder_shows(tmp_path: Path) -> None:
    for change in (
        lambda canary: canary.path.touch(),
        lambda canary: (canary.path.touch(), canary.path.unlink()),
        lambda canary: (canary.path.mkdir(), canary.path.rmdir()),
        lambda canary: canary.path.parent.rmdir(),
    ):
        canary = Canary.new(tmp_path)
        assert not canary.touched
        change(canary)
        assert canary.touched


def test_a_payload_reads_alike_in_every_run(
    checks: tuple[Check, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Graders take digits, underscores and vowels in a path for numbers, indices and names."""
    odd = tmp_path / "odd_1"
    odd.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    sent: list[str] = []

    def ask(request: Request) -> Reply:
        sent.append(str(request.fields["answer"]))
        return Reply("verdict", "incorrect")

    for _ in range(2):
        with pool("yes") as made:
            made.canaries.asked(ask, checks[1])
    paths = [re.sub(r"open\('(.*)', 'w'\)", r"\1", text) for text in sent]
    assert paths[0] != paths[1]
    assert all(re.fullmatch(r"/tmp(/[b-df-hj-np-tv-z]{8,16}){3}", path) for path in paths)
