"""The arrows go one way: the reference knows nothing of the harness, which asks it as one more grader."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gradespec
import refgrader

REFERENCE = Path(refgrader.__file__).parent
HARNESS = Path(gradespec.__file__).parent
#: What shows how the reference thinks or reads, and so has to know it: `explain`, the look at a dataset's golds; and
#: what decides rows by the million, which the protocol would slow down.
MAY_ASK = {"cli/explain.py", "golds.py", "rows/decide.py"}

#: Imports all of refgrader and grades, in an interpreter in which gradespec cannot be imported.
ALONE = """
import pkgutil, sys
from importlib import import_module

class NoHarness:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "gradespec":
            raise AssertionError(f"refgrader imports {name}")

sys.meta_path.insert(0, NoHarness())
import refgrader
for module in pkgutil.walk_packages(refgrader.__path__, "refgrader."):
    import_module(module.name)
assert refgrader.grade("1/2", r"\\boxed{0.5}").correct
assert not refgrader.verify("5 m", "5 cm").correct
assert not [name for name in sys.modules if name.partition(".")[0] == "gradespec"]
"""


def imports(file: Path) -> Iterator[str]:
    """The top-level packages that a file imports, anywhere in it, and the texts that could name a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value


def files(package: Path, importing: str) -> set[str]:
    """The files of `package` that import, or name, the package `importing`."""
    return {file.relative_to(package).as_posix() for file in package.rglob("*.py") if importing in imports(file)}


def test_the_check_sees_imports_of_every_kind(tmp_path: Path) -> None:
    texts = {
        "plain.py": "import gradespec.data",
        "member.py": "def f():\n    from gradespec import data",
        "lazy.py": "import importlib\nimportlib.import_module('gradespec')",
        "none.py": "import json  # gradespec\nfrom . import gradespec",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert files(tmp_path, "gradespec") == {"plain.py", "member.py", "lazy.py"}


def test_the_reference_names_nothing_of_the_harness() -> None:
    assert len(list(REFERENCE.rglob("*.py"))) > 20
    assert files(REFERENCE, "gradespec") == set()


def test_only_few_know_the_reference() -> None:
    assert files(HARNESS, "refgrader") == MAY_ASK


def test_the_reference_works_where_there_is_no_harness() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
