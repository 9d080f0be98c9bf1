"""The benchmark: each workload asked of each peer, runs interleaved (A B A B) so that noise meets all alike."""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import figures, measure, peers, workloads, yardstick
from benchmarks.measure import Input, Run
from benchmarks.peers import MATH_VERIFY, REFERENCE, SIMPLIFY, STRINGS, UNTIMED

#: Seconds for one input before its peer is killed. Math-Verify's own limits end at 5 + 5.
LIMIT = 15.0
PACKAGES = ("gradespec", "math-verify", "latex2sympy2_extended", "sympy", "python-flint")
FORBIDDEN = ("sympy", "pint", "latex2sympy2_extended")

#: More than there is of anything.
ALL = 10**9

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    `runs` of the reference, and of every grader where that is soon done; `theirs` of the peers where it is a matter of
    minutes: all pairs of the suite, texts that grow. Math-Verify is asked every pair of the suite, and of the rest a
    part, evenly spread over that of the reference: `sampled` responses, `drawn` pairs of cases/wild, at many of which
    it hangs without its timeouts, `hostile` inputs; without its timeouts `paired` pairs of the suite. `slow`: inputs
    for a peer that no bar is about; `graded`: pairs of one run of `grade_many`.
    """

    runs: int = 5
    theirs: int = 1
    pairs: int | None = None
    golds: int | None = None
    responses: int | None = None
    paired: int = 2_500
    sampled: int = 1_500
    drawn: int = 1_000
    slow: int = 300
    hostile: int = 24
    own_hostile: int | None = None
    longest: int = workloads.MEGABYTE
    largest: int = 8_000
    graded: int = 100_000
    limit: float = LIMIT


#: A few inputs of everything, once: shows that the benchmark works, and nothing else.
QUICK = Plan(
    runs=1,
    pairs=20,
    golds=20,
    responses=8,
    slow=5,
    hostile=3,
    own_hostile=40,
    longest=16_000,
    largest=128,
    graded=1_000,
    limit=4.0,
)


@dataclass(frozen=True)
class Files:
    """What is read beside the suite: responses, and golds."""

    responses: Path = workloads.SAMPLE
    golds: Path = workloads.GOLDS


def measured(plan: Plan, files: Files, say: Say) -> dict[str, Any]:
    """Every figure, as the report holds them."""
    report: dict[str, Any] = {"taken": _circumstances(plan)}
    pairs = workloads.thinned(workloads.pairs(), plan.pairs or ALL)
    responses = workloads.thinned(workloads.responses(files.responses), plan.responses or ALL)
    say("verify: the pairs of the suite")
    everyone = {REFERENCE: ALL, MATH_VERIFY: ALL, UNTIMED: plan.paired, STRINGS: ALL, SIMPLIFY: plan.slow}
    report["verify"], accepted = _compared(pairs, everyone, plan, say, theirs=plan.theirs)
    report["false_accepts"] = accepted
    warm = workloads.warming()
    for name, title, inputs in (
        ("neighbours", "verify: neighbouring golds, each met once", workloads.neighbours(files.golds)),
        ("otherwise", "verify: each gold against itself, written otherwise", workloads.written_otherwise(files.golds)),
    ):
        say(title)
        report[name] = _on_golds(workloads.thinned(inputs, plan.golds or ALL), warm, plan, say)
    say("verify: the pairs of cases/wild")
    wild = workloads.thinned(workloads.wild(), plan.golds or ALL)
    three = {REFERENCE: ALL, MATH_VERIFY: plan.drawn, UNTIMED: plan.drawn}
    report["wild"], _ = _compared(wild, three, plan, say, theirs=plan.theirs)
    say("grade: model responses")
    some = {REFERENCE: ALL, MATH_VERIFY: plan.sampled, UNTIMED: plan.sampled, STRINGS: ALL, SIMPLIFY: plan.slow}
    report["grade"], _ = _compared(responses, some, plan, say)
    say("growth with length")
    report["length"] = _grown(workloads.lengths(plan.longest), plan, say)
    say("growth with the size of the answer")
    report["size"] = _grown(workloads.sizes(plan.largest), plan, say)
    say("hostile inputs")
    report["hostile"] = _hostile(plan, say)
    say("imports and first use")
    report["import"] = _imports(plan)
    report["first_use"] = _first_use(pairs, responses, plan)
    say("grade_many")
    report["grade_many"] = _many(responses, plan)
    return report


def _circumstances(plan: Plan) -> dict[str, Any]:
    return {
        "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "runs": plan.runs,
        "theirs": plan.theirs,
        "quick": plan.pairs is not None,
        "unit_ms": round(yardstick.unit() * 1e3, 3),
        "packages": dict(_versions()),
    }


def _versions() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            continue
    verifier = find_spec("refgrader.verify")
    if verifier is not None and not str(verifier.origin).endswith(".py"):
        yield "refgrader", "compiled by mypyc"


def _interleaved(
    work: Mapping[str, Sequence[Input]], plan: Plan, say: Say, theirs: int | None = None
) -> dict[str, list[Run]]:
    """The runs of each peer over its inputs, one of each in turn; `theirs`: how many of the slow peers."""
    found: dict[str, list[Run]] = {peer: [] for peer in work}
    for number in range(plan.runs):
        for peer, inputs in work.items():
            if peer in (REFERENCE, STRINGS) or number < (theirs or plan.runs):
                say(f"  run {number + 1}: {peer}, {len(inputs)} inputs")
                found[peer].append(measure.run(peer, inputs, plan.limit))
    return found


def _compared(
    inputs: list[Input], shares: dict[str, int], plan: Plan, say: Say, theirs: int | None = None
) -> tuple[dict[str, Any], int]:
    """Figures of all peers, each on its share of the inputs, and the reference's false accepts on all of them."""
    places = {peer: workloads.thinned(range(len(inputs)), share) for peer, share in shares.items()}
    work = {peer: [inputs[place] for place in places[peer]] for peer in places}
    runs = _interleaved(work, plan, say, theirs)
    reference = runs[REFERENCE]
    found = {peer: figures.of_peer(runs[peer], [_part(run, places[peer]) for run in reference]) for peer in places}
    return found, _false_accepts(inputs, reference[0])


def _on_golds(inputs: list[Input], warm: list[Input], plan: Plan, say: Say) -> dict[str, Any]:
    """Figures on golds that a warm process meets for the first time: each half of the inputs in its own process."""
    half = -(-len(inputs) // 2)
    found: dict[str, list[Run]] = {}
    for part in (inputs[:half], inputs[half:]):
        work = {peer: [*warm, *part] for peer in (REFERENCE, MATH_VERIFY, UNTIMED, STRINGS)}
        for peer, runs in _interleaved(work, plan, say, plan.theirs).items():
            halves = [Run(run.timings[len(warm) :], run.loaded) for run in runs]
            before = found.get(peer, [Run(())] * len(halves))
            joined = zip(before, halves, strict=True)
            found[peer] = [Run(one.timings + other.timings, other.loaded) for one, other in joined]
    report = {peer: figures.of_peer(runs, found[REFERENCE]) for peer, runs in found.items()}
    for peer, runs in found.items():
        said = [timing.verdict for timing in runs[0].timings if timing is not None]
        report[peer]["accepted"] = sum(verdict in ("correct", "True", "1.0") for verdict in said)
    return report


def _part(run: Run, places: Sequence[int]) -> Run:
    return Run(tuple(run.timings[place] for place in places), run.loaded)


def _false_accepts(inputs: Sequence[Input], run: Run) -> int:
    return sum(
        timing is not None and timing.verdict == "correct" and asked.expected not in (None, "correct")
        for asked, timing in zip(inputs, run.timings, strict=True)
    )


def _grown(inputs: list[Input], plan: Plan, say: Say) -> dict[str, Any]:
    runs = _interleaved(dict.fromkeys((REFERENCE, MATH_VERIFY, STRINGS), inputs), plan, say, plan.theirs)
    sizes = [len(asked.text) for asked in inputs]
    return {peer: figures.curve(runs[peer], sizes) for peer in runs}


def _hostile(plan: Plan, say: Say) -> dict[str, Any]:
    """All hostile inputs once, and Math-Verify on a sample of them: each may take it to its limits."""
    inputs = workloads.thinned(workloads.hostile(), plan.own_hostile or ALL)
    places = workloads.thinned(range(len(inputs)), plan.hostile)
    work = {REFERENCE: inputs, MATH_VERIFY: [inputs[place] for place in places]}
    runs, theirs = _interleaved(work, replace(plan, runs=1), say).values()
    part = [_part(run, places) for run in runs]
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
start, spent = time.perf_counter(), time.process_time()
importlib.import_module(sys.argv[1])
print(time.process_time() - spent, time.perf_counter() - start, *(name for name in sys.argv[2:] if name in sys.modules))
"""
#: What the same questions take that were asked for the first time, and then again, after so many others that no gold
#: is remembered: the rest is what was compiled, loaded or worked out when it was first needed.
_FIRST_USE = """
import json, sys, time
from benchmarks import yardstick
import refgrader
questions = json.load(open(sys.argv[1], encoding="utf-8"))
ask = {"verify": refgrader.verify, "grade": refgrader.grade}
def timed():
    took = []
    for op, gold, text in questions:
        start = time.process_time()
        ask[op](gold, text)
        took.append(time.process_time() - start)
    return took
first, again = timed(), timed()
print(json.dumps([yardstick.unit(), first, again]))
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
    """Imports in fresh processes: their processor time, and their wall-clock time while all cores are busy."""
    for module in peers.MODULES.values():  # the first import of a machine compiles
        measure.in_fresh_interpreter(_IMPORT, module, *FORBIDDEN)
    cold, _, loaded = _imported(plan)
    with measure.busy_machine():
        _, under_load, _ = _imported(plan)
    return {
        "ms": {peer: round(median(took) * 1e3, 1) for peer, took in cold.items()},
        "ms_under_load": {peer: round(median(took) * 1e3, 1) for peer, took in under_load.items()},
        "share": _share(cold),
        "share_under_load": _share(under_load),
        "units": round(median(cold[REFERENCE]) / yardstick.unit(), 1),
        "loaded": sorted(loaded),
    }


Seconds = dict[str, list[float]]


def _imported(plan: Plan) -> tuple[Seconds, Seconds, set[str]]:
    """Seconds of each import, three for each run, of the processor and of the clock; and what it must not bring."""
    spent: Seconds = {peer: [] for peer in peers.MODULES}
    waited: Seconds = {peer: [] for peer in peers.MODULES}
    loaded: set[str] = set()
    for _ in range(3 * plan.runs):
        for peer, module in peers.MODULES.items():
            own, wall, *names = measure.in_fresh_interpreter(_IMPORT, module, *FORBIDDEN).split()
            spent[peer].append(float(own))
            waited[peer].append(float(wall))
            loaded |= set(names) if peer == REFERENCE else set()
    return spent, waited, loaded


def _share(seconds: Seconds) -> float:
    """The reference's import as a share of Math-Verify's."""
    return round(median(seconds[REFERENCE]) / median(seconds[MATH_VERIFY]), 3)


def _first_use(pairs: list[Input], responses: list[Input], plan: Plan) -> dict[str, Any]:
    """What is left for the first use, in all: one question for each gold of the suite, and the responses."""
    asked = [*{asked.gold: asked for asked in pairs}.values(), *responses]
    runs = []
    with _as_json([asked[:3] for asked in asked]) as file:
        for _ in range(plan.runs):
            runs.append(json.loads(measure.in_fresh_interpreter(_FIRST_USE, file)))
    more = [(median(first[k] - again[k] for _, first, again in runs), question) for k, question in enumerate(asked)]
    total = sum(seconds for seconds, _ in more)
    dearest = sorted(more, key=lambda entry: -entry[0])[:5]
    return {
        "questions": len(asked),
        "ms": round(total * 1e3, 1),
        "units": round(total / median(unit for unit, *_ in runs), 1),
        "dearest": [{"ms": round(took * 1e3, 1), "gold": q.gold[:60], "text": q.text[:60]} for took, q in dearest],
    }


@contextmanager
def _as_json(value: Any) -> Iterator[str]:
    """The name of a file that holds the value as JSON."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        yield file.name


def _many(responses: list[Input], plan: Plan) -> dict[str, Any]:
    copies = -(-plan.graded // len(responses))  # long enough for the start of a process not to be what is measured
    with _as_json([(asked.gold, asked.text) for asked in responses]) as file:
        took: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(plan.runs):
            for workers in took:
                arguments = (file, str(copies), str(workers))
                took[workers].append(float(measure.in_fresh_interpreter(_MANY, *arguments)))
    speedup = median(one / two for one, two in zip(took[1], took[2], strict=True))
    return {"pairs": len(responses) * copies, "speedup": round(speedup, 2)}
