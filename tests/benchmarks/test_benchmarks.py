"""The benchmark works from end to end, and its arithmetic is right. What it measures is nobody's test."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks import bars, figures, peers, workloads  # noqa: E402
from benchmarks.measure import Input, Run, Timing, run  # noqa: E402


def timings(*seconds):
    return Run(tuple(None if each is None else Timing(each, "correct", 10**6) for each in seconds))


def test_a_ratio_is_of_the_inputs_that_both_answered():
    found = figures.of_peer([timings(1.0, 3.0, None)], [timings(0.1, 0.1, 9.0)])
    assert (found["ratio"], found["median_ratio"], found["lost"]) == (20, 20, 1)


def test_a_figure_is_the_median_over_the_runs():
    found = figures.of_peer([timings(1.0), timings(2.0), timings(90.0)], [timings(1.0)] * 3)
    assert (found["ratio"], found["p50_ms"]) == (2, 2000)


@pytest.mark.parametrize("power", [1, 2])
def test_growth_is_the_exponent(power):
    assert figures.growth([(n, 0.003 * n**power) for n in (10, 20, 40, 80)], 0) == power


def test_thinning_keeps_order_and_spreads():
    assert workloads.thinned(range(100), 4) == [0, 25, 50, 75]


def test_a_peer_that_hangs_is_killed_and_the_rest_is_asked():
    pytest.importorskip("math_verify")
    inputs = [Input("verify", "1", "1"), Input("verify", "1", "9^{9^{9^{9}}}"), Input("verify", "x+1", "1+x")]
    found = run(peers.UNTIMED, inputs, 3)
    assert [timing and timing.verdict for timing in found.timings] == ["True", None, "True"]


def test_lengths_and_sizes_grow():
    lengths = [len(asked.text) for asked in workloads.lengths()]
    assert lengths[0] == 1000
    assert lengths[-1] == 10**6
    sizes = [len(asked.text) for asked in workloads.sizes()]
    assert sizes == sorted(sizes)


def test_a_bar_that_is_missed_is_said_to_be():
    bar = bars.Bar("time", 5, "ms", False, lambda report: 6.0)
    assert not bars.met(bar, 6.0)
    assert bars.met(bar, 5.0)
    assert not bars.met(bar._replace(at_least=True), 4.9)


def test_end_to_end(tmp_path):
    for module in ("math_verify", "latex2sympy2_extended"):
        pytest.importorskip(module)
    command = [sys.executable, "-m", "benchmarks", "--quick", "--output", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads((tmp_path / "benchmarks.json").read_text(encoding="utf-8"))
    assert report["taken"]["quick"]
    assert set(report["verify"]) == set(peers.PEERS)
    assert all(figure["p50_ms"] > 0 for figure in report["verify"].values())
    assert report["verify"][peers.REFERENCE]["ratio"] == 1
    assert len(report["bars"]) == len(bars.BARS)
    page = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert all(row["what"] in page for row in report["bars"])
    if find_spec("matplotlib"):
        for plot in ("benchmarks-length.svg", "benchmarks-size.svg"):
            assert ElementTree.parse(tmp_path / plot).getroot().tag.endswith("svg")
            assert plot in page
