"""What the reference has to reach, beside what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.peers import MATH_VERIFY, REFERENCE, UNTIMED

Report = dict[str, Any]


class Bar(NamedTuple):
    """One line of the table. `at_least`: the measured value has to reach the bar, else it must not pass it."""

    what: str
    bar: float
    unit: str
    at_least: bool
    measure: Callable[[Report], float]


def _against_math_verify(workload: str) -> Callable[[Report], float]:
    """The ratio to the faster of Math-Verify's two ways to be asked."""
    return lambda report: min(report[workload][peer]["ratio"] for peer in (MATH_VERIFY, UNTIMED))


#: Below this many characters a response is read in constant time.
_LINEAR_FROM = 30_000

BARS = (
    Bar("verify: throughput against Math-Verify", 100, "×", True, _against_math_verify("verify")),
    Bar("verify: median pair", 0.3, "ms", False, lambda report: report["verify"][REFERENCE]["p50_ms"]),
    Bar("verify: p99", 5, "ms", False, lambda report: report["verify"][REFERENCE]["p99_ms"]),
    Bar("grade: throughput against Math-Verify", 20, "×", True, _against_math_verify("grade")),
    Bar("grade: the longest response", 5, "ms", False, lambda report: report["length"][REFERENCE][-1][1]),
    Bar("grade: growth with length (1 is linear)", 1.1, "", False, lambda report: _growth(report["length"])),
    Bar("slowest input, hostile ones included", 250, "ms", False, lambda report: _worst(report, "slowest_ms")),
    Bar("peak memory, hostile inputs included", 200, "MB", False, lambda report: _worst(report, "peak_mb")),
    Bar("import refgrader", 100, "ms", False, lambda report: report["import"]["ms"][REFERENCE]),
    Bar("SymPy, units, latex2sympy2 imported by it", 0, "", False, lambda report: len(report["import"]["loaded"])),
    Bar("grade_many: two cores against one", 1.7, "×", True, lambda report: report["grade_many"]["speedup"]),
    Bar("false accepts on what was asked", 0, "", False, lambda report: _false_accepts(report)),
)


def _growth(curves: Report) -> float:
    points = curves[REFERENCE]
    start = _LINEAR_FROM if points[-1][0] > 4 * _LINEAR_FROM else 0
    return figures.growth(points, start)


def _worst(report: Report, figure: str) -> float:
    return max(float(report[workload][REFERENCE][figure]) for workload in ("verify", "grade", "hostile"))


def _false_accepts(report: Report) -> float:
    return float(report["false_accepts"] + report["hostile"]["false_accepts"])


def met(bar: Bar, value: float) -> bool:
    """Whether `value` reaches the bar."""
    return value >= bar.bar if bar.at_least else value <= bar.bar


def judged(report: Report) -> list[dict[str, Any]]:
    """Every bar with what was measured and whether it is met."""
    rows = []
    for bar in BARS:
        value = bar.measure(report)
        wanted = f"{'at least' if bar.at_least else 'at most'} {bar.bar:g} {bar.unit}".strip()
        shown = f"{value:g} {bar.unit}".strip()
        rows.append({"what": bar.what, "bar": wanted, "measured": shown, "met": met(bar, value)})
    return rows
