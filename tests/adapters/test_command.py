"""`gradespec adapters`: what it lists, and how it says that something cannot be had."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gradespec import data
from gradespec.cli import main

GOOD = """# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "9.9"
# summary = "Says no"
# license = "MIT"
# homepage = "https://good.invalid"
# capabilities = ["verify"]
# options = ["precision"]
# ///
from gradespec_sdk import serve
serve(name="good", version="9.9", verify=lambda gold, answer, options: False, options={"precision": [3]})
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of adapters with a good one, in place of the packaged ones."""
    monkeypatch.setattr(data, "adapters_dir", lambda: tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    put(tmp_path, "good", GOOD)
    return tmp_path


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).mkdir()
    (folder / name / "adapter.py").write_text(text, encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["adapters", *arguments])


def listed(*arguments: str) -> dict[str, dict[str, object]]:
    result = run("list", "--json", *arguments)
    assert result.exit_code == 0
    return {entry["name"]: entry for entry in json.loads(result.output)}


def test_every_packaged_adapter_is_listed_with_all_that_one_wants_to_know() -> None:
    entries = listed()
    assert set(entries) == {file.parent.name for file in data.adapters_dir().glob("*/adapter.py")}
    for entry in entries.values():
        assert all(entry[key] for key in ("summary", "license", "homepage", "capabilities", "runs"))


def test_the_list_is_a_table_that_fits_a_screen(folder: Path) -> None:
    put(folder, "lacking", GOOD.replace("dependencies = []", 'dependencies = ["no-such-package==1"]'))
    lines = run("list").output.splitlines()
    assert [line.split() for line in lines if " 9.9 " in line] == [
        ["good", "9.9", "verify", "here"],
        ["lacking", "9.9", "verify", "installs"],
    ]
    assert "installs: in an environment of its own, which its first run makes" in lines
    assert lines[-1].endswith("gradespec adapters list --verbose")


def test_no_row_of_the_packaged_graders_is_cut_or_wider_than_a_screen() -> None:
    lines = CliRunner(env={"COLUMNS": "20"}).invoke(main, ["adapters", "list"]).output.splitlines()
    assert all(any(line.startswith(f" {name} ") for line in lines) for name in listed())
    assert not [line for line in lines if "…" in line or len(line.rstrip()) > 80]


def test_verbose_says_it_in_words(folder: Path) -> None:
    text = run("list", "--verbose").output
    for wanted in (
        "good 9.9",
        "runs here",
        "Says no",
        "can verify",
        "precision",
        "MIT",
        "https://good.invalid",
    ):
        assert wanted in text


def test_what_is_not_installed_is_named(folder: Path) -> None:
    put(folder, "lacking", GOOD.replace("dependencies = []", 'dependencies = ["no-such-package==1"]'))
    entry = listed()["lacking"]
    assert (entry["runs"], entry["why"]) == ("once installed", "needs no-such-package==1")


def test_trying_starts_each_and_none_stops_the_rest(folder: Path) -> None:
    put(folder, "broken", GOOD.replace("from gradespec_sdk", "import no_such_module\nfrom gradespec_sdk"))
    entries = listed("--try")
    assert entries["good"]["runs"] == "here"
    assert entries["broken"]["runs"] == "no"
    assert "no_such_module" in str(entries["broken"]["why"])


def test_metadata_that_is_not_right_is_named_with_its_file(folder: Path) -> None:
    put(folder, "wrong", GOOD.replace('version = "9.9"', "version = "))
    result = run("list")
    assert result.exit_code == 2
    assert str(folder / "wrong" / "adapter.py") in result.output


def test_an_adapter_without_a_source_has_nothing_to_fetch(folder: Path) -> None:
    result = run("fetch", "good")
    assert result.exit_code == 2
    assert "good has no code to fetch" in result.output


def test_a_fetch_that_fails_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        '# [tool.gradespec.source]\n# repository = "https://git.invalid/x"\n'
        f'# commit = "{"0" * 40}"\n# files = ["a.py"]\n# ///'
    )
    put(folder, "remote", GOOD.replace("# ///\nfrom", f"{source}\nfrom"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", f"url.{folder / 'nothing'}.insteadOf")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "https://git.invalid/x")
    entry = listed()["remote"]
    assert (entry["backend"], entry["runs"]) == ("", "once fetched")
    assert "gradespec adapters fetch remote" in str(entry["why"])
    documented = folder / "remote" / "documented.py"
    documented.write_text("", encoding="utf-8")
    entry = listed()["remote"]
    assert (entry["backend"], entry["runs"]) == ("documented", "here")
    result = run("fetch")
    assert result.exit_code == 2
    assert "remote: git fetch failed" in result.output
