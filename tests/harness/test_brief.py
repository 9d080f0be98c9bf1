"""A report in the short form tells what the long one does, but for the times of single checks, and is as untrusted."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from gradespec import matrix, report
from gradespec.annotate import complete
from gradespec.brief import FIRST, LETTERS
from gradespec.cage import Limits
from gradespec.corpus import clauses, load
from gradespec.corpus.model import Sampled
from gradespec.judge import OUTCOMES, Outcome, twin_score
from gradespec.protocol import Hello
from gradespec.report import Report, ReportError, Suite
from hypothesis import given
from hypothesis import strategies as st
from small_suite import Suite as SmallSuite

SAID = "said correct: '2/1' for the gold '1/2'"
HOSTILE = '</script>\n {"check": 1}\n numbers'
DRAWN = Sampled("plain", "gsm8k", "number")


def reported(*outcomes: Outcome) -> Report:
    hello = Hello("mine", "1.0", ("verify",), {}, "", {"python": "3.11"})
    return report.report("mine:grade", hello, Suite("1.0", "0" * 64, len(outcomes)), Limits(), outcomes)


def again(found: Report, tmp_path: Path) -> Report:
    """The report after it was written in the short form."""
    report.write(found, tmp_path / "report.txt")
    return report.read(tmp_path / "report.txt")


def bare(outcome: Outcome) -> Outcome:
    """What the short form keeps of an outcome."""
    return replace(outcome, seconds=0.0, digest=outcome.digest[:6], why="" if outcome.why == SAID else outcome.why)


FOUND = (
    Outcome("numbers/a/b#accept-1", "accept", "pass", "", 0.2, "NUM-1", "fbdeeb012345", length=3),
    Outcome("numbers/a/b#accept-3", "accept", "false_reject", HOSTILE, 0.3, "NUM-1", "abcdef012345", length=3),
    Outcome("numbers/a/b#reject-1", "reject", "false_accept", SAID, 0.1, "NUM-1", "012345abcdef", length=1),
    Outcome(
        "numbers/a/c#extract-1", "value", "timeout", "no answer", 10.0, "NUM-2", "0" * 12, printed="the last\nline"
    ),
    Outcome("numbers/a/c#extract-2", "reject", "crash", "no answer", 1.0, "NUM-2", "1" * 12, left=("python",)),
    Outcome("text/a/b#grade-1", "accept", "pass", "", 0.1),  # of no list that there is
    Outcome("Text a", "accept", "error", "Überraschung", 0.1),
    Outcome("wild/a/b#accept-1", "accept", "pass", "", 0.1, sample=DRAWN, digest="2" * 12),
    Outcome("wild/a/c#accept-1", "accept", "pass", "", 0.1, sample=DRAWN, flaky="timeout at first: no answer"),
    Outcome("wild/a/d#accept-1", "accept", "unsupported", "it cannot", sample=replace(DRAWN, kind="a / b")),
)


def test_all_that_no_suite_can_tell_comes_back(tmp_path: Path) -> None:
    found = reported(*FOUND)
    short = again(found, tmp_path)
    assert replace(short, outcomes=()) == replace(found, outcomes=())
    kept = {outcome.check: outcome for outcome in short.outcomes}
    whole = {"text/a/b#grade-1", "Text a"}
    for outcome in FOUND:
        assert kept[outcome.check] == (outcome if outcome.check in whole else bare(outcome))
        assert kept[outcome.check].printed == outcome.printed
    assert [outcome.check for outcome in short.outcomes] == [outcome.check for outcome in FOUND]
    assert short.times == {"median": 0.2, "95 %": 10.0}
    assert again(short, tmp_path).times == short.times


def test_a_case_is_a_line(tmp_path: Path) -> None:
    report.write(reported(*FOUND[:3]), tmp_path / "report.txt")
    lines = (tmp_path / "report.txt").read_text().splitlines()
    assert lines[0] == FIRST
    assert lines[-3:-1] == ["numbers/a", " b NUM-1 > accept .?R reject A # fbdeeb abcdef 012345"]
    assert lines[-1].startswith('  accept-3 {"why": "')


KINDS = st.lists(st.sampled_from(OUTCOMES), min_size=6, max_size=6)
LENGTHS = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@given(KINDS, LENGTHS)
def test_the_twin_score_is_that_of_the_lengths_that_were(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str], lengths: list[int]
) -> None:
    names = [f"numbers/a/{case}#{side}-1" for case in "xyz" for side in ("accept", "reject")]
    found = [
        Outcome(name, name.partition("#")[2][:-2], kind, length=length)
        for name, kind, length in zip(names, kinds, lengths, strict=True)
    ]
    short = again(reported(*found), tmp_path_factory.mktemp("twin"))
    assert twin_score(short.outcomes) == twin_score(found)


def test_every_outcome_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(OUTCOMES)
    assert all(re.fullmatch("[A-Z.-]", letter) for letter in LETTERS.values())


@pytest.mark.long
def test_the_committed_reports_say_the_same(tmp_path: Path) -> None:
    (file, *_) = sorted((Path(__file__).parents[2] / "reports").glob("math-verify@*"))
    found = report.read(file)
    short = again(found, tmp_path)
    assert (tmp_path / "report.txt").stat().st_size < 30 * len(found.outcomes)
    assert matrix.cells(short) == matrix.cells(found)
    suite, known = load(samples=True), clauses()
    one, other = (complete(each, suite, known) for each in (found, short))
    now = {check.id: check for check in suite}
    for before, after in zip(one.outcomes, other.outcomes, strict=True):
        if before.check in now and before.is_of(now[before.check]):
            assert replace(before, seconds=0.0) == after
            assert (before.note, before.reason, before.length) == (after.note, after.reason, after.length)


def test_a_report_is_written_again_in_another_form(suite: SmallSuite) -> None:
    suite.write("grader.py", "def yes(gold, response): return True")
    one, short, back = (suite.root / name for name in ("one.json", "short.txt", "back.json"))
    suite.run("run", "--grader", "grader:yes", "--workers", 1, "--report", one)
    assert suite.run("report", one, "--report", short).exit_code == 0
    assert suite.run("report", short, "--report", back).exit_code == 0
    diagnoses = {suite.run("report", file).stdout.partition("In full")[0] for file in (one, short, back)}
    assert len(diagnoses) == 1
    assert "accepts '2/1' for '1/2'" in diagnoses.pop()
    first, last = (report.read(file).outcomes for file in (one, back))
    assert [replace(outcome, seconds=0.0) for outcome in first] == list(last)
    assert suite.run("report", one, short, "--report", back).exit_code == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (" b NUM-1 accept .", "is no line of a case"),
        ("numbers/a\n b", "is no line of a case"),
        ("numbers/a\n b NUM-1 accept .. # 012345", "as many digests as checks"),
        ("numbers/a\n b NUM-1 accept . # xyz", "digest"),
        ("numbers/a\n b NUM-1 accept é", "kind"),
        ("numbers/a\n b NUM-1 accept .\n  accept-2 {}", "no check of the case above it"),
        ("numbers/a\n b NUM-1 accept .\n  accept-1 []", "is no object"),
        ('numbers/a\n b NUM-1 accept .\n  accept-1 {"side": "left"}', "side"),
        ('numbers/a {"stratum": 1}\n b NUM-1 accept .', "sample"),
        ("{", "is not a report"),
    ],
)
def test_what_is_no_report_is_refused_in_one_line(line: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    report.write(reported(), file)
    file.write_text(f"{file.read_text()}{line}\n")
    with pytest.raises(ReportError, match=told) as refused:
        report.read(file)
    assert "\n" not in str(refused.value)
