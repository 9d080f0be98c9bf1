"""RUN-4 to RUN-10: what the reference must not do in the process of somebody else."""

from __future__ import annotations

import ast
import asyncio
import decimal
import gc
import json
import locale
import logging
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import flint
import pytest
import refgrader
from examples import Outcome, Pair, outcome, outcomes, sample
from hypothesis import given
from hypothesis import strategies as st
from refgrader.verify import FAULT

PACKAGE = Path(refgrader.__file__).parent
#: Any code points, lone surrogates among them; and texts that begin like answers.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
PIECES = [
    *"0123456789xyeidC+-*/=<>^_(){}[]|!%$&,;:.' √π∞≤×²½°−±∪\u200b\ud800\x00\n",
    *(r"\frac", r"\sqrt", r"\left", r"\right", r"\{", r"\}", r"\text{", r"\boxed{", r"\pm", r"\cup", r"\\"),
    *(
        r"\infty",
        r"\begin{pmatrix}",
        r"\end{pmatrix}",
        r"\begin{cases}",
        r"\end{cases}",
        r"\sum_{k=1}^",
        r"\int",
    ),
    *(r"\log", r"\binom", r"\in", r"\mathbb{R}", " or ", " and ", "cm", "hours", "dx", "yes", "no solution"),
    *("<answer>", "</answer>", "<think>", "</think>", "The answer is ", "#### ", "Therefore", "```"),
]
ALMOST_ANSWERS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@pytest.fixture(scope="module")
def some() -> list[Pair]:
    """Pairs of every chapter."""
    return sample(150)


@pytest.fixture(scope="module")
def expected(some: list[Pair]) -> list[Outcome]:
    """What the main thread of this process says of them."""
    return outcomes(some)


# --- RUN-4: no input raises --------------------------------------------------------------------------------


@given(ANY_TEXT | ALMOST_ANSWERS, ANY_TEXT | ALMOST_ANSWERS)
def test_no_text_raises(gold: str, answer: str) -> None:
    kinds = {"correct", "incorrect", "ungradable"}
    assert refgrader.verify(gold, answer).kind in kinds
    assert refgrader.verify(answer, answer).kind in kinds
    assert refgrader.verify(gold, answer).clause != FAULT
    assert refgrader.grade(gold, answer).kind in kinds
    found = refgrader.extract(answer)
    assert found is None or answer[found.start : found.end]
    assert isinstance(refgrader.parse(answer, targets=["latex", "expr", "string"]), list)


@pytest.mark.interpreted
def test_a_fault_of_the_grader_is_told_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anything accepted but what is identical, and the harness still hears of it."""
    monkeypatch.setattr(sys.modules["refgrader.verify"], "compare_answers", lambda *_: 1 // 0)
    verdict = refgrader.verify("x+1", "1+x")
    assert (verdict.kind, verdict.clause) == ("incorrect", FAULT)
    assert "ZeroDivisionError" in verdict.reason
    assert refgrader.verify("x+1", "x+1").correct


@given(ALMOST_ANSWERS, ALMOST_ANSWERS)
def test_no_trace_raises(gold: str, answer: str) -> None:
    for verdict in (refgrader.verify(gold, answer), refgrader.grade(gold, answer)):
        assert all(step.clause and step.text for step in verdict.trace)


@pytest.mark.parametrize("wrong", [None, 5, 5.0, b"5", object()], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "call",
    [
        lambda value: refgrader.verify("5", value),
        lambda value: refgrader.grade("5", value),
        lambda value: refgrader.extract(value),
        lambda value: refgrader.parse(value),
        lambda value: list(refgrader.grade_many([("5", value)])),
        lambda value: list(refgrader.grade_many([value])),
    ],
    ids=[
        "verify-answer",
        "grade-response",
        "extract",
        "parse",
        "many-response",
        "many-pair",
    ],
)
def test_another_type_is_a_type_error(call: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(TypeError) as caught:
        call(wrong)
    assert str(caught.value)


# --- RUN-5 and RUN-10: no clock, signal, thread, process or evaluation on the way to a verdict -------------

#: What a module of the package may import from outside of it: nothing that waits, runs or opens.
IMPORTS = frozenset(
    {
        "__future__",
        "bisect",
        "collections",
        "contextlib",
        "dataclasses",
        "flint",
        "functools",
        "hashlib",
    }
    | {"heapq", "html", "itertools", "math", "operator", "re", "types", "typing", "unicodedata"}
)
#: Modules that stand apart: what each may import besides.
IMPORTS_OF = {
    "lexicon/__init__.py": {"os"},  # where its files of words lie
    "agrade.py": {"asyncio"},  # the caller's loop
    "extract/data.py": {"json"},  # responses that are data
    "compat/math_verify.py": {"sympy"},  # golds that are SymPy's objects
    "many.py": {"os", "sys"},  # which processes there are and may be
    # the frameworks that call, which are there when they do
    "rewards/inspect_ai.py": {"inspect_ai"},
    "rewards/lighteval.py": {"lighteval", "numpy"},
    "rewards/nemo_gym.py": {"nemo_gym", "pydantic"},
    "rewards/openrlhf.py": {"torch"},
    "worker.py": {"multiprocessing", "queue", "subprocess", "sys", "threading"},  # the caller's choice of RUN-10
    "numbers/precision.py": {"os", "threading"},  # a lock around python-flint's one precision
    "sympy_bridge.py": {"sympy"},  # the way out: no verdict passes it
    # the server stands around verdicts, as whoever asks for them does
    "__main__.py": {"argparse", "os", "sys"},
    "server/app.py": {"starlette"},
    "server/listen.py": {"logging", "socket", "sys", "uvicorn"},
    "server/processes.py": {"anyio"},
    "server/rows.py": {"json"},
    "server/work.py": {"json", "resource", "signal", "sys"},
}
#: Functions that no module calls by name, and methods of other libraries that none calls.
FUNCTIONS = frozenset(
    {"eval", "exec", "compile", "open", "input", "print", "__import__", "breakpoint", "globals", "setattr"}
)
#: Calls that stand apart: which module may make them all the same.
FUNCTIONS_OF = {
    "__main__.py": {"print"},  # the command line
    "server/listen.py": {"getLogger", "print"},  # where it listens; asyncio's warnings
    "lexicon/__init__.py": {"open"},  # its files of words, when the modules that ask for them are imported
    "reading/cursor.py": {"setattr"},  # of the cursor itself, to put it back
    "reading/operators.py": {"globals"},  # its own table, read when it is imported
    "worker.py": {"Popen"},  # the caller's choice of RUN-10
}
METHODS = frozenset(
    {"sympify", "parse_expr", "simplify", "lambdify", "system", "popen", "Popen", "getLogger", "seed"}
    | {"setrecursionlimit", "setlocale", "set_int_max_str_digits", "setswitchinterval"}
    | {"simplefilter", "filterwarnings", "catch_warnings"}
)


MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}


def _nodes(name: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))))


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name.partition(".")[0] for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield "refgrader" if node.level else str(node.module).partition(".")[0]


def _forbidden(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS | METHODS:
            yield node.func.id
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            yield node.func.attr


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_nothing_that_waits_runs_or_opens(name: str) -> None:
    nodes = _nodes(name)
    for_types = {child for node in nodes if _is_for_types(node) for child in ast.walk(node)}
    found = {top for node in nodes if node not in for_types for top in _imported(node)}
    assert not found - IMPORTS - IMPORTS_OF.get(name, set()) - {"refgrader"}


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_calls_nothing_that_evaluates_prints_or_sets_a_global(name: str) -> None:
    found = {call for node in _nodes(name) for call in _forbidden(node)}
    assert not found - FUNCTIONS_OF.get(name, set())


#: Grades the pairs once, so that all that is loaded late is there; then again, with every event noted.
AUDITED = """
import json, sys
from examples import outcomes
pairs = json.load(sys.stdin)
sys.stdin.close()
outcomes(pairs)
noted = []
armed = True
sys.addaudithook(lambda event, args: noted.append(event) if armed else None)
outcomes(pairs)
armed = False
print(json.dumps(sorted(set(noted))))
"""


def test_a_verdict_raises_no_audited_event(some: list[Pair]) -> None:
    """Nothing is opened, imported, compiled, executed, started, connected or signalled."""
    assert json.loads(_python("-c", AUDITED, pairs=some)) == []


#: The same from the first call on: what is loaded late is read from installed packages, and no more.
AUDITED_FROM_THE_START = """
import json, sys
pairs = json.load(sys.stdin)
from examples import outcomes
noted, written = [], []
def hook(event, args):
    if armed:
        noted.append(event)
        if event == "open" and args[1] is not None and not set(args[1]) <= set("rb"):
            written.append(repr(args))
armed = True
sys.addaudithook(hook)
outcomes(pairs)
armed = False
print(json.dumps([sorted(set(noted)), written]))
"""
STARTS = (
    "subprocess.",
    "os.fork",
    "os.posix",
    "os.system",
    "os.exec",
    "_thread.",
    "signal.",
    "socket.",
    "urllib.",
)


def test_the_first_verdict_starts_and_writes_nothing(some: list[Pair]) -> None:
    events, written = json.loads(_python("-B", "-c", AUDITED_FROM_THE_START, pairs=some))
    assert not [event for event in events if event.startswith(STARTS)]
    assert not written


# --- RUN-6: the same in threads, event loops and processes -------------------------------------------------


def test_the_same_from_32_threads_at_once(some: list[Pair], expected: list[Outcome]) -> None:
    threads, share = 32, 20
    together = threading.Barrier(threads)

    def work(number: int) -> list[Outcome]:
        own = [(number * 7 + k) % len(some) for k in range(share)]
        together.wait(timeout=300)
        return [outcome(some[k]) for k in own]

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(work, range(threads)))
    for number, own in enumerate(found):
        assert own == [expected[(number * 7 + k) % len(some)] for k in range(share)]


def test_the_same_in_a_running_event_loop(some: list[Pair], expected: list[Outcome]) -> None:
    async def one(pair: Pair) -> Outcome:
        await asyncio.sleep(0)
        return outcome(pair)

    async def everything() -> tuple[list[Outcome], list[Outcome]]:
        inside = await asyncio.gather(*(one(pair) for pair in some))
        beside = await asyncio.gather(*(asyncio.to_thread(outcome, pair) for pair in some))
        return list(inside), list(beside)

    inside, beside = asyncio.run(everything())
    assert inside == expected
    assert beside == expected


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_the_same_in_another_process(method: str, some: list[Pair], expected: list[Outcome]) -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        assert pool.submit(outcomes, some).result(timeout=300) == expected


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_same_in_a_fork_amid_the_verdicts_of_other_threads(some: list[Pair], expected: list[Outcome]) -> None:
    """A lock that another thread holds at the moment of the fork is not held for ever in the child."""
    busy = True

    def keep_busy() -> None:
        while busy:
            refgrader.verify(r"\sqrt{2}+\pi", r"\pi+\sqrt{2}")

    threads = [threading.Thread(target=keep_busy) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        codes = [_exit_code_of_child(lambda: outcomes(some[:20]) == expected[:20]) for _ in range(10)]
    finally:
        busy = False
        for thread in threads:
            thread.join()
    assert codes == [0] * 10


def _exit_code_of_child(holds: Callable[[], bool], seconds: float = 300) -> int | None:
    child = os.fork()
    if child == 0:
        os._exit(0 if holds() else 1)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def test_the_same_with_little_stack_left(some: list[Pair], expected: list[Outcome]) -> None:
    """In a thread whose stack is deep already; where it is too deep to read at all, nothing is accepted."""

    def deep(levels: int) -> list[Outcome]:
        return outcomes(some[:40]) if levels == 0 else deep(levels - 1)

    assert deep(sys.getrecursionlimit() // 4) == expected[:40]


# --- RUN-7: the same on every call and machine -------------------------------------------------------------


def test_the_same_on_every_call_and_in_every_order(some: list[Pair], expected: list[Outcome]) -> None:
    order = list(range(len(some)))
    random.Random(1).shuffle(order)
    for k in order:
        assert outcome(some[k]) == expected[k]


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "4294967295"},
        {"PYTHONHASHSEED": "random", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
        {"PYTHONHASHSEED": "7", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONOPTIMIZE": "2", "HOME": "/nowhere"},
    ],
    ids=lambda value: "-".join(value.values()).replace("/", "."),
)
def test_the_same_in_another_environment(
    environment: dict[str, str], some: list[Pair], expected: list[Outcome], tmp_path: Path
) -> None:
    script = str(Path(__file__).with_name("examples.py"))
    assert json.loads(_python(script, pairs=some, cwd=tmp_path, **environment)) == expected


def test_the_same_whatever_the_globals_are(some: list[Pair], expected: list[Outcome]) -> None:
    with _unusual_globals():
        found = outcomes(some)
    assert found == expected


# --- RUN-8: no global state changes ------------------------------------------------------------------------


def _globals() -> dict[str, object]:
    """The state of the process that a library could change."""
    return {
        "recursion limit": sys.getrecursionlimit(),
        "switch interval": sys.getswitchinterval(),
        "digits of an integer": _int_digits(),
        "warning filters": list(warnings.filters),
        "showing of warnings": warnings.showwarning,
        "signal handlers": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "timer": signal.getitimer(signal.ITIMER_REAL)[0] if hasattr(signal, "getitimer") else 0,
        "locale": locale.setlocale(locale.LC_ALL),
        "decimal context": repr(decimal.getcontext()),
        "garbage collector": (gc.isenabled(), gc.get_threshold()),
        "random numbers": random.getstate(),
        "environment": dict(os.environ),
        "working folder": os.getcwd(),
        "threads": threading.active_count(),
        "streams": (sys.stdin, sys.stdout, sys.stderr, sys.excepthook),
        "logging": (logging.root.level, logging.root.disabled, tuple(logging.root.handlers)),
        "precision of python-flint": (flint.ctx.prec, flint.ctx.dps, flint.ctx.cap, flint.ctx.pretty),
        "trace": (sys.gettrace(), sys.getprofile()),
    }


def _int_digits() -> int:
    return sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0


@contextmanager
def _unusual_globals() -> Iterator[None]:
    """Values that no library would put there by chance: a reset to the usual ones shows as a change."""
    before = flint.ctx.prec, sys.getrecursionlimit(), _int_digits()
    with decimal.localcontext() as context:
        context.prec = 3
        flint.ctx.prec = 11
        sys.setrecursionlimit(before[1] + 123)
        if hasattr(sys, "set_int_max_str_digits"):
            sys.set_int_max_str_digits(641)
        try:
            yield
        finally:
            flint.ctx.prec = before[0]
            sys.setrecursionlimit(before[1])
            if hasattr(sys, "set_int_max_str_digits"):
                sys.set_int_max_str_digits(before[2])


HEAVY = [
    ("3 km", "3000 m"),
    (r"\frac{1}{2004!}", r"\frac{2005}{2005!}"),
    ("1" * 9000, "1" * 9000 + ".0"),
    (r"\int_0^1 x^2 dx", "1/3"),
    (r"\sqrt{2}+\sqrt{3}", r"\sqrt{5+2\sqrt{6}}"),
    ("(" * 99 + "1" + ")" * 99, "1"),
    ("(" * 5000, "1"),
    (r"9^{9^{9^9}}", r"9^{9^{9^8}}"),
]


def test_no_global_state_changes(some: list[Pair]) -> None:
    with _unusual_globals():
        before = _globals()
        for pair in (*HEAVY, *some):
            outcome(pair)
            assert flint.ctx.prec == 11, pair
        assert _globals() == before


@pytest.mark.interpreted
def test_no_global_state_changes_when_a_verdict_is_interrupted() -> None:
    """An exception from outside, such as Ctrl-C, leaves the precision as it was, and no lock held."""
    before = flint.ctx.prec

    def interrupting(frame: FrameType, event: str, argument: object) -> Any:
        if flint.ctx.prec != before and frame.f_code.co_filename.endswith("functions.py"):
            raise KeyboardInterrupt
        return interrupting

    sys.settrace(interrupting)
    try:
        with pytest.raises(KeyboardInterrupt):
            refgrader.verify(r"\sqrt{2}+\sqrt{3}", r"\sqrt{5+2\sqrt{6}}")
    finally:
        sys.settrace(None)
    assert flint.ctx.prec == before
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(refgrader.verify, r"\sqrt{8}", r"2\sqrt{2}").result(timeout=300).correct


def test_other_threads_see_no_change_during_a_verdict(some: list[Pair]) -> None:
    """Of what every thread shares; python-flint's precision, one for all threads, has the test below."""
    watched: dict[str, Callable[[], object]] = {
        "recursion limit": sys.getrecursionlimit,
        "digits of an integer": _int_digits,
        "warning filters": lambda: tuple(map(str, warnings.filters)),
        "locale": lambda: locale.setlocale(locale.LC_ALL),
        "streams": lambda: (sys.stdout, sys.stderr),
        "threads": threading.active_count,
        "alarm": lambda: signal.getsignal(signal.SIGINT),
    }
    seen: dict[str, set[object]] = {name: set() for name in watched}
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            for name, look in watched.items():
                seen[name].add(look())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for pair in (*HEAVY, *some):
            outcome(pair)
    finally:
        done.set()
        watcher.join()
    assert {name: len(values) for name, values in seen.items()} == dict.fromkeys(watched, 1)


def test_between_calls_another_thread_finds_its_precision() -> None:
    with _unusual_globals(), ThreadPoolExecutor(1) as other:
        for gold, answer in HEAVY:
            refgrader.verify(gold, answer)
            assert other.submit(lambda: flint.ctx.prec).result(timeout=300) == 11


# --- RUN-9: nothing is printed or logged -------------------------------------------------------------------


def test_nothing_is_printed_logged_or_warned_of(
    some: list[Pair], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for pair in (*HEAVY, *some):
            outcome(pair)
            refgrader.parse(pair[1])
            str(refgrader.grade(*pair).trace)
    assert capfd.readouterr() == ("", "")
    assert not caplog.records
    assert not warned


# --- what an import costs ----------------------------------------------------------------------------------

IMPORTED = """
import importlib, sys, time
before = set(sys.modules)
start = time.process_time()
importlib.import_module(sys.argv[1])
print(time.process_time() - start, *sorted(set(sys.modules) - before))
"""
HEAVYWEIGHTS = {"sympy", "mpmath", "pint", "latex2sympy2_extended", "antlr4", "numpy"}
PROCESSES = {"multiprocessing", "concurrent.futures.process", "asyncio", "subprocess", "logging", "socket"}


def test_import_is_light() -> None:
    """No large library; and less than SymPy alone takes, which every other grader that does mathematics imports."""
    runs = [[_import_of(module) for module in ("refgrader", "sympy")] for _ in range(3)]
    ours, theirs = zip(*runs[1:], strict=True)  # the first one may compile
    assert not ours[0][1] & (HEAVYWEIGHTS | PROCESSES)
    assert min(seconds for seconds, _ in ours) < min(seconds for seconds, _ in theirs)


@pytest.mark.parametrize(
    ("gold", "response"), [("1/2", r"so \boxed{0.5}"), ("5 m", "500 cm"), ("300.15 K", r"27 ^\circ C")]
)
def test_no_verdict_loads_the_heavyweights(gold: str, response: str) -> None:
    code = (
        f"import sys, refgrader; print(refgrader.grade({gold!r}, {response!r}).correct,"
        f" sorted({HEAVYWEIGHTS!r} & set(sys.modules)))"
    )
    assert _python("-c", code).strip() == "True []"


def _import_of(module: str) -> tuple[float, set[str]]:
    """Processor seconds that the import of a module takes, and what it brings."""
    seconds, *names = _python("-c", IMPORTED, module).split()
    return float(seconds), set(names)


class _Batch:
    """What a trainer holds while it asks."""


@pytest.mark.parametrize(("gold", "answer"), [("5", "5 )("), ("5", r"\frac{"), ("5 4.6", "5"), ("x^2-", "x")])
def test_what_cannot_be_read_holds_on_to_nobody(gold: str, answer: str) -> None:
    def asked() -> weakref.ref[_Batch]:
        batch = _Batch()
        refgrader.verify(gold, answer)
        return weakref.ref(batch)

    held = asked()
    gc.collect()
    assert held() is None


# --- processes ---------------------------------------------------------------------------------------------


def _python(*arguments: str, pairs: list[Pair] | None = None, cwd: Path | None = None, **environment: str) -> str:
    """What Python prints, run with these arguments beside the tests, with `pairs` on its standard input."""
    here = {"PYTHONPATH": str(Path(__file__).parent), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments],
        input=json.dumps(pairs or []),
        cwd=cwd,
        env={**os.environ, **here, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
