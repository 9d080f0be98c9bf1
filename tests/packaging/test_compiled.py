"""What mypyc takes otherwise than Python does, or not at all, in the files that a compiled wheel has of it."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REFERENCE: Final = Path(__file__).parents[2] / "reference"
_HOOK: Final = tomllib.loads((REFERENCE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["hooks"]["mypyc"]
#: Makes C of Python, and reads none of it: to compile that takes minutes.
_TRANSLATE: Final = (
    "import sys; from mypyc.build import mypycify; mypycify(sys.argv[1:], target_dir='c', multi_file=True)"
)


def compiled() -> list[Path]:
    """The files of the reference that are compiled, relative to its folder."""
    left_out = [Path(name) for name in _HOOK["exclude"]]
    files = (file.relative_to(REFERENCE) for file in sorted((REFERENCE / "refgrader").rglob("*.py")))
    return [file for file in files if not any(file.is_relative_to(name) for name in left_out)]


@cache
def yielding() -> frozenset[str]:
    """The names of the functions of the reference that yield."""
    trees = [ast.parse((REFERENCE / file).read_text(encoding="utf-8")) for file in compiled()]
    defined = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return frozenset(node.name for node in defined if any(isinstance(part, ast.Yield) for part in ast.walk(node)))


@pytest.mark.parametrize("file", compiled(), ids=str)
def test_nothing_that_mypyc_takes_otherwise(file: Path) -> None:
    """`cached_property` would be worked out at each use, no star may stand in what `in` looks through, nor may that be
    what yields, and what a set makes with the keys behind it is a set, where mypyc expects a `frozenset`."""
    tree = ast.parse((REFERENCE / file).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert "cached_property" not in names
    looked_through = [
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for sign, part in zip(node.ops, node.comparators, strict=True)
        if isinstance(sign, (ast.In, ast.NotIn)) and isinstance(part, (ast.Tuple, ast.List, ast.Set))
    ]
    assert not [part.lineno for part in looked_through if any(isinstance(item, ast.Starred) for item in part.elts)]
    walked = [part for node in ast.walk(tree) if isinstance(node, ast.Compare) for part in node.comparators]
    called = {part.func.id for part in walked if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    assert not called & yielding()
    joined = [node.right for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
    calls = [part.func for part in joined if isinstance(part, ast.Call)]
    assert not [part.lineno for part in calls if isinstance(part, ast.Attribute) and part.attr == "keys"]


@pytest.mark.long
def test_mypyc_takes_all_of_it(tmp_path: Path) -> None:
    pytest.importorskip("mypyc.build")
    pytest.importorskip("setuptools")
    (tmp_path / "refgrader").symlink_to(REFERENCE / "refgrader")
    config = f"--config-file={REFERENCE / 'mypyc.ini'}"
    asked = [sys.executable, "-c", _TRANSLATE, config, *map(str, compiled())]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
