"""Runs → figures: medians over the runs, ratios on the inputs that both peers answered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from benchmarks.measure import Run

Figures = dict[str, Any]


#: Seconds from which on an input has kept a grader so long that it may have met a timeout of its own.
LONG = 1.0


def of_peer(runs: Sequence[Run], reference: Sequence[Run]) -> Figures:
    """Times in milliseconds and in units of the yardstick, memory in megabytes.

    `ratio`: how many times longer than the reference on the same inputs, all of them together: of the throughputs.
    `brief_ratio`: the same without the inputs that took the peer a second or more, so that no timeout is in it.
    `median_ratio`: the median over the inputs of the ratio on one.
    """
    seconds, units = _medians(runs, "seconds"), _medians(runs, "units")
    answered = sorted(each for each in seconds if each is not None)
    measured = sorted(each for each in units if each is not None)
    both = [
        (ours, theirs, took)
        for ours, theirs, took in zip(units, _medians(reference, "units"), seconds, strict=True)
        if ours is not None and theirs is not None and took is not None
    ]
    pairs = [(ours, theirs) for ours, theirs, _ in both]
    brief = [(ours, theirs) for ours, theirs, took in both if took < LONG]
    return {
        "inputs": len(seconds),
        "runs": len(runs),
        "lost": len(seconds) - len(answered),
        "long": sum(each >= LONG for each in answered),
        "per_second": round(len(answered) / sum(answered), 1),
        "p50_ms": _ms(_quantile(answered, 0.5)),
        "p99_ms": _ms(_quantile(answered, 0.99)),
        "slowest_ms": _ms(answered[-1]),
        "p50_units": _round(_quantile(measured, 0.5)),
        "p99_units": _round(_quantile(measured, 0.99)),
        "slowest_units": _round(measured[-1]),
        "peak_mb": round(max(run.peak for run in runs) / 1e6, 1),
        "loaded_mb": round(median(run.loaded for run in runs) / 1e6, 1),
        "ratio": _total_ratio(pairs),
        "brief_ratio": _total_ratio(brief),
        "median_ratio": _round(median(ours / theirs for ours, theirs in pairs)),
    }


def _total_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    return _round(sum(ours for ours, _ in pairs) / sum(theirs for _, theirs in pairs)) if pairs else 0.0


def _medians(runs: Sequence[Run], what: str) -> list[float | None]:
    """The `seconds` or `units` of each input, the median over the runs; None where a run lost it."""
    found: list[float | None] = []
    for timings in zip(*(run.timings for run in runs), strict=True):
        answered = [float(getattr(timing, what)) for timing in timings if timing is not None]
        found.append(median(answered) if len(answered) == len(timings) else None)
    return found


def curve(runs: Sequence[Run], sizes: Sequence[int]) -> list[list[float]]:
    """Points (size, milliseconds, units) of the inputs that were answered."""
    times = zip(sizes, _medians(runs, "seconds"), _medians(runs, "units"), strict=True)
    return [[size, _ms(seconds), _round(units)] for size, seconds, units in times if seconds and units]


def growth(points: Sequence[Sequence[float]], start: float) -> float:
    """The exponent of growth from size `start` on: the slope of the best line through the logarithms. 1 is linear."""
    logs = [(math.log(size), math.log(ms)) for size, ms, *_ in points if size >= start]
    x, y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    return round(sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs), 2)


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def _ms(seconds: float) -> float:
    return _round(seconds * 1e3)


def _round(value: float) -> float:
    """Three significant digits: more are noise."""
    return float(f"{value:.3g}")
