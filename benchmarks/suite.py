"""The benchmark: each workload asked of each peer, runs interleaved (A B A B) so that noise meets all alike."""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import figures, measure, peers, workloads
from benchmarks.measure import Input, Run
from benchmarks.peers import MATH_VERIFY, REFERENCE, SIMPLIFY, STRINGS, UNTIMED

#: Seconds for one input before its peer is killed. Math-Verify's own limits end at 5 + 5.
LIMIT = 15.0
PACKAGES = ("gradespec", "math-verify", "latex2sympy2_extended", "sympy", "python-flint")
FORBIDDEN = ("sympy", "pint", "latex2sympy2_extended")

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    Math-Verify is asked every pair. `sampled`: the responses that it is asked, evenly spread over those for the
    reference; `slow`: the inputs for a peer that no bar is about; `hostile`: hostile inputs for Math-Verify; `graded`:
    pairs of one run of `grade_many`.
    """

    runs: int = 5
    pairs: int | None = None
    responses: int | None = None
    sampled: int = 1_500
    slow: int = 300
    hostile: int = 150
    own_hostile: int | None = None
    longest: int = workloads.MEGABYTE
    largest: int = 8_000
    graded: int = 200_000
    limit: float = LIMIT


#: A few inputs of everything, once: shows that the benchmark works, and nothing else.
QUICK = Plan(
    runs=1,
    pairs=20,
    responses=8,
    slow=5,
    hostile=3,
    own_hostile=40,
    longest=16_000,
    largest=128,
    graded=1_000,
    limit=4.0,
)


def measured(plan: Plan, file: Path, say: Say) -> dict[str, Any]:
    """Every figure, as the report holds them."""
    report: dict[str, Any] = {"taken": _circumstances(plan)}
    pairs = workloads.thinned(workloads.pairs(), plan.pairs or 10**9)
    responses = workloads.thinned(workloads.responses(file), plan.responses or 10**9)
    say("verify: the pairs of the suite")
    report["verify"], accepted = _compared(pairs, len(pairs), plan, say)
    report["false_accepts"] = accepted
    say("grade: model responses")
    report["grade"], _ = _compared(responses, plan.sampled, plan, say)
    say("growth with length")
    report["length"] = _grown(workloads.lengths(plan.longest), plan, say)
    say("growth with the size of the answer")
    report["size"] = _grown(workloads.sizes(plan.largest), plan, say)
    say("hostile inputs")
    report["hostile"] = _hostile(plan, say)
    say("imports")
    report["import"] = _imports(plan)
    say("grade_many")
    report["grade_many"] = _many(responses, plan)
    return report


def _circumstances(plan: Plan) -> dict[str, Any]:
    return {
        "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "runs": plan.runs,
        "quick": plan == QUICK,
        "packages": dict(_versions()),
    }


def _versions() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            continue


def _interleaved(
    work: dict[str, Sequence[Input]], plan: Plan, say: Say, runs: int | None = None
) -> dict[str, list[Run]]:
    """The runs of each peer over its inputs, one of each in turn."""
    found: dict[str, list[Run]] = {peer: [] for peer in work}
    for number in range(runs or plan.runs):
        for peer, inputs in work.items():
            say(f"  run {number + 1}: {peer}, {len(inputs)} inputs")
            found[peer].append(measure.run(peer, inputs, plan.limit))
    return found


def _compared(inputs: list[Input], sampled: int, plan: Plan, say: Say) -> tuple[dict[str, Any], int]:
    """Figures of all peers, each on its share of the inputs, and the reference's false accepts on all of them."""
    shares = {REFERENCE: len(inputs), MATH_VERIFY: sampled, UNTIMED: sampled, STRINGS: len(inputs)}
    shares[SIMPLIFY] = plan.slow
    places = {peer: workloads.thinned(range(len(inputs)), share) for peer, share in shares.items()}
    runs = _interleaved({peer: [inputs[place] for place in places[peer]] for peer in places}, plan, say)
    reference = runs[REFERENCE]
    found = {peer: figures.of_peer(runs[peer], [_part(run, places[peer]) for run in reference]) for peer in places}
    return found, _false_accepts(inputs, reference[0])


def _part(run: Run, places: Sequence[int]) -> Run:
    return Run(tuple(run.timings[place] for place in places))


def _false_accepts(inputs: Sequence[Input], run: Run) -> int:
    return sum(
        timing is not None and timing.verdict == "correct" and asked.expected not in (None, "correct")
        for asked, timing in zip(inputs, run.timings, strict=True)
    )


def _grown(inputs: list[Input], plan: Plan, say: Say) -> dict[str, Any]:
    runs = _interleaved(dict.fromkeys((REFERENCE, MATH_VERIFY, STRINGS), inputs), plan, say)
    sizes = [len(asked.text) for asked in inputs]
    return {peer: figures.curve(runs[peer], sizes) for peer in runs}


def _hostile(plan: Plan, say: Say) -> dict[str, Any]:
    """The reference on all hostile inputs, Math-Verify on a sample and once: each may take it to its limits."""
    inputs = workloads.thinned(workloads.hostile(), plan.own_hostile or 10**9)
    runs = _interleaved({REFERENCE: inputs}, plan, say)[REFERENCE]
    places = workloads.thinned(range(len(inputs)), plan.hostile)
    theirs = _interleaved({MATH_VERIFY: [inputs[place] for place in places]}, plan, say, runs=1)[MATH_VERIFY]
    part = [_part(runs[0], places)]
    slowest = max(range(len(inputs)), key=lambda place: _seconds(runs[0], place))
    asked = inputs[slowest]
    return {
        REFERENCE: figures.of_peer(runs, runs),
        MATH_VERIFY: figures.of_peer(theirs, part),
        "slowest": {"op": asked.op, "gold": asked.gold[:60], "text": asked.text[:60], "characters": len(asked.text)},
        "false_accepts": _false_accepts(inputs, runs[0]),
    }


def _seconds(run: Run, place: int) -> float:
    timing = run.timings[place]
    return float("inf") if timing is None else timing.seconds


# --- imports and grade_many ------------------------------------------------------------------------------------

_IMPORT = """
import sys, time, importlib
start = time.perf_counter()
importlib.import_module(sys.argv[1])
print(time.perf_counter() - start, *(name for name in sys.argv[2:] if name in sys.modules))
"""
#: The library of units is loaded when two quantities meet for the first time.
_FIRST_UNIT = """
import time, refgrader
start = time.perf_counter()
refgrader.verify("1 m", "100 cm")
print(time.perf_counter() - start)
"""
_MANY = """
import json, sys, time
from refgrader import grade_many
if __name__ == "__main__":
    pairs = [tuple(pair) for pair in json.load(open(sys.argv[1], encoding="utf-8"))] * int(sys.argv[2])
    start = time.perf_counter()
    for verdict in grade_many(pairs, workers=int(sys.argv[3])):
        pass
    print(time.perf_counter() - start)
"""


def _imports(plan: Plan) -> dict[str, Any]:
    seconds: dict[str, list[float]] = {peer: [] for peer in peers.MODULES}
    loaded: set[str] = set()
    for module in peers.MODULES.values():  # the first import of a machine compiles
        measure.in_fresh_interpreter(_IMPORT, module, *FORBIDDEN)
    for _ in range(plan.runs):
        for peer, module in peers.MODULES.items():
            took, *names = measure.in_fresh_interpreter(_IMPORT, module, *FORBIDDEN).split()
            seconds[peer].append(float(took))
            loaded |= set(names) if peer == REFERENCE else set()
    ratio = median(theirs / ours for theirs, ours in zip(seconds[MATH_VERIFY], seconds[REFERENCE], strict=True))
    milliseconds = {peer: round(median(took) * 1e3, 1) for peer, took in seconds.items()}
    first = median(float(measure.in_fresh_interpreter(_FIRST_UNIT)) for _ in range(plan.runs))
    return {
        "ms": milliseconds,
        "ratio": round(ratio, 1),
        "loaded": sorted(loaded),
        "first_unit_ms": round(first * 1e3, 1),
    }


def _many(responses: list[Input], plan: Plan) -> dict[str, Any]:
    copies = -(-plan.graded // len(responses))  # long enough for the start of a process not to be what is measured
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump([(asked.gold, asked.text) for asked in responses], file)
        file.flush()
        took: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(plan.runs):
            for workers in took:
                arguments = (file.name, str(copies), str(workers))
                took[workers].append(float(measure.in_fresh_interpreter(_MANY, *arguments)))
    speedup = median(one / two for one, two in zip(took[1], took[2], strict=True))
    return {"pairs": len(responses) * copies, "speedup": round(speedup, 2)}
