"""An adapter's metadata is read, compared with what is here, and made an environment where it must be."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from gradespec import environments
from gradespec.environments import Needs, Unavailable, at_newest, at_version, python_for, read_needs, unmet

NAMED = "from importlib.metadata import version; print(version('demo-grader'))"
METADATA = """
# /// script
# requires-python = ">=3.8"
# dependencies = [
#   "pytest>=1",
#   "Click[x] == 8.*",
# ]
# [tool.gradespec]
# package = "click"
# no-deps = ["verl==0.4"]
# license = "MIT"
# ///
import nothing
"""


def needs(tmp_path: Path, *lines: str, text: str | None = None) -> Needs:
    file = tmp_path / "adapter.py"
    block = "\n".join(f"# {line}" for line in lines)
    file.write_text(text if text is not None else f"# /// script\n{block}\n# ///\n")
    return read_needs(file)


def test_the_block_is_read(tmp_path: Path) -> None:
    found = needs(tmp_path, text=METADATA)
    assert [str(r) for r in found.requirements] == ["pytest>=1", "Click[x]==8.*"]
    assert [str(r) for r in found.no_deps] == ["verl==0.4"]
    assert (str(found.python), found.package, found.about) == (">=3.8", "click", {"license": "MIT"})


def test_without_a_block_nothing_is_needed(tmp_path: Path) -> None:
    assert unmet(needs(tmp_path, text="print('hello')")) == []


@pytest.mark.parametrize(
    "line",
    [
        "dependencies = [",
        "dependencies = ['not a requirement']",
        "dependencies = [5]",
        "dependencies = 5",
        "requires-python = 'three'",
        "tool = 5",
    ],
)
def test_a_block_that_is_not_right_is_one_clear_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(Unavailable, match=r"adapter\.py: its inline metadata is not right: "):
        needs(tmp_path, line)


def test_a_version_replaces_that_of_the_main_package_only(tmp_path: Path) -> None:
    found = at_version(needs(tmp_path, text=METADATA), "9.1")
    assert [str(r) for r in found.everything] == ["pytest>=1", "Click[x]==9.1", "verl==0.4"]


def test_what_comes_from_a_repository_has_its_own_version_and_no_other(tmp_path: Path) -> None:
    of_a_commit = needs(tmp_path, "[tool.gradespec]", "version = 'b8b0f8c'")
    assert at_version(of_a_commit, "b8b0f8c") == of_a_commit
    with pytest.raises(Unavailable, match="no versions to choose from"):
        at_version(of_a_commit, "985bdc1")


@pytest.mark.parametrize(
    ("line", "lacking"),
    [
        ("dependencies = ['pytest']", []),
        (f"dependencies = ['pytest=={pytest.__version__}']", []),
        ("dependencies = ['pytest==1.0']", ["pytest==1.0"]),
        ("dependencies = ['no-such-package>=2']", ["no-such-package>=2"]),
        ("dependencies = ['no-such-package; python_version < \"3\"']", []),
        ("dependencies = ['pytest[no-such-extra]']", ["pytest[no-such-extra]"]),
        ("requires-python = '<3'", ["Python <3"]),
        ("tool.gradespec.no-deps = ['no-such-package']", ["no-such-package"]),
    ],
)
def test_what_the_current_interpreter_lacks(tmp_path: Path, line: str, lacking: list[str]) -> None:
    assert unmet(needs(tmp_path, line)) == lacking


def test_an_extra_counts_with_what_it_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = make_wheel(tmp_path, "Provides-Extra: all", 'Requires-Dist: no-such-package; extra == "all"')
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    monkeypatch.syspath_prepend(site)
    assert unmet(needs(tmp_path, "dependencies = ['demo-grader']")) == []
    assert unmet(needs(tmp_path, "dependencies = ['demo-grader[all]']")) == ["demo-grader[all]"]


def make_wheel(folder: Path, *metadata: str, version: str = "1.5") -> Path:
    """A package of one module that can be installed without a network."""
    wheel = folder / f"demo_grader-{version}-py3-none-any.whl"
    info = f"demo_grader-{version}.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("demo_grader.py", "answer = 42\n")
        archive.writestr(
            f"{info}/METADATA",
            "\n".join(["Metadata-Version: 2.1", "Name: demo-grader", f"Version: {version}", *metadata]),
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", f"demo_grader.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return wheel


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What stands for the package index: three releases of one package, the last one not for everybody yet."""
    folder = tmp_path / "index"
    folder.mkdir()
    for version in ("1.5", "1.10", "2.0rc1"):
        make_wheel(folder, "Provides-Extra: all", version=version)
    monkeypatch.setenv("UV_FIND_LINKS", str(folder))
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    return folder


def test_the_newest_is_what_the_index_has_whatever_was_pinned(index: Path, tmp_path: Path) -> None:
    wanted = needs(
        tmp_path, "dependencies = ['demo-grader[all]==1.5']", "tool.gradespec.no-deps = ['Demo_Grader<1.10']"
    )
    found = at_newest("demo", wanted)
    assert [str(one) for one in found.requirements] == ["demo-grader[all]==1.10"]
    assert [str(one) for one in found.no_deps] == ["Demo_Grader==1.5"], "what it cannot do without stays"
    said = subprocess.check_output(
        [python_for("demo", at_newest("demo", replace(wanted, no_deps=()))), "-c", NAMED], text=True
    )
    assert said == "1.10\n"


def test_what_the_index_does_not_have_has_no_newest(index: Path, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"demo cannot be installed: .*no-such-package"):
        at_newest("demo", needs(tmp_path, "dependencies = ['no-such-package==1']"))


def test_an_environment_is_made_once_and_holds_what_was_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    wanted = needs(tmp_path, f"dependencies = ['demo-grader @ {make_wheel(tmp_path).as_uri()}']")
    python = python_for("demo", wanted)
    assert str(python) != sys.executable
    said = subprocess.check_output([python, "-c", "import demo_grader; print(demo_grader.answer)"], text=True)
    assert said == "42\n"
    monkeypatch.setattr(environments, "_make", lambda *_: pytest.fail("it is there already"))
    assert python_for("demo", wanted) == python


def test_what_cannot_be_installed_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    absent = (tmp_path / "absent-1.0-py3-none-any.whl").as_uri()
    with pytest.raises(Unavailable, match="demo cannot be installed: ") as caught:
        python_for("demo", needs(tmp_path, f"dependencies = ['absent @ {absent}']"))
    assert "\n" not in str(caught.value)
