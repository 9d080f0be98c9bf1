"""A list of known deviations is exact both ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradespec import known
from gradespec.corpus import CorpusError
from gradespec.judge import Outcome
from gradespec.known import Deviation, Gate, standing

LIST = (
    Deviation(("numbers/*#accept-*",), "it rounds", "false_reject"),
    Deviation(("text/a", "text/b/c#reject-1"), "on purpose"),
)


@pytest.mark.parametrize(
    ("check", "kind", "stands"),
    [
        ("numbers/a/b#accept-1", "false_reject", "known"),
        ("numbers/a/b#accept-1", "timeout", "new"),
        ("numbers/a/b#accept-1", "pass", "fixed"),
        ("numbers/a/b#reject-1", "false_accept", "new"),
        ("numbers/a/b#reject-1", "pass", "fine"),
        ("numbers/a/b#reject-1", "unsupported", "fine"),
        ("text/a/x#extract-1", "wrong_extraction", "known"),
        ("text/a/x#extract-1", "crash", "known"),
        ("text/b/c#reject-1", "false_accept", "known"),
        ("text/b/c#reject-10", "false_accept", "new"),
    ],
)
def test_standings(check: str, kind: str, stands: str) -> None:
    assert standing(Outcome(check, "accept", kind), LIST)[0] == stands


@pytest.mark.parametrize(
    ("kinds", "is_open"),
    [
        (["pass", "pass"], True),
        (["unsupported", "pass"], True),
        (["false_reject", "pass"], True),
        (["false_reject", "false_accept"], False),
        (["pass", "false_accept"], False),
    ],
)
def test_the_gate(kinds: list[str], is_open: bool) -> None:
    names = ("numbers/a/b#accept-1", "numbers/a/b#reject-1")
    listed = LIST if kinds[0] == "false_reject" else ()
    outcomes = [Outcome(name, "accept", kind) for name, kind in zip(names, kinds, strict=True)]
    assert Gate.of(outcomes, listed).open == is_open


def test_what_is_fixed_closes_the_gate() -> None:
    gate = Gate.of([Outcome("numbers/a/b#accept-1", "accept", "pass")], LIST)
    assert not gate.open
    assert [outcome.check for outcome in gate.by_standing["fixed"]] == ["numbers/a/b#accept-1"]


def test_a_list_is_read(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(
        "grader: mine 1.0\nknown:\n"
        "  - {checks: 'numbers/*', outcome: timeout, reason: 'it hangs', link: 'https://example.org/1'}\n"
        "  - {checks: [a/b, c/d], reason: why}\n"
    )
    assert known.load(file) == (
        Deviation(("numbers/*",), "it hangs", "timeout", "https://example.org/1"),
        Deviation(("a/b", "c/d"), "why"),
    )
    assert known.load(None) == ()


def test_all_that_is_wrong_with_a_list_is_raised(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    file.write_text("known:\n  - {checks: a}\n  - {reason: b}\n")
    with pytest.raises(CorpusError) as caught:
        known.load(file)
    assert [(problem.line, problem.message.split(";")[0]) for problem in caught.value.problems] == [
        (2, "`reason` is missing"),
        (3, "`checks` is missing"),
    ]


@pytest.mark.parametrize(
    "text", ["", "known: 5", "known: [{checks: a}]", "known: [{checks: a, reason: b, outcome: pass}]"]
)
def test_a_list_that_is_not_right_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(text)
    with pytest.raises(CorpusError, match=r"known\.yaml:1"):
        known.load(file)
