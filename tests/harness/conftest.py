"""What the tests of the harness share."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import data
from gradespec.cli import main
from small_suite import CASES, SPEC, Suite


@pytest.fixture
def ends_are_heard() -> Iterator[None]:
    """What is started hears SIGHUP and SIGINT, although the tests may run under nohup or in the background."""
    ignored = [number for number in (signal.SIGHUP, signal.SIGINT) if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the tests, so that graders in it have names."""
    monkeypatch.chdir(Path(__file__).parent)


@pytest.fixture
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of the rows that the test's module gives as `ROWS`: values, or bytes as they are."""
    file = tmp_path / "rows.jsonl"
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in request.module.ROWS]
    file.write_bytes(b"\n".join([*lines, b""]))
    return file


@pytest.fixture
def call(request: pytest.FixtureRequest) -> Callable[..., Result]:
    """Calls the command that the test's module gives as `COMMAND`, with these arguments and one worker."""

    def called(*arguments: object, columns: int = 120) -> Result:
        words = [request.module.COMMAND, *map(str, arguments), "--workers", "1"]
        result = CliRunner(env={"COLUMNS": str(columns)}).invoke(main, words)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result

    return called


@pytest.fixture
def cases(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of the cases that the test's module gives as `CASES`."""
    file = tmp_path / "few.yaml"
    file.write_text(request.module.CASES)
    return file


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A sound suite of one clause and one case; the cases beside the clause are not yet built."""
    root = tmp_path / "suite"
    shutil.copytree(data.spec_dir() / "schemas", root / "spec" / "schemas")
    monkeypatch.setattr(data, "root", lambda: root)
    monkeypatch.chdir(root)
    made = Suite(root)
    made.write("spec/04-numbers.md", SPEC)
    made.write("cases/numbers/basics.yaml", CASES)
    return made
