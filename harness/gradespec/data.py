"""Where the packaged data lies: inside the wheel, or around it in a checkout."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

#: The version of the specification that the packaged spec and cases state.
SPEC_VERSION: Final = "1.0"


@cache
def root() -> Path:
    """The folder of `cases`, `spec` and `adapters`: `gradespec/_data` in a wheel, else the checkout."""
    here = Path(__file__).resolve()
    packaged = here.parent / "_data"
    return packaged if packaged.is_dir() else here.parents[2]


def cases_dir() -> Path:
    """The packaged case files."""
    return root() / "cases"


def spec_dir() -> Path:
    """The chapters of the specification."""
    return root() / "spec"


def adapters_dir() -> Path:
    """The adapters of foreign graders, one folder each."""
    return root() / "adapters"


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema `spec/schemas/<name>.schema.json`."""
    path = spec_dir() / "schemas" / f"{name}.schema.json"
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def is_checkout() -> bool:
    """Whether the data is that of a checkout, which its owner edits, and not that of a wheel."""
    return root().name != "_data"
