"""The adapter's side of the GradeSpec protocol: the standard library alone, one file, Python 3.8 or newer.

Run as a script, it serves a grader over standard input and output::

    python sdk.py path/to/adapter.py          # the adapter calls `serve(...)` itself
    python sdk.py package.module:function     # a callable taking (gold, response), returning truth
    python sdk.py verify:package.module:function   # … taking (gold, answer)

An adapter imports it by the name ``gradespec_sdk``, whatever environment it runs in::

    from gradespec_sdk import serve
    serve(name="my-grader", version="1.0", verify=lambda gold, answer, options: gold == answer)

Graders print, exit and overflow the stack. None of that may break the conversation: while a grader runs,
file descriptor 1 is standard error and descriptor 0 is empty, and whatever it raises becomes an ``error``
answer.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and sys.path and sys.path[0] == os.path.dirname(os.path.abspath(__file__)):
    del sys.path[0]  # this folder's modules must never shadow those of the grader

import difflib
import hashlib
import importlib
import inspect
import io
import json
import numbers
import platform
import runpy
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import Distribution, PackageNotFoundError
from importlib.metadata import version as installed_version
from types import ModuleType
from typing import TYPE_CHECKING, Any

PROTOCOL = 1
VERDICTS = ("correct", "incorrect", "ungradable")
CAPABILITIES = ("extract", "verify", "grade", "parse")
MAX_ERROR = 2000  # characters of an error's text
DIGITS = 12  # of a digest
VERSION_VARIABLE = "GRADESPEC_SOURCE_VERSION"  # the version of code that is newer than what an adapter pins
FOLDER_VARIABLE = "GRADESPEC_FOLDER"  # names the folder that a callable may be imported from; else the current one

if TYPE_CHECKING:  # spelled so that Python 3.8 never evaluates them
    Item = dict[str, str]
    Json = dict[str, Any]
    Judge = Callable[[Any, Any, Json], Any]


class Unsupported(Exception):
    """Raised by an adapter's function when the grader has no way to do what was asked; the text says why."""


class LoadError(Exception):
    """A grader that cannot be loaded; the text is one line that says what to do."""


def boxed(grade: Judge) -> Judge:
    """A grader of responses as a grader of answers: it is given a response with the answer in a box."""

    def verify(gold: Any, answer: Any, options: Json) -> Any:
        return grade(gold, "\\boxed{" + answer + "}", options)

    return verify


def packages_alone(distribution: Distribution, *names: str) -> None:
    """Let the modules of an installed distribution's packages be imported without running an ``__init__``.

    For a grader that needs a fraction of what its framework imports: name the packages above its module, the
    outermost first.
    """
    for name in names:
        package = sys.modules[name] = ModuleType(name)
        package.__path__ = [str(distribution.locate_file(name.replace(".", "/")))]


def serve(
    *,
    name: str,
    version: str,
    verify: Judge | None = None,
    grade: Judge | None = None,
    extract: Callable[[str, Json], str | None] | None = None,
    parse: Callable[[str, Json], Sequence[Item | str]] | None = None,
    verify_parsed: Callable[[list[Item], list[Item], Json], Any] | None = None,
    options: Mapping[str, Sequence[Any]] | None = None,
    backend: str = "",
    packages: Sequence[str] = (),
) -> None:
    """Answer requests until the harness says stop. Each function also takes the request's options, a dict.

    `verify(gold, answer, options)` and `grade(gold, response, options)` return true or false, a reward
    (positive is correct), a verdict's name, or ``{"verdict": name, "reason": text}``. `extract(response,
    options)` returns the answer's text or None. `parse(response, options)` returns a list of
    ``{"expression": text}`` and ``{"string": text}``, and `verify_parsed` compares two such lists. Without
    `grade`, a response is graded by `extract` and `verify`.

    `options` maps the options that the grader understands to the values that it takes (an empty list: any).
    `backend` names the code that really runs ("upstream", "documented"); `packages` are the distributions
    whose versions a report should state.
    """
    if grade is None and extract is not None and verify is not None:
        grade = _extract_then_verify(extract, verify)
    functions = {"verify": verify, "grade": grade, "extract": extract, "parse": parse}
    for option, values in (options or {}).items():
        if isinstance(values, str):
            raise TypeError(f"options: {option} has a list of the values that it takes, not {values!r}")
    hello = {
        "name": name,
        "version": os.environ.get(VERSION_VARIABLE) or str(version),
        "capabilities": [op for op in CAPABILITIES if functions[op] is not None],
        "options": {option: list(values) for option, values in (options or {}).items()},
        "environment": {"python": platform.python_version(), **_versions(packages), "code": _own_code()},
    }
    if backend:
        hello["backend"] = backend
    _Channel.open().converse(hello, _answerer(functions, verify_parsed))


def _extract_then_verify(extract: Callable[[str, Json], str | None], verify: Judge) -> Judge:
    def grade(gold: Any, response: Any, options: Json) -> Any:
        answer = extract(response, options)
        return False if answer is None else verify(gold, answer, options)

    return grade


def _versions(packages: Sequence[str]) -> dict[str, str]:
    found = {}
    for package in packages:
        try:
            found[package] = installed_version(package)
        except PackageNotFoundError:
            found[package] = "absent"
    return found


def _own_code() -> str:
    """A digest of the code that no version vouches for: of loaded files that belong to no installed package."""
    installed = tuple({os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "purelib", "platlib")})
    modules = [vars(module) for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    files = {str(names.get("__file__")) for names in modules}
    own = [file for file in files if not file.startswith(installed) and os.path.isfile(file)]
    digests = sorted(map(_digest, own))  # wherever the files lie
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:DIGITS]


def _digest(file: str) -> str:
    with open(file, "rb") as code:
        return hashlib.sha256(code.read()).hexdigest()


# ---- one request, one answer ----


def _answerer(functions: Mapping[str, Any], verify_parsed: Any) -> Callable[[Json], Json]:
    def answer(request: Json) -> Json:
        op, options = request.get("op"), request.get("options") or {}
        function = functions.get(str(op))
        if op == "verify" and not (isinstance(request["gold"], str) and isinstance(request["answer"], str)):
            function = verify_parsed
        if function is None:
            raise Unsupported(f"it has no {op} for these inputs")
        return READ[str(op)](function, request, options)

    return answer


def _judged(value: Any) -> Json:
    """A grader's return value as a verdict: never by bare truth, since the tuple (False, "why") is true."""
    if isinstance(value, dict):
        if "verdict" not in value:
            raise TypeError(f"the grader returned a dict without 'verdict'; it has {', '.join(map(str, value))}")
        return {"verdict": value["verdict"], "reason": str(value.get("reason", ""))}
    if isinstance(value, str) and value in VERDICTS:
        return {"verdict": value}
    if value is None or isinstance(value, numbers.Real):
        reward = 0.0 if value is None else float(value)
        soft = {"reason": f"it returned {reward:g}"} if reward > 0 and reward != 1 else {}
        return {"verdict": "correct" if reward > 0 else "incorrect", **soft}
    if str(value) in ("True", "False"):  # the truths of NumPy and SymPy
        return {"verdict": "correct" if str(value) == "True" else "incorrect"}
    said = repr(value) if isinstance(value, str) and len(value) <= 40 else _a(type(value).__name__)
    raise TypeError(f"the grader returned {said}, not true or false, a number, or one of {', '.join(VERDICTS)}")


def _extracted(value: Any) -> Json:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"extract returned {_a(type(value).__name__)}, not a text or None")
    return {"answer": value}


def _item(value: Any) -> Item:
    return {"string": value} if isinstance(value, str) else dict(value)


READ: Mapping[str, Callable[[Any, Json, Json], Json]] = {
    "verify": lambda f, request, options: _judged(f(request["gold"], request["answer"], options)),
    "grade": lambda f, request, options: _judged(f(request["gold"], request["response"], options)),
    "extract": lambda f, request, options: _extracted(f(request["response"], options)),
    "parse": lambda f, request, options: {"parsed": [_item(v) for v in f(request["response"], options)]},
}


def _a(noun: str) -> str:
    return ("an " if noun[:1].lower() in "aeiou" else "a ") + noun


# ---- the channel ----


class _Channel:
    """The protocol's own descriptors, taken away from the grader before any of its code runs."""

    _open: _Channel | None = None

    def __init__(self) -> None:
        self.requests = os.fdopen(os.dup(0), "rb")
        self.answers = os.fdopen(os.dup(1), "wb")
        self.conversed = False
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding="utf-8", errors="replace")
        sys.stdout = io.TextIOWrapper(
            os.fdopen(1, "wb", closefd=False),
            encoding="utf-8",
            errors="backslashreplace",
            line_buffering=True,
        )

    @classmethod
    def open(cls) -> _Channel:
        """The one channel of this process."""
        if cls._open is None:
            cls._open = cls()
        return cls._open

    def send(self, number: Any, body: Json) -> None:
        self.answers.write(json.dumps({"id": number, **body}).encode("ascii") + b"\n")
        self.answers.flush()

    def converse(self, hello: Json, answer: Callable[[Json], Json]) -> None:
        self.conversed = True
        for line in self.requests:
            request = json.loads(line)
            if request["op"] == "stop":
                return
            self.send(request["id"], hello if request["op"] == "start" else _guarded(answer, request))

    def refuse(self, why: str) -> None:
        """Answer the start request of a grader that could not be loaded."""
        line = self.requests.readline()
        if line:
            self.send(json.loads(line)["id"], {"error": why})


def _guarded(answer: Callable[[Json], Json], request: Json) -> Json:
    try:
        body = answer(request)
        json.dumps(body)
        return body
    except Unsupported as error:
        return {"unsupported": _line(error)}
    except BaseException as error:  # SystemExit and graders' own BaseExceptions are theirs, not ours
        return {"error": f"{type(error).__name__}: {_line(error)}"}


def _line(error: BaseException) -> str:
    try:
        return " ".join(str(error).split())[:MAX_ERROR]
    except Exception:
        return "(an error whose text cannot be shown)"


# ---- running a grader that was named ----


def _callable(target: str) -> Callable[..., Any]:
    """The callable that ``module:function`` names. Raises `LoadError`."""
    module_name, _, path = target.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or module_name
        if module_name == missing or module_name.startswith(missing + "."):
            raise LoadError(f"there is no module {missing!r}; run in the folder that holds it, or install it") from None
        raise LoadError(f"module {module_name!r} needs {missing!r}; install that first") from None
    except BaseException as error:
        raise LoadError(f"importing {module_name!r} failed: {type(error).__name__}: {_line(error)}") from error
    for name in path.split("."):
        if not hasattr(found, name):
            raise LoadError(f"{module_name!r} has no {name!r}{_close(name, dir(found))}")
        found = getattr(found, name)
    return _two_arguments(found, target)


def _two_arguments(found: Any, target: str) -> Callable[..., Any]:
    if not callable(found):
        raise LoadError(f"{target} is {_a(type(found).__name__)}, not a function")
    if inspect.iscoroutinefunction(found):
        raise LoadError(f"{target} is async; wrap it in a plain function of (gold, response)")
    try:
        inspect.signature(found).bind("gold", "response")
    except TypeError:
        shape = f"{target}{inspect.signature(found)}"
        raise LoadError(
            f"{shape} cannot be called as (gold, response); wrap it in a function of these two texts"
        ) from None
    except ValueError:
        pass  # a built-in that has no signature: calling it will tell
    return found  # type: ignore[no-any-return]


def _close(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, [n for n in names if not n.startswith("_")], n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _serve_callable(target: str) -> None:
    only_verify = target.startswith("verify:")
    target = target[len("verify:") :] if only_verify else target
    sys.path.insert(0, os.environ.get(FOLDER_VARIABLE) or os.getcwd())
    function = _callable(target)
    module = sys.modules[target.partition(":")[0]]

    def judge(gold: Any, text: Any, options: Json) -> Any:
        return function(gold, text)

    serve(
        name=target,
        version=str(getattr(module, "__version__", "unversioned")),
        verify=judge if only_verify else boxed(judge),
        grade=None if only_verify else judge,
    )


def _run_adapter(path: str) -> None:
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        runpy.run_path(path, run_name="__main__")
    except (Exception, SystemExit) as error:
        raise LoadError(f"{path} failed: {type(error).__name__}: {_line(error)}") from error
    if not _Channel.open().conversed:
        raise LoadError(f"{path} never called serve(…)")


def main(arguments: Sequence[str]) -> int:
    """Serve the grader that the one argument names; the exit code is 1 when it cannot be loaded."""
    sys.modules["gradespec_sdk"] = sys.modules[__name__]
    sys.modules["gradespec"] = None  # type: ignore[assignment]  # what knows the answers is nothing to import
    channel = _Channel.open()
    try:
        (target,) = arguments
        if target.endswith(".py"):
            _run_adapter(target)
        else:
            _serve_callable(target)
    except LoadError as error:
        channel.refuse(_line(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
