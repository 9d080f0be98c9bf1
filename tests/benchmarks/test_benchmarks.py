"""The benchmark works from end to end, and its arithmetic is right. What it measures is nobody's test."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks import bars, figures, hostile, measure, peers, rewriting, workloads  # noqa: E402
from benchmarks.measure import Input, Run, Timing, run  # noqa: E402


def timings(*seconds, unit=1e-3):
    return Run(tuple(None if each is None else Timing(each, "correct", 10**6, unit) for each in seconds))


def test_a_ratio_is_of_the_inputs_that_both_answered():
    found = figures.of_peer([timings(1.0, 3.0, None)], [timings(0.1, 0.1, 9.0)])
    assert (found["ratio"], found["median_ratio"], found["lost"]) == (20, 20, 1)


def test_a_figure_is_the_median_over_the_runs():
    found = figures.of_peer([timings(1.0), timings(2.0), timings(90.0)], [timings(1.0)] * 3)
    assert (found["ratio"], found["p50_ms"]) == (2, 2000)


def test_a_ratio_is_of_times_beside_the_yardstick():
    """A machine that slows down between two runs slows both the grader and the yardstick."""
    found = figures.of_peer([timings(4.0, unit=2e-3)], [timings(0.5, unit=1e-3)])
    assert (found["ratio"], found["p50_units"], found["p50_ms"]) == (4, 2000, 4000)


def test_a_ratio_is_also_given_without_what_took_a_second():
    found = figures.of_peer([timings(0.2, 5.0)], [timings(0.1, 0.1)])
    assert (found["ratio"], found["brief_ratio"], found["long"]) == (26, 2, 1)


@pytest.mark.parametrize("power", [1, 2])
def test_growth_is_the_exponent(power):
    assert figures.growth([(n, 0.003 * n**power) for n in (10, 20, 40, 80)], 0) == power


def test_thinning_keeps_order_and_spreads():
    assert workloads.thinned(range(100), 4) == [0, 25, 50, 75]


WORKER = """
import sys, time
print("[0.001, 50000000]", flush=True)
for line in sys.stdin:
    while "hang" in line: time.sleep(60)
    print('[0.002, "True", 60000000]', flush=True)
"""


def test_a_peer_that_hangs_is_killed_and_the_rest_is_asked(monkeypatch):
    monkeypatch.setattr(measure, "command", lambda peer: [sys.executable, "-c", WORKER])
    found = run("a stub", [Input("verify", "1", text) for text in ("1", "hang", "2")], 2)
    assert [timing and (timing.verdict, timing.units) for timing in found.timings] == [("True", 2), None, ("True", 2)]
    assert (found.loaded, found.peak, found.lost) == (50_000_000, 60_000_000, 1)


def test_a_peer_is_asked_in_a_process_of_its_own():
    (timing,) = run(peers.STRINGS, [Input("verify", "1", "1")], 60).timings
    assert timing.verdict == "True"
    assert 0 < timing.seconds < timing.unit


def test_neighbours_meet_no_text_twice_in_a_half():
    asked = workloads.neighbours()
    assert len(asked) == 499
    for half in (asked[:250], asked[250:]):
        texts = [text for question in half for text in (question.gold, question.text)]
        assert len(set(texts)) == len(texts)


def test_a_gold_written_otherwise_is_another_text():
    asked = workloads.written_otherwise()
    assert asked == workloads.written_otherwise()
    assert all(question.gold.split() != question.text.split() or question.gold != question.text for question in asked)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        (r"\frac12", {r"\dfrac12", r"\tfrac12", r"$\frac12$", r"\[\frac12\]"}),
        ("(1, 2)", {r"\left(1, 2\right)", r"(1,\, 2)", "$(1,  2)$"}),
        ("x^2", {"x^{2}", "$x^{2}$.", "$$x^2$$"}),
        ("yes", {r"\text{yes}", "yes."}),
        ("[0,1)", {"$[0,1)$", r"\([0,1)\)"}),
        ("3 dogs", {"3  dogs.", "3 dogs."}),
    ],
)
def test_typesetting_is_all_that_a_rewriting_changes(text, again):
    found = {rewriting.rewritten(text, Random(seed)) for seed in range(400)}
    assert again <= found
    marks = {re.sub(r"\\,|[^\w,]|[dt]?frac|left|right|text", "", other) for other in found}
    assert marks == {re.sub(r"[^\w,]|frac", "", text)}


def test_keywords_stand_beside_repetitions_on_both_sides():
    assert ("final result", "\n", "x answer") in hostile.BESIDE
    assert ("", " ", "Answer: x") in hostile.BESIDE
    assert "=".join([r"\sum_{k=1}^{999}\sqrt{k^2+1}"] * 200) in hostile.EXPENSIVE


def test_lengths_and_sizes_grow():
    lengths = [len(asked.text) for asked in workloads.lengths()]
    assert lengths[0] == 1000
    assert lengths[-1] == 10**6
    sizes = [len(asked.text) for asked in workloads.sizes()]
    assert sizes == sorted(sizes)


def test_a_bar_that_is_missed_is_said_to_be():
    bar = bars.Bar("time", 5, bars.YARDSTICK, False, lambda report: 6.0)
    assert not bars.met(bar, 6.0)
    assert bars.met(bar, 5.0)
    assert not bars.met(bar._replace(at_least=True), 4.9)


@pytest.mark.long
def test_end_to_end(tmp_path):
    for module in ("math_verify", "latex2sympy2_extended"):
        pytest.importorskip(module)
    command = [sys.executable, "-m", "benchmarks", "--quick", "--output", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads((tmp_path / "benchmarks.json").read_text(encoding="utf-8"))
    assert report["taken"]["quick"]
    assert set(report["verify"]) == set(peers.PEERS)
    assert report["otherwise"][peers.REFERENCE]["accepted"] > 15
    assert all(figure["p50_ms"] > 0 for figure in report["verify"].values())
    assert report["verify"][peers.REFERENCE]["ratio"] == 1
    assert len(report["bars"]) == len(bars.BARS)
    page = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert all(row["what"] in page for row in report["bars"])
    if find_spec("matplotlib"):
        for plot in ("benchmarks-length.svg", "benchmarks-size.svg"):
            assert ElementTree.parse(tmp_path / plot).getroot().tag.endswith("svg")
            assert plot in page
