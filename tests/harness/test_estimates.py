"""A sample is estimated from: rates with intervals, by group, wherever a run is shown; and it fails nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import corpus, report
from gradespec.cli import main
from gradespec.corpus.model import Sampled
from gradespec.estimates import estimates
from gradespec.judge import Outcome
from gradespec.known import Deviation, Gate
from gradespec.rates import Rate, Rates, wilson
from gradespec.site.build import percent
from small_suite import CASES, SPEC, Suite

HERE = Path(__file__).parent
DRAWN = """
chapter: numbers/drawn
cases:
  - id: plain-1
    clause: NUM-1
    sample: {stratum: plain, source: math, kind: number, question: '0123456789abcdef'}
    gold: '1'
    accept: ['1', '1.0']
    reject: ['2']
  - id: rewritten-1
    clause: NUM-1
    sample: {stratum: rewritten, source: math, kind: number}
    gold: '1'
    accept: ['1']
  - id: responses-2
    clause: NUM-1
    sample: {stratum: responses, source: gsm8k, kind: text}
    gold: 'x'
    incorrect: ['It is y.']
"""
RIGHT, YES = "verify:bad_graders:right", "verify:bad_graders:yes"


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_against_the_values_of_newcombe(count: int, of: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), Table I, method 3."""
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_is_that_of_the_complement_mirrored() -> None:
    low, high = wilson(7, 40)
    assert wilson(33, 40) == pytest.approx((1 - high, 1 - low))
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == 1


def test_a_rate_of_nothing_has_no_share() -> None:
    assert Rate(0, 0).as_json() == {"count": 0, "of": 0, "rate": None, "interval": None}
    assert str(Rate(0, 0)) == "–"
    assert str(Rate(15, 148)) == "10.1 (6.2–16.0)"


@pytest.mark.parametrize(
    ("count", "of", "wanted"),
    [
        (30_000, 10**6, "3.00 (2.97–3.03)"),
        (3, 10**6, "0.0003 (0.0001–0.0009)"),
        (0, 10**6, "0.0000 (0.0000–0.0004)"),
        (10**6, 10**6, "100.0000 (99.9996–100.0000)"),
        (500_000_000, 10**9, "50.000 (49.997–50.003)"),
        (197, 6567, "3.0 (2.6–3.4)"),
    ],
)
def test_a_narrow_interval_has_as_many_digits_as_tell_its_ends_apart(count: int, of: int, wanted: str) -> None:
    assert str(Rate(count, of)) == wanted


def outcome(check: str, side: str, kind: str, stratum: str = "plain", source: str = "math") -> Outcome:
    return Outcome(check, side, kind, sample=Sampled(stratum, source, "number"))


def test_rates_are_of_what_was_asked_and_of_one_side_each() -> None:
    outcomes = [
        outcome("wild/a/b#accept-1", "accept", "pass"),
        outcome("wild/a/b#accept-2", "accept", "false_reject", "rewritten"),
        outcome("wild/a/b#accept-3", "accept", "timeout", "rewritten"),
        outcome("wild/a/b#accept-4", "accept", "unsupported"),
        outcome("wild/a/b#reject-1", "reject", "false_accept", source="gsm8k"),
        outcome("wild/a/b#reject-2", "reject", "pass"),
        outcome("wild/a/b#reject-3", "reject", "crash"),
        Outcome("numbers/a/b#reject-1", "reject", "false_accept"),
    ]
    found = {(estimate.grouping, estimate.group): estimate for estimate in estimates(outcomes)}
    everything = found["all", "all"]
    assert everything.false_accepts == Rate(1, 3)
    assert everything.false_rejects == Rate(2, 3)  # what is not accepted is not paid, whatever came instead
    assert everything.right == Rate(2, 6)
    assert everything.broken == {"timeout": 1, "crash": 1}
    assert found["stratum", "rewritten"].false_rejects == Rate(2, 2)
    assert found["source", "gsm8k"].false_accepts == Rate(1, 1)
    assert list(found) == [
        ("all", "all"),
        ("stratum", "plain"),
        ("stratum", "rewritten"),
        ("source", "gsm8k"),
        ("source", "math"),
        ("kind", "number"),
    ]


def test_no_gate_is_shut_by_a_sample() -> None:
    drawn = [outcome("wild/a/b#reject-1", "reject", "false_accept"), outcome("wild/a/b#reject-2", "reject", "pass")]
    assert Gate.of(drawn, ()).open
    assert Gate.of(drawn, [Deviation(("wild",), "whatever")]).open


@pytest.fixture
def drawn(suite: Suite) -> Suite:
    suite.write("cases/numbers/drawn.yaml", DRAWN)
    return suite


def test_the_suite_is_what_is_not_drawn(drawn: Suite) -> None:
    assert len(corpus.load()) == 4
    both = corpus.load(samples=True)
    assert [check.id for check in both if check.sample] == [
        "numbers/drawn/plain-1#accept-1",
        "numbers/drawn/plain-1#accept-2",
        "numbers/drawn/plain-1#reject-1",
        "numbers/drawn/rewritten-1#accept-1",
        "numbers/drawn/responses-2#incorrect-1",
    ]
    assert both.checks[-1].sample == Sampled("responses", "gsm8k", "text")
    assert report.Suite.of(both) == report.Suite("1.0", report.Suite.of(both).sha256, 4, 5)


def test_the_spec_counts_a_sample_and_lists_none_of_it(drawn: Suite) -> None:
    spec = SPEC + SPEC.partition("\n")[2].replace("NUM-1", "NUM-2").replace("(MUST)", "(informative)")
    drawn.write("spec/04-numbers.md", spec)
    drawn.write("cases/numbers/drawn.yaml", DRAWN.replace("NUM-1", "NUM-2"))
    assert drawn.run("spec", "build").exit_code == 0
    page = (drawn.root / "spec/04-numbers.md").read_text(encoding="utf-8")
    assert "| math | plain | 1 | 2 | 1 |\n" in page
    assert "| all |  | 3 | 3 | 2 |\n" in page
    assert "plain-1" not in page
    assert drawn.run("lint").output == "2 files, 1 cases, 4 checks, 5 checks of samples: clean\n"
    counted = json.loads(drawn.run("suite", "stats", "--json").output)
    assert (counted["cases"], counted["total"]["accept"], counted["sampled"]["accept"]) == (1, 2, 3)
    assert len(json.loads(drawn.run("suite", "export").output)["checks"]) == 4


def test_a_sample_may_repeat_a_question_and_must_not_contradict_one(drawn: Suite) -> None:
    drawn.run("spec", "build")
    assert "asks the same" not in drawn.run("lint").output
    drawn.write("cases/numbers/basics.yaml", CASES.replace("gold: '1/2'", "gold: '1'").replace("'0.5'", "'2'"))
    assert "case plain-1: contradicts numbers/basics/half#accept-2" in drawn.run("lint").output


# --- shown ------------------------------------------------------------------------------------------------------


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(HERE)
    file = tmp_path / "cases" / "drawn.yaml"
    file.parent.mkdir()
    file.write_text(DRAWN.replace("NUM-1", "NUM-3"))
    return file


def call(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def rows(shown: str) -> list[list[str]]:
    return [line.split() for line in shown.splitlines() if "bad_graders:" in line and "sample" not in line]


def test_a_run_shows_rates_and_is_fine(cases: Path) -> None:
    graders = ("--grader", RIGHT, "--grader", YES, "--cases", cases, "--workers", 1)
    result = call("run", *graders)
    assert result.exit_code == 0
    assert rows(result.stdout)[:4] == [
        ["numbers", "bad_graders:right", "75.0", "0.0", "(0.0–79.3)", "33.3", "(6.1–79.2)"],
        ["bad_graders:yes", "75.0", "100.0", "(20.7–100.0)", "0.0", "(0.0–56.1)"],
        ["plain", "bad_graders:right", "66.7", "0.0", "(0.0–79.3)", "50.0", "(9.5–90.5)"],
        ["bad_graders:yes", "66.7", "100.0", "(20.7–100.0)", "0.0", "(0.0–65.8)"],
    ]
    assert "chapter" not in result.stdout
    assert "1 of the sample judged wrongly, which fails nothing; --failures" in result.stdout
    assert "false reject     numbers/drawn/plain-1#accept-2" not in result.stdout
    assert "false reject     numbers/drawn/plain-1#accept-2" in call("run", *graders, "--failures").stdout
    (right, _) = json.loads(call("run", *graders, "--json").stdout)
    assert right["new"] == []
    assert right["estimates"][0]["false_rejects"]["count"] == 1
    assert right["matrix"]["total"]["asked"] == 0


def test_reports_keep_what_was_drawn_and_the_matrix_shows_it(cases: Path, tmp_path: Path) -> None:
    both = cases.with_name("few.yaml")
    both.write_text(CASES.replace("NUM-1", "NUM-3"))
    out = tmp_path / "right.json"
    call("run", "--grader", RIGHT, "--cases", cases.parent, "--workers", 1, "--report", out)
    found = report.read(out)
    assert (found.suite.checks, found.suite.sampled) == (4, 5)
    assert found.outcomes[0].sample == Sampled("plain", "math", "number")
    assert found.outcomes[-1].sample is None
    shown = call("matrix", out).stdout
    assert shown.index("total") < shown.index("by stratum") < shown.index("by source") < shown.index("by kind")
    assert ["total", "bad_graders:right", "2/4", "0", "0", "(0–66)", "2", "100", "(34–100)", "0.0"] in rows(shown)
    totals = call("matrix", out, "--totals").stdout
    assert "by source" not in totals
    assert "sample" in totals
    (found,) = rows(totals)
    assert found == [
        "bad_graders:right",
        "0",
        "(0–79)",
        "33",
        "(6.1–79)",
        "0",
        "(0–66)",
        "100",
        "(34–100)",
        "0.0",
        "none",
    ]
    page = tmp_path / "page.md"
    page.write_text("<!-- matrix -->\n<!-- /matrix -->\n")
    call("matrix", out, "--into", page)
    written = page.read_text(encoding="utf-8")
    assert "4 checks and 5 of a sample, of spec" in written
    assert "| sample: false accepts % | sample: false rejects % | suite: false accepts % |" in written
    assert "The *sample* is of real golds" in written


def test_pytest_counts_a_sample_and_passes(cases: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, f"--grader={RIGHT}", f"--cases={cases}", "-rx"],
        cwd=cases.parent,
        env={**os.environ, "PYTHONPATH": str(HERE), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0
    assert "3 passed, 1 skipped, 1 xfailed" in done.stdout
    assert "false reject in a sample: said incorrect: '1.0' for the gold '1'" in done.stdout
    assert "estimates from the sample numbers: percent, 95 % interval" in done.stdout
    assert "all        false accepts 0.0 (0.0–79.3)   of 1, false rejects 33.3 (6.1–79.2)  of 3" in done.stdout


def test_brief_rates_tell_apart_what_is_rare() -> None:
    shown = [Rate(count, of).brief for count, of in ((739, 4012), (3, 1000), (0, 100), (100, 100), (0, 0))]
    assert shown == ["18 (17–20)", "0.3 (0.1–0.9)", "0 (0–3.7)", "100 (96–100)", "n/a"]


def test_what_is_little_is_not_nothing() -> None:
    assert Rate(1, 14116).brief == "<0.1 (0–0.1)"
    assert Rate(0, 14116).brief == "0 (0–0.1)"
    assert str(Rate(1, 14116)) == "0.01 (0.00–0.04)"
    assert percent(1 / 14116) == "< 0.1 %"
    assert percent(0.0) == "0.0 %"


def test_rates_are_of_what_could_go_wrong_so() -> None:
    kinds = [
        ("accept-1", "accept", "false_reject"),
        ("correct-1", "accept", "timeout"),
        ("reject-1", "reject", "pass"),
        ("ungradable-1", "reject", "false_accept"),
        ("reject-2", "reject", "unsupported"),
        ("extract-1", "reject", "wrong_extraction"),
        ("parse-1", "value", "pass"),
    ]
    found = Rates.of(Outcome(f"a/b/c#{name}", side, kind) for name, side, kind in kinds)
    assert found == Rates(Rate(1, 2), Rate(1, 2), Rate(1, 2), Rate(1, 7))
