"""The graders on the page adapters/README.md are complete: they run as they stand there."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from gradespec import data
from gradespec.cage import Limits
from gradespec.cli import main
from gradespec.graders import resolve
from gradespec.judge import BROKEN
from gradespec.protocol import Request
from gradespec.worker import Worker

ASKED = [
    (Request("verify", {"gold": "7", "answer": " 7"}), "correct"),
    (Request("verify", {"gold": "7", "answer": "8"}), "incorrect"),
    (Request("extract", {"response": r"\boxed{6} or \boxed{7}"}), "7"),
    (Request("extract", {"response": "seven"}), None),
    (Request("grade", {"gold": "7", "response": r"so \boxed{7}."}), "correct"),
    (Request("grade", {"gold": "7", "response": r"so \boxed{8}."}), "incorrect"),
    (Request("grade", {"gold": "7", "response": "7"}), "incorrect"),
]


def block(language: str) -> str:
    page = (data.adapters_dir() / "README.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return found


def answers(name: str) -> list[object]:
    with contextlib.closing(Worker(resolve(name).launch, Limits())) as worker:
        assert worker.start().name == "my-grader"
        return [worker.ask(request).value for request, _ in ASKED]


def test_the_python_grader_is_what_new_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["adapters", "new", "my-grader"]).exit_code == 0
    assert Path("my-grader.py").read_text(encoding="utf-8") == block("python")
    assert answers("./my-grader.py") == [expected for _, expected in ASKED]


@pytest.fixture
def node(tmp_path: Path) -> str:
    """The name of the grader for Node."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    script = tmp_path / "my-grader.js"
    script.write_text(block("js"), encoding="utf-8")
    return f"cmd:node {script}"


def test_the_node_grader_runs(node: str) -> None:
    assert answers(node) == [expected for _, expected in ASKED]


def test_the_node_grader_outlives_what_it_throws(node: str) -> None:
    parsed = Request("verify", {"gold": [{"string": "7"}], "answer": [{"string": "7"}]})
    with contextlib.closing(Worker(resolve(node).launch, Limits())) as worker:
        assert worker.start().cannot(parsed) == "it cannot parse, and so is not asked about parsed lists"
        assert worker.ask(parsed).kind == "error"
        assert worker.ask(ASKED[0][0]).value == "correct"


@pytest.mark.long
@pytest.mark.parametrize("only", ["collections/parsed-lists/*", pytest.param("*", marks=pytest.mark.long)])
def test_the_node_grader_has_an_answer_to_everything(node: str, only: str) -> None:
    result = CliRunner().invoke(main, ["run", "--grader", node, "--select", only, "--json"])
    (report,) = json.loads(result.stdout)
    assert not {outcome["kind"] for outcome in report["outcomes"]} & set(BROKEN)


def test_new_writes_over_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("precious", encoding="utf-8")
    assert CliRunner().invoke(main, ["adapters", "new", "mine"]).exit_code == 2
    assert Path("mine.py").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["../mine", "Mine", "", "a b", "-x"])
def test_new_refuses_what_is_no_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["adapters", "new", "--", name]).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_new_names_the_grader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(main, ["adapters", "new", "our-reward-2"])
    with contextlib.closing(Worker(resolve("./our-reward-2.py").launch, Limits())) as worker:
        assert worker.start().name == "our-reward-2"
