"""What the tests of the harness share."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from gradespec import data
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
