"""`refgrader` alone is what `gradespec` holds of it: the same files, the same version, and no more than it imports."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
import uv
from packaging.requirements import Requirement
from test_wheel import ROOT, built

ALONE = ROOT / "reference"
#: Distributions that are imported under another name than their own.
NAMED_OTHERWISE = {"flint": "python-flint"}
#: What calls the grader, and is there when it does: `refgrader.rewards` imports it in the functions that need it.
CALLERS = {"inspect_ai", "lighteval", "nemo_gym", "numpy", "pydantic", "torch"}

#: In a fresh environment: what is installed, what an import takes along, and whether it grades.
USED = """
import json, sys
from importlib.metadata import distributions
import refgrader
taken = sorted({name.partition(".")[0] for name in sys.modules})
assert refgrader.grade("1/2", r"\\\\boxed{0.5}").correct
assert not refgrader.verify("5 m", "5 cm").correct
assert str(refgrader.read_answer("x+1").to_sympy()) == "x + 1"
print(json.dumps([sorted(found.name for found in distributions()), taken, refgrader.__version__]))
"""

pytestmark = pytest.mark.skipif(not (ALONE / "pyproject.toml").is_file(), reason="builds from a checkout")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[zipfile.ZipFile, zipfile.ZipFile]:
    """The wheel of the whole, and that of the grader alone."""
    folders = (tmp_path_factory.mktemp(name) for name in ("whole", "alone"))
    whole, alone = (built("wheel", folder, project) for folder, project in zip(folders, (ROOT, ALONE), strict=True))
    return zipfile.ZipFile(whole), zipfile.ZipFile(alone)


def package(wheel: zipfile.ZipFile) -> dict[str, bytes]:
    """The files of `refgrader` in a wheel."""
    return {name: wheel.read(name) for name in wheel.namelist() if name.startswith("refgrader/")}


def metadata(wheel: zipfile.ZipFile) -> Message:
    """What a wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_both_wheels_hold_the_same_grader(wheels: tuple[zipfile.ZipFile, zipfile.ZipFile]) -> None:
    whole, alone = map(package, wheels)
    assert "refgrader/py.typed" in alone
    assert whole == alone
    others = [name for name in wheels[1].namelist() if not name.startswith(("refgrader/", "refgrader-"))]
    assert others == []


def test_both_wheels_have_the_version_that_the_package_tells(wheels: tuple[zipfile.ZipFile, zipfile.ZipFile]) -> None:
    import gradespec
    import refgrader

    versions = {metadata(wheel)["Version"] for wheel in wheels}
    assert versions == {refgrader.__version__, gradespec.__version__}
    assert len(versions) == 1


def test_both_wheels_have_the_licence(wheels: tuple[zipfile.ZipFile, zipfile.ZipFile]) -> None:
    for wheel in wheels:
        (name,) = (name for name in wheel.namelist() if name.endswith("/licenses/LICENSE"))
        assert wheel.read(name) == (ROOT / "LICENSE").read_bytes()


def test_the_source_distribution_builds_the_same_wheel(
    wheels: tuple[zipfile.ZipFile, zipfile.ZipFile], tmp_path: Path
) -> None:
    shutil.unpack_archive(built("sdist", tmp_path / "sdist", ALONE), tmp_path / "unpacked")
    (project,) = (tmp_path / "unpacked").iterdir()
    again = zipfile.ZipFile(built("wheel", tmp_path / "wheel", project))
    assert {name: again.read(name) for name in again.namelist()} == {
        name: wheels[1].read(name) for name in wheels[1].namelist()
    }


def imported(files: Iterable[Path]) -> Iterator[str]:
    """The distributions whose packages these files of `refgrader` import, anywhere in them."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            tops = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"refgrader"}
            yield from (NAMED_OTHERWISE.get(top, top) for top in tops)


def declared(wheel: zipfile.ZipFile, extra: str = "") -> set[str]:
    """The distributions that a wheel asks for, always or with one of its extras."""
    wanted = map(Requirement, metadata(wheel).get_all("Requires-Dist", []))
    return {
        found.name for found in wanted if found.marker is None or (extra and found.marker.evaluate({"extra": extra}))
    }


def test_the_grader_alone_asks_for_what_it_imports(wheels: tuple[zipfile.ZipFile, zipfile.ZipFile]) -> None:
    everything = set((ALONE / "refgrader").rglob("*.py"))
    served = set((ALONE / "refgrader" / "server").rglob("*.py"))
    assert set(imported(everything - served)) - CALLERS == declared(wheels[1])
    assert set(imported(served)) == declared(wheels[1], "serve") - declared(wheels[1])


def test_the_whole_asks_for_what_the_grader_needs(wheels: tuple[zipfile.ZipFile, zipfile.ZipFile]) -> None:
    whole, alone = ({Requirement(text) for text in metadata(wheel).get_all("Requires-Dist", [])} for wheel in wheels)
    assert alone <= whole


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the folder of the grader in it, and nothing else."""
    folder = tmp_path / "repository"
    shutil.copytree(ALONE, folder / "reference", ignore=shutil.ignore_patterns("__pycache__", "dist", "build"))
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@invalid"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "the grader"]):
        subprocess.run([*git, *command], check=True)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("source", ["git", "checkout"])
def test_the_grader_alone_is_installed_with_nothing_of_the_suite(source: str, repository: Path, tmp_path: Path) -> None:
    bin = tmp_path / "venv" / "bin"
    if source == "git":  # as the first page has it
        subprocess.run([sys.executable, "-m", "venv", str(bin.parent)], check=True)
        address = f"git+file://localhost{repository}#subdirectory=reference"  # a host, since older pips want one
        install = [str(bin / "pip"), "install", f"refgrader @ {address}"]
    else:
        subprocess.run([uv.find_uv_bin(), "venv", "--quiet", "--python", sys.executable, str(bin.parent)], check=True)
        install = [uv.find_uv_bin(), "pip", "install", "--python", str(bin / "python"), str(ALONE)]
    done = subprocess.run(install, capture_output=True, text=True, timeout=900, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    used = subprocess.check_output([bin / "python", "-Ic", USED], text=True, timeout=300, cwd=tmp_path)
    installed, taken, version = json.loads(used)
    assert set(installed) - {"pip", "setuptools"} == {"mpmath", "python-flint", "refgrader", "sympy"}
    version_told = subprocess.check_output([bin / "refgrader", "--version"], text=True, timeout=300, cwd=tmp_path)
    assert version_told == f"refgrader {version}\n"
    # an import costs what reading and comparing need: SymPy is for who asks for it, processes for many pairs
    assert {"sympy", "mpmath", "multiprocessing"}.isdisjoint(taken)
    assert f"refgrader-{version}.dist-info" in {folder.name for folder in bin.parent.rglob("refgrader-*.dist-info")}
