"""A trial: the cases, asked of a grader with one module changed, in a process of its own. POSIX only.

Nothing is written to disk: the process that tries a mutant is a fork in which the package has not been imported
yet, and its changed module is compiled from memory. So the checkout is never changed, and a trial costs an import
and the checks up to the first that fails.
"""

from __future__ import annotations

import functools
import gc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import runpy
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gradespec import data, sdk
from gradespec.corpus import Check
from gradespec.judge import judge
from gradespec.protocol import ProtocolError, Reply, read_answer

from benchmarks.mutation.mutants import Mutant

PACKAGE: Final = "refgrader"
SECONDS: Final = 10  # of processor time for a check, as much as `gradespec run` gives
MEMORY: Final = 4 * 10**9  # bytes of address space
SURVIVED: Final = "survived"
IMPORT: Final = ""  # the name of what runs before the first check
STILLBORN: Final = "stillborn"  # the package cannot be imported: no mutant that a test could miss


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: ``survived``, ``stillborn``, or how the first failing `check` failed."""

    kind: str
    check: str = ""
    why: str = ""

    @property
    def killed(self) -> bool:
        """Whether a check failed."""
        return self.kind not in (SURVIVED, STILLBORN)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The unchanged grader: the checks that it fails, and the checks that enter each function (module, line)."""

    failed: frozenset[str]
    entered: dict[tuple[str, int], frozenset[str]]


class Court:
    """Tries mutants against `checks`: those that enter the function that is changed, in an order set by `seed`.

    Which enter it is `traced` once, which takes as long as trying some hundred mutants; untraced, all are asked.
    """

    def __init__(self, package: Path, checks: Sequence[Check], seed: int, *, traced: bool = True) -> None:
        self._package = package
        self._traced = traced
        self._checks = [(check, check.request()) for check in checks]
        random.Random(seed).shuffle(self._checks)
        for module in _outside_modules():
            importlib.import_module(module)
        gc.collect()
        gc.freeze()
        found = json.loads(_forked(self._observe)[1])
        self.baseline = Baseline(
            frozenset(found["failed"]),
            {(module, line): frozenset(ids) for module, line, ids in found["entered"]},
        )
        self._checks = [pair for pair in self._checks if pair[0].id not in self.baseline.failed]

    @property
    def asked(self) -> int:
        """The number of checks that the unchanged grader passes, and that a mutant is asked."""
        return len(self._checks)

    def entering(self, mutant: Mutant) -> frozenset[str]:
        """The checks that a change can reach: all of them, where it is no function's or one called at import."""
        entered = self.baseline.entered.get((mutant.module, mutant.function), frozenset())
        everything = not self._traced or not mutant.function or IMPORT in entered
        return frozenset(check.id for check, _ in self._checks) if everything else entered

    def try_(self, mutant: Mutant) -> Fate:
        """The fate of `mutant`."""
        reached = self.entering(mutant)
        questions = [pair for pair in self._checks if pair[0].id in reached]
        status, said = _forked(lambda say: self._ask(mutant, questions, say))
        *_, last = [json.loads(line) for line in said.splitlines()] or [{"kind": STILLBORN}]
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            kind = "timeout" if number == signal.SIGPROF else "crash"
            return Fate(kind, last.get("check", ""), signal.Signals(number).name)
        return Fate(last["kind"], last.get("check", ""), last.get("why", ""))

    # --- in the child ---

    def _ask(self, mutant: Mutant, questions: Iterable[tuple[Check, Any]], say: Callable[[Any], None]) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            ask = _grader(self._package, mutant)
        except BaseException as error:
            say({"kind": STILLBORN, "why": repr(error)})
            return
        for check, request in questions:
            say({"check": check.id})  # the last that is heard of it, should it never come back
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            outcome = judge(check, ask(request))
            if outcome.failed:
                say({"kind": outcome.kind, "check": check.id, "why": outcome.why})
                return
        say({"kind": SURVIVED})

    def _observe(self, say: Callable[[Any], None]) -> None:
        if self._traced:
            functools.lru_cache = lambda *_, **__: lambda function: function  # so that each call is seen
        entered: dict[types.CodeType, set[str]] = {}
        here = IMPORT

        def call(frame: types.FrameType, event: str, _: Any) -> None:
            entered.setdefault(frame.f_code, set()).add(here)

        trace = call if self._traced else None
        sys.settrace(trace)
        ask = _grader(self._package, None)
        sys.settrace(None)
        failed = []
        for check, request in self._checks:
            here = check.id
            sys.settrace(trace)
            reply = ask(request)
            sys.settrace(None)
            if judge(check, reply).failed:
                failed.append(check.id)
        root = str(self._package) + os.sep
        functions = [
            (Path(code.co_filename).relative_to(self._package).as_posix(), code.co_firstlineno, sorted(ids))
            for code, ids in entered.items()
            if code.co_filename.startswith(root)
        ]
        say({"failed": failed, "entered": functions})


def _outside_modules() -> list[str]:
    """What the package imports of others: the same for every mutant, and imported once."""
    return ["flint", "decimal", "fractions", "unicodedata"]


def _grader(package: Path, mutant: Mutant | None) -> Callable[[Any], Reply]:
    """The adapter of the reference, asked without a process in between, over the package with its change."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]  # in this process only
    warnings.simplefilter("ignore", SyntaxWarning)  # "is" before a literal: a mutant, not a mistake
    sys.path.insert(0, str(package.parent))
    if mutant is not None:
        sys.meta_path.insert(0, _Changed(package, mutant))  # type: ignore[arg-type]
    served: dict[str, Any] = {}
    sys.modules["gradespec_sdk"] = types.SimpleNamespace(serve=served.update)  # type: ignore[assignment]
    runpy.run_path(str(data.adapters_dir() / "reference" / "adapter.py"))
    assert str(sys.modules[PACKAGE].__file__).startswith(str(package))
    answer = sdk._answerer({op: served[op] for op in sdk.CAPABILITIES}, served["verify_parsed"])

    def ask(request: Any) -> Reply:
        try:
            return read_answer(sdk._guarded(answer, request), request["op"])
        except ProtocolError as error:
            return Reply("error", why=str(error))

    return ask


class _Changed:
    """Finds the changed module of a mutant; all others are found where they lie."""

    def __init__(self, package: Path, mutant: Mutant) -> None:
        dotted = ".".join([PACKAGE, *Path(mutant.module).with_suffix("").parts])
        self._name = dotted.removesuffix(".__init__")
        self._file = package / mutant.module
        self._source = mutant.source

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self._name:
            return None
        loader = _FromMemory(name, str(self._file), self._source)
        folders = [str(self._file.parent)] if self._file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, self._file, loader=loader, submodule_search_locations=folders
        )


class _FromMemory(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> types.CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


def _forked(run: Callable[[Callable[[Any], None]], None]) -> tuple[int, str]:
    """Run in a child; its exit status, and the lines of JSON that it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            run(lambda said: _write(writing, json.dumps(said).encode() + b"\n"))
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    return os.waitpid(child, 0)[1], said


def _write(descriptor: int, text: bytes) -> None:
    while text:
        text = text[os.write(descriptor, text) :]
