"""The examples of docs/rewards.md, for the tests that run them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rewards.md"


def sections() -> dict[str, str]:
    """The sections of the page by their headings."""
    if not PAGE.is_file():
        pytest.skip("reads the pages of a checkout")
    _, *parts = re.split(r"(?m)^## (.+)\n", PAGE.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def examples(heading: str, language: str = "python") -> list[str]:
    """The code blocks of a section in one language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", sections()[heading])


def run_example(heading: str, number: int = 0, **given: Any) -> dict[str, Any]:
    """What a code block of a section leaves behind, run where these names are given."""
    names = {"__name__": "example", **given}
    exec(compile(examples(heading)[number], f"{PAGE.name}: {heading}", "exec"), names)
    return names
