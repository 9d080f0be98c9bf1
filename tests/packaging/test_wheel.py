"""What is built and installed works as a checkout does: cases, spec and adapters travel in the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import uv

ROOT = Path(__file__).resolve().parents[2]
DATA = ("cases", "spec", "adapters")
PACKAGES = ("harness/gradespec", "reference/refgrader")
SLICE = "numbers/decimals"

#: A grader of somebody's own, for the command line of the installed package.
MINE = "def grade(gold, response):\n    return gold in response\n"

pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="builds from a checkout")


def built(target: str, folder: Path, project: Path = ROOT) -> Path:
    """A distribution of `project`, of this checkout that is, built without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True, timeout=600)
    (made,) = folder.iterdir()
    return made


def sources(folder: str) -> Iterator[str]:
    """The files below a folder of the checkout, relative to it, without what Python leaves behind."""
    for file in (ROOT / folder).rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(ROOT / folder).as_posix()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_packages_and_their_data_and_nothing_else(wheel: Path) -> None:
    wanted = {f"gradespec/_data/{folder}/{name}" for folder in DATA for name in sources(folder)}
    wanted |= {f"{Path(folder).name}/{name}" for folder in PACKAGES for name in sources(folder)}
    found = set(zipfile.ZipFile(wheel).namelist())
    assert len(wanted) > 200
    assert {name for name in found if ".dist-info/" not in name} == wanted
    assert any(name.endswith("licenses/LICENSE") for name in found)
    assert {"gradespec/py.typed", "refgrader/py.typed"} <= found


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path / "sdist")) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {f"{folder}/{name}" for folder in (*DATA, *PACKAGES) for name in sources(folder)}
    assert wanted | {"pyproject.toml", "README.md", "LICENSE"} <= packed


def environment(wheel: Path, folder: Path, python: str) -> Path:
    """The `bin` of a fresh virtual environment with nothing in it but the wheel and what that needs."""
    tool = uv.find_uv_bin()
    quiet = {"capture_output": True, "text": True, "timeout": 900}
    subprocess.run([tool, "venv", "--python", python, str(folder)], check=True, **quiet)
    install = [tool, "pip", "install", "--python", str(folder / "bin" / "python"), str(wheel)]
    done = subprocess.run(install, **quiet)
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def check(bin: Path, folder: Path) -> None:
    """Use the installed package from `folder`, as somebody does who has no checkout."""
    folder.mkdir()
    (folder / "mine.py").write_text(MINE)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    env = {**inherited, "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}

    def said(*command: str, code: int = 0) -> str:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=600)
        assert done.returncode == code, f"{' '.join(command)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    where = said("python", "-c", "import gradespec.data as d, refgrader; print(d.root(), refgrader.__file__)")
    assert where.count(str(bin.parent)) == 2
    assert "clean" in said("gradespec", "lint")
    assert "100.0" in said("gradespec", "run", "--grader", "reference", "--select", SLICE)
    assert "false" in said("gradespec", "run", "--grader", "mine:grade", "--select", "text/no-answer", code=1)
    passed = said("pytest", "--grader=reference", "-k", SLICE)
    assert " passed" in passed
    assert "failed" not in passed
    assert "math-verify" in said("gradespec", "adapters", "list")


@pytest.mark.long
def test_the_installed_wheel_works_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    check(environment(wheel, tmp_path / "venv", sys.executable), tmp_path / "elsewhere")


def working(python: str) -> bool:
    """Whether `python` is on the path and starts; a shim may lie there that leads nowhere."""
    found = shutil.which(python)
    return bool(found) and subprocess.run([found or "", "-c", ""], capture_output=True).returncode == 0


@pytest.mark.long
@pytest.mark.skipif(not os.environ.get("GRADESPEC_PYTHONS"), reason="set GRADESPEC_PYTHONS=1: minutes, not seconds")
@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13"])
def test_every_python_that_is_found(version: str, wheel: Path, tmp_path: Path) -> None:
    if not working(f"python{version}"):
        pytest.skip(f"no python{version} here")
    check(environment(wheel, tmp_path / "venv", f"python{version}"), tmp_path / "elsewhere")
