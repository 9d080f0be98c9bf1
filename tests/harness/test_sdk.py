"""The SDK alone: it serves whatever it is given, in any Python from 3.8, with the standard library only."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gradespec import sdk

SDK = Path(sdk.__file__)
START = {"id": 0, "op": "start", "protocol": 1}


def talk(target: str, *requests: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """What the grader `target` answers to `start` and the requests."""
    lines = "".join(json.dumps({"id": n, **request}) + "\n" for n, request in enumerate([START, *requests]))
    done = subprocess.run(
        [sys.executable, str(SDK), target],
        input=lines,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=300,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def adapter(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text("from gradespec_sdk import Unsupported, boxed, serve\n" + text)
    return "mine.py"


def test_it_needs_nothing_but_a_standard_library_and_python_3_8() -> None:
    tree = ast.parse(SDK.read_text(), feature_version=(3, 8))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= set(sys.stdlib_module_names)
    assert "typing" in imported, "the walk finds imports"


def test_an_adapter_says_who_it_is_and_grades_by_extracting_and_verifying(tmp_path: Path) -> None:
    target = adapter(
        tmp_path,
        "serve(name='mine', version=1.5, backend='documented', packages=['pytest', 'no-such'],\n"
        "      options={'form': ('any', 'reduced')},\n"
        "      extract=lambda r, o: r.partition('=')[2] or None,\n"
        "      verify=lambda g, a, o: g == a and o.get('form') != 'reduced')\n",
    )
    hello, right, wrong, none, reduced, parse = talk(
        target,
        {"op": "grade", "gold": "1", "response": "x=1", "options": {}},
        {"op": "grade", "gold": "1", "response": "x=2", "options": {}},
        {"op": "grade", "gold": "", "response": "x", "options": {}},
        {"op": "grade", "gold": "1", "response": "x=1", "options": {"form": "reduced"}},
        {"op": "parse", "response": "x=1", "options": {}},
        folder=tmp_path,
    )
    assert hello["capabilities"] == ["extract", "verify", "grade"]
    assert (hello["name"], hello["version"], hello["backend"]) == ("mine", "1.5", "documented")
    assert hello["options"] == {"form": ["any", "reduced"]}
    assert hello["environment"]["no-such"] == "absent"
    assert hello["environment"]["pytest"] == pytest.__version__
    assert [answer.get("verdict") for answer in (right, wrong, none, reduced)] == [
        "correct",
        "incorrect",
        "incorrect",
        "incorrect",
    ]
    assert "unsupported" in parse


def test_parsed_lists_go_to_their_own_function(tmp_path: Path) -> None:
    lists = {"op": "verify", "gold": [{"string": "1"}], "answer": [{"string": "1"}], "options": {}}
    target = adapter(
        tmp_path,
        "serve(name='m', version='1', verify=lambda g, a, o: False, verify_parsed=lambda g, a, o: g == a,\n"
        "      parse=lambda r, o: [{'expression': r}, r])\n",
    )
    _, verdict, parsed = talk(target, lists, {"op": "parse", "response": "x", "options": {}}, folder=tmp_path)
    assert verdict == {"id": 1, "verdict": "correct"}
    assert parsed == {"id": 2, "parsed": [{"expression": "x"}, {"string": "x"}]}
    target = adapter(tmp_path, "serve(name='m', version='1', verify=lambda g, a, o: True)\n")
    assert "unsupported" in talk(target, lists, folder=tmp_path)[1]


def test_unsupported_and_every_kind_of_exception_are_answers(tmp_path: Path) -> None:
    target = adapter(
        tmp_path,
        "class Odd(BaseException):\n    def __str__(self): raise ValueError\n"
        "def verify(gold, answer, options):\n"
        "    if gold == 'odd': raise Odd\n"
        "    raise {'no': Unsupported('no\\nway'), 'exit': SystemExit(0), 'ctrl': KeyboardInterrupt()}[gold]"
        "\n"
        "serve(name='m', version='1', verify=verify, extract=lambda r, o: 5)\n",
    )
    golds = ["no", "exit", "ctrl", "odd", "other"]
    asked = [{"op": "verify", "gold": gold, "answer": "", "options": {}} for gold in golds]
    answers = talk(target, *asked, {"op": "extract", "response": "", "options": {}}, folder=tmp_path)[1:]
    assert answers[0] == {"id": 1, "unsupported": "no way"}
    assert [answer["error"].partition(":")[0] for answer in answers[1:]] == [
        "SystemExit",
        "KeyboardInterrupt",
        "Odd",
        "KeyError",
        "TypeError",
    ]


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (True, "correct"),
        (False, "incorrect"),
        (None, "incorrect"),
        (1, "correct"),
        (0.25, "correct"),
        (0.0, "incorrect"),
        (-1.0, "incorrect"),
        (float("nan"), "incorrect"),
        ("correct", "correct"),
        ("ungradable", "ungradable"),
        ({"verdict": "incorrect", "reason": "why"}, "incorrect"),
    ],
)
def test_what_counts_as_a_verdict(value: object, verdict: str) -> None:
    assert sdk._judged(value)["verdict"] == verdict


@pytest.mark.parametrize("value", [(True, ""), "yes", "", [], [True], object(), 1j])
def test_what_is_no_verdict(value: object) -> None:
    with pytest.raises(TypeError, match="not true or false"):
        sdk._judged(value)


def test_values_of_an_option_are_a_list() -> None:
    with pytest.raises(TypeError, match="percent has a list"):
        sdk.serve(name="g", version="1", verify=lambda *_: True, options={"percent": "strict"})


@pytest.mark.parametrize("name", ["numpy", "sympy"])
def test_the_truths_of_other_libraries(name: str) -> None:
    library = pytest.importorskip(name)
    truth = library.bool_(True) if name == "numpy" else library.true
    falsehood = library.bool_(False) if name == "numpy" else library.false
    assert sdk._judged(truth) == {"verdict": "correct"}
    assert sdk._judged(falsehood) == {"verdict": "incorrect"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1/0", "mine.py failed: ZeroDivisionError"),
        ("import no_such_package", "mine.py failed: ModuleNotFoundError: No module named 'no_such_package'"),
        ("raise SystemExit('no licence')", "mine.py failed: SystemExit: no licence"),
        ("print('hello')", "mine.py never called serve"),
        ("serve(name='m')", "mine.py failed: TypeError"),
        ("serve(", "mine.py failed: SyntaxError"),
    ],
)
def test_an_adapter_that_cannot_be_loaded_says_so(tmp_path: Path, text: str, why: str) -> None:
    (answer,) = talk(adapter(tmp_path, text), folder=tmp_path)
    assert answer["error"].startswith(why)


def test_its_own_folder_shadows_nothing(tmp_path: Path) -> None:
    """The harness has modules named run, report, protocol, data: a grader must not find those."""
    target = adapter(
        tmp_path,
        "import importlib.util as u\n"
        "found = [n for n in ('run', 'report', 'protocol', 'judge', 'pool') if u.find_spec(n)]\n"
        "serve(name='m', version=str(found), verify=lambda g, a, o: True)\n",
    )
    assert talk(target, folder=tmp_path)[0]["version"] == "[]"
