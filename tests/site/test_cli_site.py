"""`gradespec site`: what it writes, and what it says where it cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from built import reported, suite
from click.testing import CliRunner, Result
from gradespec.cli import main
from gradespec.report import write


def call(*arguments: object) -> Result:
    result = CliRunner().invoke(main, ["site", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.mark.long
def test_a_site_is_made_of_reports(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    write(reported(suite(tmp_path / "suite"), "mine", "cciiiicii"), file)
    result = call(file, "--out", tmp_path / "site")
    assert result.exit_code == 0, result.output
    assert "of 1 grader: " in result.stdout
    assert "9 outcomes are of checks that have changed since" in result.stderr
    assert (tmp_path / "site" / "index.html").is_file()


def test_what_is_no_report_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}")
    result = call(tmp_path / "no.json", "--out", tmp_path / "site")
    assert result.exit_code == 2
    assert "is not a report" in result.stderr


def test_without_its_libraries_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gradespec.site")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    result = call(tmp_path / "any.json", "--out", tmp_path / "site")
    assert result.exit_code == 2
    assert "pip install 'gradespec[site]'" in result.stderr
