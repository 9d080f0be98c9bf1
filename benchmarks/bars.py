"""What the reference has to reach, beside what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks import figures
from benchmarks.peers import MATH_VERIFY, REFERENCE, UNTIMED

Report = dict[str, Any]


class Bar(NamedTuple):
    """One line of the table. `at_least`: the measured value has to reach the bar, else it must not pass it.

    `unit` is ``×``, with `of` saying of what; times are ratios to the yardstick, whose unit is a millisecond on the
    machine where the bars were set. `plain`: the same in milliseconds or megabytes, for people, with its own unit.
    """

    what: str
    bar: float
    of: str
    at_least: bool
    measure: Callable[[Report], float]
    plain: tuple[Callable[[Report], float], str] | None = None


def _against_math_verify(workload: str) -> Callable[[Report], float]:
    """The ratio to the faster of Math-Verify's two ways to be asked."""
    return lambda report: min(report[workload][peer]["ratio"] for peer in (MATH_VERIFY, UNTIMED))


def _time(what: str, bar: float, workload: str, figure: str) -> Bar:
    """A bar for a time of the reference."""
    return Bar(
        what,
        bar,
        YARDSTICK,
        False,
        lambda report: report[workload][REFERENCE][f"{figure}_units"],
        (lambda report: report[workload][REFERENCE][f"{figure}_ms"], "ms"),
    )


#: Below this many characters a response is read in constant time.
_LINEAR_FROM = 30_000

PEER, YARDSTICK, COUNT = "Math-Verify", "the yardstick", ""

BARS = (
    Bar("verify: throughput", 100, PEER, True, _against_math_verify("verify")),
    _time("verify: median pair", 0.3, "verify", "p50"),
    _time("verify: p99", 5, "verify", "p99"),
    Bar("verify, neighbouring golds: throughput", 150, PEER, True, _against_math_verify("neighbours")),
    _time("verify, neighbouring golds: median pair", 0.2, "neighbours", "p50"),
    _time("verify, neighbouring golds: p99", 1.5, "neighbours", "p99"),
    _time("verify, golds written otherwise: median pair", 0.08, "otherwise", "p50"),
    Bar("verify, pairs of cases/wild: throughput", 150, PEER, True, _against_math_verify("wild")),
    _time("verify, pairs of cases/wild: median pair", 0.25, "wild", "p50"),
    Bar("grade: throughput", 20, PEER, True, _against_math_verify("grade")),
    Bar(
        "grade: the longest response",
        5,
        YARDSTICK,
        False,
        lambda report: report["length"][REFERENCE][-1][2],
        (lambda report: report["length"][REFERENCE][-1][1], "ms"),
    ),
    Bar("grade: growth with length (1 is linear)", 1.1, COUNT, False, lambda report: _growth(report["length"])),
    Bar(
        "slowest input, hostile ones included",
        250,
        YARDSTICK,
        False,
        lambda report: _worst(report, "slowest_units"),
        (lambda report: _worst(report, "slowest_ms"), "ms"),
    ),
    Bar(
        "peak memory, hostile inputs included",
        2.5,
        f"{PEER}, just loaded",
        False,
        lambda report: _worst(report, "peak_mb") / report["verify"][MATH_VERIFY]["loaded_mb"],
        (lambda report: _worst(report, "peak_mb"), "MB"),
    ),
    Bar(
        "import refgrader",
        0.25,
        f"import {PEER}",
        False,
        lambda report: report["import"]["share"],
        (lambda report: report["import"]["ms"][REFERENCE], "ms"),
    ),
    Bar("import refgrader, all cores busy", 0.25, f"import {PEER}", False, lambda r: r["import"]["share_under_load"]),
    Bar("import refgrader", 100, YARDSTICK, False, lambda report: report["import"]["units"]),
    Bar(
        "first use of what is loaded late, in all",
        50,
        YARDSTICK,
        False,
        lambda report: report["first_use"]["units"],
        (lambda report: report["first_use"]["ms"], "ms"),
    ),
    Bar("SymPy, units, latex2sympy2 imported by it", 0, COUNT, False, lambda report: len(report["import"]["loaded"])),
    Bar("grade_many: two cores", 1.7, "one", True, lambda report: report["grade_many"]["speedup"]),
    Bar("false accepts on what was asked", 0, COUNT, False, lambda report: _false_accepts(report)),
)


def _growth(curves: Report) -> float:
    points = curves[REFERENCE]
    start = _LINEAR_FROM if points[-1][0] > 4 * _LINEAR_FROM else 0
    return figures.growth(points, start)


#: The workloads of verdicts.
VERDICTS = ("verify", "neighbours", "otherwise", "wild", "grade", "hostile")


def _worst(report: Report, figure: str) -> float:
    return max(float(report[workload][REFERENCE][figure]) for workload in VERDICTS)


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
        unit = f" × {bar.of}" if bar.of else ""
        shown = f"{value:.3g}{' ×' if bar.of else ''}"
        if bar.plain is not None:
            plain, name = bar.plain
            shown += f" ({plain(report):.3g} {name})"
        wanted = f"{'at least' if bar.at_least else 'at most'} {bar.bar:g}{unit}"
        rows.append({"what": bar.what, "bar": wanted, "measured": shown, "met": met(bar, value)})
    return rows
