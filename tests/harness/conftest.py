"""What the tests of the harness share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from gradespec import data
from small_suite import CASES, SPEC, Suite


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
