"""Runs → figures: medians over the runs, ratios on the inputs that both peers answered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from benchmarks.measure import Run, Timing

Figures = dict[str, Any]


def of_peer(runs: Sequence[Run], reference: Sequence[Run]) -> Figures:
    """Times in milliseconds, memory in megabytes; `ratio`: how many times longer than the reference, same inputs."""
    per_input = _medians(runs)
    answered = sorted(seconds for seconds in per_input if seconds is not None)
    return {
        "inputs": len(per_input),
        "lost": len(per_input) - len(answered),
        "per_second": round(len(answered) / sum(answered), 1),
        "p50_ms": _ms(_quantile(answered, 0.5)),
        "p99_ms": _ms(_quantile(answered, 0.99)),
        "slowest_ms": _ms(answered[-1]),
        "peak_mb": round(max(run.peak for run in runs) / 1e6, 1),
        "ratio": _round(median(map(_total_ratio, runs, reference))),
        "median_ratio": _round(median(map(_median_ratio, runs, reference))),
    }


def _total_ratio(ours: Run, theirs: Run) -> float:
    """Of the times for all inputs together: of throughputs."""
    both = _both(ours, theirs)
    return sum(one.seconds for one, _ in both) / sum(other.seconds for _, other in both)


def _median_ratio(ours: Run, theirs: Run) -> float:
    """The median over the inputs of the ratio on one: no slow input dominates it."""
    return median(one.seconds / other.seconds for one, other in _both(ours, theirs))


def _both(ours: Run, theirs: Run) -> list[tuple[Timing, Timing]]:
    pairs = zip(ours.timings, theirs.timings, strict=True)
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def _medians(runs: Sequence[Run]) -> list[float | None]:
    """Seconds for each input, the median over the runs; None where a run lost it."""
    found: list[float | None] = []
    for timings in zip(*(run.timings for run in runs), strict=True):
        answered = [timing.seconds for timing in timings if timing is not None]
        found.append(median(answered) if len(answered) == len(timings) else None)
    return found


def curve(runs: Sequence[Run], sizes: Sequence[int]) -> list[list[float]]:
    """Points (size, milliseconds) of the inputs that were answered."""
    return [[size, _ms(seconds)] for size, seconds in zip(sizes, _medians(runs), strict=True) if seconds is not None]


def growth(points: Sequence[Sequence[float]], start: float) -> float:
    """The exponent of growth from size `start` on: the slope of the best line through the logarithms. 1 is linear."""
    logs = [(math.log(size), math.log(ms)) for size, ms in points if size >= start]
    x, y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    return round(sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs), 2)


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def _ms(seconds: float) -> float:
    return _round(seconds * 1e3)


def _round(value: float) -> float:
    """Three significant digits: more are noise."""
    return float(f"{value:.3g}")
